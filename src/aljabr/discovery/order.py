"""The order of discovery: short and simple outlines first, or new ones, if it is curious.

    priority = cost - curiosity * bonus

The cost is one of `COSTS`: what a state looks like, or chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, get_args

import numpy as np

from aljabr.discovery.bonuses import Bonus
from aljabr.discovery.outlines import Look, Outline
from aljabr.game.graph import DEAD, ISOLATED, VANISHED, StateGraph
from aljabr.game.reading import Look as Reader
from aljabr.game.rules import thought_of
from aljabr.search.best_first import Node, step

Watch = Callable[[StateGraph, Node], None]
"""Told of every state that is expanded."""


Cost = Callable[[Node, Look], float]
"""What it costs to go on from a state, as it was reached; the lowest comes first."""
CostName = Literal["simple", "random"]
COSTS: Final[tuple[CostName, ...]] = get_args(CostName)

TIE: Final = 1e-6
"""How far chance draws states apart that cost the same: less than anything else does."""


def simple_cost(node: Node, look: Look) -> float:
    """Count the steps so far, the powers of the unknown, what is free, and how far powers reach."""
    return node.depth + look.num_terms + 0.5 * len(look.free) + 0.125 * look.span


def cost_of(name: CostName, rng: np.random.Generator) -> Cost:
    """Return a cost by its name."""
    return simple_cost if name == "simple" else lambda node, look: float(rng.random())


class ByOutline:
    """States told apart by outline; what costs little, or is new, comes first."""

    eager = True

    def __init__(
        self,
        graph: StateGraph,
        cost_fn: Cost = simple_cost,
        bonus: Bonus | None = None,
        curiosity: float = 0.0,
        rng: np.random.Generator | None = None,
        watch_fn: Watch | None = None,
        closed: bool = False,
    ) -> None:
        """Take what is needed.

        Args:
            graph: where the states live.
            cost_fn: what a state costs.
            bonus: how new a state is; nobody asks if it is None.
            curiosity: what the bonus counts, in steps.
            rng: draws the order of moves and states that seem equal; None for that of the rules.
            watch_fn: told of every state that is expanded.
            closed: whether to search without open moves, but for lemmas.
        """
        self.graph = graph
        self.cost_fn = cost_fn
        self.bonus = bonus
        self.curiosity = curiosity
        self.rng = rng
        self.watch_fn = watch_fn
        self.closed = closed
        self._seen: set[Outline] = set()
        self._outlines: dict[int, Outline] = {}

    def is_new(self, node: Node) -> bool:
        if self.graph.flags[node.state] & ISOLATED:
            return True
        if self.graph.flags[node.state] & (DEAD | VANISHED):
            return False
        if node.state not in self._outlines:
            self._outlines[node.state] = self._look(node.state).outline()
        known = len(self._seen)
        self._seen.add(self._outlines[node.state])
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
                reached = node.follow(action, 0.0, after)
                yield self._priority(reached), reached

    def actions(self, state: int) -> list[int]:
        """Return what a discoverer thinks of: nothing is divided by that may be zero."""
        equation = self.graph.equation(state)
        seen = Reader(equation.lhs, equation.rhs)
        found = thought_of(seen, self.graph.legal_actions(state))
        return [index for index, action in found
                if not (self.closed and action.rule.opening and not action.rule.is_lemma)
                and not (action.rule.divides > 0 and action.term and action.term.holds_unknown)
                and not (action.rule.divides == 0 and action.term
                         and action.term not in seen.addends)]  # fmt: skip

    def _look(self, state: int) -> Look:
        equation = self.graph.equation(state)
        return Look(equation.lhs, equation.rhs)

    def _priority(self, node: Node) -> float:
        """Return when a state's turn comes; of one that gets none, it does not matter."""
        if node.state in self._outlines or self.graph.flags[node.state] & (ISOLATED | VANISHED):
            return 0.0
        look = self._look(node.state)
        outline = self._outlines[node.state] = look.outline()
        if outline in self._seen:
            return 0.0
        cost = self.cost_fn(node, look)
        if self.rng is not None:
            cost += TIE * float(self.rng.random())
        return cost if self.bonus is None else cost - self.curiosity * self.bonus.of(look)
