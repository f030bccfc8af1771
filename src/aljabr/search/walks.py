"""The one walker: a policy plays from some states at once, greedily or at random."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from aljabr.game.graph import DEAD, ISOLATED, VANISHED, StateGraph
from aljabr.search.best_first import step
from aljabr.search.orders import MOST
from aljabr.search.path import MAX_DEPTH, Goal, Move, Path
from aljabr.search.policy import ILLEGAL, Floats, Policy


class Walk(NamedTuple):
    """Where a walk went, and whether it reached its goal."""

    path: Path
    arrived: bool


def walks(
    graph: StateGraph,
    starts: Sequence[int],
    policy: Policy,
    goal_fns: Sequence[Goal],
    rng: np.random.Generator | None = None,
    max_depth: int = MAX_DEPTH,
    revisit: bool = False,
) -> list[Walk]:
    """Walk from several states at once, each until it reaches its goal or can go no further.

    Args:
        graph: where the states live.
        starts: where to start.
        policy: who chooses.
        goal_fns: the goal of each walk.
        rng: draws the actions by the policy's probabilities; without it, the likeliest is taken.
        max_depth: how many steps a walk may take.
        revisit: whether a walk may come back to a state; else the next choice is taken.
    """
    paths: list[Path] = [()] * len(starts)
    visited: list[set[int]] = [set() if revisit else {start} for start in starts]
    arrived = [False] * len(starts)
    active = [lane for lane, start in enumerate(starts) if not graph.flags[start] & DEAD]
    states = list(starts)
    for _ in range(max_depth):
        if not active:
            break
        log_probs, _ = policy.evaluate(graph, [states[lane] for lane in active])
        if rng is not None:
            log_probs = log_probs + rng.gumbel(size=log_probs.shape).astype(np.float32)
        remaining = []
        for lane, row in zip(active, log_probs, strict=True):
            move = _next(graph, states[lane], row, visited[lane])
            if move is None:
                continue
            states[lane] = move.state
            if not revisit:
                visited[lane].add(move.state)
            paths[lane] = (*paths[lane], move)
            flags = graph.flags[move.state]
            if flags & (ISOLATED | VANISHED):
                arrived[lane] = goal_fns[lane](move.state, partial(tuple, paths[lane]))
            if not (arrived[lane] or flags & DEAD):
                remaining.append(lane)
        active = remaining
    return [Walk(path, reached) for path, reached in zip(paths, arrived, strict=True)]


def _next(graph: StateGraph, state: int, scores: Floats, visited: set[int]) -> Move | None:
    """Take the action of the highest score that leads to a new state."""
    legal = graph.mask[state]
    for _ in range(MOST):
        action = int(scores.argmax())
        if not legal[action] or scores[action] < ILLEGAL / 2:
            return None
        after = step(graph, state, action)
        if after not in visited:
            return Move(action, after)
        scores[action] = -np.inf
    return None
