"""An answer no worse, by a tidier derivation."""

from __future__ import annotations

from aljabr.algebra.equality import Equality, compare
from aljabr.algebra.points import NUM_POINTS, Point
from aljabr.answer.judge import Finding, Judge
from aljabr.answer.tidy import tidy, with_principal_values
from aljabr.game.graph import ISOLATED, VANISHED
from aljabr.search.path import Path


def concluded(judge: Judge, path: Path) -> Finding | None:
    """Judge a path; if it proves nothing, the same with principal values where it took others."""
    finding = judge.finding(path)
    if finding is not None:
        return finding
    found: list[Finding] = []

    def accepts(other: Path) -> bool:
        finding = judge.finding(other)
        if finding is not None:
            found.append(finding)
        return finding is not None

    with_principal_values(judge.graph, judge.start, path, accepts)
    return found[-1] if found else None


def polished(judge: Judge, finding: Finding, deadline: float) -> Finding:
    """Return the answer by the tidiest derivation found until the deadline."""
    graph, best = judge.graph, [finding]

    def is_goal(state: int) -> bool:
        value = best[0].value
        flag = ISOLATED if value is not None else VANISHED
        if not graph.flags[state] & flag:
            return False
        if value is None:
            return True
        points = map(Point, range(NUM_POINTS))
        same = compare(graph.table, graph.equation(state).rhs, value, points)
        return same in (Equality.PROVED, Equality.AGREE)

    def accepts(path: Path) -> bool:
        found = judge.finding(path)
        if found is None or not found.is_no_worse_than(best[0]):
            return False
        best[0] = found
        return True

    path = with_principal_values(graph, judge.start, finding.derivation.path, accepts)
    tidy(graph, judge.start, path, is_goal, accepts, deadline)
    return best[0]
