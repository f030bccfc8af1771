"""The general quadratic, cubic and quartic: all roots, at random points, by mpmath alone."""

import random

import mpmath
import pytest
from evaluating import Program, same

from aljabr import solve

NUM_POINTS = 200
DRAWS = {
    "complex": lambda rng: mpmath.mpc(rng.uniform(-3, 3), rng.uniform(-3, 3)),
    "real": lambda rng: mpmath.mpf(rng.uniform(-3, 3)),
}
GENERAL = [
    "a*x^2 + b*x + c = 0",
    "a*x^3 + b*x^2 + c*x + d = 0",
    "a*x^4 + b*x^3 + c*x^2 + d*x + e = 0",
]


@pytest.mark.parametrize("text", GENERAL)
def test_all_roots_of_the_general_equation_are_given(text):
    solution = solve(text, "x", budget=30, domain="complex")
    assert solution.complete
    conditions = [each for root in solution.roots for each in root.conditions]
    assert all(each.endswith(" ≠ 0") for each in conditions)
    program = Program({
        "equation": text,
        "definitions": [(each.name, each.value) for each in solution.definitions],
        "roots": [root.value for root in solution.roots],
        "conditions": sorted({each.removesuffix(" ≠ 0") for each in conditions}),
    })  # fmt: skip
    rng = random.Random(text)
    with mpmath.workdps(40):
        for number in range(NUM_POINTS):
            draw = DRAWS["real" if number % 2 else "complex"]
            point = {name: draw(rng) for name in program.letters}
            roots, holds = program.at(point)
            assert holds
            coefficients = program.coefficients(point)
            expected = mpmath.polyroots(coefficients, maxsteps=200, extraprec=80)
            assert same(roots, expected), point
