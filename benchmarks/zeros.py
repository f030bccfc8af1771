"""Judge an answer to an equation of `open`, by the zeros of the polynomial that it comes down to.

At a point, the values of the letters, the zeros are mpmath's; kernels are undone (see `undoing`),
and what the equation as typed does not hold at is left out. So the roots are known without the
solver, which is asked for its record only: the value of a root may use names that `definitions`
gives, each of which may use those before it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, NamedTuple

import mpmath  # type: ignore[import-untyped]

from aljabr.tasks.written import Core
from benchmarks.checking.polynomials import squarefree
from benchmarks.checking.reading import Chain, Node, Unread, read, read_condition, read_equation
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
    is_near,
    near_real,
    real_value,
)
from benchmarks.undoing import NEAR, UNKNOWN, undo

DIGITS: Final = 60
NUM_REAL: Final = 10
"""Points with real letters of either sign."""
NUM_COMPLEX: Final = 6
"""Points with complex letters, where complex roots are asked for."""
NUM_SPECIAL: Final = 6
"""Special cases, a letter zero or two of them equal, at the most; each is tried at two points."""

Point = dict[str, Any]
Record = Mapping[str, Any]
FAILURES: Final = (ArithmeticError, ValueError)
"""What mpmath raises where something has no value."""


class Unknowable(Exception):
    """The roots at a point are not known: there is nothing to solve, or numbers do not settle."""


# -- the roots -------------------------------------------------------------------------------------


@dataclass
class Numbers:
    """Complex numbers."""

    numbers: list[Any] = field(default_factory=list)

    def __contains__(self, value: object) -> bool:
        return any(is_near(value, each) for each in self.numbers)

    def holds_all(self, other: Numbers) -> bool:
        """Whether every member of another set is in this one."""
        return all(value in self for value in other.numbers)


Set = Numbers | RealSet


class Truth:
    """The roots of one equation, at any values of its letters."""

    def __init__(self, text: str, core: Core) -> None:
        self.sides = read_equation(text)
        self.kernel = read(core.kernel)
        self.coefficients = [read(each) for each in core.coefficients]
        self.is_real = core.domain == "real"
        letters = set().union(*(each.letters() for each in (*self.sides, self.kernel)))
        self.letters = sorted(letters - {UNKNOWN})

    def at(self, point: Point) -> Set:
        """Return all roots at a point; `Unknowable` if they are not known."""
        zeros = self.zeros(point)
        values = {name: number_of(each) for name, each in point.items()}
        if not self.is_real:
            if self.kernel.head != "letter":
                raise Unread("a kernel over the complex numbers")
            return Numbers([each for each in zeros if self.holds(each, values)])
        found = RealSet()
        for zero in zeros:
            if abs(mpmath.im(zero)) > NEAR * (1 + abs(zero)):
                continue
            for first, step in undo(self.kernel, mpmath.re(zero), values):
                if not self.holds(first, values):
                    continue
                if step:
                    found.families.append((first, step))
                else:
                    found.numbers.append(first)
        return found

    def zeros(self, point: Point) -> list[Any]:
        """Return the zeros of the polynomial, each once."""
        if all(isinstance(each, Fraction) for each in point.values()):
            exact = [exactly(each, point) for each in self.coefficients]
            while exact and exact[-1] == 0:
                exact.pop()
            polynomial = [number_of(each) for each in squarefree(exact)] if len(exact) > 1 else []
        else:
            polynomial = [evaluate(each, point, principal=True) for each in self.coefficients]
        if len(polynomial) < 2:
            raise Unknowable("no polynomial")
        try:
            found = mpmath.polyroots(polynomial[::-1], 400, extraprec=400)
        except mpmath.libmp.NoConvergence:
            raise Unknowable("no convergence") from None
        return [mpmath.mpf(0) if abs(each) < NEAR else each for each in found]

    def holds(self, x: Any, values: Point) -> bool:
        """Whether the equation as typed holds; over the real numbers, with every part real."""
        at = {**values, UNKNOWN: x}
        if self.is_real:
            parts = [real_value(node, at) for side in self.sides for node in side.walk()]
            if any(each is None for each in parts):
                return False
        try:
            left, right = (evaluate(side, at, not self.is_real) for side in self.sides)
        except FAILURES:
            return False
        return is_near(left, right)


def exactly(tree: Node, point: Mapping[str, Fraction]) -> Fraction:
    """Return the value of a polynomial in letters."""
    if tree.head == "number":
        return tree.value
    if tree.head == "letter":
        return point[tree.name]
    values = [exactly(child, point) for child in tree.children]
    if tree.head == "neg":
        return -values[0]
    if tree.head == "^":
        return Fraction(values[0] ** int(values[1]))
    left, right = values
    results = {"+": left + right, "-": left - right, "*": left * right}
    return results[tree.head]


def number_of(value: Any) -> Any:
    """Return a fraction as one of mpmath's numbers, and these as they are."""
    if isinstance(value, Fraction):
        return mpmath.mpf(value.numerator) / value.denominator
    return value


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
        values = {name: number_of(each) for name, each in point.items()}
        for name in ("i", "I"):
            values.setdefault(name, mpmath.mpc(0, 1))
        for name, tree in self.definitions:
            value = self.value(tree, values)
            values[name] = mpmath.nan if value is None else value
        if not self.hold(self.conditions, values):
            return None
        found: Set = RealSet() if self.is_real else Numbers()
        says, is_everything = not self.roots, True
        for tree, conditions, family in self.roots:
            general = [each for each in conditions if not family or family not in each.letters()]
            if not self.hold(general, values):
                is_everything = False
                continue
            says = True
            if family:
                self.add_family(found, tree, conditions, family, values)
            else:
                found.numbers.append(self.root(tree, values))
        return Said(found, is_everything) if says else None

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
        later = [each for each in conditions if family in each.letters()]
        starts = [self.root(tree, {**values, family: mpmath.mpf(n)}) for n in range(3)]
        if not later and are_in_line(starts):
            found.families.append((starts[0], starts[1] - starts[0]))
            return
        for n in MEMBERS:
            member = {**values, family: mpmath.mpf(n)}
            if self.hold(later, member):
                found.numbers.append(self.root(tree, member))


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


def points(truth: Truth, rng: random.Random) -> Iterator[Point]:
    """Draw values of the letters: fractions of either sign, and complex numbers."""
    if not truth.letters:
        yield {}
        return
    for _ in range(NUM_REAL):
        yield {name: some_fraction(rng) for name in truth.letters}
    for _ in range(0 if truth.is_real else NUM_COMPLEX):
        yield {name: mpmath.mpc(*(number_of(some_fraction(rng)) for _ in range(2)))
               for name in truth.letters}  # fmt: skip


def special_points(letters: Sequence[str], rng: random.Random) -> Iterator[Point]:
    """Yield points at which a letter is zero, or two are equal or opposite, and their opposites."""
    edges = [(name, name, 0) for name in letters]
    edges += [(one, other, sign) for one, other in combinations(letters, 2) for sign in (1, -1)]
    for one, other, factor in rng.sample(edges, min(NUM_SPECIAL, len(edges))):
        point = {name: some_fraction(rng) for name in letters}
        point[one] = point[other] * factor
        yield point
        yield {name: -each for name, each in point.items()}


def some_fraction(rng: random.Random) -> Fraction:
    """Draw a fraction of either sign."""
    return Fraction(rng.choice((-1, 1)) * rng.randint(30, 400), 100)
