"""Equations with hyperbolic functions and their inverses: makers of `exam`.

Candidates are logarithms: of the zeros of a quadratic in exp(x), or of what an inverse function is.
"""

from __future__ import annotations

import math
from fractions import Fraction

from aljabr.tasks.factored import Draw, nonzero
from aljabr.tasks.settled import settled
from aljabr.tasks.terms import Number, Term, arranged, linear, quadratic, term, total
from aljabr.tasks.written import Known


def hyperbolic(rng: Draw) -> Known | None:
    """For example sinh(x) = 3/4, 5*cosh(x) - 4*sinh(x) = 3, cosh(2*x) = 3*sinh(x)."""
    return rng.choice(
        (
            _single,
            _single,
            _single,
            _linear,
            _linear,
            _linear,
            _quadratic,
            _quadratic,
            _pythagoras,
            _pythagoras,
            _double,
            _double,
            _inverse,
            _tangents,
        )
    )(rng)


def undone(function: str, value: str, slope: Number = 1, shift: Number = 0) -> list[str]:
    """Return where a hyperbolic function of slope*x + shift has a value."""
    signs = ("", "-") if function in ("cosh", "sech") else ("",)
    value = f"1/({value})" if function in ("sech", "csch", "coth") else value
    inverse = {
        "sinh": "asinh",
        "cosh": "acosh",
        "tanh": "atanh",
        "sech": "acosh",
        "csch": "asinh",
        "coth": "atanh",
    }[function]
    inside = {
        "asinh": f"log(({value}) + sqrt(({value})^2 + 1))",
        "acosh": f"log(({value}) + sqrt(({value})^2 - 1))",
        "atanh": f"log((1 + ({value}))/(1 - ({value})))/2",
    }[inverse]
    return [f"({sign}{inside} - ({shift}))/({slope})" for sign in signs]


def _value(rng: Draw, function: str) -> Fraction:
    if function in ("tanh", "sech"):
        return Fraction(rng.randint(1, 6), rng.randint(2, 9)) * (
            rng.choice((1, -1)) if function == "tanh" else 1
        )
    if function == "cosh":
        return Fraction(rng.randint(2, 17), rng.choice((1, 1, 2, 4, 8)))
    if function == "coth":
        return Fraction(rng.randint(3, 9), rng.choice((1, 2))) * rng.choice((1, -1))
    return Fraction(rng.choice((-1, 1, 1)) * rng.randint(1, 12), rng.choice((1, 1, 3, 4, 5)))


def _single(rng: Draw) -> Known | None:
    """Draw sinh(x) = 3/4, 2*cosh(3*x) - 1 = 4, tanh(x + 1) = 1/2, sech(x) = 1/2."""
    function = rng.choice(("sinh", "sinh", "cosh", "cosh", "tanh", "tanh", "sech", "csch", "coth"))
    a, b = rng.choice((1, 1, 1, 2, 3)), rng.choice((0, 0, 0, nonzero(rng, 4)))
    value = _value(rng, function)
    inner = f"{function}({linear(a, b)})"
    roots = undone(function, str(value), a, b)
    if rng.random() < 0.5:
        return settled(f"{inner} = {value}", roots)
    factor, shift = rng.randint(2, 6), rng.choice((0, nonzero(rng, 7)))
    return settled(f"{total([(factor, inner), (shift, '')])} = {factor * value + shift}", roots)


def _exponentials(a: Number, b: Number, c: Number, slope: Number = 1) -> list[str]:
    """Return where a*y^2 + b*y + c = 0, y = exp(slope*x)."""
    below = math.lcm(*(Fraction(each).denominator for each in (a, b, c)))
    whole = [int(each * below) for each in (a, b, c)]
    values = (
        quadratic(*whole) if whole[0] else [str(Fraction(-whole[2], whole[1]))] if whole[1] else []
    )
    return [f"log({value})/({slope})" for value in values]


def _linear(rng: Draw) -> Known | None:
    """Draw 5*cosh(x) - 4*sinh(x) = 3, 2*sinh(x) + 3*cosh(x) = 4, sinh(x) = 2*cosh(x) - 5."""
    p, q = (rng.choice((1, -1)) * rng.randint(1, 9) for _ in range(2))
    slope = rng.choice((1, 1, 1, 2))
    if rng.random() < 0.8:  # (p + q)/2*y^2 - r*y + (p - q)/2 = 0 has the zero y
        y = Fraction(rng.choice((1, 2, 3, 4, 5, 1)), rng.choice((1, 1, 2, 3)))
        r = Fraction(p + q, 2) * y + Fraction(p - q, 2) / y
    else:
        r = Fraction(nonzero(rng, 9))
    if r.denominator > 6:
        return None
    terms: list[Term] = [
        (p, f"cosh({linear(slope, 0)})"),
        (q, f"sinh({linear(slope, 0)})"),
        (-r, ""),
    ]
    if rng.random() < 0.5:
        terms[0], terms[1] = terms[1], terms[0]
    if rng.random() < 0.2:  # some exp(x) in it
        k = nonzero(rng, 3)
        terms.insert(2, (k, f"exp({linear(slope, 0)})"))
        return settled(
            arranged(rng, terms),
            _exponentials(Fraction(p + q, 2) + k, -r, Fraction(p - q, 2), slope),
        )
    return settled(
        arranged(rng, terms), _exponentials(Fraction(p + q, 2), -r, Fraction(p - q, 2), slope)
    )


def _coefficients(rng: Draw, function: str) -> tuple[int, int, int]:
    if rng.random() < 0.2:
        return rng.randint(1, 4), nonzero(rng, 7), nonzero(rng, 6)
    first, second = (
        _value(rng, function),
        rng.choice((_value(rng, function), Fraction(nonzero(rng, 3)))),
    )
    below = first.denominator * second.denominator
    return below, int(-below * (first + second)), int(below * first * second)


def _zeros(a: int, b: int, c: int, function: str, slope: Number = 1) -> list[str]:
    return [root for value in quadratic(a, b, c) for root in undone(function, value, slope)]


def _quadratic(rng: Draw) -> Known | None:
    """Draw 2*cosh(x)^2 - 5*cosh(x) + 2 = 0, sinh(x)^2 = 4, tanh(x)^2 - 3*tanh(x) + 1 = 0."""
    function, slope = rng.choice(("sinh", "cosh", "tanh")), rng.choice((1, 1, 1, 2))
    inner = f"{function}({linear(slope, 0)})"
    a, b, c = _coefficients(rng, function)
    if rng.random() < 0.2:
        value = _value(rng, function)
        a, b, c = value.denominator**2, 0, -(value.numerator**2)
    if max(map(abs, (a, b, c))) > 150:
        return None
    return settled(
        arranged(rng, [(a, f"{inner}^2"), (b, inner), (c, "")]), _zeros(a, b, c, function, slope)
    )


def _pythagoras(rng: Draw) -> Known | None:
    """Draw cosh(x)^2 = 3*sinh(x) - 1, 2*sinh(x)^2 + cosh(x) = 4, 3*sech(x)^2 + 4*tanh(x) = 4."""
    kind = rng.random()
    if kind < 0.3:
        function, square, sign = "tanh", "sech", -1  # sech^2 = 1 - tanh^2
    elif kind < 0.65:
        function, square, sign = "sinh", "cosh", 1
    else:
        function, square, sign = "cosh", "sinh", 1
    a, b, c = _coefficients(rng, function)
    if max(map(abs, (a, b, c))) > 150 or not b:
        return None
    last = c + a if function != "sinh" else c - a
    terms: list[Term] = [(sign * a, f"{square}(x)^2"), (b, f"{function}(x)"), (last, "")]
    if terms[0][0] < 0:
        terms = [(-factor, body) for factor, body in terms]
    return settled(arranged(rng, terms), _zeros(a, b, c, function))


def _double(rng: Draw) -> Known | None:
    """Draw cosh(2*x) = 3*sinh(x) + 2, cosh(2*x) - 7*cosh(x) + 7 = 0, sinh(2*x) = 3*sinh(x)."""
    kind = rng.random()
    if kind < 0.35:
        a, b = rng.randint(1, 4), nonzero(rng, 9)
        other = rng.choice(("sinh", "cosh"))
        partner = "cosh" if other == "sinh" else "sinh"
        roots = undone(partner, str(Fraction(-b, 2 * a))) + (["0"] if other == "sinh" else [])
        return settled(arranged(rng, [(a, "sinh(2*x)"), (b, f"{other}(x)")]), roots)
    function = rng.choice(("sinh", "cosh"))
    sign = 1 if function == "sinh" else -1  # cosh(2*x) = 2*f^2 + sign
    a, b, c = _coefficients(rng, function)
    if a % 2:
        a, b, c = 2 * a, 2 * b, 2 * c
    if max(map(abs, (a, b, c))) > 150 or not b:
        return None
    terms: list[Term] = [(a // 2, "cosh(2*x)"), (b, f"{function}(x)"), (c - sign * (a // 2), "")]
    return settled(arranged(rng, terms), _zeros(a, b, c, function))


def _inverse(rng: Draw) -> Known | None:
    """Draw asinh(x) = 1, 2*acosh(x) = 3, atanh(2*x - 1) = 1/2, asinh(x) = acosh(x + 1)."""
    function = rng.choice(("asinh", "acosh", "atanh"))
    a, b = rng.choice((1, 1, 2, 3)), rng.choice((0, 0, nonzero(rng, 3)))
    value = Fraction(rng.randint(-1, 4), rng.choice((1, 1, 2, 3)))
    factor = rng.choice((1, 1, 2, 3))
    right = f"{factor * value}"
    if rng.random() < 0.3:
        size = rng.randint(2, 6)
        right, angle = f"log({size**factor})", f"log({size})"
    else:
        angle = str(value)
    text = f"{term(factor, f'{function}({linear(a, b)})')} = {right}"
    return settled(text, [f"({function[1:]}({angle}) - ({b}))/({a})"])


def _tangents(rng: Draw) -> Known | None:
    """Draw 4*tanh(x) = coth(x), 3*tanh(x) = 2*sech(x), sinh(x) = 2*cosh(x)^2 - 3."""
    a, b = rng.randint(1, 6), rng.randint(1, 6)
    kind = rng.random()
    if kind < 0.4:
        root = f"sqrt({Fraction(b, a)})"
        roots = undone("tanh", root) + undone("tanh", f"-{root}")
        return settled(f"{term(a, 'tanh(x)')} = {term(b, 'coth(x)')}", roots)
    if kind < 0.7:
        return settled(
            f"{term(a, 'tanh(x)')} = {term(b, 'sech(x)')}", undone("sinh", str(Fraction(b, a)))
        )
    if kind < 0.85:
        roots = ["0", *undone("cosh", str(Fraction(a, b)))]
        return settled(f"{term(a, 'tanh(x)')} = {term(b, 'sinh(x)')}", roots)
    c = nonzero(rng, 5)
    return settled(
        f"{term(a, 'cosh(x)')} = {term(b, 'sech(x)')}"
        if c > 0
        else f"{term(a, 'sinh(x)')} = {term(b, 'csch(x)')}",
        [
            root
            for sign in ("", "-")
            for root in undone("cosh" if c > 0 else "sinh", f"{sign}sqrt({Fraction(b, a)})")
        ],
    )
