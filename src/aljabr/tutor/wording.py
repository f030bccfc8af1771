"""What a student writes beside the mathematics: numbers of lines, cases, conditions, words.

Whatever is left out is replaced by blanks, so that columns stay those of the line as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final, NamedTuple

from aljabr.algebra.typed import ParseError
from aljabr.tutor import remarks
from aljabr.tutor.spelling import blank

_PREFIX: Final = re.compile(r"\s*\d{1,2}[.)](?=\s)")
_NUMBER: Final = re.compile(r"\s*\((\d{1,2})\)(?=\s)")
_ROMAN: Final = r"(?:i{1,3}|iv|vi{0,3}|ix)"
_CASE: Final = r"(?:case|fall|cas|caso)"
_LABEL: Final = re.compile(
    rf"\s*(?:{_CASE}\s*(?:\d[\d.]*|[a-h]|{_ROMAN})?\s*[:.)]|{_CASE}\s+(?:\d[\d.]*|[A-H]|{_ROMAN})(?=\s)"
    r"|(?:\d{1,2}(?:st|nd|rd|th|\.|\))|first|second|third|fourth|other|next|last|(?:erst|zweit|dritt)er)"
    rf"\s*{_CASE}\b\s*[:.)]?|(?:[a-h]|{_ROMAN})\)|\(([a-h]|{_ROMAN})\)(?=\s)|(?:or|oder|ou)(?=\s|$)"
    rf"|{_CASE}\s*(?:\d[\d.]*|[A-H]|{_ROMAN})?\s*$)",
    re.IGNORECASE,
)
"""What begins a case: `Case 1:`, `2. Fall:`, `1st case:`, `a)`, `(ii)`, `or`."""
_WHOLE: Final = r"(?:ℤ|Z(?![A-Za-z])|\\mathbb\{Z\}|whole(?: numbers?)?|(?:an? )?integers?|ganz)"
_FAMILY: Final = re.compile(
    r"(?:\s*[,;(]\s*|\s+(?=for|where|with|when))"
    r"(?:(?:for|where|with|when)\s+)?(?:(?:any|all|every|each)\s+)?"
    rf"(?:{_WHOLE}\s+)?[a-zA-Z](?:\s*,\s*[a-zA-Z])*\s*(?:∈|\\in(?![A-Za-z])|\bin\b|\bis\b|\s)\s*"
    rf"{_WHOLE}\s*\)?\s*$"
    rf"|[\s,;(]*for\s+(?:any|all|every|each)\s+{_WHOLE}(?:\s+[a-zA-Z])?\s*\)?\s*$"
)
_NONE: Final = re.compile(
    r"(?:there\s+(?:is|are)\s+)?no\s+(?:real\s+)?(?:solutions?|roots?|values?)\b.*"
    r"|none|∅|\\emptyset|\{\s*\}|contradiction|(?:this\s+is\s+)?(?:impossible|not\s+(?:possible|allowed))"
    r"|rejected|keine\s+(?:reellen?\s+)?lösung(?:en)?|unmöglich|nicht\s+möglich"
    r"|\w+\s*(?:∈|\bin\b|=)\s*(?:∅|\\emptyset|\{\s*\})",
    re.IGNORECASE,
)
_ALL: Final = re.compile(
    r"(?:every|all|any)\s+(?:real\s+)?(?:numbers?|values?|solutions?|\w)\b[^=]*"
    r"|\w+\s*(?:∈|\bin\b)\s*(?:ℝ|R|\\mathbb\{R\})|identity|always true|infinitely many solutions",
    re.IGNORECASE,
)
_SET: Final = re.compile(r"\s*(?:(\w+)\s*(?:∈|\\in(?![A-Za-z])|\bin\b|=)\s*)?\\?\{(.*?)\\?\}\s*$")
_SETS: Final = ("L", "S", "IL", "x")
_OR: Final = re.compile(r"\s(?:or|oder|ou)\s|∨|\\(?:lor|vee)(?![A-Za-z])|;")
_AND: Final = re.compile(r"\band\b|\bund\b|∧|&|\\land(?![A-Za-z])")
_IF: Final = re.compile(r"\b(?:if|when|provided|where|with|for|and)\s|∧|\\land(?![A-Za-z])")
COMPARISON: Final = re.compile(
    r"≠|!=|=/=|<>|≥|≤|>=|<=|\\neq?(?![A-Za-z])|\\geq?(?![A-Za-z])|\\leq?(?![A-Za-z])|[<>]"
)
_BOTH_SIGNS: Final = re.compile(r"±|\+/-|\+-|\\pm(?![A-Za-z])|∓|-/\+|-\+|\\mp(?![A-Za-z])")


def compares(text: str) -> bool:
    """Whether this says where something is, and no more."""
    return COMPARISON.search(text) is not None and "=" not in COMPARISON.sub("", text)


def is_region(text: str) -> bool:
    """Whether a line says where the unknown is: x >= 1, but not x ≠ 1."""
    return compares(text) and "≠" not in text and "!=" not in text


class Part(NamedTuple):
    """A case as it was typed, and what must hold besides."""

    text: str
    conditions: tuple[str, ...] = ()
    is_struck: bool = False
    """Whether it is said to be none: `x = -1 (rejected)`."""
    is_one: bool = False
    """Whether it is called one root of several: `x = 1 is a root`."""


class Plain(NamedTuple):
    """A line without what stands beside the mathematics."""

    text: str
    is_case: bool = False
    """Whether it is called a case in front."""
    kinds: frozenset[str] = frozenset()
    """What the words in front say."""


def plain(text: str, letters: Container[str] = ()) -> Plain:
    """Leave out numbers, names of cases and words in front, and what whole numbers are behind.

    Args:
        text: a line.
        letters: those that mean something, so that `(a) x` is a product.
    """
    is_case = False
    kinds: frozenset[str] = frozenset()
    while text.strip() and not (says_none(text) or says_all(text)):
        found = _LABEL.match(text)
        if found is not None and (found[1] is None or found[1] not in letters):
            is_case, end = True, found.end()
        elif (found := _PREFIX.match(text)) is not None and found.end() < len(text):
            end = found.end()
        elif (words := remarks.in_front(text, letters)) is not None and words.is_clear:
            kinds, end = kinds | words.kinds, words.end
        else:
            break
        text = blank(text, 0, end)
    if (found := _FAMILY.search(text)) is not None and "=" in text[: found.start()]:
        text = text[: found.start()]
    return Plain(text, is_case, kinds)


def numbered(text: str, number: int) -> str | None:
    """Leave out `(2)` in front, if that is the number; None if it is not there."""
    found = _NUMBER.match(text)
    if found is None or int(found[1]) != number:
        return None
    return blank(text, 0, found.end())


def says_none(text: str) -> bool:
    """Whether this says that there is no root."""
    return _NONE.fullmatch(text.strip()) is not None


def says_all(text: str) -> bool:
    """Whether this says that every value is a root."""
    return _ALL.fullmatch(text.strip()) is not None


def fault(text: str) -> str | None:
    """Return why a line is not taken for an equation, if that is seen in its signs."""
    if re.search(r"[≈≃≅∼]|~=|\\approx|\\sim", text):
        return "rounded"
    if re.search(r"=[^=]*(?:\band\b|∧|&)[^=≠<>≥≤!/]*=", text):
        return "joined"
    return None


def listed(text: str, unknown: str, is_answer: bool) -> str:
    """Write the roots of `x = 2 and x = 3`, and of an answer such as `2 and 3`, with `or`."""
    pieces = _AND.split(text)
    start = re.compile(rf"\s*{re.escape(unknown)}\s*=(?!.*[=<>≠≥≤])")
    is_short = is_answer and "=" not in text and not COMPARISON.search(text)
    if is_short or (len(pieces) > 1 and all(map(start.match, pieces))):
        text = _AND.sub(lambda found: ";".ljust(len(found[0])), text)
    if is_short:
        room = len(text) - len(text.lstrip())
        text = f"{unknown} =".rjust(room) + text[room:]
    return text


def parts(text: str, unknown: str, letters: Container[str] = ()) -> list[Part]:
    """Split a line into its cases, each with the conditions that it is told to have.

    Raises:
        ParseError: if there are words of which nobody knows what they mean.
    """
    text = _members(text, unknown)
    found: list[Part] = []
    everywhere: list[str] = []
    for typed in _split(text):
        words = remarks.behind(typed, letters)
        if words is not None and not words.is_clear:
            raise ParseError("it is not known what the words mean", words.start + 1)
        piece = typed if words is None else typed[: words.start]
        is_struck = words is not None and words.denies
        is_one = words is not None and words.is_one
        if not piece.strip():  # words only: they are said of the case before
            if found and is_struck:
                found[-1] = found[-1]._replace(is_struck=True)
            continue
        body, conditions = _conditions(piece)
        if COMPARISON.search(body):
            everywhere.append(body)
            continue
        if "=" not in body and found and "=" in found[0].text:
            sign = found[0].text.index("=")
            if found[0].text[:sign].strip() != unknown:
                found.append(Part(body, conditions, is_struck, is_one))
                continue
            shift = len(body) - len(body.lstrip())  # x = 2 or 3: there is room before the 3
            start = f"{unknown}="
            body = body[: max(0, shift - len(start))] + start + body[shift:]
        found.append(Part(body, conditions, is_struck, is_one))
    asked = tuple(signed for each in everywhere for signed in _both_signs(each))
    return [
        part._replace(text=signed, conditions=(*part.conditions, *asked))
        for part in found
        for signed in _both_signs(part.text)
    ]


def _members(text: str, unknown: str) -> str:
    """Write x in {2, 3} as x = 2; 3."""
    found = _SET.match(text)
    if found is None or not found[2].strip() or found[1] not in (unknown, None, *_SETS):
        return text
    inner = found[2] if ";" in found[2] else re.sub(r",", ";", found[2])
    start = f"{unknown} = ".rjust(found.start(2))[-max(found.start(2), 4) :]
    return start + inner


def _split(text: str) -> list[str]:
    """Cut at `or` and at commas between equations, each piece at its own column."""
    cuts = [
        (found.start(), found.end()) for found in _OR.finditer(text) if _depth(text, found) == 0
    ]
    in_lists = {
        place
        for run in re.finditer(r"\d+(?:,\d+){2,}", text)
        for place in range(run.start(), run.end())
    }
    for found in re.finditer(r",", text):
        is_decimal = re.match(r"\d,\d", text[max(0, found.start() - 1) :])
        if is_decimal and found.start() not in in_lists:
            continue
        if "=" in text and _depth(text, found) == 0:
            cuts.append((found.start(), found.end()))
    pieces, start = [], 0
    for low, high in sorted(cuts):
        pieces.append(" " * start + text[start:low])
        start = high
    pieces.append(" " * start + text[start:])
    return [each for each in pieces if each.strip()]


def _depth(text: str, found: re.Match[str]) -> int:
    before = text[: found.start()]
    return sum(before.count(each) for each in "([{") - sum(before.count(each) for each in ")]}")


def _conditions(piece: str) -> tuple[str, tuple[str, ...]]:
    """Take `if a ≠ 0` and `(a ≠ 0)` off a case."""
    taken: list[str] = []
    bracket = re.search(r"\((?:if\s)?([^()]*)\)\s*$", piece)
    if bracket is not None and COMPARISON.search(bracket[1]) and "=" in piece[: bracket.start()]:
        taken.append(" " * bracket.start(1) + bracket[1])
        piece = piece[: bracket.start()]
    found = _IF.search(piece)
    if found is not None and found.start() and COMPARISON.search(piece[found.end() :]):
        for start, end in _spans(piece, found.end()):
            taken.append(" " * start + piece[start:end])
        piece = piece[: found.start()]
    return piece, tuple(signed for each in taken for signed in _both_signs(each))


def _spans(text: str, start: int) -> list[tuple[int, int]]:
    spans = []
    for found in re.compile(r"\band\b|∧|,").finditer(text, start):
        spans.append((start, found.start()))
        start = found.end()
    return [*spans, (start, len(text))]


def _both_signs(text: str) -> list[str]:
    """Write ± as two cases, + first; ∓ is the other sign."""
    if _BOTH_SIGNS.search(text) is None:
        return [text]

    def with_sign(upper: str, lower: str) -> str:
        def chosen(found: re.Match[str]) -> str:
            is_upper = found[0] in ("±", "+/-", "+-", "\\pm")
            return (upper if is_upper else lower).center(len(found[0]))

        return _BOTH_SIGNS.sub(chosen, text)

    return [with_sign("+", "-"), with_sign("-", "+")]
