"""Search without learning: A* on complexity (the paper's baseline) and breadth-first search.

Both are one best-first loop over the state graph with another priority. A state is expanded once;
solutions are recognised when they are generated.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from aljabr.expr import UNKNOWN
from aljabr.graph import DEAD, ISOLATED, VANISHED, StateGraph

MAX_DEPTH: Final = 20
"""The paper's depth limit."""


@dataclass(frozen=True, slots=True)
class Move:
    """One step of a derivation: the action taken and the state it leads to."""

    action: int
    state: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """How a search ended."""

    path: tuple[Move, ...] | None
    """The derivation found, or None."""
    expanded: int
    """How many states were expanded."""
    outcome: str
    """`solved`, `exhausted` (nothing left within the depth), `budget` or `deadline`."""


Priority = Callable[[StateGraph, int, int], float]
"""The order of expansion, from the graph, a state and its depth; lowest first."""

Goal = Callable[[int, Callable[[], tuple[Move, ...]]], bool]
"""Whether a state ends the search, from the state and a function that returns the path to it."""


def complexity_priority(graph: StateGraph, state: int, depth: int) -> float:
    """The paper's A*: steps so far plus the complexity of the equation."""
    return depth + int(graph.complexity[state])


def depth_priority(graph: StateGraph, state: int, depth: int) -> float:
    """Breadth first: the first solution found is a shortest one."""
    return depth


def best_first(
    graph: StateGraph,
    start: int,
    priority_fn: Priority,
    *,
    goal_fn: Goal | None = None,
    max_depth: int = MAX_DEPTH,
    max_expanded: int = 10_000,
    max_states: int | None = None,
    deadline: float | None = None,
) -> SearchResult:
    """Expand the state of lowest priority until a goal is generated.

    Args:
        graph: where the states live.
        start: the state to start from.
        priority_fn: which state comes next.
        goal_fn: asked of every new state whose unknown is isolated or has vanished; by default,
            whether the state solves the start.
        max_depth: how long a derivation may be.
        max_expanded: how many states may be expanded.
        max_states: how large the graph may grow.
        deadline: a time of `time.monotonic()` to stop at.
    """
    parents: dict[int, tuple[int, int]] = {}
    depths = {start: 0}

    def path_to(state: int) -> tuple[Move, ...]:
        moves = []
        while state != start:
            before, action = parents[state]
            moves.append(Move(action, state))
            state = before
        return tuple(reversed(moves))

    def is_goal(state: int) -> bool:
        if not graph.flags[state] & (ISOLATED | VANISHED):
            return False
        if goal_fn is not None:
            return goal_fn(state, lambda: path_to(state))
        return graph.is_solution(start, state)

    if is_goal(start):
        return SearchResult((), 0, "solved")
    queue: list[tuple[float, int, int]] = [(0.0, 0, start)]
    pushed = expanded = 0
    while queue:
        if expanded >= max_expanded or (max_states is not None and len(graph) >= max_states):
            return SearchResult(None, expanded, "budget")
        if deadline is not None and time.monotonic() > deadline:
            return SearchResult(None, expanded, "deadline")
        _, _, state = heapq.heappop(queue)
        depth = depths[state] + 1
        if depth > max_depth:
            continue
        expanded += 1
        for action, after in graph.successors(state):
            if after in depths:
                continue
            depths[after] = depth
            parents[after] = (state, action)
            if is_goal(after):
                return SearchResult(path_to(after), expanded, "solved")
            if not graph.flags[after] & DEAD:
                pushed += 1
                heapq.heappush(queue, (priority_fn(graph, after, depth), pushed, after))
    return SearchResult(None, expanded, "exhausted")


def a_star(graph: StateGraph, start: int, max_expanded: int = 10_000) -> SearchResult:
    """Search as the paper's A* does: complexity as heuristic, depth 20, legal actions only."""
    return best_first(graph, start, complexity_priority, max_expanded=max_expanded)


def breadth_first(graph: StateGraph, start: int, max_expanded: int = 10_000) -> SearchResult:
    """Find a shortest derivation."""
    return best_first(graph, start, depth_priority, max_expanded=max_expanded)


def isolation_priority(graph: StateGraph, state: int, depth: int) -> float:
    """The solver's order: a side without the unknown counts half, an occurrence of it extra."""
    lhs, rhs = graph.sides[state].tolist()
    left, right = graph.table.exprs[lhs].tokens, graph.table.exprs[rhs].tokens
    occurrences = left.count(UNKNOWN) + right.count(UNKNOWN)
    weight = 2.0 if UNKNOWN in right else 1.0
    return float(depth + 2.0 * len(left) + weight * len(right) + 10.0 * occurrences)
