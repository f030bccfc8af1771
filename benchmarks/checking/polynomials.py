"""All roots of a polynomial with fractions for coefficients, each within a disc that is proved."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]

from benchmarks.checking.rational import Poly, common, divided, trimmed
from benchmarks.checking.reals import ONE, ZERO, Unclear
from benchmarks.checking.values import Calculator, Value

_DIGITS: Final = 60
_MAX_DEGREE: Final = 45
_MAX_STEPS: Final = 400


@dataclass(frozen=True, slots=True)
class Found:
    """A root that exists: within a disc, or on the real axis within an interval."""

    center: tuple[Fraction, Fraction]
    radius: Fraction = ZERO
    how: str = "exact"
    """By proof (exact, sign), within the disc of a polynomial, or by hundreds of digits (touch)."""

    def is_real(self) -> bool:
        return self.center[1] == 0

    def __str__(self) -> str:
        real, imaginary = (mpmath.nstr(_number(part), 15) for part in self.center)
        return real if self.is_real() else f"{real} + {imaginary}*sqrt(-1)"


def _number(value: Fraction) -> Any:
    return mpmath.mpf(value.numerator) / value.denominator


def derivative(poly: Poly) -> Poly:
    return [index * each for index, each in enumerate(poly)][1:]


def squarefree(poly: Poly) -> Poly:
    """Return a polynomial with the same roots, each of them once."""
    shared = common(list(poly), derivative(poly))
    return divided(poly, shared)[0] if len(shared) > 1 else list(poly)


def value_at(poly: Poly, x: Fraction) -> Fraction:
    total = ZERO
    for each in reversed(poly):
        total = total * x + each
    return total


def multiplicity(poly: Poly, root: Value, calculator: Calculator) -> int:
    """Count the derivatives that vanish at a root, the polynomial itself among them."""
    count = 0
    while poly:
        total: Value = (ZERO, ZERO)
        for each in reversed(poly):
            total = calculator.plus(calculator.times(total, root), (each, ZERO))
        if not calculator.is_zero(total):
            return count
        count, poly = count + 1, trimmed(derivative(poly))
    return count


def all_roots(poly: Poly) -> list[Found]:
    """Return each root once; `Unclear` if numbers do not come to rest or a disc is too wide."""
    poly, found = squarefree(poly), []
    if poly[0] == 0:
        poly, found = poly[1:], [Found((ZERO, ZERO))]
    degree = len(poly) - 1
    if degree > _MAX_DEGREE:
        raise Unclear("a high degree")
    if degree < 2:
        return found + ([Found((-poly[0] / poly[1], ZERO))] if degree else [])
    bits = (poly[0] / poly[-1]).numerator.bit_length() - (
        poly[0] / poly[-1]
    ).denominator.bit_length()
    scale = Fraction(2) ** (bits // degree)  # so that roots are about as large as 1
    scaled = [each * scale**index for index, each in enumerate(poly)]
    scaled = [each / scaled[-1] for each in scaled]
    with mpmath.workdps(_DIGITS):
        try:
            centers = mpmath.polyroots(
                [_number(each) for each in reversed(scaled)], _MAX_STEPS, extraprec=400
            )
        except mpmath.libmp.NoConvergence:
            raise Unclear("no convergence") from None
    return found + [_around(poly, scaled, scale, center) for center in centers]


def _around(poly: Poly, scaled: Poly, scale: Fraction, center: Any) -> Found:
    """Return a disc in which a root is: one of degree d is nearer than d*|p/p'|."""
    with mpmath.workdps(3 * _DIGITS):
        above, below = (
            mpmath.polyval([_number(each) for each in reversed(each_poly)], center)
            for each_poly in (scaled, derivative(scaled))
        )
        if not below:
            raise Unclear("a flat polynomial")
        radius = fraction(abs(above / below)) * 2 * len(poly) * scale
        real, imaginary = (fraction(part) * scale for part in (center.real, center.imag))
    radius += (abs(real) + abs(imaginary)) / 10 ** (_DIGITS - 10)
    if radius > (abs(real) + abs(imaginary)) / 10**20:
        raise Unclear("a wide disc")
    if abs(imaginary) > radius:
        return Found((real, imaginary), radius, "disc")
    ends = [value_at(poly, real + sign * radius) for sign in (-1, 1)]
    if ends[0] * ends[1] > 0:
        raise Unclear("real or not")
    return Found((real, ZERO), radius, "disc")


def fraction(number: Any) -> Fraction:
    """Return a number of mpmath exactly."""
    sign, mantissa, exponent, _ = number._mpf_
    return Fraction(-int(mantissa) if sign else int(mantissa)) * (ONE * 2) ** int(exponent)
