"""Expressions in which equations of `open` are polynomials: e^x, sqrt(x), sin(x), x + 1/x, x.

A kernel writes its own powers, each as a person would, with a polynomial in the kernel for a value
(the letter x of `written` stands for the kernel here).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from aljabr.tasks.factored import Draw, X, nonzero
from aljabr.tasks.written import Written, number, said

Allows = Callable[[float], bool]


@dataclass(frozen=True, slots=True)
class Kernel:
    """An expression, its powers as they are written, and the values that it takes."""

    text: str
    power: Callable[[Draw, int], Written]
    """Writes a power, which may be negative where `is_invertible`."""
    allows: Allows = lambda value: True
    """Whether it has a value, for some real x."""
    is_invertible: bool = False
    """Whether a negative power may be written."""
    has_letter: bool = False


def _powers(*texts: tuple[str, ...]) -> Callable[[Draw, int], Written]:
    """Return a writer of powers, by texts for the first, the second, and so on."""

    def power(rng: Draw, exponent: int) -> Written:
        text = rng.choice(texts[exponent - 1])
        return said(text, X**exponent)

    return power


PLAIN: Final = Kernel("x", lambda rng, exponent: X if exponent == 1 else X**exponent)


def exponential(rng: Draw, letter: str = "") -> Kernel:
    """Draw e^(k*x) or b^x."""
    base = rng.choice(("e", "e", "e", "2", "3", "5", "7", "10", "(1/2)"))
    slopes = (1, 1, 1, 1, 2, 3, Fraction(1, 2)) if base == "e" else (1, 1, 1, 2)
    slope = rng.choice(slopes)

    def raised(exponent: int) -> str:
        whole = slope * exponent
        times = f"{'-' * (whole < 0)}{'' if abs(whole) == 1 else f'{abs(whole)}*'}"
        if letter:
            return f"{base}^({times}{letter}*x)"
        if slope == Fraction(1, 2) and abs(exponent) == 1:
            return f"{base}^({'-' * (whole < 0)}x/2)"
        return f"{base}^x" if whole == 1 else f"{base}^({times}x)"

    def power(rng: Draw, exponent: int) -> Written:
        if exponent < 0:
            if exponent == -1 and rng.random() < 0.2:
                return number(1) / said(raised(1), X)
            return said(raised(exponent), number(1) / X**-exponent)
        text = raised(exponent)
        if exponent > 1 and rng.random() < 0.25:
            text = f"({raised(1)})^{exponent}"
        return said(text, X**exponent)

    return Kernel(raised(1), power, lambda value: value > 0, True, bool(letter))


def square_root(rng: Draw) -> Kernel:
    """Draw sqrt(x)."""
    return Kernel(
        "sqrt(x)", _powers(("sqrt(x)",), ("x",), ("x*sqrt(x)", "x^(3/2)"), ("x^2",)),
        lambda value: value >= 0,
    )  # fmt: skip


def cube_root(rng: Draw) -> Kernel:
    """Draw x^(1/3)."""
    one, two = (
        (("x^(1/3)",), ("x^(2/3)",)) if rng.random() < 0.7 else (("cbrt(x)",), ("cbrt(x)^2",))
    )
    return Kernel(one[0], _powers(one, two, ("x",), ("x^(4/3)", "x*" + one[0])))


def logarithm(rng: Draw) -> Kernel:
    """Draw ln(x), or of a multiple of x."""
    inner = rng.choice(("x", "x", "x", "2*x", "x/3", "x - 1", "x + 2"))
    return _function("ln", inner)


def wave(rng: Draw, letter: str = "") -> Kernel:
    """Draw sin(x), cos(x) or tan(x), of a multiple of x."""
    name = rng.choice(("sin", "sin", "cos", "cos", "tan"))
    inner = f"{letter}*x" if letter else rng.choice(("x", "x", "x", "2*x", "3*x", "x/2", "x + 1"))
    return _function(name, inner, (lambda v: True) if name == "tan" else lambda v: abs(v) <= 1)


def _function(name: str, inner: str, allows: Allows = lambda value: True) -> Kernel:
    def power(rng: Draw, exponent: int) -> Written:
        text = f"{name}({inner})"
        if exponent > 1:
            text = f"{name}({inner})^{exponent}" if rng.random() < 0.8 else f"({text})^{exponent}"
        return said(text, X**exponent)

    return Kernel(f"{name}({inner})", power, allows)


def absolute_value(rng: Draw) -> Kernel:
    """Draw |x|, or |x + a|."""
    inner = rng.choice(("x", "x", "x", _line(1, nonzero(rng, 6)), _line(2, nonzero(rng, 5))))
    bars = f"|{inner}|"
    whole = "x" if inner == "x" else f"({inner})"
    second, fourth = (f"{whole}^2", f"{bars}^2"), (f"{whole}^4",)
    powers = _powers((bars,), second, (f"{bars}^3",), fourth)
    return Kernel(f"abs({inner})", powers, lambda value: value >= 0)


def reciprocal_sum(rng: Draw) -> Kernel:
    """Draw x + 1/x, whose square also stands as x^2 + 1/x^2 + 2."""
    top = rng.choice((1, 1, 1, 1, 4, 9, -1))
    text = f"x + {top}/x" if top > 0 else f"x - {-top}/x"

    def power(rng: Draw, exponent: int) -> Written:
        if exponent == 1:
            return said(f"({text})", X)
        if exponent == 2 and rng.random() < 0.4:
            return said(f"(x^2 + {top * top}/x^2 {'+' if top > 0 else '-'} {2 * abs(top)})", X**2)
        return said(f"({text})^{exponent}", X**exponent)

    bound = 2 * top**0.5 if top > 0 else 0
    return Kernel(text, power, lambda value: abs(value) >= bound)


def shifted_power(rng: Draw, letter: str = "") -> Kernel:
    """Draw (x + a)^k."""
    exponent = rng.choice((2, 2, 2, 3))
    shift = rng.choice((letter, f"{rng.randint(2, 4)}*{letter}")) if letter else ""
    inner = f"x {rng.choice('+-')} {shift}" if shift else _line(rng.choice((1, 1, 1, 2)),
                                                               nonzero(rng, 9))  # fmt: skip
    return Kernel(
        f"({inner})^{exponent}",
        lambda rng, times: said(f"({inner})^{exponent * times}", X**times),
        (lambda value: True) if exponent == 3 else lambda value: value >= 0,
        has_letter=bool(letter),
    )


def _line(slope: int, shift: int) -> str:
    term = "x" if slope == 1 else f"{slope}*x"
    return f"{term} {'+' if shift > 0 else '-'} {abs(shift)}"
