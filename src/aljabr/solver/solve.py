"""An equation in, a `Solution` out: steps, roots, conditions, verification, within a deadline.

    parse -> grow a tree of derivations -> tidy -> write

The search is bounded by its deadline at every expansion, and every piece of work between two
looks at the clock is bounded in size; `worker` puts a killable process around it where the text
comes from strangers.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from aljabr.algebra import tokens as tk
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.isolating import is_suitable, numeric_roots
from aljabr.algebra.parse import parse
from aljabr.answer.judge import Judge
from aljabr.answer.solution import Domain, Solution
from aljabr.answer.tree import Goal, Grower, at_sight
from aljabr.answer.within import read_interval, within
from aljabr.answer.writer import Detail, Writer
from aljabr.errors import UserError
from aljabr.game.formulas import needs_names
from aljabr.game.games import COMPLEX, COMPLEX_PLACES, PLACES, SOLVER, Game
from aljabr.game.graph import StateGraph
from aljabr.game.places import may_apply
from aljabr.search.policy import Policy
from aljabr.solver import registry
from aljabr.solver.strategy import searcher

DEFAULT_BUDGET: Final = 5.0
NUMERIC_SHARE: Final = 0.1
"""The part of the budget that is kept for numeric roots, where there are no parameters."""
FIRST_SHARE: Final = 0.6
"""The part of the time for the first game, where identities at one place may be played after it."""
NUMERIC_LEAST: Final = 0.15
"""Seconds that are left for it in any case, less than a process has to end in."""


def solve(
    text: str,
    unknown: str | None = None,
    budget: float = DEFAULT_BUDGET,
    agent: str | Policy | None = registry.DEFAULT,
    domain: Domain | None = None,
    detail: Detail = "school",
    where: str | None = None,
) -> Solution:
    """Solve a typed equation.

    Args:
        text: the equation, such as `3x + 5 = 11`; `= 0` is assumed if there is no sign.
        unknown: the letter to solve for; by default `x`, or the only letter there is.
        budget: seconds after which the answer is "unsolved".
        agent: who leads: a name (see `registry.load`), a loaded agent, or None for search alone. A
            tree policy leads the search; a flat agent tries once greedily and ten times at random,
            then comes search.
        domain: `real` for all real roots, `complex` for all; by default real ones, unless the
            equation itself holds the imaginary unit.
        detail: how much is told. `school`: what a person does at once is one line, and lemmas of
            quadratics are spelled out. `brief`: also without lines that only move terms, and no
            lemma spelled out. `full`: every step, and all lemmas spelled out. `formula`: as for
            school, with no lemma spelled out.
        where: an interval, such as `0 <= x < 2pi`, whose roots are listed one by one.

    Raises:
        ParseError: if the text is not an equation.
        UserError: if the budget is no positive number of seconds, the domain is neither, or the
            interval is none.
    """
    check_budget(budget)
    interval = None if where is None else read_interval(where)
    equation, domain = read(text, unknown, table := ExprTable(), domain)
    found = solve_equation(text, equation, table, budget, agent, domain, detail)
    return found if interval is None else within(found, interval)


def read(
    text: str, unknown: str | None, table: ExprTable, domain: Domain | None
) -> tuple[Equation, Domain]:
    """Read an equation and decide on its domain; among the real numbers cbrt(-8) is -2."""
    equation = parse(text, unknown, table, real=domain != "complex")
    if domain is None and domain_of(equation) == "complex":
        return parse(text, unknown, table), "complex"
    return equation, domain or "real"


def solve_equation(
    text: str,
    equation: Equation,
    table: ExprTable,
    budget: float = DEFAULT_BUDGET,
    agent: str | Policy | None = registry.DEFAULT,
    domain: Domain | None = None,
    detail: Detail = "school",
) -> Solution:
    """Solve an equation that was read from a text into a table."""
    started = time.monotonic()
    deadline = started + budget
    judge, goal = grow(equation, table, deadline, agent, domain)
    answer = Writer(text, judge, detail).answer(goal)
    if answer.status == "unsolved" or (answer.status == "solved" and not answer.complete):
        now = time.monotonic()
        until = deadline if answer.status == "unsolved" else now + NUMERIC_SHARE * budget
        until = max(until, now + NUMERIC_LEAST)
        found = numeric_roots(table, equation, judge.is_real, until)
        answer = replace(answer, numeric_roots=found)
    return replace(answer, seconds=round(time.monotonic() - started, 4))


def grow(
    equation: Equation,
    table: ExprTable,
    deadline: float,
    agent: str | Policy | None = registry.DEFAULT,
    domain: Domain | None = None,
    tidy: bool = True,
) -> tuple[Judge, Goal | None]:
    """Grow the tree of derivations of an equation; None if nothing is found until a deadline.

    Where nobody reads the lines, they need not be tidy.
    """
    left = deadline - time.monotonic()
    domain = domain or domain_of(equation)
    if domain not in GAMES_BY_DOMAIN:
        raise UserError("the domain is real or complex")
    policy = registry.load(agent) if isinstance(agent, str) else agent
    judge = Judge(StateGraph(GAMES_BY_DOMAIN[domain], table), equation, domain)
    goal = at_sight(judge)
    if goal is not None or not (equation.lhs.holds_unknown or equation.rhs.holds_unknown):
        return judge, goal
    deadline -= NUMERIC_SHARE * left if is_suitable(equation) else 0.0
    share = FIRST_SHARE if may_apply(equation.lhs, equation.rhs) else 1.0
    goal = _grown(judge, policy, time.monotonic() + share * (deadline - time.monotonic()), tidy)
    if goal is None and share < 1:
        judge = Judge(StateGraph(WIDER[domain], table), equation, domain)
        goal = _grown(judge, policy, deadline, tidy)
    return judge, goal


def _grown(judge: Judge, policy: Policy | None, deadline: float, tidy: bool) -> Goal | None:
    grower = Grower(judge, searcher(judge.graph, policy), deadline)
    goal = grower.grow()
    return grower.polished(goal) if tidy and goal is not None else goal


GAMES_BY_DOMAIN: Final[dict[Domain, Game]] = {"real": SOLVER, "complex": COMPLEX}
WIDER: Final[dict[Domain, Game]] = {"real": PLACES, "complex": COMPLEX_PLACES}
"""What is played where the first game has led to nothing."""


def domain_of(equation: Equation) -> Domain:
    """Return where roots are looked for unless told otherwise."""
    is_complex = tk.IMAGINARY in equation.lhs.tokens + equation.rhs.tokens
    return "complex" if is_complex or needs_names(equation) else "real"


def check_budget(budget: float) -> None:
    """Refuse what is no time to solve in."""
    if not 0 < budget < 1e6:
        raise UserError("the budget must be a positive number of seconds")
