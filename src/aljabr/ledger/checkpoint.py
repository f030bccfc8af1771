"""Checkpoints: one safetensors file with its card inside, replaced in one move.

Leaves are named by their path in the tree (`agent.policy.0.w`). Nothing here needs JAX, so that
a trained agent can be read where it is not installed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

import aljabr
from aljabr.errors import UserError

Array = Any  # a NumPy or JAX array
Params = Any  # a nested structure of arrays


def save(path: Path, tree: Any, card: dict[str, Any]) -> None:
    """Write a tree of arrays and its card; a reader sees the old file or the new one, whole."""
    readable = path.with_suffix(".json.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, {name: np.array(leaf) for name, leaf in _leaves(tree)}, card)
        readable.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
        os.replace(readable, path.with_suffix(".json"))
    except (OSError, SafetensorError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"cannot write {path}: {reason}") from None


def update_card(path: Path, changes: dict[str, Any]) -> None:
    """Change what the card inside a checkpoint says; the arrays stay as they are."""
    with safe_open(path, framework="numpy") as file:
        arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    _write(path, arrays, {**read_card(path), **changes})


def _write(path: Path, arrays: dict[str, Any], card: dict[str, Any]) -> None:
    temporary = path.with_suffix(".tmp")
    save_file(arrays, temporary, metadata={"card": json.dumps(card)})
    os.replace(temporary, path)


def load(path: Path, like: Any) -> tuple[Any, dict[str, Any]]:
    """Read a tree of the same structure as `like`, and the card."""
    with safe_open(path, framework="numpy") as file:
        leaves = iter([file.get_tensor(name) for name, _ in _leaves(like)])
    return _rebuild(like, lambda _: next(leaves)), read_card(path)


def read_card(path: Path) -> dict[str, Any]:
    """Read the card of a checkpoint."""
    with safe_open(path, framework="numpy") as file:
        card: dict[str, Any] = json.loads((file.metadata() or {})["card"])
    return card


def read_layers(path: Path, name: str, member: int = 0) -> list[dict[str, Any]]:
    """Read the layers of one member's network, such as `agent.policy`."""
    layers: list[dict[str, Any]] = []
    with safe_open(path, framework="numpy") as file:
        known = set(file.keys())
        while f"{name}.{len(layers)}.w" in known:
            prefix = f"{name}.{len(layers)}"
            layers.append({key: file.get_tensor(f"{prefix}.{key}")[member] for key in ("w", "b")})
    if not layers:
        raise KeyError(name)
    return layers


SHIPPED: Final = Path(aljabr.__file__).parent / "weights"
"""Where the agents of the package are."""


def find(place: Path) -> Path:
    """Return the checkpoint a user means: shipped, a file, a run's folder or name under runs/."""
    shipped = SHIPPED / f"{place}.safetensors"
    if shipped.is_file():
        return shipped
    for folder in (place, Path("runs") / place):
        if folder.is_dir():
            for name in ("best.safetensors", "last.safetensors"):
                if (folder / name).is_file():
                    return folder / name
    if not place.is_file():
        raise UserError(f"there is no checkpoint at {place}")
    try:
        read_card(place)
    except (SafetensorError, KeyError, json.JSONDecodeError):
        raise UserError(f"{place} is not a checkpoint of aljabr's") from None
    return place


# -- trees of dictionaries, lists and (named) tuples -----------------------------------------------


def _leaves(tree: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the arrays of a tree with their names."""
    branches: Iterator[tuple[str, Any]]
    if tree is None:
        return
    if isinstance(tree, dict):
        branches = iter(sorted(tree.items()))
    elif hasattr(tree, "_asdict"):
        branches = iter(tree._asdict().items())
    elif isinstance(tree, list | tuple):
        branches = ((str(index), branch) for index, branch in enumerate(tree))
    else:
        yield prefix, tree
        return
    for name, branch in branches:
        yield from _leaves(branch, f"{prefix}.{name}" if prefix else name)


def _rebuild(tree: Any, leaf_fn: Callable[[Any], Any]) -> Any:
    """Return the same tree with other leaves, asked for in the order of `_leaves`."""
    if tree is None:
        return None
    if isinstance(tree, dict):
        return {name: _rebuild(tree[name], leaf_fn) for name in sorted(tree)}
    if hasattr(tree, "_asdict"):
        return type(tree)(*[_rebuild(branch, leaf_fn) for branch in tree])
    if isinstance(tree, list | tuple):
        return type(tree)([_rebuild(branch, leaf_fn) for branch in tree])
    return leaf_fn(tree)
