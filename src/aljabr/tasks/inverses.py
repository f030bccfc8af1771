"""Equations with inverse trigonometric functions: makers of `exam`.

Candidates come from taking a sine, cosine or tangent of both sides, which may add roots.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from aljabr.tasks.factored import Draw, nonzero
from aljabr.tasks.periodic import in_pi
from aljabr.tasks.settled import settled
from aljabr.tasks.terms import arranged, linear, quadratic, term, total
from aljabr.tasks.written import Known


def inverse_functions(rng: Draw) -> Known | None:
    """For example asin(x) = pi/6, asin(2*x) = acos(x), atan(x) + atan(2*x) = pi/4."""
    return rng.choice(
        (
            _inverse,
            _inverse,
            _inverse_dressed,
            _two_inverses,
            _two_inverses,
            _tangents,
            _tangents,
            _value_of,
            _value_of,
            _doubled,
        )
    )(rng)


_RANGES: Final = {"asin": (-6, 6), "acos": (0, 12), "atan": (-5, 5)}


def _angle(rng: Draw, function: str) -> Fraction:
    """Draw an angle, in twelfths of pi, that a function takes, or nearly so."""
    least, most = _RANGES[function]
    return Fraction(
        rng.choice([each for each in range(least - 1, most + 2) if each % 2 == 0 or each % 3 == 0]),
        12,
    )


def _inverse(rng: Draw) -> Known | None:
    """Draw asin(x) = pi/6, acos(2*x - 1) = 2*pi/3, atan(x/3) = -pi/4."""
    function = rng.choice(("asin", "acos", "atan"))
    a, b = rng.choice((1, 1, 2, 3, Fraction(1, 2))), rng.choice((0, 0, nonzero(rng, 4)))
    angle = _angle(rng, function)
    text = f"{function}({linear(a, b)}) = {in_pi(angle)}"
    return settled(text, [f"({function[1:]}({in_pi(angle)}) - ({b}))/({a})"])


def _inverse_dressed(rng: Draw) -> Known | None:
    """Draw 2*asin(x) + 1 = 2, 3*atan(2*x) = pi, 4*acos(x) - pi = 0, atan(x)^2 = 1."""
    function = rng.choice(("asin", "acos", "atan"))
    a, factor = rng.choice((1, 1, 2, 3)), rng.randint(2, 6)
    inner = f"{function}({linear(a, rng.choice((0, 0, 0)))})"
    kind = rng.random()
    if kind < 0.5:
        angle = _angle(rng, function)
        return settled(
            f"{factor}*{inner} = {in_pi(factor * angle)}", [f"{function[1:]}({in_pi(angle)})/{a}"]
        )
    b, c = nonzero(rng, 4), rng.randint(-4, 6)
    if kind < 0.85:
        angle_text = f"({c - b})/{factor}"
        return settled(
            f"{total([(factor, inner), (b, '')])} = {c}", [f"{function[1:]}({angle_text})/{a}"]
        )
    p, q = nonzero(rng, 2), nonzero(rng, 2)
    text = arranged(rng, [(1, f"{inner}^2"), (-(p + q), inner), (p * q, "")])
    return settled(text, [f"{function[1:]}({each})/{a}" for each in sorted({p, q})])


def _two_inverses(rng: Draw) -> Known | None:
    """Draw asin(x) = acos(2*x), asin(x) + acos(x/2) = pi/3: take the sine of both sides."""
    kind = rng.random()
    a = rng.choice((2, 3, Fraction(1, 2), Fraction(1, 3), 1))
    inner = linear(a, 0)
    if kind < 0.5:
        size = f"1/sqrt(1 + ({a})^2)"
        first, second = rng.choice((("asin", "acos"), ("acos", "asin")))
        return settled(f"{first}({inner}) = {second}(x)", [size, f"-{size}", "0"])
    angle = Fraction(rng.choice((1, 2, 3, 4, 5)), rng.choice((6, 6, 4, 3)))
    if kind < 0.75:  # asin(x) - acos(x) = angle: asin(x) = (angle + pi/2)/2
        sign = rng.choice((1, -1))
        first, second = ("asin", "acos") if sign > 0 else ("acos", "asin")
        found = f"sin((pi/2 + {sign}*({in_pi(angle)}))/2)"
        return settled(f"{first}(x) - {second}(x) = {in_pi(angle)}", [found])
    b, d = rng.randint(1, 3), rng.randint(1, 4)  # d*asin(x) = b*acos(x): (b + d)*asin(x) = b*pi/2
    if b == d:
        return None
    return settled(f"{term(d, 'asin(x)')} = {term(b, 'acos(x)')}", [f"sin({b}*pi/(2*{b + d}))"])


def _tangents(rng: Draw) -> Known | None:
    """Draw atan(x) + atan(2*x) = pi/4, atan(x + 1) + atan(x - 1) = atan(2)."""
    kind = rng.random()
    if kind < 0.3:
        p, q = Fraction(1, rng.randint(1, 5)), Fraction(rng.randint(1, 3), rng.randint(1, 5))
        text = (
            f"atan(x) + atan({p}) = atan({q})"
            if rng.random() < 0.5
            else f"atan(x) - atan({p}) = atan({q})"
        )
        sign = 1 if "-" in text else -1
        return settled(
            text, [f"({q} + {sign}*{p})/(1 - ({sign})*({q})*({p}))"] if sign * p * q != 1 else []
        )
    a, b, c, d = (
        rng.choice((1, 1, 2, 3)),
        rng.choice((0, 0, 1, -1)),
        rng.choice((1, 2, 3)),
        rng.choice((0, 0, 1, -1, 2)),
    )
    right, size = rng.choice(
        (
            ("pi/4", Fraction(1)),
            ("-pi/4", Fraction(-1)),
            ("3*pi/4", Fraction(-1)),
            ("atan(2)", Fraction(2)),
            ("atan(3)", Fraction(3)),
            ("atan(1/2)", Fraction(1, 2)),
        )
    )
    if (a, b) == (c, d):
        return None
    # (u + v) = size*(1 - u*v)
    below = size.denominator
    coefficients = [
        int(below * each)
        for each in (size * a * c, a + c + size * (a * d + b * c), b + d + size * (b * d - 1))
    ]
    text = f"atan({linear(a, b)}) + atan({linear(c, d)}) = {right}"
    return settled(text, quadratic(*coefficients))


def _value_of(rng: Draw) -> Known | None:
    """Draw sin(acos(x)) = 1/2, tan(asin(x)) = 3/4, cos(2*asin(x)) = 1/9, sin(atan(x)) = x/2."""
    outer, inner = rng.choice(
        (
            ("sin", "acos"),
            ("cos", "asin"),
            ("tan", "asin"),
            ("tan", "acos"),
            ("sin", "atan"),
            ("cos", "atan"),
        )
    )
    value = str(
        Fraction(rng.randint(1, 5), rng.randint(2, 9)) if rng.random() < 0.8 else nonzero(rng, 2)
    )
    kind = rng.random()
    if kind < 0.25:
        name, sign = rng.choice((("asin", 1), ("acos", -1)))
        roots = [f"{s}sqrt((1 - {sign}*({value}))/2)" for s in ("", "-")]
        return settled(f"cos(2*{name}(x)) = {value}", roots)
    slope = rng.choice((1, 1, 1, 2, 3))
    candidates = {
        ("sin", "acos"): "sqrt(1 - (V)^2)",
        ("cos", "asin"): "sqrt(1 - (V)^2)",
        ("tan", "asin"): "(V)/sqrt(1 + (V)^2)",
        ("tan", "acos"): "1/sqrt(1 + (V)^2)",
        ("sin", "atan"): "(V)/sqrt(1 - (V)^2)",
        ("cos", "atan"): "sqrt(1/(V)^2 - 1)",
    }[outer, inner].replace("V", value)
    text = f"{outer}({inner}({linear(slope, 0)})) = {value}"
    return settled(text, [f"{sign}{candidates}/{slope}" for sign in ("", "-")])


def _doubled(rng: Draw) -> Known | None:
    """Draw 2*asin(x) = acos(x), 2*atan(x) = asin(x), asin(x) = 2*atan(1/2), 2*acos(x) = asin(x)."""
    kind = rng.random()
    if kind < 0.5:
        first, second = rng.choice(
            (("asin", "acos"), ("atan", "asin"), ("acos", "asin"), ("atan", "acos"))
        )
        a = rng.choice((1, 1, 2, Fraction(1, 2)))
        text = f"2*{first}(x) = {second}({linear(a, 0)})"
        if (first, second) == ("asin", "acos"):  # 1 - 2*x^2 = a*x
            return settled(text, quadratic(4, int(2 * a), -2))
        if (first, second) == ("atan", "asin"):  # 2*x/(1 + x^2) = a*x
            return settled(text, ["0", f"sqrt(2/({a}) - 1)", f"-sqrt(2/({a}) - 1)"])
        if (first, second) == ("acos", "asin"):  # 2*x*sqrt(1 - x^2) = a*x
            return settled(text, ["0", f"sqrt(1 - ({a})^2/4)", f"-sqrt(1 - ({a})^2/4)"])
        return None
    size = Fraction(rng.randint(1, 5), rng.randint(1, 6))
    outer, function = rng.choice((("asin", "sin"), ("acos", "cos"), ("atan", "tan")))
    inner = rng.choice(("atan", "asin", "acos"))
    if inner != "atan" and size > 1:
        size = 1 / size
    b = rng.choice((0, 0, nonzero(rng, 3)))
    return settled(
        f"{outer}({linear(1, b)}) = 2*{inner}({size})", [f"{function}(2*{inner}({size})) - ({b})"]
    )
