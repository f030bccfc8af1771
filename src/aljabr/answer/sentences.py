"""Sentences by id: a table has each in several languages, and tells which one a text is.

Whoever says something says it in English, where it arises. Here such a text is held against the
templates of `sentences.json`: what stands in their slots is kept, the rest is written in another
language. A row that begins with a blank or a mark is a part that follows other sentences. A new
sentence needs a row there; a new language, a column. What is in no row stays as it is.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from string import Formatter
from typing import Final, Literal, NamedTuple

Language = Literal["en", "de"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "de")

LISTS: Final = {
    "conditions": ", ", "roots": " or ", "complex": " or ", "letters": " and ",
    "functions": " and ", "rewritten": " and ", "equations": " and ", "several": " or ",
}  # fmt: skip
"""Slots that hold several things, and what stands between them."""
KNOWN_ITEMS: Final = ("roots", "complex", "rewritten", "several")
"""Those of which each must be a sentence itself."""
NESTED: Final = ("reason", "lemma", "said", "next", "extent", "kind")
"""Slots that hold a sentence."""
BETWEEN: Final[dict[Language, dict[str, str]]] = {
    "en": {},
    "de": {" or ": " oder ", " and ": " und "},
}
_WORDS: Final = re.compile(r"[^\W\d_]\s+[^\W\d_]|[;:]|\b(?:if|or|and|then|is)\b")
"""What no formula holds: one word after another, words that join, and colons."""
_TYPESET: Final = re.compile(r"\$[^$]*\$")


class Sentence(NamedTuple):
    """Which sentence a text is: ids joined by +, one for each part, and what its slots hold."""

    id: str
    slots: dict[str, str]


@dataclass(frozen=True)
class Row:
    """A sentence in every language, or a part of one."""

    id: str
    texts: dict[Language, str]

    @cached_property
    def is_part(self) -> bool:
        """Whether it follows another sentence."""
        return self.texts["en"][0] in " ,;"

    @cached_property
    def slots(self) -> list[str]:
        """The names of its slots."""
        return [name for _, name, _, _ in Formatter().parse(self.texts["en"]) if name]

    @cached_property
    def num_fixed(self) -> int:
        """How many characters are no slots."""
        return sum(len(each) for each, _, _, _ in Formatter().parse(self.texts["en"]))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        found = ["(?P<before>.+)"] if self.is_part else []
        for fixed, name, _, _ in Formatter().parse(self.texts["en"]):
            found.append(re.escape(fixed) + (f"(?P<{name}>.+?)" if name else ""))
        return re.compile("".join(found))

    def match(self, text: str) -> dict[str, str] | None:
        """Return what the slots hold, if a text is this sentence; for a part, what is before it."""
        matched = self.pattern.fullmatch(text)
        found = None if matched is None else matched.groupdict()
        return found if found is not None and all(map(_fits, found, found.values())) else None


Read = tuple[tuple[Row, dict[str, str]], ...]
"""The rows of a text, in order, with their slots."""


@lru_cache(maxsize=1)
def rows() -> tuple[Row, ...]:
    """Return the table, the most definite rows first, parts last."""
    text = files("aljabr.answer").joinpath("sentences.json").read_text("utf-8")
    found = (Row(each.pop("id"), each) for each in json.loads(text))
    return tuple(sorted(found, key=lambda row: (row.is_part, -row.num_fixed)))


def identify(text: str) -> Sentence | None:
    """Tell which sentence a text is, in English; None if it is in no row."""
    found = _read(text)
    if found is None:
        return None
    slots = {name: value for _, each in found for name, value in each.items()}
    return Sentence("+".join(row.id for row, _ in found), slots)


def unknown_parts(text: str) -> list[str]:
    """Return what of a text is in no row: it, or sentences in its slots."""
    found = _read(text)
    if found is None:
        return [text]
    nested = [value for _, slots in found for name, value in slots.items() if name in NESTED]
    return [part for each in nested for part in unknown_parts(each)]


def written(text: str, language: Language) -> str:
    """Write a sentence in another language; what is in no row stays as it is."""
    found = None if language == "en" else _read(text)
    if found is None:
        return text
    parts = (
        row.texts[language].format(
            **{name: _slot(name, value, language) for name, value in slots.items()}
        )
        for row, slots in found
    )
    return "".join(parts)


def _slot(name: str, value: str, language: Language) -> str:
    if name in NESTED:
        return written(value, language)
    if name not in LISTS:
        return value
    joint = LISTS[name]
    items = [written(each, language) for each in value.split(joint)]
    return BETWEEN[language].get(joint, joint).join(items)


@lru_cache(maxsize=4096)
def _read(text: str) -> Read | None:
    """Read a sentence and the parts that follow it."""
    for row in rows():
        found = row.match(text)
        if found is None:
            continue
        if not row.is_part:
            return ((row, found),)
        before = _read(found.pop("before"))
        if before is not None:
            return (*before, (row, found))
    return None


def _fits(name: str, value: str) -> bool:
    """Whether a slot may hold a value: formulas are verbatim, and have no words side by side."""
    if name in NESTED or name == "before":
        return True
    if name == "formula":
        return _TYPESET.fullmatch(value) is not None
    if name not in LISTS:
        return _is_formula(value)
    items = value.split(LISTS[name])
    if name == "several" and len(items) == 1:
        return False
    if name in KNOWN_ITEMS:
        return all(_read(each) is not None for each in items)
    return all(_is_formula(each) or _read(each) is not None for each in items)


def _is_formula(value: str) -> bool:
    typeset = _TYPESET.sub("a", value)
    return "$" not in typeset and _WORDS.search(typeset) is None
