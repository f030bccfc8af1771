"""A side of an equation as a curve: where it runs, where it breaks, where it has holes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from aljabr.algebra.expr import Expr
from aljabr.algebra.reals import Array, values

NUM_SAMPLES: Final = 2001
_HALVINGS: Final = 30
_OFF_CENTRE: Final = 0.4871
"""Where an interval is cut, so as not to hit a pole in its middle."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an equation, as typed and as read."""

    text: str
    expr: Expr
    domain: tuple[Expr, ...]
    """What may not vanish in it."""
    real: tuple[tuple[str, Expr], ...] = ()
    """What must hold for every part of it to be real, as typed: `sqrt(x)^2` is read as x."""

    def at(self, xs: Array) -> Array:
        """Evaluate; not a number where a part of the side is not real."""
        found = values(self.expr, xs)
        for kind, part in self.real:
            if not part.holds_parameters:  # they cancel: sqrt(a)*x/sqrt(a)
                found = np.where(_HOLDS[kind](values(part, xs)), found, np.nan)
        return found


_HOLDS: Final[dict[str, Callable[[Array], Any]]] = {
    "root": lambda part: part >= 0,
    "positive": lambda part: part > 0,
    "unit": lambda part: np.abs(part) <= 1,
}


def samples(low: float, high: float, count: int = NUM_SAMPLES) -> Array:
    """Return points at equal distances."""
    return np.linspace(low, high, count)


def pieces(side: Side, low: float, high: float, tall: float) -> list[Array]:
    """Return the unbroken pieces of a curve, each an array [N, 2], for a picture so tall."""
    xs = samples(low, high)
    ys = side.at(xs)
    ends = _ends(side, xs, np.isfinite(ys))
    before, after = _breaks(side, xs, ys, tall)
    between = (before + after) / 2
    all_xs = np.concatenate([xs, ends, before, between, after])
    all_ys = np.concatenate([ys, *map(side.at, (ends, before)), between * np.nan, side.at(after)])
    order = np.argsort(all_xs, kind="stable")
    points = np.stack([all_xs[order], all_ys[order]], axis=1)
    cuts = np.flatnonzero(np.isnan(points[:, 1]))
    parts = [part[~np.isnan(part[:, 1])] for part in np.split(points, cuts)]
    return [part for part in parts if len(part) > 1]


def _ends(side: Side, xs: Array, is_real: np.typing.NDArray[np.bool_]) -> Array:
    """Return the last points at which a curve is real, where it begins or ends."""
    places = np.flatnonzero(is_real[:-1] != is_real[1:])
    left, right = xs[places], xs[places + 1]
    inside, outside = (np.where(is_real[places + i], left, right) for i in (0, 1))
    for _ in range(2 * _HALVINGS):
        middle = (inside + outside) / 2
        found = np.isfinite(side.at(middle))
        inside, outside = np.where(found, middle, inside), np.where(found, outside, middle)
    return inside


def _breaks(side: Side, xs: Array, ys: Array, tall: float) -> tuple[Array, Array]:
    """Return the points before and after each jump or pole.

    A steep piece is halved again and again, towards where it is steepest: what is continuous
    flattens out, a jump stays and a pole grows.
    """
    rise = np.abs(np.diff(ys))
    places = np.flatnonzero(rise > tall / 200)
    left, right = xs[places], xs[places + 1]
    low, high = ys[places], ys[places + 1]
    undefined = np.zeros(len(places), dtype=bool)
    for _ in range(_HALVINGS):
        middle = left + _OFF_CENTRE * (right - left)
        value = side.at(middle)
        undefined |= np.isnan(value)
        in_left = np.abs(value - low) > np.abs(high - value)
        goes_left, goes_right = in_left & ~undefined, ~in_left & ~undefined
        left, low = np.where(goes_right, middle, left), np.where(goes_right, value, low)
        right, high = np.where(goes_left, middle, right), np.where(goes_left, value, high)
    broken = undefined | (np.abs(high - low) > rise[places] / 2)
    return left[broken], right[broken]


def crossings(function_fn: Callable[[Array], Array], xs: Array) -> Array:
    """Return where a function passes through zero between points; poles do not count."""
    ys = function_fn(xs)
    places = np.flatnonzero((ys[:-1] * ys[1:] < 0) | (ys[1:] == 0))
    left, right = xs[places], xs[places + 1]
    is_negative = ys[places] < 0
    for _ in range(2 * _HALVINGS):
        middle = (left + right) / 2
        is_left = (function_fn(middle) < 0) == is_negative
        left, right = np.where(is_left, middle, left), np.where(is_left, right, middle)
    size = np.fmax(np.abs(ys[places]), np.abs(ys[places + 1]))
    return right[np.abs(function_fn(right)) <= 1e-3 * size]


def holes(side: Side, low: float, high: float, tall: float) -> list[tuple[float, float]]:
    """Return the points that a curve runs through though it is undefined there, as x/x at 0."""
    found = []
    near = (high - low) * 1e-6
    for divisor in side.domain:
        if divisor.holds_parameters:
            continue
        for x in crossings(partial(values, divisor), samples(low, high)):
            before, after = side.at(np.array([x - near, x + near]))
            if abs(after - before) < 1e-3 * tall:
                found.append((float(x), float(before + after) / 2))
    return sorted(set(found))
