"""Roots around square roots that can be taken apart: sqrt(5 + 2*sqrt(6)), cbrt(7 + 5*sqrt(2))."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Final

from flint import fmpq, fmpq_poly

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.content import without_content, without_number
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import sign_of

THIRD: Final = ar.rational(1, 3)


def nested_roots(expr: Expr) -> int:
    """Count the roots around square roots, and square roots around squares of numbers."""
    return sum(
        ((_is_root(each) or _is_cube_root(each)) and any(map(_is_root, each.children[0].walk())))
        or (_is_root(each) and _root_of_square(each.children[0]) is not None)
        for each in expr.walk()
    )  # fmt: skip


def _root_of_square(expr: Expr) -> Sym | None:
    """Return the root of c*u^2, where u is a number that is no rational one, and c is positive."""
    number, square = without_number(expr)
    if square.head != tk.POW or square.children[1].sym != 2 or expr.holds_symbols or number < 0:
        return None
    base = square.children[0].sym
    outside = ar.square_root(_number(number))
    return outside * sign_of(base) * base if sign_of(base) else None


def _is_root(expr: Expr) -> bool:
    return expr.head == tk.POW and expr.children[1].sym in (ar.HALF, -ar.HALF)


def _is_cube_root(expr: Expr) -> bool:
    return expr.head == tk.POW and expr.children[1].sym in (THIRD, -THIRD)


def multiplied_out(expr: Expr) -> Sym:
    """Return an expression with sums below square roots multiplied out, over one denominator."""
    if not expr.children:
        return expr.sym
    if not _is_root(expr) or expr.children[0].is_number:
        return ar.rebuild(expr.head, [multiplied_out(each) for each in expr.children])
    inside = ExprTable().intern(ar.expand(expr.children[0].sym))
    if inside is None:
        return expr.sym
    number, rest = without_content(inside)
    outside = ar.square_root(_number(number))
    broken = ar.times(*[each for each in ar.factors(outside) if ar.is_rational(each)])
    under = ar.power(ar.expand(rest.sym * (outside / broken) ** 2), ar.HALF)
    return ar.power(broken * under, 2 * expr.children[1].sym)


def denested(expr: Expr) -> Sym:
    """Return an expression with every root of a + b*sqrt(c) taken apart that can be."""
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
    if _is_cube_root(expr):
        found = _cube_root(parts[0])
        if found is not None:
            return found if expr.children[1].sym == THIRD else _inverse(*found.args)
    return ar.power(*parts) if expr.head == tk.POW else ar.rebuild(expr.head, parts)


def _apart(inside: Sym) -> Sym | None:
    """Take the square root of a + b*sqrt(c) apart.

    If a > 0 and a^2 - b^2*c is a square d^2, it is sqrt((a + d)/2) + sqrt((a - d)/2), with a minus
    sign where b has one.
    """
    a, rest, square = _surd(inside) or (Fraction(0), ar.ZERO, Fraction(0))
    d = _root(a * a - square)
    if a <= 0 or d is None:
        return None
    first, second = ((a + sign * d) / 2 for sign in (1, -1))
    one, other = (ar.square_root(_number(each)) for each in (first, second))
    sign = sign_of(rest)
    return one + sign * other if sign else None


def _cube_root(inside: Sym) -> Sym | None:
    """Take the cube root of a + b*sqrt(c) apart, which is positive.

    If it is u + v*sqrt(c), then n = u^2 - v^2*c is the cube root of a^2 - b^2*c, which is rational,
    and t = 2u the only real root of t^3 - 3nt - 2a.
    """
    surd = _surd(inside)
    if surd is None or sign_of(inside) != 1:
        return None
    a, rest, square = surd
    norms = _rational_roots(square - a * a, 0, 0, 1)
    if not norms:
        return None
    (n,) = norms
    doubles = _rational_roots(-2 * a, -3 * n, 0, 1)
    return _number(doubles[0] / 2) + rest / _number(doubles[0] ** 2 - n) if doubles else None


def _surd(sym: Sym) -> tuple[Fraction, Sym, Fraction] | None:
    """Return a, b*sqrt(c) and b^2*c of a + b*sqrt(c), where c is positive."""
    if not ar.is_sum(sym) or len(sym.args) != 2:
        return None
    numbers = [each for each in sym.args if ar.is_rational(each)]
    if len(numbers) != 1:
        return None
    rest = sym - numbers[0]
    square = ar.expand(rest * rest)
    if not ar.is_rational(square) or square < 0:
        return None
    return _fraction(numbers[0]), rest, _fraction(square)


def _rational_roots(*coefficients: Fraction | int) -> list[Fraction]:
    """Return the rational roots of a polynomial; the constant comes first."""
    exact = [fmpq(each.numerator, each.denominator) for each in coefficients]
    return [Fraction(int(root.p), int(root.q)) for root, _ in fmpq_poly(exact).roots()]


def _inverse(one: Sym, other: Sym) -> Sym:
    """1/(p + q) is (p - q)/(p^2 - q^2), where the squares are numbers."""
    return ar.expand((one - other) / ar.expand(one * one - other * other))


def _number(value: Fraction) -> Sym:
    return ar.rational(value.numerator, value.denominator)


def _fraction(number: Sym) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def _root(value: Fraction) -> Fraction | None:
    """Return the square root of a rational number, if it is one."""
    if value < 0:
        return None
    above, below = isqrt(value.numerator), isqrt(value.denominator)
    is_square = above * above == value.numerator and below * below == value.denominator
    return Fraction(above, below) if is_square else None
