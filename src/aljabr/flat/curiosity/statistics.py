"""Running means and variances, as small structures of arrays."""

from __future__ import annotations

from typing import Any, Final

import jax.numpy as jnp
import numpy as np

from aljabr.ledger.checkpoint import Array

Statistics = dict[str, Any]
LIMIT: Final = 5.0
"""The largest bonus, in units of its recent mean."""


def start(shape: tuple[int, ...] = ()) -> Statistics:
    """Statistics of nothing yet: mean 0, variance 1."""
    return {
        "mean": np.zeros(shape, np.float32),
        "var": np.ones(shape, np.float32),
        "count": np.float32(1e-4),
    }


def update(statistics: Statistics, batch: Array) -> Statistics:
    """Merge a batch [B, ...] into the statistics (Chan's parallel formula)."""
    count = batch.shape[0]
    mean, var = batch.mean(0), batch.var(0)
    total = statistics["count"] + count
    delta = mean - statistics["mean"]
    merged = (
        statistics["var"] * statistics["count"]
        + var * count
        + delta**2 * statistics["count"] * count / total
    )
    return {
        "mean": statistics["mean"] + delta * count / total,
        "var": merged / total,
        "count": total,
    }


def follow(statistics: Statistics, value: Array) -> Statistics:
    """Move the mean a tenth of the way to a value; all the way to the first one."""
    share = jnp.where(statistics["count"] < 1.0, 1.0, 0.1)
    mean = statistics["mean"] + share * (value - statistics["mean"])
    return {**statistics, "mean": mean, "count": statistics["count"] + 1.0}


def relative(bonus: Array) -> Array:
    """Divide the bonuses of a rollout by their mean, at most `LIMIT`.

    Only this rollout's mean counts: the unfamiliar stands out late in training as it does
    early, however small the bonus has become. With an all-time or a slowly moving mean the bonus
    fades before anything is found, and the policy settles on actions that change nothing.
    """
    return jnp.clip(bonus / (bonus.mean() + 1e-12), 0.0, LIMIT)


def scale(statistics: Statistics) -> Array:
    """Return the standard deviation, kept so far from zero that rounding is not news."""
    return jnp.sqrt(statistics["var"] + 1e-6)
