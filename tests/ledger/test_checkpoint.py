"""Checkpoints come back as they went, are never half there, and need no JAX."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

import numpy as np
import pytest
import safetensors.numpy
from safetensors.numpy import load_file, save_file

from aljabr.errors import UserError
from aljabr.ledger import checkpoint, tensors


class State(NamedTuple):
    count: Any
    moments: Any


def make_tree(value: float) -> dict[str, Any]:
    full = np.full((2, 3), value, np.float32)
    return {
        "b": [full, {"w": full + 1, "b": full + 2}],
        "a": (State(np.array(7), {"x": full + 3}), ()),
        "nothing": None,
        "empty": {},
    }


def test_a_tree_comes_back_with_its_card(tmp_path):
    path = tmp_path / "deep" / "run.safetensors"
    checkpoint.save(path, make_tree(1.5), {"steps": 3, "state": 2**100})
    tree, card = checkpoint.load(path, make_tree(0.0))
    assert card == checkpoint.read_card(path) == {"steps": 3, "state": 2**100}
    assert json.loads(path.with_suffix(".json").read_text()) == card
    assert isinstance(tree["a"][0], State)
    assert (tree["a"][1], tree["nothing"], tree["empty"]) == ((), None, {})
    assert tree["a"][0].count == 7
    np.testing.assert_array_equal(tree["b"][1]["b"], np.full((2, 3), 3.5))
    np.testing.assert_array_equal(tree["b"][1]["w"], np.full((2, 3), 2.5))
    np.testing.assert_array_equal(tree["a"][0].moments["x"], np.full((2, 3), 4.5))


def test_leaves_are_named_by_their_path(tmp_path):
    path = tmp_path / "run.safetensors"
    checkpoint.save(path, make_tree(0.0), {})
    assert set(load_file(path)) == {"b.0", "b.1.w", "b.1.b", "a.0.count", "a.0.moments.x"}


@pytest.mark.parametrize("broken", ["save_file", "replace"])
def test_a_save_that_is_cut_short_leaves_the_old_checkpoint(tmp_path, monkeypatch, broken):
    path = tmp_path / "run.safetensors"
    checkpoint.save(path, make_tree(1.0), {"steps": 1})

    def fail(*arguments: Any, **options: Any) -> None:
        if broken == "save_file":
            arguments[1].write_bytes(b"half a fi")
        raise KeyboardInterrupt

    monkeypatch.setattr(
        *((safetensors.numpy, "save_file") if broken == "save_file" else (os, "replace")), fail
    )
    with pytest.raises(KeyboardInterrupt):
        checkpoint.save(path, make_tree(2.0), {"steps": 2})
    monkeypatch.undo()
    tree, card = checkpoint.load(path, make_tree(0.0))
    assert card == {"steps": 1}
    assert tree["b"][0][0, 0] == 1.0
    checkpoint.save(path, make_tree(3.0), {"steps": 3})
    assert checkpoint.read_card(path) == {"steps": 3}


def test_one_member_s_layers(tmp_path):
    path = tmp_path / "run.safetensors"
    layers = [{"w": np.arange(12.0).reshape(3, 2, 2), "b": np.arange(6.0).reshape(3, 2)}]
    checkpoint.save(path, {"agent": {"policy": layers}}, {})
    found = checkpoint.read_layers(path, "agent.policy", member=2)
    np.testing.assert_array_equal(found[0]["w"], [[8, 9], [10, 11]])
    np.testing.assert_array_equal(found[0]["b"], [4, 5])
    with pytest.raises(KeyError):
        checkpoint.read_layers(path, "agent.value")


def test_a_run_is_found_by_file_folder_or_name_best_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "runs" / "mine"
    checkpoint.save(folder / "last.safetensors", {"x": np.ones(1)}, {})
    assert checkpoint.find(folder).name == "last.safetensors"
    checkpoint.save(folder / "best.safetensors", {"x": np.ones(1)}, {})
    assert checkpoint.find(folder).name == "best.safetensors"
    assert checkpoint.find(type(folder)("mine")).name == "best.safetensors"
    assert checkpoint.find(folder / "last.safetensors").name == "last.safetensors"
    (tmp_path / "notes.txt").write_text("no checkpoint")
    with pytest.raises(UserError, match=r"notes\.txt is not a checkpoint of aljabr's"):
        checkpoint.find(tmp_path / "notes.txt")
    with pytest.raises(UserError, match="there is no checkpoint at yours"):
        checkpoint.find(type(folder)("yours"))


KINDS = ["?", "u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f2", "f4", "f8"]


def test_what_the_library_writes_is_read_alike(tmp_path):
    path = tmp_path / "all.safetensors"
    rng = np.random.default_rng(0)
    arrays = {kind: (rng.random((2, 3, 4)) * 100).astype(kind) for kind in KINDS}
    arrays |= {"scalar": np.array(1.5), "empty": np.zeros((0, 3)), "é": np.ones(1)}
    save_file(arrays, path, metadata={"card": "{}"})
    with tensors.opened(path) as file:
        assert file.arrays.keys() == arrays.keys()
        for name, each in arrays.items():
            found = file.read(name)
            assert (found.dtype, found.shape) == (each.dtype, each.shape)
            np.testing.assert_array_equal(found, each)
            assert found.flags.writeable


@pytest.mark.parametrize("leaf", [np.ones(3, np.int32), np.ones(3), np.ones((3, 1), np.float32)])
def test_arrays_of_another_type_or_shape_are_refused(leaf, tmp_path):
    path = tmp_path / "run.safetensors"
    checkpoint.save(path, {"w": np.ones(3, np.float32)}, {})
    assert checkpoint.load(path, {"w": np.zeros(3, np.float32)})[0]["w"].tolist() == [1, 1, 1]
    for like in ({"w": leaf}, {"v": np.ones(3, np.float32)}):
        with pytest.raises(UserError, match="of another shape than its card says"):
            checkpoint.load(path, like)
