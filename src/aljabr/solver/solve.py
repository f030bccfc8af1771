"""An equation in, a `Solution` out: steps, roots, conditions, verification, within a deadline.

    parse -> find -> tidy -> write

The search is bounded by its deadline at every expansion, and every piece of work between two
looks at the clock is bounded in size; `worker` puts a killable process around it where the text
comes from strangers.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from aljabr.algebra.expr import ExprTable
from aljabr.algebra.parse import parse
from aljabr.answer.judge import Judge
from aljabr.answer.polish import polished
from aljabr.answer.solution import Solution
from aljabr.answer.writer import Writer
from aljabr.errors import UserError
from aljabr.game.games import SOLVER
from aljabr.game.graph import StateGraph
from aljabr.search.policy import Policy
from aljabr.solver import registry
from aljabr.solver.strategy import find

DEFAULT_BUDGET: Final = 5.0


def solve(
    text: str,
    unknown: str | None = None,
    budget: float = DEFAULT_BUDGET,
    agent: str | Policy | None = registry.DEFAULT,
) -> Solution:
    """Solve a typed equation.

    Args:
        text: the equation, such as `3x + 5 = 11`; `= 0` is assumed if there is no sign.
        unknown: the letter to solve for; by default `x`, or the only letter there is.
        budget: seconds after which the answer is "unsolved".
        agent: who leads: a name (see `registry.load`), a loaded agent, or None for search alone. A
            tree policy leads the search; a flat agent tries once greedily and ten times at random,
            then comes search.

    Raises:
        ParseError: if the text is not an equation.
        UserError: if the budget is no positive number of seconds.
    """
    check_budget(budget)
    started = time.monotonic()
    deadline = started + budget
    equation = parse(text, unknown, table := ExprTable())
    judge = Judge(StateGraph(SOLVER, table), equation)
    policy = registry.load(agent) if isinstance(agent, str) else agent
    finding = judge.at_sight() or find(judge, policy, deadline)
    if finding is not None and finding.derivation.path:
        finding = polished(judge, finding, deadline)
    answer = Writer(text, equation, judge.forms).answer(finding)
    return replace(answer, seconds=round(time.monotonic() - started, 4))


def check_budget(budget: float) -> None:
    """Refuse what is no time to solve in."""
    if not 0 < budget < 1e6:
        raise UserError("the budget must be a positive number of seconds")
