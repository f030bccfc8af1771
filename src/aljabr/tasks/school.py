"""School-type equations with numbers only, one maker a kind, as a textbook writes them.

A maker draws both sides at random. `_with_root` then draws a root and adds to the right side what
is missing; some equations go as they are, so that roots are fractions now and then.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from aljabr.tasks.written import Written, letter, number

Sides = tuple[Written, Written]
Draw = random.Random

X: Final = letter("x")

# -- numbers -------------------------------------------------------------------------------------


def _size(rng: Draw, least: int = 1) -> int:
    """Draw a positive whole number: mostly small, up to 100, now and then larger."""
    most = rng.choices((12, 30, 100, 1000), (60, 20, 17, 3))[0]
    return rng.randint(least, most)


def _root(rng: Draw) -> Fraction:
    """Draw a root: whole mostly, else a fraction."""
    if rng.random() < 0.15:
        return Fraction(rng.choice((-1, 1)) * rng.randint(1, 30), rng.randint(2, 12))
    most = rng.choices((12, 30, 100), (65, 20, 15))[0]
    return Fraction(rng.randint(-most // 2, most))


def _plus(rng: Draw, left: Written, right: Written) -> Written:
    return left + right if rng.random() < 0.5 else left - right


def _fraction(rng: Draw) -> Fraction:
    return Fraction(rng.randint(1, 12), rng.randint(2, 12))


def _decimal(rng: Draw) -> Fraction:
    """Draw a decimal with one place mostly, or two."""
    places = 10 if rng.random() < 0.75 else 100
    value = Fraction(rng.randint(1, rng.choice((10, 100, 300))), places)
    return value if value != 1 else Fraction(1, places)


# -- from sides to an equation -------------------------------------------------------------------


def _missing(rng: Draw, left: Written, right: Written) -> Fraction | None:
    """Return what the right side lacks at a random root; None where a side is undefined."""
    root = _root(rng)
    try:
        return left.at(root) - right.at(root)
    except ZeroDivisionError:
        return None


def _turned(rng: Draw, left: Written, right: Written) -> Sides:
    """Exchange the sides now and then."""
    return (right, left) if rng.random() < 0.15 else (left, right)


def _equals_number(rng: Draw, left: Written, decimal: bool = False) -> Sides | None:
    """Set an expression equal to its value at a random root, or to any number."""
    value = _missing(rng, left, number(0)) if rng.random() < 0.85 else Fraction(_size(rng))
    if value is None or not _is_plain(value, decimal):
        return None
    return _turned(rng, left, number(value, decimal))


def _with_root(rng: Draw, left: Written, right: Written, decimal: bool = False) -> Sides | None:
    """Add to the right side what it lacks at a random root, or take the sides as they are."""
    if rng.random() < 0.15:
        return left, right
    value = _missing(rng, left, right)
    if value is None or not _is_plain(value, decimal):
        return None
    if value == 0:
        return left, right
    constant = number(abs(value), decimal)
    if rng.random() < 0.2 and value > 0:
        return left, constant + right
    return left, right + constant if value > 0 else right - constant


def _is_plain(value: Fraction, decimal: bool) -> bool:
    """Whether a book would print this number."""
    if abs(value) > 5_000:
        return False
    return (1000 * value).denominator == 1 if decimal else value.denominator <= 24


# -- parts ---------------------------------------------------------------------------------------


def _times_x(rng: Draw) -> Written:
    factor = _size(rng)
    return X if factor == 1 else number(factor) * X


def _linear(rng: Draw) -> Written:
    """Draw x + 3, 5 - 2*x, 4*x - 7."""
    constant = number(_size(rng))
    term = X if rng.random() < 0.3 else _times_x(rng)
    return constant - term if rng.random() < 0.2 else _plus(rng, term, constant)


def _sum(rng: Draw, num_terms: int, depth: int) -> Written:
    """Draw a sum of numbers, multiples of x and, where depth is left, multiples of brackets."""
    total: Written | None = None
    for index in range(num_terms):
        kind = rng.random()
        if depth and (kind < 0.55 or index == num_terms - 1):
            inner = _sum(rng, 2, depth - 1) if depth > 1 else _linear(rng)
            factor = rng.randint(1, 12)
            if factor > 1:
                term = number(factor) * inner
            else:
                term = inner.in_brackets() if total is not None or depth > 1 else inner
        elif kind < 0.75:
            term = _times_x(rng)
        else:
            term = number(_size(rng))
        if total is None:
            total = -term if rng.random() < 0.08 else term
        else:
            total = _plus(rng, total, term)
    assert total is not None
    return total


# -- kinds ---------------------------------------------------------------------------------------


def one_step(rng: Draw) -> Sides | None:
    """For example x + 5 = 12, 3*x = 12, x/4 = 3."""
    size = number(_size(rng, 2))
    left = rng.choice(
        (X + size, X - size, size + X, size - X, size * X, size * X, X * size, X / size, X / size,
         -X, -size * X, -X / size)
    )  # fmt: skip
    return _equals_number(rng, left)


def two_step(rng: Draw) -> Sides | None:
    """For example 2*x + 3 = 11, x/5 - 2 = 1, (x + 1)/4 = 3, 6*(x - 2) = 18."""
    factor, size = number(_size(rng, 2)), number(_size(rng))
    left = rng.choice(
        (factor * X + size, factor * X - size, size + factor * X, size - factor * X,
         X / factor + size, X / factor - size, size - X / factor, (X + size) / factor,
         (X - size) / factor, factor * (X + size), factor * (X - size), factor * (size - X),
         -factor * X + size, -factor * X - size, factor * X / number(_size(rng, 2)))
    )  # fmt: skip
    return _equals_number(rng, left)


def multi_step(rng: Draw) -> Sides | None:
    """For example 3*x + 5*x - 4 = 12, 2*(x + 1) - 3*x + 7 = 4."""
    return _equals_number(rng, _sum(rng, rng.randint(3, 5), rng.randint(0, 1)))


def both_sides(rng: Draw) -> Sides | None:
    """For example 5*x - 3 = 2*x + 9."""
    left = _sum(rng, 3, 0) if rng.random() < 0.3 else _linear(rng)
    right = _linear(rng) if rng.random() < 0.3 else _times_x(rng)
    return _with_root(rng, left, right)


def brackets(rng: Draw) -> Sides | None:
    """For example 3*(x - 2) + 4 = 2*x, 2*(3*(x - 1) + 5) = 4 - (x + 2)."""
    depths = rng.choice(((1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (2, 2)))
    left, right = (_sum(rng, rng.randint(1, 3 if depth < 2 else 2), depth) for depth in depths)
    return _with_root(rng, left, right)


def fractions(rng: Draw) -> Sides | None:
    """For example x/3 + 2 = (x - 1)/4, (2*x + 1)/3 = 5, 2/3*x - 1/2 = 5/6."""

    def part() -> Written:
        below = number(rng.randint(2, 12))
        kind = rng.random()
        if kind < 0.3:
            return X / below
        if kind < 0.6:
            return _linear(rng) / below
        if kind < 0.75:
            return number(rng.randint(2, 9)) * X / below
        if kind < 0.9:
            return number(_fraction(rng)) * X
        return number(_fraction(rng)) * _linear(rng)

    left = part()
    extra = rng.random()
    if extra < 0.3:
        left = _plus(rng, left, part())
    elif extra < 0.5:
        left = _plus(rng, left, number(_fraction(rng)))
    elif extra < 0.7:
        left = _plus(rng, left, number(_size(rng)))
    if rng.random() < 0.4:
        return _equals_number(rng, left)
    return _with_root(rng, left, part() if rng.random() < 0.7 else _times_x(rng))


def decimals(rng: Draw) -> Sides | None:
    """For example 0.5*x + 1.2 = 3, 0.2*(x - 1.5) = 0.7*x."""

    def size() -> Written:
        whole = rng.random() < 0.25
        return number(_size(rng, 2)) if whole else number(_decimal(rng), decimal=True)

    def part() -> Written:
        kind = rng.random()
        if kind < 0.35:
            return size() * X
        if kind < 0.75:
            return _plus(rng, size() * X, size())
        if kind < 0.85:
            return X / size()
        return size() * _plus(rng, X, size())

    if rng.random() < 0.55:
        return _equals_number(rng, part(), decimal=True)
    return _with_root(rng, part(), part(), decimal=True)


def proportions(rng: Draw) -> Sides | None:
    """For example 12/x = 4, 10/(x + 3) = 2, 3/4 = x/8, (x + 1)/(x - 2) = 5/2."""
    first, second, third = (number(_size(rng, 2)) for _ in range(3))
    kind = rng.randrange(9)
    if kind == 0:
        return _equals_number(rng, first / X)
    if kind == 1:
        return _equals_number(rng, first / _linear(rng))
    if kind == 2:
        return _turned(rng, first / second, X / third)
    if kind == 3:
        return _turned(rng, first / X, second / third)
    if kind == 4:
        return first / _linear(rng), second / _linear(rng)
    if kind == 5:
        return _linear(rng) / _linear(rng), first / second
    if kind == 6:
        return _equals_number(rng, _plus(rng, first / X, second))
    if kind == 7:
        return _equals_number(rng, _plus(rng, first / X, second / (third * X)))
    return _equals_number(rng, _linear(rng) / _linear(rng))


def no_solution(rng: Draw) -> Sides | None:
    """For example 2*(x + 3) = 2*x + 5, x/(x - 2) = 2/(x - 2), 5/x = 0."""
    kind = rng.random()
    if kind < 0.05:
        return number(_size(rng)) / _linear(rng), number(0)
    if kind < 0.12:
        root = _size(rng)
        below = X - number(root)
        factor = number(_size(rng, 2))
        return factor * X / below, number(factor.at(Fraction(0)) * root) / below
    left, right = _same_slope(rng)
    off = Fraction(_size(rng))
    return left, _shifted(right, left.at(Fraction(0)) - right.at(Fraction(0)) + off)


def all_values(rng: Draw) -> Sides | None:
    """For example 3*x - 2*(x - 1) = x + 2."""
    left, right = _same_slope(rng)
    return left, _shifted(right, left.at(Fraction(0)) - right.at(Fraction(0)))


def _same_slope(rng: Draw) -> Sides:
    """Draw an expression, and the multiple of x that is in it."""
    left = _sum(rng, rng.randint(1, 3), rng.randint(0, 2))
    if rng.random() < 0.2:
        left = left / number(rng.randint(2, 9))
    slope = left.at(Fraction(1)) - left.at(Fraction(0))
    return left, number(slope) * X if abs(slope) != 1 else X if slope > 0 else -X


def _shifted(term: Written, constant: Fraction) -> Written:
    if constant == 0:
        return term
    return term + number(constant) if constant > 0 else term - number(-constant)


KINDS: Final[dict[str, tuple[Callable[[Draw], Sides | None], int, str]]] = {
    "one-step": (one_step, 8, "solved"),
    "two-step": (two_step, 12, "solved"),
    "multi-step": (multi_step, 14, "solved"),
    "both sides": (both_sides, 14, "solved"),
    "brackets": (brackets, 16, "solved"),
    "fractions": (fractions, 14, "solved"),
    "decimals": (decimals, 8, "solved"),
    "proportions": (proportions, 8, "solved"),
    "no solution": (no_solution, 3, "no_solution"),
    "every value": (all_values, 3, "all_values"),
}
"""Each kind's maker, its share of a hundred, and the answer its equations must have."""
