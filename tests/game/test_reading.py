"""How people do it: where they think of a rule, what they do in one go, and how they say it."""

from __future__ import annotations

import pytest
from conftest import make_equation, read_sym

from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.game import games
from aljabr.game.games import EXTENDED, SOLVER
from aljabr.game.reading import Look, always
from aljabr.game.rules import Action, turned


def read(table: ExprTable, text: str) -> Equation:
    lhs, rhs = (read_sym(side) for side in text.split("="))
    return make_equation(table, lhs, rhs)


def read_term(table: ExprTable, text: str | None) -> Expr | None:
    return None if text is None else table.intern(read_sym(text))


# -- where a person thinks of a rule ---------------------------------------------------------------

OCCURS = [
    ("negate", None, "-x = a", True),
    ("negate", None, "-2*x/3 = a", True),
    ("negate", None, "x = -a", False),
    ("negate", None, "a - x = b", False),
    ("square", None, "sqrt(x + a) = b", True),
    ("square", None, "1/sqrt(x) = b", True),
    ("square", None, "x**2 = b", False),
    ("sqrt", None, "(x + a)**2 = b", True),
    ("sqrt", None, "x + a = b", False),
    ("exp", None, "log(x) = a", True),
    ("exp", None, "x = a", False),
    ("log", None, "a*exp(x) = b", True),
    ("log", None, "2**x = b", True),
    ("log", None, "a*2**x = b", False),
    ("log", None, "x + a = b", False),
    ("sin", None, "asin(x) = a", True),
    ("sin", None, "acos(x) = a", False),
    ("cos", None, "acos(x) = a", True),
    ("cos", None, "asin(x) = a", False),
    ("asin", None, "sin(x) = a", True),
    ("asin", None, "cos(x) = a", False),
    ("acos", None, "cos(x) = a", True),
    ("acos", None, "sin(x) = a", False),
    ("atan", None, "tan(x) = a", True),
    ("atan", None, "sin(x) = a", False),
    ("tan", None, "atan(x) = a", True),
    ("tan", None, "asin(x) = a", False),
    ("power_root", None, "x**3 = a", True),
    ("power_root", None, "3*x = a", False),
    ("abs", None, "abs(x) = a", True),
    ("abs", None, "x = a", False),
    ("add", "3", "x + 1 = 3", True),  # 1 is no term of the game: add 3, subtract 4
    ("add", "3", "x - 1 = 3*a", True),
    ("add", "3", "x + a = 3", False),
    ("add", "a", "x + 1 = a", False),
    ("subtract", "a", "x + a = b", True),
    ("subtract", "b", "x + a = b", True),
    ("subtract", "a*x", "b = a*x + c", True),
    ("subtract", "2", "2*x + 1 = a", True),
    ("subtract", "2", "2*x + b = a", False),
    ("subtract", "a", "a*x = b", False),
    ("multiply", "x", "a/x = b", True),
    ("multiply", "b", "a = x/b", True),
    ("multiply", "x + b", "x + a/(x + b)**2 = c", True),
    ("multiply", "a", "a*x = b", False),
    ("multiply", "x", "a*x**2 = b", False),
    ("multiply", "x", "sin(a/x) = b", False),
    ("divide", "a", "a*x = b", True),
    ("divide", "b", "a*x = b*c", True),
    ("divide", "1/2", "x/2 + a = b", True),
    ("divide", "a", "a*x + b = c", False),
    ("divide", "2", "2*x + b = c", False),
    *[
        (rule, None, state, state != "x = b")
        for rule, thought_of in {
            "to_cosine": "sin(x)**2 = b",
            "to_sine": "cos(x)**2 = b",
            "as_waves": "sin(x) = b",
            "to_tangent": "tan(x) = b",
            "one_wave": "cos(x) = b",
            "one_angle": "tan(x) = b",
            "to_diagonal": "cos(x) = b",
            "half_angle": "cos(x) = b",
            "one_base": "a**x = b",
            "equal_exponents": "4**x = 8",
            "power_of_base": "log(x) = b",
            "powers_of_one_base": "a**x = b",
            "without_base": "log(x) = b",
            "to_arcsine": "acos(x) = b",
            "sine_of_difference": "atan(x) = b",
            "isolated_arc": "atan(x) = b",
            "of_arcs": "atan(x) = b",
            "split_logarithm": "log(x) = b",
            "opposite_arcs": "atan(x) = b",
            "logarithms_of_one_number": "log(x) = b",
            "root_of_square": "x**2 = b",
            "reciprocal_roots": "x**2 = b",
            "cubed_sum": "x**2 = b",
            "odd_root_alone": "x**2 = b",
            "by_root": "x**2 = b",
            "by_sign": "abs(x) = b",
            "fewer_moduli": "abs(x) = b",
        }.items()
        for state in (thought_of, "x = b")
    ],
]


OF_OTHER_BRANCHES = [
    ("negative_sqrt", None, "x**2 = b", True),
    ("negative_sqrt", None, "x = b", False),
    ("second_asin", None, "sin(x) = b", True),
    ("second_asin", None, "x = b", False),
    ("negative_acos", None, "cos(x) = b", True),
    ("negative_acos", None, "x = b", False),
    ("second_acos", None, "cos(x) = b", True),
    ("second_acos", None, "x = b", False),
]


@pytest.mark.parametrize(("rule", "term", "state", "expected"), OF_OTHER_BRANCHES)
def test_another_branch_is_thought_of_with_the_principal_one(table, rule, term, state, expected):
    equation = read(table, state)
    row = EXTENDED.rule(rule)
    assert row.occurs(Look(equation.lhs, equation.rhs), read_term(table, term)) is expected
    assert row.principal is not None
    assert row.occurs is row.principal.occurs


@pytest.mark.parametrize(("rule", "term", "state", "expected"), OCCURS)
def test_where_a_person_thinks_of_a_rule(table, rule, term, state, expected):
    equation = read(table, state)
    occurs = SOLVER.rule(rule).occurs
    assert occurs(Look(equation.lhs, equation.rhs), read_term(table, term)) is expected


def test_every_rule_is_thought_of_somewhere_or_everywhere():
    somewhere = {rule.name for rule in SOLVER.rules if rule.occurs is not always}
    for thought_of in (True, False):
        assert {rule for rule, _, _, expected in OCCURS if expected is thought_of} == somewhere
    everywhere = {
        "expand",
        "collect",
        "factor",
        "zero_product",
        "no_root",
        "apart",
        "lemma",
        "by_trial",
    }
    assert {rule.name for rule in SOLVER.rules} - somewhere == everywhere


# -- what is done in one go ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "term", "kind"),
    [
        ("negate", None, "scale"),
        ("expand", None, "expand"),
        ("collect", None, None),
        ("square", None, None),
        ("power_root", None, None),
        ("add", "3", "number"),
        ("subtract", "-1/2", "number"),
        ("add", "a", "term"),
        ("subtract", "a*x", "term"),
        ("multiply", "2", "scale"),
        ("divide", "a*b", "scale"),
        ("multiply", "1/a", "scale"),
        ("multiply", "x + a", "clear"),
        ("divide", "1/(x + a)", "clear"),
        ("divide", "x + a", None),
        ("multiply", "1/x", None),
    ],
)
def test_what_a_step_is_merged_with(table, rule, term, kind):
    assert Action(SOLVER.rule(rule), read_term(table, term)).joins == kind


# -- what a term costs its reader ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "term", "state", "cost"),
    [
        ("subtract", "a*x", "a*x + b = c", 0.6),  # the unknown goes to the right
        ("subtract", "c*x", "a*x + b = c*x", 0.0),  # it comes to the left
        ("subtract", "b", "a*x + b = c", 0.0),
        ("multiply", "x", "a/x = b", 0.2),
        ("multiply", "b", "x/b = a", 0.0),
        ("divide", "x", "a*x**2 = b*x", 0.8),
        ("divide", "a", "a*x = b", 0.0),
        ("add", "x", "a = b - x", 0.0),
    ],
)
def test_what_a_term_costs_its_reader(table, rule, term, state, cost):
    found = SOLVER.rule(rule).term_cost(read(table, state).rhs, read_term(table, term))
    assert found == cost


# -- what is said ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "term", "state", "sentence"),
    [
        ("expand", None, "a*(x + b) = c", "expand the left side"),
        ("expand", None, "x = c*(x + b)", "expand the right side"),
        ("expand", None, "a*(x + b) = c*(x + d)", "expand both sides"),
        ("collect", None, "a*x + b*x = c", "collect the terms in x"),
        ("negate", None, "-x = a", "multiply both sides by -1"),
        ("subtract", "b", "x + b = a", "subtract b from both sides"),
        ("power_root", None, "x**3 = a", "take the cube root of both sides"),
        ("power_root", None, "x**4 = a", "take the 4th root of both sides"),
        ("power_root", None, "x**11 = a", "take the 11th root of both sides"),
        ("power_root", None, "x**21 = a", "take the 21st root of both sides"),
        ("power_root", None, "x**22 = a", "take the 22nd root of both sides"),
        ("power_root", None, "x**23 = a", "take the 23rd root of both sides"),
        ("power_root", None, "x**(1/3) = a", "raise both sides to the power 3"),
        ("power_root", None, "x**(-3) = a", "raise both sides to the power -1/3"),
        ("factor", None, "x**2 - x = 0", "factor the left side"),
        ("factor", None, "1/x + x = 0", "write the left side as one fraction, and factor it"),
        ("zero_product", None, "(x + a)*x = 0", "a product is zero only if one of its factors is"),
        ("zero_product", None, "(x + a)/x = 0", "a fraction is zero only if its numerator is"),
        ("zero_product", None, "(x + a)**3 = 0", "a power is zero only if its base is"),
        ("zero_product", None, "2**x = 0", "this is never zero"),
    ],
)
def test_what_is_said_of_a_step(table, rule, term, state, sentence):
    equation = read(table, state)
    action = Action(SOLVER.rule(rule), read_term(table, term))
    after = games.apply(table, equation, action)
    assert after is not None
    assert action.rule.tell(table, equation, after, action.term) == sentence


def test_the_reader_s_letter_for_the_unknown_is_used(table):
    sides = read(table, "a*x + b*x = c")
    equation = Equation(sides.lhs, sides.rhs, "t")
    assert SOLVER.rule("collect").tell(table, equation, equation) == "collect the terms in t"
    term = read_term(table, "a*x")
    told = SOLVER.rule("subtract").tell(table, equation, equation, term)
    assert told == "subtract a*t from both sides"


@pytest.mark.parametrize(
    ("rule", "term", "other", "left"),
    [
        ("subtract", "-3", "add", "3"),
        ("add", "-a*x", "subtract", "a*x"),
        ("subtract", "b", "subtract", "b"),
        ("divide", "1/x", "multiply", "x"),
        ("multiply", "1/a", "divide", "a"),
        ("divide", "-1/a", "multiply", "-a"),
        ("divide", "-a", "divide", "-a"),
        ("divide", "1/a + 1/b", "divide", "1/a + 1/b"),
    ],
)
def test_a_term_is_turned_round_if_it_reads_better(table, rule, term, other, left):
    found, expr = turned(table, SOLVER.rule(rule), read_term(table, term))
    assert (found.name, expr) == (other, read_term(table, left))
