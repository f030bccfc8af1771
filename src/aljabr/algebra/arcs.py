"""Sums of arcs that are multiples of pi/12: acos(1/sqrt(10)) + atan(1/3) is pi/2."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Exact
from aljabr.algebra.prover import value_of

ARCS: Final = (tk.ASIN, tk.ACOS, tk.ATAN)
MAX_MULTIPLE: Final = 4

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
    """Return a sum of arcs of numbers as a multiple of pi/12, if it is one."""
    parts = expr.children if expr.head == tk.ADD else (expr,)
    arcs = [each for each in parts if any(token in each.tokens for token in ARCS)]
    others = ar.add(*[each.sym for each in parts if each not in arcs])
    if not arcs or any(each.holds_symbols for each in arcs):
        return None
    total: Turn = ar.ZERO, ar.ONE
    for each in arcs:
        turn = multiple_of_arc(each)
        if turn is None:
            return None
        total = sum_of_turns(total, turn)
    whole = table.intern(ar.add(*[each.sym for each in arcs]))
    value = None if whole is None else Exact(0).value(whole)
    if value is None or not value.is_finite() or value.imag != 0:
        return None
    number = round(float(value.real.mid()) * 12 / 3.141592653589793)
    angle = ar.PI * ar.rational(number, 12)
    near = table.intern(whole.sym - angle) if whole is not None else None
    gap = None if near is None else Exact(0).value(near)
    sine = sum_of_turns(total, (-ar.sine(angle), ar.cosine(angle)))[0]
    if gap is None or not abs(gap) < 1 or not _is_zero(sine):
        return None
    return table.intern(others + angle)


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


def _is_zero(sym: Sym) -> bool:
    if sym == 0:
        return True
    value = value_of(sym)
    return value is not None and value == 0
