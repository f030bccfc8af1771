"""Expressions as real functions, at many points at once.

This is NumPy's arithmetic, for pictures: not a number where a part is not real, and odd roots are
the real ones, cbrt(-8) = -2. What must be proved is the matter of `points`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from aljabr.algebra import algebraic
from aljabr.algebra import tokens as tk
from aljabr.algebra.expr import Expr
from aljabr.algebra.points import GivenPoint, snapped

Array = NDArray[np.float64]

LARGEST: Final = 1e150
"""What is larger counts as undefined, and what is smaller than its inverse as zero, so that there
is room to compute with it."""


def values(expr: Expr, at: Array, letters: Mapping[str, int] | None = None) -> Array:
    """Evaluate at values of the unknown, with whole numbers for other letters."""
    with np.errstate(all="ignore"):
        found = np.broadcast_to(_Evaluation(at, letters or {}).value(expr), at.shape)
        return _bounded(found)


def number(expr: Expr, letters: Mapping[str, int]) -> float:
    """Evaluate without the unknown; not a number if the value is not real."""
    exact = GivenPoint(letters).value(expr)
    if exact.is_finite() and snapped(exact.imag, exact) == 0:
        return float(_bounded(np.float64(exact.real.mid())))
    return float(values(expr, np.zeros(1), letters)[0])  # an odd root that is not the principal one


def _bounded(found: Array | np.float64) -> Array:
    size = np.abs(found)
    return np.where(size < LARGEST, np.where(size > 1 / LARGEST, found, 0.0), np.nan)


class _Evaluation:
    """The values of expressions at the same points, each computed once."""

    def __init__(self, at: Array, letters: Mapping[str, int]) -> None:
        self._at = at
        self._letters = letters
        self._known: dict[Expr, Any] = {}

    def value(self, expr: Expr) -> Any:
        if expr not in self._known:
            self._known[expr] = self._compute(expr)
        return self._known[expr]

    def _compute(self, expr: Expr) -> Any:
        head = expr.head
        if head == tk.UNKNOWN:
            return self._at
        if expr.is_number:
            return np.float64(int(expr.sym.p) / int(expr.sym.q))
        if head == tk.ADD:
            return sum(map(self.value, expr.children))
        if head == tk.MUL:
            return math.prod(map(self.value, expr.children))
        if head == tk.POW:
            return self._power(*expr.children)
        if head in tk.FUNCTION_NAMES:
            return _FUNCTIONS[tk.FUNCTION_NAMES[head]](self.value(expr.children[0]))
        if head in _CONSTANTS:
            return _CONSTANTS[head]
        if head == tk.ALGEBRAIC:
            value = algebraic.value(expr.sym.name)
            return np.float64(float(value.real.mid()) if value.imag == 0 else np.nan)
        return np.float64(self._letters[expr.sym.name])

    def _power(self, base: Expr, exponent: Expr) -> Any:
        if not exponent.is_number:
            return np.power(self.value(base), self.value(exponent))
        above, below = int(exponent.sym.p), int(exponent.sym.q)
        value = self.value(base)
        if below == 1 or below % 2 == 0:
            return np.power(value, above / below)
        return np.sign(value) ** (above % 2) * np.power(np.abs(value), above / below)


_CONSTANTS: Final = {
    tk.PI: np.float64(np.pi),
    tk.EULER: np.float64(np.e),
    tk.IMAGINARY: np.float64(np.nan),
}
_FUNCTIONS: Final[dict[str, Any]] = {
    "exp": np.exp,
    "log": np.log,
    "sin": np.sin,
    "cos": np.cos,
    "asin": np.arcsin,
    "acos": np.arccos,
    "abs": np.abs,
    "tan": np.tan,
    "atan": np.arctan,
}
