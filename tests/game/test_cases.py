"""What a step splits into: tables of all cases, and that together they lose no root."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import oracle
import pytest
import scan
from conftest import make_equation, read_sym

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.game import games
from aljabr.game.games import COMPLEX, PAPER, SOLVER, Game
from aljabr.game.rules import Action

# -- tables ----------------------------------------------------------------------------------------

BOTH = [
    ("sqrt", "x**2 = 4", ["x = 2", "x = -2"]),
    ("sqrt", "(x + a)**2 = b", ["x + a = sqrt(b)", "x + a = -sqrt(b)"]),
    ("sqrt", "x**(-2) = b", ["1/x = sqrt(b)", "1/x = -sqrt(b)"]),
    ("sqrt", "x**4 = a", ["x^2 = sqrt(a)", "x^2 = -sqrt(a)"]),
    ("sqrt", "sin(x)**2 = 1/4", ["sin(x) = 1/2", "sin(x) = -1/2"]),
    ("sqrt", "(x + a)**2 = (x + b)**2", ["x + a = x + b", "x + a = -x - b"]),
    ("sqrt", "x**2 = -4", ["x = 2*sqrt(-1)", "x = -2*sqrt(-1)"]),
    ("asin", "sin(x) = 1/2", ["x = pi/6 + 2*pi*n", "x = 5*pi/6 + 2*pi*n"]),
    ("asin", "sin(x) = b", ["x = asin(b) + 2*pi*n", "x = pi - asin(b) + 2*pi*n"]),
    ("asin", "-sin(x) = b", ["-x = asin(b) + 2*pi*n", "-x = pi - asin(b) + 2*pi*n"]),
    ("asin", "sin(x) = 1", ["x = pi/2 + 2*pi*n"]),
    ("asin", "sin(x) = -1", ["x = 2*pi*n - pi/2"]),  # 3*pi/2 is a turn away
    ("asin", "sin(x) = sin(a)", ["x = a + 2*pi*n", "x = pi - a + 2*pi*n"]),
    ("asin", "sin(x) = sin(3*x)", ["x = 3*x + 2*pi*n", "x = pi - 3*x + 2*pi*n"]),
    ("asin", "sin(x) = cos(2*x)", ["x = pi/2 - 2*x + 2*pi*n", "x = 2*x + pi/2 + 2*pi*n"]),
    ("asin", "-sin(x) = cos(2*x)", ["-x = pi/2 - 2*x + 2*pi*n", "-x = 2*x + pi/2 + 2*pi*n"]),
    ("acos", "cos(x) = 1/2", ["x = pi/3 + 2*pi*n", "x = 2*pi*n - pi/3"]),
    ("acos", "cos(2*x) = b", ["2*x = acos(b) + 2*pi*n", "2*x = 2*pi*n - acos(b)"]),
    ("acos", "-cos(x) = b", ["pi - x = acos(b) + 2*pi*n", "pi - x = 2*pi*n - acos(b)"]),
    ("acos", "cos(x) = 1", ["x = 2*pi*n"]),
    ("acos", "cos(x) = -1", ["x = pi + 2*pi*n"]),
    ("acos", "cos(log(x)) = -1", ["log(x) = pi + 2*pi*n"]),
    ("acos", "cos(x) = 0", ["x = pi/2 + 2*pi*n", "x = 2*pi*n - pi/2"]),  # half a turn apart
    ("acos", "cos(x) = cos(2*x)", ["x = 2*x + 2*pi*n", "x = 2*pi*n - 2*x"]),
    ("acos", "cos(x) = -sin(x)", ["x = x + pi/2 + 2*pi*n", "x = 2*pi*n - x - pi/2"]),
    ("atan", "tan(x) = 1", ["x = pi/4 + pi*n"]),
    ("atan", "tan(2*x) = a", ["2*x = atan(a) + pi*n"]),
    ("atan", "tan(x) = tan(3*x)", ["x = 3*x + pi*n"]),
    ("abs", "abs(x) = 3", ["x = 3", "x = -3"]),
    ("abs", "abs(x) = 0", ["x = 0"]),
    ("abs", "abs(x) = abs(a)", ["x = abs(a)", "x = -abs(a)"]),
    ("abs", "abs(x + a) = b", ["x + a = b", "x + a = -b"]),
    ("abs", "abs(1 - x) = x", ["x - 1 = x", "x - 1 = -x"]),
    ("abs", "abs(x) = abs(x + 1)", ["x = x + 1", "x = -x - 1"]),
    ("factor", "x**2 - 5*x + 6 = 0", ["(x - 2)*(x - 3) = 0"]),
    ("factor", "x**2 + a*x + b*x + a*b = 0", ["(x + a)*(x + b) = 0"]),
    ("factor", "a*x**2 + b*x = 0", ["x*(a*x + b) = 0"]),
    ("factor", "1/x + x = 0", ["(x^2 + 1)/x = 0"]),
    ("factor", "x/(x + 1) + 1/(x + 1) = 0", ["1 = 0"]),
    ("factor", "exp(2*x) - 3*exp(x) + 2 = 0", ["(exp(x) - 1)*(exp(x) - 2) = 0"]),
    ("factor", "sin(x)*cos(x) + sin(x) = 0", ["sin(x)*(cos(x) + 1) = 0"]),
    ("zero_product", "x*(x + 1) = 0", ["x = 0", "x + 1 = 0"]),
    ("zero_product", "(x + a)**3*(x + b)**2 = 0", ["x + a = 0", "x + b = 0"]),
    ("zero_product", "sin(x)*cos(x) = 0", ["cos(x) = 0", "sin(x) = 0"]),
    ("zero_product", "a*x = 0", ["x = 0"]),
    ("zero_product", "x**2 = 0", ["x = 0"]),
    ("zero_product", "sqrt(x) = 0", ["x = 0"]),
    ("zero_product", "(x + 1)/x = 0", ["x + 1 = 0"]),
    ("zero_product", "exp(x)*(x - 1) = 0", ["x - 1 = 0"]),
    ("zero_product", "1/x = 0", ["1 = 0"]),
    ("zero_product", "2**x = 0", ["1 = 0"]),
    ("power_root", "x**3 = 0", ["x = 0"]),
    ("power_root", "x**(1/3) = 2", ["x = 8"]),
    ("power_root", "x**(1/3) = -a", ["x = -a^3"]),
    ("power_root", "x**a = b", ["x = b^(1/a)"]),
    ("power_root", "x**a = b**a", ["x = b"]),
]  # fmt: skip
REAL = [
    ("power_root", "x**3 = 27", ["x = 3"]),
    ("power_root", "x**3 = -8", ["x = -2"]),
    ("power_root", "x**3 = 54", ["x = 3*2^(1/3)"]),
    ("power_root", "x**3 = 2/3", ["x = 18^(1/3)/3"]),
    ("power_root", "x**3 = exp(a)", ["x = exp(a/3)"]),
    ("power_root", "x**3 = 5 - pi", ["x = (5 - pi)^(1/3)"]),
    ("power_root", "x**3 = pi - 4", ["x = -(4 - pi)^(1/3)"]),  # which does not look negative
    ("power_root", "(x + a)**3 = b", ["x + a = b^(1/3)", "x + a = -(-b)^(1/3)"]),
    ("power_root", "x**3 = -b/a", ["x = -(b/a)^(1/3)", "x = (-b/a)^(1/3)"]),
    ("power_root", "x**3 = a*b**6", ["x = a^(1/3)*b^2", "x = -(-a)^(1/3)*b^2"]),
    ("power_root", "x**3 = a/b**3", ["x = a^(1/3)/b", "x = -(-a)^(1/3)/b"]),
    ("power_root", "x**3 = -8*b**3", ["x = -2*b"]),
    ("power_root", "x**(-3) = 8*b**3", ["x = 1/(2*b)"]),
    ("power_root", "x**4 = 16", ["x = 2", "x = -2"]),
    ("power_root", "x**4 = a", ["x = a^(1/4)", "x = -a^(1/4)"]),
    ("power_root", "x**(-3) = -8", ["x = -1/2"]),
    ("power_root", "x**(-4) = 16", ["x = 1/2", "x = -1/2"]),
    ("power_root", "x**(2/3) = 4", ["x = 8", "x = -8"]),
    ("power_root", "x**(3/2) = a", ["x = a^(2/3)"]),
    ("power_root", "x**(3/5) = -8", ["x = -32"]),
    ("power_root", "x**3 = (x + 1)**3", ["x = x + 1"]),
    ("power_root", "x**4 = (x + 1)**4", ["x = x + 1", "x = -x - 1"]),
    ("log", "exp(x) = b", ["x = log(b)"]),
    ("log", "2**x = 3**x", ["log(2)*x = log(3)*x"]),
    ("no_root", "x**2 + x + 1 = 0", ["1 = 0"]),
    ("apart", "sin(x) + cos(3*x) = x**2 + 3", ["1 = 0"]),
]  # fmt: skip
OVER_THE_COMPLEX = [
    ("power_root", "x**3 = 8",
     ["x = 2", "x = sqrt(3)*sqrt(-1) - 1", "x = -sqrt(3)*sqrt(-1) - 1"]),
    ("power_root", "x**3 = -8", ["x = -2", "x = 1 - sqrt(3)*sqrt(-1)", "x = sqrt(3)*sqrt(-1) + 1"]),
    ("power_root", "x**4 = a",
     ["x = a^(1/4)", "x = sqrt(-1)*a^(1/4)", "x = -a^(1/4)", "x = -sqrt(-1)*a^(1/4)"]),
    ("power_root", "x**(-4) = 16", ["x = 1/2", "x = sqrt(-1)/2", "x = -1/2", "x = -sqrt(-1)/2"]),
    ("power_root", "x**4 = (x + 1)**4",
     ["x = x + 1", "x = sqrt(-1)*x + sqrt(-1)", "x = -x - 1", "x = -sqrt(-1)*x - sqrt(-1)"]),
    ("power_root", "x**13 = 2", ["x = 2^(1/13)"]),  # which is not all, and said to be so
    ("log", "exp(x) = b", ["x = log(b) + 2*sqrt(-1)*pi*n"]),
    ("log", "2**x = 3**x", ["log(2)*x = log(3)*x + 2*sqrt(-1)*pi*n"]),
]  # fmt: skip


def read(table: ExprTable, text: str) -> Equation:
    lhs, rhs = (read_sym(side) for side in text.split("="))
    return make_equation(table, lhs, rhs)


def cases_of(table: ExprTable, equation: Equation, name: str, game: Game) -> list[Equation | None]:
    """Return all cases of a legal rule, the successor first."""
    action = Action(game.rule(name))
    found = games.terms(equation.lhs, equation.rhs)
    mask = game.legal_mask(equation.lhs, equation.rhs, found)
    assert mask[game.index_of[name]], f"{name} is masked"
    found = games.cases(table, equation, action)
    return found or [games.apply(table, equation, action)]


@pytest.mark.parametrize(
    ("game", "rule", "before", "after"),
    [(SOLVER, *each) for each in BOTH + REAL]
    + [(COMPLEX, *each) for each in BOTH + OVER_THE_COMPLEX],
    ids=lambda each: each.name if isinstance(each, Game) else None,
)
def test_all_cases_of_a_step(
    table: ExprTable, game: Game, rule: str, before: str, after: list[str]
) -> None:
    cases = cases_of(table, read(table, before), rule, game)
    assert [case and equation_text(case) for case in cases] == after


@pytest.mark.parametrize(
    ("game", "lines"), [(SOLVER, BOTH + REAL), (COMPLEX, BOTH + OVER_THE_COMPLEX)]
)
def test_every_rule_with_cases_has_an_example(game: Game, lines: list) -> None:
    splitting = {rule.name for rule in game.rules if rule.cases is not None}
    assert splitting | {"factor"} <= {rule for rule, *_ in lines}
    assert {rule.name for rule in PAPER.rules if rule.cases is not None} == set()


def test_the_games_for_all_roots_have_the_same_rules_but_those_of_real_numbers() -> None:
    real, whole = ([rule.name for rule in game.rules] for game in (SOLVER, COMPLEX))
    of_reals = {
        "no_root",
        "apart",
        "by_sign",
        "fewer_moduli",
        "split_logarithm",
        "root_of_square",
        "reciprocal_roots",
        "cubed_sum",
        "powers_of_one_base",
        "equal_exponents",
        "power_of_base",
        "odd_root_alone",
        "by_root",
        "by_trial",
    }
    assert [name for name in real if name not in of_reals] == whole
    assert {name for name in real if name in PAPER.index_of} == set(PAPER.index_of)


ILLEGAL = [
    ("sqrt", "x**2 = 0"),  # a power that is zero
    ("sqrt", "x**2 = x + 1"),
    ("sqrt", "(x + a)**2 = (x + a)**2"),
    ("asin", "2*sin(x) = b"),
    ("asin", "sin(x) = b*x"),
    ("asin", "sin(x) = sin(x)"),
    ("acos", "sin(x) = cos(x)"),
    ("atan", "tan(x) = x"),
    ("tan", "atan(x) = x"),
    ("power_root", "x**2 = b"),
    ("power_root", "1/x = b"),
    ("power_root", "sqrt(x) = b"),
    ("power_root", "x**3 = x + 1"),
    ("power_root", "x**(-3) = 0"),
    ("power_root", "x**a = 0"),
    ("power_root", "a**x = b"),
    ("power_root", "x**x = b"),
    ("power_root", "x**(1/1000) = 2"),  # a gigantic number
    ("abs", "2*abs(x) = b"),
    ("abs", "abs(x) = abs(x)"),
    ("factor", "x**2 - x = 1"),
    ("factor", "a*x + b = 0"),  # there is nothing to factor
    ("zero_product", "x*(x + 1) = 1"),
    ("zero_product", "x + 1 = 0"),
    ("no_root", "x**2 - x - 1 = 0"),
    ("no_root", "x**2 + x + a = 0"),
    ("apart", "sin(x) = 7"),  # over the complex numbers there is more to say
    ("apart", "sin(x) + cos(3*x) = 2"),
    ("exp", "x = b"),
    ("log", "x + a = b"),
    ("sin", "x = b"),
    ("cos", "asin(x) = b"),
    ("square", "cos(x) = a"),
]


@pytest.mark.parametrize(("rule", "before"), ILLEGAL)
def test_a_rule_is_legal_only_where_it_undoes_something(
    table: ExprTable, rule: str, before: str
) -> None:
    equation = read(table, before)
    mask = SOLVER.legal_mask(equation.lhs, equation.rhs, games.terms(equation.lhs, equation.rhs))
    assert not mask[SOLVER.index_of[rule]]


@pytest.mark.parametrize(
    ("text", "game", "is_legal"),
    [
        ("asin(x**2) = 0", SOLVER, False),  # x = 0 would be a case of x*asin(x**2) = 0
        ("asin(x**2) = 0", COMPLEX, False),
        ("asin(x**2) = 0", PAPER, True),
        ("x - 8/x - 2 = 0", SOLVER, True),
        ("asin(x**2) = a", SOLVER, False),  # nor would it be a root of this
        ("a/x = b*x", SOLVER, True),
        ("tan(x) = x", SOLVER, True),
    ],
)
def test_nothing_is_brought_in_that_vanishes_with_the_unknown(text, game, is_legal) -> None:
    equation = parse(text, "x", ExprTable())
    found = games.terms(equation.lhs, equation.rhs)
    mask = game.legal_mask(equation.lhs, equation.rhs, found)
    rank = [each.sym for each in found].index(ar.X)
    assert bool(mask[game.action_index(game.rule("multiply"), rank)]) == is_legal


def test_families_within_families_are_counted_by_other_letters(table: ExprTable) -> None:
    case = cases_of(table, read(table, "sin(cos(x)) = b"), "asin", SOLVER)[1]
    assert case is not None
    first, second = cases_of(table, case, "acos", SOLVER)
    assert first is not None
    assert second is not None
    assert equation_text(first) == "x = acos(pi - asin(b) + 2*pi*n) + 2*pi*k"


# -- conditions ------------------------------------------------------------------------------------

CONDITIONS = [
    (SOLVER, "sqrt", "(x + a)**2 = b", set()),
    (SOLVER, "asin", "sin(x) = b", set()),
    (SOLVER, "atan", "tan(x) = b", set()),
    (SOLVER, "power_root", "(x + a)**3 = b", {"real a + x"}),
    (SOLVER, "power_root", "x**a = b", {"nonzero a", "root x"}),
    (SOLVER, "abs", "abs(x + a) = abs(b)", {"real a + x", "real b"}),
    (SOLVER, "zero_product", "a*b**2*exp(c)*x = 0", {"nonzero a*b"}),
    (SOLVER, "zero_product", "x*(x + a) = 0", set()),
    (SOLVER, "zero_product", "x*a**x = 0", {"nonzero a"}),
    (SOLVER, "factor", "a*x**2 + b*x = 0", set()),
    (COMPLEX, "power_root", "(x + a)**3 = b", set()),
    (COMPLEX, "power_root", "x**14 = b", {"power 14*log(x)"}),
    (COMPLEX, "power_root", "x**a = b", {"nonzero a", "nonzero b", "power a*log(x)"}),
    (COMPLEX, "log", "exp(x) = b", set()),
    (COMPLEX, "log", "a**x = b", {"nonzero a**x"}),
]


@pytest.mark.parametrize(("game", "rule", "before", "conditions"), CONDITIONS)
def test_what_a_step_with_cases_asks_of_the_roots(
    table: ExprTable, game: Game, rule: str, before: str, conditions: set[str]
) -> None:
    found = game.rule(rule).conditions(table, read(table, before), None)
    assert {f"{each.kind} {each.expr.sym}" for each in found} == conditions


# -- nothing is lost -------------------------------------------------------------------------------
# Equations with random numbers, their roots found by a scan that knows nothing of our code.


def line(rng: random.Random) -> str:
    """Return a*x + b."""
    factor = rng.choice(["", "2*", "3*", "-", "-2*", "1/2*"])
    return f"({factor}x + {rng.choice(['0', '1', '-2', '3/2', '-1/3', 'sqrt(2)', '-pi/4'])})"


def plain_line(rng: random.Random) -> str:
    """Return a*x + b without pi."""
    return line(rng).replace("pi", "3")


def number(rng: random.Random) -> str:
    """Return a number, of either sign, which it may not show."""
    shown = ["1", "2", "-3", "4", "-8", "1/4", "-27/8", "9"]
    hidden = ["sqrt(2)", "-sqrt(3)", "pi - 4", "5 - pi", "1 - sqrt(2)", "cos(2)", "-pi", "exp(1)"]
    return rng.choice(shown + hidden)


def share(rng: random.Random) -> str:
    """Return a number, of either sign, within -1 and 1 or not far out."""
    return rng.choice(["0", "1", "-1", "1/2", "-1/2", "sqrt(3)/2", "2/3", "-3/7", "pi/4", "5/4"])


def turning(rng: random.Random) -> str:
    sign = rng.choice(["", "-"])
    return f"{sign}{rng.choice(['sin', 'cos'])}({line(rng)})"


def factor(rng: random.Random) -> str:
    return rng.choice(
        [line(rng), f"{line(rng)}**2", f"({line(rng)}**2 - {abs(rng.randint(1, 5))})",
         f"sin({line(rng)})", f"(exp({line(rng)}) - 2)", f"exp({line(rng)})", f"1/{line(rng)}",
         f"(x**2 + {rng.randint(1, 4)})", f"sqrt({line(rng)})", f"log({line(rng)})"]
    )  # fmt: skip


def polynomial(rng: random.Random) -> str:
    """Multiply out a product of what has small whole roots, or irrational ones, or none."""
    parts = ["x", "x - 1", "x + 2", "2*x - 3", "x**2 - 2", "x**2 + 1", "x - 3", "x**2 + x - 1"]
    product = read_sym("*".join(f"({rng.choice(parts)})" for _ in range(rng.randint(2, 3))))
    return f"{product.expand()} = 0"


def sum_of_products(rng: random.Random) -> str:
    """Return u*v + c*u over some function u."""
    u = rng.choice([f"sin({line(rng)})", "x", f"exp({line(rng)})", f"cos({line(rng)})", "1/x"])
    v = rng.choice(["x", "cos(x)", "x**2", "tan(x)", u])
    return f"{u}*{v} + {rng.choice([1, -1, 2, -3])}*{u} = 0"


Shape = Callable[[random.Random], str]
SHAPES: dict[str, list[Shape]] = {
    "sqrt": [
        lambda rng: f"{line(rng)}**{rng.choice([2, 4, -2])} = {number(rng)}",
        lambda rng: f"{rng.choice(['2*', '-3*', '-'])}{line(rng)}**2 = {number(rng)}",
        lambda rng: f"{line(rng)}**2 = {line(rng)}**2",
        lambda rng: f"{rng.choice(['sin', 'cos', 'tan'])}({plain_line(rng)})**2 = {share(rng)}",
    ],
    "asin": [
        lambda rng: f"{rng.choice(['', '-'])}sin({line(rng)}) = {share(rng)}",
        lambda rng: f"{rng.choice(['', '-'])}sin({line(rng)}) = {turning(rng)}",
    ],
    "acos": [
        lambda rng: f"{rng.choice(['', '-'])}cos({line(rng)}) = {share(rng)}",
        lambda rng: f"{rng.choice(['', '-'])}cos({line(rng)}) = {turning(rng)}",
    ],
    "atan": [
        lambda rng: f"tan({plain_line(rng)}) = {number(rng)}",
        lambda rng: f"tan({plain_line(rng)}) = tan({plain_line(rng)})",
    ],
    "power_root": [
        lambda rng: f"{line(rng)}**{rng.choice([3, 4, 5, 6, -3, -4])} = {number(rng)}",
        lambda rng: f"{line(rng)}**({rng.choice(FRACTIONS)}) = {number(rng)}",
        lambda rng: "{0}**{2} = {1}**{2}".format(line(rng), line(rng), rng.choice([3, 4, -3])),
    ],
    "abs": [
        lambda rng: f"abs({line(rng)}) = {number(rng)}",
        lambda rng: f"abs({line(rng)}) = {line(rng)}",
        lambda rng: f"abs({line(rng)}) = abs({line(rng)})",
        lambda rng: f"abs({line(rng)}**2 - 2) = {line(rng)}",
    ],
    "log": [
        lambda rng: f"exp({line(rng)}) = {number(rng)}",
        lambda rng: f"{rng.choice([2, 3])}**{line(rng)} = {rng.choice([2, 5])}**{line(rng)}",
    ],
    "factor": [polynomial, sum_of_products],
    "zero_product": [lambda rng: f"{factor(rng)}*{factor(rng)}*{factor(rng)} = 0"],
    "no_root": [polynomial],
    "apart": [
        lambda rng: f"sin({line(rng)}) + {number(rng)} = abs({line(rng)})",
        lambda rng: f"sqrt({line(rng)}) + {number(rng)} + cos({line(rng)}) = 0",
        lambda rng: f"exp({line(rng)}) + {number(rng)} = -({line(rng)})**2",
    ],
}
FRACTIONS = ["1/3", "2/3", "4/3", "3/2", "3/5", "5/3", "-1/3", "-3/5", "-2/3", "1/4"]
PER_SHAPE = 14


def drawn(game: Game, rule: str) -> list[tuple[ExprTable, Equation, list[Equation]]]:
    """Draw equations of every shape in which a rule is legal, each with all cases."""
    rng = random.Random(f"{game.name} {rule}")
    found = []
    for shape in SHAPES[rule]:
        count = 0
        for _ in range(20 * PER_SHAPE):
            table = ExprTable()
            equation = parse(shape(rng), "x", table)
            terms = games.terms(equation.lhs, equation.rhs)
            mask = game.legal_mask(equation.lhs, equation.rhs, terms)
            if not equation.lhs.holds_unknown or not mask[game.index_of[rule]]:
                continue
            cases = cases_of(table, equation, rule, game)
            assert None not in cases, equation
            found.append((table, equation, cases))
            count += 1
            if count == PER_SHAPE:
                break
    return found


def sides(equation: Equation) -> tuple:
    return oracle.to_sympy(equation.lhs), oracle.to_sympy(equation.rhs)


@pytest.mark.parametrize("rule", SHAPES)
def test_every_real_root_is_one_of_a_case(rule: str) -> None:
    num_roots = 0
    for table, equation, cases in drawn(SOLVER, rule):
        conditions = SOLVER.rule(rule).conditions(table, equation, None)
        assert {each.kind for each in conditions} <= {"real", "log"}, equation
        roots = scan.real_roots(scan.function(*sides(equation)))
        kept = np.any([scan.satisfies(*sides(case), roots) for case in cases], axis=0)
        assert kept.all(), (equation, np.array(roots)[~kept])
        num_roots += len(roots)
    assert (num_roots == 0) if rule in ("no_root", "apart") else (num_roots > 15)


@pytest.mark.parametrize(
    "rule", [name for name in SHAPES if name not in ("abs", "no_root", "apart")]
)
def test_every_complex_root_is_one_of_a_case(rule: str) -> None:
    rng, num_roots = np.random.default_rng(0), 0
    for table, equation, cases in drawn(COMPLEX, rule):
        assert not COMPLEX.rule(rule).conditions(table, equation, None), equation
        roots = scan.complex_roots(scan.function(*sides(equation), real=False), rng)
        kept = np.any([scan.satisfies(*sides(case), roots) for case in cases], axis=0)
        assert kept.all(), (equation, roots[~kept])
        num_roots += len(roots)
    assert num_roots > 20
