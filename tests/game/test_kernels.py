"""Kernels: what the unknown stands in, and nowhere else."""

from __future__ import annotations

import pytest

from aljabr import solve
from aljabr.algebra.parse import parse
from aljabr.game.kernels import kernel_of


@pytest.mark.parametrize(
    ("text", "kernel"),
    [
        ("a exp(2x) + b exp(x) = c", "exp(x)"),
        ("x^6 + x^3 = 2", "x**3"),
        ("a x + b sqrt(x) + c = 0", "sqrt(x)"),
        ("sin(x)^2 = sin(x)", "sin(x)"),
    ],
)
def test_the_kernel_of_the_lowest_degree_is_found(text, kernel):
    equation = parse(text, "x")
    found = kernel_of(equation.lhs, equation.rhs)
    assert found is not None
    assert str(found.kernel) == kernel


@pytest.mark.parametrize(
    "text",
    ["exp(2x) + exp(x) + x - log(x) = 0", "exp(2x) + exp(x) + x - sin(x) = 3",
     "exp(x) + 1/(x - log(x)) = 0"],
)  # fmt: skip
def test_what_else_holds_the_unknown_does_not_cancel(text):
    equation = parse(text, "x")
    assert kernel_of(equation.lhs, equation.rhs) is None


def test_an_equation_with_a_root_is_not_said_to_have_none():
    solution = solve("exp(2x) + exp(x) + x - sin(x) = 3", budget=2.0)
    assert solution.status == "unsolved"
