"""An equation in, a `Solution` out: steps, roots, conditions, verification, within a deadline.

The search is bounded by its deadline at every expansion, and every piece of work between two
looks at the clock is bounded in size; `aljabr.worker` puts a killable process around it where
the text comes from strangers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import numpy as np

from aljabr import agents
from aljabr.agent import FlatAgent, greedy, sampler
from aljabr.agents import Agent
from aljabr.answers import Root, Solution, Status, Step
from aljabr.conditions import condition_texts
from aljabr.derivation import Derivation, Line, merged
from aljabr.equation import Equation
from aljabr.explain import SWAPPED, is_turned, sentence, simplification
from aljabr.expr import Expr
from aljabr.forms import Forms
from aljabr.graph import ISOLATED, SOLVER, VANISHED, StateGraph
from aljabr.guided import guided_search
from aljabr.judge import Finding, Judge
from aljabr.parse import parse
from aljabr.printing import equation_latex, expr_latex, expr_text
from aljabr.rules import Condition
from aljabr.search import Move, best_first, isolation_priority
from aljabr.tidy import tidy, with_principal_values
from aljabr.tree import TreePolicy
from aljabr.verify import NUM_POINTS, Point, is_equal

SOLVER_GRAPH: Final = SOLVER
DEFAULT_BUDGET: Final = 5.0
NUM_SAMPLES: Final = 10
"""How often a flat agent tries at random after its greedy try."""
FIRST_TURN: Final = 0.2
"""Seconds of search led by a policy before search by size has its first, shorter turn."""

Path = tuple[Move, ...]
Ends = Callable[[int, Callable[[], Path]], bool]


def solve(
    text: str,
    unknown: str | None = None,
    budget: float = DEFAULT_BUDGET,
    agent: str | Agent | None = agents.DEFAULT,
) -> Solution:
    """Solve a typed equation.

    Args:
        text: the equation, such as `3x + 5 = 11`; `= 0` is assumed if there is no sign.
        unknown: the letter to solve for; by default `x`, or the only letter there is.
        budget: seconds after which the answer is "unsolved".
        agent: who leads: a name (see `agents.load`), a loaded agent, or None for search alone. A
            tree policy leads the search; a flat agent tries once greedily and ten times at random,
            then comes search.

    Raises:
        ParseError: if the text is not an equation.
    """
    started = time.monotonic()
    deadline = started + budget
    graph = StateGraph(SOLVER_GRAPH)
    equation = parse(text, unknown, graph.table)
    judge = Judge(graph, equation)
    leader = agents.load(agent) if isinstance(agent, str) else agent
    finding = judge.at_sight() or _search(graph, judge, deadline, leader)
    if finding is not None and finding.derivation.path:
        finding = _tidied(judge, finding, deadline)
    answer = _Writer(text, equation, judge.forms).answer(finding)
    return replace(answer, seconds=round(time.monotonic() - started, 4))


# -- finding a derivation ------------------------------------------------------------------------


def _search(
    graph: StateGraph, judge: Judge, deadline: float, agent: Agent | None
) -> Finding | None:
    """Look for a derivation whose last state answers the question."""
    found: list[Finding] = []

    def ends(state: int, path_fn: Callable[[], Path]) -> bool:
        finding = judge.finding(path_fn())
        if finding is not None:
            found.append(finding)
        return finding is not None

    if not (judge.equation.lhs.holds_unknown or judge.equation.rhs.holds_unknown):
        return None
    if isinstance(agent, FlatAgent):
        _walk(graph, judge.start, agent, ends, deadline)
    capacity = graph.config.capacity
    by_size = partial(
        best_first, graph, judge.start, isolation_priority, goal_fn=ends, max_expanded=capacity
    )
    if isinstance(agent, TreePolicy):
        led = partial(guided_search, graph, judge.start, agent, ends, max_expanded=capacity)
        turn = FIRST_TURN
        while not found and time.monotonic() + turn < deadline and len(graph) < capacity // 2:
            # What the policy does not know may be simple all the same, so both have their turns.
            led(deadline=time.monotonic() + turn, max_states=capacity // 2)
            if not found:
                by_size(deadline=time.monotonic() + turn / 2, max_states=capacity // 2)
            turn *= 2
        if not found:
            led(deadline=time.monotonic() + (deadline - time.monotonic()) / 2, max_states=capacity)
    if not found:
        by_size(deadline=deadline, max_states=capacity)
    return found[0] if found else None


def _walk(graph: StateGraph, start: int, agent: FlatAgent, ends: Ends, deadline: float) -> None:
    """Let a flat agent try: greedily, then at random, always the same way."""
    rng = np.random.default_rng(0)
    for choose_fn in (greedy, *[sampler(rng)] * NUM_SAMPLES):
        path: Path = ()
        for move in agent.walk(graph, start, choose_fn, revisit=False):
            path = (*path, move)
            answers = graph.flags[move.state] & (ISOLATED | VANISHED)
            if answers and ends(move.state, partial(tuple, path)):
                return
            if time.monotonic() > deadline:
                return


def _tidied(judge: Judge, finding: Finding, deadline: float) -> Finding:
    """Return an answer no worse by a tidier derivation."""
    graph, best = judge.graph, [finding]

    def is_goal(state: int) -> bool:
        value = best[0].value
        flag = ISOLATED if value is not None else VANISHED
        if not graph.flags[state] & flag:
            return False
        return value is None or _agree(graph.equation(state).rhs, value)

    def accepts(path: Path) -> bool:
        found = judge.finding(path)
        if found is None or not found.is_no_worse_than(best[0]):
            return False
        best[0] = found
        return True

    path = with_principal_values(graph, judge.start, finding.derivation.path, accepts)
    tidy(graph, judge.start, path, is_goal, accepts, deadline)
    return best[0]


def _agree(left: Expr, right: Expr) -> bool:
    if left is right:
        return True
    answers = [is_equal(Point(number), left, right) for number in range(NUM_POINTS)]
    return True in answers and False not in answers


# -- writing it down -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Writer:
    """Puts a finding into words."""

    typed: str
    equation: Equation
    forms: Forms

    def answer(self, finding: Finding | None) -> Solution:
        if finding is None:
            return self.reply("unsolved")
        parts: dict[str, Any] = {"steps": self.steps(finding.derivation), "note": finding.note}
        if finding.status != "solved":
            return self.reply(finding.status, conditions=finding.conditions, **parts)
        assert finding.value is not None
        value = self.forms.simplest(finding.value)
        root = Root(
            self.text_of(value),
            finding.conditions,
            finding.verified,
            expr_latex(value, self.equation.unknown),
        )
        return self.reply("solved", roots=(root,), **parts)

    def reply(self, status: Status, **parts: Any) -> Solution:
        return Solution(
            self.typed.strip(),
            self.equation.unknown,
            status,
            latex=equation_latex(self.equation),
            **parts,
        )

    def steps(self, derivation: Derivation) -> tuple[Step, ...]:
        """Write the steps; first, what reading has simplified or turned round."""
        lines = merged(derivation, self.forms)
        turned = is_turned(self.typed, self.equation.unknown)
        note = simplification(self.typed, self.equation)
        if note is not None:
            first = self.line("simplify", None, self.equation, note + (SWAPPED if turned else ""))
            return (first, *[self.step(derivation, line) for line in lines])
        if turned and lines:
            lines[0] = replace(lines[0], swapped=not lines[0].swapped)
        return tuple(self.step(derivation, line) for line in lines)

    def step(self, derivation: Derivation, line: Line) -> Step:
        conditions: list[Condition] = derivation.asked(line)
        texts = condition_texts(self.forms, conditions, self.equation.unknown)
        note = sentence(self.forms.table, line)
        if texts:
            note += f" (if {', '.join(texts)})"
        term = None if line.action.term is None else self.text_of(line.action.term)
        return self.line(line.action.rule.name, term, line.after, note)

    def line(self, action: str, term: str | None, after: Equation, note: str) -> Step:
        """Write an equation; a side without the unknown in its simplest form."""
        lhs, rhs = (self.shown(side) for side in (after.lhs, after.rhs))
        shown = Equation(lhs, rhs, after.unknown)
        return Step(action, term, self.text_of(lhs), self.text_of(rhs), note, equation_latex(shown))

    def shown(self, side: Expr) -> Expr:
        return side if side.holds_unknown else self.forms.simplest(side)

    def text_of(self, expr: Expr) -> str:
        return expr_text(expr, self.equation.unknown)
