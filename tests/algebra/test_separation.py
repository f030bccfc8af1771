"""Numbers that are zero, and numbers that only seem to be."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest

from aljabr.algebra import separation
from aljabr.algebra.parse import parse

ZERO = """
    sqrt(sqrt(2) + 2) - 2cos(pi/8)
    sqrt(2) - 1 - tan(pi/8)
    sin(pi/5) - sqrt(10 - 2sqrt(5))/4
    cos(pi/9)cos(2pi/9)cos(4pi/9) - 1/8
    tan(pi/7)tan(2pi/7)tan(3pi/7) - sqrt(7)
    4^(1/4) - sqrt(2)
    sqrt(2)^(1/3) - 2^(1/6)
    cbrt(cbrt(2) - 1) - cbrt(1/9) + cbrt(2/9) - cbrt(4/9)
    sqrt(5) + sqrt(22+2sqrt(5)) - sqrt(11+2sqrt(29)) - sqrt(16-2sqrt(29)+2sqrt(55-10sqrt(29)))
    cos(acos(1/3)/3)^3 - 3cos(acos(1/3)/3)/4 - 1/12
    sin(2atan(1/2)) - 4/5
    asin(3/5) - acos(4/5)
    2atan(1/2) - atan(4/3)
    acos(-1/3) - pi + acos(1/3)
    4atan(1/5) - atan(1/239) - pi/4
    log(6) - log(2) - log(3)
    log(2 + sqrt(3)) + log(2 - sqrt(3))
    log(3 + 2sqrt(2))/2 - log(1 + sqrt(2))
    log(6)/log(2) - 1 - log(3)/log(2)
    2^log(3) - 3^log(2)
    25 - 9^(log(5)/log(3))
    7 - 10^lg(7)
    sqrt(sqrt(-1)) - (1 + sqrt(-1))/sqrt(2)
"""
NOT_ZERO = """
    sqrt(2) + sqrt(3) - sqrt(5 + 2sqrt(6)) + e^(-300)
    sqrt(2) + sqrt(3) - 31462643699419723423/10^19
    log(6) - log(2) - log(3) + e^(-2000)
    asin(3/5) - acos(4/5) + 2pi
    log(2)/log(3) - 63092975357145743710/10^20
    sqrt(10^18 + 1) + sqrt(10^18 - 1) - 2*10^9
    e^(pi*sqrt(163)) - 262537412640768744
    22/7 - pi
"""


def number(text: str) -> object:
    return parse(f"x = {text}", "x").rhs.sym


@pytest.mark.parametrize("text", ZERO.strip().splitlines())
def test_what_is_zero_is_proved_to_be(text: str) -> None:
    assert separation.is_zero(number(text))


@pytest.mark.parametrize("text", NOT_ZERO.strip().splitlines())
def test_what_is_nearly_zero_is_not(text: str) -> None:
    assert not separation.is_zero(number(text))


def test_an_odd_root_that_may_be_read_in_two_ways_decides_nothing() -> None:
    """cbrt(-8) is -2 to one reader, 1 + sqrt(-3) to another."""
    assert not separation.is_zero(number("(-8 + sqrt(2) - 2^(1/2))^(1/3) + 2"))


def test_random_sums_of_radicals_are_zero_just_where_they_are() -> None:
    """Both ways: a sum taken apart into its own square, and the same with one number changed."""
    rng = random.Random(7)
    for _ in range(60):
        a, b, c = (rng.randint(2, 30) for _ in range(3))
        shift = rng.choice([0, 0, 1])
        text = (
            f"sqrt({a}) + sqrt({b}) + sqrt({c})"
            f" - sqrt({a + b + c} + 2sqrt({a * b}) + 2sqrt({a * c}) + 2sqrt({b * c + shift}))"
        )
        with mpmath.workdps(60):
            s = mpmath.sqrt
            inner = a + b + c + 2 * (s(a * b) + s(a * c) + s(b * c + shift))
            is_zero = abs(s(a) + s(b) + s(c) - s(inner)) < mpmath.mpf(10) ** -50
        assert is_zero == (shift == 0)
        assert separation.is_zero(number(text)) == is_zero, text


def test_bounds_hold_for_all_conjugates() -> None:
    """U = a + b*sqrt(2) with conjugates a - b*sqrt(2): the norm of U is a whole number."""
    rng = random.Random(3)
    for _ in range(100):
        a, b, q = rng.randint(-99, 99), rng.randint(1, 99), rng.randint(1, 9)
        below = Fraction(a, q).denominator
        expr = parse(f"x = {a}/{q} + {b}*sqrt(2) + sqrt(3)", "x").rhs
        field = separation.Field()
        size = field.size(expr)
        largest = max(
            abs(below * (a / q + s * b * 2**0.5 + t * 3**0.5)) for s in (1, -1) for t in (1, -1)
        )
        assert 2**size.above >= largest * (1 - 1e-12)
        assert field.degree % 4 == 0
