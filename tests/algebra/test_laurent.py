"""Sums of powers of a letter: read exactly, or not at all."""

from __future__ import annotations

import pytest
import symengine as se

from aljabr.algebra import laurent

x, a, b, c, d = se.symbols("x a b c d")


@pytest.mark.parametrize(
    ("sym", "expected"),
    [
        ((x + a) ** 2, {0: a**2, 1: 2 * a, 2: 1}),
        (a / x + b * x**3, {-1: a, 3: b}),
        ((x + 1) ** 2 - x**2, {0: 1, 1: 2}),
        (se.sqrt(x) + a, None),
        (se.sin(x), None),
    ],
)
def test_what_stands_before_each_power(sym, expected):
    assert laurent.coefficients(sym) == expected


def test_what_is_too_much_is_not_multiplied_out():
    assert laurent.coefficients((a + b + c + d + x) ** 300) is None
    assert laurent.coefficients((a + x) ** 8 * (b + x) ** 8 * (c + x) ** 8 * (d + x) ** 800) is None
