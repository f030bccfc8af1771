"""Multiplying out, by SymEngine, without what it loses on the way."""

from __future__ import annotations

from typing import Any

import symengine as se
from symengine.lib import symengine_wrapper as sw

Sym = Any


def expand(sym: Sym) -> Sym:
    """Multiply everything out.

    What stands under a root or below a line comes first: SymEngine may lose a number that comes out
    of it, as the 2 of sqrt(4*x*(y + 1) - 4*x*y).
    """
    try:
        return se.expand(_expanded_below(sym))
    except RuntimeError:  # some powers are more than SymEngine can multiply out
        return sym


def _expanded_below(sym: Sym) -> Sym:
    """Multiply out the bases of the powers whose exponent is no positive whole number."""
    kind = type(sym)
    if kind is sw.Pow:
        base, exponent = sym.args
        if isinstance(exponent, sw.Integer) and exponent > 0:
            inner = _expanded_below(base)
        else:
            inner = base if base.is_Symbol else expand(base)
        return sym if inner == base else inner**exponent
    if kind is sw.Add or kind is sw.Mul:
        args = sym.args
        parts = [_expanded_below(each) for each in args]
        if any(new is not old for new, old in zip(parts, args, strict=True)):
            return (se.Add if kind is sw.Add else se.Mul)(*parts)
    return sym
