"""Families of which the numbers from one on are meant, or those up to one: n ≥ 0.

Two that go on from each other are one: pi + 2*pi*n if n ≥ 0, and pi + 2*pi*n if n < 0; also
1 + 2*n and -1 - 2*n, both if n ≥ 0. What lies in another one is not given beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equality import Equality, compare
from aljabr.algebra.expr import Expr
from aljabr.algebra.forms import Forms
from aljabr.algebra.points import NUM_POINTS, Point
from aljabr.algebra.wholes import Ends, ends, within
from aljabr.answer.families import integers, spacing
from aljabr.answer.finding import Finding


@dataclass(frozen=True, slots=True)
class Half:
    """A family, and which whole numbers its letter stands for."""

    finding: Finding
    value: Expr
    letter: Sym
    ends: Ends
    others: tuple[Condition, ...]
    """What is asked of the parameters."""


def joined(forms: Forms, findings: list[Finding]) -> list[Finding]:
    """Return roots with families that go on from each other made one."""
    kept: list[Finding] = []
    for finding in findings:
        for place, other in enumerate(kept):
            whole = _whole(forms, other, finding)
            if whole is not None:
                kept[place] = whole
                break
        else:
            kept.append(finding)
    return kept if len(kept) == len(findings) else joined(forms, kept)


def _whole(forms: Forms, first: Finding, second: Finding) -> Finding | None:
    """Return what two roots are together, if that is one; None if not."""
    one, other = _half(first), _half(second)
    if one is None or other is None:
        if one is not None and _holds(one, second):
            return first
        return second if other is not None and _holds(other, first) else None
    turn = _turn(forms, one, other) if one.others == other.others else None
    if turn is None:
        return None
    ours, theirs = one.ends, _seen(other.ends, *turn)
    if _lies_in(theirs, ours):
        return first
    if _lies_in(ours, theirs):
        return second
    if None in (ours[0], theirs[0]) and None in (ours[1], theirs[1]) and _touch(ours, theirs):
        verified = {first.verified, second.verified}
        said = verified.pop() if len(verified) == 1 else "numeric"
        return replace(first, conditions=one.others, verified=said)
    return None


def _half(finding: Finding) -> Half | None:
    """Return a family with one letter, if all that is asked of it is where it ends."""
    value = finding.value
    letters = [] if value is None else integers(value)
    if value is None or len(letters) != 1:
        return None
    others = tuple(each for each in finding.conditions if not integers(each.expr))
    asked = [each for each in finding.conditions if each not in others]
    if any(ends(each) is None for each in asked):
        return None
    found = within(asked)
    return Half(finding, value, letters[0], found, others) if None in found else None


def _holds(half: Half, finding: Finding) -> bool:
    """Whether a single root is a member of a family: 0 of 2*pi*n for n ≥ 0."""
    found = spacing(half.finding)
    if found is None or half.others or finding.value is None or integers(finding.value):
        return False
    period = half.value.sym.diff(half.letter)
    number = ar.expand((finding.value.sym - half.value.sym.subs({half.letter: ar.ZERO})) / period)
    return bool(number.is_integer) and _lies_in((int(number), int(number)), half.ends)


def _turn(forms: Forms, one: Half, other: Half) -> tuple[int, int] | None:
    """Return how another family counts: 1 and 3 if its n + 3 is our n, -1 and 3 if its 3 - n is."""
    for sign in (1, -1):
        for shift in _shifts(one, other, sign):
            put = other.value.sym.subs({other.letter: sign * one.letter + shift})
            value = forms.table.intern(ar.canonical(put))
            points = map(Point, range(NUM_POINTS))
            if value and compare(forms.table, one.value, value, points) is Equality.PROVED:
                return sign, shift
    return None


def _shifts(one: Half, other: Half, sign: int) -> list[int]:
    """Return what may have to be added to the letter: where members are evenly spaced, the one."""
    if spacing(one.finding) is None or spacing(other.finding) is None:
        return [0, 1, -1]
    ours, theirs = (each.value.sym.subs({each.letter: ar.ZERO}) for each in (one, other))
    found = ar.expand((ours - theirs) / other.value.sym.diff(other.letter))
    return [int(found)] if found.is_integer else []


def _seen(given: Ends, sign: int, shift: int) -> Ends:
    """Return for which of our n the other family's sign*n + shift lies between its ends."""
    least, largest = given if sign > 0 else given[::-1]
    low, high = (None if each is None else sign * (each - shift) for each in (least, largest))
    return low, high


def _lies_in(inner: Ends, outer: Ends) -> bool:
    is_above = outer[0] is None or (inner[0] is not None and inner[0] >= outer[0])
    return is_above and (outer[1] is None or (inner[1] is not None and inner[1] <= outer[1]))


def _touch(one: Ends, other: Ends) -> bool:
    """Whether no whole number lies between two half-lines."""
    (least,), (largest,) = ([each for each in pair if each is not None]
                            for pair in zip(one, other, strict=True))  # fmt: skip
    return least <= largest + 1
