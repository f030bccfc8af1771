"""Look for a root that is said not to exist: by undoing, at special values, and by numbers.

What is found is put into the equation as typed, at hundreds of digits. A number that comes closer
and closer is a root only if no divisor vanishes there and no branch cut is near: the limit itself
might be none.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]

from benchmarks.checking.inverting import invert, occurrences
from benchmarks.checking.numeric import DIGITS, FAILURES, FLOATS, Function, compiled
from benchmarks.checking.points import edges_of
from benchmarks.checking.reading import PI, Node, node, number, show
from benchmarks.checking.realm import RealCalculator, evaluate_real
from benchmarks.checking.reals import ZERO, Unclear, Undefined, size
from benchmarks.checking.values import DEEP, Calculator, Value, evaluate

Sides = tuple[Node, Node]
SPECIAL: Final = (
    *(number(Fraction(text)) for text in "0 1 -1 2 -2 1/2 -1/2 3".split()),
    PI, node("neg", PI), node("/", PI, number(2)), node("/", PI, number(4)),
)  # fmt: skip
_REFINED: Final = 850
"""Digits of a root that numbers have found."""
_NEAR: Final = -700
"""Below 2 to this, a divisor or the distance to a cut counts as vanishing."""
_MAX_STARTS: Final = 24


def candidates(sides: Sides, unknown: str) -> list[Node]:
    """Return what may be a root: undone where the unknown stands once, special values, edges."""
    left, right = sides
    found = []
    if occurrences(left, unknown) + occurrences(right, unknown) == 1:
        here, there = (left, right) if unknown in left.letters() else (right, left)
        found += list(islice(invert(here, unknown, there, wide=True), 60))
    found += SPECIAL
    for tree, target in (*edges_of(left), *edges_of(right)):
        if occurrences(tree, unknown) == 1:
            found += list(islice(invert(tree, unknown, target), 3))
    return list({show(each): each for each in found}.values())


# -- by numbers ------------------------------------------------------------------------------------


def numeric_roots(
    sides: Sides, unknown: str, values: Mapping[str, Value], rng: random.Random
) -> Iterator[Value]:
    """Yield numbers with hundreds of digits that are roots as far as these show."""
    difference = node("-", *sides)
    try:
        quick = compiled(difference, FLOATS, unknown, _plain(values, FLOATS))
    except FAILURES:
        return
    for start in islice(_starts(quick, rng), _MAX_STARTS):
        found = _refined(difference, unknown, values, start)
        if found is not None and is_root(sides, unknown, values, found):
            yield found


def _plain(values: Mapping[str, Value], kit: Any) -> dict[str, Any]:
    """Return values of letters as the numbers of a kit; all of them are real."""
    found = {}
    for name, (real, _) in values.items():
        ends = Calculator(DEEP).interval(real)
        middle = mpmath.mp.make_mpf(ends.low)
        found[name] = complex(middle) if kit is FLOATS else +middle
    return found


def _value_at(function: Function, x: complex) -> complex:
    try:
        value = complex(function(x))
    except FAILURES:
        return complex(math.nan, math.nan)
    return value


def _starts(function: Function, rng: random.Random) -> Iterator[complex]:
    """Yield about where roots are: changes of sign, then where Newton's steps come to rest."""
    grid = {0.251 * step + 0.0007 for step in range(-40, 41)}
    grid |= {sign * 10 ** (step / 3) for step in range(-60, 61) for sign in (-1, 1)}
    grid |= {sign * 10.0**step for step in range(-40, 41, 4) for sign in (-1, 1)}
    seen: list[complex] = []
    values = [(x, _value_at(function, complex(x))) for x in sorted(grid)]
    real = [(x, value.real) for x, value in values
            if abs(value.imag) < 1e-12 * (1 + abs(value.real))]  # fmt: skip
    for (low, first), (high, last) in pairwise(real):
        if first * last < 0:
            yield from _new(complex(_halved(function, low, high, first)), seen)
    starts = [complex(rng.gauss(0, scale), rng.gauss(0, scale)) for scale in 6 * (0.5, 2, 8, 40)]
    starts += [complex(rng.gauss(0, scale)) for scale in 3 * (0.1, 1, 5, 100)]
    for start in starts:
        rest = _newton(function, start)
        if rest is not None:
            yield from _new(rest, seen)


def _new(x: complex, seen: list[complex]) -> Iterator[complex]:
    if all(abs(x - each) > 1e-6 * (abs(x) + abs(each)) for each in seen):
        seen.append(x)
        yield x


def _halved(function: Function, low: float, high: float, first: float) -> float:
    for _ in range(80):
        middle = (low + high) / 2
        value = _value_at(function, complex(middle)).real
        low, high = (middle, high) if value * first > 0 else (low, middle)
    return low


def _newton(function: Function, x: complex) -> complex | None:
    for _ in range(60):
        value, step = _value_at(function, x), 1e-7 * (1 + abs(x))
        slope = (_value_at(function, x + step) - value) / step
        if not abs(slope) > 0 or not math.isfinite(abs(value)):
            return None
        change = value / slope
        x -= change
        try:
            if abs(change) < 1e-9 * (1 + abs(x)):
                return x
        except OverflowError:  # far beyond where roots are looked for
            return None
    return None


def _refined(
    difference: Node, unknown: str, values: Mapping[str, Value], start: complex
) -> Value | None:
    """Follow secants to a number that hundreds of digits do not move any more."""
    with mpmath.workdps(_REFINED):
        function = compiled(difference, DIGITS, unknown, _plain(values, DIGITS))
        is_real = abs(start.imag) < 1e-9 * (1 + abs(start))
        x = mpmath.mpf(start.real) if is_real else mpmath.mpc(start)
        before = x * (1 + mpmath.mpf(10) ** -9) + mpmath.mpf(10) ** -60
        try:
            value, old = function(x), function(before)
            for _ in range(40):
                if value == old or value == 0:
                    break
                x, before = x - value * (x - before) / (value - old), x
                if is_real:
                    x = mpmath.re(x)
                if abs(x - before) < abs(x) * mpmath.mpf(10) ** (60 - _REFINED):
                    break
                value, old = function(x), value
            else:
                return None
        except FAILURES:
            return None
        noise = abs(x) * mpmath.mpf(10) ** (100 - _REFINED)
        real, imaginary = (part if abs(part) > noise else mpmath.mpf(0)
                           for part in (mpmath.re(x), mpmath.im(x)))  # fmt: skip
        return _fraction(real), _fraction(imaginary)


def _fraction(number: Any) -> Fraction:
    if not mpmath.isfinite(number):
        return ZERO
    sign, mantissa, exponent, _ = number._mpf_
    if abs(exponent) > 20_000:
        return ZERO
    return Fraction(-int(mantissa) if sign else int(mantissa)) * Fraction(2) ** int(exponent)


def is_root(
    sides: Sides, unknown: str, values: Mapping[str, Value], x: Value, real: bool = False
) -> bool:
    """Whether a number with hundreds of digits is a root as far as they show, and no mere limit.

    Args:
        sides: of the equation.
        unknown: the letter that has the value x.
        values: those of the other letters.
        x: a number.
        real: whether every part of the equation must be real, as odd roots are then.
    """
    calculator = (RealCalculator if real else Calculator)(DEEP)
    known = {**values, unknown: x}
    try:
        apart = _apart(sides, known, calculator)
        if calculator.lost or any(not _vanishes(part) for part in apart):
            return False
        if not _moves(sides, unknown, values, x, calculator):
            return False
        return all(_is_safe(each, known, calculator) for side in sides for each in side.walk())
    except (Undefined, Unclear):
        return False


def _apart(sides: Sides, values: Mapping[str, Value], calculator: Calculator) -> Value:
    """Return the difference of the sides."""
    find = evaluate_real if isinstance(calculator, RealCalculator) else evaluate
    left, right = (find(side, values, calculator) for side in sides)
    return calculator.minus(left, right)


def _vanishes(part: Any) -> bool:
    if isinstance(part, Fraction):
        return abs(part) < Fraction(1, 2**1800)
    ends = [end for end in part if end[1]]
    return all(end[2] + end[3] < -1800 for end in ends)


def _moves(
    sides: Sides, unknown: str, values: Mapping[str, Value], x: Value, calculator: Calculator
) -> bool:
    """Whether the sides part as the unknown moves: a root, not a flat place near one."""
    step = Fraction(2) ** (max([each for each in map(size, x) if each is not None] or [-200]) - 100)
    moved = {**values, unknown: calculator.plus(x, (step, ZERO))}
    sizes = [size(part) for part in _apart(sides, moved, calculator)]
    return any(each is not None and each > -1200 for each in sizes)


def _is_safe(tree: Node, values: Mapping[str, Value], calculator: Calculator) -> bool:
    """Whether no divisor vanishes here and no cut is near, so that a limit is a value."""
    if tree.head not in ("/", "^", "log", "sqrt", "asin", "acos", "atan", "tan", "abs"):
        return True
    if tree.head == "tan":
        return _is_far(calculator.sine_cosine(evaluate(tree.children[0], values, calculator))[1])
    if tree.head == "^" and _is_natural(tree.children[1]):
        return True
    argument = evaluate(tree.children[1 if tree.head == "/" else 0], values, calculator)
    real, imaginary = argument
    if tree.head in ("asin", "acos"):
        ends = [calculator.plus(argument, (Fraction(end), ZERO)) for end in (1, -1)]
        return all(map(_is_far, ends)) and (imaginary == 0 or _is_far((imaginary, ZERO)))
    if tree.head == "atan":
        ends = [calculator.plus(argument, (ZERO, Fraction(end))) for end in (1, -1)]
        return all(map(_is_far, ends)) and (imaginary == 0 or _is_far((real, ZERO)))
    if not _is_far(argument):
        return False
    on_cut_side = tree.head in ("log", "sqrt", "^") and imaginary != 0
    if on_cut_side and not _is_far((imaginary, ZERO)):
        return calculator.sign(real) > 0
    return True


def _is_natural(exponent: Node) -> bool:
    whole = exponent.head == "number" and exponent.value.denominator == 1
    return whole and exponent.value > 0


def _is_far(value: Value) -> bool:
    sizes = [size(part) for part in value]
    return any(each is not None and each > _NEAR for each in sizes)
