"""The methods: every step that the solver knows, what it says, and an example worked by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_latex, equation_text, expr_latex, expr_text
from aljabr.answer.derivation import Line
from aljabr.answer.explain import sentence
from aljabr.answer.opened import open_moves
from aljabr.answer.sentences import BETWEEN, Language, identify, written
from aljabr.game import games
from aljabr.game.games import COMPLEX, SOLVER, Game
from aljabr.game.graph import StateGraph
from aljabr.game.places import SENTENCE as PLACE
from aljabr.game.reading import Look
from aljabr.game.rules import Action, Rule, thought_of
from aljabr.game.table import TABLE, Identity

_TERM: Final = "a term"
"""What stands for the term in a rule's sentence."""

SAMPLES: Final = (
    "x + 5 = 8", "a - x = b", "4*x = 12", "1/x = 2", "-x = 5", "a*x + b*x = c",
    "(x + 2)*(x - 3) = 6", "(x - 1)^2 = 9", "sqrt(x + 3) = 4", "x^3 = 8", "|x - 3| = 2",
    "x^2 - 5*x + 6 = 0", "(x - 2)*(x - 3) = 0", "x^2 + x - 1 = 0", "x^2 + x + 1 = 0",
    "sin(x) = x^2 + 2", "log(x) = 2", "e^x = 5", "sin(x) = 1/2", "cos(x) = 1/2", "tan(x) = 1",
    "asin(x) = a", "acos(x) = a", "atan(x) = a",
    "sin(x)*cos(x) = 1/4", "2*sin(x)^2 + 3*cos(x) = 3", "2*cos(x)^2 + 3*sin(x) = 3",
    "sin(x) = 2*cos(x)", "sin(x) + cos(x) = 1", "sin(2*x) + cos(x) = 2*sin(x) + 1",
    "sin(x)^2 + sin(x) + cos(x) = 1", "4^x = 3*2^x + 4", "4^x = 8",
    "log(x)/log(2) - log(x - 2)/log(2) = 1", "asin(x) = 2*acos(x)",
    "atan(x) + atan(2*x) = pi/4", "log(x^2) + log(x) = 3", "|x| + |x - 2| = 4", "|2*x| + |x| = 6",
    "atan(-x) + 2*atan(x) = 1", "log(x)/log(2) + log(x)/log(8) = 4", "sqrt((x - 1)^2) = 4",
    "sin(x) + cos(x) = sin(2*x)", "sqrt(x/(x + 1)) = 4*sqrt((x + 1)/x)",
    "2*atan(x) + 2*atan(2*x) = pi/2", "sin(2*asin(x)) = x",
    "cbrt(x + 1) + cbrt(x - 1) = cbrt(2*x)", "(x - 1)^x = 1",
    "log(x)/log(2) + log(x - 2)/log(2) = 3", "cbrt(x + 6) = sqrt(x + 2)",
    "2 - x = (1 - sqrt(x - 1))^3", "2^x = x + 1", "2^x + x = 6",
)  # fmt: skip
"""Equations for examples; of those where a rule is a good next step, its first one counts."""

GameName = Literal["real", "complex", "open", "places"]
GAMES: Final[dict[GameName, Game]] = {"real": SOLVER, "complex": COMPLEX}


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
    sentence: str = ""
    """The id of what is said."""
    latex: tuple[str, ...] = ()
    """The equations in LaTeX, the first before the step."""

    def to_json(self) -> dict[str, Any]:
        """Return a record without LaTeX."""
        record = asdict(self)
        del record["latex"]
        return record

    def to_text(self, language: Language = "en") -> str:
        """Return what it says and its example, for a terminal."""
        after = BETWEEN[language].get(" or ", " or ").join(self.after)
        shown = self.in_language(language)
        return f"{self.name}: {shown.says}\n    {self.before}\n    {after}   {shown.told}"

    def in_language(self, language: Language) -> Method:
        """Return it with its sentences in another language."""
        return replace(self, says=written(self.says, language), told=written(self.told, language))


def methods(game: GameName = "real") -> list[Method]:
    """List the methods, in the order of the rule table.

    Args:
        game: which rules: those for all real roots, for all roots, the open moves by which
            lemmas are discovered, or the identities that are used at one place.
    """
    if game == "open":
        return [_method(*each) for each in open_moves()]
    if game == "places":
        return [_identity(each) for each in TABLE]
    graph = StateGraph(GAMES[game])
    states = [graph.add(parse(each, "x", table=graph.table)) for each in SAMPLES]
    return [method for rule in graph.game.rules for method in _of(graph, states, rule)]


def _identity(row: Identity) -> Method:
    """Show a row of the table of identities as it stands."""
    table = ExprTable()
    left, right, *about = (
        table.intern(parse(f"{each} = x", "x", table).rhs.sym)
        for each in (row.left, row.right, *[text for _, text in row.asks])
    )
    assert left is not None
    assert right is not None
    asked = [Condition(kind, each).text()
             for (kind, _), each in zip(row.asks, about, strict=True) if each]  # fmt: skip
    told = row.sentence.format(expr_text(left), expr_text(right))
    told += f" (if {', '.join(asked)})" if asked else ""
    identified = identify(told)
    return Method(
        row.name, PLACE, expr_text(left), (expr_text(right),), told,
        "" if identified is None else identified.id, (expr_latex(left), expr_latex(right)),
    )  # fmt: skip


def _of(graph: StateGraph, states: list[int], rule: Rule) -> Iterator[Method]:
    """Work the best example: one that a person thinks of, that ends in a root, or is simpler."""
    found = [each for state in states for each in _examples(graph, state, rule)]
    if not found:
        return
    best = min(found, key=lambda each: each.rank)
    told = sentence(graph.table, Line(best.before, best.action, best.after[0]))
    yield _method(rule, best.before, best.after, told)


class _Example(NamedTuple):
    """What a rule makes of a sample."""

    before: Equation
    action: Action
    after: list[Equation]
    is_thought_of: bool

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """How good it is; of equals, the first counts."""
        ends = any(each.is_isolated for each in self.after)
        simpler = _size(self.after) < self.before.complexity
        return not self.is_thought_of, not ends, not simpler


def _examples(graph: StateGraph, state: int, rule: Rule) -> Iterator[_Example]:
    """Yield what a rule makes of a sample, the simplest first, if it changes it."""
    here = graph.equation(state)
    legal = [each for each in graph.legal_actions(state) if each[1].rule is rule]
    thought = {index for index, _ in thought_of(Look(here.lhs, here.rhs), legal)}
    found = [_Example(here, action, _after(graph, here, action), index in thought)
             for index, action in legal]  # fmt: skip
    changed = [each for each in found if each.after and here not in each.after]
    yield from sorted(changed, key=lambda each: _size(each.after))


def _after(graph: StateGraph, equation: Equation, action: Action) -> list[Equation]:
    found = games.cases(graph.table, equation, action)
    found = found or [games.apply(graph.table, equation, action)]
    return [each for each in found if each is not None]


def _size(equations: list[Equation]) -> int:
    return sum(each.complexity for each in equations)


def _method(rule: Rule, before: Equation, after: list[Equation], told: str) -> Method:
    identified = identify(told)
    return Method(
        rule.name,
        rule.sentence.format(term=_TERM, unknown="x"),
        equation_text(before),
        tuple(map(equation_text, after)),
        told,
        "" if identified is None else identified.id,
        tuple(map(equation_latex, (before, *after))),
    )
