"""A derivation: the lines from an equation to its answer, and what they ask of the roots.

Whoever found the path (search or an agent), what follows from it is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from math import prod
from typing import Final

from aljabr.algebra import tokens as tk
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.algebra.signsets import is_real
from aljabr.game.graph import StateGraph
from aljabr.game.rules import Action
from aljabr.search.path import Path

MAX_WAYS: Final = 6
"""How many ways to lead back are tried."""


@dataclass(frozen=True, slots=True)
class Line:
    """One step: the equations before and after it."""

    before: Equation
    action: Action
    after: Equation
    parts: tuple[Line, ...] = ()
    """The steps of the game that this one stands for, if it is merged."""
    swapped: bool = False
    """Whether the sides changed places."""


@dataclass(frozen=True)
class Derivation:
    """A path through the graph from an equation."""

    graph: StateGraph
    equation: Equation
    start: int
    path: Path

    @cached_property
    def lines(self) -> list[Line]:
        """The steps of the game."""
        state, found = self.start, []
        unknown = self.equation.unknown
        for move in self.path:
            before = self.graph.equation(state, unknown)
            after = self.graph.equation(move.state, unknown)
            action = self.graph.action(state, move.action)
            swapped = _is_swapped(self.graph, before, action, after)
            found.append(Line(before, action, after, swapped=swapped))
            state = move.state
        return found

    @cached_property
    def end(self) -> Equation:
        """The last equation."""
        state = self.path[-1].state if self.path else self.start
        return self.graph.equation(state, self.equation.unknown)

    @cached_property
    def forward(self) -> list[Condition]:
        """What the steps ask of a root to keep it."""
        found: dict[Condition, None] = {}
        for line in self.lines:
            found.update(dict.fromkeys(self.asked(line)))
        return list(found)

    def backward(self) -> Iterator[list[Condition]]:
        """Yield what a root of the last equation must satisfy to be one of the first.

        Each set of conditions is enough; where a step allows two, both are tried. From a case that
        is none of the step's own there is no way back.
        """
        if not self.leads_back:
            return
        for chosen in islice(product(*self.ways_back), MAX_WAYS):
            yield list(dict.fromkeys(each for conditions in chosen for each in conditions))

    @cached_property
    def ways_back(self) -> list[list[list[Condition]]]:
        """For each step the ways back from it, as conditions."""
        found = []
        for line in self.lines:
            rule, term = line.action.rule, line.action.term
            if rule.backward_in is not None:
                found.append([rule.backward_in(self.graph.table, line.before, line.after)])
                continue
            ways = [way for way in (rule.backward, rule.backward_or) if way is not None]
            if rule.undoes_inverse and _undone(line.before.lhs).head == tk.ACOS:
                # Where both are on the other side of zero, they are zero, which either way allows.
                ways = ways[:1] if line.before.lhs.head == tk.ACOS else ways[-1:]
            found.append([way(self.graph.table, line.before, term) for way in ways])
        return found

    @property
    def ways_back_are_all(self) -> bool:
        """Whether each root of the first equation that came along satisfies one of `backward`.

        If u = v, both are positive or both negative, where they were squared; but they may lie
        anywhere where their cosine was taken, unless one is an arccosine.
        """
        num_ways = prod(map(len, self.ways_back))
        return self.leads_back and num_ways <= MAX_WAYS and self.arcs_stand_alone

    @property
    def arcs_stand_alone(self) -> bool:
        """Whether sines and the like were taken only where an arc stood alone on the left."""
        undone = [line.before.lhs for line in self.lines if line.action.rule.undoes_inverse]
        return all(map(_is_inverse, undone))

    @property
    def leads_back(self) -> bool:
        """Whether every step has a way back."""
        return not any(move.aside for move in self.path)

    @property
    def is_reversible(self) -> bool:
        """Whether every root of the last equation is one of the first, where nothing is zero."""
        bare = all(
            any(all(each.kind == "nonzero" for each in way) for way in ways)
            for ways in self.ways_back
        )
        return bare and self.leads_back and not self.adds_roots

    def asked(self, line: Line) -> list[Condition]:
        """Return what a step asks of a root, less what goes without saying."""
        if line.parts:
            return [each for part in line.parts for each in self.asked(part)]
        rule, term = line.action.rule, line.action.term
        conditions = rule.conditions(self.graph.table, line.before, term)
        return [each for each in conditions if not self._holds_anyway(each)]

    def _holds_anyway(self, condition: Condition) -> bool:
        """Whether a condition holds for all real numbers: of a real logarithm, or exp(u) >= 0.

        Where the equation itself is not real, roots need not be either.
        """
        if condition.kind == "real":
            return True
        if condition.kind == "root" and condition.expr.head != tk.EXP:
            return False
        if condition.kind not in ("log", "root") or not is_real(condition.expr):
            return False
        sides = self.equation.lhs.tokens + self.equation.rhs.tokens
        return tk.IMAGINARY not in sides

    @property
    def adds_roots(self) -> bool:
        """Whether a step may add a root; what expanding cancels was excluded when it was typed."""
        return any(line.action.adds_roots for line in self.lines)


def _is_inverse(side: Expr) -> bool:
    """Whether this is asin(u), acos(u) or atan(u), perhaps with a minus sign."""
    return _undone(side).head in (tk.ASIN, tk.ACOS, tk.ATAN)


def _undone(side: Expr) -> Expr:
    """Return a side without a minus sign."""
    is_negated = side.head == tk.MUL and len(side.children) == 2 and side.children[0].sym == -1
    return side.children[1] if is_negated else side


def _is_swapped(graph: StateGraph, before: Equation, action: Action, after: Equation) -> bool:
    operand = action.rule.operand_in(before.lhs, action.term)
    left = graph.table.intern(action.rule.effect(before.lhs, operand))
    return left is after.rhs and left is not after.lhs
