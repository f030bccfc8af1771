"""Quotients of logarithms that are rational: log(3 + 2*sqrt(2))/log(3 - 2*sqrt(2)) is -1."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.content import without_number
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Point, sign_of

MAX_POWER: Final = 12


def plain_ratio(table: ExprTable, expr: Expr) -> Expr | None:
    """Return a number times log(u)/log(v) as a rational number, if u and v are powers of one."""
    number, quotient = without_number(expr)
    if quotient.head != tk.MUL or len(quotient.children) != 2 or quotient.holds_symbols:
        return None
    insides: dict[int, Sym] = {}
    for factor in quotient.children:
        base, exponent = ar.base_and_exponent(factor.sym)
        inner = factor if factor.head == tk.LOG else factor.children[0] if factor.children else None
        if inner is None or inner.head != tk.LOG or base != inner.sym:
            return None
        way = int(exponent) if exponent.is_integer else 0
        insides[way], power = _root_of(inner.children[0].sym)
        number *= Fraction(power) ** way
    if insides.keys() != {1, -1}:
        return None
    left, right = (table.intern(ar.logarithm(insides[way])) for way in (1, -1))
    if left is None or right is None:
        return None
    value = Point(0).value(left) / Point(0).value(right)
    if not value.is_finite() or value.imag != 0:
        return None
    ratio = Fraction(float(value.real.mid())).limit_denominator(MAX_POWER)
    if not 0 < abs(ratio.numerator) <= MAX_POWER or not _is_power(insides[1], insides[-1], ratio):
        return None
    whole = number * ratio
    return table.intern(ar.rational(whole.numerator, whole.denominator))


def _root_of(number: Sym) -> tuple[Sym, int]:
    """Take a positive number out of its power: u and 8 of u^8."""
    base, exponent = ar.base_and_exponent(number)
    is_power = exponent.is_integer and exponent > 0 and sign_of(base) > 0
    return (base, int(exponent)) if is_power else (number, 1)


def _is_power(one: Sym, other: Sym, ratio: Fraction) -> bool:
    """Whether one^q = other^p, for positive numbers and p/q as the ratio."""
    left, right = one**ratio.denominator, other ** abs(ratio.numerator)
    return bool(ar.expand(left - right) == 0 if ratio > 0 else ar.expand(left * right) == 1)
