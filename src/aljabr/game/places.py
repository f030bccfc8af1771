"""Identities at one place of an equation: the rows of the table as rules, a place each.

A place is the first, second, ... sub-expression that has the form of the row, in preorder. These
rules belong to the games that are played where the rows for whole equations have not led to an end.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr
from aljabr.algebra.points import sign_of
from aljabr.game import effects
from aljabr.game.identities import MAX_UNKNOWNS, Rewritten, Row, changed, rule
from aljabr.game.patterns import Values, filled, form, matches
from aljabr.game.rules import Rule
from aljabr.game.table import TABLE, Identity

NUM_PLACES: Final = 3
"""At how many places, or in how many ways, a row is played."""
SENTENCE: Final = "use an identity"
_COST: Final = 0.4
_SIGNS: Final = {"nonzero": (1, -1), "positive": (1,)}


@lru_cache(maxsize=1)
def _forms() -> list[tuple[Identity, Expr, Expr, list[tuple[str, Expr]]]]:
    """Read the table."""
    return [(each, form(each.left), form(each.right),
             [(kind, form(text)) for kind, text in each.asks]) for each in TABLE]  # fmt: skip


@lru_cache(maxsize=256)
def rewritings(lhs: Expr, rhs: Expr) -> dict[str, list[Rewritten]]:
    """Return what the rows make of an equation, each at the places where it has the row's form."""
    tokens = lhs.tokens + rhs.tokens
    if tokens.count(tk.UNKNOWN) > MAX_UNKNOWNS:
        return {}
    places = list(dict.fromkeys(
        each for side in (lhs, rhs) for each in side.walk() if each.holds_unknown
    ))  # fmt: skip
    found: dict[str, list[Rewritten]] = {}
    for row, left, right, asks in _forms():
        if any(head not in tokens for head in _functions(left)):
            continue
        made = found.setdefault(row.name, [])
        for place in places:
            for values, beside in matches(left, place):
                if len(made) < NUM_PLACES:
                    one = _rewritten(lhs, rhs, place, row, (left, right), asks, values, beside)
                    if one is not None and all(each.sides != one.sides for each in made):
                        made.append(one)
    return found


def _functions(form: Expr) -> set[int]:
    """Return the functions that a form has; without them in an equation, nothing is matched."""
    return {each.head for each in form.walk() if each.head >= tk.EXP}


def _rewritten(
    lhs: Expr, rhs: Expr, place: Expr, row: Identity, forms: tuple[Expr, Expr],
    asks: list[tuple[str, Expr]], values: Values, beside: Sym,
) -> Rewritten | None:  # fmt: skip
    try:
        before, after = (filled(each, values) for each in forms)
        made = {place: ar.add(after, beside)}
        left, right = (_put(side, made) for side in (lhs, rhs))
        asked = [(kind, ar.expand(filled(each, values))) for kind, each in asks]
    except (RuntimeError, effects.TooLong):  # SymEngine's way to say that it is undefined
        return None
    numbers = [each for each in asked if not each[1].free_symbols]
    if any(sign_of(each) not in _SIGNS[kind] for kind, each in numbers):
        return None
    if not changed(lhs, rhs, left, right):
        return None
    asked = [each for each in asked if each[1].free_symbols]
    return Rewritten(
        ((left, right),), row.sentence, (before, after),
        nonzero=tuple(each for kind, each in asked if kind == "nonzero"),
        positive=tuple(each for kind, each in asked if kind == "positive"),
    )  # fmt: skip


def _put(expr: Expr, made: dict[Expr, Sym]) -> Sym:
    """Put something in the place of a sub-expression."""
    if expr in made:
        return made[expr]
    if not expr.children or not expr.holds_unknown:
        return expr.sym
    return ar.rebuild(expr.head, [_put(each, made) for each in expr.children])


def _row(name: str, place: int) -> Row:
    def row(lhs: Expr, rhs: Expr) -> Rewritten | None:
        found = rewritings(lhs, rhs).get(name, ())
        return found[place] if place < len(found) else None

    return row


def may_apply(lhs: Expr, rhs: Expr) -> bool:
    """Whether any row has its form in an equation."""
    return any(rewritings(lhs, rhs).values())


def _rule(each: Identity, place: int) -> Rule:
    name, row = f"{each.name} {place + 1}", _row(each.name, place)
    made = rule(name, SENTENCE, row, cost=_COST, adds=True, is_real=each.is_real)
    return replace(made, is_seldom=True)


RULES: Final = tuple(_rule(each, place) for each in TABLE for place in range(NUM_PLACES))
