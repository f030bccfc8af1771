"""Single steps that may be hinted at: from one case of a line, on the way to all roots."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.algebra.lexer import letters, tokenize
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text, expr_text
from aljabr.algebra.prover import factors_of
from aljabr.answer.solution import Solution, Step
from aljabr.solver.solve import solve_equation
from aljabr.tutor.checking import Checking
from aljabr.tutor.reading import Line
from aljabr.tutor.solving import with_one_base

_MOVES: Final = ("subtract", "add")
"""Steps that bring a term to the other side."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next."""

    sentence: str
    """What to do, giving nothing away."""
    rule: str | None = None
    """The rule of the step, as a name that does not change."""
    equation: str | None = None
    """What the step leads to, for who asks twice."""
    done: bool = False
    """Whether nothing is left to do."""
    note: str = ""
    """What else there is to know, such as a line that is wrong."""
    line: int = 0
    """The line that the step starts from, counted from 0 as in `Checked.lines`."""

    def to_json(self) -> dict[str, Any]:
        """Return the record that `aljabr hint --json` prints."""
        return asdict(self)


def without_bars(checking: Checking, line: Line, place: int) -> Hint | None:
    """Hint at the two cases of |u| = 3 and |u| = |v|."""
    lhs, rhs = line.cases[place].lhs, line.cases[place].rhs
    is_number = rhs.is_number and rhs.sym > 0
    if lhs.head != tk.ABS or not (is_number or rhs.head == tk.ABS):
        return None
    unknown = checking.reader.unknown
    inner = expr_text(lhs.children[0], unknown)
    other = rhs if is_number else rhs.children[0]
    negated = checking.table.intern(ar.negate(other.sym))
    if negated is None:
        return None
    cases = [f"{inner} = {expr_text(each, unknown)}" for each in (other, negated)]
    texts = [*line.sources[:place], *cases, *line.sources[place + 1 :]]
    return Hint(_told("take away the absolute value", line, place), "abs", " or ".join(texts))


def in_one_base(checking: Checking, line: Line, place: int) -> Hint | None:
    """Hint at one base for all powers, if that leads to all roots."""
    other = with_one_base(checking.table, line.cases[place])
    left = checking.deadline - time.monotonic()
    if other is None or left <= 0.05:
        return None
    text = equation_text(other)
    if not solved(checking, text, other, 0.6 * left).complete:
        return None
    texts = [*line.sources[:place], text, *line.sources[place + 1 :]]
    return Hint("Write all powers with the same base.", "one_base", " or ".join(texts))


def on_one_side(checking: Checking, line: Line, place: int) -> Hint | None:
    """Hint at all terms on the left, if that leads to all roots."""
    equation = line.cases[place]
    lhs = checking.table.intern(ar.expand(equation.lhs.sym - equation.rhs.sym))
    rhs = checking.table.intern(ar.ZERO)
    left = checking.deadline - time.monotonic()
    if lhs is None or rhs is None or lhs is equation.lhs or left <= 0.05:
        return None
    other = replace(equation, lhs=lhs, rhs=rhs)
    text = equation_text(other)
    if not solved(checking, text, other, 0.6 * left).complete:
        return None
    texts = [*line.sources[:place], text, *line.sources[place + 1 :]]
    return Hint("Bring all terms to the left side.", "subtract", " or ".join(texts))


def own_equation(checking: Checking, line: Line, place: int) -> tuple[str, Equation]:
    """Return a case as it was typed; with a name for an expression, as an equation for the name."""
    equation, text = line.cases[place], line.sources[place]
    if not checking.reader.has_names:
        return text, equation
    name, *others = letters(tokenize(text))
    if not others and checking.reader.is_name(name):
        named = parse(text, name, checking.table)
        if not named.is_isolated:
            return text, named
    return equation_text(equation), equation


def solved(checking: Checking, text: str, equation: Equation, budget: float) -> Solution:
    return solve_equation(
        text, equation, checking.table, budget, domain=checking.domain, detail="formula"
    )


def first_step(checking: Checking, line: Line, place: int, solution: Solution) -> Hint | None:
    """Return the first step of a derivation that solves one case of a line."""
    if not solution.complete or solution.status == "unsolved":
        return None  # a step must lead to all roots
    if not solution.steps:
        others = [each for number, each in enumerate(line.sources) if number != place]
        if solution.status == "no_solution" and not others:
            return Hint("This is never true.", "contradiction", "no solution")
        if solution.status == "all_values":
            return Hint("This is true for every value.", "identity", "all values")
        said = f"{line.sources[place]} has no root: leave it out."
        return Hint(said, "contradiction", " or ".join(others)) if others else None
    note = " ".join(f"{each.name} = {each.value}." for each in solution.definitions)
    for number, steps in enumerate(_onward(solution.steps)):
        after = [_equation(each) for each in _beside(steps)]
        texts = [*line.sources[:place], *after, *line.sources[place + 1 :]]
        text = " or ".join(dict.fromkeys(texts))
        if not _leads_back(checking, text, line, steps):
            moved = [each for each in solution.steps[:number] if each.action in _MOVES]
            said = _sentence(checking, steps[0], line, place, moved)
            found = Hint(said, steps[0].action, text, note=note)
            return (_factored(checking, line, place) or found) if number else found
    return _factored(checking, line, place)


def _onward(steps: Sequence[Step]) -> Iterator[Sequence[Step]]:
    """Yield a derivation from each of its steps on, as far as it has one case."""
    for number, step in enumerate(steps):
        yield steps[number:]
        if step.branch:
            return


def _leads_back(checking: Checking, text: str, line: Line, steps: Sequence[Step]) -> bool:
    """Whether a step leads to a line that is there, or multiplies out what is to be factored."""
    if line.number == checking.given.number:
        return False
    is_detour = len(steps) > 1 and (steps[0].action, steps[1].action) == ("simplify", "factor")
    return is_detour or _is_written(checking, text, line)


def _is_written(checking: Checking, text: str, line: Line) -> bool:
    """Whether a student has written this before a line, or the same with terms moved.

    Terms may be moved as before, if the line itself is no more than that.
    """
    found = read(checking, text, 0)
    forms, differences = {_form(each) for each in found.cases}, _differences(found)
    return bool(forms) and any(
        forms == {_form(each) for each in other.cases}
        or differences == _differences(other) != _differences(line)
        for other in checking.lines
        if other.number < line.number
    )


def _form(case: Equation) -> frozenset[Expr]:
    """Return the sides of an equation, in any order."""
    return frozenset((case.lhs, case.rhs))


def _differences(line: Line) -> set[Sym]:
    return {ar.expand(each.lhs.sym - each.rhs.sym) for each in line.cases}


def _factored(checking: Checking, line: Line, place: int) -> Hint | None:
    """Hint at the factors of the left side, if it is zero, or at a power that it is."""
    equation = line.cases[place]
    found = None if not equation.rhs.is_number else factors_of(equation.lhs.sym)
    if found is None:
        return None
    parts = [(each, times) for each, times in found[1] if ar.X in each.free_symbols]
    is_power = len(parts) == 1 and parts[0][1] > 1 and found[0] == 1
    if not (is_power or (len(parts) > 1 and equation.rhs.sym == 0)):
        return None
    number = ar.rational(found[0].numerator, found[0].denominator)
    product = [each**times for each, times in found[1]]
    lhs = checking.table.intern(ar.times(number, *product))
    if lhs is None or lhs is equation.lhs:
        return None
    text = equation_text(replace(equation, lhs=lhs))
    texts = [*line.sources[:place], text, *line.sources[place + 1 :]]
    whole = " or ".join(texts)
    if _is_written(checking, whole, line):
        return None
    return Hint(_told("factor the left side", line, place), "factor", whole)


def _sentence(checking: Checking, step: Step, line: Line, place: int, moved: Sequence[Step]) -> str:
    """Say the whole of a step: what is done, and what is seen at once.

    Args:
        checking: the lines.
        step: the step.
        line: the line that it starts from.
        place: the case of it.
        moved: steps in front of it that move terms, and lead to a line that is there.
    """
    said = ", and ".join(str(each.note).partition(", found on")[0] for each in (*moved, step))
    said = said.replace("by the lemma for", "use the formula for")
    before = line.cases[place]
    after = read(checking, _equation(step), line.number).cases
    if step.action == "simplify" and _multiplies_out(line.sources[place], _equation(step)):
        said = "multiply out the brackets"
    if after and step.action in _MOVES and _is_product(after[0].lhs):
        said += "" if _is_product(before.lhs) else ", and factor the left side"
    return _told(said, line, place)


def _multiplies_out(before: str, after: str) -> bool:
    """Whether a bracket that is multiplied is gone."""
    return re.search(r"(?:\d|\b[a-z]|\))\s*\*?\s*\([^()]*[a-z]", before) is not None and not (
        re.search(r"\(.*[-+].*\)", after)
    )


def _is_product(expr: Expr) -> bool:
    return expr.head == tk.MUL and sum(each.holds_unknown for each in expr.children) > 1


def _told(said: str, line: Line, place: int) -> str:
    if len(line.cases) > 1:
        return f"Go on with {line.sources[place]}: {said}."
    return f"{said[:1].upper()}{said[1:]}."


def _beside(steps: Sequence[Step]) -> list[Step]:
    """Return the first step with the cases beside it."""
    name = steps[0].branch
    if not name:
        return [steps[0]]
    firsts: dict[str, Step] = {}
    for step in steps:
        firsts.setdefault(step.branch, step)
    found = [steps[0]]
    # Where a line splits more than once, its own part has the longest name: 1.1, then 1.2 and 2.
    while name:
        above, _, _ = name.rpartition(".")
        found += [
            step
            for branch, step in firsts.items()
            if branch.rpartition(".")[0] == above and branch != name
        ]
        name = above
    return found


def _equation(step: Step) -> str:
    return f"{step.lhs} = {step.rhs}"


def read(checking: Checking, text: str, number: int) -> Line:
    """Read a line that we have written; names of a formula cannot be read."""
    return checking.reader.again(text, number) or Line(text, number, fault="unread")
