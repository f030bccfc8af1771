"""Bonuses nearer to the papers: they fade, have the share that was set, and know whole episodes."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from tiny import (
    INPUTS,
    NUM_ACTIONS,
    NUM_INPUTS,
    TABLE,
    make_random_rollout,
    make_rollout,
    member,
    stack,
)

from aljabr.flat import ppo
from aljabr.flat.curiosity import PAPERS, Seen, e3b, entering, ngu, statistics
from aljabr.flat.curiosity.episodes import WINDOW, forgotten, look_back, nothing
from aljabr.flat.networks import values
from aljabr.flat.ppo import PPOConfig
from aljabr.flat.rollout import advantages

NAMES = list(PAPERS)
EPISODIC = ["ride", "ngu", "count", "e3b"]
TINY = PPOConfig(
    steps_per_update=32, num_lanes=4, batch_size=16, num_epochs=2, learning_rate=1e-3,
    entropy_coefficient=0.0, imitation_coefficient=0.0, style="papers",
)  # fmt: skip
estimate = jax.jit(ppo.estimate, static_argnums=0)


def curious(name, **changes):
    return replace(TINY, curiosity=name, **changes)


def see(rollout):
    return Seen(
        INPUTS[rollout.ids], rollout.ids, rollout.actions, INPUTS[rollout.next_ids],
        rollout.next_ids, rollout.ended,
    )  # fmt: skip


def make_walk(seed, steps, lanes, end=0.1):
    """Return states, next states and ends of lanes that walk; an episode has 20 steps at most."""
    rng = np.random.default_rng(seed)
    states, following = np.zeros((2, steps, lanes), np.int32)
    ended = rng.random((steps, lanes)) < end
    for lane in range(lanes):
        state = length = 0
        for step in range(steps):
            states[step, lane] = state
            state = int(rng.integers(12))
            following[step, lane] = state
            length += 1
            ended[step, lane] |= length == WINDOW
            if ended[step, lane]:
                state = length = 0
    return states, following, ended


# -- the share -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("wanted", [0.1, 0.5])
def test_the_share_is_as_set_at_the_first_update(name, wanted):
    config = curious(name, bonus_share=wanted)
    learner = ppo.init(config, NUM_INPUTS, NUM_ACTIONS, 0)
    _, _, report = estimate(config, TABLE, learner, make_random_rollout(learner.agent))
    assert report["bonus_share"] == pytest.approx(wanted, abs=1e-3)


def grown_up():
    """Return a state after the warm-up, with nothing in it yet."""
    return {**entering.start(4), "age": np.float32(entering.WARM_UP + 1.0)}


def test_the_weight_is_found_over_the_first_updates_and_stays():
    rng = np.random.default_rng(0)
    state, weights = grown_up(), []
    for update in range(2 * entering.CALIBRATION):
        rewards = jnp.asarray(rng.standard_normal((8, 4)) * (1 + update % 3))
        weight, state = entering.weighed(state, rewards, rewards / 2, 0.2)
        weights.append(float(weight))
    # The bonus deviates half as much; for a fifth of the sum it must do so a quarter as much.
    np.testing.assert_allclose(weights, 0.5, rtol=1e-4)
    fading, _ = entering.weighed(state, rewards, rewards / 200, 0.2)
    assert fading == pytest.approx(0.5, rel=1e-4)  # so the share falls with the bonus


def test_in_the_warm_up_the_weight_is_that_of_the_rollout():
    state = entering.start(4)
    for size in (1.0, 10.0, 100.0):
        rewards = jnp.asarray(np.random.default_rng(0).standard_normal((8, 4)))
        weight, state = entering.weighed(state, rewards, rewards / size, 0.5)
        assert float(weight) == pytest.approx(size, rel=1e-4)


def test_what_deviates_by_nothing_is_no_measure():
    weight, state = entering.weighed(grown_up(), jnp.zeros((8, 4)), jnp.ones((8, 4)), 0.2)
    assert float(weight) == 0.0
    assert float(state["weight"]["age"]) == 0.0


@pytest.mark.parametrize("style", ["ours", "papers", "rllte"])
@pytest.mark.parametrize("name", NAMES)
def test_the_share_that_is_logged_is_that_of_the_deviations(style, name):
    config = curious(name, style=style, bonus_coefficient=0.3)
    learner = ppo.init(config, NUM_INPUTS, NUM_ACTIONS, 0)
    rollout = make_random_rollout(learner.agent)
    batch, _, report = estimate(config, TABLE, learner, rollout)
    value, after = (values(np, learner.agent, INPUTS[each]) for each in
                    (rollout.ids, rollout.next_ids))  # fmt: skip
    alone = np.asarray(
        advantages(rollout.rewards, value[..., 0], after[..., 0], rollout.terminated,
                   rollout.ended, 0.99, 0.95)
    )  # fmt: skip
    part = (np.asarray(batch.advantages) - alone).std()
    assert report["bonus_share"] == pytest.approx(part / (part + alone.std()), rel=2e-3)
    assert report["bonus_share"] > 0


# -- fading --------------------------------------------------------------------------------------


def test_a_bonus_is_divided_by_the_deviation_of_its_discounted_sums():
    rng = np.random.default_rng(1)
    raws = rng.random((3, 8, 4)).astype(np.float32)
    state, sums, met = grown_up(), np.zeros(4), []
    for raw in raws:
        found, state = entering.scaled("papers", state, jnp.asarray(raw), 0.9)
        for row in raw:
            sums = 0.9 * sums + row
            met.append(sums)
        np.testing.assert_allclose(found, raw / np.std(met), rtol=1e-3)


def test_in_the_warm_up_a_bonus_is_measured_by_its_rollout():
    state, raw = entering.start(4), np.random.default_rng(1).random((8, 4)).astype(np.float32)
    first, state = entering.scaled("papers", state, jnp.asarray(1000.0 * raw), 0.9)
    second, _ = entering.scaled("papers", state, jnp.asarray(raw), 0.9)
    np.testing.assert_allclose(first, second, rtol=1e-3)


def test_as_in_rllte_it_is_divided_by_its_own_deviation():
    raw = np.random.default_rng(1).random((8, 4)).astype(np.float32)
    found, _ = entering.scaled("rllte", entering.start(4), jnp.asarray(raw), 0.9)
    np.testing.assert_allclose(found, raw / raw.std(), rtol=1e-3)


def test_curiosity_fades_as_the_world_becomes_familiar():
    config = curious("rnd", num_epochs=10)
    update = ppo.make_update(config)
    learner = ppo.init(config, NUM_INPUTS, NUM_ACTIONS, 0)
    population = stack(learner)
    rollout = make_random_rollout(learner.agent)
    shares, bonuses = [], []
    for _ in range(entering.WARM_UP + 25):
        population, report = update(TABLE, population, stack(rollout))
        shares.append(float(report["bonus_share"][0]))
        bonuses.append(float(report["bonus"][0]))
    np.testing.assert_allclose(shares[: entering.WARM_UP], 0.2, atol=1e-3)
    assert bonuses[-1] < 0.3 * bonuses[entering.WARM_UP]
    assert shares[-1] < 0.9 * shares[0]  # the rest is what its value has not learned yet


# -- on the way to the policy --------------------------------------------------------------------


@pytest.mark.parametrize("style", ["papers", "rllte"])
@pytest.mark.parametrize("name", NAMES)
def test_the_bonus_changes_what_is_learned(style, name):
    # Nothing is earned, so that without a bonus nothing is learned of the policy.
    off = curious(name, style=style, bonus_coefficient=0.0)
    learner = ppo.init(off, NUM_INPUTS, NUM_ACTIONS, 0)
    walk = make_walk(3, 8, 4)
    actions = np.random.default_rng(0).integers(NUM_ACTIONS, size=(8, 4))
    learner.agent["value"][-1]["w"][:] = 0.0
    rollout = make_rollout(learner.agent, walk[0], actions, walk[1], 0.0, walk[2])
    moved = {}
    for weight in (0.0, 1.0):
        update = ppo.make_update(replace(off, bonus_coefficient=weight))
        new, report = update(TABLE, stack(learner), stack(rollout))
        assert all(np.isfinite(each).all() for each in report.values())
        moved[weight] = np.abs(
            member(new.agent, 0)["policy"][-1]["w"] - learner.agent["policy"][-1]["w"]
        ).max()
    assert moved[0.0] < 1e-6
    assert moved[1.0] > 1e-4


def test_a_bonus_that_is_not_a_number_is_not_swallowed(monkeypatch):
    broken = PAPERS["icm"]._replace(
        bonus=lambda params, fixed, seen: (seen.inputs[..., 0] * jnp.nan, fixed)
    )
    monkeypatch.setitem(PAPERS, "icm", broken)
    config = curious("icm")
    learner = ppo.init(config, NUM_INPUTS, NUM_ACTIONS, 0)
    rollout = make_random_rollout(learner.agent)
    _, report = ppo.make_update(config)(TABLE, stack(learner), stack(rollout))
    assert np.isnan(report["bonus"]).all()  # and the trainer stops at it


def test_the_bonus_of_an_episode_ends_with_it_and_rnd_s_does_not():
    for name in ("icm", "rnd"):
        config = curious(name, bonus_coefficient=1.0)
        learner = ppo.init(config, NUM_INPUTS, NUM_ACTIONS, 0)
        rollout = make_random_rollout(learner.agent)
        batch, after, _ = estimate(config, TABLE, learner, rollout)
        raw, _ = PAPERS[name].bonus(learner.curiosity, learner.statistics["module"], see(rollout))
        bonus = np.asarray(raw) / np.sqrt(after["size"]["size"]["var"])
        value, reached = (values(np, learner.agent, INPUTS[each])[..., 1]
                          for each in (rollout.ids, rollout.next_ids))  # fmt: skip
        later = np.zeros(4)
        for step in reversed(range(8)):
            if name == "rnd":
                following = value[step + 1] if step < 7 else reached[7]
                delta = bonus[step] + 0.99 * following - value[step]
                later = delta + 0.99 * 0.95 * later
            else:  # a truncated episode is bootstrapped, a terminated one is not
                kept = 1.0 - rollout.terminated[step]
                delta = bonus[step] + 0.99 * kept * reached[step] - value[step]
                later = delta + 0.99 * 0.95 * (1.0 - rollout.ended[step]) * later
            np.testing.assert_allclose(
                batch.returns[step, :, 1], later + value[step], rtol=2e-3, atol=1e-3
            )


def test_as_in_rllte_the_bonus_is_added_after_the_advantages():
    config = curious("icm", style="rllte")
    assert config.bonus_weight == 1.0
    learner = ppo.init(config, NUM_INPUTS, NUM_ACTIONS, 0)
    rollout = make_random_rollout(learner.agent)
    batch, _, _ = estimate(config, TABLE, learner, rollout)
    raw, _ = PAPERS["icm"].bonus(learner.curiosity, {}, see(rollout))
    value, after = (values(np, learner.agent, INPUTS[each])[..., 0] for each in
                    (rollout.ids, rollout.next_ids))  # fmt: skip
    alone = advantages(rollout.rewards, value, after, rollout.terminated, rollout.ended, 0.99, 0.95)
    expected = np.asarray(alone) + np.asarray(raw) / np.asarray(raw).std()
    np.testing.assert_allclose(batch.advantages, expected, rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(batch.returns[..., 0], expected + value, rtol=1e-3, atol=1e-3)


# -- whole episodes ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EPISODIC)
@pytest.mark.parametrize("cut", [1, 16])
def test_the_edge_of_a_rollout_makes_no_difference(monkeypatch, name, cut):
    # What is followed and whitened along the way is another matter.
    monkeypatch.setattr(statistics, "follow", lambda state, _: {**state, "mean": jnp.float32(2.0)})
    monkeypatch.setattr(ngu.rnd, "raw", lambda _, fixed, seen: (jnp.zeros(seen.ids.shape), fixed))
    module = PAPERS[name]
    params, fixed = module.init(np.random.default_rng(0), NUM_INPUTS, NUM_ACTIONS, 4)
    states, following, ended = make_walk(5, 32, 4)
    whole = Seen(INPUTS[states], states, np.zeros_like(states), INPUTS[following], following, ended)
    expected, _ = module.bonus(params, fixed, whole)
    first, carried = module.bonus(params, fixed, jax.tree.map(lambda each: each[:cut], whole))
    second, _ = module.bonus(params, carried, jax.tree.map(lambda each: each[cut:], whole))
    np.testing.assert_allclose(np.concatenate([first, second]), expected, rtol=1e-3, atol=1e-5)
    alone, _ = module.bonus(params, fixed, jax.tree.map(lambda each: each[cut:], whole))
    assert np.abs(np.asarray(alone) - np.asarray(second)).max() > 1e-3


def test_games_that_start_anew_have_no_past():
    carried = nothing(2, dtype=np.int32)
    states = np.array([[3, 4], [3, 5]], np.int32)
    _, _, kept = look_back(carried, states, np.zeros((2, 2), bool))
    again = np.array([[3, 4]], np.int32)
    before, together, _ = look_back(kept, again, np.zeros((1, 2), bool))
    assert ((before == again) & together)[1:].sum(0).tolist() == [[2, 1]]
    before, together, _ = look_back(forgotten({"states": kept})["states"], again,
                                    np.zeros((1, 2), bool))  # fmt: skip
    assert ((before == again) & together)[1:].sum(0).tolist() == [[0, 0]]


def test_ellipses_are_those_of_the_inverted_matrix():
    rng = np.random.default_rng(0)
    steps, lanes, size = 12, 3, 5
    before, after = rng.standard_normal((2, steps, lanes, size)).astype(np.float32)
    ended = rng.random((steps, lanes)) < 0.3
    empty = np.tile(np.eye(size, dtype=np.float32) / np.float32(e3b.RIDGE), (lanes, 1, 1))
    found, carried = jax.jit(e3b.elliptical)(empty, before, after, ended)
    for lane in range(lanes):
        matrix = e3b.RIDGE * np.eye(size)
        for step in range(steps):
            phi = before[step, lane].astype(float)
            matrix = matrix + np.outer(phi, phi)
            reached = after[step, lane].astype(float)
            expected = reached @ np.linalg.solve(matrix, reached)
            assert found[step, lane] == pytest.approx(expected, rel=1e-2, abs=1e-3)
            if ended[step, lane]:
                matrix = e3b.RIDGE * np.eye(size)
        np.testing.assert_allclose(carried[lane], np.linalg.inv(matrix), rtol=1e-2, atol=1e-2)


# -- NGU -----------------------------------------------------------------------------------------


def test_ngu_does_not_saturate_on_a_game():
    module = PAPERS["ngu"]
    params, fixed = module.init(np.random.default_rng(0), NUM_INPUTS, NUM_ACTIONS, 16)
    states, following, ended = make_walk(2, 64, 16, end=0.02)
    actions = np.zeros_like(states)
    seen = Seen(INPUTS[states], states, actions, INPUTS[following], following, ended)
    found = np.asarray(module.bonus(params, fixed, seen)[0])
    assert (found >= 0.999 * found.max()).mean() < 0.05
    novel = np.unique(found.round(3))
    assert len(novel) > 0.2 * found.size
    assert found.max() > 10.0 * np.median(np.sort(found, axis=None)[: found.size // 4])


def test_ngu_remembers_its_life():
    # The same states, rollout after rollout: what is left of the life-long part is its least.
    module = PAPERS["ngu"]
    config = curious("ngu", num_epochs=40)
    update = ppo.make_update(config)
    learner = ppo.init(config, NUM_INPUTS, NUM_ACTIONS, 0)
    rollout, population = make_random_rollout(learner.agent), stack(learner)
    first = module.bonus(learner.curiosity, learner.statistics["module"], see(rollout))[0]
    for _ in range(10):
        population, _ = update(TABLE, population, stack(rollout))
    late = member(population, 0)
    fixed = late.statistics["module"]
    last = module.bonus(late.curiosity, fixed, see(rollout))[1]
    errors = np.asarray(ngu.rnd.raw(late.curiosity["distillation"], fixed["distillation"],
                                    see(rollout))[0])  # fmt: skip
    assert np.isfinite(first).all()
    assert errors.mean() < float(last["error"]["mean"]) / 2  # its life was more surprising
    modulator = 1.0 + (errors - float(last["error"]["mean"])) / float(last["error"]["var"]) ** 0.5
    assert (modulator < 1.0).all()
