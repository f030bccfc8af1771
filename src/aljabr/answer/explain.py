"""Derivations in words: a sentence for each step."""

from __future__ import annotations

from collections import Counter
from typing import Final
from unicodedata import normalize

from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.lexer import tokenize
from aljabr.algebra.printing import equation_text, expr_text
from aljabr.answer.derivation import Line
from aljabr.game.reading import Write
from aljabr.game.rules import turned

SWAPPED: Final = ", and swap the sides"


def sentence(table: ExprTable, line: Line, write: Write = expr_text) -> str:
    """Say what was done: as a person would, so `add x` where the game subtracts -x."""
    rule, term = line.action.rule, line.action.term
    if term is not None:
        rule, term = turned(table, rule, term)
    text = rule.tell(table, line.before, line.after, term, write)
    if line.parts and line.parts[-1].action.joins == "expand":
        text += ", expand" if line.swapped else " and expand"
    return text + SWAPPED if line.swapped else text


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
