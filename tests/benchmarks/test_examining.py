"""The examination's checker must see what is false or missing; SymPy is killed in time."""

from __future__ import annotations

import random
import time
from types import SimpleNamespace
from typing import Any

import pytest

from aljabr import solve
from aljabr.tasks.written import Known
from benchmarks import exam, examining, sympy_sets
from benchmarks.comparing import COMPLETE, INCOMPLETE, UNSOLVED, WRONG

SINE = Known("2sin x = 1", "solved", ("pi/6 + 2*pi*n", "5*pi/6 + 2*pi*n"))
LONG = Known("sin(x) + sin(2*x) + cos(3*x) + x*cos(5*x) = x^7 + exp(x)", "solved", ("0",))
SQUARE = Known("x^2 = 7", "solved", ("sqrt(7)", "-sqrt(7)"))
NONE = Known("e^x = -1", "no_solution")
ALWAYS = Known("tan x = sin x/cos x", "all_values")
LOGS = Known("ln x + ln 3 = ln(3x)", "all_values")
FORMULA = Known("v = u + a x", "solved", ("(v - u)/a",))


def answer(
    status: str, *conditions: str, complete: bool = True, roots: tuple[str, ...] = ()
) -> Any:
    found = [SimpleNamespace(value=each, conditions=(), family="n" if "n" in each.replace("tan", "")
                             else None) for each in roots]  # fmt: skip
    return SimpleNamespace(status=status, conditions=conditions, complete=complete, roots=found)


@pytest.mark.parametrize(
    ("known", "solution", "verdict"),
    [
        (SINE, answer("solved", roots=SINE.roots), COMPLETE),
        (SINE, answer("solved", roots=SINE.roots[:1]), WRONG),
        (SINE, answer("solved", roots=SINE.roots[:1], complete=False), INCOMPLETE),
        (SINE, answer("all_values"), WRONG),
        (SINE, answer("unsolved", complete=False), UNSOLVED),
        (NONE, answer("no_solution"), COMPLETE),
        (ALWAYS, answer("all_values", "cos(x) ≠ 0"), COMPLETE),
        (ALWAYS, answer("all_values"), COMPLETE),
        (ALWAYS, answer("all_values", "x > 0"), INCOMPLETE),
        (ALWAYS, answer("no_solution"), WRONG),
        (ALWAYS, answer("solved", roots=("0",)), WRONG),
        (LOGS, answer("all_values", "x > 0"), COMPLETE),
        (LOGS, answer("all_values"), WRONG),
        (FORMULA, answer("solved", roots=("v/a - u/a",)), COMPLETE),
        (FORMULA, answer("solved", roots=("v/a + u/a",)), WRONG),
    ],
)
def test_verdicts(known, solution, verdict):
    assert examining.judge(known, solution, random.Random(0)) == verdict


@pytest.mark.parametrize("known", [SQUARE, FORMULA, NONE])
def test_our_answers_are_judged(known):
    found = examining.judge(known, solve(known.text, "x"), random.Random(0))
    assert found == COMPLETE


def test_sympy_is_asked_and_killed():
    peer = sympy_sets.Peer(20.0)
    try:
        verdicts = {known.text: [sympy_sets.judge(known, peer, method, "0")["verdict"]
                                 for method in sympy_sets.METHODS]
                    for known in (SQUARE, SINE, FORMULA)}  # fmt: skip
        assert verdicts[SQUARE.text] == [COMPLETE, COMPLETE]
        assert verdicts[SINE.text] == [INCOMPLETE, COMPLETE]
        assert verdicts[FORMULA.text] == [COMPLETE, COMPLETE]
        peer.deadline = 0.01
        assert sympy_sets.judge(LONG, peer, "solve", "0")["verdict"] == UNSOLVED
    finally:
        peer.close()


def test_starting_sympy_takes_nothing_from_an_equation():
    peer = sympy_sets.Peer(20.0)
    try:
        started = time.perf_counter()
        found = sympy_sets.judge(SQUARE, peer, "solve", "0")
        waited = time.perf_counter() - started
        assert found["verdict"] == COMPLETE
        peer.close()
        peer.deadline = waited / 2  # less than it takes to load SymPy, more than to solve
        assert sympy_sets.judge(SQUARE, peer, "solve", "0")["verdict"] == COMPLETE
    finally:
        peer.close()


def test_figures_are_rendered():
    taken = [{"search": {"verdict": COMPLETE, "seconds": 0.1, "answer": ""}}]
    counts = exam._counts(taken, ["search"])
    made = dict.fromkeys(("date", "commit", "python", "sympy", "machine"), "")
    run = {
        "takers": ["search"],
        "classes": {"radicals": counts},
        "whole": counts,
        "failures": [],
        "config": {"split": "validation", "budget": 5.0, "peers": 0},
        "made_with": made,
    }
    found = exam.render({"runs": {"validation": run}})
    assert "| radicals | 1 | **1.000**" in found["rates"]
    assert "100 ms" in found["times"]
    assert found["failures"] == "None."
