"""What a trained agent is to a search or a walk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from aljabr.game.games import GameName
from aljabr.game.graph import Ids, StateGraph

Floats = npt.NDArray[np.float32]
ILLEGAL: float = -1e9
"""The log-probability of what is illegal, or beyond a policy's sight."""


class Policy(Protocol):
    """Judges states: flat and tree agents alike."""

    @property
    def game(self) -> GameName:
        """The game it was trained in."""

    @property
    def leads(self) -> bool:
        """Whether it knows how far a state is from an answer, so that it can lead a search."""

    @property
    def card(self) -> dict[str, Any]:
        """Where it came from."""

    def evaluate(self, graph: StateGraph, ids: Ids | Sequence[int]) -> tuple[Floats, Floats]:
        """Return log-probabilities [B, A] of the graph's actions and expected steps to go [B]."""
