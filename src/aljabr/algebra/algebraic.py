"""Roots of irreducible polynomials with whole numbers, as constants: exact, and to any precision.

A constant is a symbol whose name says all: the coefficients and which of the roots it is. Real
roots come first, in ascending order; a real one is known to be real.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import acb, ctx, fmpz_poly

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym

BASE_PRECISION = 128


def constants(coefficients: tuple[int, ...]) -> list[Sym]:
    """Return the roots of an irreducible polynomial, its coefficients from the lowest power on."""
    text = " ".join(map(str, coefficients))
    return [ar.symbol(f"{text}:{place}{ar.ALGEBRAIC_MARK}")
            for place in range(len(coefficients) - 1)]  # fmt: skip


def polynomial_of(name: str) -> tuple[tuple[int, ...], int]:
    """Return the coefficients of a constant's polynomial, and its place among the roots."""
    coefficients, _, place = name.removesuffix(ar.ALGEBRAIC_MARK).partition(":")
    return tuple(map(int, coefficients.split())), int(place)


def is_real(name: str) -> bool:
    """Whether a constant is real."""
    return bool(value(name).imag == 0)


def by_cosine(name: str) -> Sym | None:
    """Write a root of a cubic that has three real ones by a cosine; None for any other constant.

    By radicals such a root needs complex numbers. Their polar form does not: y = 2r*cos(t) solves
    y^3 = 3r^2*y + 2r^3*cos(3t), and every cubic with three real roots is this one, shifted.
    """
    coefficients, place = polynomial_of(name)
    if len(coefficients) != 4 or any(root.imag != 0 for root in _roots(coefficients, 128)):
        return None
    d, c, b, a = map(Fraction, coefficients)
    middle = -b / (3 * a)
    square = (b * b - 3 * a * c) / (9 * a * a)
    constant = (a * middle**3 + b * middle**2 + c * middle + d) / a
    radius = ar.square_root(ar.rational(square.numerator, square.denominator))
    ratio = -constant / (2 * square)
    cosine = ar.multiply(ar.rational(ratio.numerator, ratio.denominator), ar.reciprocal(radius))
    turn = (1, -1, 0)[place]  # in ascending order, of t between 0 and pi/3
    angle = ar.arccosine(cosine) / 3 + turn * 2 * ar.PI / 3
    shift = ar.rational(middle.numerator, middle.denominator)
    return ar.add(shift, ar.multiply(ar.rational(2), ar.multiply(radius, ar.cosine(angle))))


def has_simple_roots(coefficients: tuple[int, ...]) -> bool:
    """Whether a polynomial has as many roots as its degree says."""
    return len(_roots(coefficients, BASE_PRECISION)) == len(coefficients) - 1


def value(name: str, precision: int = BASE_PRECISION) -> acb:
    """Return a ball that holds this root and no other."""
    coefficients, place = polynomial_of(name)
    first = _roots(coefficients, BASE_PRECISION)[place]
    if precision <= BASE_PRECISION:
        return first
    return next(root for root in _roots(coefficients, precision) if root.overlaps(first))


@lru_cache(maxsize=1024)
def _roots(coefficients: tuple[int, ...], precision: int) -> list[acb]:
    with ctx.workprec(precision):
        roots: Any = fmpz_poly(list(coefficients)).complex_roots()
        found = [acb(root) for root, _ in roots]
        return sorted(found, key=_place)


def _place(root: acb) -> tuple[bool, float, float]:
    return root.imag != 0, float(root.real.mid()), float(root.imag.mid())
