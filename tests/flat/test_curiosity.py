"""Curiosity: bonuses fall with visits, differ, reach the policy, and never fail in silence."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from tiny import (
    INPUTS,
    NUM_ACTIONS,
    NUM_INPUTS,
    TABLE,
    assert_close,
    make_random_rollout,
    make_rollout,
    member,
    stack,
)

from aljabr.flat import ppo
from aljabr.flat.curiosity import CURIOSITIES, Seen, icm, ngu, ride, rnd, statistics
from aljabr.flat.curiosity.episodes import WINDOW
from aljabr.flat.networks import mlp, values
from aljabr.flat.ppo import PPOConfig
from aljabr.flat.rollout import advantages

NAMES = list(CURIOSITIES)
LIFELONG = ["rnd", "icm", "ngu"]  # RIDE's novelty is of the episode alone
EPISODIC = ["ride", "ngu", "count", "e3b"]
SHAPE = (8, 4)
TINY = PPOConfig(
    steps_per_update=32, num_lanes=4, batch_size=16, num_epochs=2, learning_rate=1e-3,
    entropy_coefficient=0.0, imitation_coefficient=0.0,
)  # fmt: skip


@pytest.fixture(scope="module")
def compiled():
    """Return the jitted functions of a module, each compiled once."""
    found = {}

    def of(name):
        if name not in found:
            module = CURIOSITIES[name]
            optimizer = optax.adam(3e-3)

            def train(params, fixed, seen):
                """Take 200 steps on one set of states."""

                def step(carry, _):
                    params, state = carry
                    grads = jax.grad(module.loss)(params, fixed, seen)
                    changes, state = optimizer.update(grads, state)
                    return (optax.apply_updates(params, changes), state), None

                start = (params, optimizer.init(params))
                return jax.lax.scan(step, start, length=200)[0][0]

            found[name] = (jax.jit(module.bonus), jax.jit(train))
        return found[name]

    return of


def make_module(name, seed=0, num_lanes=4):
    return CURIOSITIES[name].init(np.random.default_rng(seed), NUM_INPUTS, NUM_ACTIONS, num_lanes)


def make_seen(states, actions, next_states, ended):
    states, actions, next_states = map(np.asarray, (states, actions, next_states))
    ended = np.broadcast_to(ended, states.shape)
    return Seen(
        INPUTS[states], states.astype(np.int32), actions.astype(np.int32), INPUTS[next_states],
        next_states.astype(np.int32), ended,
    )  # fmt: skip


def see(rollout):
    return make_seen(rollout.ids, rollout.actions, rollout.next_ids, rollout.ended)


def fork(actions):
    """Return single-step episodes from state 0: to state 1 by action 0, to 2 by action 1."""
    return make_seen(np.zeros_like(actions), actions, 1 + actions, ended=True)


# -- what is familiar ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", LIFELONG)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_novel_state_gets_more_until_it_is_familiar(compiled, name, seed):
    bonus, train = compiled(name)
    params, fixed = make_module(name, seed)
    everyday = fork(np.zeros(SHAPE, int))
    for _ in range(4):
        _, fixed = bonus(params, fixed, everyday)
        params = train(params, fixed, everyday)
    once = np.zeros(SHAPE, int)
    once[5, 2] = 1
    rare = fork(once)
    found, now = bonus(params, fixed, rare)
    assert found[5, 2] > 3.0 * found[0, 0]
    common = fork(np.arange(32).reshape(SHAPE) % 2)
    _, now = bonus(params, now, common)
    params = train(params, now, common)
    later, _ = bonus(params, now, common)
    assert later[0, 1] < 0.5 * found[5, 2]


def raw_error(name, params, fixed, seen):
    """Return the error behind a bonus, before it is divided by its mean."""
    if name == "icm":
        before, after = (icm.features(params, each) for each in (seen.inputs, seen.next_inputs))
        return icm.forward_errors(params, before, seen.actions, after)
    if name == "ngu":
        params, fixed = params["distillation"], fixed["distillation"]
    return rnd.errors(params, fixed, seen.next_inputs)


@pytest.mark.parametrize("name", LIFELONG)
def test_the_error_behind_the_bonus_falls_with_visits(compiled, name):
    bonus, train = compiled(name)
    params, fixed = make_module(name)
    seen = fork(np.arange(32).reshape(SHAPE) % 2)
    _, fixed = bonus(params, fixed, seen)
    first = raw_error(name, params, fixed, seen)
    later = raw_error(name, train(params, fixed, seen), fixed, seen)
    assert (later < 0.5 * first).all()


@pytest.mark.parametrize("name", EPISODIC)
def test_a_state_met_again_in_the_episode_gets_less(compiled, name):
    # 0 -> 1 -> 2 -> 1 -> 2 -> 3 -> 0 -> 4: novel, novel, again, again, novel, the start, novel
    path = np.array([0, 1, 2, 1, 2, 3, 0, 4, 5])
    seen = make_seen(path[:-1, None], np.zeros((8, 1)), path[1:, None], np.zeros((8, 1), bool))
    found, _ = compiled(name)[0](*make_module(name, num_lanes=1), seen)
    novel, again = np.asarray(found)[[0, 1, 4, 6, 7], 0], np.asarray(found)[[2, 3, 5], 0]
    assert again.max() < 0.8 * novel.min()


def test_methods_disagree(compiled):
    rollout = make_random_rollout(ppo.init(TINY, NUM_INPUTS, NUM_ACTIONS, 0).agent)
    found = [np.asarray(compiled(name)[0](*make_module(name), see(rollout))[0]) for name in NAMES]
    for one in range(len(found)):
        assert found[one].std() > 0
        for other in range(one):
            assert np.abs(found[one] - found[other]).max() > 0.1


# -- on the way to the policy --------------------------------------------------------------------


estimate = jax.jit(ppo.estimate, static_argnums=0)
gradient = jax.jit(jax.grad(ppo.loss, argnums=1, has_aux=True), static_argnums=0)


def curious(name, weight=0.3):
    return replace(TINY, curiosity=name, bonus_coefficient=weight)


@pytest.mark.parametrize(
    ("name", "weight"), [*((name, 0.3) for name in NAMES), ("icm", 0.0)], ids=str
)
def test_the_policy_turns_to_the_novel_state(compiled, name, weight):
    # Whatever the policy does, it earns nothing; action 0 leads back to where it was.
    bonus, train = compiled(name)
    learner = ppo.init(curious(name), NUM_INPUTS, NUM_ACTIONS, 0)
    learner.agent["value"][-1]["w"][:] = 0.0
    zeros = np.zeros(SHAPE, int)
    stay = see(make_rollout(learner.agent, zeros, zeros, zeros, ended=True))
    params, fixed = learner.curiosity, learner.statistics
    for _ in range(3):
        _, fixed = bonus(params, fixed, stay)
        params = train(params, fixed, stay)
    actions = np.arange(32).reshape(SHAPE) % 2
    both = make_rollout(learner.agent, zeros, actions, 3 * actions, ended=True)
    bored = learner._replace(curiosity=params, statistics=fixed)
    batch, _, _ = estimate(curious(name, weight), TABLE, bored, both)
    flat = jax.tree.map(lambda each: each.reshape(32, *each.shape[2:]), batch)
    found = gradient(TINY, learner.agent, flat)[0]["policy"][-1]["b"][1]
    if weight:
        assert found < -0.1  # descending, the second action becomes likelier
    else:
        assert abs(found) < 1e-5


@pytest.mark.parametrize("name", NAMES)
def test_the_bonus_enters_before_the_advantages(compiled, name):
    config = curious(name)
    learner = ppo.init(config, NUM_INPUTS, NUM_ACTIONS, 0)
    rollout = make_random_rollout(learner.agent)
    batch, _, report = estimate(config, TABLE, learner, rollout)
    bonus, _ = compiled(name)[0](learner.curiosity, learner.statistics, see(rollout))
    bonus = np.asarray(bonus)
    assert report["bonus"] == pytest.approx(bonus.mean(), rel=1e-4)
    value = values(np, learner.agent, INPUTS[rollout.ids])
    next_value = values(np, learner.agent, INPUTS[rollout.next_ids])
    ends = (rollout.terminated, rollout.ended, 0.99, 0.95)
    if name == "rnd":
        assert value.shape[-1] == 2
        expected = advantages(rollout.rewards, value[..., 0], next_value[..., 0], *ends)
        later = np.zeros(4)
        for step in reversed(range(8)):  # across the ends of episodes
            following = value[step + 1, :, 1] if step < 7 else next_value[7, :, 1]
            delta = 0.01 * bonus[step] + 0.99 * following - value[step, :, 1]
            later = delta + 0.99 * 0.95 * later
            expected = expected.at[step].add(0.3 * later)
            np.testing.assert_allclose(
                batch.returns[step, :, 1], later + value[step, :, 1], rtol=1e-3, atol=1e-4
            )
    else:
        assert value.shape[-1] == 1
        rewards = rollout.rewards + 0.3 * (bonus - bonus.mean())
        expected = advantages(rewards, value[..., 0], next_value[..., 0], *ends)
    np.testing.assert_allclose(batch.advantages, expected, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_an_update_trains_the_module_and_keeps_its_statistics(name):
    config = curious(name)
    learner = ppo.init(config, NUM_INPUTS, NUM_ACTIONS, 0)
    rollout = make_random_rollout(learner.agent)
    new, _ = ppo.make_update(config)(TABLE, stack(learner), stack(rollout))
    new = member(new, 0)
    _, expected, _ = estimate(config, TABLE, learner, rollout)
    assert_close(new.statistics, expected, rtol=1e-4, atol=1e-6)
    for part in expected.keys() & {"observation", "error", "distance"}:
        assert new.statistics[part]["count"] > learner.statistics[part]["count"]
    module, seen = CURIOSITIES[name], see(rollout)
    before, after = (
        module.loss(params, expected, seen) for params in (learner.curiosity, new.curiosity)
    )
    assert after < 0.95 * before or name == "count"  # which learns nothing
    heads = (new.agent["value"][-1]["w"] != learner.agent["value"][-1]["w"]).any(0)
    assert heads.tolist() == ([True, True] if name == "rnd" else [True])


@pytest.mark.parametrize("broken", ["bonus", "loss"])
def test_a_module_that_fails_stops_the_run(monkeypatch, broken):
    def fail(*_):
        raise RuntimeError("the module is broken")

    monkeypatch.setitem(CURIOSITIES, "icm", CURIOSITIES["icm"]._replace(**{broken: fail}))
    config = replace(TINY, curiosity="icm")
    learner = ppo.init(config, NUM_INPUTS, NUM_ACTIONS, 0)
    with pytest.raises(RuntimeError, match="the module is broken"):
        ppo.make_update(config)(TABLE, stack(learner), stack(make_random_rollout(learner.agent)))


# -- never NaN -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ended", [False, True])
def test_nothing_ever_changing_is_no_reason_for_nan(compiled, name, ended):
    bonus, train = compiled(name)
    params, fixed = make_module(name)
    zeros = np.zeros((8, 4), int)
    seen = make_seen(zeros, zeros, zeros, np.broadcast_to(ended, zeros.shape))
    for _ in range(3):
        found, fixed = bonus(params, fixed, seen)
        params = train(params, fixed, seen)
        assert np.isfinite(found).all()
        assert (np.asarray(found) >= 0).all()
        assert (np.asarray(found) <= statistics.LIMIT).all()
    for leaf in jax.tree.leaves((params, fixed)):
        assert np.isfinite(leaf).all()


@pytest.mark.parametrize("name", NAMES)
def test_blank_and_extreme_states_give_finite_bonuses(compiled, name):
    seen = fork(np.arange(32).reshape(SHAPE) % 2)
    for scale in (0.0, 1e4):
        inputs = jnp.asarray(seen.inputs * scale)
        found, fixed = compiled(name)[0](
            *make_module(name), seen._replace(inputs=inputs, next_inputs=-inputs)
        )
        assert all(np.isfinite(leaf).all() for leaf in jax.tree.leaves((found, fixed)))


# -- the parts -----------------------------------------------------------------------------------


def test_icm_predicts_what_an_action_leads_to(compiled):
    params, fixed = make_module("icm")
    seen = fork(np.arange(32).reshape(SHAPE) % 2)
    params = compiled("icm")[1](params, fixed, seen)
    before, after = (icm.features(params, each) for each in (seen.inputs, seen.next_inputs))
    errors = icm.forward_errors(params, before, seen.actions, after)
    # Blind to the action, the best guess is the middle of the two states that follow.
    blind = 0.5 * ((after[0, 0] - after[0, 1]) ** 2).sum() / 4.0
    assert errors.mean() < 0.3 * blind


def test_ride_counts_exactly_and_within_the_episode():
    # Lane 0: 5 -> 6 -> 5 -> 5 | 5 -> 6 -> 6, an episode ending after the third step.
    ids = np.array([[5, 6, 5, 5, 6], [1, 2, 3, 4, 5]]).T
    next_ids = np.array([[6, 5, 5, 6, 6], [2, 3, 4, 5, 1]]).T
    ended = np.array([[0, 0, 1, 0, 0], [0, 0, 0, 0, 0]], bool).T
    counts = jax.jit(ride.episodic_counts)(jnp.array(ids), jnp.array(next_ids), jnp.array(ended))
    assert counts.T.tolist() == [[1, 2, 3, 1, 2], [1, 1, 1, 1, 2]]


def test_ride_counts_as_a_dictionary_would():
    rng = np.random.default_rng(0)
    steps, lanes = 50, 6
    ended = rng.random((steps, lanes)) < 0.1
    ids, next_ids = np.zeros((2, steps, lanes), np.int32)
    expected = np.zeros((steps, lanes))
    for lane in range(lanes):
        state, length = 0, 0
        met = {0: 1}
        for step in range(steps):
            ids[step, lane] = state
            state = int(rng.integers(4))
            next_ids[step, lane] = state
            met[state] = met.get(state, 0) + 1
            expected[step, lane] = met[state]
            length += 1
            ended[step, lane] |= length == WINDOW
            if ended[step, lane]:
                state, length = 0, 0
                met = {0: 1}
    found = jax.jit(ride.episodic_counts)(jnp.array(ids), jnp.array(next_ids), jnp.array(ended))
    np.testing.assert_array_equal(found, expected)


def test_ride_divides_the_impact_by_the_root_of_the_count(compiled):
    path = np.array([0, 1, 0, 1])
    seen = make_seen(path[:-1, None], np.zeros((3, 1)), path[1:, None], np.zeros((3, 1), bool))
    params, fixed = make_module("ride")
    found, _ = compiled("ride")[0](params, fixed, seen)
    phi = mlp(np, params["features"], INPUTS[:2])
    impact = np.sqrt(((phi[0] - phi[1]) ** 2).sum())
    raw = impact / np.sqrt([1.0, 2.0, 2.0])
    np.testing.assert_allclose(np.asarray(found)[:, 0], raw / raw.mean(), rtol=1e-4)


def test_what_changes_nothing_has_no_impact(compiled):
    stay = make_seen(np.zeros(SHAPE, int), np.zeros(SHAPE), np.zeros(SHAPE, int), ended=False)
    # As if it came out differently in the last bit.
    stay = stay._replace(next_inputs=stay.inputs * (1.0 + np.finfo(np.float32).eps))
    found, _ = compiled("ride")[0](*make_module("ride"), stay)
    np.testing.assert_array_equal(found, 0.0)


def test_ngu_novelty_of_features_made_by_hand():
    # One lane at 0, 3, 3 (again), then a new episode from 0 to 1.
    before = jnp.array([0.0, 3.0, 0.0])[:, None, None]
    after = jnp.array([3.0, 3.0, 1.0])[:, None, None]
    ended = jnp.array([False, True, False])[:, None]
    found, distance = jax.jit(ngu.episodic_novelty)(before, after, ended, statistics.start())
    # Squared distances: {9}, {9, 0}, {1}; their mean is 19 / 4.
    mean = 19.0 / 4.0
    assert distance["mean"] == pytest.approx(mean)

    def novelty(*squared):
        apart = np.maximum(np.array(squared) / mean - 0.008, 0.0)
        return min(1.0 / (np.sqrt((1e-3 / (apart + 1e-3)).sum()) + 1e-3), 10.0)

    expected = [novelty(9.0), novelty(9.0, 0.0), novelty(1.0)]
    np.testing.assert_allclose(found[:, 0], expected, rtol=1e-4)
    assert expected[1] == pytest.approx(1.0, abs=0.01)


def test_ngu_compares_with_the_ten_nearest():
    steps = 16
    features = jnp.concatenate([jnp.zeros(steps - 1), jnp.array([5.0])])[:, None, None]
    after = jnp.zeros((steps, 1, 1))
    found, _ = jax.jit(ngu.episodic_novelty)(
        features, after, jnp.zeros((steps, 1), bool), statistics.start()
    )
    expected = 1.0 / (np.sqrt(np.minimum(np.arange(1, steps), 10)) + 1e-3)
    np.testing.assert_allclose(found[:-1, 0], expected, rtol=1e-4)


def test_rnd_whitens_and_clips():
    params, fixed = make_module("rnd")
    mean = np.arange(NUM_INPUTS, dtype=np.float32)
    seen = {**fixed["observation"], "mean": mean, "var": np.full(NUM_INPUTS, 4.0, np.float32)}
    fixed = {**fixed, "observation": seen}
    white = np.random.default_rng(0).standard_normal((3, NUM_INPUTS)).astype(np.float32)
    white[0, 0] = 100.0
    clipped = np.clip(white, -5.0, 5.0)
    difference = mlp(np, params["predictor"], clipped) - mlp(np, fixed["target"], clipped)
    found = rnd.errors(params, fixed, mean + 2.0 * white)
    np.testing.assert_allclose(found, (difference**2).mean(-1), rtol=1e-3)


def test_rnd_keeps_its_target(compiled):
    bonus, train = compiled("rnd")
    params, fixed = make_module("rnd")
    seen = fork(np.zeros(SHAPE, int))
    found, now = bonus(params, fixed, seen)
    trained = train(params, now, seen)
    jax.tree.map(np.testing.assert_array_equal, fixed["target"], now["target"])
    assert (trained["predictor"][0]["w"] != params["predictor"][0]["w"]).any()
    assert found.min() > 0


# -- statistics ----------------------------------------------------------------------------------


def test_statistics_of_batches_are_those_of_all_data():
    rng = np.random.default_rng(0)
    batches = [rng.normal(3.0, 2.0, (size, 4)).astype(np.float32) for size in (1, 50, 7)]
    running = statistics.start((4,))
    for batch in batches:
        running = statistics.update(running, batch)
    everything = np.concatenate(batches)
    np.testing.assert_allclose(running["mean"], everything.mean(0), rtol=1e-4)
    np.testing.assert_allclose(running["var"], everything.var(0), rtol=1e-3)
    assert running["count"] == pytest.approx(58.0, abs=0.01)


def test_the_relative_bonus_is_measured_by_the_mean_of_its_rollout():
    found = statistics.relative(jnp.array([[1.0, 3.0], [0.0, 4.0]]))
    np.testing.assert_allclose(found, [[0.5, 1.5], [0.0, 2.0]], rtol=1e-6)
    found = statistics.relative(jnp.array([1.0] * 9 + [91.0]))  # the mean is 10
    np.testing.assert_allclose(found, [0.1] * 9 + [statistics.LIMIT], rtol=1e-6)


def test_a_bonus_that_fades_keeps_its_size():
    bonus = jnp.array([0.5, 1.0, 1.5])
    np.testing.assert_allclose(statistics.relative(1e-6 * bonus), bonus, rtol=1e-4)


def test_a_bonus_of_nothing_is_nothing():
    assert statistics.relative(jnp.zeros(3)).tolist() == [0.0, 0.0, 0.0]


def test_a_followed_mean_starts_at_the_first_value_and_moves_by_a_tenth():
    running = statistics.follow(statistics.start(), jnp.array(2.0))
    assert running["mean"] == pytest.approx(2.0)
    assert statistics.follow(running, jnp.array(12.0))["mean"] == pytest.approx(3.0)


def test_rounding_of_a_constant_is_not_news():
    constant = np.full((1000, 3), 0.1, np.float32)
    running = statistics.start((3,))
    for _ in range(20):
        running = statistics.update(running, jnp.asarray(constant))
    whitened = (constant - running["mean"]) / statistics.scale(running)
    assert np.abs(whitened).max() < 0.01
