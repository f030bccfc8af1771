"""Gathering: searches become examples, the same ones however the work is cut or stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aljabr.algebra.parse import parse
from aljabr.errors import UserError
from aljabr.expert import gather as module
from aljabr.expert.gather import GatherConfig, Gathered, Novelty, gather, gather_parallel
from aljabr.expert.lessons import Examples, outline
from aljabr.expert.tree import TreeConfig, TreePolicy, init
from aljabr.game.games import EXTENDED
from aljabr.game.graph import StateGraph
from aljabr.solver import registry as agents

TEXTS = [
    "a*x + b = 0", "x/a = b", "3*x + 5 = 11", "a - x = b", "2*(x + 1) = 6", "a/x = b",
    "x = x + 1", "x^x = 5", "x/x = 1",
]  # fmt: skip
QUICK = GatherConfig(max_expanded=30, processes=1)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 3)


def contents(examples: Examples):
    batch, targets, steps = examples.take(np.arange(len(examples)))
    return [*map(np.asarray, batch), targets, steps]


def assert_same(one: Gathered, other: Gathered):
    assert (one.tried, one.solved, one.expanded) == (other.tried, other.solved, other.expanded)
    for left, right in zip(contents(one.examples), contents(other.examples), strict=True):
        np.testing.assert_array_equal(left, right)


def tiny_policy():
    config = TreeConfig(width=8, num_blocks=1, num_heads=2, hidden=8)
    return TreePolicy(init(np.random.default_rng(0), config), config)


@pytest.mark.parametrize("led", [False, True])
def test_searches_are_counted_and_become_examples(led):
    found = gather(TEXTS, tiny_policy() if led else None, QUICK, 0)
    assert found.tried == len(TEXTS) - 1  # x/x = 1 is answered at sight
    assert 1 <= found.solved < found.tried  # x^x = 5 is out of reach
    assert found.tried <= found.expanded <= found.tried * (QUICK.max_expanded + 8)
    assert len(found.examples) >= found.solved
    assert min(found.examples.steps) == 1


def test_novelty_falls_with_visits():
    graph = StateGraph(EXTENDED)
    line, ratio = (graph.add(parse(text, None, graph.table)) for text in ("a*x = b", "a/x = b"))
    novelty = Novelty(3.0, {outline(graph, ratio): 8})
    assert novelty.of(graph, line) == 3.0
    assert novelty.of(graph, line) == pytest.approx(3.0 / 2**0.5)
    assert novelty.of(graph, ratio) == 1.0


def test_curiosity_leads_to_outlines_that_are_not_known():
    policy = agents.load()
    assert isinstance(policy, TreePolicy)
    texts = ["a*(b*x + c) = d*x", "c + d/(a*x + b) = 0", "sin(a*x + b) = c"]
    config = GatherConfig(max_expanded=60, curiosity=20.0, processes=1)
    plain = gather(texts, policy, replace(config, curiosity=0.0), 0)
    known = plain.examples.met()
    curious = gather(texts, policy, config, 0, known)
    assert curious.expanded <= plain.expanded + 3 * 8
    assert curious.examples.met().keys() - known.keys()
    assert_same(curious, gather(texts, policy, config, 0, known))


def test_the_number_of_processes_changes_nothing():
    alone = gather_parallel(TEXTS, None, QUICK, 5, lambda _: None)
    config = GatherConfig(max_expanded=30, processes=2)
    lines, heard = [], []
    together = gather_parallel(
        TEXTS, None, config, 5, lines.append, advance_fn=lambda *each: heard.append(each)
    )
    assert_same(alone, together)
    assert lines == [f"  {alone.solved} of {alone.tried} solved, {len(alone.examples)} examples"]
    assert heard == [("searching", done, 9) for done in (3, 6, 9)]


def test_what_was_searched_is_kept_and_not_searched_again(tmp_path, monkeypatch):
    with pytest.raises(KeyboardInterrupt):
        gather_parallel(
            TEXTS, None, QUICK, 5, lambda _: None, folder=tmp_path,
            stop_fn=lambda: (tmp_path / "5.npz").exists(),
        )  # fmt: skip
    assert [path.name for path in tmp_path.iterdir()] == ["5.npz"]
    searched = []

    def note(texts, *rest):
        searched.append(list(texts))
        return gather(texts, *rest)

    monkeypatch.setattr(module, "gather", note)
    again = gather_parallel(TEXTS, None, QUICK, 5, lambda _: None, folder=tmp_path)
    assert searched == [TEXTS[3:6], TEXTS[6:]]
    assert_same(again, gather_parallel(TEXTS, None, QUICK, 5, lambda _: None))


class Failing(TreePolicy):
    def evaluate(self, graph, ids, batch_size=16):
        raise ZeroDivisionError("nobody knows the way")


@pytest.mark.parametrize(("processes", "error"), [(1, ZeroDivisionError), (2, RuntimeError)])
def test_a_search_that_fails_fails_the_run(processes, error):
    config = replace(QUICK, processes=processes)
    policy = Failing({}, TreeConfig())
    with pytest.raises(error, match="nobody knows the way"):
        gather_parallel(TEXTS, policy, config, 5, lambda _: None)


@pytest.mark.parametrize("processes", [1, 2])
def test_what_cannot_be_written_is_told_in_one_sentence(processes):
    config = replace(QUICK, processes=processes)
    with pytest.raises(UserError, match=r"^cannot write /proc/self/[5-9].npz: [A-Z][a-z ]*$"):
        gather_parallel(TEXTS, None, config, 5, lambda _: None, folder=Path("/proc/self"))


def test_a_damaged_chunk_is_told_in_one_sentence(tmp_path):
    gather_parallel(TEXTS, None, QUICK, 5, lambda _: None, folder=tmp_path)
    chunk = tmp_path / "6.npz"
    chunk.write_bytes(chunk.read_bytes()[:-100])
    with pytest.raises(UserError, match=rf"^cannot read {chunk}: it is damaged$"):
        gather_parallel(TEXTS, None, QUICK, 5, lambda _: None, folder=tmp_path)
