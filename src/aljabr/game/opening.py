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
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr
from aljabr.algebra.laurent import Coefficients
from aljabr.game.cases import Sides
from aljabr.game.kernels import kernel_of
from aljabr.game.lemmas import Lemma, Library, Values, shifted
from aljabr.game.naming import Naming

HIGHEST: Final = 12
"""The highest power of the unknown, up or down, in an open state."""


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
    squares: bool = False
    """Whether the choice makes a side a square; else a term vanishes."""


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


# -- what was solved before ------------------------------------------------------------------------


def fresh_names(count: int, lhs: Expr, rhs: Expr) -> tuple[Sym, ...] | None:
    """Return names that a state does not use."""
    naming = Naming(set(lhs.sym.free_symbols | rhs.sym.free_symbols))
    names = [naming.fresh() for _ in range(count)]
    return None if any(name is None for name in names) else tuple(names)


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
