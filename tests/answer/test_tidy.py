"""Detours are cut, whoever walked them; the answer and its conditions stay."""

from __future__ import annotations

import time

import numpy as np
import pytest
import symengine as se
from conftest import find_action

from aljabr.algebra.equality import is_proved
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.answer.derivation import Derivation
from aljabr.answer.judge import Judge
from aljabr.answer.merging import merged
from aljabr.answer.tidy import tidy
from aljabr.answer.tree import Grower
from aljabr.game.games import SOLVER
from aljabr.game.graph import ISOLATED, StateGraph
from aljabr.search.path import Move


def walk(text: str, *steps: str) -> tuple[StateGraph, int, tuple[Move, ...]]:
    """Play steps such as `negate` or `divide a` from an equation."""
    graph = StateGraph(SOLVER)
    start = graph.add(parse(text, "x", graph.table))
    return graph, start, play(graph, start, *steps)


def play(graph: StateGraph, state: int, *steps: str) -> tuple[Move, ...]:
    path: tuple[Move, ...] = ()
    for step in steps:
        rule, _, term_text = step.partition(" ")
        term = graph.table.intern(se.sympify(term_text)) if term_text else None
        action = find_action(graph, state, rule, term)
        assert action is not None, step
        assert graph.mask[state, action], step
        state = int(graph.step(np.array([state]), np.array([action]))[0])
        path = (*path, Move(action, state))
    return path


def tidied(text: str, *steps: str) -> list[str]:
    """Return the equations after each step that is left, before steps are merged."""
    graph, start, path = walk(text, *steps)
    assert graph.flags[path[-1].state] & ISOLATED
    root = graph.equation(path[-1].state).rhs
    found = tidy(
        graph, start, path, lambda state: bool(graph.flags[state] & ISOLATED)
        and is_proved(graph.table, graph.equation(state).rhs, root),
        lambda path: True, time.monotonic() + 60,
    )  # fmt: skip
    return [equation_text(graph.equation(move.state)) for move in found]


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        (["subtract b", "divide a"], ["a*x = -b", "x = -b/a"]),
        (["negate", "negate", "subtract b", "divide a"], ["a*x = -b", "x = -b/a"]),
        (["negate", "subtract -b", "negate", "divide a"], ["a*x = -b", "x = -b/a"]),
        (["add a", "subtract b", "subtract a", "divide a"], ["a*x = -b", "x = -b/a"]),
        (["multiply b", "divide b", "subtract b", "divide a"], ["a*x = -b", "x = -b/a"]),
        (["subtract b", "expand", "divide a"], ["a*x = -b", "x = -b/a"]),
        (["divide a", "expand", "subtract b/a"], ["a*x = -b", "x = -b/a"]),
    ],
)
def test_detours_are_cut(steps, left):
    assert tidied("a x + b = 0", *steps) == left


def shown(text: str, *steps: str) -> list[tuple[str, str]]:
    """Return the merged steps: what was done, and the equation after it."""
    graph, start, path = walk(text, *steps)
    derivation = Derivation(graph, graph.equation(start), start, path)
    return [
        (f"{line.action.rule.name} {line.action.term.sym if line.action.term else ''}".strip(),
         equation_text(line.after))
        for line in merged(graph, derivation.lines)
    ]  # fmt: skip


def test_steps_that_a_person_would_merge_are_merged():
    assert shown("-a x = b", "negate", "divide a") == [("divide -a", "x = -b/a")]
    assert shown("a b x = c", "divide a", "divide b") == [("divide a*b", "x = c/(a*b)")]
    assert shown("x + 1 = 5", "subtract 5", "subtract -4") == [("subtract 1", "x = 4")]
    assert shown("2 x - 1 = 0", "subtract 2*x", "divide -2") == [
        ("subtract -1", "2*x = 1"),
        ("divide 2", "x = 1/2"),
    ]
    assert shown("(a x + b)/(c x + d) = 1", "multiply c*x + d", "expand") == [
        ("multiply d + c*x", "a*x + b = c*x + d")
    ]
    assert shown("a x + b + c = d", "subtract b", "subtract c") == [
        ("subtract b", "a*x + c = d - b"),
        ("subtract c", "a*x = d - b - c"),
    ]


def test_a_merged_step_asks_for_what_its_parts_ask_for():
    graph, start, path = walk("a b x = c", "divide a", "divide b")
    derivation = Derivation(graph, graph.equation(start), start, path)
    (line,) = merged(graph, derivation.lines)
    assert {str(each.expr.sym) for each in derivation.asked(line)} == {"a", "b"}


def test_every_branch_of_a_tree_is_tidied_and_stays_closed():
    graph, start, path = walk("x^2 = 3 x", "subtract 3*x", "factor", "zero_product")
    judge = Judge(graph, parse("x^2 = 3 x", "x", graph.table))
    lines = {start: path}

    def search(state, goal_fn, deadline):
        if state not in lines:  # the other case, x - 3 = 0
            lines[state] = play(graph, state, "negate", "subtract 3", "negate")
        goal_fn(lines[state][-1].state, lambda: lines[state])

    grower = Grower(judge, search, time.monotonic() + 60)
    goal = grower.grow()
    assert goal is not None
    assert goal.is_closed
    tidier = grower.polished(goal)
    assert tidier.is_closed
    assert [case.divides for case in tidier.cases] == [False]
    values = [str(each.value.sym) for each in tidier.findings]
    assert values == ["0", "3"]
    (case,) = tidier.cases
    assert [equation_text(graph.equation(move.state)) for move in case.goal.line] == ["x = 3"]


def test_three_terms_are_moved_at_once():
    assert shown("a x + b + c + d = 0", "subtract b", "subtract c", "subtract d") == [
        ("subtract b + c + d", "a*x = -b - c - d")
    ]
