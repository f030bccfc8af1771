"""Sums and equations as text: terms with signs, moved from side to side; zeros of polynomials.

For the makers of `exam`, which write more than fractions of polynomials.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction

from aljabr.algebra.polynomials import Poly, factored
from aljabr.tasks.factored import power_roots

Draw = random.Random
Number = Fraction | int
Term = tuple[Number, str]
"""A coefficient and what it stands before; "" for a number alone."""


def term(factor: Number, body: str) -> str:
    """Write a term with a factor that is not negative."""
    if not body:
        return str(factor)
    if factor == 1:
        return body
    above, below = Fraction(factor).as_integer_ratio()
    if below == 1:
        return f"{above}*{body}"
    return f"{body}/{below}" if above == 1 else f"{above}*{body}/{below}"


def total(terms: Sequence[Term]) -> str:
    """Write a sum; terms with a zero before them are left out."""
    text = ""
    for factor, body in terms:
        if factor:
            sign = "-" if factor < 0 else "+"
            piece = term(factor if factor > 0 else -factor, body)
            text += f" {sign} {piece}" if text else piece if factor > 0 else f"-{piece}"
    return text or "0"


def arranged(rng: Draw, terms: Sequence[Term]) -> str:
    """Write that a sum is zero, with some of its terms on the right side."""
    terms = [each for each in terms if each[0]]
    kind = rng.random()
    moved = [False] * len(terms)
    if 0.35 <= kind < 0.7:
        moved = [not body for _, body in terms]
    elif kind >= 0.7:
        moved = [index > 0 and rng.random() < 0.5 for index in range(len(terms))]
    if all(moved):
        moved = [False] * len(terms)
    left = total([each for each, moves in zip(terms, moved, strict=True) if not moves])
    right = total([(-each[0], each[1]) for each, moves in zip(terms, moved, strict=True) if moves])
    return f"{right} = {left}" if rng.random() < 0.08 and right != "0" else f"{left} = {right}"


def linear(slope: Number, shift: Number, name: str = "x") -> str:
    """Write 2*x - 3."""
    return total([(slope, name), (shift, "")])


def bracketed(text: str) -> str:
    """Put a sum in brackets, and leave a letter or a number as it is."""
    return text if text.isalnum() else f"({text})"


# -- roots of polynomials --------------------------------------------------------------------------


def quadratic(a: int, b: int, c: int) -> list[str]:
    """Return the real zeros of a*x^2 + b*x + c as text, by the formula."""
    inside = b * b - 4 * a * c
    if inside < 0:
        return []
    below = 2 * a
    outside = (
        next(k for k in range(math.isqrt(inside), 0, -1) if inside % (k * k) == 0) if inside else 1
    )
    inside //= outside * outside
    if inside <= 1:
        signs = (1, -1) if inside else (0,)
        return [str(Fraction(-b + sign * outside, below)) for sign in signs]
    common = math.gcd(b, outside, below)
    shift, outside, below = -b // common, outside // common, abs(below // common)
    shift = shift if a > 0 else -shift
    texts = [total([(shift, ""), (sign * outside, f"sqrt({inside})")]) for sign in (1, -1)]
    return [text if below == 1 else f"({text})/{below}" for text in texts]


def zeros(polynomial: Poly) -> list[str] | None:
    """Return the real zeros of a polynomial in x; None if that takes more than quadratics."""
    found: list[str] = []
    for factor, _ in factored(polynomial)[1]:
        terms = {int(each[0]): int(value) for each, value in factor.to_dict().items()}
        degree = max(terms)
        step = math.gcd(*terms)
        if degree == 0:
            continue
        if degree == step:
            ratio = Fraction(-terms.get(0, 0), terms[degree])
            found += [root.text for root in power_roots(ratio, degree)]
        elif degree == 2 * step and step <= 2:
            inner = quadratic(terms[degree], terms.get(step, 0), terms.get(0, 0))
            signs = ("", "-") if step == 2 else ("",)
            found += inner if step == 1 else [f"{s}sqrt({y})" for y in inner for s in signs]
        else:
            return None
    return found
