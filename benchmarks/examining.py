"""Judge an answer to an equation of `exam`, ours or SymPy's, by what is known of the equation.

Roots are compared as in `benchmarks.comparing`. An equation that holds for every value is put to
the test itself: an answer must say so, and the conditions that it gives must hold just where both
sides, as typed, are real. Nothing of the solver is used.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]

from aljabr.tasks.written import Known
from benchmarks.checking.reading import Chain, Unread, read_condition, read_equation
from benchmarks.comparing import (
    COMPLETE,
    INCOMPLETE,
    NUM_POINTS,
    UNCLEAR,
    UNSOLVED,
    WRONG,
    Point,
    compared,
    holds,
    is_near,
    real_value,
    said_set,
)

DIGITS: Final = 30
NUM_VALUES: Final = 48
"""Values of x at which an equation that always holds is tried."""
UNKNOWN: Final = "x"


def letters(text: str) -> list[str]:
    """Return the letters of an equation, x aside."""
    return sorted(set().union(*(side.letters() for side in read_equation(text))) - {UNKNOWN})


def points(text: str, rng: random.Random) -> Iterator[Point]:
    """Draw values of either sign for the letters of an equation."""
    names = letters(text)
    for _ in range(NUM_POINTS if names else 1):
        yield {name: mpmath.mpf(rng.choice((-1, 1)) * rng.uniform(0.3, 4)) for name in names}


def trial_values(rng: random.Random) -> list[Any]:
    """Draw values of x, near zero and far from it."""
    return [mpmath.mpf(rng.uniform(-1, 1) if index % 3 else rng.uniform(-9, 9))
            for index in range(NUM_VALUES)]  # fmt: skip


def is_real_at(text: str, value: Any) -> bool | None:
    """Whether both sides are real at a value; None if they are, and differ."""
    point = {UNKNOWN: value}
    sides = [real_value(side, point) for side in read_equation(text)]
    if None in sides or not all(_parts_are_real(side, point) for side in read_equation(text)):
        return False
    return True if is_near(*sides) else None


def _parts_are_real(tree: Any, point: Point) -> bool:
    return all(real_value(part, point) is not None for part in tree.walk())


def judge(known: Known, solution: Any, rng: random.Random) -> str:
    """Compare a `Solution` with what is known: one of the verdicts."""
    if solution.status == "unsolved":
        return UNSOLVED
    try:
        if known.status == "all_values":
            with mpmath.workdps(4 * DIGITS):  # cosh(60)^2 - sinh(60)^2 = 1
                return _always(known.text, solution, rng)
        with mpmath.workdps(DIGITS):
            if solution.status == "all_values":
                return WRONG
            claims_all = solution.status == "no_solution" or solution.complete
            said = ((point, said_set(solution, point)) for point in points(known.text, rng))
            return compared(known, said, claims_all)
    except Unread:
        return UNCLEAR


def _always(text: str, solution: Any, rng: random.Random) -> str:
    values = trial_values(rng)
    if solution.status == "no_solution":
        return WRONG
    if solution.status == "solved":
        return WRONG if solution.complete else INCOMPLETE
    chains: list[Chain] = [chain for each in solution.conditions
                           for chain in read_condition(str(each), set())]  # fmt: skip
    said = [all(holds(chain, {UNKNOWN: value}) for chain in chains) for value in values]
    return always(text, values, said)


def always(text: str, values: Sequence[Any], said: Sequence[bool]) -> str:
    """Judge where an equation is said to hold, of the values tried."""
    verdict = COMPLETE
    for value, is_said in zip(values, said, strict=True):
        is_real = is_real_at(text, value)
        if is_real is None or (is_said and not is_real):
            return WRONG
        if is_real and not is_said:
            verdict = INCOMPLETE
    return verdict
