"""Roots that a step may add: those of another branch of the line before.

Squaring sqrt(x) = -2 gives x = 4, a root of -sqrt(x) = -2; multiplying by x - 1 adds at the most
x = 1. Whoever gets rid of a root, a bar, a logarithm or a denominator gains no others. A polynomial
has one branch: there a root that is gained is a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import at_root, is_equal
from aljabr.algebra.proof import put_in
from aljabr.algebra.prover import factors_of, value_of
from aljabr.tutor.identities import in_primes

MAX_BRANCHES: Final = 64
_MOST_MULTIPLIED: Final = 4


def may_add(table: ExprTable, equation: Equation, root: Expr) -> bool | None:
    """Whether a step from an equation may rightly add a root; None if nobody can tell."""
    for each in equation.domain:
        if value_of(put_in(each, root)) == 0:
            return True
    difference = table.intern(equation.lhs.sym - equation.rhs.sym)
    if difference is None:
        return None
    answers = [_is_zero(table, each, root) for each in islice(_variants(difference), MAX_BRANCHES)]
    return True if True in answers else None if None in answers else False


def _is_zero(table: ExprTable, variant: Sym, root: Expr) -> bool | None:
    expr = table.intern(variant)
    if expr is None:
        return None
    if value_of(in_primes(put_in(expr, root))) == 0:
        return True
    point = at_root(root, 0)
    zero = table.intern(ar.ZERO)
    if point is None or zero is None or root.holds_symbols:
        return None
    if not point.value(expr).is_finite():  # such as a logarithm of zero: no branch is defined
        return False
    return False if is_equal(point, expr, zero) is False else None


def covers(table: ExprTable, equation: Equation, written: Sym) -> bool:
    """Whether what is written is zero only where some branch of an equation is.

    That is so if the product of all branches is a multiple of it: squaring u = v gives
    (u - v)*(u + v) = 0.
    """
    difference = table.intern(equation.lhs.sym - equation.rhs.sym)
    if difference is None or not has_branches(equation):
        return False
    variants = list(islice(_variants(difference), _MOST_MULTIPLIED + 1))
    if len(variants) > _MOST_MULTIPLIED:
        return False
    found = factors_of(ar.times(*variants) / written)
    if found is None:
        return False
    return all(times > 0 or ar.X not in factor.free_symbols for factor, times in found[1])


def has_branches(equation: Equation) -> bool:
    """Whether a step from an equation may add roots at all."""
    if any(each.holds_unknown for each in equation.domain):
        return True
    sides = (*equation.lhs.walk(), *equation.rhs.walk())
    return any(node.holds_unknown and _alternatives(node.head, node) > 1 for node in sides)


def _alternatives(head: int, node: Expr) -> int:
    if head == tk.POW and node.children[1].is_number:
        degree = int(node.children[1].sym.q)
        return degree if degree % 2 == 0 else 1
    return 2 if head in (tk.ABS, tk.LOG, tk.ASIN, tk.ACOS, tk.ATAN) else 1


def _variants(expr: Expr) -> Iterator[Sym]:
    """Yield an expression by all its branches."""
    if not expr.holds_unknown or not expr.children:
        yield expr.sym
        return
    for children in product(*(list(islice(_variants(each), 16)) for each in expr.children)):
        whole = ar.rebuild(expr.head, list(children))
        yield whole
        if _alternatives(expr.head, expr) > 1:
            yield from _others(expr.head, whole, children)


def _others(head: int, whole: Sym, children: tuple[Sym, ...]) -> Iterator[Sym]:
    if head == tk.POW:
        yield ar.negate(whole)
    elif head == tk.ABS:
        yield children[0]
        yield ar.negate(children[0])
    elif head == tk.LOG:
        yield ar.logarithm(ar.negate(children[0]))
    elif head == tk.ASIN:
        yield ar.PI - whole
    elif head == tk.ACOS:
        yield ar.negate(whole)
    else:
        yield whole + ar.PI
