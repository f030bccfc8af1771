"""Expressions as products: over one denominator, factored over the rational numbers by FLINT."""

from __future__ import annotations

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr
from aljabr.algebra.prover import factors_of


def factored(expr: Expr) -> Sym:
    """Return a product of what cannot be taken apart; an expression that is too large as it is."""
    found = factors_of(expr.sym)
    if found is None:
        return expr.sym
    number, factors = found
    if len(factors) == 1 and factors[0][1] == 1:
        return expr.sym
    product = ar.rational(number.numerator, number.denominator)
    for factor, exponent in factors:
        product = ar.times(product, ar.power(factor, ar.rational(exponent)))
    return product
