"""`aljabr bench checkpoints` makes what `aljabr plot`, `traces` and `solve` use."""

from __future__ import annotations

import pytest

from aljabr.bench import run_plot
from aljabr.cli import checkpoints
from aljabr.flat.presets import AGENT_NAMES
from aljabr.ledger.events import EventFile, read_scalars

ARGUMENTS = ["bench", "checkpoints", "--agents", "a2c", "--steps", "320", "--processes", "1"]


@pytest.fixture
def one_equation(tmp_path, monkeypatch):
    """Work in a folder of its own, where one equation is all there is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checkpoints, "FIXED", {"linear": "a*x + b = 0"})
    return tmp_path


def test_every_agent_that_learns_is_trained_on_every_equation():
    configs = checkpoints.configurations(1_000)
    assert len(configs) == 6 * len(checkpoints.AGENTS)
    assert set(AGENT_NAMES) - set(checkpoints.AGENTS) == {"random", "ppo-appendix"}
    assert len(set(configs)) == len(configs)
    (config, *_) = checkpoints.configurations(1_000, ["ppo-rnd"], ["appendix"])
    assert config.algorithm.style == "papers"
    assert config.algorithm.steps_per_update == 2_048


def test_a_run_is_trained_once_and_further_when_asked(one_equation, run_cli):
    status, out, err = run_cli(*ARGUMENTS)
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("0 left; best at step 320, validation greedy ")
    assert out.splitlines()[-1] == "1 of 1 agents are trained, in runs"
    run = one_equation / "runs" / "a2c-linear"
    assert {"best.safetensors", "last.safetensors", "config.json"} <= {
        path.name for path in run.iterdir()
    }
    assert run_cli(*ARGUMENTS)[1] == "1 of 1 agents are trained, in runs\n"
    further = [*ARGUMENTS, "--steps", "640"]
    assert "best at step" in run_cli(*further)[1]
    assert max(step for step, _ in read_scalars(run)["train/entropy"]) == 640

    status, out, err = run_cli("plot", "a2c-linear")
    assert (status, err) == (0, "")
    assert out.endswith(" curves in runs/a2c-linear/plot.png\n")
    assert (run / "plot.png").read_bytes().startswith(b"\x89PNG")
    assert run_cli("plot", str(run), "--out", "picture.svg")[0] == 0
    drawn = (one_equation / "picture.svg").read_text()
    for title in ("success", "entropy of the policy", "value of the states played"):
        assert f"<!-- {title} -->" in drawn


def test_a_run_that_fails_is_reported(one_equation, run_cli):
    (one_equation / "runs").mkdir()
    (one_equation / "runs" / "a2c-linear").write_text("no folder")
    status, out, err = run_cli(*ARGUMENTS)
    assert (status, err) == (1, "1 runs failed\n")
    assert "failed: runs/a2c-linear" in out
    assert out.splitlines()[-1] == "0 of 1 agents are trained, in runs"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--agents", "ppo-bold"], "there is no agent 'ppo-bold': a2c, "),
        (["--render"], "checkpoints are trained on this machine, one each, and have no page"),
    ],
)
def test_what_cannot_be_trained_is_refused(run_cli, arguments, message):
    status, _, err = run_cli("bench", "checkpoints", *arguments)
    assert status == 2
    assert err.startswith(f"aljabr: {message}")


# -- plots -----------------------------------------------------------------------------------------


def test_panels_hold_what_a_run_has_written():
    tags = ("train/entropy", "train/bonus_share", "train/success", "validation/greedy", "own")
    series = {"train/bonus": [(1, 0.0)], **{tag: [(1, 0.5)] for tag in tags}}
    assert run_plot.panels(series) == {
        "success": ["train/success", "validation/greedy"],
        "entropy of the policy": ["train/entropy"],
        "bonus, share of the advantage": ["train/bonus_share"],
        "own": ["own"],
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "there is no run at nowhere"),
        (["empty"], "empty holds no scalars of a run"),
        (["run", "--out", "plot.txt"], "plot.txt must end in .pdf, .png, .svg"),
    ],
)
def test_what_cannot_be_plotted_is_refused(run_cli, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    EventFile(tmp_path / "run").write(1, {"train/success": 0.5})
    status, out, err = run_cli("plot", *arguments)
    assert (status, out, err) == (2, "", f"aljabr: {message}\n")
