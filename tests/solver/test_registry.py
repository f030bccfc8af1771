"""Agents by name: what is shipped, what its card says, and what it can do."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from aljabr import cli
from aljabr.algebra.parse import parse
from aljabr.answer.judge import Judge
from aljabr.expert.tree import TreeConfig, TreePolicy, init, known_rules
from aljabr.game.games import SOLVER
from aljabr.game.graph import StateGraph
from aljabr.ledger import checkpoint
from aljabr.search.walks import walks
from aljabr.solver import registry as agents
from aljabr.solver import traces
from aljabr.tasks.datasets import FIXED

SHAPE = TreeConfig(width=8, num_blocks=1, num_heads=2, hidden=8)
SHIPPED = checkpoint.SHIPPED / "expert.safetensors"


def save_tree(path, shape=SHAPE, claimed=None, seed=0, rules=None):
    rules = rules or known_rules(shape)
    tree = {"tree": init(np.random.default_rng(seed), shape, rules)}
    config = {"tree": {name: getattr(claimed or shape, name) for name in shape.__slots__}}
    card = {"agent": "expert", "config": config, "rules": rules, "rounds": [{}, {}]}
    checkpoint.save(path, tree, card)


LONGEST = 8
"""Steps of a derivation, at the most; the shortest ones known have up to six."""


@pytest.mark.parametrize("name", FIXED)
def test_the_shipped_policy_solves_the_fixed_equations_greedily(name):
    graph = StateGraph(SOLVER)
    judge = Judge(graph, parse(FIXED[name], None, graph.table))
    (walk,) = walks(graph, [judge.start], agents.load(), [judge.goal()])
    assert walk.arrived
    assert len(walk.path) <= LONGEST


# -- loading ---------------------------------------------------------------------------------------


def test_an_agent_is_known_by_name_file_folder_and_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save_tree(Path("runs/mine/best.safetensors"))
    assert isinstance(agents.load("expert"), TreePolicy)
    assert agents.load("search") is None
    for name in ("mine", "runs/mine", "runs/mine/best.safetensors", str(tmp_path / "runs/mine")):
        assert agents.load(name).config == SHAPE
    assert agents.load() is agents.load("expert")  # read once


def test_an_agent_that_was_trained_further_is_read_again(tmp_path):
    path = tmp_path / "best.safetensors"
    save_tree(path)
    first = agents.load(str(path))
    save_tree(path, seed=1)
    again = agents.load(str(path))
    assert (first.params["embed"]["w"] != again.params["embed"]["w"]).any()


def test_an_agent_knows_its_rules_by_the_names_on_its_card(tmp_path):
    assert agents.load().rules == tuple(checkpoint.read_card(SHIPPED)["rules"])
    path = tmp_path / "best.safetensors"
    fewer = ("collect", "expand", "sqrt")
    save_tree(path, rules=fewer)
    policy = agents.load(str(path))
    assert policy.rules == fewer
    assert policy.params["plain"]["w"].shape == (SHAPE.width, len(fewer))
    assert policy.card["rules"] == list(fewer)


def test_wrong_files_get_one_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("no checkpoint")
    Path("broken").mkdir()
    Path("broken/best.safetensors").write_bytes(SHIPPED.read_bytes()[:1000])
    save_tree(Path("other/best.safetensors"), claimed=TreeConfig(width=16))
    card = {"agent": "expert", "config": {"tree": {"depth": 3}}}
    checkpoint.save(Path("odd.safetensors"), {"x": np.ones(1)}, card)
    save_tree(Path("whole.safetensors"))
    whole = agents.load("whole.safetensors")
    card = {name: each for name, each in whole.card.items() if name != "rules"}
    checkpoint.save(Path("nameless.safetensors"), {"tree": whole.params}, card)
    for name, message in {
        "nowhere": "there is no checkpoint at nowhere",
        "notes.txt": "notes.txt is not a checkpoint of aljabr's",
        "broken": "broken/best.safetensors is not a checkpoint of aljabr's",
        "other": "other/best.safetensors holds a network of another shape than its card says",
        "odd.safetensors": "odd.safetensors holds no agent that can play",
        "nameless.safetensors": "nameless.safetensors holds no agent that can play",
    }.items():
        with pytest.raises(agents.UserError) as caught:
            agents.load(name)
        assert str(caught.value) == message
    save_tree(Path("wide.safetensors"), claimed=TreeConfig(width=16, num_blocks=1, num_heads=2))
    with pytest.raises(agents.UserError, match="of another shape than its card says"):
        agents.load("wide.safetensors")


# -- cards -----------------------------------------------------------------------------------------


def test_measured_figures_are_written_into_a_card_and_nothing_else_changes(tmp_path):
    path = tmp_path / "expert.safetensors"
    shutil.copy(SHIPPED, path)
    before, card = load_file(path), checkpoint.read_card(path)
    agents.annotate(path, {"small": {"greedy": 0.5, "search": 1.0}})
    agents.annotate(path, {"deep": {"greedy": 0.25}})
    agents.annotate(path, {"small": {"greedy": 0.75, "search": 1.0}})
    test = {"small": {"greedy": 0.75, "search": 1.0}, "deep": {"greedy": 0.25}}
    known = card.get("test", {})
    assert checkpoint.read_card(path) == {**card, "test": {**known, **test}}
    after = load_file(path)
    assert before.keys() == after.keys()
    assert all((before[name] == after[name]).all() for name in before)
    assert [each.name for each in tmp_path.iterdir()] == ["expert.safetensors"]

    checkpoint.update_card(path, {"test": test})
    lines = agents.render(agents.describe(path)).splitlines()
    heading, *rows = [line.split() for line in lines[lines.index("") + 1 :]]
    assert heading == "solved of validation, greedy test, greedy test, search".split()
    validation = {name: f"{value:.3f}" for name, value in card["validation"].items()}
    assert ["small", validation["small"], "0.750", "1.000"] in rows
    assert ["deep", validation["deep"], "0.250"] in rows
    assert ["school", validation["school"]] in rows


@pytest.fixture
def run(monkeypatch, capfd, tmp_path):
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["aljabr", *arguments])
        cli.main()
        captured = capfd.readouterr()
        assert captured.err == ""
        return captured.out

    return run


def test_the_list_of_agents_says_what_the_cards_say(run):
    card = checkpoint.read_card(SHIPPED)
    out = run("agents")
    assert out.startswith("expert, the solver's default\n")
    assert f"commit {card['made_with']['commit']}," in out
    assert f"{card['rounds'][-1]['examples']:,} states" in out
    for name, value in card["validation"].items():
        assert [name, f"{value:.3f}"] in [line.split()[:2] for line in out.splitlines()]
    record, *_ = map(json.loads, run("agents", "--json").splitlines())
    assert record["validation"] == card["validation"]
    assert record["parameters"] == sum(each.size for each in load_file(SHIPPED).values())
    assert record["bytes"] == SHIPPED.stat().st_size
    assert record["made_with"] == card["made_with"]


def nobody(*arguments, **options):
    raise AssertionError("nobody leads")


def test_search_alone_is_an_agent_too(run, monkeypatch):
    monkeypatch.setattr("aljabr.solver.strategy.Led", nobody)
    monkeypatch.setattr("aljabr.solver.strategy.walks", nobody)
    assert "\nx = 2\n" in run("solve", "2x = 4", "--agent", "search")


def test_a_tree_policy_leaves_a_trace(run):
    out = run("traces", "--agent", "expert")
    assert out.startswith("# expert, ")
    assert out.count("Equation: ") == out.count("\nSolved: x = ") == len(FIXED)
    assert "| subtract, b\n" in out


def test_a_tree_policy_that_does_not_solve_leaves_a_trace_too():
    policy = TreePolicy(init(np.random.default_rng(0), SHAPE), SHAPE)
    lines = traces.trace(policy, "e + (a*x + b)/(c*x + d) = 0").splitlines()
    assert lines[0].startswith("Equation: ")
    assert lines[-1].startswith("Not solved")
