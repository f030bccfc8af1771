"""Many encoded states in little memory: what a tree policy is trained on."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from aljabr.expert.features import NUM_COLUMNS, TreeBatch, bucket
from aljabr.game.games import NUM_WITH_TERM


class Forest:
    """Encoded states without their padding, to be drawn from in any order."""

    def __init__(self, num_plain: int) -> None:
        self.num_plain = num_plain
        self._size = 0
        self._columns = {
            "nodes": np.zeros((0, NUM_COLUMNS), np.uint8),
            "relations": np.zeros(0, np.uint8),
            "terms": np.zeros(0, np.uint8),
            "mask": np.zeros(0, np.bool_),
        }
        self._ends = {name: np.zeros(1, np.int64) for name in self._columns}
        self._used = dict.fromkeys(self._columns, 0)

    def __len__(self) -> int:
        return self._size

    @property
    def num_bytes(self) -> int:
        """The memory in use."""
        return sum(self._columns[name][:used].nbytes for name, used in self._used.items())

    def arrays(self) -> dict[str, Any]:
        """Return all there is, to be stored."""
        columns = {name: self._columns[name][:used] for name, used in self._used.items()}
        return {**columns, **{f"{name}_ends": ends for name, ends in self._ends.items()}}

    @classmethod
    def from_arrays(cls, num_plain: int, arrays: dict[str, Any]) -> Forest:
        """Make a forest of what `arrays` gave; raise `ValueError` if that does not fit together."""
        forest = cls(num_plain)
        for name, like in forest._columns.items():
            column, ends = arrays[name], arrays[f"{name}_ends"]
            if column.dtype != like.dtype or column.shape[1:] != like.shape[1:]:
                raise ValueError(f"the {name} of a forest have another shape")
            if (
                not len(ends)
                or ends[0] != 0
                or ends[-1] != len(column)
                or (np.diff(ends) < 0).any()
            ):
                raise ValueError(f"the {name} of a forest are not as many as they should be")
            if len(ends) != len(arrays["nodes_ends"]):
                raise ValueError(f"the {name} of a forest are of other states")
            forest._columns[name], forest._ends[name] = column, ends
            forest._used[name] = len(column)
        forest._size = len(forest._ends["nodes"]) - 1
        return forest

    def append(self, batch: TreeBatch) -> None:
        """Add the states of a batch; they are numbered in the order they come."""
        exists = batch.term_nodes >= 0
        num_actions = self.num_plain + NUM_WITH_TERM * exists.sum(1)
        used = np.arange(batch.mask.shape[1]) < num_actions[:, None]
        pairs = batch.node_mask[:, :, None] & batch.node_mask[:, None]
        self._extend("nodes", batch.nodes[batch.node_mask], batch.node_mask.sum(1))
        self._extend("relations", batch.relations[pairs], pairs.sum((1, 2)))
        self._extend("terms", batch.term_nodes[exists].astype(np.uint8), exists.sum(1))
        self._extend("mask", batch.mask[used], used.sum(1))
        self._size += len(batch.nodes)

    def _extend(self, name: str, items: Any, lengths: npt.NDArray[np.int64]) -> None:
        start = self._used[name]
        end = start + len(items)
        column = self._columns[name]
        if end > len(column):
            grown = np.zeros((max(end, 3 * len(column) // 2), *column.shape[1:]), column.dtype)
            grown[:start] = column[:start]
            self._columns[name] = column = grown
        column[start:end] = items
        self._used[name] = end
        self._ends[name] = np.concatenate([self._ends[name], start + lengths.cumsum()])

    def num_nodes(self, indices: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.int64]:
        """Return the sizes of some states, to batch like with like."""
        ends = self._ends["nodes"]
        sizes: npt.NDArray[np.int64] = ends[indices + 1] - ends[indices]
        return sizes

    def take(self, indices: npt.NDArray[np.integer[Any]], width: int | None = None) -> TreeBatch:
        """Return some states, padded to so many nodes, or to as few as can be."""
        indices = np.asarray(indices)
        starts = {name: ends[indices] for name, ends in self._ends.items()}
        lengths = {name: ends[indices + 1] - starts[name] for name, ends in self._ends.items()}
        sizes = lengths["nodes"]
        width = width or bucket(int(sizes.max(initial=1)))
        num_terms = max(width, int(lengths["terms"].max(initial=0)))
        num_actions = self.num_plain + NUM_WITH_TERM * num_terms

        def padded(name: str, size: int) -> tuple[Any, Any]:
            places = np.arange(size)
            exists = places < lengths[name][:, None]
            found = self._columns[name][np.where(exists, starts[name][:, None] + places, 0)]
            found[~exists] = 0
            return found, exists

        nodes, node_mask = padded("nodes", width)
        terms, has_term = padded("terms", num_terms)
        mask, _ = padded("mask", num_actions)
        pairs = node_mask[:, :, None] & node_mask[:, None]
        row, column = np.arange(width)[:, None], np.arange(width)
        places = starts["relations"][:, None, None] + row * sizes[:, None, None] + column
        relations = self._columns["relations"][np.where(pairs, places, 0)] * pairs
        term_nodes = np.where(has_term, terms.astype(np.int16), np.int16(-1))
        return TreeBatch(nodes, relations, node_mask, term_nodes, mask)
