"""When a root holds: conditions are true where the root is one, and rule out where it is none."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import find_action

from aljabr.algebra.parse import parse
from aljabr.answer.judge import Judge
from aljabr.game.games import EXTENDED
from aljabr.game.graph import StateGraph
from aljabr.search.path import Move
from aljabr.solver.solve import solve


@pytest.mark.parametrize(
    ("text", "root", "conditions"),
    [
        ("sqrt(x) - b - c = 0", "(b + c)^2", ("b + c ≥ 0",)),
        ("-sqrt(x) + a = 0", "a^2", ("a ≥ 0",)),
        ("asin(x) + a = 0", "-sin(a)", ("-pi/2 ≤ a ≤ pi/2",)),
        ("a - acos(x) = 0", "cos(a)", ("0 ≤ a ≤ pi",)),
        ("sqrt(a*x + b) = c", "(c^2 - b)/a", ("a ≠ 0", "c ≥ 0")),
        ("acos(x) = 1/sqrt(c)", "cos(1/sqrt(c))", ("c > 0", "0 ≤ 1/sqrt(c) ≤ pi")),
        ("a b x = 2", "2/(a*b)", ("a ≠ 0", "b ≠ 0")),
        ("1/(a x) = 2", "1/(2*a)", ("a ≠ 0",)),
        ("sqrt(x) + a = 20", "(a - 20)^2", ("a ≤ 20",)),
        ("sqrt(x) + a = -3", "(a + 3)^2", ("a ≤ -3",)),
        ("sqrt(x) = -c", "c^2", ("c ≤ 0",)),
        ("sqrt(x) = c - 10", "(c - 10)^2", ("c ≥ 10",)),
        ("asin x = c + 5", "sin(c + 5)", ("-pi/2 ≤ c + 5 ≤ pi/2",)),
        ("|x| = a + 3", "a + 3", ("a ≥ -3",)),
        ("asin(x) = a/5", "sin(a/5)", ("-pi/2 ≤ a/5 ≤ pi/2",)),
        ("acos(x) = sqrt(a)", "cos(sqrt(a))", ("a ≥ 0", "0 ≤ sqrt(a) ≤ pi")),
        ("x^(1/5) + g = -r", "-(g + r)^5", ()),
        ("cbrt(x + 4) = 0", "-4", ()),
        ("cbrt(x) = -asin(a)", "-asin(a)^3", ("-1 ≤ a ≤ 1",)),
        ("cbrt(x) = -sqrt(a)", "-a^(3/2)", ("a ≥ 0",)),
        ("log(x) = sqrt(a)", "exp(sqrt(a))", ("a ≥ 0",)),
        ("(1/a)^b x = 1", "a^b", ("a > 0",)),
        ("(w x + v)^(-1/2) = w*v", "1/(v^2*w^3) - v/w", ("v ≠ 0", "w ≠ 0", "v*w ≥ 0")),
        ("1/(x + 1) = 10^20", "-99999999999999999999/100000000000000000000", ()),
    ],
)
def test_conditions_say_where_the_root_holds_also_for_small_and_large_parameters(
    text, root, conditions
):
    solution = solve(text, "x")
    assert (solution.roots[0].value, solution.roots[0].conditions) == (root, conditions)
    assert solution.complete


@pytest.mark.parametrize(
    ("text", "root", "conditions"),
    [
        ("x = sqrt(1/(1 - pi))", "-1/sqrt(1 - pi)", ()),
        ("x^2 = -4", "2*sqrt(-1)", ()),
    ],
)
def test_roots_that_are_not_real_are_given_apart(text, root, conditions):
    solution = solve(text)
    assert (solution.status, solution.domain, solution.roots) == ("no_solution", "real", ())
    first = solution.complex_roots[0]
    assert (first.value, first.conditions, first.real) == (root, conditions, False)
    assert (solve(text, domain="complex").roots[0].value) == root


def test_a_letter_as_exponent_may_be_whole_so_that_nothing_is_complete():
    for text in ("x^n = 8", "x^n = -8", "x^c + pi = 0", "x^c = x^c"):
        assert not solve(text, budget=0.5).complete
    assert [root.value for root in solve("x^n = 8").roots] == ["8^(1/n)"]


def test_the_cosine_of_a_negative_arc_is_taken_where_its_opposite_is_an_arc():
    graph = StateGraph(EXTENDED)
    judge = Judge(graph, parse("-acos(x) = -a", None, graph.table))
    cos = find_action(graph, judge.start, "cos")
    assert cos is not None
    after = int(graph.step(np.array([judge.start], np.int32), np.array([cos]))[0])
    finding = judge.finding((Move(cos, after),))
    assert finding is not None
    assert [condition.text() for condition in finding.conditions] == ["0 ≤ a ≤ pi"]


def test_a_family_is_real_for_some_whole_numbers_only():
    solution = solve("cos(a - cos(x)) = 0")
    assert solution.roots[0].value == "acos(a - pi/2 - 2*pi*n) + 2*pi*k"
    assert solution.roots[0].conditions == ("-1 ≤ a - pi/2 - 2*pi*n ≤ 1",)
    assert solution.roots[0].family == "k, n"
    assert solution.roots[0].holds(a=1.5, n=0, k=7)
    assert not solution.roots[0].holds(a=1.5, n=1, k=7)


def test_conditions_count_the_members_of_a_family_as_its_value_does():
    roots = {root.value: root.conditions for root in solve("sqrt(3 - x)*tan(3 - x) = 0").roots}
    assert roots == {"3 + pi*n": ("n ≤ 0",)}


def test_an_equation_that_is_its_own_answer_needs_no_step():
    assert solve("3 = x").sentence() == "x = 3"


def test_a_factor_that_is_zero_at_the_root_is_no_condition():
    solution = solve("a*sqrt(c*x/a) = 0")
    assert solution.sentence() == "x = 0"
    assert solution.roots[0].conditions == ("a ≠ 0",)
    assert (solution.complete, solution.conditions) == (True, ("c ≠ 0",))


@pytest.mark.parametrize(
    ("text", "roots"),
    [
        ("sin(sin(x)) = 1/2", ["asin(pi/6) + 2*pi*n", "pi - asin(pi/6) + 2*pi*n"]),
        ("sin(sin(x)) = 0", ["pi*n"]),
        ("cos(3*asin(x)) = 0", ["-1", "-1/2", "1/2", "1"]),
        ("cos(cos(a*x)) = 0", []),
    ],
)
def test_of_a_family_the_members_that_can_be_roots_are_given(text, roots):
    solution = solve(text)
    assert [root.value for root in solution.roots] == roots
    assert {root.conditions for root in solution.roots} <= {()}
    assert solution.complete


def test_a_root_in_several_ways_is_not_said_to_be_all_by_the_conditions_of_one():
    solution = solve("h*(1/2)^(h*x - 24/3) + p = z + y")
    there_is_one = {"h": -0.25, "p": 3, "y": 9, "z": -7}
    assert not solution.complete or any(root.holds(**there_is_one) for root in solution.roots)


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("x^2 = -d^2", ("d ≠ 0",)),
        ("(x - b)^2 = -d^2", ("d ≠ 0",)),
        ("x^2 = -a^2*(d^2 + 1)", ("a ≠ 0",)),
        ("x^2 + d^2 + 1 = 0", ()),
        ("cos(5*x) = -3", ()),
        ("x^2 = -(a - b)^2", ("a ≠ b",)),
    ],
)
def test_what_is_not_real_is_so_unless_it_is_zero(text, conditions):
    solution = solve(text)
    assert (solution.status, solution.conditions) == ("no_solution", conditions)
    assert {root.conditions for root in solution.complex_roots} <= {conditions}


def test_no_letter_for_whole_numbers_is_in_the_conditions_of_no_solution():
    solution = solve("cos(exp(x)) = 2")
    assert (solution.status, solution.conditions) == ("no_solution", ())


def test_equal_roots_of_two_cases_are_given_under_the_conditions_of_both():
    solution = solve("|c*acos(x)| = b")
    assert [root.value for root in solution.roots] == ["cos(b/c)", "cos(b/c)"]
    first, second = (set(root.conditions) for root in solution.roots)
    assert first ^ second == {"0 ≤ b/c ≤ pi", "0 ≤ -b/c ≤ pi"}
    assert solution.complete


def test_a_product_is_divided_by_its_factors_and_nothing_else():
    (root,) = (solution := solve("V = l w h", "h")).roots
    assert (root.value, root.conditions, root.verified) == ("V/(l*w)", ("l ≠ 0", "w ≠ 0"), "exact")
    assert solution.note == ""


@pytest.mark.parametrize(
    ("text", "candidate"),
    [
        ("sqrt(x) + pi = pi - exp(-90)", "x = exp(-180)"),
        ("acos(x) = -10^-39", f"x = cos(1/{10**39})"),
        ("sqrt(x) = -a^2 - 1", "x = (a^2 + 1)^2"),
        ("x(x - 1)/(x - 1) = 1", "x = 1"),
    ],
)
def test_what_is_no_root_however_nearly_is_refuted(text, candidate):
    solution = solve(text)
    assert solution.status == "no_solution"
    assert [f"x = {each.value}" for each in solution.rejected] == [candidate]


@pytest.mark.parametrize(
    "text",
    [
        "sqrt(1/x) + sqrt(-1) = 0",  # the reading holds for x > 0 only, and there is no such root
        "acos(x) - (pi/2 + d) = 9",  # cosines of equals need not lie in the range of an arccosine
    ],
)
def test_no_solution_is_not_claimed_where_it_is_not_proved(text):
    assert solve(text, budget=0.3).status == "unsolved"


def test_a_root_beside_a_division_by_what_may_be_zero_is_not_said_to_be_the_only_one():
    solution = solve("x sin(1)^2 + x cos(1)^2 = x", budget=0.5)  # every x, and dividing hides it
    assert solution.status in ("solved", "unsolved")
    assert solution.note == ("Other roots may exist." if solution.roots else "")


def test_a_logarithm_near_its_edge_has_its_root():
    (root,) = solve("log(x + 1) = -100").roots
    assert (root.value, root.conditions) == ("exp(-100) - 1", ())


def test_poles_are_no_solutions():
    solution = solve("tan x = tan x")
    assert (solution.status, solution.conditions) == ("all_values", ("cos(x) ≠ 0",))


def test_the_latex_of_an_answer_says_all_that_its_text_says():
    latex = solve("b*asin(x/a - c) = 0").to_latex()
    assert r"\text{a product is zero only if one of its factors is (if $b \neq 0$)}" in latex
    assert r"&\text{if $a \neq 0$}" in latex
    assert r"\text{the only real root if $b \neq 0$}" in latex
    latex = solve("sqrt(x) + a^2 + 2 = 0").to_latex()
    assert r"\text{no solution}" in latex
    assert r"$x = \left(a^{2} + 2\right)^{2}$ is no root: it does not satisfy" in latex
