"""Rewarding Impact-Driven Exploration (Raileanu and Rocktaeschel, 2020).

The bonus is how far an action moves the learned features, divided by the square root of how often
the state reached was met in this episode:

    b(s, a, s') = |phi(s') - phi(s)|_2 / sqrt(N_episode(s')) / m

Features and losses are those of ICM. The paper counts hashed observations; we count exact states.
Deviations: an episode that crosses the edge of a rollout is counted afresh; the bonus is divided
by its mean m over the rollout and clipped at 5.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from aljabr.flat.curiosity import icm, statistics
from aljabr.flat.curiosity.episodes import same_episode, window
from aljabr.ledger.checkpoint import Array, Params

init = icm.init
loss = icm.loss


def episodic_counts(ids: Array, next_ids: Array, ended: Array) -> Array:
    """Return how often the state reached has been met in its episode, start and now included."""
    again = (window(ids) == next_ids) & same_episode(ended)
    return 1.0 + again.sum(0)


def bonus(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return the bonuses of a rollout [T, N] and the updated statistics."""
    before = icm.features(params, rollout.inputs)
    after = icm.features(params, rollout.next_inputs)
    counts = episodic_counts(rollout.ids, rollout.next_ids, rollout.ended)
    impact = jnp.sqrt(((after - before) ** 2).sum(-1))
    # Exactly 0 where nothing changed: `relative` would make much of rounding if all were so small.
    impact = jnp.where(rollout.next_ids == rollout.ids, 0.0, impact)
    raw = impact / jnp.sqrt(counts)
    return statistics.relative(raw), fixed
