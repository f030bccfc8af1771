"""The alphabet: one byte for each kind of node of an expression tree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

PAD: Final = 0
UNKNOWN: Final = 1
_LETTERS = "abcdefghijklmnopqrstuvwyz"
SYMBOL_TOKENS: Final = {letter: 2 + i for i, letter in enumerate(_LETTERS)}
OTHER_SYMBOL: Final = 27
_SMALL = 10
_SMALL_ZERO = 28 + _SMALL  # integers -10 ... 10 have a token each: 28 ... 48
LARGE_POSITIVE, LARGE_NEGATIVE = 49, 50
POSITIVE_HALF, NEGATIVE_HALF, POSITIVE_FRACTION, NEGATIVE_FRACTION = 51, 52, 53, 54
NUMBERS: Final = range(OTHER_SYMBOL + 1, NEGATIVE_FRACTION + 1)
"""The tokens of rational numbers."""
PI, EULER, IMAGINARY = 55, 56, 57
POW, MUL, ADD = 58, 59, 60
FUNCTIONS: Final = ("exp", "log", "sin", "cos", "asin", "acos", "abs", "tan", "atan")
FUNCTION_TOKENS: Final = {name: 61 + i for i, name in enumerate(FUNCTIONS)}
NUM_TOKENS: Final = 61 + len(FUNCTIONS)
ALGEBRAIC: Final = NUM_TOKENS
"""A constant of the solver's, see `algebraic`; no network knows it by this token."""
EXP: Final = FUNCTION_TOKENS["exp"]
LOG: Final = FUNCTION_TOKENS["log"]
COS: Final = FUNCTION_TOKENS["cos"]
FUNCTION_NAMES: Final = {token: name for name, token in FUNCTION_TOKENS.items()}
SIN, ASIN, ACOS = (FUNCTION_TOKENS[name] for name in ("sin", "asin", "acos"))
ABS, TAN, ATAN = (FUNCTION_TOKENS[name] for name in ("abs", "tan", "atan"))

# In the tokens of sqrt(u**2) and sqrt(exp(u)): powers of powers that stay so.
POWER_OF_POWER: Final = bytes((POW, POW))
POWER_OF_EXP: Final = bytes((POW, EXP))
HEADS: Final = [bytes((token,)) for token in range(NUM_TOKENS + 1)]
"""Each token as a tree of one node."""
RADICALS: Final = frozenset(
    bytes((number, POSITIVE_HALF)) for number in range(_SMALL_ZERO - _SMALL, POSITIVE_HALF)
)
"""What follows the token of a power in the square root of a number."""
SHARED: Final = bytes(
    (OTHER_SYMBOL, LARGE_POSITIVE, LARGE_NEGATIVE, POSITIVE_FRACTION, NEGATIVE_FRACTION)
)
"""Tokens that several values share: who needs to tell them apart must look at the value."""


def number_token(numerator: int, denominator: int) -> int:
    """Return the token of a rational number."""
    if denominator == 1:
        if -_SMALL <= numerator <= _SMALL:
            return _SMALL_ZERO + numerator
        return LARGE_POSITIVE if numerator > 0 else LARGE_NEGATIVE
    if denominator == 2 and abs(numerator) == 1:
        return POSITIVE_HALF if numerator > 0 else NEGATIVE_HALF
    return POSITIVE_FRACTION if numerator > 0 else NEGATIVE_FRACTION


def number_tokens(numbers: Iterable[int]) -> list[bytes]:
    """Return the one-token trees of some integers."""
    return [bytes((number_token(number, 1),)) for number in numbers]
