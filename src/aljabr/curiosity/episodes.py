"""Looking back within an episode: windows over the steps of a rollout."""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp

from aljabr.networks import Array

WINDOW: Final = 20
"""Episodes are at most this long."""


def earlier(series: Array, fill: float = 0) -> Array:
    """Return what a series [T, N, ...] was 1 ... WINDOW steps before each step: [W, T, N, ...]."""
    shifted = []
    for lag in range(1, WINDOW + 1):
        head = jnp.full_like(series[:lag], fill)
        shifted.append(jnp.concatenate([head, series[:-lag]])[: series.shape[0]])
    return jnp.stack(shifted)


def same_episode(ended: Array) -> Array:
    """Return whether the step 1 ... WINDOW before is in the same episode and rollout: [W, T, N]."""
    episode = jnp.cumsum(ended, 0) - ended  # the number of the episode a step belongs to
    return earlier(episode.astype(jnp.int32), -1) == episode.astype(jnp.int32)
