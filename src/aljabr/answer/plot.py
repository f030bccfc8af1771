"""Both sides of an equation as curves, and its real roots as dots: what `Solution.plot` draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from aljabr.algebra.expr import Expr
from aljabr.algebra.lexer import tokenize
from aljabr.algebra.parse import ParseError, parse
from aljabr.algebra.printing import expr_text, symbol_text
from aljabr.algebra.reals import Array, number
from aljabr.answer import window
from aljabr.answer.curves import Side, holes, pieces
from aljabr.answer.picture import Curve, Dot, Frame, Picture, write
from aljabr.answer.ticks import number_text, signed
from aljabr.errors import UserError

_LONGEST_VALUE: Final = 12
"""Characters of a root that is shown as it is; of others the number is."""
_ROUNDING: Final = 1e-12
_MEMBERS: Final = 300
"""How many roots of a family are looked at."""


def draw(typed: str, unknown: str, roots: Sequence[str]) -> Picture:
    """Draw an equation without parameters.

    Args:
        typed: the equation, as a person wrote it.
        unknown: its unknown.
        roots: the values of its roots; a letter in one stands for every whole number.
    """
    sides = _sides(typed, unknown)
    found = [root for value in roots for root in _read(value, unknown)]
    meetings = _meetings(sides, np.array([root.x for root in found]))
    places = [place for place in zip(found, meetings, strict=True) if np.isfinite(place[1])]
    low, high = window.width(sides, _framing([root for root, _ in places]))
    needed = [(root.x, y) for root, y in places if root.is_first and low <= root.x <= high]
    bottom, top = window.height(sides, low, high, needed)
    tall = top - bottom
    dots = [
        Dot(root.x, y, f"{unknown} = {root.text}")
        for root, y in _apart(places, (high - low) / 300)
        if low <= root.x <= high and bottom <= y <= top
        if not root.is_member or _gap(sides, root.x) < 0.02 * tall
    ]
    curves = [
        Curve(side.text, pieces(side, low, high, tall), holes(side, low, high, tall))
        for side in sides
    ]
    return write(typed, unknown, Frame(low, high, bottom, top), curves, dots)


# -- sides -----------------------------------------------------------------------------------------


def _sides(typed: str, unknown: str) -> tuple[Side, Side]:
    """Read each side for itself, so that each has its own divisors."""
    equation = parse(typed, unknown)
    letters = {
        symbol_text(leaf, equation.unknown): None
        for side in (equation.lhs, equation.rhs)
        for leaf in side.walk()
        if leaf.is_parameter
    }
    if letters:
        names = ", ".join(sorted(letters))
        raise UserError(f"an equation with parameters cannot be plotted: it holds {names}")
    tokens = tokenize(typed)
    sign = next((token for token in tokens if token.kind == "="), None)
    texts = [typed, "0"] if sign is None else [typed[: sign.column - 1], typed[sign.end :]]
    letter = next(
        typed[token.column - 1 : token.end]
        for token in tokens
        if token.kind == "symbol" and token.text == equation.unknown
    )
    left, right = (_side(text, letter, equation.unknown) for text in texts)
    return left, right


def _side(text: str, letter: str, unknown: str) -> Side:
    equation = parse(f"{letter} = {text}", unknown)
    text = text.strip(" $")
    shown = expr_text(equation.rhs, unknown) if "\\" in text else text
    return Side(shown, equation.rhs, equation.domain, equation.real)


def _meetings(sides: tuple[Side, Side], xs: Array) -> list[float]:
    """Return where the curves meet at roots, nan where a side is not real.

    Of a side that is flat this is known best.
    """
    flat = 1 if sides[0].expr.holds_unknown else 0
    found = np.full(len(xs), np.nan)
    for shift in (0.0, _ROUNDING, -_ROUNDING):  # a root may lie on the edge of what is real
        ys = np.stack([side.at(xs * (1 + shift)) for side in sides])
        is_new = np.isnan(found) & np.isfinite(ys).all(axis=0)
        found = np.where(is_new, ys[flat], found)
    return [float(y) for y in found]


def _gap(sides: tuple[Side, Side], x: float) -> float:
    left, right = (float(side.at(np.array([x]))[0]) for side in sides)
    return abs(left - right)


# -- roots -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Mark:
    """A real root, perhaps one of a family."""

    x: float
    text: str
    is_member: bool = False
    is_first: bool = True
    """Whether the picture must hold it; of a family only the first do."""


def _read(value: str, unknown: str) -> Iterator[_Mark]:
    """Yield the real numbers that a root stands for."""
    try:
        expr = parse(f"{unknown} = {value}", unknown).rhs
    except ParseError:  # longer than what is read
        return
    letters = sorted({leaf.sym.name for leaf in expr.walk() if leaf.is_parameter})
    if letters:
        yield from _family(expr, letters)
        return
    x = number(expr, {})
    if np.isfinite(x):
        is_short = len(value.lstrip("-")) <= _LONGEST_VALUE
        yield _Mark(x, signed(value) if is_short else number_text(x))


def _family(expr: Expr, letters: Sequence[str]) -> Iterator[_Mark]:
    reach = int(_MEMBERS ** (1 / len(letters))) // 2
    for indices in product(range(-reach, reach + 1), repeat=len(letters)):
        x = number(expr, dict(zip(letters, indices, strict=True)))
        if np.isfinite(x):
            yield _Mark(x, number_text(x), True, max(map(abs, indices)) <= 1)


def _framing(found: Sequence[_Mark]) -> list[float]:
    """Return the roots that make the window: of families the first, and others near them."""
    members = [root.x for root in found if root.is_member and root.is_first]
    if not members:
        return [root.x for root in found if root.is_first]
    middle, reach = (max(members) + min(members)) / 2, 2 * (max(members) - min(members))
    return [root.x for root in found if root.is_first and abs(root.x - middle) <= reach]


def _apart(places: Sequence[tuple[_Mark, float]], distance: float) -> list[tuple[_Mark, float]]:
    """Return the roots in order; of a family those alone that stand apart from the others."""
    kept: list[tuple[_Mark, float]] = []
    for root, y in sorted(places, key=lambda place: (place[0].is_member, not place[0].is_first)):
        least = distance if root.is_member else 0.0
        if all(abs(root.x - other.x) > least for other, _ in kept):
            kept.append((root, y))
    return sorted(kept, key=lambda place: place[0].x)
