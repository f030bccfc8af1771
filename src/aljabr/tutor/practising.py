"""Exercises of a kind and a difficulty, drawn by the makers of our datasets."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

from aljabr.algebra.parse import parse
from aljabr.algebra.typed import ParseError
from aljabr.errors import UserError
from aljabr.solver.solve import solve
from aljabr.tasks import open as open_tasks
from aljabr.tasks import school, sets, symbolic
from aljabr.tasks.written import Known, solve_exactly

Maker = Callable[[random.Random], Known | None]
LEVELS: Final = 3
"""The highest difficulty."""
DRAWN: Final = 18
"""Equations that are drawn for one exercise, to choose one of the difficulty asked."""
_BUDGET: Final = 1.0


@dataclass(frozen=True, slots=True)
class Exercise:
    """An equation to solve."""

    equation: str
    unknown: str
    kind: str
    difficulty: int
    seed: int
    """The same seed gives the same exercise."""

    def to_json(self) -> dict[str, Any]:
        """Return the record that `aljabr practice --json` prints."""
        return asdict(self)


def practice(kind: str | None = None, difficulty: int = 1, seed: int | None = None) -> Exercise:
    """Draw an exercise that can be solved completely.

    Args:
        kind: one of `kinds()`; any by default.
        difficulty: from 1 to 3.
        seed: what it is drawn from; by default anew each time.
    """
    if kind is not None and kind not in _MAKERS:
        raise UserError(f"there is no kind {kind!r}: choose from {', '.join(kinds())}")
    if difficulty not in range(1, LEVELS + 1):
        raise UserError(f"the difficulty is a number from 1 to {LEVELS}")
    if seed is None:
        seed = random.SystemRandom().randrange(10**9)
    rng = random.Random(f"aljabr:practice:{kind}:{difficulty}:{seed}")
    chosen = kind or rng.choice(kinds())
    text = _chosen(rng, chosen, difficulty)
    return Exercise(text, parse(text).unknown, chosen, difficulty, seed)


def kinds() -> list[str]:
    """Return the kinds of exercises."""
    return list(_MAKERS)


def _chosen(rng: random.Random, kind: str, difficulty: int) -> str:
    """Draw some equations, order them by size, and take one from the part that is asked for."""
    drawn: dict[str, int] = {}
    while len(drawn) < DRAWN:
        known = rng.choice(_MAKERS[kind])(rng)
        if known is not None:
            try:
                drawn[known.text] = parse(known.text).complexity
            except ParseError:  # a formula may hold no x, or too many letters to choose from
                continue
    ordered = sorted(drawn, key=lambda text: (drawn[text], text))
    share = DRAWN // LEVELS
    part = ordered[(difficulty - 1) * share : difficulty * share]
    rng.shuffle(part)
    for text in (*part, *ordered):
        solution = solve(text, budget=_BUDGET)
        if solution.complete and solution.status == "solved" and not solution.definitions:
            return text
    return part[0]


def _exact(make_sides: Callable[[random.Random], Any], rng: random.Random) -> Known | None:
    sides = make_sides(rng)
    known = None if sides is None else solve_exactly(*sides)
    return known if known is not None and known.status == "solved" else None


def _school(*names: str) -> list[Maker]:
    return [partial(_exact, school.KINDS[name][0]) for name in names]


_MAKERS: Final[dict[str, list[Maker]]] = {
    "linear": _school("one-step", "two-step", "multi-step", "both sides"),
    "brackets": _school("brackets"),
    "fractions": _school("fractions", "decimals", "proportions"),
    "quadratic": [open_tasks.KINDS["numeric quadratics"][0]],
    "polynomial": [sets.KINDS["polynomials"][0]],
    "power": [sets.KINDS["powers"][0]],
    "product": [sets.KINDS["products"][0]],
    "rational": [sets.KINDS["fractions"][0]],
    "absolute_value": [sets.KINDS["absolute values"][0]],
    "radical": [sets.KINDS["radicals"][0]],
    "exponential": [sets.KINDS["exponentials"][0]],
    "trigonometric": [sets.KINDS["trigonometric"][0]],
    "formula": [partial(_exact, symbolic.KINDS[name][0]) for name in ("linear", "brackets")],
}
