"""Square roots within square roots that can be written side by side: sqrt(5 + 2*sqrt(6))."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.content import without_number
from aljabr.algebra.expr import Expr
from aljabr.algebra.points import sign_of


def has_nested_root(expr: Expr) -> bool:
    """Whether a square root stands within another, or around the square of a number."""
    return any(_is_root(each) and (any(map(_is_root, each.children[0].walk()))
                                   or _root_of_square(each.children[0]) is not None)
               for each in expr.walk())  # fmt: skip


def _root_of_square(expr: Expr) -> Sym | None:
    """Return the root of c*u^2, where u is a number that is no rational one, and c is positive."""
    number, square = without_number(expr)
    if square.head != tk.POW or square.children[1].sym != 2 or expr.holds_symbols or number < 0:
        return None
    base = square.children[0].sym
    outside = ar.square_root(ar.rational(number.numerator, number.denominator))
    return outside * sign_of(base) * base if sign_of(base) else None


def _is_root(expr: Expr) -> bool:
    return expr.head == tk.POW and expr.children[1].sym in (ar.HALF, -ar.HALF)


def denested(expr: Expr) -> Sym:
    """Return an expression with every root of a + b*sqrt(c) taken apart that can be.

    If a > 0 and a^2 - b^2*c is a square d^2, the root is sqrt((a + d)/2) + sqrt((a - d)/2), with a
    minus sign where b has one.
    """
    if not expr.children:
        return expr.sym
    parts = [denested(each) for each in expr.children]
    if _is_root(expr):
        size = _root_of_square(expr.children[0])
        if size is not None:
            return size ** (2 * expr.children[1].sym)
        found = _apart(parts[0])
        if found is not None:
            return found if expr.children[1].sym == ar.HALF else _inverse(*found.args)
    return ar.power(*parts) if expr.head == tk.POW else ar.rebuild(expr.head, parts)


def _apart(inside: Sym) -> Sym | None:
    if not ar.is_sum(inside) or len(inside.args) != 2:
        return None
    numbers = [each for each in inside.args if ar.is_rational(each)]
    if len(numbers) != 1:
        return None
    rest = inside - numbers[0]
    square = ar.expand(rest * rest)
    if not ar.is_rational(square) or square < 0:
        return None
    a, b = _fraction(numbers[0]), _fraction(square)
    d = _root(a * a - b)
    if a <= 0 or d is None:
        return None
    first, second = ((a + sign * d) / 2 for sign in (1, -1))
    one, other = (ar.square_root(ar.rational(each.numerator, each.denominator))
                  for each in (first, second))  # fmt: skip
    sign = sign_of(rest)
    return one + sign * other if sign else None


def _inverse(one: Sym, other: Sym) -> Sym:
    """1/(p + q) is (p - q)/(p^2 - q^2), where the squares are numbers."""
    return ar.expand((one - other) / ar.expand(one * one - other * other))


def _fraction(number: Sym) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def _root(value: Fraction) -> Fraction | None:
    """Return the square root of a rational number, if it is one."""
    if value < 0:
        return None
    above, below = isqrt(value.numerator), isqrt(value.denominator)
    is_square = above * above == value.numerator and below * below == value.denominator
    return Fraction(above, below) if is_square else None
