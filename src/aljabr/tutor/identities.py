"""Forms in which equal expressions look alike: numbers by primes, sines by half angles, no logs.

With t = tan(u/2), sin(u) = 2t/(1 + t^2) and cos(u) = (1 - t^2)/(1 + t^2): then sin(2x) and
2*sin(x)*cos(x) are the same fraction. It holds but where u is an odd multiple of pi, and there by
continuity.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.prover import value_of

MAX_MULTIPLE: Final = 8
"""The largest multiple of an angle that is taken apart."""
HALF: Final = ar.FREE[0]
"""The tangent of half an angle."""
_LARGEST: Final = 10**6
_HIGHEST: Final = 6
"""The highest power that is made of a factor before a logarithm."""

# -- numbers ---------------------------------------------------------------------------------------


def in_primes(sym: Sym) -> Sym:
    """Write powers and logarithms of numbers by primes: 4^x is 2^(2*x), log(6) log(2) + log(3)."""
    expr = ExprTable().intern(sym)
    if expr is None or not any(_is_number_power(e) or _is_number_log(e) for e in expr.walk()):
        return sym
    return _in_primes(expr)


def _in_primes(expr: Expr) -> Sym:
    if not expr.children:
        return expr.sym
    if _is_number_log(expr):
        factors = _prime_factors(expr.children[0].sym)
        return ar.add(*(times * ar.logarithm(ar.rational(prime)) for prime, times in factors))
    parts = [_in_primes(each) for each in expr.children]
    if not _is_number_power(expr):
        return ar.rebuild(expr.head, parts)
    exponent = ar.expand(parts[1])
    factors = _prime_factors(expr.children[0].sym)
    return ar.times(*(ar.rational(prime) ** (times * exponent) for prime, times in factors))


def _is_number_power(expr: Expr) -> bool:
    """Whether this is a power of a positive number with an exponent that is none."""
    return expr.head == tk.POW and not expr.children[1].is_number and _is_small(expr.children[0])


def _is_number_log(expr: Expr) -> bool:
    return expr.head == tk.LOG and _is_small(expr.children[0])


def _is_small(expr: Expr) -> bool:
    return expr.is_number and 0 < int(expr.sym.p) < _LARGEST and int(expr.sym.q) < _LARGEST


def _prime_factors(number: Sym) -> list[tuple[int, int]]:
    return [*_primes(int(number.p), 1), *_primes(int(number.q), -1)]


def _primes(number: int, sign: int) -> list[tuple[int, int]]:
    found, prime = [], 2
    while number > 1:
        times = 0
        while number % prime == 0:
            number //= prime
            times += sign
        if times:
            found.append((prime, times))
        prime = number if prime * prime > number else prime + 1
    return found


def powers_in_primes(sym: Sym) -> Sym:
    """Write powers of numbers by primes, but leave logarithms as they are."""
    expr = ExprTable().intern(sym)
    if expr is None or tk.LOG in expr.tokens or not any(map(_is_number_power, expr.walk())):
        return sym
    return _in_primes(expr)


# -- logarithms ------------------------------------------------------------------------------------


def without_logarithms(sym: Sym) -> tuple[Sym, Sym] | None:
    """Return two products that are equal where a sum of logarithms is zero, all of them real.

    log(u) + log(v) - log(3) is zero where u*v = 3, if u and v are positive.
    """
    logs, rest = [], []
    for term in ar.addends(ar.expand(sym)):
        expr = ExprTable().intern(term)
        if expr is None:
            return None
        if not expr.holds_unknown:
            rest.append(term)
            continue
        factors = expr.children if expr.head == tk.MUL else (expr,)
        found = [each for each in factors if each.holds_unknown]
        if len(found) != 1 or found[0].head != tk.LOG:
            return None
        logs.append((term / found[0].sym, found[0].children[0].sym))
    if not logs:
        return None
    unit = logs[0][0]
    if unit.free_symbols:
        return None  # a letter may be zero
    shares = [value_of(factor / unit) for factor, _ in logs]
    if not all(each is not None and each.is_integer and abs(each) <= _HIGHEST for each in shares):
        return None
    exponent = ar.expand(-ar.add(*rest) / unit)
    value = ar.times(*(ar.exponential(each) for each in ar.addends(exponent)))
    above, below = ar.ONE, value
    for (_, inside), share in zip(logs, shares, strict=True):
        assert share is not None
        if share > 0:
            above = above * inside**share
        else:
            below = below * inside ** (-share)
    return above, below


# -- angles ----------------------------------------------------------------------------------------


def in_half_angles(syms: Sequence[Sym]) -> list[Sym] | None:
    """Write sines, cosines and tangents of one angle and its multiples as fractions in one letter.

    Returns None where there are none, or the angles have nothing in common.
    """
    table = ExprTable()
    exprs = [table.intern(sym) for sym in syms]
    angles: list[Sym] = []
    for expr in exprs:
        if expr is None:
            return None
        angles += [e.children[0].sym for e in expr.walk() if e.head in _WAVES and e.holds_unknown]
    if not angles:
        return None
    shares = [value_of(each / angles[0]) for each in angles]
    if not all(share is not None and ar.is_rational(share) for share in shares):
        return None
    numbers = [Fraction(int(share.p), int(share.q)) for share in shares if share is not None]
    below = lcm(*(each.denominator for each in numbers))
    unit = Fraction(gcd(*(int(each * below) for each in numbers)), below)
    turns = {angle: int(number / unit) for angle, number in zip(angles, numbers, strict=True)}
    if max(map(abs, turns.values())) > MAX_MULTIPLE:
        return None
    return [_in_half(expr, turns) for expr in exprs if expr is not None]


_WAVES: Final = (tk.SIN, tk.COS, tk.TAN)


def _in_half(expr: Expr, turns: dict[Sym, int]) -> Sym:
    if not expr.children or not expr.holds_unknown:
        return expr.sym
    if expr.head not in _WAVES:
        return ar.rebuild(expr.head, [_in_half(each, turns) for each in expr.children])
    number = turns[expr.children[0].sym]
    sine, cosine = _of_multiple(abs(number))
    if number < 0:
        sine = ar.negate(sine)
    if expr.head == tk.TAN:
        return sine / cosine
    return sine if expr.head == tk.SIN else cosine


def _of_multiple(number: int) -> tuple[Sym, Sym]:
    """Return sine and cosine of a multiple of the angle, one turn after the other."""
    below = 1 + HALF**2
    first = 2 * HALF / below, (1 - HALF**2) / below
    sine, cosine = ar.ZERO, ar.ONE
    for _ in range(number):
        sine, cosine = (
            sine * first[1] + cosine * first[0],
            cosine * first[1] - sine * first[0],
        )
    return sine, cosine
