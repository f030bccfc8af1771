"""Where the unknown is assumed to be: `Case 1: x >= 1`, `-1 <= x < 1`, `x < 0 or x > 2`.

What follows need hold there only. So an assumption is put to each case of a line, as `if x >= 1`
would be: roots that lie elsewhere are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from aljabr.algebra.equation import Equation
from aljabr.tutor import wording
from aljabr.tutor.lines import line_before
from aljabr.tutor.reading import Line, Reader

_OR: Final = re.compile(r"\s(?:or|oder|ou)\s|∨|\\(?:lor|vee)(?![A-Za-z])|;")
_AND: Final = re.compile(r"\s(?:and|und|et)\s|∧|\\(?:land|wedge)(?![A-Za-z])|,|&")
_BESIDE: Final = re.compile(r"^\s*(?:if|when|for|assume|suppose|let)\b|[:.]\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Assumption:
    """What the unknown satisfies, in one way or another."""

    text: str
    ways: tuple[Equation, ...]
    """Any equations, with the conditions of each way."""


def assumption(reader: Reader, line: Line) -> Assumption | None:
    """Read where the unknown is; None if that cannot be read."""
    text = _BESIDE.sub("", line.plain).strip()
    ways = []
    for way in _OR.split(text):
        asked = " and ".join(pair for part in _AND.split(way) for pair in _pairs(part))
        read = reader.again(f"{reader.unknown} = 0 if {asked}", line.number)
        if read is None or len(read.cases) != 1:
            return None
        if not (read.cases[0].real or read.cases[0].domain):
            return None
        ways.append(read.cases[0])
    return Assumption(text, tuple(ways))


def _pairs(text: str) -> list[str]:
    """Write -1 <= x < 1 as -1 <= x and x < 1."""
    signs = [found[0] for found in wording.COMPARISON.finditer(text)]
    sides = wording.COMPARISON.split(text)
    return [f"{one} {sign} {two}" for sign, (one, two) in zip(signs, pairwise(sides), strict=True)]


def under(given: Assumption | None, line: Line) -> Line:
    """Ask of each case of a line what is assumed."""
    if given is not None and line.says == "all":
        cases = tuple(replace(way, lhs=way.rhs) for way in given.ways)
        text = f"{line.text} ({given.text})"
        return Line(text, line.number, cases, sources=("0 = 0",) * len(cases))
    if given is None or not line.cases:
        return line
    pairs = [(case, place, way) for place, case in enumerate(line.cases) for way in given.ways]
    cases = tuple(
        replace(case, domain=(*case.domain, *way.domain), real=(*case.real, *way.real))
        for case, _, way in pairs
    )
    sources = tuple(line.sources[place] for _, place, _ in pairs) if line.sources else ()
    return replace(line, text=f"{line.text} ({given.text})", cases=cases, sources=sources)


def own_cases(lines: list[Line]) -> list[Line]:
    """Call no line a case for the assumption that it stands under: that is the case."""
    found = list(lines)
    for place, line in enumerate(lines):
        if place and line_before(lines, place).fault == "assumption":
            found[place] = replace(line, is_case=False)
    return found
