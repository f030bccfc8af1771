"""The drawn datasets: school, symbolic, sets, open, deep.

Answers are checked by another arithmetic; those of `sets` in `test_root_sets`, of `open` in
`test_open`.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.tasks import datasets, exercises, families, school, symbolic
from aljabr.tasks.classes import Classes, parameters
from aljabr.tasks.exercises import EXERCISES, MAX_SIDE, draw
from aljabr.tasks.written import Known, letter, number, solve_exactly

HELD_OUT = ("validation", "test")


@pytest.fixture(scope="module", autouse=True)
def few() -> Iterator[None]:
    """Draw a tenth of each training split, which is drawn last; the others are as ever."""
    for size in (2_000, 20_000):
        exercises.draw.cache_clear()
        for name in ("school", "symbolic", "sets", "open"):
            EXERCISES[name].sizes["train"] = size
        if size == 2_000:
            yield


def splits(name: str) -> list[str]:
    return list(EXERCISES[name].sizes)


def python(text: str) -> str:
    """Turn our notation into Python's, with exact numbers."""
    return re.sub(r"\d+(\.\d+)?", r"N('\g<0>')", text).replace("^", "**")


def fraction_at(text: str, values: dict[str, Fraction]) -> Fraction:
    """Evaluate a text of our own making by Python's own grammar and fractions."""
    value = eval(python(text), {"N": Fraction, "__builtins__": {}}, dict(values))
    return Fraction(value)


def sides(text: str) -> list[str]:
    return text.split(" = ")


# -- answers -------------------------------------------------------------------------------------


def assert_answer(known: Known, rng: random.Random) -> None:
    """Check a linear or rational equation's answer at random exact points."""
    names = set(re.findall(r"[a-j]", known.text))
    differences = []
    for _ in range(3):
        point = {name: Fraction(rng.randint(1, 10**6), rng.randint(1, 10**6)) for name in names}

        def difference(value: Fraction, point: dict[str, Fraction] = point) -> Fraction:
            left, right = (fraction_at(side, {**point, "x": value}) for side in sides(known.text))
            return left - right

        if known.status == "solved":
            (root,) = known.roots
            assert difference(fraction_at(root, point)) == 0, known
        differences.append(difference(Fraction(rng.randint(1, 10**6), rng.randint(1, 10**6))))
    if known.status == "all_values":
        assert set(differences) == {0}, known
    else:
        assert 0 not in differences, known


@pytest.mark.parametrize("name", ["school", "symbolic"])
def test_answers_hold_by_arithmetic_that_has_nothing_of_ours(name):
    rng = random.Random(0)
    for known in draw(name, "validation", 0).known + draw(name, "train", 0).known[:500]:
        assert_answer(known, rng)


def test_where_the_unknown_cancels_the_difference_of_the_sides_is_constant_or_without_zero():
    for known in draw("school", "validation", 0).known:
        if known.status == "no_solution" and "/(" not in known.text:
            differences = {
                fraction_at(f"({left}) - ({right})", {"x": Fraction(value)})
                for value in range(-3, 4)
                for left, right in [sides(known.text)]
            }
            assert len(differences) == 1, known
            assert differences != {0}, known


@pytest.mark.parametrize("name", ["small", "deep"])
def test_roots_by_inversion_hold_for_some_positive_parameters(name):
    rng = random.Random(0)
    functions = ("sqrt", "exp", "log", "sin", "cos", "asin", "acos")
    names = {each: getattr(mpmath, each) for each in functions} | {"pi": mpmath.pi}
    scope = {**names, "N": mpmath.mpf, "__builtins__": {}}
    with mpmath.workdps(40):
        for known in rng.sample(datasets.answers(name, "validation"), 60):
            residuals = []
            for _ in range(60):
                point = {each: mpmath.mpf(rng.uniform(0.05, 2)) for each in "abc"}
                root = eval(python(known.roots[0]), scope, dict(point))
                try:
                    residuals.append(
                        abs(eval(python(sides(known.text)[0]), scope, {**point, "x": root}))
                    )
                except (ZeroDivisionError, ValueError):
                    continue
            assert min(residuals) < 1e-15, known


@pytest.mark.parametrize(
    ("left", "right", "status", "roots"),
    [
        (number(2) * letter("x"), number(7), "solved", ("7/2",)),
        (letter("x") + number(1), letter("x"), "no_solution", ()),
        (number(2) * (letter("x") + number(1)), number(2) * letter("x") + number(2), "all_values",
         ()),
        (letter("x") / (letter("x") - number(2)), number(2) / (letter("x") - number(2)),
         "no_solution", ()),
        (letter("a") * letter("x"), letter("b") * letter("a"), "solved", ("b",)),
        (number(4) / letter("x"), number(2) / letter("x"), "no_solution", ()),
    ],
)  # fmt: skip
def test_an_equation_is_solved_by_polynomials(left, right, status, roots):
    known = solve_exactly(left, right)
    assert known is not None
    assert (known.status, known.roots) == (status, roots)


def test_what_is_quadratic_in_the_end_is_not_solved():
    x = letter("x")
    assert solve_exactly(x * x, number(4)) is None
    assert solve_exactly(x * x + x, x * x + number(3)) is not None


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (number(3) * (letter("x") - number(2)) + number(4), "3*(x - 2) + 4"),
        (number(5) - (letter("x") + number(1)), "5 - (x + 1)"),
        (letter("a") / (letter("b") * letter("x")), "a/(b*x)"),
        (letter("x") - -number(3), "x - (-3)"),
        (letter("x") + -number(3), "x - 3"),
        (-(letter("x") + number(2)) * number(3), "-(x + 2)*3"),
        (number(Fraction(2, 3)) * letter("x"), "2/3*x"),
        (number(Fraction(-6, 5), decimal=True), "-1.2"),
        (letter("a") / number(Fraction(1, 2)), "a/(1/2)"),
    ],
)
def test_brackets_stand_where_they_are_needed(written, text):
    assert written.text == text


# -- splits --------------------------------------------------------------------------------------

GOLDEN = {
    ("school", "validation"): [
        "7/5*x - 10 = -99/5",
        "3*x + 35 = 8*x + 175/3",
        "5*x + 23 - 4*x - 11*x - 5*x = -52",
    ],
    ("symbolic", "validation"): [
        "(b*(c*x + j) + f)/(e*x - c) = a",
        "a + f/(g*x - c) = d",
        "(e*x - i*(j*x + h))/(b - x) = d",
    ],
    ("sets", "validation"): [
        "4*(5*x)^3 = 108",
        "cbrt(x^2 + 2*x - 5) = cbrt(5*x - 8)",
        "5/(7 + 5*x) = -5",
    ],
    ("open", "validation"): [
        "x^2 + (b + 5)*x + a/4 = 0",
        "x^2 - 6*x - 9 - 9/x = 0",
        "4*(f*x^3 + (c + d)*x^2 + b*x) = -4*a",
    ],
    ("deep", "validation"): [
        "b*(sqrt(x) + a - b)^2 = 0",
        "a*x/c^2 - a - b = 0",
        "cos(sqrt(acos(c*x)/c)) = 0",
    ],
}


@pytest.mark.parametrize(("name", "split"), GOLDEN)
def test_a_seed_gives_the_same_equations_for_ever(name, split):
    assert datasets.load(name, split, seed=0)[:3] == GOLDEN[name, split]


@pytest.mark.parametrize("name", EXERCISES)
def test_another_process_with_another_hash_order_draws_the_same_equations(name):
    program = f"from aljabr.datasets import load; print('\\n'.join(load({name!r}, 'validation')))"
    other = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.splitlines() == datasets.load(name, "validation")


def test_another_seed_draws_other_equations():
    one, other = (set(datasets.load("symbolic", "test", seed)) for seed in (0, 1))
    assert len(one & other) < 100


@pytest.mark.parametrize("name", EXERCISES)
def test_no_class_is_drawn_twice(name):
    classes = Classes()
    keys = Counter(
        classes.key(text) for split in splits(name) for text in datasets.load(name, split)
    )
    assert max(keys.values()) == 1


@pytest.mark.parametrize("name", EXERCISES)
def test_kinds_have_their_shares(name):
    for split, size in EXERCISES[name].sizes.items():
        counts = Counter(draw(name, split, 0).kinds)
        makers = EXERCISES[name].makers()
        assert counts == {kind: size * share // 100 for kind, (_, share) in makers.items()}
        assert sum(counts.values()) == size


def test_every_answer_is_met():
    counts = Counter(known.status for known in draw("school", "test", 0).known)
    assert set(counts) == {"solved", "no_solution", "all_values"}
    assert all(known.status == "solved" for known in draw("symbolic", "test", 0).known)


def test_symbolic_equations_have_up_to_ten_parameters():
    counts = set()
    for text in datasets.load("symbolic", "validation"):
        equation = parse(text)
        counts.add(len(parameters(equation.lhs) | parameters(equation.rhs)))
    assert {1, 5, 10} <= counts
    assert max(counts) == 10


@pytest.mark.parametrize("name", EXERCISES)
def test_every_equation_is_a_task_that_fits_and_prints_back(name):
    for split in splits(name):
        for text in datasets.load(name, split):
            equation = parse(text)
            assert equation.lhs.holds_unknown, text
            assert max(equation.lhs.size, equation.rhs.size) <= MAX_SIDE, text
            again = parse(equation_text(equation))
            assert (again.lhs.tokens, again.rhs.tokens) == (
                equation.lhs.tokens, equation.rhs.tokens,
            ), text  # fmt: skip


def test_deep_equations_take_more_actions_than_large_ones():
    shallow = families.recursive_family(4)
    for split in HELD_OUT:
        for text in datasets.load("deep", split):
            assert not shallow.holds(parse(text, table=shallow.renamer.table).lhs), text


def test_deep_has_no_training_split():
    with pytest.raises(ValueError, match="no split 'train', only validation, test: deep is for"):
        datasets.load("deep", "train")


def test_shares_are_of_a_hundred():
    for kinds in (school.KINDS, symbolic.KINDS):
        assert sum(share for _, share, _ in kinds.values()) == 100


# -- classes -------------------------------------------------------------------------------------


def test_training_holds_no_class_that_any_dataset_holds_for_testing(monkeypatch):
    monkeypatch.setattr(datasets, "NAMES", ("small", "school", "symbolic", "deep"))
    datasets._training_mix.cache_clear()
    mix = datasets.training_mix(0)
    datasets._training_mix.cache_clear()
    assert set(mix) == {"small", "school", "symbolic"}
    classes = Classes()
    held_out = {
        classes.key(text)
        for name in datasets.NAMES
        for split in HELD_OUT
        for text in datasets.load(name, split)
    }
    for name, texts in mix.items():
        assert len(texts) > 0.8 * len(datasets.load(name, "train"))
        assert held_out.isdisjoint(map(classes.key, texts)), name


def test_a_class_of_small_is_known_under_any_names_and_with_sides_exchanged():
    classes = Classes()
    assert classes.key("a*x + b = 0") == classes.key("0 = h*x + g") == classes.key("g + x*e")
    assert classes.key("a*x + b = c*x") == classes.key("d*x = x*b + a")
    assert classes.key("a*x + b = 0") != classes.key("a*x + a = 0")
    assert classes.key("sin(x - a + b) + c") == classes.key("sin(x - j + d) + e")


@pytest.mark.parametrize("split", HELD_OUT[:1])
def test_renaming_ten_parameters_does_not_change_the_class(split):
    rng = random.Random(0)
    classes = Classes()
    letters = "abcdefghij"
    for text in datasets.load("symbolic", split):
        for _ in range(3):
            names = dict(zip(letters, rng.sample(letters, 10), strict=True))
            renamed = re.sub("[a-j]", lambda match, names=names: names[match.group()], text)
            assert classes.key(renamed) == classes.key(text), text


def test_different_tasks_with_many_parameters_have_different_classes():
    texts = [
        "a*x + b = c*x + d",
        "a*x + b = c*x - d",
        "a*x + b = c*x + d + f",
        "a*x + b = a*x + c + d + f - x",
        "a*(b*x + c) = d",
        "a*(b*x + c) = d + a",
        "a*(b*x + c) = d + c",
        "a*(b*x + c) = d*c",
    ]
    classes = Classes()
    assert len({classes.key(text) for text in texts}) == len(texts)


# -- figures -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("school", "proportions"),
        ("symbolic", "most parameters"),
        ("sets", "without roots"),
        ("open", "highest degree"),
        ("deep", "another branch only"),
    ],
)
def test_figures_are_given_for_each_split(name, row):
    text = datasets.report(name, 0)
    assert row in text
    assert "2000" in text or name == "deep"


def test_a_split_is_the_same_and_disjoint_whatever_was_loaded_before(monkeypatch):
    few_exercises = replace(EXERCISES["school"], sizes={"train": 600, "validation": 60, "test": 60})
    monkeypatch.setitem(EXERCISES, "few", few_exercises)
    first = draw("few", "train", 0).known
    draw.cache_clear()
    for seed in range(6):  # more seeds than whatever is remembered of them
        draw("few", "test", seed)
    again = draw("few", "train", 0).known
    assert again == first
    classes = Classes()
    tested = {classes.key(known.text) for known in draw("few", "test", 0).known}
    assert tested.isdisjoint(classes.key(known.text) for known in again)


def test_keys_of_two_readers_compare():
    texts = ["a*x + b = 0", "sin(x - a + b) + c", "x/12345678901 + a = b*x + c*x + d*x"]
    others = ["h*x + g = 0", "sin(x - j + d) + e", "c*x + d*x + e*x = x/12345678901 + h"]
    one, other = Classes(), Classes()
    other.key("2*x - 5 = a")  # what it has read first makes no difference
    assert [one.key(text) for text in texts] == [other.key(text) for text in others]
    assert len({one.key(text) for text in texts}) == len(texts)
