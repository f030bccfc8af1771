"""What is said of a student's lines: records, and the names of all reasons."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from aljabr.answer.solution import Domain

Verdict = Literal["given", "right", "wrong", "unsure", "remark"]


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line and what is to be said of it."""

    text: str
    verdict: Verdict
    """`given` (the first line), `right`, `wrong`, `unsure`, or `remark` (nothing to check)."""
    kind: str | None = None
    """The reason, as a name that does not change; see `aljabr.tutor.REASONS`."""
    sentence: str = ""
    example: str | None = None
    """A value of the unknown, and of the letters, that shows it."""
    number: int = 1
    """Its place in what was given, blank lines counted."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The lines of a derivation, checked."""

    lines: tuple[CheckedLine, ...]
    unknown: str
    domain: Domain
    finished: bool = False
    """Whether the last line states all roots."""
    seconds: float = 0.0

    @property
    def first_wrong(self) -> int | None:
        """The place of the first wrong line among `lines`, from 0."""
        wrong = [place for place, line in enumerate(self.lines) if line.verdict == "wrong"]
        return wrong[0] if wrong else None

    def to_json(self) -> dict[str, Any]:
        """Return the record that `aljabr check --json` prints."""
        return {**asdict(self), "first_wrong": self.first_wrong}


REASONS: Final = {
    # right
    "condition": "the roots are the same if a condition holds",
    "may_gain": "a root may be gained, and must be checked at the end",
    "left_out": "a candidate that is no root is left out",
    "name": "a name for an expression",
    "case": "one of several cases",
    "not_real": "a value is not real, and must be left out at the end",
    "excluded": "a value is excluded by an assumption, and must be left out at the end",
    # wrong
    "sign": "a sign is wrong, or a term changed sides without changing its sign",
    "expansion": "a product or power of a sum is multiplied out wrongly",
    "fraction": "fractions are added, divided or turned over wrongly",
    "cancelling": "terms are cancelled where only factors can be",
    "power": "a rule of powers is used wrongly",
    "root": "a root of a sum is taken term by term",
    "logarithm": "a rule of logarithms is used wrongly",
    "function": "a function of a sum or a product is taken apart",
    "one_side": "something is done to one side only, or not to every term",
    "inverse": "the wrong operation undoes a step",
    "unlike": "terms are added that are not alike",
    "product": "a product that is not zero is split into its factors",
    "arithmetic": "a number is wrong",
    "division_by_zero": "it is divided by what may be zero",
    "one_sign": "one of two signs is missing",
    "lost_root": "a root is lost",
    "gained_root": "a root is gained",
    "other_roots": "the roots are others",
    # remarks
    "remark": "a remark, of which nothing follows for the unknown",
    "check": "numbers that agree",
    # unsure
    "cannot_tell": "neither proved nor refuted in the time given",
    "not_an_equation": "the line is no equation",
    "unread": "the line cannot be read",
    "two_ways": "the line can be read in two ways",
    "assumption": "it is said where the unknown is, and what follows may hold there only",
    "new_letter": "a letter is new, and nothing says what it is",
    "rounded": "a root is rounded; right, if that is said by ≈ and true",
    "base": "log is read as ln, and the line is right with base 10 only",
    "candidates": "of the values that are stated, not all satisfy the first line",
    "joined": "and is written where or is meant",
}
"""The kinds of a line, each with what it means."""
