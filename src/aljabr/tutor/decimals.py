"""Values to some decimals: `x ≈ 1.41`, `x = 20/3 ≈ 6.67`, and `x = 1.41` where a root was meant.

A decimal is near a root if it differs by one unit of its last place at the most, and far from it
beyond five; between these it may have been made of numbers that were rounded before. A whole number
is near or far.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from aljabr.algebra.expr import Expr
from aljabr.algebra.isolating import Decimal
from aljabr.algebra.points import digits
from aljabr.tutor.reading import Line, Reader

FAR: Final = 5.0
"""Units of the last place, from which on a decimal is none of a root."""
_ABOUT: Final = r"(?:[≈≃≅∼]|~=|\\approx(?![A-Za-z])|\\sim(?![A-Za-z]))"
_VALUE: Final = re.compile(_ABOUT + r"\s*[-+±]?\s*\d[\d.,]*\d|" + _ABOUT + r"\s*[-+±]?\s*\d")


class Stated(NamedTuple):
    """A decimal as it was typed."""

    text: str
    value: Decimal
    places: int

    def units(self, root: Decimal) -> float:
        """Return how far it is from a root, in units of its last place."""
        if isinstance(root, tuple) or isinstance(self.value, tuple):
            return float("inf")
        scale = 10.0**self.places
        found = abs(root - self.value) * scale
        is_decimal = abs(root * scale - round(root * scale)) < 1e-9 * max(1.0, abs(root * scale))
        return max(found, 2.0) if is_decimal and found > 1e-6 else found

    def is_near(self, roots: Sequence[Decimal]) -> bool | None:
        """Whether it is one of some roots, rounded; None if nobody can tell."""
        nearest = min((self.units(each) for each in roots), default=float("inf"))
        if nearest <= 1:
            return True
        return None if self.places and nearest <= FAR else False


@dataclass(frozen=True, slots=True)
class Rounded:
    """A line with decimals: what it says exactly, and what it says about."""

    exact: Line | None
    """The line without its decimals, if more is said than these."""
    stated: tuple[Stated, ...]
    pairs: tuple[tuple[Stated, Expr], ...] = ()
    """Decimals of values that are written in front of them."""


def rounded(reader: Reader, line: Line) -> Rounded | None:
    """Read a line in which something is about something; None if it cannot be read."""
    whole = _read(reader, re.sub(_ABOUT, "=", line.plain), line)
    if whole is None or not whole.states_roots:
        return None
    stated = stated_by(whole)
    if stated is None:
        return None
    exact = _read(reader, _VALUE.sub("", line.plain), line)
    if exact is None or len(exact.cases) != len(whole.cases) or not exact.states_roots:
        return None if whole.equal else Rounded(None, stated)
    values = [case.rhs for case in exact.cases]
    return Rounded(exact, stated, tuple(zip(stated, values, strict=True)))


def _read(reader: Reader, text: str, line: Line) -> Line | None:
    found = reader.again(text, line.number)
    return replace(found, text=line.text) if found is not None and found.cases else None


def stated_by(line: Line) -> tuple[Stated, ...] | None:
    """Return the decimals that a line states; None if it states something else."""
    found = []
    for source, case in zip(line.sources, line.cases, strict=True):
        places = [len(each) for each in re.findall(r"\d[.,](\d+)", source)]
        if not case.is_isolated or case.rhs.holds_symbols:
            return None
        text = source.rpartition("=")[2].strip().removeprefix("+")
        found.append(Stated(text, digits(case.rhs), min(places, default=0)))
    return tuple(found)


def decimal_of(value: Expr, text: str) -> Stated | None:
    """Return a value as a decimal, if it was typed as one."""
    found = re.search(r"\d[.,](\d+)\s*$", text)
    if found is None or value.holds_symbols:
        return None
    return Stated(text, digits(value), len(found[1]))
