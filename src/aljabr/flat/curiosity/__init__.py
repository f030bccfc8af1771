"""Curiosity: bonuses for the unfamiliar, behind one protocol.

A module is a set of pure functions over its own parameters and running statistics. Its `bonus`
is computed on a whole rollout, *before* the advantages; its `loss` is minimised beside the
agent's, on the same minibatches. A module that fails stops the run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from aljabr.flat.curiosity import icm, ngu, ride, rnd
from aljabr.ledger.checkpoint import Array, Params


class Seen(NamedTuple):
    """What a module sees of a rollout [T, N, ...]."""

    inputs: Array
    ids: Array
    actions: Array
    next_inputs: Array
    next_ids: Array
    ended: Array


class Curiosity(NamedTuple):
    """One kind of curiosity, for one member (the population is vmapped over)."""

    init: Callable[[np.random.Generator, int, int], tuple[Params, Params]]
    """Parameters and statistics, from a generator, the number of inputs and of actions."""
    bonus: Callable[[Params, Params, Any], tuple[Array, Params]]
    """Bonuses [T, N] of a rollout and the updated statistics."""
    loss: Callable[[Params, Params, Any], Array]
    """What the module's own learning minimises, on a minibatch [B, ...]."""
    separate_value: bool
    """Whether the bonus has a value head of its own, with non-episodic returns."""
    coefficient: float
    """The weight of the bonus beside the shaped reward."""


CURIOSITIES = {
    "rnd": Curiosity(rnd.init, rnd.bonus, rnd.loss, separate_value=True, coefficient=0.05),
    "icm": Curiosity(icm.init, icm.bonus, icm.loss, separate_value=False, coefficient=0.01),
    "ride": Curiosity(ride.init, ride.bonus, ride.loss, separate_value=False, coefficient=0.003),
    "ngu": Curiosity(ngu.init, ngu.bonus, ngu.loss, separate_value=False, coefficient=0.01),
}
