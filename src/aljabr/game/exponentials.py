"""Exponentials with several bases: everything by one of them.

Numbers are split into primes, so that 4^x, 6^x and 9^x are products of powers of 2^x and 3^x. If
all terms lie on a line, dividing by one of them leaves powers of a single exponential: (2/3)^x.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import sign_of
from aljabr.algebra.ratios import ratio_of
from aljabr.game.identities import MAX_UNKNOWNS, Rewritten, changed, rule
from aljabr.game.kernels import kernel_of
from aljabr.game.reading import where_an_exponent_stands
from aljabr.game.rules import Rule

Powers = frozenset[tuple[Sym, Fraction]]
"""What each base is raised to, as a multiple of the common exponent."""
Terms = dict[Powers, Sym]
"""What stands before each product of exponentials."""

MAX_BASE: Final = 10**6
"""The largest number that is split into primes."""
MAX_TERMS: Final = 12
NOTHING: Final[Powers] = frozenset()


class _Reader:
    """Reads sides that hold the unknown in exponents alone."""

    def __init__(self) -> None:
        self.exponent: Sym | None = None
        self.bases: set[Sym] = set()

    def read(self, expr: Expr) -> Terms | None:
        if not expr.holds_unknown:
            return {NOTHING: expr.sym}
        if expr.head == tk.EXP:
            return self._exponential(ar.EULER, expr.children[0].sym)
        if expr.head == tk.POW and not expr.children[0].holds_unknown:
            return self._exponential(expr.children[0].sym, expr.children[1].sym)
        if expr.head == tk.POW:
            base, exponent = self.read(expr.children[0]), expr.children[1].sym
            if base is None or not exponent.is_integer or not 0 < exponent <= 4:
                return None
            return _product([base] * int(exponent))
        if expr.head not in (tk.ADD, tk.MUL):
            return None
        parts = [self.read(each) for each in expr.children]
        known = [each for each in parts if each is not None]
        if len(known) < len(parts):
            return None
        return _sum(known) if expr.head == tk.ADD else _product(known)

    def _exponential(self, base: Sym, exponent: Sym) -> Terms | None:
        base, exponent = _of_number(base, exponent)
        terms = ar.addends(ar.expand(exponent))
        moving = ar.add(*[each for each in terms if ar.X in each.free_symbols])
        resting = ar.add(*[each for each in terms if ar.X not in each.free_symbols])
        if self.exponent is None:
            self.exponent = moving
        ratio = ratio_of(moving, self.exponent)
        powers = self._split(base)
        if ratio is None or powers is None:
            return None
        value = ar.ONE if resting == 0 else ar.power(base, resting)
        return {frozenset((each, power * ratio) for each, power in powers.items()): value}

    def _split(self, base: Sym) -> dict[Sym, Fraction] | None:
        """Write a base as a product of powers of primes, or of what it is made of."""
        if ar.is_rational(base):
            return primes(base)
        inner, exponent = ar.base_and_exponent(base)
        if ar.is_rational(inner) and ar.is_rational(exponent):
            found = primes(inner)
            power = Fraction(int(exponent.p), int(exponent.q))
            return None if found is None else {each: power * one for each, one in found.items()}
        if not base.free_symbols and sign_of(base) <= 0:
            return None
        for known in self.bases if not base.free_symbols else ():
            if ar.expand(known * base) == 1:
                return {known: Fraction(-1)}
        self.bases.add(base)
        return {base: Fraction(1)}


def _of_number(base: Sym, exponent: Sym) -> tuple[Sym, Sym]:
    """Write e^(u*log(2)) as 2^u."""
    table = ExprTable()
    expr = table.intern(exponent) if base == ar.EULER else None
    logs = [] if expr is None else [each for each in expr.walk() if each.head == tk.LOG]
    numbers = {each.children[0].sym for each in logs}
    if len(numbers) != 1 or not all(map(ar.is_positive_number, numbers)):
        return base, exponent
    rest = table.intern(ar.expand(exponent / logs[0].sym))
    is_free = rest is not None and tk.LOG not in rest.tokens
    return (numbers.pop(), rest.sym) if rest is not None and is_free else (base, exponent)


def primes(number: Sym) -> dict[Sym, Fraction] | None:
    """Return the primes that a positive number is made of, with their powers."""
    above, below = int(number.p), int(number.q)
    if above <= 0 or max(above, below) > MAX_BASE or number == 1:
        return None
    found: dict[Sym, Fraction] = {}
    for part, sign in ((above, 1), (below, -1)):
        divisor = 2
        while part > 1:
            if divisor * divisor > part:
                divisor = part
            while part % divisor == 0:
                part //= divisor
                prime = ar.rational(divisor)
                found[prime] = found.get(prime, Fraction(0)) + sign
            divisor += 1
    return found


def _sum(parts: list[Terms]) -> Terms:
    found: dict[Powers, list[Sym]] = {}
    for each in parts:
        for powers, value in each.items():
            found.setdefault(powers, []).append(value)
    added = {powers: ar.expand(ar.add(*values)) for powers, values in found.items()}
    return {powers: value for powers, value in added.items() if value != 0}


def _product(parts: list[Terms]) -> Terms:
    total: Terms = {NOTHING: ar.ONE}
    for part in parts:
        total = _sum([
            {_joined(one, other): value * factor}
            for one, value in total.items() for other, factor in part.items()
        ])  # fmt: skip
    return total


def _joined(one: Powers, other: Powers, sign: int = 1) -> Powers:
    found = dict(one)
    for base, power in other:
        found[base] = found.get(base, Fraction(0)) + sign * power
    return frozenset((base, power) for base, power in found.items() if power)


def to_one_base(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Write all by powers of one exponential, after dividing by one."""
    count = lhs.tokens.count(tk.UNKNOWN) + rhs.tokens.count(tk.UNKNOWN)
    if not 1 < count <= MAX_UNKNOWNS or not _has_exponent(lhs, rhs):
        return None
    found = _one_base(lhs.sym, rhs.sym)
    if found is None or not changed(lhs, rhs, *found.sides[0]):
        return None
    known = kernel_of(lhs, rhs)
    is_two = found.sides[0][1] != 0
    return None if known is not None and known.kernel != ar.X and not is_two else found


def _has_exponent(lhs: Expr, rhs: Expr) -> bool:
    return any(token in side.tokens for side in (lhs, rhs) for token in (tk.EXP, tk.POW))


@lru_cache(maxsize=1024)
def _one_base(left: Sym, right: Sym) -> Rewritten | None:
    table, reader = ExprTable(), _Reader()
    sides = [table.intern(left), table.intern(right)]
    read = [None if side is None else reader.read(side) for side in sides]
    if read[0] is None or read[1] is None or reader.exponent is None:
        return None
    minus = {powers: -value for powers, value in read[1].items()}
    terms = _sum([read[0], minus])
    if len(terms) < 2:  # an exponential is never zero
        return Rewritten(((ar.add(*terms.values()), ar.ZERO),), "write all by one base")
    if len(terms) > MAX_TERMS:
        return None
    line = _line(list(terms))
    if line is None:
        return None
    step, places = line
    lowest = min(places.values())
    if len(terms) == 2:
        return _two(terms, step, places, reader.exponent)
    summed = [value * _power(step, places[powers] - lowest, reader.exponent)
              for powers, value in terms.items()]  # fmt: skip
    kernel = _power(step, 1, reader.exponent)
    return Rewritten(((ar.add(*summed), ar.ZERO),), "write all by {0}", (kernel,))


def _two(
    terms: Terms, step: dict[Sym, Fraction], places: dict[Powers, int], exponent: Sym
) -> Rewritten | None:
    """Of two terms: one exponential and its value."""
    (first, above), (last, below) = sorted(terms.items(), key=lambda each: places[each[0]])
    kernel = _power(step, places[last] - places[first], exponent)
    value = ar.expand(-above / below)
    nonzero = () if ar.is_rational(below) else (below,)
    return Rewritten(((kernel, value),), "write both by {0}", (kernel,), nonzero)


def _line(found: list[Powers]) -> tuple[dict[Sym, Fraction], dict[Powers, int]] | None:
    """Return the step of a line that all powers lie on, and their places; None if there is none."""
    first = found[0]
    others = [dict(_joined(each, first, -1)) for each in found[1:]]
    way = others[0]
    lead = next(iter(sorted(way, key=str)))
    ratios = [Fraction(0)]
    for each in others:
        ratio = each.get(lead, Fraction(0)) / way[lead]
        if {base: ratio * power for base, power in way.items() if ratio} != each:
            return None
        ratios.append(ratio)
    unit = Fraction(gcd(*[int(r * lcm(*[q.denominator for q in ratios])) for r in ratios]),
                    lcm(*[r.denominator for r in ratios]))  # fmt: skip
    step = {base: unit * power for base, power in way.items()}
    if _grows(step) < 0:
        step, unit = {base: -power for base, power in step.items()}, -unit
    return step, {powers: int(r / unit) for powers, r in zip(found, ratios, strict=True)}


def _grows(step: dict[Sym, Fraction]) -> float:
    """Return more than zero if the exponential of a step looks better than its inverse."""
    return float(sum(power for power in step.values()))


def _power(step: dict[Sym, Fraction], count: int, exponent: Sym) -> Sym:
    """Return a power of the exponential of a step: one of a number, if all bases are."""
    if count == 0:
        return ar.ONE
    below = lcm(*[each.denominator for each in step.values()])
    whole = {base: int(each * below) for base, each in step.items()}
    inside = ar.expand(exponent * ar.rational(count, below))
    if len(whole) > 1 and ar.EULER in whole:
        rate = ar.add(*[power * ar.logarithm(base) for base, power in whole.items()])
        return ar.exponential(ar.multiply(inside, rate))
    if len(whole) == 1:
        ((base, power),) = whole.items()
        return ar.power(base, ar.expand(power * inside))
    shared = gcd(*whole.values())
    number = ar.times(*[base ** (power // shared) for base, power in whole.items()])
    return ar.power(number, ar.expand(shared * inside))


def equal_exponents(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Of two powers of one number, leave the exponents: 4^x = 8 is 2x = 3."""
    if lhs.head != tk.POW or not ar.is_rational(lhs.children[0].sym):
        return None
    split = primes(lhs.children[0].sym)
    if split is None:
        return None
    shared = gcd(*[int(power) for power in split.values()])
    unit = {prime: int(power) // shared for prime, power in split.items()}
    exponent = _exponent_by(unit, rhs)
    if exponent is None:
        return None
    number = ar.times(*[prime**power for prime, power in unit.items()])
    sides = ar.multiply(ar.rational(shared), lhs.children[1].sym), exponent
    return Rewritten(
        (sides,), "write both sides as powers of {0}, so that the exponents are equal", (number,)
    )


def _exponent_by(unit: dict[Sym, int], side: Expr) -> Sym | None:
    """Return the exponent of a side that is a power of a number, given by its primes."""
    base, exponent = ar.base_and_exponent(side.sym)
    if not ar.is_rational(base) or (side.holds_unknown and side.head != tk.POW):
        return None
    counts = set()
    left = Fraction(int(base.p), int(base.q))
    for prime, power in unit.items():
        count, divisor = 0, Fraction(int(prime))
        while left.numerator % divisor == 0 and left != 0:
            left, count = left / divisor, count + 1
        while left.denominator % divisor == 0:
            left, count = left * divisor, count - 1
        counts.add(Fraction(count, power))
    if left != 1 or len(counts) > 1:
        return None
    (times,) = counts
    return ar.multiply(ar.rational(times.numerator, times.denominator), exponent)


def of_one_base(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """u^v = u^w: v = w, or u is 1, -1 or 0; a candidate may be none, for 0^0 has no value."""
    if lhs.head != tk.POW or not all(each.holds_unknown for each in lhs.children):
        return None
    base, exponent = (each.sym for each in lhs.children)
    if rhs.sym == 1:
        other = ar.ZERO
    elif rhs.sym == base:
        other = ar.ONE
    elif rhs.head == tk.POW and rhs.children[0].sym == base:
        other = rhs.children[1].sym
    else:
        return None
    values = (ar.ONE, ar.MINUS_ONE) if other == 0 else (ar.ONE, ar.MINUS_ONE, ar.ZERO)
    sides = ((ar.expand(exponent - other), ar.ZERO), *((base, value) for value in values))
    if other == 0:
        said = "{0} is 1 only if the exponent is 0 or the base is 1 or -1"
        return Rewritten(sides, said, (lhs.sym,))
    said = "powers of {0} are equal only if the exponents are, or it is 1, -1 or 0"
    return Rewritten(sides, said, (base,))


RULES: Final[tuple[Rule, ...]] = (
    rule("one_base", "write all by one exponential", to_one_base, where_an_exponent_stands),
    rule("equal_exponents", "write both sides as powers of one number, so that the exponents are"
         " equal", equal_exponents, where_an_exponent_stands, cost=0.0,
         is_real=True),
    rule("powers_of_one_base", "compare the exponents", of_one_base, where_an_exponent_stands,
         adds=True, is_real=True),
)  # fmt: skip
