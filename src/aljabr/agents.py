"""Agents by name: those shipped with the package, and those trained by the reader."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from safetensors import SafetensorError

from aljabr import agent, checkpoint, tree
from aljabr.agent import FlatAgent
from aljabr.errors import UserError
from aljabr.tree import TreeConfig, TreePolicy

Agent = FlatAgent | TreePolicy

WEIGHTS: Final = Path(__file__).parent / "weights"
DEFAULT: Final = "expert"
"""The shipped agent that solves unless told otherwise."""
NO_AGENT: Final = "search"
"""The name that stands for search without learning."""


def shipped() -> dict[str, dict[str, Any]]:
    """Return the cards of the shipped agents by name."""
    return {path.stem: checkpoint.read_card(path) for path in sorted(WEIGHTS.glob("*.safetensors"))}


@lru_cache
def load(name: str = DEFAULT) -> Agent | None:
    """Return an agent: shipped, a checkpoint, a run's folder or its name; None for `search`."""
    if name == NO_AGENT:
        return None
    path = WEIGHTS / f"{name}.safetensors"
    if not path.is_file():
        path = checkpoint.find(Path(name))
    if checkpoint.read_card(path).get("agent") == "expert":
        return load_tree(path)
    return agent.load(path)


def load_tree(path: Path) -> TreePolicy:
    """Read a tree policy from a checkpoint."""
    card = checkpoint.read_card(path)
    try:
        config = TreeConfig(**card["config"]["tree"])
        like = {"tree": tree.init(np.random.default_rng(0), config)}
        return TreePolicy(checkpoint.load(path, like)[0]["tree"], config)
    except (SafetensorError, KeyError, TypeError):
        raise UserError(f"{path} holds no agent that can play") from None
