"""Numeric roots: certified decimals, compared with mpmath; nothing claimed that is not so."""

from __future__ import annotations

import math
import time

import mpmath
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from aljabr.algebra import isolating
from aljabr.algebra.balls import Evaluation, Hopeless, Unclear, Unreal
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.isolating import NumericRoots, numeric_roots
from aljabr.algebra.parse import parse


def found(text: str, is_real: bool = True, seconds: float = 5.0) -> NumericRoots | None:
    table = ExprTable()
    return numeric_roots(table, parse(text, None, table), is_real, time.monotonic() + seconds)


@pytest.mark.parametrize(
    ("text", "difference", "starts"),
    [
        ("x + sin(x) = 1", lambda x: x + mpmath.sin(x) - 1, [0.5]),
        ("e^x = 3 - x", lambda x: mpmath.exp(x) - 3 + x, [0.8]),
        ("cos(x) = x", lambda x: mpmath.cos(x) - x, [0.7]),
        ("ln(x) = x - 2", lambda x: mpmath.log(x) - x + 2, [0.1, 3]),
        ("e^x = 1/x", lambda x: mpmath.exp(x) - 1 / x, [0.5]),
        ("x^2 = 2^x", lambda x: x**2 - 2**x, [-0.8, 2, 4]),
        ("sin(x) = x/10", lambda x: mpmath.sin(x) - x / 10, [-8.4, -7, -2.9, 0, 2.9, 7, 8.4]),
        ("x^(1/3) = cos(x) + x", lambda x: -mpmath.cbrt(-x) - mpmath.cos(x) - x, [-1.3]),
        ("|x| = cos(x)", lambda x: abs(x) - mpmath.cos(x), [-0.7, 0.7]),
        ("sqrt(x - 1) + e^x = 7", lambda x: mpmath.sqrt(x - 1) + mpmath.exp(x) - 7, [1.8]),
        ("asin(x) = x^2 + 1/10", lambda x: mpmath.asin(x) - x**2 - mpmath.mpf("0.1"), [0.1]),
        ("ln(x) + ln(x - 2) = sin(x)", lambda x: mpmath.log(x) + mpmath.log(x - 2) - mpmath.sin(x),
         [2.6]),
        ("ln(x)^2 - 12*ln(x) = -20", lambda x: mpmath.log(x) - 2, [7]),  # the other is e^10
        ("e^x = x", None, []),
        ("cos(x) = 2 + x^2", None, []),
        ("sqrt(x) = -1 - x^2*sqrt(x)", None, []),
    ],
)  # fmt: skip
def test_all_roots_in_the_window_are_certified(text, difference, starts):
    with mpmath.workdps(30):
        expected = sorted(float(mpmath.findroot(difference, start)) for start in starts)
    roots = found(text)
    assert roots.complete
    assert roots.window == (-100, 100)
    assert roots.values == pytest.approx(expected, rel=1e-15, abs=1e-15)


@pytest.mark.parametrize("text", ["tan(x) = 1/x", "1/sin(x) = x"])
def test_poles_are_no_roots(text):
    roots = found(text)
    assert roots.complete
    assert len(roots.values) == 64
    assert all(abs(math.tan(each) * each - 1) < 1e-9 or abs(math.sin(each) * each - 1) < 1e-9
               for each in roots.values)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "roots"),
    [
        ("x^x = 2", [1.5596104694623694]),
        ("x*ln(x) = 2", [2.3457507549227654]),
        ("(x - 2)^2*(e^x - 3 + x) = 0", [0.792059968430677]),
    ],
)
def test_what_stays_open_is_not_said_to_be_all(text, roots):
    got = found(text, seconds=1.0)
    assert not got.complete
    assert list(got.values) == pytest.approx(roots, rel=1e-14)


def test_a_double_root_alone_is_not_found_and_not_denied():
    assert found("x = sin(x)") is None
    assert found("cos(x) = 1 + x^2") is None


@pytest.mark.parametrize(
    "text", ["sqrt(x)^2 - x + e^x = 3 - x", "ln(x - 1) - ln(x - 1) + e^x = 3 - x",
             "e^x + x/(x - 5) = 3 - x + x/(x - 5)"]
)  # fmt: skip
def test_parts_that_reading_takes_out_must_be_real_all_the_same(text):
    expected = [] if "ln" in text else [0.792059968430677]
    assert list(found(text).values) == pytest.approx(expected)


def test_with_parameters_or_without_the_unknown_nothing_is_said():
    assert found("x^5 - x = a") is None
    assert found("x + sin(x) = i") is None
    assert found("e^x = 3 - x", is_real=False) is None


def test_nothing_is_done_after_the_deadline():
    assert found("x + sin(x) = 1", seconds=-1.0) is None
    started = time.monotonic()
    found("sin(x)^2 = x^2*(1 + sin(x^2)^2)", seconds=0.2)
    assert time.monotonic() - started < 1.0


# -- polynomials -----------------------------------------------------------------------------------


@given(st.lists(st.integers(-9, 9), min_size=3, max_size=8), st.booleans())
@settings(max_examples=60, deadline=None)
def test_polynomials_give_all_their_roots(coefficients, is_real):
    lead, *others = coefficients
    lead = lead or 1
    terms = [f"{each}*x^{power}" if power else str(each)
             for power, each in enumerate(reversed(others))]  # fmt: skip
    text = " + ".join([f"{lead}*x^{len(others)}", *terms]) + " = 0"
    got = found(text, is_real)
    assert got.complete
    assert got.window is None
    with mpmath.workdps(40):
        values = [mpmath.mpc(*each) if isinstance(each, tuple) else mpmath.mpf(each)
                  for each in got.values]  # fmt: skip
        polynomial = [lead, *others]
        for value in values:
            size = mpmath.polyval([abs(each) for each in polynomial], abs(value))
            assert abs(mpmath.polyval(polynomial, value)) <= 1e-12 * size
    if not is_real:
        table = ExprTable()
        equation = parse(text, None, table)
        whole = isolating.polynomial(table, equation.lhs, equation.rhs)
        assert len(values) == whole.count


def test_the_quintic_of_the_books():
    assert found("x^5 - x - 1 = 0").values == (1.1673039782614187,)
    assert len(found("x^5 - x - 1 = 0", is_real=False).values) == 5
    assert found("(x^5 - x - 1)/(x - 1) = 1/(x - 1)").complete


# -- balls -----------------------------------------------------------------------------------------

FUNCTIONS = ["x^3 - 2*x", "1/(x^2 + 1)", "sin(x)*e^x", "abs(x - 1/3)", "x^(1/3)", "sqrt(x + 3)",
             "ln(x + 3)", "atan(x)/(x + 4)", "asin(x/3)", "acos(x/3)", "2^x", "tan(x/3)",
             "(x + 3)^x", "x^(-2/3)"]  # fmt: skip


@pytest.mark.parametrize("text", FUNCTIONS)
@given(st.floats(-2, 2), st.floats(1e-6, 0.5), st.floats(0, 1))
@settings(max_examples=25, deadline=None)
def test_a_ball_holds_the_values_and_the_slopes(text, low, width, share):
    table = ExprTable()
    expr = parse(f"{text} = 0", None, table).lhs
    try:
        over = Evaluation(arb(low).union(arb(low + width))).fraction(expr).whole()
    except (Unclear, Unreal, Hopeless):
        return
    at = Evaluation(arb(low + share * width)).fraction(expr).whole()
    assert over.value.overlaps(at.value)
    if over.slope.is_finite() and at.slope.is_finite() and "abs" not in text:
        assert over.slope.overlaps(at.slope)


@pytest.mark.parametrize("text", FUNCTIONS)
def test_slopes_are_those_of_small_steps(text):
    table = ExprTable()
    expr = parse(f"{text} = 0", None, table).lhs
    step = 1e-6
    here, there = (Evaluation(arb(x)).fraction(expr).whole() for x in (0.7, 0.7 + step))
    assert float((there.value - here.value).mid()) / step == pytest.approx(
        float(here.slope.mid()), rel=1e-4
    )


def test_what_is_nowhere_real_is_told_from_what_is_unclear():
    table = ExprTable()
    root, log = (parse(f"{text} = 0", None, table).lhs for text in ("sqrt(x)", "ln(x)"))
    negative, around = arb(-2).union(arb(-1)), arb(-1).union(arb(2))
    for expr in (root, log):
        with pytest.raises(Unreal):
            Evaluation(negative).fraction(expr)
    with pytest.raises(Unclear):
        Evaluation(around).fraction(log)
    evaluation = Evaluation(around)
    assert evaluation.fraction(root).whole().value.contains(arb(2).sqrt())
    assert evaluation.is_partial
