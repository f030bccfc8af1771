"""A tutor: checks a student's lines, hints at the next step, sets exercises, shows its thoughts."""

from aljabr.tutor.checking import REASONS, Checked, CheckedLine, check

__all__ = ["REASONS", "Checked", "CheckedLine", "check"]
