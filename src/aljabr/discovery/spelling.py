"""A lemma spelled out for one polynomial: its line, played again with the numbers in it.

The moves are known; of several terms that a move could take, the one is taken that leads to a state
of the same outline as in the lemma's own line. What is there already is not done again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.printing import sym_text
from aljabr.discovery.outlines import Look, Outline
from aljabr.discovery.programs import Found, Replay
from aljabr.discovery.telling import as_a_square, told
from aljabr.game import games
from aljabr.game.graph import DEAD, StateGraph
from aljabr.game.lemmas import LINEAR, Lemma, Library
from aljabr.game.programs import Program
from aljabr.game.rules import Rule
from aljabr.search.best_first import step
from aljabr.search.path import Move, Path


@lru_cache(maxsize=256)
def spelled(
    lemma: Lemma, instance: Sym, library: Library, unknown: str = "x"
) -> tuple[tuple[str, str], ...]:
    """Return the equations and sentences of a lemma's line for a polynomial; none if it fails.

    A quadratic's is told as completing the square; else new unknowns are called y, z and w.
    """
    simpler = Library([LINEAR, *[each for each in library if each.support and
                                 max(each.support) < max(lemma.support)]])  # fmt: skip
    graph = StateGraph(games.open_game(simpler), ExprTable())
    replay = Replay(graph, Program())
    moves = lemma.record.get("moves", ())
    texts = [shown for shown, _ in lemma.record.get("lines", ())]

    def is_written(line: Found) -> bool:
        return bool(told(replay, line)[-1][0] == texts[len(line.path) - 1])

    general = _played(graph, lemma.left, moves, is_written)
    if general is None:
        return ()
    outlines = [_outline(graph, move.state) for move in general.path]
    first: list[tuple[str, str]] = []
    if _leads_with_minus_one(instance):  # -1 is no term to divide by
        instance = ar.expand(-instance)
        first = [(f"{sym_text(instance, unknown)} = 0", "multiply both sides by -1")]
    found = _played(graph, instance, moves, None, outlines)
    if found is None:
        return ()
    is_square = max(lemma.support) == 2
    lines = as_a_square(replay, found, unknown) if is_square else told(replay, found)
    return (*first, *[(shown, said) for shown, said in lines]) if lines else ()


def _leads_with_minus_one(polynomial: Sym) -> bool:
    found = laurent.coefficients(polynomial) or {0: ar.ONE}
    return bool(found[max(found)] == -1)


def _played(
    graph: StateGraph,
    left: Sym,
    moves: Sequence[str],
    accept_fn: Callable[[Found], bool] | None = None,
    outlines: Sequence[Outline] = (),
) -> Found | None:
    """Play moves from an equation, given by the names of their rules."""
    lhs, rhs = graph.table.intern(left), graph.table.intern(ar.ZERO)
    if lhs is None or rhs is None:
        return None
    start = state = graph.add(Equation(lhs, rhs))
    path: Path = ()
    for place, name in enumerate(moves):
        if outlines and _outline(graph, state) == outlines[place]:
            continue
        for move in _moves(graph, state, graph.game.rule(name)):
            line = Found(start, (*path, move))
            if accept_fn is not None and not accept_fn(line):
                continue
            if not outlines or _outline(graph, move.state) in outlines[place : place + 2]:
                path, state = line.path, move.state
                break
        else:
            return None
    return Found(start, path)


def _moves(graph: StateGraph, state: int, rule: Rule) -> Iterator[Move]:
    """Yield the moves by a rule."""
    for index, action in graph.legal_actions(state):
        if action.rule is rule:
            after = step(graph, state, index)
            if not graph.flags[after] & DEAD:
                yield Move(index, after)


def _outline(graph: StateGraph, state: int) -> Outline:
    equation = graph.equation(state)
    return Look(equation.lhs, equation.rhs).outline()
