"""What search teaches: states with their best actions and their steps to go.

From the part of the graph that a search explored, the distance of every state to the nearest
answer follows by going backwards from the answers. The best actions of a state are those that
lead one step nearer. No solution is written by hand, and none comes from a computer algebra
system.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from aljabr.algebra import tokens as tk
from aljabr.algebra.expr import Expr
from aljabr.algebra.proof import is_root
from aljabr.expert import features
from aljabr.expert.features import TreeBatch
from aljabr.expert.forest import Forest
from aljabr.game.graph import ISOLATED, StateGraph
from aljabr.ledger import arrays, files

Integers = npt.NDArray[np.integer[Any]]

UNREACHED: Final = 255
_INEXACT: Final = bytes(
    (
        tk.OTHER_SYMBOL, tk.LARGE_POSITIVE, tk.LARGE_NEGATIVE, tk.POSITIVE_FRACTION,
        tk.NEGATIVE_FRACTION,
    )
)  # fmt: skip


def distances(graph: StateGraph, goals: Sequence[int]) -> npt.NDArray[np.uint8]:
    """Return each state's steps to the nearest goal by the transitions that are known."""
    size = len(graph)
    known = graph.next[:size]
    sources, actions = np.nonzero((known > 0) & graph.mask[:size])
    targets = known[sources, actions]
    found = np.full(size, UNREACHED, np.uint8)
    found[list(goals)] = 0
    for steps in range(1, UNREACHED):
        reached = sources[(found[targets] == steps - 1) & (found[sources] == UNREACHED)]
        if not len(reached):
            break
        found[reached] = steps
    return found


def best_actions(graph: StateGraph, state: int, found: npt.NDArray[np.uint8]) -> Integers:
    """Return the actions of a state that lead one step nearer to a goal."""
    row = graph.next[state]
    nearer = (row > 0) & graph.mask[state]
    nearer[nearer] = found[row[nearer]] == int(found[state]) - 1
    actions: Integers = np.flatnonzero(nearer)
    return actions


def worth_learning(
    graph: StateGraph,
    start: int,
    found: npt.NDArray[np.uint8],
    rng: np.random.Generator,
    num_aside: int,
    roots: Sequence[Expr] = (),
) -> list[int]:
    """Return the states on the shortest ways from the start, and a few that lie aside.

    Where the answers are roots, a state aside must have one of them. From 9 - x = 12, met by
    squaring 9 - x = -12, the way to x = 21 is to square again: no way to solve 9 - x = 12.
    """
    if found[start] in (0, UNREACHED):
        return []
    on_the_way = {start: None}
    for state in on_the_way_order(graph, start, found):
        on_the_way[state] = None
    aside = np.flatnonzero((found > 0) & (found < UNREACHED))
    aside = aside[~np.isin(aside, list(on_the_way))]
    own = (state for state in rng.permutation(aside).tolist() if _has_one(graph, state, roots))
    return [*on_the_way, *islice(own, num_aside)]


def _has_one(graph: StateGraph, state: int, roots: Sequence[Expr]) -> bool:
    """Whether a state has one of the roots; without any to choose from, yes."""
    lhs, rhs = (graph.table.exprs[side] for side in graph.sides[state].tolist())
    return not roots or any(is_root(lhs, rhs, root) for root in roots)


def roots_of(graph: StateGraph, goals: Sequence[int]) -> list[Expr]:
    """Return the roots among some answers."""
    sides = graph.sides[[goal for goal in goals if graph.flags[goal] & ISOLATED], 1]
    return [graph.table.exprs[side] for side in sorted(set(sides.tolist()))]


def on_the_way_order(
    graph: StateGraph, start: int, found: npt.NDArray[np.uint8], limit: int = 32
) -> list[int]:
    """Return the states on shortest ways from a start, nearest first, at most so many."""
    ordered: list[int] = []
    front = [start]
    while front and len(ordered) < limit:
        following: dict[int, None] = {}
        for state in front:
            for action in best_actions(graph, state, found).tolist():
                after = int(graph.next[state, action])
                if found[after] > 0:
                    following[after] = None
        front = list(following)
        ordered += front
    return ordered[:limit]


class Examples:
    """States with what is to be learned of them; a state is kept once, by its shortest way."""

    def __init__(self, num_plain: int) -> None:
        self.forest = Forest(num_plain)
        self.actions: list[Integers] = []
        self.steps: list[int] = []
        self.outlines: list[int] = []
        self.notes: dict[str, Any] = {}
        """What else is to be stored with them, in terms of JSON."""
        self._places: dict[bytes, int] = {}

    def __len__(self) -> int:
        return len(self.steps)

    def met(self) -> Counter[int]:
        """Return how many of the states share each outline."""
        return Counter(self.outlines)

    def add(self, graph: StateGraph, states: Sequence[int], found: npt.NDArray[np.uint8]) -> None:
        """Add states of a graph with known distances."""
        new = []
        for state in states:
            key = _key(graph, state)
            place = self._places.get(key)
            if place is None:
                self._places[key] = len(self.steps)
                new.append(state)
            elif self.steps[place] <= found[state]:
                continue
            actions = best_actions(graph, state, found).astype(np.int16)
            if place is None:
                self.actions.append(actions)
                self.steps.append(int(found[state]))
                self.outlines.append(outline(graph, state))
            else:
                self.actions[place], self.steps[place] = actions, int(found[state])
        if new:
            self.forest.append(features.encode(graph, new))

    def merge(self, other: Examples) -> None:
        """Take over the examples of another collection."""
        new = []
        for key, place in other._places.items():
            own = self._places.get(key)
            if own is None:
                self._places[key] = len(self.steps)
                self.actions.append(other.actions[place])
                self.steps.append(other.steps[place])
                self.outlines.append(other.outlines[place])
                new.append(place)
            elif other.steps[place] < self.steps[own]:
                self.actions[own], self.steps[own] = other.actions[place], other.steps[place]
        for first in range(0, len(new), 512):
            self.forest.append(other.forest.take(np.array(new[first : first + 512])))

    def take(
        self, places: Integers, width: int | None = None
    ) -> tuple[TreeBatch, npt.NDArray[np.float32], Integers]:
        """Return states, padded, with target probabilities of their actions and steps to go."""
        batch = self.forest.take(places, width)
        targets = np.zeros(batch.mask.shape, np.float32)
        for row, place in enumerate(places.tolist()):
            actions = self.actions[place]
            targets[row, actions] = 1.0 / len(actions)
        return batch, targets, np.array([self.steps[place] for place in places.tolist()])

    def save(self, path: Path) -> None:
        """Write the examples to an .npz file, in one move."""
        keys = sorted(self._places, key=self._places.__getitem__)
        columns = {
            "num_plain": self.forest.num_plain,
            "notes": np.frombuffer(json.dumps(self.notes).encode(), np.uint8),
            "steps": np.array(self.steps, np.uint8),
            "outlines": np.array(self.outlines, np.uint32),
            "lengths": np.array([len(each) for each in self.actions], np.int16),
            "actions": np.concatenate([*self.actions, np.zeros(0, np.int16)]),
            "keys": np.frombuffer(b"".join(keys), np.uint8),
            "key_lengths": np.array([len(key) for key in keys], np.int16),
        }
        forest = {f"{_FOREST}{name}": each for name, each in self.forest.arrays().items()}
        arrays.write(path, {**columns, **forest})

    @classmethod
    def load(cls, path: Path) -> Examples:
        """Read examples back; a file that is damaged is told."""
        data = arrays.read(path)
        try:
            examples = cls(int(data["num_plain"]))
            examples.notes = files.parse_json(data["notes"].tobytes())
            stored = {name.removeprefix(_FOREST): each for name, each in data.items()}
            examples.forest = Forest.from_arrays(examples.forest.num_plain, stored)
            ends = np.cumsum(data["lengths"], dtype=np.int64)
            examples.actions = np.split(data["actions"], ends[:-1]) if len(ends) else []
            examples.steps = data["steps"].tolist()
            examples.outlines = data["outlines"].tolist()
            text, start = data["keys"].tobytes(), 0
            for place, length in enumerate(data["key_lengths"].tolist()):
                examples._places[text[start : start + length]] = place
                start += length
            sizes = {len(each) for each in (examples.actions, examples.steps, examples.outlines,
                                            examples._places, examples.forest)}  # fmt: skip
            is_whole = start == len(text) and ends[-1:].sum() == len(data["actions"])
        except (KeyError, TypeError, ValueError):  # arrays that do not fit each other
            raise arrays.damaged(path) from None
        if len(sizes) != 1 or not is_whole or not isinstance(examples.notes, dict):
            raise arrays.damaged(path)
        return examples


def _key(graph: StateGraph, state: int) -> bytes:
    """Return what tells states apart: tokens, and the numbers that tokens do not spell out."""
    lhs, rhs = (graph.table.exprs[side] for side in graph.sides[state].tolist())
    tokens: bytes = lhs.tokens + b"\0" + rhs.tokens
    if not any(token in tokens for token in _INEXACT):
        return tokens
    leaves = [str(node.sym) for side in (lhs, rhs) for node in side.walk() if node.head in _INEXACT]
    return tokens + " ".join(leaves).encode()


def outline(graph: StateGraph, state: int) -> int:
    """Return a number for what a state looks like around the unknown.

    What does not hold the unknown is all alike, equal parts of a sum or product count once, and
    the sides may change places: a*x + b = c and 5 = 3*x - 7 have one outline.
    """
    sides = [graph.table.exprs[side] for side in graph.sides[state].tolist()]
    return zlib.crc32(b"=".join(sorted(map(_outline, sides))))


def _outline(expr: Expr) -> bytes:
    if not expr.holds_unknown:
        return _CONSTANT
    parts = sorted({_outline(child) for child in expr.children})
    return b"".join((expr.tokens[:1], *parts, _END))


_FOREST: Final = "forest_"
_CONSTANT: Final = b"c"
_END: Final = b")"
