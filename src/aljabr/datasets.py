"""The equations agents learn on: the paper's fixed ones, and random ones in seeded splits.

Random equations are built by applying actions to x again and again, with the terms a, b and c:
`sqrt(b*x + a) - c` takes four. They use the arithmetic of `expr`, that is, SymPy's automatic
simplifications, and not the effects of `rules`, which cancel inverse functions on their principal
branch: sqrt(x**2) and asin(sin(x)) stay what they are, equations of their own.

An equation and those that differ from it only by the names of a, b and c form a class. A class is
built once and goes to one split, so that no split holds what another one holds under other names.

Solvable means that x can be isolated by inverting what surrounds it, and that the value passes as
a root by `verify.is_root`, as in the game. x stands at one place in these equations, so that there
is no other way to a solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import permutations, product
from pathlib import Path
from typing import Final

import symengine as se

from aljabr import expr as ex
from aljabr.equation import Equation
from aljabr.expr import Expr, ExprTable, Sym
from aljabr.parse import parse
from aljabr.printing import equation_text
from aljabr.rules import MAX_LENGTH
from aljabr.verify import NUM_POINTS, root_at

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

# -- actions as constructions --------------------------------------------------------------------

Construction = Callable[[Sym], Sym]

_PARAMETERS: Final = tuple(se.Symbol(name) for name in "abc")
_SIN, _COS, _ASIN, _ACOS = (ex.FUNCTION_TOKENS[name] for name in ("sin", "cos", "asin", "acos"))
_FUNCTIONS: Final[dict[int, Construction]] = {
    ex.EXP: ex.exponential,
    ex.LOG: ex.logarithm,
    _SIN: ex.sine,
    _COS: ex.cosine,
    _ASIN: ex.arcsine,
    _ACOS: ex.arccosine,
}


def _constructions() -> list[Construction]:
    """List the eight functions, then the four operations with each of a, b, c."""
    found: list[Construction] = [_square, ex.square_root, *_FUNCTIONS.values()]
    for parameter in _PARAMETERS:
        found += _operations(parameter)
    return found


def _square(sym: Sym) -> Sym:
    return ex.multiply(sym, sym)


def _operations(term: Sym) -> list[Construction]:
    return [
        lambda sym: sym + term,
        lambda sym: sym - term,
        lambda sym: ex.multiply(sym, term),
        lambda sym: ex.multiply(sym, ex.reciprocal(term)),
    ]


# -- renaming ------------------------------------------------------------------------------------

_RENAMINGS: Final = tuple(permutations(_PARAMETERS))  # the first one changes nothing


class Renamer:
    """Exchanges a, b and c in the expressions of a table, and remembers the results."""

    def __init__(self, table: ExprTable) -> None:
        self.table = table
        parameters = [self.intern(parameter) for parameter in _PARAMETERS]
        self._images = [
            dict(zip(parameters, map(self.intern, renaming), strict=True))
            for renaming in _RENAMINGS
        ]

    def intern(self, sym: Sym) -> Expr:
        """Intern what is within bounds, as are all expressions of a few actions."""
        expr = self.table.intern(sym)
        assert expr is not None
        return expr

    def images(self, expr: Expr) -> list[Expr]:
        """Return what an expression becomes under each renaming, repetitions included.

        It is built anew from its parts, for SymEngine's forms depend on names: sin(b - a - x)
        is kept as -sin(a - b + x).
        """
        return [self._rename(expr, known) for known in self._images]

    def _rename(self, expr: Expr, known: dict[Expr, Expr]) -> Expr:
        image = known.get(expr)
        if image is None:
            parts = [self._rename(child, known).sym for child in expr.children]
            image = known[expr] = self.intern(_build(expr.head, parts)) if parts else expr
        return image


def _build(head: int, parts: list[Sym]) -> Sym:
    if head == ex.POW:
        return ex.power(*parts)
    if head in _FUNCTIONS:
        return _FUNCTIONS[head](parts[0])
    return ex.canonical(ex.rebuild(head, parts))


def canonical(text: str) -> str:
    """Return the least text among the renamings of an equation: the same for a whole class."""
    renamer = Renamer(ExprTable())
    equation = parse(text, table=renamer.table)
    sides = zip(renamer.images(equation.lhs), renamer.images(equation.rhs), strict=True)
    return min(equation_text(Equation(lhs, rhs)) for lhs, rhs in sides)


# -- solving by inversion ------------------------------------------------------------------------


def _roots(expr: Expr, value: Sym, every_branch: bool) -> Iterator[Sym]:
    """Yield values of x at which an expression, which holds x once, takes a given value."""
    if expr.head == ex.UNKNOWN:
        yield value
        return
    inner = next(child for child in expr.children if child.holds_unknown)
    others = [child.sym for child in expr.children if child is not inner]
    inverses = _inverses(expr.head, value, others)
    for inverse in inverses if every_branch else inverses[:1]:
        yield from _roots(inner, inverse, every_branch)


def _inverses(head: int, value: Sym, others: list[Sym]) -> list[Sym]:
    """Undo one operation; the principal branch comes first, then its neighbours."""
    if head == ex.ADD:
        return [ex.canonical(value - se.Add(*others))]
    if head == ex.MUL:
        return [ex.multiply(value, ex.reciprocal(se.Mul(*others)))]
    if head == ex.POW:
        (exponent,) = others
        root = ex.power(value, 1 / exponent)
        if exponent == ex.HALF:
            return [root]
        units = (ex.ONE, ex.MINUS_ONE) if exponent == 2 else (ex.ONE, ex.MINUS_ONE, se.I, -se.I)
        return [ex.multiply(root, unit) for unit in units]
    if head == ex.EXP:
        if value == 0:
            return []
        return [ex.logarithm(value), ex.logarithm(value) + 2 * se.pi * se.I]
    if head == _SIN:
        angle = ex.arcsine(value)
        return [angle, se.pi - angle, angle + 2 * se.pi, -se.pi - angle]
    if head == _COS:
        angle = ex.arccosine(value)
        return [angle, -angle, 2 * se.pi - angle, 2 * se.pi + angle]
    return [{ex.LOG: ex.exponential, _ASIN: ex.sine, _ACOS: ex.cosine}[head](value)]


# -- families ------------------------------------------------------------------------------------

Candidates = Iterator[tuple[Sym, bool]]
"""Possible roots, each with whether principal branches alone lead to it, as in the game."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of solving an equation."""

    root: Expr | None
    is_principal: bool = False
    is_unclear: bool = False
    """Whether no root was found, but a candidate could not be refuted either."""


class Family:
    """Equations `expr = 0` of one kind, by class; solved on demand."""

    def __init__(self, candidates_fn: Callable[[Expr], Candidates]) -> None:
        self.renamer = Renamer(ExprTable())
        self.classes: list[list[Expr]] = []
        """The left sides of equations that differ only by the names of their parameters."""
        self.num_constructions = 0
        self.zero = self.renamer.intern(ex.ZERO)
        self._candidates_fn = candidates_fn
        self._known = {self.renamer.intern(ex.X)}  # x = 0 is no task
        self._answers: dict[Expr, Answer] = {}

    def add(self, sym: Sym) -> Expr | None:
        """Enter an equation with its renamings; return the first one, or None if known."""
        expr = self.renamer.intern(sym)
        if expr in self._known:
            return None
        images = list(dict.fromkeys(self.renamer.images(expr)))
        is_new = self._known.isdisjoint(images)
        self._known.update(images, (expr,))
        if not is_new:
            return None
        self.classes.append(images)
        return images[0]

    def answer(self, expr: Expr) -> Answer:
        """Solve an equation, once."""
        known = self._answers.get(expr)
        if known is None:
            known = self._answers[expr] = self._solve(expr)
        return known

    def _solve(self, expr: Expr) -> Answer:
        is_unclear = False
        tried: set[Expr] = set()
        for sym, is_principal in self._candidates_fn(expr):
            root = self.renamer.table.intern(sym)
            if root is None or root in tried:
                continue
            tried.add(root)
            for number in range(NUM_POINTS):  # what `is_root` does, noting the undecided
                verdict = root_at(expr, self.zero, root, number)
                if verdict:
                    return Answer(root, is_principal)
                is_unclear |= verdict is None
        return Answer(None, is_unclear=is_unclear)


@lru_cache
def recursive_family(max_actions: int) -> Family:
    """Build every equation that takes at most so many actions."""
    family = Family(_invert)
    constructions = _constructions()
    level = [family.renamer.intern(ex.X)]
    for length in range(1, max_actions + 1):
        family.num_constructions += len(constructions) ** length
        level = [
            first
            for parent in level
            for construct in constructions
            if (first := family.add(construct(parent.sym))) is not None
        ]
    return family


def _invert(expr: Expr) -> Candidates:
    if expr.tokens.count(ex.UNKNOWN) == 1:
        for every_branch in (False, True):
            for root in _roots(expr, ex.ZERO, every_branch):
                yield root, not every_branch


@lru_cache
def rational_family() -> Family:
    """Build (p*x + q)/(r*x + s) + t with p, q, r, s among a, b, c, 1 and t among 0, ±a, ±b, ±c.

    A numerator proportional to the denominator would cancel it, and is left out.
    """
    roots: dict[Expr, Sym] = {}

    def candidates(expr: Expr) -> Candidates:
        if expr in roots:
            yield roots[expr], True

    family = Family(candidates)
    coefficients = (*_PARAMETERS, ex.ONE)
    constants = (ex.ZERO, *_PARAMETERS, *map(ex.negate, _PARAMETERS))
    for p, q, r, s, t in product(*[coefficients] * 4, constants):
        if p * s == q * r:
            continue
        family.num_constructions += 1
        sym = (p * ex.X + q) / (r * ex.X + s) + t
        family.add(sym)
        if p + t * r != 0:
            roots[family.renamer.intern(sym)] = -(q + t * s) / (p + t * r)
    return family


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
def _deal_both(name: str, seed: int) -> tuple[Deal, Deal, dict[str, tuple[str, ...]]]:
    """Deal from the recursive and the rational family; write the equations down, mixed."""
    recipe = find_recipe(name)
    rng = random.Random(f"aljabr:{name}:{seed}")
    rational_sizes = {split: size // RATIONAL_SHARE for split, size in recipe.sizes.items()}
    sizes = {split: size - rational_sizes[split] for split, size in recipe.sizes.items()}
    recursive = _deal(recursive_family(recipe.max_actions), sizes, rng)
    rational = _deal(rational_family(), rational_sizes, rng)
    zero = rational_family().zero
    texts = {}
    for split in SPLITS:
        exprs = recursive.exprs[split] + rational.exprs[split]
        rng.shuffle(exprs)
        texts[split] = tuple(equation_text(Equation(expr, zero)) for expr in exprs)
    return recursive, rational, texts


def find_recipe(name: str) -> Recipe:
    """Return what a dataset is made of."""
    if name not in RECIPES:
        raise ValueError(f"there is no dataset {name!r}, only {', '.join(RECIPES)}")
    return RECIPES[name]


def load(name: str, split: str = "train", seed: int = 0) -> list[str]:
    """Return the equations of a split."""
    find_recipe(name)
    if split not in SPLITS:
        raise ValueError(f"there is no split {split!r}, only {', '.join(SPLITS)}")
    return list(_deal_both(name, seed)[2][split])


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
    recursive, rational, texts = _deal_both(name, seed)
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


def write(dataset: Dataset, folder: Path) -> list[Path]:
    """Write each split to a text file, one equation per line; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for split in SPLITS:
        paths.append(folder / f"{dataset.name}-{split}.txt")
        paths[-1].write_text("\n".join(getattr(dataset, split)) + "\n", encoding="utf-8")
    return paths


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
