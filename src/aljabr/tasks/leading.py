"""Radical and rational equations that lead to quadratics, and the cores of all of `open`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from aljabr.algebra.polynomials import Poly
from aljabr.tasks.factored import Draw, Sides, X, difference, line, nonzero, plus, times
from aljabr.tasks.kernels import PLAIN, Allows, Kernel
from aljabr.tasks.shapes import Letters
from aljabr.tasks.written import Core, Known, Written, coefficients, number, said

TOLERANCE: Final = 1e-6

# -- cores ---------------------------------------------------------------------------------------


def made(
    kernel: Kernel,
    sides: Sides,
    core: Poly | None = None,
    domain: str = "real",
    degree: int | None = 2,
    allows: Allows | None = None,
) -> Known | None:
    """Return an equation with its core; None if it is no task.

    Args:
        kernel: what the sides are written in.
        sides: the equation; their values are those in the kernel.
        core: what vanishes at its roots, if that is not the difference of the sides.
        domain: where all roots are asked for.
        degree: which the core must have; any from two on if this is None.
        allows: tells which zeros of the core are roots; what the kernel allows, if nothing is said.
    """
    core = difference(*sides) if core is None else core
    if core is None or core.degrees()[0] < 2 or degree not in (None, core.degrees()[0]):
        return None
    texts = coefficients(core)
    status = "solved"
    if all(set(each) <= set("-0123456789") for each in texts) and not kernel.has_letter:
        numbers = [int(each) for each in texts]
        if max(map(abs, numbers)) > 10_000:
            return None
        is_allowed = allows or _everywhere_but(kernel, sides)
        status = "solved" if has_root(numbers, is_allowed) else "no_solution"
    text = f"{sides[0].text} = {sides[1].text}"
    return Known(text, status, core=Core(kernel.text, texts, domain))


def _everywhere_but(kernel: Kernel, sides: Sides) -> Allows:
    """Return what a kernel allows, less the zeros of what the sides divide by."""
    divisors = [[int(each) for each in coefficients(divisor)]
                for side in sides for divisor in side.divisors]  # fmt: skip

    def allows(value: float) -> bool:
        zeros = any(abs(np.polyval(each[::-1], value)) < TOLERANCE for each in divisors)
        return kernel.allows(value) and not zeros

    return allows


def has_root(numbers: Sequence[int], allows: Allows) -> bool:
    """Whether a polynomial has a real zero that is allowed; those on an edge are."""
    zeros = np.roots(numbers[::-1])
    real = [float(each.real) for each in zeros if abs(each.imag) < TOLERANCE * (1 + abs(each))]
    return any(allows(near) for zero in real for near in (zero, zero - TOLERANCE, zero + TOLERANCE))


# -- radicals ------------------------------------------------------------------------------------


def radicals(rng: Draw) -> Known | None:
    """For example sqrt(x + 3) = x - 1, sqrt(2*x + 1) + 1 = x, sqrt(3*x + 1) - sqrt(x) = 2."""
    return rng.choices((_one_root, _two_roots, _root_of_quadratic), (60, 20, 20))[0](rng)


def _root_of(slope: int, shift: Written, text: str) -> tuple[Kernel, Written]:
    """Return a square root as a kernel, and what x is in it."""
    kernel = Kernel(text, lambda rng, exponent: said(text, X) ** exponent, lambda value: value >= 0)
    return kernel, (X**2 - shift) / number(slope)


def _inside(slope: int, shift: Written) -> str:
    first = "x" if slope == 1 else f"{slope}*x"
    return f"sqrt({(said(first, X) + shift).text})" if not shift.is_zero else f"sqrt({first})"


def _one_root(rng: Draw) -> Known | None:
    slope = rng.choice((1, 1, 1, 2, 3, 4, 5))
    shift = Letters(rng).deal() if rng.random() < 0.12 else number(rng.randint(-9, 15))
    text = _inside(slope, shift)
    kernel, inside = _root_of(slope, shift, text)
    root, unknown = said(text, X), said("x", inside)
    factor, rise, shift_by = (
        rng.choice((1, 1, 1, 2, 3)),
        rng.choice((1, 1, 1, 2, 3)),
        nonzero(rng, 9),
    )
    other = plus(times(rise, unknown), shift_by)
    kind = rng.random()
    if kind < 0.5:
        sides = times(factor, root), other
    elif kind < 0.7:
        sides = plus(times(factor, root), -shift_by), times(rise, unknown)
    elif kind < 0.9:
        sides = times(rise, unknown) - times(factor, root), number(shift_by)
    else:
        sides = root * plus(unknown, 0), number(rng.randint(1, 20))
    return made(kernel, sides, degree=2 if kind < 0.9 else 3)


def _two_roots(rng: Draw) -> Known | None:
    """Draw sqrt(3*x + 1) - sqrt(x) = 2: the first is what the kernel and a number add to."""
    slopes = rng.choice(((1, 2), (2, 1), (3, 1), (1, 3), (2, 3), (3, 2), (1, 4), (5, 1)))
    shifts = [rng.randint(-5, 12) for _ in range(2)]
    apart = nonzero(rng, 6)
    first, second = (
        _inside(slope, number(shift)) for slope, shift in zip(slopes, shifts, strict=True)
    )
    kernel, inside = _root_of(slopes[1], number(shifts[1]), second)
    under = number(slopes[0]) * inside + number(shifts[0])
    sign = rng.choice((1, -1))
    value = number(apart) + (X if sign > 0 else -X)  # of the first root
    core = difference(under, value**2)
    if rng.random() < 0.5:
        text = f"{first} {'-' if sign > 0 else '+'} {second} = {apart}"
    else:
        text = f"{first} = {apart} {'+' if sign > 0 else '-'} {second}"
    known = made(kernel, (said(text, X), number(0)), core,
                 allows=lambda each: each >= 0 and apart + sign * each >= 0)  # fmt: skip
    return None if known is None else Known(text, known.status, core=known.core)


def _root_of_quadratic(rng: Draw) -> Known | None:
    """Draw sqrt(x^2 + 3*x + 7) = 2*x - 1."""
    inner = plus(
        times(rng.choice((1, 1, 2, 3)), X**2) + times(nonzero(rng, 9), X), nonzero(rng, 15)
    )
    rise, shift = rng.choice((1, 1, 2, -1)), nonzero(rng, 9)
    right = line(rise, shift)
    sides = said(f"sqrt({inner.text})", X), right
    return made(PLAIN, sides, difference(inner, right**2), allows=lambda x: rise * x + shift >= 0)


# -- fractions -----------------------------------------------------------------------------------


def fractions(rng: Draw) -> Known | None:
    """For example 1/x + 1/(x + 1) = 2, x/(x - 1) = (x + 2)/3, 3/x^2 - 5/x = 1."""
    letters = Letters(rng)
    has_letters = rng.random() < 0.2

    def some(most: int) -> Written:
        if has_letters and rng.random() < 0.5:
            return letters.deal()
        return number(nonzero(rng, most))

    def below() -> Written:
        first = times(rng.choice((1, 1, 1, 2, 3)), X)
        return first if rng.random() < 0.25 else first + some(7)

    def above() -> Written:
        kind = rng.random()
        return (
            some(9) if kind < 0.45 else times(rng.randint(1, 4), X) if kind < 0.65 else X + some(9)
        )

    kind = rng.random()
    if kind < 0.35:
        sides = above() / below() + above() / below(), some(9)
    elif kind < 0.6:
        sides = above() / below(), above() / rng.choice((below(), number(rng.randint(2, 7))))
    elif kind < 0.75:
        sides = times(rng.randint(1, 3), X) + some(15) / below(), some(9)
    elif kind < 0.85:
        sides = some(9) / X**2 + some(9) / X, some(9)
    else:
        sides = above() / below(), above() / below() + some(5)
    return made(PLAIN, sides, degree=rng.choice((2, 2, 2, None)))
