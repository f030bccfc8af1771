"""The open moves, by which lemmas are discovered: an example of each, worked by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aljabr.algebra.equation import Equation
from aljabr.algebra.parse import parse
from aljabr.discovery.programs import Found, Replay
from aljabr.discovery.telling import told, unknown_after
from aljabr.game import formulas, games
from aljabr.game.graph import DEAD, StateGraph
from aljabr.game.programs import Program
from aljabr.game.rules import Rule
from aljabr.search.best_first import step
from aljabr.search.path import Move

_SHAPES: Final = ("x^2 + x", "x + 1/x", "x^3 + x", "x^2 + 1/x", "x + 1/x^2", "x^3 + x^2",
                  "x^3 + 1/x", "x^2 + 1/x^2", "1/x + 1/x^2", "x^3 + 1/x^2")  # fmt: skip
SAMPLES: Final = (
    "x^2 + b*x + c = 0", "x^3 + p*x + q = 0", "x^4 + p*x^2 = q*x + r", "x^4 = p*x^2 + q*x + r",
    "a*x^4 + b*x^3 + c*x^2 + d*x + e = 0", "x^2 + b*x = a*x^3 + c", "x^5 + b*x^4 + c*x = d",
    "x^4 = x^3 + b", "e^(2*x) + b*e^x + c = 0",
    *(f"({each})^2 + b*({each}) + c = 0" for each in _SHAPES),
)  # fmt: skip
FIRST: Final = (
    ("let y^1+t*y^0",), ("let y^1+t*y^-1",), ("add t*y^0",), ("add t*y^1",), ("add t*y^2",),
    ("add t*y^0", "add t*y^1"), ("add t*y^0", "add t*y^2"), ("add t*y^1", "add t*y^2"),
)  # fmt: skip
"""Moves after which others make sense."""

Example = tuple[Rule, Equation, list[Equation], str]
"""A rule, an equation before it and those after it, and what is said."""


def open_moves() -> Iterator[Example]:
    """Yield the first example of each open move that the samples show, as the rules stand."""
    graph = StateGraph(games.open_game(formulas.shipped()))
    known = games.SOLVER.index_of
    moves = [graph.game.rules[place] for name, place in graph.game.index_of.items()
             if name not in known]  # fmt: skip
    replay = Replay(graph, Program())
    starts = [Found(graph.add(parse(each, "x", table=graph.table)), ()) for each in SAMPLES]
    lines = [*starts, *(line for names in FIRST for start in starts
                        for line in _played(graph, start, names))]  # fmt: skip
    found: dict[Rule, Example] = {}
    for line in lines:
        state = line.path[-1].state if line.path else line.start
        for index, action in graph.legal_actions(state):
            if action.rule in found or action.rule not in moves:
                continue
            after = step(graph, state, index)
            if after != state and not graph.flags[after] & DEAD:
                found[action.rule] = _example(replay, line, Move(index, after), action.rule)
    yield from (found[rule] for rule in moves if rule in found)


def _played(graph: StateGraph, line: Found, names: tuple[str, ...]) -> Iterator[Found]:
    """Yield a line after moves by their names, if they are legal one after the other."""
    state, path = line.start, line.path
    for rule in map(graph.game.rule, names):
        index = next((i for i, each in graph.legal_actions(state) if each.rule is rule), None)
        if index is None:
            return
        state = step(graph, state, index)
        if graph.flags[state] & DEAD:
            return
        path = (*path, Move(index, state))
    yield Found(line.start, path)


def _example(replay: Replay, line: Found, move: Move, rule: Rule) -> Example:
    graph = replay.graph
    said = told(replay, Found(line.start, (*line.path, move)))[-1][1]
    state = line.path[-1].state if line.path else line.start
    old = unknown_after(replay, line)
    new = unknown_after(replay, Found(line.start, (*line.path, move)))
    here = graph.equation(state, old)
    cases = games.cases(graph.table, here, graph.action(state, move.action))
    after = [Equation(each.lhs, each.rhs, new) for each in cases if each is not None]
    return rule, here, after, said
