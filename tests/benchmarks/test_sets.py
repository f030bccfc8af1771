"""The comparison of an answer with a known set must see what is false, and what is missing."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import mpmath
import pytest

from aljabr.tasks.exercises import draw
from aljabr.tasks.written import Known
from benchmarks import comparing, sets
from benchmarks.checking.reading import read
from benchmarks.comparing import COMPLETE, INCOMPLETE, UNCLEAR, UNSOLVED, WRONG, judge

SQUARE = Known("x^2 = 7", "solved", ("sqrt(7)", "-sqrt(7)"))
NONE = Known("x^2 = -1", "no_solution")
SINE = Known("sin(x) = 1/2", "solved", ("pi/6 + 2*pi*n", "5*pi/6 + 2*pi*n"))
ZEROS = Known("sin(x)*cos(x) = 0", "solved", ("pi*n", "pi/2 + pi*n"))
BARS = Known("|x - a| = b", "solved", ("a + b", "a - b"), ("b ≥ 0", "b ≥ 0"))
CUBE = Known("x^3 = a", "solved", ("a^(1/3)", "-(-a)^(1/3)"), ("a ≥ 0", "a ≤ 0"))
MIXED = Known("x*sin(x - 1) = 0", "solved", ("0", "1 + pi*n"))
ZERO = Known("a*x = 0", "solved", ("0",))


def root(value: str, *conditions: str, family: str | None = None) -> Any:
    return SimpleNamespace(value=value, conditions=conditions, family=family)


def answer(*roots: Any, complete: bool = True, status: str = "solved", conditions: Any = ()) -> Any:
    return SimpleNamespace(status=status, roots=roots, complete=complete, conditions=conditions)


@pytest.mark.parametrize(
    ("known", "solution", "verdict"),
    [
        (SQUARE, answer(root("sqrt(7)"), root("-sqrt(7)")), COMPLETE),
        (SQUARE, answer(root("-7^(1/2)"), root("7^(1/2)"), root("sqrt(7)")), COMPLETE),
        (SQUARE, answer(root("sqrt(7)"), root("-sqrt(7)"), complete=False), INCOMPLETE),
        (SQUARE, answer(root("sqrt(7)"), complete=False), INCOMPLETE),
        (SQUARE, answer(root("sqrt(7)")), WRONG),
        (SQUARE, answer(root("sqrt(7)"), root("-sqrt(7)"), root("3"), complete=False), WRONG),
        (SQUARE, answer(status="no_solution"), WRONG),
        (SQUARE, answer(status="all_values"), WRONG),
        (SQUARE, answer(status="unsolved", complete=False), UNSOLVED),
        (SQUARE, answer(root("what?")), UNCLEAR),
        (NONE, answer(status="no_solution"), COMPLETE),
        (NONE, answer(root("1"), complete=False), WRONG),
        (SINE, answer(root("pi/6 + 2*pi*k", family="k"), root("5*pi/6 - 2*pi*k", family="k")),
         COMPLETE),
        (SINE, answer(root("pi/6 + 2*pi*n", family="n")), WRONG),
        (SINE, answer(root("pi/6 + 2*pi*n", family="n"), complete=False), INCOMPLETE),
        (SINE, answer(root("pi/6"), complete=False), INCOMPLETE),
        (SINE, answer(root("pi/6 + 200*pi"), complete=False), INCOMPLETE),
        (SINE, answer(root("pi/6 + pi*n", family="n"), complete=False), WRONG),
        (SINE, answer(root("(-1)^n*pi/6 + pi*n", family="n")), COMPLETE),
        (ZEROS, answer(root("pi*n/2", family="n")), COMPLETE),
        (ZEROS, answer(root("pi*n/2", "cos(pi*n/2) ≠ 0", family="n")), WRONG),
        (MIXED, answer(root("0"), root("1 + pi*n", family="n")), COMPLETE),
        (MIXED, answer(root("1 + pi*n", family="n")), WRONG),
        (BARS, answer(root("a + b", "b ≥ 0"), root("a - b", "b ≥ 0")), COMPLETE),
        (BARS, answer(root("a + b"), root("a - b"), conditions=("b ≥ 0",)), COMPLETE),
        (BARS, answer(root("a + b"), root("a - b")), WRONG),
        (BARS, answer(root("a + b", "b ≥ 0"), root("b - a", "b ≥ 0")), WRONG),
        (BARS, answer(root("a + b", "b > 0", "a > 0"), root("a - b", "b > 0", "a > 0")),
         INCOMPLETE),
        (BARS, answer(status="no_solution", conditions=("b < 0",)), INCOMPLETE),
        (BARS, answer(status="no_solution"), WRONG),
        (CUBE, answer(root("a^(1/3)", "a ≥ 0"), root("-(-a)^(1/3)", "a ≤ 0")), COMPLETE),
        (CUBE, answer(root("cbrt(a)")), COMPLETE),
        (CUBE, answer(root("a^(1/3)", "a ≥ 0")), INCOMPLETE),
        (ZERO, answer(root("0"), conditions=("a ≠ 0",)), COMPLETE),
        (ZERO, answer(root("0", "every parameter > 0")), INCOMPLETE),
        (ZERO, answer(root("0"), conditions=("a = 0",)), UNCLEAR),
    ],
)  # fmt: skip
def test_answers_are_judged(known, solution, verdict):
    assert judge(known, solution, random.Random(0)) == verdict


def test_an_answer_of_today_without_the_new_fields_is_incomplete():
    old = SimpleNamespace(value="sqrt(7)", conditions=())
    solution = SimpleNamespace(status="solved", roots=(old,), conditions=())
    assert judge(SQUARE, solution, random.Random(0)) == INCOMPLETE


def test_the_known_sets_themselves_are_complete_and_right():
    for known in draw("sets", "validation", 0).known[:150]:
        conditions = known.conditions or ("",) * len(known.roots)
        roots = [
            root(text, *filter(None, each.split(", ")), family="n" if "*n" in text else None)
            for text, each in zip(known.roots, conditions, strict=True)
        ]
        said = answer(*roots, status=known.status)
        assert judge(known, said, random.Random(0)) == COMPLETE, known
        if len(roots) > 1 and not known.conditions and not any(each.family for each in roots):
            assert judge(known, answer(*roots[1:]), random.Random(0)) == WRONG, known


@pytest.mark.parametrize(
    ("text", "value"),
    [("(-8)^(1/3)", -2), ("cbrt(-8)", -2), ("(-8)^(2/3)", 4), ("(-1)^(1/2)", None), ("1/0", None),
     ("log(0)", None), ("-2^2", -4), ("|2 - 5|", 3)],
)  # fmt: skip
def test_values_are_real_or_none(text, value):
    found = comparing.real_value(read(text), {})
    assert found is value or mpmath.almosteq(found, value)


# -- figures ---------------------------------------------------------------------------------------


def found(verdict: str) -> dict[str, Any]:
    return {"verdict": verdict, "seconds": 0.1, "roots": ["1"], "status": "solved"}


def test_verdicts_are_counted_by_kind_and_failures_named_where_allowed():
    equations = [SQUARE, SINE, NONE]
    results = [found(COMPLETE), found(WRONG), found(UNSOLVED)]
    run = sets.summary(equations, ["one", "two", "two"], results, show=True)
    assert run["whole"]["n"] == 3
    assert run["whole"]["verdicts"][COMPLETE] == 1
    assert run["kinds"]["two"]["verdicts"] == {
        COMPLETE: 0, INCOMPLETE: 0, WRONG: 1, UNSOLVED: 1, UNCLEAR: 0,
    }  # fmt: skip
    assert [one["equation"] for one in run["failures"]] == [SINE.text, NONE.text]
    hidden = sets.summary(equations, ["one", "two", "two"], results, show=False)
    assert hidden["failures"] == []


def test_the_page_has_a_row_for_each_kind_and_says_what_is_missing():
    run = sets.summary([SQUARE, SINE], ["one", "two"], [found(COMPLETE), found(WRONG)], show=True)
    made = {"date": "today", "commit": "abc", "python": "3", "machine": "one"}
    run |= {"config": {"budget": 2.0}, "made_with": made}
    tables = sets.render({"runs": {"test/search/sets": run, "validation/search/sets": run}})
    assert "| one | 1 | **1.000**" in tables["sets"]
    assert "| all | 2 | **0.500**" in tables["sets"]
    assert tables["failures"] == "- wrong, two (1): `sin(x) = 1/2`"
    assert tables["greedy"] == tables["claims"] == "Not measured yet."


def test_a_few_equations_are_solved_and_judged():
    (one,) = sets.judged("search", 2.0, 0, [Known("2*x = 6", "solved", ("3",))])
    assert one["verdict"] in (COMPLETE, INCOMPLETE)
    (claim,) = sets.claimed("search", 2.0, ["2*x = 6"])
    assert claim["status"] == "solved"
