"""Expressions as sums of whole powers of one letter, also negative ones, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.prover import value_of

Coefficients = dict[int, Sym]
"""What stands before each power of a letter; nothing that is zero."""

MAX_TERMS: Final = 60
"""A longer sum is not read."""
MAX_PRODUCTS: Final = 100_000
"""What has more products before they are collected is not multiplied out: it might take minutes."""


@lru_cache(maxsize=1024)
def coefficients(sym: Sym, letter: Sym = ar.X) -> Coefficients | None:
    """Return what stands before each power of a letter; None if it stands elsewhere, too.

    The powers ascend. What is returned is remembered, and not to be changed.
    """
    if _num_products(sym) > MAX_PRODUCTS:
        return None
    parts: dict[int, list[Sym]] = {}
    terms = ar.addends(ar.expand(sym))
    if len(terms) > MAX_TERMS:
        return None
    for term in terms:
        exponent, rest = 0, ar.ONE
        for factor in ar.factors(term):
            base, power = ar.base_and_exponent(factor)
            if base != letter:
                rest = rest * factor
            elif power.is_integer:
                exponent += int(power)
            else:
                return None
        if letter in rest.free_symbols:
            return None
        parts.setdefault(exponent, []).append(rest)
    found = {exponent: ar.add(*each) for exponent, each in parts.items()}
    return {
        exponent: found[exponent] for exponent in sorted(found) if not _is_zero(found[exponent])
    }


def _num_products(sym: Sym) -> int:
    """Return how many products there are at the most when everything is multiplied out."""
    if ar.is_sum(sym):
        return sum(map(_num_products, sym.args))
    count = 1
    for factor in ar.factors(sym):
        base, power = ar.base_and_exponent(factor)
        if ar.is_sum(base) and power.is_integer:
            inside, times = _num_products(base), abs(int(power))
            count *= comb(inside + times - 1, times) if times < MAX_PRODUCTS else MAX_PRODUCTS + 1
    return count


def _is_zero(sym: Sym) -> bool:
    """Whether a sum that is multiplied out is zero; only sums below and roots may hide it."""
    if not ar.is_sum(sym):
        return bool(sym == 0)
    hidden = any(map(_may_hide, (factor for term in sym.args for factor in ar.factors(term))))
    return hidden and value_of(sym) == 0


def _may_hide(factor: Sym) -> bool:
    base, exponent = ar.base_and_exponent(factor)
    return (bool(base.args) and not ar.is_rational(base)) or not exponent.is_integer


def of(found: Mapping[int, Sym], letter: Sym = ar.X) -> Sym:
    """Return the sum."""
    return ar.add(*[ar.multiply(each, letter**power) for power, each in found.items()])


def composed(found: Mapping[int, Sym], inside: Sym) -> Sym | None:
    """Put a sum in the letter's place; None if it would be divided by."""
    if min(found, default=0) < 0 and ar.is_sum(inside):
        return None
    return ar.add(*[ar.expand(each * inside**power) for power, each in found.items()])


def in_terms_of(found: Mapping[int, Sym], shape: Mapping[int, Sym]) -> Coefficients | None:
    """Write a sum of powers of x as one of powers of a shape such as x + 1/x, if it is one."""
    left, result = dict(found), Coefficients()
    highest, lowest = max(shape), min(shape)
    while left:
        power, remainder = divmod(max(left), highest)
        if remainder or power < 0 or power in result or (lowest < 0 and min(left) < power * lowest):
            return None
        first = left[max(left)] / shape[highest] ** power
        taken = coefficients(first * of(shape) ** power)
        rest = None if taken is None else coefficients(of(left) - of(taken))
        if rest is None:
            return None
        result[power] = first
        left = rest
    return result
