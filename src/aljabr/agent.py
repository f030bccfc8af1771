"""A trained flat agent at work, in NumPy: it needs neither JAX nor the code that trained it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError

from aljabr import checkpoint
from aljabr.errors import UserError
from aljabr.graph import DEAD, GraphConfig, StateGraph
from aljabr.networks import Array, Params, code_table, encode, log_policy
from aljabr.rules import PAPER, Game
from aljabr.search import MAX_DEPTH, Move

Floats = npt.NDArray[np.floating[Any]]
Choose = Callable[[Floats], int]
"""Choose an action from the log-probabilities of all."""

_GAME: Final = GraphConfig()


@dataclass(frozen=True)
class FlatAgent:
    """A policy over the paper's 50 actions, and where it came from."""

    params: Params
    table: Array | None
    card: dict[str, Any]

    def log_probs(self, graph: StateGraph, state: int) -> Floats | None:
        """Return the log-probabilities of the actions, or None where the agent cannot look.

        The graph may be wider than the paper's, and of a game with more rules.
        """
        sides = graph.tokens[state].reshape(2, -1)
        mask = graph.mask[state, _columns(graph.game)]
        if sides[:, _GAME.max_length :].any() or not mask.any():
            return None
        tokens = np.ascontiguousarray(sides[:, : _GAME.max_length]).reshape(-1)
        found: Floats = log_policy(np, self.params, encode(np, tokens, self.table), mask)
        return found

    def walk(
        self, graph: StateGraph, start: int, choose_fn: Choose, revisit: bool = True
    ) -> Iterator[Move]:
        """Yield the agent's moves until a dead end or the last step allowed.

        Args:
            graph: where to walk.
            start: the state to start from.
            choose_fn: how to choose.
            revisit: whether the walk may come back to a state; else the next choice is taken.
        """
        state, visited = start, {start}
        for _ in range(MAX_DEPTH):
            log_probs = self.log_probs(graph, state)
            if log_probs is None:
                return
            columns = _columns(graph.game)
            for _ in range(int(graph.mask[state, columns].sum())):
                choice = choose_fn(log_probs)
                action = int(columns[choice])
                after = int(graph.step(np.array([state], np.int32), np.array([action]))[0])
                if revisit or after not in visited:
                    break
                log_probs[choice] = -np.inf
            else:
                return
            state = after
            visited.add(state)
            yield Move(action, state)
            if graph.flags[state] & DEAD:
                return


@lru_cache
def _columns(game: Game) -> npt.NDArray[np.intp]:
    """Return where the paper's actions stand in a game."""
    actions = map(PAPER.split_index, range(_GAME.num_actions))
    return np.array([game.action_index(rule.name, rank) for rule, rank in actions])


def greedy(log_probs: Floats) -> int:
    """Choose the likeliest action."""
    return int(log_probs.argmax())


def sampler(rng: np.random.Generator) -> Choose:
    """Return a choice at random, by the agent's own probabilities."""
    return lambda log_probs: int((log_probs + rng.gumbel(size=len(log_probs))).argmax())


def load(place: Path) -> FlatAgent:
    """Read a flat agent from a checkpoint, a run's folder, or a run's name under runs/."""
    path = checkpoint.find(place)
    try:
        card = checkpoint.read_card(path)
        layers = checkpoint.read_layers(path, "agent.policy", card.get("member", 0))
        coded = card["config"]["encoding"] == "coded"
    except (SafetensorError, KeyError, TypeError):
        raise UserError(f"{path} holds no agent that can play") from None
    table = code_table(2 * _GAME.max_length) if coded else None
    return FlatAgent({"policy": layers}, table, card)
