"""The equations agents learn on: the paper's fixed ones, and random ones in seeded splits.

A class of equations up to renaming (see `families`) goes to one split whole, so that no split
holds what another one holds under other names. `small` and `large` are dealt from all equations of
a depth; `school`, `symbolic`, `sets`, `open`, `exam` and `deep` are drawn one by one (see
`exercises`).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Final

from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.algebra.printing import equation_text, expr_text
from aljabr.errors import UserError
from aljabr.game.games import MAX_LENGTH
from aljabr.tasks.exercises import EXERCISES, compared, draw, render_figures
from aljabr.tasks.families import Family, rational_family, recursive_family
from aljabr.tasks.written import Known

WARM_UPS: Final = {"sum": "a + x = 0", "product": "a*x = 0"}
"""The two equations with which the paper's solution traces begin."""

FIXED: Final = {
    "linear": "a*x + b = 0",
    "reciprocal": "a/x + b = 0",
    "nested": "c*(a*x + b) + d = 0",
    "nested_reciprocal": "c + d/(a*x + b) = 0",
    "two_brackets": "(a*x + b) + e*(c*x + d) = 0",
    "rational": "e + (a*x + b)/(c*x + d) = 0",
}
"""The six equations of the paper's Table 1, in its order."""

SPLITS: Final = ("train", "validation", "test")
NAMES: Final = ("small", "large", *EXERCISES)
"""The random datasets."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a dataset is made of."""

    max_actions: int
    """The most actions applied to x: the paper's bound on the depth, less one."""
    sizes: dict[str, int]
    """How many equations each split holds."""
    paper_size: int
    """How many equations the paper counts before it draws its splits."""


RECIPES: Final = {
    "small": Recipe(3, {"train": 1_000, "validation": 100, "test": 100}, paper_size=3_874),
    "large": Recipe(4, {"train": 10_000, "validation": 1_000, "test": 1_000}, paper_size=15_625),
}
RATIONAL_SHARE: Final = 20
"""One equation in so many, in every split, is of the rational family."""

# -- splits --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deal:
    """Equations of one family dealt to the splits."""

    exprs: dict[str, list[Expr]]
    leaked: int
    """How many test equations a plain split would share with its training set but for names."""


def _deal(family: Family, sizes: dict[str, int], rng: random.Random) -> Deal:
    """Deal solvable equations in random order: to the test set, validation, then training.

    Of a class, test and validation take one equation, and no later split takes any: each of
    theirs is a task of its own.
    """
    deck = [(index, expr) for index, images in enumerate(family.classes) for expr in images]
    rng.shuffle(deck)
    cards = iter(deck)
    exprs: dict[str, list[Expr]] = {split: [] for split in SPLITS}
    held_out: set[int] = set()
    plain: list[int] = []  # the classes as they come: how a split without regard to them would go
    for split in reversed(SPLITS):
        while len(exprs[split]) < sizes[split]:
            card = next(cards, None)
            if card is None:
                raise ValueError(f"too few equations for splits of {sizes}")
            index, expr = card
            if family.answer(expr).root is None:
                continue
            plain.append(index)
            if index not in held_out:
                exprs[split].append(expr)
                if split != "train":
                    held_out.add(index)
    trained = set(plain[: sizes["train"]])
    tested = plain[sizes["train"] + sizes["validation"] :][: sizes["test"]]
    return Deal(exprs, sum(index in trained for index in tested))


@lru_cache
def _deal_both(name: str, seed: int) -> tuple[Deal, Deal, dict[str, tuple[Known, ...]]]:
    """Deal from the recursive and the rational family; write the equations down, mixed."""
    recipe = find_recipe(name)
    rng = random.Random(f"aljabr:{name}:{seed}")
    rational_sizes = {split: size // RATIONAL_SHARE for split, size in recipe.sizes.items()}
    sizes = {split: size - rational_sizes[split] for split, size in recipe.sizes.items()}
    families = recursive_family(recipe.max_actions), rational_family()
    recursive = _deal(families[0], sizes, rng)
    rational = _deal(families[1], rational_sizes, rng)
    known = {}
    for split in SPLITS:
        deals = zip(families, (recursive, rational), strict=True)
        dealt = [_known(family, expr) for family, deal in deals for expr in deal.exprs[split]]
        rng.shuffle(dealt)
        known[split] = tuple(dealt)
    return recursive, rational, known


def _known(family: Family, expr: Expr) -> Known:
    root = family.answer(expr).root
    assert root is not None, "only solvable equations are dealt"
    return Known(equation_text(Equation(expr, family.zero)), "solved", (expr_text(root),))


def find_recipe(name: str) -> Recipe:
    """Return what a dataset is made of."""
    if name not in RECIPES:
        raise UserError(f"there is no dataset {name!r}, only {', '.join(RECIPES)}")
    return RECIPES[name]


def load(name: str, split: str = "train", seed: int = 0) -> list[str]:
    """Return the equations of a split."""
    return [known.text for known in answers(name, split, seed)]


def answers(name: str, split: str = "train", seed: int = 0) -> list[Known]:
    """Return the equations of a split with their answers, which no game was played for.

    In `school`, `symbolic`, `sets` and `exam` an answer is complete; in `open` roots are not
    written down, but what they are the zeros of. Elsewhere a root is one of several,
    perhaps, and need hold for some positive parameters only.
    """
    if split not in split_names(name):
        is_held_out = split in SPLITS
        hint = f": {name} is for testing" if is_held_out else ""
        raise UserError(f"there is no split {split!r}, only {', '.join(split_names(name))}{hint}")
    if name in EXERCISES:
        return list(draw(name, split, seed).known)
    return list(_deal_both(name, seed)[2][split])


def split_names(name: str) -> tuple[str, ...]:
    """Return the splits that a dataset has."""
    if name not in NAMES:
        raise UserError(f"there is no dataset {name!r}, only {', '.join(NAMES)}")
    sizes = EXERCISES[name].sizes if name in EXERCISES else RECIPES[name].sizes
    return tuple(sizes)


@lru_cache(maxsize=1)
def _training_mix(seed: int) -> dict[str, tuple[str, ...]]:
    classes = compared()
    held_out = {
        classes.key(text)
        for name in NAMES
        for split in split_names(name)
        if split != "train"
        for text in load(name, split, seed)
    }
    return {
        name: tuple(text for text in load(name, "train", seed) if classes.key(text) not in held_out)
        for name in NAMES
        if "train" in split_names(name)
    }


def training_mix(seed: int = 0) -> dict[str, list[str]]:
    """Return every training split, less what is in any validation or test split of any dataset.

    For whoever trains on several datasets: `small` may hold for testing what `large` trains on.
    """
    return {name: list(texts) for name, texts in _training_mix(seed).items()}


# -- the whole, with its figures -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Count:
    """What became of a family, in equations."""

    constructions: int
    repeated: int
    without_unknown: int
    too_long: int
    unsolvable: int
    unclear: int
    """Neither a root nor its absence could be confirmed; left out."""
    solvable: int
    other_branch: int
    """Solvable, but only by a branch other than the principal one."""
    classes: int
    """Solvable, up to renaming."""


def count(family: Family) -> Count:
    """Solve one equation of every class of a family, and count."""
    totals = {field.name: 0 for field in fields(Count)}
    for images in family.classes:
        first, number = images[0], len(images)
        answer = family.answer(first)
        if not first.holds_unknown:
            totals["without_unknown"] += number
        elif first.size > MAX_LENGTH:
            totals["too_long"] += number
        elif answer.root is None:
            totals["unclear" if answer.is_unclear else "unsolvable"] += number
        else:
            totals["solvable"] += number
            totals["other_branch"] += 0 if answer.is_principal else number
            totals["classes"] += 1
    totals["constructions"] = family.num_constructions
    totals["repeated"] = family.num_constructions - sum(map(len, family.classes))
    return Count(**totals)


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of a dataset."""

    recursive: Count
    rational: Count
    rational_drawn: dict[str, int]
    """How many equations of each split are of the rational family."""
    other_branch_drawn: dict[str, int]
    """How many equations of each split only another branch solves."""
    leaked: int
    """How many test equations a plain split would share with its training set but for names."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """The splits of a dataset, each equation a text."""

    name: str
    seed: int
    train: tuple[str, ...]
    validation: tuple[str, ...]
    test: tuple[str, ...]
    report: Report


@lru_cache
def generate(name: str, seed: int = 0) -> Dataset:
    """Make a dataset with all its figures; they take longer than the equations themselves."""
    recursive, rational, known = _deal_both(name, seed)
    texts = {split: tuple(each.text for each in known[split]) for split in SPLITS}
    family = recursive_family(find_recipe(name).max_actions)
    report = Report(
        count(family),
        count(rational_family()),
        {split: len(exprs) for split, exprs in rational.exprs.items()},
        {
            split: sum(not family.answer(expr).is_principal for expr in exprs)
            for split, exprs in recursive.exprs.items()
        },
        recursive.leaked + rational.leaked,
    )
    return Dataset(name, seed, **texts, report=report)


def write(name: str, seed: int, folder: Path) -> list[Path]:
    """Write each split to a text file, one equation per line; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for split in split_names(name):
        paths.append(folder / f"{name}-{split}.txt")
        paths[-1].write_text("\n".join(load(name, split, seed)) + "\n", encoding="utf-8")
    return paths


def report(name: str, seed: int) -> str:
    """Return the figures of any dataset as text."""
    return render_figures(name, seed) if name in EXERCISES else render_report(generate(name, seed))


_REPORT_ROWS: Final = {
    "constructions": "constructions",
    "repeated": "- the same expression again",
    "without_unknown": "- without x",
    "too_long": f"- longer than {MAX_LENGTH} nodes",
    "unsolvable": "- without a root",
    "unclear": "- root not decided",
    "solvable": "equations",
    "other_branch": "of them by another branch only",
    "classes": "of them up to renaming",
}


def render_report(dataset: Dataset) -> str:
    """Return the figures of a dataset as text."""
    recipe, report = find_recipe(dataset.name), dataset.report
    lines = [
        f"{dataset.name}, seed {dataset.seed}: at most {recipe.max_actions} actions",
        "",
        f"{'':32}{'recursive':>10}{'rational':>10}{'paper':>10}",
    ]
    for name, label in _REPORT_ROWS.items():
        counts = getattr(report.recursive, name), getattr(report.rational, name)
        paper = f"{recipe.paper_size:>10}" if name == "solvable" else ""
        lines.append(f"{label:32}{counts[0]:>10}{counts[1]:>10}{paper}")
    lines += ["", f"{'split':12}{'equations':>10}{'rational':>10}{'another branch only':>21}"]
    for split in SPLITS:
        counts = report.rational_drawn[split], report.other_branch_drawn[split]
        lines.append(f"{split:12}{recipe.sizes[split]:>10}{counts[0]:>10}{counts[1]:>21}")
    lines += [
        "",
        f"In a plain split, {report.leaked} of the {recipe.sizes['test']} test equations would",
        "stand in the training set too, under other names; here none does.",
    ]
    return "\n".join(lines)
