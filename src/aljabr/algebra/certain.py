"""What balls decide of a number: its sign, and whether a condition holds.

The precision is raised until zero is excluded; that a number is zero takes a proof.
"""

from __future__ import annotations

from typing import Final

from flint import acb, arb

from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import Expr
from aljabr.algebra.points import Exact
from aljabr.algebra.polynomials import TooHard
from aljabr.algebra.prover import Prover
from aljabr.algebra.signsets import ANY, NEGATIVE, NONZERO, POSITIVE, ZERO, Sign

PRECISION: Final = 1024
_PRECISIONS: Final = (128, PRECISION, 4096, 16384)


def number_sign(expr: Expr) -> Sign:
    """Decide the sign of an expression without symbols; `NONZERO` may be complex."""
    for precision in _PRECISIONS:
        value = Exact(0, precision=precision).value(expr)
        if not value.is_finite():
            return ANY
        if value.real > 0:
            return POSITIVE
        if value.real < 0:
            return NEGATIVE
        if not value.contains(acb(0)):
            return NONZERO
    try:
        return ZERO if Prover().is_zero(expr.sym) else ANY
    except TooHard:
        return ANY


def number_holds(condition: Condition) -> bool | None:
    """Decide a condition on a complex number, where its real part decides it for certain."""
    value = Exact(0, precision=PRECISION).value(condition.expr)
    low, high = {
        "acos": (arb(0), arb.pi()),
        "asin": (-arb.pi() / 2, arb.pi() / 2),
        "atan": (-arb.pi() / 2, arb.pi() / 2),
        "unit": (arb(-1), arb(1)),
        "root": (arb(0), arb("inf")),
        "minus_root": (arb("-inf"), arb(0)),
    }.get(condition.kind, (None, None))
    if condition.kind == "nonzero":
        return True if value.is_finite() and not value.contains(acb(0)) else None
    if not value.is_finite():
        return None
    if condition.kind in ("log", "power", "odd_power"):
        return bool(value.imag < arb.pi() and value.imag > -arb.pi()) or None
    if low is None or high is None:
        return None
    if value.real > low and value.real < high:
        return True
    if value.real < low or value.real > high:
        return False
    if condition.kind in ("root", "acos") and value.real.is_zero():  # exactly: on the border
        return True if value.imag >= 0 else False if value.imag < 0 else None
    return None
