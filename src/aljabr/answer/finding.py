"""What the end of a derivation proves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import Expr
from aljabr.answer.derivation import Derivation
from aljabr.answer.solution import Remark

Verdict = Literal["root", "not_real", "rejected", "nothing", "all_values"]
"""What a line ends in: a root, one that is not real, a candidate that is none, a contradiction, or
what is true for every value."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the end of a derivation proves."""

    verdict: Verdict
    derivation: Derivation
    value: Expr | None = None
    """The root, or the candidate for one."""
    conditions: tuple[Condition, ...] = ()
    verified: str = ""
    note: Remark = field(default_factory=Remark)
    """Why a candidate is no root, or why there is none."""
    narrow: bool = False
    """Whether it may be a root under other conditions, too."""
    enough: bool = False
    """Whether its conditions are enough, but not all needed: roots are all where they hold."""

    def is_no_worse_than(self, other: Finding) -> bool:
        """Whether this is the same answer, with no more conditions."""
        exact = self.verified == "exact" or other.verified != "exact"
        fewer = len(self.conditions) <= len(other.conditions)
        return self.verdict == other.verdict and exact and fewer


def failing(derivation: Derivation, root: Expr) -> Finding | None:
    """Reject what does not satisfy the equation; nothing follows if all steps lead back from it."""
    return None if derivation.is_reversible else Finding("rejected", derivation, root, note=FAILS)


FAILS: Final = Remark("it does not satisfy the equation")
NOT_REAL: Final = Remark("it is not real")
