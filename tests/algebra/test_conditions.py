"""Conditions: where they hold, how they read, and that they travel with an answer."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction

import pytest
from conftest import a, read_sym, x
from flint import acb
from printed import NAMES, condition_holds, is_defined

from aljabr import solve
from aljabr.algebra.conditions import KINDS, Condition
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Point
from aljabr.answer.solution import Proviso, Root


def read(table: ExprTable, text: str) -> Expr:
    expr = table.intern(read_sym(text))
    assert expr is not None
    return expr


# -- where they hold -------------------------------------------------------------------------------

# On both sides of the border and, where it can be hit, on it: by a multiple of pi.
LOG = {Fraction(9, 10): True, 1: True, Fraction(11, 10): False, Fraction(-9, 10): True, -1: False}
HOLDS = [
    ("unit", "a", {1: True, -1: True, 0.5: True, 1.001: False, -2: False}),
    ("nonzero", "a", {2: True, -0.5: True, 0: False}),
    ("nonzero", "a**2 - 2*a + 1", {Fraction(99, 100): True, 1: False}),
    ("root", "a", {2: True, 1e-9: True, 0: True, -1e-9: False, -2: False}),
    ("root", "I*a", {2: True, 0: True, -2: False}),
    ("minus_root", "a", {2: False, 1e-9: False, 0: True, -1e-9: True, -2: True}),
    ("minus_root", "I*a", {2: False, 0: True, -2: True}),
    ("positive", "a", {2: True, 1e-9: True, 0: False, -1e-9: False, -2: False}),
    ("negative", "a", {2: False, 1e-9: False, 0: False, -1e-9: True, -2: True}),
    ("real", "a", {-7: True, 0: True, 7: True}),
    ("real", "sqrt(a)", {2: True, 0: True, -2: False}),
    ("real", "I*a", {2: False, 0: True}),
    ("log", "a", {-7: True, 0: True, 7: True}),
    ("log", "I*pi*a", LOG),
    ("power", "I*pi*a", LOG),
    ("power", "4*log(a)", {2: True, Fraction(1, 2): True, -2: False}),
    ("odd_power", "I*pi*a", LOG),
    ("odd_power", "3*log(a)", {2: True, -2: False}),
    ("asin", "a", {0: True, 1.57: True, 1.58: False, -1.57: True, -1.58: False}),
    ("asin", "pi*a/2", {1: True, -1: True, Fraction(101, 100): False}),
    ("acos", "a", {1: True, 3.14: True, 3.15: False, -0.01: False}),
    ("acos", "pi*a", {0: True, 1: True, Fraction(101, 100): False}),
    ("atan", "a", {0: True, 1.57: True, 1.58: False, -1.57: True, -1.58: False}),
    ("atan", "pi*a/2", {1: False, -1: False, Fraction(99, 100): True}),
]


@pytest.mark.parametrize(("kind", "text", "answers"), HOLDS)
def test_a_condition_holds_on_its_side_of_the_border(table, kind, text, answers):
    condition = Condition(kind, read(table, text))
    assert {value: condition.holds({"a": value}) for value in answers} == answers


def test_every_kind_is_tried_on_both_sides():
    found = {kind: set() for kind in KINDS}
    for kind, _, answers in HOLDS:
        found[kind] |= set(answers.values())
    assert found == {kind: {True, False} for kind in KINDS}


@pytest.mark.parametrize(
    ("kind", "text"),
    [(kind, "1/a") for kind in KINDS]
    + [("positive", "log(a)"), ("asin", "pi/2 + I*(a + 1)"), ("acos", "pi + I*(a - 1)")],
)
def test_where_nothing_can_be_told_nothing_is_claimed(table, kind, text):
    assert Condition(kind, read(table, text)).holds({"a": 0}) is None


def test_the_unknown_may_have_a_value_too(table):
    condition = Condition("root", read(table, "x - a"))
    assert condition.holds({"x": 3, "a": 2}) is True
    assert condition.holds({"x": 1, "a": 2}) is False


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("nonzero", acb(2), True),
        ("nonzero", acb(0), False),
        ("root", acb(2), True),
        ("root", acb(0), True),
        ("root", acb(-2), False),
        ("root", acb(0, 2), True),
        ("root", acb(0, -2), False),
        ("root", acb(1, -5), True),
        ("log", acb(-7), True),
        ("log", acb(1, 3), True),
        ("log", acb(1, 4), False),
        ("log", acb(0, 1) * acb.pi(), True),
        ("log", acb(0, -1) * acb.pi(), False),
        ("asin", acb(1.5), True),
        ("asin", acb(1.6), False),
        ("asin", -acb.pi() / 2, True),
        ("asin", acb(-1, 3), True),
        ("acos", acb(0), True),
        ("acos", acb.pi(), True),
        ("acos", acb(-0.1), False),
        ("acos", acb(3), True),
        ("acos", acb(3.2), False),
    ],
    ids=str,
)
def test_conditions_describe_the_principal_branch(
    table: ExprTable, kind: str, value: acb, expected: bool
) -> None:
    assert Condition(kind, read(table, "x")).holds_at(Point(0, value)) is expected


# -- how they read ---------------------------------------------------------------------------------

IM = "-pi < Im(a/2) ≤ pi", r"-\pi < \operatorname{Im}\left(\frac{a}{2}\right) \leq \pi"
WRITTEN = {
    "nonzero": ("a/2 ≠ 0", r"\frac{a}{2} \neq 0"),
    "root": ("a/2 ≥ 0", r"\frac{a}{2} \geq 0"),
    "minus_root": ("a/2 ≤ 0", r"\frac{a}{2} \leq 0"),
    "positive": ("a/2 > 0", r"\frac{a}{2} > 0"),
    "negative": ("a/2 < 0", r"\frac{a}{2} < 0"),
    "real": ("a/2 is real", r"\frac{a}{2} \in \mathbb{R}"),
    "log": IM,
    "unit": ("-1 ≤ a/2 ≤ 1", r"-1 \leq \frac{a}{2} \leq 1"),
    "power": IM,
    "odd_power": IM,
    "asin": (
        "-pi/2 ≤ a/2 ≤ pi/2",
        r"-\frac{\pi}{2} \leq \frac{a}{2} \leq \frac{\pi}{2}",
    ),
    "acos": ("0 ≤ a/2 ≤ pi", r"0 \leq \frac{a}{2} \leq \pi"),
    "atan": ("-pi/2 < a/2 < pi/2", r"-\frac{\pi}{2} < \frac{a}{2} < \frac{\pi}{2}"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_condition_reads_as_text_and_as_latex(table, kind):
    condition = Condition(kind, read(table, "a/2"))
    assert (condition.text(), condition.latex()) == WRITTEN[kind]


def test_the_reader_s_letters_are_written(table):
    condition = Condition("nonzero", read(table, "x + a"))
    assert (condition.text("t"), condition.latex("t")) == ("t + a ≠ 0", r"t + a \neq 0")


def test_conditions_are_values(table):
    one, other = (Condition("root", table.intern(sym)) for sym in (a - x, -x + a))
    assert one == other
    assert len({one, other, Condition("nonzero", one.expr)}) == 2


# -- in an answer ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("a x = b", {"a": 2, "b": -1}, True),
        ("a x = b", {"a": 0, "b": -1}, False),
        ("3 x = 5", {}, True),
        ("sqrt(b x + a) = c", {"a": -5, "b": 2, "c": 0}, True),
        ("sqrt(b x + a) = c", {"a": -5, "b": 2, "c": -0.1}, False),
        ("sqrt(b x + a) = c", {"a": -5, "b": 0, "c": 1}, False),
        ("asin x = a", {"a": 1.5}, True),
        ("asin x = a", {"a": 1.6}, False),
        ("atan x = a", {"a": -1.5}, True),
        ("atan x = a", {"a": -1.6}, False),
        ("x^a = b", {"a": 2, "b": 3}, True),
        ("x^a = b", {"a": 2, "b": 0}, False),
        ("acos x = 1/sqrt(c)", {"c": Fraction(1, 9)}, True),  # 3 is no more than pi
        ("acos x = 1/sqrt(c)", {"c": Fraction(1, 16)}, False),
    ],
)
def test_a_root_says_for_which_values_it_holds(text, values, expected):
    (root,) = solve(text).roots
    assert root.holds(**values) is expected


def test_what_cannot_be_told_of_a_root_is_left_open_unless_something_fails(table):
    undefined = Proviso(Condition("root", read(table, "1/a")), "x")
    failing = Proviso(Condition("nonzero", read(table, "b")), "x")
    root = Root("b", (undefined, failing), "numeric")
    assert root.holds(a=2, b=-1) is True
    assert root.holds(a=-2, b=-1) is False
    assert root.holds(a=0, b=-1) is None
    assert root.holds(a=0, b=0) is False


def test_a_value_that_is_missing_is_named():
    (root,) = solve("sqrt(b x + a) = c").roots
    with pytest.raises(ValueError, match="no value is given for c"):
        root.holds(a=1, b=2)
    (root,) = solve("x t + 1 = y", "t").roots
    with pytest.raises(ValueError, match="no value is given for x"):
        root.holds(t=1, y=2)


def test_a_proviso_is_its_text_and_its_condition(table):
    condition = Condition("nonzero", read(table, "a/2"))
    proviso = Proviso(condition, "x")
    assert proviso == "a/2 ≠ 0"
    assert ", ".join((proviso, proviso)) == "a/2 ≠ 0, a/2 ≠ 0"
    assert (proviso.condition, proviso.latex) == (condition, r"\frac{a}{2} \neq 0")
    assert (proviso.holds({"a": 1}), proviso.holds({"a": 0})) == (True, False)


def test_a_parameter_called_x_has_its_value_beside_another_unknown():
    (root,) = solve("x t + 1 = y", "t").roots
    assert root.conditions == ("x ≠ 0",)
    assert root.holds(x=2, y=0) is True
    assert root.holds(x=0, y=2) is False
    (condition,) = solve("t/t = 1", "t").conditions
    assert (condition, condition.holds({"t": 2}), condition.holds({"t": 0})) == (
        "t ≠ 0", True, False,
    )  # fmt: skip


def test_no_solution_has_its_conditions_too():
    (condition,) = solve("a x = a x + b").conditions
    assert (condition.holds({"b": 1}), condition.holds({"b": 0})) == (True, False)


@pytest.mark.parametrize("text", ["sqrt(b x + a) = c", "acos x = 1/sqrt(c)", "x^a = b + 1"])
def test_an_answer_travels_with_its_conditions(text):
    solution = solve(text)
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution
    (root,), (sent,) = solution.roots, again.roots
    assert root.conditions
    for one, other in zip(root.conditions, sent.conditions, strict=True):
        assert isinstance(other, Proviso)
        assert (one.latex, one.unknown) == (other.latex, other.unknown)
        assert one.condition.kind == other.condition.kind
    for values in ({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": -2, "c": -3}, {"a": 0, "b": 0, "c": 0}):
        assert root.holds(**values) is sent.holds(**values)


def test_a_record_holds_plain_text():
    record = solve("a x = b").to_json()
    (condition,) = record["roots"][0]["conditions"]
    assert type(condition) is str


@pytest.mark.parametrize(
    "text",
    [
        "c + d/(a*x + b) = 0", "a*exp(b*x) = c", "sqrt(b*x + a) - c = 0", "asin(x) + a = 0",
        "a - acos(x) = 0", "e + (a*x + b)/(c*x + d) = 0", "x^(3/2) = a - b", "-sqrt(x) + a = 0",
    ],
)  # fmt: skip
def test_a_condition_holds_where_its_text_is_true(text):
    (root,) = solve(text).roots
    assert root.conditions
    rng = random.Random(text)
    for _ in range(20):
        values = {name: Fraction(rng.randint(-6, 6), rng.choice((1, 2))) for name in "abcde"}
        numbers = {NAMES[name]: value for name, value in values.items()}
        for condition in root.conditions:
            if is_defined(condition, numbers):
                expected = bool(condition_holds(condition, numbers))
                assert condition.holds(values) is expected, (condition, values)
            else:
                assert condition.holds(values) is None, (condition, values)
                assert root.holds(**values) is not True, (condition, values)
