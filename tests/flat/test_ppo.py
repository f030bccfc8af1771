"""PPO: its gradient in closed form, its clipping, and what enters the advantages."""

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

from aljabr.flat import ppo
from aljabr.flat.networks import mlp
from aljabr.flat.ppo import Batch, Memory, PPOConfig

TINY = PPOConfig(
    steps_per_update=32, num_lanes=4, batch_size=16, num_epochs=2, learning_rate=1e-3,
    entropy_coefficient=0.0, imitation_coefficient=0.0,
)  # fmt: skip
IMITATING = replace(TINY, imitation_coefficient=0.3, memory_size=16)


@pytest.fixture(scope="module")
def update():
    return ppo.make_update(TINY)


@pytest.fixture(scope="module")
def gradient():
    """Return the jitted gradient of the loss, by configuration."""
    compiled = {}

    def of(config, agent, batch):
        if config not in compiled:
            compiled[config] = jax.jit(jax.grad(partial(ppo.loss, config), has_aux=True))
        return compiled[config](agent, batch)[0]

    return of


def make_learner(config=TINY, seed=0):
    return ppo.init(config, NUM_INPUTS, NUM_ACTIONS, seed)


def make_batch(actions, advantages, ratios, returns=None):
    """Make a minibatch in state 0; the old policy is the new one divided by the ratios."""
    agent = make_agent(preference=0.5)
    actions, advantages = np.array(actions), np.array(advantages, np.float32)
    inputs = np.repeat(INPUTS[:1], len(actions), 0)
    old = np.log(probabilities(agent)[actions] / np.array(ratios)).astype(np.float32)
    returns = np.zeros(len(actions)) if returns is None else np.array(returns)
    mask = np.ones((len(actions), NUM_ACTIONS), bool)
    value_targets = returns[:, None].astype(np.float32)
    return agent, Batch(inputs, mask, actions, old, inputs, advantages, value_targets)


def expected_logit_gradient(agent, batch, ratios, counted):
    """-E[rho A (onehot(a) - pi)] over those whose ratio is not clipped."""
    scaled = (batch.advantages - batch.advantages.mean()) / batch.advantages.std()
    policy = probabilities(agent)
    weights = np.array(ratios) * scaled * np.array(counted)
    return -(weights[:, None] * (np.eye(2)[batch.actions] - policy)).mean(0)


# -- the loss ------------------------------------------------------------------------------------


def test_the_policy_gradient_in_closed_form(gradient):
    ratios = [1.0, 1.1, 0.9, 1.0]
    agent, batch = make_batch([0, 1, 1, 0], [1.0, 2.0, -1.0, 0.5], ratios)
    found = gradient(TINY, agent, batch)["policy"][-1]["b"]
    expected = expected_logit_gradient(agent, batch, ratios, [1, 1, 1, 1])
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-6)
    hidden = np.tanh(INPUTS[0] @ agent["policy"][0]["w"])
    hidden = np.tanh(hidden @ agent["policy"][1]["w"])
    weights = gradient(TINY, agent, batch)["policy"][-1]["w"]
    np.testing.assert_allclose(weights, np.outer(hidden, expected), rtol=1e-3, atol=1e-6)


def test_clipping_stops_the_gradient_only_where_the_ratio_has_gone_far_enough(gradient):
    # Raised already and good, lowered already and bad: clipped. The other two must be undone.
    ratios = [1.5, 0.5, 1.5, 0.5]
    agent, batch = make_batch([0, 1, 1, 0], [1.0, -1.0, -1.0, 1.0], ratios)
    found = gradient(TINY, agent, batch)["policy"][-1]["b"]
    expected = expected_logit_gradient(agent, batch, ratios, [0, 0, 1, 1])
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-6)
    wide = gradient(replace(TINY, clip_range=0.6), agent, batch)["policy"][-1]["b"]
    expected = expected_logit_gradient(agent, batch, ratios, [1, 1, 1, 1])
    np.testing.assert_allclose(wide, expected, rtol=1e-4, atol=1e-6)


def test_advantages_are_normalised_per_minibatch(gradient):
    agent, batch = make_batch([0, 1, 1, 0], [1.0, 2.0, -1.0, 0.5], [1.0] * 4)
    moved = batch._replace(advantages=30.0 * batch.advantages + 7.0)
    one, other = (gradient(TINY, agent, each)["policy"] for each in (batch, moved))
    assert_close(one, other, rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize("size", [4, 16, 64])
def test_equal_advantages_teach_the_policy_nothing(gradient, size):
    # The mean of equal numbers is often one bit off: of 16 times 0.187, say.
    for advantage in (0.5, 0.187, -0.3, 1.1e-3, 77.7):
        actions = np.arange(size) % 3 == 0
        agent, batch = make_batch(actions.astype(int), [advantage] * size, [1.0] * size)
        for leaf in jax.tree.leaves(gradient(TINY, agent, batch)["policy"]):
            np.testing.assert_array_equal(leaf, 0.0)


@pytest.mark.parametrize("size", [2, 3, 17, 64, 100])
def test_equal_advantages_are_nothing_beside_their_mean(size):
    numbers = np.random.default_rng(size).standard_normal((500, 1)).astype(np.float32)
    equal = np.repeat(numbers, size, 1)
    found = jax.jit(jax.vmap(ppo.standardised))(equal, np.zeros((500, size, 1), np.float32))
    np.testing.assert_array_equal(found, 0.0)


@pytest.mark.parametrize("scale", [0.01, 1.0, 100.0])
def test_the_last_bits_of_the_advantages_teach_next_to_nothing(gradient, scale):
    # The same value may come out a bit higher in another row; here, wherever action 1 was taken.
    actions, returns = np.arange(16) % 2, np.full(16, 0.97 * scale)
    bits = np.spacing(np.float32(0.97 * scale)) * actions

    def taught(advantages):
        agent, batch = make_batch(actions, advantages, [1.0] * 16, returns)
        return gradient(TINY, agent, batch)["policy"][-1]["b"]

    np.testing.assert_allclose(taught(2.0 * bits), 0.0, atol=0.01)
    assert taught(1e4 * bits)[1] < -0.2  # as much as of any other clear difference


def test_the_value_gradient_in_closed_form(gradient):
    returns = [1.0, 2.0, 3.0, 6.0]
    agent, batch = make_batch([0, 1, 1, 0], [1.0, -1.0, 1.0, -1.0], [1.0] * 4, returns)
    found = gradient(TINY, agent, batch)["value"][-1]["b"]
    value = mlp(np, agent["value"], INPUTS[0])[0]
    np.testing.assert_allclose(found, [0.5 * 2.0 * (value - 3.0)], rtol=1e-4)


def test_the_entropy_gradient_in_closed_form(gradient):
    agent, batch = make_batch([0, 1], [1.0, 1.0], [1.0, 1.0])
    config = replace(TINY, entropy_coefficient=0.1)
    found = gradient(config, agent, batch)["policy"][-1]["b"]
    policy = probabilities(agent)
    entropy = -(policy * np.log(policy)).sum()
    expected = 0.1 * policy * (np.log(policy) + entropy)  # of minus the entropy
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-7)
    assert found[1] > 0  # descending it makes the likelier action less likely


def test_a_forced_step_teaches_the_policy_nothing(gradient):
    # Where one action is legal, it is certain, whatever the network says of the other.
    actions, forced, ratios = [0, 1, 1, 0], [1, 0, 1, 0], [1.0, 1.1, 1.0, 0.9]
    agent, batch = make_batch(actions, [1.0, 2.0, -1.0, 0.5], ratios)
    old = np.where(forced, 0.0, batch.log_probs).astype(np.float32)
    batch = batch._replace(mask=force(actions, np.array(forced, bool)), log_probs=old)
    config = replace(TINY, entropy_coefficient=0.1)
    found = gradient(config, agent, batch)["policy"][-1]["b"]
    policy = probabilities(agent)
    entropy = -(policy * np.log(policy)).sum()
    expected = expected_logit_gradient(agent, batch, ratios, [0, 1, 0, 1])
    expected += 0.5 * 0.1 * policy * (np.log(policy) + entropy)  # half of the steps are free
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-6)
    assert ppo.loss(config, agent, batch)[1][1] == pytest.approx(0.5 * entropy, rel=1e-4)


def test_both_values_learn_their_own_returns(gradient):
    agent = make_agent(num_values=2)
    _, batch = make_batch([0, 1, 1, 0], [1.0, -1.0, 1.0, -1.0], [1.0] * 4)
    batch = batch._replace(returns=np.float32([[1, -1], [2, -2], [3, -4], [6, -9]]))
    found = gradient(TINY, agent, batch)["value"][-1]["b"]
    value = mlp(np, agent["value"], INPUTS[0])
    np.testing.assert_allclose(found, 0.5 * 2.0 * (value - [3.0, -4.0]), rtol=1e-4)


# -- returns -------------------------------------------------------------------------------------


def constant_value(learner, number):
    """Make every state worth the same."""
    layers = learner.agent["value"]
    layers[-1]["w"][:] = 0.0
    layers[-1]["b"][:] = number
    return learner


@pytest.mark.parametrize(("terminated", "advantage"), [(True, -3.0), (False, -1.0 + 0.99 * 2.0)])
def test_truncation_is_not_learned_as_failure(terminated, advantage):
    learner = constant_value(make_learner(), 2.0)
    rollout = make_rollout(learner.agent, [[0]], [[0]], [[1]], -1.0, terminated, ended=True)
    batch, _, _ = ppo.estimate(TINY, TABLE, learner, rollout)
    expected = advantage - (0.0 if terminated else 2.0)
    np.testing.assert_allclose(batch.advantages, [[expected]], rtol=1e-5)
    np.testing.assert_allclose(batch.returns, [[[expected + 2.0]]], rtol=1e-5)


def test_a_truncated_policy_keeps_its_value_and_a_terminated_one_loses_it(update):
    def value_after(terminated):
        learner = constant_value(make_learner(), 2.0)
        shape = np.zeros((8, 4), int)
        rollout = make_rollout(learner.agent, shape, shape, shape, 0.02, terminated, ended=True)
        new, _ = update(TABLE, stack(learner), stack(rollout))
        return mlp(np, member(new.agent, 0)["value"], INPUTS[0])[0]

    assert value_after(terminated=False) == pytest.approx(2.0, abs=0.01)
    assert value_after(terminated=True) < 1.95


# -- the update ----------------------------------------------------------------------------------


def test_a_population_of_two_equals_two_runs_of_one(update):
    learners = [make_learner(seed=seed) for seed in (3, 4)]
    rollouts = [make_random_rollout(each.agent, seed) for seed, each in enumerate(learners)]
    together, reports = update(TABLE, stack(*learners), stack(*rollouts))
    for index in range(2):
        alone, report = update(TABLE, stack(learners[index]), stack(rollouts[index]))
        assert_close(member(together, index), member(alone, 0), rtol=1e-4, atol=1e-5)
        assert_close(member(reports, index), member(report, 0), rtol=1e-4, atol=1e-5)
    assert (together.agent["policy"][0]["w"][0] != together.agent["policy"][0]["w"][1]).any()


def test_the_better_action_becomes_likelier(update):
    learner = make_learner()
    actions = np.arange(32).reshape(8, 4) % 2
    zeros = np.zeros((8, 4), int)
    rollout = make_rollout(learner.agent, zeros, actions, zeros, actions, terminated=True)
    new, _ = update(TABLE, stack(learner), stack(rollout))
    assert probabilities(member(new.agent, 0))[1] > probabilities(learner.agent)[1] + 0.001


def test_an_update_moves_no_parameter_by_more_than_adam_allows(update):
    learner = make_learner()
    rollout = make_random_rollout(learner.agent)
    new, report = update(
        TABLE, stack(learner), stack(rollout._replace(rewards=1e6 * rollout.rewards))
    )
    steps = TINY.num_epochs * TINY.steps_per_update // TINY.batch_size
    for old, now in zip(*map(jax.tree.leaves, (learner.agent, member(new.agent, 0))), strict=True):
        assert np.abs(now - old).max() < 2.0 * steps * TINY.learning_rate
    assert all(np.isfinite(each).all() for each in report.values())


def test_the_key_moves_on(update):
    learner = make_learner()
    new, _ = update(TABLE, stack(learner), stack(make_random_rollout(learner.agent)))
    assert (new.key[0] != learner.key).any()


# -- self-imitation ------------------------------------------------------------------------------


def make_memory(actions, returns, used):
    """Make a memory of steps in state 0."""
    inputs = np.repeat(INPUTS[:1], len(actions), 0)
    mask = np.ones((len(actions), NUM_ACTIONS), bool)
    return Memory(inputs, mask, np.array(actions), np.float32(returns), np.array(used))


imitation_gradient = jax.jit(jax.grad(partial(ppo.imitation_loss, IMITATING)))


def test_the_imitation_gradient_in_closed_form():
    agent = make_agent(preference=0.5)
    value = mlp(np, agent["value"], INPUTS[0])[0]
    offsets = np.array([2.0, -5.0, 1.0, 7.0])  # better, worse, better, and not there
    memory = make_memory([0, 1, 1, 0], value + offsets, [True, True, True, False])
    found = imitation_gradient(agent, memory)
    better, policy = np.array([2.0, 0.0, 1.0, 0.0]), probabilities(agent)
    expected = -(better[:, None] * (np.eye(2)[memory.actions] - policy)).mean(0)
    np.testing.assert_allclose(found["policy"][-1]["b"], expected, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(found["value"][-1]["b"], [-0.5 * better.mean()], rtol=1e-4)


def test_a_forced_step_is_not_imitated():
    agent = make_agent(preference=0.5)
    memory = make_memory([0, 1], [9.0, 9.0], [True, True])
    memory = memory._replace(mask=force(memory.actions, [True, True]))
    found = imitation_gradient(agent, memory)
    for leaf in jax.tree.leaves(found["policy"]):
        np.testing.assert_array_equal(leaf, 0.0)
    assert found["value"][-1]["b"] < 0  # but its return is learned


def make_solving_rollout():
    """Two lanes of five steps: solved and truncated; dead, then solved; both unfinished."""
    agent = make_agent()
    rewards = np.array([[1.0, 2.0, 4.0, 8.0, 16.0], [3.0, 5.0, 7.0, 9.0, 11.0]]).T
    ended = np.array([[0, 1, 0, 1, 0], [1, 0, 0, 1, 0]], bool).T
    solved = np.array([[0, 1, 0, 0, 0], [0, 0, 0, 1, 0]], bool).T
    states = np.arange(10).reshape(2, 5).T
    rollout = make_rollout(agent, states, states % 2, states + 1, rewards, solved, ended)
    return rollout._replace(solved=solved)


def remembered(config, memory, rollout):
    learner = make_learner(config)._replace(memory=memory)
    batch, _, _ = ppo.estimate(config, TABLE, learner, rollout)
    memory = ppo.remember(config, memory, batch, rollout)
    assert memory.used.shape == (config.memory_size,)
    return memory


def states_of(memory):
    """Return the numbers of the states in a memory, by what they look like."""
    distances = ((memory.inputs[:, None] - INPUTS) ** 2).sum(-1)
    return np.asarray(distances).argmin(1)[np.asarray(memory.used)].tolist()


def test_the_steps_that_led_to_a_solution_are_remembered_and_no_others():
    config = replace(IMITATING, gamma=0.5)
    memory = remembered(config, make_learner(config).memory, make_solving_rollout())
    # Lane 0 solves in states 0 and 1; lane 1 dies in 5 and solves in 6, 7 and 8.
    assert states_of(memory) == [0, 1, 6, 7, 8]
    assert memory.used.tolist() == [True] * 5 + [False] * 11
    assert memory.actions[:5].tolist() == [0, 1, 0, 1, 0]
    # 1 + 2/2 and 2; 5 + 7/2 + 9/4, 7 + 9/2 and 9: nothing flows over the end of an episode.
    np.testing.assert_allclose(memory.returns[:5], [2.0, 2.0, 10.75, 11.5, 9.0])


def test_the_newest_are_remembered_first_and_the_oldest_forgotten():
    config = replace(IMITATING, gamma=0.5, memory_size=7)
    rollout = make_solving_rollout()
    first = remembered(config, make_learner(config).memory, rollout)
    worse = rollout._replace(rewards=-rollout.rewards)
    second = remembered(config, first, worse)
    assert states_of(second) == [0, 1, 6, 7, 8, 0, 1]
    np.testing.assert_allclose(second.returns, [-2.0, -2.0, -10.75, -11.5, -9.0, 2.0, 2.0])
    nothing = rollout._replace(solved=np.zeros_like(rollout.solved))
    jax.tree.map(np.testing.assert_array_equal, remembered(config, second, nothing), second)


@pytest.fixture(scope="module")
def imitating_update():
    return ppo.make_update(IMITATING)


def test_without_imitation_there_is_no_memory(update):
    learner = make_learner()
    assert learner.memory == {}
    rollout = make_random_rollout(learner.agent)
    unsolved, _ = update(TABLE, stack(learner), stack(rollout))
    solved, _ = update(TABLE, stack(learner), stack(rollout._replace(solved=rollout.terminated)))
    assert solved.memory == {}
    assert_close(solved.agent, unsolved.agent)


def test_where_nothing_was_solved_imitation_changes_nothing(update, imitating_update):
    learner = make_learner()
    rollout = make_random_rollout(learner.agent)
    plain, report = update(TABLE, stack(learner), stack(rollout))
    imitating, other = imitating_update(TABLE, stack(make_learner(IMITATING)), stack(rollout))
    assert_close(imitating.agent, plain.agent, rtol=1e-4, atol=1e-6)
    assert_close(other, report, rtol=1e-4)
    assert not imitating.memory.used.any()


def test_every_remembered_step_is_imitated(imitating_update):
    # Two steps that ask for opposite actions; a rollout of equal steps has no say.
    learner = make_learner(IMITATING)
    memory = learner.memory
    memory.inputs[:2], memory.actions[:2] = INPUTS[:2], [0, 1]
    memory.returns[:2], memory.used[:2] = 9.0, True
    elsewhere, zeros = np.full((8, 4), 2), np.zeros((8, 4), int)
    rollout = make_rollout(learner.agent, elsewhere, zeros, elsewhere, 0.0, terminated=True)
    new, _ = imitating_update(TABLE, stack(learner), stack(rollout))
    for state, action in enumerate((0, 1)):
        before, after = (
            probabilities(each, state)[action] for each in (learner.agent, member(new.agent, 0))
        )
        assert after > before + 0.02


def test_one_success_is_learned_from_long_after(update, imitating_update):
    def policy_after(config, update_fn):
        """Return how likely the lucky action is after its rollout, and after ten hapless ones."""
        learner = make_learner(config)
        zeros, lucky = np.zeros((8, 4), int), np.zeros((8, 4), bool)
        lucky[3, 2] = True
        rollout = make_rollout(learner.agent, zeros, lucky.astype(int), zeros, lucky, True)
        population, _ = update_fn(TABLE, stack(learner), stack(rollout._replace(solved=lucky)))
        before = probabilities(member(population.agent, 0))[1]
        for _ in range(10):  # every step is the same, so that nothing is better than the rest
            rollout = make_rollout(member(population.agent, 0), zeros, zeros, zeros, 0.0, True)
            population, _ = update_fn(TABLE, population, stack(rollout))
        return before, probabilities(member(population.agent, 0))[1]

    _, plain = policy_after(TINY, update)  # Adam's momentum alone goes on for a while
    before, imitating = policy_after(IMITATING, imitating_update)
    assert imitating > before + 0.3
    assert 1.0 - imitating < 0.3 * (1.0 - plain)


# -- presets -------------------------------------------------------------------------------------


def test_the_appendix_is_that_of_the_paper():
    config = ppo.APPENDIX
    assert (config.learning_rate, config.steps_per_update, config.batch_size) == (3e-4, 2048, 64)
    assert (config.num_epochs, config.gamma, config.gae_lambda) == (10, 0.99, 0.95)
    assert (config.clip_range, config.entropy_coefficient) == (0.2, 0.0)
    assert (config.value_coefficient, config.max_grad_norm) == (0.5, 0.5)
    assert (config.imitation_coefficient, config.curiosity) == (0.0, None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_lanes": 0}, "num_lanes must be at least 1"),
        ({"num_epochs": 0}, "num_epochs must be at least 1"),
        ({"num_lanes": 33}, "33 lanes cannot share 8192 steps evenly"),
        ({"num_lanes": 16384}, "16384 lanes cannot share 8192 steps evenly"),
        ({"batch_size": 16384}, "a minibatch of 16384 is more than the 8192 steps"),
        ({"memory_size": 0}, "imitation needs a memory_size of at least 1"),
    ],
    ids=str,
)
def test_an_update_without_whole_steps_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        ppo.make_update(PPOConfig(**arguments))
