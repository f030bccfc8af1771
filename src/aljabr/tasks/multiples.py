"""Trigonometric equations in multiples of one angle: makers of `exam`; see `angles`."""

from __future__ import annotations

from fractions import Fraction

from aljabr.tasks.angles import argument, where, zeros
from aljabr.tasks.angles import values as _values
from aljabr.tasks.factored import Draw, nonzero
from aljabr.tasks.periodic import in_pi
from aljabr.tasks.settled import settled
from aljabr.tasks.terms import Number, Term, arranged, term
from aljabr.tasks.written import Known


def multiple_angles(rng: Draw) -> Known | None:
    """For example sin(2*x) = cos(x), cos(2*x) + 3*sin(x) = 2, sin(3*x) = sin(x)."""
    return rng.choice((_double_sine, _double_sine, _double_cosine, _double_cosine, _double_cosine,
                       _equal, _equal, _equal, _tangent, _half, _chain, _triple))(rng)  # fmt: skip


def of(function: str, slope: Number, shift: Fraction = Fraction(0)) -> str:
    """Write a function of a multiple of x."""
    return f"{function}({argument(slope, shift)})"


def _double_sine(rng: Draw) -> Known | None:
    """Draw sin(2*x) = cos(x), 3*sin(2*x) + 2*sin(x) = 0, sin(2*x) = tan(x): 2*sin*cos."""
    k = rng.choice((1, 1, 1, 2))
    other = rng.choice(("sin", "cos", "sin", "cos", "tan"))
    a, b = rng.randint(1, 4), nonzero(rng, 4)
    text = arranged(rng, [(a, of("sin", 2 * k)), (b, of(other, k))])
    if other == "tan":  # sin = 0, or 2*a*cos^2 + b = 0
        roots = where("sin", "0", k)
        for sign in ("", "-"):
            roots += where("cos", f"{sign}sqrt({-b}/{2 * a})", k)
        return settled(text, roots)
    partner = "cos" if other == "sin" else "sin"
    return settled(text, where(other, "0", k) + where(partner, str(Fraction(-b, 2 * a)), k))


def _double_cosine(rng: Draw) -> Known | None:
    """Draw cos(2*x) + 3*sin(x) = 2, 3*cos(2*x) = cos(x) + 2, cos(2*x) + sin(x)^2 = 1/4."""
    function, k = rng.choice(("sin", "cos")), rng.choice((1, 1, 1, 2))
    a, b, c = zeros(rng, function)
    sign = 1 if function == "cos" else -1  # cos(2*u) = sign*(2*f(u)^2 - 1)
    if a % 2:
        a, b, c = 2 * a, 2 * b, 2 * c
    terms: list[Term] = [(sign * a // 2, of("cos", 2 * k)), (b, of(function, k)), (c + a // 2, "")]
    if not b or rng.random() < 0.15:
        terms = [(sign * (a // 2), of("cos", 2 * k)), (a, f"{of(function, k)}^2"),
                 (b, of(function, k)), (c + a // 2, "")]  # fmt: skip
        a = 2 * a
    if terms[0][0] < 0:
        terms = [(-factor, body) for factor, body in terms]
    return settled(arranged(rng, terms), _values(a, b, c, function, k))


def _equal(rng: Draw) -> Known | None:
    """Draw sin(3*x) = sin(x), cos(3*x) = cos(2*x), sin(4*x) = cos(x), sin(2*x) = -sin(x)."""
    first, second = rng.choice(("sin", "cos")), rng.choice(("sin", "cos"))
    p, q = rng.sample((1, 2, 3, 4, 5), 2)
    sign = rng.choice((1, 1, 1, -1))
    terms: list[Term] = [(1, of(first, p)), (-sign, of(second, q))]
    return settled(
        arranged(rng, terms), crossing(first, p, Fraction(0), second, q, Fraction(0), sign)
    )


def crossing(
    first: str, p: Number, s: Fraction, second: str, q: Number, t: Fraction, sign: int = 1
) -> list[str]:
    """Return where first(p*x + s*pi) is sign*second(q*x + t*pi): as cosines, with equal angles.

    Nothing is returned if that is everywhere.
    """
    half = Fraction(1, 2)
    one = s - half if first == "sin" else s
    two = t - half if second == "sin" else t
    two = two if sign > 0 else two + 1
    found = []
    for other in (1, -1):  # p*x + one = other*(q*x + two) + 2*n
        slope, shift = p - other * q, one - other * two
        if not slope and shift % 2 == 0:
            return []  # it holds everywhere
        if slope:
            found.append(f"(2*pi*n - ({in_pi(Fraction(shift))}))/({slope})")
    return found


def _tangent(rng: Draw) -> Known | None:
    """Draw tan(2*x) = 3*tan(x), tan(2*x) + tan(x) = 0, tan(3*x) = tan(x), tan(2*x)*tan(x) = 1."""
    kind, b = rng.random(), nonzero(rng, 6)
    if kind < 0.6:  # 2*t/(1 - t^2) = -b*t
        roots = where("tan", "0")
        for sign in ("", "-"):
            roots += where("tan", f"{sign}sqrt(1 + 2/({b}))")
        return settled(arranged(rng, [(1, of("tan", 2)), (b, of("tan", 1))]), roots)
    if kind < 0.85:
        p, q = rng.sample((1, 2, 3, 4), 2)
        return settled(f"{of('tan', p)} = {of('tan', q)}", [f"pi*n/({p - q})"])
    value = abs(b)  # 2*t^2/(1 - t^2) = value
    roots = [f for sign in ("", "-") for f in where("tan", f"{sign}sqrt({value}/{value + 2})")]
    return settled(f"{of('tan', 2)}*{of('tan', 1)} = {value}", roots)


def _half(rng: Draw) -> Known | None:
    """Draw cos(x) + sin(x/2) = 1, 2*sin(x/2)^2 = 1 - cos(x)^2, sin(x) = sin(x/2)."""
    half = Fraction(1, 2)
    if rng.random() < 0.6:
        function = rng.choice(("sin", "cos"))
        a, b, c = zeros(rng, function)
        a, b, c = 2 * a, 2 * b, 2 * c
        sign = 1 if function == "cos" else -1
        terms: list[Term] = [(sign * a // 2, "cos(x)"), (b, of(function, half)), (c + a // 2, "")]
        if terms[0][0] < 0:
            terms = [(-factor, body) for factor, body in terms]
        return settled(arranged(rng, terms), _values(a, b, c, function, half)) if b else None
    a, b = rng.randint(1, 3), nonzero(rng, 3)
    other = rng.choice(("sin", "cos"))
    partner = "cos" if other == "sin" else "sin"
    text = arranged(rng, [(a, "sin(x)"), (b, of(other, half))])
    return settled(text, where(other, "0", half) + where(partner, str(Fraction(-b, 2 * a)), half))


def _chain(rng: Draw) -> Known | None:
    """Draw sin(x)*cos(x) = 1/4, 8*sin(x)*cos(x)*cos(2*x) = 1, cos(x)^4 - sin(x)^4 = 1/2."""
    kind, k = rng.random(), rng.choice((1, 1, 2))
    value = Fraction(rng.choice((1, -1, 1, 2, 3)), rng.choice((1, 2, 2, 3)))
    if kind < 0.45:
        factor = rng.choice((1, 2, 4))
        return settled(f"{term(factor, of('sin', k))}*{of('cos', k)} = {factor * value / 2}",
                       where("sin", str(value), 2 * k))  # fmt: skip
    if kind < 0.7:
        return settled(f"4*{of('sin', k)}*{of('cos', k)}*{of('cos', 2 * k)} = {value}",
                       where("sin", str(value), 4 * k))  # fmt: skip
    if kind < 0.85:
        return settled(
            f"{of('cos', k)}^4 - {of('sin', k)}^4 = {value}", where("cos", str(value), 2 * k)
        )
    inside = value / 2 + Fraction(1, 2)  # sin^4 + cos^4 = 1 - sin(2u)^2/2
    roots = [f for s in ("", "-") for f in where("sin", f"{s}sqrt(2*(1 - {inside}))", 2 * k)]
    return settled(f"{of('sin', k)}^4 + {of('cos', k)}^4 = {inside}", roots)


def _triple(rng: Draw) -> Known | None:
    """Draw sin(3*x) = 2*sin(x), cos(3*x) + 2*cos(x) = 0: 3*f - 4*f^3, with signs."""
    function = rng.choice(("sin", "cos"))
    b = nonzero(rng, 4)
    inside = Fraction(3 + b, 4) if function == "sin" else Fraction(3 - b, 4)
    roots = [
        f for value in ("0", f"sqrt({inside})", f"-sqrt({inside})") for f in where(function, value)
    ]
    return settled(arranged(rng, [(1, of(function, 3)), (b, of(function, 1))]), roots)
