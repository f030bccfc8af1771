"""Judge an answer to an equation of `open`, by all its roots (see `truth`).

The solver is asked for its record only. The value of a root, and a condition, may use names that
`definitions` gives, each of which may use those before it. Over the complex numbers all values are
principal; over the real ones, odd roots of negative numbers are real.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath  # type: ignore[import-untyped]

from aljabr.tasks.written import Core
from benchmarks.checking.reading import Chain, Node, Unread, read, read_condition
from benchmarks.comparing import (
    COMPLETE,
    INCOMPLETE,
    MEMBERS,
    UNCLEAR,
    UNSOLVED,
    WRONG,
    RealSet,
    are_in_line,
    evaluate,
    holds,
    near_real,
)
from benchmarks.truth import (
    DIGITS,
    FAILURES,
    Numbers,
    Point,
    Set,
    Truth,
    Unknowable,
    number_of,
    points,
    special_points,
)
from benchmarks.undoing import UNKNOWN

Record = Mapping[str, Any]

# -- what is said ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Said:
    """What an answer says at a point."""

    found: Set
    is_everything: bool
    """Whether all conditions of all roots hold there."""


class Answer:
    """A record of `aljabr solve --json`, read once."""

    def __init__(self, record: Record, truth: Truth) -> None:
        self.is_real, letters = truth.is_real, set(truth.letters)
        self.status, self.complete = record["status"], bool(record.get("complete"))
        self.definitions = [
            (each["name"], read(each["value"])) for each in record.get("definitions") or ()
        ]
        self.conditions = [
            each for text in record.get("conditions", ()) for each in read_condition(text, letters)
        ]
        self.roots = [
            (
                read(root["value"]),
                [each for text in root["conditions"] for each in read_condition(text, letters)],
                root.get("family") or "",
            )
            for root in record["roots"]
        ]

    def at(self, point: Point) -> Said | None:
        """Return what is said at a point; None where nothing is. A false root is `nan`."""
        values = self.values(point)
        if not self.hold(_without(self.conditions, UNKNOWN), values):
            return None
        found: Set = RealSet() if self.is_real else Numbers()
        says, is_everything = not self.roots, True
        for tree, own, family in self.roots:
            conditions = [*own, *_with(self.conditions, UNKNOWN)]
            if not self.hold(_without(conditions, UNKNOWN, family), values):
                is_everything = False
            elif family:
                says = True
                self.add_family(found, tree, conditions, family, values)
            else:
                value = self.root(tree, values)
                if self.hold(_with(conditions, UNKNOWN), {**values, UNKNOWN: value}):
                    says = True
                    found.numbers.append(value)
                else:
                    is_everything = False
        return Said(found, is_everything) if says else None

    def values(self, point: Point) -> Point:
        """Return the values of all names: letters, definitions, the imaginary unit."""
        values = {name: number_of(each) for name, each in point.items()}
        for name in ("i", "I"):
            values.setdefault(name, mpmath.mpc(0, 1))
        for name, tree in self.definitions:
            value = self.value(tree, values)
            values[name] = mpmath.nan if value is None else value
        return values

    def hold(self, conditions: Sequence[Chain], values: Point) -> bool:
        return all(holds(each, values, not self.is_real) for each in conditions)

    def value(self, tree: Node, values: Point) -> Any | None:
        try:
            return near_real(evaluate(tree, values, not self.is_real))
        except FAILURES as reason:
            if isinstance(reason, Unread):
                raise
            return None

    def root(self, tree: Node, values: Point) -> Any:
        """Return the value of a root; `nan` if it has none, or is not real where it should be."""
        value = self.value(tree, values)
        if value is None or (self.is_real and mpmath.im(value)):
            return mpmath.nan
        return value

    def add_family(
        self, found: Set, tree: Node, conditions: Sequence[Chain], family: str, values: Point
    ) -> None:
        """Add a root for each whole number that a letter may be."""
        if not isinstance(found, RealSet) or not family.isalpha():
            raise Unread(f"the family {family}")
        later = _with(conditions, UNKNOWN, family)
        starts = [self.root(tree, {**values, family: mpmath.mpf(n)}) for n in range(3)]
        if not later and are_in_line(starts):
            found.families.append((starts[0], starts[1] - starts[0]))
            return
        for n in MEMBERS:
            member = {**values, family: mpmath.mpf(n)}
            value = self.root(tree, member)
            if self.hold(later, {**member, UNKNOWN: value}):
                found.numbers.append(value)


def _with(conditions: Sequence[Chain], *names: str) -> list[Chain]:
    """Return the conditions in which one of the names is."""
    return [each for each in conditions if each.letters() & set(names)]


def _without(conditions: Sequence[Chain], *names: str) -> list[Chain]:
    return [each for each in conditions if not each.letters() & set(names)]


# -- the verdict -----------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """What an answer is, and where that was seen."""

    name: str
    """One of the verdicts of `comparing`."""
    where: str = ""


def judge(text: str, core: Core, record: Record, rng: random.Random) -> Verdict:
    """Compare a record with the roots of its equation."""
    if record["status"] == "unsolved":
        return Verdict(UNSOLVED)
    if record["status"] == "all_values":
        return Verdict(WRONG, "not every value is a root")
    try:
        with mpmath.workdps(DIGITS):
            truth = Truth(text, core)
            answer = Answer(record, truth)
            where = _fails_specially(truth, answer, rng)
            return Verdict(WRONG, where) if where else _compared(truth, answer, rng)
    except Unread as reason:
        return Verdict(UNCLEAR, str(reason))


def _compared(truth: Truth, answer: Answer, rng: random.Random) -> Verdict:
    claims_all = answer.status == "no_solution" or answer.complete
    is_said, missing = False, "" if claims_all else "not said to be all"
    for point in points(truth, rng):
        try:
            roots = truth.at(point)
        except Unknowable:
            continue
        said = answer.at(point)
        if said is None:  # right if there is nothing to be said
            is_none = not (roots.numbers or (isinstance(roots, RealSet) and roots.families))
            missing = missing or ("" if is_none else _seen(point, roots, "nothing"))
            is_said |= is_none
            continue
        is_said = True
        if not _has(roots, said.found):
            return Verdict(WRONG, _seen(point, roots, said.found))
        if not _has(said.found, roots):
            missing = _seen(point, roots, said.found)
            if claims_all:
                return Verdict(WRONG, missing)
    if not is_said:
        return Verdict(UNCLEAR, "nothing is said anywhere")
    return Verdict(INCOMPLETE, missing) if missing else Verdict(COMPLETE)


def _fails_specially(truth: Truth, answer: Answer, rng: random.Random) -> str:
    """Say where an answer is false at a special point; where conditions fail it may say less."""
    for point in special_points(truth.letters, rng):
        try:
            roots = truth.at(point)
            said = answer.at(point)
        except Unknowable:
            continue
        if said is None:
            continue
        is_short = answer.complete and said.is_everything and not _has(said.found, roots)
        if is_short or not _has(roots, said.found):
            return _seen(point, roots, said.found)
    return ""


def _seen(point: Point, roots: Set, said: Set | str) -> str:
    """Say what is known and what is said at a point."""
    at = ", ".join(f"{name} = {_short(each)}" for name, each in point.items())
    given = said if isinstance(said, str) else _listed(said)
    return f"{f'at {at}: ' if at else ''}{given} is said, {_listed(roots)} are the roots"


def _listed(found: Set) -> str:
    families = found.families if isinstance(found, RealSet) else []
    shown = [_short(each) for each in found.numbers]
    shown += [f"{_short(first)} + n*{_short(step)}" for first, step in families]
    return "{" + ", ".join(shown) + "}"


def _short(value: Any) -> str:
    return str(value) if isinstance(value, Fraction) else mpmath.nstr(value, 6)


def _has(found: Any, other: Any) -> bool:
    return bool(found.holds_all(other))
