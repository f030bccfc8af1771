"""Each agent learns a trivial equation, and a run that diverges says so."""

import numpy as np
import pytest

from aljabr.flat import training
from aljabr.flat.a2c import A2CConfig
from aljabr.flat.ppo import PPOConfig
from aljabr.flat.presets import AGENT_NAMES
from aljabr.flat.training import TrainConfig

PPO = PPOConfig(steps_per_update=256, num_lanes=16, batch_size=64, num_epochs=4, learning_rate=1e-3)
A2C = A2CConfig(num_lanes=16)
NUM_STEPS = {"ppo-appendix": 22_528}  # its rollouts are eight times as long
BEGINNING, END = 256, 1_280
"""Steps over which success is counted."""


def success(progress):
    return sum(each.solved for each in progress) / sum(each.episodes for each in progress)


@pytest.mark.parametrize("agent", [name for name in AGENT_NAMES if name != "random"])
def test_an_agent_learns_to_solve_a_plus_x(agent):
    hyperparameters = {"a2c": {"a2c": A2C}, "ppo-appendix": {}}.get(agent, {"ppo": PPO})
    trainer = training.start(
        TrainConfig(agent=agent, equation="a + x", capacity=100_000, **hyperparameters)
    )
    progress = []
    while trainer.steps < NUM_STEPS.get(agent, 8_192):
        progress.append(trainer.advance())
    per_update = trainer.config.algorithm.steps_per_update
    assert success(progress[: max(BEGINNING // per_update, 1)]) < 0.5
    assert success(progress[-max(END // per_update, 1) :]) > 0.9
    assert trainer.solves_greedily()
    assert all(np.isfinite(value) for each in progress for value in each.scalars.values())
