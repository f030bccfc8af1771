"""A tutor: checks a student's lines, hints at the next step, sets exercises, shows its thoughts."""

from aljabr.tutor.checking import check
from aljabr.tutor.hinting import Hint, hint
from aljabr.tutor.looking import Look, look
from aljabr.tutor.practising import Exercise, kinds, practice
from aljabr.tutor.verdicts import REASONS, Checked, CheckedLine

__all__ = [
    "REASONS",
    "Checked",
    "CheckedLine",
    "Exercise",
    "Hint",
    "Look",
    "check",
    "hint",
    "kinds",
    "look",
    "practice",
]
