"""Which of two numbers is larger."""

from __future__ import annotations

import pytest

from aljabr.algebra.expr import ExprTable
from aljabr.algebra.ordering import order
from aljabr.algebra.parse import parse


@pytest.mark.parametrize(
    ("left", "right", "found"),
    [
        ("1", "2", -1),
        ("pi", "22/7", -1),
        ("pi", "355/113", -1),
        ("asin(1/3)", "1/3", 1),
        ("sqrt(8)", "2*sqrt(2)", 0),
        ("(1 + sqrt(2))^2", "3 + 2*sqrt(2)", 0),
        ("2*pi", "360*pi/180", 0),
        ("sqrt(2)", "1.4142135623730950488016887242096980785", 1),
    ],
)
def test_numbers_are_ordered(left, right, found):
    table = ExprTable()
    first, second = (parse(f"x = {each}", "x", table).rhs for each in (left, right))
    assert order(table, first, second) == found
    assert order(table, second, first) == -found


def test_what_is_neither_proved_nor_refuted_is_open():
    table = ExprTable()
    sides = ("sqrt(2) + sqrt(3)", "sqrt(5 + 2*sqrt(6))")
    first, second = (parse(f"x = {each}", "x", table).rhs for each in sides)
    assert order(table, first, second) in (None, 0)
