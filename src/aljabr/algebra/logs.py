"""Logarithms of numbers: log(3 + 2*sqrt(2))/log(3 - 2*sqrt(2)) is -1, log(exp(2)/4) 2 - log(4)."""

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


def log_powers(expr: Expr) -> int:
    """Count the logarithms of a product with a power of e in it."""
    return sum(each.head == tk.LOG and each.children[0].head == tk.MUL and
               any(_exponent_of_e(factor) is not None for factor in each.children[0].children)
               for each in expr.walk())  # fmt: skip


def _exponent_of_e(factor: Expr) -> Sym | None:
    """Return u of e^u, if it is rational."""
    if factor.head == tk.EULER:
        return ar.ONE
    inside = factor.children[0].sym if factor.head == tk.EXP else None
    return inside if inside is not None and ar.is_rational(inside) else None


def with_powers_out(expr: Expr) -> Sym:
    """Take powers of e out of logarithms of numbers: log(exp(2)/4) is 2 - log(4)."""
    if not expr.children:
        return expr.sym
    product = expr.children[0]
    is_number = expr.head == tk.LOG and not expr.holds_symbols and sign_of(product.sym) > 0
    if is_number and product.head == tk.MUL:
        exponents = [_exponent_of_e(each) for each in product.children]
        inside = [each.sym for each, exponent in zip(product.children, exponents, strict=True)
                  if exponent is None]  # fmt: skip
        outside = [each for each in exponents if each is not None]
        return ar.add(*outside, ar.logarithm(ar.times(*inside)))
    return ar.rebuild(expr.head, [with_powers_out(each) for each in expr.children])
