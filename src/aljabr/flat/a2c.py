"""Advantage Actor-Critic (Mnih et al., 2016), synchronous.

    L = -E[A log pi(a|s)] + c_v E[(V - R)^2] - c_e H,   one step of RMSProp per rollout of 5 steps

Presets are Stable-Baselines3's defaults, as in the paper's appendix; deviation: `num_lanes` lanes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax

from aljabr.errors import UserError
from aljabr.flat.networks import encode, init_agent, log_policy, values
from aljabr.flat.ppo import Learner, Update
from aljabr.flat.rollout import Rollout, advantages
from aljabr.ledger.checkpoint import Array, Params


@dataclass(frozen=True)
class A2CConfig:
    """Hyperparameters of A2C."""

    learning_rate: float = 7e-4
    """RMSProp's step size."""
    num_steps: int = 5
    """Steps per lane between two updates."""
    num_lanes: int = 32
    """Games a member plays side by side."""
    gamma: float = 0.99
    """Discount of the reward."""
    gae_lambda: float = 1.0
    """Decay of the advantages' horizon."""
    entropy_coefficient: float = 0.0
    """Weight of the entropy."""
    value_coefficient: float = 0.5
    """Weight of the value loss."""
    max_grad_norm: float = 0.5
    """Bound on the norm of the gradient."""

    def check(self) -> None:
        """Refuse an update without a step."""
        for name in ("num_steps", "num_lanes"):
            if getattr(self, name) < 1:
                raise UserError(f"{name} must be at least 1")

    @property
    def steps_per_update(self) -> int:
        """Steps a member plays between two updates, over all its lanes."""
        return self.num_steps * self.num_lanes


def _optimizer(config: A2CConfig) -> optax.GradientTransformation:
    return optax.chain(
        optax.clip_by_global_norm(config.max_grad_norm),
        optax.rmsprop(config.learning_rate, decay=0.99, eps=1e-5, eps_in_sqrt=False),
    )


def init(config: A2CConfig, num_inputs: int, num_actions: int, seed: int) -> Learner:
    """Make one member."""
    agent = init_agent(np.random.default_rng(seed), num_inputs, num_actions)
    key = jax.random.key_data(jax.random.key(seed))
    return Learner(agent, _optimizer(config).init(agent), {}, (), {}, {}, key)


def loss(
    config: A2CConfig, agent: Params, table: Array | None, rollout: Rollout
) -> tuple[Array, dict[str, Array]]:
    """Return the loss of a rollout [T, N, ...], and what to report of it."""
    inputs = encode(jnp, rollout.tokens, table)
    value = values(jnp, agent, inputs)[..., 0]
    next_value = values(jnp, agent, encode(jnp, rollout.next_tokens, table))[..., 0]
    advantage = jax.lax.stop_gradient(
        advantages(
            rollout.rewards,
            value,
            next_value,
            rollout.terminated.astype(jnp.float32),
            rollout.ended.astype(jnp.float32),
            config.gamma,
            config.gae_lambda,
        )
    )
    returns = jax.lax.stop_gradient(advantage + value)
    log_probs = log_policy(jnp, agent, inputs, rollout.mask)
    chosen = jnp.take_along_axis(log_probs, rollout.actions[..., None], -1)[..., 0]
    policy_loss = -(advantage * chosen).mean()
    value_loss = ((value - returns) ** 2).mean()
    entropy = -(jnp.exp(log_probs) * log_probs).sum(-1).mean()
    total = (
        policy_loss + config.value_coefficient * value_loss - config.entropy_coefficient * entropy
    )
    report = {"value": value.mean(), "value_loss": value_loss, "entropy": entropy}
    return total, {"bonus": jnp.zeros(()), **report}


def make_update(config: A2CConfig) -> Update:
    """Return the jitted update of a population: learners [P, ...], rollout [P, T, N, ...]."""
    config.check()
    optimizer = _optimizer(config)
    grad = jax.grad(partial(loss, config), has_aux=True)

    def update(
        table: Array | None, learner: Learner, rollout: Rollout
    ) -> tuple[Learner, dict[str, Array]]:
        grads, report = grad(learner.agent, table, rollout)
        changes, state = optimizer.update(grads, learner.agent_optimizer, learner.agent)
        agent = optax.apply_updates(learner.agent, changes)
        return learner._replace(agent=agent, agent_optimizer=state), report

    return jax.jit(jax.vmap(update, in_axes=(None, 0, 0)))
