"""How the solver looks for a derivation: who searches, in what turns, and when to stop."""

from __future__ import annotations

import time
from typing import Final

import numpy as np

from aljabr.answer.tree import Search
from aljabr.game.graph import StateGraph
from aljabr.search.best_first import best_first
from aljabr.search.orders import ByPriority, Led, isolation_priority
from aljabr.search.path import Goal
from aljabr.search.policy import Policy
from aljabr.search.walks import walks

NUM_SAMPLES: Final = 10
"""How often a policy that cannot lead tries at random after its greedy try."""
FIRST_TURN: Final = 0.1
"""Seconds of search led by a policy before search by size has its first, shorter turn."""


def searcher(graph: StateGraph, policy: Policy | None) -> Search:
    """Return how goals are searched for.

    A policy that can lead takes turns with search by size, for what it does not know may be simple
    all the same; one that cannot walks first, then comes search by size.
    """

    def search(start: int, goal_fn: Goal, deadline: float) -> None:
        if policy is not None and not policy.leads:
            if _walk(graph, start, policy, goal_fn, deadline):
                return
        elif policy is not None and _take_turns(graph, start, policy, goal_fn, deadline):
            return
        _by_size(graph, start, goal_fn, deadline)

    return search


def _by_size(
    graph: StateGraph, start: int, goal_fn: Goal, deadline: float, share: float = 1.0
) -> bool:
    capacity = graph.game.capacity
    result = best_first(
        graph, start, ByPriority(graph, isolation_priority), goal_fn,
        max_expanded=capacity, max_states=int(share * capacity), deadline=deadline,
    )  # fmt: skip
    return result.path is not None


def _take_turns(
    graph: StateGraph, start: int, policy: Policy, goal_fn: Goal, deadline: float
) -> bool:
    """Let the policy lead and search by size in turns, each twice as long as the last."""
    capacity = graph.game.capacity

    def lead(until: float, max_states: int) -> bool:
        result = best_first(
            graph, start, Led(graph, policy), goal_fn,
            max_expanded=capacity, max_states=max_states, deadline=until,
        )  # fmt: skip
        return result.path is not None

    turn = FIRST_TURN
    while time.monotonic() + turn < deadline and len(graph) < capacity // 2:
        if lead(time.monotonic() + turn, capacity // 2):
            return True
        if _by_size(graph, start, goal_fn, time.monotonic() + turn / 2, 0.5):
            return True
        turn *= 2
    return lead(time.monotonic() + (deadline - time.monotonic()) / 2, capacity)


def _walk(graph: StateGraph, start: int, policy: Policy, goal_fn: Goal, deadline: float) -> bool:
    """Let a policy try: greedily, then at random, always the same way."""
    rng = np.random.default_rng(0)
    for source in (None, *[rng] * NUM_SAMPLES):
        (walk,) = walks(graph, [start], policy, [goal_fn], source)
        if walk.arrived or time.monotonic() > deadline:
            return walk.arrived
    return False
