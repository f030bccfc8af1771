"""The checker must see every root that is left out, and must take no pole or edge for a root."""

from __future__ import annotations

import json
import random
import time
from fractions import Fraction

import mpmath
import pytest

from benchmarks import checker
from benchmarks.checking.claims import Answer, Said, answer_from
from benchmarks.checking.families import at_edges, members_near
from benchmarks.checking.judge import Judge
from benchmarks.checking.polynomials import all_roots, multiplicity
from benchmarks.checking.reading import number, read, read_equation, show
from benchmarks.checking.realm import RealCalculator, Unreal, evaluate_real
from benchmarks.checking.reals import ZERO
from benchmarks.checking.scanning import Line
from benchmarks.checking.values import Calculator, evaluate


def root(value, *conditions, **fields):
    return {"value": value, "conditions": list(conditions), "verified": "numeric", **fields}


def every_n(value, *conditions, **fields):
    return root(value, *conditions, family="n", **fields)


def solved(*roots, complete=True, domain="real", conditions=(), **fields):
    return {"status": "solved", "roots": list(roots), "complete": complete, "domain": domain,
            "conditions": list(conditions), **fields}  # fmt: skip


def none(*conditions, **fields):
    return {"status": "no_solution", "roots": [], "complete": True, "domain": "real",
            "conditions": list(conditions), **fields}  # fmt: skip


def every(*conditions):
    return {**none(*conditions), "status": "all_values"}


def judge(text, record, unknown=None):
    return Judge(text, unknown).judge(answer_from(record))


BOTH = (root("2"), root("-2"))
SINES = (every_n("pi/6 + 2*pi*n"), every_n("5*pi/6 + 2*pi*n"))
ROOTS_OF_SINES = [every_n(f"{sign}sqrt({angle} + 2*pi*n)", "n ≥ 0")
                  for sign in ("", "-") for angle in ("pi/6", "5*pi/6")]  # fmt: skip
CUBES = (root("a^(1/3)", "a ≥ 0"), root("-(-a)^(1/3)", "a ≤ 0"))
QUADRATIC = [root(f"(-b {sign} sqrt(b^2 - 4*a*c))/(2*a)", "a ≠ 0", "b^2 - 4*a*c ≥ 0")
             for sign in "+-"]  # fmt: skip
COMPLETE, NO_SOLUTION, UNREAL = {"false complete"}, {"false no solution"}, {"unreal root"}

FALSEHOODS = [
    # a root is left out
    ("x^2 = 4", solved(root("2")), COMPLETE),
    ("x^3 - 6x^2 + 11x = 6", solved(root("1"), root("2")), COMPLETE),
    ("(x - 1)^2 = 10^-30", solved(root("1 + 10^-15")), COMPLETE),
    ("x^4 = 1", solved(*map(root, ("1", "-1", "sqrt(-1)")), domain="complex"), COMPLETE),
    ("x^2/(x - 3) = 1/(x - 3)", solved(root("1")), COMPLETE),
    ("|x - 1| = |2x + 1|", solved(root("-2")), COMPLETE),
    ("x log(x) = 0", solved(root("1/2"), complete=False), {"false root"}),
    ("(x + 3) exp(x) = 0", none(), NO_SOLUTION),
    ("(exp(x) - 3)^2 = 0", none(), NO_SOLUTION),
    ("(x + exp(x))^2 = 0", none(), NO_SOLUTION),
    ("sqrt(x - 2) (x + 5) = 0", none(), NO_SOLUTION),
    ("cbrt(x) = x", solved(root("0"), root("1")), COMPLETE),
    ("x^(2/3) = 4", solved(root("8")), COMPLETE),
    ("exp(x) = x + 2", solved(root("1"), complete=False), {"false root"}),
    ("exp(x) + x = 3", none(), NO_SOLUTION),
    ("sin(x) = 1/2", solved(SINES[0]), COMPLETE),
    ("sin(x) = 1/2", solved(root("pi/6"), root("5*pi/6")), COMPLETE),
    ("sin(x) = 1/2", solved(every_n("pi/6 + 4*pi*n"), SINES[1]), COMPLETE),
    ("sin(x) = 1/2", solved(every_n("pi/6 + 2*pi*n", "n ≥ 0"), SINES[1]), COMPLETE),
    ("sin(x^2) = 1/2", solved(*ROOTS_OF_SINES[:3]), COMPLETE),
    ("sin(2x) = sin(x)", solved(every_n("pi*n")), COMPLETE),
    ("x^3 = a", solved(CUBES[0]), COMPLETE),
    ("(h x)^3 = u", solved(root("u^(1/3)/h", "h ≠ 0", "u ≥ 0"),
                           root("-(-u/h^3)^(1/3)", "h ≠ 0", "u/h^3 ≤ 0")), COMPLETE),
    ("x^2 = a", solved(root("sqrt(a)", "a ≥ 0")), COMPLETE),
    ("a x^2 + b x + c = 0", solved(QUADRATIC[0]), COMPLETE),
    ("|x| = a", solved(root("a", "a ≥ 0")), COMPLETE),
    ("x^n = 8", solved(root("8^(1/n)", "n ≠ 0")), COMPLETE),  # for n = 2
    ("x^n = -8", none("n ≠ 0"), NO_SOLUTION),  # for n = 3
    ("sin(x) sqrt(-x - 50) = 0", solved(root("-50")), COMPLETE),
    ("exp(x) + x = a", none("a > 0"), NO_SOLUTION),
    ("a/(b/(x - a)) = 0", none(), NO_SOLUTION),  # every value, for a = 0
    ("atan(cos(cos(x))) = a", none(), NO_SOLUTION),
    ("a*sqrt(x) = b", solved(root("b^2/a^2", "a > 0", "b ≥ 0")), COMPLETE),
    ("a*x^2 = b", solved(*(root(f"{sign}sqrt(b)/sqrt(a)", "a > 0", "b ≥ 0") for sign in ("", "-"))),
     COMPLETE),
    ("cbrt(x) = b", solved(root("b^3", "b ≥ 0")), COMPLETE),
    ("sqrt(x) = a", none("a ≤ 0"), NO_SOLUTION),
    ("x^2 = 1", none(), NO_SOLUTION),
    ("|x| = x", every("x ≥ 1"), COMPLETE),
    # a root is not real, or a part of the equation is not
    ("sqrt(x - 2) = sqrt(2x - 1)", solved(root("-1")), UNREAL),
    ("log(x - 5) = log(2x - 1)", solved(root("-4")), UNREAL),
    ("x^2 = -4", solved(root("2*sqrt(-1)"), complete=False), UNREAL),
    ("x^2 = a", solved(root("sqrt(a)"), complete=False), UNREAL),
    ("sin(x^2) = 1/2", solved(every_n("sqrt(pi/6 + 2*pi*n)"), complete=False), UNREAL),
    ("sqrt(x)^2 = x", every(), {"false every value"}),
    # a family or a root that is none
    ("sin(x) = 1/2", solved(every_n("pi/6 + pi*n"), complete=False), {"false root"}),
    ("sin(x) sqrt(x - 100) = 0", solved(every_n("pi*n/3", "n ≥ 96"), complete=False),
     {"false root"}),
    ("tan(x) = 0", solved(every_n("pi*n/2"), complete=False), {"undefined root"}),
    ("cbrt(x) = -2", solved(root("8"), complete=False), {"false root"}),
    # what is said of a root
    ("x^2 = 2", solved(root("sqrt(2)", approx=1.41421356237319), complete=False), {"false approx"}),
    ("x^2 = a", solved(root("sqrt(a)", "a ≥ 0", approx=1.0), complete=False), {"false approx"}),
    ("x^2 = 4", none(complex_roots=[root("2*sqrt(-1)")]), {*NO_SOLUTION, "false complex root"}),
    ("(x - 1)^2 = 0", solved(root("1", multiplicity=1)), {"false multiplicity"}),
    ("x^3 = x^2", solved(root("0", multiplicity=2), root("1", multiplicity=2)),
     {"false multiplicity"}),
    ("x^2 = a", solved(root("sqrt(a)", "a ≥ 0", multiplicity=2), complete=False),
     {"false multiplicity"}),
    ("x^2 = 4", solved(root("2", real=False), root("-2")), {"false real"}),
    ("x^2 = a", solved(root("sqrt(a)", real=True), complete=False, domain="complex"),
     {"false real"}),
    ("x^2 = -4", none(complex_roots=[root("2*i", approx=[0.0, 2.1])]), {"false approx"}),
    ("x^2 = -4", none(complex_roots=[root("2*i", real=True)]), {"false real"}),
    ("x^2 = 4", solved(*BOTH, complex_roots=[root("2")]), {"false complex root"}),
    ("x^2 = 4", solved(root("2"), complete=False, rejected=[{"value": "-2"}]),
     {"false rejection"}),
    ("cbrt(x) = -2", solved(root("-8"), rejected=[{"value": "-8"}]), {"false rejection"}),
    # what cannot be read
    ("sin(x) = 1/2", solved(root("pi/6 + 2*pi*n")), {"unread"}),
    ("sin(x) = 1/2", solved(*SINES, conditions=["n ≠ 0"]), {"unread"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "record", "kinds"), FALSEHOODS)
def test_a_falsehood_is_seen(text, record, kinds):
    assert set(judge(text, record).failures) == kinds


TRUTHS = [
    ("x^2 = 4", solved(root("2", approx=2.0, multiplicity=1, real=True), root("-2"))),
    ("x^2 = 2", solved(root("sqrt(2)", approx=1.4142135623731),
                       root("-sqrt(2)", approx=-1.41421356237310))),
    ("(x - 1)^2 = 10^-30", solved(root("1 + 10^-15"), root("1 - 10^-15"))),
    ("x^3 = x^2", solved(root("0", multiplicity=2), root("1", multiplicity=1))),
    ("x^3 - 3x + 1 = 0", solved(*(root(f"2*cos({turn}*pi/9)", real=True) for turn in (2, 4, 8)))),
    ("x^2 + 1 = 0", none(complex_roots=[root("sqrt(-1)", approx=[0.0, 1.0], multiplicity=1),
                                        root("-i", real=False)])),
    ("x^4 = 1", solved(*map(root, ("1", "-1", "sqrt(-1)", "-sqrt(-1)")), domain="complex")),
    ("x^3 = -8", solved(root("-2"), complex_roots=[root("1 + sqrt(-3)"), root("1 - sqrt(3)*i")])),
    ("x^3 = -8", solved(root("(-8)^(1/3)", approx=-2.0))),
    ("x^2/(x - 3) = 9/(x - 3)", solved(root("-3"), rejected=[{"value": "3"}])),
    ("x(x - 1)/(x - 1) = 1", none(rejected=[{"value": "1", "reason": "", "branch": ""}])),
    ("sqrt(x - 2) = sqrt(2x - 1)", none(rejected=[{"value": "-1"}])),
    ("log(x - 5) = log(2x - 1)", none(rejected=[{"value": "-4"}])),
    ("sqrt(x) = -2", none()),
    ("1/x = 0", none()),
    ("tan(x) sin(x) / sin(x) = 0", none()),
    ("sqrt(x) + pi = pi - exp(-90)", none()),
    ("(exp(x) - 3)^2 + exp(-90) = 0", none()),
    ("sqrt(-x) = log(x)", none()),
    ("1/x + 1/(x - 1) = 1/x + 1/(x - 1) + 10^-20", none()),
    ("cbrt(x) = x", solved(*map(root, ("0", "1", "-1")))),
    ("x^(2/3) = 4", solved(root("8"), root("-8"))),
    ("x^(1/3) = -2", solved(root("-8"))),
    ("x^(1/4) = -2", none()),
    ("2^x = x^2", solved(root("2"), root("4"), complete=False)),
    ("|x - 1| = |2x + 1|", solved(root("-2"), root("0"))),
    ("sin(x) = 1/2", solved(*SINES)),
    ("sin(x) = 1/2", solved(every_n("(-1)^n*pi/6 + pi*n"))),
    ("sin(x^2) = 1/2", solved(*ROOTS_OF_SINES)),
    ("sin(2x) = sin(x)", solved(every_n("2*pi*n"), every_n("pi/3 + 2*pi*n"),
                                every_n("-pi/3 + 2*pi*n"), every_n("pi + 2*pi*n"))),
    ("tan(1/x) = 1", solved(every_n("1/(pi/4 + pi*n)"))),
    ("log(sin(x)) = 0", solved(every_n("pi/2 + 2*pi*n"))),
    ("sin(log(x)) = 1", solved(every_n("exp(pi/2 + 2*pi*n)"))),
    ("sin(10^20 x) = 0", solved(every_n("pi*n/10^20"))),
    ("sin(x) = a", solved(every_n("asin(a) + 2*pi*n", "-1 ≤ a ≤ 1"),
                          every_n("pi - asin(a) + 2*pi*n", "-1 ≤ a ≤ 1"))),
    ("sin(sqrt(x) + 40) = 0", solved(root("pi^2*k^2 - 80*pi*k + 1600", "pi*k ≥ 40", family="k"))),
    ("tan((x + 50)/(1 - x)) = 2",
     solved(every_n("(atan(2) - 50 + pi*n)/(atan(2) + 1 + pi*n)"))),
    ("sin(exp(sqrt(1 - x))) = 1", solved(every_n("1 - log(pi/2 + 2*pi*n)*log(pi/2 + 2*pi*n)",
                                                 "n ≥ 0"))),
    ("x^3 = a", solved(*CUBES)),
    ("a x = b", solved(root("b/a", "a ≠ 0"))),
    ("(k + 3) x + k = (k + 3) (9.77) + k", solved(root("977/100", "k + 3 ≠ 0"))),
    ("a x = b y", solved(root("b*y/a", "a ≠ 0"), conditions=["a ≠ 0"])),
    ("a x^2 + b x + c = 0", solved(*QUADRATIC)),
    ("a x^2 + b x + c = 0", solved(*QUADRATIC, conditions=["a ≠ 0"])),
    ("sqrt(x) = a", solved(root("a^2", "a ≥ 0"))),
    ("sqrt(x) = a", none("a < 0")),
    ("sqrt(a)^2 x = a", solved(root("1", "a > 0"))),
    ("|x| + |x - 1| = a", none("a < 1")),
    ("|x| = x", every("x ≥ 0")),
    ("sqrt(x)^2 = x", every("x ≥ 0")),
    ("log(x) = log(x)", every("x > 0")),
    ("x^n = 8", solved(root("8^(1/n)", "n ≠ 0"), complete=False)),
    ("x^n = x^n", {**every("x > 0"), "complete": False}),
    ("cos(exp(x)) = cos(exp(230))",
     solved(*(every_n(f"log({each})", f"{each} > 0")
              for each in ("2*pi*n + exp(230)", "2*pi*n - exp(230)")))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "record"), TRUTHS)
def test_no_fault_is_found_with_a_right_answer(text, record):
    report = judge(text, record)
    assert report.failures == {}
    assert report.held


def test_a_record_without_the_new_fields_is_an_answer_over_the_complex_numbers():
    old = {"status": "solved", "roots": [{"value": "2*sqrt(-1)", "conditions": (),
                                          "verified": "exact"}]}  # fmt: skip
    assert answer_from(old) == Answer("solved", (Said("2*sqrt(-1)", (), "exact"),))
    assert judge("x^2 = -4", old).failures == {}
    assert judge("x^2 + 1 = 0", {"status": "no_solution", "roots": []}).failures == {
        "false no solution": "many roots at no parameters"
    }


def test_answers_already_given_are_judged(tmp_path, capsys):
    right, wrong = solved(*BOTH), solved(root("2"))
    lines = [{**each, "equation": "x^2 = 4", "unknown": "x"} for each in (right, wrong)]
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    assert checker.judge_records(path) == 1
    assert capsys.readouterr().out.startswith("false complete: x^2 = 4  ->  -2.0")


def test_what_is_no_fault_is_noted():
    a_line = solved(root("b/a", "a ≠ 0"))
    assert judge("a x = b", a_line).notes.keys() == {"edge"}  # every value, for a = b = 0
    hidden = solved(*map(root, ("1", "-1")), domain="complex")
    assert judge("exp(x^2 - 1) = 1", hidden).notes.keys() == {"unsearched"}


# -- its parts -------------------------------------------------------------------------------------


def real_value(text, **letters):
    values = {name: (Fraction(value), ZERO) for name, value in letters.items()}
    return evaluate_real(read(text), values, RealCalculator(50))[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [("cbrt(x)", -2), ("x^(2/3)", 4), ("x^(-1/3)", Fraction(-1, 2)), ("(x^2)^(1/2)", 8),
     ("x^(-2)", Fraction(1, 64)), ("|x|^(1/3)", 2)],
)  # fmt: skip
def test_odd_roots_are_real(text, value):
    assert real_value(text, x=-8) == value


@pytest.mark.parametrize("text", ["sqrt(x)^2", "x^(3/2)", "log(x^3)", "asin(x)", "0*sqrt(x)"])
def test_what_has_parts_that_are_not_real_is_not(text):
    with pytest.raises(Unreal):
        real_value(text, x=-8)


def roots_along(text, hints=()):
    line = Line(read_equation(text), "x", {})
    found = line.roots(random.Random(1), list(hints), 1200, time.monotonic() + 20)
    return sorted(float(each.center[0]) for each in found)


@pytest.mark.parametrize(
    ("text", "roots"),
    [
        ("x^3 = 2x", [-(2**0.5), 0, 2**0.5]),
        ("exp(x) = x + 1", [0]),  # the sides touch
        ("(x^2 - exp(x))^2 = 0", [-0.703467422498392]),
        ("sqrt(x - 2) (x + 5) = 0", [2]),
        ("asin(x) = pi/2", [1]),  # both sides end there
        ("log(x) = -50", [1.928749847963918e-22]),
        ("1/x = 10^-30", [1e30]),
        ("tan(x)/x = 10^39", []),
        ("1/(x - sqrt(2)) = 0", []),  # a pole
        ("|x - 1|/(x - 1) = 0", []),  # a jump
        ("(x^2 - 2)/(x - sqrt(2)) = 2 sqrt(2)", []),  # a gap
        ("x^2 + 10^-30 = 0", []),
        ("sqrt(x) = -10^-25", []),
        ("exp(-x) = 0", []),
    ],
)
def test_roots_are_found_along_the_line_and_nothing_else(text, roots):
    assert roots_along(text) == pytest.approx(roots, rel=1e-9)


def test_all_roots_of_a_polynomial_lie_in_their_discs():
    rng = random.Random(2)
    for _ in range(20):
        poly = [Fraction(1)]
        chosen = {Fraction(rng.randint(-30, 30), rng.randint(1, 9)) for _ in range(4)}
        for each in (*chosen, min(chosen)):
            poly = [a - each * b for a, b in zip([ZERO, *poly], [*poly, ZERO], strict=True)]
        found = all_roots(poly)
        assert len(found) == len(chosen)
        for each in chosen:
            assert any(abs(disc.center[0] - each) <= disc.radius for disc in found)
        assert multiplicity(poly, (min(chosen), ZERO), Calculator(50)) == 2
    (first, second) = all_roots([Fraction(10**60), ZERO, Fraction(1)])
    assert not first.is_real()
    assert {mpmath.sign(each.center[1]) for each in (first, second)} == {-1, 1}


def test_members_of_a_family_are_found_next_to_a_number():
    far = Fraction(10**30)
    near = [show(each["n"]) for each in members_near(read("2*pi*n + 1"), ("n",), far)]
    assert str(round(10**30 / mpmath.mpf(2) / mpmath.pi))[:12] in {each[:12] for each in near}
    twice = members_near(read("(-1)^n*pi/6 + pi*n"), ("n",), Fraction(31416))
    assert "10000" in {show(each["n"]) for each in twice}
    both = members_near(read("asin((pi*n - 3)/200)/20 + pi*k/10"), ("k", "n"), Fraction(-19, 3))
    assert ("(-20)", "(-53)") in {(show(each["k"]), show(each["n"])) for each in both}
    edges = at_edges([read("343 - 2*pi*n"), read("k - n")], ("k", "n"))
    assert "55" in {show(number(each)) for each in edges["n"]}
    beyond = members_near(read("2*pi*(k - n)"), ("k", "n"), Fraction(0), edges)
    assert ("55", "55") in {(show(each["k"]), show(each["n"])) for each in beyond}
    value = evaluate(read("2*pi*n"), {"n": (Fraction(3), ZERO)}, RealCalculator(50))
    assert RealCalculator(50).sign(value[0]) == 1


# -- definitions -----------------------------------------------------------------------------------


def defined(*names, **fields):
    definitions = [{"name": name, "value": value} for name, value in names]
    roots = [root("(p + q)/(2*a)", "a ≠ 0", "r ≥ 0"), root("(p - q)/(2*a)", "a ≠ 0", "r ≥ 0")]
    return solved(*roots, definitions=definitions, **fields)


def test_names_stand_for_what_they_are_defined_as():
    names = [("p", "-b"), ("r", "p^2 - 4*a*c"), ("q", "sqrt(r)")]
    assert judge("a x^2 + b x + c = 0", defined(*names)).failures == {}
    wrong = [("p", "b"), *names[1:]]
    assert set(judge("a x^2 + b x + c = 0", defined(*wrong)).failures) >= {"false root"}
    assert set(judge("a x^2 + b x + c = 0", defined(*names[1:])).failures) == {"unread"}
    assert set(judge("a x^2 + b x + c = 0", defined(("p", "-b)"))).failures) == {"unread"}
