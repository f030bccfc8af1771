"""What is said of bounds must hold wherever it is tried, with plain floating-point numbers."""

import cmath
import math
import random

import pytest

from aljabr.algebra.bounds import bounds_of, never_equal
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.parse import parse

PLACES = [sign * base * 10.0**power for sign in (-1, 1) for base in (1, 1.7, 3.1, 4.9, 7.3)
          for power in range(-3, 3)]  # fmt: skip
PLACES += [0.0, 1.0, -1.0, math.pi, -math.pi / 2, 0.5]
FUNCTIONS = {
    "sqrt": cmath.sqrt, "exp": cmath.exp, "log": cmath.log, "sin": cmath.sin, "cos": cmath.cos,
    "asin": cmath.asin, "acos": cmath.acos, "atan": cmath.atan, "abs": abs,
}  # fmt: skip


def sides(text):
    equation = parse(text, "x", ExprTable())
    return equation.lhs, equation.rhs


def value_of(tree, x):
    """Evaluate a nested tuple, by principal values."""
    head, *parts = tree
    if head == "x":
        return complex(x)
    if head == "number":
        return complex(parts[0])
    values = [value_of(each, x) for each in parts]
    if head == "+":
        return values[0] + values[1]
    if head == "*":
        return values[0] * values[1]
    if head == "^":
        return values[0] ** values[1]
    return 2.0 ** values[0] if head == "power" else complex(FUNCTIONS[head](values[0]))


def text_of(tree):
    head, *parts = tree
    if head == "x":
        return "x"
    if head == "number":
        return f"({parts[0]})"
    texts = [text_of(each) for each in parts]
    if head in "+*^":
        return f"({texts[0]}){head}({texts[1]})"
    return f"2^({texts[0]})" if head == "power" else f"{head}({texts[0]})"


def draw(rng, depth):
    if depth == 0:
        return rng.choice([("x",), ("x",), ("number", rng.randint(-5, 5) or 1)])
    kind = rng.choice(["+", "+", "+", "*", "*", "^", "power", *FUNCTIONS])
    first = draw(rng, depth - 1)
    if kind in "+*":
        return (kind, first, draw(rng, rng.randrange(depth)))
    if kind == "^":
        return (kind, first, ("number", rng.choice([-2, -1, 2, 2, 3, 4])))
    return (kind, first)


def test_no_value_lies_beyond_its_bounds():
    rng = random.Random(20)
    told = 0
    for _ in range(3000):
        tree = draw(rng, rng.randint(1, 4))
        try:
            side, _ = sides(f"{text_of(tree)} = 7x + 1/3")
        except Exception:  # undefined, or too large to be read: nothing to bound
            continue
        found = bounds_of(side)
        if found.says_nothing():
            continue
        low, high = (float(end.value.mid()) for end in found[:2])
        for x in PLACES:
            try:
                value = value_of(tree, x).real
            except (ZeroDivisionError, OverflowError, ValueError):
                continue
            if math.isnan(value) or math.isinf(value):
                continue
            slack = 1e-6 * (1 + abs(value))
            assert low - slack <= value <= high + slack, (text_of(tree), x, value, found)
            told += 1
    assert told > 10_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sin(x) + cos(3*x) = 5", -1),
        ("x^2 + 2 = -sqrt(x)", 1),
        ("x^4 - 4*x^3 + 30 = sin(x)", 1),  # the least value is 3, at x = 3
        ("x^4 - 4*x^3 + 28 = sin(x)", 0),
        ("exp(x) + abs(x) = 0", 1),  # zero is not reached
        ("abs(x) + sqrt(x) = 0", 0),  # it is, at zero
        ("sin(x) + sin(3*x) = 2", 0),  # nobody says that both are 1 at once
        ("atan(x) + atan(2*x) = 16/5", -1),
        ("acos(x) + acos(2*x) = 2*pi", 0),
        ("log(2 + cos(x)) = 3 + x^2", -1),
        ("1/(1 + x^2) = -sin(x)^2", 1),
        ("sqrt(a*x + b) + 1 = -abs(x)", 1),  # whatever a and b are
        ("a*x + sin(x) = 5", 0),
        ("x^3 + sin(x) = -7", 0),
        ("sqrt(-1)*x + sqrt(x) = -5", 0),  # not real: nothing is said
        ("log(cos(x)*sqrt(x))^2 = -pi^2", 0),  # what a step has made may not be real
        ("asin(x) + sqrt(x - 3) = -2", 1),
        ("log(x)^2 + 1 = -abs(x)", 0),
        ("x*sqrt(x) + abs(x) = -1", 0),
        ("(-2)^x + x^2 = -1", 0),
        ("(x^2 + 1)^(1/3) + sin(x) = 0", 0),  # the bound itself
        ("(x^2 + 9)^(1/3) + sin(x) = -2 - x^2", 1),
        ("2^x + 3^x + 1 = sin(x)^2/5", 1),
        ("asin(x) + acos(x^2) = 5", -1),
    ],
)
def test_sides_that_never_meet(text, expected):
    lhs, rhs = sides(text)
    assert never_equal(lhs, rhs) == expected
    assert never_equal(rhs, lhs) == -expected
