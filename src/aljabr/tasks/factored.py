"""Equations that factor, with all their real roots, by exact arithmetic on what is written.

The difference of the sides, as one fraction, is factored over the whole numbers. A factor that is
linear or two-term (x^n = c) gives its roots; a quadratic one without real roots gives none; with
any other the equation is no task here. A root where something written divides by zero is none.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from aljabr.algebra.polynomials import Poly, factored
from aljabr.tasks.written import Known, Written, letter, number

Sides = tuple[Written, Written]
Draw = random.Random

X: Final = letter("x")


@dataclass(frozen=True, slots=True)
class Root:
    """A real root, or anything that may be one."""

    text: str
    value: Fraction | None
    """None if it is irrational."""


def exactly(value: Fraction | int) -> Root:
    """Return a rational root."""
    return Root(str(Fraction(value)), Fraction(value))


def known(text: str, roots: Sequence[str]) -> Known:
    """Return an equation with its set, each root once."""
    return Known(text, "solved" if roots else "no_solution", tuple(dict.fromkeys(roots)))


# -- roots ---------------------------------------------------------------------------------------


def power_root(value: Fraction, index: int) -> Root:
    """Return the real root of a number, not negative if the index is even."""
    sign = -1 if value < 0 else 1
    above, below = (_whole_root(each, index) for each in abs(value).as_integer_ratio())
    if above is not None and below is not None:
        return exactly(sign * Fraction(above, below))
    size = abs(value)
    if index == 2:
        text = f"sqrt({size})"
    else:
        text = f"{size if size.denominator == 1 else f'({size})'}^(1/{index})"
    return Root(f"-{text}" if sign < 0 else text, None)


def _whole_root(value: int, index: int) -> int | None:
    guess = round(value ** (1 / index))
    return guess if guess**index == value else None


def power_roots(value: Fraction, exponent: int) -> list[Root]:
    """Return every real x with x^exponent equal to a value."""
    if exponent < 0:
        return power_roots(1 / value, -exponent) if value else []
    if value == 0:
        return [exactly(0)]
    if exponent % 2:
        return [power_root(value, exponent)]
    return plus_minus(power_root(value, exponent)) if value > 0 else []


def plus_minus(root: Root) -> list[Root]:
    """Return a positive root and its opposite."""
    if root.value is not None:
        return [exactly(root.value), exactly(-root.value)]
    return [root, Root(f"-{root.text}", None)]


def line_root(slope: Fraction, shift: Fraction, target: Root) -> Root:
    """Return the x with slope*x + shift equal to a target."""
    if target.value is not None:
        return exactly((target.value - shift) / slope)
    text = f"{target.text} {'-' if shift > 0 else '+'} {abs(shift)}" if shift else target.text
    if slope == 1:
        return Root(text, None)
    text = f"({text})" if shift else text
    below = str(slope) if slope > 0 and slope.denominator == 1 else f"({slope})"
    return Root(f"{text}/{below}", None)


def polynomial_roots(polynomial: Poly) -> list[Root] | None:
    """Return every real root of a polynomial in x; None if that takes more than factoring."""
    roots: list[Root] = []
    for factor, _ in factored(polynomial)[1]:
        coefficients = {int(each[0]): int(value) for each, value in factor.to_dict().items()}
        degree = max(coefficients)
        lead, last = coefficients[degree], coefficients.get(0, 0)
        if len(coefficients) <= 2 and degree > 0 and (degree == 1 or last):
            roots += power_roots(Fraction(-last, lead), degree)
        elif degree != 2 or coefficients.get(1, 0) ** 2 >= 4 * lead * last:
            return None
    return roots


def difference(left: Written, right: Written) -> Poly:
    """Return the numerator of the difference of two sides, in lowest terms."""
    numerator = left.numerator * right.denominator - right.numerator * left.denominator
    return numerator // numerator.gcd(left.denominator * right.denominator) if numerator else None


def solutions(left: Written, right: Written) -> list[Root] | None:
    """Return every real root of an equation in x; None if it is no task, or holds everywhere."""
    numerator = difference(left, right)
    roots = None if numerator is None else polynomial_roots(numerator)
    if roots is None:
        return None
    divisors = [polynomial_roots(each) for each in left.divisors + right.divisors]
    excluded = {root.text for each in divisors for root in each or []}
    return None if None in divisors else [root for root in roots if root.text not in excluded]


def solve_factored(sides: Sides | None) -> Known | None:
    """Return an equation with its set of real roots; None if it is no task."""
    roots = None if sides is None else solutions(*sides)
    if sides is None or roots is None:
        return None
    return known(f"{sides[0].text} = {sides[1].text}", [root.text for root in roots])


# -- writing -------------------------------------------------------------------------------------


def nonzero(rng: Draw, most: int) -> int:
    """Draw a whole number other than zero."""
    return rng.choice((-1, 1)) * rng.randint(1, most)


def plus(left: Written, value: Fraction | int) -> Written:
    """Add a number, with the sign that it has."""
    if value == 0:
        return left
    return left + number(value) if value > 0 else left - number(-value)


def times(factor: Fraction | int, term: Written) -> Written:
    """Multiply by a number other than zero."""
    if abs(factor) == 1:
        return term if factor > 0 else -term
    return number(factor) * term


def line(slope: int, shift: int, turned: bool = False) -> Written:
    """Write 2*x - 3, or -3 + 2*x as a book does: 5 - 2*x."""
    if turned and shift > 0 and slope:
        return number(shift) - times(-slope, X) if slope < 0 else number(shift) + times(slope, X)
    return plus(times(slope, X), shift) if slope else number(shift)


def expanded(coefficients: Sequence[int]) -> Written:
    """Write a polynomial from the highest power down; the coefficients begin with the lowest."""
    total: Written | None = None
    for power in reversed(range(len(coefficients))):
        coefficient = coefficients[power]
        if not coefficient:
            continue
        base = X if power == 1 else X**power if power else None
        size = abs(coefficient) if total is not None else coefficient
        term = number(size) if base is None else times(size, base)
        total = term if total is None else total + term if coefficient > 0 else total - term
    return number(0) if total is None else total


def multiplied(factors: Sequence[Sequence[int]]) -> list[int]:
    """Multiply polynomials, each a list of coefficients that begins with the lowest."""
    product = [1]
    for factor in factors:
        longer = [0] * (len(product) + len(factor) - 1)
        for i, one in enumerate(product):
            for j, other in enumerate(factor):
                longer[i + j] += one * other
        product = longer
    return product


def dressed(rng: Draw, inner: Written, value: Fraction | int) -> Sides:
    """Write that an expression has a value: with a factor, more terms, on both sides."""
    value = Fraction(value)
    kind = rng.random()
    if kind < 0.35:
        sides = inner, number(value)
    elif kind < 0.5:
        factor = rng.randint(2, 9)
        sides = times(factor, inner), number(factor * value)
    elif kind < 0.65:
        shift = nonzero(rng, 12)
        sides = plus(inner, shift), number(value + shift)
    elif kind < 0.8:
        factor, shift = rng.choice((-3, -2, -1, 2, 3, 4, 5, 6)), nonzero(rng, 12)
        left = plus(times(factor, inner), shift)
        if factor < 0 < shift:
            left = number(shift) - times(-factor, inner)
        sides = left, number(factor * value + shift)
    elif kind < 0.87:
        sides = plus(times(factor := rng.randint(1, 4), inner), -factor * value), number(0)
    elif kind < 0.93:
        below = rng.randint(2, 6)
        sides = inner / number(below), number(value / below)
    else:
        factor, other, shift = rng.randint(2, 7), rng.randint(1, 6), nonzero(rng, 9)
        other += factor <= other
        total = (factor - other) * value + shift
        sides = plus(times(factor, inner), shift), plus(times(other, inner), total)
    return (sides[1], sides[0]) if rng.random() < 0.08 else sides


def is_plain(value: Fraction, most: int = 400) -> bool:
    """Whether a book would print this number."""
    return abs(value) <= most and value.denominator <= 12


def lowest(coefficients: Sequence[int]) -> list[int]:
    """Divide by the common factor of all."""
    common = math.gcd(*coefficients)
    return [each // common for each in coefficients]
