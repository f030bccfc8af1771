"""Are two expressions equal? One answer for the whole house."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Point, is_equal
from aljabr.algebra.polynomials import TooHard
from aljabr.algebra.prover import Prover


class Equality(Enum):
    """What is known of two expressions."""

    PROVED = "proved"
    """They are equal wherever both are defined, by algebra without conditions."""
    AGREE = "agree"
    """They are equal at test points, and different at none; nothing is proved."""
    DIFFER = "differ"
    """They are certainly different at a test point."""
    UNKNOWN = "unknown"
    """No test point tells anything."""


def compare(table: ExprTable, left: Expr, right: Expr, points: Iterable[Point] = ()) -> Equality:
    """Say what is known of two expressions: what the points refute, then what is proved."""
    if left is right:
        return Equality.PROVED
    seen = Equality.UNKNOWN
    for point in points:
        answer = is_equal(point, left, right)
        if answer is False:
            return Equality.DIFFER
        if answer:
            seen = Equality.AGREE
    return Equality.PROVED if is_proved(table, left, right) else seen


def is_proved(table: ExprTable, left: Expr, right: Expr) -> bool:
    """Whether two expressions are proved equal."""
    if left is right:
        return True
    try:
        return Prover(table).is_zero(left.sym - right.sym)
    except TooHard:
        return False


def always_differ(left: Expr, right: Expr, points: Iterable[Point]) -> bool:
    """Whether two expressions are certainly different at every one of some points."""
    return all(is_equal(point, left, right) is False for point in points)
