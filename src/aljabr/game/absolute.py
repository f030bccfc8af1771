"""Absolute values by cases: |u| is u or -u. What comes of the wrong sign is no root."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.factoring import factored
from aljabr.game import effects, guards
from aljabr.game.identities import Rewritten, nodes_of, replaced, rule
from aljabr.game.opening import Opened
from aljabr.game.reading import Write, where_there_is
from aljabr.game.rules import Rule

_FRACTIONS: Final = (
    tk.POSITIVE_HALF, tk.NEGATIVE_HALF, tk.POSITIVE_FRACTION, tk.NEGATIVE_FRACTION,
)  # fmt: skip
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


def root_of_square(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """sqrt(c*u^2) = sqrt(c)*|u|, where c is positive."""
    if not any(each in lhs.tokens or each in rhs.tokens for each in _FRACTIONS):
        return None
    values: dict[Sym, Sym] = {}
    for sym, node in nodes_of(lhs, rhs, tk.POW).items():
        inside, exponent = node.children
        if not exponent.is_number or int(exponent.sym.q) % 2:
            continue
        number, base, power = _as_power(inside)
        whole = ar.expand(power * exponent.sym)
        if power and power % 2 == 0 and whole.is_integer:
            size = base if whole % 2 == 0 else ar.absolute(base)
            values[sym] = ar.multiply(ar.power(number, exponent.sym), ar.power(size, whole))
    return replaced(lhs, rhs, values)


def reciprocal_roots(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """sqrt(1/u) = 1/sqrt(u), where both stand: then u is positive."""
    if not any(each in lhs.tokens or each in rhs.tokens for each in _FRACTIONS):
        return None
    nodes = [each for each in nodes_of(lhs, rhs, tk.POW).values() if each.children[1].is_number]
    roots = {each.children[0].sym: each.children[1].sym for each in nodes
             if int(each.children[1].sym.q) == 2}  # fmt: skip
    values: dict[Sym, Sym] = {}
    positive: list[Sym] = []
    for inside, exponent in roots.items():
        other = next((each for each in roots if each != inside and each not in positive
                      and ar.expand(each * inside) == 1), None)  # fmt: skip
        if other is not None and inside not in positive:
            positive += [inside, other]
            values[inside**exponent] = other**-exponent
    return replaced(lhs, rhs, values, tuple(positive))


def _as_power(expr: Expr) -> tuple[Sym, Sym, int]:
    """Return c, u and n of an expression c*u^n; n is 0 if it is none, or c is not positive."""
    factors = ar.factors(factored(expr))
    number = ar.times(*[each for each in factors if ar.is_rational(each)])
    others = [each for each in factors if not ar.is_rational(each)]
    base, exponent = ar.base_and_exponent(others[0])
    if len(others) > 1 or not exponent.is_integer or number < 0:
        return ar.ONE, ar.ONE, 0
    return number, base, int(exponent)


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
RULES: Final = (
    BY_SIGN,
    rule("root_of_square", "write the root of a square as an absolute value", root_of_square,
         where_there_is(tk.POW), is_real=True),
    rule("reciprocal_roots", "write the root of the reciprocal by the root itself",
         reciprocal_roots, where_there_is(tk.POW), is_real=True),
)  # fmt: skip
"""Over the real numbers."""
