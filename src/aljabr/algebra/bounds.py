"""Between which numbers the real part of an expression lies, whatever its letters are.

All letters, the unknown included, are any real numbers. A step may have made roots and logarithms
of what is negative: these are not real, but the real part of a square root is never negative, and
that of an arcsine lies between -pi/2 and pi/2. Bounds are proved, not always the nearest: each
letter is taken for another one wherever it stands, but for sums of powers of the unknown, whose
least value is found. Ends are FLINT's balls, infinite where there is no bound.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final, NamedTuple

from flint import arb, fmpq, fmpq_poly

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr
from aljabr.algebra.points import Exact, on_line

_INFINITE: Final = arb("inf")
_ZERO: Final = arb(0)
MAX_DEGREE: Final = 20


class End(NamedTuple):
    """A bound, and whether it may be reached."""

    value: arb
    reached: bool = True


class Bounds(NamedTuple):
    """What lies between two ends, or has a real part that does."""

    low: End
    high: End
    is_real: bool = True

    def is_below(self, other: Bounds) -> bool:
        """Whether all of this is less than all of another."""
        ours, theirs = self.high, other.low
        is_reached = ours.reached and theirs.reached
        return bool(ours.value < theirs.value or (ours.value <= theirs.value and not is_reached))

    def says_nothing(self) -> bool:
        return not (self.low.value.is_finite() or self.high.value.is_finite())

    def opposite(self) -> Bounds:
        low, high = (End(-each.value, each.reached) for each in (self.high, self.low))
        return Bounds(low, high, self.is_real)

    def size(self) -> Bounds:
        """Return the bounds of the absolute value."""
        if self.low.value >= 0:
            return self
        if self.high.value <= 0:
            return self.opposite()
        return Bounds(End(_ZERO), _farther(self.high, self.opposite().high, 1))


ANY: Final = Bounds(End(-_INFINITE, False), End(_INFINITE, False))
UNREAL: Final = ANY._replace(is_real=False)
_UNIT: Final = Bounds(End(arb(-1)), End(arb(1)))


def _larger(one: arb, other: arb) -> arb:
    return other if one < other else one if one > other else one.union(other)


# -- of an expression ------------------------------------------------------------------------------


def never_equal(lhs: Expr, rhs: Expr) -> int:
    """Say that the left side is always less (-1) or greater (1) than the right; else 0."""
    left = bounds_of(lhs)
    if left.says_nothing():
        return 0
    right = bounds_of(rhs)
    return -1 if left.is_below(right) else int(right.is_below(left))


def bounds_of(expr: Expr) -> Bounds:
    """Return what the real part of an expression lies between."""
    if not (expr.holds_symbols or expr.holds_unknown):
        return _constant(expr)
    head = expr.head
    if not expr.children:
        return ANY
    if head == tk.ADD:
        return _sum(expr)
    if head == tk.POW:
        return _power(*expr.children)
    parts = list(map(bounds_of, expr.children))
    if head == tk.MUL:
        found = parts[0]
        for each in parts[1:]:
            found = _times(found, each)
        return found
    return _function(head, parts[0])


def _constant(expr: Expr) -> Bounds:
    value = Exact(0).value(expr)
    if not value.is_finite() or not on_line(value):
        return UNREAL
    return Bounds(End(value.real), End(value.real))


def _function(head: int, inner: Bounds) -> Bounds:
    quarter = arb.pi() / 2
    if head in (tk.ASIN, tk.ACOS):
        return _arc(head, inner, quarter)
    if head == tk.ABS:
        return inner.size() if inner.is_real else Bounds(End(_ZERO), ANY.high)
    if not inner.is_real or (head == tk.LOG and not inner.low.value >= 0):
        return UNREAL
    if head in (tk.SIN, tk.COS):
        return _UNIT
    if head == tk.EXP:
        return _rising(inner, arb.exp, _ZERO, _INFINITE)
    if head == tk.LOG:
        return _logarithm(inner)
    return _rising(inner, arb.atan, -quarter, quarter) if head == tk.ATAN else ANY


def _arc(head: int, inner: Bounds, quarter: arb) -> Bounds:
    """Return the values of an arcsine or arccosine, whose real part is bounded in any case."""
    is_real = inner.is_real and bool(inner.low.value >= -1 and inner.high.value <= 1)
    arcs = Bounds(End(-quarter), End(quarter), is_real)
    if is_real:
        arcs = _rising(inner, arb.asin, -quarter, quarter)
    if head == tk.ASIN:
        return arcs
    low, high = (End(quarter + each.value, each.reached) for each in arcs.opposite()[:2])
    return Bounds(low, high, is_real)


def _rising(inner: Bounds, function: Callable[[arb], arb], least: arb, most: arb) -> Bounds:
    """Return the values of a function that rises, from its limits."""
    low, high, _ = inner
    return Bounds(
        End(function(low.value), low.reached) if low.value.is_finite() else End(least, False),
        End(function(high.value), high.reached) if high.value.is_finite() else End(most, False),
    )


def _logarithm(inner: Bounds) -> Bounds:
    """Return the logarithm of what is not negative."""
    low = inner.low if inner.low.value > 0 else ANY.low
    high = inner.high if inner.high.value > 0 else ANY.high
    return _rising(Bounds(low, high), arb.log, -_INFINITE, _INFINITE)


# -- sums and products -----------------------------------------------------------------------------


def _sum(expr: Expr) -> Bounds:
    """Add the bounds of terms; those of a polynomial in the unknown are found together."""
    powers = {term: _power_in(term) for term in expr.children}
    polynomial = dict(each for each in powers.values() if each is not None)
    total = _polynomial(polynomial) if polynomial else Bounds(End(_ZERO), End(_ZERO))
    for term in [each for each, power in powers.items() if power is None]:
        found = bounds_of(term)
        is_real = total.is_real and found.is_real
        total = Bounds(_added(total.low, found.low), _added(total.high, found.high), is_real)
    return total


def _added(one: End, other: End) -> End:
    return End(one.value + other.value, one.reached and other.reached)


def _power_in(term: Expr) -> tuple[int, Sym] | None:
    """Split c*x^n with a rational c into n and c; None of any other term."""
    if term.is_number:
        return 0, term.sym
    if term.head == tk.UNKNOWN:
        return 1, ar.ONE
    if term.head == tk.POW:
        base, exponent = term.children
        is_whole = exponent.is_number and exponent.sym.is_integer and 0 < exponent.sym <= MAX_DEGREE
        return (int(exponent.sym), ar.ONE) if base.head == tk.UNKNOWN and is_whole else None
    if term.head == tk.MUL and len(term.children) == 2:
        number, rest = sorted(term.children, key=lambda each: not each.is_number)
        power = _power_in(rest) if number.is_number and not rest.is_number else None
        return None if power is None else (power[0], number.sym)
    return None


def _polynomial(coefficients: dict[int, Sym]) -> Bounds:
    """Bound a polynomial in the unknown, by its least or its greatest value."""
    degree = max(coefficients)
    if degree % 2:
        return ANY
    numbers = [fmpq(0)] * (degree + 1)
    for power, each in coefficients.items():
        numbers[power] = fmpq(int(each.p), int(each.q))
    if degree == 0:
        return Bounds(End(arb(numbers[0])), End(arb(numbers[0])))
    sign = 1 if numbers[-1] > 0 else -1
    slope = fmpq_poly([power * each for power, each in enumerate(numbers)][1:])
    turning: Any = slope.complex_roots()
    least = _INFINITE
    for place in (root.real for root, _ in turning if root.imag == 0):
        value = arb(0)
        for each in reversed(numbers):
            value = value * place + arb(sign * each)
        least = -_larger(-least, -value)
    found = Bounds(End(least), ANY.high)
    return found if sign > 0 else found.opposite()


def _times(one: Bounds, other: Bounds) -> Bounds:
    """Multiply; the real part of a product is that of a factor if all the others are real."""
    if not (one.is_real or other.is_real):
        return UNREAL
    is_real = one.is_real and other.is_real
    nothing = ANY if is_real else UNREAL
    ends = [_product(a, b) for a, b in product(one[:2], other[:2])]
    low, high = ends[0], ends[0]
    if low is None or high is None:
        return nothing
    for each in ends[1:]:
        if each is None:
            return nothing
        low, high = _farther(low, each, -1), _farther(high, each, 1)
    return Bounds(low, high, is_real)


def _product(a: End, b: End) -> End | None:
    """Multiply ends: zero times infinity is zero, for infinity is never reached.

    None if a sign is not known that decides which infinity it is.
    """
    if a.value == 0 or b.value == 0:
        return End(_ZERO, (a.value == 0 and a.reached) or (b.value == 0 and b.reached))
    if a.value.is_finite() and b.value.is_finite():
        return End(a.value * b.value, a.reached and b.reached)
    if a.value.contains(0) or b.value.contains(0):
        return None
    return End(_INFINITE if (a.value > 0) == (b.value > 0) else -_INFINITE, False)


def _farther(one: End, other: End, way: int) -> End:
    """Return the end that is farther out; of equal ones, one that is reached."""
    ours, theirs = way * one.value, way * other.value
    if ours > theirs:
        return one
    if ours < theirs:
        return other
    value = one.value if ours == theirs else one.value.union(other.value)
    return End(value, one.reached or other.reached)


# -- powers ----------------------------------------------------------------------------------------


def _power(base: Expr, exponent: Expr) -> Bounds:
    inner, power = bounds_of(base), bounds_of(exponent)
    if exponent.is_number:
        return _raised(inner, int(exponent.sym.p), int(exponent.sym.q))
    if not (inner.is_real and power.is_real and inner.low.value > 0):
        return UNREAL
    return _function(tk.EXP, _times(power, _logarithm(inner)))


def _raised(inner: Bounds, above: int, below: int) -> Bounds:
    """Raise to a rational power; of what may be negative, roots may not be real."""
    if not inner.is_real or (below > 1 and not inner.low.value >= 0):
        is_small = below % 2 == 0 and 2 * abs(above) <= below  # turned by a quarter at most
        return Bounds(End(_ZERO), ANY.high, is_real=False) if is_small else UNREAL
    if above % 2 == 0:
        inner = inner.size()
    low, high = (End(_root_power(each.value, abs(above), below), each.reached)
                 for each in inner[:2])  # fmt: skip
    raised = Bounds(low, high)
    return raised if above > 0 else _reciprocal(raised)


def _root_power(value: arb, above: int, below: int) -> arb:
    if value < 0 and above % 2:
        return -_root_power(-value, above, below)
    if value == 0 or not value.is_finite():
        return value
    if value > 0:
        return value.root(below) ** above
    most = value.abs_upper().root(below) ** above  # it may be zero: all that it can be
    return (-most if above % 2 else _ZERO).union(most)


def _reciprocal(inner: Bounds) -> Bounds:
    low, high, _ = inner
    if high.value <= 0 and not low.value >= 0:
        return _reciprocal(inner.opposite()).opposite()
    if not low.value >= 0:
        return ANY
    most = End(1 / low.value, low.reached) if low.value > 0 else ANY.high
    least = End(1 / high.value, high.reached) if high.value.is_finite() else End(_ZERO, False)
    return Bounds(least, most) if high.value > 0 else ANY
