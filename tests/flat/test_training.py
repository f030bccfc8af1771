"""Training runs: the same seed gives the same run, and a run goes on from its checkpoint."""

from __future__ import annotations

from dataclasses import asdict, replace

import jax
import numpy as np
import pytest

from aljabr.flat import ppo, training
from aljabr.flat.a2c import A2CConfig
from aljabr.flat.ppo import PPOConfig
from aljabr.flat.training import TrainConfig
from aljabr.ledger import checkpoint

A2C = A2CConfig(num_lanes=8)
PPO = PPOConfig(steps_per_update=256, num_lanes=8, num_epochs=1)
ONE = TrainConfig(agent="a2c", equation="a*x = 0", steps=400, eval_interval=100, seeds=2, a2c=A2C)


def leaves(trainer: training.Trainer) -> list[np.ndarray]:
    return [np.asarray(leaf) for leaf in jax.tree.leaves(trainer.learner)]


def assert_same(one: training.Trainer, other: training.Trainer) -> None:
    for left, right in zip(leaves(one), leaves(other), strict=True):
        np.testing.assert_array_equal(left, right)


def test_the_same_seed_gives_the_same_run():
    first, second = training.start(ONE), training.start(ONE)
    for _ in range(3):
        assert first.advance() == second.advance()
    assert_same(first, second)
    other = training.start(replace(ONE, seed=5))
    for _ in range(3):
        other.advance()
    assert not np.array_equal(leaves(other)[0], leaves(first)[0])


def test_members_have_seeds_of_their_own():
    trainer = training.start(ONE)
    weights = trainer.learner.agent["policy"][0]["w"]
    assert weights.shape[0] == 2
    assert not np.array_equal(weights[0], weights[1])
    alone = training.start(replace(ONE, seeds=1, seed=1))
    np.testing.assert_array_equal(alone.learner.agent["policy"][0]["w"][0], weights[1])


def test_evaluations_are_due_at_their_interval_and_at_the_end():
    trainer = training.start(replace(ONE, steps=410))
    seen = [(progress.steps, due) for progress, due in training.run(trainer)]
    assert seen[0][0] == 40
    assert [steps for steps, due in seen if due] == [120, 200, 320, 400, 440]
    assert seen[-1][0] == 440


def test_a_run_goes_on_from_its_checkpoint(tmp_path):
    path = tmp_path / "last.safetensors"
    trainer = training.start(ONE)
    for _ in range(2):
        trainer.advance()
    trainer.save(path, {"note": "half way"})
    restored = training.start(ONE)
    assert restored.restore(path)["note"] == "half way"
    assert_same(trainer, restored)
    assert (restored.steps, restored.first_solved) == (trainer.steps, trainer.first_solved)
    assert restored.coverage == trainer.coverage == float(any(trainer.first_solved))
    assert restored.rng.bit_generator.state == trainer.rng.bit_generator.state
    assert [progress.steps for progress, _ in training.run(restored)][-1] >= ONE.steps


@pytest.mark.parametrize("agent", ["ppo", "ppo-icm", "ppo-ride", "ppo-ngu", "ppo-rnd"])
def test_all_that_learning_changes_is_restored(agent, tmp_path):
    config = TrainConfig(agent=agent, equation="a*x = 0", ppo=PPO)
    trainer = training.start(config)
    trainer.learner = jax.tree.map(lambda each: (each + 1).astype(each.dtype), trainer.learner)
    trainer.save(tmp_path / "last.safetensors")
    restored = training.start(config)
    restored.restore(tmp_path / "last.safetensors")
    assert_same(trainer, restored)


def test_what_was_solved_is_remembered_in_the_checkpoint(tmp_path):
    config = TrainConfig(agent="ppo", equation="a*x = 0", ppo=PPO)
    trainer = training.start(config)
    while trainer.first_solved[0] is None:
        trainer.advance()
    memory = trainer.learner.memory
    assert memory.used.any()
    trainer.save(tmp_path / "last.safetensors")
    restored = training.start(config)
    assert not restored.learner.memory.used.any()
    restored.restore(tmp_path / "last.safetensors")
    jax.tree.map(np.testing.assert_array_equal, restored.learner.memory, memory)
    restored.advance()


def test_agents_share_our_hyperparameters_but_the_appendix_s():
    assert TrainConfig(agent="ppo-appendix").algorithm == ppo.APPENDIX
    assert TrainConfig(agent="ppo", ppo=PPO).algorithm == PPO
    assert TrainConfig(agent="ppo-rnd", ppo=PPO).algorithm == replace(PPO, curiosity="rnd")


def test_more_steps_may_be_asked_for_but_nothing_else_may_change(tmp_path):
    path = tmp_path / "last.safetensors"
    training.start(ONE).save(path)
    training.start(replace(ONE, steps=10_000)).restore(path)
    for changed, message in (
        (replace(ONE, reward="paper"), "reward was 'shaped' and is 'paper'"),
        (replace(ONE, a2c=replace(A2C, gamma=0.5)), r"a2c\.gamma was 0\.99 and is 0\.5"),
        (replace(ONE, seeds=1), "seeds was 2 and is 1"),
    ):
        with pytest.raises(ValueError, match=f"another configuration: {message}$"):
            training.start(changed).restore(path)


def test_one_member_s_agent_is_saved_to_play(tmp_path):
    path = tmp_path / "best.safetensors"
    trainer = training.start(ONE)
    trainer.save_member(path, 1, {"step": 0})
    layers = checkpoint.read_layers(path, "agent.policy")
    np.testing.assert_array_equal(layers[0]["w"], trainer.agent(1)["policy"][0]["w"])
    assert checkpoint.read_card(path)["config"] == training.jsonable(asdict(ONE))


def test_coverage_is_the_fraction_of_the_equations_solved():
    trainer = training.start(replace(ONE, equation=None, dataset="small"))
    assert trainer.coverage == 0
    trainer.lanes.solved_once[:250] = True
    assert trainer.coverage == 0.25


def test_a_solved_equation_is_noted():
    trainer = training.start(ONE)
    for _ in range(50):
        trainer.advance()
    assert all(step is not None and 1 <= step <= trainer.steps for step in trainer.first_solved)
    assert trainer.coverage == 1.0
    assert isinstance(trainer.solves_greedily(1), bool)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (TrainConfig(), "give either an equation or a dataset"),
        (TrainConfig(equation="a*x", dataset="small"), "give either an equation or a dataset"),
        (replace(ONE, steps=0), "steps must be at least 1"),
        (replace(ONE, seeds=0), "seeds must be at least 1"),
        (replace(ONE, eval_interval=0), "eval_interval must be at least 1"),
        (replace(ONE, a2c=A2CConfig(num_lanes=0)), "num_lanes must be at least 1"),
        (replace(ONE, ppo=PPO), "the ppo hyperparameters have no effect on a2c"),
        (TrainConfig(agent="ppo-appendix", equation="a*x", ppo=PPO),
         "the ppo hyperparameters have no effect on ppo-appendix"),
        (TrainConfig(agent="ppo", equation="a*x", ppo=PPOConfig(num_lanes=0)),
         "num_lanes must be at least 1"),
        (replace(ONE, agent="ppo"), "the a2c hyperparameters have no effect on ppo"),
        (replace(ONE, agent="ppo", ppo=replace(PPO, curiosity="rnd")),
         "the agent's name says which curiosity it has"),
        (replace(ONE, equation="x = a"), "'x = a' is solved already"),
        (replace(ONE, equation="x = = a"), "unexpected '='"),
    ],
    ids=range(13),
)  # fmt: skip
def test_what_cannot_be_trained_is_refused(config, message):
    with pytest.raises(ValueError, match=message):
        training.start(config)


def test_divergence_stops_the_run():
    trainer = training.start(ONE)
    agent = jax.tree.map(lambda each: each * np.nan, trainer.learner.agent)
    trainer.learner = trainer.learner._replace(agent=agent)
    with pytest.raises(FloatingPointError, match="training diverged at step 40"):
        trainer.advance()
