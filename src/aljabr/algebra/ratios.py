"""Rational multiples: 2*x + 6 is twice x + 3."""

from __future__ import annotations

from fractions import Fraction

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym


def ratio_of(one: Sym, other: Sym) -> Fraction | None:
    """Return the rational number that one is a multiple of the other by."""
    ratio = ar.expand(ar.addends(one)[0] / ar.addends(other)[0])
    if not ar.is_rational(ratio):  # their terms may be in another order
        ratio = ar.expand(one / other)
    if not ar.is_rational(ratio) or ar.expand(one - ratio * other) != 0:
        return None
    return Fraction(int(ratio.p), int(ratio.q))
