"""Expressions as a person writes them, each with its exact value.

Arithmetic on `Written` joins the texts, brackets where they are needed and nowhere else, and the
values, fractions of polynomials in x and the parameters (python-flint's). Nothing is normalised:
`3*(x - 2) + 4` stays that. An equation of two of them is solved by its own arithmetic, without
the game: reduce the difference of the sides to one fraction, whose numerator is linear in x.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from aljabr.algebra.polynomials import Poly, ring

PARAMETERS: Final = tuple("abcdefghij")
_CONTEXT, _GENERATORS = ring(("x", *PARAMETERS))

# How tightly a text holds together.
_SUM, _NEGATIVE, _PRODUCT, _POWER, _ATOM = range(5)


@dataclass(frozen=True, slots=True)
class Written:
    """A text, with its value as a fraction and what it divides by."""

    text: str
    level: int
    numerator: Poly
    denominator: Poly
    divisors: tuple[Poly, ...] = ()
    """Numerators of what stands below a bar, as far as x is in them: they may not vanish."""

    def __add__(self, other: Written) -> Written:
        if other.level == _NEGATIVE:
            return self - -other
        return self._plus(other, 1, other.text)

    def __sub__(self, other: Written) -> Written:
        return self._plus(other, -1, other.inside(_PRODUCT))

    def _plus(self, other: Written, sign: int, text: str) -> Written:
        numerator = self.numerator * other.denominator + sign * other.numerator * self.denominator
        return Written(
            f"{self.text} {'+' if sign > 0 else '-'} {text}",
            _SUM,
            numerator,
            self.denominator * other.denominator,
            self.divisors + other.divisors,
        )

    def __neg__(self) -> Written:
        if self.level == _NEGATIVE:
            return Written(
                self.text[1:], _PRODUCT, -self.numerator, self.denominator, self.divisors
            )
        return Written(
            f"-{self.inside(_PRODUCT)}", _NEGATIVE, -self.numerator, self.denominator, self.divisors
        )

    def __mul__(self, other: Written) -> Written:
        return Written(
            f"{self.inside(_NEGATIVE)}*{other.inside(_PRODUCT)}",
            _NEGATIVE if self.level == _NEGATIVE else _PRODUCT,
            self.numerator * other.numerator,
            self.denominator * other.denominator,
            self.divisors + other.divisors,
        )

    def __truediv__(self, other: Written) -> Written:
        new = (other.numerator,) if other.numerator.degrees()[0] > 0 else ()
        return Written(
            f"{self.inside(_NEGATIVE)}/{other.inside(_POWER)}",
            _NEGATIVE if self.level == _NEGATIVE else _PRODUCT,
            self.numerator * other.denominator,
            self.denominator * other.numerator,
            self.divisors + other.divisors + new,
        )

    def __pow__(self, exponent: int) -> Written:
        """Raise to a positive power."""
        return Written(
            f"{self.inside(_ATOM)}^{exponent}",
            _POWER,
            self.numerator**exponent,
            self.denominator**exponent,
            self.divisors,
        )

    def inside(self, level: int) -> str:
        """Return the text, in brackets if it holds together less tightly than asked."""
        return self.text if self.level >= level else f"({self.text})"

    def in_brackets(self) -> Written:
        """Put the whole in brackets, needed or not."""
        parts = self.numerator, self.denominator, self.divisors
        return Written(f"({self.text})", _ATOM, *parts)

    @property
    def is_zero(self) -> bool:
        return bool(self.numerator == 0)

    def at(self, value: Fraction) -> Fraction:
        """Return the value at a number x, where there are no parameters."""
        return _at(self.numerator, value) / _at(self.denominator, value)


@lru_cache
def letter(name: str) -> Written:
    """Write x or a parameter."""
    return Written(name, _ATOM, _GENERATORS[name], _CONTEXT.constant(1))


def stand_in(text: str, exponent: int = 1) -> Written:
    """Write anything at all, with x (or a power of x) standing for its value."""
    return Written(text, _ATOM, _GENERATORS["x"] ** exponent, _CONTEXT.constant(1))


def said(text: str, value: Written) -> Written:
    """Write anything at all that has the value of something written, such as x for sqrt(x)^2."""
    return Written(text, _ATOM, value.numerator, value.denominator)


def number(value: Fraction | int, decimal: bool = False) -> Written:
    """Write a number: 3, -7, 2/3, or 0.25 if decimals are wanted."""
    value = Fraction(value)
    text = _decimal_text(value) if decimal else str(value)
    level = _NEGATIVE if value < 0 else _PRODUCT if "/" in text else _ATOM
    return Written(
        text, level, _CONTEXT.constant(value.numerator), _CONTEXT.constant(value.denominator)
    )


def _decimal_text(value: Fraction) -> str:
    scaled = value * 10**6
    if scaled.denominator != 1:
        raise ValueError(f"{value} has more than six decimals")
    digits = f"{abs(scaled.numerator):07d}"
    text = f"{digits[:-6]}.{digits[-6:]}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 else text


def _at(polynomial: Poly, value: Fraction) -> Fraction:
    total = Fraction(0)
    for (power, *others), coefficient in polynomial.to_dict().items():
        assert not any(others), "a parameter has no value"
        total += int(coefficient) * value ** int(power)
    return total


# -- the answer ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Core:
    """What an equation of `open` comes down to: a polynomial in a kernel.

    Wherever the equation holds, the polynomial vanishes. The roots are those of its zeros that the
    equation, as it is written, holds at.
    """

    kernel: str
    """An expression in x, such as exp(2*x), or x itself."""
    coefficients: tuple[str, ...]
    """Of the polynomial, from the lowest power: numbers, or polynomials in the letters."""
    domain: str
    """Where all roots are asked for: real or complex."""


@dataclass(frozen=True, slots=True)
class Known:
    """An equation with its answer, known without playing the game."""

    text: str
    status: str
    """Solved, no_solution or all_values, as in a `Solution`."""
    roots: tuple[str, ...] = ()
    """Roots, as text; all there are if the equation is linear or rational, or one of `sets`.

    In `sets` a root may hold an integer n: pi/6 + 2*pi*n is a root for each.
    """
    conditions: tuple[str, ...] = ()
    """For each root what it takes to be one, such as b ≥ 0 or nothing; () if none takes any."""
    core: Core | None = None
    """In `open`, where roots are not written down, what gives them."""


def coefficients(polynomial: Poly) -> tuple[str, ...]:
    """Return the coefficients of the powers of x as text, from the lowest."""
    parts: dict[int, dict[tuple[int, ...], int]] = {}
    for (power, *others), coefficient in polynomial.to_dict().items():
        parts.setdefault(int(power), {})[0, *map(int, others)] = coefficient
    return tuple(
        str(_CONTEXT.from_dict(parts.get(power, {}))) for power in range(max(parts, default=0) + 1)
    )


def solve_exactly(left: Written, right: Written) -> Known | None:
    """Solve an equation by polynomial arithmetic; None if it is not linear in the end."""
    text = f"{left.text} = {right.text}"
    numerator = left.numerator * right.denominator - right.numerator * left.denominator
    if numerator == 0:
        return Known(text, "all_values")
    numerator //= numerator.gcd(left.denominator * right.denominator)
    degree = numerator.degrees()[0]
    if degree > 1:
        return None
    if degree == 0:
        return Known(text, "no_solution")
    slope = numerator.derivative(0)
    constant = numerator - slope * _GENERATORS["x"]
    if any(_vanishes(each, -constant, slope) for each in left.divisors + right.divisors):
        return Known(text, "no_solution")
    return Known(text, "solved", (_fraction_text(-constant, slope),))


def _vanishes(polynomial: Poly, numerator: Poly, denominator: Poly) -> bool:
    """Whether a polynomial is zero at x = numerator/denominator."""
    degree = polynomial.degrees()[0]
    total: Poly = _CONTEXT.constant(0)
    for (power, *others), coefficient in polynomial.to_dict().items():
        term = _CONTEXT.from_dict({(0, *others): coefficient})
        total += term * numerator ** int(power) * denominator ** int(degree - power)
    return bool(total == 0)


def _fraction_text(numerator: Poly, denominator: Poly) -> str:
    common = numerator.gcd(denominator)
    numerator //= common
    denominator //= common
    if denominator.leading_coefficient() < 0:
        numerator, denominator = -numerator, -denominator
    if denominator == 1:
        return str(numerator)
    if numerator.is_constant() and denominator.is_constant():
        return f"{numerator}/{denominator}"
    return f"({numerator})/({denominator})"
