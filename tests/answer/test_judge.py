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
        (
            "acos(x) = 1/sqrt(c)",
            "cos(1/sqrt(c))",
            ("c ≠ 0", "0 ≤ 1/sqrt(c) ≤ pi", "every parameter > 0"),
        ),
        ("a*cos(acos(x)/b) = 0", "cos(pi*b/2)", ("a ≠ 0", "b ≠ 0", "0 ≤ pi*b/2 ≤ pi")),
    ],
)
def test_conditions_say_where_the_root_holds_also_for_small_and_large_parameters(
    text, root, conditions
):
    solution = solve(text)
    assert (solution.roots[0].value, solution.roots[0].conditions) == (root, conditions)


def test_the_cosine_of_a_negative_arc_is_taken_where_its_opposite_is_an_arc():
    graph = StateGraph(EXTENDED)
    judge = Judge(graph, parse("-acos(x) = -a", None, graph.table))
    cos = find_action(graph, judge.start, "cos")
    assert cos is not None
    after = int(graph.step(np.array([judge.start], np.int32), np.array([cos]))[0])
    finding = judge.finding((Move(cos, after),))
    assert finding is not None
    assert [condition.text() for condition in finding.conditions] == ["0 ≤ a ≤ pi"]


def test_a_root_of_which_it_cannot_be_said_when_it_holds_is_not_given():
    # acos(acos(sin(a))) is a root only where pi/2 <= a, which no step's condition says.
    solution = solve("cos(a - cos(x)) = 0", agent="search")
    assert solution.roots[0].value == "acos(a - pi/2)"
    assert not solution.roots[0].conditions


def test_an_equation_that_is_its_own_answer_needs_no_step():
    assert solve("3 = x").sentence() == "x = 3"


def test_a_factor_that_is_zero_at_the_root_is_no_condition():
    solution = solve("a*sqrt(c*x/a) = 0")
    assert solution.sentence() == "x = 0"
    assert solution.roots[0].conditions == ("a ≠ 0", "c ≠ 0")
