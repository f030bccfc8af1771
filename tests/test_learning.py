"""Each agent learns a trivial equation, and a run that diverges says so."""

import numpy as np
import pytest

from aljabr import training
from aljabr.a2c import A2CConfig
from aljabr.ppo import PPOConfig
from aljabr.training import AGENT_NAMES, TrainConfig

PPO = PPOConfig(steps_per_update=256, num_lanes=16, batch_size=64, num_epochs=4, learning_rate=1e-3)
A2C = A2CConfig(num_lanes=16)
NUM_STEPS = 8_192
WINDOW = 1_280
"""Steps over which success is counted, at the beginning and at the end."""


def success(progress):
    return sum(each.solved for each in progress) / sum(each.episodes for each in progress)


@pytest.mark.parametrize("agent", AGENT_NAMES)
def test_an_agent_learns_to_solve_a_plus_x(agent):
    hyperparameters = {"a2c": A2C} if agent == "a2c" else {"ppo": PPO}
    trainer = training.start(
        TrainConfig(agent=agent, equation="a + x", capacity=100_000, **hyperparameters)
    )
    progress = []
    while trainer.steps < NUM_STEPS:
        progress.append(trainer.advance())
    window = WINDOW // trainer.config.algorithm.steps_per_update
    assert success(progress[:window]) < 0.5
    assert success(progress[-window:]) > 0.9
    assert trainer.solves_greedily()
    assert all(np.isfinite(value) for each in progress for value in each.scalars.values())
