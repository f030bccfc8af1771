"""Is this value a root? At points, which can only refute, and by algebra, which proves.

Balls are made smaller until they exclude zero; what still agrees then agrees to `DIGITS` digits.
The exact proof gives up when an expression outgrows its bounds, so nothing here is open-ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Final

from flint import acb, arb

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import at_root, is_equal, points_for
from aljabr.algebra.polynomials import TooHard
from aljabr.algebra.prover import Prover, factors_of, value_of
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import NEGATIVE, NONNEGATIVE, NONPOSITIVE

DIGITS: Final = 300
"""How far two values must agree to be taken for equal."""
_TINY: Final = arb(10) ** -DIGITS
_PRECISIONS: Final = (None, 1_100, 2_200, 4_400)
"""In bits; the first is that of the points."""
_PROOF_POWER: Final = 100
_HARD: Final = (TooHard, ZeroDivisionError, RuntimeError)
"""Last, what SymEngine makes of an infinity times a complex number."""

# -- at points -----------------------------------------------------------------------------------


def root_at(lhs: Expr, rhs: Expr, root: Expr, number: int) -> bool | None:
    """Decide whether a value solves lhs = rhs at one parameter point, as well as the game needs."""
    point = at_root(root, number)
    return None if point is None else is_equal(point, lhs, rhs)


def is_root(lhs: Expr, rhs: Expr, root: Expr) -> bool:
    """Whether a value solves lhs = rhs at some parameter point: the game's notion of solved.

    Points are drawn once and for all, so an equality at one of them is an identity on a region of
    parameters, not a coincidence.
    """
    return any(root_at(lhs, rhs, root, number) for number in points_for(lhs, rhs, root))


def solves_at(
    lhs: Expr, rhs: Expr, root: Expr, domain: Iterable[Expr], number: int, real: bool = False
) -> bool | None:
    """Decide whether a value solves lhs = rhs within its domain at one parameter point.

    False is certain; True means that both sides agree to `DIGITS` digits, and that nothing in the
    domain does so with zero.
    """
    domain = list(domain)
    for precision in _PRECISIONS:
        point = at_root(root, number, precision, real)
        if point is None:
            continue
        values = [point.value(each) for each in domain]
        left, right = point.value(lhs), point.value(rhs)
        apart = left - right
        if not all(value.is_finite() for value in (*values, apart)):
            continue
        if not apart.contains(acb(0)):
            return False
        if precision is not None and apart.abs_upper() < _TINY * (1 + abs(left).abs_upper()):
            return not any(value.contains(acb(0)) for value in values)
    return None


# -- proof ---------------------------------------------------------------------------------------


def proves_root(
    lhs: Expr, rhs: Expr, root: Expr, assumed: Iterable[Condition] = (), real: bool = False
) -> bool:
    """Whether substitution into lhs - rhs simplifies to zero, for all that is assumed.

    If all is read as real, so are odd roots of what is negative.
    """
    proof = _Proof(root, assumed, real)
    try:
        return proof.is_zero(proof.put_in(lhs) - proof.put_in(rhs))
    except _HARD:
        return False


def put_in(expr: Expr, root: Expr, assumed: Iterable[Condition] = (), real: bool = False) -> Sym:
    """Put a root in the unknown's place; whole periods are left out."""
    try:
        return _Proof(root, assumed, real).put_in(expr)
    except _HARD:
        return ar.replaced(expr.sym, {ar.X: root.sym})


class _Proof:
    """Puts a root into expressions, and simplifies by steps that the assumptions allow."""

    def __init__(self, root: Expr, assumed: Iterable[Condition], real: bool = False) -> None:
        self.root = root
        self.real = real
        self.table = ExprTable()
        self.signs = Signs(self.table, assumed)

    def is_zero(self, sym: Sym) -> bool:
        return Prover(self.table).is_zero(sym)

    def put_in(self, expr: Expr) -> Sym:
        """Rebuild an expression with the root in the unknown's place."""
        head = expr.head
        if head == tk.UNKNOWN:
            return self.root.sym
        if not expr.holds_unknown:
            return expr.sym
        parts = [self.put_in(child) for child in expr.children]
        if head == tk.ADD:
            return ar.add(*parts)
        if head == tk.MUL:
            return ar.canonical(prod(parts, start=ar.ONE))
        if head == tk.ABS:
            sign = self.sign(parts[0])
            if sign <= NONNEGATIVE or sign <= NONPOSITIVE:
                return parts[0] if sign <= NONNEGATIVE else -parts[0]
        if head != tk.POW:
            return self.function(head, self.fraction(parts[0]))
        base, exponent = parts
        if exponent.is_integer:
            if abs(exponent) > _PROOF_POWER and base not in (0, 1, -1):
                raise TooHard
            return base**exponent
        return self.power(base, exponent)

    def function(self, head: int, sym: Sym) -> Sym:
        """Apply a function; an inverse function leads back where its range is known."""
        sign = ar.ONE
        if head in _HALF_PERIODS:
            sym, sign = _without_periods(sym, head)
        inner = self.table.intern(sym)
        if head in _UNDONE and inner is not None and inner.head == _UNDONE[head][0]:
            kind, value = _UNDONE[head][1], inner.children[0]
            if self.signs.decides(Condition(kind, value)):
                return value.sym
        return sign * _BUILDERS[head](sym)

    def fraction(self, sym: Sym) -> Sym:
        """Write a value as one fraction."""
        if sym.is_Symbol or ar.is_rational(sym):
            return sym
        value = value_of(sym)
        if value is None:
            raise TooHard
        return value

    def sign(self, sym: Sym) -> frozenset[int]:
        expr = self.table.intern(sym)
        return (None if expr is None else self.signs.of(expr)) or frozenset((-1, 0, 1))

    def power(self, base: Sym, exponent: Sym) -> Sym:
        """Raise to a power; sqrt(c**2) is c or -c where the sign of c is known."""
        found = factors_of(base)
        if found is None:
            if Prover(self.table).is_zero(base):
                return ar.power(ar.ZERO, exponent)
            raise TooHard
        number, factors = found
        is_odd = ar.is_rational(exponent) and int(exponent.q) % 2
        if self.real and is_odd and self.sign(base) <= NEGATIVE:
            sign = ar.MINUS_ONE ** int(exponent.p)
            return sign * self.power(ar.expand(ar.negate(base)), exponent)
        outside, inside = ar.ONE, ar.rational(number.numerator, number.denominator)
        if self.real and is_odd and number < 0 and self.is_real(base):
            outside, inside = ar.MINUS_ONE ** int(exponent.p), -inside
        for factor, times in factors:
            taken = self.taken_out(factor, times, exponent)
            if taken is None:
                inside *= factor**times
            else:
                outside *= taken
        if not self.real and _is_turned(inside):  # SymEngine makes 1/sqrt(u) of sqrt(1/u)
            raise TooHard
        return outside * ar.power(inside, exponent)

    def is_odd_root(self, factor: Sym, times: int, exponent: Sym) -> bool:
        """Whether an odd root of a real power is the real number itself: of b**3, b."""
        whole = bool(ar.is_rational(exponent) and (times * exponent).is_integer)
        is_odd = whole and int(exponent.q) % 2 == 1
        return is_odd and self.is_real(factor)

    def is_real(self, sym: Sym) -> bool:
        expr = self.table.intern(sym)
        return expr is not None and self.signs.of(expr) is not None

    def taken_out(self, factor: Sym, times: int, exponent: Sym) -> Sym | None:
        """Return (factor**times)**exponent without the brackets; None if that may be wrong."""
        sign = self.sign(factor)
        if self.real and self.is_odd_root(factor, times, exponent):
            return factor ** (times * exponent)
        if sign <= NONNEGATIVE:
            inner, power = ar.base_and_exponent(factor)
            if power != 1 and self.sign(inner) <= NONNEGATIVE:  # (b**(1/a))**a = b
                return inner ** (power * times * exponent)
            return factor ** (times * exponent)
        if times % 2 == 0 and ar.is_rational(exponent) and sign <= NONPOSITIVE:
            return (-factor) ** (times * exponent)
        return None


def _is_turned(sym: Sym) -> bool:
    """Whether this is 1/u, perhaps times a positive number: its roots are written by those of u."""
    inner = ar.times(*[each for each in ar.factors(sym) if not ar.is_positive_number(each)])
    return bool(ar.base_and_exponent(inner)[1] == ar.MINUS_ONE)


def _without_periods(sym: Sym, head: int) -> tuple[Sym, Sym]:
    """Leave out whole multiples of a half period; return what is left, and the sign it makes.

    Multiples are counted by letters for whole numbers: sin(u + pi*n) = (-1)^n*sin(u).
    """
    kept, sign = [], ar.ONE
    for term in ar.addends(ar.expand(sym)):
        turns = term / _HALF_PERIODS[head]
        letters = turns.free_symbols
        number = turns / ar.times(*letters)
        if letters and letters <= set(ar.INTEGERS) and number.is_integer:
            is_odd = head != tk.TAN and number % 2 == 1
            sign *= ar.MINUS_ONE ** ar.times(*letters) if is_odd else ar.ONE
        else:
            kept.append(term)
    return ar.add(*kept), sign


_HALF_PERIODS: Final = {
    tk.SIN: ar.PI,
    tk.COS: ar.PI,
    tk.TAN: ar.PI,
    tk.EXP: ar.PI * ar.IMAGINARY,
}
_UNDONE: Final[dict[int, tuple[int, KindName]]] = {
    tk.LOG: (tk.EXP, "log"),
    tk.ASIN: (tk.SIN, "asin"),
    tk.ACOS: (tk.COS, "acos"),
    tk.ATAN: (tk.TAN, "atan"),
}
"""What an inverse function undoes, and the range in which it does."""
_BUILDERS: Final = {
    tk.EXP: ar.exponential,
    tk.LOG: ar.logarithm,
    tk.SIN: ar.sine,
    tk.COS: ar.cosine,
    tk.ASIN: ar.arcsine,
    tk.ACOS: ar.arccosine,
    tk.ABS: ar.absolute,
    tk.TAN: ar.tangent,
    tk.ATAN: ar.arctangent,
}
