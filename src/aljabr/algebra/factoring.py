"""Expressions as products: over one denominator, factored over the rational numbers by FLINT."""

from __future__ import annotations

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.polynomials import TooHard
from aljabr.algebra.prover import Prover


def factored(expr: Expr) -> Sym:
    """Return a product of what cannot be taken apart; an expression that is too large as it is."""
    try:
        number, factors = Prover(ExprTable()).factors(expr.sym)
    except (TooHard, ZeroDivisionError):
        return expr.sym
    if len(factors) == 1 and factors[0][1] == 1:
        return expr.sym
    product = ar.rational(number.numerator, number.denominator)
    for factor, exponent in factors:
        product = ar.times(product, ar.power(factor, ar.rational(exponent)))
    return product
