"""Real numbers that know what they know: exact fractions, or intervals that hold the true value.

Intervals are mpmath's, rounded outward, so "this is not zero" is a proof. "This is zero" is proved
for fractions only: a tiny interval around zero is *presumed* to be zero, and `Reals` remembers that
it presumed something. A term too small to be seen beside another is remembered as well.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Final, NamedTuple

from mpmath import libmp  # type: ignore[import-untyped]
from mpmath.libmp import libmpi  # type: ignore[import-untyped]

_TINY: Final = 0.6
"""An interval around zero below 2^-(0.6 * bits) is presumed to be zero."""
_LOST: Final = 0.55
"""A summand smaller than another by 2^-(0.55 * bits) counts as lost in it."""
_MAX_MAGNITUDE: Final = 4_000
"""Bits before the point beyond which an argument of exp, sin or cos is not looked at."""

ZERO: Final = Fraction(0)
ONE: Final = Fraction(1)


class Undefined(ArithmeticError):
    """The expression has no value here: a division by zero, the logarithm of zero."""


class Unclear(ArithmeticError):
    """More digits are needed to go on, or the convention decides (0^0)."""


class Interval(NamedTuple):
    """Two ends, as mpmath's raw numbers."""

    low: Any
    high: Any


Real = Fraction | Interval


def _magnitude(end: Any) -> int:
    """Return the exponent of a raw number: it is below 2 to this, and at least half of that."""
    return int(end[2] + end[3])


def size(value: Real) -> int | None:
    """Return about the binary logarithm of a real; None if it may be zero."""
    if isinstance(value, Fraction):
        return value.numerator.bit_length() - value.denominator.bit_length() if value else None
    low, high = value
    if libmp.mpf_sign(low) * libmp.mpf_sign(high) <= 0:
        return None
    return max(_magnitude(low), _magnitude(high))


class Reals:
    """Does arithmetic with so many digits."""

    def __init__(self, digits: int) -> None:
        self.bits: int = int(digits * 3.33) + 10
        self.presumed = False
        """Whether something was taken for zero that may not be."""
        self.lost = False
        """Whether a term was too small to be seen beside another."""

    def interval(self, value: Real) -> Interval:
        if isinstance(value, Interval):
            return value
        ends = (
            libmp.from_rational(value.numerator, value.denominator, self.bits, rounding)
            for rounding in "fc"
        )
        return Interval(*ends)

    def sign(self, value: Real) -> int:
        """Return -1, 0 or 1; presume zero where only a tiny interval around it is left."""
        if isinstance(value, Fraction):
            return (value > 0) - (value < 0)
        low, high = libmp.mpf_sign(value.low), libmp.mpf_sign(value.high)
        if low == high:
            return int(low)
        ends = [end for end in value if end != libmp.fzero]
        if any(end in (libmp.finf, libmp.fninf, libmp.fnan) for end in ends):
            raise Unclear("an infinite interval")
        if max(map(_magnitude, ends)) > -_TINY * self.bits:
            raise Unclear("a sign")
        self.presumed = True
        return 0

    def add(self, left: Real, right: Real) -> Real:
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            return left + right
        if left == 0 or right == 0:
            return right if left == 0 else left
        sizes = size(left), size(right)
        if None not in sizes and abs(sizes[0] - sizes[1]) > _LOST * self.bits:  # type: ignore[operator]
            self.lost = True
        return Interval(*libmpi.mpi_add(self.interval(left), self.interval(right), self.bits))

    def negate(self, value: Real) -> Real:
        return -value if isinstance(value, Fraction) else Interval(*libmpi.mpi_neg(value))

    def subtract(self, left: Real, right: Real) -> Real:
        return self.add(left, self.negate(right))

    def multiply(self, left: Real, right: Real) -> Real:
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            return left * right
        if left == 0 or right == 0:
            return ZERO
        return Interval(*libmpi.mpi_mul(self.interval(left), self.interval(right), self.bits))

    def divide(self, left: Real, right: Real) -> Real:
        """Divide by what is known not to be zero."""
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            return left / right
        if left == 0:
            return ZERO
        return Interval(*libmpi.mpi_div(self.interval(left), self.interval(right), self.bits))

    def root(self, value: Real) -> Real:
        """Return the square root of what is not negative."""
        if isinstance(value, Fraction):
            above, below = math.isqrt(value.numerator), math.isqrt(value.denominator)
            if above**2 == value.numerator and below**2 == value.denominator:
                return Fraction(above, below)
        elif libmp.mpf_sign(value.low) < 0:
            raise Unclear("the sign below a root")
        return Interval(*libmpi.mpi_sqrt(self.interval(value), self.bits))

    def real_exp(self, value: Real) -> Real:
        if value == 0:
            return ONE
        self._look_at(value)
        return self._outward(libmpi.mpi_exp(self.interval(value), self.wide))

    def real_log(self, value: Real) -> Real:
        """Return the logarithm of what is positive."""
        if value == 1:
            return ZERO
        interval = self.interval(value)
        if libmp.mpf_sign(interval.low) <= 0:
            raise Unclear("the sign within a logarithm")
        return self._outward(libmpi.mpi_log(interval, self.wide))

    @property
    def wide(self) -> int:
        """Bits to compute with: mpmath's exp and log may be a last bit too narrow near 0 and 1."""
        return 2 * self.bits + 64

    def _outward(self, interval: tuple[Any, Any]) -> Interval:
        return Interval(*libmpi.mpi_pos(interval, self.bits))

    def cos_sin(self, value: Real) -> tuple[Real, Real]:
        if value == 0:
            return ONE, ZERO
        self._look_at(value)
        cosine, sine = libmpi.mpi_cos_sin(self.interval(value), self.bits)
        return Interval(*cosine), Interval(*sine)

    def real_atan(self, value: Real) -> Real:
        if value == 0:
            return ZERO
        if (size(value) or 0) > _LOST * self.bits:  # as good as infinite
            self.lost = True
        return Interval(*libmpi.mpi_atan(self.interval(value), self.bits))

    def pi(self, share: Fraction = ONE) -> Real:
        return self.multiply(Interval(*libmpi.mpi_pi(self.bits)), share)

    def _look_at(self, value: Real) -> None:
        """Refuse what is too large; remember what is lost beside 1."""
        interval = self.interval(value)
        if any(end in (libmp.finf, libmp.fninf, libmp.fnan) for end in interval):
            raise Unclear("an infinite argument")
        if max(map(_magnitude, interval)) > _MAX_MAGNITUDE:
            raise Unclear("a huge argument")
        known = size(value)
        if known is not None and known < -_LOST * self.bits:
            self.lost = True
