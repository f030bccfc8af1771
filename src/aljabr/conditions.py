"""Conditions as a reader writes them: a ≠ 0, c > 0; each once, and none that others imply."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aljabr import expr as ex
from aljabr.expr import Expr
from aljabr.forms import Forms, opposite, without_number
from aljabr.printing import expr_text
from aljabr.rules import Condition

ALL_POSITIVE: Final = "every parameter > 0"


def condition_texts(
    forms: Forms, conditions: Iterable[Condition], unknown: str, root: Expr | None = None
) -> tuple[str, ...]:
    """Write conditions, simplest first, with the root in the unknown's place if one is given."""
    nonzero: dict[str, Expr] = {}
    others: dict[str, None] = {}
    for condition in conditions:
        expr = _with_root(forms, condition.expr, root)
        if condition.kind == "nonzero":
            for factor in forms.vanishing_factors(expr):
                nonzero[expr_text(factor, unknown)] = factor
        elif condition.kind in ("root", "power"):
            shown = _sign_text if condition.kind == "root" else _power_text
            text = shown(forms, expr, unknown)
            if text is not None:
                others[text] = None
        elif condition.kind == "odd_power":
            continue  # the real root is meant
        else:
            others[_range_text(forms, condition.kind, expr, unknown)] = None
    texts = []
    for text, _ in sorted(nonzero.items(), key=lambda item: _rank(*item)):
        for weak, strict in (("≥", ">"), ("≤", "<")):
            if f"{text} {weak} 0" in others:  # u ≠ 0 and u ≥ 0
                del others[f"{text} {weak} 0"]
                others[f"{text} {strict} 0"] = None
                break
        else:
            texts.append(f"{text} ≠ 0")
    return (*texts, *others)


_RANGES: Final = {
    "log": "-pi < Im({}) ≤ pi",
    "asin": "-pi/2 ≤ {} ≤ pi/2",
    "acos": "0 ≤ {} ≤ pi",
    "atan": "-pi/2 < {} < pi/2",
}


def _range_text(forms: Forms, kind: str, expr: Expr, unknown: str) -> str:
    text = expr_text(_shown(forms, expr), unknown)
    if kind in ("asin", "atan") and text.startswith("-") and expr.head != ex.ADD:
        text = text.removeprefix("-")  # the range is the same on both sides of zero
    return _RANGES[kind].format(text)


def _rank(text: str, factor: Expr) -> tuple[bool, str]:
    return factor.head == ex.ADD, text.lower()


def _with_root(forms: Forms, expr: Expr, root: Expr | None) -> Expr:
    if root is None or not expr.holds_unknown:
        return expr
    return forms.table.intern(expr.sym.subs({ex.X: root.sym})) or expr


def _shown(forms: Forms, expr: Expr) -> Expr:
    return expr if expr.holds_unknown else forms.simplest(expr)


def _sign_text(forms: Forms, expr: Expr, unknown: str) -> str | None:
    """Write u ≥ 0 without a number in front; -u ≥ 0 as u ≤ 0; None if it goes without saying."""
    if (expr.head == ex.EXP and is_real(expr)) or (expr.is_number and expr.sym >= 0):
        return None
    number, rest = without_number(_shown(forms, expr))
    turned = opposite(rest)
    if turned is not None:
        number, rest = -number, turned
    return f"{expr_text(rest, unknown)} {'≥' if number > 0 else '≤'} 0"


def _power_text(forms: Forms, expr: Expr, unknown: str) -> str | None:
    """Write that a real v of p*log(v) is positive or zero, which is enough; None for a number."""
    logs = [e for e in (expr.children if expr.head == ex.MUL else (expr,)) if e.head == ex.LOG]
    if len(logs) != 1 or not is_real(logs[0].children[0]):
        return _RANGES["log"].format(expr_text(_shown(forms, expr), unknown))
    base = logs[0].children[0]
    return _sign_text(forms, base, unknown) if base.holds_symbols else None


def is_real(expr: Expr) -> bool:
    """Whether an expression is real for all real symbols, where it is defined."""
    if expr.head == ex.LOG:
        return ex.is_positive_number(expr.children[0].sym)
    if expr.head == ex.POW and not expr.children[1].sym.is_integer:
        return ex.is_positive_number(expr.sym)
    if expr.head in _NOT_ALWAYS_REAL:
        return False
    return all(map(is_real, expr.children))


_NOT_ALWAYS_REAL: Final = {
    ex.IMAGINARY,
    *(ex.FUNCTION_TOKENS[name] for name in ("asin", "acos")),
}
