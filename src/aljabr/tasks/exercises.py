"""Splits drawn equation by equation: `school`, `symbolic`, `sets`, `open`, `exam` and `deep`.

Test is drawn first, then validation, then training, and an equation whose class is drawn already,
in this split or an earlier one, is drawn again. So an equation's class (see `classes`) stands in
one split only, once. Each split has its own stream of random numbers and is made when asked for.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text, expr_text
from aljabr.tasks import exam, school, sets, symbolic
from aljabr.tasks import open as open_tasks
from aljabr.tasks.classes import Classes, Key, parameters
from aljabr.tasks.families import Candidates, Family, constructions, invert, recursive_family
from aljabr.tasks.written import Known, Written, solve_exactly

MAX_SIDE: Final = 80
"""The most nodes on a side, after parsing: what the solver's game holds."""
MAX_DRAWS: Final = 100
"""Equations drawn for one that is kept, at the most."""
DEEP_ACTIONS: Final = (5, 6)
DEEP_CANDIDATES: Final = 64
"""Possible roots tried at the most; with many functions there are thousands of branches."""

Maker = Callable[[random.Random], Known | None]


@dataclass(frozen=True, slots=True)
class Exercises:
    """What a drawn dataset is made of."""

    sizes: dict[str, int]
    """How many equations each split holds; the last is drawn first."""
    makers: Callable[[], dict[str, tuple[Maker, int]]]
    """Each kind's maker, which gives None for what is no task, and its share of a hundred."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One split."""

    known: tuple[Known, ...]
    kinds: tuple[str, ...]
    """The kind of each equation."""
    keys: frozenset[Key]
    """The classes, of this split and of those drawn before it."""


@lru_cache
def draw(name: str, split: str, seed: int) -> Drawn:
    """Draw a split, after those that come before it."""
    exercises = EXERCISES[name]
    order = list(reversed(exercises.sizes))
    rank = order.index(split)
    keys = set(draw(name, order[rank - 1], seed).keys) if rank else set()
    classes = compared()
    rng = random.Random(f"aljabr:{name}:{split}:{seed}")
    drawn: list[tuple[Known, str]] = []
    for kind, (make, share) in exercises.makers().items():
        number = exercises.sizes[split] * share // 100
        drawn += [(_draw_new(rng, make, classes, keys), kind) for _ in range(number)]
    rng.shuffle(drawn)
    equations, kinds = zip(*drawn, strict=True)
    return Drawn(equations, kinds, frozenset(keys))


@lru_cache(maxsize=1)
def compared() -> Classes:
    """Return what tells classes apart; kept, to read no equation twice."""
    return Classes()


def _draw_new(rng: random.Random, make: Maker, classes: Classes, keys: set[Key]) -> Known:
    for _ in range(MAX_DRAWS):
        known = make(rng)
        if known is None:
            continue
        key, longest = classes.read(known.text)
        if key is not None and longest <= MAX_SIDE and key not in keys:
            keys.add(key)
            return known
    raise ValueError(f"no new equation in {MAX_DRAWS} draws")


def _lengths(equation: Equation) -> tuple[int, int]:
    return equation.lhs.size, equation.rhs.size


# -- makers --------------------------------------------------------------------------------------


def _written(
    kinds: dict[str, tuple[Callable[[random.Random], tuple[Written, Written] | None], int, str]],
) -> dict[str, tuple[Maker, int]]:
    """Return makers of equations with the answer that their kind must have."""
    return {
        kind: (partial(_solve_written, make_sides, status), share)
        for kind, (make_sides, share, status) in kinds.items()
    }


def _solve_written(
    make_sides: Callable[[random.Random], tuple[Written, Written] | None],
    status: str,
    rng: random.Random,
) -> Known | None:
    sides = make_sides(rng)
    known = None if sides is None else solve_exactly(*sides)
    return known if known is not None and known.status == status else None


def _deep() -> dict[str, tuple[Maker, int]]:
    """Return makers of equations that take more actions than those of `large`."""
    return {
        f"{num_actions} actions": (partial(_construct, _deep_family(), num_actions), 50)
        for num_actions in DEEP_ACTIONS
    }


@lru_cache
def _deep_family() -> Family:
    """Return an empty family, to intern and solve in."""

    def candidates(expr: Expr) -> Candidates:
        return islice(invert(expr), DEEP_CANDIDATES)

    return Family(candidates)


def _construct(family: Family, num_actions: int, rng: random.Random) -> Known | None:
    """Apply random actions to x; None if fewer would do, or there is no root."""
    sym = ar.X
    for _ in range(num_actions):
        sym = rng.choice(_CONSTRUCTIONS)(sym)
    shallow = recursive_family(min(DEEP_ACTIONS) - 1)
    if shallow.holds(shallow.renamer.intern(sym)):
        return None
    expr = family.renamer.intern(sym)
    root = family.answer(expr).root
    if root is None:
        return None
    text = equation_text(Equation(expr, family.zero))
    return Known(text, "solved", (expr_text(root),))


_CONSTRUCTIONS: Final = constructions()

EXERCISES: Final = {
    "school": Exercises(
        {"train": 20_000, "validation": 500, "test": 1_000}, partial(_written, school.KINDS)
    ),
    "symbolic": Exercises(
        {"train": 20_000, "validation": 500, "test": 1_000}, partial(_written, symbolic.KINDS)
    ),
    "sets": Exercises({"train": 20_000, "validation": 500, "test": 1_000}, lambda: sets.KINDS),
    "open": Exercises(
        {"train": 20_000, "validation": 500, "test": 1_000}, lambda: open_tasks.KINDS
    ),
    "exam": Exercises({"train": 10_000, "validation": 2_000, "test": 4_000}, lambda: exam.KINDS),
    "deep": Exercises({"validation": 500, "test": 1_000}, _deep),
}

# -- figures -------------------------------------------------------------------------------------


def render_figures(name: str, seed: int) -> str:
    """Return the figures of a drawn dataset as text."""
    splits = list(EXERCISES[name].sizes)
    columns = [_figures(name, draw(name, split, seed)) for split in splits]
    lines = [f"{name}, seed {seed}", "", f"{'':24}" + "".join(f"{split:>12}" for split in splits)]
    lines += [
        f"{label:24}" + "".join(f"{column[label]:>12}" for column in columns)
        for label in columns[0]
    ]
    return "\n".join(lines)


def _figures(name: str, drawn: Drawn) -> dict[str, int]:
    counts = Counter(drawn.kinds)
    figures = {"equations": len(drawn.known)}
    figures |= {f"  {kind}": counts[kind] for kind in EXERCISES[name].makers()}
    table = _deep_family().renamer.table if name == "deep" else ExprTable()
    equations = [parse(known.text, table=table) for known in drawn.known]
    if name == "school":
        figures["root a whole number"] = sum(
            "/" not in root for known in drawn.known for root in known.roots
        )
    else:
        figures["most parameters"] = max(
            len(parameters(each.lhs) | parameters(each.rhs)) for each in equations
        )
    if name in ("sets", "exam"):
        sizes = [len(known.roots) for known in drawn.known]
        figures["every value"] = sum(known.status == "all_values" for known in drawn.known)
        figures["without roots"] = sizes.count(0) - figures["every value"]
        figures["one root"] = sizes.count(1)
        figures["more roots"] = sum(size > 1 for size in sizes)
        figures["families"] = sum(
            re.search(r"\bn\b", " ".join(known.roots)) is not None for known in drawn.known
        )
        figures["most roots"] = max(sizes)
    if name == "open":
        cores = [known.core for known in drawn.known if known.core is not None]
        figures["complex roots asked"] = sum(core.domain == "complex" for core in cores)
        figures["without real roots"] = sum(each.status == "no_solution" for each in drawn.known)
        figures["highest degree"] = max(len(core.coefficients) - 1 for core in cores)
    if name == "deep":
        figures["another branch only"] = sum(
            not _deep_family().answer(each.lhs).is_principal for each in equations
        )
    figures["most nodes on a side"] = max(max(_lengths(each)) for each in equations)
    return figures
