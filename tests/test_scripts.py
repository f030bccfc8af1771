"""The examples run, and say what they are meant to show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted((ROOT / "examples").glob("*.py"))
ARGUMENTS = {
    "train_and_plot.py": ["--equation", "a + x", "--steps", "12288"],
    "ppo_rnd.py": ["--equations", "a*x + b = 0", "--steps", "80000"],
}
SHOWN = {
    "solve_and_inspect.py": ["x = (c^2 - a)/b, verified: exact", "'c': -3} [False]", r"c \geq 0"],
    "own_rule.py": ["take the reciprocal of both sides", "if a ≠ 0, c ≠ 0"],
    "train_and_plot.py": ["greedy after 12288 steps: True", "the curve is in curve.png"],
    "ppo_rnd.py": ["a*x + b = 0: first solved in step ", ": True\n"],
}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_an_example_runs_and_shows_what_it_is_about(script, tmp_path):
    ran = subprocess.run(
        [sys.executable, str(script), *ARGUMENTS.get(script.name, [])],
        capture_output=True, text=True, encoding="utf-8", cwd=tmp_path, timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"}, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    for text in SHOWN[script.name]:
        assert text in ran.stdout
    if "train" in script.name:
        assert (tmp_path / "curve.png").stat().st_size > 1000


def test_there_are_four():
    assert {script.name for script in SCRIPTS} == SHOWN.keys()
