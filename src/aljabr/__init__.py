"""aljabr: learns to solve equations, and shows every step."""

from aljabr.parse import ParseError
from aljabr.solver import Root, Solution, Step, solve

__all__ = ["ParseError", "Root", "Solution", "Step", "solve"]
