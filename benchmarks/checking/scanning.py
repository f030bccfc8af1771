"""Look for real roots of an equation along the line, and prove that they are there.

Floats look around: at changes of sign, where the sides nearly touch, where a side ends. What they
see counts only if it is proved: both sides are continuous on an interval and change their order on
it; or a number is a root exactly, or to hundreds of digits with no divisor or edge near.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]

from benchmarks.checking.curves import DIGITS, FLOATS, Curve, curve
from benchmarks.checking.numeric import FAILURES
from benchmarks.checking.polynomials import Found, fraction
from benchmarks.checking.reading import PI, Node, node, number, show
from benchmarks.checking.realm import RealCalculator, evaluate_real, middle, real_part
from benchmarks.checking.reals import ZERO, Interval, Unclear, Undefined, size
from benchmarks.checking.search import Sides, is_root
from benchmarks.checking.values import DEEP, Calculator, Value, evaluate, settle

_REFINED: Final = 850
"""Digits of a place where the sides touch."""
_TOUCH: Final = 1e-8
"""How near the sides must come, for their size, to be looked at as touching."""
_MAX_TOUCH: Final = 1e6
"""Sides that touch are looked for up to here."""
_MAX_TOUCHING: Final = 8
"""Places followed with hundreds of digits."""
_MAX_CLOSE: Final = 40
"""Places looked at closely, of each kind."""
Sample = tuple[float, float, float]
"""Where, the difference of the sides, and their size."""


class Line:
    """The sides of an equation along the real line, at given parameters."""

    def __init__(self, sides: Sides, unknown: str, values: Mapping[str, Value]) -> None:
        self.sides, self.unknown, self.values = sides, unknown, values
        self.patience = _MAX_TOUCHING
        self.left, self.right = (curve(side, unknown, values, FLOATS) for side in sides)

    def at(self, x: float) -> Sample | None:
        """Evaluate quickly; None where a side is not real."""
        try:
            left, right = self.left(x), self.right(x)
        except FAILURES:
            return None
        apart = left - right
        return (x, apart, abs(left) + abs(right)) if math.isfinite(apart) else None

    # -- looking around ----------------------------------------------------------------------------

    def roots(
        self, rng: random.Random, hints: list[float], count: int, deadline: float
    ) -> Iterator[Found]:
        """Yield roots that are proved to be there.

        Args:
            rng: where to look.
            hints: places to look at more closely.
            count: of the places.
            deadline: when to stop, by the monotonic clock.
        """
        samples = [(x, self.at(x)) for x in places(rng, hints, count)]
        seen: list[Found] = []
        for found in self._proved(samples, rng):
            if found is not None and all(apart(found, each) for each in seen):
                seen.append(found)
                yield found
            if time.monotonic() > deadline:
                return

    def _proved(
        self, samples: list[tuple[float, Sample | None]], rng: random.Random
    ) -> Iterator[Found | None]:
        values = [each for _, each in samples if each is not None]
        triples = list(zip(values, values[1:], values[2:], strict=False))
        zeros = [each for each in triples if each[1][1] == 0]
        alone = [each[1][0] for each in zeros if each[0][1] != 0 and each[2][1] != 0]
        yield from (self.exactly(x) for x in _some(alone, rng))
        crossings = [(one, two) for one, two in pairwise(values) if one[1] * two[1] < 0]
        yield from (self.crossing(one, two) for one, two in _some(crossings, rng))
        edges = [(one, two) for one, two in pairwise(samples)
                 if (one[1] is None) != (two[1] is None)]  # fmt: skip
        yield from (self.edge(one, two) for one, two in _some(edges, rng))
        dips = [each for each in triples if _is_dip(*(sample[1] for sample in each))
                and abs(each[1][0]) < _MAX_TOUCH]  # fmt: skip
        yield from (self.dip(*each) for each in _some(dips, rng))
        together = [each[1][0] for each in zeros if each[0][1] == 0 or each[2][1] == 0]
        yield from (self.exactly(x) for x in _some(together, rng)[:10])  # every value, or underflow

    # -- looking closely ---------------------------------------------------------------------------

    def crossing(self, one: Sample, two: Sample) -> Found | None:
        """Follow a change of sign to where it is proved, or to a pole or a jump."""
        low, high = one[0], two[0]
        for _ in range(1100):
            between = _between(low, high)
            if not low < between < high:
                break
            value = self.at(between)
            if value is None:
                return None
            if value[1] == 0:
                exact = self.exactly(between)
                if exact is not None:
                    return exact
                low, high = between, between
                break
            low, high = (between, high) if value[1] * one[1] > 0 else (low, between)
        for exponent in (13, 10, 8, 6, 15, 4):
            margin = Fraction(max(abs(low), abs(high)) or 1e-300) / 10**exponent
            found = self.changes(Fraction(low) - margin, Fraction(high) + margin)
            if found is not None:
                return found
        return self.exactly((low + high) / 2)

    def changes(self, low: Fraction, high: Fraction) -> Found | None:
        """Prove that the sides are continuous and change their order between two numbers."""
        calculator = RealCalculator(60)
        ends = Interval(calculator.interval(low).low, calculator.interval(high).high)
        try:
            for side in self.sides:
                evaluate_real(side, {**self.values, self.unknown: (ends, ZERO)}, calculator)
            if calculator.presumed or self.order(low) * self.order(high) >= 0:
                return None
        except (Undefined, Unclear):
            return None
        return Found(((low + high) / 2, ZERO), (high - low) / 2, "sign")

    def order(self, x: Fraction) -> int:
        """Return which side is larger; 0 if that is not proved."""
        for digits in (60, 250):
            calculator = RealCalculator(digits)
            known = {**self.values, self.unknown: (x, ZERO)}
            left, right = (evaluate_real(side, known, calculator) for side in self.sides)
            difference = calculator.subtract(left[0], right[0])
            if size(difference) is not None and not calculator.presumed:
                return calculator.sign(difference)
        return 0

    def edge(
        self, one: tuple[float, Sample | None], two: tuple[float, Sample | None]
    ) -> Found | None:
        """Look at the place where a side ends."""
        inside, outside = (one, two) if one[1] is not None else (two, one)
        here, there, last = inside[0], outside[0], inside[1]
        for _ in range(70):
            between = (here + there) / 2
            value = self.at(between)
            here, there = (between, there) if value is not None else (here, between)
            last = value or last
        if last is None or abs(last[1]) > 1e-5 * max(last[2], inside[1][2] if inside[1] else 0):
            return None
        return self.exactly(here)

    def dip(self, one: Sample, middle_one: Sample, two: Sample) -> Found | None:
        """Follow the difference to where it is least; the sides may touch there."""
        low, high, ratio = one[0], two[0], (math.sqrt(5) - 1) / 2
        for _ in range(90):
            first, second = high - ratio * (high - low), low + ratio * (high - low)
            values = self.at(first), self.at(second)
            if values[0] is None or values[1] is None:
                return None
            low, high = (low, second) if abs(values[0][1]) < abs(values[1][1]) else (first, high)
        least = self.at((low + high) / 2)
        if least is None or abs(least[1]) > _TOUCH * max(one[2], middle_one[2], two[2]):
            return None
        exact = self.exactly(least[0])
        if exact is not None or self.patience == 0:
            return exact
        self.patience -= 1
        return self.touching(least[0])

    def exactly(self, x: float) -> Found | None:
        """Try the simple numbers next to a float."""
        for tree in simple(x):
            if self.is_root(tree):
                value = evaluate(tree, self.values, RealCalculator(60))
                center = middle(value[0], 30)
                return Found((center, ZERO), abs(center) / 10**30) if center is not None else None
        return None

    def is_root(self, x: Node) -> bool:
        """Whether a tree is a root: by proof, or to 800 digits."""

        def ask(calculator: Calculator) -> str:
            try:
                value = real_part(evaluate(x, self.values, calculator), calculator)
                known = {**self.values, self.unknown: value}
                left, right = (evaluate_real(side, known, calculator) for side in self.sides)
            except Undefined:
                return "none"
            return "root" if calculator.is_zero(calculator.minus(left, right)) else "none"

        return settle(ask, lambda _: DEEP, make=RealCalculator)[0] == "root"

    def touching(self, x: float) -> Found | None:
        """Follow the slope of the difference to where it vanishes, with hundreds of digits."""
        with mpmath.workdps(_REFINED + 20):
            try:
                left, right = (curve(side, self.unknown, self.values, DIGITS, _REFINED)
                               for side in self.sides)  # fmt: skip
                place = _flat(lambda at: left(at) - right(at), mpmath.mpf(x))
            except (*FAILURES, Undefined, Unclear):
                return None
            if place is None or abs(place - x) > 1e-3 * (1 + abs(x)):
                return None
            exact = fraction(place)
        if not is_root(self.sides, self.unknown, self.values, (exact, ZERO), real=True):
            return None
        return Found((exact, ZERO), abs(exact) / 10**200, "touch")


def _flat(function: Curve, x: Any) -> Any | None:
    """Find where a function has no slope, by secants."""
    step = mpmath.mpf(10) ** (-_REFINED // 4) * (1 + abs(x))

    def slope(at: Any) -> Any:
        return (function(at + step) - function(at - step)) / (2 * step)

    before, old = x * (1 + mpmath.mpf(10) ** -12) + mpmath.mpf(10) ** -12, None
    old = slope(before)
    for _ in range(30):
        value = slope(x)
        if value == old:
            return x
        x, before, old = x - value * (x - before) / (value - old), x, value
        if abs(x - before) < (abs(x) + mpmath.mpf(10) ** -30) * mpmath.mpf(10) ** -(_REFINED // 2):
            return x
    return None


def _is_dip(first: float, second: float, third: float) -> bool:
    """Whether a value is nearer to zero than both others, on the same side of it."""
    if first * second <= 0 or second * third <= 0:
        return False
    ends = abs(first), abs(third)
    return abs(second) <= min(ends) and abs(second) < 0.99 * max(ends)


def _between(low: float, high: float) -> float:
    """Halve an interval, of numbers of one sign by their sizes if these differ much."""
    if low > 0 and high > 4 * low:
        return math.sqrt(low) * math.sqrt(high)
    if high < 0 and low < 4 * high:
        return -math.sqrt(-low) * math.sqrt(-high)
    return (low + high) / 2 if abs(low) < 1e300 else low / 2 + high / 2


def _some(found: list[Any], rng: random.Random) -> list[Any]:
    """Return all of them, or so many that are drawn."""
    return found if len(found) <= _MAX_CLOSE else rng.sample(found, _MAX_CLOSE)


def apart(one: Found, two: Found) -> bool:
    """Whether two findings are surely not the same."""
    away = abs(one.center[0] - two.center[0])
    return away > one.radius + two.radius + abs(one.center[0]) / 10**12


def simple(x: float) -> list[Node]:
    """Return simple numbers next to a float: itself, fractions, parts of pi."""
    found = [number(Fraction(x))]
    near = 1e-6 * (1 + abs(x))
    for most in (12, 1000):
        fractional = Fraction(x).limit_denominator(most)
        if abs(float(fractional) - x) < near:
            found.insert(0, number(fractional))
    turns = Fraction(x / math.pi).limit_denominator(24)
    if turns and abs(float(turns) * math.pi - x) < near:
        found.append(node("*", number(turns), PI))
    return list({show(each): each for each in found}.values())


def places(rng: random.Random, hints: list[float], count: int) -> list[float]:
    """Draw places: near zero densely, in windows, of all sizes, and beside the hints."""
    found = {rng.uniform(-10, 10) for _ in range(count)}
    found |= {rng.uniform(-100, 100) for _ in range(count // 2)}
    found |= {sign * 10 ** rng.uniform(-6, 6) for _ in range(count // 4) for sign in (-1, 1)}
    found |= {sign * 10 ** rng.uniform(-40, 40) for _ in range(count // 8) for sign in (-1, 1)}
    for _ in range(6):
        center, width = rng.gauss(0, 10), 10 ** rng.uniform(-3, 0)
        found |= {center + rng.uniform(-width, width) for _ in range(count // 24)}
    for hint in hints:
        shifts = [0.0, *(sign * 10.0**-power for power in (1, 2, 3, 5, 7, 10) for sign in (-1, 1))]
        found |= {hint + shift * (abs(hint) or 1) for shift in shifts}
    found |= {float(whole) for whole in range(-12, 13)}
    return sorted(found)
