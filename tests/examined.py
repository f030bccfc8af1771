"""A check of what is known of an equation of `exam`, by arithmetic that is not the makers'.

The equation as spelled is read by the benchmarks' reader. Known roots are put in with mpmath; with
NumPy the line is scanned for others: where the sides cross, or touch, there must be a known root.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np

from aljabr.tasks.written import Known
from benchmarks.checking.reading import Node, read_equation
from benchmarks.comparing import constant, evaluate, known_set, near_real
from benchmarks.examining import is_real_at, points, trial_values

REACH = 13.0
NEAR = 1e-6
Array = Any

_PLAIN = {"sin": np.sin, "cos": np.cos, "tan": np.tan, "exp": np.exp, "abs": np.abs,
          "sqrt": np.sqrt, "log": np.log, "asin": np.arcsin, "acos": np.arccos,
          "atan": np.arctan}  # fmt: skip


def values(tree: Node, point: dict[str, Array]) -> Array:
    """Return the real values of a tree; not a number where there is none."""
    if tree.head == "number":
        return float(tree.value)
    if tree.head == "letter":
        return point[tree.name]
    if tree.head == "pi":
        return np.pi
    parts = [np.asarray(values(child, point)) for child in tree.children]
    if tree.head == "neg":
        return -parts[0]
    if tree.head == "^":
        exact = constant(tree.children[1])
        if exact is not None and exact.denominator == 1:
            return parts[0] ** float(exact)
        if exact is not None and exact.denominator % 2:
            return np.sign(parts[0]) ** exact.numerator * np.abs(parts[0]) ** float(exact)
        return np.where(parts[0] > 0, np.abs(parts[0]), np.nan) ** parts[1]
    if len(parts) == 2:
        left, right = parts
        return {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide}[tree.head](
            left, right
        )
    return _PLAIN[tree.head](parts[0])


class Curve:
    """The difference of the sides, at values of the letters."""

    def __init__(self, text: str, point: dict[str, Any]) -> None:
        self.sides = read_equation(text)
        self.point = {name: float(value) for name, value in point.items()}

    def __call__(self, x: Array) -> Array:
        with np.errstate(all="ignore"):
            left, right = (np.asarray(values(side, {**self.point, "x": x})) for side in self.sides)
            found = (left - right) / (1 + np.abs(left) + np.abs(right))
        return np.where(np.isfinite(found), found, np.nan)


def zeros(curve: Curve) -> Iterator[tuple[float, float]]:
    """Yield where a curve crosses zero, or touches it, and how exact that is."""
    near, far = np.linspace(-REACH - 0.01371, REACH + 0.00917, 6007), np.geomspace(14, 3000, 400)
    x = np.concatenate([near, far, -far])
    x.sort()
    y = curve(x)
    for index in np.flatnonzero(y == 0):
        if _rises(curve, x[index]):
            yield x[index], NEAR
    for index in np.flatnonzero(y[:-1] * y[1:] < 0):
        found = _crossing(curve, x[index], x[index + 1], y[index])
        if found is not None:
            around = np.abs(curve(np.array([found - 1e-4, found + 1e-4])))
            if _rises(curve, found):
                yield found, NEAR if np.max(around) > 1e-7 else 5e-3
    size = np.abs(y)
    touching = (size[1:-1] < size[:-2]) & (size[1:-1] <= size[2:]) & (y[1:-1] * y[:-2] > 0)
    for index in np.flatnonzero(touching & (size[1:-1] < 0.002) & (np.abs(x[1:-1]) < REACH)):
        found = _touching(curve, x[index], x[index + 2])
        if found is not None:
            yield found, 5e-3  # where a curve is flat, no number is exact


def _rises(curve: Curve, x: float) -> bool:
    """Whether a curve leaves zero at a root, and does not merely come near: no asymptote."""
    return bool(np.nanmax(np.abs(curve(np.array([x - 0.3, x + 0.3, x - 0.01, x + 0.01])))) > 1e-9)


def _crossing(curve: Curve, low: float, high: float, at_low: float) -> float | None:
    start = abs(at_low)
    value = at_low
    for _ in range(60):
        middle = (low + high) / 2
        value = float(curve(middle))
        if np.isnan(value):
            return None
        low, high = (middle, high) if value * at_low > 0 else (low, middle)
    return low if abs(value) < min(start + 1e-12, 1e-7) else None


def _touching(curve: Curve, low: float, high: float) -> float | None:
    for _ in range(50):
        third = (high - low) / 3
        left, right = abs(float(curve(low + third))), abs(float(curve(high - third)))
        if np.isnan(left) or np.isnan(right):
            return None
        low, high = (low, high - third) if left < right else (low + third, high)
    return low if abs(float(curve(low))) < 1e-12 else None


def is_gap(text: str, point: dict[str, Any], x: float) -> bool:
    """Whether the equation is not defined at the number that this one is nearly."""
    sides = read_equation(text)
    for candidate in (
        mpmath.mpf(round(x * 5040)) / 5040,
        mpmath.pi * round(x / np.pi * 5040) / 5040,
    ):
        if abs(candidate - x) > NEAR:
            continue
        try:
            found = [near_real(evaluate(part, {**point, "x": candidate}))
                     for side in sides for part in side.walk()]  # fmt: skip
        except (ArithmeticError, ValueError):
            return True
        if any(abs(each) > 1e15 or mpmath.im(each) for each in found):
            return True
    return False


def mistakes(known: Known, seed: str = "0") -> list[str]:
    """Return what is wrong with what is known of an equation."""
    rng = random.Random(f"{seed}:{known.text}")
    with mpmath.workdps(30):
        if known.status == "all_values":
            real = [is_real_at(known.text, value) for value in trial_values(rng)]
            return ["does not always hold"] if None in real or True not in real else []
        return [each for point in list(points(known.text, rng))[:4] for each in _at(known, point)]


def _at(known: Known, point: dict[str, Any]) -> list[str]:
    truth = known_set(known, point)
    found = []
    for value in [*truth.numbers, *list(truth.members())[len(truth.numbers) :: 7][:16]]:
        at = {**point, "x": value}
        try:
            left, right = (near_real(evaluate(side, at)) for side in read_equation(known.text))
        except (ArithmeticError, ValueError):
            found.append(f"undefined at {mpmath.nstr(value)} with {point}")
            continue
        if abs(left - right) > mpmath.mpf(10) ** -13 * (1 + abs(left) + abs(right)):
            found.append(f"no root: {mpmath.nstr(value)} with {point}")
    curve = Curve(known.text, point)
    known_numbers = np.array([float(each) for each in truth.members()] or [np.inf])
    for x, near in zeros(curve):
        if truth.families and abs(x) > REACH:
            continue
        is_known = np.min(np.abs(known_numbers - x)) < near * (1 + abs(x))
        nearest = [float(first + step * mpmath.nint((x - first) / step))
                   for first, step in truth.families]  # fmt: skip
        in_family = any(abs(x - each) < near * (1 + abs(x)) for each in nearest)
        if not is_known and not in_family and not is_gap(known.text, point, x):
            found.append(f"also a root: {x} with {point}")
    return found
