"""What search teaches: distances, best actions and examples, checked by hand on small graphs."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import find_action, read_sym

from aljabr.algebra.parse import parse
from aljabr.expert import lessons
from aljabr.expert.lessons import (
    UNREACHED,
    Examples,
    best_actions,
    distances,
    outline,
    roots_of,
    worth_learning,
)
from aljabr.game.games import EXTENDED
from aljabr.game.graph import StateGraph


class Explored:
    """A graph of which a few steps are known."""

    def __init__(self, text="a*x + b = 0"):
        self.graph = StateGraph(EXTENDED)
        self.start = self.graph.add(parse(text, None, self.graph.table))

    def action(self, state, rule, term=None):
        expr = None if term is None else self.graph.table.intern(read_sym(term))
        action = find_action(self.graph, state, rule, expr)
        assert action is not None
        return action

    def step(self, state, rule, term=None):
        action = self.action(state, rule, term)
        return int(self.graph.step(np.array([state], np.int32), np.array([action]))[0])

    def short_way(self):
        """Know a*x + b = 0 -> a*x = -b -> x = -b/a."""
        middle = self.step(self.start, "subtract", "b")
        return middle, self.step(middle, "divide", "a")

    def long_way(self):
        """Know a*x + b = 0 -> -a*x - b = 0 -> -a*x = b -> a*x = -b -> x = -b/a."""
        turned = self.step(self.start, "negate")
        moved = self.step(turned, "add", "b")
        middle = self.step(moved, "negate")
        return turned, moved, middle, self.step(middle, "divide", "a")


def test_distances_count_the_known_steps_backwards():
    seen = Explored()
    turned, moved, middle, goal = seen.long_way()
    aside = seen.step(seen.start, "square")  # leads nowhere
    found = distances(seen.graph, [goal])
    states = [seen.start, turned, moved, middle, goal, aside]
    assert found[states].tolist() == [4, 3, 2, 1, 0, UNREACHED]
    seen.short_way()
    found = distances(seen.graph, [goal])
    assert found[states].tolist() == [2, 3, 2, 1, 0, UNREACHED]
    assert (distances(seen.graph, []) == UNREACHED).all()


def test_the_best_actions_lead_one_step_nearer():
    seen = Explored()
    middle, goal = seen.short_way()
    seen.long_way()
    found = distances(seen.graph, [goal])
    subtract = seen.action(seen.start, "subtract", "b")
    assert best_actions(seen.graph, seen.start, found).tolist() == [subtract]
    assert best_actions(seen.graph, middle, found).tolist() == [seen.action(middle, "divide", "a")]
    assert best_actions(seen.graph, goal, found).tolist() == []


def test_equally_short_ways_are_equally_good():
    seen = Explored("x - a = 0")
    one = seen.step(seen.start, "add", "a")
    assert one == seen.step(seen.start, "subtract", "-a")
    found = distances(seen.graph, [one])
    actions = {seen.action(seen.start, "add", "a"), seen.action(seen.start, "subtract", "-a")}
    assert set(best_actions(seen.graph, seen.start, found).tolist()) == actions


def test_the_way_is_worth_learning_and_a_little_that_lies_aside():
    seen = Explored()
    middle, goal = seen.short_way()
    turned, moved, *_ = seen.long_way()
    found = distances(seen.graph, [goal])
    rng = np.random.default_rng(0)
    assert worth_learning(seen.graph, seen.start, found, rng, 0) == [seen.start, middle]
    everything = worth_learning(seen.graph, seen.start, found, rng, 9)
    assert everything[:2] == [seen.start, middle]
    assert sorted(everything[2:]) == sorted([turned, moved])
    nothing = distances(seen.graph, [])
    assert worth_learning(seen.graph, seen.start, nothing, rng, 9) == []


def test_a_state_with_another_root_is_not_worth_learning():
    seen = Explored("9 - x = -12")
    turned = seen.step(seen.start, "negate")
    goal = seen.step(turned, "subtract", "-9")
    squared = seen.step(seen.start, "square")
    seen.step(squared, "negative_sqrt")
    other = seen.step(squared, "sqrt")  # 9 - x = 12
    assert seen.step(other, "square") == squared
    found = distances(seen.graph, [goal])
    assert found[[turned, squared, other]].tolist() == [1, 3, 4]
    rng = np.random.default_rng(0)
    roots = roots_of(seen.graph, [goal])
    assert [str(root.sym) for root in roots] == ["21"]
    assert {other, squared} <= set(worth_learning(seen.graph, seen.start, found, rng, 8))
    learned = worth_learning(seen.graph, seen.start, found, rng, 8, roots)
    assert set(learned) == {seen.start, turned, squared}


def add(examples, seen, goal):
    found = distances(seen.graph, [goal])
    states = worth_learning(seen.graph, seen.start, found, np.random.default_rng(0), 0)
    examples.add(seen.graph, states, found)


def place(examples, seen, state):
    return examples._places[lessons._key(seen.graph, state)]


def collected(*ways):
    """Return examples of the linear equation by some ways, each explored in its own graph."""
    examples = Examples(EXTENDED.num_plain)
    for way in ways:
        seen = Explored()
        goal = getattr(seen, way)()[-1]
        add(examples, seen, goal)
    return examples


@pytest.mark.parametrize("ways", [("long_way", "short_way"), ("short_way", "long_way")])
@pytest.mark.parametrize("merging", [False, True])
def test_a_state_is_kept_once_by_its_shortest_way(ways, merging):
    if merging:
        examples, other = collected(ways[0]), collected(ways[1])
        examples.merge(other)
    else:
        examples = collected(*ways)
    seen = Explored()
    seen.short_way()
    start = place(examples, seen, seen.start)
    assert len(examples) == len(examples.forest) == 4  # start, turned, moved, middle
    assert examples.steps[start] == 2
    assert examples.actions[start].tolist() == [seen.action(seen.start, "subtract", "b")]
    batch, targets, steps = examples.take(np.array([start]))
    assert steps.tolist() == [2]
    assert np.flatnonzero(targets[0]).tolist() == examples.actions[start].tolist()
    assert batch.mask[0, examples.actions[start]].all()


def test_targets_are_spread_over_the_best_actions():
    seen = Explored("x - a = 0")
    goal = seen.step(seen.start, "add", "a")
    seen.step(seen.start, "subtract", "-a")
    examples = Examples(seen.graph.game.num_plain)
    add(examples, seen, goal)
    _, targets, _ = examples.take(np.array([0]))
    assert sorted(targets[targets > 0].tolist()) == [0.5, 0.5]


def test_numbers_that_look_alike_to_the_tokens_are_different_states():
    examples = Examples(EXTENDED.num_plain)
    for text in ("11*x = a", "12*x = a", "11*x = a", "x/7 = a", "x/9 = a"):
        seen = Explored(text)
        number = text.partition("*")[0] if "*" in text else f"1/{text[2]}"
        add(examples, seen, seen.step(seen.start, "divide", number))
    assert len(examples) == 4
    one, other = Explored("11*x = a"), Explored("12*x = a")
    assert (one.graph.tokens[one.start] == other.graph.tokens[other.start]).all()
    assert place(examples, one, one.start) != place(examples, other, other.start)


def test_examples_come_back_from_a_file(tmp_path):
    examples = collected("long_way")
    examples.notes = {"rounds": [{"solved": 1}]}
    examples.save(tmp_path / "examples.npz")
    assert [path.name for path in tmp_path.iterdir()] == ["examples.npz"]
    again = Examples.load(tmp_path / "examples.npz")
    assert (len(again), again.notes) == (len(examples), examples.notes)
    assert again.outlines == examples.outlines
    places = np.arange(len(examples))
    for one, other in zip(examples.take(places), again.take(places), strict=True):
        for left, right in zip(one, other, strict=True):
            np.testing.assert_array_equal(left, right)
    again.merge(collected("short_way"))  # it still knows what it has, and what is better
    assert len(again) == len(examples)
    assert sorted(again.steps) == [1, 2, 2, 3]


def test_no_examples_can_be_stored_too(tmp_path):
    Examples(15).save(tmp_path / "none.npz")
    assert len(Examples.load(tmp_path / "none.npz")) == 0


@pytest.mark.parametrize(
    ("text", "alike"),
    [
        ("5 = 3*x - 7", True),
        ("m*x + n + p = q*r^2", True),
        ("a*x = b", False),
        ("a*x + b = c*x", False),
        ("a*x^2 + b = c", False),
        ("sin(a*x + b) = c", False),
    ],
)
def test_an_outline_is_what_stands_around_the_unknown(text, alike):
    graph = StateGraph(EXTENDED)
    one, other = (graph.add(parse(each, None, graph.table)) for each in ("a*x + b = c", text))
    assert (outline(graph, one) == outline(graph, other)) is alike


def test_examples_count_their_outlines():
    examples = collected("long_way")  # a*x + b = 0 and its negative; -a*x = b and its negative
    assert sorted(examples.met().values()) == [2, 2]
    examples.merge(collected("short_way"))
    assert sorted(examples.met().values()) == [2, 2]
