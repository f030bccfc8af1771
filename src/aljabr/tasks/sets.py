"""Equations with all their real roots, as many as there are: one maker a kind.

Every numeric equation comes down to factors that are linear, of the form u^n = c, or without real
roots: none takes the quadratic formula. Roots come from how an equation is made, or by exact
arithmetic on what is written (see `factored`), never from the solver. This module has polynomials,
powers and fractions; see `branching`, `periodic` and `formulas` for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from aljabr.tasks import branching, formulas, periodic
from aljabr.tasks.factored import (
    Draw,
    Sides,
    X,
    dressed,
    expanded,
    is_plain,
    known,
    line,
    line_root,
    lowest,
    multiplied,
    nonzero,
    plus,
    power_roots,
    solutions,
    solve_factored,
    times,
)
from aljabr.tasks.written import Known, Written, number, stand_in

Coefficients = list[int]
"""Of a polynomial, from the lowest power."""

MOST: Final = 1_500
"""The largest coefficient that is written."""

# -- polynomials ---------------------------------------------------------------------------------


def _linear(rng: Draw, most: int = 9, steep: float = 0.0) -> Coefficients:
    slope = rng.randint(2, 5) if rng.random() < steep else 1
    return lowest([rng.randint(-most, most) if slope == 1 else nonzero(rng, most), slope])


def _squared(rng: Draw) -> Coefficients:
    """Draw x^2 + 4, x^2 - 7 or x^2 - 9."""
    kind = rng.random()
    return [rng.randint(1, 9) if kind < 0.4 else -rng.randint(1, 25), 0, 1]


def _factors(rng: Draw) -> list[Coefficients]:
    """Draw the factors of a polynomial up to degree 6."""
    kind = rng.randrange(12)
    if kind < 2:
        return [_linear(rng, 12), _linear(rng, 12)]
    if kind < 4:
        return [_linear(rng, 9, 1.0), _linear(rng, 9, 0.4)]
    if kind == 4:
        return [[0, rng.randint(1, 9)], _linear(rng, 15, 0.4)]
    if kind == 5:
        slope, shift = rng.randint(1, 7), rng.randint(1, 12)
        return [[-shift, slope], [shift, slope]] + [[0, 1]] * (rng.random() < 0.3)
    if kind == 6:
        factor = _linear(rng, 9, 0.4)
        return [factor, factor] + [_linear(rng, 5)] * (rng.random() < 0.4)
    if kind == 7:
        return [_linear(rng, 5, 0.2), _linear(rng, 5), rng.choice((_linear(rng, 4), [0, 1]))]
    if kind == 8:
        return [_linear(rng, 6, 0.2), _squared(rng)]
    if kind == 9:
        return [[-(rng.randint(1, 5) ** 2), 0, 1], _squared(rng)]
    if kind == 10:
        inner = [rng.choice(([0, 1], _linear(rng, 3), _squared(rng))) for _ in range(4)]
        high: list[Coefficients] = []
        for factor in inner:
            if sum(len(each) - 1 for each in (*high, factor)) <= 6:
                high.append(factor)
        return high
    return [[rng.randint(3, 25), nonzero(rng, 5), rng.randint(1, 3)]]


def polynomials(rng: Draw) -> Known | None:
    """For example x^2 - 5*x + 6 = 0, 2*x^2 = 8*x - 6, x*(x - 5) = 6, x^4 - 13*x^2 + 36 = 0."""
    factors = _factors(rng)
    common = rng.choices((1, -1, rng.randint(2, 6)), (75, 10, 15))[0]
    whole = [common * each for each in multiplied(factors)]
    if max(map(abs, whole)) > MOST or len(whole) < 3:
        return None
    return solve_factored(_forms(rng, factors, common, whole))


def _forms(
    rng: Draw, factors: Sequence[Coefficients], common: int, whole: Coefficients
) -> Sides | None:
    kind = rng.random()
    if kind < 0.3:
        return expanded(whole), number(0)
    if kind < 0.5:  # some terms go to the other side
        moved = [rng.random() < 0.5 for _ in whole[:-1]] + [False]
        stays = [0 if move else each for each, move in zip(whole, moved, strict=True)]
        goes = [-each if move else 0 for each, move in zip(whole, moved, strict=True)]
        return _turned(rng, expanded(stays), expanded(goes))
    if kind < 0.62:  # something is on both sides
        added = [nonzero(rng, 9) if rng.random() < 0.7 else 0 for _ in range(min(len(whole), 3))]
        rest = whole[len(added) :]
        total = [a + b for a, b in zip(whole[: len(added)], added, strict=True)] + rest
        return _turned(rng, expanded(total), expanded(added))
    first, *others = rng.sample(factors, len(factors))
    rest = [common * each for each in multiplied(others)]
    if kind < 0.72:  # half factored
        return _product([first, *([rest] if others or common != 1 else [])]), number(0)
    if kind < 0.8 and others:  # the same factor on both sides
        shift = [nonzero(rng, 6)] + [nonzero(rng, 4)] * (rng.random() < 0.3)
        shift += [0] * (len(rest) - len(shift))
        total = [a + b for a, b in zip(rest, shift, strict=False)]
        if len(shift) > len(rest) or not any(total):
            return None
        return _product([first, total]), _product([first, shift])
    if kind < 0.88:
        return times(common, _product(factors)), number(0)
    if len(whole) != 3 or len(factors) != 2 or common != 1:
        return None
    moved_by = rng.randint(-6, 6)  # x*(x - 5) = 6, (x - 1)*(x - 4) = 2*x + 3
    left = [_shifted(factors[0], moved_by), _shifted(factors[1], rng.choice((-moved_by, 1, -2)))]
    right = [a - b for a, b in zip(multiplied(left), whole, strict=True)]
    return _product(left), expanded(right)


def _turned(rng: Draw, left: Written, right: Written) -> Sides:
    return (right, left) if rng.random() < 0.15 else (left, right)


def _shifted(factor: Coefficients, by: int) -> Coefficients:
    return [factor[0] + by, *factor[1:]]


def _product(factors: Sequence[Coefficients]) -> Written:
    """Write factors: numbers and multiples of x in front, a factor that stands twice as a power."""
    texts = {tuple(each): factors.count(each) for each in factors}
    total: Written | None = None
    for each in sorted(texts, key=lambda one: (len([c for c in one if c]), len(one))):
        part = expanded(each)
        count = texts[each]
        if part.text == "1":
            continue
        if count > 1:
            part = part**count
        total = part if total is None else total * part
    return number(1) if total is None else total


# -- powers --------------------------------------------------------------------------------------


def powers(rng: Draw) -> Known | None:
    """For example (x - 3)^2 = 16, 2*(x + 1)^3 = 54, x^2 + 4 = 0, x^(-2) = 1/4."""
    slope, shift = rng.choice((1, 1, 1, -1, 2, 3, 4, 5)), rng.choice((0, nonzero(rng, 12)))
    if shift == 0:
        slope = abs(slope)
    if rng.random() < 0.15:
        return _equal_powers(rng)
    exponent = rng.choices((2, 3, 4, 5, 6, -1, -2, -3), (45, 20, 12, 5, 3, 3, 9, 3))[0]
    base = line(slope, shift, rng.random() < 0.3)
    kind = rng.random()
    if kind < 0.7:
        size = rng.randint(1, 12 if abs(exponent) == 2 else 5 if abs(exponent) == 3 else 3)
        value = Fraction(size, rng.choice((1, 1, 1, 2, 3))) ** abs(exponent)
        value = -value if exponent % 2 and rng.random() < 0.4 else value
        value = 1 / value if exponent < 0 and rng.random() < 0.8 else value
    elif kind < 0.88:
        value = Fraction(rng.randint(2, 50), rng.choice((1, 1, 1, 2, 3)))
    else:
        value = Fraction(rng.choice((0, -1)) * rng.randint(1, 30))
    inside = base.text if base.text == "x" else f"({base.text})"
    written = f"{inside}^{exponent}" if exponent > 0 else f"{inside}^({exponent})"
    if exponent < 0 and rng.random() < 0.5:
        above, shift_by = rng.randint(1, 9), rng.choice((0, nonzero(rng, 9)))
        fraction = f"{above}/{inside}" + f"^{-exponent}" * (exponent < -1)
        sides = plus(stand_in(fraction), shift_by), number(above * value + shift_by)
    else:
        sides = dressed(rng, stand_in(written), value)
    if not all(is_plain(side.at(Fraction(0)), 2_000) for side in sides):
        return None
    roots = [line_root(Fraction(slope), Fraction(shift), root)
             for root in power_roots(value, exponent)]  # fmt: skip
    return known(f"{sides[0].text} = {sides[1].text}", [root.text for root in roots])


def _equal_powers(rng: Draw) -> Known | None:
    """For example (x - 3)^2 = (2*x + 1)^2, (3*x - 5)^3 = (x + 1)^3."""
    exponent = rng.choice((2, 2, 2, 3, 4))
    left, right = (line(rng.choice((1, 1, 2, 3, -1)), nonzero(rng, 9)) for _ in range(2))
    factor = rng.choice((1, 1, 1, 2, 3))
    cases = [right, -right] if exponent % 2 == 0 else [right]
    found = [solutions(left, times(factor, case)) for case in cases]
    if None in found:
        return None
    outer = times(factor**exponent, right**exponent)
    return known(
        f"{left.text if left.text == 'x' else f'({left.text})'}^{exponent} = {outer.text}",
        [root.text for each in found for root in each or []],
    )


# -- fractions -----------------------------------------------------------------------------------


def fractions(rng: Draw) -> Known | None:
    """For example x/(x - 2) = 2/(x - 2) + 1, 1/x + 1/(x + 3) = 1/2, (x^2 - 4)/(x - 2) = 0."""
    return solve_factored(rng.choice(_FRACTIONS)(rng))


def _plus(rng: Draw, left: Written, right: Written) -> Written:
    return left + right if rng.random() < 0.6 else left - right


def _below(rng: Draw) -> Written:
    slope = rng.choice((1, 1, 1, 2, 3))
    return line(slope, rng.choice((0, nonzero(rng, 6), nonzero(rng, 6))))


def _above(rng: Draw) -> Written:
    kind = rng.random()
    if kind < 0.4:
        return number(rng.randint(1, 12))
    return times(rng.randint(1, 5), X) if kind < 0.7 else line(rng.randint(1, 4), nonzero(rng, 9))


def _same_below(rng: Draw) -> Sides | None:
    """Draw fractions with one denominator; a candidate may be the excluded value."""
    below = _below(rng)
    (divisor,) = solutions(below, number(0)) or []
    if rng.random() < 0.5 and divisor.value:  # the candidate is excluded
        above = times(rng.randint(1, 4), X)
        other = number(above.at(divisor.value))
    else:
        above, other = _above(rng), number(rng.randint(1, 12))
    extra = number(rng.randint(1, 9)) if rng.random() < 0.8 else times(rng.randint(1, 3), X)
    return above / below, _plus(rng, other / below, extra)


def _two_below(rng: Draw) -> Sides | None:
    """Draw a/(x + p) + b/(x + q) = c, with c the value at a rational root."""
    left = _plus(rng, _above(rng) / _below(rng), _above(rng) / _below(rng))
    return _at_root(rng, left)


def _at_root(rng: Draw, left: Written) -> Sides | None:
    try:
        value = left.at(Fraction(rng.randint(-8, 8), rng.choice((1, 1, 1, 2))))
    except ZeroDivisionError:
        return None
    return (left, number(value)) if is_plain(value, 60) else None


def _cancelling(rng: Draw) -> Sides | None:
    """Draw (x^2 - 5*x + 6)/(x - 2) = 0, where a factor cancels but is excluded."""
    first, second = _linear(rng, 6), _linear(rng, 6, 0.3)
    below = expanded(first) if rng.random() < 0.7 else expanded(multiplied([first, _linear(rng)]))
    above = expanded(multiplied([first, second]))
    right = number(0) if rng.random() < 0.4 else number(nonzero(rng, 9))
    return above / below, right


def _with_whole(rng: Draw) -> Sides | None:
    """Draw x + 6/x = 5, x - 4/(x + 1) = 2."""
    left = _plus(rng, times(rng.randint(1, 3), X), number(rng.randint(1, 24)) / _below(rng))
    sides = _at_root(rng, left)
    if sides is None or rng.random() < 0.7:
        return sides
    moved = rng.randint(1, 2)
    return sides[0], plus(times(-moved, X), sides[1].at(Fraction(0)))


def _crossed(rng: Draw) -> Sides | None:
    """Draw (x + 1)/(x - 2) = (x + 5)/(2*x - 1); those that do not factor are dropped."""
    return _above(rng) / _below(rng), _above(rng) / _below(rng)


def _common_below(rng: Draw) -> Sides | None:
    """Draw 1/(x - 2) + 3/(x + 2) = 8/(x^2 - 4)."""
    first, second = _linear(rng, 6), _linear(rng, 6)
    if first == second:
        return None
    left = _plus(rng, _above(rng) / expanded(first), _above(rng) / expanded(second))
    whole = multiplied([first, second])
    below = expanded(whole) if rng.random() < 0.7 else _product([first, second])
    if rng.random() < 0.3:
        return left, number(rng.randint(1, 30)) / below
    root = -(first if rng.random() < 0.6 else second)[0]  # an excluded candidate
    numerator = left * below
    value = numerator.numerator // numerator.numerator.gcd(numerator.denominator)
    total = sum(int(each) * root ** int(power[0]) for power, each in value.to_dict().items())
    return (left, number(total) / below) if 0 < abs(total) <= 200 else None


_FRACTIONS: Final = (_same_below, _two_below, _two_below, _cancelling, _with_whole, _crossed,
                     _common_below)  # fmt: skip


KINDS: Final[dict[str, tuple[Callable[[Draw], Known | None], int]]] = {
    "polynomials": (polynomials, 24),
    "powers": (powers, 12),
    "absolute values": (branching.absolute_values, 13),
    "products": (branching.products, 8),
    "fractions": (fractions, 10),
    "radicals": (branching.radicals, 10),
    "trigonometric": (periodic.trigonometric, 11),
    "formulas": (formulas.formulas, 8),
    "exponentials": (branching.exponentials, 4),
}
"""Each kind's maker, and its share of a hundred."""
