"""Expressions as products: over one denominator, factored over the rational numbers by FLINT."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.laurent import coefficients
from aljabr.algebra.prover import factors_of


def factored(expr: Expr) -> Sym:
    """Return a product of what cannot be taken apart; an expression that is too large as it is."""
    found = factors_of(expr.sym)
    if found is None:
        return expr.sym
    number, factors = found
    if len(factors) == 1 and factors[0][1] == 1:
        return _by_root_of_number(expr) or expr.sym
    product = ar.rational(number.numerator, number.denominator)
    for factor, exponent in factors:
        product = ar.times(product, ar.power(factor, ar.rational(exponent)))
    return product


def _by_root_of_number(expr: Expr) -> Sym | None:
    """Factor 2*sqrt(2)*u^3 - 3*sqrt(2)*u + 2, which has no root in it if sqrt(2)*u is a letter."""
    inside = {each.children[0].sym for each in expr.walk()
              if each.head == tk.POW and each.children[1].head in _HALVES}  # fmt: skip
    if len(inside) != 1 or not ar.is_rational(under := inside.pop()) or under < 0:
        return None
    kernels = {each for each in expr.walk() if each.head >= tk.EXP and each.holds_unknown}
    kernel = kernels.pop().sym if len(kernels) == 1 else ar.X
    parts = None if kernels else coefficients(expr.sym.subs({kernel: _LETTER}), _LETTER)
    if parts is None or max(parts) < 2 or any(ar.X in each.free_symbols for each in parts.values()):
        return None
    root = ar.square_root(under)
    for extra in (ar.ONE, root):
        scaled = [ar.expand(each * extra * root**power) for power, each in parts.items()]
        if any(root in each.atoms(type(root)) for each in scaled):
            continue
        found = factors_of(
            ar.add(*[each * _LETTER**p for p, each in zip(parts, scaled, strict=True)])
        )
        if found is None or sum(exponent for _, exponent in found[1]) < 2:
            return None
        product = ar.rational(found[0].numerator, found[0].denominator) / extra
        for factor, exponent in found[1]:
            value = ar.expand(factor.subs({_LETTER: kernel / root}))
            other = ar.expand(value * root)
            if _size(other) <= _size(value):  # x - sqrt(2) for sqrt(2)*x/2 - 1
                value, product = other, product / root**exponent
            product = ar.times(product, ar.power(value, ar.rational(exponent)))
        return product
    return None


def _size(sym: Sym) -> int:
    expr = ExprTable().intern(sym)
    return 0 if expr is None else expr.size


_HALVES: Final = (tk.POSITIVE_HALF, tk.NEGATIVE_HALF)
_LETTER: Final = ar.symbol("w𝔽")
