"""PPO with curiosity by RND on `aljabr/Fixed-v0`, in one file and with the public API alone.

    python examples/ppo_rnd.py                                 the first three equations of Table 1
    python examples/ppo_rnd.py --equations "a*x + b" --steps 60000

PPO (Schulman et al., 2017) maximises  E[min(r A, clip(r, 1 - c, 1 + c) A)],  r = pi / pi_old.
RND (Burda et al., 2018) adds a bonus to the reward: the error of a network that learns to foretell
what another, fixed at random, says of the state reached. What is new is foretold badly. The bonus
has a value head of its own, without ends of episodes, and is divided by its running deviation.

Needs the extra `train`. To read from top to bottom: game, networks, collecting, learning, the loop.
"""

import argparse
from itertools import pairwise
from typing import NamedTuple

import gymnasium as gym
import jax
import jax.numpy as jnp
import numpy as np
import optax

import aljabr.envs  # noqa: F401 (registers the environments)
from aljabr.datasets import FIXED

NUM_LANES, NUM_STEPS = 64, 32  # a rollout has 2,048 steps
NUM_EPOCHS, BATCH_SIZE = 4, 256
LEARNING_RATE, CLIP, MAX_NORM = 1e-3, 0.2, 0.5
GAMMA, GAMMA_BONUS, LAMBDA = 0.99, 0.99, 0.95
ENTROPY_WEIGHT, VALUE_WEIGHT, BONUS_WEIGHT = 0.01, 0.5, 0.02
WIDTH = 64

# -- what the networks see -------------------------------------------------------------------------

# An observation is 100 tokens, names and no quantities: each has a fixed random vector for each
# place where it can stand, and what is seen is their sum. Token 0 is padding.
VECTORS = np.random.default_rng(0).normal(size=(100, 70, WIDTH)).astype(np.float32) / 8
VECTORS[:, 0] = 0


def see(tokens):
    """Turn observations [N, 100] into inputs [N, WIDTH]."""
    return VECTORS[np.arange(100), tokens].sum(1)


# -- networks --------------------------------------------------------------------------------------


def make_network(key, *sizes, last=1.0):
    """Make the layers of a perceptron."""
    keys = jax.random.split(key, len(sizes) - 1)
    gains = [2**0.5] * (len(sizes) - 2) + [last]
    shapes = pairwise(sizes)
    return [
        (gain * jax.nn.initializers.orthogonal()(k, shape), jnp.zeros(shape[1]))
        for k, shape, gain in zip(keys, shapes, gains, strict=True)
    ]


def run(layers, inputs):
    """Run a perceptron: tanh between the layers, linear at the end."""
    for weights, biases in layers[:-1]:
        inputs = jnp.tanh(inputs @ weights + biases)
    weights, biases = layers[-1]
    return inputs @ weights + biases


def log_policy(params, inputs, mask):
    """Return the log-probabilities of the actions; illegal ones have none."""
    return jax.nn.log_softmax(jnp.where(mask, run(params["policy"], inputs), -1e9))


def surprise(params, target, inputs):
    """Return how badly the predictor foretells the target, state by state."""
    return ((run(params["predictor"], inputs) - run(target, inputs)) ** 2).mean(-1)


@jax.jit
def act(params, key, inputs, mask):
    """Draw actions; return them with their log-probabilities."""
    log_probs = log_policy(params, inputs, mask)
    actions = jax.random.categorical(key, log_probs)
    return actions, jnp.take_along_axis(log_probs, actions[:, None], 1)[:, 0]


# -- collecting ------------------------------------------------------------------------------------


class Steps(NamedTuple):
    """A rollout, [T, N, ...] each."""

    inputs: np.ndarray
    mask: np.ndarray
    actions: np.ndarray
    log_probs: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray  # nothing follows: solved, or a dead end
    ended: np.ndarray  # so are games that have run out of steps
    next_inputs: np.ndarray  # of the state reached, not of the next game's start
    solved: np.ndarray


def collect(envs, observation, info, params, key):
    """Play NUM_STEPS in every lane; return the steps and where the lanes are then."""
    rows = []
    for step_key in jax.random.split(key, NUM_STEPS):
        inputs, mask = see(observation), info["action_mask"].astype(bool)
        actions, log_probs = map(np.asarray, act(params, step_key, inputs, mask))
        observation, rewards, terminated, truncated, info = envs.step(actions)
        ended, reached = terminated | truncated, observation.copy()
        for lane in np.flatnonzero(ended):
            reached[lane] = info["final_obs"][lane]
        rows.append((inputs, mask, actions, log_probs, rewards.astype(np.float32), terminated,
                     ended, see(reached), info["solved"]))  # fmt: skip
    return Steps(*map(np.stack, zip(*rows, strict=True))), observation, info


# -- learning --------------------------------------------------------------------------------------


def advantages(rewards, values, next_values, terminated, ended, gamma):
    """Return generalised advantages: A_t = d_t + gamma lambda A_t+1, and 0 beyond an end."""

    def back(later, step):
        reward, value, next_value, terminal, end = step
        delta = reward + gamma * (1 - terminal) * next_value - value
        now = delta + gamma * LAMBDA * (1 - end) * later
        return now, now

    steps = (rewards, values, next_values, terminated, ended)
    return jax.lax.scan(back, jnp.zeros(rewards.shape[1]), steps, reverse=True)[1]


OPTIMIZER = optax.chain(optax.clip_by_global_norm(MAX_NORM), optax.adam(LEARNING_RATE))


def loss(params, target, batch):
    """Return PPO's loss of a minibatch, and the predictor's."""
    inputs, mask, actions, old_log_probs, next_inputs, advantage, returns = batch
    log_probs = log_policy(params, inputs, mask)
    ratio = jnp.exp(jnp.take_along_axis(log_probs, actions[:, None], 1)[:, 0] - old_log_probs)
    scaled = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    policy_loss = -jnp.minimum(ratio * scaled, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * scaled).mean()
    value_loss = ((run(params["values"], inputs) - returns) ** 2).mean(0).sum()
    entropy = -(jnp.exp(log_probs) * log_probs).sum(-1).mean()
    foretelling = surprise(params, target, next_inputs).mean()
    return policy_loss + VALUE_WEIGHT * value_loss - ENTROPY_WEIGHT * entropy + foretelling


@jax.jit
def learn(params, state, target, deviation, steps, key):
    """Learn from a rollout; return also the bonuses' new running deviation."""
    bonus = surprise(params, target, steps.next_inputs)
    deviation = jnp.where(deviation == 0, bonus.std(), 0.95 * deviation + 0.05 * bonus.std())
    values, next_values = (
        run(params["values"], each) for each in (steps.inputs, steps.next_inputs)
    )
    ended, never = steps.ended.astype(jnp.float32), jnp.zeros(bonus.shape)
    terminated = steps.terminated.astype(jnp.float32)
    outer = advantages(
        steps.rewards, values[..., 0], next_values[..., 0], terminated, ended, GAMMA
    )  # fmt: skip
    inner = advantages(
        bonus / (deviation + 1e-8), values[..., 1], next_values[..., 1], never, never, GAMMA_BONUS
    )
    returns = jnp.stack([outer, inner], -1) + values
    whole = (steps.inputs, steps.mask, steps.actions, steps.log_probs, steps.next_inputs,
             outer + BONUS_WEIGHT * inner, returns)  # fmt: skip
    size = NUM_STEPS * NUM_LANES
    flat = jax.tree.map(lambda each: each.reshape(size, *each.shape[2:]), whole)

    def update(carry, rows):
        params, state = carry
        grads = jax.grad(loss)(params, target, jax.tree.map(lambda each: each[rows], flat))
        changes, state = OPTIMIZER.update(grads, state)
        return (optax.apply_updates(params, changes), state), None

    orders = [jax.random.permutation(each, size) for each in jax.random.split(key, NUM_EPOCHS)]
    rows = jnp.concatenate(orders).reshape(-1, BATCH_SIZE)
    (params, state), _ = jax.lax.scan(update, (params, state), rows)
    return params, state, deviation, bonus.mean()


# -- the loop --------------------------------------------------------------------------------------


def solves_greedily(params, equation):
    """Play the likeliest actions; return whether they solve the equation."""
    env = gym.make("aljabr/Fixed-v0", equation=equation)
    observation, info = env.reset()
    over = False
    while not over:
        log_probs = log_policy(params, see(observation[None]), info["action_mask"] > 0)
        observation, _, terminated, truncated, info = env.step(int(log_probs.argmax()))
        over = terminated or truncated
    return info["solved"]


def train(equation, num_steps, seed):
    """Train on one equation until nine of ten games are solved, and greedy play solves it."""
    envs = gym.make_vec("aljabr/Fixed-v0", num_envs=NUM_LANES, equation=equation)
    key, *keys = jax.random.split(jax.random.key(seed), 5)
    params = {
        "policy": make_network(keys[0], WIDTH, WIDTH, WIDTH, envs.single_action_space.n, last=0.01),
        "values": make_network(keys[1], WIDTH, WIDTH, WIDTH, 2),  # of the reward, of the bonus
        "predictor": make_network(keys[2], WIDTH, WIDTH, WIDTH),
    }
    target = make_network(keys[3], WIDTH, WIDTH, WIDTH)
    state, deviation, first = OPTIMIZER.init(params), jnp.zeros(()), None
    observation, info = envs.reset(seed=seed)
    for step in range(0, num_steps, NUM_STEPS * NUM_LANES):
        key, play_key, learn_key = jax.random.split(key, 3)
        steps, observation, info = collect(envs, observation, info, params, play_key)
        params, state, deviation, bonus = learn(params, state, target, deviation, steps, learn_key)
        first = first or (step + int(steps.solved.argmax()) + 1 if steps.solved.any() else None)
        success = steps.solved.sum() / max(steps.ended.sum(), 1)
        if step % (10 * NUM_STEPS * NUM_LANES) == 0:
            print(f"  step {step:7,}: {success:.0%} of the games solved, bonus {bonus:.3f}")
        if success > 0.9 and solves_greedily(params, equation):
            break
    played, solved = step + NUM_STEPS * NUM_LANES, solves_greedily(params, equation)
    print(f"{equation}: first solved in step {first}, greedy after {played}: {solved}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="PPO with RND on single equations.")
    parser.add_argument("--equations", nargs="+", default=list(FIXED.values())[:3])
    parser.add_argument("--steps", type=int, default=300_000, help="for each equation, at the most")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for equation in options.equations:
        train(equation, options.steps, options.seed)
