"""What a sign can be, as a set; signs of sums by a second look; what is real at sight."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import algebraic
from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr

Sign = frozenset[int]

ANY: Final[Sign] = frozenset((-1, 0, 1))
POSITIVE: Final[Sign] = frozenset((1,))
NEGATIVE: Final[Sign] = frozenset((-1,))
ZERO: Final[Sign] = frozenset((0,))
NONNEGATIVE: Final[Sign] = frozenset((0, 1))
NONPOSITIVE: Final[Sign] = frozenset((-1, 0))
NONZERO: Final[Sign] = frozenset((-1, 1))


def turned(sign: Sign) -> Sign:
    """Return what the opposite can be."""
    return frozenset(-each for each in sign)


def of_sum(signs: list[Sign]) -> Sign:
    """Return what a sum of such terms can be."""
    for way in (1, -1):
        ways = [frozenset(way * each for each in sign) for sign in signs]
        if all(sign <= NONNEGATIVE for sign in ways):
            strict = any(0 not in sign for sign in ways)
            found = POSITIVE if strict else NONNEGATIVE
            if all(sign == ZERO for sign in ways):
                found = ZERO
            return frozenset(way * each for each in found)
    return ANY


def square_root_in(term: Expr) -> tuple[Sym, Expr] | None:
    """Split k*sqrt(u) into k and u; None of any other term."""
    for each in term.children if term.head == tk.MUL else (term,):
        if each.head == tk.POW and each.children[1].sym == ar.HALF:
            factor = term.sym / each.sym
            return (factor, each.children[0]) if ar.is_rational(factor) else None
    return None


def of_quadratic(root: Expr, rest: Expr) -> Sign:
    """Return the sign of b*u + c + k*sqrt(u), a quadratic in the root; any if it may change."""
    found = square_root_in(root)
    if found is None or not found[1].sym.free_symbols:
        return ANY
    factor, inside = found
    letter = min(inside.sym.free_symbols, key=str)
    slope = ar.expand(inside.sym.diff(letter))
    if not ar.is_rational(slope) or slope == 0:
        return ANY
    first = ar.expand(rest.sym.diff(letter) / slope)
    last = ar.expand(rest.sym - first * inside.sym)
    if not (ar.is_rational(first) and ar.is_rational(last) and first != 0):
        return ANY
    sign = frozenset((1 if first > 0 else -1,))
    if factor * first > 0:  # it rises, or falls, from where the root is zero
        return sign if last * first > 0 else sign | ZERO if last == 0 else ANY
    room = factor * factor - 4 * first * last
    return ANY if room > 0 else sign if room < 0 else sign | ZERO


# -- at sight --------------------------------------------------------------------------------------


def is_real(expr: Expr) -> bool:
    """Whether an expression is real for all real symbols, where it is defined."""
    if expr.head == tk.LOG:
        return ar.is_positive_number(expr.children[0].sym)
    if expr.head == tk.POW and not expr.children[1].sym.is_integer:
        return ar.is_positive_number(expr.sym)
    if expr.head in _NOT_ALWAYS_REAL:
        return False
    if expr.head == tk.ALGEBRAIC:
        return algebraic.is_real(expr.sym.name)
    return all(map(is_real, expr.children))


_NOT_ALWAYS_REAL: Final = {
    tk.IMAGINARY,
    tk.ASIN,
    tk.ACOS,
}


def is_rational(expr: Expr) -> bool:
    """Whether an expression is a fraction of polynomials, which has no branches."""
    if expr.head == tk.POW and not expr.children[1].sym.is_integer:
        return False
    if expr.children and expr.head not in (tk.ADD, tk.MUL, tk.POW):
        return False
    return all(map(is_rational, expr.children))
