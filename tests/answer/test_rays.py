"""Where every value on one side of a number is a root."""

from __future__ import annotations

import pytest

from aljabr.solver.solve import solve


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("|x| = x", ("x ≥ 0",)),
        ("sqrt(x^2) = x", ("x ≥ 0",)),
        ("|x - 2| = 2 - x", ("2 - x ≥ 0",)),
        ("x + |x| = 0", ("x ≤ 0",)),
        ("|x - a| = a - x", ("a - x ≥ 0",)),
        ("sqrt(x^2 - 2x + 1) = x - 1", ("x - 1 ≥ 0",)),
        ("|x + 1| - |x| = 1", ("x ≥ 0",)),
        ("|x| + |x - 2| = 2", ("2 - abs(x) ≥ 0", "x ≥ 0")),
        ("|x^2 - 4| = x^2 - 4", ("x^2 - 4 ≥ 0",)),
    ],
)
def test_every_value_on_one_side_is_a_root(text, conditions):
    solution = solve(text)
    assert (solution.status, solution.conditions) == ("all_values", conditions)
    assert solution.complete


@pytest.mark.parametrize("text", ["(|x| - x)*(x + 3) = 0", "(|x| - x)*(x^2 - 9) = 0"])
def test_where_there_are_roots_elsewhere_nothing_is_claimed_to_be_all(text):
    """At -3, and for x ≥ 0."""
    solution = solve(text, budget=0.5)
    assert not solution.complete or not solution.conditions
