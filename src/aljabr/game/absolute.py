"""Absolute values by cases, |u| is u or -u, and by factors, |u*v| = |u|*|v|."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.prover import factors_of
from aljabr.game import effects, guards
from aljabr.game.identities import Rewritten, nodes_of, replaced, rule
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
"""What comes of the wrong sign is no root."""

# -- by factors ------------------------------------------------------------------------------------


def fewer(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Take |u*v| = |u|*|v| and |u|^2 = u^2 of real numbers, if fewer absolute values are left."""
    moduli = nodes_of(lhs, rhs, tk.ABS)
    if not moduli:
        return None
    values = {node: _by_factors(each.children[0].sym) for node, each in moduli.items()}
    for node, power in nodes_of(lhs, rhs, tk.POW).items():
        base, exponent = power.children
        if base.head == tk.ABS and exponent.sym.is_integer:
            odd = exponent.sym % 2
            values[node] = base.children[0].sym ** (exponent.sym - odd) * base.sym**odd
    found = replaced(lhs, rhs, {node: each for node, each in values.items() if node != each})
    if found is None:
        return None
    table = ExprTable()
    left, right = (table.intern(each) for each in found.sides[0])
    if left is None or right is None:
        return None
    is_simpler = left == right or len(nodes_of(left, right, tk.ABS)) < len(moduli)
    return found if is_simpler else None


def _by_factors(inside: Sym) -> Sym:
    """Write the absolute value of a product by those of its factors."""
    found = factors_of(inside)
    if found is None:
        return ar.absolute(inside)
    number, factors = found
    sizes = [ar.power(each if exponent % 2 == 0 else ar.absolute(each), ar.rational(exponent))
             for each, exponent in factors]  # fmt: skip
    return ar.times(ar.rational(abs(number.numerator), number.denominator), *sizes)


FEWER: Final = rule(
    "fewer_moduli", "write absolute values of products by those of the factors", fewer,
    where_there_is(tk.ABS), is_real=True,
)  # fmt: skip
