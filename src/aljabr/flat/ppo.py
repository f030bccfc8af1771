"""Proximal Policy Optimisation (Schulman et al., 2017), with or without curiosity.

    L = -E[min(rho A, clip(rho, 1 - eps, 1 + eps) A)] + c_v E[(V - R)^2] - c_e H,
    rho = pi(a|s) / pi_old(a|s)

`APPENDIX` holds Stable-Baselines3's defaults, as in the paper's appendix; `PPOConfig()` holds ours:
larger rollouts, fewer epochs, some entropy and self-imitation (`imitation`). How a bonus enters is
said in `curiosity.entering`. Deviations: the steps of an update are played in
`num_lanes` lanes; a truncated episode is bootstrapped from the state it reached; advantages that
differ by their rounding only count as equal (`standardised`).
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
from jax.flatten_util import ravel_pytree

from aljabr.errors import UserError
from aljabr.flat.curiosity import CURIOSITIES, PAPERS, Curiosity, Seen, entering
from aljabr.flat.curiosity.entering import Entered, Step, Style
from aljabr.flat.imitation import Memory, empty_memory, imitation_loss, remember
from aljabr.flat.networks import encode, init_agent, log_policy, values
from aljabr.flat.rollout import Rollout
from aljabr.ledger.checkpoint import Array, Params

CuriosityName = Literal["rnd", "icm", "ride", "ngu", "count", "e3b"]


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
    style: Style = "ours"
    """How the bonus is scaled and enters: as ours, nearer to the papers, or as in rllte."""
    bonus_coefficient: float | None = None
    """Weight of the bonus; by default the module's own, or that of its share."""
    bonus_share: float = 0.2
    """Share of the bonus in the advantages' deviation at the start, in the papers' style."""
    whitening_steps: int = 2048
    """Steps of random play that set the whitening, for the modules that whiten, in that style."""
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
        if not 0.0 <= self.bonus_share < 1.0:
            raise UserError("bonus_share must be at least 0 and below 1")
        if self.whitening_steps < 0:
            raise UserError("whitening_steps must not be negative")
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
        modules = CURIOSITIES if self.style == "ours" else PAPERS
        return None if self.curiosity is None else modules[self.curiosity]

    @property
    def whitens(self) -> bool:
        """Whether inputs are whitened by random play before anything is learned."""
        module = self.module
        return module is not None and module.whiten is not None and self.whitening_steps > 0

    @property
    def num_values(self) -> int:
        """Heads of the value: a second one for the bonus, where it has its own."""
        if self.module is None or self.style == "rllte":
            return 1
        return 2 if self.style == "papers" or self.module.separate_value else 1

    @property
    def bonus_weight(self) -> float:
        """The weight of the bonus in force, where it is not set by a share."""
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


def _agent_optimizer(config: PPOConfig) -> optax.GradientTransformation:
    return _at_once(
        optax.chain(
            optax.clip_by_global_norm(config.max_grad_norm),
            optax.adam(config.learning_rate, eps=1e-5),
        )
    )


def _curiosity_optimizer(config: PPOConfig) -> optax.GradientTransformation:
    return _at_once(optax.adam(config.learning_rate))


def _at_once(optimizer: optax.GradientTransformation) -> optax.GradientTransformation:
    """Show an optimiser all parameters as one array: one large step costs less than many small."""

    def init(params: Params) -> Any:
        return optimizer.init(ravel_pytree(params)[0])

    def update(grads: Params, state: Any, params: Params = None) -> tuple[Params, Any]:
        flat, apart = ravel_pytree(grads)
        changes, state = optimizer.update(
            flat, state, None if params is None else ravel_pytree(params)[0]
        )
        return apart(changes), state

    return optax.GradientTransformation(init, update)


def init(config: PPOConfig, num_inputs: int, num_actions: int, seed: int) -> Learner:
    """Make one member."""
    rng = np.random.default_rng(seed)
    module = config.module
    agent = init_agent(rng, num_inputs, num_actions, config.num_values)
    params: Params = {}
    statistics: Params = {}
    if module is not None:
        params, statistics = module.init(rng, num_inputs, num_actions, config.num_lanes)
        if config.style != "ours":
            statistics = {"module": statistics, "size": entering.start(config.num_lanes)}
    return Learner(
        agent,
        _agent_optimizer(config).init(agent),
        params,
        _curiosity_optimizer(config).init(params),
        statistics,
        empty_memory(config.memory_size, num_inputs, num_actions)
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
) -> tuple[Batch, Params, dict[str, Array]]:
    """Compute bonuses, then advantages and returns, of a rollout [T, N, ...]; report both."""
    module, none = config.module, jnp.zeros(())
    inputs = encode(jnp, rollout.tokens, table)
    next_inputs = encode(jnp, rollout.next_tokens, table)
    step = Step(
        rollout.rewards, values(jnp, learner.agent, inputs),
        values(jnp, learner.agent, next_inputs), rollout.terminated.astype(jnp.float32),
        rollout.ended.astype(jnp.float32), config.gamma, config.gae_lambda,
    )  # fmt: skip
    statistics, report = learner.statistics, {"bonus": none, "bonus_share": none}
    value = step.value[..., 0].mean()
    if module is None:
        total = step.advantages(step.rewards)
        returns = (total + step.value[..., 0])[..., None]
    else:
        seen = Seen(
            inputs, rollout.ids, rollout.actions, next_inputs, rollout.next_ids, rollout.ended
        )
        entered, statistics, bonus = _enter(config, module, learner, step, seen)
        total, returns = entered.advantages, entered.returns
        report = {"bonus": bonus.mean(), "bonus_share": entered.share}
    batch = Batch(
        inputs, rollout.mask, rollout.actions, rollout.log_probs, next_inputs, total, returns
    )
    return batch, statistics, {**report, "value": value}


def _enter(
    config: PPOConfig, module: Curiosity, learner: Learner, step: Step, seen: Seen
) -> tuple[Entered, Params, Array]:
    """Let a module's bonus enter, in the style asked for."""
    before, gamma = learner.statistics, config.bonus_gamma
    if config.style == "ours":
        bonus, after = module.bonus(learner.curiosity, before, seen)
        found = entering.ours(step, bonus, config.bonus_weight, module.separate_value, gamma)
        return found, after, bonus
    raw, fixed = module.bonus(learner.curiosity, before["module"], seen)
    bonus, size = entering.scaled(config.style, before["size"], raw, gamma)
    if config.style == "rllte":
        found = entering.afterwards(step, bonus, config.bonus_weight)
    else:
        endless = gamma if module.separate_value else None
        found, size = entering.papers(
            step, bonus, size, config.bonus_share, config.bonus_coefficient, endless
        )
    return found, {"module": fixed, "size": size}, bonus


def module_statistics(config: PPOConfig, statistics: Params) -> Params:
    """Return the part of the statistics that is the module's."""
    return statistics if config.style == "ours" or not statistics else statistics["module"]


def whiten(config: PPOConfig, table: Array | None, learner: Learner, rollout: Rollout) -> Learner:
    """Let the module see the states of a rollout [T, N], before anything is learned."""
    module = config.module
    assert module is not None
    assert module.whiten is not None
    fixed = module.whiten(learner.statistics["module"], encode(jnp, rollout.next_tokens, table))
    return learner._replace(statistics={**learner.statistics, "module": fixed})


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
        full, statistics, curious = estimate(config, table, learner, rollout)
        fixed = module_statistics(config, statistics)
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
                grads = jax.grad(module.loss)(curiosity, fixed, both[0])
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
            **curious,
            "value_loss": value_loss.mean(),
            "entropy": entropy[-1].mean(),
        }
        return Learner(*carry, statistics, memory, jax.random.key_data(key)), report

    return jax.jit(jax.vmap(update, in_axes=(None, 0, 0)))
