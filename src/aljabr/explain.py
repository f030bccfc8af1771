"""Derivations in words: a sentence for each step, and conditions as a reader writes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aljabr import expr as ex
from aljabr.equation import Equation
from aljabr.expr import Expr, ExprTable
from aljabr.printing import expr_text
from aljabr.rules import Action, Condition
from aljabr.verify import nonzero_factors


def sentence(table: ExprTable, before: Equation, action: Action, after: Equation) -> str:
    """Say what was done: as a person would, so `add x` where the game subtracts -x."""
    text = _sentence(table, before, action, after)
    return f"{text}, and swap the sides" if _is_swapped(table, before, action, after) else text


def _sentence(table: ExprTable, before: Equation, action: Action, after: Equation) -> str:
    rule, term, unknown = action.rule, action.term, before.unknown
    if term is not None:
        opposite, turned = _turned(table, rule.name, term)
        name = opposite or rule.name
        return _WITH_TERM[name].format(expr_text(turned, unknown))
    if rule.name == "expand" and before.rhs is after.rhs:
        return "expand the left side"
    if rule.name == "expand" and before.lhs is after.lhs:
        return "expand the right side"
    return rule.sentence.format(unknown=unknown)


_WITH_TERM: Final = {
    "add": "add {} to both sides",
    "subtract": "subtract {} from both sides",
    "multiply": "multiply both sides by {}",
    "divide": "divide both sides by {}",
}
_OPPOSITES: Final = {
    "add": "subtract",
    "subtract": "add",
    "multiply": "divide",
    "divide": "multiply",
}


def _turned(table: ExprTable, name: str, term: Expr) -> tuple[str | None, Expr]:
    """Exchange subtracting -u for adding u, and dividing by 1/u for multiplying by u."""
    text = expr_text(term)
    if name in ("add", "subtract"):
        turned = table.intern(ex.negate(term.sym)) if text.startswith("-") else None
    else:
        is_reciprocal = text.startswith("1/") and term.head != ex.ADD
        turned = table.intern(ex.reciprocal(term.sym)) if is_reciprocal else None
    return (None, term) if turned is None else (_OPPOSITES[name], turned)


def _is_swapped(table: ExprTable, before: Equation, action: Action, after: Equation) -> bool:
    operand = None
    if action.rule.operand is not None and action.term is not None:
        operand = action.rule.operand(action.term.sym)
    left = table.intern(action.rule.effect(before.lhs, operand))
    return left is after.rhs and left is not after.lhs


def condition_text(
    table: ExprTable, condition: Condition, unknown: str, root: Expr | None = None
) -> str:
    """Write a condition for a reader, with the root in the unknown's place if one is given."""
    expr = condition.expr
    if root is not None and expr.holds_unknown:
        expr = table.intern(expr.sym.subs({ex.X: root.sym})) or expr
    return _CONDITION_TEXTS[condition.kind].format(expr_text(expr, unknown))


_CONDITION_TEXTS: Final = {
    "nonzero": "{} ≠ 0",
    "root": "{} ≥ 0",
    "log": "-pi < Im({}) ≤ pi",
    "asin": "-pi/2 ≤ {} ≤ pi/2",
    "acos": "0 ≤ {} ≤ pi",
}


def nonzero_texts(
    table: ExprTable, exprs: Iterable[Expr], unknown: str, root: Expr | None = None
) -> tuple[str, ...]:
    """Write that some expressions are not zero, factor by factor, after substituting the root."""
    texts: dict[str, None] = {}
    for expr in exprs:
        for factor in nonzero_factors(table, expr, root):
            texts[f"{expr_text(factor, unknown)} ≠ 0"] = None
    return tuple(texts)
