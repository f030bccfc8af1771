"""Collect experience and compute advantages.

The host steps the graph, the device runs the policy. A *population* of members, each with its own
parameters and lanes, acts in one call; arrays are [P, T, N, ...]: members, steps, lanes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from aljabr.flat.networks import encode, log_policy
from aljabr.ledger.checkpoint import Array, Params
from aljabr.play.lanes import Lanes


class Rollout(NamedTuple):
    """What a population saw and did."""

    ids: Array  # [P, T, N], the states; equal ids are equal states, here and in the rollout before
    tokens: Array  # [P, T, N, 2L]
    mask: Array  # [P, T, N, A]
    actions: Array  # [P, T, N]
    log_probs: Array  # [P, T, N]
    rewards: Array  # [P, T, N]
    terminated: Array  # [P, T, N], solved or dead: nothing follows
    ended: Array  # [P, T, N], terminated or truncated: the next step is another episode
    next_tokens: Array  # [P, T, N, 2L], the state reached, before any reset
    next_ids: Array  # [P, T, N], its id
    solved: Array  # [P, T, N]


def _act(
    table: Array | None, params: Params, tokens: Array, mask: Array, key: Array, step: Array
) -> tuple[Array, Array]:
    log_probs = log_policy(jnp, params, encode(jnp, tokens, table), mask)
    actions = jax.random.categorical(jax.random.fold_in(key, step), log_probs)
    return actions, jnp.take_along_axis(log_probs, actions[..., None], -1)[..., 0]


act = jax.jit(jax.vmap(_act, in_axes=(None, 0, 0, 0, 0, None)))
"""Draw actions: code table, members' parameters, [P, N, 2L], [P, N, A], [P] keys, step."""


def collect(
    lanes: Lanes,
    table: Array | None,
    params: Params,
    keys: Array,
    rng: np.random.Generator,
    num_steps: int,
) -> Rollout:
    """Play `num_steps` in every lane; lanes belong to the members in equal shares.

    Args:
        lanes: the games.
        table: the networks' code table.
        params: the members' agents, stacked.
        keys: a random key per member, not used again.
        rng: draws the equations of new episodes.
        num_steps: how many steps.

    Should the graph forget on the way, then the ids after it are set apart from those before, and
    a state met on both sides counts as two.
    """
    members = len(keys)
    shape = (members, len(lanes.ids) // members)
    columns: list[tuple[Any, ...]] = []
    apart = _apart(lanes)
    for step in range(num_steps):
        ids, tokens, mask = lanes.ids + apart, lanes.tokens(), lanes.masks()
        chosen = act(
            table, params, tokens.reshape(*shape, -1), mask.reshape(*shape, -1), keys, step
        )
        actions, log_probs = (np.asarray(each) for each in chosen)
        outcome = lanes.advance(actions.reshape(-1))
        apart = _apart(lanes)
        ended = outcome.terminated | outcome.truncated
        next_tokens = lanes.tokens()
        columns.append(
            (ids, tokens, mask, actions, log_probs, outcome.rewards.astype(np.float32),
             outcome.terminated, ended, next_tokens, outcome.ids + apart, outcome.solved)
        )  # fmt: skip
        done = np.flatnonzero(ended)
        if len(done):
            lanes.restart(done, lanes.draw(rng, len(done)))
    stacked = [
        np.stack(
            [np.reshape(row, (*shape, *np.shape(row)[np.ndim(row) - extra :])) for row in rows], 1
        )
        for rows, extra in zip(zip(*columns, strict=True), _EXTRA_AXES, strict=True)
    ]
    return Rollout(*stacked)


_EXTRA_AXES = (0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0)
_APART = 1 << 24  # more states than a graph holds


def _apart(lanes: Lanes) -> int:
    """Return what sets the ids of this generation apart from those of the ones before it."""
    return lanes.generation % 64 * _APART


def advantages(
    rewards: Array,
    values: Array,
    next_values: Array,
    terminated: Array,
    ended: Array,
    gamma: float,
    gae_lambda: float,
) -> Array:
    """Generalised advantages over [T, N]; a truncated episode is bootstrapped, a finished one not.

    A_t = delta_t + gamma lambda (1 - ended_t) A_{t+1},
    delta_t = r_t + gamma (1 - terminated_t) V(s'_t) - V(s_t),
    where s'_t is the state reached, before any reset.
    """
    deltas = rewards + gamma * (1.0 - terminated) * next_values - values
    carry = gamma * gae_lambda * (1.0 - ended)

    def backward(later: Array, step: tuple[Array, Array]) -> tuple[Array, Array]:
        delta, factor = step
        advantage = delta + factor * later
        return advantage, advantage

    start = jnp.zeros_like(deltas[0])
    return jax.lax.scan(backward, start, (deltas, carry), reverse=True)[1]
