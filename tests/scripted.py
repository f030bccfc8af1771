"""A policy that knows some steps by heart, for the tests of what policies lead."""

from __future__ import annotations

import numpy as np
from conftest import find_action, read_sym

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.expert.tree import TreeConfig, TreePolicy
from aljabr.game.games import EXTENDED
from aljabr.game.graph import StateGraph

LINEAR = {"a*x + b = 0": ("subtract", "b"), "a*x = -b": ("divide", "a")}


class Scripted(TreePolicy):
    """Prefers one action in some states, and none in the others; remembers what it was asked."""

    def __init__(self, script, preference=6.0):
        super().__init__({}, TreeConfig())
        self.script, self.preference, self.asked = script, preference, []

    def evaluate(self, graph, ids, batch_size=16):
        self.asked += list(ids)
        logits = np.where(graph.mask[list(ids)], 0.0, -1e9).astype(np.float32)
        for row, state in zip(logits, ids, strict=True):
            wanted = self.script.get(equation_text(graph.equation(state))) or self.script.get("*")
            if wanted is not None:
                rule, term = wanted
                expr = None if term is None else graph.table.intern(read_sym(term))
                action = find_action(graph, state, rule, expr)
                if action is not None:
                    row[action] += self.preference
        shifted = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
        return shifted, np.zeros(len(ids), np.float32)


def make_graph(text):
    graph = StateGraph(EXTENDED)
    return graph, graph.add(parse(text, None, graph.table))


def solves(graph, start):
    return lambda state, path_fn: graph.is_solution(start, state)


def never(state, path_fn):
    return False


def names(graph, start, path):
    """Return the rules of a path, and where it ends."""
    states = [start, *[move.state for move in path]]
    rules = [graph.action(s, m.action).rule.name for s, m in zip(states, path, strict=False)]
    return rules, equation_text(graph.equation(states[-1]))


def replayed(graph, start, path):
    """Play a path again, legal step by legal step; return where it ends."""
    state = start
    for move in path:
        assert graph.mask[state, move.action]
        state = int(graph.step(np.array([state]), np.array([move.action]))[0])
        assert state == move.state
    return state
