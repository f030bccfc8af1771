"""Equations with several absolute values: makers of `exam`.

Sums of moduli of lines are solved interval by interval, the others by cases; see `curriculum`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from aljabr.tasks.factored import Draw, Sides, X, difference, expanded, line, nonzero
from aljabr.tasks.settled import settled
from aljabr.tasks.terms import Term, arranged, bracketed, linear, total, zeros
from aljabr.tasks.written import Known, number


def absolute_values(rng: Draw) -> Known | None:
    """For example abs(x - 1) + abs(x + 2) = 5, abs(2*x - 3) = x, abs(x^2 - 4) = 3*x."""
    return rng.choice(_ABSOLUTE)(rng)


def _moduli(rng: Draw) -> Known | None:
    """Draw one to three moduli of lines, and a line on the other side."""
    count = rng.choices((1, 2, 3), (2, 5, 3))[0]
    parts = [(rng.choice((1, 1, 1, 1, 2, 3)) * rng.choice((1, 1, 1, -1) if index else (1,)),
              rng.choice((1, 1, 1, 2, 3)), rng.randint(-9, 9))
             for index in range(count)]  # fmt: skip
    slope = rng.choice((0, 0, 1, 1, 2, -1, 3))
    root = rng.randint(-9, 9)
    value = sum(factor * abs(a * root + b) for factor, a, b in parts)
    shift = value - slope * root if rng.random() < 0.8 else rng.randint(-9, 12)
    found = _piecewise(parts, slope, shift)
    if found is None:
        return None
    terms: list[Term] = [(factor, f"abs({linear(a, b)})") for factor, a, b in parts]
    if count == 2 and not slope and not shift:
        right = total([(-terms[1][0], terms[1][1])])
        return settled(f"{total(terms[:1])} = {right}", found)
    return settled(f"{total(terms)} = {linear(slope, shift)}", found)


def _piecewise(parts: Sequence[tuple[int, int, int]], slope: int, shift: int) -> list[str] | None:
    """Solve a sum of moduli equal to a line, interval by interval; None if one is a solution."""
    breaks = sorted({Fraction(-b, a) for _, a, b in parts})
    middles = [
        breaks[0] - 1,
        *((p + q) / 2 for p, q in pairwise(breaks)),
        breaks[-1] + 1,
    ]
    roots: set[Fraction] = set()
    for index, middle in enumerate(middles):
        signs = [factor * (1 if a * middle + b > 0 else -1) for factor, a, b in parts]
        rise = sum(sign * a for sign, (_, a, _) in zip(signs, parts, strict=True)) - slope
        start = sum(sign * b for sign, (_, _, b) in zip(signs, parts, strict=True)) - shift
        if rise == 0:
            if start == 0:
                return None
            continue
        root = Fraction(-start) / rise
        if (index == 0 or root >= breaks[index - 1]) and (
            index == len(breaks) or root <= breaks[index]
        ):
            roots.add(root)
    return [str(root) for root in sorted(roots)]


def _cases(text: str, *cases: Sides) -> Known | None:
    """Settle an equation whose roots are among those of several others."""
    found: list[str] = []
    for left, right in cases:
        numerator = difference(left, right)
        roots = None if numerator is None else zeros(numerator)
        if roots is None:
            return None
        found += roots
    return settled(text, found)


def _of_quadratic(rng: Draw) -> Known | None:
    """Draw abs(x^2 - 4) = 3*x, abs(x^2 - 5*x + 4) = 2, abs(x^2 - 2*x) = abs(x + 4)."""
    inner = expanded([rng.randint(-9, 9), rng.randint(-6, 6), 1])
    kind = rng.random()
    if kind < 0.5:
        right = number(rng.randint(1, 12))
    else:
        right = line(rng.choice((1, 1, 2, 3, -1)), rng.randint(-6, 9))
    text = (
        f"abs({inner.text}) = {right.text}"
        if kind < 0.8
        else f"abs({inner.text}) = abs({right.text})"
    )
    return _cases(text, (inner, right), (inner, -right))


def _in_modulus(rng: Draw) -> Known | None:
    """Draw x^2 - 5*abs(x) + 6 = 0, (x - 1)^2 - 3*abs(x - 1) = 4."""
    p, q = rng.randint(-6, 8), rng.randint(1, 8)
    a, shift = rng.choice((1, 1, 1, 2)), rng.choice((0, 0, nonzero(rng, 5)))
    base = linear(1, shift)
    parts = [(a, f"{bracketed(base)}^2"), (-a * (p + q), f"abs({base})"), (a * p * q, "")]
    found = {sign * each - shift for each in (p, q) if each >= 0 for sign in (1, -1)}
    return settled(arranged(rng, parts), [str(each) for each in sorted(found)])


def _nested(rng: Draw) -> Known | None:
    """Draw abs(abs(x - 1) - 3) = 2, abs(2*abs(x) - 5) = 3."""
    a, b, c, d = rng.choice((1, 1, 2, 3)), rng.randint(-6, 6), rng.randint(1, 9), rng.randint(1, 9)
    slope = rng.choice((1, 1, 1, 2))
    found = {Fraction(sign * Fraction(c + other * d, a) - b, slope)
             for other in (1, -1) if c + other * d >= 0 for sign in (1, -1)}  # fmt: skip
    inner = total([(a, f"abs({linear(slope, b)})"), (-c, "")])
    return settled(f"abs({inner}) = {d}", [str(each) for each in sorted(found)])


def _product_of_moduli(rng: Draw) -> Known | None:
    """Draw x*abs(x) = 9, x*abs(x - 2) = 3, abs(x - 1)*abs(x + 2) = 4, abs(x)/x = x - 2."""
    first = X if rng.random() < 0.4 else line(1, nonzero(rng, 6))
    second = X if rng.random() < 0.3 else line(1, nonzero(rng, 6))
    left = f"{first.inside(4)}*abs({second.text})" if rng.random() < 0.6 else (
        f"abs({first.text})*abs({second.text})")  # fmt: skip
    right = number(nonzero(rng, 20))
    return _cases(f"{left} = {right.text}", (first * second, right), (first * second, -right))


def _quotient(rng: Draw) -> Known | None:
    """Draw abs((x + 1)/(x - 2)) = 3, abs(x - 3)/(x + 1) = 2."""
    above, below = line(rng.choice((1, 1, 2)), nonzero(rng, 8)), line(1, nonzero(rng, 8))
    right = number(Fraction(rng.randint(1, 9), rng.choice((1, 1, 1, 2))))
    text = (
        f"abs({(above / below).text})"
        if rng.random() < 0.6
        else f"abs({above.text})/{below.inside(3)}"
    )
    return _cases(f"{text} = {right.text}", (above / below, right), (above / below, -right))


_ABSOLUTE: Final = (_moduli, _moduli, _moduli, _moduli, _of_quadratic, _of_quadratic, _in_modulus,
                    _nested, _product_of_moduli, _quotient)  # fmt: skip
