"""The state graph: every state and transition seen so far, as growing arrays.

The game is deterministic, so each transition is computed once. `step` answers known transitions
by indexing and computes only the missing ones. Row `DEAD_END` stands for every result that is
undefined or too long.

Bounds: a graph that holds `capacity` states or more says so (`is_full`) and goes on; its owner
then calls `forget` with the states it still needs, and everything else is dropped and recomputed
when it is met again. The game does not change by it.
"""

from __future__ import annotations

import gc
import json
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from aljabr import expr as ex
from aljabr import rules
from aljabr.equation import Equation, orient
from aljabr.expr import Expr, ExprTable
from aljabr.rules import Action
from aljabr.verify import is_root

Ids = npt.NDArray[np.int32]

DEAD_END: Final = 0
NOT_COMPUTED: Final = -1

# Flags of a state.
DEAD: Final = 1
"""Nothing more can be done: undefined, too long, or without the unknown."""
VANISHED: Final = 2
"""The unknown is gone; such a state is dead too."""
ISOLATED: Final = 4
"""The state reads `x = something without x`."""


@dataclass(frozen=True, slots=True)
class GraphConfig:
    """The shape of a graph's arrays."""

    num_actions: int = 50
    """The cap on the action list: the paper's 50."""
    max_length: int = rules.MAX_LENGTH
    """The longest side, in nodes."""
    capacity: int = 1_000_000
    """How many states it is meant to hold."""

    @property
    def num_terms(self) -> int:
        """How many terms fit the action list, the last one perhaps not with all operations."""
        return -(-(self.num_actions - rules.NUM_PLAIN) // rules.NUM_WITH_TERM)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Spare the garbage collector a search among new expressions, which form no cycles."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class StateGraph:
    """States by integer id, with their encodings, masks and successors."""

    def __init__(self, config: GraphConfig | None = None) -> None:
        self.config = config or GraphConfig()
        self._num_terms = self.config.num_terms
        self._actions = [rules.split_index(index) for index in range(self.config.num_actions)]
        self._reset()

    def _reset(self) -> None:
        self.table = ExprTable()
        self._ids: dict[int, int] = {}
        self._solved: dict[int, bool] = {}
        self._size = 0
        self._allocate(1024)
        self._append_dead_end()

    def __len__(self) -> int:
        return self._size

    @property
    def is_full(self) -> bool:
        return self._size >= self.config.capacity

    # -- arrays, one row a state -----------------------------------------------------------------

    def _allocate(self, rows: int) -> None:
        config = self.config
        shapes: dict[str, tuple[tuple[int, ...], Any, int]] = {
            "tokens": ((rows, 2 * config.max_length), np.int8, 0),
            "mask": ((rows, config.num_actions), np.bool_, 0),
            "next": ((rows, config.num_actions), np.int32, NOT_COMPUTED),
            "term_ids": ((rows, config.num_terms), np.int32, -1),
            "sides": ((rows, 2), np.int32, -1),
            "complexity": ((rows,), np.int16, 0),
            "flags": ((rows,), np.uint8, 0),
        }
        for name, (shape, dtype, fill) in shapes.items():
            grown = np.zeros(shape, dtype) if fill == 0 else np.full(shape, fill, dtype)
            old = self.__dict__.get(name)
            if old is not None and self._size:
                grown[: self._size] = old[: self._size]
            setattr(self, name, grown)
        # Writing a row through a memory view costs a fifth of writing it through NumPy.
        self._token_bytes = self.tokens.data.cast("B")
        self._mask_bytes = self.mask.data.cast("B")
        self._term_bytes = self.term_ids.data.cast("B")
        self._term_items = self._term_bytes.cast("i")
        self._side_items = self.sides.data.cast("B").cast("i")

    tokens: npt.NDArray[np.int8]  # [S, 2L]
    mask: npt.NDArray[np.bool_]  # [S, A], True where legal
    next: Ids  # [S, A]
    term_ids: Ids  # [S, T]
    sides: Ids  # [S, 2], ids of expressions
    complexity: npt.NDArray[np.int16]  # [S]
    flags: npt.NDArray[np.uint8]  # [S]

    def _append_dead_end(self) -> None:
        self.flags[0] = DEAD
        self.next[0] = DEAD_END
        # As complex as the longest state, so that the paper's reward shuns it.
        self.complexity[0] = 2 * (2 * self.config.max_length - 1)
        self._size = 1

    # -- states ----------------------------------------------------------------------------------

    def add(self, equation: Equation) -> int:
        """Return the id of an equation's state, whichever table its sides came from."""
        lhs = self.table.intern(equation.lhs.sym)
        rhs = self.table.intern(equation.rhs.sym)
        if lhs is None or rhs is None:
            return DEAD_END
        return self._intern(*orient(lhs, rhs))

    def _intern(self, lhs: Expr, rhs: Expr) -> int:
        key = lhs.id << 32 | rhs.id
        known = self._ids.get(key)
        return self._append(key, lhs, rhs) if known is None else known

    def _append(self, key: int, lhs: Expr, rhs: Expr) -> int:
        left, right = lhs.tokens, rhs.tokens
        length = self.config.max_length
        if len(left) > length or len(right) > length:
            return DEAD_END
        row = self._size
        if row == len(self.flags):
            self._allocate(2 * row)
        self._size = row + 1
        self._ids[key] = row
        start = 2 * length * row
        self._token_bytes[start : start + len(left)] = left
        start += length
        self._token_bytes[start : start + len(right)] = right
        self._side_items[2 * row] = lhs.id
        self._side_items[2 * row + 1] = rhs.id
        self.complexity[row] = 2 * (len(left) + len(right)) - 2
        if ex.UNKNOWN not in left:
            self.flags[row] = DEAD | VANISHED
            self.next[row] = row
            return row
        if len(left) == 1 and ex.UNKNOWN not in right:
            self.flags[row] = ISOLATED
        self._append_actions(row, lhs, rhs)
        return row

    def _append_actions(self, row: int, lhs: Expr, rhs: Expr) -> None:
        config = self.config
        found = rules.terms(lhs, rhs, self._num_terms)
        ids = [term.id for term in found]
        _PACKERS[len(ids)](self._term_bytes, 4 * self._num_terms * row, *ids)
        mask = rules.legal_mask(lhs, rhs, found)[: config.num_actions]
        start = config.num_actions * row
        self._mask_bytes[start : start + len(mask)] = mask

    def equation(self, id: int, unknown: str = "x") -> Equation:
        """Return the equation of a state."""
        lhs, rhs = self.sides[id]
        return Equation(self.table.exprs[lhs], self.table.exprs[rhs], unknown)

    def action(self, id: int, index: int) -> Action:
        """Return what an action index means in a state."""
        rule, rank = self._actions[index]
        if rule.operand is None:
            return Action(rule)
        term = int(self.term_ids[id, rank])
        if term < 0:
            raise IndexError(f"state {id} has no action {index}")
        return Action(rule, self.table.exprs[term])

    def find_action(self, id: int, rule: str, term: Expr | None = None) -> int | None:
        """Return the index of an action in a state; None if it is not on the list."""
        if term is None:
            return rules.action_index(rule)
        ranks = np.flatnonzero(self.term_ids[id] == term.id)
        index = rules.action_index(rule, int(ranks[0])) if len(ranks) else self.config.num_actions
        return index if index < self.config.num_actions else None

    # -- transitions -----------------------------------------------------------------------------

    def step(self, ids: Ids, actions: npt.NDArray[np.integer]) -> Ids:
        """Return the states after some actions; an illegal action changes nothing."""
        after: Ids = self.next[ids, actions]
        missing = np.flatnonzero(after == NOT_COMPUTED)
        if len(missing):
            pairs = zip(ids[missing].tolist(), actions[missing].tolist(), strict=True)
            with _collector_paused():
                after[missing] = [self._compute(id, action) for id, action in pairs]
        return after

    def successors(self, id: int) -> list[tuple[int, int]]:
        """Return (action, state) for every legal action of a state."""
        row = self.next[id].tolist()
        legal = np.flatnonzero(self.mask[id]).tolist()
        return [
            (action, row[action] if row[action] >= 0 else self._compute(id, action))
            for action in legal
        ]

    def _compute(self, id: int, action: int) -> int:
        if not self._mask_bytes[self.config.num_actions * id + action]:
            after = id
        else:
            exprs = self.table.exprs
            lhs, rhs = exprs[self._side_items[2 * id]], exprs[self._side_items[2 * id + 1]]
            rule, rank = self._actions[action]
            term = exprs[self._term_items[self._num_terms * id + rank]]
            sides = rules.successor(self.table, lhs, rhs, rule, term)
            after = DEAD_END if sides is None else self._intern(*sides)
        self.next[id, action] = after
        return after

    def solves(self, starts: Ids, ids: Ids) -> npt.NDArray[np.bool_]:
        """Whether each state is a solution of its start: isolated, and a root by substitution."""
        solved: npt.NDArray[np.bool_] = (self.flags[ids] & ISOLATED) != 0
        lanes = np.flatnonzero(solved)
        if len(lanes):
            known = self._solved
            keys = (starts[lanes].astype(np.int64) << 32 | ids[lanes]).tolist()
            solved[lanes] = [
                known[key] if key in known else self.is_solution(key >> 32, key & 0xFFFFFFFF)
                for key in keys
            ]
        return solved

    def is_solution(self, start: int, id: int) -> bool:
        key = start << 32 | id
        known = self._solved.get(key)
        if known is None:
            original, isolated = self.equation(start), self.equation(id)
            known = bool(self.flags[id] & ISOLATED) and is_root(
                original.lhs, original.rhs, isolated.rhs
            )
            self._solved[key] = known
        return known

    # -- bounds and storage ----------------------------------------------------------------------

    def forget(self, keep: Ids) -> Ids:
        """Drop every state but those given; return their new ids."""
        sides = [(self.table.exprs[left].sym, self.table.exprs[right].sym) if left >= 0 else None
                 for left, right in self.sides[keep].tolist()]  # fmt: skip
        self._reset()
        kept = [
            DEAD_END
            if pair is None
            else self._intern(self.table.intern(pair[0]), self.table.intern(pair[1]))  # type: ignore[arg-type]
            for pair in sides
        ]
        return np.array(kept, np.int32)

    def save(self, path: Path) -> None:
        """Write the graph to an .npz file."""
        size = self._size
        nodes = self.table.exprs
        children = array("i", [child.id for node in nodes for child in node.children])
        leaves = {node.id: str(node.sym) for node in nodes if not node.children}
        np.savez_compressed(
            path,
            config=json.dumps([getattr(self.config, name) for name in _CONFIG_FIELDS]),
            leaves=json.dumps(leaves),
            heads=np.array([node.head for node in nodes], np.uint8),
            num_children=np.array([len(node.children) for node in nodes], np.int16),
            children=np.array(children, np.int32),
            sides=self.sides[:size],
            next=self.next[:size],
        )

    @classmethod
    def load(cls, path: Path) -> StateGraph:
        """Read a graph back; ids are as they were."""
        with np.load(path) as data:
            values = dict(zip(_CONFIG_FIELDS, json.loads(str(data["config"])), strict=True))
            graph = cls(GraphConfig(**values))
            graph.table = ExprTable.rebuild(
                data["heads"].tolist(),
                data["num_children"].tolist(),
                data["children"].tolist(),
                {int(id): text for id, text in json.loads(str(data["leaves"])).items()},
            )
            exprs = graph.table.exprs
            for lhs, rhs in data["sides"][1:].tolist():
                graph._intern(exprs[lhs], exprs[rhs])
            graph.next[: len(graph)] = data["next"]
        return graph


_PACKERS: Final = [Struct(f"={count}i").pack_into for count in range(1024)]
_CONFIG_FIELDS: Final = ("num_actions", "max_length", "capacity")
