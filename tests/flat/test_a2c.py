"""A2C: its gradient in closed form, its optimiser, and its truncations."""

from dataclasses import replace
from functools import partial

import jax
import numpy as np
import pytest
from tiny import (
    INPUTS,
    NUM_ACTIONS,
    NUM_INPUTS,
    TABLE,
    assert_close,
    force,
    make_agent,
    make_random_rollout,
    make_rollout,
    member,
    probabilities,
    stack,
)

from aljabr.flat import a2c
from aljabr.flat.a2c import A2CConfig
from aljabr.flat.networks import mlp

CONFIG = A2CConfig(entropy_coefficient=0.1)
SHAPE = (8, 4)


@pytest.fixture(scope="module")
def gradient():
    return jax.jit(jax.grad(partial(a2c.loss, CONFIG), has_aux=True))


@pytest.fixture(scope="module")
def update():
    return a2c.make_update(CONFIG)


def make_learner(seed=0):
    return a2c.init(CONFIG, NUM_INPUTS, NUM_ACTIONS, seed)


def test_the_gradient_in_closed_form(gradient):
    agent = make_agent(preference=0.5)
    rng = np.random.default_rng(0)
    rewards, actions = rng.standard_normal(SHAPE), rng.integers(2, size=SHAPE)
    zeros = np.zeros(SHAPE, int)
    rollout = make_rollout(agent, zeros, actions, zeros, rewards, terminated=True)
    found, report = gradient(agent, TABLE, rollout)
    value = mlp(np, agent["value"], INPUTS[0])[0]
    policy = probabilities(agent)
    entropy = -(policy * np.log(policy)).sum()
    advantage = rewards - value  # every step is an episode
    expected = -(advantage[..., None] * (np.eye(2)[actions] - policy)).mean((0, 1))
    expected += 0.1 * policy * (np.log(policy) + entropy)
    np.testing.assert_allclose(found["policy"][-1]["b"], expected, rtol=1e-4, atol=1e-6)
    expected_value = 0.5 * 2.0 * (value - rewards.mean())
    np.testing.assert_allclose(found["value"][-1]["b"], [expected_value], rtol=1e-4)
    assert report["entropy"] == pytest.approx(entropy, rel=1e-4)


def test_a_forced_step_teaches_the_policy_nothing(gradient):
    # Where one action is legal, it is certain, whatever the network says of the other.
    agent = make_agent(preference=0.5)
    rng = np.random.default_rng(0)
    rewards, actions = rng.standard_normal(SHAPE), rng.integers(2, size=SHAPE)
    zeros, forced = np.zeros(SHAPE, int), rng.random(SHAPE) < 0.5
    rollout = make_rollout(
        agent, zeros, actions, zeros, rewards, terminated=True, mask=force(actions, forced)
    )
    found, report = gradient(agent, TABLE, rollout)
    value = mlp(np, agent["value"], INPUTS[0])[0]
    policy = probabilities(agent)
    entropy = -(policy * np.log(policy)).sum()
    weights = (rewards - value) * ~forced
    expected = -(weights[..., None] * (np.eye(2)[actions] - policy)).mean((0, 1))
    free = 1.0 - forced.mean()
    expected += free * 0.1 * policy * (np.log(policy) + entropy)
    np.testing.assert_allclose(found["policy"][-1]["b"], expected, rtol=1e-4, atol=1e-6)
    assert report["entropy"] == pytest.approx(free * entropy, rel=1e-4)


@pytest.mark.parametrize("terminated", [True, False])
def test_truncation_is_bootstrapped_and_no_gradient_flows_into_the_target(gradient, terminated):
    agent = make_agent()
    zeros = np.zeros(SHAPE, int)
    rollout = make_rollout(agent, zeros, zeros, zeros + 1, -1.0, terminated, ended=True)
    found, _ = gradient(agent, TABLE, rollout)
    value, next_value = (mlp(np, agent["value"], INPUTS[state])[0] for state in (0, 1))
    target = -1.0 if terminated else -1.0 + 0.99 * next_value
    np.testing.assert_allclose(found["value"][-1]["b"], [value - target], rtol=1e-4)


def test_the_update_is_pytorchs_rmsprop(update, gradient):
    learner = make_learner()
    rollout = make_random_rollout(learner.agent)
    new, _ = update(TABLE, stack(learner), stack(rollout))
    grads, _ = gradient(learner.agent, TABLE, rollout)
    norm = np.sqrt(sum((np.asarray(each) ** 2).sum() for each in jax.tree.leaves(grads)))
    assert norm > CONFIG.max_grad_norm

    def step(old, grad):
        clipped = np.asarray(grad) * CONFIG.max_grad_norm / norm
        return old - 7e-4 * clipped / (np.sqrt(0.01 * clipped**2) + 1e-5)

    expected = jax.tree.map(step, learner.agent, grads)
    assert_close(member(new.agent, 0), expected, rtol=1e-3, atol=2e-5)


def test_a_population_of_two_equals_two_runs_of_one(update):
    learners = [make_learner(seed) for seed in (3, 4)]
    rollouts = [make_random_rollout(each.agent, seed) for seed, each in enumerate(learners)]
    together, _ = update(TABLE, stack(*learners), stack(*rollouts))
    for index in range(2):
        alone, _ = update(TABLE, stack(learners[index]), stack(rollouts[index]))
        assert_close(member(together, index), member(alone, 0), rtol=1e-4, atol=1e-5)


def test_the_better_action_becomes_likelier(update):
    learner = make_learner()
    actions = np.arange(32).reshape(SHAPE) % 2
    zeros = np.zeros(SHAPE, int)
    rollout = make_rollout(learner.agent, zeros, actions, zeros, 2 * actions - 1, terminated=True)
    new, _ = update(TABLE, stack(learner), stack(rollout))
    assert probabilities(member(new.agent, 0))[1] > probabilities(learner.agent)[1] + 0.001


def test_presets_are_those_of_the_paper():
    config = A2CConfig()
    assert (config.learning_rate, config.num_steps, config.gamma) == (7e-4, 5, 0.99)
    assert (config.gae_lambda, config.entropy_coefficient) == (1.0, 0.0)
    assert (config.value_coefficient, config.max_grad_norm) == (0.5, 0.5)
    assert replace(config, num_lanes=3).steps_per_update == 15
