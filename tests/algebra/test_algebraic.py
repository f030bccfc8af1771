"""Roots of irreducible polynomials as constants."""

from __future__ import annotations

import random

import mpmath
from flint import fmpz_poly

from aljabr.algebra import algebraic
from aljabr.algebra.printing import sym_text

NAMES = {name: getattr(mpmath, name) for name in ("sqrt", "sin", "cos", "acos", "pi")}


def test_three_real_roots_of_a_cubic_are_written_by_cosines_in_ascending_order():
    rng = random.Random(0)
    seen = 0
    while seen < 300:
        coefficients = [rng.randint(-30, 30) for _ in range(4)]
        if not coefficients[3] or sum(each for _, each in fmpz_poly(coefficients).factor()[1]) > 1:
            continue
        found = [
            algebraic.by_cosine(each.name) for each in algebraic.constants(tuple(coefficients))
        ]
        with mpmath.workdps(40):
            expected = mpmath.polyroots(coefficients[::-1], 500, extraprec=400)
            if any(abs(mpmath.im(root)) > 1e-12 for root in expected):
                assert found == [None] * 3
                continue
            values = [eval(sym_text(each).replace("^", "**"), dict(NAMES)) for each in found]
            for value, root in zip(values, sorted(map(mpmath.re, expected)), strict=True):
                assert abs(value - root) < 1e-12 * (1 + abs(root)), coefficients
        seen += 1


def test_other_constants_are_not_written_by_cosines():
    assert algebraic.by_cosine(algebraic.constants((-2, 0, 0, 0, 1))[0].name) is None
    assert algebraic.by_cosine(algebraic.constants((-2, 0, 0, 1))[0].name) is None
