"""Trigonometric equations in one angle: linear or quadratic in a function of it; makers of `exam`.

Candidates are families, written with the inverse functions: (asin(1/2) + 2*pi*n - pi/3)/2. Each
equation is brought down to sines, cosines or tangents with a value by identities that its maker
says; `settled` drops what does not hold, a pole for instance.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from aljabr.tasks.factored import Draw, nonzero
from aljabr.tasks.periodic import in_pi
from aljabr.tasks.settled import settled
from aljabr.tasks.terms import Number, Term, arranged, quadratic, term, total
from aljabr.tasks.written import Known

SPECIAL: Final = (
    "0",
    "1/2",
    "-1/2",
    "sqrt(2)/2",
    "-sqrt(2)/2",
    "sqrt(3)/2",
    "-sqrt(3)/2",
    "1",
    "-1",
)
TANGENTS: Final = ("0", "1", "-1", "sqrt(3)", "-sqrt(3)", "sqrt(3)/3", "-sqrt(3)/3", "1/sqrt(3)")
OTHERS: Final = ("1/3", "-1/3", "2/3", "1/4", "-3/4", "3/5", "-2/5", "0.3", "0.6", "2/7")
_PERIODS: Final = {"sin": "2*pi*n", "cos": "2*pi*n", "tan": "pi*n"}


def where(function: str, value: str, slope: Number = 1, shift: Fraction = Fraction(0)) -> list[str]:
    """Return the families of x at which sin, cos or tan of slope*x + shift*pi has a value."""
    if function == "sin":
        starts = [f"asin({value})", f"pi - asin({value})"]
    elif function == "cos":
        starts = [f"acos({value})", f"-acos({value})"]
    else:
        starts = [f"atan({value})"]
    less = f" - ({in_pi(shift)})" if shift else ""
    below = "" if slope == 1 else f"/({slope})"
    found = [f"{start} + {_PERIODS[function]}{less}" for start in starts]
    return [f"({each}){below}" if below else each for each in found]


def argument(slope: Number, shift: Fraction = Fraction(0), degrees: bool = False) -> str:
    """Write 2*x + pi/3, or x/2."""
    size = f"{abs(shift) * 180}*pi/180" if degrees else in_pi(abs(shift))
    line = term(Fraction(slope), "x")
    return f"{line} {'+' if shift > 0 else '-'} {size}" if shift else line


def a_slope(rng: Draw) -> Number:
    """Draw the factor before x."""
    return rng.choice((1, 1, 1, 1, 2, 2, 3, 4, Fraction(1, 2)))


def a_shift(rng: Draw) -> Fraction:
    """Draw a shift in parts of pi."""
    return rng.choice((Fraction(0),) * 3 + tuple(
        sign * each for each in (Fraction(1, 6), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2))
        for sign in (1, -1)))  # fmt: skip


def a_value(rng: Draw, function: str) -> str:
    """Draw a value: a special one mostly."""
    if rng.random() < 0.75:
        return rng.choice(TANGENTS if function == "tan" else SPECIAL)
    return (
        rng.choice(OTHERS)
        if function != "tan" or rng.random() < 0.5
        else rng.choice(("2", "3", "-2", "1/2"))
    )


def a_function(rng: Draw) -> str:
    """Draw sin, cos or tan."""
    return rng.choice(("sin", "sin", "cos", "cos", "tan"))


# -- linear ----------------------------------------------------------------------------------------


def linear_waves(rng: Draw) -> Known | None:
    """For example 2*sin(x) = 1, tan(2*x - pi/3) = 1, 3*sin(x) = 4*cos(x), 2*cos(x/2) + 1 = 0."""
    return rng.choice((_single, _single, _single, _dressed, _dressed, _ratio, _same))(rng)


def _single(rng: Draw) -> Known | None:
    """Draw sin(x) = 1/2, cos(2*x + pi/3) = -sqrt(3)/2, tan(x/2) = 1."""
    function, slope, shift = a_function(rng), a_slope(rng), a_shift(rng)
    value = a_value(rng, function)
    text = f"{function}({argument(slope, shift)}) = {value}"
    return settled(text, where(function, value, slope, shift))


def _dressed(rng: Draw) -> Known | None:
    """Draw 2*sin(x) + 1 = 0, 5*cos(2*x) - 2 = 1, 3*tan(x) + 4 = 1, sqrt(3)*tan(x) - 1 = 0."""
    function, slope, shift = a_function(rng), a_slope(rng), a_shift(rng)
    inner = f"{function}({argument(slope, shift)})"
    factor, last = rng.randint(2, 7), rng.choice((nonzero(rng, 5), nonzero(rng, 2)))
    kind = rng.random()
    if kind < 0.25:
        root = rng.choice((2, 3))
        value = (
            f"{'-' if last > 0 else ''}sqrt({root})/2"
            if function != "tan"
            else f"{-1 if last > 0 else 1}/sqrt({root})"
        )
        text = f"2*{inner} {'+' if last > 0 else '-'} sqrt({root}) = 0"
        if function == "tan":
            text = f"sqrt({root})*{inner} {'+' if last > 0 else '-'} 1 = 0"
        return settled(text, where(function, value, slope, shift))
    moved = rng.choice((0, nonzero(rng, 6)))
    text = f"{total([(factor, inner), (last + moved, '')])} = {moved}"
    if rng.random() < 0.2:
        text = arranged(rng, [(factor, inner), (last, "")])
    return settled(text, where(function, str(Fraction(-last, factor)), slope, shift))


def _ratio(rng: Draw) -> Known | None:
    """Draw sin(x) = cos(x), 3*sin(2*x) = 4*cos(2*x), sqrt(3)*sin(x) + cos(x) = 0."""
    slope = rng.choice((1, 1, 2, 3, Fraction(1, 2)))
    sine, cosine = f"sin({argument(slope)})", f"cos({argument(slope)})"
    if rng.random() < 0.3:
        sign = rng.choice((1, -1))
        text = arranged(rng, [(1, f"sqrt(3)*{sine}"), (sign, cosine)])
        return settled(text, where("tan", f"{-sign}/sqrt(3)", slope))
    a, b = rng.randint(1, 7), nonzero(rng, 7)
    text = arranged(rng, [(a, sine), (b, cosine)])
    return settled(text, where("tan", str(Fraction(-b, a)), slope))


def _same(rng: Draw) -> Known | None:
    """Draw 5*sin(x) - 1 = 3*sin(x), 4*cos(x) + 3 = 2*cos(x) + 2, sin(x)/2 = 1/4."""
    function, slope = a_function(rng), a_slope(rng)
    inner = f"{function}({argument(slope)})"
    a, c = rng.sample(range(1, 8), 2)
    b, d = rng.randint(-4, 4), nonzero(rng, 4)
    text = f"{total([(a, inner), (b, '')])} = {total([(c, inner), (d, '')])}"
    return settled(text, where(function, str(Fraction(d - b, a - c)), slope))


# -- quadratic -------------------------------------------------------------------------------------


def quadratic_waves(rng: Draw) -> Known | None:
    """For example 2*sin(x)^2 - sin(x) = 1, 2*cos(x)^2 + 3*sin(x) = 3, tan(x)^2 = 3."""
    return rng.choice((_plain, _plain, _plain, _pythagoras, _pythagoras, _pythagoras, _square,
                       _homogeneous, _homogeneous, _factored, _cubic))(rng)  # fmt: skip


def zeros(rng: Draw, function: str) -> tuple[int, int, int]:
    """Draw a quadratic with zeros that a function takes, mostly special ones."""
    if rng.random() < 0.2:
        return rng.randint(1, 5), nonzero(rng, 6), nonzero(rng, 5)
    choices = [
        "0",
        "1",
        "-1",
        "1/2",
        "-1/2",
        "1",
        "1/2",
        "1/3",
        "2",
        "-2",
        "3",
        "3/2",
        "1/4",
        "-2/3",
    ]
    first, second = Fraction(rng.choice(choices[:8])), Fraction(rng.choice(choices))
    below = first.denominator * second.denominator
    return below, int(-below * (first + second)), int(below * first * second)


def values(a: int, b: int, c: int, function: str, slope: Number) -> list[str]:
    """Return where a function takes the zeros of a quadratic."""
    return [family for value in quadratic(a, b, c) for family in where(function, value, slope)]


def _plain(rng: Draw) -> Known | None:
    """Draw 2*sin(x)^2 - sin(x) = 1, tan(2*x)^2 + tan(2*x) - 2 = 0."""
    function, slope = a_function(rng), rng.choice((1, 1, 1, 1, 2, 3))
    a, b, c = zeros(rng, function)
    inner = f"{function}({argument(slope)})"
    text = arranged(rng, [(a, f"{inner}^2"), (b, inner), (c, "")])
    return settled(text, values(a, b, c, function, slope))


def _pythagoras(rng: Draw) -> Known | None:
    """Draw 2*cos(x)^2 + 3*sin(x) = 3, 6*sin(x)^2 + cos(x) - 5 = 0: cos(x)^2 is 1 - sin(x)^2."""
    function, other = rng.choice((("sin", "cos"), ("cos", "sin")))
    slope = rng.choice((1, 1, 1, 2))
    a, b, c = zeros(rng, function)
    if not b:
        return None
    inner, square = (f"{each}({argument(slope)})" for each in (function, other))
    kind = rng.random()
    if kind < 0.75:
        terms: list[Term] = [(-a, f"{square}^2"), (b, inner), (a + c, "")]
    else:  # some of both squares
        k = rng.randint(1, 3)
        terms = [(a + k, f"{inner}^2"), (k, f"{square}^2"), (b, inner), (c - k, "")]
    if terms[0][0] < 0:
        terms = [(-factor, body) for factor, body in terms]
    return settled(arranged(rng, terms), values(a, b, c, function, slope))


def _square(rng: Draw) -> Known | None:
    """Draw 4*sin(x)^2 = 3, 3*tan(2*x)^2 = 1, cos(x)^2 = 1/2, cos(x)^2 - sin(x)^2 = 1/2."""
    function, slope = a_function(rng), rng.choice((1, 1, 2, 3, Fraction(1, 2)))
    value = Fraction(rng.choice((1, 1, 3, 1, 2, 3)), rng.choice((4, 2, 4, 3, 1, 5)))
    inner = f"{function}({argument(slope, a_shift(rng) if rng.random() < 0.0 else Fraction(0))})"
    if rng.random() < 0.25 and value < 1:
        sine, cosine = (f"{each}({argument(slope)})^2" for each in ("sin", "cos"))
        roots = [
            f for sign in ("", "-") for f in where("cos", f"{sign}sqrt(({value} + 1)/2)", slope)
        ]
        return settled(f"{cosine} - {sine} = {value}", roots)
    text = arranged(rng, [(value.denominator, f"{inner}^2"), (-value.numerator, "")])
    roots = [f for sign in ("", "-") for f in where(function, f"{sign}sqrt({value})", slope)]
    return settled(text, roots)


def _homogeneous(rng: Draw) -> Known | None:
    """Draw sin(x)^2 - 3*sin(x)*cos(x) + 2*cos(x)^2 = 0: divide by cos(x)^2."""
    a, b, c = zeros(rng, "tan")
    slope = rng.choice((1, 1, 1, 2))
    sine, cosine = (f"{each}({argument(slope)})" for each in ("sin", "cos"))
    roots = values(a, b, c, "tan", slope)
    level = rng.choice((0, 0, nonzero(rng, 2)))  # level*(sin^2 + cos^2)
    terms: list[Term] = [(a + level, f"{sine}^2"), (b, f"{sine}*{cosine}"),
                         (c + level, f"{cosine}^2"), (-level, "")]  # fmt: skip
    return settled(arranged(rng, terms), roots) if b else None


def _factored(rng: Draw) -> Known | None:
    """Draw sin(x)*(2*cos(x) - 1) = 0, (tan(x) - 1)*(sin(x) + 1) = 0, 2*sin(x)*cos(x) = cos(x)."""
    first, second = a_function(rng), a_function(rng)
    one, two = (f"{each}({argument(rng.choice((1, 1, 1, 2)))})" for each in (first, second))
    if one == two:
        return None
    p, q = rng.randint(1, 3), rng.randint(-2, 2)
    slopes = [2 if "2*x" in each else 1 for each in (one, two)]
    value = str(Fraction(-q, p))
    if rng.random() < 0.5:
        text = f"{one}*({total([(p, two), (q, '')])}) = 0" if q else f"{one}*{two} = 0"
        return settled(text, where(first, "0", slopes[0]) + where(second, value, slopes[1]))
    if not q:
        return None
    text = arranged(rng, [(p, f"{one}*{two}"), (q, one)])
    return settled(text, where(first, "0", slopes[0]) + where(second, value, slopes[1]))


def _cubic(rng: Draw) -> Known | None:
    """Draw sin(x)^3 = sin(x), 2*cos(x)^3 - cos(x) = 0, tan(x)^3 = 3*tan(x)."""
    function = a_function(rng)
    inner = f"{function}(x)"
    a, c = rng.randint(1, 4), rng.randint(1, 4)
    roots = [
        f for value in ("0", f"sqrt({c}/{a})", f"-sqrt({c}/{a})") for f in where(function, value)
    ]
    return settled(arranged(rng, [(a, f"{inner}^3"), (-c, inner)]), roots)
