"""Trees as plain functions of numbers: quick floats to look around, mpmath to come closer."""

from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]

from benchmarks.checking.reading import Node

Function = Callable[[Any], Any]
FLOATS: Final = SimpleNamespace(
    number=lambda value: complex(float(value)), pi=cmath.pi, sqrt=cmath.sqrt, exp=cmath.exp,
    log=cmath.log, sin=cmath.sin, cos=cmath.cos, tan=cmath.tan, asin=cmath.asin, acos=cmath.acos,
    atan=cmath.atan,
)  # fmt: skip
DIGITS: Final = SimpleNamespace(
    number=lambda value: mpmath.mpf(value.numerator) / value.denominator, pi=mpmath.mp.pi,
    **{name: getattr(mpmath, name) for name in
       ("sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan")},
)  # fmt: skip
FAILURES: Final = (ArithmeticError, ValueError, TypeError)
"""What the functions of a kit raise where they are undefined or too large."""


def compiled(tree: Node, kit: Any, letter: str, values: Mapping[str, Any]) -> Function:
    """Return a tree as a function of one letter, the values of the others given."""
    if tree.head == "number":
        constant = kit.number(tree.value)
        return lambda x: constant
    if tree.head == "letter":
        if tree.name == letter:
            return lambda x: x
        given = values[tree.name]
        return lambda x: given
    if tree.head == "pi":
        return lambda x: kit.pi
    first, *rest = (compiled(child, kit, letter, values) for child in tree.children)
    if rest:
        return _binary(tree.head, first, rest[0])
    if tree.head == "neg":
        return lambda x: -first(x)
    if tree.head == "abs":
        return lambda x: abs(first(x))
    if tree.head in ("Re", "Im"):
        part = "real" if tree.head == "Re" else "imag"
        return lambda x: getattr(first(x), part)
    function = getattr(kit, tree.head)
    return lambda x: function(_upper(first(x)))


def _upper(value: Any) -> Any:
    """Choose the upper side of a cut, as principal values do: a float's zero may be negative."""
    return complex(value.real, 0.0) if isinstance(value, complex) and value.imag == 0 else value


def _binary(head: str, left: Function, right: Function) -> Function:
    if head == "+":
        return lambda x: left(x) + right(x)
    if head == "-":
        return lambda x: left(x) - right(x)
    if head == "*":
        return lambda x: left(x) * right(x)
    if head == "/":
        return lambda x: left(x) / right(x)
    return lambda x: _upper(left(x)) ** right(x)
