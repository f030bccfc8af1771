"""Words in a student's line, and what they mean: a table.

Only words of the table are left out. A line with any other word is not read, for what it says may
turn the meaning round.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Final, NamedTuple

_KINDS: Final = {
    "denies": "not no never reject rejects rejected rejecting extraneous impossible invalid discard"
    " discarded exclude excluded fail fails false contradiction undefined inadmissible nicht kein"
    " keine unmöglich verworfen entfällt ungültig falsch scheinlösung",
    "checks": "check checking checks probe verify verification test testing lhs rhs",
    "answers": "answer answers solution solutions root roots result results antwort lösung lösungen"
    " ergebnis nullstelle",
    "limits": "only other others another more just else alone",
    "reasons": "since because as due weil da denn",
    "joins": "so thus hence then therefore also let",
    "plain": "a an the this that these those it is are be has have had get gets got gives give we i"
    " you now finally next first again either both all each every"
    " put set call define denote substitute substitution substituting resubstitution back sei"
    " setze rücksubstitution solve solved solving zero step schritt"
    " zeros value values final real equation unknown possible allowed permitted"
    " valid accepted yes ok true correct works done qed daher"
    " somit ist sind die der das den eine gilt mit und"
    " add added adding subtract subtracted subtracting divide divided dividing multiply multiplied"
    " multiplying times plus minus square squared squaring take taking move moving bring"
    " collect collecting cancel cancelling simplify simplified simplifying expand expanding"
    " expanded combine factor factors factored factoring factorise factorize factorising out"
    " rearrange rearranging complete apply applying use using cross flip switch sides side both"
    " term terms like by from on to of in into over with left right hand square formula quadratic"
    " rule identity law theorem zero product logarithm logarithms logs power powers base bases"
    " denominator denominators common fraction fractions bracket brackets absolute inverse"
    " addiere subtrahiere dividiere multipliziere durch beide beiden seiten auf",
}
_WORDS: Final = {word: kind for kind, words in _KINDS.items() for word in words.split()}
"""Words, each with its kind; those of two kinds have the last."""
_RUN: Final = re.compile(r"(?<![\\A-Za-z_])[^\W\d_]{2,}(?:'[a-z]+)?")
_NAMING: Final = frozenset(
    {"if", "or", "and", "sin", "cos", "tan", "log", "ln", "lg", "pi", "sqrt", "exp"}
)


class Remark(NamedTuple):
    """What stands beside the mathematics in words."""

    start: int
    """Where it begins."""
    end: int
    kinds: frozenset[str] = frozenset()
    is_known: bool = True
    """Whether every word of it is in the table."""
    is_one: bool = False
    """Whether it calls something one of several: `a root`."""

    @property
    def denies(self) -> bool:
        """Whether it says that what it stands beside is no root."""
        return "denies" in self.kinds

    @property
    def is_clear(self) -> bool:
        """Whether there is one way to read it: `not the only one` denies something else."""
        return self.is_known and not {"denies", "limits"} <= self.kinds


def is_word(run: str, letters: Container[str]) -> bool:
    """Whether a run of letters is a word; a short one may be a product of letters."""
    if run.lower() not in _WORDS:
        return False
    return len(run) > 3 or not all(letter in letters for letter in run)


def remark(text: str, start: int, end: int) -> Remark:
    """Look up the words of a piece of a text, up to the reason that it gives."""
    kinds = set()
    is_known = True
    for run in _RUN.findall(text[start:end]):
        kind = _WORDS.get(run.lower())
        if kind == "reasons":
            break
        if kind is not None:
            kinds.add(kind)
        elif run.lower() not in _NAMING:
            is_known = False
    is_one = re.search(r"\b(?:an?|one|eine?)\s+[^\W\d]", text[start:end]) is not None
    return Remark(start, end, frozenset(kinds), is_known, is_one and "answers" in kinds)


def behind(text: str, letters: Container[str]) -> Remark | None:
    """Find the remark at the end of a piece: `x = 2 is a root`, `3x = 9 (subtract 1)`."""
    for found in _runs(text, letters):
        start = found.start()
        opened = text.rfind("(", 0, start)
        if opened > text.rfind(")", 0, start):
            start = opened
        return remark(text, start, len(text))
    return None


def in_front(text: str, letters: Container[str]) -> Remark | None:
    """Find the words that a line begins with: `The solution is x = 4`, `Divide by 3: x = 3`."""
    label = re.match(r"[^=<>≠≥≤:]*:(?!=)", text)
    if label is not None and any(_runs(label[0], letters)) and text[label.end() :].strip():
        return remark(text, 0, label.end())
    end = 0
    while found := re.compile(rf"\s*({_RUN.pattern})[:,]?(?=\s)").match(text, end):
        is_joining = _WORDS.get(found[1]) == "joins" and text[found.end() :].lstrip()[:1] != "="
        if not (is_joining or is_word(found[1], letters)):
            break
        end = found.end()
    return remark(text, 0, end) if end and text[end:].strip() else None


def alone(text: str, letters: Container[str]) -> Remark | None:
    """Read a text of words only; None if there is mathematics in it."""
    if re.fullmatch(r"[\w\s.,;:!?'-]*", text) is None or not any(_runs(text, letters)):
        return None
    found = remark(text, 0, len(text))
    return found if found.is_known else None


def _runs(text: str, letters: Container[str]) -> Iterator[re.Match[str]]:
    return (found for found in _RUN.finditer(text) if is_word(found[0], letters))
