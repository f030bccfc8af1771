"""Checkpoints: one safetensors file with its card inside, replaced in one move.

Leaves are named by their path in the tree (`agent.policy.0.w`). Nothing here needs JAX, so that
a trained agent can be read where it is not installed. What is read is compared with what is asked
for before memory is; a file that is damaged is told in one sentence.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np

import aljabr
from aljabr.errors import UserError
from aljabr.ledger import files, tensors
from aljabr.ledger.tensors import TensorFile

Array = Any  # a NumPy or JAX array
Params = Any  # a nested structure of arrays


def save(path: Path, tree: Any, card: dict[str, Any]) -> None:
    """Write a tree of arrays and its card; a reader sees the old file or the new one, whole."""
    _write(path, {name: np.array(leaf) for name, leaf in _leaves(tree)}, card)
    files.write_text(path.with_suffix(".json"), json.dumps(card, indent=1) + "\n")


def update_card(path: Path, changes: dict[str, Any]) -> None:
    """Change what the card inside a checkpoint says; the arrays stay as they are."""
    with _opened(path) as file:
        arrays = {name: file.read(name) for name in file.arrays}
    _write(path, arrays, {**read_card(path), **changes})


def _write(path: Path, arrays: dict[str, Any], card: dict[str, Any]) -> None:
    from safetensors import SafetensorError  # where it is needed: most only read
    from safetensors.numpy import save_file

    with files.replacing(path) as temporary:
        try:
            save_file(arrays, temporary, metadata={"card": json.dumps(card)})
        except SafetensorError as error:
            raise OSError(str(error)) from None


@contextmanager
def _opened(path: Path) -> Iterator[TensorFile]:
    """Open a checkpoint."""
    try:
        with tensors.opened(path) as file:
            yield file
    except UserError:
        raise
    except ValueError:
        raise _stranger(path) from None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from None


def _stranger(path: Path) -> UserError:
    return UserError(f"{path} is not a checkpoint of aljabr's")


def are_weights(arrays: Iterable[Array]) -> bool:
    """Whether arrays hold what a network can have learned, and no flipped bits that show."""
    return all(
        np.issubdtype(each.dtype, np.floating) and bool((abs(each) <= _LARGEST).all())
        for each in arrays
    )


_LARGEST: Final = 1e3
"""Weights stay far below; one beyond would drown all others, or overflow."""


def num_elements(path: Path) -> int:
    """Return how many numbers a checkpoint holds; none of them is read."""
    with _opened(path) as file:
        return sum(each.size for each in file.arrays.values())


def load(path: Path, like: Any) -> tuple[Any, dict[str, Any]]:
    """Read a tree of the same structure, shapes and types as `like`, and the card."""
    with _opened(path) as file:
        for name, leaf in _leaves(like):
            stored, wanted = file.arrays.get(name), np.asarray(leaf)
            if stored is None or (stored.shape, stored.dtype) != (wanted.shape, wanted.dtype):
                raise UserError(f"{path} holds a network of another shape than its card says")
        leaves = iter([file.read(name) for name, _ in _leaves(like)])
    return _rebuild(like, lambda _: next(leaves)), read_card(path)


def read_card(path: Path) -> dict[str, Any]:
    """Read the card of a checkpoint."""
    with _opened(path) as file:
        text = file.notes.get("card")
    try:
        card = files.parse_json(text) if isinstance(text, str) else None
    except ValueError:
        card = None
    if not isinstance(card, dict):
        raise _stranger(path)
    return card


def read_layers(path: Path, name: str, member: int = 0) -> list[dict[str, Any]]:
    """Read the layers of one member's network, such as `agent.policy`."""
    layers: list[dict[str, Any]] = []
    with _opened(path) as file:
        while f"{name}.{len(layers)}.w" in file.arrays:
            prefix = f"{name}.{len(layers)}"
            layers.append({key: file.read(f"{prefix}.{key}")[member] for key in ("w", "b")})
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
    read_card(place)
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
