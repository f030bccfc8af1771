"""Which whole numbers a condition leaves: none that would do is left out."""

from __future__ import annotations

import pytest
import symengine as se

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.wholes import ends, wholes

N = ar.INTEGERS[0]


def make_condition(kind: str, text: str) -> Condition:
    expr = ExprTable().intern(se.sympify(text).subs({se.Symbol("n"): N}))
    assert expr is not None
    return Condition(kind, expr)


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("unit", "pi/6 + 2*pi*n", [0]),
        ("unit", "pi + 2*pi*n", []),
        ("unit", "n", [-1, 0, 1]),  # ends count
        ("unit", "3 - n/2", [4, 5, 6, 7, 8]),
        ("acos", "16*pi**4*n**4", [0]),
        ("acos", "sqrt(2*pi*n)", [0, 1]),
        ("asin", "log(2*pi*n)", []),
        ("asin", "log(pi + 2*pi*n)", [0]),
        ("unit", "exp(n)", None),  # every negative number will do
        ("unit", "sin(n)", None),
        ("unit", "n/10**6", None),  # too many
        ("unit", "a + 2*pi*n", None),
        ("nonzero", "n", None),
        ("root", "4 - (pi + 2*pi*n)**2", []),
        ("root", "1 - pi**2*n**2", [0]),
        ("positive", "4 - n**2", [-2, -1, 0, 1, 2]),  # one that does not do may be left
        ("minus_root", "(pi + 2*pi*n)**2 - 10", [-1, 0]),
        ("negative", "n**2 + n + 1", []),
        ("root", "n**2 - 4", None),
        ("root", "4 - a*n**2", None),
        ("root", "4 - n**3", None),
        ("root", "2 - 1/n", None),
    ],
)
def test_the_whole_numbers_that_can_do(kind, text, expected):
    found = wholes(make_condition(kind, text))
    assert (None if found is None else list(found)) == expected


@pytest.mark.parametrize("text", ["pi*n/5 - 1", "(n - 7)**2/10", "sqrt(n) - 3", "-log(n)/2 + 1",
                                  "7 - (n/3 - 2)**2", "n - n**2/25"])  # fmt: skip
def test_nothing_is_left_out_that_holds(text):
    for kind in ("unit", "asin", "acos", "atan", "root", "positive", "minus_root", "negative"):
        found = wholes(make_condition(kind, text))
        for number in range(-40, 60):
            try:
                condition = make_condition(kind, f"({text.replace('n', f'({number})')})")
            except AssertionError:
                continue  # undefined
            if condition.holds({}) and "I" not in str(condition.expr.sym):
                assert found is None or number in found


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("root", "n + 1/2", (0, None)),
        ("root", "n - 2", (2, None)),
        ("positive", "n - 2", (3, None)),
        ("minus_root", "n - 2", (None, 2)),
        ("negative", "n - 2", (None, 1)),
        ("root", "2 - n", (None, 2)),
        ("positive", "2 - n", (None, 1)),
        ("minus_root", "pi + 2*pi*n", (None, -1)),
        ("root", "7 - pi*n", (None, 2)),
        ("positive", "sqrt(2)*n - 3", (3, None)),
        ("positive", "n*(n + 1)", None),
        ("root", "a + n", None),
        ("root", "sqrt(2)*(n - 3) - 10**(-12)", (4, None)),
        ("root", "n - pi*10**90", None),  # nobody has looked closely enough
        ("unit", "n", None),
    ],
)
def test_the_ends_of_a_half_line(kind, text, expected):
    assert ends(make_condition(kind, text)) == expected
