"""A line of a student's work: one equation, or several of which one holds, or words.

x^2 = 9                   x = 3 or x = -3        x = ±3          x_1 = 3, x_2 = -3
x = b/a if a ≠ 0          x = 4/2 = 2            x in {2, 3}     no solution
u = x^2                   a name; from here on u stands for x^2
x = pi/6 + 2 pi n         a new letter n, k or m stands for any whole number
Case 1: x = 2             one of several cases; the name may stand on a line of its own
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from string import ascii_letters
from typing import Final, Literal, NamedTuple

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.lexer import letters, tokenize
from aljabr.algebra.parse import parse
from aljabr.algebra.signs import Signs
from aljabr.algebra.typed import ParseError
from aljabr.tutor import wording
from aljabr.tutor.wording import Part

Says = Literal["equations", "none", "all", "name"]
WHOLE_LETTERS: Final = "nkmjl"
"""Letters that stand for any whole number where they are new."""
MAX_LINES: Final = 100
MAX_CASES: Final = 12
_KINDS: Final = {">=": "root", "≥": "root", "\\ge": "root", "\\geq": "root", ">": "positive"}
_TURNED: Final = {"<=": "root", "≤": "root", "\\le": "root", "\\leq": "root", "<": "positive"}


class Side(NamedTuple):
    """A side of an equation without the unknown, and how it was typed."""

    value: Expr
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it was read."""

    text: str
    number: int
    """Its place in what was given, from 1."""
    cases: tuple[Equation, ...] = ()
    """Equations of which one holds."""
    says: Says = "equations"
    equal: tuple[tuple[Side, Side], ...] = ()
    """What is said to be equal besides, as in x = 4/2 = 2."""
    fault: str | None = None
    """Why it cannot be taken for an equation."""
    sources: tuple[str, ...] = field(default=(), compare=False)
    """The text of each case."""
    is_case: bool = field(default=False, compare=False)
    """Whether it is called one of several cases."""

    @property
    def states_roots(self) -> bool:
        """Whether it says what the unknown is, and nothing is left to do."""
        if self.says in ("none", "all"):
            return True
        return bool(self.cases) and all(each.is_isolated for each in self.cases)


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
        self._is_first = True
        self._number = 1  # the next if lines are numbered as in (1)
        self._is_case = False  # whether this line is called a case, or the one before that it is

    def lines(self, texts: Iterable[str]) -> list[Line]:
        """Read all lines; blank ones are left out.

        Raises:
            ParseError: if one cannot be read, with its line and column.
        """
        found = []
        for number, text in enumerate(texts, start=1):
            if text.strip() and not text.lstrip().startswith("#"):
                plain = wording.plain(text, self._meant)
                self._is_case |= plain.is_case
                if plain.is_case and not plain.text.strip():
                    continue
                found.append(self.line(text, number))
            if len(found) > MAX_LINES:
                raise ParseError(f"there are more than {MAX_LINES} lines", line=number)
        if not found:
            raise ParseError("there is no line to read")
        return found

    def line(self, text: str, number: int) -> Line:
        """Read one line."""
        try:
            tokenize("x" if len(text) <= 5_000 else text)  # the same limit as for an equation
            line = self._line(text.rstrip("\n"), number)
        except ParseError as error:
            raise ParseError(error.message, error.column, error.hint, number) from None
        self._is_first = False
        line = replace(line, is_case=self._is_case)
        self._is_case = line.fault == "assumption"  # what follows it is the case
        return line

    @property
    def _meant(self) -> set[str]:
        """Letters that mean something; of the first line any may."""
        if self._is_first:
            return set(ascii_letters)
        return {*self._letters, self.unknown, *self._constants}

    def _line(self, text: str, number: int) -> Line:
        shown = text.strip()
        unnumbered = wording.unnumbered(text, self._number)
        if unnumbered is not None:  # (2) x = 3 is a product, unless there was a (1)
            text, self._number = unnumbered, self._number + 1
        plain = wording.plain(text, self._meant).text
        if not self._is_first:
            if wording.says_none(plain):
                return Line(shown, number, says="none")
            if wording.says_all(plain):
                return Line(shown, number, says="all")
            if (fault := wording.fault(plain)) is not None:
                return Line(shown, number, fault=fault)
        parts = wording.parts(plain, self.unknown or self._asked or "x")
        if self._is_first:
            parts = parts or [Part(plain)]
            first = parse(parts[0].text, self._asked, self.table)
            self.unknown = first.unknown
            self._letters = {name for part in parts for name in letters(tokenize(part.text))}
        if not parts and self._is_case and wording.assumes(plain):
            return Line(shown, number, fault="assumption")
        if not parts or len(parts) > MAX_CASES:
            return Line(shown, number, fault="not_an_equation")
        if not self._is_first and any("=" not in part.text for part in parts):
            for part in parts:
                tokenize(part.text)
            return Line(shown, number, fault="not_an_equation")
        fault = self._new_letters(parts)
        if fault == "name":
            return Line(shown, number, says="name")
        if fault is not None:
            return Line(shown, number, fault=fault)
        cases, equal = [], []
        for part in parts:
            equation, others = self._case(part)
            cases.append(equation)
            equal += others
        sources = tuple(part.text.strip() for part in parts)
        return Line(shown, number, tuple(cases), equal=tuple(equal), sources=sources)

    @property
    def has_names(self) -> bool:
        """Whether a letter stands for an expression."""
        return any(each.lhs.holds_unknown for each in self._names.values())

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
        for name in sorted(new):
            left, _, right = parts[0].text.partition("=")
            sides = [left.strip(), right.strip()]
            if len(parts) == 1 and name in sides and len(new) == 1 and self.unknown not in sides:
                other = parts[0].text.replace(name, " ", 1) if sides[0] == name else left
                return self._name(name, other.replace("=", " ", 1))
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

    def _name(self, name: str, value: str) -> str:
        """Keep a name for an expression that holds the unknown."""
        equation = self.read(value)
        if not (equation.lhs.holds_unknown or equation.rhs.holds_unknown):
            return "new_letter"
        self._letters.add(name)
        self._names[self.inner(name)] = equation
        return "name"

    def read(self, text: str) -> Equation:
        """Read an equation with the letters and names that are known by now."""
        return self._named(parse(text, self.unknown, self.table, may_lack=True))

    def _named(self, equation: Equation) -> Equation:
        """Put what names stand for in their place."""
        used = equation.lhs.sym.free_symbols | equation.rhs.sym.free_symbols
        values = {name: each.lhs.sym for name, each in self._names.items() if name in used}
        if not values:
            return equation

        def put(expr: Expr) -> Expr:
            found = self.table.intern(ar.canonical(ar.rebuilt(expr.sym.subs(values))))
            if found is None:
                raise ParseError("the value is undefined or out of bounds", 1)
            return found

        defined = [self._names[name] for name in values]
        return Equation(
            put(equation.lhs),
            put(equation.rhs),
            self.unknown,
            (
                *(each for each in map(put, equation.domain) if not self._is_nonzero(each)),
                *(each for name in defined for each in name.domain),
            ),
            (*map(put, equation.positive), *(each for name in defined for each in name.positive)),
            (
                *((kind, put(each)) for kind, each in equation.real if not _is_sign(kind, each)),
                *(each for name in defined for each in name.real),
            ),
        )

    def _is_nonzero(self, expr: Expr) -> bool:
        """Whether this is a number that is not zero, such as e."""
        if expr.holds_symbols:
            return False
        return Signs(self.table).decides(Condition("nonzero", expr)) is True

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
            text = wording.blank(text, ends[0], ends[-1])
        equation = self.read(text)
        for each in part.conditions:
            equation = self._with_condition(equation, each)
        return equation, equal

    def _with_condition(self, equation: Equation, text: str) -> Equation:
        """Ask for what a student has written after `if`."""
        found = wording.COMPARISON.search(text)
        if found is None:
            return equation
        left = self.read(text[: found.start()]).lhs
        right = self.read(wording.blank(text, 0, found.end())).lhs
        sign = found[0]
        difference = right.sym - left.sym if sign in _TURNED else left.sym - right.sym
        expr = self.table.intern(difference)
        kind = _KINDS.get(sign) or _TURNED.get(sign)
        if expr is None or expr.is_number:
            return equation
        if kind is None:
            return replace(equation, domain=(*equation.domain, expr))
        return replace(equation, real=(*equation.real, (kind, expr)))


def _is_sign(kind: str, expr: Expr) -> bool:
    """Whether this is asked of (-1)^n, which is real for any whole number."""
    return kind == "positive" and bool(expr.sym == ar.MINUS_ONE)
