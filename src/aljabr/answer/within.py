"""The roots in an interval: members of families one by one, other roots if they lie in it.

Ends are compared with roots by `algebra.ordering`: exactly, or by balls that exclude each other.
What nobody can tell is said, not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cmp_to_key
from math import ceil, exp, floor, log, prod
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.equality import approximation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.isolating import NumericRoots
from aljabr.algebra.ordering import order
from aljabr.algebra.parse import parse
from aljabr.algebra.points import digits
from aljabr.algebra.printing import expr_latex, expr_text
from aljabr.algebra.typed import ParseError
from aljabr.answer.parts import Remark, Root
from aljabr.answer.solution import Solution
from aljabr.errors import UserError

MAX_MEMBERS: Final = 1_000
"""The most members of a family that are listed."""
MARGIN: Final = 1e-6
"""What an end is moved by before whole numbers are counted with floats."""
LARGEST: Final = 300.0
"""The largest exponent that is counted with."""
_SIGNS: Final = {"<=": "≤", "=<": "≤", ">=": "≥", "=>": "≥", "≤": "≤", "≥": "≥", "<": "<", ">": ">"}
_SPLIT: Final = re.compile(r"\s*(<=|=<|>=|=>|[≤≥<>])\s*")
_BRACKETS: Final = re.compile(r"\s*(?:(\S+)\s+(?:in|∈)\s*)?([\[(\]])(.+)[,;](.+)([\])\[])\s*")
_LETTER: Final = re.compile(r"[^\W\d]\w*")
_NOWHERE: Final = ("", "oo", "inf", "∞", "infinity")
_HINT: Final = "write it as 0 <= x < 2pi"


@dataclass(frozen=True, slots=True)
class Interval:
    """Where roots are asked for."""

    text: str
    letter: str | None
    """What it is about; None for [0, 1), which is about any unknown."""
    low: str | None
    high: str | None
    low_is_in: bool = False
    high_is_in: bool = False

    @property
    def in_degrees(self) -> bool:
        """Whether an end is typed in degrees."""
        return "°" in self.text

    def shown(self, unknown: str) -> str:
        """Write the interval."""
        left = f"{self.low} {'≤' if self.low_is_in else '<'} " if self.low is not None else ""
        right = f" {'≤' if self.high_is_in else '<'} {self.high}" if self.high is not None else ""
        if not left and self.high is None:
            return f"any {unknown}"
        if not left or not right:
            sign, end = ("<", self.high) if not left else (">", self.low)
            is_in = self.high_is_in if not left else self.low_is_in
            sign = {"<": "≤", ">": "≥"}[sign] if is_in else sign
            return f"{unknown} {sign} {end}"
        return f"{left}{unknown}{right}"


def read_interval(text: str) -> Interval:
    """Read `0 <= x < 2pi`, `x > 0`, `0° <= x < 360°` or `[0, 2pi)`.

    Raises:
        UserError: if it is no interval, or its ends are no numbers.
    """
    brackets = _BRACKETS.fullmatch(text)
    if brackets is not None:
        letter, opens, low, high, closes = brackets.groups()
        found = Interval(text, letter, _end(low), _end(high), opens == "[", closes == "]")
    else:
        found = _compared(text)
    table = ExprTable()
    ends = [_number(each, table) for each in (found.low, found.high) if each is not None]
    if len(ends) == 2 and order(table, *ends) == 1:
        raise UserError(f"the interval {text.strip()!r} is empty")
    return found


def _compared(text: str) -> Interval:
    parts = _SPLIT.split(text.strip())
    sides, signs = parts[::2], [_SIGNS[each] for each in parts[1::2]]
    if len(sides) == 3 and signs[0] in "≥>" and signs[1] in "≥>":
        sides, signs = sides[::-1], [{"≥": "≤", ">": "<"}[each] for each in reversed(signs)]
    if len(sides) == 3 and all(each in "≤<" for each in signs) and _LETTER.fullmatch(sides[1]):
        low, letter, high = sides
        return Interval(text, letter, _end(low), _end(high), signs[0] == "≤", signs[1] == "≤")
    if len(sides) == 2:
        first, second = sides
        sign = signs[0]
        if not _LETTER.fullmatch(first) or first in ("pi", "π"):
            first, second = second, first
            sign = {"≤": "≥", "≥": "≤", "<": ">", ">": "<"}[sign]
        if _LETTER.fullmatch(first) and first not in ("pi", "π"):
            is_in = sign in "≤≥"
            if sign in "≥>":
                return Interval(text, first, _end(second), None, is_in)
            return Interval(text, first, None, _end(second), high_is_in=is_in)
    raise UserError(f"{text.strip()!r} is no interval; {_HINT}")


def _end(text: str) -> str | None:
    text = text.strip()
    return None if text.lstrip("+-") in _NOWHERE and text else text


def _number(text: str, table: ExprTable) -> Expr:
    try:
        found = parse(f"x = {text}", "x", table)
    except ParseError as reason:
        raise UserError(f"the end {text!r} is not read: {reason}") from None
    if found.rhs.holds_symbols or found.lhs.sym != ar.X:
        raise UserError(f"the end {text!r} is no number; {_HINT}")
    return found.rhs


# -- families --------------------------------------------------------------------------------------

Ends = tuple[float, float]


def spans(expr: Expr, ends: Ends) -> Ends | None:
    """Return where a letter is if an expression of it lies between two numbers; None if unclear."""
    if expr.is_parameter:
        return ends
    inner = [child for child in expr.children if child.holds_symbols]
    if len(inner) != 1:
        return None
    others = [digits(child) for child in expr.children if not child.holds_symbols]
    if not all(isinstance(each, float) for each in others):
        return None
    found = _undone(expr, ends, [each for each in others if isinstance(each, float)])
    return None if found is None else spans(inner[0], (min(found), max(found)))


def _undone(expr: Expr, ends: Ends, others: list[float]) -> Ends | None:
    low, high = ends
    if expr.head == tk.ADD:
        return low - sum(others), high - sum(others)
    if expr.head == tk.MUL:
        return (low / prod(others), high / prod(others)) if prod(others) else None
    if expr.head == tk.LOG:
        return (exp(low), exp(high)) if high < LARGEST else None
    if expr.head == tk.EXP:
        return (log(low), log(high)) if low > 0 else None
    if expr.head == tk.POW and expr.children[1].is_number:
        return _rooted(Fraction(others[0]).limit_denominator(100), low, high)
    return None


def _rooted(exponent: Fraction, low: float, high: float) -> Ends | None:
    """Undo a power: u^2, sqrt(u), 1/u between positive numbers."""
    if exponent in (Fraction(1, 2), Fraction(1, 4)):
        high = max(high, 0.0)
        return max(low, 0.0) ** float(1 / exponent), high ** float(1 / exponent)
    if exponent > 0 and exponent.denominator == 1 and exponent.numerator % 2 == 0:
        size = max(high, 0.0) ** float(1 / exponent)
        return -size, size
    if exponent == -1 and low * high > 0:
        return 1 / high, 1 / low
    return None


# -- roots -----------------------------------------------------------------------------------------


def within(solution: Solution, interval: Interval) -> Solution:
    """Return an answer with the members of its roots that lie in an interval.

    Raises:
        UserError: if the interval is about another letter, the roots hold parameters, or a family
            has too many members.
    """
    unknown = solution.unknown
    if interval.letter not in (None, unknown) and unknown:
        raise UserError(f"the interval is about {interval.letter}, the unknown is {unknown}")
    lister = _Lister(interval, unknown)
    found = [each for root in solution.roots for each in lister.members(root)]
    note = solution.note
    if lister.unclear:
        open_ones = " and ".join(dict.fromkeys(lister.unclear))
        said = f"It is not decided which of {open_ones} lie in the interval."
        note = Remark(f"{note} {said}".strip(), f"{note.latex} {said}".strip())
    return replace(
        solution,
        where=interval.shown(unknown),
        members=lister.in_order(found),
        members_complete=not lister.unclear
        and (solution.complete or solution.status == "no_solution"),
        note=note,
        numeric_roots=solution.numeric_roots and lister.decimals(solution.numeric_roots),
    )


class _Lister:
    """Lists the members of roots in one interval."""

    def __init__(self, interval: Interval, unknown: str) -> None:
        self.interval = interval
        self.unknown = unknown
        self.table = ExprTable()
        self.unclear: list[str] = []
        self.low, self.high = (None if each is None else _number(each, self.table)
                               for each in (interval.low, interval.high))  # fmt: skip

    def members(self, root: Root) -> Iterator[tuple[Expr, Root]]:
        """Yield what a root, or a family, has in the interval."""
        letters = [] if root.family is None else root.family.split(", ")
        expr = parse(f"x = {root.value}", "x", self.table).rhs
        names = {str(each) for each in expr.sym.free_symbols}
        if names - set(letters):
            listed = ", ".join(sorted(names - set(letters)))
            raise UserError(f"an interval needs roots that are numbers; these hold {listed}")
        if not letters:
            yield from self._kept(expr, root, {})
            return
        span = self._span(expr) if len(letters) == 1 else None
        if span is None:
            self.unclear.append(f"{self.unknown} = {root.value}")
            return
        for number in span:
            count = {ar.symbol(letters[0]): ar.rational(number)}
            member = self.table.intern(ar.expand(expr.sym.subs(count)))
            if member is None:
                self.unclear.append(f"{self.unknown} = {root.value}")
                return
            yield from self._kept(member, root, {letters[0]: number})

    def _span(self, expr: Expr) -> range | None:
        """Return the whole numbers whose members may lie in the interval, and a few more.

        This is arithmetic with floats, and a margin: members are decided one by one. None if there
        is no end to them, or what surrounds the letter is not undone.
        """
        if self.low is None or self.high is None:
            raise UserError("a family has members without end: give both ends of the interval")
        ends = digits(self.low), digits(self.high)
        if not isinstance(ends[0], float) or not isinstance(ends[1], float):
            raise UserError("the ends of an interval are real numbers")
        found = spans(expr, (ends[0] - MARGIN, ends[1] + MARGIN))
        if found is None:
            return None
        if found[1] - found[0] > MAX_MEMBERS:
            raise UserError(f"a family has more than {MAX_MEMBERS:,} members in the interval")
        return range(floor(found[0]) - 1, ceil(found[1]) + 2)

    def _kept(self, expr: Expr, root: Root, counts: dict[str, int]) -> Iterator[tuple[Expr, Root]]:
        if root.real is False:
            return
        verdicts = [each.holds(counts) for each in root.conditions]
        verdicts += [self._is_above(expr), self._is_below(expr)]
        if False in verdicts:
            return
        text, latex = self._written(expr)
        if None in verdicts:
            self.unclear.append(f"{self.unknown} = {text}")
            return
        about = approximation(expr)
        found = replace(root, value=text, latex=latex, conditions=(), family=None, approx=about)
        yield expr, found

    def decimals(self, numeric: NumericRoots) -> NumericRoots:
        """Return the certified decimals in the interval; one at an end is taken to be the end."""
        low, high = numeric.window or (float("-inf"), float("inf"))
        values = [each for each in numeric.values if not isinstance(each, tuple)]
        for end, way, is_in in (
            (self.low, 1, self.interval.low_is_in),
            (self.high, -1, self.interval.high_is_in),
        ):
            place = None if end is None else digits(end)
            if isinstance(place, float):
                slack = -MARGIN if is_in else MARGIN
                values = [each for each in values if way * (each - place) > slack]
                low, high = (max(low, place), high) if way > 0 else (low, min(high, place))
        window = None if (low, high) == (float("-inf"), float("inf")) else (low, high)
        return replace(numeric, values=tuple(values), window=window)

    def _is_above(self, expr: Expr) -> bool | None:
        if self.low is None:
            return True
        found = order(self.table, expr, self.low)
        return None if found is None else found > 0 or (found == 0 and self.interval.low_is_in)

    def _is_below(self, expr: Expr) -> bool | None:
        if self.high is None:
            return True
        found = order(self.table, expr, self.high)
        return None if found is None else found < 0 or (found == 0 and self.interval.high_is_in)

    def _written(self, expr: Expr) -> tuple[str, str]:
        """Write a member, in degrees if the interval is and it is a fraction of pi."""
        share = ar.expand(expr.sym / ar.PI)
        if self.interval.in_degrees and ar.is_rational(share):
            degrees = Fraction(int(share.p), int(share.q)) * 180
            return f"{degrees}°", rf"{degrees}^\circ"
        return expr_text(expr), expr_latex(expr)

    def in_order(self, found: list[tuple[Expr, Root]]) -> tuple[Root, ...]:
        """Return members from the least on, each once."""
        kept: list[tuple[Expr, Root]] = []
        for expr, root in found:
            if not any(order(self.table, expr, other) == 0 for other, _ in kept):
                kept.append((expr, root))

        def compared(one: tuple[Expr, Root], other: tuple[Expr, Root]) -> int:
            return order(self.table, one[0], other[0]) or 0

        return tuple(root for _, root in sorted(kept, key=cmp_to_key(compared)))
