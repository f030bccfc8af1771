"""Derivations in brief: lines that only move terms are left out, and told with the next one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from aljabr.answer.parts import Remark, Step
from aljabr.game.rules import COLLECT, EXPAND, NEGATE, WITH_TERM

MOVES: Final = {rule.name for rule in (EXPAND, COLLECT, NEGATE, *WITH_TERM)}
"""What only moves terms."""
THEN: Final = ", then "
MAX_NOTE: Final = 72
"""The longest note, in characters, that tells of more than its own line."""
_ASKING: Final = re.compile(r"(.*?)(?: \(if (.*)\))?")
"""A note, and the conditions behind it."""


def brief(steps: Sequence[Step]) -> Iterator[Step]:
    """Leave out lines that only move terms, unless a case begins or a line ends with them.

    What they ask of the parameters is told with the next line.
    """
    left_out: list[Step] = []
    for place, step in enumerate(steps):
        if _may_go(steps, place):
            left_out.append(step)
        else:
            yield replace(step, note=_together([each.note for each in (*left_out, step)]))
            left_out = []


def _may_go(steps: Sequence[Step], place: int) -> bool:
    """Whether the line goes on after a step that moves terms."""
    step = steps[place]
    if step.action not in MOVES or place + 1 == len(steps):
        return False
    begins = bool(step.branch) and (place == 0 or steps[place - 1].branch != step.branch)
    after = steps[place + 1].branch
    goes_on = after == step.branch or after == f"{step.branch}.1".lstrip(".")
    return goes_on and not begins


def _together(notes: Sequence[Remark]) -> Remark:
    """Tell several steps in one note; those before the last by a word, if that is too long."""
    if len(notes) == 1:
        return notes[0]
    (texts, asked), (latex, asked_latex) = _parts(map(str, notes)), _parts(n.latex for n in notes)
    if len(THEN.join(texts)) > MAX_NOTE:
        texts, latex = ["rearrange", texts[-1]], ["rearrange", latex[-1]]
    return Remark(THEN.join(texts) + asked, THEN.join(latex) + asked_latex)


def _parts(notes: Iterable[str]) -> tuple[list[str], str]:
    """Return what notes say, and all that they ask."""
    found = [_ASKING.fullmatch(each) for each in notes]
    parts = [each.groups("") for each in found if each is not None]
    conditions = [one for _, asked in parts for one in asked.split(", ") if one]
    asked = ", ".join(dict.fromkeys(conditions))
    return [said for said, _ in parts], f" (if {asked})" if asked else ""
