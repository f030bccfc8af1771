"""Which roots are the same: numbers, expressions, and families with one root a whole number.

Two values are the same if that is proved, and different if intervals exclude it; else nobody can
tell, and None is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equality import Equality, compare
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Point
from aljabr.algebra.prover import value_of

MAX_MEMBERS: Final = 48
"""Families within a common period, at the most."""
_POINTS: Final = (0, 1, -1, -2, -3)


class Member(NamedTuple):
    """A root, or offset + period*n for any whole number n."""

    offset: Sym
    period: Sym | None
    source: Expr


def members(table: ExprTable, root: Expr) -> list[Member] | None:
    """Take a root apart into offset and period; None if it is no such family."""
    sym = ar.expand(root.sym)
    used = [letter for letter in ar.INTEGERS if letter in sym.free_symbols]
    if not used:
        return [Member(root.sym, None, root)]
    if len(used) > 1:
        return None
    (letter,) = used
    sign = ar.MINUS_ONE**letter
    forms = [sym]
    even, odd = sym.subs({sign: ar.ONE}), sym.subs({sign: ar.MINUS_ONE})
    if even != odd:  # (-1)^n*pi/6 + pi*n
        forms = [even.subs({letter: 2 * letter}), odd.subs({letter: 2 * letter + 1})]
    found = []
    for form in forms:
        offset = form.subs({letter: ar.ZERO})
        period = ar.expand(form.subs({letter: ar.ONE}) - offset)
        if value_of(form - offset - period * letter) != 0 or period == 0:
            return None
        found.append(Member(offset, period, root))
    return found


def missing(table: ExprTable, these: Sequence[Expr], those: Sequence[Expr]) -> list[Expr] | None:
    """Return which of these are not among those, each once; None if nobody can tell."""
    one, other = _all_members(table, these), _all_members(table, those)
    spread = None if one is None or other is None else _spread(one, other)
    if spread is None:
        return None
    lost: list[Expr] = []
    for member in spread[0]:
        answers = [_is_in(table, member, each) for each in spread[1]]
        if True in answers:
            continue
        if None in answers:
            return None
        value = member.source if member.period is None else _example(table, member, spread[1])
        if value is not None and value not in lost:
            lost.append(value)
    return lost


def _example(table: ExprTable, family: Member, those: list[Member]) -> Expr | None:
    """Return a member of a family that is none of those."""
    assert family.period is not None
    for turn in (0, 1, -1, 2, -2, 3):
        value = ar.expand(family.offset + turn * family.period)
        one = Member(value, None, family.source)
        if all(_is_in(table, one, each) is False for each in those):
            return table.intern(value)
    return None


def _all_members(table: ExprTable, roots: Sequence[Expr]) -> list[Member] | None:
    found = [members(table, each) for each in roots]
    return None if None in found else [one for each in found if each for one in each]


def _spread(these: list[Member], those: list[Member]) -> tuple[list[Member], list[Member]] | None:
    """Write all families with one common period; None if there is none."""
    periods = [each.period for each in (*these, *those) if each.period is not None]
    if not periods:
        return these, those
    shares = [value_of(each / periods[0]) for each in periods]
    if not all(share is not None and ar.is_rational(share) and share != 0 for share in shares):
        return None
    fractions = [abs(Fraction(int(share.p), int(share.q))) for share in shares if share is not None]
    below = lcm(*(each.denominator for each in fractions))
    whole = Fraction(lcm(*(int(each * below) for each in fractions)), below)
    common = periods[0] * ar.rational(whole.numerator, whole.denominator)

    def spread(group: list[Member]) -> list[Member] | None:
        found = []
        for each in group:
            if each.period is None:
                found.append(each)
                continue
            share = value_of(common / each.period)
            count = abs(int(share.p)) if share is not None else MAX_MEMBERS + 1
            if count > MAX_MEMBERS:
                return None
            found += [
                Member(each.offset + turn * each.period, common, each.source)
                for turn in range(count)
            ]
        return found if len(found) <= 4 * MAX_MEMBERS else None

    one, other = spread(these), spread(those)
    return None if one is None or other is None else (one, other)


def _is_in(table: ExprTable, one: Member, other: Member) -> bool | None:
    """Whether a root is, or a family lies in, another."""
    if other.period is None:
        if one.period is not None:
            return False
        return are_equal(table, one.offset, other.offset)
    turns = value_of((one.offset - other.offset) / other.period)
    if turns is None:
        return None
    if ar.is_rational(turns):
        return bool(turns.is_integer)
    expr = table.intern(turns)
    if expr is None:
        return None
    for number in _POINTS:
        value = Point(number).value(expr)
        if value.is_finite():
            nearest = table.intern(ar.rational(round(float(value.real.mid()))))
            assert nearest is not None
            if compare(table, expr, nearest, [Point(number)]) is Equality.DIFFER:
                return False
    return None


def are_equal(table: ExprTable, left: Sym, right: Sym) -> bool | None:
    """Whether two values are the same; None if nobody can tell."""
    one, other = table.intern(left), table.intern(right)
    if one is None or other is None:
        return None
    found = compare(table, one, other, map(Point, _POINTS))
    return {Equality.PROVED: True, Equality.DIFFER: False}.get(found)
