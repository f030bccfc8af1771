"""Expressions over intervals of the unknown: what values they take, how they rise, where they are.

The intervals are FLINT's balls (`arb`), so that what is said of one holds for every number in it.
An expression is a numerator over a denominator, which may vanish: 1/x and tan(x) have no value
there, but where the numerator of lhs - rhs does not vanish, there is no root either. Each of the
two comes with its derivative. Everything is real, odd roots of negative numbers too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from flint import arb, fmpq

from aljabr.algebra import tokens as tk
from aljabr.algebra.expr import Expr


class Unclear(Exception):
    """The interval is too wide to say anything."""


class Unreal(Exception):
    """A part of the expression is real nowhere in the interval."""


class Hopeless(Exception):
    """Nothing will ever be said of the interval, however narrow: x^x where x is negative."""


class Unsuitable(Exception):
    """The expression holds what has no real value."""


class Dual(NamedTuple):
    """The values of a function over an interval, and those of its derivative."""

    value: arb
    slope: arb

    def plus(self, other: Dual) -> Dual:
        return Dual(self.value + other.value, self.slope + other.slope)

    def times(self, other: Dual) -> Dual:
        slope = self.slope * other.value + self.value * other.slope
        return Dual(self.value * other.value, slope)

    def over(self, other: Dual) -> Dual:
        """Divide by what does not vanish."""
        value = self.value / other.value
        return Dual(value, (self.slope - value * other.slope) / other.value)

    def to(self, exponent: int) -> Dual:
        """Raise to a whole power, not negative."""
        if exponent == 0:
            return ONE
        below = _power(self.value, exponent - 1)
        return Dual(_power(self.value, exponent), exponent * below * self.slope)

    def then(self, value: arb, slope: arb) -> Dual:
        """Return a function of this, of which the value and the derivative are given."""
        return Dual(value, slope * self.slope)


ONE: Final = Dual(arb(1), arb(0))


def _power(base: arb, exponent: int) -> arb:
    """Multiply; the power of a ball around zero is not a number to FLINT."""
    size = abs(base) if exponent % 2 == 0 else base
    total = arb(1)
    for _ in range(exponent):
        total *= size
    return total


class Fraction(NamedTuple):
    """A numerator over factors of a denominator, each with its exponent."""

    above: Dual
    below: tuple[tuple[Dual, int], ...] = ()

    def plus(self, other: Fraction) -> Fraction:
        """Add, over the least common denominator: equal factors are the same object."""
        ours, theirs = _exponents(self), _exponents(other)
        factors = {id(each): each for each, _ in self.below + other.below}
        common = [
            (each, max(ours.get(key, 0), theirs.get(key, 0))) for key, each in factors.items()
        ]
        left, right = self.above, other.above
        for factor, exponent in common:
            left = left.times(factor.to(exponent - ours.get(id(factor), 0)))
            right = right.times(factor.to(exponent - theirs.get(id(factor), 0)))
        return Fraction(left.plus(right), tuple(common))

    def times(self, other: Fraction) -> Fraction:
        ours, theirs = _exponents(self), _exponents(other)
        factors = {id(each): each for each, _ in self.below + other.below}
        below = tuple(
            (each, ours.get(key, 0) + theirs.get(key, 0)) for key, each in factors.items()
        )
        return Fraction(self.above.times(other.above), below)

    def to(self, exponent: int) -> Fraction:
        """Raise to a whole power."""
        if exponent < 0:
            return Fraction(self.denominator().to(-exponent), ((self.above, -exponent),))
        below = tuple((each, times * exponent) for each, times in self.below)
        return Fraction(self.above.to(exponent), below)

    def denominator(self) -> Dual:
        """Multiply the factors of the denominator."""
        total = ONE
        for factor, exponent in self.below:
            total = total.times(factor.to(exponent))
        return total

    def whole(self) -> Dual:
        """Return the quotient; `Unclear` if the denominator may vanish."""
        if not self.below:
            return self.above
        below = self.denominator()
        if not excludes_zero(below.value):
            raise Unclear
        return self.above.over(below)


def _exponents(fraction: Fraction) -> dict[int, int]:
    return {id(each): exponent for each, exponent in fraction.below}


def excludes_zero(ball: arb) -> bool:
    """Whether no number of a ball is zero."""
    return bool(ball.is_finite() and not ball.contains(0))


def between(low: arb, high: arb) -> arb:
    """Return a ball with two numbers and all between them."""
    return low.union(high)


class Evaluation:
    """The values of expressions while the unknown is in an interval, each computed once."""

    def __init__(self, unknown: arb) -> None:
        self._unknown = Fraction(Dual(unknown, arb(1)))
        self._known: dict[Expr, Fraction] = {}
        self.is_partial = False
        """Whether a part was seen to be real in some of the interval only."""

    def fraction(self, expr: Expr) -> Fraction:
        """Evaluate; raise `Unclear`, `Unreal` or `Unsuitable` where that is all to be said."""
        known = self._known.get(expr)
        if known is None:
            known = self._known[expr] = self._compute(expr)
        return known

    def _compute(self, expr: Expr) -> Fraction:
        head = expr.head
        if head == tk.UNKNOWN:
            return self._unknown
        if head in (tk.ADD, tk.MUL):
            total, *others = map(self.fraction, expr.children)
            for each in others:
                total = total.plus(each) if head == tk.ADD else total.times(each)
            return total
        if head == tk.POW:
            return self._raised(*expr.children)
        if head in tk.FUNCTION_NAMES:
            inner = self.fraction(expr.children[0]).whole()
            name = tk.FUNCTION_NAMES[head]
            if name == "tan":
                return Fraction(_sin(inner), ((_cos(inner), 1),))
            if name in _EDGED:
                return _EDGED[name](self, inner)
            return Fraction(_FUNCTIONS[name](inner))
        if head in _CONSTANTS:
            return Fraction(Dual(_CONSTANTS[head](), arb(0)))
        if not expr.is_number:
            raise Unsuitable
        return Fraction(Dual(arb(fmpq(int(expr.sym.p), int(expr.sym.q))), arb(0)))

    def _raised(self, base: Expr, exponent: Expr) -> Fraction:
        if not exponent.is_number:
            inner = self.fraction(base).whole()
            if inner.value <= 0:
                raise Hopeless
            if not inner.value > 0:
                raise Unclear
            return Fraction(_exp(_log(inner).times(self.fraction(exponent).whole())))
        above, below = int(exponent.sym.p), int(exponent.sym.q)
        if below == 1:
            return self.fraction(base).to(above)
        inner = self.fraction(base).whole()
        root = self._odd_root(inner, below) if below % 2 else self._even_root(inner, below)
        return Fraction(root).to(above)

    def _odd_root(self, inner: Dual, index: int) -> Dual:
        if excludes_zero(inner.value):
            root = abs(inner.value).root(index) * inner.value.sgn()
            return inner.then(root, root / (index * inner.value))
        high = inner.value.abs_upper().root(index)
        return Dual(between(-high, high), arb.nan())

    def _even_root(self, inner: Dual, index: int) -> Dual:
        if inner.value > 0:
            root = inner.value.root(index)
            return inner.then(root, root / (index * inner.value))
        if inner.value < 0:
            raise Unreal
        if not inner.value.is_finite():
            raise Unclear
        self.is_partial = True
        return Dual(between(arb(0), inner.value.abs_upper().root(index)), arb.nan())

    def logarithm(self, inner: Dual) -> Fraction:
        """Take the logarithm of what must be positive; near zero, as -1 over what is small."""
        if inner.value > 0:
            return Fraction(_log(inner))
        if inner.value <= 0:
            raise Unreal
        if not inner.value.upper() < 1:
            raise Unclear
        self.is_partial = True
        small = between(arb(0), -1 / inner.value.upper().log())
        return Fraction(Dual(arb(-1), arb(0)), ((Dual(small, arb.nan()), 1),))

    def arc(self, inner: Dual, function: Callable[[arb], arb], sign: int) -> Fraction:
        """Take the arc sine or cosine of what must be between -1 and 1."""
        value = inner.value
        if abs(value) < 1:
            slope = sign / (1 - value * value).sqrt()
            return Fraction(inner.then(function(value), slope))
        if abs(value) > 1:
            raise Unreal
        if not value.is_finite():
            raise Unclear
        self.is_partial = True
        ends = value.lower().max(arb(-1)), value.upper().min(arb(1))
        return Fraction(Dual(between(*map(function, ends)), arb.nan()))


def _exp(inner: Dual) -> Dual:
    value = inner.value.exp()
    return inner.then(value, value)


def _log(inner: Dual) -> Dual:
    return inner.then(inner.value.log(), 1 / inner.value)


def _sin(inner: Dual) -> Dual:
    return inner.then(inner.value.sin(), inner.value.cos())


def _cos(inner: Dual) -> Dual:
    return inner.then(inner.value.cos(), -inner.value.sin())


def _atan(inner: Dual) -> Dual:
    return inner.then(inner.value.atan(), 1 / (1 + _power(inner.value, 2)))


def _abs(inner: Dual) -> Dual:
    """Take the size; where it has a corner, its slope is one of those between -1 and 1."""
    value = inner.value
    slope = value.sgn() if excludes_zero(value) else between(arb(-1), arb(1))
    return inner.then(abs(value), slope)


_FUNCTIONS: Final[dict[str, Callable[[Dual], Dual]]] = {
    "exp": _exp,
    "sin": _sin,
    "cos": _cos,
    "atan": _atan,
    "abs": _abs,
}
_EDGED: Final[dict[str, Callable[[Evaluation, Dual], Fraction]]] = {
    "log": lambda evaluation, inner: evaluation.logarithm(inner),
    "asin": lambda evaluation, inner: evaluation.arc(inner, arb.asin, 1),
    "acos": lambda evaluation, inner: evaluation.arc(inner, arb.acos, -1),
}
"""Functions that are real for some real numbers only."""
_CONSTANTS: Final[dict[int, Callable[[], arb]]] = {tk.PI: arb.pi, tk.EULER: arb.const_e}
