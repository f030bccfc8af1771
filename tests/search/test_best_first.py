"""The one best-first loop: bounds hold, goals are asked for and collected, nothing comes twice."""

from __future__ import annotations

import time

import pytest
from scripted import Scripted, make_graph, never, replayed, solves

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.game.graph import StateGraph
from aljabr.search.best_first import Node, best_first, step
from aljabr.search.orders import ByPriority, Led, a_star, complexity_priority, depth_priority
from aljabr.search.path import Move, SearchResult


def started(text: str) -> tuple[StateGraph, int]:
    graph = StateGraph()
    return graph, graph.add(parse(text, None, graph.table))


# -- bounds, in an order without learning ----------------------------------------------------------


def test_a_budget_of_expansions_is_kept():
    result = a_star(*started("x^5 + x = a"), max_expanded=7)
    assert (result.path, result.expanded, result.outcome) == (None, 7, "budget")


def test_a_budget_of_states_is_kept():
    graph, start = started("x^5 + x = a")
    result = best_first(graph, start, ByPriority(graph, complexity_priority), max_states=100)
    assert result.outcome == "budget"
    assert 100 <= len(graph) < 100 + graph.game.num_actions


def test_a_deadline_is_kept_but_lets_the_start_be_expanded():
    graph, start = started("x^5 + x = a")
    order = ByPriority(graph, complexity_priority)
    result = best_first(graph, start, order, deadline=time.monotonic() - 1)
    assert (result.expanded, result.outcome) == (1, "deadline")


def test_a_node_at_the_last_depth_is_not_expanded():
    graph, start = started("a x + b = 0")
    result = best_first(graph, start, ByPriority(graph, depth_priority), max_depth=1)
    assert result == SearchResult(None, 1, "exhausted")


# -- bounds, led by a policy -----------------------------------------------------------------------


def led(graph, start, **options):
    return best_first(graph, start, Led(graph, Scripted({})), never, **options)


def test_limits_hold():
    graph, start = make_graph("a*x + b = 0")
    result = led(graph, start, max_expanded=5)
    assert (result.path, result.expanded, result.outcome) == (None, 5, "budget")
    result = led(graph, start, deadline=time.monotonic() - 1)
    assert (result.expanded, result.outcome) == (1, "deadline")
    result = led(graph, start, max_states=len(graph))
    assert (result.expanded, result.outcome) == (1, "budget")


def test_nothing_lies_deeper_than_it_may():
    graph, start = make_graph("a*x + b = 0")
    result = led(graph, start, max_depth=1)
    assert (result.expanded, result.outcome) == (1, "exhausted")
    reached = set(range(1, len(graph))) - {start}
    assert reached
    assert reached <= {after for _, after in graph.successors(start)}


# -- goals -----------------------------------------------------------------------------------------


def test_a_goal_of_ones_own_sees_the_path():
    graph, start = started("x + a = x")
    seen = []

    def goal(state, path_fn):
        seen.append((state, path_fn()))
        return True

    result = best_first(graph, start, ByPriority(graph, depth_priority), goal)
    assert result.outcome == "solved"
    assert seen == [(result.path[-1].state, result.path)]


@pytest.mark.parametrize("make_order", [
    lambda graph: ByPriority(graph, depth_priority), lambda graph: Led(graph, Scripted({})),
], ids=["by depth", "led"])  # fmt: skip
def test_a_start_that_is_a_goal_needs_no_step(make_order):
    graph, start = make_graph("x = 5")
    assert best_first(graph, start, make_order(graph)) == SearchResult((), 0, "solved", (start,))


def test_without_a_goal_of_ones_own_a_root_of_the_start_is_looked_for():
    graph, start = make_graph("a*x + b = 0")
    result = best_first(graph, start, Led(graph, Scripted({})))
    assert graph.is_solution(start, replayed(graph, start, result.path))


def test_no_state_is_expanded_or_judged_twice():
    graph, start = make_graph("x^2 = 4")
    policy, judged = Scripted({}), []
    best_first(
        graph, start, Led(graph, policy), lambda state, _: bool(judged.append(state)),
        max_expanded=120,
    )  # fmt: skip
    assert len(policy.asked) == len(set(policy.asked)) >= 120
    assert len(judged) == len(set(judged)) > 0


def test_more_goals_are_collected_if_asked_for():
    graph, start = make_graph("x^2 = 4")
    result = best_first(graph, start, Led(graph, Scripted({})), solves(graph, start))
    assert len(result.goals) == 1
    asked = []

    def extra(expanded):
        asked.append(expanded)
        return 60

    order = Led(graph, Scripted({}))
    more = best_first(graph, start, order, solves(graph, start), extra_fn=extra)
    assert {equation_text(graph.equation(goal)) for goal in more.goals} >= {"x = 2", "x = -2"}
    assert asked == [asked[0]]  # once, at the first goal
    assert asked[0] + 60 <= more.expanded < asked[0] + 60 + 8
    assert more.outcome == "solved"
    assert replayed(graph, start, more.path) == more.goals[0]
    assert len(more.path) == len(result.path)


# -- nodes and steps -------------------------------------------------------------------------------


def test_a_node_knows_the_way_to_it():
    root = Node(3)
    last = root.follow(7, 0.5, 4).follow(9, 1.25, 5)
    assert root.path() == ()
    assert last.path() == (Move(7, 4), Move(9, 5))
    assert (last.cost, last.depth, last.before.depth) == (1.25, 2, 1)


def test_a_step_is_answered_from_the_array_once_it_is_known():
    graph, start = make_graph("a*x + b = 0")
    negate = graph.game.index_of["negate"]
    after = step(graph, start, negate)
    assert equation_text(graph.equation(after)) == "-a*x - b = 0"
    graph.next[start, negate] = start
    assert step(graph, start, negate) == start
