"""Self-imitation (Oh et al., 2018): the steps of solved episodes, kept and played again.

    L_SIL = E[-log pi(a|s) (R - V)_+ + c_v (R - V)_+^2 / 2]

They are kept newest first, and count as far as they went better than expected.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp
import numpy as np

from aljabr.flat.networks import log_policy, values
from aljabr.flat.rollout import Rollout
from aljabr.ledger.checkpoint import Array, Params


class Imitating(Protocol):
    """The hyperparameters that imitation needs."""

    @property
    def gamma(self) -> float: ...
    @property
    def value_coefficient(self) -> float: ...
    @property
    def memory_size(self) -> int: ...


class Memory(NamedTuple):
    """Steps of solved episodes [K, ...], the newest first."""

    inputs: Array
    mask: Array
    actions: Array
    returns: Array
    used: Array  # whether there is a step in this row


def empty_memory(size: int, num_inputs: int, num_actions: int) -> Memory:
    """Return a memory of nothing."""
    return Memory(
        np.zeros((size, num_inputs), np.float32),
        np.ones((size, num_actions), np.bool_),
        np.zeros(size, np.int32),
        np.zeros(size, np.float32),
        np.zeros(size, np.bool_),
    )


def remember(config: Imitating, memory: Memory, batch: Any, rollout: Rollout) -> Memory:
    """Put the steps of the episodes that a rollout [T, N] solved before those remembered."""

    def backward(later: tuple[Array, Array], step: tuple[Array, ...]) -> tuple[Any, Any]:
        reward, ended, solved = step
        total = reward + config.gamma * jnp.where(ended, 0.0, later[0])
        leads = jnp.where(ended, solved, later[1])
        return (total, leads), (total, leads)

    start = jnp.zeros_like(rollout.rewards[0]), jnp.zeros_like(rollout.solved[0])
    steps = rollout.rewards, rollout.ended, rollout.solved
    totals, leads = jax.lax.scan(backward, start, steps, reverse=True)[1]
    size = leads.size
    new = Memory(batch.inputs, batch.mask, batch.actions, totals, leads)
    both = jax.tree.map(
        lambda fresh, old: jnp.concatenate([fresh.reshape(size, *fresh.shape[2:]), old]),
        new,
        memory,
    )
    rows = jnp.argsort(~both.used, stable=True)[: config.memory_size]
    kept: Memory = jax.tree.map(lambda each: each[rows], both)
    return kept


def imitation_loss(config: Imitating, agent: Params, memory: Memory) -> Array:
    """Return the loss of remembered steps: do again what went better than expected."""
    log_probs = log_policy(jnp, agent, memory.inputs, memory.mask)
    chosen = jnp.take_along_axis(log_probs, memory.actions[:, None], 1)[:, 0]
    better = jnp.maximum(memory.returns - values(jnp, agent, memory.inputs)[:, 0], 0.0)
    better = better * memory.used
    policy_loss = -(chosen * jax.lax.stop_gradient(better)).mean()
    return policy_loss + 0.5 * config.value_coefficient * (better**2).mean()
