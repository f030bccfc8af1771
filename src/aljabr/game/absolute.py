"""Absolute values by cases: |u| is u or -u. What comes of the wrong sign is no root."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.game import effects, guards
from aljabr.game.identities import Rewritten
from aljabr.game.opening import Opened
from aljabr.game.reading import Write, where_there_is
from aljabr.game.rules import Rule

MAX_MODULI: Final = 4
"""The most absolute values that are taken apart: each doubles the cases."""


def by_sign(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Take the first absolute value apart, where it does not stand alone on a side."""
    if tk.ABS not in lhs.tokens and tk.ABS not in rhs.tokens:
        return None
    nodes = {each.sym: each for side in (lhs, rhs) for each in side.walk()
             if each.head == tk.ABS and each.holds_unknown}  # fmt: skip
    if not 1 <= len(nodes) <= MAX_MODULI or guards.is_absolute(lhs, rhs):
        return None
    inside = next(iter(nodes.values())).children[0]
    sides = tuple(
        (_put(lhs, inside, value), _put(rhs, inside, value))
        for value in (inside.sym, ar.negate(inside.sym))
    )
    return Rewritten(sides, "take {0} as positive", (inside.sym,))


def _put(side: Expr, inside: Expr, value: Sym) -> Sym:
    """Put a value in the place of an absolute value."""
    if tk.ABS not in side.tokens:
        return side.sym
    if side.head == tk.ABS and side.children[0].sym == inside.sym:
        return value
    return ar.rebuild(side.head, [_put(each, inside, value) for each in side.children])


def _opening(lhs: Expr, rhs: Expr) -> Opened | None:
    found = by_sign(lhs, rhs)
    return None if found is None else Opened(found.sides)


def _backward(table: ExprTable, before: Equation, after: Equation) -> list[Condition]:
    """Ask that what is inside has the sign of the case."""
    found = by_sign(before.lhs, before.rhs)
    if found is None:
        return []
    sides = [[table.intern(each) for each in case] for case in found.sides]
    taken = [None in case or {*case} == {after.lhs, after.rhs} for case in sides]
    if all(taken):
        return []
    value = found.terms[0] if taken[0] else ar.negate(found.terms[0])
    inside = table.intern(value)
    return [] if inside is None else [Condition("root", inside)]


def _conditions(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    found = by_sign(equation.lhs, equation.rhs)
    inside = None if found is None else table.intern(found.terms[0])
    return [] if inside is None else [Condition("real", inside)]


def _says(table: ExprTable, before: Equation, after: Equation, write: Write) -> str:
    found = by_sign(before.lhs, before.rhs)
    inside = None if found is None else table.intern(found.terms[0])
    shown = "what is inside" if inside is None else write(inside, before.unknown)
    return f"the case that {shown} is not negative"


BY_SIGN: Final = Rule(
    "by_sign", "take an absolute value apart", effects.unchanged, opening=_opening, is_real=True,
    guard=lambda lhs, rhs: by_sign(lhs, rhs) is not None, conditions=_conditions,
    backward_in=_backward, adds=True, says=_says, occurs=where_there_is(tk.ABS), cost=0.5,
)  # fmt: skip
