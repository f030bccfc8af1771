"""Random Network Distillation (Burda et al., 2019).

A predictor learns what a fixed random network says of a state; the error is the bonus:

    b(s') = |f(s') - g(s')|^2 / m

Observations are whitened and clipped to +-5. The bonus has a value head of its own, with returns
that run on across episodes. Deviation of `bonus`: the paper divides by the running deviation of the
discounted intrinsic returns; it is divided by the mean m of the rollout's bonuses and clipped at 5.
`raw` is the error, for whoever divides it as the paper does.
"""

from __future__ import annotations

from typing import Any, Final

import jax.numpy as jnp
import numpy as np

from aljabr.flat.curiosity import statistics
from aljabr.flat.networks import init_mlp, mlp
from aljabr.ledger.checkpoint import Array, Params

_FEATURES = 32
LARGER: Final = (128, 128)
"""The hidden layers of a predictor that can tell more than its target has to say."""


def init(
    rng: np.random.Generator,
    num_inputs: int,
    num_actions: int,
    num_lanes: int = 1,
    hidden: tuple[int, ...] = (64,),
) -> tuple[Params, Params]:
    """Make the predictor; the fixed target stands among the statistics."""
    params = {"predictor": init_mlp(rng, (num_inputs, *hidden, _FEATURES))}
    fixed = {
        "target": init_mlp(rng, (num_inputs, 64, _FEATURES)),
        "observation": statistics.start((num_inputs,)),
    }
    return params, fixed


def errors(params: Params, fixed: Params, inputs: Array) -> Array:
    """Return the prediction errors of states."""
    seen = fixed["observation"]
    inputs = (inputs - seen["mean"]) / statistics.scale(seen)
    inputs = jnp.clip(inputs, -5.0, 5.0)
    difference = mlp(jnp, params["predictor"], inputs) - mlp(jnp, fixed["target"], inputs)
    return (difference**2).mean(-1)


def whiten(fixed: Params, inputs: Array) -> Params:
    """Return the statistics with some states [..., I] seen."""
    seen = statistics.update(fixed["observation"], inputs.reshape(-1, inputs.shape[-1]))
    return {**fixed, "observation": seen}


def raw(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return the errors of a rollout [T, N], as they are, and the updated statistics."""
    fixed = whiten(fixed, rollout.next_inputs)
    return errors(params, fixed, rollout.next_inputs), fixed


def bonus(params: Params, fixed: Params, rollout: Any) -> tuple[Array, Params]:
    """Return the bonuses of a rollout [T, N] and the updated statistics."""
    found, fixed = raw(params, fixed, rollout)
    return statistics.relative(found), fixed


def loss(params: Params, fixed: Params, batch: Any) -> Array:
    """Return the mean prediction error of a minibatch."""
    return errors(params, fixed, batch.next_inputs).mean()
