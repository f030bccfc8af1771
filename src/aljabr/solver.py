"""An equation in, a `Solution` out: steps, roots, conditions, verification, within a deadline.

The search is bounded by its deadline at every expansion, and every piece of work between two
looks at the clock is bounded in size; `aljabr.worker` puts a killable process around it where
the text comes from strangers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from flint import acb

from aljabr import expr as ex
from aljabr.equation import Equation
from aljabr.explain import condition_text, nonzero_texts, sentence
from aljabr.expr import Expr
from aljabr.graph import ISOLATED, VANISHED, GraphConfig, StateGraph
from aljabr.parse import parse
from aljabr.printing import equation_latex, equation_text, expr_latex, expr_text
from aljabr.rules import Action, Condition
from aljabr.search import Move, best_first, isolation_priority
from aljabr.verify import (
    NUM_POINTS,
    Point,
    check_root,
    holds,
    is_equal,
    is_zero,
    proves_identity,
)

if TYPE_CHECKING:  # solving without an agent need not load one
    from aljabr.agent import FlatAgent

Status = Literal["solved", "no_solution", "all_values", "unsolved"]

SOLVER_GRAPH: Final = GraphConfig(num_actions=251, max_length=80, capacity=300_000)
DEFAULT_BUDGET: Final = 5.0
NUM_SAMPLES: Final = 10
"""How often an agent tries at random after its greedy try."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the derivation."""

    action: str
    term: str | None
    lhs: str
    rhs: str
    note: str
    latex: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Root:
    """One root, when it holds, and how that was checked."""

    value: str
    conditions: tuple[str, ...]
    verified: str
    latex: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one equation."""

    equation: str
    unknown: str
    status: Status
    roots: tuple[Root, ...] = ()
    steps: tuple[Step, ...] = ()
    conditions: tuple[str, ...] = ()
    """When "no solution" or "every value" holds."""
    note: str = ""
    """What else a reader should know, such as that other roots may exist."""
    seconds: float = 0.0
    latex: str = field(default="", repr=False)

    def to_json(self) -> dict[str, Any]:
        """Return the record that `aljabr solve --json` prints."""
        record = asdict(self)
        for part in (record, *record["roots"], *record["steps"]):
            del part["latex"]
        return record

    def to_latex(self) -> str:
        """Return the derivation as a LaTeX `align*` block."""
        lines = [self.latex.replace("=", "&=", 1)]
        lines += [
            step.latex.replace("=", "&=", 1) + rf" && \text{{{_escape(step.note)}}}"
            for step in self.steps
        ]
        if self.status != "solved":
            lines.append(rf"&\text{{{_escape(self.sentence())}}}")
        return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"

    def _repr_latex_(self) -> str:
        return self.to_latex()

    def sentence(self) -> str:
        """Return the answer in one line."""
        if self.status == "solved":
            return " or ".join(f"{self.unknown} = {root.value}" for root in self.roots)
        conditions = f" if {', '.join(self.conditions)}" if self.conditions else ""
        if self.status == "no_solution":
            return f"no solution{conditions}"
        if self.status == "all_values":
            return f"every {self.unknown} is a solution{conditions}"
        return "not solved within the limits"


def _escape(text: str) -> str:
    """Make a sentence fit for LaTeX's text mode."""
    return text.translate(_TEXT_MODE)


_TEXT_MODE: Final = str.maketrans(
    {"^": r"\^{}", "_": r"\_", "≠": r"$\neq$", "≥": r"$\geq$", "≤": r"$\leq$", "<": "$<$"}
)


def solve(
    text: str,
    unknown: str | None = None,
    budget: float = DEFAULT_BUDGET,
    agent: FlatAgent | None = None,
) -> Solution:
    """Solve a typed equation.

    Args:
        text: the equation, such as `3x + 5 = 11`; `= 0` is assumed if there is no sign.
        unknown: the letter to solve for; by default `x`, or the only letter there is.
        budget: seconds after which the answer is "unsolved".
        agent: who tries first: once greedily, ten times at random; then comes search.

    Raises:
        ParseError: if the text is not an equation.
    """
    started = time.monotonic()
    graph = StateGraph(SOLVER_GRAPH)
    equation = parse(text, unknown, graph.table)
    answer = _Solver(graph, equation, text, started + budget).solve(agent)
    return replace_seconds(answer, time.monotonic() - started)


def replace_seconds(solution: Solution, seconds: float) -> Solution:
    """Return the solution with its duration noted."""
    fields = {name: getattr(solution, name) for name in Solution.__dataclass_fields__}
    return Solution(**{**fields, "seconds": round(seconds, 4)})


class _Solver:
    """One search, with what it needs to judge the states it meets."""

    def __init__(self, graph: StateGraph, equation: Equation, text: str, deadline: float) -> None:
        self.graph = graph
        self.table = graph.table
        self.equation = equation
        self.text = text
        self.deadline = deadline
        self.start = graph.add(equation)
        self.answer: Solution | None = None

    def solve(self, agent: FlatAgent | None) -> Solution:
        if self.is_identity():
            return self.reply("all_values", conditions=self.domain_conditions())
        if not (self.equation.lhs.holds_unknown or self.equation.rhs.holds_unknown):
            if _always_differ(self.equation.lhs, self.equation.rhs):
                return self.contradiction(self.equation, ())
            return self.reply("unsolved")
        if agent is not None and self.is_solved_by(agent):
            assert self.answer is not None
            return self.answer
        best_first(
            self.graph,
            self.start,
            isolation_priority,
            goal_fn=self.judge,
            max_expanded=self.graph.config.capacity,
            max_states=self.graph.config.capacity,
            deadline=self.deadline,
        )
        return self.answer or self.reply("unsolved")

    def is_solved_by(self, agent: FlatAgent) -> bool:
        """Let an agent try: greedily, then at random, always the same way."""
        from aljabr.agent import greedy, sampler

        rng = np.random.default_rng(0)
        for choose_fn in (greedy, *[sampler(rng)] * NUM_SAMPLES):
            path: tuple[Move, ...] = ()
            for move in agent.walk(self.graph, self.start, choose_fn, revisit=False):
                path = (*path, move)
                ends = self.graph.flags[move.state] & (ISOLATED | VANISHED)
                if ends and self.judge(move.state, partial(tuple, path)):
                    return True
                if time.monotonic() > self.deadline:
                    return False
        return False

    def reply(self, status: Status, **parts: Any) -> Solution:
        return Solution(
            self.text.strip(),
            self.equation.unknown,
            status,
            latex=equation_latex(self.equation),
            **parts,
        )

    # -- verdicts --------------------------------------------------------------------------------

    def judge(self, state: int, path_fn: Callable[[], tuple[Move, ...]]) -> bool:
        """Decide whether a state with the unknown isolated or gone answers the question."""
        path = path_fn()
        after = self.graph.equation(state, self.equation.unknown)
        if self.graph.flags[state] & VANISHED:
            void = any(_is_void(condition) for condition in self.conditions(path))
            if void or self.loses_roots(path) or not _always_differ(after.lhs, after.rhs):
                return False
            self.answer = self.contradiction(after, path)
            return True
        root = after.rhs
        conditions = self.conditions(path)
        if any(_is_void(condition) for condition in conditions):
            return False
        verdict = check_root(
            self.equation.lhs,
            self.equation.rhs,
            root,
            conditions,
            self.equation.domain,
        )
        if verdict.verified:
            found = Root(
                self.text_of(root),
                self.root_conditions(root, conditions),
                verdict.verified,
                expr_latex(root, self.equation.unknown),
            )
            note = "Other roots may exist." if self.loses_roots(path) else ""
            self.answer = self.reply("solved", roots=(found,), steps=self.steps(path), note=note)
            return True
        if verdict.refuted and not self.loses_roots(path) and self.never_holds(conditions, root):
            note = f"{equation_text(after)} is the only candidate, and it is not a root."
            assumed = self.parameter_conditions(conditions)
            if len(self.failing_points(root)) < len(_ALL_POINTS):
                assumed = (*assumed, _POSITIVE)
            self.answer = self.reply(
                "no_solution", steps=self.steps(path), note=note, conditions=assumed
            )
            return True
        return False

    def never_holds(self, conditions: list[Condition], root: Expr) -> bool:
        """Whether a candidate that fails at every test point fails for all positive parameters.

        It might hold beyond the test points, as sqrt(x) = c - 10 does for c > 10, if one of its
        conditions does; unless that is seen to be impossible.
        """
        if not any(e.holds_parameters for e in (self.equation.lhs, self.equation.rhs, root)):
            return True
        failing = self.failing_points(root)
        doubtful = [
            condition
            for condition in conditions
            if any(holds(condition, point) is False for point in failing)
        ]
        return all(c.kind == "root" and _is_negative(c.expr) for c in doubtful)

    def is_identity(self) -> bool:
        """Whether both sides agree at every test point, whatever the unknown is."""
        lhs, rhs = self.equation.lhs, self.equation.rhs
        if lhs is rhs:
            return True
        answers = [
            is_equal(Point(number, acb(0.37 + 0.61 * number)), lhs, rhs)
            for number in range(NUM_POINTS)
        ]
        return False not in answers and answers.count(True) > 2 and proves_identity(lhs, rhs)

    def contradiction(self, after: Equation, path: tuple[Move, ...]) -> Solution:
        difference = self.table.intern(after.lhs.sym - after.rhs.sym)
        conditions = self.parameter_conditions(self.conditions(path))
        if difference is not None:
            conditions = (
                *nonzero_texts(self.table, [difference], self.equation.unknown),
                *conditions,
            )
        return self.reply("no_solution", steps=self.steps(path), conditions=conditions)

    # -- the derivation --------------------------------------------------------------------------

    def walk(self, path: Iterable[Move]) -> Iterable[tuple[Equation, Action, Equation]]:
        state = self.start
        for move in path:
            before = self.graph.equation(state, self.equation.unknown)
            after = self.graph.equation(move.state, self.equation.unknown)
            yield before, self.graph.action(state, move.action), after
            state = move.state

    def steps(self, path: tuple[Move, ...]) -> tuple[Step, ...]:
        unknown = self.equation.unknown
        steps = []
        for before, action, after in self.walk(path):
            term = None if action.term is None else self.text_of(action.term)
            kept = [
                condition_text(self.table, each, unknown) for each in self.asked(before, action)
            ]
            note = sentence(self.table, before, action, after)
            if kept:
                note += f" (if {', '.join(kept)})"
            steps.append(
                Step(
                    action.rule.name,
                    term,
                    self.text_of(after.lhs),
                    self.text_of(after.rhs),
                    note,
                    equation_latex(after),
                )
            )
        return tuple(steps)

    def asked(self, before: Equation, action: Action) -> list[Condition]:
        """Return what a step asks of a root, less what goes without saying."""
        if action.rule.name == "sqrt" and before.rhs.sym == 0:
            return []  # u**2 = 0 and u = 0 have the same roots
        conditions = action.rule.conditions(self.table, before, action.term)
        return [each for each in conditions if not self.holds_anyway(each)]

    def holds_anyway(self, condition: Condition) -> bool:
        """Whether a condition holds for all real numbers: of a real logarithm, or exp(u) >= 0.

        Where the equation itself is not real, roots need not be either.
        """
        if condition.kind == "root" and condition.expr.head != ex.EXP:
            return False
        if condition.kind not in ("log", "root") or not _is_real(condition.expr):
            return False
        sides = self.equation.lhs.tokens + self.equation.rhs.tokens
        return ex.IMAGINARY not in sides

    def loses_roots(self, path: tuple[Move, ...]) -> bool:
        return any(
            condition.expr.holds_unknown
            or (condition.kind != "nonzero" and not _always_holds(condition))
            for before, action, _ in self.walk(path)
            for condition in self.asked(before, action)
        )

    def conditions(self, path: tuple[Move, ...]) -> list[Condition]:
        """Collect what the steps ask for, forwards and backwards."""
        found: dict[Condition, None] = {}
        for before, action, _ in self.walk(path):
            for condition in action.rule.conditions(self.table, before, action.term):
                found[condition] = None
            for condition in _backward_conditions(before, action):
                found[condition] = None
        return list(found)

    # -- conditions for readers --------------------------------------------------------------------

    def text_of(self, expr: Expr) -> str:
        return expr_text(expr, self.equation.unknown)

    def parameter_conditions(self, conditions: list[Condition]) -> tuple[str, ...]:
        nonzero = [c.expr for c in conditions if c.kind == "nonzero" and not c.expr.holds_unknown]
        return nonzero_texts(self.table, nonzero, self.equation.unknown)

    def domain_conditions(self) -> tuple[str, ...]:
        return nonzero_texts(self.table, self.equation.domain, self.equation.unknown)

    def root_conditions(self, root: Expr, conditions: list[Condition]) -> tuple[str, ...]:
        """Say when a root holds: divisors that must not vanish, and what fails without being said.

        A condition other than "not zero" is said only if the root fails at some test point, with
        parameters of either sign, where the condition does not hold.
        """
        nonzero = [c.expr for c in conditions if c.kind == "nonzero"] + list(self.equation.domain)
        texts = list(nonzero_texts(self.table, nonzero, self.equation.unknown, root))
        failing = self.failing_points(root)
        for condition in conditions:
            if condition.kind == "nonzero":
                continue
            remaining = [point for point in failing if holds(condition, point) is not False]
            if len(remaining) < len(failing):
                texts.append(condition_text(self.table, condition, self.equation.unknown, root))
                failing = remaining
        if failing:
            texts.append(_POSITIVE)
        return tuple(dict.fromkeys(texts))

    def failing_points(self, root: Expr) -> list[Point]:
        """Return the test points, parameters of either sign included, where this is no root."""
        failing = []
        for number in _ALL_POINTS:
            value = Point(number).value(root)
            point = Point(number, value)
            answer = is_equal(point, self.equation.lhs, self.equation.rhs)
            if any(is_zero(point.value(each)) for each in self.equation.domain):
                answer = False
            if answer is False:
                failing.append(point)
        return failing


_ALL_POINTS: Final = (*range(NUM_POINTS), *range(-4 * NUM_POINTS, 0))
_POSITIVE: Final = "every parameter > 0"


def _is_real(expr: Expr) -> bool:
    """Whether an expression is real for all real symbols, where it is defined."""
    if expr.head == ex.POW and not expr.children[1].sym.is_integer:
        return False
    if expr.head in _NOT_ALWAYS_REAL:
        return False
    return all(map(_is_real, expr.children))


_NOT_ALWAYS_REAL: Final = {
    ex.IMAGINARY,
    *(ex.FUNCTION_TOKENS[name] for name in ("log", "asin", "acos")),
}


def _is_void(condition: Condition) -> bool:
    """Whether a divisor without the unknown is zero wherever we look, though it does not show."""
    if condition.kind != "nonzero" or condition.expr.holds_unknown:
        return False
    return not any(holds(condition, Point(number)) for number in range(NUM_POINTS))


def _always_holds(condition: Condition) -> bool:
    return all(holds(condition, Point(number)) for number in _ALL_POINTS)


def _is_negative(expr: Expr) -> bool:
    """Whether an expression is negative at sight for positive parameters: -a*b - 2."""
    if expr.head == ex.ADD:
        return all(map(_is_negative, expr.children))
    if expr.head == ex.MUL:
        first, *rest = sorted(expr.children, key=lambda child: not child.is_number)
        return _is_negative(first) and all(map(_is_positive, rest))
    return expr.is_number and bool(expr.sym < 0)


def _is_positive(expr: Expr) -> bool:
    if expr.is_number:
        return bool(expr.sym > 0)
    if expr.head in (ex.ADD, ex.MUL, ex.POW):
        return all(map(_is_positive, expr.children))
    return expr.head in (ex.PI, ex.EULER) or (not expr.children and not expr.holds_unknown)


def _always_differ(left: Expr, right: Expr) -> bool:
    return all(is_equal(Point(number), left, right) is False for number in range(NUM_POINTS))


def _backward_conditions(before: Equation, action: Action) -> list[Condition]:
    """Return what a root after a step must satisfy to be a root before it."""
    kind = _UNDONE_BY.get(action.rule.name)
    if kind is not None:
        return [Condition(kind, before.rhs), Condition(kind, before.lhs)]
    if action.adds_roots and action.term is not None:
        return [Condition("nonzero", action.term)]
    return []


_UNDONE_BY: Final = {"square": "root", "exp": "log", "sin": "asin", "cos": "acos"}
