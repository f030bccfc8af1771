"""From a line of the open game to a program: names for pieces, then the roots.

A line is played again from its start. Every open move says what it brought in; what it named or
chose becomes a definition, in the order of the line, under a name that nothing else has. A change
of variable is undone on the way back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation
from aljabr.game.graph import StateGraph
from aljabr.game.opening import Opened
from aljabr.game.programs import Program
from aljabr.game.rules import Action
from aljabr.search.path import Path

Environment = dict[Sym, Sym]
"""What the letters of a state stand for in the program."""


@dataclass(frozen=True)
class Found:
    """A goal of the open game that was reached: a line, and goals of its own beside it."""

    start: int
    path: Path
    beside: dict[int, list[Found]] = field(default_factory=dict)
    """The other cases of the step at each place."""
    inner: dict[int, Found] = field(default_factory=dict)
    """Of the step at each place that names a kernel: how to get back from it."""


class Replay:
    """Plays lines of one graph again."""

    def __init__(self, graph: StateGraph, program: Program) -> None:
        self.graph = graph
        self.program = program

    def roots(self, found: Found, environment: Environment) -> list[Sym]:
        """Return all roots of a goal; none where it would be divided by zero on the way."""
        try:
            return self._after(found, 0, found.start, environment)[0]
        except RuntimeError:  # what SymEngine makes of an infinity times a complex number
            return []

    def step(self, state: int, action: int) -> tuple[Equation, Action, Opened | None]:
        """Return a step's equation, action, and what was opened."""
        equation = self.graph.equation(state)
        chosen = self.graph.action(state, action)
        opening = chosen.rule.opening
        opened = None if opening is None else opening(equation.lhs, equation.rhs)
        return equation, chosen, opened

    def _after(
        self, found: Found, place: int, state: int, environment: Environment
    ) -> tuple[list[Sym], Environment]:
        """Return the roots of a state on a line, and what free symbols were chosen after it."""
        if place == len(found.path):
            equation = self.graph.equation(state)
            if not equation.is_isolated:
                return [], {}
            return [equation.rhs.sym.subs(environment)], {}
        move = found.path[place]
        _, _, opened = self.step(state, move.action)
        inside = dict(environment)
        if opened is not None:
            self._bring_in(opened, inside)
        roots, chosen = self._after(found, place + 1, move.state, inside)
        for other in found.beside.get(place, ()):
            roots += self.roots(other, inside)
        if opened is None:
            return roots, chosen
        if opened.chosen is not None:
            free, value = opened.chosen
            chosen[free] = value.subs(inside).subs(chosen)
        if opened.let is not None:
            roots = [opened.let.subs(chosen).subs({ar.X: self.program.define(root)})
                     for root in roots]  # fmt: skip
            chosen = {}
        if opened.kernel is not None:
            back = found.inner[place]
            named = [{**environment, KERNEL_VALUE: self.program.define(root)} for root in roots]
            roots = [value for each in named for value in self.roots(back, each)]
        return roots, chosen

    def _bring_in(self, opened: Opened, environment: Environment) -> None:
        """Define what an open move names; the letters before it keep their meaning till then."""
        before = dict(environment)
        if opened.used is not None:
            roots = self.program.use(opened.used.lemma, opened.used.values, before)
            for name, root in zip(opened.used.names, roots, strict=False):
                environment[name] = self.program.define(root)
        pieces = dict(environment)
        for name, piece in opened.names:
            environment[name] = self.program.define(piece.subs(pieces))


KERNEL_VALUE: Final = ar.symbol("y" + ar.NAME_MARK)
"""What a kernel is equal to, on the way back from it."""
