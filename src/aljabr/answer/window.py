"""What part of the plane a picture of an equation shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from aljabr.algebra.reals import Array
from aljabr.answer.curves import NUM_SAMPLES, Side, crossings, samples
from aljabr.errors import UserError

_SCALES: Final = (
    *(digit * 10.0**power for power in range(7) for digit in (5, 10, 20)),
    *(5 * 10.0**-power for power in range(1, 9)),
)
"""Half the widths that are tried where no root says what matters."""
_MARGIN: Final = 0.35
_FINEST: Final = 1e-9
"""The smallest width, as a part of the numbers in it."""
_REACH: Final = 3.0
"""How far from the roots a picture reaches, in medians of the curves' distances from them."""

_RARE: Final = 0.01
"""The share of points near a pole, for whose sake a picture does not grow."""


def width(sides: Sequence[Side], roots: Sequence[float]) -> tuple[float, float]:
    """Choose the values of the unknown to show: all the roots, or where something happens."""
    marks = np.array(roots)
    if len(marks) == 0 or not marks.any():
        scale = _scale(sides)
        low, high = -scale, scale
        if len(marks) == 0:
            marks = _crossings(sides, low, high)
    if marks.any():
        low, high = _around(marks)
    return _narrowed(sides, low, high, marks)


def _crossings(sides: Sequence[Side], low: float, high: float) -> Array:
    """Return where the curves are seen to cross; nowhere, if they are the same."""
    left, right = sides
    found = crossings(lambda xs: left.at(xs) - right.at(xs), samples(low, high))
    return found if len(found) < NUM_SAMPLES / 10 else found[:0]


def _around(marks: Array) -> tuple[float, float]:
    """Return an interval around some points, with zero in it if that is not far."""
    low, high = float(marks.min()), float(marks.max())
    share = _MARGIN if low < high else 2 * _MARGIN
    if low == high or min(abs(low), abs(high)) <= 2 * (high - low):
        low, high = min(low, 0.0), max(high, 0.0)
    margin = max(share * (high - low), _FINEST * max(abs(low), abs(high)))
    return low - margin, high + margin


def _scale(sides: Sequence[Side]) -> float:
    """Return half a width at which a side is seen to change, beside the distance of the two."""
    seen = []
    for scale in _SCALES:
        ys = np.stack([side.at(samples(-scale, scale)) for side in sides])
        if np.isfinite(ys).any():
            seen.append(scale)
        both = ys[:, np.isfinite(ys).all(axis=0)]
        if both.shape[1] < 0.1 * ys.shape[1]:
            continue
        low, high = np.quantile(both, (0.05, 0.95), axis=1)
        if (high - low).max() > 0.2 * (high.max() - low.min()):
            return scale
    if not seen:
        raise UserError(
            "there is nothing to plot: neither side is real where it was tried, "
            f"up to {max(_SCALES):,.0f}"
        )
    return seen[0]


def _narrowed(sides: Sequence[Side], low: float, high: float, marks: Array) -> tuple[float, float]:
    """Leave out what is undefined, if that is more than half."""
    xs = samples(low, high)
    is_real = np.isfinite([side.at(xs) for side in sides]).all(axis=0)
    if not 0 < is_real.mean() < 0.5:
        return low, high
    kept = np.concatenate([xs[is_real], marks])
    margin = max(0.15 * float(np.ptp(kept)), xs[1] - xs[0])
    return float(kept.min()) - margin, float(kept.max()) + margin


def height(
    sides: Sequence[Side], low: float, high: float, roots: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """Choose the values of the sides to show: around the roots, and not all the way to a pole."""
    inner = _inner(low, high, [x for x, _ in roots])
    curves = [ys[np.isfinite(ys)] for ys in (side.at(inner) for side in sides)]
    curves = [ys for ys in curves if len(ys)]
    centres = np.array([y for _, y in roots] or [float(np.median(ys)) for ys in curves] or [0.0])
    whole = np.concatenate([centres, *(side.at(samples(low, high)) for side in sides)])
    whole = whole[np.isfinite(whole)]
    bottom, top = float(centres.min()), float(centres.max())
    distances = [np.abs(ys[:, None] - centres).min(axis=1) for ys in curves]
    reach = max([_REACH * float(np.median(each)) for each in distances], default=0.0)
    reach = max(reach, 0.3 * (top - bottom))
    bottom, top = max(bottom - reach, whole.min()), min(top + reach, whole.max())
    bottom, top = _with_zero(bottom, top)
    lowest, highest = np.quantile(whole, (_RARE, 1 - _RARE))
    if highest - lowest < 2 * (top - bottom):
        bottom, top = _with_zero(min(bottom, lowest), max(top, highest))
    return _with_margin(float(bottom), float(top))


def _inner(low: float, high: float, roots: Sequence[float]) -> Array:
    """Return the points that matter for the height: a little more than from root to root."""
    if len(roots) > 1:
        margin = 0.5 * _MARGIN / (1 + 2 * _MARGIN) * (high - low)
        return samples(max(low, min(roots) - margin), min(high, max(roots) + margin))
    return samples(low, high)


def _with_zero(bottom: float, top: float) -> tuple[float, float]:
    """Reach to zero if that is near."""
    near = 0.6 * (top - bottom)
    return (0.0 if 0 < bottom < near else bottom), (0.0 if -near < top < 0 else top)


def _with_margin(bottom: float, top: float) -> tuple[float, float]:
    size = max(abs(bottom), abs(top))
    margin = 0.07 * (top - bottom)
    if top - bottom <= _FINEST * size:
        margin = size / 2
    return bottom - (margin or 1.0), top + (margin or 1.0)
