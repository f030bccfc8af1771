"""Derivations made plainer: principal values are taken, needless steps left out, detours cut.

First by replay: the derivation is played again with the principal value where it took another
branch, without one step, or without two, and what still arrives is kept. Then by a small A* search
around it, in the order of a teacher's taste: few steps, small terms, few fractions and minus signs,
nothing divided by the unknown. Both are bounded by counts, so that the same derivation is always
tidied the same way.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Final

import numpy as np

from aljabr import expr as ex
from aljabr.derivation import merge_kind
from aljabr.expr import Expr
from aljabr.graph import DEAD, ISOLATED, VANISHED, StateGraph
from aljabr.rules import Action
from aljabr.search import Move

Path = tuple[Move, ...]
Accepts = Callable[[Path], bool]
"""Whether a derivation answers the question no worse than the one there is."""

MAX_REPLAYED: Final = 400
"""How many steps replays may take in all."""
MAX_EXPANDED: Final = 24
"""How many states the search may expand."""
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
    return _better_route(graph, start, path, is_goal, accepts, deadline) or path


# -- replay --------------------------------------------------------------------------------------


def with_principal_values(graph: StateGraph, start: int, path: Path, accepts: Accepts) -> Path:
    """Return a derivation that takes another branch only where that is needed.

    Its root may be another one: of sin(x) = 1/2, pi/6 and not 5*pi/6.
    """
    for place, action in enumerate(_actions(graph, start, path)):
        name = _PRINCIPAL.get(action.rule.name)
        if name is None:
            continue
        actions = _actions(graph, start, path)
        actions[place] = Action(graph.game.rule(name), action.term)
        found = _replay(graph, start, actions, lambda state: bool(graph.flags[state] & ISOLATED))
        if found is not None and accepts(found):
            path = found
    return path


_PRINCIPAL: Final = {
    "negative_sqrt": "sqrt",
    "second_asin": "asin",
    "negative_acos": "acos",
    "second_acos": "acos",
}


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
        index = graph.find_action(state, action.rule.name, action.term)
        if index is None or not graph.mask[state, index]:
            return None
        state = int(graph.step(np.array([state]), np.array([index]))[0])
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
    limit = path_cost(graph, start, path)
    # A node is a state and what the step into it can be merged with; then its cost and path.
    queue: list[tuple[float, int, float, int, str | None, Path]] = [(0, 0, 0, start, None, ())]
    best: dict[tuple[int, str | None], float] = {}
    expanded = refused = pushed = 0
    on_path = {start, *[move.state for move in path]}
    while queue:
        estimate, _, cost, state, kind, route = heapq.heappop(queue)
        if cost + 0.7 * (estimate - cost) >= limit - 1e-9:
            continue
        if is_goal(state):
            if accepts(route):
                return route
            refused += 1
            if refused == MAX_REFUSED:
                return None
            continue
        if graph.flags[state] & DEAD or best.get((state, kind), limit) < cost:
            continue
        expanded += state not in on_path
        if expanded > MAX_EXPANDED or time.monotonic() > deadline:
            return None
        indices = _sensible(graph, state)
        states = graph.step(np.full(len(indices), state), np.array(indices, np.int64))
        for index, after in zip(indices, states.tolist(), strict=True):
            flags = graph.flags[after]
            if after == state or (flags & DEAD and not flags & VANISHED):
                continue
            action = graph.action(state, index)
            next_kind = _kind(action)
            total = cost + step_cost(graph, state, kind, action, after)
            if total >= best.get((after, next_kind), limit):
                continue
            best[after, next_kind] = total
            pushed += 1
            ahead = total + _distance(graph, after, next_kind)
            move = Move(index, after)
            heapq.heappush(queue, (ahead, pushed, total, after, next_kind, (*route, move)))
    return None


def path_cost(graph: StateGraph, start: int, path: Path) -> float:
    """Return what a derivation costs its reader."""
    total, kind, state = 0.0, None, start
    for action, move in zip(_actions(graph, start, path), path, strict=True):
        total += step_cost(graph, state, kind, action, move.state)
        kind, state = _kind(action), move.state
    return total


def step_cost(
    graph: StateGraph, before: int, kind: str | None, action: Action, after: int
) -> float:
    """Return what a step costs after one of a kind: little, if both are merged into one."""
    name, term = action.rule.name, action.term
    cost = 0.1 if kind is not None and kind == _kind(action) else 1.0
    if kind == "clear" and name == "expand":
        cost = 0.3
    cost += _UNUSUAL.get(name, 0.0)
    if term is not None:
        cost += 0.04 * (term.size - 1)
        if term.holds_unknown:
            cost += _WITH_UNKNOWN[name]
            if name == "subtract" and term not in _addends(_side(graph, before, 1)):
                cost += 0.6  # the unknown goes to the right, and the sides are swapped
    lhs, rhs = _side(graph, after, 0), _side(graph, after, 1)
    cost += 0.01 * (lhs.size + rhs.size) + 0.06 * sum(map(lhs.tokens.count, _NEGATIVE))
    return cost + 0.2 * sum(map((lhs.tokens + rhs.tokens).count, _FRACTIONS))


_WITH_UNKNOWN: Final = {"add": 0.0, "subtract": 0.0, "multiply": 0.2, "divide": 0.8}
_UNUSUAL: Final = {
    "square": 0.3, "sqrt": 0.3, "sin": 0.5, "cos": 0.5, "exp": 0.1, "log": 0.1,
    "negative_sqrt": 0.6, "second_asin": 0.6, "negative_acos": 0.6, "second_acos": 0.6,
}  # fmt: skip
_NEGATIVE: Final = [
    token
    for tokens in ex.number_tokens(range(-11, 0))
    for token in tokens
] + [ex.NEGATIVE_HALF, ex.NEGATIVE_FRACTION]  # fmt: skip
_FRACTIONS: Final = (
    ex.POSITIVE_HALF,
    ex.NEGATIVE_HALF,
    ex.POSITIVE_FRACTION,
    ex.NEGATIVE_FRACTION,
)


def _kind(action: Action) -> str | None:
    """Name what a step is always merged with."""
    kind = merge_kind(action)
    return None if kind == "term" else kind


def _sensible(graph: StateGraph, state: int) -> list[int]:
    """List the legal actions that a person would think of."""
    lhs, rhs = _side(graph, state, 0), _side(graph, state, 1)
    tokens = lhs.tokens + rhs.tokens
    addends = {*_addends(lhs), *_addends(rhs)}
    has_one = any(addend.is_number and abs(addend.sym) == 1 for addend in addends)
    factors = {*_factors(lhs), *_factors(rhs)}
    below = {base for addend in addends for base in _denominators(addend)}
    found = []
    for index in np.flatnonzero(graph.mask[state]).tolist():
        action = graph.action(state, index)
        name, term = action.rule.name, action.term
        if name == "negate":
            sensible = any(factor.head in _NEGATIVE for factor in _factors(lhs))
        elif term is None:
            needed = _UNDOES.get(name.rpartition("_")[2])
            sensible = needed is None or any(token in tokens for token in needed)
            sensible = sensible or (name == "log" and lhs.head == ex.POW)
        elif name == "add":  # 1 is no term: it is taken away as 3 - 2
            sensible = has_one and term.is_number
        elif name == "subtract":
            sensible = term in addends or (has_one and term.is_number)
        elif name == "multiply":
            sensible = term in below
        else:
            sensible = term in factors or term.tokens[0] in _FRACTIONS
        if sensible:
            found.append(index)
    return found


_FUNCTION: Final = ex.FUNCTION_TOKENS
_UNDOES: Final = {
    "square": (ex.POSITIVE_HALF, ex.NEGATIVE_HALF),
    "sqrt": (ex.POW,),
    "exp": (ex.LOG,),
    "log": (ex.EXP,),
    "sin": (_FUNCTION["asin"],),
    "cos": (_FUNCTION["acos"],),
    "asin": (_FUNCTION["sin"],),
    "acos": (_FUNCTION["cos"],),
}


def _side(graph: StateGraph, state: int, number: int) -> Expr:
    return graph.table.exprs[int(graph.sides[state, number])]


def _addends(expr: Expr) -> tuple[Expr, ...]:
    return expr.children if expr.head == ex.ADD else (expr,)


def _factors(expr: Expr) -> tuple[Expr, ...]:
    return expr.children if expr.head == ex.MUL else (expr,)


def _denominators(expr: Expr) -> list[Expr]:
    """Return the bases that a term is divided by."""
    powers = [factor.children for factor in _factors(expr) if factor.head == ex.POW]
    return [base for base, exponent in powers if exponent.is_number and exponent.sym < 0]


def _distance(graph: StateGraph, state: int, kind: str | None) -> float:
    """Guess what is left to pay: one for each layer around the unknown."""
    if graph.flags[state] & (VANISHED | ISOLATED):
        return 0.0
    lhs, rhs = _side(graph, state, 0), _side(graph, state, 1)
    layers = _layers(lhs)
    if rhs.holds_unknown:
        layers = 1 + max(layers, _layers(rhs))
        layers += lhs.holds_parameters or rhs.holds_parameters  # terms will be collected
    return max(0.0, 1.1 * layers - (0.85 if kind == "number" else 0.0))


def _layers(expr: Expr) -> int:
    inside = [_layers(child) for child in expr.children if child.holds_unknown]
    return len(inside) + max(inside, default=0)
