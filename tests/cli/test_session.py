"""`aljabr train` as its users meet it: killed, interrupted, resumed, misused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from aljabr.ledger import checkpoint
from aljabr.ledger.jobs import SINGLE_THREADED

TINY = [
    "train", "--agent", "a2c", "--equation", "a*x + b", "--a2c.num-lanes", "8",
    "--eval-interval", "400",
]  # fmt: skip


@pytest.fixture(scope="module")
def environment(tmp_path_factory) -> dict[str, str]:
    """Let all sessions share what they compile."""
    return {
        **os.environ,
        **SINGLE_THREADED,
        "JAX_COMPILATION_CACHE_DIR": str(tmp_path_factory.mktemp("compiled")),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
    }


def steps(path: Path) -> int:
    return checkpoint.read_card(path)["steps"] if path.exists() else 0


def start_session(folder: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    """Start a session that would go on for hours, with a checkpoint after every update."""
    return subprocess.Popen(
        [sys.executable, "-m", "aljabr", *TINY, "--steps", "100000000",
         "--checkpoint-seconds", "0", "--out", str(folder)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip


def wait_for(session: subprocess.Popen[str], path: Path, count: int) -> None:
    """Wait until a session's checkpoint holds more than so many steps."""
    deadline = time.monotonic() + 60
    while steps(path) <= count:
        assert session.poll() is None, session.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_session_survives_being_killed_and_ends_cleanly_when_interrupted(tmp_path, environment):
    path = tmp_path / "run" / "last.safetensors"
    session = start_session(tmp_path / "run", environment)
    wait_for(session, path, 800)
    session.send_signal(signal.SIGKILL)
    session.communicate()
    killed_at = steps(path)
    assert killed_at > 800
    assert checkpoint.read_card(path)["best"]["step"] > 0

    session = start_session(tmp_path / "run", environment)
    wait_for(session, path, killed_at)
    session.send_signal(signal.SIGINT)
    out, err = session.communicate(timeout=60)
    assert session.returncode == 130
    assert f"going on from step {killed_at:,} of {path}\n" in err
    assert "Traceback" not in err
    stopped_at = steps(path)
    assert stopped_at > killed_at
    assert out.startswith(f"stopped at step {stopped_at:,}: {path}\n")
    assert len(list((tmp_path / "run").glob("events.out.tfevents.*"))) >= 1


@pytest.fixture
def run(run_cli, monkeypatch, tmp_path):
    """Train in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return partial(run_cli, *TINY)


def test_a_session_to_the_end_and_further(run):
    status, out, err = run("--steps", "800")
    assert status == 0
    assert [line.partition(":")[0] for line in err.splitlines()] == ["step 400", "step 800"]
    assert "validation greedy" in err
    first, second = out.splitlines()
    assert first == "finished at step 800: runs/a2c-linear/last.safetensors"
    assert second.endswith(": runs/a2c-linear/best.safetensors")
    card = checkpoint.read_card(Path("runs/a2c-linear/best.safetensors"))
    assert card["config"]["equation"] == "a*x + b"
    assert {"validation", "step", "seed", "made_with", "steps"} <= set(card)

    status, out, err = run("--steps", "800")  # there is nothing left to do
    assert (status, out.splitlines()[0]) == (0, first)
    assert err == "going on from step 800 of runs/a2c-linear/last.safetensors\n"

    status, out, err = run("--steps", "1200")
    assert status == 0
    assert out.startswith("finished at step 1,200")
    assert "step 400" not in err

    assert run("--steps", "1200", "--seed", "3") == (
        2, "", "aljabr: runs/a2c-linear was made with another configuration:"
        " seed was 0 and is 3; choose another folder with --out\n",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--dataset", "small"], "give either an equation or a dataset"),
        (["--steps", "0"], "steps must be at least 1"),
        (["--equation", "x = = 2"], "unexpected '=' at column 5"),
        (["--equation", "x = a"], "'x = a' is solved already"),
        (["--ppo.gamma", "0.5"], "the ppo hyperparameters have no effect on a2c"),
        (["--agent", "ppo-appendix", "--a2c.num-lanes", "32", "--ppo.gamma", "0.5"],
         "the ppo hyperparameters have no effect on ppo-appendix"),
        (["--agent", "ppo", "--a2c.num-lanes", "32", "--ppo.num-lanes", "0"],
         "num_lanes must be at least 1"),
        (["--out", "file/run"], "cannot write to file/run: Not a directory"),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_sentence(run, arguments, message):
    Path("file").write_text("in the way")
    assert run(*arguments) == (2, "", f"aljabr: {message}\n")


def test_the_flags_are_the_hyperparameters_and_the_agent_s_name_says_its_curiosity(run):
    status, out, _ = run("--help")
    assert status == 0
    assert "--ppo.imitation-coefficient" in out
    assert "--ppo.curiosity" not in out


def test_the_folder_is_named_by_the_task():
    from aljabr.cli.session import task
    from aljabr.flat.training import TrainConfig

    assert task(TrainConfig(dataset="small")) == "small"
    assert task(TrainConfig(equation="e + (a x + b)/(c x + d)")) == "rational"
    assert task(TrainConfig(equation="sin(x) = a/2")) == "sin-x-a-2"


def test_training_without_its_packages_is_told(run, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert run() == (
        2, "", "aljabr: training needs more packages: pip install 'aljabr[train]'\n"
    )  # fmt: skip


def test_of_equals_the_latest_is_the_best_and_a_worse_one_is_not(tmp_path, monkeypatch):
    from rich.console import Console

    from aljabr.cli.session import Session
    from aljabr.flat import training
    from aljabr.ledger.runs import RunFolder

    config = training.TrainConfig(agent="a2c", equation="a*x", seeds=2)
    session = Session(training.start(config), RunFolder(tmp_path), Console(stderr=True), 60.0)
    path = tmp_path / "best.safetensors"
    for step, scores, expected in (
        (1, (0.0, 0.0), (1, 0)),
        (2, (0.0, 1.0), (2, 1)),
        (3, (0.0, 0.0), (2, 1)),
        (4, (1.0, 0.0), (4, 0)),
    ):
        session.trainer.steps = step
        monkeypatch.setattr(session, "_validate", lambda m, scores=scores: {"greedy": scores[m]})
        session.validate()
        card = checkpoint.read_card(path)
        assert (card["step"], card["seed"]) == expected


def test_only_a_mistake_of_the_user_s_loses_its_traceback(run, monkeypatch):
    def fail(*_, **__):
        raise ValueError("a defect")

    monkeypatch.setattr("aljabr.flat.training.make_lanes", fail)
    with pytest.raises(ValueError, match="a defect"):
        run("--steps", "400")


def test_a_defect_of_expert_iteration_keeps_its_traceback(run_cli, monkeypatch, tmp_path):
    def fail(*_, **__):
        raise ValueError("a defect")

    monkeypatch.setattr("aljabr.expert.iteration.train", fail)
    with pytest.raises(ValueError, match="a defect"):
        run_cli("train", "--agent", "expert", "--out", tmp_path)
