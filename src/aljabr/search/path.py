"""What a search or a walk leaves behind: moves, paths, and how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MAX_DEPTH: Final = 20
"""The paper's depth limit."""


@dataclass(frozen=True, slots=True)
class Move:
    """One step of a derivation: the action taken and the state it leads to."""

    action: int
    state: int
    aside: bool = False
    """Whether the state is none of the action's: that what was divided by is zero."""


Path = tuple[Move, ...]

Goal = Callable[[int, Callable[[], Path]], bool]
"""Whether a state ends the search, from the state and a function that returns the path to it.

Asked only of states whose unknown is isolated or has vanished.
"""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """How a search ended."""

    path: Path | None
    """The first derivation found, or None."""
    expanded: int
    """How many states were expanded."""
    outcome: str
    """`solved`, `exhausted` (nothing left within the depth), `budget` or `deadline`."""
    goals: tuple[int, ...] = ()
    """The states that answered, in the order they were found."""
