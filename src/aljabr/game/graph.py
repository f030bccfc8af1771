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
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from struct import Struct
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from aljabr.algebra import tokens as tk
from aljabr.algebra.equation import Equation, orient
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.proof import is_root
from aljabr.game import games
from aljabr.game.games import GAMES, PAPER, Game
from aljabr.game.rules import Action

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

    def __init__(self, game: Game = PAPER, table: ExprTable | None = None) -> None:
        self.game = game
        self._num_terms = game.num_terms
        # Where nothing is cut, one term too many shows that the list does not fit.
        self._term_limit = self._num_terms + (0 if self.game.cuts else 1)
        self._actions = [self.game.split_index(index) for index in range(game.num_actions)]
        self._not_computed = np.full(game.num_actions, NOT_COMPUTED, np.int32).tobytes()
        self._no_terms = np.full(self._num_terms, -1, np.int32).tobytes()
        self._reset(table)

    def _reset(self, table: ExprTable | None = None) -> None:
        self.table = ExprTable(self.game.max_digits) if table is None else table
        self._ids: dict[Hashable, int] = {}
        self._solved: dict[int, bool] = {}
        self._size = 0
        self._allocate(self.game.capacity + _SLACK)
        self._append_dead_end()

    def __len__(self) -> int:
        return self._size

    @property
    def is_full(self) -> bool:
        return self._size >= self.game.capacity

    # -- arrays, one row a state -----------------------------------------------------------------

    def _allocate(self, rows: int) -> None:
        """Reserve rows; the system provides their memory, zeros, when they are written to."""
        game = self.game
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "tokens": ((rows, 2 * game.max_length), np.int8),
            "mask": ((rows, game.num_actions), np.bool_),
            "next": ((rows, game.num_actions), np.int32),
            "term_ids": ((rows, game.num_terms), np.int32),
            "sides": ((rows, 2), np.int32),
            "complexity": ((rows,), np.int16),
            "flags": ((rows,), np.uint8),
        }
        for name, (shape, dtype) in shapes.items():
            grown = np.zeros(shape, dtype)
            if self._size:
                grown[: self._size] = getattr(self, name)[: self._size]
            setattr(self, name, grown)
        # Writing a row through a memory view costs a fifth of writing it through NumPy.
        self._token_bytes = self.tokens.data.cast("B")
        self._mask_bytes = self.mask.data.cast("B")
        self._next_bytes = self.next.data.cast("B")
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
        self.term_ids[0] = self.sides[0] = -1
        # As complex as the longest state, so that the paper's reward shuns it.
        self.complexity[0] = 2 * (2 * self.game.max_length - 1)
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

    def _append(self, key: Hashable, lhs: Expr, rhs: Expr) -> int:
        left, right = lhs.tokens, rhs.tokens
        length = self.game.max_length
        if len(left) > length or len(right) > length:
            return DEAD_END
        is_dead = tk.UNKNOWN not in left
        found = [] if is_dead else games.terms(lhs, rhs, self._term_limit)
        if len(found) > self._num_terms:
            return DEAD_END
        row = self._size
        if row == len(self.flags):
            self._allocate(row + row // 2)
        self._size = row + 1
        self._ids[key] = row
        start = 2 * length * row
        self._token_bytes[start : start + len(left)] = left
        start += length
        self._token_bytes[start : start + len(right)] = right
        self._side_items[2 * row] = lhs.id
        self._side_items[2 * row + 1] = rhs.id
        self.complexity[row] = 2 * (len(left) + len(right)) - 2
        start = 4 * self._num_terms * row
        self._term_bytes[start : start + 4 * self._num_terms] = self._no_terms
        if is_dead:
            self.flags[row] = DEAD | VANISHED
            self.next[row] = row
            return row
        if len(left) == 1 and tk.UNKNOWN not in right:
            self.flags[row] = ISOLATED
        _PACKERS[len(found)](self._term_bytes, start, *[term.id for term in found])
        num_actions = self.game.num_actions
        mask = self.game.legal_mask(lhs, rhs, found)[:num_actions]
        start = num_actions * row
        self._mask_bytes[start : start + len(mask)] = mask
        self._next_bytes[4 * start : 4 * (start + num_actions)] = self._not_computed
        return row

    def equation(self, id: int, unknown: str = "x") -> Equation:
        """Return the equation of a state; the dead end has none."""
        if id == DEAD_END:
            raise IndexError("the dead end has no equation")
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

    def legal_actions(self, id: int) -> list[tuple[int, Action]]:
        """Return the legal actions of a state with their indices."""
        exprs, terms = self.table.exprs, self.term_ids[id].tolist()
        found = []
        for index in np.flatnonzero(self.mask[id]).tolist():
            rule, rank = self._actions[index]
            found.append((index, Action(rule, exprs[terms[rank]] if rule.operand else None)))
        return found

    def find_action(self, id: int, action: Action) -> int | None:
        """Return the index of an action in a state; None if it is not on the list."""
        if action.term is None:
            return self.game.action_index(action.rule)
        ranks = np.flatnonzero(self.term_ids[id] == action.term.id)
        if not len(ranks):
            return None
        index = self.game.action_index(action.rule, int(ranks[0]))
        return index if index < self.game.num_actions else None

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
        if not self._mask_bytes[self.game.num_actions * id + action]:
            after = id
        else:
            exprs = self.table.exprs
            lhs, rhs = exprs[self._side_items[2 * id]], exprs[self._side_items[2 * id + 1]]
            rule, rank = self._actions[action]
            term = exprs[self._term_items[self._num_terms * id + rank]]
            sides = games.successor(self.table, lhs, rhs, rule, term)
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
            known = False
            if self.flags[id] & ISOLATED:
                original, isolated = self.equation(start), self.equation(id)
                known = is_root(original.lhs, original.rhs, isolated.rhs)
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
            game=json.dumps({name: getattr(self.game, name) for name in GAME_FIELDS}),
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
            values = json.loads(str(data["game"]))
            graph = cls(replace(GAMES[values["name"]], **values))
            graph.table = ExprTable.rebuild(
                data["heads"].tolist(),
                data["num_children"].tolist(),
                data["children"].tolist(),
                {int(id): text for id, text in json.loads(str(data["leaves"])).items()},
                graph.game.max_digits,
            )
            exprs = graph.table.exprs
            for lhs, rhs in data["sides"][1:].tolist():
                graph._intern(exprs[lhs], exprs[rhs])
            graph.next[: len(graph)] = data["next"]
        return graph


_PACKERS: Final = [Struct(f"={count}i").pack_into for count in range(1024)]
GAME_FIELDS: Final = ("name", "num_actions", "max_length", "capacity")
"""What tells a game from the one of `GAMES` with its name."""
_SLACK: Final = 1024
"""How many states a full graph may take in before it needs more room."""
