"""Write a rule of your own, and search with it.

A rule is one row: what it does to a side, where it is legal, what it asks of the roots, and how it
is told. Here: taking the reciprocal of both sides, which no game of ours has. The shipped policy
has never seen it; rules are matched by name, so it leads the search all the same.
"""

import time
from dataclasses import replace

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.conditions import Condition
from aljabr.algebra.parse import parse
from aljabr.answer.judge import Judge
from aljabr.answer.tree import Grower
from aljabr.answer.writer import Writer
from aljabr.game.branches import is_reciprocal
from aljabr.game.games import SOLVER
from aljabr.game.graph import StateGraph
from aljabr.game.guards import ZERO
from aljabr.game.rules import Rule
from aljabr.solver import registry
from aljabr.solver.strategy import searcher

RECIPROCAL = Rule(
    "reciprocal",
    "take the reciprocal of both sides",
    effect=lambda side, _: ar.reciprocal(side.sym),
    guard=lambda lhs, rhs: is_reciprocal(lhs) and rhs.tokens != ZERO,
    conditions=lambda table, equation, term: [Condition("nonzero", equation.rhs)],
)
GAME = replace(SOLVER, plain=(*SOLVER.plain, RECIPROCAL), num_actions=SOLVER.num_actions + 1)

text = "1/(a x + b) = c"
for name, policy in (("by size", None), ("led by the policy", registry.load())):
    graph = StateGraph(GAME)
    judge = Judge(graph, parse(text, table=graph.table))
    goal = Grower(judge, searcher(graph, policy), time.monotonic() + 60).grow()
    solution = Writer(text, judge).answer(goal)
    print(f"{text}, {name}: {len(graph)} states seen")
    for step in solution.steps:
        print(f"  {step.lhs} = {step.rhs}   ({step.note})")
    (root,) = solution.roots
    print(f"  x = {root.value} if {', '.join(root.conditions)}")
