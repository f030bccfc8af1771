"""Other libraries' agents play our environments as they are (extra `peers`)."""

import gymnasium as gym
import numpy as np
import pytest

import aljabr.envs  # noqa: F401 (registers the environments)

sb3_contrib = pytest.importorskip("sb3_contrib")
torch = pytest.importorskip("torch")

# Torch announces what its next release will change.
pytestmark = pytest.mark.filterwarnings("default::DeprecationWarning", "default::FutureWarning")


@pytest.fixture(autouse=True, scope="module")
def _one_thread():
    """Keep Torch to one thread: networks as small as these wait for each other on several."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def solved_fraction(model, id, episodes=20, **arguments):
    """Return how many episodes a model solves, sampling legal actions."""
    env = gym.make(id, **arguments)
    solved = 0
    for _ in range(episodes):
        observation, info = env.reset()
        terminated = truncated = False
        while not (terminated or truncated):
            action, _ = model.predict(observation, action_masks=info["action_mask"])
            observation, _, terminated, truncated, info = env.step(int(action))
        solved += info["solved"]
    return solved / episodes


@pytest.mark.parametrize("id", ["aljabr/Fixed-v0", "aljabr/Random-v0"])
def test_stable_baselines_accepts_the_environments(id):
    from stable_baselines3.common.env_checker import check_env

    check_env(gym.make(id, equation="a*x + b").unwrapped)


@pytest.mark.parametrize("equation", ["a*x = 0", "a + x = 0"])
def test_maskable_ppo_learns_a_trivial_equation(equation):
    env = gym.make("aljabr/Fixed-v0", equation=equation)
    model = sb3_contrib.MaskablePPO(
        "MlpPolicy", env, n_steps=256, learning_rate=1e-3, seed=0, device="cpu"
    )
    before = solved_fraction(model, "aljabr/Fixed-v0", equation=equation)
    model.learn(6_000)
    after = solved_fraction(model, "aljabr/Fixed-v0", equation=equation)
    assert before < 0.7
    assert after > 0.9


def test_maskable_ppo_never_plays_an_illegal_action():
    env = gym.make("aljabr/Fixed-v0", equation="a*x + b")
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=64, seed=0, device="cpu")
    observation, info = env.reset(seed=0)
    for _ in range(200):
        action, _ = model.predict(observation, action_masks=env.unwrapped.action_masks())
        assert info["action_mask"][int(action)] == 1
        observation, _, terminated, truncated, info = env.step(np.int64(action))
        if terminated or truncated:
            observation, info = env.reset()
