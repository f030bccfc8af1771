"""Expert iteration end to end, with a tiny network: rounds, resuming, what a run leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

jax = pytest.importorskip("jax")

from aljabr.errors import UserError  # noqa: E402
from aljabr.expert import gather, storage, tree  # noqa: E402
from aljabr.expert import iteration as expert  # noqa: E402
from aljabr.expert.iteration import ExpertConfig  # noqa: E402
from aljabr.expert.lessons import Examples  # noqa: E402
from aljabr.expert.tree import TreeConfig, TreePolicy  # noqa: E402
from aljabr.ledger import checkpoint  # noqa: E402
from aljabr.ledger.jobs import SINGLE_THREADED  # noqa: E402
from aljabr.ledger.provenance import provenance  # noqa: E402
from aljabr.solver import registry as agents  # noqa: E402
from aljabr.tasks import datasets  # noqa: E402

TINY = ExpertConfig(
    rounds=2, equations=20, first_equations=20, max_expanded=30, fit_steps=4, batch_size=8,
    processes=1, openings=2,
    tree=TreeConfig(width=8, num_blocks=1, num_heads=2, hidden=8),
)  # fmt: skip
SOLVER_TREE = replace(TINY.tree, game="solver")
FLAGS = [
    "train", "--agent", "expert", "--equations", "20", "--first-equations", "20",
    "--max-expanded", "30", "--fit-steps", "4", "--batch-size", "8", "--openings", "2",
    "--tree.width", "8", "--tree.num-blocks", "1", "--tree.num-heads", "2", "--tree.hidden", "8",
]  # fmt: skip
MIX = {
    name: [f"{number}*x + {letter} = {name[0]}" for number in (2, 3, 5) for letter in "abc"]
    for name in expert.SHARES
}
PATCHES = """
from aljabr.tasks import datasets  # noqa: E402
from aljabr.expert import iteration as expert  # noqa: E402
from aljabr.expert import gather, storage, tree  # noqa: E402
datasets.training_mix = lambda seed: {mix!r}
datasets.load = lambda name, split, seed: ["x + a = 0", "2*x = 4"]
gather.CHUNK = 4
"""


@pytest.fixture(autouse=True)
def small_world(monkeypatch):
    """Draw from a few equations instead of the datasets, in small chunks."""
    monkeypatch.setattr(datasets, "training_mix", lambda seed: MIX)
    monkeypatch.setattr(datasets, "load", lambda *_: ["x + a = 0", "2*x = 4"])
    monkeypatch.setattr(gather, "CHUNK", 4)


def params(path: Path):
    return storage.load(path).params


def test_a_run_that_is_stopped_again_and_again_ends_as_one_that_is_not(tmp_path):
    lines: list[str] = []
    card = expert.train(TINY, tmp_path / "straight", lines.append)
    told = [line.partition(":")[0] for line in lines if line[0] != " "]
    assert told == ["round 1"] * 4 + ["round 2"] * 4
    assert len(card["rounds"]) == 2
    assert card["rounds"][1]["examples"] >= card["rounds"][0]["examples"] > 0
    rounded_down = sum(int(20 * share) for share in expert.SHARES.values())
    assert card["rounds"][0]["searched"].endswith(f"/{rounded_down}")
    assert set(card["validation"]) == {*expert.VALIDATION_SIZES, "openings"}
    assert {"commit", "packages"} <= set(card["made_with"])
    left = {path.name for path in (tmp_path / "straight").iterdir()}
    assert {each for each in left if not each.startswith("events.")} == {
        "config.json", "lock", "examples.npz", "last.safetensors", "last.json", "best.safetensors",
        "best.json",
    }  # fmt: skip

    folder, attempts = tmp_path / "stopped", 0
    while True:
        answers = iter([False] * 4 + [True] * 99)
        try:
            expert.train(TINY, folder, lambda _: None, stop_fn=lambda it=answers: next(it))
            break
        except KeyboardInterrupt:
            attempts += 1
            assert attempts < 20
    assert attempts >= 3
    for name in ("last.safetensors", "best.safetensors"):
        one, other = params(tmp_path / "straight" / name), params(folder / name)
        jax.tree.map(np.testing.assert_array_equal, one, other)
    examples = Examples.load(folder / "examples.npz")
    assert len(examples) == card["rounds"][1]["examples"]
    assert [each["tried"] for each in examples.notes["rounds"]] == [rounded_down] * 2


def test_a_run_may_start_from_an_agent(tmp_path):
    first = expert.train(replace(TINY, rounds=1), tmp_path / "one", lambda _: None)
    start = str(tmp_path / "one")
    more = replace(TINY, rounds=1, max_expanded=400, learning_rate=1e-9, start=start)
    card = expert.train(more, tmp_path / "two", lambda _: None)
    assert card["rounds"][0]["validation"] == first["rounds"][0]["validation"]
    before, after = (params(tmp_path / name / "last.safetensors") for name in ("one", "two"))
    jax.tree.map(lambda *both: np.testing.assert_allclose(*both, atol=1e-6), before, after)
    other = replace(more, tree=replace(TINY.tree, width=16))
    with pytest.raises(UserError, match="another shape"):
        expert.train(other, tmp_path / "three", lambda _: None)


def test_an_agent_of_another_game_keeps_what_it_knows():
    solver = TreePolicy(tree.init(np.random.default_rng(0), SOLVER_TREE), SOLVER_TREE)
    taken = TreePolicy(solver.params_for(TINY.tree), TINY.tree)
    assert not set(taken.rules) <= set(solver.rules)
    for name, column in zip(taken.rules, taken.params["plain"]["w"].T, strict=True):
        if name in solver.rules:
            known = solver.params["plain"]["w"][:, solver.rules.index(name)]
            np.testing.assert_array_equal(column, known)
        else:
            assert not column.any()


def test_the_best_round_is_kept_and_rounds_may_be_added(tmp_path, monkeypatch):
    scores = iter([0.5, 0.9, 0.1])
    monkeypatch.setattr(expert, "validate", lambda *_: {"small": next(scores)})
    expert.train(TINY, tmp_path, lambda _: None)
    best = checkpoint.read_card(tmp_path / "best.safetensors")
    assert best["validation"] == {"small": 0.9}
    before = params(tmp_path / "best.safetensors")
    lines: list[str] = []
    more = replace(TINY, rounds=3, processes=2)
    card = expert.train(more, tmp_path, lines.append)
    assert lines[0] == f"going on after round 2 of {tmp_path / 'last.safetensors'}"
    assert [each["validation"]["small"] for each in card["rounds"]] == [0.5, 0.9, 0.1]
    assert checkpoint.read_card(tmp_path / "best.safetensors") == best
    jax.tree.map(np.testing.assert_array_equal, params(tmp_path / "best.safetensors"), before)
    assert json.loads((tmp_path / "config.json").read_text())["rounds"] == 3


def test_the_policy_s_solutions_are_told(monkeypatch):
    policy = agents.load("expert")
    greedy, sampled = expert.solved_by(policy, ["2*x = 4", "x^x = 5", "x/x = 1"], num_samples=2)
    assert greedy == sampled == [True, False, True]


def test_equations_are_drawn_by_shares_without_repetition():
    mix = {name: [f"{name}{number}" for number in range(100)] for name in expert.SHARES}
    drawn = expert.draw(mix, replace(TINY, equations=100), 1)
    assert len(drawn) == len(set(drawn)) == 100
    for name, share in expert.SHARES.items():
        assert sum(text.startswith(name) for text in drawn) == round(100 * share)
    assert drawn == expert.draw(mix, replace(TINY, equations=100), 1)
    assert drawn != expert.draw(mix, replace(TINY, equations=100), 2)


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def run(run_cli, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return partial(run_cli, *FLAGS)


def test_the_command_says_where_the_policy_is_and_how_to_use_it(run, tmp_path):
    status, out, err = run("--rounds", "1", "--processes", "1")
    assert status == 0
    assert out.splitlines() == [
        "finished after round 1: runs/expert/best.safetensors",
        'use it: aljabr solve "3x + 5 = 11" --agent runs/expert',
    ]
    assert "round 1: validation greedy small" in err
    assert agents.load("runs/expert").config == TINY.tree
    assert list(Path("runs/expert").glob("events.out.tfevents.*"))
    message = (
        "aljabr: runs/expert was made with another configuration: fit_steps was 4 and is 5;"
        " choose another folder with --out\n"
    )
    assert run("--fit-steps", "5") == (2, "", message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rounds", "0"], "rounds must be at least 1"),
        (["--batch-size", "1"], "batch_size must be at least 8"),
        (["--tree.num-heads", "3"], "3 heads do not divide 8"),
        (["--tree.game", "paper"], "expert iteration searches the solver's game and the open one"),
        (["--out", "file/run"], "cannot write to file/run: Not a directory"),
        (["--out", "flat"], "flat holds no run that can go on"),
    ],
)
def test_a_mistake_gets_one_sentence(run, arguments, message):
    Path("file").write_text("in the way")
    checkpoint.save(Path("flat/last.safetensors"), {"x": np.ones(1)}, {})
    assert run(*arguments) == (2, "", f"aljabr: {message}\n")


def test_the_flags_are_the_hyperparameters(run):
    status, out, _ = run("--help")
    assert status == 0
    for flag in ("--rounds", "--equations", "--fit-steps", "--curiosity", "--tree.width"):
        assert flag in out
    assert "--ppo." not in out


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    program = PATCHES.format(mix=MIX) + (
        "import sys; from aljabr import cli\n"
        "if __name__ == '__main__':\n"
        f"    sys.argv = ['aljabr', *{[*FLAGS, '--out', str(folder), *arguments]!r}]\n"
        "    cli.main()\n"
    )
    script = folder.with_suffix(".py")  # a file, so that the processes that search see it too
    script.write_text(program)
    return subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, **SINGLE_THREADED},
    )  # fmt: skip


def wait_for(session: subprocess.Popen[str], place: Path, pattern: str) -> None:
    deadline = time.monotonic() + 120
    while not list(place.glob(pattern)):
        assert session.poll() is None, session.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_session_survives_being_killed_and_ends_cleanly_when_interrupted(tmp_path):
    folder = tmp_path / "run"
    long = ["--fit-steps", "1000000", "--checkpoint-seconds", "0", "--processes", "2"]
    session = start(folder, *long)
    wait_for(session, folder / "searched", "*.npz")
    session.send_signal(signal.SIGKILL)
    session.communicate()  # ends when the processes that search have let go of the pipes too

    session = start(folder, *long)
    wait_for(session, folder, "learning.safetensors")
    session.send_signal(signal.SIGINT)
    out, err = session.communicate(timeout=60)
    assert session.returncode == 130
    assert out == f"stopped: the same command goes on from {folder}\n"
    assert "Traceback" not in err
    assert checkpoint.read_card(folder / "learning.safetensors")["step"] > 0


def test_a_copy_says_itself_which_commit_it_is(monkeypatch):
    monkeypatch.setenv("ALJABR_COMMIT", "1234567")
    assert provenance()["commit"] == "1234567"
    monkeypatch.delenv("ALJABR_COMMIT")
    assert provenance()["commit"] != "1234567"
