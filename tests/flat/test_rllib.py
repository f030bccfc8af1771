"""RLlib plays our environments as they are, and with masks by its own module (where installed)."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest

import aljabr.envs  # noqa: F401 (registers the environments)

ray = pytest.importorskip("ray")
pytest.importorskip("torch")
ppo = pytest.importorskip("ray.rllib.algorithms.ppo")
rl_module = pytest.importorskip("ray.rllib.core.rl_module.rl_module")
masking = pytest.importorskip(
    "ray.rllib.examples.rl_modules.classes.action_masking_rlm",
    reason="the masking module is one of RLlib's examples",
)

register_env = pytest.importorskip("ray.tune").register_env

# Ray and Torch announce what their next releases will change, and leave files to the collector.
pytestmark = pytest.mark.filterwarnings("default")

ID = "aljabr.envs:aljabr/Fixed-v0"
EQUATION = "a*x = 0"


def make_plain(arguments):
    """Make an environment whose tokens are floats: RLlib's networks take nothing else."""
    env = gym.make(arguments["id"], equation=EQUATION)
    return gym.wrappers.DtypeObservation(env, np.float32)


class Masked(gym.Wrapper):
    """Show the mask as a part of the observation, as RLlib's masking module asks."""

    def __init__(self, arguments):
        super().__init__(gym.make(ID, equation=EQUATION))
        size, shape = int(self.env.action_space.n), self.env.observation_space.shape
        self.observation_space = gym.spaces.Dict(
            {"action_mask": gym.spaces.Box(0.0, 1.0, (size,), np.float32),
             "observations": gym.spaces.Box(0.0, 70.0, shape, np.float32)}
        )  # fmt: skip

    def _seen(self, observation, info):
        self.mask = info["action_mask"].astype(np.float32)
        return {"action_mask": self.mask, "observations": observation.astype(np.float32)}

    def reset(self, *, seed=None, options=None):
        observation, info = self.env.reset(seed=seed, options=options)
        return self._seen(observation, info), info

    def step(self, action):
        assert self.mask[action], "an illegal action was played"
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._seen(observation, info), reward, terminated, truncated, info


@pytest.fixture(scope="module", autouse=True)
def _cluster():
    """Start a Ray of one core, and stop it afterwards."""
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


def make_config():
    """Return a PPO that plays and learns in this process, a little."""
    return (
        ppo.PPOConfig()
        .env_runners(num_env_runners=0, num_envs_per_env_runner=2)
        .learners(num_learners=0)
        .training(train_batch_size=128, minibatch_size=64, num_epochs=1)
        .debugging(seed=0)
    )


def train_once(config):
    """Train for an iteration; return how many episodes there were, and their mean return."""
    algorithm = config.build_algo()
    try:
        found = algorithm.train()["env_runners"]
        return found["num_episodes"], found["episode_return_mean"]
    finally:
        algorithm.stop()


@pytest.mark.parametrize("id", [ID, "aljabr.envs:aljabr/Random-v0"])
def test_rllib_plays_and_learns_from_the_environments(id):
    register_env("plain", make_plain)
    episodes, mean = train_once(make_config().environment("plain", env_config={"id": id}))
    assert episodes > 0
    assert np.isfinite(mean)


def test_rllib_never_plays_an_illegal_action_with_its_masking_module():
    register_env("masked", Masked)
    spec = rl_module.RLModuleSpec(
        module_class=masking.ActionMaskingTorchRLModule,
        model_config={"head_fcnet_hiddens": [32]},
    )
    config = make_config().environment("masked").rl_module(rl_module_spec=spec)
    episodes, _ = train_once(config)
    assert episodes > 0
