"""Looking back within an episode: windows over the steps of a rollout."""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp

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
