"""Search teaches: many equations searched for examples, in processes that need no JAX.

Equations are searched in chunks, each with its own seed and its own file, so that a run that was
stopped has lost no more than the chunks under way, and comes out the same.
"""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import numpy as np

from aljabr.algebra.parse import parse
from aljabr.answer.derivation import Derivation
from aljabr.answer.judge import Judge
from aljabr.errors import UserError
from aljabr.expert.lessons import Examples, distances, outline, roots_of, worth_learning
from aljabr.game.games import OPEN, SOLVER, listed
from aljabr.game.graph import DEAD_END, StateGraph
from aljabr.ledger import arrays
from aljabr.ledger.jobs import run_tasks
from aljabr.ledger.schema import Schema, fits
from aljabr.search.best_first import Order, best_first
from aljabr.search.orders import ByPriority, Led, isolation_priority
from aljabr.search.path import Move
from aljabr.search.path import Path as SearchPath
from aljabr.search.policy import Policy

GATHER: Final = replace(listed(SOLVER, OPEN), capacity=40_000)
"""The game that is searched, in graphs that are small and many; one list with the open game."""
MAX_GOALS: Final = 12
"""Goals searched of one equation, at the most."""
MAX_ENDS: Final = 8
"""Lines to a root that are looked for in one search, at the most."""
CHUNK: Final = 40
"""Equations searched, and stored, at a time."""
_TOLD: Final = 25  # chunks between two lines

Tell = Callable[[str], None]
Advance = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class GatherConfig:
    """How equations are searched."""

    equations: int = 12_000
    """Training equations searched in a round."""
    max_expanded: int = 250
    """States a search may expand."""
    extra: int = 64
    """States expanded after the first answer, beside as many again as it took, for shorter ways."""
    aside: int = 8
    """States learned per equation that do not lie on the shortest way."""
    curiosity: float = 4.0
    """Weight of a state's novelty in a search led by a policy."""
    processes: int = os.cpu_count() or 1
    """Processes that search; what is found does not depend on their number."""
    on: str = ""
    """Where to search: here by default; "ray" or "ray:ADDRESS" for a cluster."""


@dataclass
class Gathered:
    """What some searches found."""

    examples: Examples
    tried: int = 0
    solved: int = 0
    expanded: int = 0
    seconds: float = 0.0

    @property
    def counts(self) -> dict[str, Any]:
        """The figures, without the examples."""
        return {name: getattr(self, name) for name in ("tried", "solved", "expanded", "seconds")}

    def merge(self, other: Gathered) -> None:
        self.examples.merge(other.examples)
        for name, count in other.counts.items():
            setattr(self, name, getattr(self, name) + count)

    def save(self, path: Path) -> None:
        """Write all of it to one file."""
        self.examples.notes = self.counts
        self.examples.save(path)

    @classmethod
    def load(cls, path: Path) -> Gathered:
        """Read it back."""
        examples = Examples.load(path)
        if not fits(examples.notes, COUNTS):
            raise arrays.damaged(path)
        return cls(examples, **{name: examples.notes[name] for name in COUNTS})


COUNTS: Final[Schema] = {"tried": int, "solved": int, "expanded": int, "seconds": float}
"""What is counted of searches, and stored with what they found."""


class Novelty:
    """How seldom states of an outline were learned before, or expanded here."""

    def __init__(self, weight: float, met: Mapping[int, int] | None = None) -> None:
        self.weight = weight
        self.met = Counter(met)

    def of(self, graph: StateGraph, state: int) -> float:
        """Meet a state; return its bonus."""
        seen = outline(graph, state)
        self.met[seen] += 1
        return self.weight / math.sqrt(self.met[seen])


def gather(
    texts: Sequence[str],
    policy: Policy | None,
    config: GatherConfig,
    seed: int,
    met: Mapping[int, int] | None = None,
) -> Gathered:
    """Search some equations; without a policy, by size alone.

    Args:
        texts: The equations.
        policy: Who leads the searches.
        config: How to search.
        seed: Of the choice among states that lie aside.
        met: How many states of each outline are known already.
    """
    started = time.perf_counter()
    rng = np.random.default_rng(seed)
    novelty = Novelty(config.curiosity, met)
    gathered = Gathered(Examples(GATHER.num_plain))
    for text in texts:
        graph = StateGraph(GATHER)
        judge = Judge(graph, parse(text, None, graph.table))
        if judge.at_sight() is not None or not graph.mask[judge.start].any():
            continue
        gathered.tried += 1
        search = partial(_search, graph, judge, policy, config, novelty)
        for number, goal in enumerate(_goals(judge, search)):
            gathered.expanded += goal.expanded
            gathered.solved += number == 0 and bool(goal.ends)
            if goal.ends:
                found = distances(graph, goal.ends)
                states = worth_learning(
                    graph, goal.start, found, rng, config.aside, roots_of(graph, goal.ends)
                )
                gathered.examples.add(graph, states, found)
    gathered.seconds = time.perf_counter() - started
    return gathered


class Searched(NamedTuple):
    """A goal, and what a search of it came to."""

    start: int
    ends: list[int]
    """The last states of the lines that count."""
    path: SearchPath
    expanded: int


def _goals(judge: Judge, search_fn: Callable[[int, SearchPath], Searched]) -> Iterator[Searched]:
    """Search an equation, then the cases beside the line that was found, and so on."""
    waiting: list[tuple[int, SearchPath]] = [(judge.start, ())]
    seen = {judge.start}
    while waiting and len(seen) <= MAX_GOALS:
        start, before = waiting.pop(0)
        found = search_fn(start, before)
        yield found
        lines = Derivation(judge.graph, judge.graph.equation(start), start, found.path).lines
        for each in judge.losses.of(lines).obligations if found.path else ():
            state = DEAD_END if each.equation is None else judge.graph.add(each.equation)
            if state not in seen and judge.graph.mask[state].any():
                seen.add(state)
                move = Move(found.path[each.place].action, state, each.divides)
                waiting.append((state, (*before, *found.path[: each.place], move)))


def _search(
    graph: StateGraph, judge: Judge, policy: Policy | None, config: GatherConfig, novelty: Novelty,
    start: int, before: SearchPath,
) -> Searched:  # fmt: skip
    """Search one goal. A line that ends in a root counts; if there is none, any that ends."""
    ends: dict[bool, list[tuple[int, SearchPath]]] = {True: [], False: []}

    def accepts(state: int, path_fn: Callable[[], SearchPath]) -> bool:
        if len(ends[True]) >= MAX_ENDS:
            return False
        path = path_fn()
        finding = judge.finding((*before, *path))
        lines = Derivation(graph, graph.equation(start), start, path).lines
        if finding is None or judge.losses.of(lines).unproved:
            return False
        ends[finding.verdict in ("root", "all_values")].append((state, path))
        return True

    if policy is None:
        order: Order = ByPriority(graph, isolation_priority)
        extra_fn = None
    else:
        order = Led(graph, policy, partial(novelty.of, graph) if config.curiosity else None)
        extra_fn = lambda expanded: config.extra + expanded  # noqa: E731
    result = best_first(
        graph, start, order, accepts,
        max_expanded=config.max_expanded, max_states=GATHER.capacity, extra_fn=extra_fn,
    )  # fmt: skip
    counted = ends[True] or ends[False]
    path = min((path for _, path in counted), key=len, default=())
    return Searched(start, [state for state, _ in counted], path, result.expanded)


Gather = Callable[
    [Sequence[str], Policy | None, GatherConfig, int, "Mapping[int, int] | None"], Gathered
]

# -- in several processes ------------------------------------------------------------------------


def gather_parallel(
    texts: Sequence[str],
    policy: Policy | None,
    config: GatherConfig,
    seed: int,
    tell_fn: Tell,
    *,
    met: Mapping[int, int] | None = None,
    folder: Path | None = None,
    advance_fn: Advance = lambda *_: None,
    stop_fn: Callable[[], bool] = lambda: False,
    gather_fn: Gather | None = None,
    chunk: int | None = None,
) -> Gathered:
    """Search equations in several processes.

    Args:
        texts: The equations.
        policy: Who leads the searches; None for search by size.
        config: How to search.
        seed: The first chunk's seed.
        tell_fn: Gets a line now and then.
        met: How many states of each outline are known already.
        folder: Where finished chunks are kept; those that are there are not searched again.
        advance_fn: Hears of every finished chunk.
        stop_fn: Asked between chunks; if it says so, `KeyboardInterrupt` is raised.
        gather_fn: How a chunk is searched; by default, `gather`.
        chunk: How many equations are searched at a time; `CHUNK` by default.
    """
    total = Gathered(Examples(GATHER.num_plain))
    chunk = chunk or CHUNK
    chunks = [texts[first : first + chunk] for first in range(0, len(texts), chunk)]
    with ExitStack() as stack:
        folder = folder or Path(stack.enter_context(TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / f"{seed + index}.npz" for index in range(len(chunks))]
        missing = [index for index in range(len(chunks)) if not paths[index].exists()]
        here_fn = partial(_gather_to, gather_fn or gather)
        jobs = [
            partial(
                # A node of a cluster may not see the folder: there, what was found comes back.
                (gather_fn or gather) if config.on else partial(here_fn, paths[index]),
                chunks[index], policy, config, seed + index, met,
            )
            for index in missing
        ]  # fmt: skip
        merged = 0
        # One process is this one.
        processes = 0 if config.processes == 1 else config.processes
        for outcome in chain([None], run_tasks(jobs, processes, on=config.on)):
            if outcome is not None and outcome.error:
                raise RuntimeError(outcome.error)
            if outcome is not None and isinstance(outcome.result, Gathered):
                outcome.result.save(paths[missing[outcome.task]])
            elif outcome is not None and outcome.result is not None:
                raise outcome.result
            while merged < len(paths) and paths[merged].exists():  # in order: the same every time
                total.merge(Gathered.load(paths[merged]))
                merged += 1
                advance_fn("searching", min(merged * chunk, len(texts)), len(texts))
                if merged % _TOLD == 0 or merged == len(paths):
                    tell_fn(
                        f"  {total.solved:,} of {total.tried:,} solved,"
                        f" {len(total.examples):,} examples"
                    )
            if stop_fn():
                raise KeyboardInterrupt
    return total


def _gather_to(
    gather_fn: Gather,
    path: Path,
    texts: Sequence[str],
    policy: Policy | None,
    config: GatherConfig,
    seed: int,
    met: Mapping[int, int] | None,
) -> UserError | None:
    """Search, and write what was found; return what keeps it from being written."""
    gathered = gather_fn(texts, policy, config, seed, met)
    try:
        gathered.save(path)
    except UserError as error:
        return error
    return None
