"""Judge whether an answer is true wherever it says that it is.

A root must be one, and the equation defined, at every point that its conditions allow; "no
solution" and "every value" must not be refuted at any. Conditions are taken as they read: a number
that is not real is neither positive nor negative. Where an equation is rational in its unknown, all
its roots are known exactly, and a condition that forbids the only one is spurious.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Final

from benchmarks.checking.asking import Asking, shown
from benchmarks.checking.census import Census
from benchmarks.checking.claims import Answer, Report, Said
from benchmarks.checking.details import Details
from benchmarks.checking.families import further_members, members, placed_in
from benchmarks.checking.inverting import invert, occurrences
from benchmarks.checking.points import Point, edges_of, some_fraction
from benchmarks.checking.reading import (
    PI,
    Chain,
    Node,
    Unread,
    node,
    number,
    read,
    show,
    substituted,
)  # fmt: skip
from benchmarks.checking.reals import Unclear, Undefined
from benchmarks.checking.search import candidates, numeric_roots
from benchmarks.checking.values import DEEP, Calculator

NUM_DEEP: Final = 3
"""Points at which a root must hold to the last of all digits."""
NUM_NARROW: Final = 20
"""Points that conditions forbid, at which the root is tried all the same."""
NUM_SEARCHED: Final = 40
"""Points at which candidates for roots are tried, where there should be none."""
NUM_NUMERIC: Final = 3
"""Points at which numbers are searched for roots."""
NUM_MEMBER: Final = 16
"""Points at which a member of a family is tried."""
WRONG: Final = {"false": "false root", "undefined": "undefined root", "unreal": "unreal root"}


class Judge(Asking):
    """Judges answers to one equation."""

    def __init__(
        self, text: str, unknown: str | None = None, known: Iterable[str] = (), limit: float = 60
    ) -> None:
        super().__init__(text, unknown, limit)
        self.is_linear = self.seems_linear()
        self.known = [read(each) for each in known]

    def judge(self, answer: Answer) -> Report:
        self.domain = answer.domain
        self.is_linear = self.is_linear and len(answer.roots) < 2
        try:
            self.define(answer.definitions)
            if answer.status == "solved":
                for root in answer.roots:
                    self.root(root)
            elif answer.status == "all_values":
                self.every(self.conditions(answer.conditions), answer.complete)
            elif answer.status == "no_solution" and self.domain != "real":
                self.none(self.conditions(answer.conditions))
            if self.domain:
                Census(self, answer).take()
                Details(self, answer).check()
            if answer.status != "unsolved" and not self.report.held and not self.report.notes:
                self.report.note("unchecked", f"{self.report.unclear} points are unclear")
        except Unread as reason:
            self.report.blame("unread", str(reason))
        return self.report

    # -- a root ------------------------------------------------------------------------------------

    def root(self, said: Said) -> None:
        """Judge a root and its conditions; of a family, some of its members."""
        tree, conditions = self.value(said.value), self.conditions(said.conditions, said.family)
        self.expect(tree, said.value, said.family)

        def held_with(integers: Point) -> int:
            at = ", ".join(f"{name} = {tree.value}" for name, tree in integers.items())
            placed = partial(placed_in, integers=integers)
            return self.member(said, placed(tree), [each.with_(placed) for each in conditions], at)

        held = sum(map(held_with, members(said.family)))
        held = held or next(filter(None, map(held_with, further_members(said.family))), 0)
        self.report.held += held
        if conditions and not held and (said.family or self.is_void(conditions, tree)):
            self.report.note("void", ", ".join(said.conditions))

    def member(self, said: Said, root: Node, conditions: list[Chain], at: str) -> int:
        """Judge a root; return at how many points it was found right or wrong."""
        if self.is_late():
            return 0
        put_in = [substituted(side, self.unknown, root) for side in self.sides]
        chains = [each.with_(lambda side: substituted(side, self.unknown, root))
                  for each in conditions]  # fmt: skip
        held, excluded = 0, 0
        points = self.points(chains, [*put_in, root])
        if at and len(points) > NUM_MEMBER:
            points = points[:3] + self.rng.sample(points[3:], NUM_MEMBER - 3)
        for index, point in enumerate(points):
            if self.is_late():
                break
            self.report.tried += 1
            verdict = self.settled(
                partial(self.outcome, point=point, conditions=conditions, x=root),
                index < NUM_DEEP,
            )
            if verdict == "excluded":
                excluded += 1
                if not at:
                    self.forbidden(point, conditions, root, excluded)
                continue
            held += verdict is not None
            if verdict in WRONG:
                where = f"{said.value} at {shown(point)}" + (f", {at}" if at else "")
                self.report.blame(WRONG[verdict], where)
                if verdict == "false" and said.verified == "exact":
                    self.report.blame("false exact", where)
        return held

    def forbidden(self, point: Point, conditions: list[Chain], root: Node, number: int) -> None:
        """Ask whether conditions forbid what is a root."""
        exact = self.exact(point) if self.is_linear else None
        if exact is not None:
            if exact.status == "one":
                guilty = [each.text for each in conditions if not self.allows(each, point, root)]
                where = f"{' and '.join(guilty)} at {shown(point)}, where {exact.root} is the root"
                self.report.blame("spurious", where)
            return
        if number <= NUM_NARROW and "narrow" not in self.report.notes:
            verdict, _ = self.settle(partial(self.outcome, point=point, conditions=[], x=root))
            if verdict == "right":
                self.report.note("narrow", shown(point))

    def allows(self, condition: Chain, point: Point, root: Node) -> bool:
        verdict, _ = self.settle(partial(self.outcome, point=point, conditions=[condition], x=root))
        return verdict != "excluded"

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
                self.report.blame("false no solution", f"{found} at {shown(point)}")
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
                where = f"{show(x)} at {shown(point)}"
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
            where = f"about {complex(_float(real), _float(imaginary))} at {shown(point)}"
            if imaginary == 0:
                self.report.blame("false no solution", where)
                return
            self.report.note("complex root", where)

    # -- every value -------------------------------------------------------------------------------

    def every(self, conditions: list[Chain], complete: bool) -> None:
        """Judge that every value is a root; a value at which the equation is undefined is none.

        If these are said to be all, no other one may be a root.
        """
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
                held += verdict == "right" or verdict in WRONG
                if verdict == "excluded" and self.domain == "real" and complete:
                    self.left_out(point, conditions, x)
                if verdict in WRONG and self.is_real(x, point):
                    where = f"{verdict} for {self.unknown} = {show(x)} at {shown(point)}"
                    self.report.blame("false every value", where)
            if "false every value" in self.report.failures:
                break
        self.report.held += held
        if conditions and not held:
            self.report.note("void", ", ".join(each.text for each in conditions))

    def left_out(self, point: Point, conditions: list[Chain], x: Node) -> None:
        """Ask whether a value that conditions on it forbid is a root: then they say too much."""
        others = [each for each in conditions if self.unknown not in each.letters()]
        if self.settled(partial(self.outcome, point=point, conditions=others, x=x)) == "right":
            where = f"{self.unknown} = {show(x)} at {shown(point)}"
            self.report.blame("false complete", where)


def _float(value: object) -> float:
    return float(value) if isinstance(value, Fraction) else 0.0
