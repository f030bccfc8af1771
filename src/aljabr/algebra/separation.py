"""Is a number zero? Of numbers made of roots, arcs and their sines, logarithms this is decided.

An algebraic number that is not zero cannot be arbitrarily small. Each is written as U/L with
algebraic integers U and L, and bounds of all their conjugates are kept: for a sum, a product and a
root they follow from those of the parts. The norm of U is a whole number. So if U is not zero, it
is at least 1/u^(D - 1), where u bounds its conjugates and D is the degree of the field it lies in.
A ball that contains zero and is smaller than this is zero.

Sums of logarithms and of arcs with rational factors are zero if their exponential is 1, which is
algebraic again, and no other multiple of 2*pi*i is near.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import lcm, log2, prod
from typing import Final, NamedTuple

from flint import acb, arb, fmpz

from aljabr.algebra import algebraic
from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Exact

MAX_BITS: Final = 40_000
"""Where more digits than this would be needed, nothing is decided."""
_FIRST: Final = 192
_SLACK: Final = 64


class NotAlgebraic(Exception):
    """Nothing is known of a number's conjugates."""


class Size(NamedTuple):
    """Bounds of the conjugates of U and of L, as powers of two: the number is U/L."""

    above: float
    below: float

    def times(self, other: Size) -> Size:
        return Size(self.above + other.above, self.below + other.below)

    def raised(self, times: int) -> Size:
        size = Size(self.below, self.above) if times < 0 else self
        return Size(abs(times) * size.above, abs(times) * size.below)

    def root(self, degree: int) -> Size:
        """Take a root: that of U*L^(q - 1), over L."""
        return Size((self.above + (degree - 1) * self.below) / degree, self.below)


_ONE: Final = Size(0.0, 0.0)


class Field:
    """Where the numbers lie that have been measured: what was taken up, and how often at most."""

    def __init__(self) -> None:
        self.degrees: dict[object, int] = {}
        self.order = 1  # of the roots of unity

    @property
    def degree(self) -> int:
        """A bound of the degree over the rational numbers."""
        return prod(self.degrees.values()) * int(fmpz(self.order).euler_phi())

    def size(self, expr: Expr) -> Size:
        """Measure an algebraic number."""
        head = expr.head
        if expr.is_number:
            return Size(log2(max(1, abs(int(expr.sym.p)))), log2(int(expr.sym.q)))
        if head == tk.IMAGINARY:
            self.order = lcm(self.order, 4)
            return _ONE
        if head == tk.ALGEBRAIC:
            return self._constant(expr.sym.name)
        if head == tk.ADD:
            return _sum([self.size(each) for each in expr.children])
        if head == tk.MUL:
            total = _ONE
            for each in expr.children:
                total = total.times(self.size(each))
            return total
        if head == tk.POW:
            return self._power(*expr.children)
        if head in (tk.SIN, tk.COS, tk.TAN):
            turned = self._turned(expr.children[0].sym)
            both = _sum([turned, turned.raised(-1)])  # cos(u) = (z + 1/z)/2
            # tan(u) = (z - 1/z)/(z + 1/z)/i, and both have the same bounds
            return Size(both.above, both.above) if head == tk.TAN else both.times(_HALF)
        if head == tk.EXP:
            return self._exponential(expr.children[0].sym)
        raise NotAlgebraic

    def _constant(self, name: str) -> Size:
        coefficients, _ = algebraic.polynomial_of(name)
        self.degrees[name] = len(coefficients) - 1
        first = abs(coefficients[-1])
        return Size(log2(first + max(map(abs, coefficients))), log2(first))

    def _power(self, base: Expr, exponent: Expr) -> Size:
        if not exponent.is_number:
            raise NotAlgebraic
        above, below = int(exponent.sym.p), int(exponent.sym.q)
        if below > 1 and below % 2 and _may_be_negative(base):
            raise NotAlgebraic
        return self._root(base.sym, self.size(base), below).raised(above)

    def _root(self, base: Sym, size: Size, degree: int) -> Size:
        if degree == 1:
            return size
        key = "root", base
        self.degrees[key] = lcm(self.degrees.get(key, 1), degree)
        self.order = lcm(self.order, degree)  # another root of the same number may be meant
        return size.root(degree)

    def _exponential(self, exponent: Sym) -> Size:
        """Measure exp(r*log(u) + s*i*pi + ...) with rational r and s."""
        total = _ONE
        for number, part in _parts(exponent):
            if part.head == tk.LOG:
                total = total.times(self._shared(part.children[0], number))
            elif part.head == tk.MUL and {each.head for each in part.children} == {
                tk.IMAGINARY,
                tk.PI,
            }:
                self.order = lcm(self.order, 2 * int(number.q))
            else:
                raise NotAlgebraic
        return total

    def _turned(self, angle: Sym) -> Size:
        """Measure exp(i*u), where u is made of arcs and pi with rational factors."""
        total = _ONE
        self.order = lcm(self.order, 4)
        for number, part in _parts(angle):
            if part.head == tk.PI:
                self.order = lcm(self.order, 2 * int(number.q))
                continue
            if part.head not in _ARCS:
                raise NotAlgebraic
            turned = ExprTable().intern(_turn(part))
            if turned is None:
                raise NotAlgebraic
            total = total.times(self._shared(turned, number))
        return total

    def _shared(self, base: Expr, number: Sym) -> Size:
        return self._root(base.sym, self.size(base), int(number.q)).raised(int(number.p))


def _may_be_negative(base: Expr) -> bool:
    """Whether an odd root may be read in two ways: as the real one, or as the principal value."""
    value = Exact(0).value(base)
    return not value.real > 0 and value.imag.contains(0)


_HALF: Final = Size(0.0, 1.0)
_ARCS: Final = (tk.ASIN, tk.ACOS, tk.ATAN)


def _sum(parts: list[Size]) -> Size:
    below = sum(each.below for each in parts)
    above = max(each.above + below - each.below for each in parts)
    return Size(above + log2(len(parts)), below)


def _parts(total: Sym) -> Iterable[tuple[Sym, Expr]]:
    """Split a sum into terms, each a rational number times something."""
    table = ExprTable()
    for term in ar.addends(ar.expand(total)):
        numbers = [each for each in ar.factors(term) if ar.is_rational(each)]
        number = ar.times(*numbers) if numbers else ar.ONE
        part = table.intern(term / number) if number != 0 else None
        if part is None:
            raise NotAlgebraic
        yield number, part


def _turn(arc: Expr) -> Sym:
    """Return exp(i*u) for an arc u: by sine and cosine of it."""
    value = arc.children[0].sym
    if arc.head == tk.ATAN:
        return (1 + ar.IMAGINARY * value) / ar.square_root(ar.expand(1 + value**2))
    other = ar.square_root(ar.expand(1 - value**2))
    sides = (value, other) if arc.head == tk.ACOS else (other, value)
    return sides[0] + ar.IMAGINARY * sides[1]


# -- decisions -------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def is_zero(sym: Sym) -> bool:
    """Whether a number is proved to be zero."""
    table = ExprTable()
    expr = table.intern(sym)
    if expr is None or expr.holds_symbols:
        return False
    value = Exact(0, precision=_FIRST).value(expr)
    if not (value.is_finite() and value.contains(acb(0))):
        return False
    written = ar.expand(_by_primes(expr))
    expr = table.intern(written)
    return written == 0 or (expr is not None and (_is_algebraic_zero(expr) or _is_sum(expr)))


def _by_primes(expr: Expr) -> Sym:
    """Write logarithms of fractions by those of primes, and powers by the exponential."""
    if not expr.children:
        return expr.sym
    parts = [_by_primes(each) for each in expr.children]
    if expr.head == tk.LOG and ar.is_rational(parts[0]):
        return _logarithm(parts[0])
    if expr.head == tk.POW and not ar.is_rational(parts[1]):
        base = _logarithm(parts[0]) if ar.is_rational(parts[0]) else ar.principal_log(parts[0])
        return ar.exponential(ar.expand(parts[1] * base))
    return ar.rebuild(expr.head, parts)


def _logarithm(number: Sym) -> Sym:
    """Return the logarithm of a fraction, by those of primes."""
    above, below = fmpz(int(number.p)), fmpz(int(number.q))
    if above <= 0:
        return ar.principal_log(number)
    return ar.add(*[
        int(sign * times) * ar.principal_log(ar.rational(int(prime)))
        for part, sign in ((above, 1), (below, -1))
        for prime, times in (part.factor() if part > 1 else ())
    ])  # fmt: skip


def _is_algebraic_zero(expr: Expr) -> bool:
    field = Field()
    try:
        size = field.size(expr)
    except NotAlgebraic:
        return False
    if field.degree > MAX_BITS:
        return False
    bits = size.above * (field.degree - 1) + size.below
    if bits > MAX_BITS:
        return False
    least = arb(2) ** -(int(bits) + _SLACK)
    for times in (1, 2, 4):
        value = Exact(0, precision=times * (int(bits) + 4 * _SLACK)).value(expr)
        if not (value.is_finite() and value.contains(acb(0))):
            return False
        if value.abs_upper() < least:
            return True
    return False


def _is_sum(expr: Expr) -> bool:
    """Whether sums of logarithms and of arcs are zero, each on its own."""
    try:
        parts = list(_parts(expr.sym))
    except NotAlgebraic:
        return False
    logs = [each for each in parts if each[1].head == tk.LOG]
    arcs = [each for each in parts if each[1].head in (tk.PI, *_ARCS)]
    if len(logs) + len(arcs) < len(parts):
        return False
    return _vanishes(logs) and _vanishes(arcs)


def _vanishes(parts: list[tuple[Sym, Expr]]) -> bool:
    """Whether a sum is zero, by its exponential."""
    if not parts:
        return True
    shared = lcm(*[int(number.q) for number, _ in parts])
    whole = [(int(number * shared), part) for number, part in parts]
    table = ExprTable()
    total = table.intern(ar.add(*[times * part.sym for times, part in whole]))
    power = table.intern(ar.times(*[_exponential(part) ** times for times, part in whole]) - 1)
    if total is None or power is None:
        return False
    value = Exact(0, precision=_FIRST).value(total)
    return value.is_finite() and value.abs_upper() < 6 and _is_algebraic_zero(power)


def _exponential(part: Expr) -> Sym:
    """Return exp of a logarithm, or exp(i*u) of an arc u."""
    if part.head == tk.LOG:
        return part.children[0].sym
    return ar.MINUS_ONE if part.head == tk.PI else _turn(part)
