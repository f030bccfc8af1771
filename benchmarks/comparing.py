"""Compare an answer with the known set of real roots of its equation.

Both are evaluated with mpmath at random real parameters of either sign, read by the reader of
`benchmarks.checking`, which shares nothing with the package. A family is a first member and a
step; whatever one side has within a window must be in the other. An odd root of a negative number
is real, as the answers say it is. What is not real at a point is no claim about real roots there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]

from aljabr.tasks.written import Known
from benchmarks.checking.reading import Chain, Node, Unread, read, read_condition

COMPLETE: Final = "complete and right"
INCOMPLETE: Final = "right but incomplete"
WRONG: Final = "wrong"
UNSOLVED: Final = "unsolved"
UNCLEAR: Final = "unclear"
VERDICTS: Final = (COMPLETE, INCOMPLETE, WRONG, UNSOLVED, UNCLEAR)
"""The last is for an answer that could not be read, or that says nothing at any point."""

NUM_POINTS: Final = 12
WINDOW: Final = 15
MEMBERS: Final = range(-200, 201)
"""Members of a family that is no line, or whose conditions hold its integer."""
TOLERANCE: Final = mpmath.mpf(10) ** -15

Point = dict[str, Any]

# -- numbers ---------------------------------------------------------------------------------------


def evaluate(tree: Node, point: Mapping[str, Any], principal: bool = False) -> Any:
    """Return the value of a tree, real or complex; raise an ArithmeticError if there is none.

    Odd roots of negative numbers are real, unless principal values are asked for.
    """
    if tree.head == "number":
        return mpmath.mpf(tree.value.numerator) / tree.value.denominator
    if tree.head == "letter":
        if tree.name not in point:
            raise Unread(f"the letter {tree.name}")
        return point[tree.name]
    if tree.head == "pi":
        return +mpmath.pi
    values = [near_real(evaluate(child, point, principal)) for child in tree.children]
    if tree.head == "^":
        exact = None if principal else constant(tree.children[1])
        return _power(values[0], values[1], exact)
    if len(values) == 2:
        left, right = values
        results = {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
                   "/": lambda: left / right}  # fmt: skip
        return results[tree.head]()
    if tree.head == "neg":
        return -values[0]
    names = {"Re": "re", "Im": "im", "abs": "fabs"}
    result = getattr(mpmath, names.get(tree.head, tree.head))(values[0])
    if not mpmath.isfinite(result):
        raise ZeroDivisionError
    return result


def _power(base: Any, exponent: Any, exact: Fraction | None) -> Any:
    if exact is not None and exact.denominator % 2 and mpmath.im(base) == 0 and base < 0:
        sign = -1 if exact.numerator % 2 else 1
        return sign * abs(base) ** exponent
    return mpmath.power(base, exponent)


def constant(tree: Node) -> Fraction | None:
    """Return the fraction that an exponent is; None if it is none."""
    values = [constant(child) for child in tree.children]
    if tree.head == "number":
        return tree.value
    if tree.head == "neg" and values[0] is not None:
        return -values[0]
    if tree.head == "/" and values[0] is not None and values[1]:
        return values[0] / values[1]
    return None


def near_real(value: Any) -> Any:
    """Drop a rounding error's imaginary part, which would choose the branch at random."""
    if abs(mpmath.im(value)) < TOLERANCE * (1 + abs(value)):
        return mpmath.re(value)
    return value


def real_value(tree: Node, point: Mapping[str, Any]) -> Any | None:
    """Return a real value; None where there is none."""
    try:
        value = near_real(evaluate(tree, point))
    except (ArithmeticError, ValueError):
        return None
    return None if mpmath.im(value) else value


def is_near(one: Any, other: Any) -> bool:
    return bool(abs(one - other) < TOLERANCE * (1 + abs(one) + abs(other)))


def holds(chain: Chain, point: Mapping[str, Any], principal: bool = False) -> bool:
    """Whether a condition is true at a point; not where it is undefined."""
    try:
        sides = [near_real(evaluate(side, point, principal)) for side in chain.sides]
    except ArithmeticError:
        return False
    if any(map(mpmath.isnan, sides)):
        return False
    for (left, right), sign in zip(pairwise(sides), chain.signs, strict=True):
        if sign in "≠=":
            is_true = is_near(left, right) == (sign == "=")
        elif mpmath.im(left) or mpmath.im(right):
            return False
        else:
            rise = (left - right) * (1 if sign in "≥>" else -1)
            is_true = rise > (-TOLERANCE if sign in "≥≤" else TOLERANCE)
        if not is_true:
            return False
    return True


# -- sets ------------------------------------------------------------------------------------------


@dataclass
class RealSet:
    """Real numbers, and families of them: a first member and a step."""

    numbers: list[Any] = field(default_factory=list)
    families: list[tuple[Any, Any]] = field(default_factory=list)

    def __contains__(self, value: object) -> bool:
        return any(is_near(value, each) for each in self.numbers) or any(
            is_near(value, first + step * mpmath.nint((value - first) / step))
            for first, step in self.families
        )

    def members(self) -> Iterator[Any]:
        """Yield the numbers, and of each family what is in the window."""
        yield from self.numbers
        for first, step in self.families:
            ends = sorted(((-WINDOW - first) / step, (WINDOW - first) / step))
            for n in range(int(mpmath.ceil(ends[0])), int(mpmath.floor(ends[1])) + 1):
                yield first + step * n

    def holds_all(self, other: RealSet) -> bool:
        """Whether every member of another set is in this one."""
        return all(value in self for value in other.members())

    def add(self, value: Node, conditions: Sequence[Chain], letter: str, point: Point) -> None:
        """Add a root, or a family in an integer letter."""
        if not letter:
            if all(holds(each, point) for each in conditions):
                self._add_number(real_value(value, point))
            return
        per_member = [each for each in conditions if letter in each.letters()]
        others = [each for each in conditions if each not in per_member]
        if not all(holds(each, point) for each in others):
            return
        starts: list[Any] = [real_value(value, {**point, letter: mpmath.mpf(n)}) for n in range(3)]
        if not per_member and None not in starts and are_in_line(starts):
            self.families.append((starts[0], starts[1] - starts[0]))
            return
        for n in MEMBERS:
            member = {**point, letter: mpmath.mpf(n)}
            if all(holds(each, member) for each in per_member):
                self._add_number(real_value(value, member))

    def _add_number(self, value: Any | None) -> None:
        if value is not None:
            self.numbers.append(value)


def are_in_line(values: Sequence[Any]) -> bool:
    first, second, third = values
    return not is_near(first, second) and is_near(second - first, third - second)


def known_set(known: Known, point: Point) -> RealSet:
    """Return the known roots at a point."""
    found = RealSet()
    texts = known.conditions or ("",) * len(known.roots)
    for root, text in zip(known.roots, texts, strict=True):
        conditions = _chains(filter(None, text.split(", ")), point)
        value = read(root)
        found.add(value, conditions, "n" if "n" in value.letters() - point.keys() else "", point)
    return found


def _chains(texts: Any, point: Point) -> list[Chain]:
    return [chain for text in texts for chain in read_condition(str(text), set(point))]


def said_set(solution: Any, point: Point) -> RealSet | None:
    """Return the roots that an answer gives at a point; None where it says nothing."""
    if not all(holds(each, point) for each in _chains(solution.conditions, point)):
        return None
    found = RealSet()
    says = not solution.roots
    for root in solution.roots:
        conditions = _chains(root.conditions, point)
        family = getattr(root, "family", None) or ""
        says |= all(holds(each, point) for each in conditions if family not in each.letters())
        found.add(read(root.value), conditions, family, point)
    return found if says else None


# -- the verdict -----------------------------------------------------------------------------------


def points(text: str, rng: random.Random) -> Iterator[Point]:
    """Draw values of either sign for the letters of an equation in x."""
    names = sorted(set(re.findall(r"\b[a-zA-Z]\b", text)) - {"x"})
    for _ in range(NUM_POINTS if names else 1):
        yield {name: mpmath.mpf(rng.choice((-1, 1)) * rng.uniform(0.3, 4)) for name in names}


def judge(known: Known, solution: Any, rng: random.Random) -> str:
    """Compare a `Solution` with the known set: one of the verdicts."""
    if solution.status == "unsolved":
        return UNSOLVED
    if solution.status == "all_values":
        return WRONG
    try:
        with mpmath.workdps(30):
            return _compared(known, solution, rng)
    except Unread:
        return UNCLEAR


def _compared(known: Known, solution: Any, rng: random.Random) -> str:
    claims_all = solution.status == "no_solution" or getattr(solution, "complete", False)
    said = ((point, said_set(solution, point)) for point in points(known.text, rng))
    return compared(known, said, claims_all)


def compared(
    known: Known, answers: Iterable[tuple[Point, RealSet | None]], claims_all: bool
) -> str:
    """Compare what is said at some points with the known set: one of the verdicts."""
    is_whole, is_said = True, False
    for point, said in answers:
        truth = known_set(known, point)
        if said is None:  # right if there is nothing to be said
            is_none = next(truth.members(), None) is None
            is_whole &= is_none
            is_said |= is_none
            continue
        is_said = True
        if not truth.holds_all(said):
            return WRONG
        if not said.holds_all(truth):
            if claims_all:
                return WRONG
            is_whole = False
    if not is_said:
        return UNCLEAR
    return COMPLETE if claims_all and is_whole else INCOMPLETE
