"""Exponential equations as in textbooks: one base, several bases, quadratics in b^x; for `exam`.

Candidates are logarithms, written down where an exponent is undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from aljabr.tasks.factored import Draw, nonzero
from aljabr.tasks.settled import settled
from aljabr.tasks.terms import Number, Term, arranged, linear, quadratic, term, total
from aljabr.tasks.written import Known

BASES: Final = (2, 2, 2, 3, 3, 5, 7, 10)


def raised(base: Number | str, exponent: str) -> str:
    """Write a power; exp(u) if the base is e."""
    if base == "e":
        return f"exp({exponent})"
    text = str(base) if not isinstance(base, Fraction) or base.denominator == 1 else f"({base})"
    text = f"({text})" if text.startswith("-") else text
    return f"{text}^{exponent}" if exponent.isalnum() else f"{text}^({exponent})"


def log_of(base: Number | str) -> str:
    """Write the logarithm of a base."""
    return "1" if base == "e" else f"log({base})"


def undone(base: Number | str, value: str) -> str:
    """Write the exponent with which a base has a value."""
    return f"log({value})" if base == "e" else f"log({value})/log({base})"


# -- one base --------------------------------------------------------------------------------------


def one_base(rng: Draw) -> Known | None:
    """For example 4^(x + 1) = 8^(x - 1), 2^(x^2 - 3*x) = 16, 2^(x + 1) + 2^x = 24."""
    return rng.choice(_ONE_BASE)(rng)


def _line(rng: Draw, steep: bool = True) -> tuple[int, int]:
    return rng.choice((1, 1, 1, 2, 3, -1) if steep else (1, 1, 2)), rng.choice((0, nonzero(rng, 6)))


def _power_of(rng: Draw, base: int, most: int = 4) -> tuple[Number, Fraction]:
    """Draw a power of a base, perhaps below one, with its exponent."""
    exponent = rng.choice(
        [each for each in range(-3, most + 1) if each and base ** abs(each) <= 1000]
    )
    return Fraction(base) ** exponent, Fraction(exponent)


def _equal_powers(rng: Draw) -> Known | None:
    """Draw 4^(x + 1) = 8^(x - 1), (1/3)^x = 27^(x - 2), 25^x = 5^(x + 3), sqrt(2)^x = 8."""
    base = rng.choice((2, 2, 2, 3, 3, 5, 7))
    (first, p), (second, q) = (_power_of(rng, base) for _ in range(2))
    (a, b), (c, d) = _line(rng), _line(rng)
    rise, start = p * a - q * c, q * d - p * b
    if not rise:
        return None
    text = f"{raised(first, linear(a, b))} = {raised(second, linear(c, d))}"
    return settled(text, [str(start / rise)])


def _value(rng: Draw) -> Known | None:
    """Draw 3^(2*x - 1) = 27, 5*2^x = 40, 2^x + 5 = 13, exp(3*x) = 7, 4^x = 10."""
    base: int | str = rng.choice((*BASES, "e", "e", 4, 9))
    a, b = _line(rng)
    kind = rng.random()
    if isinstance(base, int) and kind < 0.7:
        value, _ = _power_of(rng, base)
    else:
        value = rng.randint(2, 40)
    factor, shift = rng.choice((1, 1, 1, 2, 3, 5)), rng.choice((0, 0, nonzero(rng, 12)))
    value = -value if rng.random() < 0.05 else value
    text = (
        f"{total([(factor, raised(base, linear(a, b))), (shift, '')])} = {factor * value + shift}"
    )
    return settled(text, [f"({undone(base, str(value))} - ({b}))/({a})"])


def _of_quadratic(rng: Draw) -> Known | None:
    """Draw 2^(x^2 - 3*x) = 16, 3^(x^2) = 9^(x + 4), exp(x^2) = 5."""
    base = rng.choice((2, 2, 3, 5))
    c, b = rng.randint(-4, 4), rng.randint(-5, 5)
    exponent = total([(1, "x^2"), (b, "x"), (c, "")])
    if rng.random() < 0.5:
        value, power = _power_of(rng, base)
        right, below = str(value), [0, int(power)]
    else:
        value, power = _power_of(rng, base, 3)
        slope, shift = _line(rng, steep=False)
        right, below = raised(value, linear(slope, shift)), [int(power) * slope, int(power) * shift]
    if exponent == "x^2" and rng.random() < 0.3:
        size = rng.randint(2, 12)
        return settled(f"exp(x^2) = {size}", [f"sqrt(log({size}))", f"-sqrt(log({size}))"])
    return settled(f"{raised(base, exponent)} = {right}", quadratic(1, b - below[0], c - below[1]))


def _collected(rng: Draw) -> Known | None:
    """Draw 2^(x + 1) + 2^x = 24, 3^(x + 2) - 3^x = 72, 5^x + 5^(x + 1) + 5^(x + 2) = 155."""
    base: int = rng.choice((2, 2, 3, 3, 5, 7))
    shifts = rng.sample(range(-2, 4), rng.choice((2, 2, 3)))
    factors = [rng.choice((1, 1, 1, 2, 3)) * rng.choice((1, 1, -1) if index else (1,))
               for index in range(len(shifts))]  # fmt: skip
    whole = sum(
        factor * Fraction(base) ** shift for factor, shift in zip(factors, shifts, strict=True)
    )
    value, _ = _power_of(rng, base, 3) if rng.random() < 0.8 else (rng.randint(2, 20), 0)
    right = whole * value
    if not whole or not -2_000 < right < 2_000 or right.denominator > 30:
        return None
    parts: list[Term] = [(factor, raised(base, linear(1, shift)))
             for factor, shift in zip(factors, shifts, strict=True)]  # fmt: skip
    return settled(f"{total(parts)} = {right}", [undone(base, str(value))])


def _product(rng: Draw) -> Known | None:
    """Draw 3^x*9^(x + 1) = 27, 2^(3*x)/4^(x - 1) = 32, 8*2^x = 4^x, (2^x)^3 = 16."""
    base = rng.choice((2, 2, 3, 5))
    (first, p), (second, q), (third, r) = (_power_of(rng, base, 3) for _ in range(3))
    (a, b), (c, d) = _line(rng), _line(rng)
    one, other = raised(first, linear(a, b)), raised(second, linear(c, d))
    kind = rng.random()
    if kind < 0.4:
        rise, start, text = p * a + q * c, p * b + q * d, f"{one}*{other} = {third}"
    elif kind < 0.7:
        rise, start, text = p * a - q * c, p * b - q * d, f"{one}/{other} = {third}"
    elif third > 1:
        rise, start, text = q * c - p * a, q * d - p * b, f"{third}*{one} = {other}"
    else:
        return None
    return settled(text, [str((r - start) / rise)]) if rise else None


def _root_base(rng: Draw) -> Known | None:
    """Draw sqrt(2)^x = 8, 4^x = 2*sqrt(2), sqrt(3^x) = 9, 2^x = 1/sqrt(2)."""
    base = rng.choice((2, 3, 5))
    power = rng.randint(1, 4)
    kind = rng.random()
    if kind < 0.35:
        return settled(f"sqrt({base})^x = {base**power}", [str(2 * power)])
    if kind < 0.7:
        a, b = _line(rng)
        size = rng.choice((1, 2))
        left, right = raised(base**size, linear(a, b)), f"{base**power}*sqrt({base})"
        return settled(f"{left} = {right}", [str((Fraction(2 * power + 1, 2 * size) - b) / a)])
    return settled(f"sqrt({base}^{rng.choice(('x', '(x + 1)', '(2*x)'))}) = {base**power}",
                   [str(each) for each in (2 * power, 2 * power - 1, power)])  # fmt: skip


_ONE_BASE: Final = (_equal_powers, _equal_powers, _value, _value, _of_quadratic, _collected,
                    _product, _product, _root_base)  # fmt: skip

# -- several bases ---------------------------------------------------------------------------------


def several_bases(rng: Draw) -> Known | None:
    """For example 2^x = 3^(x - 1), exp(2*x + 1) = 5*3^x, 3*4^x - 5*6^x + 2*9^x = 0."""
    return rng.choice((_lines, _lines, _with_factor, _with_factor, _euler, _euler, _joined,
                       _homogeneous, _homogeneous, _homogeneous))(rng)  # fmt: skip


def _isolated(rise: str, start: str) -> list[str]:
    return [f"({start})/({rise})"]


def _lines(rng: Draw) -> Known | None:
    """Draw 5^(x - 2) = 7^(2*x + 1), 2^x = 3^(x - 1)."""
    first, second = rng.sample((2, 3, 5, 6, 7, 10, 11, 12), 2)
    (a, b), (c, d) = _line(rng), _line(rng)
    text = f"{raised(first, linear(a, b))} = {raised(second, linear(c, d))}"
    return settled(text, _isolated(f"{a}*log({first}) - ({c})*log({second})",
                                   f"{d}*log({second}) - ({b})*log({first})"))  # fmt: skip


def _with_factor(rng: Draw) -> Known | None:
    """Draw 3*2^x = 5*7^x, 4*3^(x + 1) = 5^(2*x), 2*5^x - 3^(x + 2) = 0."""
    first, second = rng.sample((2, 3, 5, 6, 7, 10), 2)
    (a, b), (c, d) = _line(rng), _line(rng, steep=False)
    p, q = rng.randint(1, 9), rng.choice((1, 1, rng.randint(2, 9)))
    parts = [(p, raised(first, linear(a, b))), (-q, raised(second, linear(c, d)))]
    text = arranged(rng, parts)
    if text.endswith("= 0") and rng.random() < 0.7:
        text = f"{term(*parts[0])} = {term(q, parts[1][1])}"
    return settled(
        text,
        _isolated(
            f"{a}*log({first}) - ({c})*log({second})",
            f"log({q}/{p}) + {d}*log({second}) - ({b})*log({first})",
        ),
    )


def _euler(rng: Draw) -> Known | None:
    """Draw exp(2*x + 1) = 5*3^x, 4*exp(-x) = 7^(x + 1), 10^x = exp(x + 2)."""
    base = rng.choice((2, 3, 5, 7, 10))
    (a, b), (c, d) = _line(rng), _line(rng)
    p, q = rng.choice((1, 1, rng.randint(2, 9))), rng.choice((1, rng.randint(2, 12)))
    text = f"{term(p, raised('e', linear(a, b)))} = {term(q, raised(base, linear(c, d)))}"
    return settled(text, _isolated(f"{a} - ({c})*log({base})",
                                   f"log({q}/{p}) + {d}*log({base}) - ({b})"))  # fmt: skip


def _joined(rng: Draw) -> Known | None:
    """Draw 2^x*5^x = 1000, 3^x*5^(x + 1) = 8, 6^x/2^x = 9, 2^x*3^(x^2) = 1."""
    first, second = rng.sample((2, 3, 5, 7), 2)
    kind = rng.random()
    value = (first * second) ** rng.randint(2, 3) if kind < 0.4 else rng.randint(2, 50)
    if kind < 0.5:
        return settled(f"{first}^x*{second}^x = {value}", [f"log({value})/log({first * second})"])
    a, b = _line(rng)
    if kind < 0.8:
        text = f"{first}^x*{raised(second, linear(a, b))} = {value}"
        return settled(text, _isolated(f"log({first}) + {a}*log({second})",
                                       f"log({value}) - ({b})*log({second})"))  # fmt: skip
    if kind < 0.9:
        return settled(f"{first * second}^x/{first}^x = {value}", [f"log({value})/log({second})"])
    sign = rng.choice(("", "-"))
    text = f"{first}^x*{second}^({sign}x^2) = 1"
    return settled(text, ["0", f"{'' if sign else '-'}log({first})/log({second})"])


def _homogeneous(rng: Draw) -> Known | None:
    """Draw 3*4^x - 5*6^x + 2*9^x = 0, 25^x - 10^x = 2*4^x: a quadratic in (p/q)^x."""
    p, q = rng.choice(((2, 3), (2, 3), (2, 5), (3, 5), (2, 7), (3, 4)))
    if rng.random() < 0.75:
        (r, s), (t, u) = ((nonzero(rng, 5), rng.randint(1, 3)) for _ in range(2))
        a, b, c = s * u, -(r * u + t * s), r * t
    else:
        a, b, c = rng.randint(1, 4), nonzero(rng, 6), nonzero(rng, 6)
    parts: list[Term] = [(a, f"{p * p}^x"), (b, f"{p * q}^x"), (c, f"{q * q}^x")]
    found = [f"log({value})/log({p}/{q})" for value in quadratic(a, b, c)]
    if rng.random() < 0.4:
        sign = 1 if c > 0 else -1
        parts = [(sign * factor, power) for factor, power in reversed(parts)]
    return settled(arranged(rng, parts), found)


# -- quadratics in a power -------------------------------------------------------------------------


def in_powers(rng: Draw) -> Known | None:
    """For example 4^x - 5*2^x + 4 = 0, exp(x) + 6*exp(-x) = 5, 3^x + 3^(2 - x) = 10."""
    base: int | str = rng.choice((2, 2, 2, 3, 3, 5, 7, "e", "e", "e", "e", 10))
    a, b, c = _values(rng, base)
    kind = rng.random()
    return _inverted(rng, base, a, b, c) if kind < 0.3 else _squared(rng, base, a, b, c)


def _values(rng: Draw, base: int | str) -> tuple[int, int, int]:
    """Draw a quadratic whose zeros are powers of the base mostly, or anything."""
    kind = rng.random()
    if kind < 0.25:
        return rng.choice((1, 1, 2, 3)), nonzero(rng, 9), nonzero(rng, 9)
    choices: Sequence[Fraction]
    if base == "e" or kind < 0.4:
        choices = [Fraction(each) for each in (1, 2, 3, 4, 5, 6, -1, -2, -3)] + [
            Fraction(1, 2),
            Fraction(3, 2),
        ]
    else:
        assert isinstance(base, int)
        powers = [Fraction(base) ** each for each in range(-1, 4) if base**each <= 125]
        choices = [*powers, *powers, Fraction(-1), Fraction(-base), Fraction(-3)]
    first, second = rng.choice(choices), rng.choice(choices)
    below = first.denominator * second.denominator
    return below, int(-below * (first + second)), int(below * first * second)


def _squared(rng: Draw, base: int | str, a: int, b: int, c: int) -> Known | None:
    """Write a*b^(2*x) + b*b^x + c = 0, the square as 4^x or 2^(2*x), factors into exponents."""
    slope, shift = rng.choice((1, 1, 1, 1, 2, -1)), rng.choice((0, 0, 0, 0, nonzero(rng, 2)))
    inner = linear(slope, shift)
    square = raised(base, linear(2 * slope, 2 * shift))
    if isinstance(base, int) and base < 10 and rng.random() < 0.55:
        square = raised(base * base, inner)
    elif rng.random() < 0.1:
        square = f"{raised(base, inner)}^2" if base == "e" else f"({raised(base, inner)})^2"
    first: Term = (a, square)
    middle: Term = (b, raised(base, inner))
    if (
        isinstance(base, int)
        and a == base
        and square.startswith(f"{base}^(")
        and rng.random() < 0.7
    ):
        first = (1, raised(base, linear(2 * slope, 2 * shift + 1)))
    if isinstance(base, int) and b % base == 0 and rng.random() < 0.4:
        middle = (b // base, raised(base, linear(slope, shift + 1)))
    found = [f"({undone(base, value)} - ({shift}))/({slope})" for value in quadratic(a, b, c)]
    return settled(arranged(rng, [first, middle, (c, "")]), found)


def _inverted(rng: Draw, base: int | str, a: int, b: int, c: int) -> Known | None:
    """Write a*b^x + c*b^(-x) = -b, or 3^x + 3^(2 - x) = 10."""
    last: Term = (c, raised(base, "-x"))
    if isinstance(base, int) and c == base**2:
        last = (1, raised(base, "2 - x"))
    elif isinstance(base, int) and c % base == 0 and rng.random() < 0.6:
        last = (c // base, raised(base, "1 - x"))
    elif rng.random() < 0.25:
        last = (1 if c > 0 else -1, f"{abs(c)}/{raised(base, 'x')}")
    found = [undone(base, value) for value in quadratic(a, b, c)]
    return settled(arranged(rng, [(a, raised(base, "x")), (b, ""), last]), found)
