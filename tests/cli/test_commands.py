"""The command line as its users meet it: output, exit status, one sentence for a mistake."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def run(run_cli):
    return run_cli


def test_solve_prints_the_derivation_the_answer_and_its_conditions(run):
    status, out, err = run("solve", "c + d/(a*x + b) = 0")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "  c + d/(a*x + b) = 0",
        "  1. d/(a*x + b) = -c       subtract c from both sides",
        "  2. -c*(a*x + b) = d       multiply both sides by a*x + b, and swap the sides",
        "  3. a*x + b = -d/c         divide both sides by -c (if c ≠ 0)",
        "  4. a*x = -b - d/c         subtract b from both sides",
        "  5. x = -(b*c + d)/(a*c)   divide both sides by a (if a ≠ 0)",
        "",
        "x = -(b*c + d)/(a*c)",
        "  if a ≠ 0, c ≠ 0, d ≠ 0",
        "  the only real root",
        "  verified: exactly, by substitution",
    ]


def test_solve_json(run):
    status, out, _ = run("solve", "--json", "a x + b")
    record = json.loads(out)
    assert status == 0
    assert len(out.splitlines()) == 1
    assert list(record) == [
        "equation", "unknown", "status", "domain", "complete", "roots", "complex_roots",
        "definitions", "rejected", "steps", "conditions", "note", "where", "members",
        "members_complete", "numeric_roots", "seconds",
    ]  # fmt: skip
    assert (record["domain"], record["complete"]) == ("real", True)
    assert record["roots"] == [
        {
            "value": "-b/a",
            "conditions": ["a ≠ 0"],
            "verified": "exact",
            "approx": None,
            "multiplicity": 1,
            "family": None,
            "real": True,
        }
    ]
    assert list(record["steps"][0]) == ["action", "term", "lhs", "rhs", "note", "branch"]


def test_solve_letters_the_cases_of_a_tree(run):
    status, out, err = run("solve", "(x^2 - 9) sqrt(x - 1) = 0")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "  (x^2 - 9) sqrt(x - 1) = 0",
        "  1. a) x - 1 = 0     a product is zero only if one of its factors is",
        "  2.    x = 1         add 1 to both sides",
        "  3. b) x^2 - 9 = 0   another case",
        "  4.    x^2 = 9       add 9 to both sides",
        "  5.    b.a) x = 3    take the square root of both sides",
        "  6.    b.b) x = -3   another case",
        "",
        "x = 1 or x = 3",
        "  all real roots",
        "  verified: exactly, by substitution",
        "  x = -3 is no root: there x - 1 would be negative under a root",
    ]
    record = json.loads(run("solve", "--json", "(x^2 - 9) sqrt(x - 1) = 0")[1])
    assert [step["branch"] for step in record["steps"]] == ["1", "1", "2", "2", "2.1", "2.2"]
    reason = "there x - 1 would be negative under a root"
    assert record["rejected"] == [{"value": "-3", "reason": reason, "branch": "2.2"}]


@pytest.mark.parametrize(
    ("equation", "flags", "answer"),
    [
        ("x^4 = 16", [], ("real", ["-2", "2"])),
        ("x^4 = 16", ["--domain", "real"], ("real", ["-2", "2"])),
        (
            "x^4 = 16",
            ["--domain", "complex"],
            ("complex", ["2", "2*sqrt(-1)", "-2", "-2*sqrt(-1)"]),
        ),
        ("sqrt(-1) x = 2", [], ("complex", ["-2*sqrt(-1)"])),
    ],
)
def test_the_domain_says_which_roots_are_asked_for(run, equation, flags, answer):
    record = json.loads(run("solve", "--json", equation, *flags)[1])
    assert record["complete"]
    assert (record["domain"], [root["value"] for root in record["roots"]]) == answer


def test_without_real_roots_the_others_are_named(run):
    out = run("solve", "x^2 + 4 = 0")[1]
    sentence = "no real solution; over the complex numbers x = 2*sqrt(-1) or x = -2*sqrt(-1)"
    assert out.splitlines()[-1] == sentence
    out = run("solve", "x^2 + 4 = 0", "--domain", "complex")[1]
    assert out.splitlines()[-3:-1] == ["x = 2*sqrt(-1) or x = -2*sqrt(-1)", "  all roots"]


def test_solve_latex(run):
    status, out, _ = run("solve", "2x = 4", "--latex")
    assert status == 0
    assert out.startswith(r"\begin{align*}")
    assert r"x &= 2" in out


@pytest.mark.parametrize("flags", [[], ["--json"], ["--latex"]])
def test_solve_draws_a_picture_beside_the_answer(run, tmp_path, flags):
    file = tmp_path / "pictures" / "-out.svg"
    status, out, err = run("solve", "2x = 4", *flags, "--plot", file)
    assert (status, err) == (0, "")
    assert out.split('"seconds"')[0] == run("solve", "2x = 4", *flags)[1].split('"seconds"')[0]
    assert "x = 2</text>" in file.read_text(encoding="utf-8")
    assert [each.name for each in file.parent.iterdir()] == ["-out.svg"]


def test_a_picture_that_cannot_be_drawn_or_written_is_told_after_the_answer(run, tmp_path):
    status, out, err = run("solve", "a x = 4", "--for", "x", "--plot", tmp_path / "out.svg")
    assert (status, err) == (
        2,
        "aljabr: an equation with parameters cannot be plotted: it holds a\n",
    )
    assert "\nx = 4/a\n" in out
    assert not list(tmp_path.iterdir())
    status, out, err = run("solve", "2x = 4", "--plot", tmp_path)
    assert (status, err) == (2, f"aljabr: cannot write {tmp_path}: Is a directory\n")
    assert "\nx = 2\n" in out


def test_solve_for_another_letter(run):
    assert "\nt = (v - u)/a\n" in run("solve", "v = u + a t", "--for", "t")[1]


@pytest.mark.parametrize("equation", ["-x = 3", "-x", "-(x + 1) = 2", "-3 = x", "-h = 3"])
def test_an_equation_may_start_with_a_minus(run, equation):
    status, out, err = run("solve", equation)
    assert (status, err) == (0, "")
    assert out.startswith(f"  {equation}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", ""], "the equation is empty at column 1"),
        (["solve", "x = = 2"], "unexpected '=' at column 5"),
        (["solve", "5 = 5"], "there is no unknown in the equation"),
        (["solve", "a + b"], "which of a, b is the unknown? choose one with --for"),
        (["solve", "a + b", "--for", "q"], "the unknown 'q' is not in the equation"),
        (["solve", "x < 2"], "this is not an equation: '<' at column 3"),
        (["solve", "__import__('os').abort()"], "unexpected '_' at column 1"),
        (["solve", "x" * 1_000_000], "the text is longer than 5,000 characters at column 5000"),
        (["solve", "x\udc80"], "unexpected '\\udc80' at column 2"),
        (["solve", "2x = 4", "--budget", "0"], "the budget must be a positive number of seconds"),
        (["solve", "2x = 4", "--budget", "-1"], "the budget must be a positive number of seconds"),
        (["solve", "2x = 4", "--budget", "nan"], "the budget must be a positive number of seconds"),
        (["evaluate", "nowhere.txt"], "cannot read nowhere.txt: No such file or directory"),
    ],
    ids=range(13),
)
def test_a_mistake_gets_one_sentence_and_status_two(run, arguments, message):
    assert run(*arguments) == (2, "", f"aljabr: {message}\n")


@pytest.mark.parametrize(
    ("equation", "column"), [("-x = = 3", 6), (" -x = = 3", 7), ("x = = 3", 5)]
)
def test_columns_are_those_of_what_was_typed(run, equation, column):
    assert run("solve", equation)[2] == f"aljabr: unexpected '=' at column {column}\n"


def test_controls_in_the_input_do_not_reach_the_terminal(run, tmp_path):
    assert run("solve", "x\x1b[31m = 2")[2] == "aljabr: unexpected '\\x1b' at column 2\n"
    assert run("solve", "2x = 4", "--for", "\x1b")[2] == (
        "aljabr: the unknown '\\x1b' is not in the equation\n"
    )
    typed = "x\u200f\x0b = 2"  # what cannot be seen is read as a space
    assert run("solve", typed)[1].startswith("  x\\u200f\\x0b = 2\n")
    record = run("solve", "--json", typed)[1]
    assert record.rstrip("\n").isprintable()
    assert json.loads(record)["equation"] == typed
    file = tmp_path / "equations.txt"
    file.write_text("x\u202e = 2\n", encoding="utf-8")
    answer = run("evaluate", file)[1].splitlines()[0]
    assert answer == "x\\u202e = 2  ->  error: unexpected '\\u202e' at column 2"
    assert run("evaluate", "no\x1bwhere.txt")[2] == (
        "aljabr: cannot read no\\x1bwhere.txt: No such file or directory\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["solve"],
        ["solve", "x", "--budget", "soon"],
        ["dance"],
        ["bench", "dance"],
        ["solve", "x", "--domain", "imaginary"],
    ],
)
def test_wrong_usage_has_status_two_and_no_traceback(run, arguments):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert "Traceback" not in err
    assert err


def test_unsolved_is_an_answer(run):
    status, out, _ = run("solve", "x^x = 5", "--budget", "0.2")
    assert status == 0
    assert out.startswith("  x^x = 5\n\nnot solved within the limits\n")


def aljabr(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "aljabr", *arguments],
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
    )


def test_a_terminal_without_unicode_gets_an_answer():
    ran = aljabr("solve", "a x = b", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ran.returncode == 0
    assert rb"if a \u2260 0" in ran.stdout


def test_data_writes_the_splits(run, tmp_path):
    status, out, _ = run("data", "small", "--seed", "0", "--out", tmp_path / "data")
    assert status == 0
    assert out
    files = sorted((tmp_path / "data").rglob("*.txt"))
    assert files
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(lines) >= 1000
    assert all("=" in line for line in lines if not line.startswith("#"))


def test_a_bench_writes_its_page_and_fails_if_a_run_failed(run, tmp_path, monkeypatch):
    pytest.importorskip("jax")
    from aljabr.bench import table1

    def make_jobs(trials: int, steps: int) -> list[dict[str, object]]:
        rest = {"agent": "a-star", "trial": 0, "steps": steps}
        return [{"equation": each, **rest} for each in ("a*x + b = 0", "x = = 0")[:trials]]

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(table1, "jobs", make_jobs)
    status, out, err = run("bench", "table1", "--trials", "1")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "1 runs in docs/table1.md"
    page = Path("docs/table1.md").read_text(encoding="utf-8")
    assert "| `a*x + b = 0` | 1/1, **1.00** (0.21–1.00); paper 1.00 | " in page
    status, out, err = run("bench", "table1", "--trials", "2", "--processes", "1")
    assert (status, err) == (1, "1 runs failed\n")
    assert "unexpected '=' at column 5" in out
    assert len(Path("benchmarks/results/table1.jsonl").read_text().splitlines()) == 1
    Path("docs/table1.md").unlink()
    assert run("bench", "table1", "--render")[0] == 0
    assert Path("docs/table1.md").read_text(encoding="utf-8") == page


def test_the_list_of_commands(run):
    status, out, _ = run("--help")
    assert status == 0
    for name in ("solve", "evaluate", "agents", "data", "train", "traces", "bench"):
        assert f"• {name} " in out
