"""A* finds derivations, breadth-first search finds shortest ones, and both know when to stop."""

from __future__ import annotations

import time

import numpy as np
import pytest

from aljabr.graph import StateGraph
from aljabr.parse import parse
from aljabr.search import a_star, best_first, breadth_first, complexity_priority, depth_priority


def started(text: str) -> tuple[StateGraph, int]:
    graph = StateGraph()
    return graph, graph.add(parse(text, None, graph.table))


def replayed(graph: StateGraph, start: int, path) -> int:
    state = start
    for move in path:
        assert graph.mask[state, move.action]
        state = int(graph.step(np.array([state]), np.array([move.action]))[0])
        assert state == move.state
    return state


SHORTEST = [
    ("x = 5", 0),
    ("x + a = 0", 1),
    ("log(x) = a", 1),
    ("a x + b = 0", 2),
    ("3x + 5 = 11", 2),
    ("x/a + b = 0", 2),
    ("sin(a x) = b", 2),
    ("a x + b = c x", 3),
]


@pytest.mark.parametrize(("text", "length"), SHORTEST)
def test_breadth_first_search_finds_a_shortest_derivation(text, length):
    graph, start = started(text)
    result = breadth_first(graph, start)
    assert result.outcome == "solved"
    assert len(result.path) == length
    assert graph.is_solution(start, replayed(graph, start, result.path))


@pytest.mark.parametrize(("text", "length"), [each for each in SHORTEST if 1 < each[1] < 3])
def test_no_shorter_derivation_exists(text, length):
    graph, start = started(text)
    result = best_first(graph, start, depth_priority, max_depth=length - 1)
    assert (result.path, result.outcome) == (None, "exhausted")


@pytest.mark.parametrize(
    "text",
    [
        "a x + b = 0",
        "c (a x + b) + d = 0",
        "sqrt(b x + a) - c = 0",
        "c + d/(a x + b) = 0",
        "a exp(b x) = c",
        "e + (a x + b)/(c x + d) = 0",
    ],
)
def test_a_star_solves(text):
    graph, start = started(text)
    result = a_star(graph, start, max_expanded=2000)
    assert result.outcome == "solved"
    assert len(result.path) <= 20
    assert graph.is_solution(start, replayed(graph, start, result.path))


def test_a_star_expands_far_fewer_states_than_breadth_first_search():
    text = "a exp(b x) = c"
    assert 10 * a_star(*started(text)).expanded < breadth_first(*started(text)).expanded


def test_the_same_search_gives_the_same_path():
    first, second = (a_star(*started("c + d/(a x + b) = 0")) for _ in range(2))
    assert first == second


def test_a_budget_of_expansions_is_kept():
    result = a_star(*started("x^5 + x = a"), max_expanded=7)
    assert (result.path, result.expanded, result.outcome) == (None, 7, "budget")


def test_a_budget_of_states_is_kept():
    graph, start = started("x^5 + x = a")
    result = best_first(graph, start, complexity_priority, max_states=100)
    assert result.outcome == "budget"
    assert 100 <= len(graph) < 100 + graph.config.num_actions


def test_a_deadline_is_kept():
    graph, start = started("x^5 + x = a")
    result = best_first(graph, start, complexity_priority, deadline=time.monotonic() - 1)
    assert (result.expanded, result.outcome) == (0, "deadline")


def test_a_goal_of_ones_own_sees_the_path():
    graph, start = started("x + a = x")
    seen = []

    def goal(state, path_fn):
        seen.append((state, path_fn()))
        return True

    result = best_first(graph, start, depth_priority, goal_fn=goal)
    assert result.outcome == "solved"
    assert seen == [(result.path[-1].state, result.path)]
