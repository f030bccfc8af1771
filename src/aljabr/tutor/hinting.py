"""The next step, and no more: from the last line that is right, on the way to all roots."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.equation import Equation
from aljabr.algebra.printing import equation_text, expr_text
from aljabr.algebra.typed import ParseError
from aljabr.answer.solution import Domain, Solution, Step
from aljabr.solver.solve import DEFAULT_BUDGET, solve_equation
from aljabr.tutor.checking import Checking
from aljabr.tutor.reading import Line
from aljabr.tutor.relating import is_wrong
from aljabr.tutor.solving import holds_real, with_one_base
from aljabr.tutor.verdicts import Checked

CHECKED: Final = 0.4
"""The part of the budget in which the lines are checked."""


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


def hint(
    lines: str | Sequence[str],
    unknown: str | None = None,
    *,
    domain: Domain | None = None,
    budget: float = DEFAULT_BUDGET,
) -> Hint:
    """Say what to do next, from the last line that is right.

    Args:
        lines: an equation, or the lines of a derivation.
        unknown: the letter to solve for; by default `x`, or the only letter there is.
        domain: where roots are looked for; by default as `aljabr.solve` does.
        budget: seconds to spend at the most.

    Raises:
        ParseError: if a line cannot be read, with its line and column.
    """
    texts = lines.splitlines() if isinstance(lines, str) else list(lines)
    checking = Checking(texts, unknown, domain, budget)
    checking.relater.deadline = checking.started + CHECKED * budget
    checked = checking.checked(is_over=False)
    note = _note(checked)
    reached = checking.reached
    for place, line in reversed(reached):  # if nothing is known from here, then from a line before
        found = _from_line(checking, line)
        if found is not None:
            if place != reached[-1][0]:
                note = f"{note} Go back to line {checking.lines[place].number}.".strip()
            return replace(found, note=" ".join(filter(None, (note, found.note))), line=place)
    said = "I know no step from here that leads to all roots."
    return Hint(said, note=note, line=reached[-1][0])


def _note(checked: Checked) -> str:
    """Say which line is wrong, or not known to be right."""
    trouble = [line for line in checked.lines if line.verdict in ("wrong", "unsure")]
    if not trouble or checked.finished:
        return ""
    first = next((line for line in trouble if line.verdict == "wrong"), trouble[0])
    if first.verdict == "wrong":
        return f"Line {first.number} is wrong. {first.sentence}".strip()
    return f"I cannot tell whether line {first.number} is right."


def _from_line(checking: Checking, line: Line) -> Hint | None:
    """Return the next step from a line; None if none is known."""
    if line.says == "none":
        return Hint("You are done: there is no solution.", done=True)
    if line.says == "all":
        return Hint("You are done: every value is a solution.", done=True)
    if line.states_roots:
        return _at_the_end(checking, line)
    for place, equation in enumerate(line.cases):
        if equation.is_isolated:
            continue
        left = checking.deadline - time.monotonic()
        if left <= 0.05:
            return None
        text = line.sources[place] if _is_own(checking, equation) else equation_text(equation)
        found = _step(checking, line, place, _solved(checking, text, equation, 0.5 * left))
        if found is not None and _is_wrong(checking, line, found):
            found = _on_one_side(checking, line, place)
        found = found and _in_reals(checking, line, place, found)
        found = found or _with_one_base(checking, line, place)
        if found is not None:
            return found
    return None


def _is_wrong(checking: Checking, line: Line, found: Hint) -> bool:
    """Whether a step gains roots for nothing: a search may square where nobody would."""
    checking.relater.deadline = checking.deadline
    try:
        after = checking.reader.line(found.equation or "", line.number)
    except ParseError:  # names of a formula cannot be read
        return False
    return is_wrong(checking.relater.relate(line, after, line))


def _in_reals(checking: Checking, line: Line, place: int, found: Hint) -> Hint:
    """Leave out the cases that have no root and hold what is not real."""
    try:
        after = checking.reader.line(found.equation or "", line.number)
    except ParseError:  # names of a formula cannot be read
        return found
    kept = [
        source
        for number, (source, case) in enumerate(zip(after.sources, after.cases, strict=True))
        if checking.domain != "real"
        or holds_real(case)
        or not checking.relater.is_empty(after, number)
    ]
    if len(kept) == len(after.cases):
        return found
    others = {each for number, each in enumerate(line.sources) if number != place}
    texts = " or ".join(kept) or "no solution"
    if others.issuperset(kept):
        said = f"{line.sources[place]} has no real root: leave this case out."
        return Hint(said, "contradiction", texts)
    return replace(
        found, equation=texts, note=f"{found.note} What is not real is left out.".strip()
    )


def _on_one_side(checking: Checking, line: Line, place: int) -> Hint | None:
    """Hint at all terms on the left, if that leads to all roots."""
    equation = line.cases[place]
    lhs = checking.table.intern(ar.expand(equation.lhs.sym - equation.rhs.sym))
    rhs = checking.table.intern(ar.ZERO)
    left = checking.deadline - time.monotonic()
    if lhs is None or rhs is None or lhs is equation.lhs or left <= 0.05:
        return None
    other = replace(equation, lhs=lhs, rhs=rhs)
    text = equation_text(other)
    if not _solved(checking, text, other, 0.6 * left).complete:
        return None
    texts = [*line.sources[:place], text, *line.sources[place + 1 :]]
    return Hint("Bring all terms to the left side.", "subtract", " or ".join(texts))


def _with_one_base(checking: Checking, line: Line, place: int) -> Hint | None:
    """Hint at one base for all powers, if that leads to all roots."""
    other = with_one_base(checking.table, line.cases[place])
    left = checking.deadline - time.monotonic()
    if other is None or left <= 0.05:
        return None
    text = equation_text(other)
    if not _solved(checking, text, other, 0.6 * left).complete:
        return None
    texts = [*line.sources[:place], text, *line.sources[place + 1 :]]
    return Hint("Write all powers with the same base.", "one_base", " or ".join(texts))


def _is_own(checking: Checking, equation: Equation) -> bool:
    """Whether an equation can be written as it was typed: without names for expressions."""
    return not checking.reader.has_names


def _solved(checking: Checking, text: str, equation: Equation, budget: float) -> Solution:
    return solve_equation(
        text, equation, checking.table, budget, domain=checking.domain, detail="formula"
    )


def _at_the_end(checking: Checking, line: Line) -> Hint | None:
    if checking.has_exact_roots(line):
        return Hint("You are done: these are all roots.", done=True)
    first = checking.relater.roots(checking.given)
    said = "Put each value into the first line: not every one satisfies it."
    vain = checking.relater.vain(line)
    if vain is not None and not holds_real(line.cases[vain]):
        said = "Not every value is real: leave out what is not."
    if not first.complete:
        return None
    unknown = checking.reader.unknown
    values = [f"{unknown} = {expr_text(each, unknown)}" for each in first.values]
    return Hint(said, "check_roots", " or ".join(values) or "no solution")


def _step(checking: Checking, line: Line, place: int, solution: Solution) -> Hint | None:
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
    step = solution.steps[0]
    after = [_equation(each) for each in _beside(solution.steps)]
    texts = [*line.sources[:place], *after, *line.sources[place + 1 :]]
    note = "" if solution.complete else str(solution.note)
    note = " ".join([note, *(f"{each.name} = {each.value}." for each in solution.definitions)])
    return Hint(
        _sentence(step, line, place),
        step.action,
        " or ".join(dict.fromkeys(texts)),
        note=note.strip(),
    )


def _sentence(step: Step, line: Line, place: int) -> str:
    said = str(step.note).partition(", found on")[0]
    said = said.replace("by the lemma for", "use the formula for")
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
