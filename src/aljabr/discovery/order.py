"""The order of discovery: short and simple outlines first, or new ones, if it is curious."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from aljabr.discovery.outlines import Look, Outline
from aljabr.game.graph import DEAD, ISOLATED, VANISHED, StateGraph
from aljabr.game.reading import Look as Reader
from aljabr.game.rules import thought_of
from aljabr.search.best_first import Node, step

Watch = Callable[[StateGraph, Node], None]
"""Told of every state that is expanded."""


class ByOutline:
    """States told apart by outline; a path costs its steps, a state what it looks like."""

    eager = True

    def __init__(
        self,
        graph: StateGraph,
        curiosity: float = 0.0,
        rng: np.random.Generator | None = None,
        watch_fn: Watch | None = None,
        closed: bool = False,
    ) -> None:
        """Search without open moves, but for lemmas, if closed."""
        self.graph = graph
        self.curiosity = curiosity
        self.rng = rng
        self.watch_fn = watch_fn
        self.closed = closed
        self._seen: set[Outline] = set()
        self._met: Counter[Outline] = Counter()
        self._looks: dict[int, tuple[Outline, Outline, float]] = {}

    def _look(self, state: int) -> tuple[Outline, Outline, float]:
        found = self._looks.get(state)
        if found is None:
            equation = self.graph.equation(state)
            look = Look(equation.lhs, equation.rhs)
            value = look.num_terms + 0.5 * len(look.free) + 0.125 * look.span
            found = self._looks[state] = look.outline(), look.coarse(), value
        return found

    def is_new(self, node: Node) -> bool:
        if self.graph.flags[node.state] & ISOLATED:
            return True
        if self.graph.flags[node.state] & (DEAD | VANISHED):
            return False
        outline = self._look(node.state)[0]
        known = len(self._seen)
        self._seen.add(outline)
        return len(self._seen) > known

    def opens(self, node: Node) -> bool:
        return not self.graph.flags[node.state] & (DEAD | ISOLATED | VANISHED)

    def width(self, expanded: int) -> int:
        return 1

    def successors(self, nodes: Sequence[Node]) -> Iterator[tuple[float, Node]]:
        graph = self.graph
        for node in nodes:
            if self.watch_fn is not None:
                self.watch_fn(graph, node)
            actions = self.actions(node.state)
            if self.rng is not None:
                actions = self.rng.permutation(actions).tolist()
            for action in actions:
                after = step(graph, node.state, action)
                if graph.flags[after] & DEAD:
                    continue
                yield self._priority(after, node.depth + 1), node.follow(action, 0.0, after)

    def actions(self, state: int) -> list[int]:
        """Return what a discoverer thinks of: nothing is divided by that may be zero."""
        equation = self.graph.equation(state)
        seen = Reader(equation.lhs, equation.rhs)
        found = thought_of(seen, self.graph.legal_actions(state))
        return [index for index, action in found
                if not (self.closed and action.rule.opening and not action.rule.is_lemma)
                and not (action.rule.divides > 0 and action.term and action.term.holds_unknown)
                and not (action.rule.divides == 0 and action.term and action.term not in seen.addends)]  # fmt: skip

    def _priority(self, state: int, depth: int) -> float:
        outline, coarse, value = self._look(state)
        if not self.curiosity or outline in self._seen:
            return depth + value
        self._met[coarse] += 1
        return depth + value - self.curiosity / math.sqrt(self._met[coarse])
