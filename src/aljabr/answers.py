"""The answer to an equation: its roots, its derivation, and both as text, JSON and LaTeX."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal

Status = Literal["solved", "no_solution", "all_values", "unsolved"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the derivation."""

    action: str
    term: str | None
    lhs: str
    rhs: str
    note: str
    latex: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Root:
    """One root, when it holds, and how that was checked."""

    value: str
    conditions: tuple[str, ...]
    verified: str
    latex: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one equation."""

    equation: str
    unknown: str
    status: Status
    roots: tuple[Root, ...] = ()
    steps: tuple[Step, ...] = ()
    conditions: tuple[str, ...] = ()
    """When "no solution" or "every value" holds."""
    note: str = ""
    """What else a reader should know, such as that other roots may exist."""
    seconds: float = 0.0
    latex: str = field(default="", repr=False)

    def to_json(self) -> dict[str, Any]:
        """Return the record that `aljabr solve --json` prints."""
        record = asdict(self)
        for part in (record, *record["roots"], *record["steps"]):
            del part["latex"]
        return record

    def to_latex(self) -> str:
        """Return the derivation as a LaTeX `align*` block."""
        lines = [self.latex.replace("=", "&=", 1)]
        lines += [
            step.latex.replace("=", "&=", 1) + rf" && \text{{{_escape(step.note)}}}"
            for step in self.steps
        ]
        if self.status != "solved":
            lines.append(rf"&\text{{{_escape(self.sentence())}}}")
        return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"

    def _repr_latex_(self) -> str:
        return self.to_latex()

    def sentence(self) -> str:
        """Return the answer in one line."""
        if self.status == "solved":
            return " or ".join(f"{self.unknown} = {root.value}" for root in self.roots)
        conditions = f" if {', '.join(self.conditions)}" if self.conditions else ""
        if self.status == "no_solution":
            return f"no solution{conditions}"
        if self.status == "all_values":
            return f"every {self.unknown} is a solution{conditions}"
        return "not solved within the limits"


def _escape(text: str) -> str:
    """Make a sentence fit for LaTeX's text mode."""
    return text.translate(_TEXT_MODE)


_TEXT_MODE: Final = str.maketrans(
    {
        "^": r"\^{}",
        "_": r"\_",
        "≠": r"$\neq$",
        "≥": r"$\geq$",
        "≤": r"$\leq$",
        "<": "$<$",
        ">": "$>$",
    }
)
