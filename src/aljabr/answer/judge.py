"""What a derivation proves: a root, that there is none, that every value is one, or nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equality import is_proved
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.algebra.forms import Forms
from aljabr.algebra.points import (
    ALL_POINTS,
    FAR,
    NUM_POINTS,
    WIDE,
    Point,
    at_root,
    is_equal,
    with_some_unknown,
)
from aljabr.algebra.printing import equation_latex, equation_text, expr_latex, expr_text
from aljabr.algebra.proof import proves_root, solves_at
from aljabr.algebra.signs import Signs, is_rational
from aljabr.answer.derivation import Derivation
from aljabr.answer.solution import Remark, Status
from aljabr.answer.stating import is_impossible, needed, stated
from aljabr.game.branches import is_reciprocal
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
    note: Remark = field(default_factory=Remark)

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
        self.sides = equation.lhs, equation.rhs
        self.is_doubtful = not all(each.holds_symbols for each in equation.domain)
        """Whether it is divided by a number that may be zero, though it does not show."""
        self._claims: dict[Sym, tuple[bool, tuple[Condition, ...] | None]] = {}

    def goal(self) -> Goal:
        """Return the goal of a search: a derivation that proves an answer."""
        return lambda _, path_fn: self.finding(path_fn()) is not None

    def at_sight(self) -> Finding | None:
        """Judge the equation itself: an identity, or one without the unknown."""
        nothing_done = self.derivation(())
        lhs, rhs = self.equation.lhs, self.equation.rhs
        if self.is_doubtful:
            return None
        if self.is_identity():
            return Finding("all_values", nothing_done, conditions=self.in_domain([]))
        if lhs.holds_unknown or rhs.holds_unknown:
            return None
        return self.contradiction(nothing_done)

    def derivation(self, path: Path) -> Derivation:
        return Derivation(self.graph, self.equation, self.start, path)

    def finding(self, path: Path) -> Finding | None:
        """Judge a path to a state with the unknown isolated or gone."""
        if self.is_doubtful:
            return None
        derivation = self.derivation(path)
        state = path[-1].state if path else self.start
        if self.graph.flags[state] & VANISHED:
            return self.without_unknown(derivation)
        root = self.forms.simplest(derivation.end.rhs)
        if self.is_rational and is_rational(root):
            return self.rational(derivation, root)
        return self.branched(derivation, root)

    # -- a root of a rational equation -------------------------------------------------------------

    @cached_property
    def is_rational(self) -> bool:
        """Whether the equation is one between fractions of polynomials, which have no branches."""
        return is_rational(self.equation.lhs) and is_rational(self.equation.rhs)

    @cached_property
    def linear(self) -> tuple[Expr, Expr] | None:
        """A and B, if the equation over one denominator is A*x + B = 0."""
        difference = self.graph.table.intern(self.equation.lhs.sym - self.equation.rhs.sym)
        return None if difference is None else self.forms.linear(difference)

    def rational(self, derivation: Derivation, root: Expr) -> Finding | None:
        """Judge a root by algebra alone: it is one, or not, whatever the derivation did."""
        if root.sym not in self._claims:
            self._claims[root.sym] = self.claim(root)
        proved, conditions = self._claims[root.sym]
        if proved and conditions is not None:
            complete = self.linear is not None or not derivation.loses_roots
            note = Remark() if complete else OTHER_ROOTS
            return Finding("solved", derivation, root, conditions, "exact", note)
        if proved and self.linear is not None:  # the one candidate that there is
            return self.refuted(derivation, root)
        if derivation.loses_roots or self.has_parameters(root):
            return None
        return self.refuted(derivation, root) if self.fails(root) else None

    def fails(self, root: Expr) -> bool:
        """Whether a number is certainly no root: undefined as typed, or not a solution."""
        if is_impossible(self.forms, self.domain(), root):
            return True
        return solves_at(*self.sides, root, self.equation.domain, 0) is False

    def claim(self, root: Expr) -> tuple[bool, tuple[Condition, ...] | None]:
        """Return whether substitution proves a root, and when it is one; None if never."""
        if not proves_root(*self.sides, root):
            return False, None
        asked = [*_defined(root), *self.domain()]
        if self.linear is not None:
            asked.append(Condition("nonzero", self.linear[0]))
        left = needed(self.forms, asked, root)
        return True, None if left is None else tuple(left)

    def has_parameters(self, root: Expr) -> bool:
        return any(each.holds_parameters for each in (*self.sides, root))

    # -- any other root --------------------------------------------------------------------------

    def branched(self, derivation: Derivation, root: Expr) -> Finding | None:
        """Judge a root: by substitution if that proves it, else by the way back.

        Each step leads back under its own conditions. Where the branches that some step takes are
        proved impossible, the candidate is no root.
        """
        defined = [*_defined(root), *self.domain(), *self.read_as()]
        least = needed(self.forms, defined, root)
        may_refute = not (derivation.loses_roots or self.equation.positive)
        if least is None:
            fails = may_refute and is_impossible(self.forms, defined, root)
            return self.refuted(derivation, root) if fails else None
        if proves_root(*self.sides, root, least) and self.stands(root, least, exact=True):
            return self.root(derivation, root, least, "exact")
        possible = False
        for backward in derivation.backward():
            branches = [each for each in backward if each.kind != "nonzero"]
            if is_impossible(self.forms, branches, root):
                continue
            possible = True
            fewer = needed(self.forms, [*defined, *branches], root)
            if fewer is None:
                continue
            if proves_root(*self.sides, root, fewer) and self.stands(root, fewer, exact=True):
                return self.root(derivation, root, fewer, "exact")
            conditions = needed(self.forms, [*defined, *backward], root)
            if conditions is not None and self.stands(root, conditions, exact=False):
                return self.root(derivation, root, conditions, "numeric")
        if not may_refute:
            return None
        if self.has_parameters(root):
            return None if possible else self.refuted(derivation, root)
        return self.refuted(derivation, root) if self.fails(root) else None

    def root(
        self, derivation: Derivation, root: Expr, conditions: list[Condition], verified: str
    ) -> Finding | None:
        """Accept a root; say where a step may have lost others."""
        note = OTHER_ROOTS
        if not derivation.loses_roots:
            lost = self.lost(derivation, conditions)
            if lost is None:
                return None
            note = self.remark("Other roots may exist where {}.", lost) if lost else Remark()
        return Finding("solved", derivation, root, tuple(conditions), verified, note)

    def lost(self, derivation: Derivation, said: list[Condition]) -> list[Expr] | None:
        """Return what was divided by and may be zero; None if a number may be, unseen."""
        signs = Signs(self.graph.table, said)
        divisors = [each for each in derivation.forward if each.kind == "nonzero"]
        if not all(each.expr.holds_symbols or signs.decides(each) for each in divisors):
            return None
        return [each.expr for each in stated(self.forms, divisors) if not signs.decides(each)]

    def remark(self, template: str, zeros: list[Expr]) -> Remark:
        """Make a sentence of expressions that are zero."""
        unknown = self.equation.unknown
        texts = (f"{expr_text(each, unknown)} = 0" for each in zeros)
        latex = (f"${expr_latex(each, unknown)} = 0$" for each in zeros)
        return Remark(*(template.format(" or ".join(each)) for each in (texts, latex)))

    def stands(self, root: Expr, conditions: list[Condition], exact: bool) -> bool:
        """Whether a root agrees with the equation at all points tried that its conditions allow.

        That proves nothing. But a root that fails there has conditions that are not enough, and of
        conditions that never hold nobody learns anything: one that is proved need only be met.
        """
        seen = 0
        for number in POINTS if self.has_parameters(root) else (0,):
            point = at_root(root, number)
            if point is None:
                continue
            if not all(each.holds_at(point) and each.is_real_at(point) for each in conditions):
                continue
            answer = exact or solves_at(*self.sides, root, self.equation.domain, number)
            if answer is False:
                return False
            seen += bool(answer)
            if seen == (1 if exact else ENOUGH):
                break
        return seen > 0

    # -- no root ---------------------------------------------------------------------------------

    def refuted(self, derivation: Derivation, root: Expr) -> Finding | None:
        """Conclude that the only candidate is no root, unless a reader may see it otherwise."""
        if any(_is_odd_root(each) for side in self.sides for each in side.walk()):
            return None  # who takes x^(1/3) for the real root sees more roots
        asked = derivation.forward
        if self.is_rational and self.linear is not None:
            asked = [Condition("nonzero", self.linear[0])]
        elif self.lost(derivation, []) is None:
            return None
        shown = Equation(derivation.end.lhs, root, self.equation.unknown)
        note = _of_equation("{} is the only candidate, and it is not a root.", shown)
        return Finding("no_solution", derivation, root, self.of_parameters(asked), note=note)

    def without_unknown(self, derivation: Derivation) -> Finding | None:
        """Judge an equation without the unknown: 0 = 1, or 0 = 0."""
        lhs, rhs = derivation.end.lhs, derivation.end.rhs
        if derivation.loses_roots:
            return None
        if not is_proved(self.graph.table, lhs, rhs):
            return self.contradiction(derivation)
        if derivation.adds_roots or not self.seems_identity():
            return None
        return Finding("all_values", derivation, conditions=self.in_domain(derivation.forward))

    def contradiction(self, derivation: Derivation) -> Finding | None:
        """Conclude from an equation without the unknown that there is no root."""
        end = derivation.end
        difference = self.graph.table.intern(end.lhs.sym - end.rhs.sym)
        if difference is None:
            return None
        different = Condition("nonzero", difference)
        always = Signs(self.graph.table).decides(different)
        if always is False or not (always or any(map(different.holds_at, map(Point, ALL_POINTS)))):
            return None
        if always is None and not difference.holds_symbols:
            return None
        if self.lost(derivation, []) is None:
            return None
        note = Remark() if always is None else _of_equation("{} is never true.", end)
        asked = [*([different] if always is None else []), *derivation.forward]
        return Finding("no_solution", derivation, conditions=self.of_parameters(asked), note=note)

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

    def read_as(self) -> list[Condition]:
        """Return what the equation was read as if it were so."""
        return [Condition("positive", each) for each in self.equation.positive]

    def domain(self) -> list[Condition]:
        return [Condition("nonzero", each) for each in self.equation.domain]

    def in_domain(self, conditions: list[Condition]) -> tuple[Condition, ...]:
        return stated(self.forms, [*conditions, *self.domain()])

    def of_parameters(self, conditions: list[Condition]) -> tuple[Condition, ...]:
        nonzero = [c for c in conditions if c.kind == "nonzero" and not c.expr.holds_unknown]
        return stated(self.forms, nonzero)


OTHER_ROOTS: Final = Remark("Other roots may exist.")
POINTS: Final = (*ALL_POINTS, *range(WIDE, WIDE + 24), *range(FAR, FAR + 40))
"""Where roots are tried."""
ENOUGH: Final = 12
"""Points at which a root was seen to be one, and no more are tried."""


def _of_equation(template: str, equation: Equation) -> Remark:
    return Remark(
        template.format(equation_text(equation)), template.format(f"${equation_latex(equation)}$")
    )


def _is_odd_root(expr: Expr) -> bool:
    """Whether this is a root of odd degree around the unknown."""
    if expr.head != tk.POW or not expr.holds_unknown or not expr.children[1].is_number:
        return False
    degree = int(expr.children[1].sym.q)
    return degree > 1 and degree % 2 == 1


def _defined(expr: Expr) -> list[Condition]:
    """Return what must hold for an expression to be defined."""
    return [
        Condition("nonzero", node.children[0])
        for node in expr.walk()
        if node.head == tk.LOG or is_reciprocal(node) or _has_open_exponent(node)
    ]


def _has_open_exponent(expr: Expr) -> bool:
    """Whether this is a power whose exponent may be negative."""
    return expr.head == tk.POW and not expr.children[1].is_number
