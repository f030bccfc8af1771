"""Choices: a free symbol is given the value that makes a term vanish, or a side a square.

The value is the root of an equation in the free symbol, solved like any other: by isolating, or by
a lemma, which may be discovered for it. Any root will do that is not zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr
from aljabr.algebra.laurent import Coefficients
from aljabr.game.lemmas import Library, common_power, shifted
from aljabr.game.naming import Naming, simple
from aljabr.game.opening import Opened, Opening, Used

MOST_FREE: Final = 8
"""The highest power of a free symbol."""


class _Root(NamedTuple):
    """A value that makes a condition zero."""

    value: Sym
    used: Used | None
    relation: Coefficients


def _root(library: Library, condition: Coefficients, free: Sym, naming: Naming) -> _Root | None:
    """Solve an equation for a free symbol; zero does not count."""
    if len(condition) < 2:
        return None
    condition = shifted(condition)
    if any(each in ar.FREE for value in condition.values() for each in value.free_symbols):
        # In terms of the other free symbol, by isolating, where nothing is divided by that.
        if tuple(condition) != (0, 1) or any(f in condition[1].free_symbols for f in ar.FREE):
            return None
        return _Root(ar.expand(-condition[0] / condition[1]), None, {})
    if tuple(condition) == (0, 1):
        return _Root(simple(-condition[0] / condition[1]), None, {})
    step = common_power(condition)
    found = library.find({power // step: each for power, each in condition.items()})
    name = naming.fresh()
    if found is None or name is None:
        return None
    if step > 1:
        return None
    return _Root(name, Used((name,), *found), condition)


def _reduced(sym: Sym, name: Sym, relation: Coefficients) -> Sym:
    """Lower the powers of a name that is a root of a polynomial."""
    found = laurent.coefficients(sym, name)
    if found is None:
        return sym
    top = max(relation)
    while found and max(found) >= top:
        power = max(found)
        factor = found[power] / relation[top]
        lowered = dict(found)
        for each, value in relation.items():
            place = power - top + each
            lowered[place] = simple(lowered.get(place, ar.ZERO) - factor * value)
        lowered[power] = ar.ZERO
        found = {each: value for each, value in lowered.items() if value != 0}
    return laurent.of(found, name)


def _put_in(found: Coefficients, free: Sym, root: _Root) -> Coefficients:
    result = {}
    for power, each in found.items():
        value = ar.expand(each.subs({free: root.value}))
        if root.relation:
            value = _reduced(value, root.value, root.relation)
        if simple(value) != 0:
            result[power] = value
    return result


def vanish(library: Library, number: int, rank: int) -> Opening:
    """Choose a free symbol so that a coefficient that holds it vanishes, highest power first."""
    free = ar.FREE[number]

    def opening(lhs: Expr, rhs: Expr) -> Opened | None:
        whole = laurent.coefficients(lhs.sym - rhs.sym)
        if not whole or free not in lhs.sym.free_symbols | rhs.sym.free_symbols:
            return None
        holding = [
            power for power in sorted(whole, reverse=True) if free in whole[power].free_symbols
        ]
        if rank >= len(holding):
            return None
        condition = laurent.coefficients(whole[holding[rank]], free)
        if not condition or min(condition) < 0 or max(condition) > MOST_FREE:
            return None
        naming = Naming(set(lhs.sym.free_symbols | rhs.sym.free_symbols))
        root = _root(library, condition, free, naming)
        if root is None or root.value == 0:
            return None
        rest = {power: each for power, each in whole.items() if power != holding[rank]}
        after = _put_in(rest, free, root)
        if len(after) < 2 or max(after) == min(after):
            return None
        if not any(each in ar.FREE for value in after.values() for each in value.free_symbols):
            after = naming.shorter(after)
        return Opened(
            ((laurent.of(after), ar.ZERO),), chosen=(free, root.value), used=root.used,
            names=tuple(naming.names), condition=laurent.of(condition, free),
        )  # fmt: skip

    return opening


def square(library: Library, number: int, on_left: bool) -> Opening:
    """Choose a free symbol so that a side with three terms is a perfect square."""
    free = ar.FREE[number]

    def opening(lhs: Expr, rhs: Expr) -> Opened | None:
        side, other = (lhs, rhs) if on_left else (rhs, lhs)
        found = laurent.coefficients(side.sym)
        if found is None or free not in side.sym.free_symbols or not _may_be_square(found):
            return None
        low, middle, high = found
        discriminant = laurent.coefficients(found[middle] ** 2 - 4 * found[low] * found[high], free)
        if not discriminant or min(discriminant) < 0 or max(discriminant) > MOST_FREE:
            return None
        naming = Naming(set(lhs.sym.free_symbols | rhs.sym.free_symbols))
        root = _root(library, discriminant, free, naming)
        if root is None or root.value == 0:
            return None
        kept = _put_in({middle: found[middle], high: found[high]}, free, root)
        if len(kept) < 2:
            return None
        outside, inside = kept[high], simple(kept[middle] / (2 * kept[high]))
        changed = _chosen_in(other, free, root)
        if changed is None:
            return None
        left_free = {*outside.free_symbols, *inside.free_symbols, *changed.symbols} & {*ar.FREE}
        if not left_free:
            outside, inside = naming.short(outside), naming.short(inside)
            changed = changed.named(naming)
        half = (high - middle, low // 2)
        squared = outside * ar.X**low * (ar.X ** half[0] + inside) ** 2
        sides = (squared, changed.sym) if on_left else (changed.sym, squared)
        return Opened(
            (sides,), chosen=(free, root.value), used=root.used, names=tuple(naming.names),
            condition=laurent.of(discriminant, free), squares=True,
        )  # fmt: skip

    return opening


def _may_be_square(found: Coefficients) -> bool:
    powers = list(found)
    return len(powers) == 3 and powers[0] + powers[2] == 2 * powers[1] and powers[0] % 2 == 0


@dataclass
class _Side:
    """The side beside one that was made a square: a sum of powers, or a square itself."""

    outside: Sym
    inside: Coefficients
    exponent: int

    @property
    def symbols(self) -> set[Sym]:
        parts = [self.outside, *self.inside.values()]
        return set().union(*[each.free_symbols for each in parts])

    @property
    def sym(self) -> Sym:
        inside = laurent.of(self.inside)
        return self.outside * inside**self.exponent if self.exponent > 1 else inside

    def named(self, naming: Naming) -> _Side:
        return _Side(naming.short(self.outside), naming.shorter(self.inside), self.exponent)


def _chosen_in(side: Expr, free: Sym, root: _Root) -> _Side | None:
    """Put the value of a free symbol into a side."""
    outside, inside, exponent = ar.ONE, side.sym, 1
    for factor in ar.factors(side.sym):
        base, power = ar.base_and_exponent(factor)
        if ar.is_sum(base) and power == 2 and ar.X in base.free_symbols:
            outside, inside, exponent = side.sym / factor, base, 2
    found = laurent.coefficients(inside)
    if found is None or ar.X in outside.free_symbols:
        return None
    return _Side(ar.expand(outside.subs({free: root.value})), _put_in(found, free, root), exponent)
