"""Expressions as numbers, at points that are drawn once and for all.

The numbers are balls (python-flint's `acb`): an interval that excludes zero is a proof that
something is not zero. At the test points parameters take positive real values, fixed by their
names, half of the points small so that roots which hold on a principal branch only (asin(x) = a for
a <= pi/2) are seen to hold there. A value whose imaginary part is zero within the ball is taken as
real before a function with a branch cut; that is the one place where the numeric answer is not
rigorous. `Exact` does without it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import cos, sin
from typing import Final

from flint import acb, arb, ctx, fmpq

from aljabr.algebra import algebraic
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import INTEGER_MARK, INTEGER_NAMES, Sym
from aljabr.algebra.expr import Expr, ExprTable

NUM_POINTS: Final = 8
WIDE: Final = 1_000
"""The first of the test points at which parameters range from 1/30 to 10, with more digits."""
FAR: Final = 2_000
"""The first of the test points at which parameters of either sign range from 1/10 to 100."""
CLOSE: Final = -1_000
"""The first, counted downwards, at which parameters of either sign range from 1/100 to 5, and
whole numbers from -1 to 1."""
ALL_POINTS: Final = (*range(NUM_POINTS), *range(-4 * NUM_POINTS, 0))
"""The test points, those with parameters of either sign included."""
MANY_POINTS: Final = (
    *ALL_POINTS, *range(CLOSE - 48, CLOSE), *range(WIDE, WIDE + 24), *range(FAR, FAR + 40),
)  # fmt: skip
"""Where candidates for roots are tried."""
PRECISION: Final = 128
_ZERO_TOLERANCE: Final = 1e-15
_REAL_TOLERANCE: Final = arb(2) ** -80

Number = int | float | Fraction


@lru_cache(maxsize=4096)
def parameter_value(name: str, point: int) -> acb:
    """Return the value of a parameter at a test point, the same for ever.

    It is positive at the points 0, 1, ... and of either sign at the points -1, -2, ...; from
    `WIDE` on it may be very small or large.
    """
    source = random.Random(f"aljabr:{name}:{point}")
    if name in INTEGER_NAMES:
        return acb(source.randint(-4, 4) if point > CLOSE else source.randint(-1, 1))
    if point <= CLOSE:
        return acb(source.choice((-1, 1)) * 10 ** source.uniform(-2.0, 0.7))
    if point >= FAR:
        return acb(source.choice((-1, 1)) * 10 ** source.uniform(-1.0, 2.0))
    if point >= WIDE:
        return acb(10 ** source.uniform(-1.5, 1.0))
    low, high = (0.1, 0.6) if point % 2 else (0.4, 2.6)
    sign = 1 if point >= 0 or source.random() < 0.5 else -1
    return acb(sign * source.uniform(low, high))


class Point:
    """One assignment of numbers to symbols, remembering the value of each expression."""

    def __init__(
        self,
        number: int,
        unknown: acb | None = None,
        precision: int | None = None,
        real: bool = False,
    ) -> None:
        self.number = number
        self.real = real  # whether odd roots of what is negative are real, too
        self.precision = precision or (PRECISION if number < WIDE else 16 * PRECISION)
        self._values: dict[Expr, acb] = {}
        self._unknown = unknown

    def value(self, expr: Expr) -> acb:
        """Evaluate; not finite where the expression is undefined."""
        known = self._values.get(expr)
        if known is None:
            with ctx.workprec(self.precision):
                known = self._values[expr] = self._compute(expr)
        return known

    def _compute(self, expr: Expr) -> acb:
        head = expr.head
        if head == tk.UNKNOWN:
            assert self._unknown is not None, "the unknown has no value at this point"
            return self._unknown
        if head == tk.ADD:
            total = acb(0)
            for child in expr.children:
                total += self.value(child)
            return total
        if head == tk.MUL:
            product = acb(1)
            for child in expr.children:
                product *= self.value(child)
            return product
        if head == tk.POW:
            return _power(self.value(expr.children[0]), expr.children[1], self)
        if head in _FUNCTIONS:
            inside = self.value(expr.children[0])
            return _FUNCTIONS[head](self.on_cut(inside) if head in _CUT else inside)
        if head == tk.PI:
            return acb.pi()
        if head == tk.EULER:
            return acb(1).exp()
        if head == tk.IMAGINARY:
            return acb(0, 1)
        if head == tk.ALGEBRAIC:
            return algebraic.value(expr.sym.name, self.precision)
        if expr.is_number:
            return acb(fmpq(int(expr.sym.p), int(expr.sym.q)))
        return self._parameter(expr.sym.name)

    def on_cut(self, value: acb) -> acb:
        """Return a value as it is put into a function with a branch cut on the real line."""
        return _real_if_close(value)

    def _parameter(self, name: str) -> acb:
        return parameter_value(name, self.number)


class Exact(Point):
    """A point whose balls hold the values, with all that they may be on both sides of a cut."""

    def on_cut(self, value: acb) -> acb:
        return value


class GivenPoint(Point):
    """Numbers for symbols, chosen by somebody."""

    def __init__(self, values: Mapping[str, Number]) -> None:
        super().__init__(0)
        self._given = {name: Fraction(value) for name, value in values.items()}
        if "x" in values:
            with ctx.workprec(self.precision):
                self._unknown = self._parameter("x")

    def _parameter(self, name: str) -> acb:
        exact = self._given[name.removesuffix(INTEGER_MARK)]
        return acb(fmpq(exact.numerator, exact.denominator))


class Named(Point):
    """A point where every letter has a complex value of its own, and names that of a program."""

    def __init__(self, number: int, precision: int = 2 * PRECISION, real: bool = False) -> None:
        super().__init__(number, precision=precision, real=real)
        self.given: dict[str, acb] = {}

    def _parameter(self, name: str) -> acb:
        if name not in self.given:
            source = random.Random(f"named:{name}:{self.number}")
            if name in INTEGER_NAMES:
                self.given[name] = acb(source.randint(-3, 3))
            else:
                size, angle = source.uniform(0.5, 2.0), source.uniform(-3.1, 3.1)
                self.given[name] = acb(size * cos(angle), size * sin(angle))
        return self.given[name]

    def of(self, table: ExprTable, sym: Sym) -> acb | None:
        """Evaluate; None where it is undefined."""
        expr = table.intern(sym)
        value = None if expr is None else self.value(expr)
        return value if value is not None and value.is_finite() else None

    def run(self, table: ExprTable, definitions: Iterable[tuple[Sym, Sym]]) -> bool:
        """Give names their values, in order; whether all are defined."""
        for name, value in definitions:
            found = self.of(table, value)
            if found is None:
                return False
            self.given[name.name] = found
        return True

    def solves(self, lhs: Expr, rhs: Expr, root: acb) -> bool | None:
        """Decide whether a value solves lhs = rhs here; None if undefined or unclear."""
        point = Named(self.number, self.precision, self.real)
        point.given, point._unknown = self.given, root
        return is_equal(point, lhs, rhs)


def different(values: list[acb]) -> list[int]:
    """Return the places of values that differ from all before them."""
    kept: list[int] = []
    for place, value in enumerate(values):
        if not any(is_zero(value - values[other], 1.0 + float(abs(value).mid())) is not False
                   for other in kept):  # fmt: skip
            kept.append(place)
    return kept


def with_some_unknown(number: int) -> Point:
    """Return a test point at which the unknown has a value too, like any other."""
    return Point(number, acb(0.37 + 0.61 * number))


def at_root(
    root: Expr, number: int, precision: int | None = None, real: bool = False
) -> Point | None:
    """Return a test point with a root in the unknown's place; None where it is undefined."""
    value = Point(number, precision=precision).value(root)
    return Point(number, value, precision, real) if value.is_finite() else None


def _power(base: acb, exponent: Expr, point: Point) -> acb:
    if exponent.is_number:
        p, q = int(exponent.sym.p), int(exponent.sym.q)
        if q == 1:
            return base**p
        if q == 2:
            return point.on_cut(base).sqrt() ** p
        if point.real and q % 2:
            whole = point.on_cut(base)
            if whole.imag == 0 and whole.real < 0:
                root: acb = (-whole).pow(point.value(exponent))
                return root if p % 2 == 0 else -root
    return point.on_cut(base).pow(point.value(exponent))


def _real_if_close(value: acb) -> acb:
    """Drop an imaginary part that is zero as far as the ball can tell."""
    return acb(value.real, snapped(value.imag, value))


_FUNCTIONS: Final[dict[int, Callable[[acb], acb]]] = {
    tk.FUNCTION_TOKENS["exp"]: lambda v: v.exp(),
    tk.FUNCTION_TOKENS["log"]: lambda v: v.log(),
    tk.FUNCTION_TOKENS["sin"]: lambda v: v.sin(),
    tk.FUNCTION_TOKENS["cos"]: lambda v: v.cos(),
    tk.FUNCTION_TOKENS["asin"]: lambda v: v.asin(),
    tk.FUNCTION_TOKENS["acos"]: lambda v: v.acos(),
    tk.FUNCTION_TOKENS["abs"]: lambda v: acb(abs(v)),
    tk.FUNCTION_TOKENS["tan"]: lambda v: v.tan(),
    tk.FUNCTION_TOKENS["atan"]: lambda v: v.atan(),
}


_CUT: Final = (tk.LOG, tk.ASIN, tk.ACOS)


def is_zero(value: acb, scale: float = 1.0) -> bool | None:
    """Decide whether a ball is zero; None if it cannot be told."""
    if not value.is_finite():
        return None
    if not value.contains(acb(0)):
        return False
    return True if value.abs_upper() < _ZERO_TOLERANCE * scale else None


def is_equal(point: Point, left: Expr, right: Expr) -> bool | None:
    """Decide whether two expressions agree at a point; None if undefined or unclear."""
    a, b = point.value(left), point.value(right)
    if not (a.is_finite() and b.is_finite()):
        return None
    return is_zero(a - b, 1.0 + float(abs(a).mid()))


@lru_cache(maxsize=4096)
def sign_of(number: Sym) -> int:
    """Return the sign of a real number; 0 if it is none, or if nobody knows."""
    expr = ExprTable().intern(number)
    value = None if expr is None or expr.holds_symbols else Exact(0).value(expr)
    if value is None or not on_line(value):
        return 0
    return 1 if value.real > 0 else -1 if value.real < 0 else 0


def on_line(value: acb) -> bool:
    """Whether a number is real for certain: a ball around zero may hold what is not zero."""
    return bool(value.imag == 0)


def snapped(part: arb, whole: acb) -> arb:
    """Take a real or imaginary part as zero if the ball cannot tell it from zero."""
    small = part.contains(0) and part.rad() < _REAL_TOLERANCE * (1 + abs(whole).mid())
    return arb(0) if small else part


def points_for(*exprs: Expr) -> range:
    """Return the numbers of the test points; one is enough where there are no parameters."""
    return range(NUM_POINTS if any(expr.holds_parameters for expr in exprs) else 1)


def digits(expr: Expr) -> float | tuple[float, float]:
    """Return a number to 15 digits; with its imaginary part, if that is not zero."""
    value = Point(0, precision=16 * PRECISION).value(expr)
    real, imaginary = (_digits(snapped(part, value)) for part in (value.real, value.imag))
    return real if imaginary == 0 else (real, imaginary)


def _digits(part: arb) -> float:
    return float(arb(part.mid()).str(15, radius=False))
