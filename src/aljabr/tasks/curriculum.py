"""Quadratics and rational equations as school asks for them: makers of `exam`.

Candidates are the zeros of the polynomials that an equation comes down to, by exact arithmetic on
what is written; `settled` keeps the roots. Unlike those of `sets`, zeros may need the formula.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from aljabr.tasks.factored import (
    Draw,
    Sides,
    X,
    difference,
    expanded,
    is_plain,
    line,
    multiplied,
    nonzero,
    plus,
    times,
)
from aljabr.tasks.settled import settled
from aljabr.tasks.terms import arranged, bracketed, linear, total, zeros
from aljabr.tasks.written import Known, Written, number

Coefficients = list[int]


def solved(sides: Sides | None) -> Known | None:
    """Return an equation between fractions of polynomials with its roots; None if it is no task."""
    if sides is None:
        return None
    numerator = difference(*sides)
    candidates = None if numerator is None else zeros(numerator)
    if candidates is None:
        return None
    return settled(f"{sides[0].text} = {sides[1].text}", candidates)


# -- quadratics ------------------------------------------------------------------------------------


def quadratics(rng: Draw) -> Known | None:
    """For example 2*x^2 - 5*x + 1 = 0, (x - 3)^2 = 5, x*(x + 4) = 12, x^4 - 5*x^2 + 4 = 0."""
    return rng.choice(_QUADRATICS)(rng)


def _coefficients(rng: Draw) -> Coefficients:
    kind = rng.random()
    if kind < 0.5:
        first, second = ([nonzero(rng, 9), rng.choice((1, 1, 1, 2, 3, 4, 5))] for _ in range(2))
        return multiplied([first, second])
    if kind < 0.6:
        factor = [nonzero(rng, 9), rng.choice((1, 1, 2, 3))]
        return multiplied([factor, factor])
    return [nonzero(rng, 20), nonzero(rng, 15), rng.choice((1, 1, 1, 2, 3, 4, 5, -1))]


def _standard(rng: Draw) -> Known | None:
    c, b, a = _coefficients(rng)
    text = arranged(rng, [(a, "x^2"), (b, "x"), (c, "")])
    return settled(text, zeros(expanded([c, b, a]).numerator) or [])


def _short(rng: Draw) -> Known | None:
    """Draw 3*x^2 = 48, 5*x^2 - 7 = 0, 4*x^2 + 9*x = 0."""
    a, other = rng.randint(1, 9), nonzero(rng, 60)
    if rng.random() < 0.5:
        other = -a * rng.randint(1, 12) ** 2 if rng.random() < 0.5 else other
        coefficients = [other, 0, a]
    else:
        coefficients = [0, nonzero(rng, 20), a]
    text = arranged(rng, [(a, "x^2"), (coefficients[1], "x"), (coefficients[0], "")])
    return settled(text, zeros(expanded(coefficients).numerator) or [])


def _square(rng: Draw) -> Known | None:
    """Draw (x - 3)^2 = 5, 2*(x + 1)^2 - 7 = 11, (2*x - 1)^2 = (x + 4)^2."""
    inner = line(rng.choice((1, 1, 1, 2, 3)), nonzero(rng, 9), rng.random() < 0.2)
    if rng.random() < 0.25:
        return solved((inner**2, line(rng.choice((1, 1, 2, 3)), nonzero(rng, 9)) ** 2))
    size = rng.randint(1, 12) ** 2 if rng.random() < 0.6 else rng.randint(-5, 40)
    factor, shift = rng.choice((1, 1, 1, 2, 3, 5)), rng.choice((0, 0, nonzero(rng, 12)))
    return solved((plus(times(factor, inner**2), shift), number(factor * size + shift)))


def _product(rng: Draw) -> Known | None:
    """Draw x*(x + 4) = 12, (x - 1)*(2*x + 3) = 7, (x + 2)*(x - 3) = x + 9."""
    first = X if rng.random() < 0.4 else line(rng.choice((1, 1, 2, 3)), nonzero(rng, 8))
    second = line(rng.choice((1, 1, 2, 3)), nonzero(rng, 9))
    if rng.random() < 0.25:
        right = line(rng.choice((1, 2, 3, -1, -2)), nonzero(rng, 12))
    else:
        right = number(nonzero(rng, 30) if rng.random() < 0.8 else 0)
        root = Fraction(rng.randint(-9, 9))
        right = number((first * second).at(root)) if rng.random() < 0.6 else right
    return solved((first * second, right))


def _fractional(rng: Draw) -> Known | None:
    """Draw x^2/4 - x/2 = 3, 1/2*x^2 + 2/3*x - 1 = 0, 0.5*x^2 - 1.5*x + 1 = 0."""
    c, b, a = _coefficients(rng)
    if rng.random() < 0.5:
        below = rng.choice((2, 3, 4, 5, 6, 12))
        parts = [(Fraction(a, below), "x^2"), (Fraction(b, below), "x"), (Fraction(c, below), "")]
        text = arranged(rng, parts)
    else:
        left = number(Fraction(a, 10), decimal=True) * X**2
        middle = number(Fraction(abs(b), 10), decimal=True) * X
        left = left + middle if b > 0 else left - middle
        text = f"{left.text} = {number(Fraction(-c, 10), decimal=True).text}"
    return settled(text, zeros(expanded([c, b, a]).numerator) or [])


def _two_squares(rng: Draw) -> Known | None:
    """Draw (x + 1)^2 + (x - 2)^2 = 45, (x + 3)^2 = 2*x^2 + 1, (2*x - 1)^2 - (x + 1)^2 = 5."""
    first = line(rng.choice((1, 1, 2, 3)), nonzero(rng, 6)) ** 2
    second = line(rng.choice((1, 1, 2)), rng.randint(-6, 6)) ** 2
    left = first + second if rng.random() < 0.7 else first - second
    root = Fraction(rng.randint(-6, 6), rng.choice((1, 1, 1, 2)))
    if rng.random() < 0.7:
        return solved((left, number(left.at(root))))
    return solved((first, plus(second, nonzero(rng, 20))))


def _disguised(rng: Draw) -> Known | None:
    """Draw x^4 - 13*x^2 + 36 = 0, x^6 - 9*x^3 + 8 = 0, (x - 1)^4 - 5*(x - 1)^2 + 4 = 0."""
    first, second = rng.choice((1, 4, 9, 2, 3, -1, -4, 5)), rng.choice((1, 4, 9, 16, 25, -2, 8, 27))
    power = rng.choice((2, 2, 2, 3))
    a = rng.choice((1, 1, 1, 2))
    shift = rng.choice((0, 0, 0, nonzero(rng, 3)))
    base = bracketed(linear(1, shift))
    parts = [(a, f"{base}^{2 * power}"), (-a * (first + second), f"{base}^{power}"),
             (a * first * second, "")]  # fmt: skip
    roots = {
        root
        for each in (first, second)
        for root in zeros((X**power - number(each)).numerator) or []
    }
    moved = [linear_root(root, shift) for root in sorted(roots)]
    return settled(arranged(rng, parts), moved)


def linear_root(root: str, shift: Fraction | int) -> str:
    """Write a root less a shift."""
    return root if not shift else total([(1, f"({root})"), (-shift, "")])


_QUADRATICS: Final = (_standard, _standard, _standard, _short, _square, _product, _product,
                      _fractional, _two_squares, _disguised)  # fmt: skip

# -- rational --------------------------------------------------------------------------------------


def rational(rng: Draw) -> Known | None:
    """For example 1/(x - 1) + 2/(x + 1) = 3, x/(x - 2) - 1/(x + 1) = 6/((x - 2)*(x + 1))."""
    sides = rng.choice(_RATIONAL)(rng)
    if sides is None or re.search(
        r"x/(x|\(\d+\*x\))(?![\w^])", f"{sides[0].text} = {sides[1].text}"
    ):
        return None
    return solved(sides)


def _below(rng: Draw) -> Written:
    return line(rng.choice((1, 1, 1, 1, 2, 3)), rng.choice((0, nonzero(rng, 7), nonzero(rng, 7))))


def _above(rng: Draw) -> Written:
    kind = rng.random()
    if kind < 0.5:
        return number(rng.randint(1, 12))
    return times(rng.randint(1, 4), X) if kind < 0.75 else line(rng.randint(1, 3), nonzero(rng, 7))


def _sum(rng: Draw, left: Written, right: Written) -> Written:
    return left + right if rng.random() < 0.6 else left - right


def _two_fractions(rng: Draw) -> Sides | None:
    left = _sum(rng, _above(rng) / _below(rng), _above(rng) / _below(rng))
    if rng.random() < 0.3:
        return left, number(nonzero(rng, 6))
    try:
        right = left.at(Fraction(rng.randint(-8, 8), rng.choice((1, 1, 1, 2))))
    except ZeroDivisionError:
        return None
    return (left, number(right)) if is_plain(right, 60) else None


def _crossed(rng: Draw) -> Sides:
    """Draw (x + 1)/(x - 2) = (x + 5)/(2*x - 1), x/3 = 4/(x + 1)."""
    left = _above(rng) / _below(rng) if rng.random() < 0.8 else X / number(rng.randint(2, 9))
    return left, _above(rng) / _below(rng)


def _extraneous(rng: Draw) -> Sides | None:
    """Draw a*x/(x - p) + b/(x - q) = c/((x - p)*(x - q)), where p is a candidate and no root."""
    p, q = rng.sample(range(-6, 7), 2)
    first, second = line(1, -p), line(1, -q)
    a, b = rng.randint(1, 4), nonzero(rng, 6)
    above = a * p * (p - q) if rng.random() < 0.8 else nonzero(rng, 20)
    if not above:
        return None
    left = times(a, X) / first
    left = left + number(b) / second if b > 0 else left - number(-b) / second
    below = first * second if rng.random() < 0.4 else expanded(multiplied([[-p, 1], [-q, 1]]))
    return left, number(above) / below


def _same_below(rng: Draw) -> Sides | None:
    """Draw x^2/(x - 3) = 9/(x - 3), x/(x - 2) = 2/(x - 2) + 1."""
    p = nonzero(rng, 7)
    below = line(1, -p)
    kind = rng.random()
    if kind < 0.4:
        other = rng.randint(-7, 7)
        b, c = -(p + other), p * other
        return expanded([0, b, 1]) / below, number(-c) / below if c else number(0)
    extra = number(nonzero(rng, 6)) if kind < 0.75 else times(nonzero(rng, 2), X)
    a = rng.randint(1, 4)
    return times(a, X) / below, number(a * p) / below + extra


def _cancelling(rng: Draw) -> Sides:
    """Draw (x^2 - 5*x + 6)/(x - 2) = 4, (x^2 - 9)/(x + 3) = 2*x + 1."""
    p, q = rng.randint(-6, 6), rng.randint(-6, 6)
    above = expanded(multiplied([[-p, 1], [-q, rng.choice((1, 1, 2))]]))
    right = number(rng.choice((0, p - q, nonzero(rng, 9)))) if rng.random() < 0.6 else line(
        rng.choice((2, 3)), nonzero(rng, 6))  # fmt: skip
    return above / line(1, -p), right


def _with_whole(rng: Draw) -> Sides:
    """Draw x + 6/x = 5, 2*x - 3/(x + 1) = 4, x + 1/x = 5/2."""
    if rng.random() < 0.25:
        ratio = Fraction(rng.randint(2, 6), rng.randint(1, 3))
        return X + number(1) / X, number(ratio + 1 / ratio)
    left = times(rng.randint(1, 3), X)
    return _sum(rng, left, number(rng.randint(1, 24)) / _below(rng)), line(
        rng.choice((0, 0, 1)), nonzero(rng, 9)
    )


def _common_below(rng: Draw) -> Sides | None:
    """Draw 1/(x - 2) + 3/(x + 2) = 8/(x^2 - 4)."""
    p, a, b = rng.randint(1, 7), nonzero(rng, 6), nonzero(rng, 6)
    first, second = line(1, -p), line(1, p)
    left = number(a) / first
    left = left + number(b) / second if b > 0 else left - number(-b) / second
    root = rng.choice((p, -p, rng.randint(-9, 9)))
    above = a * (root + p) + b * (root - p)
    return (left, number(above) / expanded([-p * p, 0, 1])) if above else None


def _squared_below(rng: Draw) -> Sides:
    """Draw 2/x^2 - 5/x + 3 = 0, 1/(x - 1)^2 + 2/(x - 1) = 8."""
    below = X if rng.random() < 0.6 else line(1, nonzero(rng, 5))
    first, second = ([nonzero(rng, 5), rng.choice((1, 1, 2, 3))] for _ in range(2))
    c, b, a = multiplied([first, second])
    left = number(a) / below**2
    middle = number(abs(b)) / below
    left = left if not b else left + middle if b > 0 else left - middle
    return left, number(-c)


_RATIONAL: Final[Sequence[Callable[[Draw], Sides | None]]] = (
    _two_fractions, _two_fractions, _crossed, _extraneous, _extraneous, _same_below, _cancelling,
    _with_whole, _common_below, _squared_below,
)  # fmt: skip
