"""Looking back within an episode: windows over the steps of a rollout, and of those before it."""

from __future__ import annotations

from typing import Any, Final

import jax.numpy as jnp
import numpy as np

from aljabr.ledger.checkpoint import Array

WINDOW: Final = 20
"""Episodes are at most this long."""


def window(series: Array) -> Array:
    """Return what a series [T, N, ...] was 0 ... WINDOW - 1 steps before: [W, T, N, ...].

    Before the first step stands the first step's value; `same_episode` rules it out.
    """
    steps = jnp.arange(series.shape[0])
    return series[jnp.maximum(steps - jnp.arange(WINDOW)[:, None], 0)]


def same_episode(ended: Array) -> Array:
    """Return whether the step 0 ... WINDOW - 1 before is in the same episode and rollout."""
    episode = jnp.cumsum(ended.astype(jnp.int32), 0) - ended  # the number of a step's episode
    lag = jnp.arange(WINDOW)[:, None]
    inside = jnp.arange(ended.shape[0]) >= lag
    return (window(episode) == episode) & inside[..., None]


# -- across the edges of rollouts ------------------------------------------------------------------

Carried = dict[str, Any]
"""The last steps before a rollout: a series [W - 1, N, ...], and where episodes ended."""


def nothing(num_lanes: int, *shape: int, dtype: Any = np.float32) -> Carried:
    """Return what is carried into the first rollout: no step of its episodes."""
    return {
        "series": np.zeros((WINDOW - 1, num_lanes, *shape), dtype),
        "ended": np.ones((WINDOW - 1, num_lanes), np.bool_),
    }


def look_back(carried: Carried, series: Array, ended: Array) -> tuple[Array, Array, Carried]:
    """Return windows [W, T, N, ...], which of them are in the same episode, and what to carry on.

    Unlike `window` and `same_episode`, they reach into the rollout before.
    """
    whole = jnp.concatenate([carried["series"], series])
    ends = jnp.concatenate([carried["ended"], ended])
    edge = WINDOW - 1
    kept = {"series": whole[-edge:], "ended": ends[-edge:]}
    return window(whole)[:, edge:], same_episode(ends)[:, edge:], kept


def forgotten(statistics: Any) -> Any:
    """Return statistics without what was carried of episodes: their games have started anew."""
    if isinstance(statistics, dict):
        if set(statistics) == {"series", "ended"}:
            return {**statistics, "ended": jnp.ones_like(statistics["ended"])}
        if "forget" in statistics:
            return {**statistics, "forget": jnp.ones_like(statistics["forget"])}
        return {name: forgotten(each) for name, each in statistics.items()}
    return statistics
