"""Ask what an equation, a root of it or a condition does at given values of the parameters."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain as chained
from typing import Final

from benchmarks.checking.claims import Report, holds
from benchmarks.checking.inverting import IMAGINARY
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
    Chain,
    Node,
    Unread,
    number,
    read,
    read_condition,
    read_equation,
    show,
    substituted,
)  # fmt: skip
from benchmarks.checking.realm import RealCalculator, Unreal, evaluate_real, real_part
from benchmarks.checking.reals import ZERO, Undefined
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

NUM_VOID: Final = 400
"""Further points before conditions count as void."""


class Asking:
    """Asks about one equation, over the complex or over the real numbers."""

    def __init__(self, text: str, unknown: str | None = None, limit: float = 60) -> None:
        self.sides = read_equation(text)
        letters = self.sides[0].letters() | self.sides[1].letters()
        self.unknown = unknown or ("x" if "x" in letters or not letters else min(letters))
        self.letters = sorted(letters - {self.unknown})
        self.rng = random.Random(f"judge:{text}:{unknown}")
        self.deadline = time.monotonic() + limit
        self.report = Report()
        self.domain = ""
        """"real" where every part must be real and odd roots are; else values are principal."""
        self.definitions: dict[str, Node] = {}
        """What names in the answer stand for, in terms of the letters."""

    def define(self, definitions: Iterable[tuple[str, str]]) -> None:
        """Learn the names of an answer, each by those before it."""
        for name, text in definitions:
            self.definitions[name] = self.value(text)

    def value(self, text: str) -> Node:
        """Read a printed value; an `i` that is no letter of the equation is the imaginary unit."""
        tree = self.written_out(read(text))
        for name in {"i", "I"} - {*self.letters, self.unknown}:
            tree = substituted(tree, name, IMAGINARY)
        return tree

    def written_out(self, tree: Node) -> Node:
        """Return a tree with what names stand for in their places."""
        for name in tree.letters() & self.definitions.keys():
            tree = substituted(tree, name, self.definitions[name])
        return tree

    def expect(self, tree: Node, text: str, others: tuple[str, ...]) -> None:
        """Raise `Unread` if there are letters in a text of which nothing is known."""
        strange = tree.letters() - {*self.letters, *others}
        if strange:
            raise Unread(f"{', '.join(sorted(strange))} in {text!r}")

    # -- conditions and points ---------------------------------------------------------------------

    def conditions(self, texts: Iterable[str], family: tuple[str, ...] = ()) -> list[Chain]:
        read_ones = [each for text in texts for each in read_condition(text, set(self.letters))]
        found = [each.with_(self.written_out) for each in read_ones]
        for chain in found:
            for side in chain.sides:
                self.expect(side, chain.text, (self.unknown, *family))
        return found

    def values(self, point: Point, calculator: Calculator) -> dict[str, Value]:
        return {name: evaluate(tree, {}, calculator) for name, tree in point.items()}

    def points(self, conditions: list[Chain], trees: Iterable[Node]) -> list[Point]:
        edges = chained(edges_of_conditions(conditions), *map(edges_of, trees))
        found = [*plain_points(self.letters, self.rng)]
        found += edge_points(edges, self.letters, self.rng) if self.letters else []
        return found

    def is_late(self) -> bool:
        return time.monotonic() > self.deadline

    @property
    def calculator(self) -> type[Calculator]:
        return RealCalculator if self.domain == "real" else Calculator

    def settle(self, ask: Callable[[Calculator], str]) -> tuple[str | None, bool]:
        """Settle a verdict that accuses nobody."""
        return settle(ask, make=self.calculator)

    def settled(self, ask: Callable[[Calculator], str], deep: bool = False) -> str | None:
        """Settle a verdict; what accuses somebody must survive all digits and both conventions."""
        fails = ("false", "undefined", "unreal", "root")

        def needed(verdict: str) -> int:
            return DEEP if deep or verdict in fails else USUAL

        levels = LEVELS if self.letters else FURTHER
        verdict, on_cut = settle(ask, needed, levels=levels, make=self.calculator)
        if verdict in fails and self.letters:  # 7^(-1000) is not zero
            other, _ = settle(ask, needed, levels=FURTHER[-2:], make=self.calculator)
            verdict = verdict if other == verdict else None
        if verdict in fails and on_cut:
            other, _ = settle(ask, needed, -1, levels, self.calculator)
            verdict = verdict if other == verdict else None
        self.report.unclear += verdict is None
        return verdict

    def outcome(
        self, calculator: Calculator, point: Point, conditions: list[Chain], x: Node | None
    ) -> str:
        """Say what is at a point: excluded, undefined, unreal, right, or false.

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
            if self.domain == "real":
                values[self.unknown] = real_part(values[self.unknown], calculator)
            find = evaluate_real if self.domain == "real" else evaluate
            left, right = (find(side, values, calculator) for side in self.sides)
        except Unreal:
            return "unreal"
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

    def is_void(self, conditions: list[Chain], x: Node | None) -> bool:
        """Whether conditions hold at none of many further points."""
        for _ in range(NUM_VOID if self.letters else 0):
            if self.is_late():
                return False
            point = {name: number(some_fraction(self.rng)) for name in self.letters}
            verdict, _ = self.settle(partial(self.outcome, point=point, conditions=conditions, x=x))
            if verdict not in ("excluded", None):
                return False
        return True

    def is_real(self, x: Node, point: Point) -> bool:
        """Whether a value of the unknown exists and is real."""

        def ask(calculator: Calculator) -> str:
            try:
                value = evaluate(x, self.values(point, calculator), calculator)
            except Undefined:
                return "no"
            return "yes" if calculator.is_real(value) else "no"

        return self.settle(ask)[0] == "yes"


def shown(point: Point) -> str:
    """Write a point."""
    return ", ".join(f"{name} = {show(tree)}" for name, tree in point.items()) or "no parameters"
