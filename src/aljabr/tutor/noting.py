"""Lines from which nothing follows for the unknown: checks of numbers, rejected values, remarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aljabr.algebra.equality import Equality, compare
from aljabr.algebra.points import Point
from aljabr.tutor.assuming import under
from aljabr.tutor.cases import Thread
from aljabr.tutor.reading import Line, Side
from aljabr.tutor.relating import Relater
from aljabr.tutor.telling import CANNOT_TELL, Teller
from aljabr.tutor.values import missing
from aljabr.tutor.verdicts import CheckedLine


def last_place(lines: Sequence[Line]) -> int:
    """Return the place of the last line that is more than a remark.

    To reject a value that the line before states leaves the other values.
    """
    end = 0
    for place, line in enumerate(lines):
        rejected = {(each.lhs, each.rhs) for each in line.cases if line.says == "rejects"}
        stated = {(each.lhs, each.rhs) for each in lines[end].cases}
        if not line.is_remark or rejected & stated:
            end = place
    return end


def settled(relater: Relater, thread: Thread, line: Line) -> Line:
    """Settle by the line before what a line means that can be read in two ways."""
    before = thread.before
    if line.says == "rejects":
        return _without_rejected(relater, thread, line)
    if line.fault == "two_ways":  # x = 1,5 after 2x = 3
        decimal = replace(line, fault=None)
        return decimal if relater.relate(before, decimal, before).same else line
    return line


def _without_rejected(relater: Relater, thread: Thread, line: Line) -> Line:
    """Write `x = -1 (rejected)` after `x = 3 or x = -1` as x = 3; else it is a remark."""
    before = thread.before
    rejected = {(each.lhs, each.rhs) for each in line.cases}
    kept = [
        number for number, each in enumerate(before.cases) if (each.lhs, each.rhs) not in rejected
    ]
    equations = replace(line, says="equations")
    here = under(thread.assumed, equations)
    if (before.cases and not kept) or relater.relate(before, here, before).same:
        return replace(line, cases=(), sources=(), says="none")
    if len(kept) == len(before.cases):
        return line
    cases = tuple(before.cases[number] for number in kept)
    sources = tuple(before.sources[number] for number in kept)
    return replace(equations, cases=cases, sources=sources, equal=())


def noted(teller: Teller, relater: Relater, given: Line, line: Line, is_exact: bool) -> CheckedLine:
    """Say what is to be said of a remark.

    Args:
        teller: finds the words.
        relater: knows the roots of lines.
        given: the first line.
        line: the remark.
        is_exact: whether what is known by now has the roots of the first line.
    """
    plain = CheckedLine(line.text, "remark", "remark", number=line.number)
    if line.says in ("rejects", "root"):
        return _of_values(teller, relater, given, line, plain)
    for one, other in line.equal:
        said = _compared(relater, one, other, plain, is_exact or line.says == "remark")
        if said is not None:
            return said
    if line.equal and line.says == "check":
        return replace(plain, kind="check", sentence="The numbers agree.")
    return plain


def _compared(
    relater: Relater, one: Side, other: Side, plain: CheckedLine, is_exact: bool
) -> CheckedLine | None:
    """Say that two numbers differ, which is as it should be if a value is no root."""
    points = [Point(number) for number in (0, 1, -1, -2)]
    equality = compare(relater.table, one.value, other.value, points)
    if equality is Equality.PROVED:
        return None
    said = f"{one.text} is not {other.text}."
    if equality is Equality.DIFFER and is_exact:
        return replace(plain, verdict="wrong", kind="arithmetic", sentence=said)
    said = said if equality is Equality.DIFFER else CANNOT_TELL
    return replace(plain, verdict="unsure", kind="cannot_tell", sentence=said)


def _of_values(
    teller: Teller, relater: Relater, given: Line, line: Line, plain: CheckedLine
) -> CheckedLine:
    """Say whether values that are said to be no roots are none, or that are said to be roots."""
    cannot = replace(plain, verdict="unsure", kind="cannot_tell", sentence=CANNOT_TELL)
    roots, first = relater.roots(replace(line, says="equations")), relater.roots(given)
    if not (roots.complete and first.complete) or roots.everything or first.everything:
        return cannot
    others = missing(relater.table, roots.values, first.values)
    if others is None:
        return cannot
    kept = [each for each in roots.values if each not in others]
    if line.says == "root":
        return cannot if others or not kept else plain
    if not kept:
        return replace(
            plain, verdict="right", kind="left_out", sentence="This is rightly left out."
        )
    example = teller.root(kept[0])
    said = f"{example} satisfies the first line."
    return replace(plain, verdict="wrong", kind="lost_root", sentence=said, example=example)
