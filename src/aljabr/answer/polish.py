"""The same end, by a tidier derivation."""

from __future__ import annotations

from aljabr.algebra.equality import Equality, compare
from aljabr.algebra.expr import Expr
from aljabr.algebra.points import NUM_POINTS, Point
from aljabr.answer.judge import Judge
from aljabr.answer.tidy import Accepts, tidy
from aljabr.game.graph import ISOLATED, VANISHED
from aljabr.search.path import Path


def polish(
    judge: Judge, start: int, path: Path, value: Expr | None, accepts: Accepts, deadline: float
) -> None:
    """Offer tidier derivations that end in the same value, or without the unknown."""
    graph = judge.graph

    def is_goal(state: int) -> bool:
        flag = ISOLATED if value is not None else VANISHED
        if not graph.flags[state] & flag:
            return False
        if value is None:
            return True
        points = map(Point, range(NUM_POINTS))
        same = compare(graph.table, graph.equation(state).rhs, value, points)
        return same in (Equality.PROVED, Equality.AGREE)

    tidy(graph, start, path, is_goal, accepts, deadline)
