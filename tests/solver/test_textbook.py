"""Kinds of equations that textbooks set, each with a trap: solved whole, and nothing false."""

from __future__ import annotations

import pytest

from aljabr import solve

ROOTS = [
    # what is real only where a logarithm or a root as typed is
    ("e^(2 ln x) = 9", "3"),
    ("e^(ln x) = x^2 - 2", "2"),
    ("(sqrt(x))^2 = x^2 - 5x - 7", "7"),
    # a power is 1 also where its base is -1, and where its exponent is 0
    ("x^x = 1", "1"),
    ("x^x = x", "-1 or 1"),
    ("(x - 1)^x = 1", "0 or 2"),
    ("(x^2 - 5x + 5)^(x^2 - 11x + 30) = 1", "1 or 2 or 3 or 4 or 5 or 6"),
    ("x^(x - 1) = x^(3 - x)", "-1 or 1 or 2"),
    ("x^(x + 1) = x^2", "-1 or 0 or 1"),
    ("x^x = x^(2x + 1/2)", "1"),
    # roots of different degrees, and x beside a root
    ("cbrt(2 - x) = 1 - sqrt(x - 1)", "1 or 2 or 10"),
    ("sqrt(x + 2) = cbrt(3x + 2)", "2"),
    ("2 - x = (1 - sqrt(x - 1))^3", "1 or 2 or 10"),
    # families that coincide, powers of one number in disguise
    ("tan(x) sin(x) = 0", "pi*n"),
    ("(sqrt(2) + 1)^x + (sqrt(2) - 1)^x = 6", "-2 or 2"),
    # logarithms to one base
    ("log_2(x) + log_2(x - 2) = 3", "4"),
    ("log_6(x + 4) + log_6(x - 1) = 1", "2"),
    ("log_2(9 - 2^x) = 3 - x", "0 or 3"),
    ("log_(1/2)(x) + log_2(x + 1) = 1", "1"),
]


@pytest.mark.parametrize(("text", "roots"), ROOTS)
def test_all_roots(text: str, roots: str) -> None:
    solution = solve(text, budget=20)
    assert solution.complete
    assert " or ".join(root.value for root in solution.roots) == roots


@pytest.mark.parametrize(
    ("text", "letter", "roots"),
    [
        ("V = pi r^2 h", "r", "sqrt(V/(pi*h)) or -sqrt(V/(pi*h))"),
        ("V = a b r^2", "r", "sqrt(V/(a*b)) or -sqrt(V/(a*b))"),
        ("A = 4 pi r^2", "r", "sqrt(A/(4*pi)) or -sqrt(A/(4*pi))"),
        ("V = 4/3 pi r^3", "r", "(3*V/(4*pi))^(1/3) or -(-3*V/(4*pi))^(1/3)"),
    ],
)
def test_formulas_are_divided_by_what_does_not_hold_the_unknown(text, letter, roots) -> None:
    solution = solve(text, letter)
    assert " or ".join(root.value for root in solution.roots) == roots
    assert len(solution.steps) == 3
    assert solution.complete


@pytest.mark.parametrize("text", ["y^2*x^(3/2) = -8", "|y|*x*sqrt(x) = -2"])
def test_a_root_is_never_negative(text: str) -> None:
    assert solve(text, "x", budget=10).status == "no_solution"


def test_what_is_not_real_as_typed_has_no_solution() -> None:
    solution = solve("e^(ln x) = -2")
    assert (solution.status, solution.numeric_roots) == ("no_solution", None)
    assert solve("0^x = 1").status == "no_solution"


def test_decimals_of_a_polynomial_leave_out_where_a_part_is_not_real() -> None:
    """x^7 - 3x + 1 has a negative root, at which ln(x) is none."""
    solution = solve("e^(ln x) = x^7 - 2x + 1", budget=1)
    assert solution.numeric_roots is not None
    assert solution.numeric_roots.complete
    assert all(isinstance(each, float) and each > 0 for each in solution.numeric_roots.values)


def test_a_negative_base_is_looked_at_before_decimals_are_said_to_be_all() -> None:
    solution = solve("x^x = 1/4", budget=1)  # (-2)^(-2)
    assert not solution.complete
    assert solution.numeric_roots is None or not solution.numeric_roots.complete


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("ln(x^2) = 2 ln x", "x > 0"),
        ("ln(x^2) = 2 ln|x|", "x ≠ 0"),
        ("2 ln(-x) = ln(x^2)", "x < 0"),
        ("3^(log_3(x + 1)) = x + 1", "x > -1"),
        ("sqrt(x^6) = x^3", "x ≥ 0"),
        ("log_x(x) = 1", "x ≠ 1, x > 0"),
        ("0^x = 0", "x > 0"),
        ("(x^3)^(1/3) = x", ""),
    ],
)
def test_where_every_value_is_a_root_is_said_shortly(text: str, conditions: str) -> None:
    solution = solve(text)
    assert solution.status == "all_values"
    assert ", ".join(map(str, solution.conditions)) == conditions


@pytest.mark.parametrize(
    ("text", "unknown", "value", "conditions"),
    [
        ("A = P(1 + r)^n", "n", "log(A/P)/log(r + 1)", "r ≠ 0, A/P > 0, r > -1"),
        (
            "y = k/(1 + a e^(-b x))",
            "x",
            "log(a*y/(k - y))/b or -log((k - y)/(a*y))/b",
            "b ≠ 0, k ≠ 0, (k - y)/(a*y) > 0",
        ),
        ("log_x a = b", "x", "a^(1/b)", "b ≠ 0, a ≠ 1, a > 0"),
        ("log_a x = b", "x", "a^b", "a ≠ 1, a > 0"),
        ("log(x) = b log(1/a)", "x", "exp(b*log(1/a))", "a > 0"),
        (
            "M = P r (1 + r)^n/((1 + r)^n - 1)",
            "n",
            "log(M/(M - P*r))/log(r + 1)",
            "r ≠ 0, P ≠ 0, M/(M - P*r) > 0, r > -1",
        ),
        ("v = sqrt(2 g h)", "h", "v^2/(2*g)", "g ≠ 0, v ≥ 0"),
        ("r = sqrt(A/pi)", "A", "pi*r^2", "r ≥ 0"),
        ("sin(sqrt(x)) = 1", "x", "pi^2/4 + 4*pi^2*n^2 + 2*pi^2*n", "n ≥ 0"),
        ("ln(sin x) = ln(cos x)", "x", "pi/4 + 2*pi*n", ""),
    ],
)
def test_conditions_read_as_in_a_textbook(
    text: str, unknown: str, value: str, conditions: str
) -> None:
    solution = solve(text, unknown)
    assert solution.complete
    (root,) = solution.roots
    assert root.value in value.split(" or ")
    assert ", ".join(map(str, root.conditions)) == conditions
