"""What an answer claims, when its conditions hold, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from benchmarks.checking.reading import Chain
from benchmarks.checking.reals import Undefined
from benchmarks.checking.values import Calculator, Value, evaluate

FALSE: Final = ("false root", "undefined root", "spurious", "false no solution",
                "false every value", "false exact", "unread", "crashed")  # fmt: skip
"""What may be wrong with an answer."""
NOTES: Final = ("void", "narrow", "complex root", "unchecked")
"""What is no fault: conditions that hold nowhere, conditions that forbid a root which is one,
complex roots where there should be none, and answers about which no point could decide."""


@dataclass(frozen=True, slots=True)
class Said:
    """A root as it is printed."""

    value: str
    conditions: tuple[str, ...] = ()
    verified: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it is printed."""

    status: str
    roots: tuple[Said, ...] = ()
    conditions: tuple[str, ...] = ()


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
