"""Games so small that what a learner makes of them can be computed by hand."""

import jax
import numpy as np

from aljabr.algebra.tokens import NUM_TOKENS
from aljabr.flat.networks import FEATURES, code_table, encode, init_agent, log_policy
from aljabr.flat.rollout import Rollout

TABLE = code_table(100)
TOKENS = np.random.default_rng(7).integers(1, NUM_TOKENS, (12, 100)).astype(np.int8)
"""What the states 0, 1, ... look like."""
INPUTS = encode(np, TOKENS, TABLE)
NUM_ACTIONS = 2
NUM_INPUTS = FEATURES


def make_agent(seed=0, num_values=1, preference=0.0):
    """Make an agent for two actions that leans to the second one."""
    agent = init_agent(np.random.default_rng(seed), NUM_INPUTS, NUM_ACTIONS, num_values)
    agent["policy"][-1]["b"][1] = preference
    return agent


def make_rollout(
    agent, states, actions, next_states, rewards=0.0, terminated=False, ended=None, mask=None
):
    """Make one member's rollout [T, N, ...] from the states, as numbers, that it went through."""
    states, actions, next_states = map(np.asarray, (states, actions, next_states))
    terminated = np.broadcast_to(terminated, states.shape)
    ended = terminated if ended is None else terminated | np.broadcast_to(ended, states.shape)
    mask = np.ones((*states.shape, NUM_ACTIONS), bool) if mask is None else mask
    log_probs = log_policy(np, agent, INPUTS[states], mask)
    return Rollout(
        ids=states.astype(np.int32),
        tokens=TOKENS[states],
        mask=mask,
        actions=actions.astype(np.int32),
        log_probs=np.take_along_axis(log_probs, actions[..., None], -1)[..., 0],
        rewards=np.broadcast_to(np.float32(rewards), states.shape),
        terminated=terminated,
        ended=ended,
        next_tokens=TOKENS[next_states],
        next_ids=next_states.astype(np.int32),
        solved=np.zeros(states.shape, bool),
    )


def force(actions, forced):
    """Return masks that leave no other action than the one taken, where it was forced."""
    return np.eye(NUM_ACTIONS, dtype=bool)[actions] | ~np.asarray(forced)[..., None]


def make_random_rollout(agent, seed=0, shape=(8, 4)):
    """Make a rollout of random moves, with rewards and both kinds of ends."""
    rng = np.random.default_rng(seed)
    states, next_states = rng.integers(len(TOKENS), size=(2, *shape))
    return make_rollout(
        agent, states, rng.integers(NUM_ACTIONS, size=shape), next_states,
        rng.standard_normal(shape), rng.random(shape) < 0.1, rng.random(shape) < 0.1,
    )  # fmt: skip


def stack(*trees):
    """Stack members into a population."""
    return jax.tree.map(lambda *leaves: np.stack([np.asarray(each) for each in leaves]), *trees)


def member(tree, index):
    """Return one member of a population."""
    return jax.tree.map(lambda each: each[index], tree)


def probabilities(agent, state=0):
    """Return the policy in one state."""
    return np.exp(log_policy(np, agent, INPUTS[state], np.ones(NUM_ACTIONS, bool)))


def assert_close(one, other, **tolerance):
    jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, **tolerance), one, other)
