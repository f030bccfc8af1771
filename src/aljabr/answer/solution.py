"""The answer to an equation: its roots, its derivation, and both as text, JSON and LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from aljabr.algebra.conditions import Condition
from aljabr.algebra.points import Number
from aljabr.algebra.printing import symbol_text
from aljabr.algebra.tokens import UNKNOWN

Status = Literal["solved", "no_solution", "all_values", "unsolved"]


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
    latex: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Root:
    """One root, when it holds, and how that was checked."""

    value: str
    conditions: tuple[Proviso, ...]
    verified: str
    latex: str = field(default="", repr=False)

    def holds(self, **values: Number) -> bool | None:
        """Whether the conditions hold for given values of the parameters; None if unclear."""
        answers = [condition.holds(values) for condition in self.conditions]
        return False if False in answers else None if None in answers else True


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one equation."""

    equation: str
    unknown: str
    status: Status
    roots: tuple[Root, ...] = ()
    steps: tuple[Step, ...] = ()
    conditions: tuple[Proviso, ...] = ()
    """When "no solution" or "every value" holds."""
    note: Remark = field(default_factory=Remark)
    """What else a reader should know, such as that other roots may exist."""
    seconds: float = 0.0
    latex: str = field(default="", repr=False)

    def to_json(self) -> dict[str, Any]:
        """Return the record that `aljabr solve --json` prints."""
        record = asdict(self)
        for part in (record, *record["roots"], *record["steps"]):
            del part["latex"]
            if "conditions" in part:
                part["conditions"] = tuple(map(str, part["conditions"]))
            if "note" in part:
                part["note"] = str(part["note"])
        return record

    def to_latex(self) -> str:
        """Return the derivation and the answer as a LaTeX `align*` block."""
        lines = [self.latex.replace("=", "&=", 1)]
        lines += [
            step.latex.replace("=", "&=", 1) + rf" && \text{{{step.note.latex}}}"
            for step in self.steps
        ]
        lines += [rf"&\text{{{text}}}" for text in self._said_in_latex()]
        return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"

    def _said_in_latex(self) -> Iterator[str]:
        """Yield what is said after the derivation: the answer, when it holds, and why."""
        if self.status == "solved":
            for root in self.roots:
                conditions = ", ".join(f"${each.latex}$" for each in root.conditions)
                if conditions:
                    yield f"if {conditions}"
        else:
            conditions = ", ".join(f"${each.latex}$" for each in self.conditions)
            yield self._answer() + (f" if {conditions}" if conditions else "")
        if self.note:
            yield self.note.latex

    def _repr_latex_(self) -> str:
        return self.to_latex()

    def sentence(self) -> str:
        """Return the answer in one line."""
        if self.status == "solved":
            return " or ".join(f"{self.unknown} = {root.value}" for root in self.roots)
        return self._answer() + (f" if {', '.join(self.conditions)}" if self.conditions else "")

    def _answer(self) -> str:
        return {
            "no_solution": "no solution",
            "all_values": f"every {self.unknown} is a solution",
            "unsolved": "not solved within the limits",
            "solved": "",
        }[self.status]
