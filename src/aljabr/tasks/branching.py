"""Absolute values, radicals, products and exponentials, with their sets: makers of `sets`.

Candidates come from the cases of an equation, and each is tried in the equation by exact
arithmetic, so that extraneous ones fall away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from aljabr.tasks.factored import (
    Draw,
    Root,
    X,
    dressed,
    expanded,
    is_plain,
    known,
    line,
    line_root,
    multiplied,
    nonzero,
    plus,
    power_root,
    solutions,
    times,
)
from aljabr.tasks.written import Known, Written, number, stand_in

Keep = Callable[[Fraction], bool]


def _cases(cases: Sequence[tuple[Written, Written]], keep: Keep | None = None) -> list[str] | None:
    """Return the roots of several equations that pass a test; None if one is no task."""
    roots: list[Root] = []
    for left, right in cases:
        found = solutions(left, right)
        if found is None or (keep is not None and any(root.value is None for root in found)):
            return None
        roots += found
    return [
        root.text for root in roots if keep is None or (root.value is not None and keep(root.value))
    ]


def _equation(left: Written, right: Written, roots: Sequence[str] | None) -> Known | None:
    return None if roots is None else known(f"{left.text} = {right.text}", roots)


def _line(rng: Draw) -> Written:
    """Draw x, x - 3, 2*x + 5, 4 - x."""
    slope = rng.choice((1, 1, 1, 2, 3, 4, 5, -1, -2))
    shift = rng.choice((0, *(nonzero(rng, 12) for _ in range(5))))
    return line(abs(slope) if shift <= 0 else slope, shift, slope < 0)


def _joined(rng: Draw, left: Written, right: Written) -> Written:
    return left + right if rng.random() < 0.5 else left - right


# -- absolute values -----------------------------------------------------------------------------


def absolute_values(rng: Draw) -> Known | None:
    """For example |2*x - 3| = 5, |x + 1| = 2*x - 4, |x - 1| = |3*x|, ||x - 1| - 3| = 2."""
    return rng.choice(_ABSOLUTE)(rng)


def _bars(inner: Written) -> Written:
    return stand_in(f"|{inner.text}|")


def _equals_number(rng: Draw) -> Known | None:
    inner = _line(rng)
    value = Fraction(
        rng.choice((0, -1, *([1] * 10))) * rng.randint(1, 15), rng.choice((1, 1, 1, 2))
    )
    sides = dressed(rng, _bars(inner), value)
    cases = [(inner, number(value)), (inner, number(-value))] if value >= 0 else []
    return _equation(*sides, _cases(cases))


def _equals_line(rng: Draw) -> Known | None:
    """Draw |2*x - 1| = x + 4: a case gives a root where the right side is not negative."""
    inner, right = _line(rng), _line(rng)
    factor, shift = rng.choice((1, 1, 1, 2, 3)), rng.choice((0, 0, nonzero(rng, 9)))
    left = plus(times(factor, _bars(inner)), shift)
    value = plus(right, -shift)
    cases = [(times(factor, inner), value), (times(factor, inner), -value)]
    return _equation(left, right, _cases(cases, lambda root: value.at(root) >= 0))


def _equals_bars(rng: Draw) -> Known | None:
    inner, other = _line(rng), _line(rng)
    factor = rng.choice((1, 1, 1, 2, 3))
    right = times(factor, other)
    sides = _bars(inner), times(factor, _bars(other))
    if rng.random() < 0.15:
        sides = sides[0] - stand_in(sides[1].text), number(0)
    return _equation(*sides, _cases([(inner, right), (inner, -right)]))


def _nested(rng: Draw) -> Known | None:
    inner, shift, value = _line(rng), rng.randint(1, 9), rng.randint(0, 9)
    factor = rng.choice((1, 1, 1, 2))
    middle = plus(times(factor, _bars(inner)), -shift)
    if rng.random() < 0.3:
        middle = number(shift) - times(factor, _bars(inner))
    targets = {Fraction(shift + value, factor), Fraction(shift - value, factor)}
    cases = [(inner, number(sign * each)) for each in targets if each >= 0 for sign in (1, -1)]
    return _equation(*dressed(rng, _bars(middle), value), _cases(cases))


def _of_square(rng: Draw) -> Known | None:
    """Draw |x^2 - 5| = 4, |x^2 - 3*x| = 2."""
    value = rng.randint(0, 15)
    if rng.random() < 0.6:
        inner = expanded([nonzero(rng, 20), 0, 1])
    else:
        inner = expanded([value + rng.choice((0, nonzero(rng, 9))), nonzero(rng, 8), 1])
    cases = [(inner, number(value)), (inner, number(-value))]
    return _equation(*dressed(rng, _bars(inner), value), _cases(cases))


def _squared_bars(rng: Draw) -> Known | None:
    """Draw x^2 - 5*|x| + 6 = 0: a quadratic for |x|."""
    first, second = rng.randint(-5, 9), rng.randint(0, 9)
    bars = stand_in("|x|")
    left = plus(plus(stand_in("x^2", 2), 0) - times(first + second, bars), first * second)
    if first + second <= 0:
        return None
    roots = [str(sign * each) for each in (first, second) if each >= 0 for sign in (1, -1)]
    return _equation(left, number(0), [root.replace("-0", "0") for root in roots])


_ABSOLUTE: Final = (_equals_number, _equals_number, _equals_number, _equals_line, _equals_line,
                    _equals_line, _equals_bars, _equals_bars, _nested, _of_square,
                    _squared_bars)  # fmt: skip

# -- radicals ------------------------------------------------------------------------------------


def radicals(rng: Draw) -> Known | None:
    """For example sqrt(2*x + 3) = x, sqrt(x + 7) - sqrt(x) = 1, cbrt(2*x - 1) = 3."""
    return rng.choice(_RADICALS)(rng)


def _root_of(inner: Written) -> Written:
    return stand_in(f"sqrt({inner.text})")


def _root_is_number(rng: Draw) -> Known | None:
    """Draw sqrt(2*x + 3) = 5, cbrt(x - 1) = -2, 3*sqrt(x) + 1 = 7."""
    inner, is_cube = _line(rng), rng.random() < 0.45
    value = rng.randint(-4, 5) if is_cube else rng.choice((-1, 1, 1, 1, 1, 1)) * rng.randint(0, 9)
    radical = stand_in(f"cbrt({inner.text})") if is_cube else _root_of(inner)
    cases = [(inner, number(value ** (3 if is_cube else 2)))] if is_cube or value >= 0 else []
    return _equation(*dressed(rng, radical, value), _cases(cases))


def _root_is_line(rng: Draw) -> Known | None:
    """Draw sqrt(a*x + b) = x + c with a rational candidate, so that the other is rational too."""
    root = Fraction(rng.randint(-9, 12))
    right = _line(rng)
    slope = rng.choice((1, 1, 2, 3, 4, 5, -1, -2))
    square = int(right.at(root) ** 2)
    inner = line(slope, int(square - slope * root), slope < 0)
    if rng.random() < 0.25:  # sqrt(x^2 + 5) = x + 1
        other = nonzero(rng, 4)
        inner = expanded([int(square - root**2 - other * root), other, 1])
    factor, shift = rng.choice((1, 1, 1, 2, 3)), rng.choice((0, 0, nonzero(rng, 6)))
    left, shown = _root_of(inner), times(factor, right)
    if not is_plain(inner.at(Fraction(0)), 150):
        return None
    cases = [(inner, right**2)]
    roots = _cases(cases, lambda each: right.at(each) >= 0)
    return _equation(plus(times(factor, left), shift), plus(shown, shift), roots)


def _equal_roots(rng: Draw) -> Known | None:
    """Draw sqrt(x - 2) = sqrt(2*x - 1): what is under the roots may be negative."""
    inner, other = _line(rng), _line(rng)
    if rng.random() < 0.4:
        inner = expanded([nonzero(rng, 9), rng.randint(-6, 6), 1])
    if rng.random() < 0.25:
        sides = stand_in(f"cbrt({inner.text})"), stand_in(f"cbrt({other.text})")
        return _equation(*sides, _cases([(inner, other)]))
    factor = rng.choice((1, 1, 1, 2, 3))
    sides = _root_of(inner), times(factor, _root_of(other))
    cases = [(inner, times(factor**2, other))]
    return _equation(*sides, _cases(cases, lambda root: other.at(root) >= 0))


def _two_roots(rng: Draw) -> Known | None:
    """Draw sqrt(a*x + b) - sqrt(c*x + d) = s."""
    root, slope = rng.randint(-4, 20), rng.choice((1, 1, 2, 3))
    first, second = rng.randint(0, 9), rng.randint(0, 9)
    left = line(slope, first**2 - slope * root)
    right = line(1, second**2 - root)
    sign = rng.choice((1, -1))
    total = first + sign * second
    if left.text == right.text:
        return None
    if total == 0 or rng.random() < 0.12:
        total = nonzero(rng, 6)
    written = _root_of(left) + _root_of(right) if sign > 0 else _root_of(left) - _root_of(right)
    # sqrt(left) = total - sign*sqrt(right), squared twice
    rest = plus(left - right, -(total**2))
    cases = [(rest**2, times(4 * total**2, right))]

    def keep(each: Fraction) -> bool:
        if left.at(each) < 0 or right.at(each) < 0:
            return False
        roots = power_root(left.at(each), 2).value, power_root(right.at(each), 2).value
        return None not in roots and roots[0] + sign * roots[1] == total  # type: ignore[operator]

    return _equation(written, number(total), _cases(cases, keep))


def _squared_root(rng: Draw) -> Known | None:
    """Draw x - 5*sqrt(x) + 6 = 0: a quadratic for the root."""
    first, second = rng.randint(-6, 9), rng.randint(1, 9)
    if first + second == 0:
        return None
    base = stand_in("x", 2)
    bracket = times(abs(first + second), stand_in("sqrt(x)"))
    roots = [str(each * each) for each in (first, second) if each >= 0]
    if rng.random() < 0.3 and first * second:  # x + 6 = 5*sqrt(x)
        return _equation(
            plus(base, first * second), times(first + second, stand_in("sqrt(x)")), roots
        )
    left = base - bracket if first + second > 0 else base + bracket
    return _equation(plus(left, first * second), number(0), roots)


_RADICALS: Final = (_root_is_number, _root_is_number, _root_is_line, _root_is_line, _root_is_line,
                    _equal_roots, _equal_roots, _two_roots, _squared_root)  # fmt: skip

# -- products ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Factor:
    """Something that vanishes at rational numbers, and is real where another line is positive."""

    written: Written
    roots: tuple[Fraction, ...]
    inside: Written | None = None
    """What must be positive (or zero, under a root); None if nothing need be."""
    strict: bool = True

    def is_real(self, root: Fraction) -> bool:
        if self.inside is None:
            return True
        value = self.inside.at(root)
        return value > 0 or (value == 0 and not self.strict)


def _plain_factor(rng: Draw) -> _Factor:
    kind = rng.random()
    if kind < 0.7:
        inner = _line(rng)
    elif kind < 0.86:
        inner = expanded([-(rng.randint(1, 6) ** 2), 0, 1])
    else:
        inner = expanded([rng.randint(1, 9), 0, 1])
    roots = solutions(inner, number(0)) or []
    return _Factor(inner, tuple(root.value for root in roots if root.value is not None))


def _odd_factor(rng: Draw) -> _Factor:
    """Draw exp(x), log(x - 2), sqrt(x + 3), 2^x - 8, |x - 1|."""
    kind, inner = rng.randrange(7), _line(rng)
    (root,) = solutions(inner, number(0)) or []
    (one,) = solutions(inner, number(1)) or []
    assert root.value is not None
    assert one.value is not None
    if kind == 0:
        return _Factor(stand_in(f"exp({inner.text})"), ())
    if kind == 1:
        return _Factor(plus(stand_in(f"exp({inner.text})"), -1), (root.value,))
    if kind == 2:
        return _Factor(stand_in(f"log({inner.text})"), (one.value,), inner)
    if kind == 3:
        return _Factor(stand_in("log(x)"), (Fraction(1),), X)
    if kind == 4:
        return _Factor(stand_in(f"sqrt({inner.text})"), (root.value,), inner, strict=False)
    if kind == 5:
        return _Factor(stand_in(f"|{inner.text}|"), (root.value,))
    base, power = rng.choice((2, 3, 5, 10)), rng.randint(0, 3)
    return _Factor(plus(stand_in(f"{base}^x"), -(base**power)), (Fraction(power),))


def products(rng: Draw) -> Known | None:
    """For example (x - 2)*(x + 3)*(2*x - 1) = 0, x*exp(x) = 0, (x^2 - 4)*log(x) = 0."""
    factors = [_plain_factor(rng) for _ in range(rng.randint(1, 3))]
    if len(factors) == 1 or rng.random() < 0.6:
        factors += [_odd_factor(rng) for _ in range(rng.choice((1, 1, 1, 2)))]
    factors = sorted(factors[:4], key=lambda each: " " in each.written.text)
    if len({each.written.text for each in factors}) < len(factors):
        return None
    if len(factors) == 2 and rng.random() < 0.3:
        return _moved_product(rng, factors[1])
    total = factors[0].written
    for factor in factors[1:]:
        total = total * factor.written
    total = times(rng.choice((1, 1, 1, 1, 2, 3, -1)), total)
    return known(f"{total.text} = 0", _kept(factors))


def _moved_product(rng: Draw, second: _Factor) -> Known | None:
    """Draw x*exp(x) = 3*exp(x), x^2*log(x) = 4*log(x)."""
    shift = nonzero(rng, 12)
    moved = rng.choice((plus(X, shift), plus(X**2, -(shift**2))))
    roots = solutions(moved, number(0)) or []
    values = tuple(root.value for root in roots if root.value is not None)
    term = X if len(values) == 1 else X**2
    right = times(int(term.at(values[0])), second.written)
    text = f"{(term * second.written).text} = {right.text}"
    return known(text, _kept([_Factor(moved, values), second]))


def _kept(factors: Sequence[_Factor]) -> list[str]:
    roots = [root for factor in factors for root in factor.roots]
    return [str(root) for root in roots if all(factor.is_real(root) for factor in factors)]


# -- exponentials --------------------------------------------------------------------------------


def exponentials(rng: Draw) -> Known | None:
    """For example 5^(x - 1) = 25, exp(2*x) = 3, 2^x = 2^(3 - x), 4^x = 8."""
    base, exponent = rng.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10)), _line(rng)
    kind = rng.random()
    if kind < 0.35:
        power = rng.randint(-2, 5)
        value = Fraction(base) ** power
        roots = _cases([(exponent, number(power))])
        return _dressed_power(rng, _raised(str(base), exponent), value, roots)
    if kind < 0.45:  # 4^x = 8, (1/2)^x = 16
        root, first, second = rng.choice((2, 3, 5)), rng.choice((-2, -1, 2, 3)), rng.randint(1, 4)
        shown = str(root**first) if first > 0 else f"({Fraction(root) ** first})"
        roots = _cases([(times(first, exponent), number(second))])
        return _dressed_power(rng, _raised(shown, exponent), Fraction(root) ** second, roots)
    if kind < 0.6:  # a value that is no power, or none at all
        value = Fraction(rng.choice((-1, 0, 1, 1, 1, 1, 1, 1)) * rng.randint(2, 30))
        euler = rng.random() < 0.6
        written = stand_in(f"exp({exponent.text})") if euler else _raised(str(base), exponent)
        target = Root(f"log({value})" if euler else f"log({value})/log({base})", None)
        slope, shift = exponent.at(Fraction(1)) - exponent.at(Fraction(0)), exponent.at(Fraction(0))
        found = [line_root(slope, shift, target).text] if value > 0 else []
        return _dressed_power(rng, written, value, found)
    if kind < 0.8:  # 2^u = 2^v
        other = _line(rng)
        if rng.random() < 0.3:
            sides = stand_in(f"exp({exponent.text})"), stand_in(f"exp({other.text})")
        else:
            sides = _raised(str(base), exponent), _raised(str(base), other)
        return _equation(*sides, _cases([(exponent, other)]))
    power = rng.randint(0, 3)  # 2^(x^2 - 3*x) = 16
    constant, *rest = multiplied([[nonzero(rng, 5), 1], [rng.randint(-5, 5), 1]])
    shown_power = _raised(str(base), expanded([constant + power, *rest]))
    roots = _cases([(expanded([constant, *rest]), number(0))])
    return _equation(shown_power, number(base**power), roots)


def _raised(base: str, exponent: Written) -> Written:
    inner = exponent.text if exponent.text == "x" else f"({exponent.text})"
    return stand_in(f"{base}^{inner}")


def _dressed_power(
    rng: Draw, written: Written, value: Fraction, roots: Sequence[str] | None
) -> Known | None:
    """Write that a power has a value; a factor in front would be read as part of its base."""
    sides = dressed(rng, written, value)
    if not all(abs(side.at(Fraction(0))) < 20_000 for side in sides):
        return None
    return _equation(*sides, roots)
