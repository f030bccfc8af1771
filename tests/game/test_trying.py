"""Roots found by trying: none is missed, none is claimed to be the only one that is not."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest

from aljabr import solve
from aljabr.algebra.parse import parse
from aljabr.game.trying import by_trial

FOUND = [
    ("2^x + x = 6", ["2"]),
    ("3^x + 4^x = 5^x", ["2"]),
    ("3^x + 4^x + 5^x = 6^x", ["3"]),
    ("2^x = x + 1", ["0", "1"]),
    ("2^x = 3x - 1", ["1", "3"]),
    ("log_2 x = x - 1", ["1", "2"]),
    ("ln x = x - 1", ["1"]),
    ("ln x = 1 - x", ["1"]),
    ("e^x = x + 1", ["0"]),
    ("e^x = 1 + x + x^2/2", ["0"]),
    ("x e^x = e", ["1"]),
    ("2^x = 2/x", ["1"]),
    ("sqrt(x) + ln x = 1", ["1"]),
    ("ln x + ln(x+1) + x = 1 + ln 2", ["1"]),
    ("sin x = x", ["0"]),
    ("x + sin x = pi", ["pi"]),
    ("cos x = 1 - x^2/2", ["0"]),
    ("(1/2)^x = x + 6", ["-2"]),
    ("(x - 1)(2^x + x - 6) = 0", ["1", "2"]),
]


@pytest.mark.parametrize(("text", "roots"), FOUND)
def test_simple_roots_are_found_and_are_all(text: str, roots: list[str]) -> None:
    solution = solve(text)
    assert sorted(root.value for root in solution.roots) == roots
    assert solution.complete


NOT_ALL = """
    2^x = x^2
    x^3 = 3^x
    e^x = 1 + x^2 + x
    x^2 + e^x = 1
    sin x = 2x/pi
    x ln x = 0*x + 2ln 2 - 2ln 2 + x^2 - x
    ln x - sqrt(x) = -1
    tan x = x
    1/x + ln(x^2) = 1
    |x| = 2^x - 1
"""


@pytest.mark.parametrize("text", NOT_ALL.strip().splitlines())
def test_nothing_is_said_where_there_may_be_others(text: str) -> None:
    """They have a simple root, and others, or a place where the sides are not defined."""
    equation = parse(text, "x")
    assert by_trial(equation.lhs, equation.rhs) is None


def draw(rng: random.Random) -> str:
    """Return an equation of several kinds of terms with a simple root, perhaps beside others."""
    root = Fraction(rng.choice([-2, -1, 0, 1, 2, 3, 4]))
    positive = rng.choice([1, 2, 4])
    a, b = (rng.choice([-3, -2, -1, 1, 2, 3]) for _ in range(2))
    m, p = rng.randint(2, 5), rng.randint(1, 3)
    power, next_power = Fraction(m) ** root, Fraction(m + 1) ** root
    return rng.choice([
        f"{a}*{m}^x + {b}*x = {a * power + b * root}",
        f"{a}*{m}^x + {b}*x^{p} = {a * power + b * root**p}",
        f"{a}*x^2 + {b}*log(x) = {a} ",
        f"{a}*log(x)/log(2) + {b}*x = {a * int(positive).bit_length() - a + b * positive}",
        f"{a}*{m}^x + {b}*{m + 1}^x = {a * power + b * next_power}",
        f"x*{m}^x = {root * power}",
        f"{a}*sin(x) + {b}*x = 0",
        f"{a}*exp(x) + {b}*x^2 + {p}*x = {a}",
        f"{a}*exp(-x) + {b}*log(x + 1) = {a}",
        f"{a}*sqrt(x) + {b}*log(x) = {a}",
        f"{a}*x*log(x) + {b}*x = {b}",
        f"{a}*atan(x) + {b}*x = 0",
        f"{a}*cos(x) + {b}*x^2 = {a}",
        f"{a}*log(x) + {b}*log(x + {p}) + {m}*x = {m} + {b}*log({p + 1})",
        f"{a}*log(x)/x + {b}*x = {b}",
    ])  # fmt: skip


def sign_changes(lhs: str, rhs: str) -> list[float]:
    """Return where the sides change their order, on a fine grid of real places."""
    names = {name: getattr(mpmath.fp, name) for name in
             ("exp", "sin", "cos", "log", "atan", "sqrt")}  # fmt: skip
    code = compile(f"({lhs}) - ({rhs})".replace("^", "**"), "", "eval")

    def value(x: float) -> float | None:
        try:
            found = eval(code, names, {"x": x})
        except (ArithmeticError, ValueError):
            return None
        return found if isinstance(found, float | int) else None

    places = [step / 97 + 1e-4 for step in range(-1500, 3000)]
    values = [value(x) for x in places]
    pairs = zip(places, values, values[1:], strict=False)
    return [x for x, a, b in pairs if a is not None and b is not None and a * b < 0]


def test_no_drawn_equation_has_a_root_that_is_not_found() -> None:
    rng = random.Random(11)
    done = 0
    while done < 150:
        text = draw(rng)
        equation = parse(text, "x")
        found = by_trial(equation.lhs, equation.rhs)
        if found is None:
            done += 0.2
            continue
        done += 1
        roots = [float(root) for _, root in found.sides]
        for place in sign_changes(*text.split("=")):
            assert any(abs(place - root) < 0.02 for root in roots), (text, roots, place)


@pytest.mark.parametrize(
    "text",
    ["sqrt(tan(x)) = x", "sqrt(abs(x)) = cos(x)", "sqrt(asin(x)) + x = 1", "tan(x)^(-1/2) = x"],
)
def test_what_stands_below_a_root_is_looked_at(text):
    """Of tangents, arcs and absolute values nothing is known; below a root they are no others."""
    equation = parse(text, "x")
    assert by_trial(equation.lhs, equation.rhs) is None
