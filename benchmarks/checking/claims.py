"""What an answer claims, when its conditions hold, and what became of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from benchmarks.checking.reading import Chain
from benchmarks.checking.reals import Undefined
from benchmarks.checking.values import Calculator, Value, evaluate

FALSE: Final = ("false root", "undefined root", "unreal root", "spurious", "false no solution",
                "false every value", "false exact", "false complete", "false complex root",
                "false rejection", "false real", "false approx", "false multiplicity", "unread",
                "crashed")  # fmt: skip
"""What may be wrong with an answer."""
NOTES: Final = ("void", "narrow", "complex root", "edge", "unsearched", "unchecked")
"""What is no fault: conditions that hold nowhere, conditions that forbid a root which is one,
complex roots where there should be none, roots that are not given where the conditions of others
fail at a special point, completeness that nobody could check, and answers about which no point
could decide."""


@dataclass(frozen=True, slots=True)
class Said:
    """A root as it is printed; what is not said is None."""

    value: str
    conditions: tuple[str, ...] = ()
    verified: str = ""
    approx: float | tuple[float, float] | None = None
    multiplicity: int | None = None
    family: tuple[str, ...] = ()
    """Letters in the value that stand for any integer."""
    real: bool | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it is printed."""

    status: str
    roots: tuple[Said, ...] = ()
    conditions: tuple[str, ...] = ()
    domain: str = ""
    """Over which numbers; nothing in records that know of none, whose values are complex."""
    complete: bool = False
    complex_roots: tuple[Said, ...] = ()
    rejected: tuple[str, ...] = ()
    definitions: tuple[tuple[str, str], ...] = ()
    """Names that values and conditions use, in order: each may use those before it."""


def answer_from(record: Mapping[str, Any]) -> Answer:
    """Read an answer from a record of `aljabr solve --json`, of this or of an earlier version."""
    return Answer(
        record["status"],
        tuple(map(_said, record["roots"])),
        tuple(record.get("conditions", ())),
        record.get("domain") or "",
        bool(record.get("complete")),
        tuple(map(_said, record.get("complex_roots") or ())),
        tuple(each["value"] for each in record.get("rejected") or ()),
        tuple((each["name"], each["value"]) for each in record.get("definitions") or ()),
    )


def _said(record: Mapping[str, Any]) -> Said:
    approx = record.get("approx")
    family = record.get("family") or ()
    return Said(
        record["value"],
        tuple(record.get("conditions", ())),
        record.get("verified", ""),
        tuple(approx) if isinstance(approx, (list, tuple)) else approx,
        record.get("multiplicity"),
        tuple(re.findall(r"\w+", family) if isinstance(family, str) else family),
        record.get("real"),
    )


@dataclass(slots=True)
class Report:
    """What became of an answer."""

    failures: dict[str, str] = field(default_factory=dict)
    """What is wrong, each with the first place where it was seen."""
    notes: dict[str, str] = field(default_factory=dict)
    """What is worth counting, but not false."""
    tried: int = 0
    held: int = 0
    unclear: int = 0

    def blame(self, kind: str, where: str) -> None:
        self.failures.setdefault(kind, where)

    def note(self, kind: str, where: str) -> None:
        self.notes.setdefault(kind, where)


def holds(condition: Chain, values: dict[str, Value], calculator: Calculator) -> bool:
    """Whether a condition is true, strictly as it reads; not where it is undefined."""
    try:
        sides = [evaluate(side, values, calculator) for side in condition.sides]
    except Undefined:
        return False
    for (left, right), sign in zip(pairwise(sides), condition.signs, strict=True):
        apart = calculator.minus(left, right)
        if sign in "≠=":
            if calculator.is_zero(apart) == (sign == "≠"):
                return False
            continue
        if not (calculator.is_real(left) and calculator.is_real(right)):
            return False
        order = calculator.sign(apart[0])
        if order not in {"≥": (0, 1), "≤": (0, -1), ">": (1,), "<": (-1,)}[sign]:
            return False
    return True
