"""What a derivation proves: a root, that there is none, that every value is one, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equality import always_differ, is_proved
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, node
from aljabr.algebra.forms import Forms
from aljabr.algebra.points import (
    ALL_POINTS,
    NUM_POINTS,
    WIDE,
    Point,
    at_root,
    is_equal,
    with_some_unknown,
)
from aljabr.algebra.printing import equation_text
from aljabr.algebra.proof import check_root, proves_root, solves_at
from aljabr.algebra.signs import is_negative, is_rational
from aljabr.answer.derivation import Derivation
from aljabr.answer.solution import Status
from aljabr.answer.stating import stated
from aljabr.game.graph import VANISHED, StateGraph
from aljabr.search.path import Goal, Path


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer, as a derivation proves it."""

    status: Status
    derivation: Derivation
    value: Expr | None = None
    """The root, or the only candidate for one."""
    conditions: tuple[Condition, ...] = ()
    verified: str = ""
    note: str = ""

    def is_no_worse_than(self, other: Finding) -> bool:
        """Whether this is the same answer, with no more conditions, and loses no more roots."""
        if self.status != other.status:
            return False
        if self.derivation.loses_roots and not other.derivation.loses_roots:
            return False
        exact = self.verified == "exact" or other.verified != "exact"
        return exact and len(self.conditions) <= len(other.conditions)


class Judge:
    """Decides what derivations of one equation prove."""

    def __init__(self, graph: StateGraph, equation: Equation) -> None:
        self.graph = graph
        self.equation = equation
        self.start = graph.add(equation)
        self.forms = Forms(graph.table)
        self._points: dict[Expr, tuple[list[Point], list[Point]]] = {}
        sides = equation.lhs, equation.rhs
        self.points = _POINTS if any(side.holds_parameters for side in sides) else (0,)

    def goal(self) -> Goal:
        """Return the goal of a search: a derivation that proves an answer."""
        return lambda _, path_fn: self.finding(path_fn()) is not None

    def at_sight(self) -> Finding | None:
        """Judge the equation itself: an identity, or one without the unknown."""
        nothing_done = self.derivation(())
        if self.is_identity():
            return Finding("all_values", nothing_done, conditions=self.in_domain([]))
        lhs, rhs = self.equation.lhs, self.equation.rhs
        if lhs.holds_unknown or rhs.holds_unknown or not _is_contradiction(lhs, rhs):
            return None
        return self.contradiction(nothing_done)

    def derivation(self, path: Path) -> Derivation:
        return Derivation(self.graph, self.equation, self.start, path)

    def finding(self, path: Path) -> Finding | None:
        """Judge a path to a state with the unknown isolated or gone."""
        derivation = self.derivation(path)
        state = path[-1].state if path else self.start
        if derivation.is_void:
            return None
        if self.graph.flags[state] & VANISHED:
            return self.without_unknown(derivation)
        root = derivation.end.rhs
        verdict = check_root(
            self.equation.lhs,
            self.equation.rhs,
            root,
            derivation.conditions,
            self.equation.domain,
        )
        if verdict.verified:
            return self.solved(derivation, root, verdict.verified)
        if verdict.refuted and not derivation.loses_roots and self.never_holds(derivation, root):
            return self.refuted(derivation, root)
        return None

    # -- a root ----------------------------------------------------------------------------------

    def solved(self, derivation: Derivation, root: Expr, verified: str) -> Finding | None:
        """Accept a root if it can be said when it holds."""
        conditions = self.root_conditions(root, derivation.conditions, verified == "exact")
        if conditions is None:
            return None
        if verified != "exact" and self.proves(self.forms.simplest(root)):
            verified = "exact"
        note = "Other roots may exist." if derivation.loses_roots else ""
        return Finding("solved", derivation, root, conditions, verified, note)

    def proves(self, root: Expr) -> bool:
        """Whether a root in its simplest form is proved by substitution."""
        lhs, rhs = self.equation.lhs, self.equation.rhs
        if proves_root(lhs, rhs, root):
            return True
        if root.holds_parameters:  # SymEngine's own substitution is sure of numbers only
            return False
        left, right = (
            self.graph.table.intern(side.sym.subs({ar.X: root.sym})) for side in (lhs, rhs)
        )
        return left is not None and right is not None and is_proved(self.graph.table, left, right)

    def root_conditions(
        self, root: Expr, conditions: list[Condition], proved: bool = False
    ) -> tuple[Condition, ...] | None:
        """Say when a root holds; None if that is not known.

        Divisors must not vanish. Another condition is said only if the root fails at some test
        point, with parameters of either sign, where the condition does not hold. What the steps
        ask is enough for a root, not always needed; but what is said must leave some positive
        parameters for which the root holds.
        """
        said = [
            each for each in conditions if each.kind == "nonzero" and not _fails_at(each, root)
        ] + self.domain()
        said += [Condition("nonzero", e.children[0]) for e in root.walk() if e.head == tk.LOG]
        if proved and all(map(is_rational, (self.equation.lhs, self.equation.rhs, root))):
            return stated(self.forms, said, root)
        passing, failing = self.tried(root)
        left = [point for point in passing if point.number >= 0]

        def kept(condition: Condition) -> list[Point]:
            return [point for point in left if condition.holds_at(point) is not False]

        candidates = self.either_sign(conditions)
        for condition in sorted(candidates, key=lambda each: len(kept(each)) < len(left)):
            remaining = [point for point in failing if condition.holds_at(point) is not False]
            if len(remaining) < len(failing) and kept(condition):
                said.append(condition)
                failing, left = remaining, kept(condition)
        if any(point.number >= 0 for point in failing):
            return None
        conditions = list(stated(self.forms, said, root))
        return (*conditions, self.all_positive()) if failing else tuple(conditions)

    def either_sign(self, conditions: list[Condition]) -> list[Condition]:
        """List the conditions on branches, those easy to read first.

        Those that are not alike in sign come with either: -u = -v may be squared where u and v are
        roots, and of -acos(u) = -v the cosine be taken where v is a value of acos.
        """
        found: dict[Condition, None] = {}
        for condition in conditions:
            if condition.kind == "nonzero":
                continue
            found[condition] = None
            if condition.kind in ("root", "acos"):
                negated = self.graph.table.intern(ar.negate(condition.expr.sym))
                if negated is not None:
                    found[Condition(condition.kind, negated)] = None
        return sorted(found, key=lambda each: (each.expr.holds_unknown, each.expr.size))

    def tried(self, root: Expr) -> tuple[list[Point], list[Point]]:
        """Return the test points, parameters of either sign, where this is a root and is none."""
        known = self._points.get(root)
        if known is not None:
            return known
        passing, failing = self._points[root] = [], []
        lhs, rhs, domain = self.equation.lhs, self.equation.rhs, self.equation.domain
        for number in self.points:
            point, answer = solves_at(lhs, rhs, root, domain, number)
            if point is not None and answer is not None:
                (passing if answer else failing).append(point)
        return passing, failing

    def failing_points(self, root: Expr) -> list[Point]:
        """Return the test points where this is no root."""
        return self.tried(root)[1]

    # -- no root ---------------------------------------------------------------------------------

    def refuted(self, derivation: Derivation, root: Expr) -> Finding:
        note = f"{equation_text(derivation.end)} is the only candidate, and it is not a root."
        conditions = self.of_parameters(derivation.conditions)
        if len(self.failing_points(root)) < len(self.points):
            conditions = (*conditions, self.all_positive())
        return Finding("no_solution", derivation, root, conditions, note=note)

    def never_holds(self, derivation: Derivation, root: Expr) -> bool:
        """Whether a candidate that fails at every test point fails for all positive parameters.

        It might hold beyond the test points, as sqrt(x) = c - 10 does for c > 10, if one of its
        conditions does; unless that is seen to be impossible.
        """
        if not any(e.holds_parameters for e in (self.equation.lhs, self.equation.rhs, root)):
            return True
        failing = self.failing_points(root)
        doubtful = [
            condition
            for condition in derivation.conditions
            if any(condition.holds_at(point) is False for point in failing)
        ]
        return all(c.kind == "root" and is_negative(c.expr) for c in doubtful)

    def without_unknown(self, derivation: Derivation) -> Finding | None:
        """Judge an equation without the unknown: 0 = 1, or 0 = 0."""
        lhs, rhs = derivation.end.lhs, derivation.end.rhs
        if _is_contradiction(lhs, rhs):
            return None if derivation.loses_roots else self.contradiction(derivation)
        if derivation.adds_roots or derivation.loses_roots:
            return None
        if not is_proved(self.graph.table, lhs, rhs):
            return None
        if not self.seems_identity():
            return None
        return Finding("all_values", derivation, conditions=self.in_domain(derivation.conditions))

    def contradiction(self, derivation: Derivation) -> Finding:
        end = derivation.end
        difference = self.graph.table.intern(end.lhs.sym - end.rhs.sym)
        conditions = derivation.conditions
        note = f"{equation_text(end)} is never true."
        if difference is not None and difference.holds_symbols:
            conditions = [Condition("nonzero", difference), *conditions]
            note = ""
        return Finding(
            "no_solution", derivation, conditions=self.of_parameters(conditions), note=note
        )

    # -- every value -----------------------------------------------------------------------------

    def is_identity(self) -> bool:
        """Whether both sides agree, whatever the unknown is."""
        lhs, rhs = self.equation.lhs, self.equation.rhs
        return lhs is rhs or (self.seems_identity() and is_proved(self.graph.table, lhs, rhs))

    def seems_identity(self) -> bool:
        """Whether both sides agree at every test point."""
        answers = [
            is_equal(with_some_unknown(number), self.equation.lhs, self.equation.rhs)
            for number in range(NUM_POINTS)
        ]
        return False not in answers and answers.count(True) > 2

    # -- conditions ------------------------------------------------------------------------------

    def all_positive(self) -> Condition:
        """Return that every parameter of the equation is positive."""
        sides = (*self.equation.lhs.walk(), *self.equation.rhs.walk())
        return Condition("all_positive", node(tk.ADD, {e: None for e in sides if e.is_parameter}))

    def domain(self) -> list[Condition]:
        return [Condition("nonzero", each) for each in self.equation.domain]

    def in_domain(self, conditions: list[Condition]) -> tuple[Condition, ...]:
        return stated(self.forms, [*conditions, *self.domain()])

    def of_parameters(self, conditions: list[Condition]) -> tuple[Condition, ...]:
        nonzero = [c for c in conditions if c.kind == "nonzero" and not c.expr.holds_unknown]
        return stated(self.forms, nonzero)


def _is_contradiction(lhs: Expr, rhs: Expr) -> bool:
    return always_differ(lhs, rhs, map(Point, range(NUM_POINTS)))


_POINTS: Final = (*ALL_POINTS, *range(WIDE, WIDE + 24))


def _fails_at(condition: Condition, root: Expr) -> bool:
    """Whether a condition on the unknown is false at a root, which is one all the same.

    So it is if both sides were multiplied by what is zero there.
    """
    if not condition.expr.holds_unknown:
        return False
    points = [at_root(root, number) for number in range(3)]
    return all(p is not None and condition.holds_at(p) is False for p in points)
