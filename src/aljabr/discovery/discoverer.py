"""Discovery: lines for general equations, from generic moves and what was found before.

    search by outline -> a line -> the cases beside it, each a goal of its own -> a program

A choice on the way is an equation in a free symbol. If no lemma solves it, it is discovered first,
as a general equation of its own: bounded in depth, from the same budget, and never one that is
being discovered already.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.points import Named, different, is_zero
from aljabr.discovery.bonuses import BonusName, bonus_of
from aljabr.discovery.conditions import conditions
from aljabr.discovery.order import ByOutline, CostName, Watch, cost_of
from aljabr.discovery.programs import KERNEL_VALUE, Found, Replay
from aljabr.discovery.telling import told
from aljabr.game import games
from aljabr.game.graph import DEAD_END, ISOLATED, VANISHED, StateGraph
from aljabr.game.lemmas import Lemma, Library, Support
from aljabr.game.programs import Program
from aljabr.search.best_first import Order, best_first
from aljabr.search.orders import Led
from aljabr.search.path import Path
from aljabr.search.policy import Policy

MAX_DEPTH: Final = 12
"""How long a line may be."""
MAX_NESTED: Final = 3
"""How deep goals within goals may lie."""
LEAST: Final = 100
"""How many states a goal within a goal may expand at least; else, half of what was so far."""
MORE: Final = 20
"""How many states are expanded after a line is found, beside as many as before, for a better."""
BESIDE: Final = 200
"""How many states are expanded for a case beside a line, or the way back from a kernel."""
LETTERS: Final = "abcdefgh"


@dataclass(frozen=True)
class Settings:
    """How to search."""

    max_expanded: int = 20_000
    seconds: float = 600.0
    curiosity: float = 5.0
    """What a state that is like nothing met before is worth, in steps; 0 for a blind search."""
    seed: int | None = None
    """Draws the order of equal moves; None for the order of the rules."""
    bonus: BonusName = "coarse"
    """How new a state is: by counts of coarse or fine outlines, or by an error of prediction."""
    cost: CostName = "simple"
    """What comes first without curiosity: what is short and simple, or anything."""


@dataclass
class Discovery:
    """What came of an equation."""

    name: str
    lemma: Lemma | None
    expanded: int
    seconds: float
    left: Sym = ar.ZERO
    moves: list[str] = field(default_factory=list)
    lines: list[list[str]] = field(default_factory=list)
    """Each step's equation and what was done, as text."""


Told = tuple[list[str], list[list[str]]]
"""The moves of a line, and its equations with sentences."""


class Discoverer:
    """Looks for lemmas, and remembers them."""

    def __init__(
        self,
        library: Library,
        settings: Settings,
        watch_fn: Watch | None = None,
        policy: Policy | None = None,
    ) -> None:
        self.library = library
        self.settings = settings
        self.watch_fn = watch_fn
        self.policy = policy
        """Who leads; nobody by default."""
        self.expanded = 0
        self.last: tuple[Attempt, Found] | None = None
        """The last line that was found."""
        self.found_on_the_way: list[Discovery] = []
        self._limit = settings.max_expanded
        self._deadline = time.monotonic() + settings.seconds
        self._under_way: list[Support] = []
        self._tried: dict[Support, int] = {}
        library.discover = self._within

    def discover(self, name: str, left: Sym) -> Discovery:
        """Look for a lemma for `left = 0`."""
        started, before = time.monotonic(), self.expanded
        powers = laurent.coefficients(left)
        self._under_way.append(tuple(powers) if powers else (0,))
        try:
            lemma, found, first = self._solve(name, left)
        finally:
            self._under_way.pop()
        seconds = time.monotonic() - started
        return Discovery(name, lemma, first - before, seconds, left, *found)

    def _within(self, support: Support) -> bool:
        """Discover a general polynomial for a choice."""
        allowed = max(LEAST, self.expanded // 2)
        if allowed < 2 * self._tried.get(support, 0) or len(support) > len(LETTERS):
            return False
        if len(self._under_way) > MAX_NESTED or max(support) >= max(self._under_way[-1]):
            return False  # a choice must be simpler than what it is for
        self._tried[support] = allowed
        limit = self._limit
        self._limit = min(limit, self.expanded + allowed)
        letters = [ar.symbol(letter) for letter in LETTERS]
        powers = dict(zip(support, letters[: len(support)][::-1], strict=False))
        found = self.discover("polynomial " + " ".join(map(str, support)), laurent.of(powers))
        self._limit = limit
        if found.lemma is None:
            return False
        self.found_on_the_way.append(found)
        self.library.add(found.lemma)
        return True

    # -- one equation ------------------------------------------------------------------------------

    def _solve(self, name: str, left: Sym) -> tuple[Lemma | None, Told, int]:
        table = ExprTable()
        lhs, zero = table.intern(left), table.intern(ar.ZERO)
        assert lhs is not None and zero is not None  # noqa: PT018 (for the type checker)
        graph = StateGraph(games.open_game(self.library), table)
        start = graph.add(Equation(lhs, zero))
        attempt = Attempt(self, graph)
        powers = laurent.coefficients(left)
        degree = max(powers) if powers else None
        result: list[tuple[int, Found, Lemma]] = []

        def is_whole(found: Found) -> bool:
            program = Program()
            roots = Replay(graph, program).roots(found, {})
            kept = attempt.distinct(graph.equation(start), program, roots)
            if kept is None or (degree is not None and len(kept) != degree):
                return False
            lemma = _lemma(name, left, program, [roots[place] for place in kept])
            if degree is not None and not holds(lemma):
                return False
            result.append((self.expanded, found, lemma))
            return True

        attempt.goal(start, is_whole)
        if not result:
            return None, ([], []), self.expanded
        first = result[0][0]
        _, found, lemma = min(result, key=lambda each: (len(each[1].path), _size(each[2])))
        lines = told(Replay(graph, Program()), found)
        self.last = attempt, found
        return lemma, (attempt.moves(found), lines), first


def _lemma(name: str, left: Sym, program: Program, roots: list[Sym]) -> Lemma:
    definitions = tuple(program.needed(roots))
    return Lemma(name, left, definitions, tuple(roots), conditions(left, program, roots))


def holds(lemma: Lemma) -> bool:
    """Whether a polynomial's lemma is right, and none of its conditions zero, at generic points.

    A line that is right at one of them may divide by zero at others, where a root on the way has
    the other sign.
    """
    table = ExprTable()
    lhs, zero = table.intern(lemma.left), table.intern(ar.ZERO)
    assert lhs is not None and zero is not None  # noqa: PT018 (for the type checker)
    for number in range(NUM_POINTS):
        point = Named(number)
        if not point.run(table, lemma.definitions):
            return False
        values = [point.of(table, each) for each in (*lemma.conditions, *lemma.roots)]
        asked = values[: len(lemma.conditions)]
        if any(each is None or is_zero(each, 1.0) is not False for each in asked):
            return False
        if not all(each is not None and point.solves(lhs, zero, each)
                   for each in values[len(asked) :]):  # fmt: skip
            return False
    return True


def _size(lemma: Lemma) -> int:
    """Return how much there is to read."""
    table = ExprTable()
    found = [table.intern(each) for each in (*(v for _, v in lemma.definitions), *lemma.roots)]
    return sum(len(each.tokens) for each in found if each is not None)


class _Spent(Exception):
    """No further state may be expanded."""


class Attempt:
    """The goals of one graph."""

    def __init__(self, owner: Discoverer, graph: StateGraph) -> None:
        self.owner = owner
        self.graph = graph
        self._known: dict[int, Found | None] = {}
        self._depth = 0

    def goal(
        self, start: int, accept_fn: Callable[[Found], bool] | None = None, closed: bool = False
    ) -> Found | None:
        """Solve a state: a line, and all cases beside it."""
        if start in self._known and accept_fn is None:
            return self._known[start]
        if start == DEAD_END or self._depth > MAX_NESTED:
            return None
        if self.graph.flags[start] & VANISHED:
            return Found(start, ())
        self._known[start] = None  # what comes back to it is no help
        self._depth += 1
        owner = self.owner
        most = owner._limit if accept_fn is not None else BESIDE // 4 if closed else BESIDE
        result: list[Found] = []

        def is_goal(state: int, path_fn: Callable[[], Path]) -> bool:
            if not self.graph.flags[state] & ISOLATED:
                return False
            found = self.whole(start, path_fn())
            if found is None or (accept_fn is not None and not accept_fn(found)):
                return False
            result.append(found)
            return True

        order = self._order(closed)
        with suppress(_Spent):
            best_first(
                self.graph, start, order, is_goal, max_depth=MAX_DEPTH,
                max_expanded=max(1, min(owner._limit - owner.expanded, most)),
                deadline=owner._deadline,
                extra_fn=None if accept_fn is None else (lambda expanded: MORE + expanded),
            )  # fmt: skip
        self._depth -= 1
        self._known[start] = result[0] if result else None
        return self._known[start]

    def _meet(self, state: int) -> float:
        self._count()
        return 0.0

    def _order(self, closed: bool) -> Order:
        """Return a new order; every goal has its own, and what is new to it."""
        settings, policy = self.owner.settings, self.owner.policy
        if policy is not None and not closed:
            return Led(self.graph, policy, self._meet)
        draws = np.random.default_rng(settings.seed or 0)
        return ByOutline(
            self.graph, cost_of(settings.cost, draws),
            bonus_of(settings.bonus, draws) if settings.curiosity else None, settings.curiosity,
            None if settings.seed is None else draws, self._watch, closed,
        )  # fmt: skip

    def _count(self) -> None:
        """Count a state that is expanded; goals within goals have taken their part already."""
        if self.owner.expanded >= self.owner._limit:
            raise _Spent
        self.owner.expanded += 1

    def _watch(self, graph: StateGraph, node: object) -> None:
        self._count()
        if self.owner.watch_fn is not None:
            self.owner.watch_fn(graph, node)  # type: ignore[arg-type]

    def whole(self, start: int, path: Path) -> Found | None:
        """Return a line with what belongs to it, if its end seems to be a root."""
        if self.owner.expanded >= self.owner._limit:
            return None
        kernels = self.kernels(start, path)
        if kernels is None:
            return None
        inner: dict[int, Found] = {}
        replay = Replay(self.graph, Program())
        beside: dict[int, list[Found]] = {}
        for place, kernel in kernels.items():
            back = self._back(kernel)
            if back is None:
                return None
            inner[place] = back
        state = start
        for place, move in enumerate(path):
            equation, action, _ = replay.step(state, move.action)
            for each in games.cases(self.graph.table, equation, action):
                other = DEAD_END if each is None else self.graph.add(each)
                if other == move.state:
                    continue
                found = self.goal(other)
                if found is None:
                    return None
                beside.setdefault(place, []).append(found)
            state = move.state
        return Found(start, path, beside, inner)

    def kernels(self, start: int, path: Path) -> dict[int, Sym] | None:
        """Return the kernels that a line names, by its steps; None if its end seems no root.

        After the last naming, that is: there the unknown is the kernel.
        """
        replay = Replay(self.graph, Program())
        found: dict[int, Sym] = {}
        state, named = start, 0
        for place, move in enumerate(path):
            opened = replay.step(state, move.action)[2]
            state = move.state
            if opened is not None and opened.kernel is not None:
                found[place], named = opened.kernel, place + 1
        first = path[named - 1].state if named else start
        return found if self._seems_root(Found(first, path[named:])) else None

    def _back(self, kernel: Sym) -> Found | None:
        """Solve kernel(x) = y."""
        table = self.graph.table
        lhs, rhs = table.intern(kernel), table.intern(KERNEL_VALUE)
        if lhs is None or rhs is None:
            return None
        return self.goal(self.graph.add(Equation(lhs, rhs)), closed=True)

    def _seems_root(self, line: Found) -> bool:
        program = Program()
        roots = Replay(self.graph, program).roots(line, {})
        return self.distinct(self.graph.equation(line.start), program, roots) is not None

    def distinct(self, equation: Equation, program: Program, roots: list[Sym]) -> list[int] | None:
        """Return the places of different roots; None if one is a root at no generic point.

        Polynomials have no branches: one point is enough.
        """
        if not roots:
            return None
        exact = laurent.coefficients(equation.lhs.sym - equation.rhs.sym) is not None
        left = set(range(len(roots)))
        kept: list[int] = []
        for number in range(1 if exact else NUM_POINTS):
            point = Named(number)
            if not point.run(self.graph.table, program.definitions):
                return None
            values = [point.of(self.graph.table, root) for root in roots]
            if any(value is None for value in values):
                return None
            left -= {place for place in left
                     if point.solves(equation.lhs, equation.rhs, values[place])}  # type: ignore[arg-type]  # fmt: skip
            kept = kept or different([value for value in values if value is not None])
            if not left:
                return kept
        return None

    def moves(self, found: Found) -> list[str]:
        """Return the names of the moves of a line."""
        state, names = found.start, []
        for move in found.path:
            names.append(self.graph.action(state, move.action).rule.name)
            state = move.state
        return names


NUM_POINTS: Final = 8
"""At how many generic points a root is tried that may be one on some branch only."""
