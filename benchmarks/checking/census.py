"""Judge whether all roots are given: look for others.

Polynomials and fractions of them give all their roots, proved to be there; of other equations real
roots are sought along the line. What is found must be given by a root whose conditions hold, or be
a member of a family.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, islice, pairwise
from typing import Final

from benchmarks.checking.asking import Asking, shown
from benchmarks.checking.claims import Answer, Said, holds
from benchmarks.checking.families import (
    at_edges,
    is_too_far,
    members_near,
    placed_in,
    value_of,
)
from benchmarks.checking.numeric import FAILURES
from benchmarks.checking.points import SMALL, Point, some_fraction
from benchmarks.checking.polynomials import Found, all_roots, value_at
from benchmarks.checking.rational import NotRational, is_rational, reduced
from benchmarks.checking.reading import Chain, Node, Unread, node, number
from benchmarks.checking.realm import RealCalculator, evaluate_real, middle
from benchmarks.checking.reals import ZERO, Unclear, Undefined
from benchmarks.checking.scanning import Line
from benchmarks.checking.search import candidates
from benchmarks.checking.values import DEEP, evaluate

NUM_POINTS: Final = 16
"""Points with parameters at which roots are counted."""
NUM_SLOW: Final = 10
"""Points for equations that are no fractions of polynomials, unless there should be no root."""
NUM_LINES: Final = 4
"""Those of them at which they are sought along the line."""
NUM_DRAWN: Final = 400
"""Points drawn until so many are found at which conditions hold."""
NUM_PLACES: Final = 2400
"""Places along the line; half as many where there are parameters."""
SECONDS: Final = 4.0
"""For the search along one line."""
_DIGITS: Final = 200
"""Of a number that may be a root: it may be zero by what it is made of."""
_SLACK: Final = Fraction(1, 10**20)
_TINY: Final = Fraction(1, 10**40)


@dataclass(frozen=True)
class Given:
    """A root as it is given."""

    said: Said
    tree: Node
    conditions: list[Chain]


class Census:
    """Counts the roots of an equation, and compares them with those of an answer."""

    def __init__(self, asking: Asking, answer: Answer) -> None:
        self.asking, self.answer = asking, answer
        self.is_none = answer.status == "no_solution" and answer.domain == "real"
        self.is_asked = self.is_none or (answer.status == "solved" and answer.complete)
        self.conditions = list(self.known(answer.conditions)) if self.is_asked else []
        self.given = [
            Given(each, asking.value(each.value), asking.conditions(each.conditions, each.family))
            for each in answer.roots
        ]
        self.lines = 0
        self.blamed = "false no solution" if self.is_none else "false complete"

    def known(self, texts: tuple[str, ...]) -> Iterator[Chain]:
        """Yield conditions; blame and leave out those of letters that nobody knows."""
        for text in texts:
            try:
                yield from self.asking.conditions([text])
            except Unread as reason:
                self.asking.report.blame("unread", str(reason))

    def take(self) -> None:
        """Count the roots at many points, if all are said to be given."""
        if not self.is_asked:
            return
        report = self.asking.report
        of_parameters = [each for each in self.conditions
                         if self.asking.unknown not in each.letters()]  # fmt: skip
        is_quick = all(is_rational(side, self.asking.unknown) for side in self.asking.sides)
        most = NUM_POINTS if is_quick or self.is_none else NUM_SLOW
        counted = {True: 0, False: 0}
        for point, generic in self.points():
            if self.asking.is_late() or self.blamed in report.failures:
                break
            if counted[generic] >= most:
                continue
            report.tried += 1
            holds_here = partial(self.asking.outcome, point=point, conditions=of_parameters, x=None)
            if self.asking.settled(holds_here) == "right":
                counted[generic] += self.count(point, generic)
        report.held += sum(counted.values())
        if not any(counted.values()):
            report.note("unsearched", f"{self.asking.domain} roots were counted at no point")

    def points(self) -> Iterator[tuple[Point, bool]]:
        """Yield points, and whether they are nothing special."""
        letters, rng = self.asking.letters, self.asking.rng
        if not letters:
            yield {}, True
            return
        if self.is_none:
            yield from ((each, True) for each in special_points(letters, rng))
            yield from ((each, True) for each in self.asking.points(
                self.conditions, self.asking.sides))  # fmt: skip
        for _ in range(NUM_DRAWN):
            yield {name: number(some_size(rng)) for name in letters}, True
        if not self.is_none:
            yield from ((each, False) for each in special_points(letters, rng))

    def count(self, point: Point, generic: bool) -> bool:
        """Compare the roots at a point with those given; return whether they could be found."""
        try:
            for found in self.roots(point):
                if self.asking.is_late():  # members of families with several letters are many
                    return False
                if self.is_allowed(found, point) and not self.is_given(found, point):
                    self.missing(found, point, generic)
                    break
        except (Unclear, NotRational, *FAILURES):
            self.asking.report.unclear += 1
            return False
        return True

    def missing(self, found: Found, point: Point, generic: bool) -> None:
        where = f"{found} ({found.how}) at {shown(point)}"
        failing = [each.said.value for each in self.given if self.allows(each, {}, point) is False]
        if failing:
            where += f", where the conditions of {', '.join(failing)} fail"
        if failing and not (generic and self.is_generic(point)):
            self.asking.report.note("edge", where)
        else:
            self.asking.report.blame(self.blamed, where)

    def is_generic(self, point: Point) -> bool:
        """Whether nothing that a root asks not to be zero, or not to be equal, is so here."""
        asked = [chain for each in self.given for chain in each.conditions
                 if set(chain.signs) == {"≠"} and chain.letters() <= set(point)]  # fmt: skip
        ask = partial(self.asking.outcome, point=point, conditions=asked, x=None)
        return self.asking.settle(ask)[0] != "excluded"

    # -- roots -------------------------------------------------------------------------------------

    def roots(self, point: Point) -> Iterator[Found]:
        """Yield roots at a point, of the domain."""
        is_real = self.asking.domain == "real"
        if is_real and not self.has_real_parts(point):
            return
        try:
            values = {name: evaluate(tree, {}, RealCalculator(50)) for name, tree in point.items()}
            equation = reduced(self.asking.sides, self.asking.unknown, values)
            if not equation.above:
                yield from self.any_values(equation.divisors)
            elif len(equation.above) > 1:
                found = all_roots(equation.above)
                yield from (each for each in found if each.is_real() or not is_real)
        except Undefined:
            return
        except (NotRational, Unclear):
            if not is_real:
                raise
            yield from self.along(point)

    def has_real_parts(self, point: Point) -> bool:
        """Whether the parts without the unknown are real and defined."""
        calculator = RealCalculator(50)
        values = self.asking.values(point, calculator)
        try:
            for side in self.asking.sides:
                for part in constants(side, self.asking.unknown):
                    evaluate_real(part, values, calculator)
        except Undefined:
            return False
        return True

    def any_values(self, divisors: list[list[Fraction]]) -> Iterator[Found]:
        """Yield some of all values; those at which no divisor vanishes."""
        drawn = (some_fraction(self.asking.rng) for _ in range(20))
        usable = (x for x in drawn if all(value_at(each, x) for each in divisors))
        yield from (Found((x, ZERO)) for x in islice(usable, 2))

    def along(self, point: Point) -> Iterator[Found]:
        """Yield real roots found along the line, the simple ones first."""
        asking = self.asking
        line = Line(asking.sides, asking.unknown, asking.values(point, RealCalculator(DEEP)))
        hints: list[float] = []
        for tree in candidates(asking.sides, asking.unknown):
            center = value_of(placed_in(tree, point), _DIGITS)
            if center is None:
                continue
            hints.append(float(center))
            if line.is_root(tree):
                yield Found((center, ZERO), abs(center) / 10**20)
        self.lines += 1
        if asking.letters and self.lines > NUM_LINES:
            return
        places = NUM_PLACES // (2 if asking.letters else 1)
        yield from line.roots(asking.rng, hints, places, time.monotonic() + SECONDS)

    # -- what is given -----------------------------------------------------------------------------

    def is_allowed(self, found: Found, point: Point) -> bool:
        """Whether the conditions of the answer that speak of the unknown hold at a root."""
        calculator = RealCalculator(50)
        known = self.asking.values(point, calculator) | {self.asking.unknown: found.center}
        later = [each for each in self.conditions if self.asking.unknown in each.letters()]
        return all(holds(each, known, calculator) for each in later)

    def is_given(self, found: Found, point: Point) -> bool:
        """Whether a root is one of those given, as far as that can be told."""
        for each in self.given:
            tree = placed_in(each.tree, point)
            if is_too_far(tree, each.said.family, found.center[0]):
                return True
            near = members_near(tree, each.said.family, found.center[0], self.edges(each, point))
            for integers in near if each.said.family else ({},):
                if self.is_near(placed_in(tree, integers), found):
                    allowed = self.allows(each, integers, point)
                    if allowed is not False:
                        return True
        return False

    def edges(self, given: Given, point: Point) -> dict[str, set[int]]:
        """Return integers at which conditions of a family begin or cease to hold."""
        sides = [pair for chain in given.conditions for pair in pairwise(chain.sides)]
        return at_edges([placed_in(node("-", *pair), point) for pair in sides], given.said.family)

    def is_near(self, tree: Node, found: Found) -> bool:
        """Whether a constant is about a root; also if that cannot be told."""
        for digits in (60, 400):
            try:
                value = evaluate(tree, {}, self.asking.calculator(digits))
            except Undefined:
                return False
            except Unclear:
                continue
            parts = [middle(part, 30) for part in value]
            if parts[0] is None or parts[1] is None:
                continue
            away = abs(parts[0] - found.center[0]) + abs(parts[1] - found.center[1])
            size = abs(found.center[0]) + abs(found.center[1])
            return away <= 2 * found.radius + _SLACK * size + _TINY
        return True

    def allows(self, given: Given, integers: Point, point: Point) -> bool | None:
        """Whether the conditions of a root hold; None if that is not clear."""
        conditions = [each.with_(partial(placed_in, integers=integers))
                      for each in given.conditions]  # fmt: skip
        if not integers:  # of a family, what does not speak of its letters
            conditions = [each for each in conditions
                          if not each.letters() & set(given.said.family)]  # fmt: skip
            x = None if given.said.family else given.tree
        else:
            x = placed_in(given.tree, integers)
        ask = partial(self.asking.outcome, point=point, conditions=conditions, x=x)
        verdict, _ = self.asking.settle(ask)
        return None if verdict is None else verdict != "excluded"


def special_points(letters: list[str], rng: random.Random) -> Iterator[Point]:
    """Yield points at which letters are equal, zero, or whole numbers, as exponents may be."""
    for chosen in chain(combinations(letters, 1), islice(combinations(letters, 2), 6)):
        rest: Point = {name: number(some_size(rng)) for name in letters}
        yield from ({**rest, **dict.fromkeys(chosen, number(each))} for each in (0, 1, 2, 3, -1))


def some_size(rng: random.Random) -> Fraction:
    """Draw a number of either sign: of any size, a small whole one, below 10 or below 1."""
    kind = rng.random()
    if kind < 0.3:
        return some_fraction(rng)
    if kind < 0.5:
        return rng.choice(SMALL[1:])
    return Fraction(rng.randint(-999, 999), 100 if kind < 0.75 else 1000) or Fraction(1, 3)


def constants(tree: Node, unknown: str) -> Iterator[Node]:
    """Yield the largest parts of a tree without the unknown."""
    if unknown not in tree.letters():
        yield tree
        return
    for child in tree.children:
        yield from constants(child, unknown)
