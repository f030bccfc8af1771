"""How the solver looks for a derivation: who searches, in what turns, and when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import numpy as np

from aljabr.answer.judge import Finding, Judge
from aljabr.answer.polish import concluded
from aljabr.search.best_first import best_first
from aljabr.search.orders import ByPriority, Led, isolation_priority
from aljabr.search.path import Goal, Path
from aljabr.search.policy import Policy
from aljabr.search.walks import walks

NUM_SAMPLES: Final = 10
"""How often a policy that cannot lead tries at random after its greedy try."""
FIRST_TURN: Final = 0.1
"""Seconds of search led by a policy before search by size has its first, shorter turn."""


def find(judge: Judge, policy: Policy | None, deadline: float) -> Finding | None:
    """Look for a derivation whose last state answers the question.

    A policy that can lead takes turns with search by size, for what it does not know may be simple
    all the same; one that cannot walks first, then comes search by size.
    """
    found: list[Finding] = []

    def ends(state: int, path_fn: Callable[[], Path]) -> bool:
        finding = concluded(judge, path_fn())
        if finding is not None:
            found.append(finding)
        return finding is not None

    if not (judge.equation.lhs.holds_unknown or judge.equation.rhs.holds_unknown):
        return None
    if policy is not None and not policy.leads:
        _walk(judge, policy, ends, deadline)
    elif policy is not None:
        _take_turns(judge, policy, ends, found, deadline)
    if not found:
        _by_size(judge, ends, deadline)
    return found[0] if found else None


def _by_size(judge: Judge, goal_fn: Goal, deadline: float, share: float = 1.0) -> None:
    graph, capacity = judge.graph, judge.graph.game.capacity
    best_first(
        graph, judge.start, ByPriority(graph, isolation_priority), goal_fn,
        max_expanded=capacity, max_states=int(share * capacity), deadline=deadline,
    )  # fmt: skip


def _take_turns(
    judge: Judge, policy: Policy, goal_fn: Goal, found: list[Finding], deadline: float
) -> None:
    """Let the policy lead and search by size in turns, each twice as long as the last."""
    graph, capacity = judge.graph, judge.graph.game.capacity

    def lead(until: float, max_states: int) -> None:
        best_first(
            graph, judge.start, Led(graph, policy), goal_fn,
            max_expanded=capacity, max_states=max_states, deadline=until,
        )  # fmt: skip

    turn = FIRST_TURN
    while not found and time.monotonic() + turn < deadline and len(graph) < capacity // 2:
        lead(time.monotonic() + turn, capacity // 2)
        if not found:
            _by_size(judge, goal_fn, time.monotonic() + turn / 2, 0.5)
        turn *= 2
    if not found:
        lead(time.monotonic() + (deadline - time.monotonic()) / 2, capacity)


def _walk(judge: Judge, policy: Policy, goal_fn: Goal, deadline: float) -> None:
    """Let a policy try: greedily, then at random, always the same way."""
    rng = np.random.default_rng(0)
    for source in (None, *[rng] * NUM_SAMPLES):
        (walk,) = walks(judge.graph, [judge.start], policy, [goal_fn], source)
        if walk.arrived or time.monotonic() > deadline:
            return
