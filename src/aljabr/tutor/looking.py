"""What the policy thought of each move in each state, and what the search tried."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from aljabr.algebra.expr import ExprTable
from aljabr.algebra.printing import equation_text
from aljabr.answer.derivation import Line
from aljabr.answer.explain import sentence
from aljabr.answer.judge import Judge
from aljabr.answer.solution import Domain
from aljabr.answer.tree import Goal as Tree
from aljabr.answer.tree import Grower, at_sight
from aljabr.answer.whole import whole
from aljabr.errors import UserError
from aljabr.game.graph import DEAD_END, StateGraph
from aljabr.search.best_first import Node, best_first, step
from aljabr.search.orders import Led
from aljabr.search.path import Goal
from aljabr.search.policy import Policy
from aljabr.solver import registry
from aljabr.solver.solve import DEFAULT_BUDGET, GAMES_BY_DOMAIN, check_budget, read
from aljabr.solver.strategy import searcher

MAX_MOVES: Final = 6
"""Moves of a state that are told."""
MAX_NODES: Final = 200
"""States of the search that are told."""
MAX_STATES: Final = 60
"""States along the lines that are told."""
_SEARCHED: Final = 0.5


@dataclass(frozen=True, slots=True)
class Thought:
    """A move that was possible, and how likely the policy took it to be of help."""

    rule: str
    sentence: str
    probability: float
    equation: str | None
    """What it leads to; None if that is undefined or too long."""
    chosen: bool = False
    """Whether the derivation goes on with it."""


@dataclass(frozen=True, slots=True)
class State:
    """A state of the derivation."""

    equation: str
    case: int
    """The case it belongs to, in the order they were solved; 0 for the first line."""
    steps_left: float
    """How many steps the policy thought there were to go."""
    moves: tuple[Thought, ...] = ()


@dataclass(frozen=True, slots=True)
class Tried:
    """A state that the search looked at."""

    id: int
    parent: int | None
    equation: str
    rule: str | None
    move: str | None
    """What led here from the parent."""
    order: int
    """When it was expanded, from 0; -1 if it was reached, but never expanded."""
    on_line: bool = False
    """Whether the derivation goes through it."""


@dataclass(frozen=True, slots=True)
class Look:
    """A look inside the solver."""

    equation: str
    unknown: str
    domain: Domain
    status: str
    states: tuple[State, ...]
    tree: tuple[Tried, ...]
    expanded: int
    """How many states the first search expanded, told or not."""
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Return a record of plain values."""
        return asdict(self)


def look(
    text: str,
    unknown: str | None = None,
    *,
    domain: Domain | None = None,
    budget: float = DEFAULT_BUDGET,
) -> Look:
    """Solve an equation, and tell what the policy thought and the search tried.

    Args:
        text: the equation.
        unknown: the letter to solve for; by default `x`, or the only letter there is.
        domain: where roots are looked for; by default as `aljabr.solve` does.
        budget: seconds to spend at the most.

    Raises:
        ParseError: if the text is not an equation.
    """
    check_budget(budget)
    started = time.monotonic()
    equation, domain = read(text, unknown, table := ExprTable(), domain)
    if domain not in GAMES_BY_DOMAIN:
        raise UserError("the domain is real or complex")
    judge = Judge(StateGraph(GAMES_BY_DOMAIN[domain], table), equation, domain)
    policy = registry.load()
    assert policy is not None
    watched = Watched(judge, policy)
    goal = at_sight(judge)
    if goal is None and (equation.lhs.holds_unknown or equation.rhs.holds_unknown):
        goal = Grower(judge, watched.search, started + 0.9 * budget).grow()
    status = "unsolved" if goal is None else whole(judge, goal).status
    goal = None if status == "unsolved" else goal  # cases that lead nowhere are no line
    return Look(
        text.strip(),
        equation.unknown,
        domain,
        status,
        tuple(_states(judge, policy, goal)),
        tuple(watched.tree(goal)),
        len(watched.nodes),
        round(time.monotonic() - started, 4),
    )


class Watched(Led):
    """The order of the solver's own search; keeps what was expanded for the first goal."""

    def __init__(self, judge: Judge, policy: Policy) -> None:
        super().__init__(judge.graph, policy)
        self.judge = judge
        self.plain = searcher(judge.graph, policy)
        self.nodes: list[Node] = []

    def successors(self, nodes: Sequence[Node]) -> Iterator[tuple[float, Node]]:
        self.nodes += nodes
        return super().successors(nodes)

    def search(self, start: int, goal_fn: Goal, deadline: float) -> None:
        """Search for a goal; watch it, if it is the first."""
        if start == self.judge.start and not self.nodes:
            until = time.monotonic() + _SEARCHED * (deadline - time.monotonic())
            capacity = self.graph.game.capacity
            found = best_first(
                self.graph, start, self, goal_fn,
                max_expanded=capacity, max_states=capacity // 2, deadline=until,
            )  # fmt: skip
            if found.path is not None:
                return
        self.plain(start, goal_fn, deadline)

    def tree(self, goal: Tree | None) -> Iterator[Tried]:
        """Yield the states that were tried, in order, and the line that was found."""
        unknown = self.judge.equation.unknown
        line = [] if goal is None else [move.state for move in goal.line]
        states = {self.judge.start, *line} if goal is not None else set()
        ids: dict[Node, int] = {}
        by_state: dict[int, int] = {}
        for order, node in enumerate(self.nodes[:MAX_NODES]):
            parent = None if node.before is None else ids.get(node.before)
            ids[node] = by_state[node.state] = order
            rule = said = None
            if node.before is not None:
                rule, said = _move(self.judge, node.before.state, node.action, node.state)
            text = equation_text(self.graph.equation(node.state, unknown))
            yield Tried(order, parent, text, rule, said, order, node.state in states)
        count = len(ids)
        before = self.judge.start
        for move in () if goal is None else goal.line:
            if move.state not in by_state and before in by_state:
                rule, said = _move(self.judge, before, move.action, move.state)
                text = equation_text(self.graph.equation(move.state, unknown))
                yield Tried(count, by_state[before], text, rule, said, -1, True)
                by_state[move.state] = count
                count += 1
            before = move.state


def _states(judge: Judge, policy: Policy, goal: Tree | None) -> Iterator[State]:
    """Yield the states along the lines, each with the likeliest moves."""
    told = 0
    for case, each in enumerate(() if goal is None else goal.walk()):
        state = each.start
        for move in each.line:
            if told >= MAX_STATES:
                return
            told += 1
            yield _state(judge, policy, state, case, move.action)
            state = move.state
        if state != DEAD_END:
            text = equation_text(judge.graph.equation(state, judge.equation.unknown))
            yield State(text, case, 0.0)


def _state(judge: Judge, policy: Policy, state: int, case: int, chosen: int) -> State:
    graph, unknown = judge.graph, judge.equation.unknown
    log_probs, steps = policy.evaluate(graph, [state])
    legal = [index for index, _ in graph.legal_actions(state)]
    probabilities = np.exp(log_probs[0][legal].astype(float))
    total = float(probabilities.sum()) or 1.0
    order = np.argsort(-probabilities, kind="stable").tolist()
    ranked = [legal[place] for place in order][:MAX_MOVES]
    if chosen not in ranked:
        ranked = [*ranked[: MAX_MOVES - 1], chosen]
    share = {legal[place]: float(probabilities[place]) / total for place in order}
    moves = []
    for action in ranked:
        after = step(graph, state, action)
        rule, said = _move(judge, state, action, after)
        text = None if after == DEAD_END else equation_text(graph.equation(after, unknown))
        likely = round(share.get(action, 0.0), 4)
        moves.append(Thought(rule, said, likely, text, action == chosen))
    text = equation_text(graph.equation(state, unknown))
    return State(text, case, round(float(steps[0]), 2), tuple(moves))


def _move(judge: Judge, before: int, action: int, after: int) -> tuple[str, str]:
    """Return the rule of a move, and what it does in words."""
    graph, unknown = judge.graph, judge.equation.unknown
    chosen = graph.action(before, action)
    if after == DEAD_END:
        return chosen.rule.name, chosen.rule.name.replace("_", " ")
    line = Line(graph.equation(before, unknown), chosen, graph.equation(after, unknown))
    return chosen.rule.name, sentence(graph.table, line)
