"""`aljabr hint`, `check` and `practice` as commands."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def run(*words: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "aljabr", *words],
        input=text, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_check_reads_a_file(tmp_path):
    file = tmp_path / "work.txt"
    file.write_text("x^2 = 2x\n\nx = 2\n", encoding="utf-8")
    ran = run("check", str(file))
    assert (ran.returncode, ran.stderr) == (1, "")
    assert "  3. ✗ x = 2" in ran.stdout
    assert "Dividing by x" in ran.stdout


def test_check_reads_standard_input():
    ran = run("check", "-", "--json", text="x^2 = 9\nx = ±3\n")
    record = json.loads(ran.stdout)
    assert ran.returncode == 0
    assert record["finished"]
    assert record["first_wrong"] is None


@pytest.mark.parametrize(
    ("words", "text", "sentence"),
    [
        (("check", "-"), "2x = = 4\nx = 2\n", "unexpected '=' in line 1 at column 6"),
        (("check", "nowhere.txt"), None, "cannot read nowhere.txt"),
        (("check",), None, "give either the lines or a file"),
        (("hint", "x = 2", "--file", "-"), "x = 2", "give either the lines or a file"),
        (("hint", "-x = (3"), None, "'(' is never closed in line 1 at column 6"),
        (("practice", "poetry"), None, "choose from linear"),
        (("check", "-"), "", "there is no line to read"),
    ],
)
def test_a_mistake_is_one_sentence(words, text, sentence):
    ran = run(*words, text=text)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert sentence in ran.stderr


def test_hint_says_more_if_asked():
    assert run("hint", "3x + 5 = 11").stdout == "Subtract 5 from both sides.\n"
    ran = run("hint", "3x + 5 = 11", "--more")
    assert ran.stdout == "Subtract 5 from both sides.\n  3*x = 6\n"
    assert json.loads(run("hint", "--file", "-", "--json", text="x = 2\n").stdout)["done"]


def test_practice_is_what_python_draws():
    from aljabr import practice

    assert (
        run("practice", "linear", "--seed", "3").stdout.strip()
        == practice("linear", seed=3).equation
    )
