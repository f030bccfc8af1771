"""What is new is worth more than what was met; a search goes by it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from aljabr.algebra.parse import parse
from aljabr.discovery.bonuses import BONUSES, NUM_FEATURES, bonus_of, features
from aljabr.discovery.order import COSTS, ByOutline, cost_of, simple_cost
from aljabr.discovery.outlines import Look
from aljabr.game import games
from aljabr.game.graph import StateGraph
from aljabr.game.lemmas import LINEAR, Library
from aljabr.search.best_first import Node


def look(text: str) -> Look:
    equation = parse(text, "x")
    return Look(equation.lhs, equation.rhs)


@pytest.mark.parametrize("name", BONUSES)
def test_a_bonus_starts_at_one_and_falls_with_every_meeting(name):
    bonus = bonus_of(name, np.random.default_rng(0))
    found = [bonus.of(look("a x^2 + b x + c = 0")) for _ in range(6)]
    assert found[0] == pytest.approx(1.0)
    assert all(later < earlier for earlier, later in pairwise(found))
    assert bonus.of(look("a x^6 = sin(x) + b")) > found[-1]


def test_outlines_differ_in_what_they_tell_apart():
    quadratic, other, cubic = (
        look(text) for text in ("a x^2 + x = 0", "a x^3 + x = 0", "a x^3 + x + 1 = 0")
    )
    assert quadratic.coarse() == other.coarse() != cubic.coarse()
    assert quadratic.powers_only() != other.powers_only()


def test_features_are_zeros_and_ones_for_any_state():
    for text in ("a x^2 + b x = c", "sin(x) + exp(2x) = a", "x^30 = x^(-30)"):
        found = features(look(text))
        assert found.shape == (NUM_FEATURES,)
        assert set(found) <= {0.0, 1.0}
        assert found.sum() > 1


@pytest.mark.parametrize("name", COSTS)
def test_a_cost_is_a_number(name):
    cost_fn = cost_of(name, np.random.default_rng(0))
    assert cost_fn(Node(0, depth=2), look("a x^2 + b x + c = 0")) > 0


def test_curiosity_draws_a_search_to_what_is_new():
    class Constant:
        def of(self, look: Look) -> float:
            return 0.25

    graph = StateGraph(games.open_game(Library([LINEAR])))
    start = graph.add(parse("a x^2 + b x + c = 0", "x", graph.table))
    blind = ByOutline(graph, simple_cost)
    curious = ByOutline(graph, simple_cost, Constant(), 4.0)
    for order in (blind, curious):
        order.is_new(Node(start))
    pairs = zip(blind.successors([Node(start)]), curious.successors([Node(start)]), strict=True)
    differences = {before - after for (before, _), (after, _) in pairs}
    assert differences <= {0.0, 1.0}  # nothing is added to what gets no turn
    assert 1.0 in differences
