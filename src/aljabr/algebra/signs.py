"""What can be said of an expression at sight: that it is real, rational, positive, negative."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.expr import Expr


def is_real(expr: Expr) -> bool:
    """Whether an expression is real for all real symbols, where it is defined."""
    if expr.head == tk.LOG:
        return ar.is_positive_number(expr.children[0].sym)
    if expr.head == tk.POW and not expr.children[1].sym.is_integer:
        return ar.is_positive_number(expr.sym)
    if expr.head in _NOT_ALWAYS_REAL:
        return False
    return all(map(is_real, expr.children))


_NOT_ALWAYS_REAL: Final = {
    tk.IMAGINARY,
    tk.ASIN,
    tk.ACOS,
}


def is_rational(expr: Expr) -> bool:
    """Whether an expression is a fraction of polynomials, which has no branches."""
    if expr.head == tk.POW and not expr.children[1].sym.is_integer:
        return False
    if expr.children and expr.head not in (tk.ADD, tk.MUL, tk.POW):
        return False
    return all(map(is_rational, expr.children))


def is_negative(expr: Expr) -> bool:
    """Whether an expression is negative at sight for positive parameters: -a*b - 2."""
    if expr.head == tk.ADD:
        return all(map(is_negative, expr.children))
    if expr.head == tk.MUL:
        first, *rest = sorted(expr.children, key=lambda child: not child.is_number)
        return is_negative(first) and all(map(is_positive, rest))
    return expr.is_number and bool(expr.sym < 0)


def is_positive(expr: Expr) -> bool:
    if expr.is_number:
        return bool(expr.sym > 0)
    if expr.head in (tk.ADD, tk.MUL, tk.POW):
        return all(map(is_positive, expr.children))
    return expr.head in (tk.PI, tk.EULER) or (not expr.children and not expr.holds_unknown)
