"""For which whole numbers n a condition such as -1 ≤ pi/6 + 2*pi*n ≤ 1 can hold.

The range is led back through what stands around the letter, as far as that rises or falls, with
balls: a number that is left out is proved not to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import lcm
from typing import Final

from flint import arb, ctx

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Exact, on_line, sign_of

MAX_WHOLES: Final = 100
"""The most whole numbers that are listed."""
_PRECISION: Final = 256

Range = tuple[arb, arb]
"""Lower and upper end."""


def wholes(condition: Condition, real: bool = True) -> range | None:
    """Return the whole numbers for which alone a condition can hold; None if they are not known.

    Only conditions that hold one letter, and that for a whole number, are understood. Where
    roots and logarithms need not be real, only what is a multiple of the letter, or a sum with one.
    """
    letters = condition.expr.sym.free_symbols
    if len(letters) != 1 or not letters <= set(ar.INTEGERS):
        return None
    if not real and any(each.head in (tk.POW, tk.LOG) and each.sym.free_symbols
                        for each in condition.expr.walk()):  # fmt: skip
        return None
    with ctx.workprec(_PRECISION):
        if condition.kind in _RANGES:
            low, high = _of_letter(condition.expr, _RANGES[condition.kind]())
        else:
            low, high = _of_square(condition) if condition.kind in _SIDES else _real_line()
        if low > high:
            return range(0)
        if not (low.is_finite() and high.is_finite()) or high - low > MAX_WHOLES:
            return None
        first, last = low.lower().ceil(), high.upper().floor()
        return range(int(first.mid().fmpz()), int(last.mid().fmpz()) + 1)


def _of_square(condition: Condition) -> Range:
    """Return where what holds between the zeros of a parabola may hold: 4 - pi^2*n^2 ≥ 0."""
    (letter,) = condition.expr.sym.free_symbols
    sym = ar.expand(_SIDES[condition.kind][0] * condition.expr.sym)
    slope = ar.expand(sym.diff(letter))
    if letter in slope.diff(letter).free_symbols:
        return _real_line()
    at_zero = (each.subs({letter: ar.ZERO}) for each in (slope.diff(letter), slope, sym))
    exprs = [ExprTable().intern(each) for each in at_zero]
    numbers = [None if each is None else _number(each) for each in exprs]
    twice_a, b, c = (arb("nan") if each is None else each for each in numbers)
    if not twice_a < 0:
        return _real_line()
    discriminant = b * b - 2 * twice_a * c
    if discriminant < 0:
        return arb(1), arb(0)  # which is nowhere
    middle, reach = -b / twice_a, discriminant.upper().sqrt() / -twice_a
    return middle - reach, middle + reach


def within(conditions: Iterable[Condition], real: bool = True) -> Ends:
    """Return the ends of the whole numbers for which alone conditions on one letter can hold."""
    least: int | None = None
    largest: int | None = None
    for each in conditions:
        few = wholes(each, real)
        low, high = ends(each) or (None, None) if few is None else (few.start, few.stop - 1)
        least = max((end for end in (least, low) if end is not None), default=None)
        largest = min((end for end in (largest, high) if end is not None), default=None)
    return least, largest


def bound(expr: Expr) -> tuple[int | None, int | None] | None:
    """Return the least and the largest whole number for which an expression is positive.

    None if they are not known; an end of the range is no whole number, or there is none.
    """
    letters = expr.sym.free_symbols
    if len(letters) != 1 or not letters <= set(ar.INTEGERS):
        return None
    with ctx.workprec(_PRECISION):
        low, high = _of_letter(expr, (arb(0), arb("inf")))
        ends = [_between(each) if each.is_finite() else None for each in (low, high)]
        is_unclear = any(each.is_finite() and end is None
                         for each, end in zip((low, high), ends, strict=True))  # fmt: skip
        if is_unclear or low > high or ends == [None, None]:
            return None
    return None if ends[0] is None else ends[0] + 1, ends[1]


Ends = tuple[int | None, int | None]
"""The least and the largest whole number; None where there is no such end."""


def ends(condition: Condition) -> Ends | None:
    """Return the whole numbers n for which a + b*n ≥ 0 holds, or the like; None of all else."""
    expr, letters = condition.expr, condition.expr.sym.free_symbols
    if len(letters) != 1 or not letters <= set(ar.INTEGERS) or condition.kind not in _SIDES:
        return None
    (letter,), (side, is_strict) = letters, _SIDES[condition.kind]
    slope = ar.expand(expr.sym).diff(letter)
    way = sign_of(slope) * side
    if letter in slope.free_symbols or not way:
        return None
    zero = ar.expand(-expr.sym.subs({letter: ar.ZERO}) / slope)
    around = _around(zero)
    if around is None:
        return None
    below, above = around
    if is_strict and below == above:
        below, above = below - 1, above + 1
    return (above, None) if way > 0 else (None, below)


_SIDES: Final[dict[KindName, tuple[int, bool]]] = {
    "root": (1, False),
    "positive": (1, True),
    "minus_root": (-1, False),
    "negative": (-1, True),
}
"""On which side of zero, and whether zero itself is left out."""


def _around(number: Sym) -> tuple[int, int] | None:
    """Return the next whole numbers below and above a real number, itself if it is one."""
    if ar.is_rational(number):
        return int(number.p) // int(number.q), -(-int(number.p) // int(number.q))
    with ctx.workprec(_PRECISION):
        expr = ExprTable().intern(number)
        value = None if expr is None or expr.holds_symbols else Exact(0).value(expr)
        below = _between(value.real) if value is not None and value.imag == 0 else None
    return None if below is None else (below, below + 1)


def _between(ball: arb) -> int | None:
    """Return the next lower whole number, if a ball lies strictly between two of them."""
    low, high = ball.lower().floor(), ball.upper().floor()
    is_inside = not ball.contains_integer() and low.mid() == high.mid()
    return int(low.mid().fmpz()) if is_inside else None


def _real_line() -> Range:
    return arb("-inf"), arb("inf")


_RANGES: Final[dict[KindName, Callable[[], Range]]] = {
    "unit": lambda: (arb(-1), arb(1)),
    "asin": lambda: (-arb.pi() / 2, arb.pi() / 2),
    "atan": lambda: (-arb.pi() / 2, arb.pi() / 2),
    "acos": lambda: (arb(0), arb.pi()),
}


def _of_letter(expr: Expr, ends: Range) -> Range:
    """Return where the letter must lie for an expression to lie within a range."""
    held = [each for each in expr.children if each.sym.free_symbols]
    if not expr.children:
        return ends
    if len(held) != 1:
        return _real_line()
    inner = held[0]
    rest = [_number(each) for each in expr.children if each is not inner]
    if any(each is None for each in rest):
        return _real_line()
    numbers = [each for each in rest if each is not None]
    low, high = ends
    if expr.head == tk.ADD:
        shift = sum(numbers, arb(0))
        return _of_letter(inner, (low - shift, high - shift))
    if expr.head == tk.MUL:
        return _divided(inner, ends, numbers)
    if expr.head == tk.POW and expr.children[0] is inner:
        return _rooted(expr, ends)
    if expr.head == tk.LOG:
        return _of_letter(inner, (low.exp(), high.exp()))
    if expr.head == tk.EXP and high > 0:
        return _of_letter(inner, (low.log() if low > 0 else arb("-inf"), high.log()))
    return _real_line()


def _divided(inner: Expr, ends: Range, factors: list[arb]) -> Range:
    factor = arb(1)
    for each in factors:
        factor *= each
    low, high = ends
    if factor > 0:
        return _of_letter(inner, (low / factor, high / factor))
    return _of_letter(inner, (high / factor, low / factor)) if factor < 0 else _real_line()


def _rooted(expr: Expr, ends: Range) -> Range:
    """Undo a square root, a power with a whole exponent, or one over these."""
    (base, exponent), (low, high) = expr.children, ends
    if exponent.is_number and exponent.sym < 0 and (low > 0 or high < 0):
        low, high = 1 / high, 1 / low
    elif not exponent.is_number or not exponent.sym > 0:
        return _real_line()
    p, q = abs(int(exponent.sym.p)), int(exponent.sym.q)
    if p == q == 1:
        return _of_letter(base, (low, high))
    if not high >= 0:
        return _real_line()
    largest = high ** (arb(q) / p)
    if q % 2 == 0:  # a root, of what is not negative
        return _of_letter(base, (low ** (arb(q) / p) if low > 0 else arb(0), largest))
    return _of_letter(base, (-largest, largest)) if p % 2 == 0 and q == 1 else _real_line()


def _number(expr: Expr) -> arb | None:
    value = Exact(0, precision=_PRECISION).value(expr)
    return value.real if value.is_finite() and on_line(value) else None


# -- again and again -------------------------------------------------------------------------------

MAX_PERIOD: Final = 24
"""The longest period whose values are looked through."""


def period_of(expr: Expr) -> int | None:
    """Return after how many whole numbers n the values of cos(pi*n/3), and the like, come again.

    None if the letter stands elsewhere, too, or the period is long.
    """
    letters = expr.sym.free_symbols
    if len(letters) != 1 or not letters <= set(ar.INTEGERS):
        return None
    (letter,) = letters
    found = _period(expr, letter)
    return found if found is not None and found <= MAX_PERIOD else None


def _period(expr: Expr, letter: Sym) -> int | None:
    if letter not in expr.sym.free_symbols:
        return 1
    if expr.head in (tk.SIN, tk.COS, tk.TAN):
        slope = ar.expand(expr.children[0].sym).diff(letter) / ar.PI
        return 2 * int(slope.q) if ar.is_rational(slope) else None
    if expr.head == tk.POW and expr.children[0].sym == ar.MINUS_ONE:
        slope = ar.expand(expr.children[1].sym).diff(letter)
        return 2 if slope.is_integer else None
    parts = [_period(each, letter) for each in expr.children]
    known = [each for each in parts if each is not None]
    return lcm(*known) if known and len(known) == len(parts) else None
