"""The orders of best-first search: by size, by depth, and led by a policy.

Led by a policy, a path costs the surprise of its actions, `-sum log pi(a|s)`, as in Levin tree
search (Orseau et al., 2018), plus the steps its last state is thought to be away from an answer.
No state is visited twice, but for last ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from aljabr.algebra.tokens import UNKNOWN
from aljabr.game.graph import DEAD, ISOLATED, VANISHED, StateGraph
from aljabr.search.best_first import Node, best_first, is_alive
from aljabr.search.path import SearchResult
from aljabr.search.policy import Floats, Policy

STEP_WEIGHT: Final = 0.5
"""What a step to go weighs beside a unit of surprise."""
_LEAST: Final = -12.0  # log-probability; what is less likely is not tried
MAX_ENDINGS: Final = 4
"""How often a last state may be reached: another way may prove what the first one did not."""
MOST: Final = 32
"""Actions of a state that are tried."""

Priority = Callable[[StateGraph, int, int], float]
"""The order of expansion, from the graph, a state and its depth; lowest first."""
Novelty = Callable[[int], float]
"""How new a state is: what follows it is tried sooner by that much."""

# -- without learning ------------------------------------------------------------------------------


def complexity_priority(graph: StateGraph, state: int, depth: int) -> float:
    """The paper's A*: steps so far plus the complexity of the equation."""
    return depth + int(graph.complexity[state])


def depth_priority(graph: StateGraph, state: int, depth: int) -> float:
    """Breadth first: the first solution found is a shortest one."""
    return depth


def isolation_priority(graph: StateGraph, state: int, depth: int) -> float:
    """The solver's order: a side without the unknown counts half, an occurrence of it extra."""
    lhs, rhs = graph.sides[state].tolist()
    left, right = graph.table.exprs[lhs].tokens, graph.table.exprs[rhs].tokens
    occurrences = left.count(UNKNOWN) + right.count(UNKNOWN)
    weight = 2.0 if UNKNOWN in right else 1.0
    return float(depth + 2.0 * len(left) + weight * len(right) + 10.0 * occurrences)


class ByPriority:
    """All successors of a state at once, in an order that needs no learning."""

    eager = True

    def __init__(self, graph: StateGraph, priority_fn: Priority) -> None:
        self.graph = graph
        self.priority_fn = priority_fn
        self._seen: set[int] = set()

    def is_new(self, node: Node) -> bool:
        known = len(self._seen)
        self._seen.add(node.state)
        return len(self._seen) > known

    def opens(self, node: Node) -> bool:
        return is_alive(self.graph, node.state)

    def width(self, expanded: int) -> int:
        return 1

    def successors(self, nodes: Sequence[Node]) -> Iterator[tuple[float, Node]]:
        graph, priority_fn, seen = self.graph, self.priority_fn, self._seen
        for node in nodes:
            depth = node.depth + 1
            for action, after in graph.successors(node.state):
                if after not in seen:
                    alive = is_alive(graph, after)
                    priority = priority_fn(graph, after, depth) if alive else 0.0
                    yield priority, node.follow(action, 0.0, after)


def a_star(graph: StateGraph, start: int, max_expanded: int = 10_000) -> SearchResult:
    """Search as the paper's A* does: complexity as heuristic, depth 20, legal actions only."""
    order = ByPriority(graph, complexity_priority)
    return best_first(graph, start, order, max_expanded=max_expanded)


def breadth_first(graph: StateGraph, start: int, max_expanded: int = 10_000) -> SearchResult:
    """Find a shortest derivation."""
    order = ByPriority(graph, depth_priority)
    return best_first(graph, start, order, max_expanded=max_expanded)


# -- led by a policy -------------------------------------------------------------------------------


class Led:
    """The likeliest paths first; a successor is computed when its turn comes."""

    eager = False

    def __init__(
        self, graph: StateGraph, policy: Policy, novelty_fn: Novelty | None = None
    ) -> None:
        self.graph = graph
        self.policy = policy
        self.novelty_fn = novelty_fn
        self._seen: Counter[int] = Counter()

    def is_new(self, node: Node) -> bool:
        self._seen[node.state] += 1
        ends = self.graph.flags[node.state] & (ISOLATED | VANISHED)
        return self._seen[node.state] <= (MAX_ENDINGS if ends else 1)

    def opens(self, node: Node) -> bool:
        return not self.graph.flags[node.state] & (DEAD | ISOLATED | VANISHED)

    def width(self, expanded: int) -> int:
        return 1 if expanded < 8 else 4 if expanded < 64 else 8

    def successors(self, nodes: Sequence[Node]) -> Iterator[tuple[float, Node]]:
        states = [node.state for node in nodes]
        log_probs, steps = self.policy.evaluate(self.graph, states)
        for node, row, left in zip(nodes, log_probs, steps.tolist(), strict=True):
            novelty = self.novelty_fn(node.state) if self.novelty_fn else 0.0
            head = STEP_WEIGHT * left - novelty
            for action in _likeliest(row):
                cost = node.cost - float(row[action])
                # To a thousandth: what is equal but for rounding comes in order.
                yield round(cost + head, 3), node.follow(action, cost)


def _likeliest(log_probs: Floats) -> list[int]:
    """Return the actions worth trying, the likeliest first."""
    worth = np.flatnonzero(log_probs > _LEAST)
    ordered: list[int] = worth[np.argsort(-log_probs[worth], kind="stable")[:MOST]].tolist()
    return ordered
