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
    """Whether a line after the first writes roots with i, which the first has not got."""
    used = re.compile(r"(?<![A-Za-z\\_])i(?![A-Za-z_])")
    first, *others = [each for each in texts if each.strip()] or [""]
    return used.search(first) is None and any(
        re.search(r"=", each) and used.search(each.partition("=")[2]) for each in others
    )
