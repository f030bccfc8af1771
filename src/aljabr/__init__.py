"""aljabr: learns to solve equations, and shows every step.

What is listed here, in `aljabr.datasets` and in `aljabr.envs` may be imported; the rooms behind
them may change.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aljabr.algebra.lexer import ParseError
    from aljabr.answer.methods import Method, methods
    from aljabr.answer.solution import Branch, Proviso, Rejected, Root, Solution, Step
    from aljabr.solver.solve import solve
    from aljabr.tutor.checking import check
    from aljabr.tutor.hinting import Hint, hint
    from aljabr.tutor.practising import Exercise, practice
    from aljabr.tutor.verdicts import Checked, CheckedLine

__all__ = [
    "Branch",
    "Checked",
    "CheckedLine",
    "Exercise",
    "Hint",
    "Method",
    "ParseError",
    "Proviso",
    "Rejected",
    "Root",
    "Solution",
    "Step",
    "check",
    "hint",
    "methods",
    "practice",
    "solve",
]

_HOMES = {
    "Branch": "aljabr.answer.solution",
    "Method": "aljabr.answer.methods",
    "Rejected": "aljabr.answer.solution",
    "ParseError": "aljabr.algebra.lexer",
    "Proviso": "aljabr.answer.solution",
    "Root": "aljabr.answer.solution",
    "Solution": "aljabr.answer.solution",
    "Step": "aljabr.answer.solution",
    "methods": "aljabr.answer.methods",
    "solve": "aljabr.solver.solve",
    "Checked": "aljabr.tutor.verdicts",
    "CheckedLine": "aljabr.tutor.verdicts",
    "Exercise": "aljabr.tutor.practising",
    "Hint": "aljabr.tutor.hinting",
    "check": "aljabr.tutor.checking",
    "hint": "aljabr.tutor.hinting",
    "practice": "aljabr.tutor.practising",
}


def __getattr__(name: str) -> Any:
    """Load what is asked for, so that the command line can tell when there is no memory for it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
