"""Roots found by trying, and proved to be all there are: 2^x + x = 6 for x = 2.

No step isolates the unknown of an equation that mixes exponentials, logarithms or sines with the
unknown itself. Small numbers are tried instead. That there are no other roots follows from Rolle's
theorem: between two zeros of a function its derivative has one, and so has that of the function
over something positive. A derivative of one sign everywhere leaves one zero at the most, one whose
own derivative has one sign leaves two, and so on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.bounds import bounds_of
from aljabr.algebra.conditions import Condition
from aljabr.algebra.equality import is_proved
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.forms import with_powers
from aljabr.algebra.points import Point, sign_of
from aljabr.algebra.prover import factors_of
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, Sign
from aljabr.game.exponentials import to_one_base
from aljabr.game.identities import Rewritten, rule
from aljabr.game.kernels import kernel_of
from aljabr.game.rules import Rule

_WHOLE: Final = (*range(-5, 11), 16, 25, 27, 32, 64, 81, 100, 1000)
_BROKEN: Final = ((1, 2), (-1, 2), (3, 2), (-3, 2), (1, 3), (1, 4), (1, 8), (1, 9), (1, 10))
TRIED: Final[tuple[Sym, ...]] = (
    *map(ar.rational, _WHOLE), *[ar.rational(*each) for each in _BROKEN],
    ar.EULER, 1 / ar.EULER, ar.EULER**2, ar.PI, -ar.PI, ar.PI / 2, -ar.PI / 2,
)  # fmt: skip
_VALUES: Final = {each: float(each) for each in TRIED}
MAX_ROOTS: Final = 3
"""The most roots that are proved to be all, each as often as it counts."""
MAX_TOKENS: Final = 60
MAX_DIVISORS: Final = 5
_CLOSE: Final = 1e-9

_KINDS: Final = {
    tk.EXP: "exponential",
    tk.LOG: "logarithm",
    tk.SIN: "turning",
    tk.COS: "turning",
    tk.ATAN: "turning",
}
_ALGEBRAIC: Final = {"power", "root"}


def by_trial(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Find the roots of what no step isolates, if they are simple numbers and proved to be all."""
    if (
        lhs.holds_parameters
        or rhs.holds_parameters
        or len(lhs.tokens) + len(rhs.tokens) > MAX_TOKENS
    ):
        return None
    kinds: set[str] = set()
    if not (_add_kinds(lhs, kinds) and _add_kinds(rhs, kinds)) or kinds <= _ALGEBRAIC:
        return None
    if len(kinds) == 1 and (kinds != {"exponential"} or _has_one_kernel(lhs, rhs)):
        return None
    return _tried(lhs.sym - rhs.sym)


def _has_one_kernel(lhs: Expr, rhs: Expr) -> bool:
    return kernel_of(lhs, rhs) is not None or to_one_base(lhs, rhs) is not None


def _add_kinds(expr: Expr, kinds: set[str]) -> bool:
    """Note what the unknown stands in; False where that has corners, poles or several values."""
    if not expr.holds_unknown:
        return True
    head = expr.head
    if head == tk.UNKNOWN:
        kinds.add("power")
        return True
    if head in (tk.ADD, tk.MUL):
        return all(_add_kinds(each, kinds) for each in expr.children)
    if head == tk.POW:
        base, exponent = expr.children
        if exponent.holds_unknown:
            kinds.add("exponential")
            return not base.holds_unknown and sign_of(base.sym) > 0 and _add_kinds(exponent, set())
        if exponent.is_number and exponent.sym.is_integer:
            return _add_kinds(base, kinds)
        kinds.add("root")
        return exponent.is_number and int(exponent.sym.q) == 2 and _add_kinds(base, set())
    if head not in _KINDS:
        return False
    kinds.add(_KINDS[head])
    return _add_kinds(expr.children[0], set())


@lru_cache(maxsize=1024)
def _tried(difference: Sym) -> Rewritten | None:
    table = ExprTable()
    expr = table.intern(ar.expand(difference))
    if expr is None or expr.head != tk.ADD or not _add_kinds(expr, set()):
        return None
    near = [each for each in TRIED if _is_near_zero(expr, _VALUES[each])]
    if not near or _is_product(difference):
        return None
    room = _room(table, expr)
    if room is None:
        return None
    written = table.intern(_collected(ar.expand(_by_exponentials(expr))))
    if written is None:
        return None
    search = _Search(table, expr, room)
    roots = [each for each in near if search.is_root(each)]
    if not roots or not search.differs_somewhere():
        return None
    most = min(MAX_ROOTS, sum(map(search.multiplicity, roots)))
    found = (search.at_most(written, count) for count in range(len(roots), most + 1))
    divisors = next((each for each in found if each is not None), None)
    if divisors is None:
        return None
    sides = tuple((ar.X, each) for each in sorted(roots, key=_VALUES.__getitem__))
    if len(divisors) == 1:
        shown = table.intern(divisors[0])
        divided = () if shown is None or shown.sym == 1 else (with_powers(shown),)
        said, terms = (RISES_DIVIDED if divided else RISES), divided
    else:
        said, terms = (CURVED, ()) if divisors == (ar.ONE, ar.ONE) else (ROLLE, ())
    return Rewritten(sides, said, terms)


RISES: Final = (
    "found by trying: the difference of the sides only rises or only falls, so there is no other"
)
RISES_DIVIDED: Final = (
    "found by trying: the difference of the sides, divided by {0}, only rises or only falls, so"
    " there is no other"
)
CURVED: Final = (
    "found by trying: the difference of the sides is curved one way only, so there is no other"
)
ROLLE: Final = "found by trying: by Rolle's theorem there is no other"


def _is_near_zero(expr: Expr, value: float) -> bool:
    """Whether a sum is zero as far as floats can tell."""
    try:
        parts = [_number(each, value) for each in expr.children]
        return abs(math.fsum(parts)) < _CLOSE * (1 + max(map(abs, parts)))
    except (ArithmeticError, ValueError):  # a logarithm of what is negative, or a large power
        return False


def _number(expr: Expr, value: float) -> float:
    """Evaluate where the unknown has a value."""
    head = expr.head
    if head == tk.UNKNOWN:
        return value
    if not expr.holds_unknown:
        return float(Point(0).value(expr).real.mid())
    parts = [_number(each, value) for each in expr.children]
    if head == tk.ADD:
        return math.fsum(parts)
    if head == tk.MUL:
        return math.prod(parts)
    return math.pow(*parts) if head == tk.POW else _FUNCTIONS[head](parts[0])


_FUNCTIONS: Final[dict[int, Callable[[float], float]]] = {
    tk.EXP: math.exp,
    tk.LOG: math.log,
    tk.SIN: math.sin,
    tk.COS: math.cos,
    tk.ATAN: math.atan,
}


def _is_product(difference: Sym) -> bool:
    """Whether the sides differ by a product: then a factor is zero, and nothing need be tried."""
    found = factors_of(difference)
    if found is None:
        return False
    return sum(ar.X in factor.free_symbols for factor, _ in found[1]) > 1


# -- where all is real -----------------------------------------------------------------------------


def _room(table: ExprTable, total: Expr) -> list[Condition] | None:
    """Return what keeps logarithms and roots real; None unless there is no root elsewhere.

    Inside are numbers times the unknown, plus a number, so that the room has no gaps. Outside, the
    logarithm of what is negative, or its square root, has a positive imaginary part. Nothing takes
    that away if there is one of them, times what is real and not zero there; nor if several are
    multiplied by positive numbers, or all by negative ones.
    """
    narrow = {each.sym: each for each in total.walk() if each.holds_unknown and _is_narrow(each)}
    room = []
    for node in narrow.values():
        line = laurent.coefficients(node.children[0].sym)
        if line is None or not {1} <= line.keys() <= {0, 1}:
            return None
        if not all(map(ar.is_rational, line.values())):
            return None
        if node.head == tk.POW and node.children[1].sym != ar.HALF:
            return None
        room.append(Condition("positive" if node.head == tk.LOG else "root", node.children[0]))
    signs = Signs(table, room)
    if not all(signs.of(each) in (POSITIVE, NEGATIVE) for each in _divisors(total)):
        return None
    factors = {sym: _factor(table, total, node, narrow) for sym, node in narrow.items()}
    found = [None if each is None else _sign_beyond(table, each, narrow[sym], len(narrow) == 1)
             for sym, each in factors.items()]  # fmt: skip
    return None if None in found or len(set(found)) > 1 else room


def _divisors(total: Expr) -> Iterator[Expr]:
    """Yield what holds the unknown and is divided by."""
    for each in total.walk():
        if each.head == tk.POW and each.children[0].holds_unknown and each.children[1].sym < 0:
            yield each.children[0]


def _is_narrow(node: Expr) -> bool:
    """Whether this is real only where what is inside is not negative."""
    if node.head == tk.LOG:
        return True
    return node.head == tk.POW and node.children[1].is_number and node.children[1].sym.q != 1


def _factor(table: ExprTable, total: Expr, node: Expr, narrow: dict[Sym, Expr]) -> Expr | None:
    """Return what a function is multiplied by in a sum; None if more is done to it."""
    found = []
    for term in total.children:
        if not any(each.sym == node.sym for each in term.walk()):
            continue
        factors = term.children if term.head == tk.MUL else (term,)
        others = [each for each in factors if each.sym != node.sym]
        if len(others) == len(factors) or any(
            part.sym in narrow for each in others for part in each.walk()
        ):
            return None
        found.append(ar.times(*[each.sym for each in others]))
    return table.intern(ar.add(*found))


def _sign_beyond(table: ExprTable, factor: Expr, node: Expr, is_alone: bool) -> Sign | None:
    """Return the sign of a factor where its function is not real; None if it may be zero."""
    if factor.holds_unknown and not is_alone:
        return None
    sign = Signs(table, [Condition("negative", node.children[0])]).of(factor)
    return sign if sign in (POSITIVE, NEGATIVE) else None


# -- how sums are written --------------------------------------------------------------------------


def _by_exponentials(expr: Expr) -> Sym:
    """Write b^u as exp(u*log(b)), so that powers of several numbers are multiplied as one."""
    if not expr.holds_unknown or not expr.children:
        return expr.sym
    if expr.head == tk.POW and expr.children[1].holds_unknown:
        base, exponent = expr.children
        return ar.exponential(ar.multiply(_by_exponentials(exponent), ar.principal_log(base.sym)))
    return ar.rebuild(expr.head, [_by_exponentials(each) for each in expr.children])


def _collected(total: Sym) -> Sym:
    """Add the numbers before what is alike: log(3)*u - log(5)*u is (log(3) - log(5))*u."""
    found: dict[Sym, list[Sym]] = {}
    for term in ar.addends(total):
        factors = ar.factors(term)
        held = ar.times(*[each for each in factors if ar.X in each.free_symbols])
        found.setdefault(held, []).append(
            ar.times(*[each for each in factors if ar.X not in each.free_symbols])
        )
    return ar.add(*[ar.times(ar.add(*numbers), held) for held, numbers in found.items()])


# -- Rolle's theorem -------------------------------------------------------------------------------


class _Search:
    """What is known of the zeros of a sum in a room."""

    def __init__(self, table: ExprTable, total: Expr, room: list[Condition]) -> None:
        self.table, self.total, self.room = table, total, room
        self.signs = Signs(table, room)

    def value(self, sym: Sym, place: Sym) -> Expr | None:
        """Put a number in the unknown's place; None if that is undefined."""
        found = ar.replaced(sym, {ar.X: place})
        return None if ar.is_undefined(found) else self.table.intern(found)

    def is_inside(self, place: Sym) -> bool:
        """Whether a number lies in the room."""
        for each in self.room:
            inside = ar.replaced(each.expr.sym, {ar.X: place})
            if not (sign_of(inside) > 0 or (inside == 0 and each.kind == "root")):
                return False
        return True

    def is_root(self, place: Sym) -> bool:
        """Whether a number in the room is proved to be a root."""
        return self.is_inside(place) and self.is_zero(self.total.sym, place)

    def is_zero(self, sym: Sym, place: Sym) -> bool:
        """Whether something is proved to be zero at a place."""
        value, zero = self.value(sym, place), self.table.intern(ar.ZERO)
        return value is not None and zero is not None and is_proved(self.table, value, zero)

    def multiplicity(self, place: Sym) -> int:
        """Return how many of the derivatives, from the sum itself, are zero at a root."""
        slope = self.total.sym
        for count in range(1, MAX_ROOTS + 1):
            slope = slope.diff(ar.X)
            if not self.is_zero(slope, place):
                return count
        return MAX_ROOTS + 1

    def differs_somewhere(self) -> bool:
        """Whether the sum is proved not to be zero throughout."""
        inside = (each for each in TRIED if self.is_inside(each))
        values = (self.value(self.total.sym, each) for each in inside)
        return any(each is not None and sign_of(each.sym) != 0 for each in values)

    def at_most(self, total: Expr, count: int) -> tuple[Sym, ...] | None:
        """Prove that a sum has no more zeros, each as often as it counts; None if that fails.

        Returned is what is divided by before each derivative is taken.
        """
        for divisor in self.divisors(total):
            divided = _collected(ar.expand(total.sym / divisor))
            slope = self.table.intern(_collected(divided.diff(ar.X)))
            if slope is None:
                continue
            if count == 1:
                if self.is_of_one_sign(slope):
                    return (divisor,)
                continue
            found = self.at_most(slope, count - 1)
            if found is not None:
                return (divisor, *found)
        return None

    def divisors(self, total: Expr) -> Iterator[Sym]:
        """Yield one, and the positive factors of the terms."""
        terms = total.children if total.head == tk.ADD else (total,)
        factors = {
            factor.sym: factor
            for term in terms
            for factor in (term.children if term.head == tk.MUL else (term,))
            if factor.holds_unknown and self.signs.of(factor) == POSITIVE
        }
        yield ar.ONE
        yield from list(factors)[:MAX_DIVISORS]

    def is_of_one_sign(self, slope: Expr) -> bool:
        """Whether this is never negative, or never positive, in the room."""
        sign = self.signs.of(slope)
        if sign is None:
            return False
        bounds = bounds_of(slope)
        return (
            sign <= NONNEGATIVE
            or sign <= NONPOSITIVE
            or bool(bounds.low.value >= 0)
            or bool(bounds.high.value <= 0)
        )


RULES: Final[tuple[Rule, ...]] = (
    rule("by_trial", "try small numbers, and prove that there are no other roots", by_trial,
         cost=1.0, is_real=True),
)  # fmt: skip
"""Over the real numbers."""
