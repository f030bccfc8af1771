"""What the rules of the game do to one side of an equation. Pure functions.

Inverse functions cancel on their principal branch: sqrt(u**2) = u, asin(sin(u)) = u.
"""

from __future__ import annotations

from math import comb
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.content import lowest_root
from aljabr.algebra.expr import Expr

MAX_POWER: Final = 50
"""The highest power of a sum that is multiplied out."""
MAX_TERMS: Final = 400
"""The most terms that are multiplied out in one step, several times what a state can hold."""


class TooLong(Exception):
    """A rewriting grows past what any state can hold."""


def expand(side: Expr, operand: Sym = None) -> Sym:
    """Multiply out every product of sums on the top level; equal factors cancel first."""
    terms = side.children if side.head == tk.ADD else (side,)
    if not any(_sums(term) for term in terms):
        return side.sym
    budget = [MAX_TERMS]
    return ar.add(*[_expand_term(term, budget) for term in terms])


def _sums(term: Expr) -> list[Expr]:
    """Return the factors of a term that are sums, or positive whole powers of sums."""
    found = []
    for factor in term.children if term.head == tk.MUL else (term,):
        if factor.head == tk.ADD:
            found.append(factor)
        elif factor.head == tk.POW and factor.children[0].head == tk.ADD:
            exponent = factor.children[1].sym
            if exponent.is_integer and exponent > 0:
                found.append(factor)
    return found


def _expand_term(term: Expr, budget: list[int]) -> Sym:
    sums = _sums(term)
    if not sums:
        return term.sym
    if any(factor.tokens.count(tk.ADD) > 1 for factor in sums):
        return _expand(term.sym, budget)
    return _multiply_out(term.sym, [factor.sym for factor in sums], budget)


def _expand(sym: Sym, budget: list[int]) -> Sym:
    if ar.is_sum(sym):
        return ar.add(*[_expand(term, budget) for term in sym.args])
    sums = [f for f in ar.factors(sym) if _summands(f) is not None]
    if not sums:
        return sym
    nested = [f for f in sums if any(map(_holds_sum, ar.base_and_exponent(f)[0].args))]
    if not nested:
        return _multiply_out(sym, sums, budget)
    # The largest sum goes first, while what cancels its denominators is still in one piece.
    first = max(nested, key=_num_nodes)
    terms = _summands(first)
    assert terms is not None
    base, exponent = ar.base_and_exponent(first)
    rest = sym / base
    budget[0] -= len(terms)
    if budget[0] < 0 or exponent > MAX_POWER:
        raise TooLong
    return ar.add(*[_expand(ar.multiply(term, rest), budget) for term in terms])


def _multiply_out(sym: Sym, sums: list[Sym], budget: list[int]) -> Sym:
    """Multiply out a product at once; no term of these sums holds a further sum."""
    product, num_terms = ar.ONE, 1
    for factor in sums:
        base, exponent = ar.base_and_exponent(factor)
        if exponent > MAX_POWER:
            raise TooLong
        product = product * factor
        num_terms *= comb(len(base.args) + int(exponent) - 1, int(exponent))
    budget[0] -= num_terms
    if budget[0] < 0:
        raise TooLong
    rest = sym / product
    expanded = ar.expand(product)
    if rest == ar.ONE:
        return expanded
    return ar.add(*[ar.multiply(term, rest) for term in ar.addends(expanded)])


def _summands(factor: Sym) -> tuple[Sym, ...] | None:
    """Return the terms of a sum, or of the sum under a positive whole power."""
    base, exponent = ar.base_and_exponent(factor)
    if ar.is_sum(base) and exponent.is_integer and exponent > 0:
        return base.args  # type: ignore[no-any-return]
    return None


def _holds_sum(sym: Sym) -> bool:
    return ar.is_sum(sym) or any(map(_holds_sum, sym.args))


def _num_nodes(factor: Sym) -> int:
    base = ar.base_and_exponent(factor)[0]
    return 1 + sum([_num_nodes(arg) for arg in base.args])


def collect(side: Expr, operand: Sym = None) -> Sym:
    """Group the terms that hold the unknown in the same way: ax + bx = (a + b)x."""
    if side.tokens.count(tk.UNKNOWN) < 2:
        return side.sym
    if side.head == tk.ADD:
        groups: dict[Sym, list[Sym]] = {}
        for child in side.children:
            coefficient, dependent = ar.ONE, ar.ONE
            for factor in child.children if child.head == tk.MUL else (child,):
                if factor.holds_unknown:
                    dependent *= collect(factor)
                else:
                    coefficient *= factor.sym
            groups.setdefault(dependent, []).append(coefficient)
        constant = groups.pop(ar.ONE, [])
        grouped = [ar.multiply(ar.add(*each), part) for part, each in groups.items()]
        return ar.add(*constant, *grouped)
    if side.head == tk.MUL:
        product = ar.ONE
        for factor in side.children:
            product = product * collect(factor)
        return ar.multiply(ar.ONE, product)
    if side.head == tk.POW:
        base, exponent = side.children
        return ar.power(collect(base), exponent.sym)
    return side.sym


def negate(side: Expr, operand: Sym = None) -> Sym:
    return ar.negate(side.sym)


def square(side: Expr, operand: Sym = None) -> Sym:
    return ar.multiply(side.sym, side.sym)


def sqrt(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal square root; sqrt(u**2) = u, also of u among factors."""
    outside, inside = ar.ONE, ar.ONE
    for factor in side.children if side.head == tk.MUL else (side,):
        root = _exact_root(factor)
        if root is None:
            inside *= factor.sym
        else:
            outside *= root
    return ar.multiply(outside, ar.square_root(inside))


def _exact_root(factor: Expr) -> Sym | None:
    if factor.head == tk.EULER:
        return ar.exponential(ar.HALF)
    if factor.head == tk.EXP:
        return ar.exponential(ar.multiply(ar.HALF, factor.children[0].sym))
    if factor.head == tk.POW:
        base, exponent = factor.children
        if exponent.sym.is_integer and exponent.sym % 2 == 0:
            return base.sym ** (exponent.sym / 2)
    return None


def exp(side: Expr, operand: Sym = None) -> Sym:
    return ar.exponential(side.sym)


def log(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal logarithm; log(exp(u)) = u, log(b**u) = u*log(b) if u holds x."""
    if side.head == tk.EXP:
        return side.children[0].sym
    if side.head == tk.POW and side.children[1].holds_unknown:
        base, exponent = side.children
        return ar.multiply(exponent.sym, ar.logarithm(base.sym))
    return ar.logarithm(side.sym)


def sin(side: Expr, operand: Sym = None) -> Sym:
    return ar.sine(side.sym)


def cos(side: Expr, operand: Sym = None) -> Sym:
    return ar.cosine(side.sym)


def asin(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal arcsine; asin(sin(u)) = u, asin(-sin(u)) = -u."""
    result = ar.arcsine(side.sym)
    sign, inner = (1, result) if ar.is_arcsine(result) else (-1, -result)
    if ar.is_arcsine(inner) and ar.is_sine(inner.args[0]):
        return ar.multiply(ar.rational(sign), inner.args[0].args[0])
    return result


def acos(side: Expr, operand: Sym = None) -> Sym:
    """Take the principal arccosine; acos(cos(u)) = u."""
    if side.head == tk.COS:
        return side.children[0].sym
    return ar.arccosine(side.sym)


def angle_of_sine(side: Expr, operand: Sym = None) -> Sym:
    """Return an angle whose sine this is: u of sin(u), pi/2 - u of cos(u)."""
    sign, head, inside = _signed_function(side)
    if head == tk.SIN:
        return ar.multiply(sign, inside)
    if head == tk.COS:
        return ar.multiply(sign, ar.PI / 2 - inside)
    return ar.arcsine(side.sym)


def angle_of_cosine(side: Expr, operand: Sym = None) -> Sym:
    """Return an angle whose cosine this is: u of cos(u), pi/2 - u of sin(u)."""
    sign, head, inside = _signed_function(side)
    if head == tk.COS:
        return inside if sign == 1 else ar.PI - inside
    if head == tk.SIN:
        return ar.PI / 2 - ar.multiply(sign, inside)
    return ar.arccosine(side.sym)


def _signed_function(side: Expr) -> tuple[Sym, int, Sym]:
    """Return sign, function and argument of f(u) or -f(u); the side itself of anything else."""
    sign, inner = ar.ONE, side
    if side.head == tk.MUL and len(side.children) == 2 and side.children[0].sym == ar.MINUS_ONE:
        sign, inner = ar.MINUS_ONE, side.children[1]
    if inner.head in tk.FUNCTION_NAMES:
        return sign, inner.head, inner.children[0].sym
    return ar.ONE, side.head, side.sym


def angle_of_tangent(side: Expr, operand: Sym = None) -> Sym:
    """Return an angle whose tangent this is: u of tan(u), and of sin(u)/cos(u)."""
    inside = tangent_of(side)
    return ar.arctangent(side.sym) if inside is None else inside


def tangent_of(side: Expr) -> Sym | None:
    """Return u of tan(u) or sin(u)/cos(u), pi/2 - u of cos(u)/sin(u); None of anything else.

    Of -tan(u) it is -u.
    """
    sign, head, inside = _signed_function(side)
    if head == tk.TAN:
        return ar.multiply(sign, inside)
    above = [each for each in side.children if each.head in (tk.SIN, tk.COS)]
    if side.head != tk.MUL or len(above) != 1:
        return None
    inside = above[0].children[0].sym
    fraction, angle = ar.sine(inside) / ar.cosine(inside), inside
    if above[0].head == tk.COS:
        fraction, angle = 1 / fraction, ar.PI / 2 - inside
    if side.sym == fraction:
        return angle
    return ar.negate(angle) if side.sym == -fraction else None


def is_turning(side: Expr) -> bool:
    """Whether this is a sine or cosine, perhaps with a minus sign."""
    return _signed_function(side)[1] in (tk.SIN, tk.COS)


def tan(side: Expr, operand: Sym = None) -> Sym:
    return ar.canonical(ar.tangent(side.sym))


def without_abs(side: Expr, operand: Sym = None) -> Sym:
    """Take away the absolute value around the unknown."""
    return side.children[0].sym if side.head == tk.ABS and side.holds_unknown else side.sym


# -- roots of any power ---------------------------------------------------------------------------


def power_root(side: Expr, exponent: Sym) -> Sym:
    """Undo a power: u of u**p; of anything else the principal power 1/p.

    For an odd whole p, the real root of what is negative at sight: -2 of -8.
    """
    if side.head == tk.POW and side.children[1].sym == exponent:
        return side.children[0].sym
    if not exponent.is_integer:
        return ar.power(side.sym, 1 / exponent)
    if has_real_root_of_opposite(side, exponent):
        return ar.negate(_whole_root(ar.negate(side.sym), exponent))
    return _whole_root(side.sym, exponent)


def is_odd(exponent: Sym) -> bool:
    return bool(exponent.is_integer and exponent % 2 == 1)


def has_real_root_of_opposite(side: Expr, exponent: Sym) -> bool:
    """Whether the root is taken of -v for v, negative at sight, and has its sign changed."""
    return is_odd(exponent) and all(map(_is_negative, ar.addends(side.sym)))


def _is_negative(term: Sym) -> bool:
    number = term.args[0] if ar.is_product(term) else term
    return bool(ar.is_rational(number) and number < 0)


def _whole_root(sym: Sym, exponent: Sym) -> Sym:
    outside, inside = _root_parts(sym, exponent)
    return ar.multiply(outside, inside ** (1 / exponent))


def other_root(side: Expr, exponent: Sym) -> Sym:
    """Return the real odd root where `power_root` is not real: where what is under it is negative.

    Together they give it for either sign: u^(1/3)/h and -(-u)^(1/3)/h of u/h^3.
    """
    if not exponent.is_integer:
        return ar.negate(ar.power(ar.negate(side.sym), 1 / exponent))
    outside, inside = _root_parts(side.sym, exponent)
    if inside in (ar.ONE, ar.MINUS_ONE):
        return inside * outside
    if has_real_root_of_opposite(side, exponent):
        return ar.multiply(outside, inside ** (1 / exponent))
    return ar.negate(ar.multiply(outside, ar.negate(inside) ** (1 / exponent)))


def _root_parts(sym: Sym, exponent: Sym) -> tuple[Sym, Sym]:
    """Take a whole root: what comes out, powers that it divides and roots of numbers; the rest."""
    outside, inside = ar.ONE, ar.ONE
    for factor in ar.factors(sym):
        base, power = ar.base_and_exponent(factor)
        if ar.is_rational(factor):
            outside *= _root_of_number(abs(factor), exponent)
            inside *= ar.ONE if factor >= 0 else ar.MINUS_ONE
        elif ar.is_exponential(factor):
            outside *= ar.exponential(ar.multiply(1 / exponent, factor.args[1]))
        elif power.is_integer and power % exponent == 0:
            outside *= base ** (power / exponent)
        else:
            inside *= factor
    return outside, inside


def _root_of_number(number: Sym, exponent: Sym) -> Sym:
    """Take the root of a positive number: 54 has the cube root 3*2**(1/3), 1/4 has 2**(1/3)/2."""
    if exponent < 0:
        number, exponent = (number if number == 0 else 1 / number), -exponent
    p, q, n = int(number.p), int(number.q), int(exponent)
    if n * len(str(max(p, q))) > ar.MAX_DIGITS:
        return number ** (1 / exponent)
    outside, inside = 1, p * q ** (n - 1)
    for divisor in range(2, _LARGEST_DIVISOR):
        if divisor**n > inside:
            break
        while inside % divisor**n == 0:
            inside //= divisor**n
            outside *= divisor
    root, degree = lowest_root(inside, n)
    return ar.rational(outside, q) * ar.power(ar.rational(root), ar.rational(1, degree))


_LARGEST_DIVISOR: Final = 1000


def add(side: Expr, operand: Sym) -> Sym:
    return side.sym + operand


def multiply(side: Expr, operand: Sym) -> Sym:
    return side.sym * operand


def same(term: Sym) -> Sym:
    return term


def unchanged(side: Expr, operand: Sym = None) -> Sym:
    return side.sym
