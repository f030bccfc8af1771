"""The methods: every step that the solver knows, what it says, and an example worked by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from aljabr.algebra.equation import Equation
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_latex, equation_text
from aljabr.answer.derivation import Line
from aljabr.answer.explain import sentence
from aljabr.game import games
from aljabr.game.games import SOLVER
from aljabr.game.graph import StateGraph
from aljabr.game.reading import Look
from aljabr.game.rules import Action, Rule, thought_of

_TERM: Final = "a term"
"""What stands for the term in a rule's sentence."""


@dataclass(frozen=True, slots=True)
class Method:
    """A step that the solver knows."""

    name: str
    says: str
    before: str
    """An equation where it is a good next step."""
    after: tuple[str, ...]
    """What it makes of that: one equation, or several cases."""
    told: str
    """What is said of this step."""
    latex: tuple[str, ...] = ()
    """The equations in LaTeX, the first before the step."""

    def to_json(self) -> dict[str, Any]:
        """Return a record without LaTeX."""
        record = asdict(self)
        del record["latex"]
        return record


def methods() -> list[Method]:
    """List the methods, in the order of the rule table."""
    return [method for rule in SOLVER.rules for method in _of(rule)]


def _of(rule: Rule) -> Iterator[Method]:
    """Work a rule's example, if it has one."""
    if not rule.example:
        return
    equation = parse(rule.example)
    graph = StateGraph(SOLVER)
    state = graph.add(parse(rule.example, table=graph.table))
    here = graph.equation(state)
    legal = [each for each in graph.legal_actions(state) if each[1].rule is rule]
    thought = thought_of(Look(here.lhs, here.rhs), legal) or legal
    made = [(action, _after(graph, here, action)) for _, action in thought]
    action, after = min(made, key=lambda each: sum(one.complexity for one in each[1]))
    line = Line(here, action, after[0])
    yield Method(
        rule.name,
        rule.sentence.format(term=_TERM, unknown="x"),
        equation_text(equation),
        tuple(map(equation_text, after)),
        sentence(graph.table, line),
        tuple(map(equation_latex, (equation, *after))),
    )


def _after(graph: StateGraph, equation: Equation, action: Action) -> list[Equation]:
    found = games.cases(graph.table, equation, action)
    found = found or [games.apply(graph.table, equation, action)]
    return [each for each in found if each is not None]
