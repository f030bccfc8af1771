"""The functions that a reader may type, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import KindName

Nonzero = Callable[[Sym, str], Sym]
"""Notes that a value may not vanish, and returns it; the text says what is wrong if it is zero."""


def _hyperbolic(sign: int) -> Callable[[Sym], Sym]:
    return lambda u: ar.exponential(u) / 2 + sign * ar.exponential(ar.negate(u)) / 2


def _inverse_sinh(u: Sym) -> Sym:
    return ar.logarithm(ar.add(u, ar.square_root(u**2 + 1)))


def _inverse_cosh(u: Sym) -> Sym:
    """Return the principal value; sqrt(u^2 - 1) in its place would lose the sign of a u < -1."""
    return ar.logarithm(ar.add(u, ar.multiply(ar.square_root(u - 1), ar.square_root(u + 1))))


SYNONYMS: Final = {
    "ln": "log",
    "lg": "log",
    "tg": "tan",
    "ctg": "cot",
    "cotg": "cot",
    "cotan": "cot",
    "cosec": "csc",
    "sh": "sinh",
    "ch": "cosh",
    "th": "tanh",
    "cth": "coth",
    "cotanh": "coth",
    "cosech": "csch",
    "arctg": "atan",
    "arsh": "asinh",
    "arch": "acosh",
    "arth": "atanh",
    **{f"arc{name}": f"a{name}" for name in ("sin", "cos", "tan", "sec", "csc")},
    **{
        f"{prefix}{name}": f"a{name}"
        for name in ("sinh", "cosh", "tanh", "sech", "csch", "coth")
        for prefix in ("ar", "arc")
    },
}
"""Other names of functions."""
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
    "asinh": _inverse_sinh,
    "acosh": _inverse_cosh,
}
"""What each function makes of its argument."""
ROOTS: Final = {"sqrt": ar.HALF, "cbrt": ar.rational(1, 3)}
"""Functions that are powers, by their exponents."""
FRACTIONS: Final[dict[str, tuple[Callable[[Sym], Sym], Callable[[Sym], Sym]]]] = {
    "sec": (lambda u: ar.ONE, ar.cosine),
    "csc": (lambda u: ar.ONE, ar.sine),
    "cot": (ar.cosine, ar.sine),
    "tanh": (lambda u: ar.exponential(2 * u) - 1, lambda u: ar.exponential(2 * u) + 1),
    "coth": (lambda u: ar.exponential(2 * u) + 1, lambda u: ar.exponential(2 * u) - 1),
    "sech": (lambda u: ar.ONE, CALLS["cosh"]),
    "csch": (lambda u: ar.ONE, CALLS["sinh"]),
}
"""Functions that are fractions: what stands above and below."""
OF_RECIPROCALS: Final = {
    "asec": "acos",
    "acsc": "asin",
    "asech": "acosh",
    "acsch": "asinh",
}
"""Functions that are another function of 1/u."""
LOGARITHMS: Final[dict[str, tuple[Callable[[Sym], Sym], Callable[[Sym], Sym]]]] = {
    "atanh": (lambda u: u + 1, lambda u: 1 - u),
    "acoth": (lambda u: u + 1, lambda u: u - 1),
}
"""Functions that are half the logarithm of a fraction: what stands above and below."""
INVERSES: Final = {
    name: f"a{name}" for name in "sin cos tan sec csc sinh cosh tanh sech csch coth".split()
}
"""What sin^-1 means."""
SHORT_NAMES: Final = frozenset("lg tg sh ch th ctg cth".split())
"""Names that may as well be products: functions only where an argument follows."""
NAMES: Final = frozenset(
    {"log", *CALLS, *ROOTS, *FRACTIONS, *OF_RECIPROCALS, *LOGARITHMS, *SYNONYMS} - SHORT_NAMES
)
"""Every other name."""
WRITTEN_OUT: Final = frozenset(
    "cot sinh cosh tanh coth sech csch asinh acosh atanh acoth asech acsch".split()
)
"""Functions that a reader finds again as something else."""


Ask = tuple[KindName, Callable[[Sym], Sym]]
REAL: Final[dict[str, Ask]] = {
    "log": ("positive", lambda u: u),
    "asin": ("unit", lambda u: u),
    "acos": ("unit", lambda u: u),
    "asec": ("root", lambda u: u**2 - 1),
    "acsc": ("root", lambda u: u**2 - 1),
    "acosh": ("root", lambda u: u - 1),
    "atanh": ("positive", lambda u: 1 - u**2),
    "acoth": ("positive", lambda u: u**2 - 1),
    "asech": ("root", lambda u: ar.reciprocal(u) - 1),
}
"""What must hold for a function to be real: a kind of condition, and of what."""


def value(name: str, argument: Sym, base: Sym | None, nonzero: Nonzero) -> Sym:
    """Build what a function makes of its argument, and note what may not vanish in it."""
    undefined = f"{name} is undefined here"
    if name == "log":
        return _log(argument, base, nonzero)
    if name in OF_RECIPROCALS:
        argument = ar.reciprocal(nonzero(argument, undefined))
        return value(OF_RECIPROCALS[name], argument, None, nonzero)
    if name in FRACTIONS:
        above, below = (part(argument) for part in FRACTIONS[name])
        return ar.multiply(above, ar.reciprocal(nonzero(below, undefined)))
    if name in LOGARITHMS:
        above, below = (nonzero(part(argument), undefined) for part in LOGARITHMS[name])
        return ar.multiply(ar.HALF, ar.logarithm(ar.multiply(above, ar.reciprocal(below))))
    if name == "tan":
        nonzero(ar.cosine(argument), undefined)
    return CALLS[name](argument)


def _log(argument: Sym, base: Sym | None, nonzero: Nonzero) -> Sym:
    logarithm = ar.logarithm(nonzero(argument, "the logarithm of zero"))
    if base is None:
        return logarithm
    nonzero(base, "a logarithm to base zero")
    divisor = nonzero(ar.logarithm(base), "a logarithm to base one")
    return ar.multiply(logarithm, ar.reciprocal(divisor))
