"""The functions that a reader may type, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym


def _hyperbolic(sign: int) -> Callable[[Sym], Sym]:
    return lambda u: ar.exponential(u) / 2 + sign * ar.exponential(ar.negate(u)) / 2


SYNONYMS: Final = {
    "ln": "log",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "cosec": "csc",
    "cotan": "cot",
}
"""Other names of functions."""
INVERSES: Final = {"sin": "asin", "cos": "acos", "tan": "atan"}
"""What sin^-1 means."""
NO_INVERSES: Final = ("sec", "csc", "cot", "sinh", "cosh", "tanh")
"""Functions whose power -1 would be read as an inverse that is not known."""
RECIPROCALS: Final[dict[str, tuple[Callable[[Sym], Sym], Callable[[Sym], Sym]]]] = {
    "sec": (lambda u: ar.ONE, ar.cosine),
    "csc": (lambda u: ar.ONE, ar.sine),
    "cot": (ar.cosine, ar.sine),
    "tanh": (lambda u: ar.exponential(2 * u) - 1, lambda u: ar.exponential(2 * u) + 1),
}
"""Functions that are fractions: what stands above and below."""
CALLS: Final[dict[str, Callable[[Sym], Sym]]] = {
    "sin": ar.sine,
    "cos": ar.cosine,
    "tan": ar.tangent,
    "asin": ar.arcsine,
    "acos": ar.arccosine,
    "atan": ar.arctangent,
    "exp": ar.exponential,
    "abs": ar.absolute,
    "sinh": _hyperbolic(-1),
    "cosh": _hyperbolic(1),
}
"""What each function makes of its argument."""
