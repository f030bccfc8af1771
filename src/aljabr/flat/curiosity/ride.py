"""Rewarding Impact-Driven Exploration (Raileanu and Rocktaeschel, 2020).

The bonus is how far an action moves the learned features, divided by the square root of how often
the state reached was met in this episode:

    b(s, a, s') = |phi(s') - phi(s)|_2 / sqrt(N_episode(s')) / m

Features and losses are those of ICM. The paper counts hashed observations; we count exact states.
Deviations of `bonus`: an episode that crosses the edge of a rollout is counted afresh; it is
divided by its mean m over the rollout and clipped at 5. `raw` does neither.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from aljabr.flat.curiosity import icm, statistics
from aljabr.flat.curiosity.episodes import look_back, nothing, same_episode, window
from aljabr.ledger.checkpoint import Array, Params

init = icm.init
loss = icm.loss


def episodic_counts(ids: Array, next_ids: Array, ended: Array) -> Array:
    """Return how often the state reached has been met in its episode, start and now included."""
    again = (window(ids) == next_ids) & same_episode(ended)
    return 1.0 + again.sum(0)


def impact(params: Params, rollout: Any) -> Array:
    """Return how far the features moved, [T, N]."""
    before = icm.features(params, rollout.inputs)
    after = icm.features(params, rollout.next_inputs)
    moved = jnp.sqrt(((after - before) ** 2).sum(-1))
    # Exactly 0 where nothing changed: `relative` would make much of rounding if all were so small.
    return jnp.where(rollout.next_ids == rollout.ids, 0.0, moved)


def bonus(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return the bonuses of a rollout [T, N] and the updated statistics."""
    counts = episodic_counts(rollout.ids, rollout.next_ids, rollout.ended)
    return statistics.relative(impact(params, rollout) / jnp.sqrt(counts)), fixed


# -- nearer to the paper: the whole episode counts, and the bonus is as it is ----------------------


def init_carrying(
    rng: np.random.Generator, num_inputs: int, num_actions: int, num_lanes: int = 1
) -> tuple[Params, Params]:
    """Make the models, and room for the states of the episodes under way."""
    params, _ = icm.init(rng, num_inputs, num_actions)
    return params, {"states": nothing(num_lanes, dtype=np.int32)}


def counts_of_episodes(fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return how often the state reached was met in its episode, wherever that began."""
    before, together, kept = look_back(fixed["states"], rollout.ids, rollout.ended)
    return 1.0 + ((before == rollout.next_ids) & together).sum(0), {**fixed, "states": kept}


def raw(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return impact by root of count [T, N], as it is."""
    counts, fixed = counts_of_episodes(fixed, rollout)
    return impact(params, rollout) / jnp.sqrt(counts), fixed
