"""Outlines: what a state looks like from afar. States that look alike are one to a discoverer."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr
from aljabr.game.guards import is_even
from aljabr.game.opening import free_symbols

Outline = tuple[object, ...]

_ONE_LETTER: Final = bytes(
    2 if tk.UNKNOWN < token <= tk.OTHER_SYMBOL else token for token in range(256)
)
"""All parameters look alike."""


class Look:
    """What is seen of a state."""

    def __init__(self, lhs: Expr, rhs: Expr) -> None:
        self.sides = lhs, rhs
        self.free = free_symbols(lhs, rhs)
        tokens = lhs.tokens + rhs.tokens
        plain = not any(each in tokens for each in tk.FUNCTION_TOKENS.values())
        found = [laurent.coefficients(side.sym) if plain else None for side in (lhs, rhs)]
        self.powers = None if None in found else found
        self.squares = tuple(is_square(side) for side in (lhs, rhs))

    @property
    def num_terms(self) -> int:
        """How many powers of the unknown there are, or how often it stands there."""
        if self.powers is None:
            return sum(side.tokens.count(tk.UNKNOWN) for side in self.sides) + 1
        left, right = self.powers
        return len({*(left or ()), *(right or ())})

    @property
    def span(self) -> int:
        """From the lowest power of the unknown to the highest."""
        if self.powers is None:
            return 0
        found = [power for side in self.powers for power in side or ()]
        return max(found, default=0) - min(found, default=0)

    def outline(self) -> Outline:
        """Return what is alike in states that look alike."""
        if self.powers is None:
            return tuple(side.tokens.translate(_ONE_LETTER) for side in self.sides)
        left, right = ({power: _free_part(value) for power, value in (side or {}).items()}
                       for side in self.powers)  # fmt: skip
        bare = self.sides[0].head in (tk.POW, tk.UNKNOWN)
        return (tuple(left.items()), tuple(right.items()), bare, *self.squares)

    def powers_only(self) -> Outline:
        """Return less: which powers each side has, what is free, which is a square."""
        if self.powers is None:
            return self.outline()
        left, right = (tuple(side or ()) for side in self.powers)
        return (left, right, len(self.free), *self.squares)

    def coarse(self) -> Outline:
        """Return much less: how many powers each side has, what is free, which is a square."""
        if self.powers is None:
            return (tuple(sorted(set(self.sides[0].tokens.translate(_ONE_LETTER)))),)
        left, right = ((side or {}) for side in self.powers)
        return (len(left), len(right), any(power > 0 for power in left), len(self.free),
                *self.squares)  # fmt: skip


def _free_part(value: Sym) -> tuple[tuple[int, ...], ...]:
    """Return which products of free symbols stand in a coefficient."""
    if not value.free_symbols & {*ar.FREE}:
        return ()
    found = {(0,) * len(ar.FREE): True}
    found = {
        tuple(_exponent(term, each) for each in ar.FREE): True
        for term in ar.addends(ar.expand(value))
    }
    return tuple(sorted(found))


def _exponent(term: Sym, letter: Sym) -> int:
    powers = (ar.base_and_exponent(factor) for factor in ar.factors(term))
    return sum(int(power) for base, power in powers if base == letter and power.is_integer)


def is_square(side: Expr) -> bool:
    """Whether a side is a square of something with the unknown, times a constant, at sight."""
    factors = side.children if side.head == tk.MUL else (side,)
    holding = [each for each in factors if each.holds_unknown]
    return bool(holding) and all(map(is_even, holding))
