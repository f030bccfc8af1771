"""Derivations made plainer: needless steps are left out, detours cut.

First by replay: the derivation is played again without one step, or without two, and what still
arrives is kept. Then by a small search
around it, in the order of a teacher's taste (`taste`). Both are bounded by counts, so that the same
derivation is always tidied the same way.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Final

from aljabr.answer.taste import ByTaste
from aljabr.game.graph import DEAD, StateGraph
from aljabr.game.rules import Action
from aljabr.search.best_first import best_first, step
from aljabr.search.path import Move, Path

Accepts = Callable[[Path], bool]
"""Whether a derivation answers the question no worse than the one there is."""

MAX_REPLAYED: Final = 400
"""How many steps replays may take in all."""
MAX_ASIDE: Final = 24
"""How many states the search may expand, beside those of the derivation."""
MAX_REFUSED: Final = 3
"""How many derivations the search may offer in vain."""


def tidy(
    graph: StateGraph, start: int, path: Path, is_goal: Callable[[int], bool], accepts: Accepts,
    deadline: float,
) -> Path:  # fmt: skip
    """Return the derivation in its tidiest form.

    Args:
        graph: where the states live; what is missing is computed.
        start: where the derivation starts.
        path: a derivation that was accepted.
        is_goal: whether a state answers as the last one of the path does.
        accepts: asked of every shorter derivation before it is taken.
        deadline: a time of `time.monotonic()` to stop at.
    """
    path = _without_loops(start, path)
    path = _without_needless_steps(graph, start, path, is_goal, accepts, deadline)
    path = _better_route(graph, start, path, is_goal, accepts, deadline) or path
    actions = _actions(graph, start, path)
    splits = [place for place, each in enumerate(actions) if each.rule.cases is not None]
    if splits and splits[0] < len(path) - 2:  # the case that the derivation goes on with
        before, after = path[: splits[0] + 1], path[splits[0] + 1 :]
        route = _better_route(
            graph, before[-1].state, after, is_goal, lambda each: accepts((*before, *each)),
            deadline,
        )  # fmt: skip
        path = path if route is None else (*before, *route)
    return path


# -- replay --------------------------------------------------------------------------------------


def _without_loops(start: int, path: Path) -> Path:
    kept: list[Move] = []
    for move in path:
        states = [start, *[each.state for each in kept]]
        if move.state in states:
            del kept[states.index(move.state) :]
        else:
            kept.append(move)
    return tuple(kept)


def _without_needless_steps(
    graph: StateGraph, start: int, path: Path, is_goal: Callable[[int], bool], accepts: Accepts,
    deadline: float,
) -> Path:  # fmt: skip
    replayed, shorter = 0, True
    while shorter:
        shorter = False
        actions = _actions(graph, start, path)
        places = range(len(actions))
        for dropped in [*combinations(places, 1), *combinations(places, 2)]:
            if replayed > MAX_REPLAYED or time.monotonic() > deadline:
                return path
            kept = [actions[place] for place in places if place not in dropped]
            replayed += len(kept)
            found = _replay(graph, start, kept, is_goal)
            if found is not None and accepts(found):
                path, shorter = found, True
                break
    return path


def _actions(graph: StateGraph, start: int, path: Path) -> list[Action]:
    states = [start, *[move.state for move in path]]
    return [graph.action(state, move.action) for state, move in zip(states, path, strict=False)]


def _replay(
    graph: StateGraph, start: int, actions: Iterable[Action], is_goal: Callable[[int], bool]
) -> Path | None:
    """Play some actions; return the path as soon as it answers, None if it never does."""
    state = start
    path: Path = ()
    for action in actions:
        index = graph.find_action(state, action)
        if index is None or not graph.mask[state, index]:
            return None
        state = step(graph, state, index)
        path = (*path, Move(index, state))
        if is_goal(state):
            return path
        if graph.flags[state] & DEAD:
            return None
    return None


# -- search --------------------------------------------------------------------------------------


def _better_route(
    graph: StateGraph, start: int, path: Path, is_goal: Callable[[int], bool], accepts: Accepts,
    deadline: float,
) -> Path | None:  # fmt: skip
    """Search around a derivation for one that is cheaper; None if there is none in reach."""
    accepted: list[Path] = []

    def ends(state: int, path_fn: Callable[[], Path]) -> bool:
        if not is_goal(state):
            return False
        route = path_fn()
        if accepts(route):
            accepted.append(route)
            return True
        order.refused.add(state)
        return len(order.refused) == MAX_REFUSED

    order = ByTaste(graph, start, path, MAX_ASIDE)
    best_first(graph, start, order, ends, deadline=deadline)
    return accepted[0] if accepted else None
