"""The answer to an equation: its roots, its derivation, and both as text, JSON and LaTeX."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from aljabr.answer import latex, text
from aljabr.answer.parts import (
    Answer,
    Branch,
    Definition,
    Domain,
    Proviso,
    Rejected,
    Remark,
    Root,
    Status,
    Step,
    provisos,
)

if TYPE_CHECKING:
    from aljabr.answer.picture import Picture

__all__ = [
    "Branch", "Definition", "Domain", "Proviso", "Rejected", "Remark", "Root",
    "Solution", "Status", "Step",
    "provisos",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Solution(Answer):
    """The answer to one equation."""

    @property
    def tree(self) -> Branch:
        """The derivation by cases."""
        return _branch("", self.steps)

    def to_json(self) -> dict[str, Any]:
        """Return the record that `aljabr solve --json` prints."""
        record = asdict(self)
        del record["among_real"]
        lists = ("roots", "members", "complex_roots", "definitions", "rejected", "steps")
        for part in (record, *[each for name in lists for each in record[name]]):
            del part["latex"]
            if "conditions" in part:
                part["conditions"] = tuple(map(str, part["conditions"]))
            for name in ("note", "reason"):
                if name in part:
                    part[name] = str(part[name])
        return record

    def decimal(self) -> Solution:
        """Return the answer with decimal roots, where they are numbers and no family."""
        roots = (*self.roots, *self.members)
        if not any(root.approx is not None and root.family is None for root in roots):
            return self
        return replace(
            self,
            roots=tuple(map(_decimal, self.roots)),
            members=tuple(map(_decimal, self.members)),
            complex_roots=tuple(map(_decimal, self.complex_roots)),
            definitions=(),
        )

    def to_text(self) -> str:
        """Return the derivation and the answer for a terminal."""
        return text.of(self)

    def to_latex(self) -> str:
        """Return the derivation and the answer as a LaTeX `align*` block."""
        return latex.of(self)

    def _repr_latex_(self) -> str:
        return self.to_latex()

    def plot(self) -> Picture:
        """Return a picture in SVG: both sides as curves, the real roots as dots.

        Raises:
            UserError: if the equation holds parameters, or is real nowhere.
        """
        from aljabr.answer.plot import draw  # here, for few answers are drawn

        return draw(self.equation, self.unknown, [root.value for root in self.roots])

    def sentence(self) -> str:
        """Return the answer in one line."""
        return text.sentence(self)


def _decimal(root: Root) -> Root:
    """Write a root as a decimal number."""
    if root.approx is None or root.family is not None:
        return root
    if isinstance(root.approx, float):
        text = repr(root.approx)
    else:
        real, imaginary = root.approx
        text = f"{real!r} {'-' if imaginary < 0 else '+'} {abs(imaginary)!r}*sqrt(-1)"
    return replace(root, value=text, latex=text.replace("*sqrt(-1)", "\\,i"))


def _branch(name: str, steps: tuple[Step, ...]) -> Branch:
    """Sort steps, in order, into a tree."""
    own = tuple(step for step in steps if step.branch == name)
    below = [step for step in steps if step.branch != name]
    depth = name.count(".") + 1 if name else 0
    names = dict.fromkeys(".".join(step.branch.split(".")[: depth + 1]) for step in below)
    cases = (
        _branch(each, tuple(step for step in below if f"{step.branch}.".startswith(f"{each}.")))
        for each in names
    )
    return Branch(name, own, tuple(cases))
