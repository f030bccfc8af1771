"""The same end, by a tidier derivation."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.equality import Equality, compare
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import NUM_POINTS, Point
from aljabr.answer.judge import Judge
from aljabr.answer.tidy import Accepts, tidy
from aljabr.game.graph import ISOLATED, VANISHED
from aljabr.search.path import Path

PRECISE: Final = 2_200
"""Bits to which values with letters must agree."""


def polish(
    judge: Judge, start: int, path: Path, value: Expr | None, accepts: Accepts, deadline: float
) -> None:
    """Offer tidier derivations that end in the same value, or without the unknown."""
    graph = judge.graph
    wanted = () if value is None else (value, *_turned(graph.table, value))

    def is_goal(state: int) -> bool:
        flag = ISOLATED if value is not None else VANISHED
        if not graph.flags[state] & flag:
            return False
        rhs = graph.equation(state).rhs
        return not wanted or any(_is_same(graph.table, rhs, each) for each in wanted)

    tidy(graph, start, path, is_goal, accepts, deadline)


def _is_same(table: ExprTable, one: Expr, other: Expr) -> bool:
    """Whether two values are proved to be one, or with letters to many digits at all points.

    The form of a root with letters may hold under conditions, which are asked for afterwards.
    """
    points = [Point(number, precision=PRECISE) for number in range(NUM_POINTS)]
    same = compare(table, one, other, points)
    return same is Equality.PROVED or (same is Equality.AGREE and one.holds_parameters)


def _turned(table: ExprTable, value: Expr) -> list[Expr]:
    """Return a family counted the other way round, which is the same family."""
    letters = [each for each in value.sym.free_symbols if ar.INTEGER_MARK in str(each)]
    turned = table.intern(value.sym.subs({each: -each for each in letters})) if letters else None
    return [] if turned is None else [turned]
