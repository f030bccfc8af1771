"""Where every value on one side of a number is a root."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from aljabr.solver.solve import solve


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("|x| = x", ("x ≥ 0",)),
        ("sqrt(x^2) = x", ("x ≥ 0",)),
        ("|x - 2| = 2 - x", ("x ≤ 2",)),
        ("x + |x| = 0", ("x ≤ 0",)),
        ("|x - a| = a - x", ("a ≥ x",)),
        ("sqrt(x^2 - 2x + 1) = x - 1", ("x ≥ 1",)),
        ("|x + 1| - |x| = 1", ("x ≥ 0",)),
        ("|x| + |x - 2| = 2", ("x ≥ 0", "x ≤ 2")),
        ("|x - 1| - |x - 3| = 2", ("x ≥ 3",)),
        ("|x + 1| + |x - 1| = 2x", ("x ≥ 1",)),
        ("|x^2 - 4| = x^2 - 4", ("x^2 ≥ 4",)),
        ("2 ln|x| = ln(x^2)", ("x ≠ 0",)),
        ("|x|^3 = x^2*|x|", ()),
    ],
)
def test_every_value_on_one_side_or_on_both_is_a_root(text, conditions):
    solution = solve(text)
    assert (solution.status, solution.conditions) == ("all_values", conditions)
    assert solution.complete


def sums_of_moduli() -> list[str]:
    rng = random.Random("moduli")
    found = []
    for _ in range(40):
        parts = [f"{rng.choice(('', '2*', '-'))}abs({rng.choice(('x', '-x', '2*x'))} + {each})"
                 for each in (rng.randint(-4, 4) for _ in range(rng.randint(2, 3)))]  # fmt: skip
        right = rng.choice([f"{rng.randint(-2, 9)}", f"x + {rng.randint(-3, 3)}", "2*x"])
        found.append(f"{' + '.join(parts)} = {right}")
    return found


@pytest.mark.parametrize("text", sums_of_moduli())
def test_what_is_said_of_moduli_holds_at_every_quarter(text):
    solution = solve(text, budget=30)
    left, right = text.split(" = ")
    conditions = [each.replace("≥", ">=").replace("≤", "<=") for each in solution.conditions]
    roots = {Fraction(root.value) for root in solution.roots}
    assert solution.complete or solution.status == "no_solution"
    for x in (Fraction(number, 4) for number in range(-60, 61)):
        holds = eval(left, {"x": x}) == eval(right, {"x": x})
        if solution.status == "all_values":
            assert holds == all(eval(each, {"x": x}) for each in conditions)
        else:
            assert holds <= (x in roots)


@pytest.mark.parametrize("text", ["(|x| - x)*(x + 3) = 0", "(|x| - x)*(x^2 - 9) = 0"])
def test_where_there_are_roots_elsewhere_nothing_is_claimed_to_be_all(text):
    """At -3, and for x ≥ 0."""
    solution = solve(text, budget=0.5)
    assert not solution.complete or not solution.conditions
