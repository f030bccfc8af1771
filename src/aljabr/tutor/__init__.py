"""A tutor: checks a student's lines, hints at the next step, sets exercises, shows its thoughts."""

from aljabr.tutor.checking import REASONS, Checked, CheckedLine, check
from aljabr.tutor.hinting import Hint, hint
from aljabr.tutor.looking import Look, look
from aljabr.tutor.practising import Exercise, kinds, practice

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
