"""A line of a student's work: one equation, or several of which one holds, or words.

x^2 = 9                   x = 3 or x = -3        x = ±3          x_1 = 3, x_2 = -3
x = b/a if a ≠ 0          x = 4/2 = 2            x in {2, 3}     no solution
u = x^2                   a name; from here on u stands for x^2
x = pi/6 + 2 pi n         a new letter n, k or m stands for any whole number
Case 1: x = 2             one of several cases; the name may stand on a line of its own
x = -1 (rejected)         said to be no root
Check: 2*4 + 3 = 11       numbers that agree

What is set around a line is taken off in `spelling`, words are the matter of `wording` and
`remarks`. A line that cannot be read is kept for its place, with what is wrong; only the first one
must be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from string import ascii_letters
from typing import Final, cast

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.lexer import MAX_CHARACTERS, letters, tokenize
from aljabr.algebra.parse import parse
from aljabr.algebra.typed import ParseError
from aljabr.tutor import remarks, spelling, wording
from aljabr.tutor.intervals import Interval, interval_of
from aljabr.tutor.letters import letter_of, sought
from aljabr.tutor.lines import Line, Says, Side
from aljabr.tutor.naming import put_names, written_with
from aljabr.tutor.spelling import Statement, blank
from aljabr.tutor.wording import Part

__all__ = ["Line", "Reader", "Side"]

WHOLE_LETTERS: Final = "nkmjl"
"""Letters that stand for any whole number where they are new."""
MAX_LINES: Final = 100
MAX_CASES: Final = 12
_KINDS: Final = {">=": "root", "≥": "root", "\\ge": "root", "\\geq": "root", ">": "positive"}
_TURNED: Final = {"<=": "root", "≤": "root", "\\le": "root", "\\leq": "root", "<": "positive"}


class Reader:
    """Reads the lines of one derivation, in order."""

    def __init__(
        self, table: ExprTable, unknown: str | None = None, is_complex: bool = False
    ) -> None:
        self.table = table
        self._constants = {"e": ar.exponential(ar.ONE)}
        if is_complex:
            self._constants["i"] = ar.IMAGINARY
        self.unknown = unknown or ""
        self._asked = unknown
        self._letters: set[str] = set()
        self._names: dict[Sym, Equation] = {}
        self._named_letters: set[str] = set()
        self._is_first = True
        self._number = 1  # the next if lines are numbered as in (1)
        self._is_case = False  # whether this line is called a case, or the one before that it is
        self._last: Line | None = None  # the one before, remarks left out
        self._has_decimal_commas = False
        self._has_regions = False  # whether lines that say where the unknown is are cases

    def lines(self, texts: Iterable[str]) -> list[Line]:
        """Read all lines; blank ones are left out.

        Raises:
            ParseError: if the first cannot be read, with its line and column.
        """
        typed = list(texts)
        steps = self._steps(typed)
        if not steps:
            raise ParseError("there is no line to read")
        self._asked = self._asked or sought([step.text for _, step in steps])
        self._has_decimal_commas = any(map(spelling.has_decimal_comma, typed))
        self._has_regions = sum(wording.is_region(step.text) for _, step in steps) > 1
        found = []
        for number, step in steps:
            self._is_case |= step.assumes or wording.plain(step.text, self._meant).is_case
            if self._is_case and not wording.plain(step.text, self._meant).text.strip():
                continue
            found.append(self.line(step.text, number, step.shown))
            if len(found) > MAX_LINES:
                raise ParseError(f"there are more than {MAX_LINES} lines", line=number)
        if not found:
            raise ParseError("there is no line to read")
        return found

    def _steps(self, texts: list[str]) -> list[tuple[int, Statement]]:
        """Cut the lines into steps, each with the number of its line."""
        kinds = spelling.margins(texts)
        return [
            (number, step)
            for number, text in enumerate(texts, start=1)
            if spelling.set_plainly(text[:MAX_CHARACTERS]).strip()
            for step in spelling.statements(text, kinds)
        ]

    def line(self, text: str, number: int, shown: str = "") -> Line:
        """Read one line.

        Args:
            text: the line, without what is set around it.
            number: its place in what was given.
            shown: the line as it was typed.
        """
        try:
            if len(text) > MAX_CHARACTERS:
                tokenize(text)  # says so
            line = self._line(text, number, shown)
        except ParseError as error:
            if self._is_first:
                raise ParseError(error.message, error.column, error.hint, number) from None
            line = Line(shown or text.strip(), number, fault="unread", told=_told(error))
        self._is_first = False
        line = replace(line, is_case=line.is_case or self._is_case)
        if not line.is_remark:
            self._is_case = line.fault == "assumption"  # what follows it is the case
            self._last = line
        return line

    def again(self, text: str, number: int) -> Line | None:
        """Read a text apart from the lines around it; None if it cannot be read."""
        kept = self._is_case, self._last
        self._is_case, self._last = False, None
        line = self.line(text, number)
        self._is_case, self._last = kept
        return line if line.fault is None else None

    @property
    def _meant(self) -> set[str]:
        """Letters that mean something; of the first line any may."""
        if self._is_first:
            return set(ascii_letters)
        return {*self._letters, self.unknown, *self._constants}

    def _line(self, text: str, number: int, shown: str) -> Line:
        without = wording.numbered(text, self._number)
        if without is not None:  # (2) x = 3 is a product, unless there was a (1)
            text, self._number = without, self._number + 1
        plain = wording.plain(text, self._meant)
        line = Line(shown or text.strip(), number)
        if self._is_first:
            return self._given(line, plain.text)
        if (said := self._in_words(line, plain)) is not None:
            return said
        unknown = self.unknown
        text = wording.listed(plain.text, unknown, "answers" in plain.kinds)
        is_two_ways = spelling.is_two_ways(text) and not self._has_decimal_commas
        text, is_one = spelling.unnumbered(text, {unknown, *self._named_letters})
        fault = "two_ways" if is_two_ways else None
        line = replace(line, is_case=is_one, fault=fault, plain=text)
        if (fault := wording.fault(text)) is not None:
            return replace(line, fault=fault)
        parts = wording.parts(text, unknown, self._meant)
        if any(wording.is_region(each) for part in parts for each in part.conditions):
            line = replace(line, is_case=True)  # x - 1 = 3 (x >= 1)
        if "denies" in plain.kinds:
            parts = [part._replace(is_struck=True) for part in parts]
        if not parts and wording.compares(text):
            return self._comparison(line, text)
        if not parts or len(parts) > MAX_CASES or any("=" not in each.text for each in parts):
            for part in parts:
                tokenize(part.text)
            return replace(line, fault="not_an_equation")
        fault = self._new_letters(parts)
        if fault in ("name", "remark"):
            return replace(line, says=cast(Says, fault), equal=self._values(parts))
        if fault is not None:
            return replace(line, fault=fault)
        return self._of_parts(line, parts)

    def _given(self, line: Line, text: str) -> Line:
        """Read the first line, which says what the unknown is."""
        text, _ = spelling.unnumbered(text, ())
        parts = wording.parts(text, self._asked or "x", self._meant) or [Part(text)]
        first = parse(parts[0].text, self._asked, self.table)
        self.unknown = first.unknown
        self._letters = {name for part in parts for name in letters(tokenize(part.text))}
        interval = self._interval(first, parts[0].conditions)
        if interval is not None:
            parts = [part._replace(conditions=()) for part in parts]
        return replace(self._of_parts(line, parts[:MAX_CASES]), interval=interval)

    def _interval(self, equation: Equation, conditions: Sequence[str]) -> Interval | None:
        """Return the interval that conditions tell, if they tell no more."""
        asked = replace(equation, domain=(), real=())
        for each in conditions:
            asked = self._with_condition(asked, each)
        return None if asked.domain else interval_of(self.table, asked.real)

    def _in_words(self, line: Line, plain: wording.Plain) -> Line | None:
        """Read what is said in words; None if it is an equation."""
        text = plain.text
        if wording.says_none(text):
            return replace(line, says="none")
        if wording.says_all(text):
            return replace(line, says="all")
        point = re.match(r"\s*(\w+\s*=[^=:]*?):\s(?=.*(?:=|≠))", text)
        if point is not None and self._is_stated(point[1]):  # x = 4: sqrt(4) = 2
            return self._check(line, blank(text, 0, point.end()))
        if "checks" in plain.kinds:
            return self._check(line, text)
        words = remarks.alone(text, self._meant)
        if words is not None:
            return replace(line, fault="not_an_equation") if words.denies else _remark(line)
        return None

    def _is_stated(self, text: str) -> bool:
        """Whether the line before states this root."""
        stated = self._last.sources if self._last is not None else ()
        return any("".join(text.split()) == "".join(each.split()) for each in stated)

    def _check(self, line: Line, text: str) -> Line:
        """Read what is said to be equal in numbers; nothing is asked of what is denied."""
        pieces = re.split(r"[,;]\s|[,;]$", text)
        if any(remarks.remark(each, 0, len(each)).denies or "≠" in each for each in pieces):
            return _remark(line)
        equal: list[tuple[Side, Side]] = []
        for piece in pieces:
            try:
                texts = piece.strip().lstrip("=").split("=")
                sides = [Side(self.read(each).lhs, each.strip()) for each in texts]
            except ParseError:  # words: nothing to check
                continue
            if not any(each.value.holds_symbols for each in sides):
                equal += pairwise(sides)
        return replace(line, says="check", equal=tuple(equal))

    def _comparison(self, line: Line, text: str) -> Line:
        """Read x >= 1 and x ≠ 2: a case, if it is called one, else a remark."""
        if self._is_case or (self._has_regions and wording.is_region(text)):
            return replace(line, fault="assumption")
        return _remark(line)

    def _of_parts(self, line: Line, parts: list[Part]) -> Line:
        """Read the cases of a line."""
        kept = [part for part in parts if not part.is_struck]
        cases, equal = [], []
        for part in kept or parts:
            equation, others = self._case(part)
            cases.append(equation)
            equal += others
        sources = tuple(part.text.strip() for part in kept or parts)
        line = replace(line, cases=tuple(cases), equal=tuple(equal), sources=sources)
        if not kept:
            return replace(line, says="rejects")
        if all(part.is_one for part in kept) and not self._is_first:
            return replace(line, says="root")
        is_end = self._last is not None and self._last.states_roots and not self._is_case
        if is_end and not any(each.lhs.holds_symbols or each.rhs.holds_symbols for each in cases):
            return self._check(replace(line, cases=()), "; ".join(sources))
        return line

    def _values(self, parts: list[Part]) -> tuple[tuple[Side, Side], ...]:
        """Return what is said to be equal in numbers beside a letter: D = 25 - 24 = 1."""
        found: list[tuple[Side, Side]] = []
        for part in parts:
            sides = [Side(self.read(each).lhs, each.strip()) for each in part.text.split("=")[1:]]
            found += [
                (one, other)
                for one, other in pairwise(sides)
                if not (one.value.holds_symbols or other.value.holds_symbols)
            ]
        return tuple(found)

    @property
    def has_names(self) -> bool:
        """Whether a letter stands for an expression."""
        return any(each.lhs.holds_unknown for each in self._names.values())

    def in_last_name(self, equation: Equation) -> str | None:
        """Write an equation with the name that was given last; None if that is not simple."""
        name, value = list(self._names.items())[-1]
        return written_with(self.table, equation, name, value)

    def is_name(self, letter: str) -> bool:
        """Whether a letter stands for an expression."""
        return letter in self._named_letters

    def inner(self, name: str) -> Sym:
        """Return the symbol of a letter: inside, the unknown is always x."""
        inside = {self.unknown: "x", "x": self.unknown}
        return ar.symbol(inside.get(name, name))

    def _new_letters(self, parts: list[Part]) -> str | None:
        """Make sense of letters that were not there before; return what is wrong, if anything."""
        if self._is_first:
            return None
        known = self._letters | {self.unknown}
        new = {name for part in parts for name in letters(tokenize(part.text))} - known
        if new and (kept := self._names_kept(parts, new)) is not None:
            return kept
        for name in sorted(new):
            constant = self._constants.get(name)
            if constant is None and name not in WHOLE_LETTERS:
                return "new_letter"
            self._letters.add(name)
            if constant is None:
                constant = ar.INTEGERS[WHOLE_LETTERS.index(name)]
            value = self.table.intern(constant)
            assert value is not None
            self._names[self.inner(name)] = Equation(value, value, self.unknown)
        return None

    def _names_kept(self, parts: list[Part], new: set[str]) -> str | None:
        """Keep letters that are given a meaning: `u = x^2`, or `a = 1, b = -5`."""
        pairs = []
        for part in parts:
            first, *others = part.text.split("=")
            if letter_of(first) not in new and len(others) == 1:
                first, others = others[0], [first]  # x^2 = u
            pairs.append((letter_of(first), others[-1]))
        names = [name for name, _ in pairs if name is not None]
        if {*names} != new or len(names) != len(new) or len(names) != len(pairs):
            return None
        values = [self.read(value) for _, value in pairs]
        if any(letter_of(value) == self.unknown for _, value in pairs) or not all(
            each.lhs.holds_unknown or not each.lhs.holds_symbols for each in values
        ):
            return None
        for name, value in zip(names, values, strict=True):
            self._letters.add(name)
            self._named_letters.add(name)
            self._names[self.inner(name)] = value
        return "name" if any(each.lhs.holds_unknown for each in values) else "remark"

    def read(self, text: str) -> Equation:
        """Read an equation with the letters and names that are known by now."""
        return put_names(
            self.table, parse(text, self.unknown, self.table, may_lack=True), self._names
        )

    def _case(self, part: Part) -> tuple[Equation, list[tuple[Side, Side]]]:
        signs = [token for token in tokenize(part.text) if token.kind == "="]
        text = part.text
        equal: list[tuple[Side, Side]] = []
        if len(signs) > 1:  # x = 4/2 = 2
            places = [sign.column - 1 for sign in signs]
            ends = [sign.end for sign in signs]
            pieces = [
                " " * start + text[start:end]
                for start, end in zip([0, *ends], [*places, len(text)], strict=True)
            ]
            if not all(each.strip() for each in pieces):
                parse(text, self.unknown, self.table, may_lack=True)  # says what is wrong
            sides = [Side(self.read(each).lhs, each.strip()) for each in pieces]
            holds = [each.value.holds_unknown for each in sides]
            if any(holds[1:-1]) or (holds[0] and holds[-1]):
                raise ParseError("a second '='", signs[1].column, "write one equation a line")
            middle = sides[:-1] if holds[-1] else sides[1:]
            equal = list(pairwise(middle))
            text = blank(text, ends[0], ends[-1])
        equation = self.read(text)
        for each in part.conditions:
            equation = self._with_condition(equation, each)
        return equation, equal

    def _with_condition(self, equation: Equation, text: str) -> Equation:
        """Ask for what a student has written after `if`."""
        found = wording.COMPARISON.search(text)
        if found is None:
            return equation
        further = wording.COMPARISON.search(text, found.end())
        if further is not None:  # 0 <= x < 2
            equation = self._with_condition(equation, blank(text, 0, found.end()))
            text = text[: further.start()]
        left = self.read(text[: found.start()]).lhs
        right = self.read(blank(text, 0, found.end())).lhs
        sign = found[0]
        difference = right.sym - left.sym if sign in _TURNED else left.sym - right.sym
        expr = self.table.intern(difference)
        kind = _KINDS.get(sign) or _TURNED.get(sign)
        if expr is None or expr.is_number:
            return equation
        if kind is None:
            return replace(equation, domain=(*equation.domain, expr))
        return replace(equation, real=(*equation.real, (kind, expr)))


def _remark(line: Line) -> Line:
    return replace(line, says="remark")


def _told(error: ParseError) -> str:
    """Say why a line is not read; what to write for a word would be no help."""
    hint = "" if error.message.startswith("the word") else error.hint
    return str(ParseError(error.message, error.column, hint))
