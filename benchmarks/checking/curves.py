"""Real functions of one letter, to look for their zeros: quick floats, or many digits of mpmath.

A function raises one of `FAILURES` where a part of it is not real or not defined.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]

from benchmarks.checking.reading import Node
from benchmarks.checking.realm import RealCalculator, evaluate_real, is_odd_root, middle
from benchmarks.checking.reals import Interval, Real, Unclear
from benchmarks.checking.values import Value

Curve = Callable[[Any], Any]
_NAMES: Final = ("sin", "cos", "tan", "atan", "exp")


def _within(function: Curve, allowed: Curve) -> Curve:
    """Let a function be undefined where a real one is."""

    def guarded(x: Any) -> Any:
        if not allowed(x):
            raise ValueError("not real")
        return function(x)

    return guarded


def _kit(source: Any, number: Callable[[Fraction], Any]) -> SimpleNamespace:
    return SimpleNamespace(
        number=number,
        sqrt=_within(source.sqrt, lambda x: x >= 0), log=_within(source.log, lambda x: x > 0),
        asin=_within(source.asin, lambda x: -1 <= x <= 1),
        acos=_within(source.acos, lambda x: -1 <= x <= 1),
        neg=lambda x: -x, abs=abs, Re=lambda x: x, Im=lambda x: 0 * x,
        **{name: getattr(source, name) for name in _NAMES},
    )  # fmt: skip


FLOATS: Final = _kit(math, float)
DIGITS: Final = _kit(mpmath, lambda value: mpmath.mpf(value.numerator) / value.denominator)


def curve(
    tree: Node, letter: str, values: Mapping[str, Value], kit: SimpleNamespace, digits: int = 40
) -> Curve:
    """Return a tree as a real function of a letter.

    Args:
        tree: an expression.
        letter: what it is a function of.
        values: those of the other letters.
        kit: the numbers to calculate with.
        digits: how many are needed of constants; `Unclear` is raised if there are fewer.
    """
    if letter not in tree.letters():
        constant = kit.number(_constant(tree, values, digits))
        return lambda x: constant
    if tree.head == "letter":
        return lambda x: x
    if tree.head == "^":
        return _power(tree, letter, values, kit, digits)
    first, *rest = (curve(child, letter, values, kit, digits) for child in tree.children)
    if rest:
        return _binary(tree.head, first, rest[0])
    function: Curve = getattr(kit, tree.head)
    return lambda x: function(first(x))


def _real(tree: Node, values: Mapping[str, Value], digits: int) -> Real:
    return evaluate_real(tree, values, RealCalculator(digits + 20))[0]


def _constant(tree: Node, values: Mapping[str, Value], digits: int) -> Fraction:
    for level in (digits, 3 * digits + 100):  # where terms cancel
        found = middle(_real(tree, values, level), digits)
        if found is not None:
            return found
    raise Unclear("a constant")


def _binary(head: str, left: Curve, right: Curve) -> Curve:
    if head == "+":
        return lambda x: left(x) + right(x)
    if head == "-":
        return lambda x: left(x) - right(x)
    if head == "*":
        return lambda x: left(x) * right(x)
    return lambda x: left(x) / right(x)


def _power(
    tree: Node, letter: str, values: Mapping[str, Value], kit: SimpleNamespace, digits: int
) -> Curve:
    base, exponent = tree.children
    inner = curve(base, letter, values, kit, digits)
    if letter not in exponent.letters():
        share = _real(exponent, values, digits)
        if not isinstance(share, Interval):
            return _fixed_power(inner, share, kit, bool(exponent.letters()))
    outer = curve(exponent, letter, values, kit, digits)

    def power(x: Any) -> Any:
        below = inner(x)
        if below <= 0:
            raise ValueError("not real")
        return below ** outer(x)

    return power


def _fixed_power(inner: Curve, share: Fraction, kit: SimpleNamespace, by_letter: bool) -> Curve:
    if share.denominator == 1:
        whole = int(share)
        return lambda x: inner(x) ** whole
    exponent = kit.number(share)
    if not is_odd_root(share) or by_letter:
        positive = _within(lambda base: base**exponent, lambda base: base >= 0)
        return lambda x: positive(inner(x))
    sign = -1 if share.numerator % 2 else 1

    def power(x: Any) -> Any:
        base = inner(x)
        return base**exponent if base >= 0 else sign * (-base) ** exponent

    return power
