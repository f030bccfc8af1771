"""Open moves: what brings something new into an equation.

    let      x = g(y, t), for every g of a grammar: sums of at most two monomials y^i * t^j
    name     y = u, for the kernel that the unknown stands in, or for a shape such as x + 1/x
    add      t * x^k to both sides
    choose   a free symbol so that a coefficient vanishes, or so that a side is a perfect square
    lemma    an equation that was solved before

A free symbol t has no value yet; to choose it is an equation in t, which is solved like any other:
by a lemma, found before or now. Whenever the last free symbol is chosen, larger pieces without the
unknown get names. Pure functions of both sides; `Opened` says all that a derivation needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr
from aljabr.algebra.laurent import Coefficients
from aljabr.algebra.prover import value_of
from aljabr.game.cases import Sides
from aljabr.game.kernels import Kernel, kernel_of
from aljabr.game.lemmas import Lemma, Library, Values, common_power, shifted

HIGHEST: Final = 12
"""The highest power of the unknown, up or down, in an open state."""
MOST_FREE: Final = 8
"""The highest power of a free symbol."""


class Used(NamedTuple):
    """A lemma and what was made of it."""

    names: tuple[Sym, ...]
    """Names for the lemma's roots, in order; for one of them where any root will do."""
    lemma: Lemma
    values: Values


@dataclass(frozen=True, slots=True)
class Opened:
    """What an open move makes of an equation."""

    sides: tuple[Sides, ...]
    """The new sides, in every case; the first is the successor."""
    let: Sym | None = None
    """What the unknown is, by the new one; free symbols are replaced when they are chosen."""
    kernel: Sym | None = None
    """What the new unknown is, by the old one."""
    chosen: tuple[Sym, Sym] | None = None
    """A free symbol and its value, in letters and names."""
    used: Used | None = None
    names: tuple[tuple[Sym, Sym], ...] = ()
    """New names, with what they stand for in the letters before."""
    condition: Sym | None = None
    """What was made zero by a choice, an expression in the free symbol."""


Opening = Callable[[Expr, Expr], "Opened | None"]
"""An open move, from both sides; None where it makes no sense."""


# -- what a state looks like -----------------------------------------------------------------------


def free_symbols(*sides: Expr) -> list[Sym]:
    """Return the free symbols of a state."""
    if not any(tk.OTHER_SYMBOL in side.tokens for side in sides):
        return []
    found = set().union(*[side.sym.free_symbols for side in sides])
    return [each for each in ar.FREE if each in found]


def polynomials(lhs: Expr, rhs: Expr) -> tuple[Coefficients, Coefficients] | None:
    """Return both sides as sums of powers of the unknown, if they are."""
    left, right = laurent.coefficients(lhs.sym), laurent.coefficients(rhs.sym)
    return None if left is None or right is None or not left else (left, right)


def _within_bounds(*sides: Coefficients) -> bool:
    return all(abs(power) <= HIGHEST for side in sides for power in side)


# -- changes of variable -------------------------------------------------------------------------

_POWERS: Final = (-2, -1, 0, 1, 2, 3)
Monomial = tuple[int, int]
Shape = tuple[Monomial, ...]


def grammar() -> list[Shape]:
    """Return all sums of at most two monomials y^i * t^j, j being 0 or 1; simple ones first."""
    monomials = [(i, j) for i in _POWERS for j in (0, 1) if (i, j) != (0, 0)]
    found: list[Shape] = [(each,) for each in monomials if each[0] and each != (1, 0)]
    found += [(m, n) for m, n in combinations(monomials[::-1], 2) if m[0] != n[0]]
    return sorted(found, key=_complexity)


def _complexity(shape: Shape) -> tuple[int, int, int]:
    size = sum(abs(i) + (i < 0) + j for i, j in shape)
    return size, len(shape), max(shape)[1]


def shape_sym(shape: Shape, free: Sym = ar.FREE[0]) -> Sym:
    return ar.add(*[ar.X**i * free**j for i, j in shape])


def let(shape: Shape) -> Opening:
    """Put g(y, t) in the unknown's place."""
    inside = shape_sym(shape)

    def opening(lhs: Expr, rhs: Expr) -> Opened | None:
        found = polynomials(lhs, rhs)
        if found is None or free_symbols(lhs, rhs):
            return None
        after = []
        for side in found:
            value = laurent.composed(side, inside)
            read = None if value is None else laurent.coefficients(value)
            if read is None or not _within_bounds(read):
                return None
            after.append(laurent.of(read))
        return Opened(((after[0], after[1]),), let=inside)

    return opening


# -- naming ----------------------------------------------------------------------------------------


def name_kernel(lhs: Expr, rhs: Expr) -> Opened | None:
    """Let y be what the unknown stands in: y = exp(x), where the equation holds nothing else."""
    if free_symbols(lhs, rhs):
        return None
    found = kernel_of(lhs, rhs)
    if found is None or found.kernel == ar.X:
        return None
    return Opened(((laurent.of(found.left), laurent.of(found.right)),), kernel=found.kernel)


def name_shape(shape: Shape) -> Opening:
    """Let y be a shape, such as x + 1/x; a power of x that is too much is divided away."""
    inside = dict(sorted({i: ar.ONE for i, _ in shape}.items()))
    low, high = min(inside), max(inside)

    def opening(lhs: Expr, rhs: Expr) -> Opened | None:
        found = polynomials(lhs, rhs)
        if found is None or free_symbols(lhs, rhs):
            return None
        whole = laurent.coefficients(lhs.sym - rhs.sym)
        if not whole or len(whole) < 2:
            return None
        if low < 0:
            times, rest = divmod(max(whole) - min(whole), high - low)
            if rest or (0 not in whole and min(whole) > 0):
                return None
            middle = max(whole) - high * times
            if ar.expand(whole[max(whole)] - whole[min(whole)]) != 0:
                return None
            whole = {power - middle: each for power, each in whole.items()}
        named = laurent.in_terms_of(whole, inside)
        if named is None or len(named) < 2:
            return None
        return Opened(
            ((laurent.of(dict(sorted(named.items()))), ar.ZERO),), kernel=laurent.of(inside)
        )

    return opening


# -- adding ----------------------------------------------------------------------------------------


def add(power: int) -> Opening:
    """Add t*x^k to both sides, t being the next free symbol."""

    def opening(lhs: Expr, rhs: Expr) -> Opened | None:
        found = polynomials(lhs, rhs)
        used = free_symbols(lhs, rhs)
        if found is None or len(used) == len(ar.FREE) or power > max(max(found[0]), 0):
            return None
        free = next(each for each in ar.FREE if each not in used)
        term = free * ar.X**power
        return Opened(((lhs.sym + term, rhs.sym + term),))

    return opening


# -- choosing --------------------------------------------------------------------------------------


@dataclass
class _Naming:
    """Gives names to larger pieces."""

    used: set[Sym]
    names: list[tuple[Sym, Sym]] = field(default_factory=list)

    def fresh(self) -> Sym | None:
        letters = {str(each).rstrip(ar.MARKS) for each in self.used}
        found = next((each for each in ar.NAMES if str(each)[0] not in letters), None)
        if found is not None:
            self.used.add(found)
        return found

    def short(self, piece: Sym) -> Sym:
        """Return a piece by a name; a number, a letter or a multiple of one as it is."""
        piece = _simple(piece)
        if len(piece.free_symbols) == 0 and ar.is_rational(piece):
            return piece
        rest = ar.times(*[f for f in ar.factors(piece) if not ar.is_rational(f)])
        if not rest.args:
            return piece
        for name, value in self.names:
            if value == piece:
                return name
            if ar.expand(value + piece) == 0:
                return -name
        name = self.fresh()
        if name is None:
            return piece
        self.names.append((name, piece))
        return name

    def shorter(self, found: Coefficients) -> Coefficients:
        return {power: self.short(each) for power, each in found.items()}


def _simple(sym: Sym) -> Sym:
    found = value_of(sym) if sym.args else sym
    return sym if found is None else found


class _Root(NamedTuple):
    """A value that makes a condition zero."""

    value: Sym
    used: Used | None
    relation: Coefficients


def _root(library: Library, condition: Coefficients, free: Sym, naming: _Naming) -> _Root | None:
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
        return _Root(_simple(-condition[0] / condition[1]), None, {})
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
            lowered[place] = _simple(lowered.get(place, ar.ZERO) - factor * value)
        lowered[power] = ar.ZERO
        found = {each: value for each, value in lowered.items() if value != 0}
    return laurent.of(found, name)


def _put_in(found: Coefficients, free: Sym, root: _Root) -> Coefficients:
    result = {}
    for power, each in found.items():
        value = ar.expand(each.subs({free: root.value}))
        if root.relation:
            value = _reduced(value, root.value, root.relation)
        if _simple(value) != 0:
            result[power] = value
    return result


def vanish(library: Library, number: int, rank: int) -> Opening:
    """Choose a free symbol so that a coefficient that holds it vanishes, the highest power first."""
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
        naming = _Naming(set(lhs.sym.free_symbols | rhs.sym.free_symbols))
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
        naming = _Naming(set(lhs.sym.free_symbols | rhs.sym.free_symbols))
        root = _root(library, discriminant, free, naming)
        if root is None or root.value == 0:
            return None
        kept = _put_in({middle: found[middle], high: found[high]}, free, root)
        if len(kept) < 2:
            return None
        outside, inside = kept[high], _simple(kept[middle] / (2 * kept[high]))
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
            condition=laurent.of(discriminant, free),
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

    def named(self, naming: _Naming) -> _Side:
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


# -- what was solved before ------------------------------------------------------------------------


def fresh_names(count: int, lhs: Expr, rhs: Expr) -> tuple[Sym, ...] | None:
    """Return names that a state does not use."""
    naming = _Naming(set(lhs.sym.free_symbols | rhs.sym.free_symbols))
    names = [naming.fresh() for _ in range(count)]
    return None if None in names else tuple(names)


def by_lemma(library: Library) -> Opening:
    """Use the lemma for a polynomial in the unknown, or in the kernel it stands in."""

    def opening(lhs: Expr, rhs: Expr) -> Opened | None:
        if free_symbols(lhs, rhs):
            return None
        found = kernel_of(lhs, rhs)
        if found is None:
            return None
        instance = shifted(found.difference)
        matched = library.match(instance)
        if matched is None or max(instance) < 2:
            return None
        lemma, values = matched
        names = fresh_names(len(lemma.roots), lhs, rhs)
        if names is None:
            return None
        sides = [(found.kernel, name) for name in names]
        if min(found.difference) > 0:
            sides.append((found.kernel, ar.ZERO))
        return Opened(tuple(sides), used=Used(names, lemma, values))

    return opening


__all__ = ["Kernel", "Opened", "Opening", "Used"]
