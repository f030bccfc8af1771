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
MAX_ARCS: Final = 2
"""Of sums, whose sines are taken apart."""
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


def turned_arcs(expr: Expr) -> int:
    """Count the sines, cosines and tangents of sums with arcs."""
    return sum(each.head in (tk.SIN, tk.COS, tk.TAN) and any(arc in each.tokens for arc in ARCS)
               for each in expr.walk())  # fmt: skip


def without_arcs(expr: Expr) -> Sym:
    """Write sines, cosines and tangents of arcs of numbers by roots: sin(atan(3/4)) is 3/5."""
    if not expr.children:
        return expr.sym
    if expr.head in (tk.SIN, tk.COS, tk.TAN) and not expr.holds_symbols:
        (angle,) = expr.children
        turn = _turn_of_sum(angle)
        if turn is not None:
            sine, cosine = turn
            return {tk.SIN: sine, tk.COS: cosine, tk.TAN: sine / cosine}[expr.head]
        twice = ExprTable().intern(ar.expand(2 * angle.sym)) if expr.head == tk.TAN else None
        turn = None if twice is None else _turn_of_sum(twice)
        if turn is not None and turn[1] != -1:
            return turn[0] / (1 + turn[1])
    return ar.rebuild(expr.head, [without_arcs(each) for each in expr.children])


def _turn_of_sum(angle: Expr) -> Turn | None:
    """Return sine and cosine of a sum of multiples of a few arcs of what is real."""
    parts = angle.children if angle.head == tk.ADD else (angle,)
    if len(parts) > MAX_ARCS or tk.IMAGINARY in angle.tokens:
        return None
    total: Turn = ar.ZERO, ar.ONE
    for part in parts:
        turn = multiple_of_arc(part)
        if turn is None:
            return None
        total = sum_of_turns(total, turn)
    size = ar.square_root(ar.expand(total[0] ** 2 + total[1] ** 2))
    return (total[0] / size, total[1] / size) if size != 0 else None
