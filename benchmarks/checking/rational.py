"""Equations as fractions of polynomials in a letter, exactly: all their roots, and what they omit.

The other letters have fractions for values, so polynomials have one variable and are lists of
fractions, the constant first. Every divisor as typed is kept: a root must let none of them vanish.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import isqrt
from typing import Final

from benchmarks.checking.reading import Node
from benchmarks.checking.reals import ONE, ZERO, Interval, Unclear, Undefined
from benchmarks.checking.values import Calculator, Value, evaluate

Poly = list[Fraction]
MAX_DEGREE: Final = 60


class NotRational(ValueError):
    """The expression is no fraction of polynomials with exact coefficients."""


# -- polynomials -----------------------------------------------------------------------------------


def trimmed(poly: Poly) -> Poly:
    while poly and poly[-1] == 0:
        poly.pop()
    return poly


def add(left: Poly, right: Poly) -> Poly:
    return trimmed([a + b for a, b in zip_longest(left, right, fillvalue=ZERO)])


def multiply(left: Poly, right: Poly) -> Poly:
    if not left or not right:
        return []
    if len(left) + len(right) > MAX_DEGREE:
        raise NotRational("the degree is too high")
    product = [ZERO] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    return trimmed(product)


def divided(above: Poly, below: Poly) -> tuple[Poly, Poly]:
    """Return quotient and remainder."""
    rest, quotient = list(above), [ZERO] * max(len(above) - len(below) + 1, 0)
    while len(rest) >= len(below):
        shift, factor = len(rest) - len(below), rest[-1] / below[-1]
        quotient[shift] = factor
        for i, coefficient in enumerate(below):
            rest[shift + i] -= factor * coefficient
        assert rest[-1] == 0
        trimmed(rest)
    return trimmed(quotient), rest


def common(left: Poly, right: Poly) -> Poly:
    """Return the greatest common divisor, its first coefficient 1."""
    while right:
        left, right = right, divided(left, right)[1]
    return [each / left[-1] for each in left] if left else []


def rational_roots(poly: Poly) -> list[Fraction]:
    """Return the roots of a polynomial of degree one or two that are fractions, and 0."""
    found = []
    while poly and poly[0] == 0:
        found, poly = [ZERO], poly[1:]
    if len(poly) == 2:
        found.append(-poly[0] / poly[1])
    elif len(poly) == 3:
        c, b, a = poly
        square = b * b - 4 * a * c
        if square >= 0:
            root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
            if root * root == square:
                found += [(-b + root) / (2 * a), (-b - root) / (2 * a)]
    return found


# -- fractions of them -----------------------------------------------------------------------------


@dataclass(slots=True)
class Fractional:
    """Reads a tree as a fraction of polynomials in a letter; remembers the divisors as typed."""

    letter: str
    values: Mapping[str, Value]
    calculator: Calculator
    divisors: list[Poly]

    def read(self, tree: Node) -> tuple[Poly, Poly]:
        """Return what is above and below the bar."""
        if tree.head == "letter" and tree.name == self.letter:
            return [ZERO, ONE], [ONE]
        if self.letter not in tree.letters():
            return self.constant(tree)
        if tree.head == "neg":
            above, below = self.read(tree.children[0])
            return [-each for each in above], below
        if tree.head == "^":
            return self.power(tree)
        if tree.head not in ("+", "-", "*", "/"):
            raise NotRational(tree.head)
        (a, b), (c, d) = (self.read(child) for child in tree.children)
        if tree.head == "*":
            return multiply(a, c), multiply(b, d)
        if tree.head == "/":
            self.divisors.append(c)
            return multiply(a, d), multiply(b, c)
        if tree.head == "-":
            c = [-each for each in c]
        if b == d:
            return add(a, c), b
        return add(multiply(a, d), multiply(c, b)), multiply(b, d)

    def constant(self, tree: Node) -> tuple[Poly, Poly]:
        real, imaginary = evaluate(tree, self.values, self.calculator)
        if isinstance(real, Interval) or imaginary != 0:
            raise NotRational("no exact coefficient")
        return trimmed([real]), [ONE]

    def power(self, tree: Node) -> tuple[Poly, Poly]:
        if self.letter in tree.children[1].letters():
            raise NotRational("an exponent")
        exponent = self.constant(tree.children[1])[0]
        whole = exponent[0] if exponent else ZERO
        if whole.denominator != 1 or not 0 < abs(whole) <= MAX_DEGREE:
            raise NotRational("a power")
        above, below = self.read(tree.children[0])
        if whole < 0:
            self.divisors.append(above)
            above, below = below, above
        result = [ONE], [ONE]
        for _ in range(abs(int(whole))):
            result = multiply(result[0], above), multiply(result[1], below)
        return result


def is_rational(tree: Node, letter: str) -> bool:
    """Whether a tree is a fraction of polynomials in a letter, whatever the others are."""
    if letter not in tree.letters() or tree.head == "letter":
        return True
    if tree.head == "^":
        base, exponent = tree.children
        whole = exponent.children[0] if exponent.head == "neg" else exponent
        return whole.head == "number" and whole.value.denominator == 1 and is_rational(base, letter)
    is_plain = tree.head in ("neg", "+", "-", "*", "/")
    return is_plain and all(is_rational(child, letter) for child in tree.children)


@dataclass(frozen=True, slots=True)
class Roots:
    """All roots of an equation at one point: none, one fraction, several, or every value."""

    status: str
    root: Fraction = ZERO
    divisors: tuple[tuple[Fraction, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Reduced:
    """An equation as a polynomial that must vanish, without what makes a divisor vanish."""

    above: Poly
    divisors: list[Poly]


def reduced(sides: tuple[Node, Node], unknown: str, values: Mapping[str, Value]) -> Reduced:
    """Bring an equation below one bar; `NotRational` if it is none of these, or `Undefined`.

    No roots are left above where a divisor as typed vanishes.
    """
    if any(not isinstance(part, Fraction) for value in values.values() for part in value):
        raise NotRational("an inexact parameter")
    reader = Fractional(unknown, values, calculator := Calculator(50), [])
    try:
        above, _ = reader.read(Node("-", sides))
    except Unclear as reason:
        raise NotRational(str(reason)) from None
    if calculator.presumed:
        raise NotRational("a presumed zero")
    if [] in reader.divisors:
        raise Undefined("a divisor is zero")
    for divisor in reader.divisors if above else ():
        while len(shared := common(above, divisor)) > 1:
            above = divided(above, shared)[0]
    return Reduced(above, reader.divisors)


def exact_roots(sides: tuple[Node, Node], unknown: str, values: Mapping[str, Value]) -> Roots:
    """Find all roots of an equation, complex ones included; `NotRational` if it is none of these.

    "undefined" means that the equation has no sense for any value of the unknown.
    """
    try:
        found = reduced(sides, unknown, values)
    except Undefined:
        return Roots("undefined")
    above, divisors = found.above, tuple(tuple(each) for each in found.divisors)
    if not above:
        return Roots("all", divisors=divisors)
    if len(above) == 1:
        return Roots("none", divisors=divisors)
    if len(above) == 2:
        return Roots("one", -above[0] / above[1], divisors)
    return Roots("many", divisors=divisors)
