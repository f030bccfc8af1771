"""The checker must see every falsehood, and must never be wrong itself."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import islice
from pathlib import Path

import mpmath
import pytest

from aljabr import solve
from aljabr.algebra.parse import ParseError
from aljabr.ledger import page
from aljabr.tasks import datasets
from benchmarks import checker
from benchmarks.checking.claims import Answer, Report, Said
from benchmarks.checking.inverting import invert
from benchmarks.checking.judge import Judge
from benchmarks.checking.phrases import NAMED
from benchmarks.checking.rational import NotRational, exact_roots
from benchmarks.checking.reading import (
    Node,
    Unread,
    node,
    number,
    read,
    read_condition,
    read_equation,
    show,
)
from benchmarks.checking.reals import ZERO, Unclear, Undefined
from benchmarks.checking.search import numeric_roots
from benchmarks.checking.values import Calculator, evaluate, settle
from benchmarks.generated import KINDS, Asked, generate

ROOT = Path(__file__).parents[2]


def judge(text, answer, unknown=None, known=()):
    return Judge(text, unknown, known).judge(answer)


def root(value, *conditions, verified="numeric"):
    return Answer("solved", (Said(value, conditions, verified),))


def none(*conditions):
    return Answer("no_solution", conditions=conditions)


def every(*conditions):
    return Answer("all_values", conditions=conditions)


# -- falsehoods ------------------------------------------------------------------------------------

FALSEHOODS = [
    # a wrong root
    ("a*x + b = 0", root("b/a", "a ≠ 0"), {"false root"}),
    ("a*x + b = 0", root("b/a", "a ≠ 0", verified="exact"), {"false root", "false exact"}),
    ("x^2 = -4", root("2"), {"false root"}),
    ("sqrt(x) + pi = pi - exp(-90)", root("exp(-180)"), {"false root"}),
    ("sqrt(x) = -exp(-900)", root("exp(-1800)"), {"false root"}),
    ("acos(x) = -10^-39", root("cos(10^-39)"), {"false root"}),
    ("x = sqrt(1/(1-pi))", root("1/sqrt(1 - pi)", verified="exact"), {"false root", "false exact"}),
    ("sqrt(1/x) + sqrt(-1) = 0", root("-1"), {"false root"}),
    # a missing condition
    ("a*x + b = 0", root("-b/a"), {"undefined root"}),
    ("sqrt(x) + a = 20", root("(a - 20)^2"), {"false root"}),
    ("sqrt(x) + 10^-30 a = 1", root("(1 - a/10^30)^2"), {"false root"}),
    ("|x| = a + 3", root("a + 3"), {"false root"}),
    ("asin(x) = a/5", root("sin(a/5)"), {"false root"}),
    ("asin(x) = a/5", root("sin(a/5)", "-pi/2 ≤ a/5 ≤ 2"), {"false root"}),
    ("acos(x) = sqrt(a)", root("cos(sqrt(a))"), {"false root"}),
    ("log(x) = sqrt(a)", root("exp(sqrt(a))"), {"false root"}),
    ("atan(x) = a", root("tan(a)", "-pi/2 ≤ a ≤ pi/2"), {"undefined root"}),
    ("sqrt(x) = a", root("a^2", "a ≥ -10^-25"), {"false root"}),
    ("x^c + pi = 0", root("(-pi)^(1/c)", "c ≠ 0"), {"false root"}),
    ("(1/a)^b x = 1", root("a^b", "a ≠ 0"), {"false root"}),
    # an undefined root
    ("1/(a x) = 2", root("1/(2*a)"), {"undefined root"}),
    ("a/x = b", root("a/b", "b ≠ 0"), {"undefined root"}),
    ("e + (a x + b)/(c x + d) = 0", root("-(b + d*e)/(a + c*e)", "a + c*e ≠ 0"),
     {"undefined root"}),
    ("tan(x) = tan(a)", root("a"), {"undefined root"}),
    ("exp(x) = a", root("log(a)"), {"undefined root"}),
    ("x(x - 1)/(x - 1) = 1", root("1"), {"undefined root"}),
    # a condition too many
    ("a*x + b = 0", root("-b/a", "a ≠ 0", "b ≠ 0"), {"spurious"}),
    ("a*x + b = 0", root("-b/a", "every parameter > 0"), {"spurious"}),
    ("a*x + b = 0", root("-b/a", "a > 0"), {"spurious"}),
    ("a*x = b + c", root("(b + c)/a", "a ≠ 0", "b^2 - c^2 ≠ 0"), {"spurious"}),
    ("V = l w x", root("V/(l*w)", "V ≠ 0"), {"undefined root", "spurious"}),
    ("x/(a - b) = 2", root("2*(a - b)", "a - b ≠ 0", "a + 3*b - 1 ≠ 0"), {"spurious"}),
    # a root where there should be none
    ("a*x + b = 0", none(), {"false no solution"}),
    ("log(x+1) = -100", none(), {"false no solution"}),
    ("1/(x+1) = 10^39", none(), {"false no solution"}),
    ("x^2 + 1 = 0", none(), {"false no solution"}),
    ("cos(x) + x = 3", none(), {"false no solution"}),
    ("sqrt(x) + a = -3", none(), {"false no solution"}),
    ("sqrt(x) + a^2 = 0", none(), {"false no solution"}),
    ("sqrt(x) = a", none("a ≤ 0"), {"false no solution"}),
    ("a x = a x + b", none(), {"false no solution"}),
    ("x + sqrt(x) + log(x) = a", none("a > 5"), {"false no solution"}),
    # values that are none
    ("x/x = 1", every(), {"false every value"}),
    ("tan x = tan x", every(), {"false every value"}),
    ("cot(x) = cos(x)/sin(x)", every(), {"false every value"}),
    ("a*x/a = x", every(), {"false every value"}),
    ("sqrt(x^2) = x", every(), {"false every value"}),
    ("x = x + exp(-900)", every(), {"false every value"}),
    ("a x = a x + b", every("a ≠ 0"), {"false every value"}),
    ("(x^2 - a^2)/(x - a) = x + a", every("a ≠ 0"), {"false every value"}),
    # what cannot be read
    ("a*x + b = 0", root("-b/a", "a is an integer"), {"unread"}),
    ("a*x + b = 0", root("x - b/a", "a ≠ 0"), {"unread"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answer", "kinds"), FALSEHOODS)
def test_a_falsehood_is_seen(text, answer, kinds):
    assert set(judge(text, answer).failures) == kinds


def test_a_root_known_by_construction_refutes_that_there_is_none():
    text = "abs(x - 7/3)^2 + abs(x - 7/3) = 0"  # touches zero, where no sign changes
    assert judge(text, none(), known=("7/3",)).failures.keys() == {"false no solution"}


# -- truths ----------------------------------------------------------------------------------------

TRUTHS = [
    ("a*x + b = 0", root("-b/a", "a ≠ 0")),
    ("a x = a b", root("b", "a ≠ 0")),  # every value for a = 0
    ("(a - b) x = a^2 - b^2", root("a + b", "a - b ≠ 0")),
    ("e + (a x + b)/(c x + d) = 0",
     root("-(b + d*e)/(a + c*e)", "a + c*e ≠ 0", "a*d - b*c ≠ 0")),
    ("1/x = 1/a + 1/b", root("a*b/(a + b)", "a ≠ 0", "b ≠ 0", "a + b ≠ 0")),
    ("sqrt(x) + a = 20", root("(a - 20)^2", "a - 20 ≤ 0")),
    ("sqrt(b x + a) - c = 0", root("(c^2 - a)/b", "b ≠ 0", "c ≥ 0")),
    ("sqrt(1/x) = a", root("1/a^2", "a > 0")),
    ("asin(x) = a/5", root("sin(a/5)", "-pi/2 ≤ a/5 ≤ pi/2")),
    ("acos(x) = sqrt(a)", root("cos(sqrt(a))", "0 ≤ sqrt(a) ≤ pi")),
    ("atan(x) = a", root("tan(a)", "-pi/2 < a < pi/2")),
    ("log(x) = sqrt(a)", root("exp(sqrt(a))", "-pi < Im(sqrt(a)) ≤ pi")),
    ("sin(x) = a", root("asin(a)")),
    ("tan(x) = a", root("atan(a)")),
    ("exp(x) + a = 0", root("log(-a)", "a ≠ 0")),
    ("x^2 = -4", root("2*sqrt(-1)")),
    ("x^3 = a", root("a^(1/3)")),
    ("x^(1/3) = a", root("a^3", "a ≥ 0")),
    ("|x| = a + 3", root("-a - 3", "a + 3 ≥ 0")),
    ("sqrt(x) = exp(-900)", root("exp(-1800)")),
    ("10^39*x + 3 = 10^-39", root("(10^-39 - 3)/10^39")),
    ("2^x = 3", root("log(3)/log(2)")),
    ("1 + exp(-700) = tan(x)", root("atan(1 + exp(-700))")),
    ("3250 = log(x + 9)", root("exp(3250) - 9")),
    ("sqrt(x) + 2 = 0", none()),
    ("sqrt(x) + pi = pi - exp(-90)", none()),
    ("acos(x) = -10^-39", none()),
    ("1/x = 0", none()),
    ("exp(x) = 0", none()),
    ("x(x - 1)/(x - 1) = 1", none()),
    ("x*log(x)/log(x) = 1", none()),
    ("|x| = -10^-39", none()),
    ("atan(x) = pi/2", none()),
    ("a x = a x + b", none("b ≠ 0")),
    ("sqrt(x) = a", none("a < 0")),
    ("a/x = 0", none("a ≠ 0")),
    ("x/x = 1", every("x ≠ 0")),
    ("tan x = tan x", every("cos(x) ≠ 0")),
    ("a*x/a = x", every("a ≠ 0")),
    ("log(x) = log(x)", every("x ≠ 0")),
    ("(x^2 - a^2)/(x - a) = x + a", every("x - a ≠ 0")),
    ("sin(x)^2 + cos(x)^2 = 1", every()),
    ("x^x = 4", Answer("unsolved")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answer"), TRUTHS)
def test_no_fault_is_found_with_a_right_answer(text, answer):
    report = judge(text, answer)
    assert report.failures == {}
    assert answer.status == "unsolved" or report.held


def test_what_is_no_fault_is_noted():
    assert judge("a*x + b = 0", root("-b/a", "a > 0", "a < 0")).notes.keys() == {"void"}
    assert judge("sqrt(x) + a = 20", root("(a - 20)^2", "a - 20 < 0")).notes == {"narrow": "a = 20"}
    assert judge("exp(1/x) = 1", none()).notes.keys() == {"complex root"}
    assert judge("log(x + 1) = 10^39", root("exp(10^39) - 1")).notes.keys() == {"unchecked"}


# -- its parts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/2x", "x/2"),
        ("2(x + 1)", "2*x + 2"),
        ("a x^2", "a*(x^2)"),
        ("-x^2", "-(x*x)"),
        ("2^-x", "1/(2^x)"),
        ("x/2/3", "x/6"),
        ("a/b c", "a*c/b"),
        ("ax", "a*x"),
        ("sin 2x cos x", "sin(2*x)*cos(x)"),
        ("sin^2 x", "sin(x)*sin(x)"),
        ("sin^-1 x", "asin(x)"),
        ("e^(2x)", "exp(2*x)"),
        ("(e)^2", "e*e"),
        ("x²", "x*x"),
        ("ab² + x₁", "x_1 + a*b*b"),
        ("√(x + 1)", "sqrt(x + 1)"),
        ("|x - 3||x|", "abs(x - 3)*abs(x)"),
        ("log_2 x", "log(x)/log(2)"),
        ("log10(x)", "log(x)/log(10)"),
        ("log(x, b)", "log(x)/log(b)"),
        ("½x", "x/2"),
        ("cot x", "1/tan(x)"),
        ("tanh x", "(exp(2*x) - 1)/(exp(2*x) + 1)"),
        ("3·x ÷ 2", "x*3/2"),
        ("x_1 + alpha", "alpha + x_1"),
        ("2^3^2", "2^9"),
    ],
)
def test_texts_are_read_as_the_documentation_says(text, value):
    first, second = read(text), read(value)
    names = sorted(first.letters() | second.letters())
    values = {name: (Fraction(3 + index, 7), ZERO) for index, name in enumerate(names)}

    def ask(calculator):
        left, right = (evaluate(tree, values, calculator) for tree in (first, second))
        return str(calculator.is_zero(calculator.minus(left, right)))

    assert settle(ask) == ("True", False)


def test_conditions_are_read_in_chains_and_for_every_parameter():
    (chain,) = read_condition("-pi < Im(log(a)) ≤ pi", {"a"})
    assert chain.signs == ("<", "≤")
    assert [show(each) for each in chain.sides] == ["-(pi)", "Im(log(a))", "pi"]
    assert len(read_condition("every parameter > 0", {"a", "b"})) == 2
    (real,) = read_condition("log(a) is real", {"a"})  # as its square is not negative
    assert [show(each) for each in real.sides] == ["(log(a) * log(a))", "0"]
    with pytest.raises(Unread):
        read_condition("a is odd", {"a"})


def random_tree(rng, depth):
    if depth == 0:
        return rng.choice(
            (read("a"), read("b"), number(Fraction(rng.randint(-9, 9), 4)), read("pi"))
        )
    head = rng.choice("+ - * / ^ neg sqrt exp log sin cos tan asin acos atan abs".split())
    parts = [random_tree(rng, depth - 1) for _ in range(2 if head in "+-*/^" else 1)]
    return node(head, *parts)


PLAIN = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "^": lambda a, b: mpmath.exp(b * mpmath.log(a)),
    "neg": lambda a: -a,
    "abs": abs,
}


def plain_value(tree, values):
    """Evaluate by mpmath alone; None where rounding decides on a branch, and for the huge."""
    if not tree.children:
        if tree.head == "number":
            return mpmath.mpf(tree.value.numerator) / tree.value.denominator
        return values[tree.name] if tree.name else +mpmath.pi
    parts = [plain_value(child, values) for child in tree.children]
    if any(part is None or not 1e-20 < abs(part) < 1e20 for part in parts):
        return None
    if any(mpmath.im(part) and abs(mpmath.im(part)) < 1e-20 for part in parts):
        return None
    if tree.head in ("asin", "acos") and not mpmath.im(parts[0]) and abs(parts[0]) >= 1:
        return None
    if tree.head in ("atan", "tan") and mpmath.im(parts[0]):
        return None
    return (PLAIN.get(tree.head) or getattr(mpmath, tree.head))(*parts)


def test_intervals_hold_what_mpmath_finds():
    rng = random.Random(0)
    narrow = 0
    with mpmath.workdps(200):
        for _ in range(1500):
            tree = random_tree(rng, rng.randint(1, 4))
            point = {name: Fraction(rng.randint(-300, 300), rng.randint(1, 90)) for name in "ab"}
            values = {name: mpmath.mpf(each.numerator) / each.denominator
                      for name, each in point.items()}  # fmt: skip
            expected = plain_value(tree, values)
            if expected is None or not 1e-20 < abs(expected) < 1e20:
                continue
            found = evaluate(tree, {name: (each, ZERO) for name, each in point.items()},
                             Calculator(50))  # fmt: skip
            for part, exact in zip(found, (mpmath.re(expected), mpmath.im(expected)), strict=True):
                low, high = map(mpmath.mp.make_mpf, Calculator(60).interval(part))
                slack = mpmath.mpf(10) ** -120 * abs(expected)
                assert low - slack <= exact <= high + slack
                narrow += high - low < mpmath.mpf(10) ** -40 * abs(expected)
    assert narrow > 800


@pytest.mark.parametrize(
    "text", ["1/(a - a)", "log(a - a)", "tan(pi/2)", "0^(0 - 2)", "atan(sqrt(-1))", "1/sin(pi)"]
)
def test_what_is_undefined_has_no_value(text):
    with pytest.raises(Undefined):
        evaluate(read(text), {"a": (Fraction(3), ZERO)}, Calculator(50))


def test_more_digits_are_asked_for_where_some_do_not_do():
    tiny = read("exp(-400) + 1 - 1")

    def ask(calculator):
        return str(calculator.is_zero(evaluate(tiny, {}, calculator)))

    assert ask(Calculator(50)) == "True"  # presumed
    assert settle(ask) == ("False", False)
    with pytest.raises(Unclear):
        evaluate(read("0^0"), {}, Calculator(50))


@pytest.mark.parametrize(
    ("text", "status", "root"),
    [
        ("2*x + 3 = 4", "one", Fraction(1, 2)),
        ("(x^2 - 1)/(x - 1) = 5", "one", Fraction(4)),
        ("(x^2 - 1)/(x - 1) = 2", "none", 0),
        ("x^2 = -1", "many", 0),
        ("x/x = 1", "all", 0),
        ("x/(2 - 2) = 1", "undefined", 0),
        ("x^-2 = 0", "none", 0),
        ("1/(1/x) = 0", "none", 0),
    ],
)
def test_rational_equations_are_solved_exactly(text, status, root):
    found = exact_roots(read_equation(text), "x", {})
    assert (found.status, found.root) == (status, root)


def test_other_equations_are_not():
    for text in ("sqrt(x) = 1", "pi*x = 1", "2^x = 4"):
        with pytest.raises(NotRational):
            exact_roots(read_equation(text), "x", {})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x + sin(x) = 1", True),
        ("x^5 + x + 1 = 0", True),
        ("exp(x) + exp(2*x) + exp(3*x) = 0", True),  # complex ones only
        ("x*(x - 1)/(x - 1) = 1", False),  # the limit is no root
        ("log(x) = -pi*sqrt(-1)", False),  # nor is the other side of a cut
        ("exp(-x) = 0", False),
        ("(x^2 - x)/x = -1", False),
        ("sqrt(x) + pi = pi - exp(-90)", False),
    ],
)
def test_numbers_find_roots_and_no_mere_limits(text, found):
    roots = numeric_roots(read_equation(text), "x", {}, random.Random(0))
    assert bool(list(islice(roots, 1))) == found


def test_what_is_around_a_letter_is_undone():
    (first, second) = invert(read("2*sin(x) + 1"), "x", read("a"))
    assert show(first) == "asin(((a - 1) / 2))"
    assert show(second) == "(pi - asin(((a - 1) / 2)))"


# -- equations -------------------------------------------------------------------------------------


def test_the_same_seed_draws_the_same_equations_and_none_twice():
    drawn = list(generate(2000, 3))
    assert drawn[:500] == list(generate(500, 3))
    assert drawn[100:] != list(generate(2000, 4))[100:]
    assert len({(each.text, each.unknown) for each in drawn}) == 2000
    assert {each.kind for each in drawn} == KINDS.keys()


def test_every_drawn_equation_can_be_read():
    for each in generate(3000, 5):
        sides = read_equation(each.text)
        letters = sides[0].letters() | sides[1].letters()
        assert (each.unknown or "x") in letters, each.text
        assert all(isinstance(read(text), Node) for text in each.known)


# -- the solver ------------------------------------------------------------------------------------

BUDGET = 0.5
SLICE = checker.Options(
    count=40, seed=2, kinds=tuple(kind for kind in KINDS if kind != "named"), sample=6
)
FAILING = {"(1/a)^b x = 1"}
"""Its condition a > 0 is more than is needed: a whole b will do with a negative a as well."""


def faults(each: Asked) -> dict[str, str]:
    try:
        solution = solve(each.text, each.unknown, budget=BUDGET)
    except ParseError:
        return {}
    return checker.judge(each, checker.answer_of(solution)).failures


def test_a_slice_of_everything_is_answered_truly():
    asked = checker.asked(SLICE)
    assert len(asked) == 40 + 6 * len(datasets.NAMES)
    assert {each.text: found for each in asked if (found := faults(each))} == {}


def test_named_equations_are_answered_truly():
    asked = [Asked(text, unknown, "named") for text, unknown in NAMED]
    wrong = {each.text: found for each in asked if (found := faults(each))}
    assert wrong.keys() <= FAILING, wrong


def test_a_run_goes_on_where_it_was_stopped(tmp_path, capsys):
    options = checker.Options(count=4, kinds=("linear",), splits=("none",), out=tmp_path)
    first = checker.run(options, "this")
    again = checker.run(checker.Options(6, 0, ("linear",), ("none",), out=tmp_path), "this")
    assert again[:4] == first
    assert "6 equations, 4 of them checked before" in capsys.readouterr().out
    assert len((tmp_path / "checker.jsonl").read_text(encoding="utf-8").splitlines()) == 6
    assert checker.summary(again)["all"]["solved"] == 6
    checker.run(options, "another commit")
    assert "4 equations, 0 of them checked before" in capsys.readouterr().out


def test_an_answer_that_stays_the_same_is_not_judged_again(tmp_path, monkeypatch):
    options = checker.Options(3, 0, ("linear",), ("none",), out=tmp_path, also=("one",))
    first = checker.run(options, "one")
    path = tmp_path / "checker.jsonl"
    changed = {**first[2], "digest": "another answer"}
    path.write_text("".join(json.dumps(each) + "\n" for each in (*first[:2], changed)))
    judged = []
    monkeypatch.setattr(checker, "judge", lambda each, *_: judged.append(each.text) or Report())
    again = checker.run(options, "two")
    assert judged == [first[2]["text"]]
    assert [line.get("judged") for line in again] == ["one", "one", None]
    assert {line["commit"] for line in again} == {"two"}


def test_of_the_splits_only_false_answers_are_named():
    line = {"kind": "split deep", "text": "x = 1", "unknown": None, "failures": {}}
    assert checker.examples([{**line, "notes": {"narrow": "a = 0"}}]) == {}
    wrong = checker.examples([{**line, "failures": {"false root": "1"}, "notes": {}}])
    assert wrong["false root"][0]["equation"] == "x = 1"


def test_the_page_shows_the_results():
    record = json.loads((ROOT / checker.RESULTS / "checker.json").read_text(encoding="utf-8"))
    shown = (ROOT / checker.PAGE).read_text(encoding="utf-8")
    for place, figures in checker.render(record).items():
        assert page.fill(shown, place, figures) == shown, "run benchmarks.checker --render"
