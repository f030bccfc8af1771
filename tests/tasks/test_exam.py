"""The dataset `exam`: its roots, that there are no others, and that spellings are read as meant."""

from __future__ import annotations

import random

import pytest
from examined import mistakes

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.tasks import exam, literal, multiples, rooted, terms
from aljabr.tasks.classes import Classes
from aljabr.tasks.exercises import EXERCISES, draw
from aljabr.tasks.factored import expanded
from aljabr.tasks.settled import Undefined, settled, value
from aljabr.tasks.spelling import spelled
from aljabr.tasks.written import Known
from benchmarks.checking.reading import read_equation

FEW = 12


def drawn(kind: str, count: int, seed: int = 0) -> list[Known]:
    """Make some equations of a class, without the splits."""
    rng = random.Random(f"{kind}:{seed}")
    found: list[Known] = []
    while len(found) < count:
        known = exam.KINDS[kind][0](rng)
        if known is not None:
            found.append(known)
    return found


@pytest.mark.parametrize("kind", exam.KINDS)
def test_roots_are_all_there_are(kind):
    for known in drawn(kind, FEW):
        assert mistakes(known) == [], known


@pytest.mark.parametrize(
    "false",
    [
        Known("x^2 = 4", "solved", ("2",)),
        Known("x^2 = 4", "solved", ("2", "-2", "3")),
        Known("sin 2x = cos x", "solved", ("pi/2 + pi*n",)),
        Known("sin x = 0", "no_solution"),
        Known("(x - 1)^2 (x + 2) = 0", "solved", ("-2",)),
        Known("sqrt(x + 2) = x", "solved", ("2", "-1")),
        Known("tan x cot x = 2", "all_values"),
        Known("v = u + a x", "solved", ("(v + u)/a",)),
    ],
)
def test_what_is_known_falsely_is_noticed(false):
    assert mistakes(false)


@pytest.mark.parametrize("kind", exam.KINDS)
def test_two_readers_read_every_spelling_alike(kind):
    for known in drawn(kind, FEW, seed=1):
        again = equation_text(parse(known.text))
        names = set().union(*(side.letters() for side in read_equation(again)))
        assert names == set().union(*(side.letters() for side in read_equation(known.text)))


def test_every_class_is_large_enough_and_in_one_split_only():
    sizes = EXERCISES["exam"].sizes
    assert sum(share for _, share in exam.KINDS.values()) == 100
    assert all(sizes["test"] * share // 100 >= 200 for _, share in exam.KINDS.values())
    assert all(sizes["validation"] * share // 100 >= 100 for _, share in exam.KINDS.values())
    assert all(sizes["train"] * share // 100 >= 500 for _, share in exam.KINDS.values())
    classes = Classes()
    test, validation = (draw("exam", split, 0).known for split in ("test", "validation"))
    keys = [{classes.key(known.text) for known in each} for each in (test, validation)]
    assert not keys[0] & keys[1]
    assert len(keys[0]) == len(test)
    assert {known.status for known in validation} == {"solved", "no_solution", "all_values"}


# -- parts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "candidates", "roots"),
    [
        ("sqrt(x + 2) = x", ["2", "-1"], ("2",)),
        ("log(x) + log(x - 3) = log(4)", ["4", "-1"], ("4",)),
        ("x/(x - 2) = 2/(x - 2)", ["2"], ()),
        ("tan(x) = tan(3*x)", ["pi*n/2"], ("pi*(2*n + 0)/2",)),
        ("sin(x)^2 = 1", ["asin(1) + 2*pi*n", "asin(2) + 2*pi*n"], ("asin(1) + 2*pi*n",)),
        ("cbrt(x) = -2", ["-8", "8"], ("-8",)),
        ("x^(2/3) = 4", ["8", "-8"], ("8", "-8")),
    ],
)
def test_candidates_that_do_not_hold_are_dropped(text, candidates, roots):
    known = settled(text, candidates)
    assert known is not None
    assert known.roots == roots


def test_a_near_miss_is_no_task():
    assert settled("x = 1", ["1.0000001"]) is None


@pytest.mark.parametrize("text", ["log(-1)", "sqrt(-2)", "1/(2 - 2)", "asin(2)", "tan(pi/2)"])
def test_what_is_not_real_has_no_value(text):
    with pytest.raises(Undefined):
        value(text, {})


@pytest.mark.parametrize(
    ("coefficients", "roots"),
    [
        ((1, -5, 6), ["3", "2"]),
        ((1, -2, -1), ["1 + sqrt(2)", "1 - sqrt(2)"]),
        ((-2, 3, 4), ["(3 - sqrt(41))/4", "(3 + sqrt(41))/4"]),
        ((4, -4, 1), ["1/2"]),
        ((1, 0, 1), []),
    ],
)
def test_zeros_of_quadratics(coefficients, roots):
    assert sorted(terms.quadratic(*coefficients)) == sorted(roots)


def test_zeros_of_what_takes_more_are_not_known():
    assert terms.zeros(expanded([1, 1, 0, 1]).numerator) is None
    assert sorted(terms.zeros(expanded([4, 0, -5, 0, 1]).numerator) or []) == ["-1", "-2", "1", "2"]


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([(2, "x^2"), (-1, "x"), (3, "")], "2*x^2 - x + 3"),
        ([(-1, "x"), (0, "y")], "-x"),
        ([], "0"),
    ],
)
def test_sums_are_written_with_their_signs(parts, text):
    assert terms.total(parts) == text


def test_equal_waves_everywhere_are_no_task():
    half = multiples.Fraction(1, 2)
    assert multiples.crossing("sin", 1, half, "cos", 1, multiples.Fraction(0)) == []


def test_spellings_vary_and_mean_the_same():
    rng = random.Random(0)
    text = "2*sin(2*x)^2 - 3*exp(-x) = abs(x)*log_2(x)"
    found = {spelled(rng, text) for _ in range(60)}
    assert len(found) > 10
    assert len({equation_text(parse(each)) for each in found if each}) == 1
    assert spelled(rng, "(1 + 9/2)^(100*100) = x") is None


def test_radicals_have_one_to_three_roots():
    rng = random.Random(0)
    made = [rooted.radicals(rng) for _ in range(300)]
    counts = {known.text.count("sqrt") for known in made if known is not None}
    assert {1, 2, 3} <= counts


def test_formulas_are_undone_with_their_conditions():
    found = literal._solved("T = 2*pi*sqrt(x/g)")
    assert found is not None
    ((_, conditions),) = found
    assert len(conditions) == 1
    assert literal._solved("y = sin(x)") is None
