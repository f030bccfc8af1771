"""A derivation: the lines from an equation to its answer, and what they ask of the roots.

Whoever found the path (search or an agent), what follows from it is decided here. Lines that a
person would write as one are merged: dividing by a, then by -1, is dividing by -a.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

import symengine as se

from aljabr import expr as ex
from aljabr import rules
from aljabr.conditions import is_real
from aljabr.equation import Equation
from aljabr.expr import ExprTable, Sym
from aljabr.forms import Forms
from aljabr.graph import StateGraph
from aljabr.printing import expr_text
from aljabr.rules import Action, Condition
from aljabr.search import Move
from aljabr.verify import NUM_POINTS, Point, holds

ALL_POINTS: Final = (*range(NUM_POINTS), *range(-4 * NUM_POINTS, 0))
"""The test points, those with parameters of either sign included."""


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
    path: tuple[Move, ...]

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
    def conditions(self) -> list[Condition]:
        """What the steps ask for, forwards and backwards."""
        found: dict[Condition, None] = {}
        for line in self.lines:
            for condition in self.asked(line, all_of_them=True):
                found[condition] = None
            for condition in _backward_conditions(self.graph.table, line):
                found[condition] = None
        return list(found)

    def asked(self, line: Line, all_of_them: bool = False) -> list[Condition]:
        """Return what a step asks of a root, less what goes without saying."""
        if line.parts:
            return [each for part in line.parts for each in self.asked(part, all_of_them)]
        table, before = self.graph.table, line.before
        conditions = line.action.rule.conditions(table, before, line.action.term)
        if all_of_them:
            return conditions
        if line.action.rule.name == "sqrt" and before.rhs.sym == 0:
            return []  # u**2 = 0 and u = 0 have the same roots
        return [each for each in conditions if not self._holds_anyway(each)]

    def _holds_anyway(self, condition: Condition) -> bool:
        """Whether a condition holds for all real numbers: of a real logarithm, or exp(u) >= 0.

        Where the equation itself is not real, roots need not be either.
        """
        if condition.kind == "root" and condition.expr.head != ex.EXP:
            return False
        if condition.kind not in ("log", "root") or not is_real(condition.expr):
            return False
        sides = self.equation.lhs.tokens + self.equation.rhs.tokens
        return ex.IMAGINARY not in sides

    @cached_property
    def loses_roots(self) -> bool:
        """Whether a step may lose a root."""
        return any(
            condition.expr.holds_unknown
            or (condition.kind != "nonzero" and not _always_holds(condition))
            for line in self.lines
            for condition in self.asked(line)
        )

    @property
    def adds_roots(self) -> bool:
        """Whether a step may add a root; what expanding cancels was excluded when it was typed."""
        tame = ("expand", "collect")
        return any(
            line.action.adds_roots and line.action.rule.name not in tame for line in self.lines
        )

    @property
    def is_void(self) -> bool:
        """Whether a step divides by what is zero wherever we look, though it does not show."""
        return any(
            condition.kind == "nonzero"
            and not condition.expr.holds_unknown
            and not any(holds(condition, Point(number)) for number in range(NUM_POINTS))
            for condition in self.conditions
        )


# -- merging -------------------------------------------------------------------------------------


def merged(derivation: Derivation, forms: Forms) -> list[Line]:
    """Return the steps as a person writes them."""
    lines: list[Line] = []
    for line in derivation.lines:
        joined = _joined(derivation.graph, forms, lines[-1], line) if lines else None
        if joined is None:
            lines.append(line)
        else:
            lines[-1] = joined
    return _gathered(derivation.graph, forms, _straightened(derivation.graph, forms, lines))


def merge_kind(action: Action) -> str | None:
    """Name what a step can be merged with: its like, or expanding if it clears of the unknown."""
    name, term = action.rule.name, action.term
    if name == "negate":
        return "scale"
    if term is None:
        return None
    if name in ("add", "subtract"):
        return "number" if term.is_number else "term"
    if not term.holds_unknown:
        return "scale"
    is_reciprocal = term.head == ex.POW and term.children[1].sym == ex.MINUS_ONE
    return "clear" if is_reciprocal == (name == "divide") else None


def _joined(graph: StateGraph, forms: Forms, first: Line, second: Line) -> Line | None:
    """Join two steps into one that leads to the same equation; None if that cannot be done."""
    kind = merge_kind(first.action)
    action: Action | None
    if kind == "clear" and second.action.rule.name == "expand":
        action = first.action
    elif kind is None or kind != merge_kind(second.action):
        return None
    else:
        one, two = _operand(first.action), _operand(second.action)
        if kind in ("number", "term"):
            action = _adding(graph, one + two)
            if kind == "term" and action is not None and not _is_shorter(action, first, second):
                return None
        else:
            action = _scaling(graph, ex.canonical(one * two))
        if action is None or not _leads_to(graph, forms, first.before, action, second.after):
            return None
    parts = (*(first.parts or (first,)), *(second.parts or (second,)))
    swapped = first.swapped != second.swapped
    return Line(first.before, action, second.after, parts, swapped)


def _is_shorter(action: Action, first: Line, second: Line) -> bool:
    """Whether a merged term is shorter than both: subtracting a, then 1 - a, is subtracting 1."""
    terms = action.term, first.action.term, second.action.term
    lengths = [len(expr_text(term)) for term in terms if term is not None]
    return lengths[0] < min(lengths[1:])


def _straightened(graph: StateGraph, forms: Forms, lines: list[Line]) -> list[Line]:
    """Write 2x = 3 and x = 3/2 after 2x - 3 = 0, where the game subtracts 2x: -2x = -3."""
    for start, end in ((i, i + n) for n in (1, 2) for i in range(len(lines) - n)):
        straight = _straight(graph, forms, lines[start:end], lines[end])
        if straight is not None:
            return [*lines[:start], *straight, *lines[end + 1 :]]
    return lines


def _straight(
    graph: StateGraph, forms: Forms, moving: list[Line], scaling: Line
) -> list[Line] | None:
    """Move everything else instead of the term with the unknown; None if that was not moved."""
    first, before = moving[0].action, moving[0].before
    if first.rule.name != "subtract" or first.term is None or before.rhs.holds_unknown:
        return None
    moved = moving[-1].after.lhs.sym == ex.negate(first.term.sym)
    rest = graph.table.intern(before.lhs.sym - first.term.sym)
    if not moved or rest is None or rest.holds_unknown or merge_kind(scaling.action) != "scale":
        return None
    action = Action(first.rule, rest)
    between = rules.apply(graph.table, before, action)
    scaled = _scaling(graph, ex.canonical(-_operand(scaling.action)))
    if between is None or scaled is None:
        return None
    if not _leads_to(graph, forms, between, scaled, scaling.after):
        return None
    if scaled.term is not None and scaled.term.sym == 1:
        return [Line(before, action, scaling.after, (*moving, scaling))]
    return [
        Line(before, action, between, tuple(moving)),
        Line(between, scaled, scaling.after, scaling.parts or (scaling,), scaling.swapped),
    ]


def _gathered(graph: StateGraph, forms: Forms, lines: list[Line]) -> list[Line]:
    """Move three terms or more without the unknown at once."""
    found: list[Line] = []
    for _, run in groupby(lines, _moves_constant):
        group = list(run)
        if len(group) > 2 and _moves_constant(group[0]):
            action = _adding(graph, se.Add(*[_operand(line.action) for line in group]))
            before, after = group[0].before, group[-1].after
            if action is not None and _leads_to(graph, forms, before, action, after):
                parts = [part for line in group for part in line.parts or (line,)]
                group = [Line(before, action, after, tuple(parts))]
        found += group
    return found


def _moves_constant(line: Line) -> bool:
    term = line.action.term
    additive = line.action.rule.name in ("add", "subtract")
    return additive and term is not None and not term.holds_unknown


def _leads_to(
    graph: StateGraph, forms: Forms, before: Equation, action: Action, end: Equation
) -> bool:
    """Whether an action leads to an equation, each side proved equal, perhaps swapped."""
    reached = rules.apply(graph.table, before, action)
    if reached is None:
        return False
    sides = reached.lhs, reached.rhs
    return any(
        all(map(forms.are_equal, sides, other))
        for other in ((end.lhs, end.rhs), (end.rhs, end.lhs))
    )


def _is_swapped(graph: StateGraph, before: Equation, action: Action, after: Equation) -> bool:
    operand = action.rule.operand_in(before.lhs, action.term)
    left = graph.table.intern(action.rule.effect(before.lhs, operand))
    return left is after.rhs and left is not after.lhs


def _operand(action: Action) -> Sym:
    if action.term is None:
        return ex.MINUS_ONE
    assert action.rule.operand is not None
    return action.rule.operand(action.term.sym)


def _adding(graph: StateGraph, operand: Sym) -> Action | None:
    term = graph.table.intern(ex.negate(operand))
    return None if term is None else Action(graph.game.rule("subtract"), term)


def _scaling(graph: StateGraph, operand: Sym) -> Action | None:
    factor, divisor = (graph.table.intern(each) for each in (operand, ex.reciprocal(operand)))
    if factor is None or divisor is None:
        return None
    if len(expr_text(divisor)) <= len(expr_text(factor)):
        return Action(graph.game.rule("divide"), divisor)
    return Action(graph.game.rule("multiply"), factor)


# -- conditions ----------------------------------------------------------------------------------


def _backward_conditions(table: ExprTable, line: Line) -> list[Condition]:
    """Return what a root after a step must satisfy to be a root before it."""
    action, before = line.action, line.before
    kind = _UNDONE_BY.get(action.rule.name)
    if kind is not None:
        return [Condition(kind, before.rhs), Condition(kind, before.lhs)]
    if action.adds_roots and action.term is not None:
        return [Condition("nonzero", action.term)]
    return action.rule.backward(table, before, action.term)


_UNDONE_BY: Final = {"square": "root", "exp": "log", "sin": "asin", "cos": "acos", "tan": "atan"}


def _always_holds(condition: Condition) -> bool:
    return all(holds(condition, Point(number)) for number in ALL_POINTS)
