"""Roots in an interval: `sin x = 1/2, 0 <= x < 2pi` asks for two, not for families of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import digits
from aljabr.algebra.prover import value_of

MAX_MEMBERS: Final = 200
_NEAR: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Interval:
    """All values from one bound to another."""

    low: Expr
    high: Expr
    has_low: bool
    """Whether the lower bound is one of the values."""
    has_high: bool

    def holds(self, value: Expr) -> bool | None:
        """Whether a number is in the interval; None if nobody can tell."""
        above = _is_above(value, self.low, self.has_low)
        below = _is_above(self.high, value, self.has_high)
        return None if above is None or below is None else above and below

    def has_near(self, value: float) -> bool:
        """Whether a decimal is certainly inside."""
        return _float(self.low) + _NEAR < value < _float(self.high) - _NEAR

    def members(self, table: ExprTable, values: Iterable[Expr]) -> list[Expr] | None:
        """Write families as their members in the interval; None if nobody can tell."""
        found: dict[Expr, None] = {}
        for value in values:
            integers = value.sym.free_symbols & {*ar.INTEGERS}
            if not integers:
                found[value] = None
                continue
            inside = self._of_family(table, value, next(iter(integers)))
            if inside is None or len(integers) > 1:
                return None
            found |= dict.fromkeys(inside)
        return list(found)

    def _of_family(self, table: ExprTable, family: Expr, integer: Sym) -> list[Expr] | None:
        """Return the members of a family in which every second one is as far from the next."""
        first = [_at(table, family, integer, number) for number in range(6)]
        near = [_float(each) for each in first]
        if not all(map(math.isfinite, near)):
            return None
        found: list[Expr] = []
        for start in (0, 1):
            step = near[start + 2] - near[start]
            if abs(step) < _NEAR or abs(near[start + 4] - near[start + 2] - step) > _NEAR:
                return None
            ends = sorted((_float(bound) - near[start]) / step for bound in (self.low, self.high))
            if ends[1] - ends[0] > MAX_MEMBERS:
                return None
            for number in range(math.floor(ends[0]) - 1, math.ceil(ends[1]) + 2):
                value = _at(table, family, integer, start + 2 * number)
                is_inside = None if value is None else self.holds(value)
                if value is None or is_inside is None:
                    return None
                found += [value] if is_inside else []
        return found


def interval_of(table: ExprTable, bounds: Iterable[tuple[str, Expr]]) -> Interval | None:
    """Make an interval of what must not be negative, if that bounds the unknown on both sides."""
    low: tuple[Expr, bool] | None = None
    high: tuple[Expr, bool] | None = None
    for kind, expr in bounds:
        lower, upper = table.intern(ar.X - expr.sym), table.intern(ar.X + expr.sym)
        if lower is not None and not lower.holds_symbols:
            low = lower, kind == "root"
        elif upper is not None and not upper.holds_symbols:
            high = upper, kind == "root"
    if low is None or high is None:
        return None
    return Interval(low[0], high[0], low[1], high[1])


def _at(table: ExprTable, family: Expr, integer: Sym, number: int) -> Expr | None:
    value = family.sym.subs({integer: ar.rational(number)})
    return table.intern(ar.canonical(ar.rebuilt(value)))


def _float(value: Expr | None) -> float:
    found = math.nan if value is None or value.holds_symbols else digits(value)
    return math.nan if isinstance(found, tuple) else float(found)


def _is_above(value: Expr, bound: Expr, is_closed: bool) -> bool | None:
    difference = _float(value) - _float(bound)
    if math.isnan(difference):
        return None
    if abs(difference) > _NEAR:
        return difference > 0
    return is_closed if value_of(value.sym - bound.sym) == 0 else None
