"""A tree of derivations put into words: steps, roots, conditions, and what reading has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equality import approximation
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.algebra.forms import Forms, with_powers
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import (
    equation_latex,
    equation_text,
    expr_latex,
    expr_text,
    symbol_text,
)
from aljabr.algebra.roots import multiplicity
from aljabr.answer import families
from aljabr.answer.brief import brief
from aljabr.answer.derivation import Derivation, Line
from aljabr.answer.explain import SWAPPED, is_turned, sentence, simplification, swapped
from aljabr.answer.finding import Finding
from aljabr.answer.judge import Judge
from aljabr.answer.merging import merged
from aljabr.answer.naming import Naming
from aljabr.answer.readable import readable
from aljabr.answer.solution import (
    Definition,
    Proviso,
    Rejected,
    Remark,
    Root,
    Solution,
    Status,
    Step,
    provisos,
)
from aljabr.answer.stating import stated
from aljabr.answer.tree import Goal
from aljabr.answer.whole import Whole, whole
from aljabr.discovery import spelling
from aljabr.game import formulas

Detail = Literal["brief", "school", "full", "formula"]
"""How much is told: no moving of terms and no lemma spelled out; lemmas of quadratics; all lemmas,
and every step of the game; as for school, but no lemma spelled out."""


@dataclass(frozen=True)
class Writer:
    """Puts what was found of an equation into words."""

    typed: str
    judge: Judge
    detail: Detail = "school"

    @property
    def equation(self) -> Equation:
        return self.judge.equation

    @property
    def forms(self) -> Forms:
        return self.judge.forms

    # -- the answer --------------------------------------------------------------------------------

    def answer(self, goal: Goal | None) -> Solution:
        """Write an answer; of no tree, that the equation is not solved."""
        if goal is None:
            return self.reply("unsolved")
        found = whole(self.judge, goal)
        self.asked.extend(found.conditions)
        if found.status == "unsolved":
            return self.reply("unsolved", complex_roots=tuple(map(self.root, found.not_real)))
        return self.reply(
            found.status,
            complete=found.complete,
            roots=tuple(map(self.root, found.roots)),
            complex_roots=tuple(map(self.root, found.not_real)),
            definitions=self.definitions(),
            rejected=tuple(self.rejected(goal, found)),
            steps=tuple(self.steps(goal)),
            conditions=self.provisos(found.conditions),
            note=found.note,
            among_real=found.among_real,
        )

    def reply(self, status: Status, **parts: Any) -> Solution:
        return Solution(
            self.typed.strip(),
            self.equation.unknown,
            status,
            self.judge.domain,
            latex=equation_latex(self.equation),
            **parts,
        )

    def root(self, finding: Finding) -> Root:
        assert finding.value is not None
        value = self.named(self.simplest(finding.value))
        exact = value
        value = self.naming.shown(value)
        self.shown_roots.append(value)
        conditions = finding.conditions
        if self.is_plain(finding.value):
            conditions = self.counted(conditions, families.counted_anew(finding.value))
        nonzero = [each.expr for each in (*finding.conditions, *self.asked)
                   if each.kind in ("nonzero", "positive", "negative")]  # fmt: skip
        pieces = [value, *[piece for _, piece in self.defined([value])]]
        whole = [leaf for piece in pieces for leaf in piece.walk() if leaf.sym in ar.INTEGERS]
        return Root(
            self.text_of(value),
            self.provisos(conditions),
            finding.verified,
            None if exact.holds_symbols else approximation(exact),
            multiplicity(self.forms.table, *self.judge.sides, finding.value, nonzero),
            ", ".join(dict.fromkeys(symbol_text(leaf, "") for leaf in whole)) or None,
            {"root": True if self.judge.is_real else None, "not_real": False}.get(finding.verdict),
            expr_latex(value, self.equation.unknown),
        )

    @cached_property
    def asked(self) -> list[Condition]:
        """What the answer as a whole asks."""
        return []

    @property
    def naming(self) -> Naming:
        return self.judge.naming

    @cached_property
    def shown_roots(self) -> list[Expr]:
        """The roots as they are written, in order."""
        return []

    def definitions(self) -> tuple[Definition, ...]:
        """Write what the names in the roots stand for."""
        unknown = self.equation.unknown
        return tuple(
            Definition(str(name), expr_text(value, unknown), expr_latex(value, unknown))
            for name, value in self.defined(self.shown_roots)
        )

    def defined(self, shown: list[Expr]) -> list[tuple[Sym, Expr]]:
        """Return the definitions that some expressions need."""
        return [(name, self.named(value)) for name, value in self.naming.definitions(shown)]

    def rejected(self, goal: Goal, found: Whole) -> Iterator[Rejected]:
        """Write the candidates that are no roots, each once."""
        seen: set[str] = set()
        for branch, finding in self.ends(goal, ""):
            if finding.verdict != "rejected" or finding.value is None:
                continue
            value = self.naming.shown(self.named(self.simplest(finding.value)))
            text = self.text_of(value)
            if text not in seen and not found.has(self.forms.table, finding.value):
                seen.add(text)
                latex = expr_latex(value, self.equation.unknown)
                yield Rejected(text, finding.note, branch, latex)

    # -- steps -------------------------------------------------------------------------------------

    def steps(self, goal: Goal) -> Iterator[Step]:
        """Yield the steps; first, what reading has simplified or turned round."""
        self.bent.extend(filter(families.is_bent, self.sides_of(goal)))
        steps = self.without_detours(list(self.branch(goal, "")))
        turned = is_turned(self.typed, self.equation.unknown)
        note = simplification(self.typed, self.equation)
        if note is not None:
            said = Remark(note + (SWAPPED if turned else ""))
            yield self.line("simplify", None, self.equation, said, "")
        elif turned and steps:
            steps[0] = replace(steps[0], note=swapped(steps[0].note))
        yield from brief(steps) if self.detail == "brief" else steps

    def without_detours(self, steps: list[Step]) -> list[Step]:
        """Leave out what leads back to an equation: a lemma spelled out may come by it again."""
        kept = [self.line("", None, self.equation, Remark(), "")]
        for step in steps:
            place = next(
                (index for index, each in enumerate(kept) if each.is_same_line(step)), None
            )
            kept = [*kept, step] if place is None else kept[: place + 1]
        return kept[1:]

    def branch(self, goal: Goal, name: str) -> Iterator[Step]:
        """Yield the steps of a line, and at each split those of the cases beside it."""
        derivation = self.derivation(goal)
        places = sorted({case.place for case in goal.cases})
        ends = [*places, len(derivation.lines)]
        yield from self.segment(derivation, derivation.lines[: ends[0]], name)
        beside: list[tuple[str, int]] = []
        for place, end in zip(places, ends[1:], strict=True):
            beside.append((name, place))
            name = _below(name, 1)
            yield from self.segment(derivation, derivation.lines[place:end], name)
        for above, place in reversed(beside):
            yield from self.cases(goal, derivation.lines[place], place, above)

    def cases(self, goal: Goal, line: Line, place: int, name: str) -> Iterator[Step]:
        """Yield the cases beside a step, each with its own steps."""
        for number, case in enumerate(each for each in goal.cases if each.place == place):
            below = _below(name, number + 2)
            if case.equation is None:
                continue
            said = "the case that dividing left out" if case.divides else "another case"
            if case.goal is None:
                said += "; it stays open"
            yield self.line(line.action.rule.name, None, case.equation, Remark(said), below)
            if case.goal is not None:
                yield from self.branch(case.goal, below)

    def ends(self, goal: Goal, name: str) -> Iterator[tuple[str, Finding]]:
        """Yield what the lines end in, with the names of their branches."""
        places = sorted({case.place for case in goal.cases})
        names = [name]
        for _ in places:
            names.append(_below(names[-1], 1))
        yield names[-1], goal.finding
        for above, place in zip(names, places, strict=False):
            for number, case in enumerate(each for each in goal.cases if each.place == place):
                if case.goal is not None:
                    yield from self.ends(case.goal, _below(above, number + 2))

    def sides_of(self, goal: Goal) -> Iterator[Expr]:
        """Yield the right sides of all lines, those of the cases too."""
        yield from (line.after.rhs for line in self.derivation(goal).lines)
        for case in goal.cases:
            if case.goal is not None:
                yield from self.sides_of(case.goal)

    @cached_property
    def bent(self) -> list[Expr]:
        """The sides of lines in which a family cannot be counted anew, such as 4*pi^2*n^2."""
        return []

    def derivation(self, goal: Goal) -> Derivation:
        graph = self.judge.graph
        equation = graph.equation(goal.start, self.equation.unknown)
        return Derivation(graph, equation, goal.start, goal.line)

    def segment(self, derivation: Derivation, lines: list[Line], name: str) -> Iterator[Step]:
        for line in lines if self.detail == "full" else merged(derivation.graph, lines):
            spelled = list(self.spelled(line, name)) if line.action.rule.is_lemma else []
            yield from spelled
            back = f"back to {self.equation.unknown}" if spelled else None
            yield self.step(derivation, line, name, back)

    def spelled(self, line: Line, branch: str) -> Iterator[Step]:
        """Yield the line of a lemma with the numbers in it, if that is wanted."""
        opening = line.action.rule.opening
        opened = None if opening is None else opening(line.before.lhs, line.before.rhs)
        if opened is None or opened.used is None or opened.sides[0][0] != ar.X:
            return
        lemma, unknown = opened.used.lemma, self.equation.unknown
        is_square = max(lemma.support) == 2
        letters = {str(each) for side in self.judge.sides for each in side.sym.free_symbols}
        taken = unknown != "x" or letters & {"y", "z", "w", "t", "s"}
        if self.detail in ("brief", "formula"):
            return
        if not is_square and (self.detail == "school" or taken):
            return
        left = ar.expand(line.before.lhs.sym - line.before.rhs.sym)
        lines = spelling.spelled(lemma, left, formulas.shipped(), unknown)
        for number, (shown, said) in enumerate(lines, start=1):
            is_split = len(opened.sides) > 1 and number < len(lines)  # the last takes a root
            above = branch.rpartition(".")[0] if is_split else branch
            letter = unknown if is_square else "y" if "y" in shown else "x"
            read = parse(shown, letter, self.forms.table)
            if is_square and number == len(lines):
                read = self.with_sign(read, line.after)
                shown = equation_text(read)
            lhs, rhs = shown.split(" = ")
            latex = equation_latex(read)
            yield Step("lemma", None, lhs, rhs, Remark(said), above, latex)

    def with_sign(self, root: Equation, after: Equation) -> Equation:
        """Write x + b = sqrt(c) so that it is the root that follows, whichever sign that takes."""
        beside = ar.expand(root.lhs.sym - ar.X)
        rhs = self.forms.table.intern(ar.add(after.rhs.sym, beside))
        if ar.X in beside.free_symbols or rhs is None or not after.is_isolated:
            return root
        return replace(root, rhs=self.simplest(rhs))

    def step(
        self, derivation: Derivation, line: Line, branch: str, said: str | None = None
    ) -> Step:
        """Write a step; what is said of it may be given."""
        asked = [each for each in derivation.asked(line) if not self.goes_without_saying(each)]
        conditions = self.provisos(stated(self.forms, asked))
        text, latex = (
            sentence(self.forms.table, line, each) if said is None else said
            for each in (expr_text, _inline)
        )
        if conditions:
            text += f" (if {', '.join(conditions)})"
            latex += f" (if {', '.join(f'${each.latex}$' for each in conditions)})"
        note = Remark(text, latex)
        term = None if line.action.term is None else self.text_of(self.named(line.action.term))
        return self.line(line.action.rule.name, term, line.after, note, branch)

    def goes_without_saying(self, condition: Condition) -> bool:
        """Whether the equation as typed says so much anyway."""
        said = condition.kind in ("log", "nonzero", "positive")
        return said and self.judge.losses.is_sure(condition)

    def line(
        self, action: str, term: str | None, after: Equation, note: Remark, branch: str
    ) -> Step:
        """Write an equation; a side without the unknown in its simplest form."""
        is_end = after.lhs.head == tk.UNKNOWN
        sides = (self.named(self.shown(side, is_end)) for side in (after.lhs, after.rhs))
        lhs, rhs = map(self.naming.shown, sides)
        latex = equation_latex(Equation(lhs, rhs, after.unknown))
        return Step(action, term, self.text_of(lhs), self.text_of(rhs), note, branch, latex)

    # -- expressions -------------------------------------------------------------------------------

    def shown(self, side: Expr, is_end: bool) -> Expr:
        """Return a side as it is written: n stands for the same number down to a line's end."""
        if side.holds_unknown:
            return side
        if self.bent and not is_end and self.is_plain(side):
            return self.forms.table.intern(ar.expand(side.sym)) or side
        return self.simplest(side)

    def simplest(self, expr: Expr) -> Expr:
        """Return the form that reads best."""
        if self.is_plain(expr):
            return families.plain(self.forms.table, expr)
        simplest = self.forms.simplest(expr)
        if tk.LOG not in simplest.tokens:
            return simplest
        powers = self.forms.table.intern(with_powers(simplest))
        is_shorter = powers is not None and len(powers.tokens) < len(simplest.tokens)
        return powers if powers is not None and is_shorter else simplest

    def is_plain(self, expr: Expr) -> bool:
        """Whether a family reads best if it is plain."""
        if not families.integers(expr) or families.is_numeric(expr):
            return bool(families.integers(expr))
        plain, simplest = families.plain(self.forms.table, expr), self.forms.simplest(expr)
        return len(self.text_of(simplest)) >= len(self.text_of(plain))

    def counted(
        self, conditions: tuple[Condition, ...], letters: dict[Sym, Sym]
    ) -> tuple[Condition, ...]:
        """Write conditions on a family that is counted anew."""
        if all(letter == each for letter, each in letters.items()):
            return conditions
        found = []
        for each in conditions:
            expr = self.forms.table.intern(ar.expand(each.expr.sym.subs(letters)))
            used = families.integers(each.expr)
            found.append(Condition(each.kind, expr) if used and expr is not None else each)
        return stated(self.forms, found)

    def text_of(self, expr: Expr) -> str:
        return expr_text(expr, self.equation.unknown)

    def provisos(self, conditions: tuple[Condition, ...]) -> tuple[Proviso, ...]:
        conditions = readable(self.forms, conditions, self.judge.is_real)
        named = [Condition(each.kind, self.named(each.expr)) for each in conditions]
        return provisos(named, self.equation.unknown)

    @cached_property
    def letters(self) -> dict[Sym, Sym]:
        """Letters for whole numbers, by names that are free in what was typed: not in n/n."""
        typed = [*self.judge.sides, *self.equation.domain]
        typed += [each for _, each in self.equation.real]
        used = {symbol_text(leaf, self.equation.unknown) for each in typed
                for leaf in each.walk() if leaf.holds_symbols and not leaf.children}  # fmt: skip
        used.add(self.equation.unknown)
        free = [each for each in ar.INTEGERS if str(each)[0] not in used]
        return dict(zip(ar.INTEGERS, free, strict=False))

    def named(self, expr: Expr) -> Expr:
        """Exchange letters for whole numbers that the equation uses otherwise."""
        found = families.integers(expr)
        if all(self.letters.get(each) == each for each in found):
            return expr
        return self.forms.table.intern(expr.sym.subs(self.letters)) or expr


def _below(name: str, number: int) -> str:
    return f"{name}.{number}" if name else str(number)


def _inline(expr: Expr, unknown: str) -> str:
    """Write a term within a sentence in LaTeX."""
    return f"${expr_latex(expr, unknown)}$"
