"""Damaged files are told in one sentence, ask for no memory, and end no run with a traceback."""

from __future__ import annotations

import json
import random
import shutil
import zipfile
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from damage import damaged, damaged_checkpoint, damaged_json, edited

from aljabr import solve
from aljabr.errors import UserError
from aljabr.expert import tree
from aljabr.expert.gather import GatherConfig, Gathered, gather
from aljabr.expert.lessons import Examples
from aljabr.expert.tree import TreeConfig
from aljabr.flat.networks import init_agent
from aljabr.ledger import arrays, checkpoint
from aljabr.ledger.results import read_results
from aljabr.ledger.runs import RunFolder
from aljabr.solver import registry, traces

SHAPE = TreeConfig(width=8, num_blocks=1, num_heads=2, hidden=8)


def save_tree(path: Path) -> None:
    """Save a small tree policy with all that a card says."""
    rules = tree.known_rules(SHAPE)
    card = {
        **checkpoint.read_card(checkpoint.SHIPPED / "expert.safetensors"),
        "config": {"tree": asdict(SHAPE), "data_seed": 0}, "rules": rules,
    }  # fmt: skip
    checkpoint.save(path, {"tree": tree.init(np.random.default_rng(0), SHAPE, rules)}, card)


def save_flat(path: Path) -> None:
    """Save a flat agent."""
    layers = init_agent(np.random.default_rng(0), 64, 50)["policy"]
    stacked = [{name: each[None] for name, each in layer.items()} for layer in layers]
    config = {"agent": "ppo", "encoding": "coded", "equation": "a*x = 0"}
    checkpoint.save(path, {"agent": {"policy": stacked}}, {"config": config, "steps": 5})


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("save_fn", [save_tree, save_flat])
def test_agents(save_fn, tmp_path):
    path = tmp_path / "agent.safetensors"
    save_fn(path)
    whole, rng, ends = path.read_bytes(), random.Random(7), Counter()
    for _ in range(250):
        path.write_bytes(damaged_checkpoint(whole, rng))
        try:
            agent = registry.load(str(path))
        except UserError:
            ends["told"] += 1
            continue
        assert solve("2x = 4", agent=agent).status == "solved"  # what is left can play
        ends["played"] += 1
        try:
            if save_fn is save_tree:
                registry.render(registry.describe(path))
            next(traces.traces(str(path)))
        except UserError:
            ends["told of its card"] += 1
    assert min(ends.values()) >= 5
    assert {"told", "played"} <= set(ends)


@pytest.mark.parametrize(
    "sizes",
    [
        {"width": 10**6}, {"width": 10**18, "num_heads": 10**18}, {"hidden": 10**9},
        {"num_blocks": 10**9}, {"num_steps": 10**9}, {"num_heads": 0}, {"width": -8},
        {"width": 8.0}, {"width": True}, {"hidden": "8"}, {"game": "chess"}, {"pointer": 1},
    ],
    ids=str,
)  # fmt: skip
def test_a_card_asks_for_no_memory_that_its_file_does_not_fill(sizes, tmp_path, monkeypatch):
    path = tmp_path / "agent.safetensors"
    save_tree(path)
    card = checkpoint.read_card(path)
    card["config"]["tree"] |= sizes
    checkpoint.update_card(path, card)
    monkeypatch.setattr(tree, "init", lambda *_: pytest.fail("memory is asked for"))
    with pytest.raises(UserError, match=r"holds no agent that can play|of another shape"):
        registry.load(str(path))


@pytest.mark.parametrize("rules", [None, [], "sqrt", [1], [["sqrt"]], ["sqrt", "sqrt"], ["sing"]])
def test_rules_that_no_game_has_are_refused(rules, tmp_path):
    path = tmp_path / "agent.safetensors"
    save_tree(path)
    checkpoint.update_card(path, {"rules": rules})
    with pytest.raises(UserError, match="holds no agent that can play"):
        registry.load(str(path))


@pytest.mark.parametrize("weight", [np.nan, np.inf, -1e30, 2e3])
@pytest.mark.parametrize("save_fn", [save_tree, save_flat])
def test_weights_that_nobody_learns_are_refused(weight, save_fn, tmp_path):
    path = tmp_path / "agent.safetensors"
    save_fn(path)
    data = bytearray(path.read_bytes())
    data[-4:] = np.float32(weight).tobytes()
    path.write_bytes(data)
    with pytest.raises(UserError, match=r"weights that nobody learns|no agent that can play"):
        registry.load(str(path))


@pytest.mark.parametrize("config", [TreeConfig(), SHAPE, replace(SHAPE, pointer=False, named=True)])
def test_the_number_of_parameters_is_known_before_they_are_there(config):
    rules = tree.known_rules(config)[:5]
    params = tree.init(np.random.default_rng(0), config, rules)
    sizes = [leaf.size for _, leaf in checkpoint._leaves(params)]
    assert tree.num_parameters(config, len(rules)) == sum(sizes)


# -- training --------------------------------------------------------------------------------------


def test_examples_and_chunks(tmp_path):
    path = tmp_path / "chunk.npz"
    gathered = gather(["a*x + b = 0", "2*x = 4"], None, GatherConfig(max_expanded=20), 0)
    gathered.save(path)
    whole, rng, ends = path.read_bytes(), random.Random(8), Counter()
    for _ in range(300):
        path.write_bytes(damaged(whole, rng))
        for load_fn in (Examples.load, Gathered.load):
            try:
                load_fn(path)
                ends["read"] += 1
            except UserError as error:
                ends[str(error)] += 1
    told = f"cannot read {path}: it is damaged"
    assert set(ends) == {"read", told}
    assert ends[told] > 9 * ends["read"]  # a few bits in a zip file mean nothing


@pytest.mark.parametrize(
    "change",
    [
        {"steps": np.zeros(1, np.uint8)}, {"notes": np.frombuffer(b"[1]", np.uint8)},
        {"notes": np.frombuffer(b"[" * 20_000, np.uint8)}, {"lengths": np.zeros(2, np.int16)},
        {"forest_nodes": np.zeros((3, 2), np.uint8)}, {"forest_mask_ends": np.array([0, 10**9])},
        {"forest_terms": np.zeros(10, np.float64)}, {"key_lengths": np.array([-1], np.int16)},
        {"actions": None}, {"num_plain": np.array("x")}, {"forest_relations_ends": np.zeros(0)},
    ],
    ids=lambda change: next(iter(change)),
)  # fmt: skip
def test_examples_that_do_not_fit_together(change, tmp_path):
    path = tmp_path / "examples.npz"
    gather(["a*x + b = 0", "2*x = 4"], None, GatherConfig(max_expanded=20), 0).save(path)
    with np.load(path) as data:
        changed = {**dict(data), **change}
    np.savez_compressed(path, **{name: each for name, each in changed.items() if each is not None})
    with pytest.raises(UserError, match="it is damaged"):
        Examples.load(path)


@pytest.mark.parametrize("size", [8, 10**12])
def test_an_array_asks_for_no_memory_that_its_file_does_not_fill(size, tmp_path, monkeypatch):
    path = tmp_path / "examples.npz"
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({size},)}}".ljust(117) + "\n"
    array = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("steps.npy", array + bytes(64))
    if size == 8:  # all is well, but there is more to examples than this
        assert set(arrays.read(path)) == {"steps"}
    else:
        monkeypatch.setattr(np, "load", lambda *_: pytest.fail("memory is asked for"))
    with pytest.raises(UserError, match="it is damaged"):
        Examples.load(path)


def test_configurations(tmp_path):
    folder = RunFolder(tmp_path)
    config = {"seed": 0, "shape": {"widths": [8, 16]}, "name": "ppo"}
    with folder.claimed(config):
        whole = folder.config.read_text()
    rng, ends = random.Random(9), Counter()
    for _ in range(300):
        folder.config.write_bytes(damaged_json(whole, rng))
        try:
            with folder.claimed(config):
                ends["the same"] += 1
        except UserError as error:
            ends[str(error).removeprefix(str(tmp_path)).partition(":")[0]] += 1
    assert set(ends) == {
        "the same", " holds no run that can go on", " was made with another configuration"
    }  # fmt: skip


@pytest.mark.parametrize("name", ["table1", "curves"])
def test_results(name, run_cli, tmp_path, monkeypatch):
    monkeypatch.setattr("aljabr.bench.curves.plot", lambda *_: None)
    monkeypatch.chdir(tmp_path)
    source = Path(__file__).parent.parent / "benchmarks" / "results" / f"{name}.jsonl"
    lines = source.read_text(encoding="utf-8").splitlines()[:3]
    path = Path("benchmarks/results") / f"{name}.jsonl"
    path.parent.mkdir(parents=True)
    rng, ends = random.Random(10), Counter()
    for _ in range(60):
        broken = rng.randrange(3)
        record = edited(json.loads(lines[broken]), rng)
        texts = [*lines[:broken], json.dumps(record), *lines[broken + 1 :]]
        data = ("\n".join(texts) + "\n").encode()
        path.write_bytes(damaged(data, rng) if rng.random() < 0.3 else data)
        shutil.rmtree("docs", ignore_errors=True)
        status, _, err = run_cli("bench", name, "--render")
        assert status in (0, 2)
        assert err == "" or (err.startswith("aljabr: ") and err.count("\n") == 1)
        ends[status] += 1
    assert set(ends) == {0, 2}


def test_a_line_of_results_that_is_no_run_is_named(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_text('{"job": {}}\n\n[1]\n')
    with pytest.raises(UserError, match=f"{path}, line 3: no JSON object"):
        read_results(path)
    path.write_text('{"job": {}}\n{"jobs": {}}\n{"job')
    with pytest.raises(UserError, match=f"{path}, record 2: no finished run"):
        read_results(path)


def test_runs_that_go_on(tmp_path):
    """Of flat agents: whatever is damaged is told before anything is taken over."""
    pytest.importorskip("jax")
    from aljabr.flat import training

    config = training.TrainConfig(agent="a2c", equation="a*x = 0", seeds=2)
    trainer = training.start(config)
    path = tmp_path / "last.safetensors"
    trainer.save(path, {"best": {}})
    whole, rng, ends = path.read_bytes(), random.Random(11), Counter()
    for _ in range(200):
        path.write_bytes(damaged_checkpoint(whole, rng))
        try:
            trainer.restore(path)
            ends["restored"] += 1
        except UserError:
            ends["told"] += 1
    assert ends["told"] > 5 * ends["restored"]


def test_runs_of_the_expert_that_go_on(tmp_path):
    pytest.importorskip("jax")
    from aljabr.expert.fit import Fit
    from aljabr.expert.iteration import ExpertConfig, Run

    config = ExpertConfig(tree=SHAPE)
    run = Run(config, tmp_path)
    save_tree(run.last)
    fit = Fit(config)
    state = fit.optimizer.init(fit.params)
    card = {"step": 3, "examples": 9}
    checkpoint.save(run.learning, {"params": fit.params, "state": state}, card)
    whole = {path: path.read_bytes() for path in (run.last, run.learning)}
    rng, ends = random.Random(12), Counter()
    for _ in range(200):
        for path, data in whole.items():
            path.write_bytes(damaged_checkpoint(data, rng))
            try:
                run.take_up() if path is run.last else fit._resume(path, 9)
                ends["went on"] += 1
            except UserError:
                ends["told"] += 1
    assert ends["told"] > ends["went on"] > 0
