"""Printed text parses back to the very same expression; LaTeX reads as a textbook's."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
import symengine as se
from hypothesis import given, settings
from hypothesis import strategies as st

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_latex, equation_text, expr_latex, expr_text
from aljabr.game.games import PAPER
from aljabr.game.graph import DEAD, StateGraph

GOLDEN = """
    2(x+1)/3 = y                | 2*x/3 + 2/3 = y               | \\frac{2 x}{3} + \\frac{2}{3} = y
    -x/2 = 3                    | -x/2 = 3                      | -\\frac{x}{2} = 3
    (x+1)/(x-1) = 2             | (x + 1)/(x - 1) = 2           | \\frac{x + 1}{x - 1} = 2
    a/(b c) = x                 | x = a/(b*c)                   | x = \\frac{a}{b c}
    a/b/(x+1) = 1               | a/(b*(x + 1)) = 1             | \\frac{a}{b \\left(x + 1\\right)} = 1
    1/x^2 = 4                   | 1/x^2 = 4                     | \\frac{1}{x^{2}} = 4
    1/sqrt(x) = 4               | 1/sqrt(x) = 4                 | \\frac{1}{\\sqrt{x}} = 4
    (x+1)^(2/3) = 4             | (x + 1)^(2/3) = 4             | \\left(x + 1\\right)^{2/3} = 4
    2^(-x) = 4                  | 2^(-x) = 4                    | 2^{-x} = 4
    x^(a+1) = 4                 | x^(a + 1) = 4                 | x^{a + 1} = 4
    e^(2x) = 5                  | exp(2*x) = 5                  | e^{2 x} = 5
    (e^x)^2 = 5                 | exp(2*x) = 5                  | e^{2 x} = 5
    e e = x                     | x = (e)^2                     | x = \\left(e\\right)^{2}
    (1/3)^x = 2                 | (1/3)^x = 2                   | \\left(\\frac{1}{3}\\right)^{x} = 2
    (-2)^x = 2                  | (-2)^x = 2                    | \\left(-2\\right)^{x} = 2
    sqrt(2) x = sqrt(-1)        | sqrt(2)*x = sqrt(-1)          | \\sqrt{2} x = i
    log(x) = |y|                | log(x) = abs(y)               | \\ln\\left(x\\right) = \\left|y\\right|
    asin x = alpha              | asin(x) = alpha               | \\arcsin\\left(x\\right) = \\alpha
    x_1 = x_max x               | x_max*x = x_1                 | x_{max} x = x_{1}
    5 - x^2 + 3x                | 3*x - x^2 + 5 = 0             | 3 x - x^{2} + 5 = 0
    -x - a = -1                 | -x - a = -1                   | -x - a = -1
    pi x = exp(1)               | pi*x = exp(1)                 | \\pi x = e
    sin(x)^2 = 1                | sin(x)^2 = 1                  | \\sin\\left(x\\right)^{2} = 1
    2*3^x = 1                   | 2*3^x = 1                     | 2 \\cdot 3^{x} = 1
"""


# ruff: noqa: E501 - a table
@pytest.mark.parametrize("line", GOLDEN.strip().splitlines())
def test_text_and_latex(line):
    typed, text, latex = (part.strip() for part in line.split(" | "))
    equation = parse(typed)
    assert equation_text(equation) == text
    assert equation_latex(equation) == latex


def test_the_unknown_keeps_its_name_beside_a_parameter_called_x():
    equation = parse("x t + y = x", "t")
    assert equation.lhs.holds_unknown
    assert not equation.rhs.holds_unknown
    assert equation_text(equation) == "x*t + y = x"
    assert equation_latex(equation) == "x t + y = x"
    assert parse(equation_text(equation), "t", ExprTable()).lhs.sym == equation.lhs.sym


def round_trip(table: ExprTable, expr: Expr, unknown: str = "x") -> None:
    equation = parse(f"{expr_text(expr, unknown)} = {unknown}", unknown, table)
    printed = {equation.lhs, equation.rhs}
    assert expr in printed, expr_text(expr, unknown)
    latex = expr_latex(expr, unknown)
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left") == latex.count(r"\right")
    if not {tk.EULER, tk.IMAGINARY} & {*expr.tokens}:  # they are shown as the letters e and i
        equation = parse(f"{latex} = {unknown}", unknown, table)
        assert expr in (equation.lhs, equation.rhs), latex


@pytest.mark.parametrize(
    "start",
    [
        "e + (a x + b)/(c x + d) = 0",
        "sqrt(b x + a) - c = 0",
        "a exp(b x) + c = x",
        "a sin(b x + c)/3 = 5/2",
        "x^(1/3) + 2^x = |x|/7",
    ],
)
def test_states_of_random_walks_print_and_parse_back(start):
    graph = StateGraph(replace(PAPER, num_actions=150))
    source = random.Random(start)
    root = graph.add(parse(start, "x", graph.table))
    for _ in range(30):
        state = root
        for _ in range(8):
            legal = np.flatnonzero(graph.mask[state]).tolist()
            after = int(graph.step(np.array([state]), np.array([source.choice(legal)]))[0])
            if graph.flags[after] & DEAD:
                break
            state = after
            equation = graph.equation(state)
            for side in (equation.lhs, equation.rhs):
                round_trip(graph.table, side, source.choice("xtz"))


leaves = st.sampled_from(
    [
        ar.X,
        *map(se.Symbol, ("a", "b", "e", "q_1", "mu")),
        *map(se.Integer, (-2, 2, 3, 12)),
        *(se.pi, se.Rational(-1, 2), se.Rational(2, 3)),
    ]
)


def extend(children):
    exponents = st.sampled_from([*map(se.Integer, (-2, -1, 2, 3)), ar.HALF, -ar.HALF, ar.X])
    functions = st.sampled_from(
        [
            *(ar.exponential, ar.logarithm, ar.sine, ar.cosine, ar.arcsine, ar.arccosine),
            *(se.Abs, se.tan, se.atan, ar.square_root),
        ]
    )
    return st.one_of(
        st.builds(lambda u, v: u + v, children, children),
        st.builds(ar.multiply, children, children),
        st.builds(lambda u, v: u / v if v != 0 else u, children, children),
        st.builds(lambda u, n: u if u == 0 else ar.power(u, n), children, exponents),
        st.builds(lambda f, u: f(u), functions, children),
    )


@settings(max_examples=400, derandomize=True, deadline=None, database=None)
@given(st.recursive(leaves, extend, max_leaves=10))
def test_random_expressions_print_and_parse_back(sym):
    table = ExprTable()
    expr = table.intern(sym)
    if expr is not None and expr.size < 60:
        round_trip(table, expr)
