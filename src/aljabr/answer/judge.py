"""What a derivation proves: a root, that there is none, that every value is one, or nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import cast

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equality import is_proved
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.algebra.points import ALL_POINTS, MANY_POINTS, Point, at_root, is_equal
from aljabr.algebra.proof import proves_root, put_in, solves_at
from aljabr.algebra.roots import polynomial
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import is_rational
from aljabr.answer.asking import made_of, of_equation, why_not
from aljabr.answer.derivation import Derivation
from aljabr.answer.finding import FAILS, NOT_REAL, Finding, failing
from aljabr.answer.lemmas import conditions_of, solves_at_points
from aljabr.answer.losses import Losses
from aljabr.answer.naming import Naming
from aljabr.answer.question import Question
from aljabr.answer.rays import ray
from aljabr.answer.solution import Domain, Remark
from aljabr.answer.stating import (
    ask_more,
    impossible,
    is_impossible,
    is_never_real,
    is_odd_power,
    needed,
    real_factor,
    reality,
)
from aljabr.answer.ways import has_others, only_at_zero
from aljabr.game.graph import VANISHED, StateGraph
from aljabr.search.path import Goal, Path


class Judge(Question):
    """Decides what derivations of one equation prove, in the real numbers or in all."""

    def __init__(self, graph: StateGraph, equation: Equation, domain: Domain = "real") -> None:
        super().__init__(graph, equation, domain)
        self.start = graph.add(equation)
        self.is_doubtful = not all(each.holds_symbols for each in equation.domain)
        """Whether it is divided by a number that may be zero, though it does not show."""
        self.losses = Losses(graph.table, self.forms, equation, self.is_real)
        self.naming = Naming(graph.table, self.is_real)
        self._claims: dict[Sym, tuple[bool, tuple[Condition, ...] | None]] = {}

    def goal(self) -> Goal:
        """Return the goal of a search for one root, or for a proof that there is none."""
        return lambda _, path_fn: self.answers(self.finding(path_fn()))

    def answers(self, finding: Finding | None) -> bool:
        """Whether a finding answers the question by itself."""
        if finding is None or finding.verdict in ("root", "all_values"):
            return finding is not None
        lost = self.losses.of(finding.derivation.lines)
        return self.is_only_candidate(finding) or not (lost.obligations or lost.unproved)

    def at_sight(self) -> Finding | None:
        """Judge the equation itself: an identity, or one without the unknown."""
        nothing_done = self.derivation(())
        lhs, rhs = self.equation.lhs, self.equation.rhs
        if self.is_doubtful:
            return None
        if self.is_identity():
            return Finding("all_values", nothing_done, conditions=self.everywhere([]))
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
        if ar.NAME_MARK in str(derivation.end.rhs.sym):
            return self.by_name(derivation)
        root = self.forms.simplest(derivation.end.rhs)
        rational = self.is_rational and is_rational(root)
        judge_fn = self.rational if rational else self.branched
        found = judge_fn(derivation, root)
        is_root = found is not None and found.verdict == "root"
        return self.in_reals(found) if found is not None and is_root and self.is_real else found

    def in_reals(self, found: Finding) -> Finding | None:
        """Ask of a root that it is real, and all that was typed with it."""
        root = found.value
        assert root is not None
        real = reality(self.forms, root)
        if real is None or is_impossible(self.forms, real, root):
            return self.not_real(found, root)
        broken = impossible(self.forms, self.parts(root), root)
        if broken is not None:
            note = why_not(broken, self.equation.unknown)
            return replace(found, verdict="rejected", conditions=(), note=note)
        asked = [*found.conditions, *real, *self.parts(root)]
        conditions = self.needed(asked, root)
        if conditions is None and not real:  # it is real, but what was typed is not
            return replace(found, verdict="rejected", conditions=(), note=FAILS)
        if conditions is None:
            return replace(found, verdict="not_real")
        narrow = found.narrow or self.is_principal(asked, root)
        return replace(found, conditions=tuple(conditions), narrow=narrow)

    def needed(self, conditions: list[Condition], root: Expr) -> list[Condition] | None:
        """Return what is left to ask for a root."""
        return needed(self.forms, [self.at(each, root) for each in conditions], root)

    def not_real(self, found: Finding, root: Expr) -> Finding | None:
        """Say that a root is not real: i*d is not, unless d = 0."""
        factor = real_factor(self.forms, root)
        if factor is None:
            return (
                Finding("nothing", found.derivation) if self.is_broken(found.derivation) else None
            )
        asked = [*found.conditions, Condition("nonzero", factor)]
        conditions = self.needed(asked, root)
        if conditions is None or ar.INTEGER_MARK in str(factor.sym):
            return None  # for some whole number it may be zero
        return replace(found, verdict="not_real", conditions=tuple(conditions))

    def is_broken(self, derivation: Derivation) -> bool:
        """Whether a part of the equation as typed would not be real, on the way to a candidate."""
        parts = {each for side in self.sides for each in side.walk() if each.holds_unknown}
        return any(line.after.lhs in parts and is_never_real(self.forms, line.after.rhs)
                   for line in derivation.lines)  # fmt: skip

    def by_name(self, derivation: Derivation) -> Finding | None:
        """Judge a root that is a name for what a lemma says, with letters."""
        value = self.graph.table.intern(self.naming.value(derivation))
        if value is None or not solves_at_points(self.naming, self.sides, value):
            return None
        asked = conditions_of(derivation, self.limits(value), self.is_real)
        if asked is None or (least := self.needed(asked, value)) is None:
            return None
        for backward in derivation.backward():
            branches = [each for each in backward if each.kind != "nonzero"]
            found = self.needed([*asked, *branches], value)
            if found is None or not self.naming.are_of_letters(found):
                continue
            proved = Finding("root", derivation, value, tuple(found), "lemma")
            return self.on_ways(proved, least, [*asked, *branches])
        return None

    # -- a root of a rational equation -------------------------------------------------------------

    @cached_property
    def is_rational(self) -> bool:
        """Whether the equation is one between fractions of polynomials, which have no branches."""
        return is_rational(self.equation.lhs) and is_rational(self.equation.rhs)

    @cached_property
    def linear(self) -> tuple[Expr, Expr] | None:
        """A and B, if the equation over one denominator is A*x + B = 0, and rational."""
        if not self.is_rational:
            return None
        difference = self.graph.table.intern(self.equation.lhs.sym - self.equation.rhs.sym)
        return None if difference is None else self.forms.linear(difference)

    def rational(self, derivation: Derivation, root: Expr) -> Finding | None:
        """Judge a root by algebra alone: it is one, or not, whatever the derivation did."""
        if root.sym not in self._claims:
            self._claims[root.sym] = self.claim(root)
        proved, conditions = self._claims[root.sym]
        if proved and conditions is not None:
            return Finding("root", derivation, root, conditions, "exact")
        return self.rejected(derivation, root) or self.rejected_in_general(derivation, root)

    def rejected_in_general(self, derivation: Derivation, root: Expr) -> Finding | None:
        """Reject a candidate but for special parameters, for which alone both sides agree."""
        difference = None if self.has_odd_root else self.difference(root)
        if difference is None or not difference.holds_parameters or not is_rational(difference):
            return None
        conditions = self.of_parameters([Condition("nonzero", difference)])
        return Finding("nothing", derivation, conditions=conditions) if conditions else None

    def is_only_candidate(self, finding: Finding) -> bool:
        """Whether this is the root of A*x + B, or would be: there can be no other."""
        if self.linear is None or finding.value is None:
            return False
        return finding.verdict == "root" or self._claims.get(finding.value.sym, (False,))[0]

    def rejected(self, derivation: Derivation, root: Expr) -> Finding | None:
        """Reject a candidate that is certainly no root, unless a reader may see it otherwise."""
        if self.is_real and any(map(is_odd_power, root.walk())) and not self.has_parameters(root):
            return None
        real = (reality(self.forms, root) or []) if self.is_real else []
        if is_impossible(self.forms, real, root) and is_never_real(self.forms, root):
            return Finding("rejected", derivation, root, note=NOT_REAL)
        broken = impossible(self.forms, [*self.limits(root), *self.parts(root)], root)
        if broken is not None:
            return Finding(
                "rejected", derivation, root, note=why_not(broken, self.equation.unknown)
            )
        if self.is_odd_root_read_otherwise():
            return None
        if self.fails_everywhere(root):
            return failing(derivation, root)
        if self.has_parameters(root):
            return None
        answer = solves_at(*self.sides, root, self.equation.domain, 0, self.is_real)
        return failing(derivation, root) if answer is False else None

    def fails_everywhere(self, root: Expr) -> bool:
        """Whether both sides differ by a number, whatever parameters and whole numbers are."""
        if self.has_odd_root:  # among real numbers its value is another one
            return False
        difference = self.difference(root)
        if difference is None or difference.holds_symbols:
            return False
        return Signs(self.graph.table).decides(Condition("nonzero", difference)) is True

    def difference(self, root: Expr) -> Expr | None:
        """Return left less right with a candidate in the unknown's place; None if undefined."""
        left, right = (put_in(side, root) for side in self.sides)
        return self.graph.table.intern(left - right)

    def claim(self, root: Expr) -> tuple[bool, tuple[Condition, ...] | None]:
        """Return whether substitution proves a root, and when it is one; None if never."""
        is_constant = root.head == tk.ALGEBRAIC and self.has_factor(root)
        if not is_constant and not proves_root(*self.sides, root, (), self.is_real):
            return False, None
        left = self.needed(self.defined(root), root)
        return True, None if left is None else tuple(left)

    def defined(self, root: Expr) -> list[Condition]:
        """Return what must hold for a root and the equation as typed to be defined."""
        made = made_of(self.graph.table, root, self.is_real)
        asked = [*made, *self.limits(root), *self.read_as()]
        if self.linear is not None:  # also with a root such as 5/e, which is no fraction
            asked.append(Condition("nonzero", self.linear[0]))
        return asked

    def has_factor(self, constant: Expr) -> bool:
        """Whether the polynomial of a constant is a factor of the equation's."""
        found = polynomial(self.graph.table, *self.sides, self.equation.domain)
        return found is not None and found.has_root(constant.sym.name)

    def has_parameters(self, root: Expr) -> bool:
        return any(each.holds_parameters for each in (*self.sides, root))

    # -- any other root --------------------------------------------------------------------------

    def branched(self, derivation: Derivation, root: Expr) -> Finding | None:
        """Judge a root: by substitution if that proves it, else by the way back.

        Each step leads back under its own conditions. Where these are all that there are, and
        proved impossible, the candidate is no root.
        """
        defined = self.defined(root)
        may_be_root = self.may_be_root(root)
        least = self.needed(defined, root)
        if least is None:
            return None if self.positive else self.rejected(derivation, root)
        if may_be_root and self.proves(root, least) and self.stands(root, least, exact=True):
            return Finding("root", derivation, root, tuple(least), "exact")
        possible = not derivation.ways_back_are_all
        for backward in derivation.backward():
            branches = [each for each in backward if each.kind != "nonzero"]
            if is_impossible(self.forms, branches, root):
                continue
            possible = True
            fewer = self.needed([*defined, *branches], root) if may_be_root else None
            if fewer is None:
                continue
            verified, conditions = "exact", fewer
            if not (self.proves(root, fewer) and self.stands(root, fewer, exact=True)):
                asked = self.needed([*defined, *backward], root)
                if asked is None or not self.stands(root, asked, exact=False):
                    continue
                verified, conditions = "numeric", asked
            proved = Finding("root", derivation, root, tuple(conditions), verified)
            return self.on_ways(proved, least, [*defined, *backward])
        if self.positive:
            return None
        if not possible and self.has_parameters(root) and not self.is_odd_root_read_otherwise():
            return failing(derivation, root)
        found = self.rejected(derivation, root) or self.rejected_in_general(derivation, root)
        return found or self.rejected_but_at_zero(derivation, root)

    def on_ways(self, found: Finding, least: list[Condition], asked: list[Condition]) -> Finding:
        """Note whether a root may be one elsewhere, too: by other ways, or for more letters."""
        root = cast(Expr, found.value)
        narrow = any(each not in least for each in found.conditions) and has_others(
            self.forms, self.losses.signs, found.derivation, root
        )
        return replace(found, narrow=narrow, enough=ask_more(self.forms, asked, root))

    def rejected_but_at_zero(self, derivation: Derivation, root: Expr) -> Finding | None:
        """Reject a candidate to which no way leads back, but where something is zero."""
        asked = only_at_zero(self.forms, derivation, root)
        if not asked or self.is_odd_root_read_otherwise():
            return None
        return Finding("nothing", derivation, conditions=self.of_parameters(asked))

    def proves(self, root: Expr, assumed: list[Condition]) -> bool:
        """Whether substitution proves a root; over the real numbers it is asked to be real."""
        real = (reality(self.forms, root) or []) if self.is_real else []
        parts = [each for each in self.parts() if not each.expr.holds_unknown]
        return proves_root(*self.sides, root, [*assumed, *real, *parts], self.is_real)

    def may_be_root(self, root: Expr) -> bool:
        """Whether a candidate agrees with the equation at a point, or nobody can tell.

        If it does so nowhere, no conditions would be met under which it is one.
        """
        if not self.has_parameters(root):
            return True
        for number in MANY_POINTS:
            point = at_root(root, number, real=self.is_real)
            if point is not None and is_equal(point, *self.sides) is not False:
                return True
        return False

    def stands(self, root: Expr, conditions: list[Condition], exact: bool) -> bool:
        """Whether a root agrees with the equation at all points tried that its conditions allow.

        That proves nothing. But a root that fails there has conditions that are not enough, and of
        conditions that never hold nobody learns anything: one that is proved need only be met.
        """
        seen = 0
        for number in MANY_POINTS if self.has_parameters(root) else (0,):
            point = at_root(root, number)
            if point is None:
                continue
            if not all(each.holds_at(point) and each.is_real_at(point) for each in conditions):
                continue
            answer = exact or solves_at(
                *self.sides, root, self.equation.domain, number, self.is_real
            )
            if answer is False:
                return False
            seen += bool(answer)
            if seen == (1 if exact else ENOUGH):
                break
        return seen > 0

    # -- no root ---------------------------------------------------------------------------------

    def is_odd_root_read_otherwise(self) -> bool:
        """Whether who takes x^(1/3) for the real root sees more roots than there are."""
        return not self.is_real and self.has_odd_root

    def without_unknown(self, derivation: Derivation) -> Finding | None:
        """Judge an equation without the unknown: 0 = 1, or 0 = 0."""
        lhs, rhs = derivation.end.lhs, derivation.end.rhs
        if not is_proved(self.graph.table, lhs, rhs):
            return self.contradiction(derivation)
        lost = self.losses.of(derivation.lines)
        is_sure = not (lost.obligations or lost.unproved or derivation.adds_roots)
        limits = [*self.limits(), *self.parts()]
        on_ray = self.is_real and not lost.unproved
        found = ray(self.forms, derivation, limits) if on_ray else None
        if is_sure and self.seems_identity():
            found = self.everywhere(derivation.forward)
        return None if found is None else Finding("all_values", derivation, conditions=found)

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
        if always is None and ar.INTEGER_MARK in str(difference.sym):
            return None  # for some whole number they may be equal
        is_said = bool(derivation.lines) and derivation.lines[-1].action.rule.cases is not None
        note = Remark() if is_said or not always else of_equation("{} is never true.", end)
        asked = [] if always else [different]
        return Finding("nothing", derivation, conditions=self.of_parameters(asked), note=note)


ENOUGH = 12
"""Points at which a root was seen to be one, and no more are tried."""
