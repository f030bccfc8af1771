"""Never Give Up (Badia et al., 2020): novelty within the episode times novelty in life.

    b(s') = r_episode(s') * clip(alpha(s'), 1, 5) / m
    r_episode = 1 / (sqrt(sum over the 10 nearest of K(phi(s'), phi_i)) + c), at most 10,
    K = eps / (max(d^2 / d_mean^2 - 0.008, 0) + eps),   alpha = 1 + (e - mean(e)) / deviation(e)

phi are features of an inverse model, phi_i those of the states met before in the same episode, its
start included, and e is the bonus of random network distillation. `raw` is nearer to the paper: eps
is 1e-4, there is no bound, the memory is that of the whole episode, and e is the error itself, with
the mean and deviation of a life. Deviations of `bonus`: the memory of an
episode that crosses the edge of a rollout starts afresh; eps is 1e-3, for a memory of at most 20;
r_episode is bounded above instead of cut to zero where the similarity exceeds 8, which so few
neighbours cannot reach; one policy instead of a family of them; the bonus is divided by its
mean m over the rollout and clipped at 5.
"""

from __future__ import annotations

from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from aljabr.flat.curiosity import icm, rnd, statistics
from aljabr.flat.curiosity.episodes import look_back, nothing, same_episode, window
from aljabr.ledger.checkpoint import Array, Params

NEIGHBOURS: Final = 10
_EPSILON: Final = 1e-3
_CONSTANT: Final = 1e-3
_CLUSTER: Final = 0.008
_LIMIT: Final = 5.0
_HIGHEST: Final = 10.0
_PAPERS_EPSILON: Final = 1e-4
_MOST_SIMILAR: Final = 8.0


def init(
    rng: np.random.Generator, num_inputs: int, num_actions: int, num_lanes: int = 1
) -> tuple[Params, Params]:
    """Make the features with their inverse model, and the distillation."""
    features, _ = icm.init(rng, num_inputs, num_actions)
    distillation, fixed = rnd.init(rng, num_inputs, num_actions)
    params = {"inverse_model": features, "distillation": distillation}
    return params, {
        "distillation": fixed,
        "error": statistics.start(),
        "distance": statistics.start(),
    }


def episodic_novelty(
    features: Array, next_features: Array, ended: Array, distance: statistics.Statistics
) -> tuple[Array, statistics.Statistics]:
    """Return r_episode [T, N] of the states reached, and the mean squared distance followed."""
    squared = ((window(features) - next_features) ** 2).sum(-1)
    known = jnp.where(same_episode(ended), squared, jnp.inf)  # [W, T, N]
    nearest = -jax.lax.top_k(-jnp.moveaxis(known, 0, -1), NEIGHBOURS)[0]
    found = jnp.isfinite(nearest)  # the state before is always there
    nearest = jnp.where(found, nearest, 0.0)
    distance = statistics.follow(distance, nearest.sum() / found.sum())
    apart = jnp.maximum(nearest / (distance["mean"] + 1e-8) - _CLUSTER, 0.0)
    kernel = jnp.where(found, _EPSILON / (apart + _EPSILON), 0.0)
    similarity = jnp.sqrt(kernel.sum(-1)) + _CONSTANT
    return jnp.minimum(1.0 / similarity, _HIGHEST), distance


def bonus(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return the bonuses of a rollout [T, N] and the updated statistics."""
    features = icm.features(params["inverse_model"], rollout.inputs)
    next_features = icm.features(params["inverse_model"], rollout.next_inputs)
    novelty, distance = episodic_novelty(features, next_features, rollout.ended, fixed["distance"])
    life_long, distilled = rnd.bonus(params["distillation"], fixed["distillation"], rollout)
    error = statistics.update(fixed["error"], life_long.reshape(-1))
    modulator = 1.0 + (life_long - error["mean"]) / statistics.scale(error)
    raw = novelty * jnp.clip(modulator, 1.0, _LIMIT)
    return statistics.relative(raw), {
        "distillation": distilled,
        "error": error,
        "distance": distance,
    }


# -- nearer to the paper: no cap, whole episodes, and a life that is longer than a rollout ---------


def init_carrying(
    rng: np.random.Generator, num_inputs: int, num_actions: int, num_lanes: int = 1
) -> tuple[Params, Params]:
    """Make the features, a larger distillation, and room for the episodes under way."""
    features, _ = icm.init(rng, num_inputs, num_actions)
    distillation, fixed = rnd.init(rng, num_inputs, num_actions, hidden=rnd.LARGER)
    return {"inverse_model": features, "distillation": distillation}, {
        "distillation": fixed,
        "error": statistics.start(),
        "distance": statistics.start(),
        "features": nothing(num_lanes, icm.FEATURES),
    }


def whiten(fixed: Params, inputs: Array) -> Params:
    """Return the statistics with some states [..., I] seen."""
    return {**fixed, "distillation": rnd.whiten(fixed["distillation"], inputs)}


def uncapped_novelty(
    known: Array, next_features: Array, together: Array, distance: statistics.Statistics
) -> tuple[Array, statistics.Statistics]:
    """Return r_episode [T, N] from the features known before [W, T, N, F].

    An episode of fewer than ten states is compared with those there are, as if they were ten:
    otherwise its first states would be the most novel of all.
    """
    squared = ((known - next_features) ** 2).sum(-1)
    nearest = -jax.lax.top_k(-jnp.moveaxis(jnp.where(together, squared, jnp.inf), 0, -1),
                             NEIGHBOURS)[0]  # fmt: skip
    found = jnp.isfinite(nearest)
    nearest = jnp.where(found, nearest, 0.0)
    distance = statistics.follow(distance, nearest.sum() / found.sum())
    apart = jnp.maximum(nearest / (distance["mean"] + 1e-8) - _CLUSTER, 0.0)
    kernel = jnp.where(found, _PAPERS_EPSILON / (apart + _PAPERS_EPSILON), 0.0)
    similarity = jnp.sqrt(NEIGHBOURS * kernel.sum(-1) / found.sum(-1)) + _CONSTANT
    return jnp.where(similarity > _MOST_SIMILAR, 0.0, 1.0 / similarity), distance


def raw(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return novelty in the episode times novelty in life [T, N], as it is."""
    features = icm.features(params["inverse_model"], rollout.inputs)
    next_features = icm.features(params["inverse_model"], rollout.next_inputs)
    known, together, kept = look_back(fixed["features"], features, rollout.ended)
    novelty, distance = uncapped_novelty(known, next_features, together, fixed["distance"])
    errors, distilled = rnd.raw(params["distillation"], fixed["distillation"], rollout)
    error = statistics.update(fixed["error"], errors.reshape(-1))
    modulator = 1.0 + (errors - error["mean"]) / jnp.sqrt(error["var"] + 1e-12)
    return novelty * jnp.clip(modulator, 1.0, _LIMIT), {
        "distillation": distilled,
        "error": error,
        "distance": distance,
        "features": kept,
    }


def loss(params: Params, fixed: Params, batch: Any) -> Array:
    """Return the inverse model's and the distillation's losses of a minibatch."""
    model = params["inverse_model"]
    before, after = icm.features(model, batch.inputs), icm.features(model, batch.next_inputs)
    inverse = icm.inverse_loss(model, before, batch.actions, after)
    return inverse + rnd.loss(params["distillation"], fixed["distillation"], batch)
