"""Play on the device: the same game as on the host, whatever of it is known."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from aljabr.flat import training
from aljabr.flat.networks import encode, log_policy
from aljabr.flat.ppo import PPOConfig
from aljabr.flat.presets import PRESETS
from aljabr.flat.training import TrainConfig
from aljabr.game.graph import DEAD, StateGraph

SMALL = PPOConfig(steps_per_update=128, num_lanes=8, batch_size=32, num_epochs=1)
EQUATION = "c*(a*x + b) + d"
MAX_STEPS = 6
CONFIG = TrainConfig(agent="ppo", equation=EQUATION, seeds=2, ppo=SMALL, on_device=True)


def collected(config=CONFIG, rollouts=3, graph=None, seed=0):
    """Return a trainer and some rollouts of its first agents."""
    trainer = training.start(config, graph)
    trainer.lanes.max_steps = MAX_STEPS
    found = []
    for number in range(rollouts):
        keys = jnp.stack([jax.random.key(10 * seed + number), jax.random.key(99 + number)])
        rollout = trainer.game.collect(trainer.learner.agent, keys, 16)
        found.append(jax.tree.map(np.asarray, rollout))
    return trainer, found


@pytest.fixture(scope="module")
def played():
    return collected()


def test_every_step_is_one_of_the_game(played):
    trainer, rollouts = played
    graph, start = trainer.graph, int(trainer.lanes.starts[0])
    for rollout in rollouts:
        after = graph.step(rollout.ids.reshape(-1), rollout.actions.reshape(-1))
        np.testing.assert_array_equal(after, rollout.next_ids.reshape(-1))
        mask = np.take_along_axis(rollout.mask, rollout.actions[..., None], -1)
        assert mask.all()
        np.testing.assert_array_equal(rollout.mask, graph.mask[rollout.ids])
        dead = (graph.flags[rollout.next_ids] & DEAD) != 0
        solved = graph.solves(np.full(after.shape, start, np.int32), after).reshape(dead.shape)
        np.testing.assert_array_equal(rollout.terminated, dead | solved)
        np.testing.assert_array_equal(rollout.solved, solved)
        drop = (graph.complexity[rollout.ids].astype(float)
                - graph.complexity[rollout.next_ids])  # fmt: skip
        np.testing.assert_allclose(
            rollout.rewards, (drop - 1 + 100.0 * solved - 100.0 * dead) / 100, rtol=1e-5
        )
        inputs = encode(np, graph.tokens[rollout.ids], np.asarray(trainer.table))
        np.testing.assert_allclose(rollout.tokens, inputs, rtol=1e-4, atol=1e-4)


def test_lanes_go_on_where_they_were_and_episodes_end_as_they_should(played):
    trainer, rollouts = played
    start = int(trainer.lanes.starts[0])
    ids = np.concatenate([each.ids for each in rollouts], 1)
    after = np.concatenate([each.next_ids for each in rollouts], 1)
    ended = np.concatenate([each.ended for each in rollouts], 1)
    terminated = np.concatenate([each.terminated for each in rollouts], 1)
    assert (ids[:, 0] == start).all()
    expected = np.where(ended[:, :-1], start, after[:, :-1])
    np.testing.assert_array_equal(ids[:, 1:], expected)
    for member in range(2):
        for lane in range(8):
            length = 0
            for step in range(ids.shape[1]):
                length += 1
                truncated = ended[member, step, lane] and not terminated[member, step, lane]
                assert truncated == (length == MAX_STEPS and not terminated[member, step, lane])
                length = 0 if ended[member, step, lane] else length
    assert (ended & ~terminated).any()


def test_log_probs_are_those_of_the_policy(played):
    trainer, rollouts = played
    rollout = rollouts[0]
    for member in range(2):
        agent = jax.tree.map(np.asarray, trainer.agent(member))
        expected = log_policy(np, agent, rollout.tokens[member], rollout.mask[member])
        chosen = np.take_along_axis(expected, rollout.actions[member][..., None], -1)[..., 0]
        np.testing.assert_allclose(rollout.log_probs[member], chosen, rtol=1e-3, atol=1e-4)


def test_what_is_known_does_not_change_what_is_drawn_from_how_often():
    # The first action of every lane, over many draws: as likely cold as warm.
    cold, warm = [], []
    graph = StateGraph()
    training.start(replace(CONFIG, on_device=False), graph)
    for state in range(1, len(graph)):
        graph.successors(state)
    for seed in range(20):
        cold.append(collected(rollouts=1, seed=seed)[1][0].actions[:, 0])
        warm.append(collected(rollouts=1, seed=seed, graph=graph)[1][0].actions[:, 0])
    np.testing.assert_array_equal(cold, warm)  # the first is drawn with the same key


def test_a_known_game_needs_the_host_no_more():
    trainer, _ = collected(rollouts=1)
    known = trainer.graph
    again = training.start(CONFIG, known)
    keys = jnp.stack([jax.random.key(0), jax.random.key(99)])
    before = trainer.game.misses
    again.game.collect(again.learner.agent, keys, 16)
    assert before > 0
    assert again.game.misses < before


@pytest.mark.parametrize("agent", ["ppo-rnd", "ppo-ride", "ppo-e3b", "a2c"])
def test_agents_learn_on_the_device(agent):
    small = replace(PRESETS["appendix"].ppo, steps_per_update=256, num_lanes=16, num_epochs=2,
                    whitening_steps=64)  # fmt: skip
    given = {} if agent == "a2c" else {"ppo": small, "preset": "appendix"}
    trainer = training.start(
        TrainConfig(agent=agent, equation="a + x", seeds=2, on_device=True, **given)
    )
    before = np.asarray(trainer.learner.agent["policy"][-1]["w"])
    for _ in range(3):
        progress = trainer.advance()
    assert (np.asarray(trainer.learner.agent["policy"][-1]["w"]) != before).any()
    assert all(np.isfinite(value) for value in progress.scalars.values())
    assert trainer.steps == (3 * 160 if agent == "a2c" else 3 * 256 + 64 * (agent == "ppo-rnd"))


def test_states_that_others_have_met_are_on_the_device_too():
    trainer, _ = collected(rollouts=1)
    sent = len(trainer.graph)
    for state in range(1, sent):  # as an evaluation on the same graph would
        trainer.graph.successors(state)
    assert len(trainer.graph) > sent
    for seed in range(3):
        keys = jnp.stack([jax.random.key(seed), jax.random.key(99)])
        rollout = trainer.game.collect(trainer.learner.agent, keys, 16)
    assert int(np.asarray(rollout.next_ids).max()) >= sent
    inputs = encode(np, trainer.graph.tokens[rollout.next_ids], np.asarray(trainer.table))
    np.testing.assert_allclose(rollout.next_tokens, inputs, rtol=1e-4, atol=1e-4)


def test_greedy_play_of_all_members_is_that_of_each():
    trainer = training.start(replace(CONFIG, equation="a + x", seeds=5))
    for _ in range(2):
        trainer.advance()
    each = [trainer.solves_greedily(member) for member in range(5)]
    assert trainer.solve_greedily() == each
    assert len(set(each)) == 2  # some do and some do not: no accident that they agree


def test_a_full_graph_forgets_and_the_game_goes_on():
    trainer = training.start(replace(CONFIG, capacity=300))
    for _ in range(6):
        trainer.advance()
    assert trainer.lanes.generation > 0
    rollout = trainer.game.collect(
        trainer.learner.agent, jnp.stack([jax.random.key(0), jax.random.key(1)]), 16
    )
    after = trainer.graph.step(np.asarray(rollout.ids).ravel(), np.asarray(rollout.actions).ravel())
    np.testing.assert_array_equal(after, np.asarray(rollout.next_ids).ravel())


def test_a_graph_that_forgets_under_an_evaluation_is_sent_anew():
    trainer = training.start(replace(CONFIG, capacity=300))
    while not trainer.graph.is_full:
        trainer.advance()
    trainer.solve_greedily()  # forgets, as it needs room itself
    assert not trainer.graph.is_full
    keys = jnp.stack([jax.random.key(0), jax.random.key(1)])
    rollout = trainer.game.collect(trainer.learner.agent, keys, 16)
    ids, actions = np.asarray(rollout.ids), np.asarray(rollout.actions)
    assert (ids[:, 0] == trainer.lanes.starts[0]).all()
    np.testing.assert_array_equal(np.asarray(rollout.mask), trainer.graph.mask[ids])
    after = trainer.graph.step(ids.ravel(), actions.ravel())
    np.testing.assert_array_equal(after, np.asarray(rollout.next_ids).ravel())


def test_a_graph_is_saved_and_shared(tmp_path):
    trainer, _ = collected(rollouts=2)
    trainer.graph.save(tmp_path / "graph.npz")
    again = training.start(CONFIG, StateGraph.load(tmp_path / "graph.npz"))
    size = len(trainer.graph)
    assert len(again.graph) == size
    for name in ("next", "mask", "complexity", "inputs", "dead", "solved"):
        one, other = getattr(trainer.game.known, name), getattr(again.game.known, name)
        np.testing.assert_allclose(one[:size], other[:size], rtol=1e-5, atol=1e-5)


def test_only_one_equation_is_played_on_the_device():
    with pytest.raises(ValueError, match="only a single equation"):
        training.start(TrainConfig(dataset="small", on_device=True))
