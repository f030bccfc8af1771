r"""How a line is set, before its words are read: LaTeX, notes in the margin, several steps.

3x &= 9 \\                  3x = 9
3x = 9 | :3                 3x = 9, and so for || :3, /:3 and [:3]
x - 2 = 0 => x = 2          two steps
if x >= 0: x = 4            an assumption, and a step

Whatever is left out is replaced by blanks, so that columns stay those of the line as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from aljabr.algebra.alphabet import SAME

_SETTING: Final = (
    (re.compile(r"\\(?:begin|end)\s*\{[^{}]*\}(?:\{[^{}]*\})?"), ""),
    (re.compile(r"\\(?:text|textrm|mbox|mathrm)\s*\{\s*([^{}]{2,}?)\s*\}"), r"\1"),
    (re.compile(r"&(?=\s*(?:=|\\))|(?<==)\s*&|^\s*&"), ""),
    (re.compile(r"\\\\\s*(?:\[[^\]]*\]\s*)?$"), ""),
    (re.compile(r"(?:#|//).*$"), ""),
    (re.compile(r"^\s*(?:\*(?=\s)|\.\.\.|…)"), ""),
    (re.compile(r"[\s✓✔☑∎■□.]+$"), ""),
    (re.compile(r"[,;:]\s*$"), ""),
)
"""What belongs to the setting of a line, with what it stands for."""
_ARROW: Final = re.compile(
    r"<=+>|<-+>|=+>|-+>|[⇒⇔→⟹⟺↔∴]"
    r"|\\(?:L?[Rr]ightarrow|[Ll]eftrightarrow|Leftrightarrow|implies|iff|to|therefore)(?![A-Za-z])"
)
_NOTES: Final = {
    "||": (re.compile(r"\|\|[^=|]*$"), re.compile(r"\|\|[^=|]*$")),
    "/": (re.compile(r"\s/\s*[-+:*][^=|/]*$"), re.compile(r"\s/\s*[+:*][^=|/]*$")),
    "[": (re.compile(r"\s\[\s*[-+:*/][^=\]]*\]\s*$"), re.compile(r"\s\[\s*[:*/][^=\]]*\]\s*$")),
}
"""Notes in the margin: what may be one, and what can be nothing else."""
_GAP: Final = re.compile(r"(?<=[\w)\]|])\s{3,}(?=[\w(\[|\\√-])")
_BELOW: Final = "₀₁₂₃₄₅₆₇₈₉"
_CASE: Final = (
    r"(?:case|fall|cas|caso)\s*(?:\d[\d.]*|[a-h]|[ivx]+)?|(?:\d{1,2}\.|1st|2nd|3rd)\s*(?:case|fall)"
)
_BOUND: Final = r">=|<=|[<>≥≤]|\\[gl]eq?(?![A-Za-z])"
_ASSUMING: Final = re.compile(
    rf"\s*(?P<label>{_CASE})?\s*(?P<open>[:(])?\s*"
    r"(?P<if>(?:if|for|when|suppose|assume|assuming|falls|für|wenn)\b)?\s*(?P<inner>\()?"
    rf"(?P<where>(?:(?!{_BOUND}|then\b|dann\b)[^=≠:,])+(?:(?:{_BOUND})(?:(?!{_BOUND}|then\b|dann\b)[^=≠:,])+)+)"
    r"(?P<stop>:(?!=)|,|\bthen\b|\bdann\b|$)",
    re.IGNORECASE,
)


class Statement(NamedTuple):
    """One step of a line, at its own columns."""

    text: str
    shown: str = ""
    """As it was typed."""
    assumes: bool = False
    """Whether it says where the unknown is in what follows."""


def blank(text: str, start: int, end: int) -> str:
    """Replace a piece of a text by blanks."""
    return text[:start] + " " * (end - start) + text[end:]


def margins(texts: Iterable[str]) -> frozenset[str]:
    """Return the kinds of notes in the margin that a student writes for certain."""
    found = list(texts)
    return frozenset(
        kind
        for kind, (_, certain) in _NOTES.items()
        if any(certain.search(set_plainly(each)) for each in found)
    )


def set_plainly(text: str) -> str:
    """Write a line in plain characters, without what belongs to its setting."""
    text = text.translate(SAME)
    for pattern, meant in _SETTING:
        text = _respelled(pattern, meant, text)
    return text


def _respelled(pattern: re.Pattern[str], meant: str, text: str) -> str:
    """Put what is meant in place of a pattern, as long as that."""
    return pattern.sub(lambda found: found.expand(meant).ljust(len(found[0])), text)


def statements(text: str, kinds: frozenset[str]) -> list[Statement]:
    """Cut a line into its steps, without notes in the margin.

    Args:
        text: a line as it was typed.
        kinds: the notes in the margin that are written here, as `margins` says.
    """
    plain = _cases_apart(_without_note(set_plainly(text), kinds), text)
    found = [each for step in _steps(plain) for each in _assumed(step)]
    ends = [len(each.text) for each in found[:-1]]
    starts = zip([0, *ends], [*ends, len(text)], strict=True)
    return [
        each._replace(shown=text[low:high].strip().lstrip(":, "))
        for each, (low, high) in zip(found, starts, strict=True)
    ]


def _without_note(text: str, kinds: frozenset[str]) -> str:
    for kind in kinds:
        if (note := _NOTES[kind][0].search(text)) is not None and "=" in text[: note.start()]:
            text = text[: note.start()]
    if text.count("|") % 2 and "=" not in text[text.rindex("|") :]:  # as in 2x + 3 = 7 | - 3
        text = text[: text.rindex("|")]
    return text


def _cases_apart(text: str, typed: str) -> str:
    """Write a semicolon between equations that stand side by side."""
    if text.count("|") % 2:  # x = 2 | x = -5
        bar = text.rindex("|")
        text = f"{text[:bar]};{text[bar + 1 :]}"
    for gap in reversed(list(_GAP.finditer(text))):
        if typed[gap.start() : gap.end()].strip():
            continue
        if "=" in text[: gap.start()] and "=" in text[gap.end() :]:
            text = f"{text[: gap.start()]};{text[gap.start() + 1 :]}"
    return text


def _steps(text: str) -> list[str]:
    """Cut at arrows between equations; an arrow in front is left out."""
    pieces, start = [], 0
    for arrow in _ARROW.finditer(text):
        pieces.append(" " * start + text[start : arrow.start()])
        start = arrow.end()
    pieces = [each for each in [*pieces, " " * start + text[start:]] if each.strip()]
    num_equations = sum("=" in each for each in pieces)
    if num_equations > 1:
        return pieces if num_equations == len(pieces) else [text]
    return [_respelled(_ARROW, "", text)]


def _assumed(text: str) -> list[Statement]:
    """Take `if x >= 0` off what it is said of."""
    found = _ASSUMING.match(text)
    if found is None or not (found["label"] or found["if"] or found["stop"] == ":"):
        return [Statement(text)]
    rest = " " * found.end() + text[found.end() :]
    if rest.strip() and "=" not in rest:
        return [Statement(text)]
    where = found["where"]
    if where.count(")") > where.count("("):
        where = where.replace(")", " ")
    first = Statement(" " * found.start("where") + where, assumes=True)
    return [first, Statement(rest)] if rest.strip() else [first]


# -- numbers of roots, and numbers with a comma ----------------------------------------------------


def unnumbered(text: str, letters: Iterable[str]) -> tuple[str, bool]:
    """Read x_1 = 2, x₁ = 2, x1 = 2 and x_{1,2} = ±2 as x = 2; whether it is one root of several."""
    digit = rf"[\d{_BELOW}]"
    names = "|".join(map(re.escape, sorted(letters, key=len, reverse=True)))
    if not names:
        return text, False
    numbered = re.compile(
        rf"(?<![\w\\])({names})(_?\{{?\s*{digit}(\s*[,/;]?\s*{digit})?\s*\}}?)(?=\s*=)"
    )
    found = list(numbered.finditer(text))
    for each in found:
        text = blank(text, each.start(2), each.end(2))
    again = re.match(rf"\s*({names})\s*=\s*(?=\1\s*=)", text)  # x1 = x2 = 3
    if again is not None:
        return blank(text, 0, again.end()), False
    return text, len(found) == 1 and found[0][3] is None


_COMMA: Final = re.compile(r"\d,\d")
_TWO_WAYS: Final = re.compile(r"\s*\w+\s*=\s*-?\d+,\d+\s*")
_LISTS: Final = re.compile(r"\{[^{}]*\}|\b\w\d,\d(?=\s*=)|\d+(?:,\d+){2,}")


def is_two_ways(text: str) -> bool:
    """Whether x = 2,3 may be two numbers or one."""
    return _TWO_WAYS.fullmatch(text) is not None


def has_decimal_comma(text: str) -> bool:
    """Whether a comma in this line can be nothing but that of a decimal number."""
    plain = _LISTS.sub(" ", set_plainly(text))
    return _COMMA.search(plain) is not None and not is_two_ways(plain)
