"""Other libraries' agents play our environments as they are (extra `peers`)."""

from types import SimpleNamespace

import gymnasium as gym
import jax
import numpy as np
import pytest
import tiny

import aljabr.envs  # noqa: F401 (registers the environments)
from aljabr.flat import a2c, networks, ppo, rollout, training

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


@pytest.mark.parametrize("kind", ["DummyVecEnv", "SubprocVecEnv"])
def test_a_vec_env_of_stable_baselines_plays_with_masks(kind):
    from stable_baselines3.common import vec_env
    from stable_baselines3.common.env_util import make_vec_env

    envs = make_vec_env(
        "aljabr.envs:aljabr/Fixed-v0", 3, seed=0, vec_env_cls=getattr(vec_env, kind),
        env_kwargs={"equation": "a*x + b", "max_steps": 5, "render_mode": "ansi"},
    )  # fmt: skip
    rng, ends = np.random.default_rng(0), []
    try:
        observations = envs.reset()
        for _ in range(12):
            masks = np.stack(envs.env_method("action_masks"))
            assert masks.shape == (3, 50)
            actions = (rng.random(masks.shape) * masks).argmax(1)
            observations, rewards, ended, infos = envs.step(actions)
            assert (observations.shape, rewards.shape) == ((3, 100), (3,))
            ends += [infos[lane] for lane in np.flatnonzero(ended)]
    finally:
        envs.close()
    assert len(ends) >= 6  # a game has five steps at the most
    assert all(end["terminal_observation"].shape == (100,) for end in ends)
    assert any(end["TimeLimit.truncated"] for end in ends)


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


# -- learning curves -----------------------------------------------------------------------------

NUM_STEPS, WINDOW = 8_192, 1_024
PRESETS = {"gamma": 0.99, "gae_lambda": 0.95, "batch_size": 64, "learning_rate": 1e-3}


class SeenAlike(gym.ObservationWrapper):
    """Show the inputs that our networks see, and note (step, solved) when an episode ends."""

    def __init__(self, env):
        super().__init__(env)
        shape = (networks.FEATURES,)
        self.observation_space = gym.spaces.Box(-np.inf, np.inf, shape, np.float32)
        self.table = networks.code_table(100)
        self.num_steps = 0
        self.ends = []

    def observation(self, observation):
        return networks.encode(np, observation, self.table)

    def step(self, action):
        result = super().step(action)
        self.num_steps += 1
        if result[2] or result[3]:
            self.ends.append((self.num_steps, result[4]["solved"]))
        return result


def curve_of_peer(seed):
    """Return the share of solved episodes in each window of steps."""
    env = SeenAlike(gym.make("aljabr/Fixed-v0", equation="a + x"))
    model = sb3_contrib.MaskablePPO(
        "MlpPolicy", env, n_steps=256, n_epochs=4, seed=seed, device="cpu", **PRESETS
    )
    model.learn(NUM_STEPS)
    windows = np.array([(step - 1) // WINDOW for step, _ in env.ends])
    solved = np.array([solved for _, solved in env.ends])
    return [solved[windows == window].mean() for window in range(NUM_STEPS // WINDOW)]


def our_curves(seeds):
    config = ppo.PPOConfig(
        steps_per_update=256, num_lanes=1, num_epochs=4, entropy_coefficient=0.0,
        imitation_coefficient=0.0, **PRESETS,
    )  # fmt: skip
    trainer = training.start(
        training.TrainConfig(
            agent="ppo", equation="a + x", seeds=seeds, ppo=config, capacity=100_000
        )
    )
    progress = [trainer.advance() for _ in range(NUM_STEPS // 256)]
    per_window = WINDOW // 256
    windows = [progress[i : i + per_window] for i in range(0, len(progress), per_window)]
    return [sum(p.solved for p in each) / sum(p.episodes for p in each) for each in windows]


def test_our_ppo_learns_about_as_fast_as_stable_baselines():
    peer = np.mean([curve_of_peer(seed) for seed in range(2)], 0)
    ours = np.array(our_curves(seeds=4))
    print("stable-baselines", peer.round(2), "ours", ours.round(2))
    assert ours[-1] > 0.9
    assert peer[-1] > 0.9
    assert abs(ours.mean() - peer.mean()) < 0.15


# -- A2C, which has no masks there: a game of two actions ----------------------------------------

PASSWORD = (1, 0, 1)
"""The actions that win, in the states 0, 1 and 2; any other ends the game with nothing."""
NUM_LANES, NUM_UPDATES = 8, 60


def play_password(states, actions):
    """Return the states reached, the rewards and the ends."""
    right = np.asarray(actions) == np.array(PASSWORD)[states]
    solved = right & (states == len(PASSWORD) - 1)
    return states + right, solved.astype(np.float32), ~right | solved


class Password(gym.Env):
    """The game for Stable-Baselines3, seen as our networks see it."""

    observation_space = gym.spaces.Box(-np.inf, np.inf, (networks.FEATURES,), np.float32)
    action_space = gym.spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.state = np.int64(0)
        return tiny.INPUTS[self.state], {}

    def step(self, action):
        self.state, reward, ended = play_password(self.state, action)
        return tiny.INPUTS[self.state], float(reward), bool(ended), False, {}


class PasswordLanes:
    """The game for our collector."""

    generation = 0

    def __init__(self, count):
        self.ids = np.zeros(count, int)

    def tokens(self):
        return tiny.TOKENS[self.ids]

    def masks(self):
        return np.ones((len(self.ids), 2), bool)

    def advance(self, actions):
        self.ids, rewards, ended = play_password(self.ids, actions)
        return SimpleNamespace(
            ids=self.ids, rewards=rewards, terminated=ended, truncated=np.zeros_like(ended),
            solved=rewards > 0,
        )  # fmt: skip

    def draw(self, rng, count):
        return np.zeros(count, int)

    def restart(self, lanes, states):
        self.ids[lanes] = states


def shares(ends):
    """Return the share of solved episodes in each tenth of a run, from [updates, ...] of both."""
    ended, solved = (np.array_split(np.asarray(each), 10) for each in zip(*ends, strict=True))
    return np.array([s.sum() / e.sum() for e, s in zip(ended, solved, strict=True)])


def a2c_of_peer(seed):
    from stable_baselines3 import A2C
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.env_util import make_vec_env

    class Note(BaseCallback):
        ends = ()

        def _on_step(self):
            ended, rewards = self.locals["dones"], self.locals["rewards"]
            self.ends = (*self.ends, (ended.copy(), rewards > 0))
            return True

    note = Note()
    model = A2C("MlpPolicy", make_vec_env(Password, NUM_LANES), seed=seed, device="cpu")
    model.learn(NUM_UPDATES * 5 * NUM_LANES, note)
    return shares(note.ends)


def our_a2c(seeds):
    config = a2c.A2CConfig(num_lanes=NUM_LANES)
    learner = tiny.stack(*(a2c.init(config, networks.FEATURES, 2, seed) for seed in range(seeds)))
    update, lanes = a2c.make_update(config), PasswordLanes(seeds * NUM_LANES)
    rng, ends = np.random.default_rng(0), []
    for key in jax.random.split(jax.random.key(0), NUM_UPDATES):
        keys = jax.random.split(key, seeds)
        played = rollout.collect(lanes, tiny.TABLE, learner.agent, keys, rng, config.num_steps)
        learner, _ = update(tiny.TABLE, learner, played)
        ends.append((played.ended, played.solved))
    return shares(ends)


def test_our_a2c_learns_about_as_fast_as_stable_baselines():
    peer = np.mean([a2c_of_peer(seed) for seed in range(3)], 0)
    ours = our_a2c(seeds=8)
    print("stable-baselines", peer.round(2), "ours", ours.round(2))
    assert ours[0] < 0.4
    assert ours[-1] > 0.9
    assert peer[-1] > 0.9
    assert abs(ours.mean() - peer.mean()) < 0.1
