"""The judge of open equations must see what is false, what is missing, and what definitions say."""

from __future__ import annotations

import random
import time
from typing import Any

import mpmath
import pytest

from aljabr.algebra.expr import ExprTable
from aljabr.algebra.isolating import numeric_roots
from aljabr.algebra.parse import parse
from aljabr.tasks.exercises import draw
from aljabr.tasks.written import Core, Known
from benchmarks import open as benchmark
from benchmarks import truth, undoing, zeros
from benchmarks.checking.reading import read
from benchmarks.comparing import COMPLETE, INCOMPLETE, UNCLEAR, UNSOLVED, WINDOW, WRONG

QUADRATIC = "a*x^2 + b*x + c = 0", Core("x", ("c", "b", "a"), "complex")
GOLDEN = "x^2 = x + 1", Core("x", ("-1", "-1", "1"), "real")
NOTHING = "x^2 + x + 1 = 0", Core("x", ("1", "1", "1"), "real")
DOUBLE = "x^2 - 4*x + 4 = 0", Core("x", ("4", "-4", "1"), "real")
CUBIC = "x^3 + p*x + q = 0", Core("x", ("q", "p", "0", "1"), "complex")
RADICAL = "sqrt(x + 3) = x - 1", Core("sqrt(x + 3)", ("-4", "-1", "1"), "real")
WAVE = "2*sin(x)^2 - 3*sin(x) + 1 = 0", Core("sin(x)", ("1", "-3", "2"), "real")
HYPERBOLIC = "e^x + e^(-x) = a", Core("e^x", ("1", "-a", "1"), "real")
CUBE_ROOT = "x^(2/3) + x^(1/3) - 2 = 0", Core("x^(1/3)", ("-2", "1", "1"), "real")

UPPER = "(-b + sqrt(b^2 - 4*a*c))/(2*a)"
LOWER = "(-b - sqrt(b^2 - 4*a*c))/(2*a)"
VIETA = [
    ("d", "sqrt(q^2/4 + p^3/27)"),
    ("u", "(-q/2 + d)^(1/3)"),
    ("w", "(-1 + sqrt(-3))/2"),
]


def root(value: str, *conditions: str, family: str | None = None) -> dict[str, Any]:
    return {"value": value, "conditions": conditions, "family": family}


def record(*roots: Any, **others: Any) -> dict[str, Any]:
    return {"status": "solved", "roots": roots, "complete": True, "conditions": ()} | others


def defined(*roots: Any, names: list[tuple[str, str]]) -> dict[str, Any]:
    definitions = [{"name": name, "value": value} for name, value in names]
    return record(*roots, definitions=definitions)


def vieta(power: str, *conditions: str) -> dict[str, Any]:
    return root(f"{power}u - p/(3*{power}u)", *conditions)


@pytest.mark.parametrize(
    ("equation", "said", "verdict"),
    [
        (GOLDEN, record(root("(1 + sqrt(5))/2"), root("(1 - sqrt(5))/2")), COMPLETE),
        (GOLDEN, record(root("(1 + sqrt(5))/2"), root("(1 - sqrt(5))/2"), complete=False),
         INCOMPLETE),
        (GOLDEN, record(root("(1 + sqrt(5))/2")), WRONG),
        (GOLDEN, record(root("(1 + sqrt(5))/2"), complete=False), INCOMPLETE),
        (GOLDEN, record(root("1.6180339887"), complete=False), WRONG),
        (GOLDEN, record(root("(1 + sqrt(-5))/2"), complete=False), WRONG),
        (GOLDEN, record(root("1/0"), complete=False), WRONG),
        (GOLDEN, record(root("y"), complete=False), UNCLEAR),
        (GOLDEN, record(status="unsolved", complete=False), UNSOLVED),
        (GOLDEN, record(status="no_solution"), WRONG),
        (NOTHING, record(status="no_solution"), COMPLETE),
        (NOTHING, record(root("(-1 + sqrt(-3))/2")), WRONG),
        (DOUBLE, record(root("2")), COMPLETE),
        (DOUBLE, record(root("2"), root("-2")), WRONG),
        (QUADRATIC, record(root(UPPER, "a ≠ 0"), root(LOWER, "a ≠ 0")), COMPLETE),
        (QUADRATIC, record(root(UPPER), root(LOWER), conditions=("a ≠ 0",)), COMPLETE),
        (QUADRATIC, record(root(UPPER), root(LOWER)), WRONG),  # at a = 0
        (QUADRATIC, record(root(UPPER, "a ≠ 0")), WRONG),
        (QUADRATIC, record(root(UPPER, "a ≠ 0", "b^2 - 4*a*c ≥ 0"),
                           root(LOWER, "a ≠ 0", "b^2 - 4*a*c ≥ 0"), complete=False), INCOMPLETE),
        (QUADRATIC, record(root(UPPER.replace("4", "3"), "a ≠ 0"), complete=False), WRONG),
        (QUADRATIC, defined(root("(d - b)/(2*a)", "a ≠ 0"), root("-(d + b)/(2*a)", "a ≠ 0"),
                            names=[("d", "sqrt(b^2 - 4*a*c)")]), COMPLETE),
        (QUADRATIC, defined(root("(d - b)/(2*a)", "a ≠ 0"), root("-(d + b)/(2*a)", "a ≠ 0"),
                            names=[("d", "sqrt(b^2 + 4*a*c)")]), WRONG),
        (QUADRATIC, record(root("(d - b)/(2*a)", "a ≠ 0")), UNCLEAR),
        (CUBIC, defined(vieta("", "u ≠ 0"), vieta("w*", "u ≠ 0"), vieta("w^2*", "u ≠ 0"),
                        names=VIETA), COMPLETE),
        (CUBIC, defined(vieta("", "u ≠ 0"), vieta("w*", "u ≠ 0"), vieta("-w*", "u ≠ 0"),
                        names=VIETA), WRONG),
        (CUBIC, defined(vieta(""), vieta("w*"), vieta("w^2*"), names=VIETA), WRONG),  # at p = 0
        (RADICAL, record(root("(3 + sqrt(17))/2")), COMPLETE),
        (RADICAL, record(root("(3 + sqrt(17))/2", "x - 1 ≥ 0"),
                         root("(3 - sqrt(17))/2", "x - 1 ≥ 0")), COMPLETE),
        (RADICAL, record(root("(3 + sqrt(17))/2"), root("(3 - sqrt(17))/2"),
                         conditions=("x ≥ 1",)), COMPLETE),
        (RADICAL, record(root("(3 + sqrt(17))/2", "x - 9 ≥ 0")), UNCLEAR),
        (RADICAL, record(root("(3 + sqrt(17))/2"), root("(3 - sqrt(17))/2")), WRONG),
        (WAVE, record(root("pi/6 + 2*pi*n", family="n"), root("5*pi/6 + 2*pi*n", family="n"),
                      root("pi/2 + 2*pi*n", family="n")), COMPLETE),
        (WAVE, record(root("pi/6 + 2*pi*n", family="n"), root("5*pi/6 + 2*pi*n", family="n")),
         WRONG),
        (WAVE, record(root("pi/6 + 2*pi*n", family="n"), root("5*pi/6 + 2*pi*n", family="n"),
                      root("pi/2 + pi*n", family="n")), WRONG),
        (HYPERBOLIC, record(root("log((a + sqrt(a^2 - 4))/2)", "a ≥ 2"),
                            root("log((a - sqrt(a^2 - 4))/2)", "a ≥ 2")), COMPLETE),
        (HYPERBOLIC, record(root("log((a + sqrt(a^2 - 4))/2)"),
                            root("log((a - sqrt(a^2 - 4))/2)")), WRONG),
        (HYPERBOLIC, record(root("log((a + sqrt(a^2 - 4))/2)", "a ≥ 2")), WRONG),
        (CUBE_ROOT, record(root("1"), root("-8")), COMPLETE),
        (CUBE_ROOT, record(root("1"), root("8")), WRONG),
    ],
)  # fmt: skip
def test_records_are_judged(equation, said, verdict):
    found = zeros.judge(*equation, said, random.Random(0))
    assert found.name == verdict
    assert bool(found.where) == (verdict in (WRONG, INCOMPLETE, UNCLEAR))


def test_a_verdict_says_where():
    found = zeros.judge(*GOLDEN, record(root("(1 + sqrt(5))/2")), random.Random(0))
    assert found.where == "{1.61803} is said, {1.61803, -0.618034} are the roots" or (
        found.where == "{1.61803} is said, {-0.618034, 1.61803} are the roots"
    )
    said = record(root(UPPER), root(LOWER))
    assert zeros.judge(*QUADRATIC, said, random.Random(0)).where.startswith("at a = 0, b = ")


@pytest.mark.parametrize(
    ("kernel", "value", "places"),
    [
        ("e^(2*x)", 4, [0.6931471805599453]),
        ("e^x", -1, []),
        ("2^(-x)", 8, [-3]),
        ("sqrt(2*x + 1)", 3, [4]),
        ("sqrt(x)", -1, []),
        ("x^(1/3)", -2, [-8]),
        ("cbrt(x)", -2, [-8]),
        ("ln(x - 1)", 0, [2]),
        ("abs(2*x - 4)", 2, [3, 1]),
        ("x + 4/x", 5, [4, 1]),
        ("x - 1/x", 0, [1, -1]),
        ("x + 1/x", 1, []),
        ("(x - 1)^2", 9, [4, -2]),
        ("(x + 1)^3", -8, [-3]),
        ("sin(x)", 1, [1.5707963267948966]),
        ("tan(2*x + 1)", 0, [-0.5]),
        ("cos(3*x)", 2, []),
    ],
)
def test_kernels_are_undone(kernel, value, places):
    found = undoing.undo(read(kernel), mpmath.mpf(value), {})
    assert [float(each.first) for each in found] == pytest.approx(places)


def test_every_kernel_of_the_dataset_is_undone():
    for known in draw("open", "validation", 0).known:
        known_by = truth.Truth(known.text, known.core)
        rng = random.Random(0)
        with mpmath.workdps(truth.DIGITS):
            point = next(iter(truth.points(known_by, rng)))
            roots = known_by.at(point)
        if not known_by.letters:
            has_some = bool(roots.numbers or roots.families)
            assert has_some == (known.status == "solved"), known
        elif not known_by.is_real:
            assert roots.numbers, known


def test_the_roots_are_those_that_balls_certify():
    checked = 0
    for known in draw("open", "validation", 0).known[:150]:
        known_by = truth.Truth(known.text, known.core)
        if known_by.letters or not known_by.is_real:
            continue
        table = ExprTable()
        equation = parse(known.text, None, table)
        certified = numeric_roots(table, equation, True, time.monotonic() + 0.5)
        if certified is None or not certified.complete:
            continue
        with mpmath.workdps(truth.DIGITS):
            roots = known_by.at({})
            both = [mpmath.mpf(each) for each in certified.values]
            window = certified.window or (-mpmath.inf, mpmath.inf)
            inside = [each for each in roots.members() if window[0] < each < window[1]]
            for each in inside:
                assert any(abs(each - other) < 1e-12 * (1 + abs(each)) for other in both), known
            for each in both:
                assert any(abs(each - other) < 1e-12 * (1 + abs(each)) for other in inside) or (
                    abs(each) > WINDOW and roots.families
                ), known
        checked += 1
    assert checked > 60


def test_a_crash_is_counted(monkeypatch):
    known = Known("x^2 = 7", "solved", core=Core("x", ("-7", "0", "1"), "real"))
    monkeypatch.setattr(benchmark, "searched", lambda budget, known: 1 / 0)
    (one,) = benchmark.judged("search", 2.0, 0, [known])
    assert one["verdict"] == UNCLEAR
    assert one["where"].startswith("crashed: ZeroDivisionError")


@pytest.mark.parametrize("mode", ["search", "greedy"])
@pytest.mark.parametrize("domain", ["real", "complex"])
def test_what_is_solved_is_judged(mode, domain):
    known = Known("x^2 = 7", "solved", core=Core("x", ("-7", "0", "1"), domain))
    (one,) = benchmark.judged(mode, 2.0, 0, [known])
    assert one["verdict"] == COMPLETE
