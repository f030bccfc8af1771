"""Which bar belongs to which: |2|x| - 3| is the size of 2|x| - 3, not |2|, x and |-3|.

A bar does not say whether it opens or closes. Between operands it may do either, and closes if that
reads well. It does not where a bare number would stand between bars, or a bar would be left over:
then the reading that nests is the one that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from aljabr.algebra.typed import Token

MAX_BARS: Final = 12
"""On a side, or within a bracket; of more, each closes the last."""
_ENDS: Final = ("number", "symbol", "constant", ")", "|)", "superscript", "degree")
"""Tokens after which an operand ends."""
_JOINS: Final = ("*", "/", "^", ")", "|)", "=", "end", "superscript", "degree")
"""Tokens with which no operand begins."""

Way = tuple[bool, ...]
"""Of each bar, whether it opens."""


def paired(tokens: list[Token]) -> list[Token]:
    """Return the tokens, with bars that open and close where it is not the usual way."""
    found = list(tokens)
    for places in _levels(tokens):
        if not 4 <= len(places) <= MAX_BARS:
            continue
        ways = list(_ways(tokens, places))
        counts = [_bare_numbers(tokens, places, way) for way in ways]
        if not ways:
            continue
        best = ways[counts.index(min(counts))]  # the first of them
        for place, opens in zip(places, best, strict=True):
            kind = "|(" if opens else "|)"
            found[place] = replace(tokens[place], kind=kind, text=kind)
    return found


def _levels(tokens: list[Token]) -> list[list[int]]:
    """Return the places of the bars of each side and of each bracket."""
    levels: list[list[int]] = [[]]
    stack = [levels[0]]
    for place, token in enumerate(tokens):
        if token.kind == "|":
            stack[-1].append(place)
        elif token.kind in ("(", "|("):
            stack.append([])
            levels.append(stack[-1])
        elif token.kind in (")", "|)") and len(stack) > 1:
            stack.pop()
        elif token.kind == "=":
            stack = [[]]
            levels.append(stack[0])
    return levels


def _ways(tokens: list[Token], places: Sequence[int]) -> Iterator[Way]:
    """Yield the ways to pair bars, those first in which a bar closes as soon as it can."""

    def grow(way: Way, depth: int) -> Iterator[Way]:
        left = len(places) - len(way)
        if depth > left:
            return
        if not left:
            yield way
            return
        place = places[len(way)]
        before, after = tokens[place - 1] if place else None, tokens[place + 1]
        ends = before is not None and (
            not way[-1] if way and places[len(way) - 1] == place - 1 else before.kind in _ENDS
        )
        if depth and ends:
            yield from grow((*way, False), depth - 1)
        if after.kind not in _JOINS:
            yield from grow((*way, True), depth + 1)

    return grow((), 0)


def _bare_numbers(tokens: list[Token], places: Sequence[int], way: Way) -> int:
    """Count the pairs of bars with nothing but a number between them."""
    count = 0
    for (first, opens), (last, goes_on) in pairwise(zip(places, way, strict=True)):
        inside = [each.kind for each in tokens[first + 1 : last] if each.kind not in ("+", "-")]
        count += opens and not goes_on and inside == ["number"]
    return count
