"""The open game as an environment."""

from __future__ import annotations

import gymnasium as gym
import numpy as np

import aljabr.envs  # noqa: F401 (registers the environments)
from aljabr.algebra.arithmetic import MARKS


def test_completing_the_square_solves_the_general_quadratic():
    env = gym.make("aljabr/Open-v0").unwrapped
    _, info = env.reset(seed=0)
    line = ["let y^1+t*y^0", "choose t: vanish 1", "subtract", "divide", "sqrt"]
    for number, name in enumerate(line):
        state = info["state_id"]
        assert info["action_mask"].shape == (env.action_space.n,)
        actions = [(index, action) for index, action in env.graph.legal_actions(state)
                   if action.rule.name == name]  # fmt: skip
        wanted = {"subtract": "p", "divide": "a"}.get(name)
        terms = [None if each.term is None else str(each.term.sym).rstrip(MARKS)
                 for _, each in actions]  # fmt: skip
        index = actions[terms.index(wanted)][0]
        _, _, terminated, truncated, info = env.step(index)
        assert terminated is (number == len(line) - 1)
        assert not truncated
    assert info["solved"]


def test_a_root_of_another_equation_does_not_count():
    env = gym.make("aljabr/Open-v0").unwrapped
    _, info = env.reset(seed=0, options={"equation": "a*x^2 + b*x = 0"})
    rng = np.random.default_rng(0)
    for _ in range(200):
        legal = np.flatnonzero(info["action_mask"])
        if not len(legal):
            _, info = env.reset()
            continue
        _, _, terminated, truncated, info = env.step(int(rng.choice(legal)))
        if terminated or truncated:
            _, info = env.reset()
