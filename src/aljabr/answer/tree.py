"""A derivation as a tree: a line, and a line of its own for every case beside it.

A goal is an equation to be solved: the one that was typed, or a case beside a step. Whoever
searches passes in how; here it is decided what a line leaves to do, and what the whole proves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.answer.derivation import Derivation
from aljabr.answer.finding import Finding
from aljabr.answer.judge import Judge
from aljabr.answer.losses import Lost, Obligation
from aljabr.answer.polish import polish
from aljabr.game import games
from aljabr.game.graph import DEAD_END, ISOLATED
from aljabr.search.path import Move, Path

MAX_DEPTH: Final = 6
"""How deep cases of cases may lie."""
MAX_CASES: Final = 24
"""How many cases one line may have."""
SEARCHED: Final = 0.5
"""The share of a goal's time that is searched before its cases are tried one by one."""
MAX_LINES: Final = 4
"""How many lines are tried for a goal in the hope of one without open cases."""

POLISHED: Final = 0.2
"""Seconds for the cases of a tidier line, if they are new."""
MAX_TRIES: Final = 4
"""How many tidier lines with new cases are tried."""


@dataclass(frozen=True, slots=True)
class Case:
    """A case beside a step."""

    place: int
    """The step of the line, counted from 0."""
    equation: Equation | None
    divides: bool
    """Whether it says that what was divided by is zero."""
    goal: Goal | None
    """How it is solved; None if it stays open."""


@dataclass(frozen=True, slots=True)
class Goal:
    """An equation and the line that solves it."""

    start: int
    before: Path
    """How the goal was reached from the equation that was typed."""
    line: Path
    finding: Finding
    cases: tuple[Case, ...] = ()
    lost: Lost = field(default_factory=Lost)

    @property
    def is_closed(self) -> bool:
        """Whether nothing is lost: neither on the line nor in a case."""
        inside = all(case.goal is not None and case.goal.is_closed for case in self.cases)
        return inside and not self.lost.unproved

    @property
    def leaves_out(self) -> bool:
        """Whether a case is closed but for special parameters: another line may do without."""
        return self.has_root and any(
            each.verdict == "nothing" and each.conditions for each in self.findings
        )

    @property
    def has_root(self) -> bool:
        """Whether a line ends in a root."""
        return any(each.verdict in ("root", "all_values") for each in self.findings)

    def walk(self) -> Iterator[Goal]:
        """Yield this goal, then those of its cases."""
        yield self
        for case in self.cases:
            if case.goal is not None:
                yield from case.goal.walk()

    def open_cases(self) -> Iterator[Case]:
        """Yield the cases that nobody solved."""
        for goal in self.walk():
            yield from (case for case in goal.cases if case.goal is None)

    @property
    def findings(self) -> list[Finding]:
        """What all lines end in."""
        return [goal.finding for goal in self.walk()]

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What the steps ask of the parameters to lose nothing."""
        return tuple(dict.fromkeys(each for goal in self.walk() for each in goal.lost.conditions))


def at_sight(judge: Judge) -> Goal | None:
    """Return what the equation itself shows: an identity, or one without the unknown."""
    finding = judge.at_sight()
    return None if finding is None else Goal(judge.start, (), (), finding)


Search = Callable[[int, Callable[[int, Callable[[], Path]], bool], float], None]
"""Searches from a state for what a function accepts, until a deadline."""


class Grower:
    """Grows the tree of one equation."""

    def __init__(self, judge: Judge, search_fn: Search, deadline: float) -> None:
        self.judge = judge
        self.search_fn = search_fn
        self.deadline = deadline
        self._known: dict[int, Goal | None] = {}
        self._tries_left = MAX_TRIES

    def grow(self) -> Goal | None:
        """Return the best tree found."""
        return self._goal(self.judge.start, (), frozenset(), self.deadline)

    def _goal(
        self, start: int, before: Path, above: frozenset[int], deadline: float
    ) -> Goal | None:
        """Solve a goal: by the first line without open cases, or else the best there is."""
        if start in self._known:
            known = self._known[start]
            if known is None or known.before == before:
                return known
            return self._with_line(start, before, known.line, above | {start}, deadline)
        best: list[Goal] = []
        tried = 0

        def accepts(state: int, path_fn: Callable[[], Path]) -> bool:
            nonlocal tried
            goal = self._with_line(start, before, path_fn(), above | {start}, deadline)
            if goal is None:
                return False
            if not best or _rank(goal) > _rank(best[0]):
                best[:] = [goal]
            tried += 1
            enough = tried >= MAX_LINES and best[0].has_root
            return (goal.is_closed and not goal.leaves_out) or enough

        if self.judge.graph.flags[start] & ISOLATED:  # there is nothing to look for
            found = self._with_line(start, before, (), above | {start}, deadline)
            self._known[start] = found
            return found
        splits = self._splits(start)
        share = SEARCHED if splits else 1.0
        self.search_fn(start, accepts, time.monotonic() + share * (deadline - time.monotonic()))
        if splits and not (best and best[0].has_root):
            best += self._by_cases(start, before, above, splits, deadline)
        found = max(best, key=_rank, default=None)
        if above and found is not None and not (found.has_root or found.is_closed):
            found = None
        self._known[start] = found
        return found

    def _splits(self, start: int) -> list[tuple[int, list[Equation]]]:
        """Return the actions that split a goal at once, each with its cases."""
        graph = self.judge.graph
        equation = graph.equation(start, self.judge.equation.unknown)
        found = []
        for index, action in graph.legal_actions(start):
            if action.rule.cases is not None:
                cases = [each for each in games.cases(graph.table, equation, action) if each]
                found += [(index, cases)] if len(cases) > 1 else []
        return found

    def _by_cases(
        self,
        start: int,
        before: Path,
        above: frozenset[int],
        splits: list[tuple[int, list[Equation]]],
        deadline: float,
    ) -> list[Goal]:
        """Solve a goal by way of a case that can be solved, where the first one cannot."""
        for index, cases in splits:
            for number, case in enumerate(cases):
                state = self.judge.graph.add(case)
                share = (deadline - time.monotonic()) / (len(cases) - number + 1)
                if state == DEAD_END or state in above or share <= 0:
                    continue
                path, now = (*before, Move(index, state)), time.monotonic()
                goal = self._goal(state, path, above | {start}, now + share)
                if goal is not None and goal.has_root:
                    line = (Move(index, state), *goal.line)
                    found = self._with_line(start, before, line, above | {start}, deadline)
                    return [] if found is None else [found]
        return []

    def _with_line(
        self, start: int, before: Path, line: Path, above: frozenset[int], deadline: float
    ) -> Goal | None:
        """Judge a line, and solve the cases beside it; None if it proves nothing."""
        judge = self.judge
        finding = judge.finding((*before, *line))
        if finding is None:
            return None
        equation = judge.graph.equation(start, judge.equation.unknown)
        lost = judge.losses.of(Derivation(judge.graph, equation, start, line).lines)
        if judge.is_only_candidate(finding) and judge.linear is not None:
            lost = Lost(conditions=(Condition("nonzero", judge.linear[0]),))
        if len(lost.obligations) > MAX_CASES or len(above) > MAX_DEPTH:
            lost = replace(lost, obligations=(), unproved=True)
        cases: list[Case] = []
        states = [self._state(each) for each in lost.obligations]
        flags = judge.graph.flags
        passed = {move.state for move in line if not flags[move.state] & ISOLATED}
        if not above.isdisjoint(states) or not passed.isdisjoint(states):
            return None  # it comes back to where it was
        for number, (each, state) in enumerate(zip(lost.obligations, states, strict=True)):
            share = (deadline - time.monotonic()) / (len(lost.obligations) - number + 1)
            goal = None
            if state != DEAD_END:
                move = Move(line[each.place].action, state, each.divides)
                path = (*before, *line[: each.place], move)
                goal = self._goal(state, path, above, time.monotonic() + share)
            cases.append(Case(each.place, each.equation, each.divides, goal))
        return Goal(start, before, line, finding, tuple(cases), lost)

    def _state(self, obligation: Obligation) -> int:
        """Return the state of a case; the dead end for one that is undefined or too long."""
        equation = obligation.equation
        return DEAD_END if equation is None else self.judge.graph.add(equation)

    # -- tidier ------------------------------------------------------------------------------------

    def polished(self, goal: Goal, above: frozenset[int] = frozenset()) -> Goal:
        """Return a tree with tidier lines: no worse findings, and no case that is not solved."""
        best = [goal]
        above = above | {goal.start}

        def accepts(line: Path) -> bool:
            finding = self.judge.finding((*goal.before, *line))
            if finding is None or not finding.is_no_worse_than(best[0].finding):
                return False
            equation = self.judge.graph.equation(goal.start)
            lost = self.judge.losses.of(
                Derivation(self.judge.graph, equation, goal.start, line).lines
            )
            if len(lost.obligations) > len(goal.cases) or not self._may_be_solved(lost, above):
                return False
            until = min(self.deadline, time.monotonic() + POLISHED)
            found = self._with_line(goal.start, goal.before, line, above, until)
            if found is None or _rank(found)[:3] < _rank(best[0])[:3]:
                return False
            best[0] = found
            return True

        if goal.line:
            polish(self.judge, goal.start, goal.line, goal.finding.value, accepts, self.deadline)
        cases = [
            case if case.goal is None else replace(case, goal=self.polished(case.goal, above))
            for case in best[0].cases
        ]
        return replace(best[0], cases=tuple(cases))

    def _may_be_solved(self, lost: Lost, above: frozenset[int]) -> bool:
        """Whether the cases of a tidier line were solved, or there is time left to try."""
        states = {*map(self._state, lost.obligations)}
        if not above.isdisjoint(states) or any(
            self._known.get(each, each) is None for each in states
        ):
            return False
        is_new = not states <= self._known.keys()
        self._tries_left -= is_new
        return not is_new or self._tries_left >= 0


def _rank(goal: Goal) -> tuple[int, ...]:
    """Say how good a tree is: closed, with a root, with few open cases, few conditions."""
    num_open = sum(1 for _ in goal.open_cases())
    num_conditions = len(goal.conditions) + sum(len(each.conditions) for each in goal.findings)
    return goal.is_closed, goal.has_root, -num_open, -num_conditions, -len(goal.line)
