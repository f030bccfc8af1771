"""aljabr: learns to solve equations, and shows every step."""

from aljabr.algebra.parse import ParseError
from aljabr.answer.solution import Root, Solution, Step
from aljabr.solver.solve import solve

__all__ = ["ParseError", "Root", "Solution", "Step", "solve"]
