"""Undo kernels numerically: every real x at which exp(2*x), sin(x + 1) or x + 4/x has a value.

Nothing of the package is used: kernels are trees of `benchmarks.checking.reading`, numbers are
mpmath's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

import mpmath  # type: ignore[import-untyped]

from benchmarks.checking.reading import Node, Unread
from benchmarks.comparing import constant, evaluate

UNKNOWN: Final = "x"
NEAR: Final = mpmath.mpf(10) ** -30
"""What differs by less is the same: values have 60 digits."""


class Places(NamedTuple):
    """A number, or one for each whole multiple of a step."""

    first: Any
    step: Any = 0


def undo(tree: Node, value: Any, point: Mapping[str, Any]) -> list[Places]:
    """Return all real places of the unknown at which a tree has a real value."""
    return _undo(tree, Places(value), point)


def _undo(tree: Node, target: Places, point: Mapping[str, Any]) -> list[Places]:
    if tree.head == "letter" and tree.name == UNKNOWN:
        return [target]
    holds = [UNKNOWN in child.letters() for child in tree.children]
    if sum(holds) == 2:
        return _undo_reciprocal_sum(tree, target, point)
    if sum(holds) != 1:
        raise Unread(f"a kernel without one {UNKNOWN}")
    inner = tree.children[holds.index(True)]
    if len(holds) == 1:
        before = _FUNCTIONS[tree.head](target.first) if not target.step else None
        if tree.head == "neg":
            before = [Places(-target.first, -target.step)]
        if before is None:
            raise Unread(f"{tree.head} of a family")
    else:
        other = evaluate(tree.children[holds.index(False)], point)
        if tree.head == "^":
            before = _undo_power(tree, target.first, other, holds[0])
        else:
            before = _undo_line(tree.head, target, other, holds[0])
    return [place for each in before for place in _undo(inner, each, point)]


def _undo_line(head: str, target: Places, other: Any, is_left: bool) -> list[Places]:
    first, step = target
    if head == "+":
        return [Places(first - other, step)]
    if head == "-":
        return [Places(first + other, step) if is_left else Places(other - first, -step)]
    if head == "*":
        return [Places(first / other, step / other)] if other else []
    if is_left:
        return [Places(first * other, step * other)]
    return [Places(other / first)] if first and not step else []


def _undo_power(tree: Node, value: Any, other: Any, is_base: bool) -> list[Places]:
    if not is_base:  # b^u
        return [Places(mpmath.log(value) / mpmath.log(other))] if value > NEAR else []
    exponent = constant(tree.children[1])
    if exponent is None or exponent <= 0:
        raise Unread("a power of a kernel")
    return [Places(each) for each in _bases(value, exponent)]


def _bases(value: Any, exponent: Fraction) -> list[Any]:
    """Return every real base of a power; odd roots of negative numbers are real."""
    if abs(value) < NEAR:
        return [mpmath.mpf(0)]
    size = abs(value) ** (mpmath.mpf(exponent.denominator) / exponent.numerator)
    if exponent.denominator % 2 == 0:
        return [size] if value > 0 else []
    if exponent.numerator % 2:
        return [size if value > 0 else -size]
    return [size, -size] if value > 0 else []


def _undo_reciprocal_sum(tree: Node, target: Places, point: Mapping[str, Any]) -> list[Places]:
    """Return the roots of x + c/x = v."""
    first, second = tree.children
    is_one = first.head == "letter" and second.head == "/" and second.children[1].head == "letter"
    if not is_one or tree.head not in ("+", "-"):
        raise Unread("a kernel with two places")
    top = evaluate(second.children[0], point) * (1 if tree.head == "+" else -1)
    square = target.first**2 - 4 * top
    if abs(square) < NEAR:
        return [Places(target.first / 2)]
    if square < 0:
        return []
    return [Places((target.first + sign * mpmath.sqrt(square)) / 2) for sign in (1, -1)]


def _inverse_log(value: Any) -> list[Places]:
    return [Places(mpmath.log(value))] if value > NEAR else []


def _square(value: Any) -> list[Places]:
    if abs(value) < NEAR:
        return [Places(mpmath.mpf(0))]
    return [Places(value**2)] if value > 0 else []


def _both(value: Any) -> list[Places]:
    if abs(value) < NEAR:
        return [Places(mpmath.mpf(0))]
    return [Places(value), Places(-value)] if value > 0 else []


def _wave(name: str) -> Callable[[Any], list[Places]]:
    def angles(value: Any) -> list[Places]:
        turn = 2 * mpmath.pi
        if abs(abs(value) - 1) < NEAR:
            value = mpmath.sign(value)
        if abs(value) > 1:
            return []
        angle = getattr(mpmath, f"a{name}")(value)
        other = mpmath.pi - angle if name == "sin" else -angle
        return [Places(angle, turn), *([Places(other, turn)] if abs(value) != 1 else [])]

    return angles


_FUNCTIONS: Final[dict[str, Callable[[Any], list[Places]]]] = {
    "exp": _inverse_log,
    "log": lambda value: [Places(mpmath.exp(value))],
    "sqrt": _square,
    "abs": _both,
    "sin": _wave("sin"),
    "cos": _wave("cos"),
    "tan": lambda value: [Places(mpmath.atan(value), +mpmath.pi)],
    "neg": lambda value: [Places(-value)],
}
"""The real values of a function's argument, by the function's value."""
