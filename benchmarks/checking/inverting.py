"""Solve for a letter that stands at one place, by undoing what is around it.

What comes out are candidates: whoever asked puts them in. Several branches are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from benchmarks.checking.reading import PI, Node, node, number

ONE: Final = number(1)
IMAGINARY: Final = node("sqrt", number(-1))
MAX_ROOTS: Final = 6
"""The largest exponent of which all complex roots are tried."""


def occurrences(tree: Node, letter: str) -> int:
    """Count the places of a letter."""
    return sum(each.head == "letter" and each.name == letter for each in tree.walk())


def invert(tree: Node, letter: str, target: Node, wide: bool = False) -> Iterator[Node]:
    """Yield candidates for a letter at which a tree has a given value.

    Args:
        tree: an expression in which the letter stands once.
        letter: what to solve for.
        target: the value, without the letter.
        wide: whether branches other than the next ones are tried, too.
    """
    if tree.head == "letter":
        yield target
        return
    if len(tree.children) == 1:
        inner = tree.children[0]
        for value in _undone(tree.head, target, wide):
            yield from invert(inner, letter, value, wide)
        return
    left, right = tree.children
    in_left = letter in left.letters()
    inner = left if in_left else right
    for value in _moved(tree.head, left, right, in_left, target, wide):
        yield from invert(inner, letter, value, wide)


def _undone(head: str, target: Node, wide: bool) -> Iterator[Node]:
    """Yield what a function's argument may be where its value is given."""
    full = node("*", number(2), PI)
    if head == "neg":
        yield node("neg", target)
    elif head == "sqrt":
        yield node("^", target, number(2))
    elif head == "abs":
        yield target
        yield node("neg", target)
    elif head == "exp":
        yield node("log", target)
        if wide:
            turn = node("*", full, IMAGINARY)
            yield node("+", node("log", target), turn)
            yield node("-", node("log", target), turn)
    elif head == "log":
        yield node("exp", target)
    elif head in ("asin", "acos", "atan"):
        yield node(head[1:], target)
    elif head in ("sin", "cos"):
        first = node(f"a{head}", target)
        second = node("-", PI, first) if head == "sin" else node("neg", first)
        yield from (first, second)
        if wide:
            yield from (node(sign, each, full) for each in (first, second) for sign in "+-")
    elif head == "tan":
        yield node("atan", target)
        if wide:
            yield from (node(sign, node("atan", target), PI) for sign in "+-")


def _moved(
    head: str, left: Node, right: Node, in_left: bool, target: Node, wide: bool
) -> Iterator[Node]:
    """Yield what the side with the letter may be where an operation's value is given."""
    other = right if in_left else left
    if head == "+":
        yield node("-", target, other)
    elif head == "-":
        yield node("+", target, other) if in_left else node("-", other, target)
    elif head == "*":
        yield node("/", target, other)
    elif head == "/":
        yield node("*", target, other) if in_left else node("/", other, target)
    elif head == "^" and not in_left:
        yield node("/", node("log", target), node("log", left))
    elif head == "^":
        first = node("^", target, node("/", ONE, right))
        yield first
        degree = _whole(right)
        if degree % 2 == 0:
            yield node("neg", first)
        elif degree > 1:  # of a negative target, the real root
            yield node("neg", node("^", node("neg", target), node("/", ONE, right)))
        if wide and 2 < abs(degree) <= MAX_ROOTS:
            for turn in range(1, abs(degree)):
                angle = node("*", number(Fraction(2 * turn, abs(degree))), PI)
                yield node("*", first, node("exp", node("*", angle, IMAGINARY)))


def _whole(exponent: Node) -> int:
    """Return a whole exponent; 1 for any other."""
    if exponent.head == "neg":
        return -_whole(exponent.children[0])
    is_whole = exponent.head == "number" and exponent.value.denominator == 1
    return int(exponent.value) if is_whole else 1
