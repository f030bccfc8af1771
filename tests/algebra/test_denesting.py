"""Roots within roots, taken apart: the same number, by mpmath."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import mpmath
import pytest

import aljabr
from aljabr.algebra.denesting import denested, multiplied_out
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import sym_text
from aljabr.solver.solve import solve


def value(text: str) -> mpmath.mpf:
    names = {"sqrt": mpmath.sqrt, "cbrt": mpmath.cbrt, "mpf": mpmath.mpf}
    names["third"] = mpmath.mpf(1) / 3
    return eval(re.sub(r"\d+", lambda found: f"mpf({found[0]})", text.replace("^", "**")), names)


def real(number: Fraction) -> mpmath.mpf:
    return mpmath.mpf(number.numerator) / number.denominator


def test_what_is_taken_apart_is_the_same_number():
    rng, taken = random.Random("roots"), 0
    for _ in range(300):
        p, q = rng.randint(1, 30), rng.randint(1, 30)
        a, b = rng.choice([(p + q, 4 * p * q), (rng.randint(-20, 40), rng.randint(1, 400))])
        text = f"sqrt({a} {rng.choice('+-')} sqrt({b}))"
        if rng.random() < 0.5:
            text = f"{rng.choice('+-')}sqrt(({text[5:-1]})/{rng.randint(2, 12) ** 2})"
        expr = parse(f"x = {text}", "x", ExprTable()).rhs
        again = sym_text(denested(expr))
        with mpmath.workdps(30):
            assert mpmath.almosteq(value(text), value(again), 1e-25), (text, again)
        taken += again.count("sqrt") > 0 and "sqrt(sqrt" not in again and "+ sqrt" in again
    assert taken > 20


def test_roots_over_one_denominator_are_the_same_number():
    rng, changed = random.Random("denominators"), 0
    for _ in range(300):
        a, b, c = (Fraction(rng.randint(-30, 30), rng.randint(1, 12)) for _ in range(3))
        inside = f"(({a})*sqrt({rng.choice([2, 3, 5, 6, 7, 12])}) + ({b}))"
        text = f"sqrt({inside}^{rng.choice([1, 1, 2])}*{rng.randint(1, 9)}/8 + ({c}))"
        text = rng.choice(["{}", "1/(7 + {})", "{} - 1/2", "1/{}"]).format(text)
        try:
            expr = parse(f"x = {text}", "x", ExprTable()).rhs
            again = sym_text(multiplied_out(expr))
        except ValueError:  # a division by zero
            continue
        changed += again != sym_text(expr.sym)
        with mpmath.workdps(30):
            typed = value(re.sub(r"\^2", "**2", text))
            assert mpmath.almosteq(typed, value(again), 1e-20), (text, again)
    assert changed > 100


def test_cube_roots_are_taken_apart():
    rng, taken = random.Random("cube roots"), 0
    for _ in range(300):
        u, v, c = (Fraction(rng.randint(1, 9), rng.choice([1, 1, 2, 5])) for _ in range(3))
        a, b = u**3 + 3 * u * v * v * c, 3 * u * u * v + v**3 * c
        a += rng.choice([0, 0, 1])
        sign = 1 if rng.random() < 0.5 or a <= 0 or a * a <= b * b * c else -1
        power = rng.choice(["cbrt({})", "1/cbrt({})"])
        text = power.format(f"({a}) {'+-'[sign < 0]} ({b}) sqrt({c})")
        expr = parse(f"x = {text}", "x", ExprTable()).rhs
        again = sym_text(denested(expr))
        with mpmath.workdps(30):
            typed = mpmath.cbrt(real(a) + sign * real(b) * mpmath.sqrt(real(c)))
            typed = 1 / typed if text.startswith("1") else typed
            given = value(again.replace("^(1/3)", "**third").replace("^(2/3)", "**(2*third)"))
            assert mpmath.almosteq(typed, given, 1e-25), (text, again)
        taken += "1/3" not in again
    assert taken > 150


@pytest.mark.parametrize(
    ("equation", "roots"),
    [
        ("x^2 = 5 + 2sqrt(6)", {"-sqrt(3) - sqrt(2)", "sqrt(3) + sqrt(2)"}),
        ("x = sqrt(7 - 4sqrt(3))", {"2 - sqrt(3)"}),
        ("x = 1/sqrt(3 + 2sqrt(2))", {"sqrt(2) - 1"}),
        ("x = cbrt(2 + sqrt(5)) + cbrt(2 - sqrt(5))", {"1"}),
        ("x^3 = 26 - 15sqrt(3)", {"2 - sqrt(3)"}),
        ("log_3(x)*log_9(x) = 2", {"9", "1/9"}),
    ],
)
def test_roots_are_given_apart(equation, roots):
    found = {root.value for root in solve(equation).roots}
    assert len(found) == len(roots)
    for one in found:
        with mpmath.workdps(20):
            assert any(mpmath.almosteq(value(one), value(other), 1e-15) for other in roots)
        assert "sqrt(2*sqrt" not in one
        assert "sqrt(5" not in one
        assert "sqrt(7" not in one


@pytest.mark.parametrize(
    ("equation", "roots"),
    [
        ("x^4 - 5x^2 + 4.5 = 0", {"-sqrt(2*sqrt(7) + 10)/2", "sqrt(2*sqrt(7) + 10)/2",
                                  "-sqrt(10 - 2*sqrt(7))/2", "sqrt(10 - 2*sqrt(7))/2"}),
        ("2x^4 + 7x^3 + 8x^2 + 7x + 2 = 0", {"-(sqrt(17) + sqrt(14*sqrt(17) + 2) + 7)/8",
                                             "(sqrt(14*sqrt(17) + 2) - sqrt(17) - 7)/8"}),
    ],
)  # fmt: skip
def test_roots_stand_over_one_denominator(equation, roots):
    assert {root.value for root in aljabr.solve(equation).roots} == roots
