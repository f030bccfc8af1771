"""What the steps of a derivation lose: cases to be solved, conditions, and what is not proved."""

from __future__ import annotations

import numpy as np
import pytest
import symengine as se
from conftest import find_action

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.answer.derivation import Derivation, Line
from aljabr.answer.judge import Judge
from aljabr.answer.losses import Lost
from aljabr.answer.solution import Domain
from aljabr.game.games import COMPLEX, SOLVER
from aljabr.game.graph import StateGraph
from aljabr.search.path import Move, Path


def read(text: str) -> ar.Sym:
    """Read a term in which n stands for any whole number."""
    return se.sympify(text).subs({se.Symbol("n"): ar.INTEGERS[0]})


def played(text: str, steps: list[str], domain: Domain = "real") -> tuple[Judge, list[Line]]:
    """Play steps such as `negate` or `divide a` from an equation."""
    graph = StateGraph(SOLVER if domain == "real" else COMPLEX)
    judge = Judge(graph, parse(text, "x", graph.table), domain)
    state = judge.start
    path: Path = ()
    for step in steps:
        rule, _, term_text = step.partition(" ")
        term = graph.table.intern(read(term_text)) if term_text else None
        action = find_action(graph, state, rule, term)
        assert action is not None, step
        assert graph.mask[state, action], step
        state = int(graph.step(np.array([state]), np.array([action]))[0])
        path = (*path, Move(action, state))
    return judge, Derivation(graph, judge.equation, judge.start, path).lines


def lost(text: str, *steps: str, domain: Domain = "real") -> Lost:
    judge, lines = played(text, list(steps), domain)
    return judge.losses.of(lines)


def obligations(found: Lost) -> list[tuple[int, str, bool]]:
    """Return the step, the equation, and whether it was divided by."""
    return [
        (each.place, "" if each.equation is None else equation_text(each.equation), each.divides)
        for each in found.obligations
    ]


NOTHING = [
    ("3x + 5 = 11", ["subtract 5", "divide 3"]),
    ("x^2 - 5x + 6 = 0", ["factor"]),
    ("x^2 = 0", ["zero_product"]),
    ("acos(x)^2 = a", ["sqrt"]),  # neither acos(x) nor sqrt(a) is negative
    ("asin(sqrt(x))^4 = cos(b)", ["power_root"]),
    ("exp(x) = b", ["log"]),
    ("2^x = b", ["log", "divide log(2)"]),
    ("log(x) = b", ["exp"]),
    ("sqrt(x) = b", ["square"]),
    ("tan(x) = b", ["atan"]),
    ("x^3 = 8", ["power_root"]),
    ("x^(1/3) = b", ["power_root"]),
    ("abs(x) = 0", ["abs"]),
    ("a/(x - 1) = b", ["multiply x - 1"]),
    ("exp(x) = b*exp(2x)", ["divide exp(x)"]),  # which never is zero
    ("(x + 1)/x = 0", ["zero_product"]),
]


@pytest.mark.parametrize(("text", "steps"), NOTHING)
def test_most_steps_lose_nothing(text, steps):
    assert lost(text, *steps) == Lost()


CASES = [
    ("x^2 = 4", ["sqrt"], [(0, "x = -2", False)]),
    ("2 x^2 = 8", ["divide 2", "sqrt"], [(1, "x = -2", False)]),
    ("sin(x) = b", ["asin"], [(0, "x = pi - asin(b) + 2*pi*n", False)]),
    ("x^4 = 16", ["power_root"], [(0, "x = -2", False)]),
    ("abs(x) = 3", ["abs"], [(0, "x = -3", False)]),
    ("x*(x + 1)*(x + 2) = 0", ["zero_product"], [(0, "x + 1 = 0", False), (0, "x + 2 = 0", False)]),
    ("x^2 = 3x", ["divide x"], [(0, "x = 0", True)]),
    ("x^2 = a*x", ["divide x"], [(0, "x = 0", True)]),
    ("sin(x)*x = x", ["divide x", "asin"], [(0, "x = 0", True)]),
    ("x*sin(x) = sin(x)", ["divide sin(x)"], [(0, "sin(x) = 0", True)]),
    ("sin(x)^2 = 1/4", ["sqrt", "asin"],
     [(0, "sin(x) = -1/2", False), (1, "x = 5*pi/6 + 2*pi*n", False)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "steps", "expected"), CASES)
def test_cases_are_left_to_be_solved(text, steps, expected):
    found = lost(text, *steps)
    assert obligations(found) == expected
    assert not found.conditions
    assert not found.unproved


def test_what_was_excluded_when_it_was_typed_is_no_case():
    assert lost("x/(x - 1) = (x - 1)*x/(x - 1)^2 + 1/(x - 1)", "divide 1/(x - 1)") == Lost()
    (case,) = obligations(lost("x^2/(x - 1) = x", "divide x"))
    assert case == (0, "x = 0", True)
    assert lost("1/x + x^2 = 3", "divide x") == Lost()


CONDITIONS = [
    ("a x = b", ["divide a"], ["a ≠ 0"]),
    ("a x = b*c", ["divide a", "multiply c"], ["a ≠ 0"]),
    ("a b x = c", ["divide a", "divide b"], ["a ≠ 0", "b ≠ 0"]),
    ("a*x*(x + 1) = 0", ["zero_product"], ["a ≠ 0"]),
    ("a^2*x = 0", ["zero_product"], ["a ≠ 0"]),
    ("x^a = b", ["power_root"], ["a ≠ 0"]),
]


@pytest.mark.parametrize(("text", "steps", "expected"), CONDITIONS)
def test_what_is_asked_of_parameters_is_a_condition(text, steps, expected):
    found = lost(text, *steps)
    assert [each.text() for each in found.conditions] == expected
    assert not found.unproved


def test_what_is_positive_anyway_is_not_asked_for():
    assert lost("pi*x = b", "divide pi") == Lost()
    assert lost("x*exp(a) = b", "divide exp(a)") == Lost()
    assert lost("x/a = b", "multiply a") == Lost()


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("abs(x) = 3", ["abs"]),  # a circle
        ("x^13 = 2", ["power_root"]),  # more roots than are cases
        ("x^a = b", ["power_root"]),
    ],
)
def test_over_the_complex_numbers_some_steps_may_lose_more(text, steps):
    assert lost(text, *steps, domain="complex").unproved
    assert not lost(text, *steps).unproved


def test_over_the_complex_numbers_there_are_more_cases():
    found = lost("x^3 = 8", "power_root", domain="complex")
    assert len(found.obligations) == 2
    assert not found.unproved
    assert lost("exp(x) = b", "log", domain="complex") == Lost()


@pytest.mark.parametrize(
    ("text", "step", "case"),
    [
        ("(x^2 + 1)*x = 2*(x^2 + 1)", "divide x**2 + 1", "x^2 + 1 = 0"),
        ("(exp(x) + 1)*x = 2*(exp(x) + 1)", "divide exp(x) + 1", "exp(x) + 1 = 0"),
    ],
)
def test_what_is_positive_for_real_numbers_may_vanish_for_others(text, step, case):
    assert lost(text, step) == Lost()
    assert obligations(lost(text, step, domain="complex")) == [(0, case, True)]


@pytest.mark.parametrize("steps", [("multiply x", "divide n"), ("divide n",)])
def test_where_a_whole_number_is_zero_there_is_no_root(steps):
    """1 = 2*pi*n*x, and 1/x = 2*pi*n, have none for n = 0."""
    found = lost("sin(1/x) = 0", "asin", *steps)
    assert not found.unproved
    assert not found.conditions


def test_a_whole_number_that_may_be_zero_is_no_parameter():
    """x*n = 0 is true of every x for n = 0."""
    assert lost("sin(x*y) = 0", "asin", "divide y", "divide n").unproved


def test_a_case_that_is_out_of_bounds_is_an_obligation_all_the_same(monkeypatch):
    judge, lines = played("x^2 = 4", ["sqrt"])
    monkeypatch.setattr("aljabr.game.games.cases", lambda *_: [None, lines[0].after])
    (obligation,) = judge.losses.of(lines).obligations
    assert obligation.equation is None
