"""Roots that are names for what a lemma says, with letters: when they hold.

The lemma is proved. The steps around it lead back under their own conditions, which must be about
letters alone. That no other root was gained is not proved: so the root must solve the equation at
points, and be refuted at none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Named
from aljabr.answer.asking import made_of
from aljabr.answer.derivation import Derivation, Line
from aljabr.answer.naming import Naming
from aljabr.game.kernels import kernel_of

NUM_POINTS: Final = 6
"""At how many points a root is tried."""


def solves_at_points(naming: Naming, sides: tuple[Expr, Expr], value: Expr) -> bool:
    """Whether a value by names solves an equation wherever it is defined, at some points."""
    seen = 0
    for number in range(NUM_POINTS):
        point = Named(number)
        if not point.run(naming.table, naming.program.needed([value.sym])):
            continue
        root = point.of(naming.table, value.sym)
        answer = None if root is None else point.solves(*sides, root)
        if answer is False:
            return False
        seen += bool(answer)
    return seen > 0


def conditions_of(
    derivation: Derivation, limits: Iterable[Condition], real: bool
) -> list[Condition] | None:
    """Return what the lemmas ask, and that no limit is broken at a root; None if nobody knows.

    A root of f(x) is none of c*x + d if f(-d/c) is not zero.
    """
    table = derivation.graph.table
    lines = [line for line in derivation.lines if line.action.rule.is_lemma]
    asked = [each for line in lines
             for each in line.action.rule.conditions(table, line.before, None)]  # fmt: skip
    for side in (each for line in lines for each in (line.before.lhs, line.before.rhs)):
        made = [each for each in made_of(table, side, real) if not each.expr.holds_unknown]
        if any(ar.NAME_MARK in str(each.expr.sym) for each in made):
            return None
        asked += made  # names stand for these coefficients
    for limit in limits:
        if not limit.expr.holds_unknown:
            asked.append(limit)
            continue
        found = laurent.coefficients(limit.expr.sym)
        if limit.kind != "nonzero" or found is None or not found.keys() <= {0, 1} or not lines:
            return None
        point = ar.negate(found.get(0, ar.ZERO)) / found[1]
        before = lines[0].before
        value = _at(table, before.lhs.sym - before.rhs.sym, point)
        if value is None:
            return None
        asked.append(Condition("nonzero", value))
    for piece in made_of(table, derivation.end.rhs, real):
        if ar.NAME_MARK in str(piece.expr.sym):  # a root is zero if the last coefficient is
            asked += [Condition("nonzero", each) for line in lines for each in _last(table, line)]
        else:
            asked.append(piece)
    return asked


def _last(table: ExprTable, line: Line) -> list[Expr]:
    """Return the coefficient of the lowest power in the equation that a lemma solves."""
    found = kernel_of(line.before.lhs, line.before.rhs)
    last = None if found is None else table.intern(found.difference[min(found.difference)])
    return [] if last is None else [last]


def _at(table: ExprTable, sym: ar.Sym, point: ar.Sym) -> Expr | None:
    try:
        return table.intern(ar.expand(ar.replaced(sym, {ar.X: point})))
    except RuntimeError:  # some complex numbers are more than SymEngine can multiply
        return None
