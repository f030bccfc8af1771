"""A lemma spelled out: every line must hold at a root, with the numbers that are told."""

from __future__ import annotations

import cmath
import math
import random

import pytest

from aljabr.algebra.parse import parse
from aljabr.discovery.deriving import derived
from aljabr.game import formulas
from aljabr.solver.solve import solve


def value(text: str, **letters: complex) -> complex:
    """Read an expression with Python's own rules."""
    names = {"sqrt": cmath.sqrt, "pi": math.pi, **letters}
    return complex(eval(text.replace("^", "**"), {"__builtins__": {}}, names))


def quadratics() -> list[str]:
    rng = random.Random(26)
    found = []
    while len(found) < 25:
        a, b, c = rng.randint(-9, 9), rng.choice((-1, 1)) * rng.randint(1, 20), rng.randint(-30, 30)
        discriminant = b * b - 4 * a * c
        if a and discriminant > 0 and math.isqrt(discriminant) ** 2 != discriminant:
            found.append(f"{a}*x^2 + {b}*x + {c} = 0")
    return found


@pytest.mark.parametrize("equation", quadratics())
def test_every_line_of_a_completed_square_holds_at_a_root(equation):
    solution = solve(equation)
    assert solution.complete
    assert "complete the square" in [str(step.note) for step in solution.steps]
    roots = [value(root.value) for root in solution.roots]
    for step in solution.steps:
        far = [abs(value(step.lhs, x=x) - value(step.rhs, x=x)) for x in roots]
        assert max(far if not step.branch else [min(far)]) < 1e-9 * (1 + max(map(abs, roots)) ** 2)


def test_only_quadratics_are_spelled_out_unless_all_is_wanted():
    cubic = "x^3 + 3x - 2 = 0"
    details = ("school", "brief", "formula", "full")
    assert [len(solve(cubic, detail=each).steps) for each in details] == [1, 1, 1, 5]
    quadratic = "x^2 + 4x + 1 = 0"
    assert [len(solve(quadratic, detail=each).steps) for each in details] == [5, 2, 2, 5]


def test_without_lemmas_what_an_equation_needs_is_discovered(monkeypatch):
    monkeypatch.setattr(formulas, "_CHOSEN", [])  # what is chosen here is this test's only
    found = []
    library = derived(parse("3x^2 + a x - 5 = 0", "x"), 60.0, found.append)
    assert [each.name for each in found] == ["quadratic"]
    assert [each.name for each in library][-1] == "quadratic"
