"""The game for any number of players: lanes side by side over one graph, and their rewards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypedDict
from weakref import WeakKeyDictionary, WeakSet

import numpy as np
import numpy.typing as npt

from aljabr.algebra.equation import Equation
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.discovery.discoverer import Attempt, Discoverer, Settings
from aljabr.errors import UserError
from aljabr.game.games import GAMES, GameName
from aljabr.game.graph import DEAD, DEAD_END, ISOLATED, Ids, StateGraph
from aljabr.game.lemmas import Library
from aljabr.search.path import Move, Path
from aljabr.tasks import datasets

Tokens = npt.NDArray[np.int8]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.integer[Any]]

# -- rewards -------------------------------------------------------------------------------------

RewardFn = Callable[[Integers, Integers, Bools, Bools], Floats]
"""Rewards from the complexities before and after, and whether the step solved or ended dead."""


def paper_reward(before: Integers, after: Integers, solved: Bools, dead: Bools) -> Floats:
    """Return how much simpler the equation became, and nothing else."""
    return (before - after).astype(np.float64)


def shaped_reward(before: Integers, after: Integers, solved: Bools, dead: Bools) -> Floats:
    """Return (simplification - 1 + 100 if solved - 100 if dead) / 100."""
    return (before - after - 1 + 100 * (solved.view(np.int8) - dead.view(np.int8))) / 100


REWARDS: Final[dict[str, RewardFn]] = {"paper": paper_reward, "shaped": shaped_reward}

# -- the game, for any number of lanes -----------------------------------------------------------


class GameArguments(TypedDict, total=False):
    """What both environments are made from; the defaults are those of `make_lanes`."""

    equation: str | None
    equations: Sequence[str] | None
    dataset: str
    split: str
    data_seed: int
    reward: str | RewardFn
    max_steps: int
    game: GameName | None
    graph: StateGraph | None


class Outcome(NamedTuple):
    """What one step did, lane by lane."""

    ids: Ids  # [N], the states reached
    rewards: Floats  # [N]
    solved: Bools  # [N]
    terminated: Bools  # [N], solved or dead
    truncated: Bools  # [N], out of steps and not terminated


class Lanes:
    """Games played side by side over one graph."""

    def __init__(
        self, graph: StateGraph, num_lanes: int, reward_fn: RewardFn, max_steps: int
    ) -> None:
        self.graph = graph
        self.reward_fn = reward_fn
        self.max_steps = max_steps
        self.equations: list[Equation] = []
        self.starts: Ids = np.zeros(0, np.int32)  # [E], the state of each equation
        self.chosen = np.zeros(num_lanes, np.intp)  # [N], the equation each lane plays
        self.ids: Ids = np.zeros(num_lanes, np.int32)  # [N], the state each lane is in
        self.num_steps = np.zeros(num_lanes, np.int32)  # [N], since the lane's start
        self.solved_once: Bools = np.zeros(0, np.bool_)  # [E], by any lane so far
        self.num_given = 0
        """How many equations are drawn from; later ones are played on request only."""
        self.generation = 0
        """How often the graph has forgotten: ids of two generations do not compare."""
        self._index_of: dict[str, int] = {}
        _PLAYERS.setdefault(graph, WeakSet()).add(self)

    def add(self, texts: Sequence[str]) -> list[int]:
        """Return the index of each equation, entering those not seen before."""
        entered = []
        for text in texts:
            if text not in self._index_of:
                equation = parse(text)
                entered.append(self._start(equation, text))
                self._index_of[text] = len(self.equations)
                self.equations.append(equation)
        if entered:
            self.starts = np.concatenate([self.starts, np.array(entered, np.int32)])
            self.solved_once = np.append(self.solved_once, np.zeros(len(entered), np.bool_))
        return [self._index_of[text] for text in texts]

    def _start(self, equation: Equation, text: str) -> int:
        start = self.graph.add(equation)
        if start == DEAD_END:
            bounds = self.graph.game
            if max(equation.lhs.size, equation.rhs.size) <= bounds.max_length:
                raise UserError(f"{text!r} has more than {bounds.num_terms} terms")
            raise UserError(f"{text!r} is longer than {bounds.max_length} nodes on a side")
        if self.graph.flags[start] & DEAD:
            raise UserError(f"{text!r} does not hold the unknown")
        if self.graph.is_solution(start, start):
            raise UserError(f"{text!r} is solved already")
        return start

    def draw(self, rng: np.random.Generator, count: int) -> Integers:
        """Draw the equations for some lanes."""
        if self.num_given == 1:
            return np.zeros(count, np.intp)
        return rng.integers(self.num_given, size=count)

    def restart(self, lanes: Integers, chosen: Integers) -> None:
        """Put some lanes at the start of their next equation."""
        self.chosen[lanes] = chosen
        self.ids = self.ids.copy()  # an outcome may still hold the old ones
        self.ids[lanes] = self.starts[chosen]
        self.num_steps[lanes] = 0

    def advance(self, actions: Integers) -> Outcome:
        """Play one action in every lane."""
        if self.graph.is_full:
            make_room(self.graph)
        graph, before = self.graph, self.ids
        after = graph.step(before, actions)
        dead = (graph.flags.take(after) & DEAD) != 0
        solved = self.solves(actions, after)
        rewards = self.reward_fn(
            graph.complexity.take(before), graph.complexity.take(after), solved, dead
        )
        self.solved_once[self.chosen[solved]] = True
        self.ids = after
        self.num_steps += 1
        terminated = solved | dead
        truncated = (self.num_steps >= self.max_steps) & ~terminated
        return Outcome(after, rewards, solved, terminated, truncated)

    def solves(self, actions: Integers, after: Ids) -> Bools:
        """Return which lanes an action brings to a root."""
        return self.graph.solves(self.starts.take(self.chosen), after)

    def tokens(self) -> Tokens:
        """Return the encodings of the lanes' states, [N, 2L]."""
        return self.graph.tokens.take(self.ids, 0)

    def masks(self) -> Bools:
        """Return the legal actions of the lanes' states, [N, A]."""
        return self.graph.mask.take(self.ids, 0)

    def text(self, lane: int) -> str:
        """Return the equation a lane has reached."""
        id = int(self.ids[lane])
        if id == DEAD_END:
            return "undefined or too long"
        unknown = self.equations[self.chosen[lane]].unknown
        return equation_text(self.graph.equation(id, unknown))


class OpenLanes(Lanes):
    """Lanes of the open game, whose moves may change the unknown: roots are told by the whole line.

    When the graph forgets, so do the lanes: what they have done till then leads to no root.
    """

    def __init__(
        self, graph: StateGraph, num_lanes: int, reward_fn: RewardFn, max_steps: int
    ) -> None:
        super().__init__(graph, num_lanes, reward_fn, max_steps)
        self._lines: list[Path | None] = [None] * num_lanes
        self._attempt = Attempt(Discoverer(Library(), Settings()), graph)
        self._known_generation = 0

    def restart(self, lanes: Integers, chosen: Integers) -> None:
        super().restart(lanes, chosen)
        for lane in np.asarray(lanes).tolist():
            self._lines[lane] = ()

    def solves(self, actions: Integers, after: Ids) -> Bools:
        if self._known_generation != self.generation:
            self._known_generation = self.generation
            self._lines = [None] * len(self._lines)
        solved = np.zeros(len(after), np.bool_)
        for lane, (action, state) in enumerate(zip(actions.tolist(), after.tolist(), strict=True)):
            line = self._lines[lane]
            if line is None or state == self.ids[lane]:  # an illegal action changes nothing
                continue
            self._lines[lane] = line = (*line, Move(action, state))
            if self.graph.flags[state] & ISOLATED:
                start = int(self.starts[self.chosen[lane]])
                solved[lane] = self._attempt.kernels(start, line) is not None
        return solved


# Who walks which graph, so that all of them hear of it when the graph forgets.
_PLAYERS: Final[WeakKeyDictionary[StateGraph, WeakSet[Lanes]]] = WeakKeyDictionary()


def make_room(graph: StateGraph) -> None:
    """Let a full graph forget all but the states that its players start from or are in."""
    players = list(_PLAYERS[graph])
    held = [ids for player in players for ids in (player.starts, player.ids)]
    ends = np.cumsum([len(ids) for ids in held])
    if 2 * ends[-1] > graph.game.capacity:
        raise UserError(f"a graph of {graph.game.capacity} states is too small for this game")
    kept = iter(np.split(graph.forget(np.concatenate(held)), ends[:-1]))
    for player in players:
        player.starts, player.ids = next(kept), next(kept)
        player.generation += 1


def make_lanes(
    num_lanes: int,
    *,
    equation: str | None = None,
    equations: Sequence[str] | None = None,
    dataset: str = "small",
    split: str = "train",
    data_seed: int = 0,
    reward: str | RewardFn = "shaped",
    max_steps: int = 20,
    game: GameName | None = None,
    graph: StateGraph | None = None,
) -> Lanes:
    """Set up a game: one equation, or some, or else those of a dataset.

    The rules are those of `game`, or of the graph if one is given, or else the paper's.
    """
    if equation is not None and equations is not None:
        raise UserError("give `equation` or `equations`, not both")
    if equation is not None:
        equations = [equation]
    elif equations is None:
        equations = datasets.load(dataset, split, data_seed)
    if not equations:
        raise UserError("there is no equation to play")
    if isinstance(reward, str) and reward not in REWARDS:
        raise UserError(f"there is no reward {reward!r}, only {', '.join(REWARDS)}")
    reward_fn = REWARDS[reward] if isinstance(reward, str) else reward
    if game is not None and game not in GAMES:
        raise UserError(f"there is no game {game!r}, only {', '.join(GAMES)}")
    if graph is None:
        graph = StateGraph(GAMES[game or "paper"])
    elif game is not None and graph.game.name != game:
        raise UserError(f"the graph is not of the {game} game")
    kind = OpenLanes if graph.game.name == "open" else Lanes
    lanes = kind(graph, num_lanes, reward_fn, max_steps)
    lanes.add(equations)
    lanes.num_given = len(lanes.equations)
    return lanes
