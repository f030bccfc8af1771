"""Bars that open and close: what was meant, at points."""

import pytest
from flint import acb

from aljabr.algebra.expr import ExprTable
from aljabr.algebra.parse import ParseError, parse
from aljabr.algebra.points import Point

LINES = [
    ("|2|x| - 3|", lambda x: abs(2 * abs(x) - 3)),
    ("|3|x| - 2|", lambda x: abs(3 * abs(x) - 2)),
    ("|2|x - 1| - 3|", lambda x: abs(2 * abs(x - 1) - 3)),
    ("|x|x| - 4|", lambda x: abs(x * abs(x) - 4)),
    ("|5 - 2|x||", lambda x: abs(5 - 2 * abs(x))),
    ("||x| - 1|", lambda x: abs(abs(x) - 1)),
    ("|||x| - 1| - 2|", lambda x: abs(abs(abs(x) - 1) - 2)),
    ("|x||x + 6|", lambda x: abs(x) * abs(x + 6)),
    ("|x| |x + 6| |x - 1|", lambda x: abs(x) * abs(x + 6) * abs(x - 1)),
    ("|x| - 2|x - 3|", lambda x: abs(x) - 2 * abs(x - 3)),
    ("|x - |x - 1||", lambda x: abs(x - abs(x - 1))),
    ("|-3| x", lambda x: 3 * x),
    ("3|-2|x + |x|", lambda x: 6 * x + abs(x)),
    ("(|2|x| - 3|)^2 |x|", lambda x: abs(2 * abs(x) - 3) ** 2 * abs(x)),
    ("|3|x| - |2||", lambda x: abs(3 * abs(x) - 2)),
    ("|2|x - 1| - |-3||", lambda x: abs(2 * abs(x - 1) - 3)),
    ("|x|/|x - 7|", lambda x: abs(x) / abs(x - 7)),
    ("|1 - |2 - |3 - x|||", lambda x: abs(1 - abs(2 - abs(3 - x)))),
]


@pytest.mark.parametrize(("text", "meant"), LINES)
def test_bars_are_paired_as_they_are_meant(text, meant):
    side = parse(f"{text} = x", "x", ExprTable()).lhs
    for x in (-7.25, -2.5, -0.75, 0.5, 1.75, 4.5, 11.0):
        found = Point(0, acb(x)).value(side)
        assert abs(float(found.real.mid()) - meant(x)) < 1e-9


@pytest.mark.parametrize("text", ["|x = 1", "|x|| = 1", "||x| = 1", "|x + |y - 1| = 2", "x| = 1"])
def test_a_bar_that_is_left_over_is_refused(text):
    with pytest.raises(ParseError):
        parse(text, "x")
