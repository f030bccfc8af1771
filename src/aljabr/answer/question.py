"""The question: an equation as it was typed, where it is asked, and what holds of it at sight."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import cast

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.equality import is_proved
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.algebra.forms import Forms
from aljabr.algebra.points import NUM_POINTS, is_equal, with_some_unknown
from aljabr.algebra.proof import put_in
from aljabr.algebra.signs import Signs
from aljabr.answer.asking import has_open_exponent, is_odd_root
from aljabr.answer.solution import Domain
from aljabr.answer.stating import is_odd_power, reality, stated
from aljabr.game.graph import StateGraph


class Question:
    """An equation to be solved in the real numbers or in all."""

    def __init__(self, graph: StateGraph, equation: Equation, domain: Domain = "real") -> None:
        self.graph = graph
        self.equation = equation
        self.domain = domain
        self.is_real = domain == "real"
        self.forms = Forms(graph.table, self.is_real)
        self.sides = equation.lhs, equation.rhs
        self.positive = () if self.is_real else equation.positive
        """What is read as if it were positive; among real numbers that is asked anyway."""

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
        return [Condition("positive", each) for each in self.positive]

    @property
    def reads_unknown_as_positive(self) -> bool:
        """Whether the equation was read as if the unknown lay where it need not."""
        return any(each.holds_unknown for each in self.positive)

    def limits(self, root: Expr | None = None) -> list[Condition]:
        """Return what may not vanish as typed, at a root if one is given."""
        found = [Condition("nonzero", each) for each in self.equation.domain]
        return [*found, *(each for each in self.of_powers(root) if each.kind == "nonzero")]

    def everywhere(self, conditions: list[Condition]) -> tuple[Condition, ...]:
        """Return where every value is a root: where all is defined, and real if asked."""
        found = stated(self.forms, [*conditions, *self.limits(), *self.parts(), *self.read_as()])
        signs = Signs(self.forms.table, real=self.is_real)
        return tuple(each for each in found if not (self.is_real and signs.decides(each)))

    def parts(self, root: Expr | None = None) -> list[Condition]:
        """Return what must hold for all that was typed to be real, at a root if one is given."""
        if not self.is_real:
            return []
        found = [Condition(cast(KindName, kind), each) for kind, each in self.equation.real]
        return [*found, *(each for each in self.of_powers(root) if each.kind == "positive")]

    def of_powers(self, root: Expr | None) -> list[Condition]:
        """Return what is asked of u where u^v was typed, and both hold the unknown.

        (-1)^2 is real, (-1)^(1/2) is not, 0^2 is defined and 0^0 is not.
        """
        found = []
        for base, exponent in self.equation.powers:
            value, power = (side.sym if root is None else put_in(side, root)
                            for side in (base, exponent))  # fmt: skip
            if value == 0 and ar.is_positive_number(power):
                continue
            found.append(Condition("nonzero", base))
            if not power.is_integer:
                found.append(Condition("positive", base))
        return list(dict.fromkeys(found))

    def of_parameters(self, conditions: list[Condition]) -> tuple[Condition, ...]:
        nonzero = [c for c in conditions if c.kind == "nonzero" and not c.expr.holds_unknown]
        return stated(self.forms, nonzero)

    # -- odd roots ---------------------------------------------------------------------------------

    @cached_property
    def has_odd_root(self) -> bool:
        """Whether the unknown stands in a root of odd degree."""
        return any(is_odd_root(each) for side in self.sides for each in side.walk())

    @property
    def reads_roots_as_real(self) -> bool:
        """Whether odd roots may not be the principal ones, so that complex roots are others."""
        return self.is_real and (self.has_odd_root or self.equation.odd_roots)

    def at(self, condition: Condition, root: Expr) -> Condition:
        """Return a condition at a root, with real odd roots if it can be said without roots."""
        if not (self.is_real and self.has_odd_root and condition.expr.holds_unknown):
            return condition
        real = reality(self.forms, root) or []
        expr = self.graph.table.intern(put_in(condition.expr, root, real, real=True))
        plain = expr is not None and not any(map(is_odd_power, expr.walk()))
        return replace(condition, expr=expr) if expr is not None and plain else condition

    def is_principal(self, conditions: list[Condition], root: Expr) -> bool:
        """Whether conditions at a root hold odd roots, which are read as principal ones then."""
        held = (each.expr for each in (self.at(each, root) for each in conditions))
        return any(is_odd_root(each) for expr in held for each in expr.walk())

    # -- powers with letters -----------------------------------------------------------------------

    @cached_property
    def has_letter_exponent(self) -> bool:
        """Whether a power of the unknown has an exponent that may be whole or not.

        Where a real logarithm of the same base was typed, it is positive, and all is one. What a
        step loses where a base is negative it says, if the exponent holds the unknown, too.
        """
        nodes = [each for side in self.sides for each in side.walk()]
        positive = [each.children[0].sym for each in nodes if each.head == tk.LOG and self.is_real]
        return any(
            each.head == tk.POW and each.children[0].holds_unknown and has_open_exponent(each)
            and each.children[0].sym not in positive
            and not (self.is_real and each.children[1].holds_unknown)
            for each in nodes
        )  # fmt: skip
