"""What is said of signs must hold wherever it is tried, with plain floating-point numbers."""

import pytest
from signed import HOLDS, TINY, drawn, expr_of, tried

from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.forms import Forms
from aljabr.algebra.signs import Signs
from aljabr.answer.stating import impossible


@pytest.mark.parametrize("seed", range(400))
def test_signs_and_impossible_conditions_hold_wherever_they_are_tried(seed: int) -> None:
    text, table = drawn(seed), ExprTable()
    expr = expr_of(text, table)
    values = tried(text)
    sign = Signs(table).of(expr)
    if sign is not None:
        real = [each.real for each in values if abs(each) > TINY]
        assert all(abs(each.imag) < TINY * max(1, abs(each)) for each in values), text
        assert {1 if each > 0 else -1 for each in real} <= sign, text
    for kind, holds in HOLDS.items():
        if impossible(Forms(table), [Condition(kind, expr)], expr) is not None:
            real = [each.real for each in values if each.imag == 0]
            assert not any(map(holds, real)), (text, kind)


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("sqrt(a^2) + a", {0, 1}),
        ("a - sqrt(a^2)", {-1, 0}),
        ("a - sqrt(a^2 + 1)", {-1}),
        ("sqrt(a^2 + b^2 + 1) + a", {1}),
        ("sqrt(a^2 + 4) - 3*a", {-1, 0, 1}),
    ],
)
def test_roots_are_compared(text: str, sign: set[int]) -> None:
    table = ExprTable()
    assert Signs(table).of(expr_of(text, table)) == sign


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("sqrt(a) + 1", True),
        ("1/sqrt(a)", True),
        ("sqrt((1 + sqrt(1 + 4*a))^2)", True),
        ("log(a)^2 + 1", False),
        ("sqrt(a)*sqrt(b) + 1", False),
        ("b^a + 1", False),
        ("a^(1/3) + 1", False),
    ],
)
def test_what_is_not_real_is_not_negative(text: str, never: bool) -> None:
    table = ExprTable()
    expr = expr_of(text, table)
    assert (impossible(Forms(table), [Condition("negative", expr)], expr) is not None) == never
