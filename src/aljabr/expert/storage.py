"""A tree policy read from its checkpoint."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from aljabr.errors import UserError
from aljabr.expert import tree
from aljabr.expert.tree import TreeConfig, TreePolicy
from aljabr.game.games import GAMES
from aljabr.ledger import checkpoint


def load(path: Path) -> TreePolicy:
    """Read a tree policy from a checkpoint.

    What the card says is compared with the file before anything is made of it: a card may be
    damaged, too.
    """
    card = checkpoint.read_card(path)
    config, rules = _shape(card)
    if config is None or rules is None:
        raise UserError(f"{path} holds no agent that can play")
    if tree.num_parameters(config, len(rules)) != checkpoint.num_elements(path):
        raise UserError(f"{path} holds a network of another shape than its card says")
    like = tree.init(np.random.default_rng(0), config, rules)
    stored: Any = checkpoint.load(path, {"tree": like})[0]["tree"]
    if not checkpoint.are_weights(arrays(stored)):
        raise UserError(f"{path} is damaged: it holds weights that nobody learns")
    return TreePolicy(stored, config, rules, card)


def _shape(card: dict[str, Any]) -> tuple[TreeConfig | None, list[str] | None]:
    """Return the network's shape and its rules, as far as a card tells them."""
    config, rules = card.get("config"), card.get("rules")
    try:
        shape = TreeConfig(**config["tree"])  # type: ignore[index]
    except (KeyError, TypeError):
        return None, None
    for name, default in _DEFAULTS.items():
        found = getattr(shape, name)
        if type(found) is not type(default) or (type(found) is int and not 0 < found < _MANY):
            return None, None
    if shape.game not in GAMES or shape.width % shape.num_heads:
        return None, None
    known = tree.known_rules(shape)
    if not isinstance(rules, list) or not all(rule in known for rule in rules):
        return None, None
    return shape, rules if rules and len(set(rules)) == len(rules) else None


_MANY = 2**31
_DEFAULTS = {name: getattr(TreeConfig(), name) for name in TreeConfig.__slots__}


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
