"""Logarithms of products and powers: taken apart where the parts are known to be positive."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr
from aljabr.game.identities import Rewritten, changed, rule
from aljabr.game.reading import where_there_is
from aljabr.game.rules import Rule


def split(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """log(a*u^n) = log(a) + n*log(u), where log(u) stands elsewhere, and u is asked to be positive.

    It is, if log(u) was typed: only real numbers count here.
    """
    if (lhs.tokens + rhs.tokens).count(tk.LOG) < 2:
        return None
    nodes = {each.sym: each for side in (lhs, rhs) for each in side.walk()
             if each.head == tk.LOG and each.holds_unknown}  # fmt: skip
    positive = {each.children[0].sym for each in nodes.values()}
    values: dict[Sym, Sym] = {}
    for node in nodes.values():
        apart = _apart(node.children[0], positive)
        if apart is not None:
            values[node.sym] = apart
    if not values:
        return None
    left, right = (side.sym.subs(values) for side in (lhs, rhs))
    whole, parts = next(iter(values.items()))
    if not changed(lhs, rhs, left, right):
        return None
    return Rewritten(((left, right),), "use {0} = {1}", (whole, parts), positive=tuple(positive))


def _apart(inside: Expr, positive: set[Sym]) -> Sym | None:
    """Return a logarithm as a sum; None unless all factors are positive."""
    if inside.head not in (tk.MUL, tk.POW):
        return None
    terms = []
    for factor in inside.children if inside.head == tk.MUL else (inside,):
        base, exponent = ar.base_and_exponent(factor.sym)
        if base in positive and ar.is_rational(exponent):
            terms.append(ar.multiply(exponent, ar.logarithm(base)))
        elif factor.sym in positive - {inside.sym} or ar.is_positive_number(factor.sym):
            terms.append(ar.logarithm(factor.sym))
        else:
            return None
    return ar.add(*terms)


RULES: Final[tuple[Rule, ...]] = (
    rule("split_logarithm", "take logarithms of products apart", split, where_there_is(tk.LOG),
         is_real=True),
)  # fmt: skip
"""Over the real numbers."""
