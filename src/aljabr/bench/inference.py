"""What a handful of runs can say: intervals, exact tests, times that were cut off.

Plain functions of numbers. `benchmarks/recount.py` computes the same by other means.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Z: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a rate."""
    if trials == 0:
        return 0.0, 1.0
    rate, square = successes / trials, Z * Z
    middle = (rate + square / (2 * trials)) / (1 + square / trials)
    half = Z * math.sqrt(rate * (1 - rate) / trials + square / (4 * trials**2))
    half /= 1 + square / trials
    return max(middle - half, 0.0), min(middle + half, 1.0)


class Pair(NamedTuple):
    """Successes and trials of two arms on one equation."""

    successes: int
    trials: int
    other_successes: int
    other_trials: int


def exact_p(pairs: Sequence[Pair]) -> float:
    """Return the two-sided p of Fisher's exact test, over several equations at once.

    Given all margins, the first arm's successes on an equation are hypergeometric; their sum over
    the equations has the convolution of these. What is no likelier than what was seen counts.
    """
    total = np.ones(1)
    seen = lowest = 0
    for each in pairs:
        solved = each.successes + each.other_successes
        low = max(0, solved - each.other_trials)
        high = min(solved, each.trials)
        ways = [
            math.comb(each.trials, k) * math.comb(each.other_trials, solved - k)
            for k in range(low, high + 1)
        ]
        total = np.convolve(total, np.array([way / sum(ways) for way in ways]))
        seen, lowest = seen + each.successes, lowest + low
    return float(min(total[total <= total[seen - lowest] * (1 + 1e-7)].sum(), 1.0))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number (Holm, 1979), in the order given."""
    order = sorted(range(len(p_values)), key=lambda each: p_values[each])
    corrected, highest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min((len(p_values) - rank) * p_values[index], 1.0))
        corrected[index] = highest
    return corrected


# -- times -----------------------------------------------------------------------------------------


class Time(NamedTuple):
    """When something happened, or until when it had not."""

    step: int
    happened: bool


class Curve(NamedTuple):
    """A survival curve: from each step on, the share of runs to which nothing has happened."""

    steps: list[int]
    shares: list[float]
    at_risk: list[int]
    happened: list[int]


def survival(times: Sequence[Time]) -> Curve:
    """Return the curve of Kaplan and Meier."""
    steps = sorted({time.step for time in times if time.happened})
    share, shares, risks, counts = 1.0, [], [], []
    for step in steps:
        at_risk = sum(time.step >= step for time in times)
        count = sum(time.step == step and time.happened for time in times)
        share *= 1 - count / at_risk
        shares.append(share)
        risks.append(at_risk)
        counts.append(count)
    return Curve(steps, shares, risks, counts)


def restricted_mean(times: Sequence[Time], limit: int) -> tuple[float, float]:
    """Return the mean time until it happens, at most `limit`, and the variance of that mean.

    It is the area under the survival curve. The variance is Greenwood's, times n / (n - 1): where
    nothing was cut off, both are those of a mean of n numbers.
    """
    curve = survival([Time(min(time.step, limit), time.happened and time.step <= limit)
                      for time in times])  # fmt: skip
    edges = [0, *curve.steps, limit]
    heights = [1.0, *curve.shares]
    areas = [(edges[i + 1] - edges[i]) * heights[i] for i in range(len(heights))]
    variance = 0.0
    for index, (at_risk, count) in enumerate(zip(curve.at_risk, curve.happened, strict=True)):
        if at_risk > count:
            rest = sum(areas[index + 1 :])
            variance += rest**2 * count / (at_risk * (at_risk - count))
    number = len(times)
    return sum(areas), variance * (number / (number - 1) if number > 1 else 1.0)


class Difference(NamedTuple):
    """How much sooner one arm is than another, in the mean over the equations."""

    steps: float
    low: float
    high: float
    p: float


def compare_means(pairs: Sequence[tuple[Sequence[Time], Sequence[Time]]], limit: int) -> Difference:
    """Compare restricted means of two arms, equation by equation; negative is sooner."""
    total = variance = 0.0
    for one, other in pairs:
        (mean, spread), (other_mean, other_spread) = (
            restricted_mean(times, limit) for times in (one, other)
        )
        total += mean - other_mean
        variance += spread + other_spread
    total, deviation = total / len(pairs), math.sqrt(variance) / len(pairs)
    if deviation == 0:
        p = 1.0 if total == 0 else 0.0
    else:
        p = math.erfc(abs(total) / deviation / math.sqrt(2))
    return Difference(total, total - Z * deviation, total + Z * deviation, p)


# -- many runs at once (Agarwal et al., 2021) ------------------------------------------------------


def profile(scores: Sequence[Any], thresholds: Sequence[float]) -> Floats:
    """Return the share of runs above each threshold, in the mean over the equations."""
    return np.array([np.mean([np.mean(np.array(each) > t) for each in scores]) for t in thresholds])


def middle_mean(scores: Sequence[Any]) -> float:
    """Return the mean of the middle half of all runs' scores."""
    ordered = np.sort(np.concatenate([np.asarray(each, float) for each in scores]))
    quarter = int(len(ordered) * 0.25)
    return float(ordered[quarter : len(ordered) - quarter].mean())


def bootstrap(
    scores: Sequence[Any],
    statistic_fn: Callable[[list[Floats]], Any],
    rng: np.random.Generator,
    draws: int = 2_000,
) -> tuple[Floats, Floats]:
    """Return the 95 % interval of a statistic, runs being drawn anew within every equation."""
    arrays = [np.asarray(each, float) for each in scores]
    found = np.array(
        [
            statistic_fn([each[rng.integers(len(each), size=len(each))] for each in arrays])
            for _ in range(draws)
        ]
    )
    low, high = np.percentile(found, [2.5, 97.5], axis=0)
    return low, high
