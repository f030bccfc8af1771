"""Equations spelled as in textbooks and examination papers: `2sin^2 x`, `log_2 x`, `e^(2x)`, `|x|`.

Makers write a plain notation; here a way of writing is drawn for a whole equation. A spelling
that is not read as the plain text is not used.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Final

from aljabr.algebra.expr import ExprTable
from aljabr.algebra.parse import parse
from aljabr.algebra.typed import ParseError

Draw = random.Random

_NAMES: Final = "sinh|cosh|tanh|coth|sech|csch|sin|cos|tan|sec|csc|cot|ln|log_[0-9a-z]+"
_SIMPLE: Final = r"(?:\d+\*?)?x(?:/\d)?|\d+"
_SUPERSCRIPTS: Final = str.maketrans("23456789", "²³⁴⁵⁶⁷⁸⁹")


def spelled(rng: Draw, text: str) -> str | None:
    """Return an equation in one of the ways in which people write it; None if it is not read."""
    table = ExprTable()
    other = _spelled(rng, text)
    try:
        plain = parse(text, table=table)
    except ParseError:  # numbers that grow too long
        return None
    try:
        return other if parse(other, table=table) == plain else text
    except ParseError:
        return text


def _spelled(rng: Draw, text: str) -> str:
    text = re.sub(r"\blog\(", "ln(" if rng.random() < 0.93 else "log(", text)
    if rng.random() < 0.9:
        text = _inside(text, "exp", lambda inner: f"e^{inner}" if inner == "x" else f"e^({inner})")
    if rng.random() < 0.7:
        text = _inside(text, "abs", lambda inner: f"|{inner}|")
    if rng.random() < 0.12:
        text = _inside(
            text, "sqrt", lambda inner: f"√{inner}" if inner.isdigit() else f"√({inner})"
        )
    text = _inverses(rng, text)
    if rng.random() < 0.75:  # sin^2(x)
        text = re.sub(rf"\b({_NAMES})\(({_SIMPLE})\)\^(\d)", r"\1^\3(\2)", text)
        if rng.random() < 0.65:
            text = re.sub(rf"\b({_NAMES})(\^\d)?\(({_SIMPLE})\)", r"\1\2 \3", text)
    if rng.random() < 0.08:
        text = re.sub(r"\bcsc\b", "cosec", text)
    kind = rng.random()
    if kind < 0.7:  # 2x, 3(x + 1), 2sin x
        text = re.sub(r"(?<![\w^.])(\d+)\*(?=[a-z(|√])", r"\1", text)
        text = re.sub(r"(?<=[a-z0-9)|])\*(?=[a-z(|√])", " " if kind < 0.35 else "*", text)
        text = re.sub(r"(?<=\))[ *](?=\()", "", text)
    if rng.random() < 0.3:
        text = text.replace("*", "·")
    if rng.random() < 0.25:
        text = text.replace("pi", "π")
    if rng.random() < 0.1:
        text = re.sub(r"(?<=[\w)])\^([2-9])(?![\d./*(a-z])",
                      lambda match: match[1].translate(_SUPERSCRIPTS), text)  # fmt: skip
    return text


def _inverses(rng: Draw, text: str) -> str:
    kind = rng.random()
    if kind < 0.5:
        text = re.sub(r"\ba(sin|cos|tan)\(", r"arc\1(", text)
        text = re.sub(r"\ba(sin|cos|tan)h\(", r"ar\1h(", text)
    elif kind < 0.65:
        text = re.sub(r"\ba(sinh|cosh|tanh|sin|cos|tan)\(", r"\1^-1(", text)
    return text


def _inside(text: str, name: str, change_fn: Callable[[str], str]) -> str:
    """Rewrite every call of a function, the innermost ones first."""
    while (match := _last(text, name)) is not None:
        start, end = match
        inner = text[start + len(name) + 1 : end]
        text = text[:start] + change_fn(inner) + text[end + 1 :]
    return text


def _last(text: str, name: str) -> tuple[int, int] | None:
    """Find the last call of a function: where its name begins, and its closing bracket."""
    starts = [match.start() for match in re.finditer(rf"\b{name}\(", text)]
    if not starts:
        return None
    depth = 0
    for position in range(starts[-1] + len(name), len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            return starts[-1], position
    return None
