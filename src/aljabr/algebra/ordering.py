"""Which of two numbers is larger: by balls of rising precision."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.equality import is_proved
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Exact

_PRECISIONS: Final = (64, 256, 1024, 4096)


def order(table: ExprTable, left: Expr, right: Expr) -> int | None:
    """Return 1 if the left of two real numbers is larger, -1 if it is less, 0 if they are equal.

    None if nobody can tell: balls around both overlap at every precision, and no proof is found.
    """
    if left is right:
        return 0
    difference = table.intern(ar.expand(left.sym - right.sym))
    if difference is None:
        return None
    if difference.is_number:
        return int(difference.sym > 0) - int(difference.sym < 0)
    for precision in _PRECISIONS:
        value = Exact(0, precision=precision).value(difference)
        if not value.is_finite():
            return None
        if value.real > 0:
            return 1
        if value.real < 0:
            return -1
    return 0 if is_proved(table, left, right) else None
