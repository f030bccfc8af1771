"""Polynomials with numbers: what is drawn, and that false and missing roots are seen."""

from __future__ import annotations

from collections import Counter
from typing import Any

import mpmath
import pytest

from benchmarks import polynomials
from benchmarks.comparing import COMPLETE, INCOMPLETE, UNCLEAR, UNSOLVED, WRONG

CUBES = [-8, 0, 0, 1]
DOUBLE = [1, -2, 1]


def root(value: str, **others: Any) -> dict[str, Any]:
    return {"value": value, "conditions": []} | others


def record(*roots: Any, **others: Any) -> dict[str, Any]:
    return {"status": "solved", "roots": roots, "complete": True} | others


@pytest.mark.parametrize(
    ("polynomial", "said", "verdict"),
    [
        (CUBES, record(root("2"), root("-1 + sqrt(-3)"), root("-1 - sqrt(-3)")), COMPLETE),
        (CUBES, record(root("8^(1/3)"), root("r - 1"), root("-1 - r"),
                       definitions=[{"name": "r", "value": "sqrt(-3)"}]), COMPLETE),
        (CUBES, record(root("2"), root("-1 + sqrt(-3)"), root("-1 - sqrt(-3)"), complete=False),
         INCOMPLETE),
        (CUBES, record(root("2")), WRONG),
        (CUBES, record(root("2"), complete=False), INCOMPLETE),
        ([8, 0, 0, 1], record(root("(-8)^(1/3)"), root("-2"), root("1 - sqrt(-3)")), COMPLETE),
        (CUBES, record(root("1/0"), complete=False), WRONG),
        (CUBES, record(root("what?")), UNCLEAR),
        (CUBES, record(status="unsolved"), UNSOLVED),
        (CUBES, record(status="no_solution"), WRONG),
        (DOUBLE, record(root("1", multiplicity=2, approx=1.0)), COMPLETE),
        (DOUBLE, record(root("1", multiplicity=1)), WRONG),
        (DOUBLE, record(root("1", approx=1.1)), WRONG),
        (DOUBLE, record(root("1", approx=[1.0, 0.5])), WRONG),
    ],
)  # fmt: skip
def test_records_are_judged(polynomial, said, verdict):
    assert polynomials.judge(polynomial, said) == verdict


def test_multiplicities_are_those_of_the_factors():
    with mpmath.workdps(60):
        found = polynomials.true_roots([-4, 8, -5, 1])  # (x - 1)*(x - 2)^2
    assert sorted((round(float(each.real)), times) for each, times in found) == [(1, 1), (2, 2)]


@pytest.mark.parametrize("degree", polynomials.DEGREES)
def test_what_is_drawn_is_of_its_degree_and_every_kind_is_met(degree):
    drawn = polynomials.draw(degree, 300, 0)
    assert drawn == polynomials.draw(degree, 300, 0)
    assert all(len(each) == degree + 1 and each[-1] for _, each in drawn)
    assert all(max(map(abs, each)) <= polynomials.MOST for _, each in drawn)
    assert len({tuple(each) for _, each in drawn}) == 300
    kinds = Counter(kind for kind, _ in drawn)
    assert len(kinds) >= len(polynomials.KINDS) - (degree == 2)


@pytest.mark.parametrize(
    ("polynomial", "text"),
    [
        ([1, 0, 1], "x^2 + 1 = 0"),
        ([0, -1, 2], "2*x^2 - x = 0"),
        ([-3, 1, 0, -7], "-7*x^3 + x - 3 = 0"),
    ],
)
def test_polynomials_are_written(polynomial, text):
    assert polynomials.text_of(polynomial) == text


def test_figures_have_a_row_for_each_degree():
    found = [{"kind": "general", "verdict": COMPLETE, "seconds": 0.1}]
    made = {"date": "today", "commit": "abc", "python": "3", "machine": "one"}
    rows = {"degree 2": polynomials.counts(found), "all": polynomials.counts(found)}
    shown = polynomials.render({"rows": rows, "config": {"budget": 5.0}, "made_with": made})
    assert "| degree 2 | 1 | **1.000**" in shown["polynomials"]
