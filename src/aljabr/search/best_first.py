"""The one best-first loop: whoever searches passes in an order and a goal.

An `Order` says what follows a state, what it costs, and what comes next; the loop keeps the queue,
asks for the goal, and watches the bounds. A successor may be computed when it is listed or only
when its turn comes, so that a policy that knows the way pays for the states on it and no others.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from aljabr.game.graph import DEAD, ISOLATED, VANISHED, StateGraph
from aljabr.search.path import MAX_DEPTH, Goal, Move, Path, SearchResult


@dataclass(slots=True, eq=False)
class Node:
    """A state as it was reached; one whose turn has not come may not be computed yet."""

    state: int
    """The state, or -1 if it is not computed yet."""
    cost: float = 0.0
    depth: int = 0
    before: Node | None = None
    action: int = -1
    """What led here from the node before."""

    def follow(self, action: int, cost: float, state: int = -1) -> Node:
        """Return the node that an action leads to."""
        return Node(state, cost, self.depth + 1, self, action)

    def path(self) -> Path:
        """Return the moves from the start to here."""
        moves = []
        node = self
        while node.before is not None:
            moves.append(Move(node.action, node.state))
            node = node.before
        return tuple(reversed(moves))


class Order(Protocol):
    """Decides what a search looks at, and when."""

    eager: bool
    """Whether a goal is recognised as soon as it is listed; else when its turn comes."""

    def is_new(self, node: Node) -> bool:
        """Whether a node is worth keeping: asked once, as soon as its state is known."""

    def opens(self, node: Node) -> bool:
        """Whether a node whose turn has come, and which is no goal, is to be expanded."""

    def width(self, expanded: int) -> int:
        """Return how many nodes are expanded at once after so many."""

    def successors(self, nodes: Sequence[Node]) -> Iterable[tuple[float, Node]]:
        """Yield what follows some nodes, each with its priority; the lowest comes first."""


def best_first(
    graph: StateGraph,
    start: int,
    order: Order,
    goal_fn: Goal | None = None,
    *,
    max_depth: int = MAX_DEPTH,
    max_expanded: int = 10_000,
    max_states: int | None = None,
    deadline: float | None = None,
    extra_fn: Callable[[int], int] | None = None,
) -> SearchResult:
    """Expand what comes first in some order until a goal is reached.

    Args:
        graph: where the states live.
        start: the state to start from.
        order: what comes next.
        goal_fn: asked of every new state whose unknown is isolated or has vanished; by default,
            whether the state solves the start.
        max_depth: how long a derivation may be.
        max_expanded: how many states may be expanded.
        max_states: how large the graph may grow.
        deadline: a time of `time.monotonic()` to stop at.
        extra_fn: how many more states to expand after the first goal, from the number so far, to
            look for better ways; by default none.
    """
    goals: list[Node] = []
    queue: list[tuple[float, int, Node]] = []
    pushed = expanded = 0

    def is_goal(node: Node) -> bool:
        if not graph.flags[node.state] & (ISOLATED | VANISHED):
            return False
        if goal_fn is not None:
            return goal_fn(node.state, node.path)
        return graph.is_solution(start, node.state)

    def found(outcome: str) -> SearchResult:
        path = goals[0].path() if goals else None
        outcome = "solved" if goals else outcome
        return SearchResult(path, expanded, outcome, tuple(node.state for node in goals))

    def is_enough(node: Node) -> bool:
        """Keep a goal; whether it ends the search."""
        nonlocal max_expanded
        if not goals and extra_fn is not None:
            max_expanded = min(max_expanded, expanded + extra_fn(expanded))
        goals.append(node)
        return extra_fn is None

    root = Node(start)
    order.is_new(root)
    if is_goal(root):
        goals.append(root)
        return found("solved")
    fresh = [root]
    while fresh or queue:
        if fresh:
            expanded += len(fresh)
            for priority, node in order.successors(fresh):
                if order.eager:
                    if not order.is_new(node):
                        continue
                    if is_goal(node):
                        if is_enough(node):
                            return found("solved")
                        continue
                    if not order.opens(node):
                        continue
                pushed += 1
                heapq.heappush(queue, (priority, pushed, node))
            fresh = []
        if expanded >= max_expanded or (max_states is not None and len(graph) >= max_states):
            return found("budget")
        if deadline is not None and time.monotonic() > deadline:
            return found("deadline")
        width = order.width(expanded)
        while queue and len(fresh) < width:
            node = heapq.heappop(queue)[2]
            if not order.eager:
                if node.depth > max_depth:
                    continue
                if node.state < 0:
                    assert node.before is not None
                    node.state = step(graph, node.before.state, node.action)
                if not order.is_new(node):
                    continue
                if is_goal(node):
                    if is_enough(node):
                        return found("solved")
                    continue
            if node.depth < max_depth and order.opens(node):
                fresh.append(node)
    return found("exhausted")


def step(graph: StateGraph, state: int, action: int) -> int:
    """Return the state after one action."""
    known = int(graph.next[state, action])
    if known >= 0:
        return known
    return int(graph.step(np.array([state], np.int32), np.array([action]))[0])


def is_alive(graph: StateGraph, state: int) -> bool:
    """Whether anything can be done in a state."""
    return not graph.flags[state] & DEAD
