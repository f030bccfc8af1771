"""aljabr: learns to solve equations, and shows every step.

What is listed here, in `aljabr.datasets` and in `aljabr.envs` may be imported; the rooms behind
them may change.
"""

from aljabr.algebra.lexer import ParseError
from aljabr.answer.solution import Proviso, Root, Solution, Step
from aljabr.solver.solve import solve

__all__ = ["ParseError", "Proviso", "Root", "Solution", "Step", "solve"]
