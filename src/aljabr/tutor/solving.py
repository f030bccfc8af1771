"""The roots of a line, all cases together, as the solver finds them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.isolating import holds_odd_root
from aljabr.algebra.points import Point
from aljabr.algebra.proof import put_in
from aljabr.algebra.roots import polynomial
from aljabr.algebra.signs import Signs
from aljabr.answer.solution import Domain
from aljabr.answer.whole import whole
from aljabr.solver.solve import grow
from aljabr.tutor.identities import powers_in_primes, without_logarithms
from aljabr.tutor.intervals import Interval
from aljabr.tutor.reading import Line

Numbers = tuple[tuple[Sym, int], ...]
"""Numbers for letters."""


@dataclass(frozen=True, slots=True)
class Roots:
    """What is known of the roots of a line."""

    values: tuple[Expr, ...] = ()
    complete: bool = False
    everything: bool = False
    """Whether every value is one, where the conditions hold."""
    conditions: tuple[Condition, ...] = ()


class Solver:
    """Solves the lines of one derivation, each once."""

    def __init__(
        self,
        table: ExprTable,
        domain: Domain,
        deadline: float,
        interval: Interval | None = None,
    ) -> None:
        self.table = table
        self.interval = interval
        self.domain = domain
        self.deadline = deadline
        self.share = 0.5
        """The part of the time left that one equation may take."""
        self._known: dict[tuple[Line, Numbers], Roots] = {}

    def roots(self, line: Line, numbers: Numbers = ()) -> Roots:
        """Solve all cases of a line."""
        if (line, numbers) not in self._known:
            self._known[line, numbers] = self._inside(line, self._solved(line, numbers))
        return self._known[line, numbers]

    def _inside(self, line: Line, roots: Roots) -> Roots:
        """Write families as their members in the interval in which roots are asked for.

        Other values are kept, but of the first line: of those that are stated none may be outside.
        """
        if self.interval is None or roots.everything:
            return roots
        found = self.interval.members(self.table, roots.values)
        if found is not None and line.interval is not None:
            answers = [self.interval.holds(each) for each in found]
            kept = [each for each, is_inside in zip(found, answers, strict=True) if is_inside]
            found = None if None in answers else kept
        return Roots() if found is None else replace(roots, values=tuple(found))

    def is_outside(self, root: Expr) -> bool:
        """Whether a root is not in the interval in which they are asked for."""
        return self.interval is not None and self.interval.holds(root) is False

    def _solved(self, line: Line, numbers: Numbers) -> Roots:
        if line.says == "none":
            return Roots(complete=True)
        if line.says == "all":
            return Roots(complete=True, everything=True)
        found = [self._of_case(each) for each in self.at(line, numbers)]
        whole_line = [each for each in found if each.everything]
        if whole_line:
            return Roots((), whole_line[0].complete, True, whole_line[0].conditions)
        return Roots(
            tuple(value for each in found for value in each.values),
            bool(found) and all(each.complete for each in found),
            conditions=tuple(one for each in found for one in each.conditions),
        )

    def vain(self, line: Line) -> int | None:
        """Return which case states a value that is no root: it is not real, or excluded."""
        places = range(len(line.cases)) if line.states_roots else ()
        for place in places:
            value = line.cases[place].rhs  # one way of an assumption may exclude it, another not
            same = [each for each in places if line.cases[each].rhs is value]
            if all(self.is_empty(line, each) for each in same):
                return place
        return None

    def is_empty(self, line: Line, place: int) -> bool:
        """Whether a case of a line certainly has no root."""
        found = self.roots(Line(f"{line.text} [{place}]", line.number, (line.cases[place],)))
        return found.complete and not found.values and not found.everything

    def at(self, line: Line, numbers: Numbers) -> list[Equation]:
        """Return the cases of a line, with numbers for its letters."""
        if not numbers:
            return list(line.cases)
        found = [_put(self.table, each, dict(numbers)) for each in line.cases]
        return [each for each in found if each is not None]

    def _of_case(self, equation: Equation) -> Roots:
        if any(each.is_number and each.sym == 0 for each in equation.domain):
            return Roots(complete=True)
        found = self._by_products(equation) or self._grown(equation)
        if not found.complete:
            other = with_one_base(self.table, equation)
            found = found if other is None else self._grown(other)
        if not found.values and not found.everything and holds_odd_root(equation):
            return Roots()
        return found if found.complete or found.values else self._counted(equation)

    def _by_products(self, equation: Equation) -> Roots | None:
        """Solve a sum of logarithms as a product; what is not real there is left out."""
        if self.domain != "real" or not equation.real or equation.positive:
            return None
        sides = without_logarithms(equation.lhs.sym - equation.rhs.sym)
        if sides is None:
            return None
        lhs, rhs = self.table.intern(sides[0]), self.table.intern(sides[1])
        if lhs is None or rhs is None:
            return None
        found = self._grown(replace(equation, lhs=lhs, rhs=rhs, domain=(), real=()))
        if not found.complete or found.everything:
            return None
        asked = [Condition(cast(KindName, kind), each) for kind, each in equation.real]
        asked += [Condition("nonzero", each) for each in equation.domain]
        kept = []
        for root in found.values:
            answers = [self._holds(each, root) for each in asked]
            if False not in answers:
                if None in answers:
                    return None
                kept.append(root)
        return replace(found, values=tuple(kept))

    def _holds(self, condition: Condition, root: Expr) -> bool | None:
        """Whether a condition holds at a root; None if nobody can tell."""
        value = self.table.intern(put_in(condition.expr, root))
        if value is None:
            return None
        return Signs(self.table).decides(Condition(condition.kind, value))

    def _grown(self, equation: Equation) -> Roots:
        left = self.deadline - time.monotonic()
        if left <= 0.02:
            return Roots()
        until = time.monotonic() + self.share * left
        judge, goal = grow(equation, self.table, until, domain=self.domain, tidy=False)
        if goal is None:
            return Roots()
        found = whole(judge, goal)
        values = tuple(each.value for each in found.roots if each.value is not None)
        if judge.naming.definitions(list(values)):
            return Roots()
        asked = [one for each in found.roots for one in each.conditions]
        return Roots(
            values,
            found.complete and found.status != "unsolved",
            found.status == "all_values",
            tuple(dict.fromkeys((*found.conditions, *asked))),
        )

    def _counted(self, equation: Equation) -> Roots:
        """Return that there is no root, if so many are counted."""
        found = polynomial(self.table, equation.lhs, equation.rhs, equation.domain)
        if found is None or equation.real or equation.positive:
            return Roots()
        return Roots(complete=(found.count_real if self.domain == "real" else found.count) == 0)

    def factors(self, line: Line) -> set[str] | None:
        """Return the polynomials whose roots are those of a line; None if they are no others."""
        if line.says == "none":
            return set()
        found: set[str] = set()
        for case in line.cases:
            whole_case = polynomial(self.table, case.lhs, case.rhs, case.domain)
            if whole_case is None or case.real or case.positive:
                return None
            found |= whole_case.names(self.domain == "real")
        return found if line.cases else None

    def share_roots(self, one: Line, other: Line) -> None:
        """Take it that two lines have the same roots."""
        for left, right in ((one, other), (other, one)):
            if (left, ()) in self._known:
                self._known.setdefault((right, ()), self._known[left, ()])


def with_one_base(table: ExprTable, equation: Equation) -> Equation | None:
    """Write 4^x and 2^x as powers of 2; None if there is nothing to write otherwise."""
    sides = [table.intern(powers_in_primes(each.sym)) for each in (equation.lhs, equation.rhs)]
    if sides[0] is None or sides[1] is None:
        return None
    if sides[0] is equation.lhs and sides[1] is equation.rhs:
        return None
    return replace(equation, lhs=sides[0], rhs=sides[1])


def limits(line: Line, of_letters: bool = False) -> set[tuple[str, Expr]]:
    """Return what the unknown, or the letters, must satisfy for a line to be defined, and real."""
    found: set[tuple[str, Expr]] = set()
    for case in line.cases:
        found |= {("nonzero", each) for each in case.domain}
        found |= {("positive", each) for each in case.positive}
        found |= set(case.real)
    return {(kind, each) for kind, each in found if each.holds_unknown is not of_letters}


def holds_integers(line: Line) -> bool:
    """Whether a line speaks of any whole number."""
    return any(ar.INTEGER_MARK in str(each.lhs.sym - each.rhs.sym) for each in line.cases)


def holds_real(equation: Equation) -> bool:
    """Whether no part of an equation is certainly a number that is not real."""
    parts = (*equation.lhs.walk(), *equation.rhs.walk())
    point = Point(0)
    numbers = [point.value(each) for each in parts if not each.holds_unknown]
    return not any(each.is_finite() and not each.imag.contains(0) for each in numbers)


def _put(table: ExprTable, equation: Equation, numbers: Mapping[Sym, int]) -> Equation | None:
    """Put numbers for letters; None where that is not defined."""

    def is_nonzero(expr: Expr) -> bool:
        if expr.holds_symbols:
            return False
        found = Signs(table).decides(Condition("nonzero", expr))
        if found is False:
            raise ZeroDivisionError
        return bool(found)

    def put(expr: Expr) -> Expr:
        found = table.intern(ar.canonical(ar.rebuilt(expr.sym.subs(dict(numbers)))))
        if found is None:
            raise ZeroDivisionError
        return found

    try:
        return Equation(
            put(equation.lhs),
            put(equation.rhs),
            equation.unknown,
            tuple(each for each in map(put, equation.domain) if not is_nonzero(each)),
            tuple(map(put, equation.positive)),
            tuple((kind, put(each)) for kind, each in equation.real),
        )
    except (ZeroDivisionError, RuntimeError):  # SymEngine's for 1/0
        return None
