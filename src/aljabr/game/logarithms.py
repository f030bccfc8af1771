"""Logarithms of products and powers: taken apart where the parts are known to be positive."""

from __future__ import annotations

from math import gcd
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.game.exponentials import primes
from aljabr.game.identities import Rewritten, nodes_of, replaced, rule
from aljabr.game.reading import where_there_is
from aljabr.game.rules import Rule


def split(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """log(a*u^n) = log(a) + n*log(u), where log(u) stands elsewhere, and u is asked to be positive.

    It is, if log(u) was typed: only real numbers count here.
    """
    if (lhs.tokens + rhs.tokens).count(tk.LOG) < 2:
        return None
    nodes = nodes_of(lhs, rhs, tk.LOG)
    positive = {each.children[0].sym for each in nodes.values()}
    apart = {sym: _apart(each.children[0], positive) for sym, each in nodes.items()}
    values = {sym: value for sym, value in apart.items() if value is not None}
    return replaced(lhs, rhs, values, positive=tuple(sorted(positive, key=str)))


def of_one_number(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """log(25) = 2*log(5), where log(5) or log(125) stands elsewhere."""
    if (lhs.tokens + rhs.tokens).count(tk.LOG) < 2:
        return None
    numbers = {each.children[0].sym for side in (lhs, rhs) for each in side.walk()
               if each.head == tk.LOG and ar.is_rational(each.children[0].sym)}  # fmt: skip
    found: dict[Sym, list[tuple[Sym, int]]] = {}
    for number in sorted(numbers, key=str):
        powers = primes(number)
        if powers:
            times = gcd(*[int(each) for each in powers.values()])
            times = times if next(iter(powers.values())) > 0 else -times
            base = ar.times(*[each ** int(power / times) for each, power in powers.items()])
            found.setdefault(base, []).append((number, times))
    values = {ar.logarithm(number): times * ar.logarithm(base)
              for base, alike in found.items() if len(alike) > 1
              for number, times in alike if times != 1}  # fmt: skip
    return replaced(lhs, rhs, values)


def without_base(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Multiply by log(b), if all logarithms around the unknown are to base b: log(u)/log(b)."""
    nodes = nodes_of(lhs, rhs, tk.LOG)
    below = {factor.children[0].sym for side in (lhs, rhs) for factor in side.walk()
             if factor.head == tk.POW and factor.children[0].head == tk.LOG
             and factor.children[1].sym == ar.MINUS_ONE
             and ar.is_rational(factor.children[0].children[0].sym)}  # fmt: skip
    if len(below) != 1 or not nodes:
        return None
    base = below.pop()
    left, right = (_multiplied(side, base) for side in (lhs, rhs))
    if left is None or right is None:
        return None
    return Rewritten(((left, right),), "multiply both sides by {0}", (base,))


def _multiplied(side: Expr, base: Sym) -> Sym | None:
    """Multiply a side by a number; None if it stands below in it all the same."""
    terms = ar.addends(side.sym)
    product = ar.add(*[ar.multiply(base, term) for term in terms])
    expr = ExprTable().intern(product)
    is_free = expr is not None and base not in {
        each.children[0].sym for each in expr.walk()
        if each.head == tk.POW and each.children[1].is_number and each.children[1].sym < 0
    }  # fmt: skip
    return product if is_free else None


def _apart(inside: Expr, positive: set[Sym]) -> Sym | None:
    """Return a logarithm as a sum; None unless all factors are positive."""
    if inside.head not in (tk.MUL, tk.POW):
        return None
    terms = []
    for factor in inside.children if inside.head == tk.MUL else (inside,):
        base, exponent = ar.base_and_exponent(factor.sym)
        if base in positive and ar.is_rational(exponent):
            terms.append(ar.multiply(exponent, ar.logarithm(base)))
        elif factor.sym in positive - {inside.sym} or ar.is_positive_number(factor.sym):
            terms.append(ar.logarithm(factor.sym))
        else:
            return None
    return ar.add(*terms)


def power_of_base(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Take a number to the power of both sides: log_2(x) + log_2(x - 2) = 3 is x*(x - 2) = 8."""
    if tk.LOG not in lhs.tokens:
        return None
    bases = {each.children[0].children[0].sym for side in (lhs, rhs) for each in side.walk()
             if each.head == tk.POW and each.children[0].head == tk.LOG
             and not each.holds_unknown}  # fmt: skip
    if len(bases) != 1 or not ar.is_rational(base := bases.pop()):
        return None
    sides = [_raised(base, side) for side in (lhs, rhs)]
    if sides[0] is None or sides[1] is None:
        return None
    said = "take {0} to the power of both sides"
    return Rewritten(((sides[0], sides[1]),), said, (base,))


def _raised(base: Sym, side: Expr) -> Sym | None:
    """Return a number to the power of a side, if all its logarithms are undone by it."""
    exponent = ar.expand(ar.multiply(side.sym, ar.logarithm(base)))
    for term in ar.addends(exponent):
        logs = [each for each in ar.factors(term) if ar.X in each.free_symbols]
        if len(logs) > 1 or (logs and not (ar.is_logarithm(logs[0]) and ar.is_rational(
                term / logs[0]))):  # fmt: skip
            return None
    return ar.exponential(exponent)


RULES: Final[tuple[Rule, ...]] = (
    rule("split_logarithm", "take logarithms of products apart", split, where_there_is(tk.LOG),
         is_real=True),
    rule("logarithms_of_one_number", "write logarithms of numbers by one", of_one_number,
         where_there_is(tk.LOG)),
    rule("power_of_base", "take a number to the power of both sides", power_of_base,
         where_there_is(tk.LOG), cost=0.1, adds=True, is_real=True),
    rule("without_base", "multiply both sides by the logarithm of the base", without_base,
         where_there_is(tk.LOG)),
)  # fmt: skip
