"""aljabr: learns to solve equations, and shows every step."""

from aljabr.answers import Root, Solution, Step
from aljabr.parse import ParseError
from aljabr.solver import solve

__all__ = ["ParseError", "Root", "Solution", "Step", "solve"]
