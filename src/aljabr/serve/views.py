"""What a page shows of an answer: the derivation by cases, the answer in words and MathML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from aljabr.algebra.mathml import mathml, sentence
from aljabr.algebra.parse import ParseError, parse
from aljabr.algebra.printing import equation_latex, symbol_latex
from aljabr.algebra.typesetting import typed_latex
from aljabr.answer import text
from aljabr.answer.picture import STYLE
from aljabr.answer.solution import Branch, Root, Solution, Step
from aljabr.errors import UserError, escaped

WIDE: Final = 60
"""Characters of LaTeX from which on an equation may have to be scrolled."""
STATUS: Final = {
    "solved": "Solved", "no_solution": "No solution", "all_values": "Every value",
    "unsolved": "Not solved",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """A step: its number, its equation and its sentence, both as HTML."""

    number: int
    math: str
    note: str
    is_wide: bool


@dataclass(frozen=True, slots=True)
class Case:
    """A part of the derivation."""

    label: str
    rows: list[Row]
    cases: list[Case]


def derivation(solution: Solution) -> Case:
    """Return the steps as a tree, numbered as in the text."""
    numbers = {id(step): number for number, step in enumerate(solution.steps, start=1)}
    return _case(solution.tree, numbers)


def _case(branch: Branch, numbers: dict[int, int]) -> Case:
    label = text.case_label(branch.name) if branch.name else ""
    rows = [_row(step, numbers[id(step)]) for step in branch.steps]
    return Case(label, rows, [_case(each, numbers) for each in branch.cases])


def _row(step: Step, number: int) -> Row:
    return Row(number, mathml(step.latex), sentence(step.note.latex), len(step.latex) > WIDE)


# -- the answer ------------------------------------------------------------------------------------


def answer(solution: Solution) -> str:
    """Return the answer in one line."""
    if solution.status == "solved":
        apart = not text.have_same_conditions(solution)
        return " or ".join(_root(solution, root, apart) for root in solution.roots)
    plain = text.sentence(solution).partition(" if ")[0].partition(";")[0]
    return escape(plain) + _if(solution.conditions)


def remarks(solution: Solution) -> Iterator[str]:
    """Yield what is said of the answer, a line of HTML each."""
    roots = solution.roots
    for each in solution.definitions:
        yield f"where {mathml(f'{symbol_latex(each.name)} = {each.latex}', True)}"
    if roots and roots[0].conditions and text.have_same_conditions(solution):
        yield _if(roots[0].conditions).strip()
    letters = text.integers(solution)
    if letters:
        numbers = "number" if len(letters) == 1 else "numbers"
        yield f"for any whole {numbers} {' and '.join(mathml(each, True) for each in letters)}"
    if roots and solution.complete:
        yield escape(text.completeness(solution)) + _if(solution.conditions)
    for root in roots:
        if root.multiplicity is not None and root.multiplicity > 1:
            yield f"{_root(solution, root, False)} counts {root.multiplicity} times"
    for kind in dict.fromkeys(root.verified for root in roots):
        yield f"verified: {text.VERIFIED[kind]}"
    for candidate in solution.rejected:
        found = mathml(f"{symbol_latex(solution.unknown)} = {candidate.latex}", True)
        yield f"{found} is no root: {sentence(candidate.reason.latex)}"
    if solution.complex_roots:
        found = " or ".join(_root(solution, root, True) for root in solution.complex_roots)
        yield f"over the complex numbers{' also' if roots else ''} {found}"
    if solution.numeric_roots is not None:
        yield escape(text.decimals(solution.numeric_roots, solution, "{} ≈ {}", "i"))
    if solution.note:
        yield sentence(solution.note.latex)


def _root(solution: Solution, root: Root, with_conditions: bool) -> str:
    found = mathml(f"{symbol_latex(solution.unknown)} = {root.latex}")
    conditions = _if(root.conditions) if with_conditions else ""
    return found + escape(text.approximately(root)) + conditions


def _if(conditions: tuple[object, ...]) -> str:
    shown = ", ".join(mathml(each.latex, True) for each in conditions)  # type: ignore[attr-defined]
    return f" if {shown}" if shown else ""


def plot(solution: Solution) -> str:
    """Return a picture, styled by the page; nothing if the equation cannot be drawn."""
    if solution.status == "unsolved":
        return ""
    try:
        return solution.plot().replace(f"<style>{STYLE}</style>\n", "")
    except UserError:  # it holds parameters, or is real nowhere
        return ""


# -- texts -----------------------------------------------------------------------------------------


def math_of(typed: str, unknown: str | None = None) -> str:
    """Write a text as we print them in MathML, or as it is if it is no equation."""
    try:
        parts = [equation_latex(parse(part, unknown)) for part in typed.split(" or ")]
    except ParseError:
        return f"<code>{escape(escaped(typed))}</code>"
    return " or ".join(map(mathml, parts))


def as_typed(text: str) -> str:
    """Write what was typed in MathML as it stands, or as text."""
    latex = typed_latex(text)
    return f"<code>{escape(escaped(text))}</code>" if latex is None else mathml(latex)


def marked(typed: str, column: int | None) -> str:
    """Write a text with the place of a mistake marked."""
    if column is None or not typed:
        return ""
    at = min(max(column - 1, 0), len(typed))
    before, here, after = typed[:at], typed[at : at + 1] or " ", typed[at + 1 :]
    shown = [escape(escaped(each)) for each in (before[-60:], here, after[:60])]
    return f"{shown[0]}<mark>{shown[1]}</mark>{shown[2]}"
