"""Search and walks led by a policy: it is followed, nothing is visited twice, limits hold."""

from __future__ import annotations

import time

import numpy as np
import pytest
from conftest import read_sym

from aljabr.graph import EXTENDED, StateGraph
from aljabr.guided import guided_search, walks
from aljabr.parse import parse
from aljabr.printing import equation_text
from aljabr.tree import TreeConfig, TreePolicy

LINEAR = {"a*x + b = 0": ("subtract", "b"), "a*x = -b": ("divide", "a")}


class Scripted(TreePolicy):
    """Prefers one action in some states, and none in the others; remembers what it was asked."""

    def __init__(self, script, preference=6.0):
        super().__init__({}, TreeConfig())
        self.script, self.preference, self.asked = script, preference, []

    def evaluate(self, graph, ids, batch_size=16):
        self.asked += list(ids)
        logits = np.where(graph.mask[list(ids)], 0.0, -1e9).astype(np.float32)
        for row, state in zip(logits, ids, strict=True):
            wanted = self.script.get(equation_text(graph.equation(state))) or self.script.get("*")
            if wanted is not None:
                rule, term = wanted
                expr = None if term is None else graph.table.intern(read_sym(term))
                action = graph.find_action(state, rule, expr)
                if action is not None:
                    row[action] += self.preference
        shifted = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
        return shifted, np.zeros(len(ids), np.float32)


def make_graph(text):
    graph = StateGraph(EXTENDED)
    return graph, graph.add(parse(text, None, graph.table))


def solves(graph, start):
    return lambda state, path_fn: graph.is_solution(start, state)


def never(state, path_fn):
    return False


def names(graph, start, path):
    """Return the rules of a path, and where it ends."""
    states = [start, *[move.state for move in path]]
    rules = [graph.action(s, m.action).rule.name for s, m in zip(states, path, strict=False)]
    return rules, equation_text(graph.equation(states[-1]))


# -- best first ------------------------------------------------------------------------------------


def test_search_follows_a_policy_that_knows_the_way_and_pays_for_no_other_state():
    graph, start = make_graph("a*x + b = 0")
    policy = Scripted(LINEAR)
    result, trail = guided_search(graph, start, policy, solves(graph, start))
    assert (result.outcome, result.expanded) == ("solved", 2)
    assert names(graph, start, result.path) == (["subtract", "divide"], "x = -b/a")
    assert trail.goals == [result.path[-1].state]
    assert len(trail.depths) == 3
    assert result.path == trail.path_to(trail.goals[0])


def test_search_reaches_a_goal_that_the_policy_does_not_prefer():
    graph, start = make_graph("a*x + b = 0")
    misled = Scripted({"*": ("negate", None)}, preference=2.0)
    result, _ = guided_search(graph, start, misled, solves(graph, start))
    assert result.outcome == "solved"
    assert result.expanded > 2


def test_no_state_is_expanded_or_judged_twice():
    graph, start = make_graph("x^2 = 4")
    policy, judged = Scripted({}), []
    guided_search(
        graph, start, policy, lambda state, _: bool(judged.append(state)), max_expanded=120
    )
    assert len(policy.asked) == len(set(policy.asked)) >= 120
    assert len(judged) == len(set(judged)) > 0


def test_limits_hold():
    graph, start = make_graph("a*x + b = 0")
    result, _ = guided_search(graph, start, Scripted({}), never, max_expanded=5)
    assert (result.path, result.expanded, result.outcome) == (None, 5, "budget")
    result, _ = guided_search(graph, start, Scripted({}), never, deadline=time.monotonic() - 1)
    assert (result.expanded, result.outcome) == (1, "deadline")
    result, _ = guided_search(graph, start, Scripted({}), never, max_states=len(graph))
    assert (result.expanded, result.outcome) == (1, "budget")
    result, trail = guided_search(graph, start, Scripted({}), never, max_depth=1)
    assert result.outcome == "exhausted"
    assert set(trail.depths.values()) == {0, 1}


def test_more_goals_are_collected_if_asked_for():
    graph, start = make_graph("x^2 = 4")
    result, trail = guided_search(graph, start, Scripted({}), solves(graph, start))
    assert len(trail.goals) == 1
    asked = []

    def extra(expanded):
        asked.append(expanded)
        return 60

    more, trail = guided_search(graph, start, Scripted({}), solves(graph, start), extra_fn=extra)
    assert {equation_text(graph.equation(goal)) for goal in trail.goals} >= {"x = 2", "x = -2"}
    assert asked == [asked[0]]  # once, at the first goal
    assert asked[0] + 60 <= more.expanded < asked[0] + 60 + 8
    assert more.path == trail.path_to(trail.goals[0])
    assert len(more.path) == len(result.path)


def test_what_is_new_is_expanded_sooner():
    def expanded(favourite):
        graph, start = make_graph("a*x + b = 0")
        policy = Scripted({})
        guided_search(
            graph, start, policy, never, max_expanded=7,
            novelty_fn=lambda state: 50.0 * (equation_text(graph.equation(state)) == favourite),
        )  # fmt: skip
        parents = [equation_text(graph.equation(state)) for state in policy.asked]
        known = graph.next[policy.asked[parents.index(favourite)]] if favourite in parents else []
        return sum(int(each) > 0 for each in known)

    plain, favoured = expanded("nothing"), expanded("-a*x - b = 0")
    assert plain == 0
    assert favoured >= 4  # its successors are tried before its siblings


# -- walks -----------------------------------------------------------------------------------------


def test_a_greedy_walk_takes_the_likeliest_action():
    graph, start = make_graph("a*x + b = 0")
    (path,) = walks(graph, [start], Scripted(LINEAR), [solves(graph, start)])
    assert names(graph, start, path) == (["subtract", "divide"], "x = -b/a")


def test_a_walk_never_comes_back():
    graph, start = make_graph("a*x + b = 0")
    policy = Scripted({"*": ("negate", None)}, preference=50.0)  # to and fro
    assert walks(graph, [start], policy, [never], max_depth=12) == [None]
    assert len(policy.asked) == len(set(policy.asked)) > 2


def test_walks_side_by_side_are_the_walks_one_by_one():
    graph, start = make_graph("a*x + b = 0")
    other = graph.add(parse("c*x + d = 0", None, graph.table))
    dead = 0
    policy = Scripted(LINEAR)
    paths = walks(
        graph, [other, start, dead], policy,
        [solves(graph, other), solves(graph, start), never], max_depth=2,
    )  # fmt: skip
    assert paths[1:] == [*walks(graph, [start], policy, [solves(graph, start)]), None]


def test_samples_follow_the_probabilities_and_the_seed():
    graph, start = make_graph("a*x + b = 0")
    policy = Scripted(LINEAR, preference=3.0)
    goals = [solves(graph, start)] * 200

    def sample(seed):
        return walks(graph, [start] * 200, policy, goals, np.random.default_rng(seed), max_depth=2)

    found = sample(0)
    assert found == sample(0)
    assert found != sample(1)
    hits = np.mean([path is not None for path in found])
    log_probs, _ = policy.evaluate(graph, [start])
    first = np.exp(log_probs.max())
    assert 0.2 * first < hits < 1.0
    greedy = walks(graph, [start] * 200, policy, goals, max_depth=2)
    assert all(path == greedy[0] for path in greedy)


def test_a_policy_of_another_game_is_refused():
    graph = StateGraph()
    start = graph.add(parse("a*x = b", None, graph.table))
    with pytest.raises(ValueError, match="plays the extended game"):
        guided_search(graph, start, TreePolicy({}, TreeConfig()), never)
