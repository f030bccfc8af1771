"""Families of roots: written plainly, and made one where they coincide or fill gaps."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
import symengine as se

from aljabr import solve
from aljabr.algebra import arithmetic as ar
from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.forms import Forms
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import expr_text
from aljabr.answer.derivation import Derivation
from aljabr.answer.families import counted_anew, different, integers, plain, united
from aljabr.answer.finding import Finding
from aljabr.game.games import SOLVER
from aljabr.game.graph import StateGraph

N, K = ar.INTEGERS[:2]


def read(text: str) -> ar.Sym:
    """Read an expression in which n and k stand for whole numbers."""
    return se.sympify(text).subs({se.Symbol("n"): N, se.Symbol("k"): K})


def make_findings(table: ExprTable, *texts: str) -> list[Finding]:
    """Return roots, each with a derivation of its own."""
    graph = StateGraph(SOLVER, table)
    equation = parse("sin(x) = a", "x", table)
    start = graph.add(equation)
    found = []
    for text in texts:
        value = table.intern(read(text))
        assert value is not None
        found.append(Finding("root", Derivation(graph, equation, start, ()), value, (), "exact"))
    return found


def texts_of(findings: list[Finding]) -> list[str]:
    return [expr_text(each.value) for each in findings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pi/6 + 2*pi*n", "pi/6 + 2*pi*n"),
        ("pi/6 - 2*pi*n", "pi/6 + 2*pi*n"),
        ("13*pi/6 + 2*pi*n", "pi/6 + 2*pi*n"),
        ("-11*pi/6 - 2*pi*n", "pi/6 + 2*pi*n"),
        ("5*pi/6 + 2*pi*n", "5*pi/6 + 2*pi*n"),
        ("3*pi/2 + 2*pi*n", "3*pi/2 + 2*pi*n"),
        ("2*pi*n - pi/2", "2*pi*n - pi/2"),
        ("2*pi*n - pi", "pi + 2*pi*n"),
        ("(1 - 4*pi*n)/2", "1/2 + 2*pi*n"),
        ("a - pi*n", "a + pi*n"),
        ("asin(b)/2 + 7*pi/2 + pi*n", "asin(b)/2 + pi/2 + pi*n"),
        ("2*pi + 2*pi*n", "2*pi*n"),
        ("pi*n - 3*pi/2", "pi/2 + pi*n"),
        ("10**30*pi + pi/3 + pi*n", "pi/3 + pi*n"),
        ("pi*(n + 5) - pi*n", "5*pi"),  # no family at all
        ("a*n", "a*n"),
        ("asin(2*pi*n)", "asin(2*pi*n)"),
        ("3", "3"),
        ("b", "b"),
    ],
)
def test_a_family_is_written_with_a_positive_period_and_a_small_offset(table, text, expected):
    expr = table.intern(read(text))
    assert expr_text(plain(table, expr)) == expected


def test_a_family_within_a_family_is_written_plainly_too(table):
    expr = table.intern(read("5*pi - 2*pi*n - 2*pi*k/3"))
    assert integers(expr) == [N, K]
    found = plain(table, expr)
    assert integers(found) == [N, K]
    assert all(found.sym.diff(letter) / se.pi > 0 for letter in (N, K))


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["2*pi*n", "pi + 2*pi*n"], ["pi*n"]),
        (["pi/2 + 2*pi*n", "2*pi*n - pi/2"], ["pi/2 + pi*n"]),
        (["3*pi/2 + pi*n", "-pi/2 - pi*n"], ["3*pi/2 + pi*n"]),  # counted the other way
        (["pi/2 - 2*pi*n", "2*pi*n - pi/2"], ["pi/2 + pi*n"]),
        (["b + 2*a*n", "b + a - 2*a*n"], ["b + a*n"]),
        (["pi/6 + 2*pi*n", "5*pi/6 + 2*pi*n"], ["pi/6 + 2*pi*n", "5*pi/6 + 2*pi*n"]),
        (["pi + 2*pi*n", "2*pi*n - pi"], ["pi + 2*pi*n"]),  # the same
        (["a + 2*pi*n", "a + pi + 2*pi*n"], ["a + pi*n"]),
        (["a + 2*pi*n", "pi - a + 2*pi*n"], ["a + 2*pi*n", "pi - a + 2*pi*n"]),
        (["2*pi*n", "2*pi/3 + 2*pi*n", "4*pi/3 + 2*pi*n"], ["2*pi*n/3"]),
        (["2*pi*n", "pi/2 + 2*pi*n", "pi + 2*pi*n"], ["pi*n", "pi/2 + 2*pi*n"]),
        (["2*pi*n", "pi*n/3 + 1"], ["2*pi*n", "1 + pi*n/3"]),  # of other periods
        (["3", "2*pi*n", "pi + 2*pi*n", "b"], ["3", "pi*n", "b"]),
        (["2*pi*n/a", "pi/a + 2*pi*n/a"], ["pi*n/a"]),
        (["asin(2*pi*n)", "3"], ["asin(2*pi*n)", "3"]),  # not evenly spaced
        (["b + 2*pi*n", "c + 2*pi*n", "c + pi + 2*pi*n", "b + pi + 2*pi*n"],
         ["b + pi*n", "c + pi*n"]),
    ],
)  # fmt: skip
def test_families_that_fill_each_others_gaps_are_one(table, texts, expected):
    found = united(Forms(table), make_findings(table, *texts))
    assert texts_of(found) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["2*pi*n", "2*pi*n/3"], ["2*pi*n/3"]),
        (["pi*n/3", "pi*n", "a + pi*n"], ["pi*n/3", "a + pi*n"]),
        (["0", "pi*n"], ["pi*n"]),
        (["1", "pi*n"], ["1", "pi*n"]),
        (["pi + 2*pi*n", "2*pi*n/3"], ["pi + 2*pi*n", "2*pi*n/3"]),
        (["2*pi*n*a", "2*pi*n"], ["2*pi*a*n", "2*pi*n"]),
    ],
)
def test_a_family_within_another_is_not_given(table, texts, expected):
    assert texts_of(united(Forms(table), make_findings(table, *texts))) == expected


def test_families_under_other_conditions_stay_apart(table):
    one, other = make_findings(table, "2*pi*n", "pi + 2*pi*n")
    condition = Condition("nonzero", table.intern(se.Symbol("a")))
    found = united(Forms(table), [one, replace(other, conditions=(condition,))])
    assert texts_of(found) == ["2*pi*n", "pi + 2*pi*n"]


def test_families_with_some_members_only_stay_apart(table):
    condition = Condition("root", table.intern(N - 1))
    findings = make_findings(table, "2*pi*n", "pi + 2*pi*n")
    found = united(Forms(table), [replace(each, conditions=(condition,)) for each in findings])
    assert texts_of(found) == ["2*pi*n", "pi + 2*pi*n"]  # not every pi*n from pi on


def test_what_is_counted_anew_is_the_same_family(table):
    for text in ("pi/6 - 2*pi*n", "13*pi/6 + 2*pi*n - 4*pi*k", "7 - pi*n/3 - 5*pi"):
        (finding,) = make_findings(table, text)
        letters = counted_anew(finding.value)
        assert se.expand(read(text).subs(letters)) == plain(table, finding.value).sym


def test_uniting_neither_loses_nor_adds_a_root(table):
    """Families of one period with random offsets, as sets of fractions of a whole turn."""
    rng = random.Random(0)
    num_united = 0
    for _ in range(60):
        offsets = [Fraction(rng.randrange(12), 6) for _ in range(rng.randint(2, 6))]
        texts = [f"{each}*pi + 2*pi*n" for each in offsets]
        findings = make_findings(table, *texts)
        found = united(Forms(table), findings)
        before = {each + 2 * k for each in offsets for k in range(-3, 4)}
        after = set()
        for each in found:
            period, offset = each.value.sym.diff(N) / se.pi, each.value.sym.subs({N: 0}) / se.pi
            after |= {Fraction(str(offset)) + k * Fraction(str(period)) for k in range(-60, 61)}
        inside = {each for each in before if -3 < each < 3}
        assert {each for each in after if -3 < each < 3} == inside, texts
        num_united += len(found) < len(set(offsets))
    assert num_united > 10


def test_equal_roots_are_given_once_with_fewer_conditions(table):
    one, other, third = make_findings(table, "sqrt(8)", "2*sqrt(2)", "3")
    condition = Condition("nonzero", table.intern(se.Symbol("a")))
    found = different(table, [replace(one, conditions=(condition,)), other, third])
    assert texts_of(found) == ["2*sqrt(2)", "3"]
    assert found[0].conditions == ()


def test_equal_roots_stay_apart_where_neither_includes_the_other(table):
    a = se.Symbol("a")
    one, other = make_findings(table, "a", "a")
    positive, negative = (Condition("root", table.intern(each)) for each in (a, -a))
    given = [replace(one, conditions=(positive,)), replace(other, conditions=(negative,))]
    assert different(table, given) == given
    strict = replace(one, conditions=(Condition("positive", table.intern(a)),))
    assert different(table, [strict, *given]) == given


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sin(x)*sqrt(4 - x^2) = 0", ["-2", "0", "2"]),
        ("sin(x)*sqrt(pi^2 - x^2) = 0", ["-pi", "0", "pi"]),  # the ends are members
        ("sin(x)/sqrt(pi^2 - x^2) = 0", ["0"]),  # and here they are not
        ("sqrt(1 - (x - 3/2)^2)*sin(x) = 0", ["1/2", "5/2"]),
        ("sqrt(x)*sqrt(10 - x)*sin(x) = 0", ["0", "pi", "2*pi", "3*pi", "10"]),
    ],
)
def test_the_few_members_that_will_do_are_given_one_by_one(text, expected):
    solution = solve(text)
    assert solution.complete
    assert [each.value for each in solution.roots] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sin(1 - x^2) = 1/2", ["1 - pi/6 - 2*pi*n", "sqrt(1 - pi/6 - 2*pi*n)"]),
        ("cos(-3*x) = cos(x)", ["pi*n", "pi*n/2"]),  # what is straight is written plainly
    ],
)
def test_a_line_counts_as_the_next_does_where_that_cannot_be_counted_anew(text, expected):
    sides = [step.rhs for step in solve(text).steps]
    assert [each for each in dict.fromkeys(sides) if each in expected] == expected
