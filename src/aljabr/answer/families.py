"""Roots that come in families: one for each whole number; those that coincide are one.

A family is offset + period*n. 2*pi*n and pi + 2*pi*n are pi*n together.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor, lcm
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equality import Equality, compare
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.forms import Forms
from aljabr.algebra.points import NUM_POINTS, Point
from aljabr.algebra.signs import Signs
from aljabr.algebra.wholes import MAX_PERIOD, period_of, within
from aljabr.answer.finding import Finding
from aljabr.answer.stating import is_impossible, needed

MAX_MEMBERS: Final = 4
"""The most members of a family that are given one by one."""


def integers(expr: Expr) -> list[Sym]:
    """Return the letters for whole numbers in an expression."""
    used = expr.sym.free_symbols
    return [letter for letter in ar.INTEGERS if letter in used]


def is_numeric(expr: Expr) -> bool:
    """Whether there are no letters but those for whole numbers."""
    return bool(expr.sym.free_symbols <= set(ar.INTEGERS))


def different(table: ExprTable, findings: list[Finding]) -> list[Finding]:
    """Return findings with different values; of equals those that no other one includes."""
    kept: list[Finding] = []
    for finding in findings:
        same = [other for other in kept if _is_same(table, finding, other)]
        if any(_includes(table, other, finding) for other in same):
            continue
        kept = [each for each in kept if each not in same or not _includes(table, finding, each)]
        kept.append(finding)
    return kept


def narrowed(forms: Forms, finding: Finding) -> list[Finding]:
    """Return the members of a family that are left where few whole numbers can do.

    asin(pi/6 + 2*pi*n) is real for n = 0 alone.
    """
    for letter in {one: None for each in finding.conditions for one in integers(each.expr)}:
        asked = (each for each in finding.conditions if integers(each.expr) == [letter])
        least, largest = within(asked, forms.is_real)
        if least is not None and largest is not None and largest - least < MAX_MEMBERS:
            numbers = range(least, largest + 1)
            members = [_member(forms, finding, letter, ar.rational(each)) for each in numbers]
            if None in members:
                return [finding]
            return [one for each in members if each for one in narrowed(forms, each[0])]
    return _by_period(forms, finding)


def _by_period(forms: Forms, finding: Finding) -> list[Finding]:
    """Return the parts of a family that are left where every second number will do, or the like.

    pi*n/2 with cos(pi*n/2) not zero is pi*n.
    """
    periods = [period_of(each.expr) for each in finding.conditions]
    letters = {each for condition in finding.conditions for each in integers(condition.expr)}
    value = finding.value
    if value is None or len(letters) != 1 or None in periods or set(integers(value)) != letters:
        return [finding]
    (letter,), period = letters, lcm(*[each for each in periods if each])
    if period > MAX_PERIOD:
        return [finding]
    parts = [_member(forms, finding, letter, period * letter + each) for each in range(period)]
    kept = [each[0] for each in parts if each]
    if None in parts or any(each.conditions for each in kept):
        return [finding]
    return kept


def _member(
    forms: Forms, finding: Finding, letter: Sym, number: Sym
) -> tuple[Finding] | tuple[()] | None:
    """Put a whole number for a letter; nothing if it will not do, None if nobody can tell."""
    assert finding.value is not None
    exprs = [finding.value, *(each.expr for each in finding.conditions)]
    used = {each for expr in exprs for each in integers(expr) if each != letter}
    anew = dict(zip((each for each in ar.INTEGERS if each in used), ar.INTEGERS, strict=False))
    put = [forms.table.intern(ar.canonical(each.sym.subs({letter: number}).subs(anew)))
           for each in exprs]  # fmt: skip
    if any(each is None for each in put):
        return None
    value, *others = (each for each in put if each is not None)
    asked = [Condition(each.kind, other)
             for each, other in zip(finding.conditions, others, strict=True)]  # fmt: skip
    if is_impossible(forms, asked, value):
        return ()
    conditions = needed(forms, asked, value)
    if conditions is None:
        return None
    return (replace(finding, value=value, conditions=tuple(conditions)),)


def _includes(table: ExprTable, one: Finding, other: Finding) -> bool:
    """Whether the conditions of one hold wherever those of the other do."""
    signs = Signs(table, other.conditions)
    return all(signs.decides(each) is True for each in one.conditions)


def _is_same(table: ExprTable, one: Finding, other: Finding) -> bool:
    """Whether two values are proved to be one: exp(100) and exp(100) + 1 are near, and two."""
    assert one.value is not None
    assert other.value is not None
    points = map(Point, range(NUM_POINTS))
    return compare(table, one.value, other.value, points) is Equality.PROVED


def plain(table: ExprTable, expr: Expr) -> Expr:
    """Write a family as offset + period*n: period positive, offset not far from zero."""
    return table.intern(ar.expand(expr.sym.subs(counted_anew(expr)))) or expr


def counted_anew(expr: Expr) -> dict[Sym, Sym]:
    """Return what to put for the letters of a family, so that it is plain: 1 - n for n, say."""
    sym = ar.expand(expr.sym)
    found: dict[Sym, Sym] = {}
    for letter in integers(expr):
        turn = sym.diff(letter) / ar.PI
        if not ar.is_rational(turn) or turn == 0:
            continue
        way = ar.ONE if turn > 0 else ar.MINUS_ONE
        found[letter] = way * (letter - _turns_too_far(_share_of_pi(sym) / abs(turn)))
        sym = ar.expand(sym.subs({letter: found[letter]}))
    return found


def is_bent(expr: Expr) -> bool:
    """Whether a family is not written as offset + period*n by `plain`: 4*pi^2*n^2, sqrt(pi*n)."""
    return not expr.holds_unknown and counted_anew(expr).keys() != set(integers(expr))


def united(forms: Forms, findings: list[Finding]) -> list[Finding]:
    """Return roots with families that coincide, or fill each other's gaps, made one."""
    found = _united_once(forms, findings)
    return found if len(found) == len(findings) else united(forms, found)


def _united_once(forms: Forms, findings: list[Finding]) -> list[Finding]:
    """Unite families of one period each: what comes of them may have another."""
    kept = [each for each in findings if spacing(each) is None]
    groups: dict[tuple[Sym, tuple[str, ...]], list[tuple[Finding, Sym]]] = {}
    for each in findings:
        parts = spacing(each)
        if parts is not None:
            offset, period = parts
            if any(map(integers, (condition.expr for condition in each.conditions))):
                kept.append(each)  # its members are counted by what is asked of them
                continue
            key = period, tuple(condition.text() for condition in each.conditions)
            groups.setdefault(key, []).append((each, offset))
    for (period, _), members in groups.items():
        kept += _united(forms, members, period)
    kept = [each for each in kept if not any(_is_part(each, other) for other in kept)]
    return sorted(kept, key=lambda each: _place(findings, each))


def _is_part(one: Finding, other: Finding) -> bool:
    """Whether a root, or all of a family, lies in another family: 2*pi*n in 2*pi*n/3."""
    assert one.value is not None
    whole, part = spacing(other), spacing(one)
    if one is other or whole is None or other.conditions:
        return False
    if part is None and not integers(one.value):
        part = one.value.sym, ar.ZERO
    if part is None:
        return False
    (offset, period), (from_, step) = whole, part
    times, shift = ar.expand(step / period), ar.expand((from_ - offset) / period)
    is_inside = bool(times.is_integer and shift.is_integer)
    return is_inside and abs(times) != 1


def _turns_too_far(turns: Sym) -> int:
    """Return how many whole turns to take back for less than one forth or half of one back."""
    found = Fraction(int(turns.p), int(turns.q))
    if found >= 1:
        return floor(found)
    return -floor(Fraction(1, 2) - found) if found <= Fraction(-1, 2) else 0


def _share_of_pi(sym: Sym) -> Sym:
    """Return the rational multiple of pi among the terms of a sum."""
    shares = (term / ar.PI for term in ar.addends(sym))
    return next((each for each in shares if ar.is_rational(each)), ar.ZERO)


def _place(findings: list[Finding], one: Finding) -> int:
    """Return where a root, or the first member of its family, stood."""
    return next(i for i, each in enumerate(findings) if each.derivation is one.derivation)


def spacing(finding: Finding) -> tuple[Sym, Sym] | None:
    """Return offset and period of a family; None of any other root.

    Of 2*pi*n and -2*pi*n, which are the same, it is 2*pi.
    """
    value = finding.value
    assert value is not None
    letters = integers(value)
    if len(letters) != 1:
        return None
    period = ar.expand(value.sym.diff(letters[0]))
    if period.free_symbols & set(ar.INTEGERS):
        return None
    period = max(period, ar.expand(ar.negate(period)), key=str)
    return ar.expand(value.sym.subs({letters[0]: ar.ZERO})), period


def _united(forms: Forms, members: list[tuple[Finding, Sym]], period: Sym) -> list[Finding]:
    """Join families of one period whose offsets are evenly spaced.

    All of them, or by two and two, as where a cosine is zero; by threes only what is left.
    """
    base = members[0][1]
    shares: dict[Fraction, Finding] = {}
    apart: list[Finding] = []
    for finding, offset in members:
        share = ar.expand((offset - base) / period)
        if ar.is_rational(share):
            shares.setdefault(Fraction(int(share.p), int(share.q)) % 1, finding)
        else:
            apart.append(finding)
    found: list[Finding] = []
    counts = range(len(shares), 1, -1)
    for count in sorted(counts, key=lambda each: (each < len(shares), each % 2)):
        for share in sorted(shares):
            spaced = [(share + Fraction(number, count)) % 1 for number in range(count)]
            if all(each in shares for each in spaced):
                first = min(spaced, key=list(shares).index)
                found.append(_with_period(forms, shares[first], period / count))
                shares = {each: one for each, one in shares.items() if each not in spaced}
    rest = [*shares.values()]
    return [*found, *rest, *(apart if len(apart) < 2 else _rejoined(forms, apart, period))]


def _rejoined(forms: Forms, findings: list[Finding], period: Sym) -> list[Finding]:
    members = []
    for each in findings:
        parts = spacing(each)
        assert parts is not None
        members.append((each, parts[0]))
    return _united(forms, members, period)


def _with_period(forms: Forms, finding: Finding, period: Sym) -> Finding:
    parts = spacing(finding)
    assert parts is not None
    assert finding.value is not None
    value = forms.table.intern(parts[0] + period * integers(finding.value)[0])
    return finding if value is None else replace(finding, value=value)
