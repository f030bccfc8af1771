"""Expressions as products: a table, and SymPy as the judge of random ones."""

from __future__ import annotations

import random

import pytest
import sympy as sp
from conftest import read_sym

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.factoring import factored
from aljabr.algebra.printing import expr_text


def read(table: ExprTable, text: str) -> Expr:
    expr = table.intern(read_sym(text))
    assert expr is not None
    return expr


@pytest.mark.parametrize(
    ("text", "product"),
    [
        ("x**2 - 5*x + 6", "(x - 2)*(x - 3)"),
        ("x**2 + x", "x*(x + 1)"),
        ("2*x**2 - 3*sqrt(2)*x + 2", "sqrt(2)*(sqrt(2)*x - 1)*(x - sqrt(2))"),
        ("x**2 - 2*sqrt(3)*x + 3", "(x - sqrt(3))^2"),
        ("x**2 - sqrt(2)*a*x - 4*a**2", "-(2*sqrt(2)*a - x)*(x + sqrt(2)*a)"),
        ("sqrt(2)*sin(x)**2 - 3*sin(x) + sqrt(2)", "(sqrt(2)*sin(x) - 1)*(sin(x) - sqrt(2))"),
        ("x**2 - sqrt(2)", "x^2 - sqrt(2)"),
        ("2*x**2 - 8", "2*(x - 2)*(x + 2)"),
        ("x**2/2 - 1/8", "(2*x - 1)*(2*x + 1)/8"),
        ("x**4 - 2*x**2 + 1", "(x - 1)^2*(x + 1)^2"),
        ("x**5 - x", "x*(x - 1)*(x + 1)*(x^2 + 1)"),
        ("x**2 - a**2", "(x - a)*(x + a)"),
        ("x**2 + a*x + b*x + a*b", "(x + a)*(x + b)"),
        ("1/x + x", "(x^2 + 1)/x"),
        ("1/x + 1/(x + 1)", "(2*x + 1)/(x*(x + 1))"),
        ("x/(x + 1) + 1/(x + 1)", "1"),
        ("exp(2*x) - 3*exp(x) + 2", "(exp(x) - 1)*(exp(x) - 2)"),
        ("2**(x + 1) - x*2**x", "-2^x*(x - 2)"),
        ("sin(x)**2 - sin(x)", "sin(x)*(sin(x) - 1)"),
        ("x*log(x) - log(x)", "log(x)*(x - 1)"),
        ("x**(3/2) + x", "x*(sqrt(x) + 1)"),
    ],
)
def test_what_can_be_taken_apart_is(table: ExprTable, text: str, product: str) -> None:
    found = table.intern(factored(read(table, text)))
    assert found is not None
    assert expr_text(found) == product


@pytest.mark.parametrize(
    "text",
    [
        "x", "x + 1", "a*x + b", "x**2 + 1", "x**2 - 2", "x**2 + a*x + b", "sin(x) + cos(x)",
        "(x + a + b + c + 1)**9 + (x + 1)**9 + a*b*c",  # too large to be tried
    ],
)  # fmt: skip
def test_what_cannot_be_taken_apart_stays_as_it_is(table: ExprTable, text: str) -> None:
    expr = read(table, text)
    assert factored(expr) == expr.sym


def test_random_polynomials_have_the_factors_that_sympy_finds(table: ExprTable) -> None:
    rng, x, a = random.Random(0), *sp.symbols("x a")
    for _ in range(60):
        product = sp.Integer(rng.randint(1, 4))
        for _ in range(rng.randint(1, 3)):
            product *= rng.randint(1, 3) * x ** rng.randint(1, 2) + rng.choice([1, -2, 3, a, 2 * a])
        whole = sp.expand(product)
        expr = read(table, str(whole))
        found = sp.sympify(str(factored(expr)))
        assert sp.expand(found - whole) == 0
        _, ours = sp.factor_list(found)
        _, theirs = sp.factor_list(whole)
        assert sorted(map(str, ours)) == sorted(map(str, theirs))
        if sum(times for _, times in theirs) > 1:
            parts = [each for each in sp.Mul.make_args(found) if not each.is_number]
            assert len(parts) == len(theirs), (whole, found)


@pytest.mark.parametrize("seed", range(40))
def test_roots_of_numbers_are_taken_apart_too(table: ExprTable, seed: int) -> None:
    rng, x = random.Random(f"roots:{seed}"), sp.Symbol("x")
    root = sp.sqrt(rng.choice([2, 3, 5, 6, sp.Rational(1, 2)]))
    kernel = rng.choice([x, sp.sin(x), sp.log(x)])
    factors = [rng.randint(1, 3) * root * kernel + rng.randint(-4, 4)
               for _ in range(rng.randint(2, 3))]  # fmt: skip
    whole = sp.expand(sp.prod(factors) * rng.choice([1, root]))
    expr = read(table, str(whole))
    found = factored(expr)
    assert sp.expand(sp.sympify(str(found)) - whole) == 0
    assert not ar.is_sum(found) or not whole.has(root)
