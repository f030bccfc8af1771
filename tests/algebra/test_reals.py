"""Expressions as real functions: NumPy's numbers, and none where something is not real."""

from __future__ import annotations

import math

import numpy as np
import pytest

from aljabr.algebra.expr import Expr
from aljabr.algebra.parse import parse
from aljabr.algebra.reals import number, values

POINTS = np.array([-8.0, -1.0, 0.0, 0.5, 4.0])
NAN = math.nan


def read(text: str) -> Expr:
    """Read a side that may hold the unknown."""
    return parse(f"x = {text}", "x").rhs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x^2/2 - 1", [31, -0.5, -1, -0.875, 7]),
        ("sqrt(x)", [NAN, NAN, 0, 0.5**0.5, 2]),
        ("cbrt(x)", [-2, -1, 0, 0.5 ** (1 / 3), 4 ** (1 / 3)]),
        ("x^(2/3)", [4, 1, 0, 0.5 ** (2 / 3), 4 ** (2 / 3)]),
        ("x^(-1/3)", [-0.5, -1, NAN, 2 ** (1 / 3), 0.25 ** (1 / 3)]),
        ("log(x)", [NAN, NAN, NAN, math.log(0.5), math.log(4)]),
        ("1/x", [-0.125, -1, NAN, 2, 0.25]),
        ("x^x", [8.0**-8, -1, 1, 0.5**0.5, 256]),
        ("asin(x)", [NAN, -math.pi / 2, 0, math.pi / 6, NAN]),
        ("|x| + pi", [8 + math.pi, 1 + math.pi, math.pi, 0.5 + math.pi, 4 + math.pi]),
        ("exp(1000 x)", [0, 0, 1, NAN, NAN]),  # too large to draw
        ("sqrt(-1) x", [NAN] * 5),
        ("e^2", [math.exp(2)] * 5),
    ],
)
def test_values(text, expected):
    np.testing.assert_allclose(values(read(text), POINTS), expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2*sqrt(2)", 8**0.5),
        ("cbrt(-8)", -2),  # the principal root is not real
        ("10^15 - sqrt(10^30 - 1)", 5e-16),  # nothing is left of this in 16 digits
        ("(1 + sqrt(-3))^(1/3) + (1 - sqrt(-3))^(1/3)", 2 * 2 ** (1 / 3) * math.cos(math.pi / 9)),
        ("sqrt(-4)", NAN),
        ("pi/6 + 2*pi*n", math.pi / 6 - 4 * math.pi),
    ],
)
def test_numbers(text, expected):
    assert number(read(text), {"n": -2}) == pytest.approx(expected, rel=1e-9, nan_ok=True)
