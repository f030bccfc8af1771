"""Sines and cosines of one angle: both sides of an equation as fractions in s and c.

s = sin(u), c = cos(u), where u is the largest angle that all others are whole multiples of, but for
what stands beside the unknown. Exact: coefficients are expressions without the unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.ratios import ratio_of

Poly = dict[tuple[int, int], Sym]
"""What stands before each s^i c^j; nothing that is zero."""

MAX_MULTIPLE: Final = 8
"""The largest multiple of an angle that is written out."""
MAX_DEGREE: Final = 12
"""The highest power that is multiplied out."""
FUNCTIONS: Final = (tk.SIN, tk.COS, tk.TAN)


# -- polynomials -----------------------------------------------------------------------------------


def poly(terms: Iterable[tuple[tuple[int, int], Sym]]) -> Poly:
    """Add up terms."""
    found: dict[tuple[int, int], list[Sym]] = {}
    for powers, value in terms:
        found.setdefault(powers, []).append(value)
    added = {powers: ar.expand(ar.add(*each)) for powers, each in found.items()}
    return {powers: value for powers, value in sorted(added.items()) if value != 0}


def constant(value: Sym) -> Poly:
    return poly([((0, 0), value)])


def plus(left: Poly, right: Poly) -> Poly:
    return poly([*left.items(), *right.items()])


def times(left: Poly, right: Poly) -> Poly:
    return poly(((i + k, j + m), one * other)
                for (i, j), one in left.items() for (k, m), other in right.items())  # fmt: skip


def to_power(base: Poly, exponent: int) -> Poly:
    found = ONE
    for _ in range(exponent):
        found = times(found, base)
    return found


def degree(found: Poly) -> int:
    return max((i + j for i, j in found), default=0)


ONE: Final = constant(ar.ONE)
S: Final[Poly] = {(1, 0): ar.ONE}
C: Final[Poly] = {(0, 1): ar.ONE}


def by_cosine(found: Poly) -> Poly:
    """Write s^2 as 1 - c^2, so that s stands alone or not at all."""
    return _reduced(found, 0)


def by_sine(found: Poly) -> Poly:
    """Write c^2 as 1 - s^2."""
    return _reduced(found, 1)


def _reduced(found: Poly, place: int) -> Poly:
    total: Poly = {}
    for powers, value in found.items():
        own, other = powers[place], powers[1 - place]
        for k in range(own // 2 + 1):
            # (1 - y^2)^m = sum of comb(m, k) (-1)^k y^(2k)
            m = own // 2
            number = ar.rational((-1) ** k * comb(m, k))
            left = (own % 2, other + 2 * k) if place == 0 else (other + 2 * k, own % 2)
            total = plus(total, {left: number * value})
    return total


def multiple(k: int) -> tuple[Poly, Poly]:
    """Return sin(k*u) and cos(k*u)."""
    sine: Poly = {}
    cosine = ONE
    for _ in range(abs(k)):
        sine, cosine = (
            plus(times(sine, C), times(cosine, S)),
            plus(times(cosine, C), times({(0, 0): ar.MINUS_ONE}, times(sine, S))),
        )
    sine, cosine = by_cosine(sine), by_cosine(cosine)
    return (sine if k >= 0 else times({(0, 0): ar.MINUS_ONE}, sine)), cosine


# -- angles ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Angles:
    """The angle that others are multiples of, and the multiples with what is beside them."""

    base: Sym
    multiples: dict[Sym, tuple[int, Sym]]


def angles_of(nodes: list[Expr], most: int = MAX_MULTIPLE) -> Angles | None:
    """Return the common angle of some functions."""
    parts = {node.children[0].sym: _parts(node.children[0].sym) for node in nodes}
    first = next(iter(parts.values()))[0]
    ratios: dict[Sym, Fraction] = {}
    for angle, (moving, _) in parts.items():
        ratio = ratio_of(moving, first)
        if ratio is None:
            return None
        ratios[angle] = ratio
    below = lcm(*[each.denominator for each in ratios.values()])
    above = gcd(*[int(each * below) for each in ratios.values()])
    unit = Fraction(above, below)
    if next(iter(ratios.values())) < 0:
        unit = -unit
    base = ar.expand(first * ar.rational(unit.numerator, unit.denominator))
    counts = {angle: int(ratio / unit) for angle, ratio in ratios.items()}
    if max(map(abs, counts.values())) > most:
        return None
    # x + 1 is as good an angle as x, if it is all that there is.
    angle, count = next(iter(counts.items()))
    shift = ar.expand(parts[angle][1] / count)
    if all(ar.expand(parts[each][1] - number * shift) == 0 for each, number in counts.items()):
        return Angles(base + shift, {each: (number, ar.ZERO) for each, number in counts.items()})
    return Angles(base, {each: (number, parts[each][1]) for each, number in counts.items()})


def _parts(angle: Sym) -> tuple[Sym, Sym]:
    terms = ar.addends(ar.expand(angle))
    moving = [each for each in terms if ar.X in each.free_symbols]
    return ar.add(*moving), ar.add(*[each for each in terms if each not in moving])


# -- fractions -------------------------------------------------------------------------------------

Key = tuple[tuple[tuple[int, int], Sym], ...]


@dataclass(frozen=True)
class Quotient:
    """A polynomial over powers of others."""

    above: Poly
    below: dict[Key, int] = field(default_factory=dict)

    def over(self, below: dict[Key, int]) -> Poly:
        """Return what stands above a larger denominator."""
        found = self.above
        for key, power in below.items():
            found = times(found, to_power(dict(key), power - self.below.get(key, 0)))
        return found


@dataclass(frozen=True)
class Circle:
    """An equation in s and c: `above` is zero, and what is below is not."""

    angle: Sym
    above: Poly
    below: tuple[Poly, ...]
    functions: frozenset[Sym]
    """The functions that it was written by."""

    def sym(self, found: Poly, sine: Sym | None = None, cosine: Sym | None = None) -> Sym:
        """Write a polynomial in sin(u) and cos(u), or in what stands for them."""
        s = ar.sine(self.angle) if sine is None else sine
        c = ar.cosine(self.angle) if cosine is None else cosine
        return ar.add(*[ar.multiply(value, s**i * c**j) for (i, j), value in found.items()])


def circle_of(lhs: Expr, rhs: Expr) -> Circle | None:
    """Read an equation whose unknown stands in sines, cosines and tangents alone."""
    if not any(token in lhs.tokens or token in rhs.tokens for token in FUNCTIONS):
        return None
    return _circle_of(lhs.sym, rhs.sym)


@lru_cache(maxsize=1024)
def _circle_of(left: Sym, right: Sym) -> Circle | None:
    table = ExprTable()
    sides = [table.intern(left), table.intern(right)]
    nodes: dict[Sym, Expr] = {}
    for side in sides:
        if side is None or not collect(side, nodes):
            return None
    if not nodes:
        return None
    angles = angles_of(list(nodes.values()))
    if angles is None:
        return None
    found = [_read(side, angles) for side in sides if side is not None]
    if found[0] is None or found[1] is None:
        return None
    minus = Quotient(times({(0, 0): ar.MINUS_ONE}, found[1].above), found[1].below)
    whole = _sum([found[0], minus])
    if degree(whole.above) > MAX_DEGREE:
        return None
    below = tuple(dict(key) for key in whole.below)
    return Circle(angles.base, whole.above, below, frozenset(nodes))


def collect(expr: Expr, nodes: dict[Sym, Expr]) -> bool:
    """Find the functions; no if the unknown stands elsewhere, too."""
    if not expr.holds_unknown:
        return True
    if expr.head in FUNCTIONS:
        nodes[expr.sym] = expr
        inside = expr.children[0]
        return not any(each in inside.tokens for each in FUNCTIONS)
    if expr.head in (tk.ADD, tk.MUL):
        return all(collect(each, nodes) for each in expr.children)
    if expr.head == tk.POW and expr.children[1].is_number and expr.children[1].sym.is_integer:
        return collect(expr.children[0], nodes)
    return False


def _read(expr: Expr, angles: Angles) -> Quotient | None:
    if not expr.holds_unknown:
        return Quotient(constant(expr.sym))
    if expr.head in FUNCTIONS:
        count, beside = angles.multiples[expr.children[0].sym]
        sine, cosine = multiple(count)
        if beside != 0:
            s, c = constant(ar.sine(beside)), constant(ar.cosine(beside))
            minus = times({(0, 0): ar.MINUS_ONE}, times(sine, s))
            sine, cosine = (
                plus(times(sine, c), times(cosine, s)),
                plus(times(cosine, c), minus),
            )
        if expr.head == tk.TAN:
            return _divided(Quotient(sine), Quotient(cosine))
        return Quotient(sine if expr.head == tk.SIN else cosine)
    if expr.head == tk.POW:
        base, exponent = _read(expr.children[0], angles), int(expr.children[1].sym)
        if base is None or abs(exponent) * max(degree(base.above), 1) > MAX_DEGREE:
            return None
        raised = _product([base] * abs(exponent))
        return raised if exponent > 0 else _divided(Quotient(ONE), raised)
    parts = [_read(each, angles) for each in expr.children]
    known = [each for each in parts if each is not None]
    if len(known) < len(parts):
        return None
    found = _sum(known) if expr.head == tk.ADD else _product(known)
    return found if degree(found.above) <= 2 * MAX_DEGREE else None


def _sum(parts: list[Quotient]) -> Quotient:
    below: dict[Key, int] = {}
    for each in parts:
        for key, power in each.below.items():
            below[key] = max(power, below.get(key, 0))
    above: Poly = {}
    for each in parts:
        above = plus(above, each.over(below))
    return Quotient(above, below)


def _product(parts: list[Quotient]) -> Quotient:
    above, below = ONE, dict[Key, int]()
    for each in parts:
        above = times(above, each.above)
        for key, power in each.below.items():
            below[key] = below.get(key, 0) + power
    return Quotient(above, below)


def _divided(one: Quotient, other: Quotient) -> Quotient:
    """Divide; monomials below are taken apart."""
    above = Quotient(one.above).over(other.below)
    below = dict(one.below)
    if len(other.above) == 1:
        (((i, j), value),) = other.above.items()
        above = times(above, constant(1 / value))
        parts = [(S, i), (C, j)]
    else:
        parts = [(other.above, 1)]
    for part, power in parts:
        if power:
            key = tuple(part.items())
            below[key] = below.get(key, 0) + power
    return Quotient(above, below)
