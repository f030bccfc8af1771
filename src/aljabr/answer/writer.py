"""A finding put into words: steps, roots, conditions, and what was done to the text as typed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.algebra.forms import Forms
from aljabr.algebra.printing import equation_latex, expr_latex, expr_text
from aljabr.answer.derivation import Derivation, Line
from aljabr.answer.explain import SWAPPED, is_turned, sentence, simplification
from aljabr.answer.judge import Finding
from aljabr.answer.merging import merged
from aljabr.answer.solution import Remark, Root, Solution, Status, Step, provisos
from aljabr.answer.stating import stated


@dataclass(frozen=True, slots=True)
class Writer:
    """Puts a finding into words."""

    typed: str
    equation: Equation
    forms: Forms

    def answer(self, finding: Finding | None) -> Solution:
        if finding is None:
            return self.reply("unsolved")
        parts: dict[str, Any] = {"steps": self.steps(finding.derivation), "note": finding.note}
        if finding.status != "solved":
            conditions = provisos(finding.conditions, self.equation.unknown)
            return self.reply(finding.status, conditions=conditions, **parts)
        assert finding.value is not None
        value = self.forms.simplest(finding.value)
        root = Root(
            self.text_of(value),
            provisos(finding.conditions, self.equation.unknown),
            finding.verified,
            expr_latex(value, self.equation.unknown),
        )
        return self.reply("solved", roots=(root,), **parts)

    def reply(self, status: Status, **parts: Any) -> Solution:
        return Solution(
            self.typed.strip(),
            self.equation.unknown,
            status,
            latex=equation_latex(self.equation),
            **parts,
        )

    def steps(self, derivation: Derivation) -> tuple[Step, ...]:
        """Write the steps; first, what reading has simplified or turned round."""
        lines = merged(derivation)
        turned = is_turned(self.typed, self.equation.unknown)
        note = simplification(self.typed, self.equation)
        if note is not None:
            said = Remark(note + (SWAPPED if turned else ""))
            first = self.line("simplify", None, self.equation, said)
            return (first, *[self.step(derivation, line) for line in lines])
        if turned and lines:
            lines[0] = replace(lines[0], swapped=not lines[0].swapped)
        return tuple(self.step(derivation, line) for line in lines)

    def step(self, derivation: Derivation, line: Line) -> Step:
        conditions = provisos(stated(self.forms, derivation.asked(line)), self.equation.unknown)
        text, latex = (sentence(self.forms.table, line, each) for each in (expr_text, _inline))
        if conditions:
            text += f" (if {', '.join(conditions)})"
            latex += f" (if {', '.join(f'${each.latex}$' for each in conditions)})"
        note = Remark(text, latex)
        term = None if line.action.term is None else self.text_of(line.action.term)
        return self.line(line.action.rule.name, term, line.after, note)

    def line(self, action: str, term: str | None, after: Equation, note: Remark) -> Step:
        """Write an equation; a side without the unknown in its simplest form."""
        lhs, rhs = (self.shown(side) for side in (after.lhs, after.rhs))
        shown = Equation(lhs, rhs, after.unknown)
        return Step(action, term, self.text_of(lhs), self.text_of(rhs), note, equation_latex(shown))

    def shown(self, side: Expr) -> Expr:
        return side if side.holds_unknown else self.forms.simplest(side)

    def text_of(self, expr: Expr) -> str:
        return expr_text(expr, self.equation.unknown)


def _inline(expr: Expr, unknown: str) -> str:
    """Write a term within a sentence in LaTeX."""
    return f"${expr_latex(expr, unknown)}$"
