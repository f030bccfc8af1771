"""How many roots there are: SymPy counts them too; and how often each is one."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp
from conftest import make_equation, read_sym

from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.parse import parse
from aljabr.algebra.roots import (
    MAX_DEGREE,
    Polynomial,
    discriminant,
    has_no_real_root,
    multiplicity,
    polynomial,
)


def read(table: ExprTable, text: str) -> Expr:
    expr = table.intern(read_sym(text))
    assert expr is not None
    return expr


def found_of(table: ExprTable, text: str, *domain: str) -> Polynomial | None:
    equation = make_equation(table, *map(read_sym, text.split("=")))
    return polynomial(table, equation.lhs, equation.rhs, [read(table, each) for each in domain])


@pytest.mark.parametrize(
    ("text", "num_real", "num_all"),
    [
        ("x = 5", 1, 1),
        ("x**2 = 4", 2, 2),
        ("x**2 = -4", 0, 2),
        ("x**2 = 0", 1, 1),  # different ones are counted
        ("(x - 1)**2*(x + 2) = 0", 2, 2),
        ("x**3 = 2", 1, 3),
        ("x**4 + 1 = 0", 0, 4),
        ("x**5 - x - 1 = 0", 1, 5),
        ("x**3 - 3*x + 1 = 0", 3, 3),
        ("1/x = x", 2, 2),
        ("1/x + 1/(x - 1) = 2/3", 2, 2),
        ("(x**2 - 1)/(x - 1) = 0", 1, 1),
        ("x/2 + 1/3 = x**2", 2, 2),
        ("x + 1 = x", 0, 0),
        ("x**20 - x**10 - 2 = 0", 2, 20),
    ],
)
def test_roots_are_counted(table: ExprTable, text: str, num_real: int, num_all: int) -> None:
    found = found_of(table, text)
    assert found is not None
    assert (found.count_real, found.count) == (num_real, num_all)


def test_roots_where_something_is_not_defined_do_not_count(table: ExprTable) -> None:
    text = "x**3 - 2*x**2 - x + 2 = 0"  # of (x - 1)*(x + 1)*(x - 2)
    for domain, count in (([], 3), (["x - 1"], 2), (["2*x**2 - 2", "x"], 1), (["x - 5"], 3)):
        found = found_of(table, text, *domain)
        assert found is not None
        assert found.count_real == count
    assert found_of(table, text, "sin(x)") is None
    doubled = found_of(table, "(2*x - 1)*(x - 3) = 0", "x - 1/2")
    assert doubled is not None
    assert doubled.count_real == 1


@pytest.mark.parametrize(
    "text",
    [
        "a*x = 1", "sin(x) = 0", "sqrt(x) = 2", "2**x = x", "x**2 = pi", "x = x",
        f"x**{MAX_DEGREE + 1} = 1", "abs(x) = 1", "x**2 = sqrt(2)",
    ],
)  # fmt: skip
def test_of_other_equations_nothing_is_said(table: ExprTable, text: str) -> None:
    assert found_of(table, text) is None


def random_polynomial(rng: random.Random) -> sp.Expr:
    x = sp.Symbol("x")
    parts = []
    for _ in range(rng.randint(1, 3)):
        degree = rng.randint(1, 3)
        leading = rng.choice([1, 1, 2, -3])
        parts.append(leading * x**degree + sum(rng.randint(-6, 6) * x**k for k in range(degree)))
    return sp.expand(sp.Mul(*parts, evaluate=False))


def test_random_polynomials_have_as_many_real_roots_as_sympy_counts(table: ExprTable) -> None:
    rng = random.Random(0)
    for _ in range(150):
        whole = random_polynomial(rng)
        found = found_of(table, f"{whole} = 0")
        assert found is not None, whole
        assert found.count_real == sp.Poly(whole).count_roots(), whole
        assert found.count == sp.Poly(whole).sqf_part().degree(), whole
        assert has_no_real_root(read_sym(str(whole))) is (found.count_real == 0)


@pytest.mark.parametrize(
    ("text", "found"),
    [("x**2 + x + 1", -3), ("2*x**2 - 3", 24), ("x**2/2 + x + 2/3", -12), ("x**3 + 1", None),
     ("x + 1", None), ("a*x**2 + 1", None), ("x**2 + sin(x)", None)],
)  # fmt: skip
def test_the_discriminant_of_a_quadratic(
    table: ExprTable, text: str, found: int | Fraction | None
) -> None:
    assert discriminant(read(table, text)) == found


# -- how often -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "root", "times"),
    [
        ("x = 3", "3", 1),
        ("x**2 = 4", "-2", 1),
        ("x**3 = 0", "0", 3),
        ("(x - 1)**2*(x + 2)**3 = 0", "1", 2),
        ("(x - 1)**2*(x + 2)**3 = 0", "-2", 3),
        ("x**2 + 1 = 2*x", "1", 2),
        ("(x**2 - 2)**2 = 0", "sqrt(2)", 2),
        ("(x**2 - 2)**2 = 0", "-sqrt(2)", 2),
        ("x**2 = a", "sqrt(a)", None),
        ("(x - a)**2*(x - b) = 0", "a", None),  # three times if a = b
        ("x**2 + a**2 = 2*a*x", "a", 2),
        ("a*x**2 = b*x**3", "0", None),
        ("x**3 = 8", "2", 1),
        ("(x**2 + 1)**2 = 0", "I", 2),
        ("x**2 = 4", "3", None),  # no root at all
        ("1/x = 2", "1/2", None),  # no polynomials
        ("sin(x)*x**2 = 0", "0", None),
        ("sqrt(x) = 0", "0", None),
        ("x**2 = x**2", "1", None),
    ],
)
def test_how_often_a_value_is_a_root(
    table: ExprTable, text: str, root: str, times: int | None
) -> None:
    equation = make_equation(table, *map(read_sym, text.split("=")))
    assert multiplicity(table, equation.lhs, equation.rhs, read(table, root)) == times


@pytest.mark.parametrize(
    ("text", "root", "nonzero", "times"),
    [
        ("x^2*(x - a) = 0", "0", (), None),  # three times if a = 0
        ("x^2*(x - a) = 0", "0", ("a",), 2),
        ("a*x^4 + b*x^2 = 0", "0", ("a",), None),
        ("x^2 - (a + b)*x + a*b = 0", "a", (), None),
        ("x^2 - (a + b)*x + a*b = 0", "a", ("b - a",), 1),
        ("a*(x - b)^2 = 0", "b", (), None),
        ("a*(x - b)^2 = 0", "b", ("3*a",), 2),
        ("a*x + b = 0", "-b/a", ("a",), 1),
        ("(x - a)^2 = 0", "a", (), 2),
        ("x^2 = a", "sqrt(a)", (), None),
    ],
)
def test_with_letters_a_root_counts_as_often_only_for_all_their_values(text, root, nonzero, times):
    equation = parse(text, "x", table := ExprTable())
    value, *asked = (parse(f"x = {each}", "x", table).rhs for each in (root, *nonzero))
    assert multiplicity(table, equation.lhs, equation.rhs, value, asked) == times


def test_random_roots_are_as_often_as_sympy_says(table: ExprTable) -> None:
    rng, x = random.Random(1), sp.Symbol("x")
    for _ in range(40):
        roots = {Fraction(rng.randint(-5, 5), rng.choice((1, 2))): rng.randint(1, 3)
                 for _ in range(3)}  # fmt: skip
        product = sp.prod([(x - sp.Rational(root)) ** times for root, times in roots.items()])
        moved = rng.randint(-3, 3) * x + rng.randint(-3, 3)
        equation = make_equation(
            table, read_sym(str(sp.expand(product + moved))), read_sym(str(moved))
        )
        for root, times in roots.items():
            value = read(table, str(root))
            assert multiplicity(table, equation.lhs, equation.rhs, value) == times
