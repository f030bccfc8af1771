"""Identities as rows: each rewrites both sides of an equation at once, and loses nothing.

A row is a function of both sides; what it asks and what it says come with what it makes of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.printing import expr_text
from aljabr.game import effects
from aljabr.game.branches import Conditions
from aljabr.game.cases import Sides
from aljabr.game.opening import Opened
from aljabr.game.reading import Occurs, Write, always
from aljabr.game.rules import Rule


@dataclass(frozen=True)
class Rewritten:
    """What a row makes of an equation."""

    sides: tuple[Sides, ...]
    """The new sides, in every case; the first is the successor."""
    said: str
    """What a reader is told; {0}, {1} stand for `terms`."""
    terms: tuple[Sym, ...] = ()
    nonzero: tuple[Sym, ...] = ()
    """What may not be zero, or roots are lost."""
    positive: tuple[Sym, ...] = ()
    """What must be positive, or roots are lost."""
    below: tuple[Sym, ...] = ()
    """What was multiplied by: where it is zero, roots may have come up."""


Row = Callable[[Expr, Expr], "Rewritten | None"]
"""An identity, from both sides; None where it does not apply or changes nothing."""


def rule(
    name: str, sentence: str, row: Row, occurs: Occurs = always, cost: float = 0.2,
    adds: bool = False, is_real: bool = False,
) -> Rule:  # fmt: skip
    """Return the rule of a row; one that adds has other roots, too."""

    def opening(lhs: Expr, rhs: Expr) -> Opened | None:
        found = row(lhs, rhs)
        return None if found is None else Opened(found.sides)

    def guard(lhs: Expr, rhs: Expr) -> bool:
        return row(lhs, rhs) is not None

    def says(table: ExprTable, before: Equation, after: Equation, write: Write) -> str:
        found = row(before.lhs, before.rhs)
        if found is None:
            return sentence
        terms = [table.intern(each) for each in found.terms]
        return found.said.format(*[write(each, before.unknown) for each in terms if each])

    return Rule(
        name, sentence, effects.unchanged, opening=opening, guard=guard, says=says, occurs=occurs,
        conditions=_asks(row, lambda found: {"nonzero": found.nonzero, "positive": found.positive}),
        backward=_asks(row, lambda found: {"nonzero": found.below}),
        adds=adds, cancels=True, cost=cost, is_real=is_real,
    )  # fmt: skip


def _asks(row: Row, which: Callable[[Rewritten], dict[KindName, tuple[Sym, ...]]]) -> Conditions:
    """Return conditions on what a row names."""

    def conditions(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
        found = row(equation.lhs, equation.rhs)
        asked = {} if found is None else which(found)
        read = [(kind, table.intern(each)) for kind, parts in asked.items() for each in parts]
        return [Condition(kind, each) for kind, each in read if each is not None]

    return conditions


def replaced(
    lhs: Expr, rhs: Expr, values: dict[Sym, Sym], positive: tuple[Sym, ...] = ()
) -> Rewritten | None:
    """Put equals in the place of equals; a reader is told the first."""
    if not values:
        return None
    try:
        left, right = (side.sym.subs(values) for side in (lhs, rhs))
    except RuntimeError:  # SymEngine's way to say that tan(asin(x) + acos(x)) is undefined
        return None
    if not changed(lhs, rhs, left, right):
        return None
    return Rewritten(((left, right),), "use {0} = {1}", next(iter(values.items())),
                     positive=positive)  # fmt: skip


def nodes_of(lhs: Expr, rhs: Expr, *heads: int) -> dict[Sym, Expr]:
    """Return the functions of these kinds that hold the unknown, as they stand on both sides."""
    return {each.sym: each for side in (lhs, rhs) for each in side.walk()
            if each.head in heads and each.holds_unknown}  # fmt: skip


def changed(lhs: Expr, rhs: Expr, left: Sym, right: Sym = ar.ZERO) -> bool:
    """Whether sides are other than before."""
    return not (rhs.sym == right and lhs.sym == left)


def text_of(sym: Sym) -> str:
    """Write a piece within a sentence."""
    expr = ExprTable().intern(sym)
    return str(sym) if expr is None else expr_text(expr)


MAX_UNKNOWNS: Final = 16
"""Where the unknown stands more often, nothing is rewritten."""
