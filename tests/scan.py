"""Roots found without our code: a scan of the real line, Newton's method from complex starts.

Values are computed by NumPy from SymPy's trees, at many places at once. Over the real numbers an
odd root of what is negative is real, as a reader takes it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import sympy as sp

REACH = 7.0
"""How far from zero roots are looked for."""
NUM_PLACES = 2001
CLOSE = 1e-6
"""How exact roots are that are touched, not crossed."""

X = sp.Symbol("x")
Array = Any
Function = Callable[[Array], Array]
Values = dict[sp.Symbol, Array]


def evaluate(expr: sp.Expr, values: Values, real: bool) -> Array:
    """Return the values of an expression; not a number, or infinite, where it has none."""
    if expr.is_Symbol:
        return values[expr]
    if not expr.args or expr.is_Rational:
        return complex(expr)
    inside = [evaluate(each, values, real) for each in expr.args]
    if expr.is_Add:
        return sum(inside)
    if expr.is_Mul:
        return math.prod(inside)
    if expr.is_Pow:
        return _power(*inside, expr.args[1], real)
    return _FUNCTIONS[expr.func](inside[0])


def _power(base: Array, exponent: Array, exact: sp.Expr, real: bool) -> Array:
    if exact.is_Integer:
        return np.power(np.asarray(base, complex), int(exact))
    found = np.exp(exponent * np.log(np.asarray(base, complex)))
    if not (real and exact.is_Rational and exact.q % 2 == 1):
        return found
    size = np.abs(base)
    is_negative = (np.abs(np.imag(base)) < 1e-12 * size) & (np.real(base) < 0)
    return np.where(is_negative, (-1.0) ** int(exact.p) * size ** float(exact), found)


_FUNCTIONS = {
    sp.sin: np.sin, sp.cos: np.cos, sp.tan: np.tan, sp.asin: np.arcsin, sp.acos: np.arccos,
    sp.atan: np.arctan, sp.log: np.log, sp.exp: np.exp, sp.Abs: np.abs,
}  # fmt: skip


def function(lhs: sp.Expr, rhs: sp.Expr, real: bool = True) -> Function:
    """Return what is zero at the roots."""

    def distance(places: Array) -> Array:
        values = {X: np.asarray(places, complex)}
        with np.errstate(all="ignore"):
            return evaluate(lhs, values, real) - evaluate(rhs, values, real)

    return distance


# -- the real line ---------------------------------------------------------------------------------


def real_roots(zero_fn: Function) -> list[float]:
    """Return the roots on a stretch of the real line, crossed or touched."""

    def heights(places: Array) -> Array:
        found = zero_fn(places) + np.zeros(len(places))
        is_real = np.abs(found.imag) < 1e-9 * (1 + np.abs(found.real))
        return np.where(is_real & np.isfinite(found), found.real, np.nan)

    # Not from a round number, where roots are: a sign is to be seen on both sides of each.
    places = np.linspace(-REACH - 0.0123, REACH + 0.0321, NUM_PLACES)
    found = heights(places)
    low, middle, high = found[:-2], np.abs(found[1:-1]), found[2:]
    crossed = np.flatnonzero(found[:-1] * found[1:] < 0)
    touched = np.flatnonzero((middle <= np.abs(low)) & (middle <= np.abs(high)))
    candidates = np.concatenate(
        [_crossings(heights, places[crossed], places[crossed + 1]),
         _lowest(heights, places[touched], places[touched + 2])]
    )  # fmt: skip
    roots: list[float] = []
    for each in sorted(candidates[np.abs(heights(candidates)) < 1e-9].tolist()):
        if not roots or each - roots[-1] > 10 * CLOSE:
            roots.append(each)
    return roots


def _crossings(heights: Function, low: Array, high: Array) -> Array:
    """Halve stretches until nothing is left of them."""
    signs = heights(low)
    for _ in range(55):
        middle = (low + high) / 2
        is_left = heights(middle) * signs > 0
        low, high = np.where(is_left, middle, low), np.where(is_left, high, middle)
    return (low + high) / 2


def _lowest(heights: Function, low: Array, high: Array) -> Array:
    """Divide stretches by the golden ratio where the distance from zero is least."""
    share = (math.sqrt(5) - 1) / 2
    for _ in range(50):
        left, right = high - share * (high - low), low + share * (high - low)
        is_left = np.abs(heights(left)) < np.abs(heights(right))
        low, high = np.where(is_left, low, left), np.where(is_left, right, high)
    return (low + high) / 2


# -- the complex plane -----------------------------------------------------------------------------


def complex_roots(zero_fn: Function, rng: np.random.Generator, num_starts: int = 12) -> Array:
    """Return roots that Newton's method finds from random starts."""
    places = rng.uniform(-3, 3, num_starts) + 1j * rng.uniform(-3, 3, num_starts)
    for _ in range(40):
        with np.errstate(all="ignore"):
            slopes = (zero_fn(places + 1e-6) - zero_fn(places - 1e-6)) / 2e-6
            steps = zero_fn(places) / slopes
            places = places - steps
    # Far out, functions come close to zero that do not reach it.
    is_sure = (np.abs(places) < 20) & (np.abs(slopes) > 1e-4) & (np.abs(steps) < 1e-9)
    with np.errstate(all="ignore"):
        return places[is_sure & (np.abs(zero_fn(places)) < 1e-9)]


# -- families --------------------------------------------------------------------------------------


def satisfies(lhs: sp.Expr, rhs: sp.Expr, places: Array) -> Array:
    """Whether numbers are roots; of sides with a letter for whole numbers, for some of them.

    Roots are principal ones here: what a step leaves behind is to be right for every reader.
    """
    places = np.asarray(places, complex)
    letters = sorted((lhs.free_symbols | rhs.free_symbols) - {X}, key=str)
    assert len(letters) <= 1

    def distances(n: Array) -> Array:
        values = {X: places, **{each: np.asarray(n, complex) for each in letters}}
        with np.errstate(all="ignore"):
            return evaluate(lhs, values, real=False) - evaluate(rhs, values, real=False)

    n = np.zeros(len(places))
    if letters:
        n = np.round((distances(n) / (distances(n) - distances(n + 1))).real)
    return np.abs(distances(n)) < 10 * CLOSE * (1 + np.abs(places))
