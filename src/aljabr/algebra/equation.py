"""The equation: two interned sides and the letter that its reader calls the unknown."""

from __future__ import annotations

from dataclasses import dataclass, field

from aljabr.algebra.expr import Expr
from aljabr.algebra.tokens import UNKNOWN


@dataclass(frozen=True, slots=True)
class Equation:
    """`lhs = rhs`, with the unknown on the left if it is on one side only."""

    lhs: Expr
    rhs: Expr
    unknown: str = "x"
    """What the reader calls the unknown; inside, it is always the symbol x."""
    domain: tuple[Expr, ...] = field(default=(), compare=False)
    """Divisors and logarithms' arguments as typed: none of them may vanish."""
    positive: tuple[Expr, ...] = field(default=(), compare=False)
    """What is read as if it were positive: u in (1/u)^p, which is u^(-p) then, and in u^v."""
    real: tuple[tuple[str, Expr], ...] = field(default=(), compare=False)
    """What must hold for every part as typed to be real: kinds of conditions, and of what."""
    odd_roots: bool = field(default=False, compare=False)
    """Whether odd roots of negative numbers were read as the real ones, which are not principal."""
    powers: tuple[tuple[Expr, Expr], ...] = field(default=(), compare=False)
    """Bases and exponents as typed, where both hold the unknown: 0^0 has no value, and of what is
    negative only whole powers are taken."""

    @property
    def complexity(self) -> int:
        return self.lhs.complexity + self.rhs.complexity

    @property
    def is_isolated(self) -> bool:
        """Whether this reads `x = something without x`."""
        return self.lhs.tokens == _X and UNKNOWN not in self.rhs.tokens


_X = bytes((UNKNOWN,))


def orient(lhs: Expr, rhs: Expr) -> tuple[Expr, Expr]:
    """Swap the sides if only the right one holds the unknown."""
    if UNKNOWN not in lhs.tokens and UNKNOWN in rhs.tokens:
        return rhs, lhs
    return lhs, rhs
