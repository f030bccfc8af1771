"""All roots of an equation of `open`, at any values of its letters, without the solver.

The zeros of the core polynomial are mpmath's; kernels are undone (see `undoing`), and what the
equation as typed does not hold at is left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]

from aljabr.tasks.written import Core
from benchmarks.checking.polynomials import squarefree
from benchmarks.checking.reading import Node, Unread, read, read_equation
from benchmarks.comparing import RealSet, evaluate, is_near, real_value
from benchmarks.undoing import NEAR, UNKNOWN, undo

DIGITS: Final = 60
NUM_REAL: Final = 10
"""Points with real letters of either sign."""
NUM_COMPLEX: Final = 6
"""Points with complex letters, where complex roots are asked for."""
NUM_SPECIAL: Final = 6
"""Special cases, a letter zero or two of them equal, at the most; each is tried at two points."""

Point = dict[str, Any]
FAILURES: Final = (ArithmeticError, ValueError)
"""What mpmath raises where something has no value."""


class Unknowable(Exception):
    """The roots at a point are not known: there is nothing to solve, or numbers do not settle."""


# -- the roots -------------------------------------------------------------------------------------


@dataclass
class Numbers:
    """Complex numbers."""

    numbers: list[Any] = field(default_factory=list)

    def __contains__(self, value: object) -> bool:
        return any(is_near(value, each) for each in self.numbers)

    def holds_all(self, other: Numbers) -> bool:
        """Whether every member of another set is in this one."""
        return all(value in self for value in other.numbers)


Set = Numbers | RealSet


class Truth:
    """The roots of one equation, at any values of its letters."""

    def __init__(self, text: str, core: Core) -> None:
        self.sides = read_equation(text)
        self.kernel = read(core.kernel)
        self.coefficients = [read(each) for each in core.coefficients]
        self.is_real = core.domain == "real"
        letters = set().union(*(each.letters() for each in (*self.sides, self.kernel)))
        self.letters = sorted(letters - {UNKNOWN})

    def at(self, point: Point) -> Set:
        """Return all roots at a point; `Unknowable` if they are not known."""
        zeros = self.zeros(point)
        values = {name: number_of(each) for name, each in point.items()}
        if not self.is_real:
            if self.kernel.head != "letter":
                raise Unread("a kernel over the complex numbers")
            return Numbers([each for each in zeros if self.holds(each, values)])
        found = RealSet()
        for zero in zeros:
            if abs(mpmath.im(zero)) > NEAR * (1 + abs(zero)):
                continue
            for first, step in undo(self.kernel, mpmath.re(zero), values):
                if not self.holds(first, values):
                    continue
                if step:
                    found.families.append((first, step))
                else:
                    found.numbers.append(first)
        return found

    def zeros(self, point: Point) -> list[Any]:
        """Return the zeros of the polynomial, each once."""
        if all(isinstance(each, Fraction) for each in point.values()):
            exact = [exactly(each, point) for each in self.coefficients]
            while exact and exact[-1] == 0:
                exact.pop()
            polynomial = [number_of(each) for each in squarefree(exact)] if len(exact) > 1 else []
        else:
            polynomial = [evaluate(each, point, principal=True) for each in self.coefficients]
        if len(polynomial) < 2:
            raise Unknowable("no polynomial")
        try:
            found = mpmath.polyroots(polynomial[::-1], 400, extraprec=400)
        except mpmath.libmp.NoConvergence:
            raise Unknowable("no convergence") from None
        return [mpmath.mpf(0) if abs(each) < NEAR else each for each in found]

    def holds(self, x: Any, values: Point) -> bool:
        """Whether the equation as typed holds; over the real numbers, with every part real."""
        at = {**values, UNKNOWN: x}
        if self.is_real:
            parts = [real_value(node, at) for side in self.sides for node in side.walk()]
            if any(each is None for each in parts):
                return False
        try:
            left, right = (evaluate(side, at, not self.is_real) for side in self.sides)
        except FAILURES:
            return False
        return is_near(left, right)


def exactly(tree: Node, point: Mapping[str, Fraction]) -> Fraction:
    """Return the value of a polynomial in letters."""
    if tree.head == "number":
        return tree.value
    if tree.head == "letter":
        return point[tree.name]
    values = [exactly(child, point) for child in tree.children]
    if tree.head == "neg":
        return -values[0]
    if tree.head == "^":
        return Fraction(values[0] ** int(values[1]))
    left, right = values
    results = {"+": left + right, "-": left - right, "*": left * right}
    return results[tree.head]


def number_of(value: Any) -> Any:
    """Return a fraction as one of mpmath's numbers, and these as they are."""
    if isinstance(value, Fraction):
        return mpmath.mpf(value.numerator) / value.denominator
    return value


# -- points ----------------------------------------------------------------------------------------


def points(truth: Truth, rng: random.Random) -> Iterator[Point]:
    """Draw values of the letters: fractions of either sign, and complex numbers."""
    if not truth.letters:
        yield {}
        return
    for _ in range(NUM_REAL):
        yield {name: some_fraction(rng) for name in truth.letters}
    for _ in range(0 if truth.is_real else NUM_COMPLEX):
        yield {name: mpmath.mpc(*(number_of(some_fraction(rng)) for _ in range(2)))
               for name in truth.letters}  # fmt: skip


def special_points(letters: Sequence[str], rng: random.Random) -> Iterator[Point]:
    """Yield points at which a letter is zero, or two are equal or opposite, and their opposites."""
    edges = [(name, name, 0) for name in letters]
    edges += [(one, other, sign) for one, other in combinations(letters, 2) for sign in (1, -1)]
    for one, other, factor in rng.sample(edges, min(NUM_SPECIAL, len(edges))):
        point = {name: some_fraction(rng) for name in letters}
        point[one] = point[other] * factor
        yield point
        yield {name: -each for name, each in point.items()}


def some_fraction(rng: random.Random) -> Fraction:
    """Draw a fraction of either sign."""
    return Fraction(rng.choice((-1, 1)) * rng.randint(30, 400), 100)
