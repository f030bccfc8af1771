"""A trained flat agent at work, in NumPy: it needs neither JAX nor the code that trained it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from aljabr.errors import UserError
from aljabr.flat.networks import FEATURES, code_table, encode, log_policy
from aljabr.game.games import PAPER, Game, GameName
from aljabr.game.graph import Ids, StateGraph
from aljabr.ledger import checkpoint
from aljabr.ledger.checkpoint import Array, Params
from aljabr.search.policy import ILLEGAL, Floats


@dataclass(frozen=True)
class FlatAgent:
    """A policy over the paper's 50 actions, and where it came from."""

    params: Params
    table: Array | None
    card: dict[str, Any]
    game: GameName = field(default="paper", init=False)
    leads: bool = field(default=False, init=False)

    def evaluate(self, graph: StateGraph, ids: Ids | Sequence[int]) -> tuple[Floats, Floats]:
        """Return log-probabilities [B, A] of the graph's actions; steps to go are not known.

        The graph may be wider than the paper's, and of a game with more rules. Where a state is too
        long for the agent to look at, everything is as unlikely as can be.
        """
        states = np.asarray(ids, np.int64)
        columns = _columns(graph.game)
        found = np.full((len(states), graph.game.num_actions), ILLEGAL, np.float32)
        sides = graph.tokens[states].reshape(len(states), 2, -1)
        mask = graph.mask[states][:, columns]
        seen = ~sides[:, :, PAPER.max_length :].any((1, 2)) & mask.any(1)
        if seen.any():
            tokens = sides[seen][:, :, : PAPER.max_length].reshape(int(seen.sum()), -1)
            inputs = encode(np, tokens, self.table)
            rows = np.flatnonzero(seen)
            found[rows[:, None], columns] = log_policy(np, self.params, inputs, mask[seen])
        return found, np.zeros(len(states), np.float32)


@lru_cache
def _columns(game: Game) -> npt.NDArray[np.intp]:
    """Return where the paper's actions stand in a game."""
    actions = map(PAPER.split_index, range(PAPER.num_actions))
    return np.array([game.action_index(rule, rank) for rule, rank in actions])


def load(place: Path) -> FlatAgent:
    """Read a flat agent from a checkpoint, a run's folder, or a run's name under runs/."""
    path = checkpoint.find(place)
    card = checkpoint.read_card(path)
    try:
        layers = checkpoint.read_layers(path, "agent.policy", card.get("member", 0))
        inputs = {"coded": FEATURES, "scaled": 2 * PAPER.max_length}[card["config"]["encoding"]]
    except (KeyError, TypeError, IndexError):
        raise UserError(f"{path} holds no agent that can play") from None
    if not _fit(layers, inputs, PAPER.num_actions):
        raise UserError(f"{path} holds no agent that can play")
    table = code_table(2 * PAPER.max_length) if inputs == FEATURES else None
    return FlatAgent({"policy": layers}, table, card)


def _fit(layers: list[dict[str, Array]], inputs: int, outputs: int) -> bool:
    """Whether layers are of weights and fit each other, the inputs and the actions."""
    for layer in layers:
        weights, biases = layer["w"], layer["b"]
        shape = (inputs, *np.shape(biases))
        if np.ndim(biases) != 1 or np.shape(weights) != shape:
            return False
        if not checkpoint.are_weights((weights, biases)):
            return False
        inputs = len(biases)
    return inputs == outputs
