"""Derivations in words: a sentence for each step."""

from __future__ import annotations

from collections import Counter
from typing import Final
from unicodedata import normalize

from aljabr import expr as ex
from aljabr.derivation import Line
from aljabr.equation import Equation
from aljabr.expr import Expr, ExprTable
from aljabr.lexer import tokenize
from aljabr.printing import equation_text, expr_text

SWAPPED: Final = ", and swap the sides"


def sentence(table: ExprTable, line: Line) -> str:
    """Say what was done: as a person would, so `add x` where the game subtracts -x."""
    text = _sentence(table, line)
    if line.parts and line.parts[-1].action.rule.name == "expand":
        text += ", expand" if line.swapped else " and expand"
    return text + SWAPPED if line.swapped else text


def _sentence(table: ExprTable, line: Line) -> str:
    before, after = line.before, line.after
    rule, term = line.action.rule, line.action.term
    if term is not None:
        name, turned = _turned(table, rule.name, term)
        return _WITH_TERM[name].format(expr_text(turned, before.unknown))
    if rule.name == "expand" and before.rhs is after.rhs:
        return "expand the left side"
    if rule.name == "expand" and before.lhs is after.lhs:
        return "expand the right side"
    if rule.name == "power_root":
        return _root_taken(table, before)
    return rule.sentence.format(unknown=before.unknown)


def _root_taken(table: ExprTable, before: Equation) -> str:
    """Name the root that undoes the power on the left: the cube root, or a power itself."""
    exponent = before.lhs.children[1]
    if exponent.sym.is_integer and exponent.sym > 0:
        return f"take the {_ordinal(int(exponent.sym))} root of both sides"
    power = table.intern(ex.reciprocal(exponent.sym))
    assert power is not None
    return f"raise both sides to the power {expr_text(power, before.unknown)}"


def _ordinal(number: int) -> str:
    if number == 3:
        return "cube"
    last = 0 if number // 10 % 10 == 1 else number % 10
    return f"{number}{_ENDINGS.get(last, 'th')}"


_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}


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


def _turned(table: ExprTable, name: str, term: Expr) -> tuple[str, Expr]:
    """Exchange subtracting -u for adding u, and dividing by 1/u for multiplying by u."""
    text = expr_text(term)
    if name in ("add", "subtract"):
        turned = table.intern(ex.negate(term.sym)) if text.startswith("-") else None
    else:
        is_reciprocal = text.removeprefix("-").startswith("1/") and term.head != ex.ADD
        turned = table.intern(ex.reciprocal(term.sym)) if is_reciprocal else None
    return (name, term) if turned is None else (_OPPOSITES[name], turned)


# -- what was typed ------------------------------------------------------------------------------


def simplification(text: str, equation: Equation) -> str | None:
    """Say how the equation as it was read differs from the text; None if a reader sees no change.

    Reading works out brackets after numbers, like terms and decimals. Order does not matter, nor
    how a function is written: only the letters and numbers themselves count.
    """
    if _parts(text) == _parts(equation_text(equation)):
        return None
    return "write the decimals as fractions" if "." in text else "simplify"


def is_turned(text: str, unknown: str) -> bool:
    """Whether the unknown was typed on the right side only; it is read on the left."""
    left, _, right = text.partition("=")
    return unknown not in _symbols(left) and unknown in _symbols(right)


def _parts(text: str) -> Counter[str]:
    kinds = ("number", "symbol", "superscript")
    words = [token.text for token in tokenize(text) if token.kind in kinds]
    parts = [part for word in words for part in normalize("NFKC", word).split("\u2044")]  # ½
    return Counter(part for part in parts if part not in ("0", "1", "-1", "e"))


def _symbols(text: str) -> set[str]:
    return {token.text for token in tokenize(text) if token.kind == "symbol"} if text else set()
