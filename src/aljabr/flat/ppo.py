"""Proximal Policy Optimisation (Schulman et al., 2017), with or without curiosity.

    L = -E[min(rho A, clip(rho, 1 - eps, 1 + eps) A)] + c_v E[(V - R)^2] - c_e H,
    rho = pi(a|s) / pi_old(a|s)

`APPENDIX` holds Stable-Baselines3's defaults, as in the paper's appendix; `PPOConfig()` holds ours:
larger rollouts, fewer epochs, some entropy and self-imitation. A bonus enters before the
advantages: as a second reward with its own value head and non-episodic returns (RND), or added to
the reward, less its mean (ICM, RIDE, NGU). Deviations: the steps of an update are played in
`num_lanes` lanes; a truncated episode is bootstrapped from the state it reached; advantages that
differ by their rounding only count as equal (`standardised`).

Self-imitation (Oh et al., 2018), where its coefficient is not zero: the steps of solved episodes
are kept, newest first, and played again beside every minibatch, as far as they went better than
expected:

    L_SIL = E[-log pi(a|s) (R - V)_+ + c_v (R - V)_+^2 / 2]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
import tyro

from aljabr.errors import UserError
from aljabr.flat.curiosity import CURIOSITIES, Curiosity, Seen
from aljabr.flat.networks import encode, init_agent, log_policy, values
from aljabr.flat.rollout import Rollout, advantages
from aljabr.ledger.checkpoint import Array, Params

CuriosityName = Literal["rnd", "icm", "ride", "ngu"]


@dataclass(frozen=True)
class PPOConfig:
    """Hyperparameters of PPO."""

    learning_rate: float = 3e-4
    """Adam's step size."""
    steps_per_update: int = 8192
    """Steps a member plays between two updates, over all its lanes."""
    num_lanes: int = 128
    """Games a member plays side by side."""
    batch_size: int = 64
    """Steps in a minibatch."""
    num_epochs: int = 4
    """Passes over the steps of an update."""
    gamma: float = 0.99
    """Discount of the reward."""
    gae_lambda: float = 0.95
    """Decay of the advantages' horizon."""
    clip_range: float = 0.2
    """How far the probability ratio may move."""
    entropy_coefficient: float = 0.01
    """Weight of the entropy."""
    value_coefficient: float = 0.5
    """Weight of the value loss."""
    max_grad_norm: float = 0.5
    """Bound on the norm of the gradient."""
    curiosity: Annotated[CuriosityName | None, tyro.conf.Suppress] = None
    """Which bonus, if any."""
    bonus_coefficient: float | None = None
    """Weight of the bonus, whose mean is about one; the module's own by default."""
    bonus_gamma: float = 0.99
    """Discount of the bonus where it has its own value head."""
    imitation_coefficient: float = 0.3
    """Weight of imitating one's own solved episodes; 0 for none."""
    memory_size: int = 4096
    """Steps of solved episodes that are kept for it."""

    def check(self) -> None:
        """Refuse an update without a step, or one that counts steps nobody plays."""
        for name in ("steps_per_update", "num_lanes", "batch_size", "num_epochs"):
            if getattr(self, name) < 1:
                raise UserError(f"{name} must be at least 1")
        if self.imitation_coefficient and self.memory_size < 1:
            raise UserError("imitation needs a memory_size of at least 1")
        if self.steps_per_update % self.num_lanes:
            raise UserError(
                f"{self.num_lanes} lanes cannot share {self.steps_per_update} steps evenly"
            )
        if self.batch_size > self.steps_per_update:
            raise UserError(
                f"a minibatch of {self.batch_size} is more than the {self.steps_per_update} steps"
                " of an update"
            )

    @property
    def num_steps(self) -> int:
        """Steps per lane between two updates."""
        return self.steps_per_update // self.num_lanes

    @property
    def module(self) -> Curiosity | None:
        return None if self.curiosity is None else CURIOSITIES[self.curiosity]

    @property
    def bonus_weight(self) -> float:
        """The weight of the bonus in force."""
        own = 0.0 if self.module is None else self.module.coefficient
        return own if self.bonus_coefficient is None else self.bonus_coefficient


APPENDIX: Final = PPOConfig(
    steps_per_update=2048, num_epochs=10, entropy_coefficient=0.0, imitation_coefficient=0.0
)
"""The hyperparameters of the paper's appendix."""


class Learner(NamedTuple):
    """All that learning changes, for one member or, stacked, for a population."""

    agent: Params
    agent_optimizer: Any
    curiosity: Params
    curiosity_optimizer: Any
    statistics: Params
    memory: Params
    key: Array


class Memory(NamedTuple):
    """Steps of solved episodes [K, ...], the newest first."""

    inputs: Array
    mask: Array
    actions: Array
    returns: Array
    used: Array  # whether there is a step in this row


def _empty_memory(size: int, num_inputs: int, num_actions: int) -> Memory:
    return Memory(
        np.zeros((size, num_inputs), np.float32),
        np.ones((size, num_actions), np.bool_),
        np.zeros(size, np.int32),
        np.zeros(size, np.float32),
        np.zeros(size, np.bool_),
    )


def _agent_optimizer(config: PPOConfig) -> optax.GradientTransformation:
    return optax.chain(
        optax.clip_by_global_norm(config.max_grad_norm),
        optax.adam(config.learning_rate, eps=1e-5),
    )


def _curiosity_optimizer(config: PPOConfig) -> optax.GradientTransformation:
    return optax.adam(config.learning_rate)


def init(config: PPOConfig, num_inputs: int, num_actions: int, seed: int) -> Learner:
    """Make one member."""
    rng = np.random.default_rng(seed)
    module = config.module
    num_values = 2 if module is not None and module.separate_value else 1
    agent = init_agent(rng, num_inputs, num_actions, num_values)
    params, statistics = ({}, {}) if module is None else module.init(rng, num_inputs, num_actions)
    return Learner(
        agent,
        _agent_optimizer(config).init(agent),
        params,
        _curiosity_optimizer(config).init(params),
        statistics,
        _empty_memory(config.memory_size, num_inputs, num_actions)
        if config.imitation_coefficient
        else {},
        jax.random.key_data(jax.random.key(seed)),
    )


Update = Callable[["Array | None", Learner, Rollout], tuple[Learner, dict[str, Array]]]
"""Code table, learners [P, ...], rollout [P, T, N, ...] -> learners, reports [P]."""


class Batch(NamedTuple):
    """One minibatch [B, ...], or all of them."""

    inputs: Array
    mask: Array
    actions: Array
    log_probs: Array
    next_inputs: Array
    advantages: Array
    returns: Array  # [B, V]


def estimate(
    config: PPOConfig, table: Array | None, learner: Learner, rollout: Rollout
) -> tuple[Batch, Params, Array]:
    """Compute bonuses, then advantages and returns, of a rollout [T, N, ...]."""
    module = config.module
    inputs = encode(jnp, rollout.tokens, table)
    next_inputs = encode(jnp, rollout.next_tokens, table)
    value = values(jnp, learner.agent, inputs)
    next_value = values(jnp, learner.agent, next_inputs)
    rewards, statistics, bonus = rollout.rewards, learner.statistics, jnp.zeros(())
    terminated = rollout.terminated.astype(jnp.float32)
    ended = rollout.ended.astype(jnp.float32)
    if module is not None:
        seen = Seen(
            inputs, rollout.ids, rollout.actions, next_inputs, rollout.next_ids, rollout.ended
        )
        bonus, statistics = module.bonus(learner.curiosity, learner.statistics, seen)
        if not module.separate_value:
            # Less its mean: a steady bonus would be a reward for staying alive.
            rewards = rewards + config.bonus_weight * (bonus - bonus.mean())
    total = advantages(
        rewards, value[..., 0], next_value[..., 0], terminated, ended,
        config.gamma, config.gae_lambda,
    )  # fmt: skip
    returns = [total + value[..., 0]]
    if module is not None and module.separate_value:
        never = jnp.zeros_like(ended)
        # Curiosity does not end with the episode: the next step's start follows.
        following = jnp.concatenate([value[1:, :, 1], next_value[-1:, :, 1]])
        # Scaled so that the value of a steady bonus of one is one.
        intrinsic = advantages(
            (1.0 - config.bonus_gamma) * bonus, value[..., 1], following, never, never,
            config.bonus_gamma, config.gae_lambda,
        )  # fmt: skip
        returns.append(intrinsic + value[..., 1])
        total = total + config.bonus_weight * intrinsic
    batch = Batch(
        inputs, rollout.mask, rollout.actions, rollout.log_probs, next_inputs, total,
        jnp.stack(returns, -1),
    )  # fmt: skip
    return batch, statistics, bonus.mean()


def standardised(advantages: Array, returns: Array) -> Array:
    """Return the advantages [B] less their mean, divided by their deviation.

    Where all are equal, or nearly, only rounding is left of them, and it must not be blown up into
    a lesson. The mean of equal numbers can be one bit off; so the first is taken from all before
    the mean, which leaves exactly 0 of equal ones, in whatever order they are summed. And an
    advantage, a return less a value, is no more exact than these: a deviation of their last bits
    counts for little beside `_ROUNDING` of their size.
    """
    apart = advantages - advantages[0]
    centred = apart - apart.mean()
    size = jnp.abs(advantages).max() + jnp.abs(returns).max()
    return centred / (jnp.sqrt((centred**2).mean()) + _ROUNDING * size + 1e-8)


_ROUNDING: Final = 1e-5  # about a hundred times the last bit of a float32


def loss(config: PPOConfig, agent: Params, batch: Batch) -> tuple[Array, tuple[Array, Array]]:
    """Return the loss of a minibatch, and its value loss and entropy."""
    log_probs = log_policy(jnp, agent, batch.inputs, batch.mask)
    chosen = jnp.take_along_axis(log_probs, batch.actions[:, None], 1)[:, 0]
    ratio = jnp.exp(chosen - batch.log_probs)
    scaled = standardised(batch.advantages, batch.returns)
    clipped = jnp.clip(ratio, 1.0 - config.clip_range, 1.0 + config.clip_range)
    policy_loss = -jnp.minimum(ratio * scaled, clipped * scaled).mean()
    value_loss = ((values(jnp, agent, batch.inputs) - batch.returns) ** 2).mean(0).sum()
    entropy = -(jnp.exp(log_probs) * log_probs).sum(-1).mean()
    total = (
        policy_loss + config.value_coefficient * value_loss - config.entropy_coefficient * entropy
    )
    return total, (value_loss, entropy)


def remember(config: PPOConfig, memory: Memory, batch: Batch, rollout: Rollout) -> Memory:
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


def imitation_loss(config: PPOConfig, agent: Params, memory: Memory) -> Array:
    """Return the loss of remembered steps: do again what went better than expected."""
    log_probs = log_policy(jnp, agent, memory.inputs, memory.mask)
    chosen = jnp.take_along_axis(log_probs, memory.actions[:, None], 1)[:, 0]
    better = jnp.maximum(memory.returns - values(jnp, agent, memory.inputs)[:, 0], 0.0)
    better = better * memory.used
    policy_loss = -(chosen * jax.lax.stop_gradient(better)).mean()
    return policy_loss + 0.5 * config.value_coefficient * (better**2).mean()


def make_update(config: PPOConfig) -> Update:
    """Return the jitted update of a population: learners [P, ...], rollout [P, T, N, ...]."""
    config.check()
    module = config.module
    agent_optimizer, curiosity_optimizer = _agent_optimizer(config), _curiosity_optimizer(config)
    imitation = config.imitation_coefficient

    def total_loss(
        agent: Params, batch: Batch, memory: Memory | None
    ) -> tuple[Array, tuple[Array, Array]]:
        total, report = loss(config, agent, batch)
        if memory is not None:
            total = total + imitation * imitation_loss(config, agent, memory)
        return total, report

    agent_grad = jax.grad(total_loss, has_aux=True)

    def update(
        table: Array | None, learner: Learner, rollout: Rollout
    ) -> tuple[Learner, dict[str, Array]]:
        full, statistics, bonus = estimate(config, table, learner, rollout)
        size = full.actions.size
        flat = jax.tree.map(lambda each: each.reshape(size, *each.shape[2:]), full)
        memory = learner.memory
        if imitation:
            memory = remember(config, memory, full, rollout)
            num_used = jnp.maximum(memory.used.sum(), 1)

        num_batches = size // config.batch_size

        def shuffled(each: Array, order: Array) -> Array:
            return each[order].reshape(num_batches, config.batch_size, *each.shape[1:])

        def minibatch(
            carry: Any, both: tuple[Batch, Memory | None]
        ) -> tuple[Any, tuple[Array, Array]]:
            agent, agent_state, curiosity, curiosity_state = carry
            grads, report = agent_grad(agent, *both)
            changes, agent_state = agent_optimizer.update(grads, agent_state, agent)
            agent = optax.apply_updates(agent, changes)
            if module is not None:
                grads = jax.grad(module.loss)(curiosity, statistics, both[0])
                changes, curiosity_state = curiosity_optimizer.update(grads, curiosity_state)
                curiosity = optax.apply_updates(curiosity, changes)
            return (agent, agent_state, curiosity, curiosity_state), report

        def epoch(carry: Any, order: Array) -> tuple[Any, tuple[Array, Array]]:
            batches = jax.tree.map(lambda each: shuffled(each, order), flat)
            again = None
            if imitation:  # the order serves as random numbers
                again = jax.tree.map(lambda each: shuffled(each, order % num_used), memory)
            return jax.lax.scan(minibatch, carry, (batches, again))

        key, use = jax.random.split(jax.random.wrap_key_data(learner.key))
        orders = jax.vmap(lambda k: jax.random.permutation(k, size))(
            jax.random.split(use, config.num_epochs)
        )[:, : num_batches * config.batch_size]
        carry, (value_loss, entropy) = jax.lax.scan(epoch, learner[:4], orders)
        report = {
            "bonus": bonus,
            "value_loss": value_loss.mean(),
            "entropy": entropy[-1].mean(),
        }
        return Learner(*carry, statistics, memory, jax.random.key_data(key)), report

    return jax.jit(jax.vmap(update, in_axes=(None, 0, 0)))
