"""Exponentials that are powers: exp(b*log(a)) is a^b."""

from __future__ import annotations

import symengine as se
from symengine.lib import symengine_wrapper as sw

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym


def by_powers(sym: Sym) -> Sym:
    """exp(v*log(u)) is u**v for any v, and b**(v*log(u)/log(b)) is u**v, too."""
    if type(sym) is not sw.Pow:
        return sym
    base, exponent = sym.args
    product = exponent if type(base) is sw.Exp1 else exponent * se.log(base)
    logs = [each for each in product.args if type(each) is sw.Log]
    if type(product) is sw.Log:
        logs = [product]
    elif type(product) is not sw.Mul or len(logs) != 1:
        return sym
    (inside,) = logs[0].args
    is_safe = ar.base_and_exponent(inside)[1] != ar.MINUS_ONE and inside != base
    return ar.power(inside, product / logs[0]) if is_safe else sym
