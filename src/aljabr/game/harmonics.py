"""Products of sines and cosines as sums: an equation with one or two harmonics is solved at once.

Both sides together are a sum of a*cos(k*u) + b*sin(k*u). Where one such term is left beside a
number, or two alike, the equation says cos(k*u) = v, or cos(k*u) = cos(m*u).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.game.cases import Sides
from aljabr.game.circle import Angles, angles_of, collect
from aljabr.game.identities import Rewritten, changed

Waves = dict[int, tuple[Sym, Sym]]
"""What stands before cos(k*u) and sin(k*u), k being positive or zero."""

MAX_WAVES: Final = 24
MAX_MULTIPLE: Final = 16


def _add(found: Waves, k: int, cosine: Sym, sine: Sym) -> None:
    if k < 0:
        k, sine = -k, -sine
    a, b = found.get(k, (ar.ZERO, ar.ZERO))
    found[k] = a + cosine, (b + sine if k else ar.ZERO)


def _clean(found: Waves) -> Waves:
    expanded = {k: (ar.expand(a), ar.expand(b)) for k, (a, b) in sorted(found.items())}
    return {k: pair for k, pair in expanded.items() if pair != (0, 0)}


def _sum(parts: list[Waves]) -> Waves:
    found: Waves = {}
    for part in parts:
        for k, (a, b) in part.items():
            _add(found, k, a, b)
    return _clean(found)


def _product(one: Waves, other: Waves) -> Waves:
    """cos*cos, sin*sin and sin*cos as sums of two."""
    found: Waves = {}
    for k, (a, b) in one.items():
        for m, (c, d) in other.items():
            _add(found, k - m, (a * c + b * d) / 2, (b * c - a * d) / 2)
            _add(found, k + m, (a * c - b * d) / 2, (b * c + a * d) / 2)
    return _clean(found)


def _read(expr: Expr, angles: Angles) -> Waves | None:
    if not expr.holds_unknown:
        return _clean({0: (expr.sym, ar.ZERO)})
    if expr.head in (tk.SIN, tk.COS):
        k, beside = angles.multiples[expr.children[0].sym]
        s, c = ar.sine(beside), ar.cosine(beside)
        found: Waves = {}
        _add(found, k, *((c, -s) if expr.head == tk.COS else (s, c)))
        return _clean(found)
    if expr.head == tk.POW:
        base, exponent = _read(expr.children[0], angles), expr.children[1].sym
        parts = [base] * int(exponent) if 0 < exponent <= 6 else [None]
    elif expr.head in (tk.ADD, tk.MUL):
        parts = [_read(each, angles) for each in expr.children]
    else:
        return None
    known = [each for each in parts if each is not None]
    if len(known) < len(parts):
        return None
    if expr.head == tk.ADD:
        return _sum(known)
    total: Waves = {0: (ar.ONE, ar.ZERO)}
    for part in known:
        total = _product(total, part)
        if len(total) > MAX_WAVES:
            return None
    return total


@lru_cache(maxsize=1024)
def _waves(left: Sym, right: Sym) -> tuple[Sym, Waves] | None:
    table = ExprTable()
    sides = [table.intern(left), table.intern(right)]
    nodes: dict[Sym, Expr] = {}
    if any(side is None or not collect(side, nodes) for side in sides) or len(nodes) < 2:
        return None
    angles = angles_of(list(nodes.values()), MAX_MULTIPLE)
    if angles is None:
        return None
    read = [_read(side, angles) for side in sides if side is not None]
    if read[0] is None or read[1] is None:
        return None
    return angles.base, _sum([read[0], _product(read[1], {0: (ar.MINUS_ONE, ar.ZERO)})])


def as_waves(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Write products as sums, where one harmonic is left, or two alike."""
    if not any(token in lhs.tokens or token in rhs.tokens for token in (tk.SIN, tk.COS)):
        return None
    found = _waves(lhs.sym, rhs.sym)
    if found is None:
        return None
    angle, waves = found
    alone = waves.get(0, (ar.ZERO, ar.ZERO))[0]
    moving = [(k, pair) for k, pair in waves.items() if k]
    sides: Sides | None = None
    if not moving:
        sides = alone, ar.ZERO
    elif len(moving) == 1:
        sides = _one(angle, *moving[0], alone)
    elif len(moving) == 2 and alone == 0:
        sides = _two(angle, moving)
    if sides is None or not changed(lhs, rhs, *sides) or not changed(rhs, lhs, *sides):
        return None
    heights = [each for _, pair in moving[:1] for each in pair if not ar.is_rational(each)]
    return Rewritten((sides,), "write products and powers as sums", nonzero=tuple(heights))


def _one(angle: Sym, k: int, pair: tuple[Sym, Sym], alone: Sym) -> tuple[Sym, Sym] | None:
    """a*cos(k*u) + d = 0, or the same with a sine."""
    a, b = pair
    inside = ar.expand(k * angle)
    if ar.is_rational(a) and b == 0:
        return ar.cosine(inside), ar.expand(-alone / a)
    if ar.is_rational(b) and a == 0:
        return ar.sine(inside), ar.expand(-alone / b)
    return None


def _two(angle: Sym, moving: list[tuple[int, tuple[Sym, Sym]]]) -> tuple[Sym, Sym] | None:
    """Return two harmonics of the same height as an equation between them."""
    sides, heights = [], []
    for k, (a, b) in moving:
        if a != 0 and b != 0:
            return None
        inside = ar.expand(k * angle)
        sides.append(ar.cosine(inside) if b == 0 else ar.sine(inside))
        heights.append(a if b == 0 else b)
    ratio = ar.expand(heights[0] / heights[1])
    if ratio not in (ar.ONE, ar.MINUS_ONE):
        return None
    return sides[1], -ratio * sides[0]
