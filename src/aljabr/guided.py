"""Play and search led by a tree policy: greedily, at random, or best first.

Best first, a path costs the surprise of its actions, `-sum log pi(a|s)`, as in Levin tree search
(Orseau et al., 2018), plus the steps its last state is thought to be away from an answer. A
successor is computed only when its turn comes, so that a policy that knows the way pays for the
states on it and no others. No state is visited twice.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from aljabr.graph import DEAD, ISOLATED, VANISHED, StateGraph
from aljabr.search import MAX_DEPTH, Goal, Move, SearchResult
from aljabr.tree import TreePolicy

STEP_WEIGHT: Final = 0.5
"""What a step to go weighs beside a unit of surprise."""
_LEAST: Final = -12.0  # log-probability; what is less likely is not tried
_MOST: Final = 32  # actions of a state that are tried

Novelty = Callable[[int], float]
"""How new a state is: what follows it is tried sooner by that much."""


@dataclass(slots=True)
class Trail:
    """What a search visited."""

    start: int
    parents: dict[int, tuple[int, int]] = field(default_factory=dict)
    depths: dict[int, int] = field(default_factory=dict)
    goals: list[int] = field(default_factory=list)

    def path_to(self, state: int) -> tuple[Move, ...]:
        moves = []
        while state != self.start:
            before, action = self.parents[state]
            moves.append(Move(action, state))
            state = before
        return tuple(reversed(moves))


def guided_search(
    graph: StateGraph,
    start: int,
    policy: TreePolicy,
    goal_fn: Goal,
    *,
    max_expanded: int = 2_000,
    max_depth: int = MAX_DEPTH,
    max_states: int | None = None,
    deadline: float | None = None,
    extra_fn: Callable[[int], int] | None = None,
    novelty_fn: Novelty | None = None,
) -> tuple[SearchResult, Trail]:
    """Follow the likeliest paths first until a goal is reached.

    Args:
        graph: where the states live.
        start: the state to start from.
        policy: who leads.
        goal_fn: asked of every new state whose unknown is isolated or has vanished.
        max_expanded: how many states may be expanded.
        max_depth: how long a derivation may be.
        max_states: how large the graph may grow.
        deadline: a time of `time.monotonic()` to stop at.
        extra_fn: how many more states to expand after the first goal, from the number so far, to
            look for better ways; by default none.
        novelty_fn: what makes a state worth expanding beyond its cost.
    """
    trail = Trail(start, depths={start: 0})
    costs = {start: 0.0}
    queue: list[tuple[float, int, int, int, float]] = []  # priority, tie, state, action, cost
    pushed = expanded = 0
    outcome = "exhausted"
    fresh = [start]
    if graph.flags[start] & (ISOLATED | VANISHED) and goal_fn(start, tuple):
        trail.goals.append(start)
        return SearchResult((), 0, "solved"), trail
    while True:
        if fresh:
            expanded += len(fresh)
            log_probs, steps = policy.evaluate(graph, fresh)
            for state, row, left in zip(fresh, log_probs, steps.tolist(), strict=True):
                head = STEP_WEIGHT * left - (novelty_fn(state) if novelty_fn else 0.0)
                for action in _likeliest(row):
                    pushed += 1
                    cost = costs[state] - float(row[action])
                    heapq.heappush(queue, (cost + head, pushed, state, action, cost))
        if expanded >= max_expanded or (max_states is not None and len(graph) >= max_states):
            outcome = "budget"
            break
        if deadline is not None and time.monotonic() > deadline:
            outcome = "deadline"
            break
        if not queue:
            break
        fresh = []
        width = 1 if expanded < 8 else 4 if expanded < 64 else 8
        while queue and len(fresh) < width:
            _, _, state, action, cost = heapq.heappop(queue)
            after = _step(graph, state, action)
            depth = trail.depths[state] + 1
            if after in trail.depths or depth > max_depth:
                continue
            trail.depths[after] = depth
            trail.parents[after] = (state, action)
            flags = graph.flags[after]
            if flags & (ISOLATED | VANISHED):
                if goal_fn(after, lambda after=after: trail.path_to(after)):  # type: ignore[misc]
                    if not trail.goals:
                        more = expanded + (extra_fn(expanded) if extra_fn else 0)
                        max_expanded = min(max_expanded, more)
                    trail.goals.append(after)
                    if extra_fn is None:
                        break
            elif not flags & DEAD:
                costs[after] = cost
                fresh.append(after)
        if trail.goals and extra_fn is None:
            break
    if trail.goals:
        return SearchResult(trail.path_to(trail.goals[0]), expanded, "solved"), trail
    return SearchResult(None, expanded, outcome), trail


def _likeliest(log_probs: npt.NDArray[np.float32]) -> list[int]:
    """Return the actions worth trying, the likeliest first."""
    worth = np.flatnonzero(log_probs > _LEAST)
    ordered: list[int] = worth[np.argsort(-log_probs[worth], kind="stable")[:_MOST]].tolist()
    return ordered


def _step(graph: StateGraph, state: int, action: int) -> int:
    known = int(graph.next[state, action])
    if known >= 0:
        return known
    return int(graph.step(np.array([state], np.int32), np.array([action]))[0])


def walks(
    graph: StateGraph,
    starts: Sequence[int],
    policy: TreePolicy,
    goal_fns: Sequence[Goal],
    rng: np.random.Generator | None = None,
    max_depth: int = MAX_DEPTH,
) -> list[tuple[Move, ...] | None]:
    """Walk from several states at once; return the path of each walk that reached its goal.

    Args:
        graph: where the states live.
        starts: where to start.
        policy: who chooses.
        goal_fns: the goal of each walk.
        rng: draws the actions by the policy's probabilities; without it, the likeliest is taken.
        max_depth: how many steps a walk may take.
    """
    paths: list[tuple[Move, ...]] = [()] * len(starts)
    visited: list[set[int]] = [{start} for start in starts]
    found: list[tuple[Move, ...] | None] = [None] * len(starts)
    active = [lane for lane, start in enumerate(starts) if not graph.flags[start] & DEAD]
    states = list(starts)
    for _ in range(max_depth):
        if not active:
            break
        log_probs, _ = policy.evaluate(graph, [states[lane] for lane in active])
        if rng is not None:
            log_probs += rng.gumbel(size=log_probs.shape).astype(np.float32)
        remaining = []
        for lane, row in zip(active, log_probs, strict=True):
            move = _unvisited(graph, states[lane], row, visited[lane])
            if move is None:
                continue
            states[lane] = move.state
            visited[lane].add(move.state)
            paths[lane] = (*paths[lane], move)
            flags = graph.flags[move.state]
            if flags & (ISOLATED | VANISHED):
                if goal_fns[lane](move.state, lambda lane=lane: paths[lane]):  # type: ignore[misc]
                    found[lane] = paths[lane]
            elif not flags & DEAD:
                remaining.append(lane)
        active = remaining
    return found


def _unvisited(
    graph: StateGraph, state: int, scores: npt.NDArray[Any], visited: set[int]
) -> Move | None:
    """Take the action of the highest score that leads to a new state."""
    legal = graph.mask[state]
    for _ in range(_MOST):
        action = int(scores.argmax())
        if not legal[action]:
            return None
        after = _step(graph, state, action)
        if after not in visited:
            return Move(action, after)
        scores[action] = -np.inf
    return None
