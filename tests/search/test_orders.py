"""The orders of search: A* finds derivations, breadth first shortest ones, a policy is followed."""

from __future__ import annotations

import numpy as np
import pytest
from scripted import LINEAR, Scripted, make_graph, names, never, replayed, solves

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.expert.tree import TreeConfig, TreePolicy, init
from aljabr.game.graph import StateGraph
from aljabr.search.best_first import Node, best_first
from aljabr.search.orders import (
    MOST,
    ByPriority,
    Led,
    a_star,
    breadth_first,
    complexity_priority,
    depth_priority,
    isolation_priority,
)


def started(text: str) -> tuple[StateGraph, int]:
    graph = StateGraph()
    return graph, graph.add(parse(text, None, graph.table))


# -- without learning ------------------------------------------------------------------------------

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
    order = ByPriority(graph, depth_priority)
    result = best_first(graph, start, order, max_depth=length - 1)
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


@pytest.mark.parametrize(
    ("priority_fn", "text", "expected"),
    [
        (depth_priority, "a x + b = 0", 4),
        (complexity_priority, "a x + b = 0", 4 + 9 + 1),
        (isolation_priority, "a x + b = c + 1", 4 + 2 * 5 + 3 + 10),
        (isolation_priority, "a x + b = c x", 4 + 2 * 5 + 2 * 3 + 2 * 10),
    ],
)
def test_priorities_in_closed_form(priority_fn, text, expected):
    graph, state = started(text)
    assert priority_fn(graph, state, 4) == expected


# -- led by a policy -------------------------------------------------------------------------------


def test_search_follows_a_policy_that_knows_the_way_and_pays_for_no_other_state():
    graph, start = make_graph("a*x + b = 0")
    before = len(graph)
    policy = Scripted(LINEAR)
    result = best_first(graph, start, Led(graph, policy), solves(graph, start))
    assert (result.outcome, result.expanded) == ("solved", 2)
    assert names(graph, start, result.path) == (["subtract", "divide"], "x = -b/a")
    assert result.goals == (result.path[-1].state,)
    assert policy.asked == [start, result.path[0].state]
    assert len(graph) == before + 2  # no other state was so much as computed
    assert replayed(graph, start, result.path) == result.goals[0]


def test_search_reaches_a_goal_that_the_policy_does_not_prefer():
    graph, start = make_graph("a*x + b = 0")
    misled = Scripted({"*": ("negate", None)}, preference=2.0)
    result = best_first(graph, start, Led(graph, misled), solves(graph, start))
    assert result.outcome == "solved"
    assert result.expanded > 2


def test_what_is_new_is_expanded_sooner():
    def expanded(favourite):
        graph, start = make_graph("a*x + b = 0")
        policy = Scripted({})

        def novelty(state):
            return 50.0 * (equation_text(graph.equation(state)) == favourite)

        best_first(graph, start, Led(graph, policy, novelty), never, max_expanded=7)
        parents = [equation_text(graph.equation(state)) for state in policy.asked]
        known = graph.next[policy.asked[parents.index(favourite)]] if favourite in parents else []
        return sum(int(each) > 0 for each in known)

    plain, favoured = expanded("nothing"), expanded("-a*x - b = 0")
    assert plain == 0
    assert favoured >= 4  # its successors are tried before its siblings


class Fixed(Scripted):
    """Gives the same log-probabilities and steps to go in every state."""

    def __init__(self, log_probs, steps=0.0):
        super().__init__({})
        self.log_probs, self.steps = log_probs, steps

    def evaluate(self, graph, ids, batch_size=16):
        rows = np.full((len(ids), graph.game.num_actions), -1e9, np.float32)
        rows[:, : len(self.log_probs)] = self.log_probs
        return rows, np.full(len(ids), self.steps, np.float32)


def test_a_path_costs_its_surprise_and_half_a_unit_for_each_step_to_go():
    graph, start = make_graph("a*x + b = 0")
    order = Led(graph, Fixed([-2.0, -0.5, -11.9, -12.5], steps=3.0), lambda state: 0.25)
    found = list(order.successors([Node(start, cost=1.0)]))
    assert [node.action for _, node in found] == [1, 0, 2]  # what is too unlikely is not tried
    assert [node.cost for _, node in found] == pytest.approx([1.5, 3.0, 12.9])
    assert [priority - node.cost for priority, node in found] == pytest.approx([1.25] * 3)
    assert all(node.state < 0 for _, node in found)  # nothing is computed yet


def test_of_many_actions_the_likeliest_are_tried():
    graph, start = make_graph("a*x + b = 0")
    log_probs = np.linspace(-9.0, -3.0, 60)
    found = list(Led(graph, Fixed(log_probs)).successors([Node(start)]))
    assert [node.action for _, node in found] == list(range(59, 59 - MOST, -1))


def test_a_search_that_takes_long_asks_for_more_states_at_once():
    graph, _ = make_graph("a*x + b = 0")
    order = Led(graph, Scripted({}))
    widths = [order.width(expanded) for expanded in (1, 7, 8, 63, 64, 1000)]
    assert widths == [1, 1, 4, 4, 8, 8]


def test_a_policy_leads_in_a_game_that_lacks_some_of_its_rules():
    config = TreeConfig(width=8, num_blocks=1, num_heads=2, hidden=8)
    policy = TreePolicy(init(np.random.default_rng(0), config), config)
    graph, start = started("a*x = b")
    assert not {*policy.rules} <= graph.game.index_of.keys()
    result = best_first(graph, start, Led(graph, policy), solves(graph, start))
    assert result.path is not None
    assert graph.is_solution(start, replayed(graph, start, result.path))


def test_rounding_does_not_change_the_order_of_a_search():
    class Rounded(Scripted):
        """Finds all actions alike, and some states a bit farther from an answer."""

        def evaluate(self, graph, ids):
            log_probs, _ = super().evaluate(graph, ids)
            lengths = [len(equation_text(graph.equation(each))) for each in ids]
            return log_probs, self.preference * (np.array(lengths) % 3 - 1.0)

    def visited(difference):
        graph, start = make_graph("a*x = b")
        policy = Rounded({}, difference)
        best_first(graph, start, Led(graph, policy), never, max_expanded=100)
        return [equation_text(graph.equation(each)) for each in policy.asked]

    assert visited(0.0) == visited(1e-7) == visited(-1e-7)
    assert visited(0.0) != visited(0.1)
