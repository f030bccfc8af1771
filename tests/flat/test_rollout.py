"""Rollouts: advantages in closed form, and lanes that say what happened."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from aljabr.flat.networks import FEATURES, code_table, encode, init_agent, log_policy
from aljabr.flat.rollout import advantages, collect
from aljabr.game.games import PAPER
from aljabr.game.graph import StateGraph
from aljabr.play.lanes import make_lanes

TABLE = code_table(100)
EQUATIONS = ["a*x + b", "a/x + b", "sqrt(x) - a"]

# -- advantages ----------------------------------------------------------------------------------


def computed(rewards, values, next_values, terminated, ended, gamma=0.5, gae_lambda=0.5):
    """Return the advantages of one lane."""
    each = (rewards, values, next_values, terminated, ended)
    columns = [jnp.asarray(numbers, jnp.float32)[:, None] for numbers in each]
    return advantages(*columns, gamma, gae_lambda)[:, 0]


def test_advantages_of_an_unfinished_episode():
    # delta_0 = 1 + 0.5 * 4 - 2 = 1, delta_1 = 2 + 0.5 * 6 - 4 = 1; A_0 = 1 + 0.25 * 1
    found = computed([1, 2], [2, 4], [4, 6], [0, 0], [0, 0])
    np.testing.assert_allclose(found, [1.25, 1.0])


def test_nothing_follows_a_terminated_step():
    # delta_0 = 1 - 2 = -1 (the 4 is not reached), delta_1 = 1 and stays behind the edge
    found = computed([1, 2], [2, 4], [4, 6], [1, 0], [1, 0])
    np.testing.assert_allclose(found, [-1.0, 1.0])


def test_a_truncated_step_is_bootstrapped_from_the_state_it_reached():
    # delta_0 = 1 + 0.5 * 8 - 2 = 3: the 8 of the state reached, not the 4 of the next start
    found = computed([1, 2], [2, 4], [8, 6], [0, 0], [1, 0])
    np.testing.assert_allclose(found, [3.0, 1.0])


def test_lanes_do_not_mix():
    rng = np.random.default_rng(0)
    rewards, values, next_values = rng.standard_normal((3, 6, 4)).astype(np.float32)
    terminated = rng.random((6, 4)) < 0.2
    ended = terminated | (rng.random((6, 4)) < 0.2)
    together = advantages(rewards, values, next_values, terminated, ended, 0.9, 0.8)
    for lane in range(4):
        one = slice(lane, lane + 1)
        alone = advantages(
            rewards[:, one], values[:, one], next_values[:, one], terminated[:, one],
            ended[:, one], 0.9, 0.8,
        )  # fmt: skip
        np.testing.assert_allclose(together[:, one], alone, rtol=1e-6)


def test_lambda_one_gives_discounted_returns_less_values():
    rng = np.random.default_rng(1)
    rewards, values = rng.standard_normal((2, 7)).astype(np.float32)
    terminated = np.array([0, 0, 1, 0, 0, 0, 0])
    ended = np.array([0, 0, 1, 0, 1, 0, 0])
    next_values = np.append(values[1:], 0.3).astype(np.float32)
    next_values[4] = 0.7  # the state that the truncated episode reached
    gamma = 0.9
    returns = np.zeros(7)
    returns[2] = rewards[2]
    returns[4] = rewards[4] + gamma * 0.7
    returns[6] = rewards[6] + gamma * 0.3
    for step in (5, 3, 1, 0):
        returns[step] = rewards[step] + gamma * returns[step + 1]
    found = computed(rewards, values, next_values, terminated, ended, gamma, 1.0)
    np.testing.assert_allclose(found, returns - values, rtol=1e-5)


def test_lambda_zero_gives_one_step_errors():
    found = computed([1, 2], [2, 4], [4, 6], [0, 0], [0, 0], gae_lambda=0.0)
    np.testing.assert_allclose(found, [1.0, 1.0])


# -- collecting ----------------------------------------------------------------------------------


def make_game(num_lanes, equations=EQUATIONS, seed=0, max_steps=8, **arguments):
    lanes = make_lanes(num_lanes, equations=equations, max_steps=max_steps, **arguments)
    rng = np.random.default_rng(seed)
    lanes.restart(np.arange(num_lanes), lanes.draw(rng, num_lanes))
    return lanes, rng


def make_agents(*seeds):
    members = [init_agent(np.random.default_rng(seed), FEATURES, 50) for seed in seeds]
    return jax.tree.map(lambda *each: np.stack(each), *members)


def make_keys(*seeds):
    return jnp.stack([jax.random.key(seed) for seed in seeds])


MEMBERS, STEPS, LANES = 2, 40, 4


@pytest.fixture(scope="module")
def played():
    """Return a rollout, the lanes after it, and a copy of the game from before it."""
    lanes, rng = make_game(MEMBERS * LANES)
    rollout = collect(lanes, TABLE, make_agents(0, 1), make_keys(0, 1), rng, STEPS)
    return rollout, lanes, make_game(MEMBERS * LANES)


def test_arrays_are_members_steps_lanes(played):
    rollout = played[0]
    wide = {"tokens": (100,), "next_tokens": (100,), "mask": (50,)}
    for name, each in rollout._asdict().items():
        assert each.shape == (MEMBERS, STEPS, LANES, *wide.get(name, ())), name


def test_a_rollout_is_what_stepping_by_hand_gives(played):
    rollout, after, (lanes, rng) = played
    for step in range(STEPS):
        now = rollout.tokens[:, step].reshape(MEMBERS * LANES, -1)
        np.testing.assert_array_equal(now, lanes.tokens())
        np.testing.assert_array_equal(
            rollout.mask[:, step].reshape(now.shape[0], -1), lanes.masks()
        )
        np.testing.assert_array_equal(rollout.ids[:, step].ravel(), lanes.ids)
        outcome = lanes.advance(rollout.actions[:, step].ravel())
        ended = outcome.terminated | outcome.truncated
        expected = {
            "rewards": outcome.rewards.astype(np.float32), "terminated": outcome.terminated,
            "ended": ended, "solved": outcome.solved, "next_ids": outcome.ids,
        }  # fmt: skip
        for name, each in expected.items():
            np.testing.assert_array_equal(getattr(rollout, name)[:, step].ravel(), each, name)
        reached = rollout.next_tokens[:, step].reshape(now.shape[0], -1)
        np.testing.assert_array_equal(reached, lanes.graph.tokens[outcome.ids])
        done = np.flatnonzero(ended)
        lanes.restart(done, lanes.draw(rng, len(done)))
    np.testing.assert_array_equal(lanes.ids, after.ids)


def test_the_rollout_holds_both_kinds_of_end_and_runs_on_within_episodes(played):
    rollout = played[0]
    truncated = rollout.ended & ~rollout.terminated
    assert rollout.terminated.any()
    assert truncated.any()
    goes_on = ~rollout.ended[:, :-1]
    same = (rollout.next_tokens[:, :-1] == rollout.tokens[:, 1:]).all(-1)
    assert same[goes_on].all()
    assert not same[~goes_on].all()  # the state reached, not the start of the next episode
    assert (rollout.ids[:, 1:] == rollout.next_ids[:, :-1])[goes_on].all()


def test_actions_are_legal_and_their_log_probabilities_the_policys(played):
    rollout = played[0]
    assert np.take_along_axis(rollout.mask, rollout.actions[..., None], -1).all()
    for member in range(MEMBERS):
        params = init_agent(np.random.default_rng(member), FEATURES, 50)
        inputs = encode(np, rollout.tokens[member], TABLE)
        log_probs = log_policy(np, params, inputs, rollout.mask[member])
        chosen = np.take_along_axis(log_probs, rollout.actions[member][..., None], -1)[..., 0]
        np.testing.assert_allclose(rollout.log_probs[member], chosen, rtol=1e-4)


def test_members_play_their_own_lanes():
    # On one equation nothing but parameters and keys tells members apart.
    def play(*seeds):
        lanes, rng = make_game(2 * len(seeds), equations=["a*x + b"])
        return collect(lanes, TABLE, make_agents(*seeds), make_keys(*seeds), rng, 12)

    together, first, second = play(0, 1), play(0), play(1)
    for name in ("tokens", "actions", "rewards", "ended", "next_tokens"):
        both = getattr(together, name)
        np.testing.assert_array_equal(both[0], getattr(first, name)[0])
        np.testing.assert_array_equal(both[1], getattr(second, name)[0])
    assert (together.actions[0] != together.actions[1]).any()


def test_the_same_seed_gives_the_same_rollout(played):
    lanes, rng = make_game(MEMBERS * LANES)
    again = collect(lanes, TABLE, make_agents(0, 1), make_keys(0, 1), rng, STEPS)
    for one, other in zip(played[0], again, strict=True):
        np.testing.assert_array_equal(one, other)
    lanes, rng = make_game(MEMBERS * LANES)
    other = collect(lanes, TABLE, make_agents(0, 1), make_keys(2, 3), rng, STEPS)
    assert (other.actions != again.actions).any()


def test_every_step_draws_anew():
    lanes, rng = make_game(2, equations=["a*x + b"])
    rollout = collect(lanes, TABLE, make_agents(0), make_keys(0), rng, 20)
    assert len(set(rollout.actions[0, :, 0].tolist())) > 3


def test_ids_are_not_mixed_up_when_the_graph_forgets():
    graph = StateGraph(replace(PAPER, capacity=40))
    lanes, rng = make_game(MEMBERS * LANES, graph=graph)
    rollout = collect(lanes, TABLE, make_agents(0, 1), make_keys(0, 1), rng, STEPS)
    assert lanes.generation > 0
    tokens_of: dict[int, bytes] = {}
    for ids, tokens in ((rollout.ids, rollout.tokens), (rollout.next_ids, rollout.next_tokens)):
        pairs = zip(ids.ravel().tolist(), tokens.reshape(-1, 100), strict=True)
        for id, encoding in pairs:
            assert tokens_of.setdefault(id, encoding.tobytes()) == encoding.tobytes()


def test_forgetting_does_not_change_the_game(played):
    lanes, rng = make_game(MEMBERS * LANES, graph=StateGraph(replace(PAPER, capacity=40)))
    rollout = collect(lanes, TABLE, make_agents(0, 1), make_keys(0, 1), rng, STEPS)
    for name in ("tokens", "actions", "rewards", "ended", "next_tokens"):
        np.testing.assert_array_equal(getattr(rollout, name), getattr(played[0], name))
