"""Have two lines the same roots? Proved, refuted, or nobody can tell.

- *By algebra*: the differences of the sides are the same but for a factor without the unknown.
- *By their roots*: both lines are solved completely, and the roots compared one by one.
- *With numbers for the letters*: a line that differs at several of these is wrong, and each is an
  example. That can only refute.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Final, cast

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.algebra.isolating import differs_near, numeric_roots
from aljabr.algebra.proof import put_in, solves_at
from aljabr.algebra.prover import factors_of, value_of
from aljabr.algebra.roots import polynomial
from aljabr.algebra.signs import Signs
from aljabr.tutor.branches import covers, may_add
from aljabr.tutor.identities import HALF, in_half_angles, in_primes
from aljabr.tutor.reading import Line
from aljabr.tutor.solving import Numbers, Roots, Solver, holds_integers, limits
from aljabr.tutor.values import missing

_ROUNDS: Final = (
    (2, 3, 5, 7, 11, 4, 6, 13, 8, 9, 17, 10),
    (3, 7, 2, 5, 4, 9, 8, 6, 13, 10, 12, 11),
    (-3, 4, -2, 6, -5, 8, 9, -7, 10, -4, 11, 5),
    (-2, -5, 3, -4, 7, -6, 5, 2, -3, 8, -9, 4),
    (-12, 5, -7, 2, 3, -8, -4, 9, 6, -5, 10, 7),
)
"""Numbers that are put for the letters, in order."""
MAX_MOVED: Final = 4
"""Terms that may change sides before both are squared."""
_TRIED: Final = (
    *(ar.rational(each) for each in (1, 2, 3, 5, 7, -1, -2, 11, 0)),
    ar.PI / 2,
    ar.PI,
)
"""Values at which lines are compared that hold for every other."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What is known of two lines."""

    same: bool | None
    """Whether their roots are the same; None if nobody can tell."""
    lost: tuple[Expr, ...] = ()
    gained: tuple[Expr, ...] = ()
    near: float | None = None
    """A root that is known to 12 digits, if no exact one shows it."""
    is_fair: bool = False
    """Whether what is gained is what such a step may add."""
    left_out: tuple[Expr, ...] = ()
    """Roots that are left out with right, for the equation that was given has not got them."""
    numbers: Numbers = ()
    conditions: tuple[str, ...] = field(default=())
    """What must hold of the letters."""


UNKNOWN: Final = Relation(None)


class Relater(Solver):
    """Compares the lines of one derivation."""

    def relate(self, before: Line, after: Line, given: Line) -> Relation:
        """Compare a line with the one before it.

        Args:
            before: the line before.
            after: the line that is asked about.
            given: the first line, whose roots must not be lost.
        """
        found = self._by_algebra(before, after) or self._by_factors(before, after)
        if found is not None:
            return found
        found = self._by_roots(before, after, given)
        if found.same or not (letters := self._letters(before, after, given)):
            return found if found.same is not None else self._by_decimals(before, after)
        return self._with_numbers(before, after, given, letters)

    # -- by algebra --------------------------------------------------------------------------------

    def _by_algebra(self, before: Line, after: Line) -> Relation | None:
        if not before.cases or not after.cases or limits(before) != limits(after):
            return None
        ratios = self._pairwise(before, after)
        if ratios is None:
            if holds_integers(before) or holds_integers(after):
                return None
            factor = ratio(product(before), product(after))
            if factor is None:
                return None
            ratios = [factor]
        self.share_roots(before, after)
        conditions = (*self._nonzero(before, ratios), *self._of_letters(before, after))
        return Relation(True, conditions=tuple(dict.fromkeys(conditions)))

    def _pairwise(self, before: Line, after: Line) -> list[Sym] | None:
        """Return the factors between the cases of two lines, one to one."""
        if len(before.cases) != len(after.cases):
            return None
        left = [each.lhs.sym - each.rhs.sym for each in before.cases]
        ratios = []
        for case in after.cases:
            for place, difference in enumerate(left):
                factor = ratio(difference, case.lhs.sym - case.rhs.sym)
                if factor is not None:
                    del left[place]
                    ratios.append(factor)
                    break
            else:
                return None
        return ratios

    def _nonzero(self, before: Line, ratios: list[Sym]) -> tuple[str, ...]:
        """Say which letters must not be zero for a factor to be none."""
        known = {each.sym for case in before.cases for each in case.domain}
        found: dict[str, None] = {}
        for each in ratios:
            parts = factors_of(each)
            for factor, _ in () if parts is None else parts[1]:
                expr = self.table.intern(factor)
                if expr is not None and expr.holds_symbols and factor not in known:
                    found[Condition("nonzero", expr).text(before.cases[0].unknown)] = None
        return tuple(found)

    def _of_letters(self, before: Line, after: Line) -> Iterator[str]:
        """Say what one line asks of the letters to be defined, and the other does not."""
        for kind, expr in limits(before, of_letters=True) ^ limits(after, of_letters=True):
            condition = Condition(cast(KindName, kind), expr)
            if Signs(self.table).decides(condition) is None:
                yield condition.text(before.cases[0].unknown)

    def _by_factors(self, before: Line, after: Line) -> Relation | None:
        """Compare polynomials with numbers by their factors."""
        one, other = self.factors(before), self.factors(after)
        if one is None or other is None or one != other:
            return None
        self.share_roots(before, after)
        return Relation(True)

    # -- by roots ----------------------------------------------------------------------------------

    def _by_roots(self, before: Line, after: Line, given: Line, numbers: Numbers = ()) -> Relation:
        """Compare the roots of two lines that are solved completely."""
        one, other = self.roots(before, numbers), self.roots(after, numbers)
        if one.everything or other.everything:
            return self._of_everything(before, after, one, other, numbers)
        if not (one.complete and other.complete):
            return self._by_single_roots(before, after, one, other, numbers)
        lost = missing(self.table, one.values, other.values)
        gained = missing(self.table, other.values, one.values)
        if lost is None or gained is None:
            return UNKNOWN
        left_out: list[Expr] = []
        if lost and before is not given:
            first = self.roots(given, numbers)
            extra = missing(self.table, lost, first.values) if first.complete else []
            if extra is None:
                return UNKNOWN
            left_out = extra
            lost = [each for each in lost if each not in left_out]
        is_fair = self._is_fair(self.at(before, numbers), gained, self.at(after, numbers))
        if is_fair is None and not lost:
            return UNKNOWN
        return Relation(
            not (lost or gained or left_out),
            tuple(lost),
            tuple(gained),
            is_fair=bool(is_fair),
            left_out=tuple(left_out),
            numbers=numbers,
            conditions=self._asked(one, other, before),
        )

    def _is_fair(
        self, cases: Sequence[Equation], gained: Sequence[Expr], after: Sequence[Equation]
    ) -> bool | None:
        """Whether roots that are gained are those that a step may add."""
        if gained and len(cases) == 1 and after:
            written = ar.times(*(each.lhs.sym - each.rhs.sym for each in after))
            if written != 0 and covers(self.table, cases[0], written):
                return True
            if written != 0 and self._is_squared(cases[0], written):
                return True
        is_fair: bool | None = bool(gained)
        for root in gained:
            if self.is_outside(root):
                continue
            answers = [may_add(self.table, case, root) for case in cases]
            if True not in answers:
                if None not in answers:
                    return False
                is_fair = None
        return is_fair

    def _is_squared(self, equation: Equation, written: Sym) -> bool:
        """Whether both sides are squared, some terms moved before; of polynomials nobody does so.

        Squaring u = v gives u^2 - v^2 = (u - v)*(u + v) = 0.
        """
        if polynomial(self.table, equation.lhs, equation.rhs, equation.domain) is not None:
            return False
        difference = equation.lhs.sym - equation.rhs.sym
        first, *others = ar.addends(difference)
        if len(others) >= MAX_MOVED:
            return False
        moved = chain.from_iterable(combinations(others, each) for each in range(len(others) + 1))
        return any(
            ratio(difference * (2 * ar.add(first, *terms) - difference), written) is not None
            for terms in moved
        )

    def _asked(self, one: Roots, other: Roots, before: Line) -> tuple[str, ...]:
        """Say what is asked of the letters where one line has the roots of the other."""
        unknown = before.cases[0].unknown if before.cases else "x"
        found = [
            each
            for each in (*one.conditions, *other.conditions)
            if not each.expr.holds_unknown and ar.INTEGER_MARK not in str(each.expr.sym)
        ]
        both = [each for each in found if each in one.conditions and each in other.conditions]
        return tuple(dict.fromkeys(each.text(unknown) for each in found if each not in both))

    def _by_single_roots(
        self, before: Line, after: Line, one: Roots, other: Roots, numbers: Numbers
    ) -> Relation:
        """Refute by a root of one line at which the other certainly fails."""
        cases = self.at(before, numbers), self.at(after, numbers)
        lost = [each for each in one.values if self._fails(cases[1], each)]
        if lost:
            return Relation(False, (lost[0],), numbers=numbers)
        gained = [each for each in other.values if self._fails(cases[0], each)]
        if gained and self._is_fair(cases[0], gained, cases[1]) is False:
            return Relation(False, (), (gained[0],), numbers=numbers)
        return UNKNOWN

    def _fails(self, cases: Sequence[Equation], root: Expr) -> bool:
        if root.holds_symbols:
            return False
        return bool(cases) and all(
            any(value_of(put_in(below, root)) == 0 for below in each.domain)
            or solves_at(each.lhs, each.rhs, root, each.domain, 0, self.domain == "real") is False
            for each in cases
        )

    def _of_everything(
        self, before: Line, after: Line, one: Roots, other: Roots, numbers: Numbers
    ) -> Relation:
        """Compare lines of which one at least holds for every value."""
        inside = [
            {each for each in roots.conditions if each.expr.holds_unknown} for roots in (one, other)
        ]
        if one.everything and other.everything:
            if one.complete and other.complete and inside[0] == inside[1]:
                return Relation(True)
            return self._of_two_everywhere(before, after, inside, numbers)
        tried = [self.table.intern(each) for each in _TRIED]
        cases = self.at(before, numbers), self.at(after, numbers)
        for value in tried:
            assert value is not None
            if one.everything and not inside[0]:
                is_none = after.says == "none" or (other.complete and not other.values)
                if is_none or self._fails(cases[1], value):
                    return Relation(False, (value,), numbers=numbers)
            if other.everything and not inside[1]:
                is_none = before.says == "none" or (one.complete and not one.values)
                if is_none or self._fails(cases[0], value):
                    return Relation(False, (), (value,), numbers=numbers)
        return UNKNOWN

    def _of_two_everywhere(
        self, before: Line, after: Line, inside: list[set[Condition]], numbers: Numbers
    ) -> Relation:
        """Compare lines that hold wherever they are defined, by where only one is."""
        cases = self.at(before, numbers), self.at(after, numbers)
        for sym in _TRIED:
            value = self.table.intern(sym)
            assert value is not None
            fails = [self._fails(each, value) for each in cases]
            if fails[0] and not inside[1]:
                return Relation(False, (), (value,), is_fair=True, numbers=numbers)
            if fails[1] and not inside[0]:
                return Relation(False, (value,), numbers=numbers)
        return UNKNOWN

    def _by_decimals(self, before: Line, after: Line) -> Relation:
        """Refute by a root that is known as a decimal."""
        if self.domain != "real" or not before.cases:
            return UNKNOWN
        until = time.monotonic() + 0.3 * max(0.0, self.deadline - time.monotonic())
        for near in self._decimals(before.cases, until):
            if self.interval is not None and not self.interval.has_near(near):
                continue
            if after.says == "none" or (after.cases and self._differ(after.cases, near)):
                return Relation(False, near=near)
        return UNKNOWN

    def _decimals(self, cases: Sequence[Equation], until: float) -> Iterator[float]:
        for case in cases:
            found = numeric_roots(self.table, case, True, until)
            yield from (each for each in (found.values if found else ()) if isinstance(each, float))

    def _differ(self, cases: Sequence[Equation], near: float) -> bool:
        return all(
            not _has_letters(each) and differs_near(each, near, self.deadline) for each in cases
        )

    # -- with numbers ------------------------------------------------------------------------------

    def _letters(self, *lines: Line) -> list[Sym]:
        used: set[Sym] = set()
        for line in lines:
            for case in line.cases:
                used |= case.lhs.sym.free_symbols | case.rhs.sym.free_symbols
        return sorted((each for each in used - {ar.X, *ar.INTEGERS}), key=str)

    def _with_numbers(self, before: Line, after: Line, given: Line, letters: list[Sym]) -> Relation:
        """Refute by numbers for the letters: where the lines differ each time."""
        found: list[Relation] = []
        for row in _ROUNDS:
            numbers = tuple(zip(letters, row, strict=False))
            if len(letters) > len(row) or not self._is_defined(numbers, before, after, given):
                continue
            relation = self._by_roots(before, after, given, numbers)
            if relation.same is None:
                continue
            if relation.same and not self.roots(before, numbers).values:
                continue  # neither has a root: nothing is seen
            found.append(relation)
        wrong = [each for each in found if is_wrong(each)]
        if len(wrong) >= 2 and len(wrong) == len(found):
            return wrong[0]
        return UNKNOWN

    def _is_defined(self, numbers: Numbers, *lines: Line) -> bool:
        return all(len(self.at(line, numbers)) == len(line.cases) for line in lines)


def is_wrong(relation: Relation) -> bool:
    """Whether a step loses a root, or gains one that it may not."""
    if relation.lost or relation.near is not None:
        return True
    return bool(relation.gained) and (not relation.is_fair or bool(relation.left_out))


def _has_letters(equation: Equation) -> bool:
    return equation.lhs.holds_parameters or equation.rhs.holds_parameters


def product(line: Line) -> Sym:
    """Return what is zero where one of the cases holds."""
    return ar.times(*(each.lhs.sym - each.rhs.sym for each in line.cases))


def ratio(one: Sym, other: Sym) -> Sym | None:
    """Return a factor without the unknown between two values, if there is one."""
    if one == 0 or other == 0:
        return ar.ONE if one == other else None
    found = value_of(in_primes(one) / in_primes(other))
    if found is not None and ar.X in found.free_symbols:
        angles = in_half_angles((one, other))
        found = None if angles is None else value_of(angles[0] / angles[1])
    if found is None or found == 0 or found.free_symbols & {ar.X, HALF}:
        return None
    return found
