"""Which letter is the unknown, and whether i is the imaginary unit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aljabr.algebra.lexer import letters, tokenize
from aljabr.algebra.typed import ParseError


def sought(texts: list[str]) -> str | None:
    """Return the letter that the last line says the value of, if the first line has several."""
    try:
        names = {*letters(tokenize(texts[0]))}
    except ParseError:
        return None
    if "x" in names or len(names) < 2:
        return None
    left, _, right = texts[-1].partition("=")
    try:
        others = {*letters(tokenize(right))}
    except ParseError:
        return None
    name = left.strip()
    return name if name in names and name not in others else None


def letter_of(text: str) -> str | None:
    """Return the letter that a text is; None if it is none."""
    try:
        first, *rest = tokenize(text)
    except ParseError:
        return None
    return first.text if first.kind == "symbol" and len(rest) == 1 else None


def speaks_of_i(texts: Sequence[str]) -> bool:
    """Whether a line after the first writes roots with i, which the first has not got.

    Or with sqrt(-1); but this may be written to say that it is not real, so only at the end.
    """
    used = re.compile(r"(?<![A-Za-z\\_])i(?![A-Za-z_])")
    first, *others = [each for each in texts if each.strip()] or [""]
    if _states_root_of_minus_one(others):
        return True
    return used.search(first) is None and any(
        re.search(r"=", each) and used.search(each.partition("=")[2]) for each in others
    )


def _states_root_of_minus_one(texts: Sequence[str]) -> bool:
    """Whether the last line says what the unknown is with sqrt(-1)."""
    if not texts:
        return False
    root = re.compile(r"(?:sqrt|√)\s*(?:[({]\s*[-−]\s*1\s*[)}]|[-−]\s*1(?![\d.,]))")
    return root.search(texts[-1].partition("=")[2]) is not None
