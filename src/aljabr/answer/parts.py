"""What an answer consists of: roots, steps, conditions, remarks; plain records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from aljabr.algebra.conditions import Condition
from aljabr.algebra.isolating import NumericRoots
from aljabr.algebra.points import Number
from aljabr.algebra.printing import symbol_text
from aljabr.algebra.tokens import UNKNOWN
from aljabr.answer.sentences import Language, written

Status = Literal["solved", "no_solution", "all_values", "unsolved"]
Domain = Literal["real", "complex"]


class Proviso(str):
    """A condition of an answer: it reads as its text, and can be evaluated."""

    condition: Condition
    unknown: str

    def __new__(cls, condition: Condition, unknown: str) -> Proviso:
        """Write a condition for a reader who calls the unknown by this letter."""
        self = super().__new__(cls, condition.text(unknown))
        self.condition = condition
        self.unknown = unknown
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Proviso, (self.condition, self.unknown)

    @property
    def latex(self) -> str:
        """The condition in LaTeX."""
        return self.condition.latex(self.unknown)

    def holds(self, values: Mapping[str, Number]) -> bool | None:
        """Whether it holds for given values of the letters; None if that cannot be told."""
        needed = {symbol_text(leaf, self.unknown) for leaf in self.condition.expr.walk()
                  if leaf.is_parameter or leaf.head == UNKNOWN}  # fmt: skip
        if not needed <= values.keys():
            raise ValueError(f"no value is given for {', '.join(sorted(needed - values.keys()))}")
        inside = {self.unknown: "x", "x": self.unknown}  # inside, the unknown is always x
        return self.condition.holds({inside.get(name, name): v for name, v in values.items()})


class Remark(str):
    """A sentence about an answer, with its terms typeset in LaTeX beside."""

    latex: str

    def __new__(cls, text: str = "", latex: str | None = None) -> Remark:
        """Keep a sentence; without terms, it reads alike in LaTeX."""
        self = super().__new__(cls, text)
        self.latex = text if latex is None else latex
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Remark, (str(self), self.latex)

    def in_language(self, language: Language) -> Remark:
        """Return it in another language."""
        return Remark(written(str(self), language), written(self.latex, language))


def provisos(conditions: Iterable[Condition], unknown: str) -> tuple[Proviso, ...]:
    """Write conditions for a reader."""
    return tuple(Proviso(condition, unknown) for condition in conditions)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the derivation."""

    action: str
    term: str | None
    lhs: str
    rhs: str
    note: Remark
    branch: str = ""
    """The case it belongs to: "" for the trunk, "1", "2", "2.1"."""
    latex: str = field(default="", repr=False)

    def is_same_line(self, other: Step) -> bool:
        """Whether the same equation is written in the same case."""
        return (self.lhs, self.rhs, self.branch) == (other.lhs, other.rhs, other.branch)


@dataclass(frozen=True, slots=True)
class Root:
    """One root, when it holds, and how that was checked."""

    value: str
    conditions: tuple[Proviso, ...]
    verified: str
    approx: float | tuple[float, float] | None = None
    """The value to 15 digits, with its imaginary part if it has one; None if it holds letters."""
    multiplicity: int | None = None
    """How often it is a root of a polynomial equation."""
    family: str | None = None
    """The letter that stands for any whole number, if there is one root for each."""
    real: bool | None = None
    """Whether it is real where its conditions hold; None if that is not known."""
    latex: str = field(default="", repr=False)

    def holds(self, **values: Number) -> bool | None:
        """Whether the conditions hold for given values of the parameters; None if unclear."""
        answers = [condition.holds(values) for condition in self.conditions]
        return False if False in answers else None if None in answers else True


@dataclass(frozen=True, slots=True)
class Definition:
    """A name in the roots, and what it stands for, by letters and names before it."""

    name: str
    value: str
    latex: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that is no root."""

    value: str
    reason: Remark
    branch: str = ""
    latex: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """A part of the derivation: steps, then the cases that they split into."""

    name: str
    steps: tuple[Step, ...]
    cases: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one equation."""

    equation: str
    unknown: str
    status: Status
    domain: Domain = "real"
    complete: bool = False
    """Whether all roots in the domain are given, where the conditions hold."""
    roots: tuple[Root, ...] = ()
    complex_roots: tuple[Root, ...] = ()
    """Further roots that are known, where only real ones were asked for."""
    definitions: tuple[Definition, ...] = ()
    """What names in the roots stand for, each by those before it."""
    rejected: tuple[Rejected, ...] = ()
    steps: tuple[Step, ...] = ()
    conditions: tuple[Proviso, ...] = ()
    """When "no solution" or "every value" holds, or the roots are all."""
    note: Remark = field(default_factory=Remark)
    """What else a reader should know, such as that other roots may exist."""
    where: str | None = None
    """The interval that was asked for, such as 0 ≤ x < 2pi."""
    members: tuple[Root, ...] = ()
    """What the roots have in that interval, families member by member, from the least on."""
    members_complete: bool = False
    """Whether these are all roots in the interval."""
    numeric_roots: NumericRoots | None = None
    """Of an equation that is not solved, roots as certified decimals; None if there are none."""
    seconds: float = 0.0
    latex: str = field(default="", repr=False)
    among_real: bool = field(default=False, repr=False)
    """Whether there is no solution among the real numbers only, as far as is known."""
    language: Language = "en"
    """What its sentences are written in."""
