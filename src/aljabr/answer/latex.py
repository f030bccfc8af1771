"""An answer in LaTeX: the derivation as an `align*` block, cases with letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aljabr.answer import text
from aljabr.answer.parts import Answer, Root
from aljabr.answer.sentences import written


def of(solution: Answer) -> str:
    """Write the derivation and the answer."""
    lines = [solution.latex.replace("=", "&=", 1)]
    labelled: set[str] = set()
    for step in solution.steps:
        label = ""
        if step.branch and step.branch not in labelled:
            labelled.add(step.branch)
            label = rf"\text{{{text.case_label(step.branch)})}}\quad "
        note = rf" && \text{{{step.note.latex}}}" if step.note else ""
        lines.append(label + step.latex.replace("=", "&=", 1) + note)
    said = (written(each, solution.language) for each in _said(solution))
    lines += [rf"&\text{{{line}}}" for line in said]
    return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"


def _said(solution: Answer) -> Iterator[str]:
    """Yield what is said after the derivation: the answer, when it holds, and why."""
    unknown, roots = solution.unknown, solution.roots
    conditions = ", ".join(f"${each.latex}$" for each in solution.conditions)
    condition = f" if {conditions}" if conditions else ""
    if solution.status == "solved":
        apart = not text.have_same_conditions(solution)
        if len(roots) > 1 or roots[0].family or solution.rejected:
            yield " or ".join(_root(unknown, root, apart) for root in roots)
        if roots[0].conditions and not apart:
            yield f"if {_conditions(roots[0])}"
        letters = text.integers(solution)
        if letters:
            numbers = "number" if len(letters) == 1 else "numbers"
            yield f"for any whole {numbers} {' and '.join(f'${each}$' for each in letters)}"
        if solution.complete:
            yield text.completeness(solution) + condition
    else:
        plain = text.sentence(solution).partition(" if ")[0].partition(";")[0]
        yield plain + condition
    for line in text.inside(solution, _root):
        interval, _, rest = line.removeprefix("for ").partition(": ")
        yield f"for ${_interval(interval)}$: {rest}"
    if solution.complex_roots:
        found = " or ".join(_root(unknown, root, True) for root in solution.complex_roots)
        yield f"over the complex numbers {found}"
    for candidate in solution.rejected:
        yield f"${unknown} = {candidate.latex}$ is no root: {candidate.reason.latex}"
    if solution.numeric_roots is not None:
        yield text.decimals(solution.numeric_roots, solution, r"${} \approx {}$", "i")
    if solution.note:
        yield solution.note.latex


def _interval(where: str) -> str:
    """Typeset an interval."""
    signs = {"≤": r"\le", "≥": r"\ge", "°": r"^\circ", "π": r"\pi", "*": " "}
    typeset = re.sub(r"pi(?![A-Za-z])", r"\\pi", where)
    return "".join(signs.get(each, each) for each in typeset)


def _root(unknown: str, root: Root, with_conditions: bool) -> str:
    condition = f" if {_conditions(root)}" if with_conditions and root.conditions else ""
    return f"${unknown} = {root.latex}${condition}"


def _conditions(root: Root) -> str:
    return ", ".join(f"${each.latex}$" for each in root.conditions)
