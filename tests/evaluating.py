"""Roots as records write them, put into numbers by mpmath alone: nothing of the package is used."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import CodeType
from typing import Any

import mpmath
import sympy

Point = Mapping[str, Any]
FUNCTIONS = {
    name: getattr(mpmath, name)
    for name in ("sqrt", "exp", "log", "sin", "cos", "asin", "pi", "mpf")
}


def compiled(text: str) -> CodeType:
    """Read an expression: numbers exact, powers of any order, principal values."""
    exact = re.sub(r"(?<![\w.])\d+", lambda found: f"mpf({found[0]})", text)
    return compile(exact.replace("^", "**"), text, "eval")


def letters(text: str) -> set[str]:
    return set(re.findall(r"[a-z](?:_\d+)?(?![a-z(\d_])", re.sub(r"[a-z]{2,}", "", text)))


class Program:
    """A lemma's record, ready to be evaluated."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        left = record["equation"].removesuffix(" = 0")
        self.definitions = [(name, compiled(text)) for name, text in record["definitions"]]
        self.roots = [compiled(text) for text in record["roots"]]
        self.conditions = [compiled(text) for text in record["conditions"]]
        self.letters = sorted(letters(left) - {"x"})
        polynomial = sympy.Poly(sympy.sympify(left), sympy.Symbol("x"))
        names = [sympy.Symbol(name) for name in self.letters]
        self._coefficients = sympy.lambdify(names, polynomial.all_coeffs(), "mpmath")

    def coefficients(self, point: Point) -> list[Any]:
        """Return the coefficients at a point, the highest power's first."""
        return [mpmath.mpc(each) for each in self._coefficients(**point)]

    def at(self, point: Point) -> tuple[list[Any], bool]:
        """Return the roots at a point, and whether all conditions hold there."""
        names = {**FUNCTIONS, **point}
        try:
            for name, code in self.definitions:
                names[name] = eval(code, names)
            asked = [eval(code, names) for code in self.conditions]
            roots = [eval(code, names) for code in self.roots]
        except ZeroDivisionError:
            # It may be what the conditions leave out: those in letters alone can still be asked.
            return [], all(_holds(code, {**FUNCTIONS, **point}) for code in self.conditions)
        return roots, all(abs(each) > TINY for each in asked)


TINY = 1e-18


def _holds(code: CodeType, names: dict[str, Any]) -> bool:
    try:
        return bool(abs(eval(code, names)) > TINY)
    except NameError:
        return False


def product(top: Any, roots: Sequence[Any]) -> list[Any]:
    """Return the coefficients of the polynomial with these roots, the highest power's first."""
    found = [top]
    for root in roots:
        found = [here - root * before
                 for here, before in zip([*found, 0], [0, *found], strict=True)]  # fmt: skip
    return found


def same(found: Sequence[Any], expected: Sequence[Any], within: float = 1e-12) -> bool:
    """Whether two lists hold the same numbers, in any order."""
    left = list(expected)
    for value in found:
        nearest = min(left, key=lambda each: abs(each - value), default=None)
        if nearest is None or abs(nearest - value) > within * (1 + abs(value)):
            return False
        left.remove(nearest)
    return not left
