"""Intrinsic Curiosity Module (Pathak et al., 2017).

Features phi are learned by predicting the action from the states before and after (inverse
model); the bonus is the error of predicting the next features (forward model):

    b(s, a, s') = |phi^(s, a) - phi(s')|^2 / 2m,   loss = (1 - beta) L_inverse + beta L_forward

Deviation of `bonus`: it is divided by its mean m over the rollout and clipped at 5; `raw` is not.
An action index means another term in each state, so the inverse model has a harder task here than
in the paper's games.
"""

from __future__ import annotations

from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from aljabr.flat.curiosity import statistics
from aljabr.flat.networks import init_mlp, mlp
from aljabr.ledger.checkpoint import Array, Params

FEATURES: Final = 32
BETA: Final = 0.2


def init(
    rng: np.random.Generator, num_inputs: int, num_actions: int, num_lanes: int = 1
) -> tuple[Params, Params]:
    """Make the features, the inverse and the forward model."""
    params = {
        "features": init_mlp(rng, (num_inputs, 64, FEATURES)),
        "inverse": init_mlp(rng, (2 * FEATURES, 64, num_actions)),
        "forward": init_mlp(rng, (FEATURES + num_actions, 64, FEATURES)),
    }
    return params, {}


def features(params: Params, inputs: Array) -> Array:
    """Return phi of states."""
    return mlp(jnp, params["features"], inputs)


def forward_errors(params: Params, before: Array, actions: Array, after: Array) -> Array:
    """Return half the squared errors of the predicted features."""
    num_actions = params["forward"][0]["w"].shape[0] - FEATURES
    chosen = jax.nn.one_hot(actions, num_actions)
    predicted = mlp(jnp, params["forward"], jnp.concatenate([before, chosen], -1))
    return 0.5 * ((predicted - after) ** 2).sum(-1)


def raw(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return the errors of a rollout [T, N], as they are."""
    before, after = features(params, rollout.inputs), features(params, rollout.next_inputs)
    return forward_errors(params, before, rollout.actions, after), fixed


def bonus(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return the bonuses of a rollout [T, N] and the updated statistics."""
    return statistics.relative(raw(params, fixed, rollout)[0]), fixed


def inverse_loss(params: Params, before: Array, actions: Array, after: Array) -> Array:
    """Return the cross-entropy of the predicted actions."""
    logits = mlp(jnp, params["inverse"], jnp.concatenate([before, after], -1))
    log_probs = jax.nn.log_softmax(logits)
    return -jnp.take_along_axis(log_probs, actions[..., None], -1).mean()


def loss(params: Params, fixed: Params, batch: Any) -> Array:
    """Return the inverse and forward losses of a minibatch, mixed."""
    before, after = features(params, batch.inputs), features(params, batch.next_inputs)
    inverse = inverse_loss(params, before, batch.actions, after)
    forward = forward_errors(params, before, batch.actions, after).mean()
    return (1.0 - BETA) * inverse + BETA * forward
