"""A line of a student's work, as it was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.tutor.intervals import Interval

Says = Literal["equations", "none", "all", "name", "remark", "check", "rejects", "root"]


class Side(NamedTuple):
    """A side of an equation without the unknown, and how it was typed."""

    value: Expr
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it was read."""

    text: str
    number: int
    """Its place in what was given, from 1."""
    cases: tuple[Equation, ...] = ()
    """Equations of which one holds."""
    says: Says = "equations"
    equal: tuple[tuple[Side, Side], ...] = ()
    """What is said to be equal besides, as in x = 4/2 = 2."""
    fault: str | None = None
    """Why it cannot be taken for an equation."""
    plain: str = field(default="", compare=False)
    """Its text without what stands beside the mathematics."""
    told: str = field(default="", compare=False)
    """What is wrong with it, if it cannot be read."""
    sources: tuple[str, ...] = field(default=(), compare=False)
    """The text of each case."""
    is_case: bool = field(default=False, compare=False)
    """Whether it is called one of several cases."""
    interval: Interval | None = field(default=None, compare=False)
    """Where roots are asked for, if the first line says so."""

    @property
    def states_roots(self) -> bool:
        """Whether it says what the unknown is, and nothing is left to do."""
        if self.says in ("none", "all"):
            return True
        if self.says != "equations":
            return False
        return bool(self.cases) and all(each.is_isolated for each in self.cases)

    @property
    def is_remark(self) -> bool:
        """Whether nothing follows from it for the unknown."""
        return self.says in ("remark", "check", "rejects", "root")


def line_before(lines: Sequence[Line], place: int) -> Line:
    """Return the line before a place, remarks left out."""
    return next(line for line in reversed(lines[:place]) if not line.is_remark)


def is_round_after(lines: Sequence[Line], place: int) -> bool:
    """Whether the line after a place, remarks left out, states decimals, or may do so."""
    after = (line.fault for line in lines[place + 1 :] if not line.is_remark)
    return next(after, None) in ("rounded", "unread")
