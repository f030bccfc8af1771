"""Walks: the policy is followed, none comes back unless it may, and each has its own goal."""

from __future__ import annotations

import numpy as np
import pytest
from scripted import LINEAR, Scripted, make_graph, names, never, replayed, solves

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.search.walks import Walk, walks


def test_a_greedy_walk_takes_the_likeliest_action():
    graph, start = make_graph("a*x + b = 0")
    (walk,) = walks(graph, [start], Scripted(LINEAR), [solves(graph, start)])
    assert walk.arrived
    assert names(graph, start, walk.path) == (["subtract", "divide"], "x = -b/a")


def test_a_walk_never_comes_back():
    graph, start = make_graph("a*x + b = 0")
    policy = Scripted({"*": ("negate", None)}, preference=50.0)  # to and fro
    (walk,) = walks(graph, [start], policy, [never], max_depth=12)
    assert not walk.arrived
    assert len(policy.asked) == len(set(policy.asked)) > 2
    states = [start, *[move.state for move in walk.path]]
    assert len(set(states)) == len(states)
    assert replayed(graph, start, walk.path) == states[-1]


def test_a_walk_that_may_come_back_does():
    graph, start = make_graph("a*x + b = 0")
    policy = Scripted({"*": ("negate", None)}, preference=50.0)
    (walk,) = walks(graph, [start], policy, [never], max_depth=12, revisit=True)
    assert names(graph, start, walk.path) == (["negate"] * 12, "a*x + b = 0")
    assert {move.state for move in walk.path[1::2]} == {start}
    assert not walk.arrived


def test_a_walk_goes_on_from_what_is_isolated_but_no_goal():
    graph, start = make_graph("x^2 = 4")
    script = {"x^2 = 4": ("negative_sqrt", None), "x = -2": ("negate", None)}
    asked = []

    def goal(state, path_fn):
        asked.append((equation_text(graph.equation(state)), path_fn()[-1].state == state))
        return False

    (walk,) = walks(graph, [start], Scripted(script, preference=50.0), [goal], max_depth=2)
    assert asked == [("x = -2", True)]
    assert names(graph, start, walk.path) == (["negative_sqrt", "negate"], "-x = 2")
    assert not walk.arrived


def test_a_walk_ends_where_the_unknown_vanishes():
    graph, start = make_graph("x = x + a")
    script = {"*": ("subtract", "x")}
    (walk,) = walks(graph, [start], Scripted(script, preference=50.0), [never])
    assert names(graph, start, walk.path) == (["subtract"], "0 = a")
    (walk,) = walks(graph, [start], Scripted(script, preference=50.0), [lambda *_: True])
    assert (walk.arrived, len(walk.path)) == (True, 1)


def test_walks_side_by_side_are_the_walks_one_by_one():
    graph, start = make_graph("a*x + b = 0")
    other = graph.add(parse("c*x + d = 0", None, graph.table))
    dead = 0
    policy = Scripted(LINEAR)
    found = walks(
        graph, [other, start, dead], policy,
        [solves(graph, other), solves(graph, start), never], max_depth=2,
    )  # fmt: skip
    alone = walks(graph, [start], policy, [solves(graph, start)])
    assert found[1:] == [*alone, Walk((), arrived=False)]
    assert found[1].arrived


def test_samples_follow_the_probabilities_and_the_seed():
    graph, start = make_graph("a*x + b = 0")
    policy = Scripted(LINEAR, preference=3.0)
    goals = [solves(graph, start)] * 200

    def sample(seed):
        return walks(graph, [start] * 200, policy, goals, np.random.default_rng(seed), max_depth=2)

    found = sample(0)
    assert found == sample(0)
    assert found != sample(1)
    hits = np.mean([walk.arrived for walk in found])
    log_probs, _ = policy.evaluate(graph, [start])
    first = np.exp(log_probs.max())
    assert 0.2 * first < hits < 1.0
    greedy = walks(graph, [start] * 200, policy, goals, max_depth=2)
    assert all(walk == greedy[0] for walk in greedy)


class Weighted(Scripted):
    """Draws one of three rules in every state."""

    def evaluate(self, graph, ids, batch_size=16):
        rows = np.full((len(ids), graph.game.num_actions), -1e9, np.float32)
        for name, weight in {"negate": 0.7, "square": 0.3, "sqrt": 1e-12}.items():
            rows[:, graph.game.index_of[name]] = np.log(weight)
        return rows, np.zeros(len(ids), np.float32)


def test_samples_follow_the_policy():
    graph, start = make_graph("a*x + b = 0")
    rng = np.random.default_rng(0)
    found = walks(graph, [start] * 4000, Weighted({}), [never] * 4000, rng, max_depth=1)
    drawn = [graph.action(start, walk.path[0].action).rule.name for walk in found]
    assert set(drawn) == {"negate", "square"}
    assert np.mean([name == "square" for name in drawn]) == pytest.approx(0.3, abs=0.02)
