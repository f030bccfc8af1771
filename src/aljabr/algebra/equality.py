"""Are two expressions equal, or is one zero? One answer for the whole house."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from enum import Enum
from math import inf

from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Point, digits, is_equal
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
    return left is right or _is_zero(table, left.sym - right.sym)


def _is_zero(table: ExprTable, sym: Sym) -> bool:
    try:
        return Prover(table).is_zero(sym)
    except TooHard:
        return False


def always_differ(left: Expr, right: Expr, points: Iterable[Point]) -> bool:
    """Whether two expressions are certainly different at every one of some points."""
    return all(is_equal(point, left, right) is False for point in points)


def approximation(expr: Expr) -> float | tuple[float, float] | None:
    """Return a number to 15 digits as `digits` does; None if a float cannot hold it.

    What cannot be told from zero is zero only if that is proved.
    """
    found = digits(expr)
    parts = [part for part in (found if isinstance(found, tuple) else (found,)) if part != 0]
    if not parts:
        return found if _is_zero(ExprTable(), expr.sym) else None
    return found if all(sys.float_info.min <= abs(part) < inf for part in parts) else None
