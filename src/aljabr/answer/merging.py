"""Lines that a person would write as one: dividing by a, then by -1, is dividing by -a."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equality import is_proved
from aljabr.algebra.equation import Equation
from aljabr.algebra.printing import expr_text
from aljabr.answer.derivation import Line
from aljabr.game import games
from aljabr.game.graph import StateGraph
from aljabr.game.rules import ADD, DIVIDE, MULTIPLY, NEGATE, SUBTRACT, Action


def merged(graph: StateGraph, steps: Iterable[Line]) -> list[Line]:
    """Return steps as a person writes them."""
    lines: list[Line] = []
    for line in steps:
        joined = _joined(graph, lines[-1], line) if lines else None
        if joined is None:
            lines.append(line)
        else:
            lines[-1] = joined
    return _gathered(graph, _straightened(graph, _moved_at_once(graph, lines)))


def _moved_at_once(graph: StateGraph, lines: list[Line]) -> list[Line]:
    """Add at once what the game, which has no term 1, adds by a detour: u - 1 = 0, 1 - u = 0."""
    for place in range(len(lines) - 1):
        first, second = lines[place : place + 2]
        moved, other = (
            graph.table.intern(ar.expand(before.sym - after.sym))
            for before, after in ((first.before.lhs, second.after.lhs),
                                  (first.before.rhs, second.after.rhs))
        )  # fmt: skip
        if moved is None or moved is not other or moved.holds_unknown or moved.sym == 0:
            continue
        is_one = moved.sym in (ar.ONE, ar.MINUS_ONE)
        if is_one or _is_detour(first, second):
            parts = (*(first.parts or (first,)), *(second.parts or (second,)))
            joined = Line(first.before, Action(SUBTRACT, moved), second.after, parts)
            return _moved_at_once(graph, [*lines[:place], joined, *lines[place + 2 :]])
    return lines


def _is_detour(first: Line, second: Line) -> bool:
    """Whether signs are turned or the unknown is moved where only a constant is."""
    rules = {line.action.rule for line in (first, second)}
    moves_constant = _moves_constant(first) and _moves_constant(second)
    return rules <= {NEGATE, ADD, SUBTRACT} and not moves_constant


def _joined(graph: StateGraph, first: Line, second: Line) -> Line | None:
    """Join two steps into one that leads to the same equation; None if that cannot be done."""
    kind = first.action.joins
    action: Action | None
    if kind == "clear" and second.action.joins == "expand":
        action = first.action
    elif kind in (None, "expand") or kind != second.action.joins:
        return None
    else:
        one, two = _operand(first.action), _operand(second.action)
        if kind in ("number", "term"):
            action = _adding(graph, one + two)
            if kind == "term" and action is not None and not _is_shorter(action, first, second):
                return None
        else:
            action = _scaling(graph, ar.canonical(one * two))
        if action is None or not _leads_to(graph, first.before, action, second.after):
            return None
    parts = (*(first.parts or (first,)), *(second.parts or (second,)))
    swapped = first.swapped != second.swapped
    return Line(first.before, action, second.after, parts, swapped)


def _is_shorter(action: Action, first: Line, second: Line) -> bool:
    """Whether a merged term is shorter than both: subtracting a, then 1 - a, is subtracting 1."""
    terms = action.term, first.action.term, second.action.term
    lengths = [len(expr_text(term)) for term in terms if term is not None]
    return lengths[0] <= min(lengths[1:])


def _straightened(graph: StateGraph, lines: list[Line]) -> list[Line]:
    """Write 2x = 3 and x = 3/2 after 2x - 3 = 0, where the game subtracts 2x: -2x = -3."""
    for start, end in ((i, i + n) for n in (1, 2) for i in range(len(lines) - n)):
        straight = _straight(graph, lines[start:end], lines[end])
        if straight is not None:
            return [*lines[:start], *straight, *lines[end + 1 :]]
    return lines


def _straight(graph: StateGraph, moving: list[Line], scaling: Line) -> list[Line] | None:
    """Move everything else instead of the term with the unknown; None if that was not moved."""
    first, before = moving[0].action, moving[0].before
    if first.rule is not SUBTRACT or first.term is None or before.rhs.holds_unknown:
        return None
    moved = moving[-1].after.lhs.sym == ar.negate(first.term.sym)
    rest = graph.table.intern(before.lhs.sym - first.term.sym)
    if not moved or rest is None or rest.holds_unknown or scaling.action.joins != "scale":
        return None
    action = Action(first.rule, rest)
    between = games.apply(graph.table, before, action)
    scaled = _scaling(graph, ar.canonical(-_operand(scaling.action)))
    if between is None or scaled is None:
        return None
    if not _leads_to(graph, between, scaled, scaling.after):
        return None
    if scaled.term is not None and scaled.term.sym == 1:
        return [Line(before, action, scaling.after, (*moving, scaling))]
    return [
        Line(before, action, between, tuple(moving)),
        Line(between, scaled, scaling.after, scaling.parts or (scaling,), scaling.swapped),
    ]


def _gathered(graph: StateGraph, lines: list[Line]) -> list[Line]:
    """Move three terms or more without the unknown at once."""
    found: list[Line] = []
    for _, run in groupby(lines, _moves_constant):
        group = list(run)
        if len(group) > 2 and _moves_constant(group[0]):
            action = _adding(graph, ar.add(*[_operand(line.action) for line in group]))
            before, after = group[0].before, group[-1].after
            if action is not None and _leads_to(graph, before, action, after):
                parts = [part for line in group for part in line.parts or (line,)]
                group = [Line(before, action, after, tuple(parts))]
        found += group
    return found


def _moves_constant(line: Line) -> bool:
    term = line.action.term
    additive = line.action.joins in ("number", "term")
    return additive and term is not None and not term.holds_unknown


def _leads_to(graph: StateGraph, before: Equation, action: Action, end: Equation) -> bool:
    """Whether an action leads to an equation, each side proved equal, perhaps swapped."""
    reached = games.apply(graph.table, before, action)
    if reached is None:
        return False
    sides = reached.lhs, reached.rhs
    return any(
        all(is_proved(graph.table, *pair) for pair in zip(sides, other, strict=True))
        for other in ((end.lhs, end.rhs), (end.rhs, end.lhs))
    )


def _operand(action: Action) -> Sym:
    if action.term is None:
        return ar.MINUS_ONE
    assert action.rule.operand is not None
    return action.rule.operand(action.term.sym)


def _adding(graph: StateGraph, operand: Sym) -> Action | None:
    term = graph.table.intern(ar.negate(operand))
    return None if term is None else Action(SUBTRACT, term)


def _scaling(graph: StateGraph, operand: Sym) -> Action | None:
    factor, divisor = (graph.table.intern(each) for each in (operand, ar.reciprocal(operand)))
    if factor is None or divisor is None:
        return None
    if len(expr_text(divisor)) <= len(expr_text(factor)):
        return Action(DIVIDE, divisor)
    return Action(MULTIPLY, factor)
