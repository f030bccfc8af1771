"""Never Give Up (Badia et al., 2020): novelty within the episode times novelty in life.

    b(s') = r_episode(s') * clip(alpha(s'), 1, 5) / sigma
    r_episode = 1 / sqrt(sum over the 10 nearest of K(phi(s'), phi_i) + c),
    K = eps / (d^2 / d_mean^2 + eps),   alpha = 1 + (e - mean(e)) / deviation(e)

phi are features of an inverse model, phi_i those of the states met before in the same episode, and
e is the error of random network distillation. Deviations: the memory of an episode that crosses
the edge of a rollout starts afresh; one policy instead of a family of them; the bonus is divided
by its running deviation sigma.
"""

from __future__ import annotations

from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from aljabr.curiosity import icm, rnd, statistics
from aljabr.curiosity.episodes import earlier, same_episode
from aljabr.networks import Array, Params

NEIGHBOURS: Final = 10
_EPSILON: Final = 1e-3
_CONSTANT: Final = 1e-3
_CLUSTER: Final = 0.008
_LIMIT: Final = 5.0
_FAR: Final = 1e9


def init(rng: np.random.Generator, num_inputs: int, num_actions: int) -> tuple[Params, Params]:
    """Make the features with their inverse model, and the distillation."""
    features, _ = icm.init(rng, num_inputs, num_actions)
    distillation, fixed = rnd.init(rng, num_inputs, num_actions)
    params = {"inverse_model": features, "distillation": distillation}
    return params, {
        "distillation": fixed,
        "error": statistics.start(),
        "distance": statistics.start(),
        "bonus": statistics.start(),
    }


def episodic_novelty(features: Array, ended: Array, mean_distance: Array) -> tuple[Array, Array]:
    """Return r_episode [T, N] and the mean squared distance of neighbours."""
    known = same_episode(ended)
    squared = ((earlier(features) - features) ** 2).sum(-1)
    nearest = -jax.lax.top_k(-jnp.where(known, squared, _FAR).transpose(1, 2, 0), NEIGHBOURS)[0]
    found = nearest < _FAR
    batch_mean = (nearest * found).sum() / jnp.maximum(found.sum(), 1)
    distances = jnp.maximum(nearest / (mean_distance + 1e-8) - _CLUSTER, 0.0)
    kernel = jnp.where(found, _EPSILON / (distances + _EPSILON), 0.0)
    similarity = jnp.sqrt(kernel.sum(-1)) + _CONSTANT
    return jnp.minimum(1.0 / similarity, 10.0), batch_mean


def bonus(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return the bonuses of a rollout [T, N] and the updated statistics."""
    features = icm.features(params["inverse_model"], rollout.next_inputs)
    novelty, batch_mean = episodic_novelty(features, rollout.ended, fixed["distance"]["mean"])
    distance = statistics.update(fixed["distance"], batch_mean[None])
    life_long, distilled = rnd.bonus(params["distillation"], fixed["distillation"], rollout)
    error = statistics.update(fixed["error"], life_long.reshape(-1))
    modulator = 1.0 + (life_long - error["mean"]) / statistics.scale(error)
    raw = novelty * jnp.clip(modulator, 1.0, _LIMIT)
    bonuses, mean = statistics.relative(fixed["bonus"], raw)
    return bonuses, {
        "distillation": distilled,
        "error": error,
        "distance": distance,
        "bonus": mean,
    }


def loss(params: Params, fixed: Params, batch: Any) -> Array:
    """Return the inverse model's and the distillation's losses of a minibatch."""
    model = params["inverse_model"]
    before, after = icm.features(model, batch.inputs), icm.features(model, batch.next_inputs)
    inverse = icm.inverse_loss(model, before, batch.actions, after)
    return inverse + rnd.loss(params["distillation"], fixed["distillation"], batch)
