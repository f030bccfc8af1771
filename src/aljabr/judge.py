"""What a derivation proves: a root, that there is none, that every value is one, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flint import acb

from aljabr import expr as ex
from aljabr.answers import Status
from aljabr.conditions import ALL_POSITIVE, condition_texts
from aljabr.derivation import ALL_POINTS, Derivation
from aljabr.equation import Equation
from aljabr.expr import Expr
from aljabr.forms import Forms
from aljabr.graph import VANISHED, StateGraph
from aljabr.printing import equation_text
from aljabr.rules import Condition
from aljabr.search import Move
from aljabr.verify import (
    NUM_POINTS,
    WIDE,
    Point,
    check_root,
    holds,
    is_equal,
    is_zero,
    proves_identity,
    proves_root,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer, as a derivation proves it."""

    status: Status
    derivation: Derivation
    value: Expr | None = None
    """The root, or the only candidate for one."""
    conditions: tuple[str, ...] = ()
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

    def at_sight(self) -> Finding | None:
        """Judge the equation itself: an identity, or one without the unknown."""
        nothing_done = self.derivation(())
        if self.is_identity():
            return Finding("all_values", nothing_done, conditions=self.domain_texts([]))
        lhs, rhs = self.equation.lhs, self.equation.rhs
        if lhs.holds_unknown or rhs.holds_unknown or not _always_differ(lhs, rhs):
            return None
        return self.contradiction(nothing_done)

    def derivation(self, path: tuple[Move, ...]) -> Derivation:
        return Derivation(self.graph, self.equation, self.start, path)

    def finding(self, path: tuple[Move, ...]) -> Finding | None:
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
            self.graph.table.intern(side.sym.subs({ex.X: root.sym})) for side in (lhs, rhs)
        )
        return left is not None and right is not None and self.forms.are_equal(left, right)

    def root_conditions(
        self, root: Expr, conditions: list[Condition], proved: bool = False
    ) -> tuple[str, ...] | None:
        """Say when a root holds; None if that is not known.

        Divisors must not vanish. Another condition is said only if the root fails at some test
        point, with parameters of either sign, where the condition does not hold. What the steps
        ask is enough for a root, not always needed; but what is said must leave some positive
        parameters for which the root holds.
        """
        said = [
            each for each in conditions if each.kind == "nonzero" and not _fails_at(each, root)
        ] + self.domain()
        said += [Condition("nonzero", e.children[0]) for e in root.walk() if e.head == ex.LOG]
        if proved and all(map(_is_rational, (self.equation.lhs, self.equation.rhs, root))):
            return condition_texts(self.forms, said, self.equation.unknown, root)
        passing, failing = self.tried(root)
        left = [point for point in passing if point.number >= 0]

        def kept(condition: Condition) -> list[Point]:
            return [point for point in left if holds(condition, point) is not False]

        candidates = self.either_sign(conditions)
        for condition in sorted(candidates, key=lambda each: len(kept(each)) < len(left)):
            remaining = [point for point in failing if holds(condition, point) is not False]
            if len(remaining) < len(failing) and kept(condition):
                said.append(condition)
                failing, left = remaining, kept(condition)
        if any(point.number >= 0 for point in failing):
            return None
        texts = condition_texts(self.forms, said, self.equation.unknown, root)
        return (*texts, ALL_POSITIVE) if failing else texts

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
                negated = self.graph.table.intern(ex.negate(condition.expr.sym))
                if negated is not None:
                    found[Condition(condition.kind, negated)] = None
        return sorted(found, key=lambda each: (each.expr.holds_unknown, each.expr.size))

    def tried(self, root: Expr) -> tuple[list[Point], list[Point]]:
        """Return the test points, parameters of either sign, where this is a root and is none."""
        known = self._points.get(root)
        if known is not None:
            return known
        passing, failing = self._points[root] = [], []
        for number in self.points:
            value = Point(number).value(root)
            point = Point(number, value)
            answer = is_equal(point, self.equation.lhs, self.equation.rhs)
            if any(is_zero(point.value(each)) for each in self.equation.domain):
                answer = False
            if answer is not None:
                (passing if answer else failing).append(point)
        return passing, failing

    def failing_points(self, root: Expr) -> list[Point]:
        """Return the test points where this is no root."""
        return self.tried(root)[1]

    # -- no root ---------------------------------------------------------------------------------

    def refuted(self, derivation: Derivation, root: Expr) -> Finding:
        note = f"{equation_text(derivation.end)} is the only candidate, and it is not a root."
        conditions = self.parameter_texts(derivation.conditions)
        if len(self.failing_points(root)) < len(self.points):
            conditions = (*conditions, ALL_POSITIVE)
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
            if any(holds(condition, point) is False for point in failing)
        ]
        return all(c.kind == "root" and _is_negative(c.expr) for c in doubtful)

    def without_unknown(self, derivation: Derivation) -> Finding | None:
        """Judge an equation without the unknown: 0 = 1, or 0 = 0."""
        lhs, rhs = derivation.end.lhs, derivation.end.rhs
        if _always_differ(lhs, rhs):
            return None if derivation.loses_roots else self.contradiction(derivation)
        if derivation.adds_roots or derivation.loses_roots or not self.forms.are_equal(lhs, rhs):
            return None
        if not self.seems_identity():
            return None
        return Finding(
            "all_values", derivation, conditions=self.domain_texts(derivation.conditions)
        )

    def contradiction(self, derivation: Derivation) -> Finding:
        end = derivation.end
        difference = self.graph.table.intern(end.lhs.sym - end.rhs.sym)
        conditions = derivation.conditions
        note = f"{equation_text(end)} is never true."
        if difference is not None and difference.holds_symbols:
            conditions = [Condition("nonzero", difference), *conditions]
            note = ""
        return Finding(
            "no_solution", derivation, conditions=self.parameter_texts(conditions), note=note
        )

    # -- every value -----------------------------------------------------------------------------

    def is_identity(self) -> bool:
        """Whether both sides agree, whatever the unknown is."""
        lhs, rhs = self.equation.lhs, self.equation.rhs
        return lhs is rhs or (self.seems_identity() and proves_identity(lhs, rhs))

    def seems_identity(self) -> bool:
        """Whether both sides agree at every test point."""
        answers = [
            is_equal(Point(number, acb(0.37 + 0.61 * number)), self.equation.lhs, self.equation.rhs)
            for number in range(NUM_POINTS)
        ]
        return False not in answers and answers.count(True) > 2

    # -- conditions ------------------------------------------------------------------------------

    def domain(self) -> list[Condition]:
        return [Condition("nonzero", each) for each in self.equation.domain]

    def domain_texts(self, conditions: list[Condition]) -> tuple[str, ...]:
        return condition_texts(self.forms, [*conditions, *self.domain()], self.equation.unknown)

    def parameter_texts(self, conditions: list[Condition]) -> tuple[str, ...]:
        nonzero = [c for c in conditions if c.kind == "nonzero" and not c.expr.holds_unknown]
        return condition_texts(self.forms, nonzero, self.equation.unknown)


_POINTS: Final = (*ALL_POINTS, *range(WIDE, WIDE + 24))


def _fails_at(condition: Condition, root: Expr) -> bool:
    """Whether a condition on the unknown is false at a root, which is one all the same.

    So it is if both sides were multiplied by what is zero there.
    """
    points = [Point(number, Point(number).value(root)) for number in range(3)]
    return condition.expr.holds_unknown and all(holds(condition, p) is False for p in points)


def _is_rational(expr: Expr) -> bool:
    """Whether an expression is a fraction of polynomials, which has no branches."""
    if expr.head == ex.POW and not expr.children[1].sym.is_integer:
        return False
    if expr.children and expr.head not in (ex.ADD, ex.MUL, ex.POW):
        return False
    return all(map(_is_rational, expr.children))


def _always_differ(left: Expr, right: Expr) -> bool:
    return all(is_equal(Point(number), left, right) is False for number in range(NUM_POINTS))


def _is_negative(expr: Expr) -> bool:
    """Whether an expression is negative at sight for positive parameters: -a*b - 2."""
    if expr.head == ex.ADD:
        return all(map(_is_negative, expr.children))
    if expr.head == ex.MUL:
        first, *rest = sorted(expr.children, key=lambda child: not child.is_number)
        return _is_negative(first) and all(map(_is_positive, rest))
    return expr.is_number and bool(expr.sym < 0)


def _is_positive(expr: Expr) -> bool:
    if expr.is_number:
        return bool(expr.sym > 0)
    if expr.head in (ex.ADD, ex.MUL, ex.POW):
        return all(map(_is_positive, expr.children))
    return expr.head in (ex.PI, ex.EULER) or (not expr.children and not expr.holds_unknown)
