"""Uniform random play: any legal action is as likely as any other, and nothing is learned.

What it solves, an agent need not be praised for.
"""

from __future__ import annotations

from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np

from aljabr.flat.networks import init_agent
from aljabr.flat.ppo import Learner, Update
from aljabr.flat.rollout import Rollout
from aljabr.ledger.checkpoint import Array, Params


@dataclass(frozen=True)
class ChanceConfig:
    """How chance plays."""

    num_steps: int = 64
    """Steps per lane between two reports."""
    num_lanes: int = 128
    """Games a member plays side by side."""

    def check(self) -> None:
        """Nothing can be wrong: there are no flags."""

    @property
    def steps_per_update(self) -> int:
        """Steps a member plays between two reports, over all its lanes."""
        return self.num_steps * self.num_lanes


def indifferent(agent: Params) -> Params:
    """Return an agent to which all legal actions are the same."""
    return jax.tree.map(jnp.zeros_like, agent)


def init(config: ChanceConfig, num_inputs: int, num_actions: int, seed: int) -> Learner:
    """Make one member."""
    agent = indifferent(init_agent(np.random.default_rng(seed), num_inputs, num_actions))
    return Learner(agent, (), {}, (), {}, {}, jax.random.key_data(jax.random.key(seed)))


def make_update(config: ChanceConfig) -> Update:
    """Return an update that learns nothing."""

    def update(
        table: Array | None, learner: Learner, rollout: Rollout
    ) -> tuple[Learner, dict[str, Array]]:
        nothing = np.zeros(len(rollout.rewards), np.float32)
        names = ("bonus", "bonus_share", "value", "value_loss", "entropy")
        entropy = np.log(np.asarray(rollout.mask).sum(-1)).mean((1, 2))
        return learner, {**dict.fromkeys(names, nothing), "entropy": entropy}

    return update
