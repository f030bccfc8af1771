"""Equations that hold for every value, and equations that hold for none: makers of `exam`.

Identities are those of textbooks, of an argument that is drawn, with a number on both sides now and
then; where they are real is not said here. What has no root is drawn from every other class, and
from forms that have none at sight.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from aljabr.tasks.factored import Draw, expanded, line, multiplied, nonzero
from aljabr.tasks.settled import Unclear, Undefined, settled, value
from aljabr.tasks.terms import linear, total
from aljabr.tasks.written import Known

IDENTITIES: Final = (
    # trigonometry
    "sin(U)^2 + cos(U)^2 = 1", "1 + tan(U)^2 = sec(U)^2", "1 + cot(U)^2 = csc(U)^2",
    "sin(2*U) = 2*sin(U)*cos(U)", "cos(2*U) = cos(U)^2 - sin(U)^2", "cos(2*U) = 2*cos(U)^2 - 1",
    "cos(2*U) = 1 - 2*sin(U)^2", "tan(U) = sin(U)/cos(U)", "tan(U)*cos(U) = sin(U)",
    "cos(U)^4 - sin(U)^4 = cos(2*U)", "(sin(U) + cos(U))^2 = 1 + sin(2*U)", "sin(U)*csc(U) = 1",
    "sin(3*U) = 3*sin(U) - 4*sin(U)^3", "cos(3*U) = 4*cos(U)^3 - 3*cos(U)", "tan(U)*cot(U) = 1",
    "(1 - cos(U))*(1 + cos(U)) = sin(U)^2", "tan(U) + cot(U) = sec(U)*csc(U)",
    "sec(U) - cos(U) = sin(U)*tan(U)",
    "sin(U + pi/2) = cos(U)", "sin(pi - U) = sin(U)", "cos(U + pi) = -cos(U)", "cos(-U) = cos(U)",
    "sin(U)/(1 + cos(U)) = (1 - cos(U))/sin(U)", "(1 + tan(U)^2)*cos(U)^2 = 1",
    "sec(U)^4 - tan(U)^4 = 1 + 2*tan(U)^2",
    "tan(2*U) = 2*tan(U)/(1 - tan(U)^2)", "sin(2*U) = 2*tan(U)/(1 + tan(U)^2)",
    "2*sin(U)^2 = 1 - cos(2*U)",
    "sin(U + pi/6) + sin(U - pi/6) = sqrt(3)*sin(U)", "cos(U + pi/3) + cos(U - pi/3) = cos(U)",
    "sin(U)^4 - cos(U)^4 = 2*sin(U)^2 - 1", "cos(U)*tan(U)*csc(U) = 1",
    "(1 - sin(U))/cos(U) = cos(U)/(1 + sin(U))",
    "sin(3*U) + sin(U) = 2*sin(2*U)*cos(U)", "cos(3*U) - cos(U) = -2*sin(2*U)*sin(U)",
    # exponentials and logarithms
    "exp(U)*exp(-U) = 1", "exp(U + 1) = exp(1)*exp(U)", "2^(U + 3) = 8*2^U", "4^U = 2^(2*U)",
    "9^U = (3^U)^2",
    "2^U*5^U = 10^U", "(exp(U) + exp(-U))^2 = exp(2*U) + exp(-2*U) + 2", "exp(log(x)) = x",
    "log(exp(U)) = U",
    "log(x) + log(A) = log(A*x)", "log(x^2) = 2*log(abs(x))", "log_2(x^3) = 3*log_2(x)",
    "log_4(x) = log_2(x)/2",
    "log_3(9*x) = 2 + log_3(x)", "log(A*x) - log(x) = log(A)", "log(1/x) = -log(x)",
    "exp(2*log(x)) = x^2",
    "log_2(8*x) - log_2(x) = 3", "3^(U + 1) - 3^U = 2*3^U", "6^U/2^U = 3^U",
    "log_2(x)*log_x(2) = 1",
    "log(x^2 + A) = log((x^2 + A)^2)/2", "log_10(100*x) = log_10(x) + 2",
    "(2^U + 1)*(2^U - 1) = 4^U - 1",
    # hyperbolic
    "cosh(U)^2 - sinh(U)^2 = 1", "sinh(2*U) = 2*sinh(U)*cosh(U)",
    "cosh(2*U) = cosh(U)^2 + sinh(U)^2",
    "cosh(U) + sinh(U) = exp(U)", "cosh(U) - sinh(U) = exp(-U)", "tanh(U) = sinh(U)/cosh(U)",
    "1 - tanh(U)^2 = sech(U)^2", "cosh(2*U) = 2*cosh(U)^2 - 1", "cosh(2*U) = 1 + 2*sinh(U)^2",
    # roots, absolute values, inverse functions
    "sqrt(U^2) = abs(U)", "abs(-U) = abs(U)", "abs(U)^2 = U^2", "sqrt(x)^2 = x",
    "sqrt(A*x^2) = sqrt(A)*abs(x)",
    "abs(U)*abs(V) = abs(U*V)", "sqrt(x)*sqrt(x) = x", "sqrt(x^4) = x^2", "cbrt(x^3) = x",
    "abs(U^2 + A) = U^2 + A",
    "asin(x) + acos(x) = pi/2", "sin(asin(x)) = x", "cos(acos(x)) = x", "tan(atan(U)) = U",
    "sin(acos(x)) = sqrt(1 - x^2)",
    "atan(-x) = -atan(x)", "cos(asin(x)) = sqrt(1 - x^2)",
    "1/(sqrt(x + A) - sqrt(x)) = (sqrt(x + A) + sqrt(x))/A",
)  # fmt: skip
"""U and V are arguments, A a number; what holds only where it is real is asked for x alone."""


def identities(rng: Draw) -> Known | None:
    """For example sin(2*x)^2 + cos(2*x)^2 = 1, (x + 3)^2 = x^2 + 6*x + 9."""
    kind = rng.random()
    text = _algebraic(rng) if kind < 0.25 else _named(rng)
    return Known(text, "all_values") if text is not None and _holds_everywhere(text) else None


def _algebraic(rng: Draw) -> str | None:
    """Draw (x + 3)^2 = x^2 + 6*x + 9, 1/(x - 1) - 1/(x + 1) = 2/(x^2 - 1)."""
    kind, p, q = rng.random(), nonzero(rng, 9), nonzero(rng, 9)
    first, second = [p, rng.choice((1, 1, 2, 3))], [q, rng.choice((1, 1, 2, 3))]
    one, two = line(first[1], p), line(second[1], q)
    if kind < 0.3:
        return f"({one.text})^2 = {expanded(multiplied([first, first])).text}"
    if kind < 0.55:
        return f"({one.text})*({two.text}) = {expanded(multiplied([first, second])).text}"
    if kind < 0.75 and p != q:
        whole = expanded(multiplied([first, second])).text
        if kind < 0.6:
            return f"{whole} = ({one.text})*({two.text})"
        return f"({whole})/({one.text}) = {two.text}"
    if kind < 0.85 and p != q:
        return (
            f"1/({linear(1, p)}) - 1/({linear(1, q)}) = {q - p}/(({linear(1, p)})*({linear(1, q)}))"
        )
    cube = expanded(multiplied([[p, 1]] * 3))
    return f"({linear(1, p)})^3 = {cube.text}"


def _named(rng: Draw) -> str:
    text = rng.choice(IDENTITIES)
    slope, shift = rng.choice((1, 1, 1, 2, 3, 4, 5)), rng.choice((0, 0, 0, 0, nonzero(rng, 5)))
    inner = linear(slope, shift)
    text = re.sub(r"\bU\b", inner if inner == "x" else f"({inner})", text)
    text = re.sub(r"\bV\b", f"({linear(1, nonzero(rng, 6))})", text)
    text = re.sub(r"\bA\b", str(rng.randint(2, 9)), text)
    text = re.sub(
        r"\((\d+)\*\((\d+)\*x\)\)", lambda match: f"({int(match[1]) * int(match[2])}*x)", text
    )
    text = re.sub(r"\(\(([^()]*)\)\)", r"(\1)", text)
    left, right = text.split(" = ")
    kind = rng.random()
    if kind < 0.2:
        number = nonzero(rng, 9)
        left, right = total([(1, left), (number, "")]), total([(1, right), (number, "")])
    elif kind < 0.35:
        factor = rng.randint(2, 6)
        left, right = f"{factor}*({left})", f"{factor}*({right})"
    return f"{right} = {left}" if rng.random() < 0.2 else f"{left} = {right}"


def _holds_everywhere(text: str) -> bool:
    """Whether it holds at a number of points, wherever it is real, and is real at some of them."""
    seen = 0
    left, right = text.split(" = ")
    for index in range(-24, 40):
        x = index * 0.0973 + 0.0311
        try:
            sides = [value(side, {"x": x}) for side in (left, right)]
        except (Undefined, Unclear):
            continue
        if abs(sides[0] - sides[1]) > 1e-7 * (1 + abs(sides[0]) + abs(sides[1])):
            return False
        seen += 1
    return seen > 5


# -- none ------------------------------------------------------------------------------------------


def without_roots(
    makers: Sequence[Callable[[Draw], Known | None]],
) -> Callable[[Draw], Known | None]:
    """Return a maker of equations that hold for no value: by other makers, and of its own."""

    def make(rng: Draw) -> Known | None:
        if rng.random() < 0.45:
            return _none(rng)
        for _ in range(60):
            known = rng.choice(makers)(rng)
            if known is not None and known.status == "no_solution":
                return known
        return None

    return make


def _none(rng: Draw) -> Known | None:
    """Draw exp(2*x) + 3 = 1, sqrt(x + 4) + 5 = 2, cosh(x) = 1/2, 3*sin(x) + 4*cos(x) = 6."""
    a, b = rng.choice((1, 1, 2, 3)), rng.choice((0, nonzero(rng, 6)))
    inner, size = linear(a, b), Fraction(rng.randint(1, 9), rng.choice((1, 1, 1, 2)))
    factor, shift = rng.randint(1, 5), nonzero(rng, 6)
    forms = (
        ("sqrt(U)", -size), ("abs(U)", -size), ("exp(U)", -size), ("2^(U)", -size), ("U^2", -size),
        ("U^4", -size),
        ("sin(U)", 1 + size), ("cos(U)", -1 - size), ("cosh(U)", 1 - size),
        ("sec(U)", size / (size + 1)),
        ("tanh(U)", 1 + size), ("sech(U)", 1 + size), ("csc(U)", -size / (size + 1)),
        ("asin(U)", 2 + size),
        ("acos(U)", -size), ("atan(U)", 2 + size), ("sin(U)^2", 1 + size), ("tan(U)^2", -size),
        ("3^(U)", Fraction(0)),
        ("sin(U)^2 + cos(U)^2", 1 + size), ("abs(U) + abs(x - 9)", -size),
        ("sqrt(U) + sqrt(x + 1)", -size),
        ("sin(U) + cos(U)", 1 + size), ("exp(U) + exp(-(U))", 2 - size), ("1/(U)", Fraction(0)),
        ("cosh(U)^2 - sinh(U)^2", 1 + size),
    )  # fmt: skip
    body, level = rng.choice(forms)
    text = body.replace("(U)", f"({inner})").replace("U", inner if inner == "x" else f"({inner})")
    if " " in body:
        return settled_none(f"{total([(1, text), (shift, '')])} = {level + shift}")
    return settled_none(f"{total([(factor, text), (shift, '')])} = {factor * level + shift}")


def settled_none(text: str) -> Known | None:
    """Return an equation without roots; None if it seems to have one after all."""
    try:
        return settled(text, [f"{index}/7" for index in range(-30, 31)])
    except Unclear:
        return None
