import random
import subprocess
import sys

import pytest
import sympy

from aljabr.algebra.expr import Expr
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import expr_text
from aljabr.algebra.tokens import UNKNOWN
from aljabr.game.games import MAX_LENGTH
from aljabr.tasks import datasets, families
from aljabr.tasks.datasets import FIXED, RECIPES, SPLITS, WARM_UPS
from aljabr.tasks.families import Family, canonical


@pytest.fixture(scope="module")
def small() -> datasets.Dataset:
    return datasets.generate("small", 0)


def member(family: Family, text: str) -> Expr | None:
    """Return the left side of an equation if it is in a family."""
    expr = parse(text, table=family.renamer.table).lhs
    return expr if any(expr in images for images in family.classes) else None


# -- the splits ----------------------------------------------------------------------------------


def test_the_splits_have_the_sizes_of_the_paper(small):
    assert [len(getattr(small, split)) for split in SPLITS] == [1000, 100, 100]
    assert RECIPES["large"].sizes == {"train": 10_000, "validation": 1_000, "test": 1_000}


GOLDEN = {
    "train": [
        "(a*x + 1)/(c*x + c) - c = 0",
        "c*asin(sin(x)) = 0",
        "acos(x)/b - a = 0",
        "log(b*x)^2 = 0",
    ],
    "validation": [
        "sin(sqrt(1 - x^2)) = 0",
        "b*(x - b) - c = 0",
        "b*(acos(x) - b) = 0",
        "acos(sqrt(x)) - b = 0",
    ],
    "test": ["sqrt(x)/b = 0", "b*x/a + c = 0", "log(b*x + b) = 0", "(x - b)/c - b = 0"],
}


@pytest.mark.parametrize("split", SPLITS)
def test_a_seed_gives_the_same_equations_for_ever(split):
    assert datasets.load("small", split, seed=0)[:4] == GOLDEN[split]


def test_another_process_with_another_hash_order_draws_the_same_equations(small):
    program = "from aljabr.datasets import load; print('\\n'.join(load('small', 'test')))"
    other = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert tuple(other.stdout.splitlines()) == small.test


def test_another_seed_draws_other_equations(small):
    other = datasets.load("small", "test", seed=1)
    assert len(other) == 100
    assert len(set(other) & set(small.test)) < 20


def test_no_equation_stands_in_two_splits_even_under_other_names(small):
    classes = [{canonical(text) for text in getattr(small, split)} for split in SPLITS]
    train, validation, test = classes
    assert not train & validation
    assert not train & test
    assert not validation & test


def test_each_equation_of_validation_and_test_is_another_task(small):
    for texts in (small.validation, small.test):
        assert len({canonical(text) for text in texts}) == len(texts)


def test_no_equation_is_drawn_twice(small):
    for split in SPLITS:
        texts = getattr(small, split)
        assert len({parse(text).lhs.sym for text in texts}) == len(texts)


def test_every_equation_is_a_task_that_fits_the_game(small):
    for text in small.train + small.validation + small.test:
        equation = parse(text)
        assert equation.lhs.holds_unknown, text
        assert equation.rhs.sym == 0, text
        assert 1 < equation.lhs.size <= MAX_LENGTH, text


def test_one_equation_in_twenty_is_rational(small):
    for split in SPLITS:
        texts = getattr(small, split)
        rational = [text for text in texts if parse(text).lhs.tokens.count(UNKNOWN) == 2]
        assert len(rational) == len(texts) // 20 == small.report.rational_drawn[split]


# -- solvable ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "is_solvable", "is_principal"),
    [
        ("b*x + a", True, True),
        ("x^2 + a", True, True),  # the root is complex
        ("exp(x) + a", True, True),
        ("sqrt(x) - a", True, True),
        ("asin(x) + a", True, True),  # for a <= pi/2
        ("sqrt(x^2)", True, True),
        ("sin(exp(x))", True, False),  # exp(x) = pi, not 0
        ("log(cos(exp(x)))", True, False),  # exp(x) = 2*pi, not 0
        ("sqrt(x) + a", False, False),  # parameters are positive
        ("acos(x) + a", False, False),
        ("exp(x)", False, False),
        ("a*exp(b*x)", False, False),
    ],
)
def test_solvable_means_a_root_for_some_positive_parameters(text, is_solvable, is_principal):
    family = families.recursive_family(3)
    expr = member(family, text)
    assert expr is not None
    answer = family.answer(expr)
    assert (answer.root is not None, answer.is_principal) == (is_solvable, is_principal)


def test_sympy_confirms_the_roots_of_a_sample(small):
    rng = random.Random(0)
    family = families.recursive_family(RECIPES["small"].max_actions)
    x, *parameters = sympy.symbols("x a b c")
    for text in rng.sample(small.train, 80):
        expr = member(family, text)
        if expr is None:
            continue  # a rational one
        root = family.answer(expr).root
        assert root is not None
        residual = sympy.sympify(text.removesuffix(" = 0")).subs(x, expr_text(root))
        points = [{p: sympy.Float(rng.uniform(0.05, 2), 60) for p in parameters} for _ in range(60)]
        assert any(abs(residual.evalf(50, subs=point)) < 1e-20 for point in points), text


# -- the families --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "a - b + ln(x)",
        "-b + (-c + x/b)/c",
        "c + sin((x - a)/c)",
        "sin(ln(sin(x)))",
        "sqrt(b*x + a) - c",
        "b + log(x^2/b^2)",
    ],
)
def test_the_examples_of_the_paper_are_in_the_large_dataset(text):
    family = families.recursive_family(RECIPES["large"].max_actions)
    expr = member(family, text)
    assert expr is not None
    assert family.answer(expr).root is not None


@pytest.mark.parametrize(
    ("text", "is_solvable"),
    [
        ("(x + b)/(c*x + a)", True),
        ("(a*x + b)/(c*x + a) + b", True),
        ("(a*x + b)/(c*x + a) - c", True),
        ("(a*x + b)/(x + c) - a", False),  # b = a*c
    ],
)
def test_the_rational_examples_of_the_paper_are_in_their_family(text, is_solvable):
    family = families.rational_family()
    expr = member(family, text)
    assert expr is not None
    assert (family.answer(expr).root is not None) == is_solvable


@pytest.mark.parametrize(
    "text", ["(a*x + b)/(a*x + b) + c", "(a*x + a)/(x + 1) + c", "(x + 1)/(b*x + b)"]
)
def test_fractions_that_cancel_are_not_in_the_rational_family(text):
    assert member(families.rational_family(), text) is None


def test_inverse_functions_are_not_cancelled_and_x_alone_is_no_task():
    family = families.recursive_family(2)
    for text in ("sqrt(x^2)", "log(exp(x))", "asin(sin(x))", "acos(cos(x))"):
        assert member(family, text) is not None, text
    assert member(family, "x") is None  # a + x - a, exp(log(x)), sin(asin(x))


def test_a_class_holds_all_renamings_of_each_of_its_equations():
    family = families.recursive_family(3)
    for images in family.classes:
        for expr in images:
            assert set(family.renamer.images(expr)) == set(images)


@pytest.mark.parametrize(
    ("one", "other", "are_same"),
    [
        ("a*x + b", "c*x + a", True),
        ("a*x + b", "b + x*c = 0", True),
        ("sin(x - a + b)", "sin(x - b + a)", True),
        ("(a*x + b)/(c*x + a) + b", "(b*x + c)/(a*x + b) + c", True),
        ("a*x + b", "a*x + a", False),
        ("a*x + b", "a*x - b", False),
        ("x^16", "x^32", False),
    ],
)
def test_canonical_text_is_that_of_the_class(one, other, are_same):
    assert (canonical(one) == canonical(other)) == are_same


@pytest.mark.parametrize("text", [*FIXED.values(), *WARM_UPS.values()])
def test_the_fixed_equations_parse(text):
    assert parse(text).lhs.holds_unknown


# -- figures, files, mistakes --------------------------------------------------------------------


def test_the_figures_add_up(small):
    for figures in (small.report.recursive, small.report.rational):
        lost = figures.repeated + figures.without_unknown + figures.too_long
        lost += figures.unsolvable + figures.unclear
        assert figures.constructions - lost == figures.solvable
    assert small.report.recursive.constructions == 20 + 20**2 + 20**3


def test_a_plain_split_would_have_leaked(small):
    assert 10 < small.report.leaked < 60


def test_the_report_names_the_paper_s_size(small):
    text = datasets.render_report(small)
    assert "3874" in text
    assert str(small.report.recursive.solvable) in text


def test_files_hold_one_equation_per_line(small, tmp_path):
    paths = datasets.write("small", 0, tmp_path / "data")
    assert [path.name for path in paths] == [f"small-{split}.txt" for split in SPLITS]
    for split, path in zip(SPLITS, paths, strict=True):
        assert path.read_text().splitlines() == datasets.load("small", split, 0)


@pytest.mark.parametrize(
    ("name", "split"), [("tiny", "train"), ("small", "dev"), ("school", "dev"), ("deep", "train")]
)
def test_a_wrong_name_is_answered_with_the_right_ones(name, split):
    with pytest.raises(ValueError, match=r"there is no .*, only \w+"):
        datasets.load(name, split)
