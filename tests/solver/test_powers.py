"""Equations whose unknown stands under a power, tan, atan or an absolute value, solved."""

import pytest

from aljabr.solver.solve import solve

SOLVED = [
    ("x^3 = 27", "3"),
    ("x^3 = -8", "-2"),
    ("(x + 1)^3 = 8", "1"),
    ("2*x^3 = 54", "3"),
    ("x^3 + 1 = 0", "-1"),
    ("8*x^3 - 27 = 0", "3/2"),
    ("x^3 = 54", "3*2^(1/3)"),
    ("x^5 = 32", "2"),
    ("x^7 = -128", "-2"),
    ("x^4 = 16", "-2 or 2"),
    ("x^(1/3) = 2", "8"),
    ("x^(1/3) + 1 = 4", "27"),
    ("cbrt(x + 1) = 3", "26"),
    ("∛x = 2", "8"),
    ("x^(-3) = 8", "1/2"),
    ("1/x^3 = -8", "-1/2"),
    ("x^(2/3) = 4", "-8 or 8"),
    ("x^1.5 = 27", "9"),
    ("sqrt(x^3) = 8", "4"),
    ("log(x^3) = 6", "exp(2)"),
    ("x^3 = -27", "-3"),
    ("x^(1/3) = -2", "-8"),
    ("x^(-1/5) = -1", "-1"),
    ("cbrt(x + 1) = cbrt(2x)", "1"),
    ("tan(x) = 1", "pi/4 + pi*n"),
    ("tan(2*x) = a", "atan(a)/2 + pi*n/2"),
    ("3*tan(x) - sqrt(3) = 0", "pi/6 + pi*n"),
    ("tan(x)^2 = 3", "pi/3 + pi*n or pi*n - pi/3"),
    ("atan(2*x) = pi/4", "1/2"),
    ("abs(x) = 3", "-3 or 3"),
    ("2*abs(x) + 1 = 7", "-3 or 3"),
    ("abs(2*x - 1) = 5", "-2 or 3"),
]
CONDITIONAL = [
    ("x^3 = a", "a^(1/3)", ("a ≥ 0",), "exact"),
    ("a*x^3 + b = 0", "-(b/a)^(1/3)", ("a ≠ 0", "b/a ≥ 0"), "exact"),
    ("(a*x + b)^3 = c", "(c^(1/3) - b)/a", ("a ≠ 0", "c ≥ 0"), "exact"),
    ("x^a = b", "b^(1/a)", ("a ≠ 0", "b > 0"), "exact"),
    ("x^(1/3) = c", "c^3", (), "exact"),
    ("x^(-1/3) = c", "1/c^3", ("c ≠ 0",), "exact"),
    ("atan(x) = a", "tan(a)", ("-pi/2 < a < pi/2",), "exact"),
    ("abs(x) = a", "a", ("a ≥ 0",), "exact"),
]


@pytest.mark.parametrize(("equation", "root"), SOLVED)
def test_an_equation_is_solved_exactly(equation: str, root: str) -> None:
    found = solve(equation)
    assert " or ".join(each.value for each in found.roots) == root
    assert {(each.conditions, each.verified) for each in found.roots} == {((), "exact")}
    assert found.complete


@pytest.mark.parametrize(("equation", "root", "conditions", "verified"), CONDITIONAL)
def test_a_root_comes_with_its_conditions(
    equation: str, root: str, conditions: tuple[str, ...], verified: str
) -> None:
    found = solve(equation)
    first = found.roots[0]
    assert (first.value, first.conditions, first.verified) == (root, conditions, verified)
    assert found.complete == (equation != "x^a = b")  # a may be 2


@pytest.mark.parametrize(
    "equation",
    ["abs(x) = -1", "abs(x - 2) + 5 = 2", "x^(1/4) = -2", "x^(3/4) = -8", "atan(x) = 2"],
)
def test_what_cannot_be_has_no_solution(equation: str) -> None:
    assert solve(equation).status == "no_solution"


@pytest.mark.parametrize(
    ("equation", "note"),
    [
        ("x^3 = 27", "take the cube root of both sides"),
        ("x^5 = 27", "take the 5th root of both sides"),
        ("x^4 = 16", "take the 4th root of both sides"),
        ("x^21 = 2", "take the 21st root of both sides"),
        ("x^11 = 2", "take the 11th root of both sides"),
        ("x^(1/3) = 2", "raise both sides to the power 3"),
        ("x^(3/2) = 8", "raise both sides to the power 2/3"),
        ("x^(-3) = 8", "raise both sides to the power -1/3"),
        ("y^n = b", "raise both sides to the power 1/n (if n ≠ 0, y ≥ 0)"),
        ("tan(x) = 1", "apply arctan to both sides"),
        ("atan(x) = 1", "apply tan to both sides"),
        ("abs(x) = 3", "take away the absolute value"),
    ],
)
def test_the_step_in_words(equation: str, note: str) -> None:
    unknown = "y" if "y" in equation else None
    assert solve(equation, unknown).steps[0].note == note


def test_the_other_sign_of_an_absolute_value_is_taken_where_the_first_fails() -> None:
    assert [root.value for root in solve("abs(2 - sqrt(x)) = 3").roots] == ["25"]
