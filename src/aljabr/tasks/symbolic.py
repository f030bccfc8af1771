"""Equations in x with parameters, up to ten: linear with nested brackets, and rational.

A maker draws both sides from letters that it takes at random, so that a letter may stand at
several places; in the mixed kind small numbers take the place of some letters.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Final

from aljabr.tasks.written import PARAMETERS, Written, letter, number

Sides = tuple[Written, Written]
Take = Callable[[], Written]

X: Final = letter("x")


def _taker(rng: random.Random, repeats: float, numbers: float = 0.0) -> Take:
    """Return what takes a letter at random: a new one mostly, as long as there is one."""
    left = list(PARAMETERS)
    rng.shuffle(left)
    used: list[str] = []

    def take() -> Written:
        if rng.random() < numbers:
            return number(rng.randint(2, 9))
        if used and (not left or rng.random() < repeats):
            return letter(rng.choice(used))
        used.append(left.pop())
        return letter(used[-1])

    return take


def _plus(rng: random.Random, left: Written, right: Written) -> Written:
    return left + right if rng.random() < 0.6 else left - right


def _times_x(rng: random.Random, take: Take) -> Written:
    kind = rng.random()
    return X if kind < 0.15 else X / take() if kind < 0.25 else take() * X


def _linear(rng: random.Random, take: Take) -> Written:
    """Draw a*x + b, x - a, a - b*x."""
    term = _times_x(rng, take)
    return take() - term if rng.random() < 0.15 else _plus(rng, term, take())


def _nested(rng: random.Random, take: Take, depth: int) -> Written:
    """Draw a sum with a bracket in it, and in that a bracket, as deep as asked."""
    if depth == 0:
        return _linear(rng, take)
    inner = _nested(rng, take, depth - 1)
    term = inner / take() if rng.random() < 0.15 else take() * inner
    kind = rng.random()
    if kind < 0.25:
        return term
    other = take() if kind < 0.65 else _times_x(rng, take)
    return _plus(rng, other, term) if rng.random() < 0.3 else _plus(rng, term, other)


# -- kinds ---------------------------------------------------------------------------------------


def linear(rng: random.Random, take: Take) -> Sides:
    """For example a*x + b = c*x + d, a*x + b - c*x = d, a = b + c*x, a*b = c*x/d."""
    kind = rng.random()
    if kind < 0.05:
        return take() * take(), take() * X / take()
    if kind < 0.1:
        return take(), take() * _plus(rng, take(), X) / take()
    left = _more(rng, take, _linear(rng, take), 3)
    if kind < 0.3:
        return take(), left
    if kind < 0.5:
        return left, take() if kind < 0.45 else take() * take()
    return left, _more(rng, take, _times_x(rng, take), 2)


def _more(rng: random.Random, take: Take, total: Written, most: int) -> Written:
    """Add terms to a sum."""
    for _ in range(rng.randint(0, most)):
        kind = rng.random()
        term = take() if kind < 0.4 else take() * take() if kind < 0.5 else _times_x(rng, take)
        total = _plus(rng, total, term)
    return total


def brackets(rng: random.Random, take: Take) -> Sides:
    """For example a*(b*x + c) + d = f*(g - h*x)."""
    depths = rng.choice(((1, 0), (1, 1), (1, 1), (2, 0), (2, 1), (1, 2), (2, 2), (3, 0), (3, 1)))
    left = _nested(rng, take, depths[0])
    if rng.random() < 0.2:
        left = _plus(rng, left, take() * _linear(rng, take))
    if depths[1]:
        return left, _nested(rng, take, depths[1])
    kind = rng.random()
    return left, number(0) if kind < 0.2 else take() if kind < 0.6 else _linear(rng, take)


def rational(rng: random.Random, take: Take) -> Sides:
    """For example e + (a*x + b)/(c*x + d) = 0, a/(b*x + c) = d/(f*x + g), 1/a = 1/b + 1/x."""
    one = number(1)
    kind = rng.random()
    if kind < 0.03:
        return one / take(), _plus(rng, one / take(), one / X)
    if kind < 0.12:  # a fraction below a fraction
        inner = take() / _plus(rng, take(), take() / X)
        return _plus(rng, inner, take()) if rng.random() < 0.5 else inner, take()
    if kind < 0.25:
        return _above(rng, take) / _below(rng, take), take() / _below(rng, take)
    below = _below(rng, take)
    left = _above(rng, take) / below
    if rng.random() < 0.2:  # the same denominator twice
        left = _plus(rng, left, _above(rng, take) / below)
    if rng.random() < 0.15:
        left = take() * left.in_brackets()
    extra = rng.random()
    if extra < 0.6:
        other = take()
        left = _plus(rng, left, other) if extra < 0.3 else _plus(rng, other, left)
    kind = rng.random()
    if kind < 0.3:
        return left, number(0)
    return left, take() if kind < 0.7 else take() / take() if kind < 0.9 else take() * take()


def _above(rng: random.Random, take: Take) -> Written:
    """Draw a numerator: a, b*x + c, d*(b*x + c), d*(b*x + c) + a."""
    kind = rng.random()
    if kind < 0.25:
        return take()
    if kind < 0.75:
        return _linear(rng, take)
    return take() * _linear(rng, take) if kind < 0.85 else _nested(rng, take, 1)


def _below(rng: random.Random, take: Take) -> Written:
    """Draw a denominator: x, a*x, b*x + c, a*(b*x + c)."""
    kind = rng.random()
    if kind < 0.2:
        return X if kind < 0.1 else take() * X
    return _linear(rng, take) if kind < 0.85 else take() * _linear(rng, take)


def mixed(rng: random.Random, take: Take) -> Sides:
    """For example 2*(a*x + 3) = b - 5*x: one of the others with numbers for some letters."""
    return rng.choice((linear, brackets, rational))(rng, take)


def _with_letters(
    make: Callable[[random.Random, Take], Sides], numbers: float, rng: random.Random
) -> Sides:
    return make(rng, _taker(rng, 0.15, numbers))


KINDS: Final[dict[str, tuple[Callable[[random.Random], Sides | None], int, str]]] = {
    "linear": (partial(_with_letters, linear, 0.0), 20, "solved"),
    "brackets": (partial(_with_letters, brackets, 0.0), 35, "solved"),
    "rational": (partial(_with_letters, rational, 0.0), 30, "solved"),
    "mixed": (partial(_with_letters, mixed, 0.35), 15, "solved"),
}
"""Each kind's maker, its share of a hundred, and the answer its equations must have."""
