"""A tree policy read from its checkpoint."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from safetensors import SafetensorError

from aljabr.errors import UserError
from aljabr.expert import tree
from aljabr.expert.tree import TreeConfig, TreePolicy
from aljabr.ledger import checkpoint

UNREADABLE: Final = (SafetensorError, KeyError, TypeError, ValueError)
"""What reading a file that is no checkpoint raises."""


def load(path: Path) -> TreePolicy:
    """Read a tree policy from a checkpoint."""
    try:
        card = checkpoint.read_card(path)
        config, rules = TreeConfig(**card["config"]["tree"]), card["rules"]
        like = tree.init(np.random.default_rng(0), config, rules)
        stored: Any = checkpoint.load(path, {"tree": like})[0]["tree"]
    except UNREADABLE:
        raise UserError(f"{path} holds no agent that can play") from None
    if [each.shape for each in arrays(stored)] != [each.shape for each in arrays(like)]:
        raise UserError(f"{path} holds a network of another shape than its card says")
    return TreePolicy(stored, config, rules, card)


def arrays(params: Any) -> Iterator[Any]:
    """Yield the arrays of a network in one order, however its dictionaries are sorted."""
    if isinstance(params, dict):
        for name in sorted(params):
            yield from arrays(params[name])
    elif isinstance(params, list):
        for each in params:
            yield from arrays(each)
    else:
        yield params
