"""Judge whether an answer is true wherever it says that it is.

A root must be one, and the equation defined, at every point that its conditions allow; "no
solution" and "every value" must not be refuted at any. Conditions are taken as they read: a number
that is not real is neither positive nor negative. Where an equation is rational in its unknown, all
its roots are known exactly, and a condition that forbids the only one is spurious.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import chain as chained
from itertools import islice
from typing import Final

from benchmarks.checking.claims import Answer, Report, Said, holds
from benchmarks.checking.inverting import invert, occurrences
from benchmarks.checking.points import (
    Point,
    edge_points,
    edges_of,
    edges_of_conditions,
    plain_points,
    some_fraction,
)  # fmt: skip
from benchmarks.checking.rational import NotRational, Roots, exact_roots, is_rational
from benchmarks.checking.reading import (
    PI,
    Chain,
    Node,
    Unread,
    node,
    number,
    read,
    read_condition,
    read_equation,
    show,
    substituted,
)  # fmt: skip
from benchmarks.checking.reals import ZERO, Unclear, Undefined
from benchmarks.checking.search import candidates, numeric_roots
from benchmarks.checking.values import (
    DEEP,
    FURTHER,
    LEVELS,
    USUAL,
    Calculator,
    Value,
    evaluate,
    settle,
)

NUM_DEEP: Final = 3
"""Points at which a root must hold to the last of all digits."""
NUM_NARROW: Final = 20
"""Points that conditions forbid, at which the root is tried all the same."""
NUM_SEARCHED: Final = 40
"""Points at which candidates for roots are tried, where there should be none."""
NUM_NUMERIC: Final = 3
"""Points at which numbers are searched for roots."""
NUM_VOID: Final = 400
"""Further points before conditions count as void."""


class Judge:
    """Judges answers to one equation."""

    def __init__(
        self, text: str, unknown: str | None = None, known: Iterable[str] = (), limit: float = 60
    ) -> None:
        self.sides = read_equation(text)
        letters = self.sides[0].letters() | self.sides[1].letters()
        self.unknown = unknown or ("x" if "x" in letters or not letters else min(letters))
        self.letters = sorted(letters - {self.unknown})
        self.is_linear = self.seems_linear()
        self.known = [read(each) for each in known]
        self.rng = random.Random(f"judge:{text}:{unknown}")
        self.deadline = time.monotonic() + limit
        self.report = Report()

    def judge(self, answer: Answer) -> Report:
        try:
            if answer.status == "solved":
                for root in answer.roots:
                    self.root(root)
            elif answer.status in ("no_solution", "all_values"):
                conditions = self.conditions(answer.conditions)
                each = self.none if answer.status == "no_solution" else self.every
                each(conditions)
            if answer.status != "unsolved" and not self.report.held and not self.report.notes:
                self.report.note("unchecked", f"{self.report.unclear} points are unclear")
        except Unread as reason:
            self.report.blame("unread", str(reason))
        return self.report

    # -- conditions and points ---------------------------------------------------------------------

    def conditions(self, texts: Iterable[str]) -> list[Chain]:
        return [each for text in texts for each in read_condition(text, set(self.letters))]

    def values(self, point: Point, calculator: Calculator) -> dict[str, Value]:
        return {name: evaluate(tree, {}, calculator) for name, tree in point.items()}

    def points(self, conditions: list[Chain], trees: Iterable[Node]) -> list[Point]:
        edges = chained(edges_of_conditions(conditions), *map(edges_of, trees))
        found = [*plain_points(self.letters, self.rng)]
        found += edge_points(edges, self.letters, self.rng) if self.letters else []
        return found

    def is_late(self) -> bool:
        return time.monotonic() > self.deadline

    def settled(self, ask: Callable[[Calculator], str], deep: bool = False) -> str | None:
        """Settle a verdict; what accuses somebody must survive all digits and both conventions."""
        fails = ("false", "undefined", "root")

        def needed(verdict: str) -> int:
            return DEEP if deep or verdict in fails else USUAL

        levels = LEVELS if self.letters else FURTHER
        verdict, on_cut = settle(ask, needed, levels=levels)
        if verdict in fails and on_cut:
            other, _ = settle(ask, needed, -1, levels)
            verdict = verdict if other == verdict else None
        self.report.unclear += verdict is None
        return verdict

    def outcome(
        self, calculator: Calculator, point: Point, conditions: list[Chain], x: Node | None
    ) -> str:
        """Say what is at a point: excluded, undefined, right, or false.

        Args:
            calculator: with as many digits as are wanted.
            point: the values of the parameters.
            conditions: those under which something is claimed.
            x: the value of the unknown; None to ask for the conditions only.
        """
        values = self.values(point, calculator)
        later = [each for each in conditions if self.unknown in each.letters()]
        if not all(holds(each, values, calculator) for each in conditions if each not in later):
            return "excluded"
        if x is None:
            return "right"
        try:
            values[self.unknown] = evaluate(x, values, calculator)
        except Undefined:  # a condition on what does not exist does not hold
            return "excluded" if later else "undefined"
        if not all(holds(each, values, calculator) for each in later):
            return "excluded"
        try:
            left, right = (evaluate(side, values, calculator) for side in self.sides)
        except Undefined:
            return "undefined"
        return "right" if calculator.is_zero(calculator.minus(left, right)) else "false"

    def seems_linear(self) -> bool:
        """Whether this is a fraction of polynomials that has one root for most parameters."""
        if not all(is_rational(side, self.unknown) for side in self.sides):
            return False
        rng = random.Random(0)
        points = [{name: number(some_fraction(rng)) for name in self.letters} for _ in range(3)]
        found = [self.exact(point) for point in points]
        return all(each is not None and each.status == "one" for each in found)

    def exact(self, point: Point) -> Roots | None:
        """Return all roots at a point where they can be known exactly."""
        if any(each.head != "number" for each in point.values()):
            return None
        try:
            values = {name: (tree.value, ZERO) for name, tree in point.items()}
            return exact_roots(self.sides, self.unknown, values)
        except NotRational:
            return None

    # -- a root ------------------------------------------------------------------------------------

    def root(self, said: Said) -> None:
        """Judge a root and its conditions."""
        root, conditions = read(said.value), self.conditions(said.conditions)
        if self.unknown in root.letters():
            raise Unread(f"the unknown is in its root {said.value!r}")
        put_in = [substituted(side, self.unknown, root) for side in self.sides]
        chains = [Chain(each.text, tuple(substituted(side, self.unknown, root)
                                         for side in each.sides), each.signs)
                  for each in conditions]  # fmt: skip
        held, excluded = 0, 0
        for index, point in enumerate(self.points(chains, [*put_in, root])):
            if self.is_late():
                break
            self.report.tried += 1
            deep = index < NUM_DEEP
            verdict = self.settled(
                partial(self.outcome, point=point, conditions=conditions, x=root),
                deep,
            )
            if verdict == "excluded":
                excluded += 1
                self.forbidden(point, conditions, root, excluded)
                continue
            held += verdict is not None
            if verdict in ("false", "undefined"):
                where = f"{said.value} at {_shown(point)}"
                self.report.blame("false root" if verdict == "false" else "undefined root", where)
                if verdict == "false" and said.verified == "exact":
                    self.report.blame("false exact", where)
        self.report.held += held
        if conditions and not held and self.is_void(conditions, root):
            self.report.note("void", ", ".join(said.conditions))

    def forbidden(self, point: Point, conditions: list[Chain], root: Node, number: int) -> None:
        """Ask whether conditions forbid what is a root."""
        exact = self.exact(point) if self.is_linear else None
        if exact is not None:
            if exact.status == "one":
                guilty = [each.text for each in conditions if not self.allows(each, point, root)]
                where = f"{' and '.join(guilty)} at {_shown(point)}, where {exact.root} is the root"
                self.report.blame("spurious", where)
            return
        if number <= NUM_NARROW and "narrow" not in self.report.notes:
            verdict, _ = settle(partial(self.outcome, point=point, conditions=[], x=root))
            if verdict == "right":
                self.report.note("narrow", _shown(point))

    def allows(self, condition: Chain, point: Point, root: Node) -> bool:
        verdict, _ = settle(partial(self.outcome, point=point, conditions=[condition], x=root))
        return verdict != "excluded"

    def is_void(self, conditions: list[Chain], x: Node | None) -> bool:
        """Whether conditions hold at none of many further points."""
        for _ in range(NUM_VOID if self.letters else 0):
            if self.is_late():
                return False
            point = {name: number(some_fraction(self.rng)) for name in self.letters}
            verdict, _ = settle(partial(self.outcome, point=point, conditions=conditions, x=x))
            if verdict not in ("excluded", None):
                return False
        return True

    # -- no root -----------------------------------------------------------------------------------

    def none(self, conditions: list[Chain]) -> None:
        """Judge that there is no root."""
        tries = [*self.known, *candidates(self.sides, self.unknown)]
        of_parameters = [each for each in conditions if self.unknown not in each.letters()]
        held = searched = 0
        for point in self.points(conditions, [*self.sides, *tries[:6]]):
            if self.is_late() or searched >= NUM_SEARCHED:
                break
            self.report.tried += 1
            verdict = self.settled(
                partial(self.outcome, point=point, conditions=of_parameters, x=None)
            )
            if verdict != "right":
                continue
            held += 1
            exact = self.exact(point)
            if exact is None:
                searched += 1
                self.search(point, conditions, tries, searched <= NUM_NUMERIC)
            elif exact.status in ("one", "many", "all"):
                found = exact.root if exact.status == "one" else f"{exact.status} roots"
                self.report.blame("false no solution", f"{found} at {_shown(point)}")
            if "false no solution" in self.report.failures:
                break
        self.report.held += held
        if conditions and not held and self.is_void(of_parameters, None):
            self.report.note("void", ", ".join(each.text for each in conditions))

    def search(
        self, point: Point, conditions: list[Chain], tries: list[Node], by_numbers: bool
    ) -> None:
        """Look for a root at a point."""

        def ask(calculator: Calculator, x: Node) -> str:
            verdict = self.outcome(calculator, point, conditions, x)
            return "root" if verdict == "right" else "none"

        for x in tries:
            if self.settled(partial(ask, x=x)) == "root":
                where = f"{show(x)} at {_shown(point)}"
                if self.is_real(x, point):
                    self.report.blame("false no solution", where)
                    return
                self.report.note("complex root", where)
        if not by_numbers:
            return
        try:
            values = self.values(point, Calculator(DEEP))
        except (Undefined, Unclear):
            return
        for real, imaginary in numeric_roots(self.sides, self.unknown, values, self.rng):
            where = f"about {complex(_float(real), _float(imaginary))} at {_shown(point)}"
            if imaginary == 0:
                self.report.blame("false no solution", where)
                return
            self.report.note("complex root", where)

    # -- every value -------------------------------------------------------------------------------

    def every(self, conditions: list[Chain]) -> None:
        """Judge that every value is a root; a value at which the equation is undefined is none."""
        guards = [
            (tree, target) for side in self.sides for tree, target in edges_of(side)
            if occurrences(tree, self.unknown) == 1
        ]  # fmt: skip
        edges = [
            x for tree, target in guards for x in islice(invert(tree, self.unknown, target), 2)
        ]
        plain = [number(Fraction(text)) for text in "0 1 -1 2 -3 1/2 7 -100".split()]
        plain += [number(some_fraction(self.rng)) for _ in range(6)]
        plain += [PI, node("/", PI, number(2)), number(10**30), number(Fraction(-1, 10**30))]
        values = list({show(each): each for each in (*plain, *edges)}.values())
        held = 0
        for point in islice(self.points(conditions, self.sides), 60):
            if self.is_late():
                break
            self.report.tried += 1
            for x in values:
                verdict = self.settled(
                    partial(self.outcome, point=point, conditions=conditions, x=x)
                )
                held += verdict in ("right", "false", "undefined")
                if verdict in ("false", "undefined") and self.is_real(x, point):
                    where = f"{verdict} for {self.unknown} = {show(x)} at {_shown(point)}"
                    self.report.blame("false every value", where)
            if "false every value" in self.report.failures:
                break
        self.report.held += held
        if conditions and not held:
            self.report.note("void", ", ".join(each.text for each in conditions))

    def is_real(self, x: Node, point: Point) -> bool:
        """Whether a value of the unknown exists and is real."""

        def ask(calculator: Calculator) -> str:
            try:
                value = evaluate(x, self.values(point, calculator), calculator)
            except Undefined:
                return "no"
            return "yes" if calculator.is_real(value) else "no"

        return settle(ask)[0] == "yes"


def _shown(point: Point) -> str:
    return ", ".join(f"{name} = {show(tree)}" for name, tree in point.items()) or "no parameters"


def _float(value: object) -> float:
    return float(value) if isinstance(value, Fraction) else 0.0
