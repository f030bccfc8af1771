"""Polynomials in a kernel as people type them: coefficients, and how terms stand on two sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Final

from aljabr.tasks.factored import Draw, Sides, nonzero
from aljabr.tasks.kernels import PLAIN, Kernel
from aljabr.tasks.written import Written, letter, number

Coefficient = Written | Fraction | int
Terms = dict[int, Written]
"""Coefficients by the power of the kernel."""

LETTERS: Final = "abcdfgh"
"""Letters that mean nothing else, and are left for numbers and integers."""


@dataclass
class Letters:
    """Deals letters in order; now and then one that was dealt before."""

    rng: Draw
    again: float = 0.06
    dealt: list[str] = field(default_factory=list)

    def deal(self) -> Written:
        """Return a letter."""
        if self.dealt and (len(self.dealt) == len(LETTERS) or self.rng.random() < self.again):
            return letter(self.rng.choice(self.dealt))
        self.dealt.append(LETTERS[len(self.dealt)])
        return letter(self.dealt[-1])

    def coefficient(self, plain: float = 0.6) -> Written:
        """Draw a coefficient: a letter, or a sum or product of letters and numbers."""
        rng = self.rng
        if rng.random() < plain:
            return self.deal()
        kind = rng.randrange(9)
        if kind < 2:
            return number(nonzero(rng, 9))
        if kind == 2:
            return number(rng.choice((2, 3, 4, 5, 6, 10, -2, -3))) * self.deal()
        if kind == 3:
            return self.deal() * self.deal()
        if kind == 4:
            return self.deal() + self.deal()
        if kind == 5:
            return self.deal() - self.deal()
        if kind == 6:
            return self.deal() + number(nonzero(rng, 9))
        return self.deal() ** 2 if kind == 7 else self.deal() / number(rng.randint(2, 5))


def terms(coefficients: Sequence[Coefficient]) -> Terms:
    """Return the terms of a polynomial, whose coefficients begin with the lowest."""
    return {
        power: each if isinstance(each, Written) else number(each)
        for power, each in enumerate(coefficients)
        if isinstance(each, Written) or each
    }


def shifted(polynomial: Terms, by: int) -> Terms:
    """Multiply by a power of the kernel."""
    return {power + by: each for power, each in polynomial.items()}


class Shaper:
    """Writes a polynomial in a kernel, equal to zero, on two sides."""

    def __init__(self, rng: Draw, kernel: Kernel, letters: Letters) -> None:
        self.rng = rng
        self.kernel = kernel
        self.letters = letters

    def sides(self, polynomial: Terms) -> Sides:
        """Write the equation: mostly in standard form, else as it comes."""
        kind = self.rng.random()
        if kind < 0.4:
            sides = self.sum(polynomial), number(0)
        elif kind < 0.66:
            sides = self.apart(polynomial)
        elif kind < 0.78:
            sides = self.on_both(polynomial)
        elif kind < 0.9:
            sides = self.in_brackets(polynomial)
        else:
            sides = self.divided(polynomial)
        return (sides[1], sides[0]) if self.rng.random() < 0.07 else sides

    def sum(self, polynomial: Terms) -> Written:
        """Write a sum, from the highest power down, or in any order."""
        powers = sorted(polynomial, reverse=True)
        if self.rng.random() < 0.15:
            self.rng.shuffle(powers)
        written = [self.term(polynomial[power], power) for power in powers]
        return reduce(add, written) if written else number(0)

    def term(self, coefficient: Written, power: int) -> Written:
        """Write a coefficient times a power of the kernel."""
        if power == 0:
            return coefficient
        raised = self.kernel.power(self.rng, power)
        if coefficient.text in ("1", "-1"):
            return raised if coefficient.text == "1" else -raised
        if power < 0 and raised.text.startswith("1/"):
            return coefficient / self.kernel.power(self.rng, -power)
        return coefficient * raised

    def spare(self) -> Written:
        """Draw a factor: a letter, if there are any in the equation, or a number."""
        if self.letters.dealt and self.rng.random() < 0.5:
            return self.letters.deal()
        return number(self.rng.randint(2, 9))

    def apart(self, polynomial: Terms) -> Sides:
        """Write a x^2 + b x = c, some terms on the other side."""
        most = max(polynomial)
        goes = {power for power in polynomial if power != most and self.rng.random() < 0.55}
        goes = goes or {min(polynomial)}
        left = {power: each for power, each in polynomial.items() if power not in goes}
        right = {power: -each for power, each in polynomial.items() if power in goes}
        return self.sum(left), self.sum(right)

    def on_both(self, polynomial: Terms) -> Sides:
        """Write a power of the kernel on both sides."""
        left, right = self.apart(polynomial)
        power = self.rng.choice([each for each in polynomial if each >= 0])
        extra = self.spare()
        return left + self.term(extra, power), right + self.term(extra, power)

    def in_brackets(self, polynomial: Terms) -> Sides:
        """Write x*(a*x + b) = c, or with a number before a bracket."""
        inner = {power - 1: each for power, each in polynomial.items() if power > 0}
        rest = {power: -each for power, each in polynomial.items() if power <= 0}
        if len(inner) > 1 and self.rng.random() < 0.7:
            return self.kernel.power(self.rng, 1) * self.sum(inner), self.sum(rest)
        lowest = min(polynomial)
        bracket = self.sum({each: polynomial[each] for each in polynomial if each != lowest})
        factor = self.spare()
        return factor * bracket, self.term(product(factor, -polynomial[lowest]), lowest)

    def divided(self, polynomial: Terms) -> Sides:
        """Write (a*x^2 + b*x)/c = d, or a*x + b + c/x = 0."""
        plain = self.kernel is PLAIN and min(polynomial) == 0
        if plain and self.rng.random() < 0.4:
            last = polynomial[0] / self.kernel.power(self.rng, 1)
            others = {power - 1: each for power, each in polynomial.items() if power > 0}
            return self.sum(others) + last, number(0)
        below, lowest = self.spare(), min(polynomial)
        upper = self.sum({each: polynomial[each] for each in polynomial if each != lowest})
        return upper / below, self.term(quotient(-polynomial[lowest], below), lowest)


def _value(written: Written) -> Fraction | None:
    """Return the number that a coefficient is; None if it holds a letter."""
    is_number = written.numerator.is_constant() and written.denominator.is_constant()
    return written.at(Fraction(0)) if is_number else None


def product(factor: Written, coefficient: Written) -> Written:
    """Multiply a coefficient; numbers at once."""
    values = _value(factor), _value(coefficient)
    if values[0] is not None and values[1] is not None:
        return number(values[0] * values[1])
    if values[1] is not None:
        return coefficient * factor
    return factor * coefficient if coefficient.text[0] != "-" else -(factor * -coefficient)


def quotient(coefficient: Written, below: Written) -> Written:
    """Divide a coefficient; numbers at once."""
    values = _value(coefficient), _value(below)
    if values[0] is not None and values[1]:
        return number(values[0] / values[1])
    return coefficient / below
