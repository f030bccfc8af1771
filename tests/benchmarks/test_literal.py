"""What solving earns under the paper's reward: figures of the file, and of the environment."""

from __future__ import annotations

import json
from pathlib import Path

import gymnasium as gym
import pytest

import aljabr.envs  # noqa: F401 (registers the environments)
from aljabr.algebra.parse import parse
from aljabr.game.graph import StateGraph
from aljabr.ledger import page as pages
from aljabr.search.orders import a_star
from aljabr.tasks.datasets import FIXED
from benchmarks import literal

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmarks" / "results" / "literal.json"


@pytest.mark.parametrize("name", FIXED)
def test_the_rewards_of_an_episode_add_up_to_what_the_file_says(name):
    rows = {row["equation"]: row for row in json.loads(RESULTS.read_text(encoding="utf-8"))["rows"]}
    graph = StateGraph()
    path = a_star(graph, graph.add(parse(FIXED[name]))).path
    assert path is not None
    env = gym.make("aljabr/Fixed-v0", equation=FIXED[name], reward="paper")
    env.reset()
    rewards, solved = 0.0, False
    for move in path:
        _, reward, _, _, info = env.step(move.action)
        rewards, solved = rewards + float(reward), info["solved"]
    assert solved
    assert rewards == rows[FIXED[name]]["a_star"]["earns"]
    assert rows[FIXED[name]]["simplest"]["earns"] >= rewards


def test_what_is_computed_is_what_the_file_says():
    row = literal.earnings(FIXED["reciprocal"], 50)
    assert row["a_star"] == row["simplest"] == {"solution": "x = -a/b", "earns": 2}
    assert row["open"]["earns"] >= 2


def test_training_with_the_paper_s_reward_counts_successes():
    run = literal.trained("a + x = 0", 2_048, 2)
    assert (run["steps"], run["trials"], run["once"]) == (2_048, 2, 2)
    assert 0 <= run["greedy"] <= 2


def test_the_page_shows_the_figures_of_the_file():
    text = (ROOT / "docs" / "table1.md").read_text(encoding="utf-8")
    assert text == pages.fill(text, "literal", literal.render(RESULTS))
