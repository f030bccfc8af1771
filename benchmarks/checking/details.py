"""Judge what an answer says beside its roots: digits, multiplicities, what is real or no root."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Final

from benchmarks.checking.asking import Asking, shown
from benchmarks.checking.claims import Answer, Said
from benchmarks.checking.families import members, placed_in
from benchmarks.checking.points import Point, some_fraction
from benchmarks.checking.polynomials import multiplicity
from benchmarks.checking.rational import NotRational, Poly, reduced
from benchmarks.checking.reading import Node, Unread, number
from benchmarks.checking.realm import middle
from benchmarks.checking.reals import ZERO, Undefined, size
from benchmarks.checking.values import Calculator, evaluate

NUM_POINTS: Final = 8
"""Points with parameters at which a detail is looked at."""
SPECIAL_POINTS: Final = 12
"""Those at which some of them are zero, one, equal, or opposite."""
_NEAR: Final = Fraction(1, 10**14)
"""How far a number of 15 digits may be off, for its size."""
_HUGE: Final = 10**300
Ask = Callable[[Calculator], str]
Change = Callable[[Node], Node]


class Details:
    """Judges the fields of an answer's roots, the complex roots, and what was rejected."""

    def __init__(self, asking: Asking, answer: Answer) -> None:
        self.asking, self.answer = asking, answer

    def check(self) -> None:
        for said in self.answer.roots:
            self.fields(said)
            if said.real is False and self.asking.domain == "real":
                self.asking.report.blame("false real", f"{said.value}, a root among the real ones")
        domain, self.asking.domain = self.asking.domain, "complex"
        for said in self.answer.complex_roots:
            self.complex_root(said)
        self.asking.domain = domain
        for text in self.answer.rejected:
            self.rejected(text)

    def points(self) -> Iterator[Point]:
        """Yield points that are nothing special."""
        letters, rng = self.asking.letters, self.asking.rng
        for _ in range(NUM_POINTS if letters else 1):
            yield {name: number(some_fraction(rng)) for name in letters}

    def special_points(self) -> Iterator[Point]:
        """Yield points at which letters are zero, one, equal, or opposite."""
        letters, rng = sorted(self.asking.letters), self.asking.rng
        for _ in range(SPECIAL_POINTS if letters else 0):
            value = some_fraction(rng)
            values = (value, value, -value, value * 0, value * 0 + 1)
            yield {name: number(rng.choice(values)) for name in letters}

    # -- fields ------------------------------------------------------------------------------------

    def fields(self, said: Said) -> None:
        """Judge what is said of a root."""
        self.approx(said)
        if said.real is not None:
            self.real(said, said.real)
        if said.multiplicity is not None:
            self.multiplicity(said, said.multiplicity)

    def approx(self, said: Said) -> None:
        if said.approx is None:
            return
        tree = self.asking.value(said.value)
        if tree.letters():
            self.asking.report.blame("false approx", f"{said.approx} of {said.value}")
            return
        shown_parts = said.approx if isinstance(said.approx, tuple) else (said.approx, 0.0)

        def ask(calculator: Calculator) -> str:
            value = evaluate(tree, {}, calculator)
            exact = [middle(part, 20) or ZERO for part in value]
            if None in (middle(part, 20) for part in value) or max(map(abs, exact)) > _HUGE:
                return "unclear"
            if value != (ZERO, ZERO) and all(size(part) is None for part in value):
                return "unclear"  # perhaps zero, perhaps small
            if isinstance(said.approx, float | int) and not calculator.is_real(value):
                return "wrong"
            pairs = zip(shown_parts, exact, strict=True)
            largest = max(map(abs, exact))
            return "right" if all(_is_near(one, two, largest) for one, two in pairs) else "wrong"

        try:
            if self.asking.settle(ask)[0] == "wrong":
                self.asking.report.blame("false approx", f"{said.approx} of {said.value}")
        except Undefined:
            pass  # an undefined root has been blamed for that

    def real(self, said: Said, claimed: bool) -> None:
        """Judge whether a root is real, or not, wherever its conditions hold."""
        tree = self.asking.value(said.value)
        conditions = self.asking.conditions(said.conditions, said.family)
        for integers in members(said.family):
            placed = partial(placed_in, integers=integers)
            x = placed(tree)

            def ask(
                calculator: Calculator, point: Point, x: Node = x, placed: Change = placed
            ) -> str:
                chains = [each.with_(placed) for each in conditions]
                if self.asking.outcome(calculator, point, chains, x) == "excluded":
                    return "excluded"
                value = evaluate(x, self.asking.values(point, calculator), calculator)
                return "real" if calculator.is_real(value) else "unreal"

            for point in self.points():
                try:
                    verdict = self.asking.settle(partial(ask, point=point))[0]
                except Undefined:
                    continue
                if verdict in ("real", "unreal") and (verdict == "real") != claimed:
                    where = f"{said.value} is {verdict} at {shown(point)}"
                    self.asking.report.blame("false real", where)

    def multiplicity(self, said: Said, claimed: int) -> None:
        """Judge how often a polynomial has a root, also where letters are zero or equal."""
        tree, seen = self.asking.value(said.value), set()
        told = (*said.conditions, *self.answer.conditions)
        conditions = self.asking.conditions(told, said.family)
        for point in (*self.points(), *self.special_points()):
            values = {name: (each.value, ZERO) for name, each in point.items()}
            try:
                equation = reduced(self.asking.sides, self.asking.unknown, values)
            except (NotRational, Undefined):
                return
            if not equation.above or any(len(each) > 1 for each in equation.divisors):
                return

            def ask(
                calculator: Calculator, point: Point = point, poly: Poly = equation.above
            ) -> str:
                if self.asking.outcome(calculator, point, conditions, tree) != "right":
                    return "excluded"
                known = self.asking.values(point, calculator)
                return str(multiplicity(poly, evaluate(tree, known, calculator), calculator))

            verdict = self.asking.settle(ask)[0]
            if verdict is not None and verdict != "excluded":
                seen.add(verdict)
        if seen - {str(claimed)}:
            self.asking.report.blame("false multiplicity", f"{said.value}: {', '.join(seen)} times")

    # -- complex roots and what is none ------------------------------------------------------------

    def complex_root(self, said: Said) -> None:
        """Judge a root that is said to be complex and not real."""
        tree, conditions = (
            self.asking.value(said.value),
            self.asking.conditions(said.conditions, said.family),
        )
        self.asking.expect(tree, said.value, said.family)
        self.approx(said)
        if said.real:
            self.asking.report.blame("false real", f"{said.value}, a root among the complex ones")
        for integers in members(said.family):
            placed = partial(placed_in, integers=integers)
            chains, x = [each.with_(placed) for each in conditions], placed(tree)
            for point in self.points():
                ask = partial(self.asking.outcome, point=point, conditions=chains, x=x)
                verdict = self.asking.settled(ask)
                where = f"{said.value} at {shown(point)}"
                if verdict in ("false", "undefined"):
                    self.asking.report.blame("false complex root", f"{where} is none")
                elif verdict == "right" and self.asking.is_real(x, point):
                    self.asking.report.blame("false complex root", f"{where} is real")
        if said.multiplicity is not None:
            self.multiplicity(said, said.multiplicity)

    def rejected(self, text: str) -> None:
        """Judge that a number is no root."""
        try:
            tree = self.asking.value(text)
        except Unread:
            return  # a sentence
        if tree.letters():
            return
        for point in self.points():
            ask = partial(self.asking.outcome, point=point, conditions=[], x=tree)
            if self.asking.settled(partial(_accused, ask)) == "root":
                self.asking.report.blame("false rejection", f"{text} at {shown(point)}")


def _accused(ask: Ask, calculator: Calculator) -> str:
    """Name a right root so that it must survive all digits."""
    return "root" if ask(calculator) == "right" else "none"


def _is_near(printed: float, exact: Fraction, size: Fraction) -> bool:
    """Whether a part of a number agrees to 15 digits; beside the whole it may be rounding alone."""
    if abs(exact) < Fraction(1, _HUGE) or abs(exact) < size / 10**25:
        return abs(printed) < 1e-14
    return abs(Fraction(printed) - exact) <= _NEAR * abs(exact)
