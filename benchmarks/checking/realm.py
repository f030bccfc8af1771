"""The real numbers as a domain: odd roots are real, and every part of an equation has to be.

Printed roots and conditions are calculated with odd roots of negative numbers real, and principal
values else: a real root may be written with complex numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from mpmath import libmp  # type: ignore[import-untyped]

from benchmarks.checking.reading import Node
from benchmarks.checking.reals import ONE, ZERO, Interval, Real, Unclear, Undefined, size
from benchmarks.checking.values import Calculator, Value, combined, evaluate

_HUGE: Final = 20_000
"""Bits beyond which a number is not looked at."""


class Unreal(Undefined):
    """A part of the expression is not real."""


class RealCalculator(Calculator):
    """Calculates with real odd roots of negative numbers."""

    def power(self, base: Value, exponent: Value) -> Value:
        share = exponent[0]
        if isinstance(share, Interval) or exponent[1] != 0 or not is_odd_root(share):
            return super().power(base, exponent)
        return (
            (self.odd_root(base[0], share), ZERO)
            if self.is_real(base)
            else super().power(base, exponent)
        )

    def odd_root(self, real: Real, share: Fraction) -> Real:
        """Raise a real number to a fraction whose denominator is odd."""
        try:
            sign = self.sign(real)
        except Unclear:
            if share < 0 or isinstance(real, Fraction):
                raise
            return self._around_zero(real, share)
        if sign == 0 and share < 0:
            raise Undefined("zero to a negative power")
        if sign == 0:
            return ZERO
        positive = super().power((self.negate(real) if sign < 0 else real, ZERO), (share, ZERO))[0]
        return self.negate(positive) if sign < 0 and share.numerator % 2 else positive

    def _around_zero(self, real: Interval, share: Fraction) -> Real:
        """Take the root of an interval that holds zero, by its ends."""
        ends = []
        for end, outward in ((real.low, -1), (real.high, 1)):
            root = libmp.mpf_nthroot(libmp.mpf_abs(end), share.denominator, self.bits, "n")
            wide = libmp.mpf_mul(root, libmp.from_float(1.001), self.bits, "u")
            ends.append(wide if outward > 0 else libmp.mpf_neg(wide))
        return self.whole_power((Interval(*ends), ZERO), share.numerator)[0]


def is_odd_root(exponent: Fraction) -> bool:
    """Whether a power of this exponent is real for negative numbers, and no whole power."""
    return exponent.denominator % 2 == 1 and exponent.denominator > 1


def evaluate_real(tree: Node, values: Mapping[str, Value], calculator: Calculator) -> Value:
    """Return the value of a tree every part of which must be real, else raise `Unreal`."""
    if not tree.children:
        return evaluate(tree, values, calculator)
    parts = [evaluate_real(child, values, calculator) for child in tree.children]
    if tree.head == "^" and tree.children[1].letters():
        _look_at(parts[0][0], parts[1][0], calculator)
    found = combined(tree.head, parts, calculator)
    if not calculator.is_real(found):
        raise Unreal(f"{tree.head} is not real")
    return found[0], ZERO


def _look_at(base: Real, exponent: Real, calculator: Calculator) -> None:
    """Leave open what a negative number to a letter is where that happens to be a fraction."""
    is_fraction = isinstance(exponent, Fraction) and is_odd_root(exponent)
    if is_fraction and calculator.sign(base) < 0:
        raise Unclear("a negative number to a letter")


def real_part(value: Value, calculator: Calculator) -> Value:
    """Return a value that is real, without its imaginary part; else raise `Unreal`."""
    if not calculator.is_real(value):
        raise Unreal("the value is not real")
    return value[0], ZERO


def middle(value: Real, digits: int) -> Fraction | None:
    """Return a number with so many digits, if that many are known of it."""
    if isinstance(value, Fraction):
        return value
    if any(end in (libmp.finf, libmp.fninf, libmp.fnan) or abs(end[2]) > _HUGE for end in value):
        return None
    low, high = (Fraction(*libmp.to_rational(end)) for end in value)
    known = size(value)
    scale = Fraction(2) ** known if known is not None else ONE
    return (low + high) / 2 if high - low <= scale / Fraction(10) ** digits else None
