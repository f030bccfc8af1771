"""Derivations in words: a sentence for each step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from aljabr.algebra import numerals
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.functions import SYNONYMS, WRITTEN_OUT
from aljabr.algebra.lexer import letters, tokenize
from aljabr.algebra.printing import equation_text, expr_text
from aljabr.algebra.typed import Token
from aljabr.answer.derivation import Line
from aljabr.answer.solution import Remark
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


def swapped(note: Remark) -> Remark:
    """Say of a step that it swaps the sides, or no more."""
    parts = (str(note), note.latex)
    if parts[0].endswith(SWAPPED):
        return Remark(*(each.removesuffix(SWAPPED) for each in parts))
    return Remark(*(each + SWAPPED for each in parts))


# -- what was typed ------------------------------------------------------------------------------


def simplification(text: str, equation: Equation) -> str | None:
    """Say how the equation as it was read differs from the text; None if a reader sees no change.

    Reading works out brackets after numbers, like terms and decimals. Order does not matter, nor
    how a function or a number is written: only the letters and the values of the numbers count.
    """
    tokens = tokenize(text)
    rewritten = [what for what, is_one in _REWRITTEN.items() if any(map(is_one, tokens))]
    if rewritten:
        return f"write {' and '.join(rewritten)}"
    written_out = dict.fromkeys(filter(None, map(_written_out, tokens)))
    printed = tokenize(equation_text(equation), is_typed=False)
    if _parts(tokens) == _parts(printed):
        return None
    return f"write out {' and '.join(written_out)}" if written_out else "simplify"


def is_turned(text: str, unknown: str) -> bool:
    """Whether the unknown was typed on the right side only; it is read on the left."""
    tokens = tokenize(text)
    middle = next((i for i, token in enumerate(tokens) if token.kind == "="), len(tokens))
    return unknown not in letters(tokens[: middle + 1]) and unknown in letters(tokens[middle:])


_REWRITTEN: Final[dict[str, Callable[[Token], bool]]] = {
    "the decimals as fractions": lambda token: _is_number(token, numerals.has_decimals),
    "the percentages as fractions": lambda token: _is_number(token, numerals.is_percentage),
    "the degrees in radians": lambda token: token.kind == "degree",
}
_ROOTS: Final = {"√": "2", "∛": "3", "∜": "4", "sqrt": "2", "cbrt": "3"}
"""Roots, with the number that a reader sees in the exponent."""


def _is_number(token: Token, kind: Callable[[str], bool]) -> bool:
    return token.kind == "number" and kind(token.text)


def _written_out(token: Token) -> str | None:
    name = SYNONYMS.get(token.text, token.text)
    return name if token.kind == "function" and name in WRITTEN_OUT else None


def _parts(tokens: Sequence[Token]) -> Counter[str]:
    """Count the letters and numbers; 0, 1 and -1 come and go with how things are written."""
    parts: list[str] = []
    for token in tokens:
        if token.kind == "number":
            value = numerals.value(token.text)
            parts += [str(value.numerator), str(value.denominator)]
        elif token.kind in ("symbol", "superscript"):
            parts.append(token.text)
        elif token.kind in ("root", "function") and token.text in _ROOTS:
            parts.append(_ROOTS[token.text])
    return Counter(part for part in parts if part not in ("0", "1", "-1", "e"))
