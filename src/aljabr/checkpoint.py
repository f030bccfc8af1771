"""Checkpoints: one safetensors file with its card inside, replaced in one move."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jax
import numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file


def save(path: Path, tree: Any, card: dict[str, Any]) -> None:
    """Write a tree of arrays and its card; a reader sees the old file or the new one, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays = {name: np.array(leaf) for name, leaf in _named(tree)}
    temporary = path.with_suffix(".tmp")
    save_file(arrays, temporary, metadata={"card": json.dumps(card)})
    os.replace(temporary, path)
    readable = path.with_suffix(".json.tmp")
    readable.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    os.replace(readable, path.with_suffix(".json"))


def load(path: Path, like: Any) -> tuple[Any, dict[str, Any]]:
    """Read a tree of the same structure as `like`, and the card."""
    with safe_open(path, framework="numpy") as file:
        leaves = [file.get_tensor(name) for name, _ in _named(like)]
    return jax.tree.unflatten(jax.tree.structure(like), leaves), read_card(path)


def read_card(path: Path) -> dict[str, Any]:
    """Read the card of a checkpoint."""
    with safe_open(path, framework="numpy") as file:
        card: dict[str, Any] = json.loads(file.metadata()["card"])
    return card


def _named(tree: Any) -> list[tuple[str, Any]]:
    paths, _ = jax.tree_util.tree_flatten_with_path(tree)
    return [(jax.tree_util.keystr(path), leaf) for path, leaf in paths]
