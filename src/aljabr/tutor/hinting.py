"""The next step, and no more: from the last line that is right, on the way to all roots."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from aljabr.algebra.printing import expr_text
from aljabr.answer.solution import Domain
from aljabr.solver.solve import DEFAULT_BUDGET
from aljabr.tutor.checking import Checking
from aljabr.tutor.reading import Line
from aljabr.tutor.relating import is_wrong
from aljabr.tutor.solving import holds_integers, holds_real
from aljabr.tutor.stepping import (
    Hint,
    first_step,
    in_one_base,
    on_one_side,
    own_equation,
    read,
    solved,
    without_bars,
)
from aljabr.tutor.verdicts import Checked

__all__ = ["Hint", "hint"]

CHECKED: Final = 0.4
"""The part of the budget in which the lines are checked."""


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
        ParseError: if the first line cannot be read, with its line and column.
    """
    texts = lines.splitlines() if isinstance(lines, str) else list(lines)
    checking = Checking(texts, unknown, domain, budget)
    checking.relater.deadline = checking.started + CHECKED * budget
    checked = checking.checked(is_over=False)
    reached = checking.reached
    note = _note(checked, reached[-1][0])
    if (found := _in_a_case(checking) or _with_a_name(checking)) is not None:
        return replace(found, note=" ".join(filter(None, (note, found.note))))
    for place, line in reversed(reached):  # if nothing is known from here, then from a line before
        found = _from_line(checking, line)
        if found is not None:
            if place != reached[-1][0]:
                note = f"{note} Go back to line {checking.lines[place].number}.".strip()
            return replace(found, note=" ".join(filter(None, (note, found.note))), line=place)
    said = "I know no step from here that leads to all roots."
    return Hint(said, note=note, line=reached[-1][0])


def _note(checked: Checked, reached: int) -> str:
    """Say which line is wrong; or, behind what is known by now, not known to be right."""
    if checked.finished:
        return ""
    for line in checked.lines:
        if line.verdict == "wrong":
            return f"Line {line.number} is wrong. {line.sentence}".strip()
    for line in checked.lines[reached + 1 :]:
        if line.verdict == "unsure":
            is_read = line.kind not in ("unread", "two_ways")
            said = f"I cannot tell whether line {line.number} is right."
            return said if is_read else f"Line {line.number}: {line.sentence}"
    return ""


def _in_a_case(checking: Checking) -> Hint | None:
    """Hint at the next step of a case that was announced, or at the other case."""
    split = checking.cases.splits[-1] if checking.cases.splits else None
    if split is None or split.is_complete or not split.is_announced:
        return None
    if checking.cases.thread.is_spoiled:
        return None
    leaf = checking.cases.thread.trusted
    if not leaf.states_roots:
        found = _from_line(checking, leaf)
        return None if found is None else replace(found, line=split.last)
    found = _from_line(checking, split.base)
    if found is None or found.equation is None:
        return None
    all_cases = read(checking, found.equation, split.base.number)
    left = []
    for text, case in zip(all_cases.sources, all_cases.cases, strict=True):
        single = replace(all_cases, cases=(case,), sources=(text,))
        if not any(checking.relater.relate(single, head, head).same for head in split.heads):
            left.append(text)
    said = f"This case is done: now the other case of line {split.base.number}."
    is_told = 0 < len(left) < len(all_cases.cases)
    return Hint(said, "case", " or ".join(left) if is_told else None, line=split.last)


def _with_a_name(checking: Checking) -> Hint | None:
    """Hint at the equation with the name that was given just now."""
    last = checking.lines[checking.end]
    before = checking.cases.thread.before
    if last.says != "name" or len(before.cases) != 1:
        return None
    text = checking.reader.in_last_name(before.cases[0])
    said = "Write the equation with the new letter."
    return None if text is None else Hint(said, "name", text, line=checking.end)


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
        text, own = own_equation(checking, line, place)
        found = without_bars(checking, line, place) or first_step(
            checking, line, place, solved(checking, text, own, 0.5 * left)
        )
        if found is not None and _is_wrong(checking, line, found):
            found = on_one_side(checking, line, place)
        found = found and _in_reals(checking, line, place, found)
        found = found or in_one_base(checking, line, place)
        if found is not None:
            return found
    return None


def _is_wrong(checking: Checking, line: Line, found: Hint) -> bool:
    """Whether a step gains roots for nothing: a search may square where nobody would."""
    checking.relater.deadline = checking.deadline
    after = read(checking, found.equation or "", line.number)
    if after.fault is not None:  # names of a formula cannot be read
        return False
    return is_wrong(checking.relater.relate(line, after, line))


def _in_reals(checking: Checking, line: Line, place: int, found: Hint) -> Hint:
    """Leave out the cases that have no root and hold what is not real."""
    after = read(checking, found.equation or "", line.number)
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


def _at_the_end(checking: Checking, line: Line) -> Hint | None:
    is_listed = checking.given.interval is None or not holds_integers(line)
    if is_listed and checking.judge.has_exact_roots(line):
        return Hint("You are done: these are all roots.", done=True)
    first = checking.relater.roots(checking.given)
    said = "Put each value into the first line: not every one satisfies it."
    vain = checking.relater.vain(line)
    if vain is not None and not holds_real(line.cases[vain]):
        said = "Not every value is real: leave out what is not."
    if not is_listed:
        said = "Write down the values in the interval."
    if not first.complete:
        return None
    unknown = checking.reader.unknown
    values = [f"{unknown} = {expr_text(each, unknown)}" for each in first.values]
    return Hint(said, "check_roots", " or ".join(values) or "no solution")
