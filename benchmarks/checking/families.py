"""Families of roots: values with letters that stand for any integer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise, permutations, product
from typing import Final

import mpmath  # type: ignore[import-untyped]

from benchmarks.checking.inverting import invert, occurrences
from benchmarks.checking.points import Point
from benchmarks.checking.reading import Node, number, show, substituted
from benchmarks.checking.realm import RealCalculator, middle
from benchmarks.checking.reals import Unclear, Undefined
from benchmarks.checking.values import evaluate

_NEAREST: Final = 3
_AROUND: Final = 4
"""Integers tried on either side, where a letter stands at several places."""
_DENSE: Final = 100
"""Up to this integer, all of them are looked at there."""
_OTHERS: Final = 12
"""Of two letters, the largest integer that is tried for one of them."""
_LARGE: Final = 40
"""How many larger ones are tried, of those that were guessed for the other letter."""
_LONG: Final = 10**15
"""Integers above need more digits to be told from their neighbours."""
_FAR: Final = {1: 10**9, 2: 30}
"""How large a root may be that is looked for in a family with so many places of letters."""


def members(family: tuple[str, ...]) -> Iterator[Point]:
    """Yield integers for the letters of a family, small ones first; {} if it has no letters."""
    size = 6 if len(family) < 2 else 2
    found = product(range(-size, size + 1), repeat=len(family))
    for chosen in sorted(found, key=lambda each: sum(map(abs, each))):
        yield dict(zip(family, map(number, chosen), strict=True))


def further_members(family: tuple[str, ...]) -> Iterator[Point]:
    """Yield larger integers for the letter of a family, if it has but one."""
    for size in (*range(7, 40), 60, 100, 1000, 10**6) if len(family) == 1 else ():
        yield from ({family[0]: number(sign * size)} for sign in (-1, 1))


def placed_in(tree: Node, integers: Point) -> Node:
    """Put integers, or other constants, into a tree."""
    for name, value in integers.items():
        tree = substituted(tree, name, value)
    return tree


def at_edges(differences: list[Node], family: tuple[str, ...]) -> dict[str, set[int]]:
    """Return integers near which conditions on one letter of a family begin or cease to hold."""
    found: dict[str, set[int]] = {name: set() for name in family}
    for tree in differences:
        named = tree.letters() & set(family)
        if len(family) > 1 and len(named) == 1:
            (name,) = named
            found[name] |= _guesses(tree, name, Fraction(0))
    return found


def members_near(
    tree: Node,
    family: tuple[str, ...],
    target: Fraction,
    edges: dict[str, set[int]] | None = None,
) -> Iterator[Point]:
    """Yield integers for which a value without other letters may be about a number."""
    if len(family) < 2:
        for name in family:
            yield from ({name: number(each)} for each in sorted(_guesses(tree, name, target)))
        return
    small = set(range(-_OTHERS, _OTHERS + 1))
    guessed: dict[str, set[int]] = {name: set() for name in family}
    for name, *others in permutations(family):
        tried = [sorted(small | (edges or {}).get(other, set())) for other in others]
        for chosen in product(*tried):
            rest = dict(zip(others, map(number, chosen), strict=True))
            wholes = _guesses(placed_in(tree, rest), name, target)
            guessed[name] |= wholes
            yield from ({**rest, name: number(whole)} for whole in sorted(wholes))
    for name, other in permutations(family) if len(family) == 2 else ():  # both may be large
        for large in sorted(guessed[other].difference(small), key=abs)[:_LARGE]:
            rest = {other: number(large)}
            wholes = _guesses(placed_in(tree, rest), name, target)
            yield from ({**rest, name: number(whole)} for whole in sorted(wholes))


def is_too_far(tree: Node, family: tuple[str, ...], target: Fraction) -> bool:
    """Whether a number is so large that a member of a family next to it may be missed."""
    if not family or (len(family) == 1 and occurrences(tree, family[0]) == 1):
        return False
    if abs(target) > _FAR[min(len(family), 2)]:
        return True
    table = _table(_Text(show(tree), tree), family[0]) if len(family) == 1 else []
    ends = [value for _, value in (table[:1] + table[-1:])]
    rest = [value for _, value in table[1:-1]]
    return bool(rest) and (  # it comes nearer and nearer, beyond the integers that are tried
        target > max(ends) >= max(rest) or target < min(ends) <= min(rest)
    )


def _guesses(tree: Node, name: str, target: Fraction) -> set[int]:
    """Return integers around those for which a tree is about a number."""
    found = set(range(-_NEAREST, _NEAREST + 1))
    if occurrences(tree, name) > 1:
        return found | _halved(tree, name, target)
    for inverse in islice(invert(tree, name, number(target), wide=True), 40):
        value = value_of(inverse)
        if value is not None and abs(value) > _LONG:
            value = value_of(inverse, len(str(int(abs(value)))) + 60)
        if value is not None:
            found |= set(range(round(value) - 1, round(value) + 2))
    return found


def _halved(tree: Node, name: str, target: Fraction) -> set[int]:
    """Halve intervals of integers between which a tree passes a number."""

    def at(whole: int) -> Fraction | None:
        return value_of(substituted(tree, name, number(whole)))

    table = _table(_Text(show(tree), tree), name)
    found = {whole for whole, _ in sorted(table, key=lambda each: abs(each[1] - target))[:_AROUND]}
    for (low, first), (high, last) in pairwise(table):
        if (first > target and last > target) or (first < target and last < target):
            continue
        near, end = low, high
        while end - near > 1:
            between = (near + end) // 2
            value = at(between)
            if value is None:  # and nobody knows on which side it passes
                break
            near, end = (between, end) if (value > target) == (first > target) else (near, between)
        for whole in (near, end):
            found |= set(range(whole - _AROUND, whole + _AROUND + 1))
    return found


@dataclass(frozen=True)
class _Text:
    """A tree that is known by its text."""

    text: str
    tree: Node = field(compare=False)


@lru_cache(maxsize=64)
def _table(text: _Text, name: str) -> list[tuple[int, Fraction]]:
    """Return the real values of a tree at integers of all sizes."""
    wholes = set(range(-_DENSE, _DENSE + 1))
    exponents = [2 + step / 16 for step in range(160)] + [*map(float, range(12, 150))]
    wholes |= {sign * int(mpmath.mpf(10) ** each) for each in exponents for sign in (-1, 1)}
    values = ((whole, value_of(substituted(text.tree, name, number(whole)))) for whole in wholes)
    return sorted((whole, value) for whole, value in values if value is not None)


def value_of(tree: Node, digits: int = 60) -> Fraction | None:
    """Return a constant that is real, about; None if it is not, or not defined."""
    calculator = RealCalculator(digits)
    try:
        real, imaginary = evaluate(tree, {}, calculator)
        return middle(real, digits - 40) if calculator.sign(imaginary) == 0 else None
    except (Undefined, Unclear):
        return None
