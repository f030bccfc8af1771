"""A teacher's taste: few steps, small terms, few fractions and minus signs.

What a rule costs its reader is in its row; here is what the equations add to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from aljabr.algebra.expr import Expr
from aljabr.game.graph import DEAD, ISOLATED, VANISHED, StateGraph
from aljabr.game.reading import FRACTIONS, NEGATIVE, Look
from aljabr.game.rules import Action, thought_of
from aljabr.search.best_first import Node
from aljabr.search.path import Path

Kind = str | None
"""What the step into a state is always merged with."""


def path_cost(graph: StateGraph, start: int, path: Path) -> float:
    """Return what a derivation costs its reader."""
    total, kind, state = 0.0, None, start
    for move in path:
        action = graph.action(state, move.action)
        total += step_cost(graph, state, kind, action, move.state)
        kind, state = _kind(action), move.state
    return total


def step_cost(graph: StateGraph, before: int, kind: Kind, action: Action, after: int) -> float:
    """Return what a step costs after one of a kind: little, if both are merged into one."""
    rule, term = action.rule, action.term
    cost = 0.1 if kind is not None and kind == _kind(action) else 1.0
    if kind == "clear" and action.joins == "expand":
        cost = 0.3
    cost += rule.cost
    if term is not None:
        cost += 0.04 * (len(term.tokens) - 1) + rule.term_cost(_side(graph, before, 1), term)
    lhs, rhs = _side(graph, after, 0), _side(graph, after, 1)
    cost += 0.01 * (len(lhs.tokens) + len(rhs.tokens)) + 0.06 * sum(map(lhs.tokens.count, NEGATIVE))
    return cost + 0.2 * sum(map((lhs.tokens + rhs.tokens).count, FRACTIONS))


def _kind(action: Action) -> Kind:
    kind = action.joins
    return None if kind in ("term", "expand") else kind


def _side(graph: StateGraph, state: int, number: int) -> Expr:
    return graph.table.exprs[int(graph.sides[state, number])]


class ByTaste:
    """Cheap derivations first, none dearer than the one there is (A*).

    A node is a state and what the step into it can be merged with; one that is reached again at
    less cost is expanded again.
    """

    eager = False

    def __init__(self, graph: StateGraph, start: int, path: Path, max_aside: int) -> None:
        self.graph = graph
        self.limit = path_cost(graph, start, path)
        self.refused: set[int] = set()
        """States that are not worth going on from."""
        self._on_path = {start, *[move.state for move in path]}
        self._aside_left = max_aside  # states aside from the path that may still be expanded
        self._best: dict[tuple[int, Kind], float] = {}
        self._seen: dict[Node, tuple[Kind, float]] = {}  # the kind of its step, the way ahead

    def is_new(self, node: Node) -> bool:
        if node.before is None:
            self._seen[node] = (None, 0.0)
            return True
        kind, ahead = self._seen[node]
        if self._aside_left < 0 or node.cost + 0.7 * ahead >= self.limit - 1e-9:
            return False
        return self._best.get((node.state, kind), self.limit) >= node.cost

    def opens(self, node: Node) -> bool:
        if self.graph.flags[node.state] & DEAD or node.state in self.refused:
            return False
        self._aside_left -= node.state not in self._on_path
        return self._aside_left >= 0

    def width(self, expanded: int) -> int:
        return 1

    def successors(self, nodes: Sequence[Node]) -> Iterator[tuple[float, Node]]:
        graph = self.graph
        for node in nodes:
            state, (kind, _) = node.state, self._seen[node]
            look = Look(_side(graph, state, 0), _side(graph, state, 1))
            found = thought_of(look, graph.legal_actions(state))
            indices = np.array([index for index, _ in found], np.int64)
            states = graph.step(np.full(len(found), state), indices).tolist()
            for (index, action), after in zip(found, states, strict=True):
                flags = graph.flags[after]
                if after == state or (flags & DEAD and not flags & VANISHED):
                    continue
                next_kind = _kind(action)
                cost = node.cost + step_cost(graph, state, kind, action, after)
                if cost >= self._best.get((after, next_kind), self.limit):
                    continue
                self._best[after, next_kind] = cost
                ahead = _distance(graph, after, next_kind)
                following = node.follow(index, cost, after)
                self._seen[following] = (next_kind, ahead)
                yield cost + ahead, following


def _distance(graph: StateGraph, state: int, kind: Kind) -> float:
    """Guess what is left to pay: one for each layer around the unknown."""
    if graph.flags[state] & (VANISHED | ISOLATED):
        return 0.0
    lhs, rhs = _side(graph, state, 0), _side(graph, state, 1)
    layers = _layers(lhs)
    if rhs.holds_unknown:
        layers = 1 + max(layers, _layers(rhs))
        layers += lhs.holds_parameters or rhs.holds_parameters  # terms will be collected
    return max(0.0, 1.1 * layers - (0.85 if kind == "number" else 0.0))


def _layers(expr: Expr) -> int:
    inside = [_layers(child) for child in expr.children if child.holds_unknown]
    return len(inside) + max(inside, default=0)
