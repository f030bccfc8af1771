"""Fillers: the same game, whoever computes it, and no process is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import jax
import numpy as np
import pytest

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.flat import training
from aljabr.flat.fillers import FilledGraph
from aljabr.flat.ppo import PPOConfig
from aljabr.flat.training import TrainConfig
from aljabr.game.games import EXTENDED, PAPER
from aljabr.game.graph import DEAD, DEAD_END, NOT_COMPUTED, StateGraph
from aljabr.play.lanes import make_lanes

TEXTS = (
    "c*(a*x + b) + d",
    "sqrt(a*x + b) = c",
    "a*exp(b*x) = 3/7",
    "sin(x)/2 + x = 5*y",
    "a + x = b",
)
LANES = 40
SMALL = PPOConfig(steps_per_update=128, num_lanes=8, batch_size=32, num_epochs=1)
CONFIG = TrainConfig(agent="ppo", equation=TEXTS[0], seeds=2, ppo=SMALL, on_device=True)


@pytest.fixture(scope="module")
def filled():
    with FilledGraph(fillers=2) as graph:
        yield graph


def walk(graph, seed=0, num_steps=15):
    """Take random steps, legal or not; return (start, before, action, after) of each."""
    rng = np.random.default_rng(seed)
    starts = np.array([graph.add(parse(text)) for text in TEXTS] * (LANES // len(TEXTS)), np.int32)
    states, found = starts, []
    for _ in range(num_steps):
        weights = rng.random((LANES, graph.game.num_actions))
        actions = (weights * (graph.mask[states] + 0.3)).argmax(1)
        after = graph.step(states, actions)
        found.append(np.stack([starts, states, actions, after], 1))
        states = np.where(graph.flags[after] & DEAD, starts, after)
    return np.concatenate(found)


def text(graph, state):
    return "nothing" if state == DEAD_END else equation_text(graph.equation(int(state)))


def test_it_is_the_same_game(filled):
    plain = StateGraph()
    theirs, ours = walk(filled), walk(plain)
    solved = [graph.solves(steps[:, 0].astype(np.int32), steps[:, 3].astype(np.int32))
              for graph, steps in ((filled, theirs), (plain, ours))]  # fmt: skip
    np.testing.assert_array_equal(*solved)
    assert solved[0].any()
    assert len(filled) == len(plain) > 300
    pairs = {(DEAD_END, DEAD_END), *zip(theirs[:, 3].tolist(), ours[:, 3].tolist(), strict=True)}
    assert len(pairs) == len(dict(pairs)) == len({our for _, our in pairs})  # one state is one id
    for their, our in pairs:
        assert text(filled, their) == text(plain, our)
        for name in ("tokens", "mask", "complexity", "flags"):
            one, other = getattr(filled, name)[their], getattr(plain, name)[our]
            np.testing.assert_array_equal(one, other)


def test_actions_mean_the_same(filled):
    plain = StateGraph()
    theirs, ours = walk(filled), walk(plain)
    for their, our in zip(theirs[:60, 3].tolist(), ours[:60, 3].tolist(), strict=True):
        actions = filled.legal_actions(their)
        assert [(index, str(action)) for index, action in actions] == [
            (index, str(action)) for index, action in plain.legal_actions(our)
        ]
        for index, action in actions:
            assert filled.find_action(their, action) == index
            assert str(filled.action(their, index)) == str(action)
    start = int(theirs[0, 0])
    names = [
        [(action, text(graph, state)) for action, state in graph.successors(id)]
        for graph, id in ((filled, start), (plain, int(ours[0, 0])))
    ]
    assert names[0] == names[1]


def test_a_state_that_two_fillers_meet_is_one():
    with FilledGraph(fillers=2) as graph:
        start = graph.add(parse("a*x + b = c"))
        for _, state in graph.successors(start):  # dealt out in turn
            if not graph.flags[state] & DEAD:
                graph.successors(state)
        met = set(graph._ids_of[0].tolist()) & set(graph._ids_of[1].tolist())
        assert len(met - {DEAD_END, start}) > 5
        states = range(1, len(graph))
        assert len({text(graph, state) for state in states}) == len(states)


def test_equations_with_the_same_tokens_are_two_states(filled):
    one, other = (filled.add(parse(f"a*x = {number}")) for number in (1017, 1019))
    np.testing.assert_array_equal(filled.tokens[one], filled.tokens[other])
    reached = [text(filled, filled.successors(id)[0][1]) for id in (one, other)]
    assert reached[0].replace("1017", "1019") == reached[1] != reached[0]


def test_the_same_requests_give_the_same_ids():
    found = []
    for _ in range(2):
        with FilledGraph(fillers=3) as graph:
            found.append(walk(graph, seed=5))
    np.testing.assert_array_equal(*found)


@pytest.mark.parametrize("game", [EXTENDED, replace(PAPER, num_actions=30, max_length=20)])
def test_fillers_play_by_the_rules_and_bounds_of_the_graph(game):
    plain = StateGraph(game)
    with FilledGraph(game, 2) as graph:
        theirs, ours = walk(graph, num_steps=6), walk(plain, num_steps=6)
        assert [text(graph, id) for id in theirs[:, 3]] == [text(plain, id) for id in ours[:, 3]]
        assert len(graph) == len(plain)


def test_forgetting_keeps_what_it_should_and_the_game_goes_on():
    with FilledGraph(fillers=2) as graph:
        before = walk(graph)
        keep = np.array([before[0, 0], before[-1, 3], DEAD_END, before[-2, 3]], np.int32)
        texts = [text(graph, id) for id in keep]
        size = len(graph)
        kept = graph.forget(keep)
        assert [text(graph, id) for id in kept] == texts
        assert len(graph) == 1 + len({*kept.tolist()} - {DEAD_END}) < size
        assert (graph.next[kept[0]] == NOT_COMPUTED).all()
        plain = StateGraph()
        after, ours = walk(graph), walk(plain)
        assert [text(graph, id) for id in after[:, 3]] == [text(plain, id) for id in ours[:, 3]]


def test_forgetting_comes_before_anything_is_asked():
    with FilledGraph(fillers=1) as graph:
        kept = graph.forget(np.array([graph.add(parse(TEXTS[0]))], np.int32))
        assert text(graph, kept[0]) == equation_text(parse(TEXTS[0]))


def test_what_is_known_is_saved_and_filled_on(tmp_path, filled):
    steps = walk(filled)
    filled.save(tmp_path / "graph.npz")
    plain = StateGraph.load(tmp_path / "graph.npz")
    size = len(filled)
    np.testing.assert_array_equal(plain.next[:size], filled.next[:size])
    np.testing.assert_array_equal(plain.tokens[:size], filled.tokens[:size])
    with FilledGraph.load(tmp_path / "graph.npz") as again:
        np.testing.assert_array_equal(walk(again), steps)
        further, ours = walk(again, seed=9), walk(plain, seed=9)
        assert [text(again, id) for id in further[:, 3]] == [text(plain, id) for id in ours[:, 3]]


# -- processes -------------------------------------------------------------------------------------


def test_a_filler_that_dies_is_an_error_and_ends_the_others():
    with FilledGraph(fillers=2) as graph:
        walk(graph, num_steps=2)
        killed, other = [worker.process for worker in graph._workers]
        os.kill(killed.pid, signal.SIGKILL)
        with pytest.raises(RuntimeError, match="filler 0 of the graph failed: the process died"):
            walk(graph, seed=1)
        assert not other.is_alive()
        with pytest.raises(RuntimeError, match="the graph is closed"):
            walk(graph, seed=1)


def test_a_filler_that_fails_says_why():
    with (
        FilledGraph(fillers=1) as graph,
        pytest.raises(RuntimeError, match=r"filler 0 of the graph failed: (.|\n)*AttributeError"),
    ):
        graph._ask("no such request", {0: ()})


def test_fillers_end_with_a_graph_that_nobody_holds():
    graph = FilledGraph(fillers=1)
    process = graph._workers[0].process
    assert process.is_alive()
    del graph
    assert not process.is_alive()


PROGRAM = """
import os, signal
from aljabr.flat.fillers import FilledGraph
if __name__ == "__main__":
    graph = FilledGraph(fillers=2)
    graph.wait()
    print(*[worker.process.pid for worker in graph._workers], flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def is_running(pid):
    """Whether a process is there, and not a dead one that nobody has waited for."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="tells processes by /proc")
def test_fillers_end_with_a_parent_that_is_killed(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    ran = subprocess.run([sys.executable, tmp_path / "program.py"], stdout=subprocess.PIPE,
                         text=True, check=False)  # fmt: skip
    assert ran.returncode == -signal.SIGKILL
    fillers = ran.stdout.split()
    assert len(fillers) == 2
    deadline = time.monotonic() + 20
    while any(map(is_running, fillers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, fillers))


# -- training --------------------------------------------------------------------------------------


def trained(config):
    """Train a little; return the trainer and what it then plays."""
    trainer = training.start(config)
    for _ in range(2):
        trainer.advance()
    keys = jax.random.split(jax.random.key(3), 2)
    return trainer, jax.tree.map(np.asarray, trainer.game.collect(trainer.learner.agent, keys, 16))


def test_training_on_the_device_is_the_same_with_fillers():
    trainer, ours = trained(replace(CONFIG, fillers=2))
    plain, theirs = trained(CONFIG)
    assert trainer.game.misses == plain.game.misses > 0
    for name in ("tokens", "mask", "actions", "log_probs", "rewards", "ended", "solved"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))
    assert trainer.solve_greedily() == plain.solve_greedily()
    processes = [worker.process for worker in trainer.graph._workers]
    trainer.close()
    assert not any(process.is_alive() for process in processes)


def test_a_full_graph_forgets_in_training():
    trainer = training.start(replace(CONFIG, fillers=1, capacity=300))
    for _ in range(5):
        trainer.advance()
    assert trainer.lanes.generation > 0
    trainer.close()


def test_lanes_play_over_a_filled_graph(filled):
    rewards = []
    for graph in (filled, StateGraph()):
        lanes = make_lanes(LANES, equations=list(TEXTS), graph=graph)
        rng = np.random.default_rng(2)
        lanes.restart(np.arange(LANES), lanes.draw(rng, LANES))
        for _ in range(5):
            outcome = lanes.advance((rng.random(lanes.masks().shape) * lanes.masks()).argmax(1))
            rewards.append(outcome.rewards)
            over = np.flatnonzero(outcome.terminated)
            lanes.restart(over, lanes.draw(rng, len(over)))
    np.testing.assert_array_equal(rewards[:5], rewards[5:])


def test_a_run_goes_on_with_other_fillers(tmp_path):
    config = replace(CONFIG, on_device=False)
    training.start(config).save(tmp_path / "run")
    trainer = training.start(replace(config, fillers=1))
    trainer.restore(tmp_path / "run")
    trainer.close()


def test_fewer_than_no_fillers_are_refused():
    with pytest.raises(ValueError, match="fillers must be at least 0"):
        training.start(replace(CONFIG, fillers=-1))
