"""What the unknown stands in: exp(x) in a*exp(2*x) + b*exp(x) = c, x^3 in x^6 + x^3 = 2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.laurent import Coefficients
from aljabr.algebra.prover import factors_of
from aljabr.algebra.ratios import ratio_of
from aljabr.game.lemmas import common_power


@dataclass(frozen=True, slots=True)
class Kernel:
    """Both sides as sums of powers of a kernel."""

    kernel: Sym
    left: Coefficients
    right: Coefficients
    difference: Coefficients


@lru_cache(maxsize=1024)
def _kernel_of(left: Sym, right: Sym) -> Kernel | None:
    table = ExprTable()
    lhs, rhs = table.intern(left), table.intern(right)
    if lhs is None or rhs is None:
        return None
    best: tuple[tuple[int, int], Kernel] | None = None
    for size, kernel, exchanged in _candidates(lhs, rhs):
        found = [laurent.coefficients(each) for each in exchanged]
        whole = laurent.coefficients(exchanged[0] - exchanged[1])
        step = common_power([*(found[0] or ()), *(found[1] or ())])
        if None in found or not whole or step == 0:
            continue
        rank = (max(whole) - min(whole)) // step, size
        if best is None or rank < best[0]:
            parts = [_divided(each or {}, step) for each in (*found, whole)]
            best = rank, Kernel(kernel**step if step > 1 else kernel, *parts)
    return None if best is None else best[1]


def kernel_of(lhs: Expr, rhs: Expr) -> Kernel | None:
    """Return the kernel that both sides are polynomials in of the lowest degree; it may be x."""
    return _kernel_of(lhs.sym, rhs.sym)


def _divided(found: Coefficients, step: int) -> Coefficients:
    return {power // step: value for power, value in found.items()}


def _candidates(lhs: Expr, rhs: Expr) -> Iterator[tuple[int, Sym, tuple[Sym, Sym]]]:
    """Yield kernels with both sides written by them, x standing for the kernel."""
    yield 1, ar.X, (lhs.sym, rhs.sym)
    for kernel in _kernels(lhs, rhs):
        left, right = (_exchanged(side, kernel) for side in (lhs, rhs))
        if left is not None and right is not None:
            yield len(kernel.tokens), kernel.sym, (left, right)


def _kernels(lhs: Expr, rhs: Expr) -> list[Expr]:
    """Return the sub-expressions that may be kernels, largest first."""
    found: dict[Sym, Expr] = {}
    for side in (lhs, rhs):
        for each in side.walk():
            if each.holds_unknown and each.children and each not in (lhs, rhs):
                found[each.sym] = each
    for side in (lhs, rhs):
        if side.holds_unknown and side.children and side.head not in (tk.ADD, tk.MUL):
            found[side.sym] = side
    return sorted(found.values(), key=lambda each: -len(each.tokens))


def _exchanged(side: Expr, kernel: Expr) -> Sym | None:
    """Write a side by x in the kernel's place; None if the unknown stands elsewhere, too."""
    if side is kernel or side.sym == kernel.sym:
        return ar.X
    if not side.holds_unknown:
        return side.sym
    power = _power_of(side, kernel)
    if power is not None:
        return ar.X**power
    if side.head in (tk.ADD, tk.MUL):
        parts = [_exchanged(each, kernel) for each in side.children]
        if any(part is None for part in parts):
            return None
        return ar.add(*parts) if side.head == tk.ADD else ar.times(*parts)
    if side.head == tk.POW and side.children[1].is_number and side.children[1].sym.is_integer:
        base = _exchanged(side.children[0], kernel)
        return None if base is None or base == 0 else base ** side.children[1].sym
    return None


def _power_of(side: Expr, kernel: Expr) -> Sym | None:
    """Return k if this is the k-th power of the kernel, k being a whole number."""
    if side.head == tk.EXP == kernel.head:
        ratio = ratio_of(side.children[0].sym, kernel.children[0].sym)
    elif side.head == tk.POW == kernel.head:
        if side.children[0].sym != kernel.children[0].sym:
            return None
        ratio = ratio_of(side.children[1].sym, kernel.children[1].sym)
    elif kernel.head == tk.POW and side.sym == kernel.children[0].sym:
        ratio = ratio_of(ar.ONE, kernel.children[1].sym)
    else:
        return None
    return None if ratio is None or ratio.denominator > 1 else ar.rational(ratio.numerator)


def factored_in_root(side: Expr) -> Sym | None:
    """Factor a polynomial in a root such as sqrt(x/(x + 1)); None if it is none, or prime."""
    zero = ExprTable().intern(ar.ZERO)
    found = None if zero is None else kernel_of(side, zero)
    if found is None or ar.base_and_exponent(found.kernel)[1].is_integer:
        return None
    lowest = min(found.difference)
    raised = {power - lowest: value for power, value in found.difference.items()}
    factors = factors_of(laurent.of(raised))
    if factors is None or sum(exponent for _, exponent in factors[1]) < 2:
        return None
    number = ar.rational(factors[0].numerator, factors[0].denominator)
    powers = [factor.subs({ar.X: found.kernel}) ** exponent for factor, exponent in factors[1]]
    return ar.times(number, *powers, found.kernel**lowest)
