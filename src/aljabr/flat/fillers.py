"""A graph whose missing transitions are computed by other processes, the fillers.

Each filler walks a graph of its own. Here there are arrays only: a state belongs to the filler
that met it first, which is asked for its successors by a number of its own, and answers with
numbers and the rows of the states that are new to it. What no filler has met, such as a start, is
told to all of them, who take turns with it. Expressions travel for such states alone, and where an
equation is asked for.

A state is known by a digest of its sides, which is the same in every process, so that what two
fillers meet is one state. Answers are taken in the order of the fillers, whichever comes first: the
same requests give the same ids.
"""

from __future__ import annotations

import gc
import weakref
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.game import games
from aljabr.game.games import GAMES, PAPER, Game
from aljabr.game.graph import DEAD, DEAD_END, GAME_FIELDS, ISOLATED, NOT_COMPUTED, Ids, StateGraph
from aljabr.game.rules import Action
from aljabr.ledger.jobs import SINGLE_THREADED, Worker

Integers = npt.NDArray[np.integer[Any]]
Sides = tuple[Expr, Expr]

_ALL: Final = -1
"""The owner of what every filler has been told, or none has met."""
_UNTOLD: Final = -1
_KEY: Final = 16  # bytes


def _digest(expr: Expr, known: dict[int, bytes]) -> bytes:
    """Return what an expression is known by in every process."""
    found = known.get(expr.id)
    if found is None:
        parts = [_digest(child, known) for child in expr.children] or [str(expr.sym).encode()]
        content = bytes((expr.head,)) + b"".join(parts)
        found = known[expr.id] = blake2b(content, digest_size=_KEY).digest()
    return found


def _key(lhs: Expr, rhs: Expr, known: dict[int, bytes]) -> bytes:
    """Return what a state is known by in every process."""
    return blake2b(_digest(lhs, known) + _digest(rhs, known), digest_size=_KEY).digest()


class Rows(NamedTuple):
    """States that are new in a filler, in the order of its numbers."""

    keys: npt.NDArray[np.void]  # [S]
    tokens: npt.NDArray[np.int8]  # [S, 2L]
    mask: npt.NDArray[np.bool_]  # [S, A]
    complexity: npt.NDArray[np.int16]  # [S]
    flags: npt.NDArray[np.uint8]  # [S]


# -- in a filler's process -------------------------------------------------------------------------


class Filler:
    """A part of the graph, in a process of its own; it answers messages.

    States are given by the filler's own numbers, or ~k for the k-th state that it was told.
    """

    def __init__(self, game: dict[str, Any]) -> None:
        self.game = game
        self.reported = 1  # all have the dead end
        self.told: list[int] = []
        self.digests: dict[int, bytes] = {}

    @cached_property
    def graph(self) -> StateGraph:
        """The filler's own graph, made where it is first needed."""
        # All wait for the slowest filler, and expressions form no cycles: `forget` collects.
        gc.disable()
        return StateGraph(replace(GAMES[self.game["name"]], **self.game))

    def __call__(self, message: tuple[list[Sides], str, tuple[Any, ...]]) -> tuple[Any, Rows]:
        """Take in some states, then do what is asked; return also what is new."""
        told, name, values = message
        self.told += [self.graph.add(Equation(lhs, rhs)) for lhs, rhs in told]
        return getattr(self, name)(*values), self._news()

    def _news(self) -> Rows:
        graph, new = self.graph, slice(self.reported, len(self.graph))
        self.reported = len(graph)
        exprs, digests = graph.table.exprs, self.digests
        keys = [_key(exprs[lhs], exprs[rhs], digests) for lhs, rhs in graph.sides[new].tolist()]
        return Rows(
            np.array(keys, f"V{_KEY}"), graph.tokens[new], graph.mask[new],
            graph.complexity[new], graph.flags[new],
        )  # fmt: skip

    def _own(self, ids: Ids) -> Ids:
        """Return the filler's own numbers."""
        own, told = ids.copy(), ids < 0
        own[told] = np.array(self.told, np.int32)[~ids[told]]
        return own

    def step(self, ids: Ids, actions: Integers) -> Ids:
        """Return the states after some actions, by the filler's numbers."""
        return self.graph.step(self._own(ids), actions)

    def solves(self, starts: Ids, ids: Ids) -> npt.NDArray[np.bool_]:
        """Return which states are solutions of their starts."""
        return self.graph.solves(self._own(starts), self._own(ids))

    def sides(self, ids: Ids) -> list[Sides]:
        """Return the expressions of some states."""
        equations = [self.graph.equation(id) for id in self._own(ids).tolist()]
        return [(each.lhs, each.rhs) for each in equations]

    def wait(self) -> None:
        """Answer that this process has started."""

    def forget(self) -> None:
        """Drop every state."""
        vars(self).pop("graph", None)
        self.reported = 1
        self.told.clear()
        self.digests.clear()
        gc.collect()


# -- in the process that plays ---------------------------------------------------------------------


def _stop(workers: list[Worker]) -> None:
    for worker in workers:
        worker.stop()


class FilledGraph(StateGraph):
    """A state graph that asks its fillers for what it does not know.

    Close it, or use it in a `with`, to end their processes; they end with this process, too.
    """

    _places: Ids  # [S, 2]: whose a state is, and its number there; or _ALL, and which one was told

    def __init__(self, game: Game = PAPER, fillers: int = 1) -> None:
        if fillers < 1 or game.plain != GAMES[game.name].plain:
            raise ValueError("a filler is needed, and a game that it knows by name")
        self._count = fillers
        super().__init__(game)
        filler = Filler({name: getattr(game, name) for name in GAME_FIELDS})
        self._workers = [Worker(SINGLE_THREADED, filler) for _ in range(fillers)]
        self._end = weakref.finalize(self, _stop, self._workers)

    def close(self) -> None:
        """End the fillers; what is known stays."""
        self._end()

    def wait(self) -> None:
        """Wait until all fillers have started."""
        self._ask("wait", dict.fromkeys(range(self._count), ()))

    def __enter__(self) -> FilledGraph:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _reset(self, table: Any = None) -> None:
        self._digests: dict[int, bytes] = {}
        self._told: list[Sides] = []
        self._num_heard = [0] * self._count  # how many of these each filler has been told
        self._turn = 0
        # The ids of each filler's states, in the order of its numbers.
        self._ids_of: list[Ids] = [np.zeros(1, np.int32)] * self._count
        super()._reset(table)

    def _allocate(self, rows: int) -> None:
        size = self._size
        super()._allocate(rows)
        places = np.full((rows, 2), (_ALL, _UNTOLD), np.int32)
        if size:
            places[:size] = self._places[:size]
        self._places = places

    def _intern(self, lhs: Expr, rhs: Expr) -> int:
        key = _key(lhs, rhs, self._digests)
        known = self._ids.get(key)
        return self._append(key, lhs, rhs) if known is None else known

    # -- what fillers are asked ------------------------------------------------------------------

    def _ask(self, name: str, values: dict[int, tuple[Any, ...]]) -> dict[int, Any]:
        """Ask some fillers, all at once; take in what is new to them, and return their answers."""
        if not self._end.alive:
            raise RuntimeError("the graph is closed: nothing more of it can be computed")
        answers: dict[int, Any] = {}
        try:
            for filler, given in sorted(values.items()):
                message = (self._told[self._num_heard[filler] :], name, given)
                self._num_heard[filler] = len(self._told)
                self._send(filler, message)
            for filler in sorted(values):
                outcome = self._workers[filler].receive(filler)
                if outcome.error:
                    raise RuntimeError(f"filler {filler} of the graph failed: {outcome.error}")
                answers[filler], rows = outcome.result
                self._take_in(filler, rows)
        except BaseException:  # answers that nobody took would be taken for those of later requests
            self.close()
            raise
        return answers

    def _send(self, filler: int, message: Any) -> None:
        """Write a request."""
        with suppress(BrokenPipeError, ConnectionResetError):  # it died, as its answer will say
            self._workers[filler].connection.send(message)

    def _take_in(self, filler: int, rows: Rows) -> None:
        """Append what no other filler has met before."""
        first, known = self._size, self._ids
        # Every state but the dead end has a key, so this is the next id.
        ids = np.array(
            [known.setdefault(key, len(known) + 1) for key in rows.keys.tolist()], np.int32
        )
        new = ids >= first
        end = first + int(new.sum())
        if end > len(self.flags):
            self._allocate(end + end // 2)
        self._size = end
        for name in ("tokens", "mask", "complexity", "flags"):
            getattr(self, name)[first:end] = getattr(rows, name)[new]
        self.next[first:end] = NOT_COMPUTED
        dead = first + np.flatnonzero(self.flags[first:end] & DEAD)
        self.next[dead] = dead[:, None]
        self.sides[first:end] = self.term_ids[first:end] = -1
        numbers = len(self._ids_of[filler]) + np.flatnonzero(new)
        self._places[first:end, 0], self._places[first:end, 1] = filler, numbers
        self._ids_of[filler] = np.concatenate([self._ids_of[filler], ids])

    def _shares(self, states: Integers) -> dict[int, npt.NDArray[np.intp]]:
        """Return whom to ask of which states; what all know is dealt out in turn."""
        owners = self._places[states, 0].copy()
        common = np.flatnonzero(owners == _ALL)
        owners[common] = (self._turn + np.arange(len(common))) % self._count
        self._turn = (self._turn + len(common)) % self._count
        return {filler: np.flatnonzero(owners == filler) for filler in np.unique(owners).tolist()}

    def _numbers(self, states: Integers) -> Ids:
        """Return the numbers by which fillers know some states; what none knows, all are told."""
        places = self._places[states]
        untold = (places == (_ALL, _UNTOLD)).all(1)
        if untold.any():
            self._tell(states[untold])
            places = self._places[states]
        return np.where(places[:, 0] == _ALL, ~places[:, 1], places[:, 1])

    def _tell(self, states: Integers) -> None:
        """Let every filler know some states with its next request."""
        places = self._places[states]
        owned_or_new = (places[:, 0] != _ALL) | (places[:, 1] == _UNTOLD)
        untold = np.unique(states[owned_or_new])
        self._fetch(untold)
        for id in untold.tolist():
            equation = super().equation(id)
            self._places[id] = _ALL, len(self._told)
            self._told.append((equation.lhs, equation.rhs))

    def _fetch(self, states: Integers) -> None:
        """Bring the expressions of some states here."""
        missing = np.unique(states[(self.sides[states, 0] < 0) & (states != DEAD_END)])
        if not len(missing):
            return
        shares = self._shares(missing)
        asked = {filler: (self._numbers(missing[part]),) for filler, part in shares.items()}
        for filler, found in self._ask("sides", asked).items():
            for id, (left, right) in zip(missing[shares[filler]].tolist(), found, strict=True):
                lhs, rhs = self.table.intern(left.sym), self.table.intern(right.sym)
                assert lhs is not None
                assert rhs is not None
                self.sides[id] = lhs.id, rhs.id
                if not self.flags[id] & DEAD:
                    terms = games.terms(lhs, rhs, self._num_terms)
                    self.term_ids[id, : len(terms)] = [term.id for term in terms]

    # -- the interface of a graph ----------------------------------------------------------------

    def step(self, ids: Ids, actions: Integers) -> Ids:
        after: Ids = self.next[ids, actions]
        missing = np.flatnonzero(after == NOT_COMPUTED)
        if len(missing):
            num_actions = self.game.num_actions
            pairs = np.unique(ids[missing].astype(np.int64) * num_actions + actions[missing])
            self._fill(pairs // num_actions, pairs % num_actions)
            after[missing] = self.next[ids[missing], actions[missing]]
        return after

    def _fill(self, states: Integers, actions: Integers) -> None:
        """Let the fillers compute some transitions."""
        numbers, shares = self._numbers(states), self._shares(states)
        asked = {filler: (numbers[part], actions[part]) for filler, part in shares.items()}
        for filler, after in self._ask("step", asked).items():
            part = shares[filler]
            self.next[states[part], actions[part]] = self._ids_of[filler][after]

    def _compute(self, id: int, action: int) -> int:
        return int(self.step(np.array([id], np.int32), np.array([action]))[0])

    def solves(self, starts: Ids, ids: Ids) -> npt.NDArray[np.bool_]:
        isolated = (self.flags[ids] & ISOLATED) != 0
        pairs = np.unique(starts[isolated].astype(np.int64) << 32 | ids[isolated]).tolist()
        unknown = np.array([pair for pair in pairs if pair not in self._solved], np.int64)
        if len(unknown):
            self._tell(unknown >> 32)
            first = self._numbers(unknown >> 32)
            states = unknown & 0xFFFFFFFF
            numbers, shares = self._numbers(states), self._shares(states)
            asked = {filler: (first[part], numbers[part]) for filler, part in shares.items()}
            for filler, solved in self._ask("solves", asked).items():
                found = zip(unknown[shares[filler]].tolist(), solved.tolist(), strict=True)
                self._solved.update(found)
        return super().solves(starts, ids)

    def equation(self, id: int, unknown: str = "x") -> Equation:
        self._fetch(np.array([id]))
        return super().equation(id, unknown)

    def action(self, id: int, index: int) -> Action:
        self._fetch(np.array([id]))
        return super().action(id, index)

    def legal_actions(self, id: int) -> list[tuple[int, Action]]:
        self._fetch(np.array([id]))
        return super().legal_actions(id)

    def find_action(self, id: int, action: Action) -> int | None:
        self._fetch(np.array([id]))
        return super().find_action(id, action)

    def forget(self, keep: Ids) -> Ids:
        self._fetch(keep)
        self._ask("forget", dict.fromkeys(range(self._count), ()))
        return super().forget(keep)

    def save(self, path: Path) -> None:
        self._fetch(np.arange(len(self)))
        super().save(path)
