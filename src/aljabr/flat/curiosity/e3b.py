"""Exploration via Elliptical Episodic Bonuses (Henaff et al., 2022).

    b(s') = phi(s')^T C^-1 phi(s'),   C = sum over the episode's states of phi phi^T + lambda I

phi are the features of an inverse model. The inverse is kept up to date state by state (Sherman and
Morrison), from the start of the episode on, whatever rollout that was in. lambda is 0.1, as in the
paper.
"""

from __future__ import annotations

from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from aljabr.flat.curiosity import icm
from aljabr.ledger.checkpoint import Array, Params

RIDGE: Final = 0.1


def init(
    rng: np.random.Generator, num_inputs: int, num_actions: int, num_lanes: int = 1
) -> tuple[Params, Params]:
    """Make the features with their inverse model, and an empty ellipse a lane."""
    params, _ = icm.init(rng, num_inputs, num_actions)
    size = icm.FEATURES
    empty = np.eye(size, dtype=np.float32) / np.float32(RIDGE)
    return params, {
        "inverse": np.tile(empty, (num_lanes, 1, 1)),
        "forget": np.zeros(num_lanes, np.bool_),  # whether the lane's game has started anew
    }


def elliptical(inverse: Array, before: Array, after: Array, ended: Array) -> tuple[Array, Array]:
    """Return the bonuses [T, N] and the inverses that are carried on [N, F, F].

    Args:
        inverse: of the states met before in the episodes under way, [N, F, F].
        before: the features of the states left [T, N, F].
        after: of the states reached.
        ended: where an episode ends [T, N].
    """
    empty = jnp.eye(before.shape[-1]) / RIDGE

    def forward(inverse: Array, step: tuple[Array, Array, Array]) -> tuple[Array, Array]:
        left, reached, over = step
        towards = jnp.einsum("nij,nj->ni", inverse, left)
        shrunk = towards[:, :, None] * towards[:, None, :]
        inverse = inverse - shrunk / (1.0 + (left * towards).sum(-1))[:, None, None]
        bonus = jnp.einsum("ni,nij,nj->n", reached, inverse, reached)
        return jnp.where(over[:, None, None], empty, inverse), bonus

    inverse, bonuses = jax.lax.scan(forward, inverse, (before, after, ended))
    return bonuses, inverse


def raw(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return the bonuses of a rollout [T, N], and the statistics."""
    before = icm.features(params, rollout.inputs)
    after = icm.features(params, rollout.next_inputs)
    forget, empty = fixed["forget"], jnp.eye(before.shape[-1]) / RIDGE
    inverse = jnp.where(forget[:, None, None], empty, fixed["inverse"])
    bonuses, inverse = elliptical(inverse, before, after, rollout.ended)
    return jnp.maximum(bonuses, 0.0), {"inverse": inverse, "forget": jnp.zeros_like(forget)}


def loss(params: Params, fixed: Params, batch: Any) -> Array:
    """Return the inverse model's loss of a minibatch."""
    before, after = icm.features(params, batch.inputs), icm.features(params, batch.next_inputs)
    return icm.inverse_loss(params, before, batch.actions, after)
