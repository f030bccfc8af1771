"""What the steps of a derivation lose, unless it is solved on its own.

A step splits into cases: those beside the one it goes on with, and, where it divides by something
that holds the unknown, that this is zero. These are obligations. What a step asks of the parameters
is a condition of the whole answer. Anything else must be proved, or roots may be lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.forms import Forms
from aljabr.algebra.points import NUM_POINTS, with_some_unknown
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import NONNEGATIVE
from aljabr.answer.derivation import Line
from aljabr.game import games
from aljabr.game.cases import vanishing


@dataclass(frozen=True, slots=True)
class Obligation:
    """A case beside a step of a derivation."""

    place: int
    """The step, counted from 0."""
    equation: Equation | None
    """What is to be solved; None if it is undefined or too long."""
    divides: bool = False
    """Whether it says that what was divided by is zero."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What a derivation loses."""

    obligations: tuple[Obligation, ...] = ()
    conditions: tuple[Condition, ...] = ()
    """What the parameters must satisfy for nothing else to be lost."""
    unproved: bool = False
    """Whether a step may lose more than that."""


class Losses:
    """Finds what derivations of one equation lose."""

    def __init__(self, table: ExprTable, forms: Forms, equation: Equation, real: bool) -> None:
        self.table = table
        self.forms = forms
        self.unknown = equation.unknown
        self.real = real
        parts = [Condition(cast(KindName, kind), each) for kind, each in equation.real]
        limits = [Condition("nonzero", each) for each in equation.domain]
        self.signs = Signs(table, [*limits, *(parts if real else [])], real)
        self._excluded = {
            factor.sym for each in equation.domain for factor in forms.vanishing_factors(each)
        }

    def of(self, lines: Sequence[Line]) -> Lost:
        """Return what some steps lose."""
        obligations: list[Obligation] = []
        conditions: dict[Condition, None] = {}
        unproved = False
        for place, line in enumerate(lines):
            cases = games.cases(self.table, line.before, line.action)
            obligations += [
                Obligation(place, each)
                for each in cases
                if each != line.after and not self._is_within(each, line.after)
            ]
            rule, term = line.action.rule, line.action.term
            for condition in rule.conditions(self.table, line.before, term):
                if self.is_sure(condition):
                    continue
                if condition.kind != "nonzero" or not condition.expr.holds_symbols:
                    unproved = True
                elif _holds_integer(condition.expr) and not condition.expr.holds_unknown:
                    lost = self._lost_where(condition.expr, line.before)
                    unproved = unproved or lost is None
                    conditions |= dict.fromkeys(lost or ())
                elif condition.expr.holds_unknown:
                    zero = self._zero(condition.expr)
                    if zero is not None:
                        obligations.append(Obligation(place, zero, divides=True))
                    letters = list(self._of_letters(condition.expr))
                    unproved = unproved or any(_holds_integer(each.expr) for each in letters)
                    conditions |= dict.fromkeys(letters)
                else:
                    conditions[condition] = None
        return Lost(tuple(obligations), tuple(conditions), unproved)

    def _lost_where(self, zero: Expr, equation: Equation) -> list[Condition] | None:
        """Return what is asked for an equation to have no root where a whole number is zero.

        2*n*x = 1 has none for n = 0, 2*n*x = a none if a ≠ 0. None if it may have some.
        """
        letters = list(zero.sym.free_symbols)
        if len(letters) != 1 or (zero.sym / letters[0]).free_symbols:
            return None
        left, right = (ar.replaced(side.sym, {letters[0]: ar.ZERO})
                       for side in (equation.lhs, equation.rhs))  # fmt: skip
        apart = self.table.intern(ar.expand(left - right))
        if apart is None or not any(map(Condition("nonzero", apart).holds_at, _POINTS)):
            return None  # perhaps it is zero everywhere
        factors = [Condition("nonzero", each) for each in self.forms.vanishing_factors(apart)]
        asked = [each for each in factors if not self.is_sure(each)]
        if any(each.expr.holds_unknown or _holds_integer(each.expr) for each in asked):
            return None
        return asked

    def is_sure(self, condition: Condition) -> bool:
        """Whether a condition is proved; of the unknown, signs are known only if it is real."""
        may_be_complex = not self.real and condition.expr.holds_unknown
        return not may_be_complex and bool(self.signs.decides(condition))

    def _is_within(self, case: Equation | None, main: Equation) -> bool:
        """Whether a case u = -v has no root that u = v has not: neither is negative."""
        if not self.real or case is None or case.lhs is not main.lhs:
            return False
        if case.rhs.sym != ar.negate(main.rhs.sym):
            return False
        return all(self._is_never_negative(side) for side in (main.lhs, main.rhs))

    def _is_never_negative(self, expr: Expr) -> bool:
        """Whether an expression is positive or zero wherever it is real."""
        if expr.head == tk.MUL:
            return all(map(self._is_never_negative, expr.children))
        is_number = expr.head == tk.POW and expr.children[1].is_number
        if is_number and int(expr.children[1].sym.q) % 2 == 0:
            return True
        sign = self.signs.of(expr)
        return sign is not None and sign <= NONNEGATIVE

    def _of_letters(self, expr: Expr) -> Iterator[Condition]:
        """Yield what is asked of the factors without the unknown, for which all may vanish."""
        for factor in self.forms.vanishing_factors(expr):  # letters are real in any case
            condition = Condition("nonzero", factor)
            if factor.holds_symbols and not factor.holds_unknown and not self.is_sure(condition):
                yield condition

    def _zero(self, expr: Expr) -> Equation | None:
        """Return the equation of what may vanish in an expression; None if nothing may."""
        found = self.forms.vanishing_factors(expr) if self.real else vanishing(expr)
        factors = [
            factor for factor in found if factor.sym not in self._excluded and factor.holds_unknown
        ]
        product = self.table.intern(ar.times(*[factor.sym for factor in factors]))
        zero = self.table.intern(ar.ZERO)
        if not factors or zero is None:
            return None
        return Equation(expr if product is None else product, zero, self.unknown)


_POINTS: Final = tuple(map(with_some_unknown, range(NUM_POINTS)))


def _holds_integer(expr: Expr) -> bool:
    return ar.INTEGER_MARK in str(expr.sym)
