"""Complex values of trees, by principal branches, and verdicts that more digits do not change.

A value is a pair of `reals`. Functions take their principal values; on the cuts of asin, acos and
atan, about which tables disagree, `side` chooses. What hangs on a presumed zero is asked again with
more digits (`settle`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from mpmath import libmp  # type: ignore[import-untyped]
from mpmath.libmp import libmpi  # type: ignore[import-untyped]

from benchmarks.checking.reading import Node
from benchmarks.checking.reals import ONE, ZERO, Interval, Real, Reals, Unclear, Undefined, size

LEVELS: Final = (50, 130, 400, 800, 1200)
"""Digits, one level after the other until a verdict is settled."""
USUAL: Final = 130
"""Digits that a verdict must survive which rests on a presumed zero."""
DEEP: Final = 800
"""Digits that an accusation must survive."""
FURTHER: Final = (*LEVELS, 3800, 4000)
"""Where there are no parameters, and so but one point."""
_MAX_BITS: Final = 20_000
"""Bits of an exact power beyond which it becomes an interval."""

Value = tuple[Real, Real]
"""Real and imaginary part."""


def is_exact(value: Value) -> bool:
    """Whether both parts are fractions."""
    return isinstance(value[0], Fraction) and isinstance(value[1], Fraction)


class Calculator(Reals):
    """Does complex arithmetic with so many digits."""

    def __init__(self, digits: int, side: int = 1) -> None:
        super().__init__(digits)
        self.side = side
        self.on_cut = False
        """Whether the value of a function was a matter of convention."""

    def is_real(self, value: Value) -> bool:
        return self.sign(value[1]) == 0

    def is_zero(self, value: Value) -> bool:
        """Whether a number is zero; either part that is not decides."""
        if any(size(part) is not None for part in value):
            return False
        return self.sign(value[0]) == 0 and self.sign(value[1]) == 0

    def plus(self, left: Value, right: Value) -> Value:
        return self.add(left[0], right[0]), self.add(left[1], right[1])

    def minus(self, left: Value, right: Value) -> Value:
        return self.subtract(left[0], right[0]), self.subtract(left[1], right[1])

    def opposite(self, value: Value) -> Value:
        return self.negate(value[0]), self.negate(value[1])

    def times(self, left: Value, right: Value) -> Value:
        (a, b), (c, d) = left, right
        if b == 0 and d == 0:
            return self.multiply(a, c), ZERO
        return (self.subtract(self.multiply(a, c), self.multiply(b, d)),
                self.add(self.multiply(a, d), self.multiply(b, c)))  # fmt: skip

    def over(self, left: Value, right: Value) -> Value:
        if self.is_zero(right):
            raise Undefined("a division by zero")
        (a, b), (c, d) = left, right
        if d == 0:
            return self.divide(a, c), self.divide(b, c)
        square = self.add(self.multiply(c, c), self.multiply(d, d))
        if size(square) is None:
            raise Unclear("a divisor")
        above = self.times(left, (c, self.negate(d)))
        return self.divide(above[0], square), self.divide(above[1], square)

    def modulus(self, value: Value) -> Real:
        real, imaginary = value
        if imaginary == 0:
            if isinstance(real, Fraction):
                return abs(real)
            return Interval(*libmpi.mpi_abs(real, self.bits))
        if real == 0:
            return self.modulus((imaginary, ZERO))
        return self.root(self.add(self._square(real), self._square(imaginary)))

    def _square(self, value: Real) -> Real:
        if isinstance(value, Fraction):
            return value * value
        return Interval(*libmpi.mpi_square(value, self.bits))

    def sqrt(self, value: Value) -> Value:
        real, imaginary = value
        turn = self.sign(imaginary)
        if turn == 0:
            half = self.sign(real)
            if half == 0:
                return ZERO, ZERO
            return (self.root(real), ZERO) if half > 0 else (ZERO, self.root(self.negate(real)))
        near = size(real) is None or self.sign(real) > 0
        length = self.modulus(value)
        sum_ = self.add(length, real if near else self.negate(real))
        large = self.root(self.multiply(sum_, Fraction(1, 2)))
        small = self.divide(imaginary, self.multiply(large, Fraction(2)))
        if near:
            return large, small
        return (small, large) if turn > 0 else (self.negate(small), self.negate(large))

    def exp(self, value: Value) -> Value:
        length = self.real_exp(value[0])
        if value[1] == 0:
            return length, ZERO
        cosine, sine = self.cos_sin(value[1])
        return self.multiply(length, cosine), self.multiply(length, sine)

    def log(self, value: Value) -> Value:
        if self.is_zero(value):
            raise Undefined("the logarithm of zero")
        real, imaginary = value
        if size(real) is not None and self.sign(real) > 0 and imaginary != 0:
            angle = self.real_atan(self.divide(imaginary, real))  # far from the cut
            return self.real_log(self.modulus(value)), angle
        turn = self.sign(imaginary)
        if turn == 0:
            if self.sign(real) > 0:
                return self.real_log(real), ZERO
            return self.real_log(self.negate(real)), self.pi()
        quarter = self.pi(Fraction(turn, 2))
        angle = self.subtract(quarter, self.real_atan(self.divide(real, imaginary)))
        return self.real_log(self.modulus(value)), angle

    def sine_cosine(self, value: Value) -> tuple[Value, Value]:
        cosine, sine = self.cos_sin(value[0])
        if value[1] == 0:
            return (sine, ZERO), (cosine, ZERO)
        up, down = self.real_exp(value[1]), self.real_exp(self.negate(value[1]))
        half = Fraction(1, 2)
        wide = self.multiply(self.add(up, down), half)  # cosh
        steep = self.multiply(self.subtract(up, down), half)  # sinh
        return ((self.multiply(sine, wide), self.multiply(cosine, steep)),
                (self.multiply(cosine, wide), self.negate(self.multiply(sine, steep))))  # fmt: skip

    def acos(self, value: Value) -> Value:
        if self.is_real(value):
            real = value[0]
            below, above = self.sign(self.add(real, ONE)), self.sign(self.subtract(ONE, real))
            if above == 0:
                return ZERO, ZERO
            if below == 0:
                return self.pi(), ZERO
            if below > 0 and above > 0:
                share = self.divide(self.subtract(ONE, real), self.add(ONE, real))
                return self.multiply(self.real_atan(self.root(share)), Fraction(2)), ZERO
            _, depth = self._real_asin(real)
            return ZERO if above < 0 else self.pi(), self.negate(depth)
        sine = self.asin(value)
        return self.subtract(self.pi(Fraction(1, 2)), sine[0]), self.negate(sine[1])

    def asin(self, value: Value) -> Value:
        if self.is_real(value):
            return self._real_asin(value[0])
        below = self.sqrt(self.minus((ONE, ZERO), self.times(value, value)))
        inside = self.plus((self.negate(value[1]), value[0]), below)
        real, imaginary = self.log(inside)
        return imaginary, self.negate(real)

    def _real_asin(self, real: Real) -> Value:
        below, above = self.sign(self.add(real, ONE)), self.sign(self.subtract(ONE, real))
        if below == 0 or above == 0:
            return self.pi(Fraction(1 if above == 0 else -1, 2)), ZERO
        if below > 0 and above > 0:
            other = self.root(self.multiply(self.add(ONE, real), self.subtract(ONE, real)))
            return self.real_atan(self.divide(real, other)), ZERO
        self.on_cut = True
        length = self.modulus((real, ZERO))
        square = self.multiply(self.add(length, ONE), self.subtract(length, ONE))
        depth = self.real_log(self.add(length, self.root(square)))
        turn = 1 if above < 0 else -1
        return self.pi(Fraction(turn, 2)), self.multiply(depth, Fraction(-turn * self.side))

    def atan(self, value: Value) -> Value:
        if self.is_real(value):
            return self.real_atan(value[0]), ZERO
        turned = (self.negate(value[1]), value[0])  # i*z
        one: Value = (ONE, ZERO)
        below, above = self.minus(one, turned), self.plus(one, turned)
        if self.is_zero(below) or self.is_zero(above):
            raise Undefined("atan of i or -i")
        on_axis = size(value[0]) is None and self.sign(value[0]) == 0
        if on_axis:  # either end of the cut
            below, above = (below[0], ZERO), (above[0], ZERO)
        real, imaginary = self.minus(self.log(below), self.log(above))
        found = self.multiply(imaginary, Fraction(-1, 2)), self.multiply(real, Fraction(1, 2))
        if on_axis and self.sign(self.multiply(below[0], above[0])) < 0:
            self.on_cut = True
            return (self.negate(found[0]), found[1]) if self.side < 0 else found
        return found

    def whole_power(self, base: Value, exponent: int) -> Value:
        if exponent < 0:
            return self.over((ONE, ZERO), self.whole_power(self._nonzero(base), -exponent))
        if base[1] == 0 and isinstance(base[0], Interval):
            return Interval(*libmpi.mpi_pow_int(base[0], exponent, self.bits)), ZERO
        result: Value = (ONE, ZERO)
        while exponent:
            if exponent & 1:
                result = self.times(result, base)
            base, exponent = self.times(base, base), exponent >> 1
        return result

    def _nonzero(self, base: Value) -> Value:
        if self.is_zero(base):
            raise Undefined("zero to a negative power")
        return base

    def power(self, base: Value, exponent: Value) -> Value:
        real = exponent[0]
        if isinstance(real, Fraction) and exponent[1] == 0:
            found = self._rational_power(base, real)
            if found is not None:
                return found
        if self.is_zero(base):
            sign = self.sign(real)
            if sign == 0:
                raise Unclear("zero to the power of zero")
            if sign < 0:
                raise Undefined("zero to a negative power")
            return ZERO, ZERO
        return self.exp(self.times(exponent, self.log(base)))

    def _rational_power(self, base: Value, exponent: Fraction) -> Value | None:
        above, below = exponent.numerator, exponent.denominator
        if exponent == 0:
            if self.is_zero(base):
                raise Unclear("zero to the power of zero")
            return ONE, ZERO
        if below == 1 and (abs(above) * _bits(base) < _MAX_BITS or not is_exact(base)):
            return self.whole_power(base, above) if abs(above) < _MAX_BITS else None
        if below == 2 and abs(above) < 100:
            return self.whole_power(self.sqrt(base), above)
        if isinstance(base[0], Fraction) and base[1] == 0 and base[0] > 0 and below < 100:
            ends = [_exact_root(end, below) for end in (base[0].numerator, base[0].denominator)]
            if None not in ends and abs(above) < 100:
                return Fraction(ends[0], ends[1]) ** above, ZERO  # type: ignore[arg-type]
        return None


def _bits(value: Value) -> int:
    return max(
        (part.numerator.bit_length() + part.denominator.bit_length()
         for part in value if isinstance(part, Fraction)), default=0,
    )  # fmt: skip


def _exact_root(value: int, degree: int) -> int | None:
    """Return a whole root of a whole number, if it has one."""
    guess = int(
        libmp.to_int(libmp.mpf_nthroot(libmp.from_int(value), degree, 60 + value.bit_length(), "n"))
    )
    return next((each for each in (guess, guess + 1) if each**degree == value), None)


# -- trees -----------------------------------------------------------------------------------------

_BINARY: Final[dict[str, Callable[[Calculator, Value, Value], Value]]] = {
    "+": Calculator.plus, "-": Calculator.minus, "*": Calculator.times, "/": Calculator.over,
    "^": lambda self, base, exponent: self.power(base, exponent),
}  # fmt: skip
_UNARY: Final[dict[str, Callable[[Calculator, Value], Value]]] = {
    "neg": Calculator.opposite, "sqrt": Calculator.sqrt, "exp": Calculator.exp,
    "log": Calculator.log, "asin": Calculator.asin, "acos": Calculator.acos,
    "atan": Calculator.atan, "sin": lambda self, u: self.sine_cosine(u)[0],
    "cos": lambda self, u: self.sine_cosine(u)[1],
    "tan": lambda self, u: self.over(*self.sine_cosine(u)),
    "abs": lambda self, u: (self.modulus(u), ZERO), "Re": lambda self, u: (u[0], ZERO),
    "Im": lambda self, u: (u[1], ZERO),
}  # fmt: skip


def evaluate(tree: Node, values: Mapping[str, Value], calculator: Calculator) -> Value:
    """Return the value of a tree, given those of its letters."""
    head = tree.head
    if head == "number":
        return tree.value, ZERO
    if head == "letter":
        return values[tree.name]
    if head == "pi":
        return calculator.pi(), ZERO
    return combined(head, [evaluate(child, values, calculator) for child in tree.children],
                    calculator)  # fmt: skip


def combined(head: str, parts: Sequence[Value], calculator: Calculator) -> Value:
    """Return an operation or a function of values."""
    if len(parts) == 2:
        return _BINARY[head](calculator, parts[0], parts[1])
    return _UNARY[head](calculator, parts[0])


def settle(
    judge: Callable[[Calculator], str],
    needed: Callable[[str], int] = lambda _: USUAL,
    side: int = 1,
    levels: tuple[int, ...] = LEVELS,
    make: Callable[[int, int], Calculator] = Calculator,
) -> tuple[str | None, bool]:
    """Ask with more and more digits until the answer is sure, or stays the same for long enough.

    An answer for which nothing was presumed is a proof and taken at once.

    Args:
        judge: what to ask; it may raise `Unclear`.
        needed: how many digits an answer must have survived that rests on a presumed zero.
        side: which value to take on cuts.
        levels: digits, one level after the other.
        make: what to calculate with.

    Returns:
        The answer, or None if it stays unclear; and whether it hangs on a convention about cuts.
    """
    previous: str | None = None
    for digits in levels:
        calculator = make(digits, side)
        try:
            found = judge(calculator)
        except Unclear:
            previous = None
            continue
        if not calculator.presumed:
            return found, calculator.on_cut
        if calculator.lost:
            previous = None
        elif found == previous and digits >= needed(found):
            return found, calculator.on_cut
        else:
            previous = found
    return None, False
