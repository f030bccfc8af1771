"""Roots of an equation with numbers only, as decimals that are certified.

Of a fraction of polynomials FLINT isolates all roots. Of any other equation real roots are looked
for in a window, which is divided until each piece is decided (see `balls`): there is no root, for
the sides differ everywhere in it; or there is one and no other, for every part of the equation is
defined, the difference of the sides rises or falls throughout, and it changes its sign. Pieces too
narrow to be divided, and those that are left when time is over, stay open: then the roots that were
found are not said to be all.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, Final

from flint import arb, ctx

from aljabr.algebra import tokens as tk
from aljabr.algebra.balls import (
    Dual,
    Evaluation,
    Fraction,
    Hopeless,
    Unclear,
    Unreal,
    Unsuitable,
    between,
    excludes_zero,
)
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.roots import polynomial

Decimal = float | tuple[float, float]
"""A real number, or a complex one by its parts."""

WINDOW: Final = (-100.0, 100.0)
"""Where roots are looked for that are not those of a polynomial."""
MAX_ROOTS: Final = 200
_NARROWEST: Final = 1e-8
"""The width of a piece that is not divided any further."""
_PLACE: Final = 0.4871
"""Where a piece is divided: not in the middle, where roots often are."""
_PRECISION: Final = 64
_FINE: Final = 160
"""Bits with which a root is computed."""
_CLOSE: Final = 1e-17
_NEAR: Final = 1e-12


@dataclass(frozen=True, slots=True)
class NumericRoots:
    """Roots as decimals, each of which is the only one nearby."""

    values: tuple[Decimal, ...]
    """The roots, in ascending order; a root that is not real with its imaginary part."""
    complete: bool
    """Whether it is proved that there are no others; within the window, if there is one."""
    window: tuple[float, float] | None = None
    """Where roots were looked for; None if everywhere."""


def numeric_roots(
    table: ExprTable, equation: Equation, is_real: bool, deadline: float
) -> NumericRoots | None:
    """Return roots of an equation without parameters; None if nothing can be said.

    Args:
        table: the expressions.
        equation: what is to be solved.
        is_real: whether real roots are asked for, or all of them.
        deadline: on the clock of `time.monotonic`; what is found until then is returned.
    """
    if not is_suitable(equation) or time.monotonic() > deadline:
        return None
    with ctx.workprec(_FINE):
        found = polynomial(table, equation.lhs, equation.rhs, equation.domain)
        if found is not None:
            balls = [root for factor, _ in found.factors for root, _ in factor.complex_roots()]
            return _allowed(equation, balls, is_real, deadline)
    if not is_real:
        return None
    return Isolation(equation, deadline).roots()


def _allowed(
    equation: Equation, balls: list[Any], is_real: bool, deadline: float
) -> NumericRoots | None:
    """Return the roots of a polynomial, if real ones are asked for those where all is real."""
    if not is_real:
        return NumericRoots(tuple(sorted(map(_decimal, balls), key=_order)), complete=True)
    isolation = Isolation(equation, deadline)
    real = [each.real for each in balls if each.imag == 0]
    holds = [isolation.is_real_at(each) for each in real]
    values = [float(each.mid()) for each, found in zip(real, holds, strict=True) if found]
    is_all = None not in holds
    return NumericRoots(tuple(sorted(values)), is_all) if values or is_all else None


def differs_near(equation: Equation, value: float, deadline: float) -> bool:
    """Whether an equation certainly does not hold at a number, of which 12 digits are known."""
    with ctx.workprec(_FINE):
        width = arb(_NEAR) * (1 + abs(arb(value)))
        try:
            place = Evaluation(between(arb(value) - width, arb(value) + width))
            return excludes_zero(Isolation(equation, deadline).difference(place).above.value)
        except Unreal:
            return not holds_odd_root(equation)
        except (Unclear, Unsuitable, Hopeless):
            return False


def holds_odd_root(equation: Equation) -> bool:
    """Whether there is a root of odd degree: of what is negative, some read it as real."""
    nodes = (*equation.lhs.walk(), *equation.rhs.walk())
    powers = (each.children[1] for each in nodes if each.head == tk.POW)
    return any(each.is_number and int(each.sym.q) % 2 and int(each.sym.q) > 1 for each in powers)


def is_suitable(equation: Equation) -> bool:
    """Whether there are numbers and the unknown only."""
    sides = equation.lhs, equation.rhs
    return not any(each.holds_parameters for each in sides) and any(
        each.holds_unknown for each in sides
    )


def _decimal(root: Any) -> Decimal:
    real, imaginary = float(root.real.mid()), float(root.imag.mid())
    return real if imaginary == 0 else (real, imaginary)


def _order(value: Decimal) -> tuple[bool, float, float]:
    return (True, *value) if isinstance(value, tuple) else (False, value, 0.0)


# -- dividing --------------------------------------------------------------------------------------


class Isolation:
    """Looks for the real roots of one equation in a window."""

    def __init__(self, equation: Equation, deadline: float) -> None:
        self.equation = equation
        self.deadline = deadline
        self.found: list[float] = []
        self.is_all = not equation.powers  # x^x is real at -1, too, but nowhere near it

    def roots(self) -> NumericRoots | None:
        """Return what is found; None if that is nothing, and not proved to be."""
        pieces = [(0.0, *WINDOW)]  # the widest first, so that no difficult place takes all the time
        try:
            while pieces:
                if time.monotonic() > self.deadline or len(self.found) >= MAX_ROOTS:
                    self.is_all = False
                    break
                _, *piece = heappop(pieces)
                for low, high in self.decide(*piece):
                    heappush(pieces, (low - high, low, high))
        except Unsuitable:
            return None
        if not self.found and not self.is_all:
            return None
        return NumericRoots(tuple(sorted(self.found)), self.is_all, WINDOW)

    def decide(self, low: float, high: float) -> list[tuple[float, float]]:
        """Decide a piece, or return those that it is divided into."""
        with ctx.workprec(_PRECISION):
            try:
                rises = self.rises(low, high)
                if rises is None:
                    return []
                if rises:
                    signs = [self.sign(end) for end in (low, high)]
                    if None not in signs:
                        if signs[0] != signs[1]:
                            self.keep(low, high, signs[0] or 0)
                        return []
            except Hopeless:
                self.is_all = False
                return []
            except Unclear:
                pass
        middle = low + _PLACE * (high - low)
        if high - low < _NARROWEST * (1 + abs(low)):
            self.is_all = False
            return []
        return [(middle, high), (low, middle)]

    def rises(self, low: float, high: float) -> bool | None:
        """Whether the sides draw together steadily; None if they are equal nowhere in a piece."""
        piece = between(arb(low), arb(high))
        evaluation = Evaluation(piece)
        try:
            above, _ = difference = self.difference(evaluation)
        except Unreal:
            return None
        if excludes_zero(above.value):
            return None
        whole = not evaluation.is_partial and excludes_zero(difference.denominator().value)
        if whole and above.slope.is_finite():
            middle = arb((low + high) / 2)
            start = self.difference(Evaluation(middle)).above.value
            if excludes_zero(start + above.slope * (piece - middle)):
                return None
        return whole and excludes_zero(above.slope)

    def difference(self, evaluation: Evaluation) -> Fraction:
        """Return the difference of the sides."""
        left, right = (evaluation.fraction(each) for each in (self.equation.lhs, self.equation.rhs))
        return left.plus(right.times(_MINUS))

    def sign(self, place: float | arb) -> int | None:
        """Return the sign of the difference at a place; None if it is not seen."""
        value = self.difference(Evaluation(arb(place))).above.value
        return (1 if value > 0 else -1) if excludes_zero(value) else None

    # -- a root ------------------------------------------------------------------------------------

    def keep(self, low: float, high: float, sign: int) -> None:
        """Keep the root between two places of different signs, if the equation as typed allows."""
        with ctx.workprec(_FINE):
            root = self.close_in(arb(low), arb(high), sign)
            holds = None if root is None else self.is_allowed(root)
        if root is None or holds is None:
            self.is_all = False
        elif holds:
            self.found.append(0.0 if root.contains(0) else float(root.mid()))

    def close_in(self, low: arb, high: arb, sign: int) -> arb | None:
        """Return a ball of many digits around the root; None if it is not reached."""
        for _ in range(_FINE):
            piece = between(low, high)
            middle = piece.mid()
            if (high - low) < _CLOSE * (abs(middle) + _CLOSE):
                return piece
            value = self.difference(Evaluation(arb(middle))).above.value
            slope = self.difference(Evaluation(piece)).above.slope
            if excludes_zero(slope):
                step = middle - value / slope  # Newton's, over the whole piece
                low, high = step.lower().max(low), step.upper().min(high)
                if not low <= high:
                    return None
            half = (low + high).mid() / 2
            there = self.sign(half)
            if there is not None:
                low, high = (half, high) if there == sign else (low, half)
        return None

    def is_allowed(self, root: arb) -> bool | None:
        """Whether the equation as typed is defined at a root, every part real; None if unclear."""
        limits = [_holds("nonzero", each, root) for each in self.equation.domain]
        return _all_of([*limits, self.is_real_at(root)])

    def is_real_at(self, root: arb) -> bool | None:
        """Whether every part as typed is real at a root; None if unclear."""
        asked = [*(("positive", each) for each in self.equation.positive), *self.equation.real]
        return _all_of([_holds(kind, each, root) for kind, each in asked])


def _all_of(answers: list[bool | None]) -> bool | None:
    return False if False in answers else None if None in answers else True


_MINUS: Final = Fraction(Dual(arb(-1), arb(0)))


def _holds(kind: str, expr: Expr, root: arb) -> bool | None:
    """Whether a condition holds at a root; None if that cannot be told."""
    try:
        value = Evaluation(root).fraction(expr).whole().value
    except Unreal:
        return False
    except Unclear:
        return None
    if kind == "real":
        return True
    if kind == "nonzero":
        return True if excludes_zero(value) else None
    test = 1 - abs(value) if kind == "unit" else -value if kind in _LOWER else value
    if kind not in _KNOWN or not excludes_zero(test):
        return None
    return bool(test > 0)


_LOWER: Final = ("minus_root", "negative")
_KNOWN: Final = ("root", "positive", "unit", *_LOWER)
