"""Trigonometric equations in several angles or functions: sums, products, a*cos + b*sin, sec.

See `angles` for how roots are written down.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from aljabr.tasks.angles import a_shift, a_value, argument, where, zeros
from aljabr.tasks.factored import Draw, nonzero
from aljabr.tasks.multiples import crossing, of
from aljabr.tasks.periodic import in_pi
from aljabr.tasks.settled import TINY, settled
from aljabr.tasks.settled import value as number
from aljabr.tasks.terms import Number, Term, arranged, quadratic, term, total
from aljabr.tasks.written import Known

NO_SHIFT: Final = Fraction(0)
_SHIFTS: Final = tuple(sign * Fraction(1, each) for each in (6, 4, 3, 2) for sign in (1, -1))
_TRIPLES: Final = (
    (3, 4),
    (4, 3),
    (5, 12),
    (12, 5),
    (8, 15),
    (1, 1),
    (1, 2),
    (2, 1),
    (7, 24),
    (2, 3),
)

# -- sums and products -----------------------------------------------------------------------------


def sums(rng: Draw) -> Known | None:
    """For example sin(x + pi/3) = cos(x), sin(x) + sin(3*x) = 0."""
    return rng.choice(
        (
            _shifted,
            _shifted,
            _two_shifted,
            _two_shifted,
            _pair,
            _pair,
            _three,
            _three,
            _products,
            _products,
            _to_product,
        )
    )(rng)


def _shifted(rng: Draw) -> Known | None:
    """Draw sin(x + pi/3) = cos(x), cos(2*x - pi/6) = sin(x + pi/4), sin(3*x) = sin(x + pi/4)."""
    first, second = rng.choice(("sin", "cos")), rng.choice(("sin", "cos"))
    p, q = rng.choice(((1, 1), (1, 1), (2, 1), (1, 2), (3, 1), (2, 3)))
    s, t = rng.choice(_SHIFTS), rng.choice((NO_SHIFT, NO_SHIFT, rng.choice(_SHIFTS)))
    sign = rng.choice((1, 1, 1, -1))
    text = f"{of(first, p, s)} = {'-' if sign < 0 else ''}{of(second, q, t)}"
    found = crossing(first, p, s, second, q, t, sign)
    return settled(text, found) if found else None


def _two_shifted(rng: Draw) -> Known | None:
    """Draw 2*sin(x + pi/6) = cos(x), sin(x + pi/3) + sin(x - pi/3) = 1: expand to a*sin + b*cos."""
    s, t = rng.choice(_SHIFTS), rng.choice((NO_SHIFT, rng.choice(_SHIFTS), rng.choice(_SHIFTS)))
    first, second = rng.choice(("sin", "cos")), rng.choice(("sin", "cos"))
    a, b = rng.randint(1, 3), nonzero(rng, 3)
    right = Fraction(rng.choice((0, 0, 1, -1, 1)), rng.choice((1, 2)))
    if (first, s) == (second, t):
        return None
    terms: list[Term] = [(a, of(first, 1, s)), (b, of(second, 1, t)), (-right, "")]
    sine = f"{_part(a, first, s, 'sin')} + {_part(b, second, t, 'sin')}"
    cosine = f"{_part(a, first, s, 'cos')} + {_part(b, second, t, 'cos')}"
    return settled(arranged(rng, terms), amplitude(cosine, sine, str(right)))


def _part(factor: int, function: str, shift: Fraction, of_which: str) -> str:
    """Return what a shifted wave has of sin(x) or of cos(x)."""
    angle = in_pi(shift)
    if function == "sin":
        return f"({factor})*{'cos' if of_which == 'sin' else 'sin'}({angle})"
    return f"({factor})*cos({angle})" if of_which == "cos" else f"({-factor})*sin({angle})"


def amplitude(cosine: str, sine: str, value: str, slope: Number = 1) -> list[str]:
    """Return where cosine*cos(u) + sine*sin(u) has a value, u = slope*x: t = tan(u/2)."""
    inside = f"({cosine})^2 + ({sine})^2 - ({value})^2"
    inside = f"sqrt({inside})" if abs(number(inside, {})) > TINY else "0"
    below = "" if slope == 1 else f"/({slope})"
    # (cosine + value)*t^2 - 2*sine*t + (value - cosine) = 0
    found = [
        f"(2*atan((({sine}) {sign} {inside})/(({cosine}) + ({value}))) + 2*pi*n){below}"
        for sign in ("+", "-")
    ]
    found.append(f"(2*atan((({value}) - ({cosine}))/(2*({sine}))) + 2*pi*n){below}")
    return [*found, f"(pi + 2*pi*n){below}"]


def _pair(rng: Draw) -> Known | None:
    """Draw sin(5*x) - sin(x) = cos(3*x), cos(x) + cos(3*x) = cos(2*x): the sum is a product."""
    p, q = rng.choice(((3, 1), (5, 1), (5, 3), (4, 2), (7, 3), (6, 2), (2, 1)))
    function, sign = rng.choice(("sin", "cos")), rng.choice((1, -1))
    mean, apart = Fraction(p + q, 2), Fraction(p - q, 2)
    if function == "sin":
        outer, inner = (
            (("sin", mean), ("cos", apart)) if sign > 0 else (("cos", mean), ("sin", apart))
        )
        factor = 2
    else:
        outer, inner = (
            (("cos", mean), ("cos", apart)) if sign > 0 else (("sin", mean), ("sin", apart))
        )
        factor = 2 * sign
    terms: list[Term] = [(1, of(function, p)), (sign, of(function, q))]
    roots = where(outer[0], "0", outer[1])
    if rng.random() < 0.35 or mean.denominator > 1:
        return settled(arranged(rng, terms), roots + where(inner[0], "0", inner[1]))
    b = rng.choice((1, -1, 1, 2, -2))  # factor*outer*inner = -b*outer
    terms.append((b, of(*outer)))
    return settled(
        arranged(rng, terms), roots + where(inner[0], str(Fraction(-b, factor)), inner[1])
    )


def _three(rng: Draw) -> Known | None:
    """Draw sin(x) + sin(2*x) + sin(3*x) = 0, cos(x) - cos(2*x) + cos(3*x) = 0."""
    function, step, middle = (
        rng.choice(("sin", "cos")),
        rng.choice((1, 1, 2)),
        rng.choice((2, 2, 3, 4)),
    )
    if middle <= step:
        return None
    b = rng.choice((1, 1, -1, 2))
    terms: list[Term] = [
        (1, of(function, middle - step)),
        (b, of(function, middle)),
        (1, of(function, middle + step)),
    ]
    roots = where(function, "0", middle) + where("cos", str(Fraction(-b, 2)), step)
    return settled(arranged(rng, terms), roots)


def _products(rng: Draw) -> Known | None:
    """Draw cos(x)*cos(3*x) = cos(5*x)*cos(7*x), sin(3*x)*cos(x) = sin(5*x)*cos(3*x)."""
    kind, (p, q) = rng.random(), rng.sample((1, 2, 3, 4, 5), 2)
    if kind < 0.5:  # 2*sin(p)*cos(q) = sin(p + q) + sin(p - q)
        apart = p - q
        r = rng.choice([each for each in (1, 2, 3, 4, 5, 6) if each not in (p, q)])
        s = r - apart
        if s <= 0:
            return None
        text = f"{of('sin', p)}*{of('cos', q)} = {of('sin', r)}*{of('cos', s)}"
        return settled(text, crossing("sin", p + q, NO_SHIFT, "sin", r + s, NO_SHIFT))
    if kind < 0.8:
        function = rng.choice(("sin", "cos"))
        apart = p - q
        r = rng.choice([each for each in (1, 2, 3, 4, 5, 6, 7) if each not in (p, q)])
        s = r - apart
        if s <= 0:
            return None
        text = f"{of(function, p)}*{of(function, q)} = {of(function, r)}*{of(function, s)}"
        return settled(text, crossing("cos", p + q, NO_SHIFT, "cos", r + s, NO_SHIFT))
    slope = min(p, q)  # cos(k*x)*cos(2*k*x)-like products with a value: quadratic in cos(2*k*x)
    value = Fraction(rng.choice((1, -1, 0, 2)), rng.choice((2, 4)))
    # 2*cos(3u)*cos(u) = cos(4u) + cos(2u) = 2*c^2 + c - 1, c = cos(2u)
    roots = [
        f for v in quadratic(*_whole(2, 1, -1 - 2 * value)) for f in where("cos", v, 2 * slope)
    ]
    return settled(f"{of('cos', 3 * slope)}*{of('cos', slope)} = {value}", roots)


def _whole(*numbers: Number) -> tuple[int, int, int]:
    below = 4
    a, b, c = (int(each * below) for each in numbers)
    return a, b, c


def _to_product(rng: Draw) -> Known | None:
    """Draw sin(x)^2 + sin(2*x)^2 = 1, cos(x)^2 + cos(3*x)^2 = 1, sin(x)^2 = sin(3*x)^2."""
    (p, q), function = rng.sample((1, 2, 3, 4), 2), rng.choice(("sin", "cos"))
    if rng.random() < 0.6:  # halve: cos(2*p*x) + cos(2*q*x) = 0
        text = f"{of(function, p)}^2 + {of(function, q)}^2 = 1"
        return settled(text, crossing("cos", 2 * p, NO_SHIFT, "cos", 2 * q, NO_SHIFT, -1))
    text = f"{of(function, p)}^2 = {of(function, q)}^2"
    return settled(text, crossing("cos", 2 * p, NO_SHIFT, "cos", 2 * q, NO_SHIFT))


# -- a*cos + b*sin ---------------------------------------------------------------------------------


def amplitudes(rng: Draw) -> Known | None:
    """For example 3*cos(x) + 4*sin(x) = 2, sqrt(3)*sin(2*x) - cos(2*x) = 1, sin(x) + cos(x) = 1."""
    slope = rng.choice((1, 1, 1, 1, 2, 2, 3, Fraction(1, 2)))
    shift = rng.choice((NO_SHIFT, NO_SHIFT, NO_SHIFT, NO_SHIFT, a_shift(rng)))
    sine, cosine = (f"{each}({argument(slope, shift)})" for each in ("sin", "cos"))
    kind = rng.random()
    if kind < 0.3:
        signs = rng.choice((1, -1)), rng.choice((1, 1, -1))
        a, b = rng.choice((("sqrt(3)", "1"), ("1", "sqrt(3)")))
        value = rng.choice(("1", "sqrt(3)", "sqrt(2)", "-1", "2", "0", "3"))
        factors = [(signs[1], cosine, a), (signs[0], sine, b)]
    else:
        p, q = (
            rng.choice(_TRIPLES) if rng.random() < 0.7 else (rng.randint(1, 9), rng.randint(1, 9))
        )
        most = round((p * p + q * q) ** 0.5)
        value = rng.choice(("sqrt(2)", "5/2", "1/2"))
        if rng.random() < 0.85:
            value = str(rng.randint(-most, most + 1))
        factors = [(rng.choice((1, 1, -1)), cosine, str(p)), (rng.choice((1, 1, -1)), sine, str(q))]
    roots = amplitude(
        f"{factors[0][0]}*{factors[0][2]}", f"{factors[1][0]}*{factors[1][2]}", value, slope
    )
    if shift:
        roots = [f"{each} - ({in_pi(shift)})/({slope})" for each in roots]
    if rng.random() < 0.5:
        factors.reverse()
    terms: list[Term] = [
        (sign, body if factor == "1" else f"{factor}*{body}") for sign, body, factor in factors
    ]
    if terms[0][0] < 0 < terms[1][0]:
        terms.reverse()
    if rng.random() < 0.12 and value.isdigit():
        return settled(f"{total([*terms, (-int(value), '')])} = 0", roots)
    if rng.random() < 0.12 and terms[0][0] > 0 and value.isdigit() and value != "0":
        return settled(f"{terms[0][1]} = {total([(-terms[1][0], terms[1][1])])} + {value}", roots)
    return settled(f"{total(terms)} = {value}", roots)


# -- sec, csc, cot and tan -------------------------------------------------------------------------


def reciprocals(rng: Draw) -> Known | None:
    """For example sec(x)^2 = 2*tan(x), tan(x)^2 = sec(x) + 1, tan(x) + cot(x) = 4, csc(x) = 2."""
    return rng.choice(
        (
            _one,
            _one,
            _square,
            _square,
            _square,
            _in_reciprocal,
            _in_reciprocal,
            _against,
            _against,
            _sum,
            _sum,
            _sum_to_one,
        )
    )(rng)


_PARTNERS: Final = {"sec": ("cos", "tan"), "csc": ("sin", "cot"), "cot": ("tan", "csc")}


def _reciprocal(function: str, value: str, slope: Number = 1) -> list[str]:
    """Return where sec, csc or cot has a value."""
    if function == "cot":  # cot(u) = v where tan(pi/2 - u) = v
        return where("tan", f"-({value})", slope, Fraction(1, 2))
    return where("cos" if function == "sec" else "sin", f"1/({value})", slope)


def _one(rng: Draw) -> Known | None:
    """Draw csc(x) = 2, sec(2*x) = -sqrt(2), 3*cot(x) = sqrt(3), 2*sec(x) + 5 = 1."""
    function, slope = rng.choice(("sec", "csc", "cot")), rng.choice((1, 1, 2, 3, Fraction(1, 2)))
    value = rng.choice(
        ("2", "-2", "sqrt(2)", "-sqrt(2)", "2/sqrt(3)", "3", "-4", "1", "1/2", "5/3")
    )
    if function == "cot":
        value = a_value(rng, "tan")
    roots = _reciprocal(function, value, slope)
    shift = a_shift(rng) if rng.random() < 0.3 else NO_SHIFT
    if shift:
        roots = [f"{each} - ({in_pi(shift)})/({slope})" for each in roots]
    inner = of(function, slope, shift)
    if value.lstrip("-").isdigit() and rng.random() < 0.5:
        a, b = rng.randint(2, 5), nonzero(rng, 6)
        return settled(f"{total([(a, inner), (b, '')])} = {a * int(value) + b}", roots)
    return settled(f"{inner} = {value}", roots)


def _square(rng: Draw) -> Known | None:
    """Draw sec(x)^2 = 2*tan(x), 2*csc(x)^2 = 3*cot(x) + 1: sec^2 is 1 + tan^2."""
    square, function = rng.choice((("sec", "tan"), ("csc", "cot")))
    slope = rng.choice((1, 1, 1, 2))
    a, b, c = zeros(rng, "tan")
    roots = [
        f
        for v in quadratic(a, b, c)
        for f in (where("tan", v, slope) if function == "tan" else _reciprocal("cot", v, slope))
    ]
    terms: list[Term] = [(a, f"{of(square, slope)}^2"), (b, of(function, slope)), (c - a, "")]
    return settled(arranged(rng, terms), roots)


def _in_reciprocal(rng: Draw) -> Known | None:
    """Draw tan(x)^2 = sec(x) + 1, 2*cot(x)^2 + csc(x) = 4: tan^2 is sec^2 - 1."""
    square, function = rng.choice((("tan", "sec"), ("cot", "csc")))
    slope = rng.choice((1, 1, 1, 2))
    first, second = nonzero(rng, 3), rng.choice((1, -1, 2, -2, 3, Fraction(1, 2)))
    below = Fraction(second).denominator
    a, b, c = below, int(-below * (first + second)), int(below * first * second)
    if rng.random() < 0.2:
        a, b, c = rng.randint(1, 3), nonzero(rng, 5), nonzero(rng, 6)
    roots = [f for v in quadratic(a, b, c) for f in _reciprocal(function, v, slope)]
    terms: list[Term] = [(a, f"{of(square, slope)}^2"), (b, of(function, slope)), (c + a, "")]
    if rng.random() < 0.25:
        terms = [(a, f"{of(function, slope)}^2"), (b, of(function, slope)), (c, "")]
    return settled(arranged(rng, terms), roots) if b else None


def _against(rng: Draw) -> Known | None:
    """Draw 3*tan(x) = 2*cos(x), 2*sin(x)*tan(x) = 3, tan(x) = 2*sin(x), sec(x) = 4*cos(x)."""
    kind, a, b = rng.random(), rng.randint(1, 5), rng.randint(1, 5)
    if kind < 0.3:  # a*s = b*(1 - s^2)
        roots = [f for v in quadratic(b, a, -b) for f in where("sin", v)]
        return settled(f"{term(a, 'tan(x)')} = {term(b, 'cos(x)')}", roots)
    if kind < 0.55:  # a*(1 - c^2) = b*c
        roots = [f for v in quadratic(a, b, -a) for f in where("cos", v)]
        return settled(f"{term(a, 'sin(x)')}*tan(x) = {b}", roots)
    if kind < 0.7:
        roots = where("sin", "0") + where("cos", str(Fraction(a, b)))
        return settled(f"{term(a, 'tan(x)')} = {term(b, 'sin(x)')}", roots)
    first, second = rng.choice((("sec", "cos"), ("csc", "sin"), ("cot", "cos"), ("tan", "cot")))
    text = f"{term(a, of(first, 1))} = {term(b, of(second, 1))}"
    if first == "cot":
        return settled(text, where("cos", "0") + where("sin", str(Fraction(a, b))))
    function = "tan" if first == "tan" else second
    size = f"sqrt({Fraction(b, a) if first == 'tan' else Fraction(a, b)})"
    return settled(text, where(function, size) + where(function, f"-{size}"))


def _sum(rng: Draw) -> Known | None:
    """Draw tan(x) + cot(x) = 4, 2*tan(x) - 3*cot(x) = 1, sec(x) + 2*cos(x) = 3."""
    first, second = rng.choice((("tan", "cot"), ("cos", "sec"), ("sin", "csc")))
    slope = rng.choice((1, 1, 1, 2))
    a, b, c = zeros(rng, first)
    if not c or (rng.random() < 0.3 and first == "tan"):
        a, b, c = 1, -rng.randint(1, 6), 1
    roots = [f for v in quadratic(a, b, c) for f in where(first, v, slope)]
    return settled(arranged(rng, [(a, of(first, slope)), (c, of(second, slope)), (b, "")]), roots)


def _sum_to_one(rng: Draw) -> Known | None:
    """Draw sec(x) + tan(x) = 2, csc(x) - cot(x) = 1/2, sec(x)*csc(x) = 4."""
    kind = rng.random()
    value = Fraction(rng.randint(1, 5), rng.choice((1, 1, 2, 3)))
    if kind < 0.35:
        sign = rng.choice((1, -1))  # 1 + sign*s = v*c
        text = f"sec(x) {'+' if sign > 0 else '-'} tan(x) = {value}"
        return settled(text, amplitude(str(value), str(-sign), "1"))
    if kind < 0.65:
        sign = rng.choice((1, -1))  # 1 + sign*c = v*s
        text = f"csc(x) {'+' if sign > 0 else '-'} cot(x) = {value}"
        return settled(text, amplitude(str(-sign), str(value), "1"))
    if kind < 0.85:
        size = rng.randint(1, 6) * rng.choice((1, 1, -1))
        return settled(f"sec(x)*csc(x) = {size}", where("sin", f"2/({size})", 2))
    return settled(f"(1 + sin(x))/cos(x) = {value}", amplitude(str(value), "-1", "1"))
