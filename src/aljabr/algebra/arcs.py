"""Sums of arcs that are parts of pi: acos(1/sqrt(10)) + atan(1/3) is pi/2."""

from __future__ import annotations

from fractions import Fraction
from math import pi
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Exact
from aljabr.algebra.separation import is_zero

ARCS: Final = (tk.ASIN, tk.ACOS, tk.ATAN)
MAX_MULTIPLE: Final = 4
MAX_PARTS: Final = 180
"""Into how many parts pi is divided at most: whole degrees."""
_NEAR: Final = 1e-13

Turn = tuple[Sym, Sym]
"""Sine and cosine of an angle, perhaps both times something positive."""


def turn_of(inside: Sym, head: int) -> Turn:
    """Return sine and cosine of an arc."""
    beside = ar.square_root(ar.expand(1 - inside * inside))
    return {tk.ASIN: (inside, beside), tk.ACOS: (beside, inside), tk.ATAN: (inside, ar.ONE)}[head]


def sum_of_turns(one: Turn, other: Turn) -> Turn:
    (s, c), (t, d) = one, other
    return ar.expand(s * d + c * t), ar.expand(c * d - s * t)


def plain_angle(table: ExprTable, expr: Expr) -> Expr | None:
    """Return a sum of arcs of numbers as a part of pi, if it is one: guessed, and then proved."""
    parts = expr.children if expr.head == tk.ADD else (expr,)
    arcs = [each for each in parts if any(token in each.tokens for token in ARCS)]
    others = ar.add(*[each.sym for each in parts if each not in arcs])
    if not arcs or any(each.holds_symbols for each in arcs):
        return None
    whole = ar.add(*[each.sym for each in arcs])
    summed = table.intern(whole)
    value = None if summed is None else Exact(0).value(summed)
    if value is None or not value.is_finite() or value.imag != 0:
        return None
    turns = float(value.real.mid()) / pi
    guess = Fraction(turns).limit_denominator(MAX_PARTS)
    if abs(turns - guess) > _NEAR:
        return None
    angle = ar.PI * ar.rational(guess.numerator, guess.denominator)
    return table.intern(others + angle) if is_zero(whole - angle) else None


def multiple_of_arc(term: Expr) -> Turn | None:
    """Return sine and cosine of a whole multiple of an arc."""
    number, arc = 1, term
    if term.head == tk.MUL and len(term.children) == 2 and term.children[0].is_number:
        first = term.children[0].sym
        if not first.is_integer or abs(first) > MAX_MULTIPLE:
            return None
        number, arc = int(first), term.children[1]
    if arc.head not in ARCS:
        return None
    one = turn_of(arc.children[0].sym, arc.head)
    found: Turn = ar.ZERO, ar.ONE
    for _ in range(abs(number)):
        found = sum_of_turns(found, one)
    return (found[0] if number > 0 else -found[0]), found[1]
