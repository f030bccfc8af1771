"""The check of the solver's answers must see a false one."""

from __future__ import annotations

import random

import mpmath
import pytest

from aljabr import Root, Solution
from aljabr.tasks.written import Known
from benchmarks.answers import holds, judge

LINEAR = Known("a*x + b = 0", "solved", ("(-b)/(a)",))
NONE = Known("x - 1 = x", "no_solution")
ARCSINE = Known("asin(x) - a = 0", "solved", ("sin(a)",))
SQUARE_ROOT = Known("sqrt(x) - a = 0", "solved", ("a^2",))
LOGARITHM = Known("exp(x) + a = 0", "solved", ("log(-a)",))


def root(value: str, *conditions: str) -> Solution:
    return Solution("", "x", "solved", roots=(Root(value, conditions, "exact"),))


def status(name: str, *conditions: str) -> Solution:
    return Solution("", "x", name, conditions=conditions)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("dataset", "known", "solution", "verdict"),
    [
        ("symbolic", LINEAR, root("-b/a"), "right"),
        ("symbolic", LINEAR, root("b/a"), "false root"),
        ("symbolic", LINEAR, root("-b/a", "a < 0"), "unchecked"),
        ("symbolic", LINEAR, status("no_solution"), "false no_solution"),
        ("symbolic", LINEAR, status("all_values"), "false all_values"),
        ("symbolic", LINEAR, status("unsolved"), "unsolved"),
        ("school", NONE, root("1"), "false root"),
        ("school", NONE, status("no_solution"), "right"),
        ("school", NONE, status("all_values"), "false all_values"),
        ("small", ARCSINE, root("sin(a)"), "false root"),  # not beyond pi/2
        ("small", ARCSINE, root("sin(a)", "-pi/2 ≤ a ≤ pi/2"), "right"),
        ("small", SQUARE_ROOT, status("no_solution"), "false no_solution"),
        ("small", SQUARE_ROOT, status("no_solution", "-a ≥ 0"), "right"),
        ("small", LOGARITHM, root("log(-a)", "-pi < Im(log(-a)) ≤ pi"), "right"),
        ("small", LOGARITHM, root("log(a)"), "false root"),
    ],
)
def test_answers_are_judged(dataset, known, solution, verdict):
    with mpmath.workdps(60):
        assert judge(dataset, known, solution, random.Random(0)) == verdict


@pytest.mark.parametrize(
    ("condition", "is_true"),
    [
        ("a ≠ 0", True),
        ("a - 2 ≠ 0", False),
        ("0 ≤ sqrt(-a) ≤ pi", False),  # imaginary: at the edge of the branch
        ("0 ≤ 1 + sqrt(-a) ≤ pi", True),
        ("0 ≤ a ≤ 1", False),
    ],
)
def test_conditions_are_read(condition, is_true):
    with mpmath.workdps(60):
        assert holds(condition, {"a": mpmath.mpf(2)}) == is_true
