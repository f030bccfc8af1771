"""Exact episodic counts: the plainest novelty, and what the learned ones are measured by.

    b(s') = 1 / sqrt(N_episode(s'))

Nothing is learned: whatever a module gains over this, its network has gained.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from aljabr.flat.curiosity.episodes import nothing
from aljabr.flat.curiosity.ride import counts_of_episodes
from aljabr.ledger.checkpoint import Array, Params


def init(
    rng: np.random.Generator, num_inputs: int, num_actions: int, num_lanes: int = 1
) -> tuple[Params, Params]:
    """Make room for the states of the episodes under way."""
    return {}, {"states": nothing(num_lanes, dtype=np.int32)}


def raw(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return the bonuses of a rollout [T, N], and the statistics."""
    counts, fixed = counts_of_episodes(fixed, rollout)
    return 1.0 / jnp.sqrt(counts), fixed


def loss(params: Params, fixed: Params, batch: Any) -> Array:
    """Return nothing to be minimised."""
    return jnp.zeros(())
