"""Interned expressions: SymPy's trees, one object per value."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import oracle
import pytest
import symengine as se
from conftest import a, b, c, random_states, random_sym, x

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.game.games import COMPLEX, PAPER, SOLVER


def intern(table: ExprTable, sym: Sym) -> Expr:
    expr = table.intern(se.sympify(sym))
    assert expr is not None
    return expr


# -- trees ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sym", "size", "complexity"),
    [
        (x, 1, 1),
        (a * x + b, 5, 9),
        (a * x**2 + b * x + c, 10, 19),
        (a / x, 5, 9),
        (-x, 3, 5),
        (se.sqrt(x), 3, 5),
        (se.exp(x), 2, 3),
        (x / 2, 3, 5),
        (2 * se.I, 3, 5),
        (1 + 2 * se.I, 5, 9),
    ],
    ids=str,
)
def test_complexity_counts_nodes_and_edges(
    table: ExprTable, sym: Sym, size: int, complexity: int
) -> None:
    expr = intern(table, sym)
    assert (expr.size, expr.complexity) == (size, complexity)


def assert_same_tree(expr: Expr) -> str | None:
    """Compare with SymPy; return the known reason if the trees differ."""
    value = oracle.to_sympy(expr)
    if oracle.fast_shape(expr) != oracle.shape(value):
        reason = oracle.sympy_goes_further(expr)
        assert reason, (expr, value)
        return reason
    assert expr.size == oracle.size(value)
    assert expr.complexity == oracle.complexity(value)
    assert expr.holds_unknown == oracle.holds_unknown(value)
    assert len(list(expr.walk())) == expr.size
    return None


def test_trees_of_random_expressions_agree_with_sympy(table: ExprTable) -> None:
    rng = random.Random(1)
    reasons = Counter(
        assert_same_tree(expr)
        for expr in (table.intern(random_sym(rng, 4)) for _ in range(3000))
        if expr is not None and expr.size < 80
    )
    assert reasons[None] > 0.95 * reasons.total() > 2500


def test_trees_met_in_the_game_agree_with_sympy() -> None:
    reasons: Counter[str | None] = Counter()
    seen = set()
    for seed in range(120):
        for lhs, rhs, _ in random_states(seed, 12, ExprTable()):
            for side in (lhs, rhs):
                if side.sym not in seen:
                    seen.add(side.sym)
                    reasons[assert_same_tree(side)] += 1
    assert reasons[None] > 0.8 * reasons.total() > 800


def test_tokens_are_the_preorder_of_the_tree(table: ExprTable) -> None:
    expr = intern(table, a * x + b)
    assert list(expr.tokens) == [node.head for node in expr.walk()]
    assert expr.head == tk.ADD


# -- one object per value ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (a * x + b, b + x * a),
        (2 * (a + b), 2 * a + 2 * b),
        (-(a - x), x - a),
        (x + 2 * (a + b), x + 2 * a + 2 * b),
        (se.exp(2 * (a + x)), se.exp(2 * a + 2 * x)),
        (se.sin(3 * (a + x)) / x, se.sin(3 * a + 3 * x) / x),
        (c * se.exp(a + x) / se.exp(a + x), c),
        (2 ** (a + x) / 2 ** (a + x), 1),
        (se.sqrt(2) * se.sqrt(3) * x, se.sqrt(6) * x),
        (1 / se.sqrt(se.Integer(2)), se.sqrt(2) / 2),
    ],
    ids=str,
)
def test_equal_values_are_the_same_object(table: ExprTable, one: Sym, other: Sym) -> None:
    assert intern(table, one) is intern(table, other)


def test_no_two_expressions_of_a_table_have_the_same_tree() -> None:
    for seed in range(40):
        table = ExprTable()
        for _ in random_states(seed, 12, table):
            pass
        trees = Counter((node.head, node.children) for node in table.exprs if node.children)
        assert trees.most_common(1)[0][1] == 1
        for node in table.exprs:
            assert table.intern(node.sym) is node


def test_order_of_siblings_does_not_depend_on_the_order_of_construction() -> None:
    names = se.symbols("x alpha beta a b")
    numbers = [se.Integer(100), se.Rational(7, 3), se.Rational(5, 3)]
    parts = [names[0] * number * name for number in numbers for name in names[1:3]]
    orders = set()
    for order in itertools.islice(itertools.permutations(parts), 0, 720, 7):
        table = ExprTable()
        for part in order:
            table.intern(part)
        total = ar.ZERO
        for part in order:
            total = total + part
        orders.add(tuple(str(child.sym) for child in intern(table, total).children))
    assert len(orders) == 1


@pytest.mark.parametrize(
    "sym",
    [
        ar.ONE / ar.ZERO,
        se.log(ar.ZERO),
        x + se.log(ar.ZERO),
        se.exp(x) * (ar.ONE / ar.ZERO),
        se.sqrt(x + se.nan),
        se.Integer(10) ** 40,
        se.Integer(-10) ** 41 * x,
        x + se.Rational(1, 10**40),
        x ** (se.Integer(10) ** 50),
    ],
    ids=str,
)
def test_undefined_and_huge_values_are_out_of_bounds_in_the_papers_games(sym: Sym) -> None:
    table = ExprTable(PAPER.max_digits)
    assert table.intern(sym) is None
    assert table.intern(sym) is None
    assert table.intern(2 * x * sym) is None


def test_numbers_of_forty_digits_are_in_bounds() -> None:
    assert ExprTable(PAPER.max_digits).intern(se.Integer(10**40 - 1) * x) is not None


def test_elsewhere_numbers_may_be_longer(table: ExprTable) -> None:
    assert SOLVER.max_digits == COMPLEX.max_digits == ar.MOST_DIGITS
    assert table.intern(se.Integer(10**100 - 1) * x) is not None
    assert table.intern(se.Integer(10**100) * x) is None


# -- storage -------------------------------------------------------------------------------------


def test_a_table_is_rebuilt_from_its_parts() -> None:
    table = ExprTable()
    for seed in range(60):
        for _ in random_states(seed, 10, table):
            pass
    rng = random.Random(1)
    for _ in range(300):
        table.intern(random_sym(rng, 3))
    nodes = table.exprs
    again = ExprTable.rebuild(
        [node.head for node in nodes],
        [len(node.children) for node in nodes],
        [child.id for node in nodes for child in node.children],
        {node.id: str(node.sym) for node in nodes if not node.children},
    )
    assert len(again) == len(table)
    for old, new in zip(nodes, again.exprs, strict=True):
        assert (old.id, old.sym, old.tokens) == (new.id, new.sym, new.tokens)
        assert [child.id for child in old.children] == [child.id for child in new.children]
        assert again.intern(old.sym) is new


# -- arithmetic ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sym", "simplified"),
    [
        (ar.square_root(se.Integer(8)), "2*sqrt(2)"),
        (ar.square_root(se.Rational(2, 3)), "(1/3)*sqrt(6)"),
        (ar.square_root(se.Integer(-4)), "2*I"),
        (ar.square_root(4 * x), "2*sqrt(x)"),
        (ar.square_root(-4 * x), "2*sqrt(-x)"),
        (ar.square_root(se.sqrt(x)), "x**(1/4)"),
        (ar.square_root(se.pi * x), "sqrt(x)*sqrt(pi)"),
        (ar.square_root(se.E * x), "sqrt(x)*exp(1/2)"),
        (ar.power(se.Integer(12), se.Rational(3, 2)), "24*sqrt(3)"),
        (ar.power(se.Integer(12), se.Rational(-1, 2)), "(1/6)*sqrt(3)"),
        (ar.multiply(se.sqrt(2), se.sqrt(3)), "sqrt(6)"),
        (ar.exponential(se.log(x)), "x"),
        (ar.exponential(2 * se.log(x) + a), "x**2*exp(a)"),
        (ar.exponential(se.I * se.pi), "-1"),
        (ar.exponential(se.log(1 / x) / 2), "exp((1/2)*log(x**(-1)))"),
        (ar.logarithm(se.exp(se.Integer(3))), "3"),
        (ar.sine(se.asin(x)), "x"),
        (ar.sine(-se.acos(x)), "-sqrt(1 - x**2)"),
        (ar.cosine(se.asin(x)), "sqrt(1 - x**2)"),
        (ar.cosine(-se.asin(x)), "sqrt(1 - x**2)"),
        (ar.arcsine(-x), "-asin(x)"),
        (ar.arcsine(se.Integer(-4)), "-asin(4)"),
        (ar.arcsine(ar.HALF), "(1/6)*pi"),
    ],
)
def test_arithmetic_simplifies_as_sympy_does(sym: Sym, simplified: str) -> None:
    assert str(sym) == simplified


def test_half_turns_are_counted_however_many():
    turns = {4 * 10**40: 1, 4 * 10**40 + 1: se.I, 4 * 10**40 + 2: -1, -(10**40) - 1: -se.I}
    for quarters, value in turns.items():
        assert ar.exponential(se.I * se.pi * quarters / 2) == value
