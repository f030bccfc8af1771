"""The answer to an equation: its roots, its derivation, and both as text, JSON and LaTeX."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from functools import cache
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
from aljabr.answer.sentences import LANGUAGES, Language, written
from aljabr.errors import UserError

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
        record = _record(self)
        del record["among_real"], record["language"]
        for name in ("roots", "members", "complex_roots", "definitions", "rejected", "steps"):
            record[name] = tuple(map(_record, record[name]))
        for part in (record, *record["roots"], *record["members"], *record["complex_roots"]):
            said = [written(each, self.language) for each in part["conditions"]]
            part["conditions"] = tuple(said)
        if self.numeric_roots is not None:
            record["numeric_roots"] = asdict(self.numeric_roots)
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

    def in_language(self, language: Language) -> Solution:
        """Return the answer with its sentences in another language.

        Raises:
            UserError: if there is no table for it.
        """
        if language not in LANGUAGES:
            raise UserError(f"the languages are {', '.join(LANGUAGES)}")
        if language == self.language:
            return self
        if self.language != "en":
            raise UserError("only an answer in English is written in another language")
        return replace(
            self,
            language=language,
            note=self.note.in_language(language),
            steps=tuple(replace(each, note=each.note.in_language(language)) for each in self.steps),
            rejected=tuple(
                replace(each, reason=each.reason.in_language(language)) for each in self.rejected
            ),
        )

    def to_text(self, language: Language | None = None) -> str:
        """Return the derivation and the answer for a terminal."""
        return text.of(self.in_language(language or self.language))

    def to_latex(self, language: Language | None = None) -> str:
        """Return the derivation and the answer as a LaTeX `align*` block."""
        return latex.of(self.in_language(language or self.language))

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
        return written(text.sentence(self), self.language)


def _record(part: Any) -> dict[str, Any]:
    """Return the fields of a part by name, remarks and conditions as plain strings, no LaTeX."""
    kind: Any = type(part)
    record = {name: getattr(part, name) for name in _names(kind)}
    if "conditions" in record:
        record["conditions"] = tuple(map(str, record["conditions"]))
    for name in ("note", "reason"):
        if name in record:
            record[name] = str(record[name])
    return record


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.name != "latex")


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
