"""What the rules of the game do to one side of an equation. Pure functions.

Inverse functions cancel on their principal branch: sqrt(u**2) = u, asin(sin(u)) = u.
"""

from __future__ import annotations

from math import comb
from typing import Final

import symengine as se

from aljabr import expr as ex
from aljabr.expr import Expr, Sym

MAX_POWER: Final = 50
"""The highest power of a sum that is multiplied out."""
MAX_TERMS: Final = 400
"""The most terms that are multiplied out in one step, several times what a state can hold."""


class TooLong(Exception):
    """A rewriting grows past what any state can hold."""


def expand(side: Expr, operand: Sym = None) -> Sym:
    """Multiply out every product of sums on the top level; equal factors cancel first."""
    terms = side.children if side.head == ex.ADD else (side,)
    if not any(_sums(term) for term in terms):
        return side.sym
    budget = [MAX_TERMS]
    return se.Add(*[_expand_term(term, budget) for term in terms])


def _sums(term: Expr) -> list[Expr]:
    """Return the factors of a term that are sums, or positive whole powers of sums."""
    found = []
    for factor in term.children if term.head == ex.MUL else (term,):
        if factor.head == ex.ADD:
            found.append(factor)
        elif factor.head == ex.POW and factor.children[0].head == ex.ADD:
            exponent = factor.children[1].sym
            if exponent.is_integer and exponent > 0:
                found.append(factor)
    return found


def _expand_term(term: Expr, budget: list[int]) -> Sym:
    sums = _sums(term)
    if not sums:
        return term.sym
    if any(factor.tokens.count(ex.ADD) > 1 for factor in sums):
        return _expand(term.sym, budget)
    return _multiply_out(term.sym, [factor.sym for factor in sums], budget)


def _expand(sym: Sym, budget: list[int]) -> Sym:
    if ex.is_sum(sym):
        return se.Add(*[_expand(term, budget) for term in sym.args])
    sums = [f for f in ex.factors(sym) if _summands(f) is not None]
    if not sums:
        return sym
    nested = [f for f in sums if any(map(_holds_sum, ex.base_and_exponent(f)[0].args))]
    if not nested:
        return _multiply_out(sym, sums, budget)
    # The largest sum goes first, while what cancels its denominators is still in one piece.
    first = max(nested, key=_num_nodes)
    terms = _summands(first)
    assert terms is not None
    base, exponent = ex.base_and_exponent(first)
    rest = sym / base
    budget[0] -= len(terms)
    if budget[0] < 0 or exponent > MAX_POWER:
        raise TooLong
    return se.Add(*[_expand(ex.multiply(term, rest), budget) for term in terms])


def _multiply_out(sym: Sym, sums: list[Sym], budget: list[int]) -> Sym:
    """Multiply out a product at once; no term of these sums holds a further sum."""
    product, num_terms = ex.ONE, 1
    for factor in sums:
        base, exponent = ex.base_and_exponent(factor)
        if exponent > MAX_POWER:
            raise TooLong
        product = product * factor
        num_terms *= comb(len(base.args) + int(exponent) - 1, int(exponent))
    budget[0] -= num_terms
    if budget[0] < 0:
        raise TooLong
    rest = sym / product
    expanded = se.expand(product)
    if rest == ex.ONE:
        return expanded
    return se.Add(*[ex.multiply(term, rest) for term in ex.addends(expanded)])


def _summands(factor: Sym) -> tuple[Sym, ...] | None:
    """Return the terms of a sum, or of the sum under a positive whole power."""
    base, exponent = ex.base_and_exponent(factor)
    if ex.is_sum(base) and exponent.is_integer and exponent > 0:
        return base.args  # type: ignore[no-any-return]
    return None


def _holds_sum(sym: Sym) -> bool:
    return ex.is_sum(sym) or any(map(_holds_sum, sym.args))


def _num_nodes(factor: Sym) -> int:
    base = ex.base_and_exponent(factor)[0]
    return 1 + sum([_num_nodes(arg) for arg in base.args])


def collect(side: Expr, operand: Sym = None) -> Sym:
    """Group the terms that hold the unknown in the same way: ax + bx = (a + b)x."""
    if side.tokens.count(ex.UNKNOWN) < 2:
        return side.sym
    if side.head == ex.ADD:
        groups: dict[Sym, list[Sym]] = {}
        for child in side.children:
            coefficient, dependent = ex.ONE, ex.ONE
            for factor in child.children if child.head == ex.MUL else (child,):
                if factor.holds_unknown:
                    dependent *= collect(factor)
                else:
                    coefficient *= factor.sym
            groups.setdefault(dependent, []).append(coefficient)
        constant = groups.pop(ex.ONE, [])
        grouped = [ex.multiply(se.Add(*each), part) for part, each in groups.items()]
        return se.Add(*constant, *grouped)
    if side.head == ex.MUL:
        product = ex.ONE
        for factor in side.children:
            product = product * collect(factor)
        return ex.multiply(ex.ONE, product)
    if side.head == ex.POW:
        base, exponent = side.children
        return ex.power(collect(base), exponent.sym)
    return side.sym


def square(side: Expr, operand: Sym = None) -> Sym:
    return ex.multiply(side.sym, side.sym)


def sqrt(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal square root; sqrt(u**2) = u, also of u among factors."""
    outside, inside = ex.ONE, ex.ONE
    for factor in side.children if side.head == ex.MUL else (side,):
        root = _exact_root(factor)
        if root is None:
            inside *= factor.sym
        else:
            outside *= root
    return ex.multiply(outside, ex.square_root(inside))


def _exact_root(factor: Expr) -> Sym | None:
    if factor.head == ex.EULER:
        return ex.exponential(ex.HALF)
    if factor.head == ex.EXP:
        return ex.exponential(ex.multiply(ex.HALF, factor.children[0].sym))
    if factor.head == ex.POW:
        base, exponent = factor.children
        if exponent.sym.is_integer and exponent.sym % 2 == 0:
            return base.sym ** (exponent.sym / 2)
    return None


def exp(side: Expr, operand: Sym = None) -> Sym:
    return ex.exponential(side.sym)


def log(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal logarithm; log(exp(u)) = u, log(b**u) = u*log(b) if u holds x."""
    if side.head == ex.EXP:
        return side.children[0].sym
    if side.head == ex.POW and side.children[1].holds_unknown:
        base, exponent = side.children
        return ex.multiply(exponent.sym, ex.logarithm(base.sym))
    return ex.logarithm(side.sym)


def sin(side: Expr, operand: Sym = None) -> Sym:
    return ex.sine(side.sym)


def cos(side: Expr, operand: Sym = None) -> Sym:
    return ex.cosine(side.sym)


def asin(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal arcsine; asin(sin(u)) = u, asin(-sin(u)) = -u."""
    result = ex.arcsine(side.sym)
    sign, inner = (1, result) if ex.is_arcsine(result) else (-1, -result)
    if ex.is_arcsine(inner) and ex.is_sine(inner.args[0]):
        return ex.multiply(se.Integer(sign), inner.args[0].args[0])
    return result


def acos(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal arccosine; acos(cos(u)) = u."""
    if side.head == ex.COS:
        return side.children[0].sym
    return ex.arccosine(side.sym)


def tan(side: Expr, operand: Sym = None) -> Sym:
    return ex.canonical(se.tan(side.sym))


def atan(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal arctangent; atan(tan(u)) = u."""
    if side.head == _TAN:
        return side.children[0].sym
    return se.atan(side.sym)


def without_abs(side: Expr, operand: Sym = None) -> Sym:
    """Take away the absolute value around the unknown."""
    return side.children[0].sym if side.head == _ABS and side.holds_unknown else side.sym


_TAN: Final = ex.FUNCTION_TOKENS["tan"]
_ABS: Final = ex.FUNCTION_TOKENS["abs"]


# -- roots of any power ---------------------------------------------------------------------------


def power_root(side: Expr, exponent: Sym) -> Sym:
    """Undo a power: u of u**p; of anything else the principal power 1/p.

    For an odd whole p, the real root of what is negative at sight: -2 of -8.
    """
    if side.head == ex.POW and side.children[1].sym == exponent:
        return side.children[0].sym
    if not exponent.is_integer:
        return ex.power(side.sym, 1 / exponent)
    if has_real_root_of_opposite(side, exponent):
        return ex.negate(_whole_root(ex.negate(side.sym), exponent))
    return _whole_root(side.sym, exponent)


def is_odd(exponent: Sym) -> bool:
    return bool(exponent.is_integer and exponent % 2 == 1)


def has_real_root_of_opposite(side: Expr, exponent: Sym) -> bool:
    """Whether the root is taken of -v for v, negative at sight, and has its sign changed."""
    return is_odd(exponent) and all(map(_is_negative, ex.addends(side.sym)))


def _is_negative(term: Sym) -> bool:
    number = term.args[0] if ex.is_product(term) else term
    return bool(ex.is_rational(number) and number < 0)


def _whole_root(sym: Sym, exponent: Sym) -> Sym:
    """Take a whole root; powers that it divides come out, and so do roots of numbers."""
    outside, inside = ex.ONE, ex.ONE
    for factor in ex.factors(sym):
        base, power = ex.base_and_exponent(factor)
        if ex.is_rational(factor):
            outside *= _root_of_number(abs(factor), exponent)
            inside *= ex.ONE if factor >= 0 else ex.MINUS_ONE
        elif ex.is_exponential(factor):
            outside *= ex.exponential(ex.multiply(1 / exponent, factor.args[1]))
        elif power.is_integer and power % exponent == 0:
            outside *= base ** (power / exponent)
        else:
            inside *= factor
    return ex.multiply(outside, inside ** (1 / exponent))


def _root_of_number(number: Sym, exponent: Sym) -> Sym:
    """Take the root of a positive number: 54 has the cube root 3*2**(1/3), 1/4 has 2**(1/3)/2."""
    if exponent < 0:
        number, exponent = (number if number == 0 else 1 / number), -exponent
    p, q, n = int(number.p), int(number.q), int(exponent)
    if n * len(str(max(p, q))) > ex.MAX_DIGITS:
        return number ** (1 / exponent)
    outside, inside = 1, p * q ** (n - 1)
    for divisor in range(2, _LARGEST_DIVISOR):
        if divisor**n > inside:
            break
        while inside % divisor**n == 0:
            inside //= divisor**n
            outside *= divisor
    return se.Rational(outside, q) * se.Integer(inside) ** (1 / exponent)


_LARGEST_DIVISOR: Final = 1000


def add(side: Expr, operand: Sym) -> Sym:
    return side.sym + operand


def multiply(side: Expr, operand: Sym) -> Sym:
    return side.sym * operand


def same(term: Sym) -> Sym:
    return term
