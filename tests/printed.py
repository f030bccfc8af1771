"""What we print, read by SymPy."""

from __future__ import annotations

import operator
import re

import sympy as sp

FUNCTIONS = ("exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sqrt")
NAMES = {
    **{letter: sp.Symbol(letter) for letter in "abcdefghijklmnopqrstuvwxyzCEFNS"},
    "pi": sp.pi,
    **{name: getattr(sp, name) for name in FUNCTIONS},
    "abs": sp.Abs,
}
LETTERS = [each for each in NAMES.values() if isinstance(each, sp.Symbol)]


def read(text: str) -> sp.Expr:
    """Read our printed text with SymPy."""
    return sp.sympify(text.replace("^", "**"), locals=NAMES)


def sides(text: str) -> tuple[sp.Expr, sp.Expr]:
    """Read an equation whose products are written out."""
    left, _, right = text.partition("=")
    return read(left), read(right or "0")


def condition_holds(condition: str, values: dict[sp.Symbol, sp.Expr]) -> bool:
    """Whether a condition as it is printed is true for given numbers."""
    if condition == "every parameter > 0":
        return all(value > 0 for value in values.values())
    parts = _split(condition)
    expr, sign = (parts[2], "range") if len(parts) == 5 else parts[:2]
    value = complex(read(expr.removeprefix("Im")).subs(values).evalf(30))
    if len(parts) == 3:
        value -= complex(read(parts[2]).subs(values).evalf(30))
    if sign == "≠":
        return abs(value) > 1e-9
    if len(parts) == 3:
        compare = {"≥": operator.ge, ">": operator.gt, "≤": operator.le, "<": operator.lt}[sign]
        return abs(value.imag) < 1e-9 and compare(value.real, 0)
    part = value.imag if expr.startswith("Im") else value.real
    return read(parts[0]) <= part <= read(parts[4])


def is_defined(condition: str, values: dict[sp.Symbol, sp.Expr]) -> bool:
    """Whether what a condition speaks of has a value for given numbers."""
    parts = _split(condition)
    expr = parts[2] if len(parts) == 5 else parts[0]
    return bool(read(expr.removeprefix("Im")).subs(values).is_finite)


def _split(condition: str) -> list[str]:
    return re.split(r" (≠|≥|≤|<|>) ", condition)
