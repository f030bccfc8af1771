"""How a bonus enters learning: its size, its weight, and its share of the advantages.

Three styles:

- `ours`: relative to its rollout, with a weight of its own, less its mean, added to the reward; or,
  for RND, a second reward with its own value head.
- `papers`: divided by the running deviation of its discounted sums (Burda et al., 2019), so that it
  fades as the world becomes familiar; a second reward with its own value head, whose returns end
  with the episode, but for RND's. One share for all modules sets the weight: it is found over the
  first updates after a warm-up, and stays.
- `rllte`: divided by its running deviation, and added to advantages and returns after they are
  computed, with weight 1.

The *share* of a bonus is the deviation of its part of the advantages, by the sum of the deviations
of both parts. Where there is one value for both (`ours`, but for RND), its part is that of the
bonus alone, without a value.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from aljabr.flat.curiosity import statistics
from aljabr.flat.rollout import advantages
from aljabr.ledger.checkpoint import Array, Params

Style = Literal["ours", "papers", "rllte"]
WARM_UP: Final = 10
"""Updates before a bonus's running statistics begin."""
CALIBRATION: Final = 10
"""Updates after it, over which the weight is found that gives a bonus its share."""


class Step(NamedTuple):
    """What advantages are computed from, [T, N] each; values [T, N, V]."""

    rewards: Array
    value: Array
    next_value: Array
    terminated: Array
    ended: Array
    gamma: float
    gae_lambda: float

    def advantages(self, rewards: Array, head: int = 0) -> Array:
        """Return the advantages of some rewards by one head of the value."""
        return advantages(
            rewards, self.value[..., head], self.next_value[..., head], self.terminated,
            self.ended, self.gamma, self.gae_lambda,
        )  # fmt: skip

    def endless(self, rewards: Array, gamma: float) -> Array:
        """Return the advantages by the second head of rewards that do not end with episodes."""
        never = jnp.zeros_like(self.ended)
        # Curiosity does not end with the episode: the next step's start follows.
        following = jnp.concatenate([self.value[1:, :, 1], self.next_value[-1:, :, 1]])
        return advantages(
            rewards, self.value[..., 1], following, never, never, gamma, self.gae_lambda
        )

    def without_value(self, rewards: Array) -> Array:
        """Return the discounted sums of rewards, as advantages without a value."""
        nothing = jnp.zeros_like(rewards)
        return advantages(
            rewards, nothing, nothing, self.terminated, self.ended, self.gamma, self.gae_lambda
        )


class Entered(NamedTuple):
    """What learning gets."""

    advantages: Array
    returns: Array  # [T, N, V]
    share: Array


def share(reward_part: Array, bonus_part: Array) -> Array:
    """Return the bonus's share of the advantages' deviation, from 0 to 1."""
    reward, bonus = reward_part.std(), bonus_part.std()
    return bonus / (reward + bonus + 1e-12)


def ours(step: Step, bonus: Array, weight: float, separate: bool, gamma: float) -> Entered:
    """Add the bonus to the reward, less its mean; or give it a head of its own."""
    value = step.value
    if separate:
        total = step.advantages(step.rewards)
        # Scaled so that the value of a steady bonus of one is one.
        intrinsic = step.endless((1.0 - gamma) * bonus, gamma)
        returns = jnp.stack([total + value[..., 0], intrinsic + value[..., 1]], -1)
        part = weight * intrinsic
        return Entered(total + part, returns, share(total, part))
    # Less its mean: a steady bonus would be a reward for staying alive.
    centred = weight * (bonus - bonus.mean())
    total = step.advantages(step.rewards + centred)
    part = step.without_value(centred)
    return Entered(total, (total + value[..., 0])[..., None], share(total - part, part))


# -- nearer to the papers --------------------------------------------------------------------------


def start(num_lanes: int) -> Params:
    """Return the statistics of a bonus's size and weight."""
    return {
        "age": np.float32(0.0),  # updates so far
        "sums": np.zeros(num_lanes, np.float32),
        "size": statistics.start(),
        "weight": {"reward": np.float32(0.0), "bonus": np.float32(0.0), "age": np.float32(0.0)},
    }


def scaled(style: Style, state: Params, raw: Array, gamma: float) -> tuple[Array, Params]:
    """Divide a bonus [T, N] by a running deviation: that of its discounted sums, or its own.

    In the warm-up only the rollout itself counts: the errors of an untrained network are a hundred
    times those of a few updates later, and would be all that is ever seen of a deviation.
    """

    def forward(before: Array, bonus: Array) -> tuple[Array, Array]:
        now = gamma * before + bonus
        return now, now

    age = state["age"]
    # As if it had always been so: sums that grow from nothing would deviate by their growth.
    steady = raw.mean() / (1.0 - gamma)
    sums, series = jax.lax.scan(forward, jnp.where(age < WARM_UP // 2, steady, state["sums"]), raw)
    measured = series if style == "papers" else raw
    size = statistics.update(_unless(age < WARM_UP, state["size"], statistics.start()),
                             measured.reshape(-1))  # fmt: skip
    state = {**state, "age": age + 1.0, "sums": sums, "size": size}
    return raw / (jnp.sqrt(size["var"]) + 1e-8), state


def _unless(condition: Array, state: Params, other: Params) -> Params:
    """Return a state, or another under a condition."""
    return jax.tree.map(lambda now, then: jnp.where(condition, then, now), state, other)


def weighed(state: Params, reward_part: Array, bonus_part: Array, wanted: float) -> Any:
    """Return the weight that gives the bonus its share, as found so far, and the statistics.

    In the warm-up it is found anew each time. Then the first updates count in which both parts say
    something; later on the bonus may fade. `state` is that after `scaled`.
    """
    weight = _unless(state["age"] <= WARM_UP, state["weight"], start(1)["weight"])
    reward, bonus = reward_part.std(), bonus_part.std()
    learns = (weight["age"] < CALIBRATION) & (reward > 1e-8) & (bonus > 1e-8)
    weight = {
        "reward": weight["reward"] + jnp.where(learns, reward, 0.0),
        "bonus": weight["bonus"] + jnp.where(learns, bonus, 0.0),
        "age": weight["age"] + jnp.where(learns, 1.0, 0.0),
    }
    ratio = weight["reward"] / (weight["bonus"] + 1e-12)
    return wanted / (1.0 - wanted) * ratio, {**state, "weight": weight}


def papers(
    step: Step, bonus: Array, state: Params, wanted: float, given: float | None, gamma: float | None
) -> tuple[Entered, Params]:
    """Give the bonus a value head of its own, and the share that is wanted.

    Args:
        step: the rest.
        bonus: scaled.
        state: of `start`.
        wanted: the share.
        given: a weight, instead of a share.
        gamma: the discount of a bonus that does not end with the episode; None for one that does.
    """
    total = step.advantages(step.rewards)
    part = step.advantages(bonus, 1) if gamma is None else step.endless(bonus, gamma)
    returns = jnp.stack([total + step.value[..., 0], part + step.value[..., 1]], -1)
    weight: Any = given
    if given is None:
        weight, state = weighed(state, total, part, wanted)
    part = weight * part
    return Entered(total + part, returns, share(total, part)), state


def afterwards(step: Step, bonus: Array, weight: float) -> Entered:
    """Add the bonus to advantages and returns that know nothing of it."""
    total, part = step.advantages(step.rewards), weight * bonus
    returns = (total + part + step.value[..., 0])[..., None]
    return Entered(total + part, returns, share(total, part))
