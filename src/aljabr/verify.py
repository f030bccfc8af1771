"""Is this value a root? Numerically at random parameter points, then exactly where provable.

The numbers are balls (python-flint's `acb`): an interval that excludes zero refutes a root for
certain. Parameters take positive real values, fixed by their names, half of the points small so
that roots which hold on a principal branch only (asin(x) = a for a <= pi/2) are seen to hold there.
A value whose imaginary part is zero within the ball is taken as real before a function with a
branch cut; that is the one place where the numeric answer is not rigorous.

Nothing here is open-ended: numeric work is one pass over the tree per point, and the exact proof
gives up when an expression outgrows `_PROOF_TERMS`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import symengine as se
from flint import acb, arb, ctx, fmpq

from aljabr import expr as ex
from aljabr.expr import Expr, ExprTable, Sym
from aljabr.rules import Condition

NUM_POINTS: Final = 8
WIDE: Final = 1_000
"""The first of the test points at which parameters range from 1/30 to 10, with more digits."""
PRECISION: Final = 128
_ZERO_TOLERANCE: Final = 1e-15
_REAL_TOLERANCE: Final = arb(2) ** -80
_PROOF_TERMS: Final = 300
_PROOF_POWER: Final = 100

# -- numbers -------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def parameter_value(name: str, point: int) -> acb:
    """Return the value of a parameter at a test point, the same for ever.

    It is positive at the points 0, 1, ... and of either sign at the points -1, -2, ...; from
    `WIDE` on it may be very small or large.
    """
    source = random.Random(f"aljabr:{name}:{point}")
    if point >= WIDE:
        return acb(10 ** source.uniform(-1.5, 1.0))
    low, high = (0.1, 0.6) if point % 2 else (0.4, 2.6)
    sign = 1 if point >= 0 or source.random() < 0.5 else -1
    return acb(sign * source.uniform(low, high))


class Point:
    """One assignment of numbers to symbols, remembering the value of each expression."""

    def __init__(self, number: int, unknown: acb | None = None) -> None:
        self.number = number
        self._values: dict[Expr, acb] = {}
        self._unknown = unknown

    def with_unknown(self, value: acb) -> Point:
        return Point(self.number, value)

    def value(self, expr: Expr) -> acb:
        """Evaluate; not finite where the expression is undefined."""
        known = self._values.get(expr)
        if known is None:
            with ctx.workprec(PRECISION if self.number < WIDE else 16 * PRECISION):
                known = self._values[expr] = self._compute(expr)
        return known

    def _compute(self, expr: Expr) -> acb:
        head = expr.head
        if head == ex.UNKNOWN:
            assert self._unknown is not None, "the unknown has no value at this point"
            return self._unknown
        if head == ex.ADD:
            total = acb(0)
            for child in expr.children:
                total += self.value(child)
            return total
        if head == ex.MUL:
            product = acb(1)
            for child in expr.children:
                product *= self.value(child)
            return product
        if head == ex.POW:
            return _power(self.value(expr.children[0]), expr.children[1], self)
        if head in _FUNCTIONS:
            return _FUNCTIONS[head](self.value(expr.children[0]))
        if head == ex.PI:
            return acb.pi()
        if head == ex.EULER:
            return acb(1).exp()
        if head == ex.IMAGINARY:
            return acb(0, 1)
        if expr.is_number:
            return acb(fmpq(int(expr.sym.p), int(expr.sym.q)))
        return parameter_value(expr.sym.name, self.number)


def _power(base: acb, exponent: Expr, point: Point) -> acb:
    if exponent.is_number:
        p, q = int(exponent.sym.p), int(exponent.sym.q)
        if q == 1:
            return base**p
        if q == 2:
            return _real_if_close(base).sqrt() ** p
    return _real_if_close(base).pow(point.value(exponent))


def _real_if_close(value: acb) -> acb:
    """Drop an imaginary part that is zero as far as the ball can tell."""
    return acb(value.real, _snapped(value.imag, value))


_FUNCTIONS: Final[dict[int, Callable[[acb], acb]]] = {
    ex.FUNCTION_TOKENS["exp"]: lambda v: v.exp(),
    ex.FUNCTION_TOKENS["log"]: lambda v: _real_if_close(v).log(),
    ex.FUNCTION_TOKENS["sin"]: lambda v: v.sin(),
    ex.FUNCTION_TOKENS["cos"]: lambda v: v.cos(),
    ex.FUNCTION_TOKENS["asin"]: lambda v: _real_if_close(v).asin(),
    ex.FUNCTION_TOKENS["acos"]: lambda v: _real_if_close(v).acos(),
    ex.FUNCTION_TOKENS["abs"]: lambda v: acb(abs(v)),
    ex.FUNCTION_TOKENS["tan"]: lambda v: v.tan(),
    ex.FUNCTION_TOKENS["atan"]: lambda v: v.atan(),
}


def is_zero(value: acb, scale: float = 1.0) -> bool | None:
    """Decide whether a ball is zero; None if it cannot be told."""
    if not value.is_finite():
        return None
    if not value.contains(acb(0)):
        return False
    return True if value.abs_upper() < _ZERO_TOLERANCE * scale else None


def is_equal(point: Point, left: Expr, right: Expr) -> bool | None:
    """Decide whether two expressions agree at a point; None if undefined or unclear."""
    a, b = point.value(left), point.value(right)
    if not (a.is_finite() and b.is_finite()):
        return None
    return is_zero(a - b, 1.0 + float(abs(a).mid()))


def holds(condition: Condition, point: Point) -> bool | None:
    """Decide whether a condition holds at a point; None if it cannot be told."""
    value = point.value(condition.expr)
    if not value.is_finite():
        return None
    if condition.kind == "nonzero":
        zero = is_zero(value)
        return None if zero is None else not zero
    real, imaginary = _snapped(value.real, value), _snapped(value.imag, value)
    if condition.kind == "root":
        return imaginary >= 0 if real == 0 else bool(real > 0)
    pi = arb.pi()
    if condition.kind in ("log", "power", "odd_power"):
        return not imaginary > pi and bool(imaginary > -pi)  # pi itself counts
    low, high = (arb(0), pi) if condition.kind == "acos" else (-pi / 2, pi / 2)
    if real > low and real < high:
        return True
    if real < low or real > high:
        return False
    return condition.kind != "atan" if imaginary == 0 else None


def _snapped(part: arb, whole: acb) -> arb:
    """Take a real or imaginary part as zero if the ball cannot tell it from zero."""
    small = part.contains(0) and part.rad() < _REAL_TOLERANCE * (1 + abs(whole).mid())
    return arb(0) if small else part


# -- verdicts ------------------------------------------------------------------------------------


def root_at(lhs: Expr, rhs: Expr, root: Expr, number: int) -> bool | None:
    """Decide whether a value solves lhs = rhs at one parameter point."""
    value = Point(number).value(root)
    if not value.is_finite():
        return None
    return is_equal(Point(number, value), lhs, rhs)


def is_root(lhs: Expr, rhs: Expr, root: Expr) -> bool:
    """Whether a value solves lhs = rhs at some parameter point: the game's notion of solved.

    Points are drawn once and for all, so an equality at one of them is an identity on a region of
    parameters, not a coincidence.
    """
    return any(root_at(lhs, rhs, root, number) for number in points_for(lhs, rhs, root))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a claimed root."""

    verified: str | None
    """`exact` (proved symbolically), `numeric` (at every test point), or None (not a root)."""
    refuted: bool = False
    """Whether the value is certainly no root, at every test point."""


def check_root(
    lhs: Expr,
    rhs: Expr,
    root: Expr,
    conditions: Iterable[Condition] = (),
    domain: Iterable[Expr] = (),
) -> Verdict:
    """Check a claimed root wherever its conditions hold.

    The root passes if it holds at every test point where the conditions and the domain allow it,
    and there is at least one such point.
    """
    conditions, domain = list(conditions), list(domain)
    numbers = points_for(lhs, rhs, root)
    passed = failed = excused = 0
    for number in numbers:
        value = Point(number).value(root)
        if not value.is_finite():
            continue
        point = Point(number, value)
        answer = is_equal(point, lhs, rhs)
        if any(is_zero(point.value(each)) for each in domain):
            answer = False
        if answer:
            passed += 1
        elif answer is False:
            if any(holds(each, point) is False for each in conditions):
                excused += 1
            else:
                failed += 1
    if passed and not failed:
        return Verdict("exact" if proves_root(lhs, rhs, root) else "numeric")
    return Verdict(None, refuted=failed + excused == len(numbers))


def points_for(*exprs: Expr) -> range:
    """Return the numbers of the test points; one is enough where there are no parameters."""
    return range(NUM_POINTS if any(expr.holds_parameters for expr in exprs) else 1)


# -- proof ---------------------------------------------------------------------------------------


class _TooHard(Exception):
    """The proof outgrows its bounds."""


def proves_root(lhs: Expr, rhs: Expr, root: Expr) -> bool:
    """Whether substitution into lhs - rhs simplifies to zero by unconditional steps.

    Parameters are positive reals; only square roots of what is then positive are simplified.
    """
    try:
        difference = _substitute(lhs, root) - _substitute(rhs, root)
        return bool(_numerator(difference) == 0)
    except (_TooHard, ZeroDivisionError):
        return False


def proves_identity(lhs: Expr, rhs: Expr) -> bool:
    """Whether lhs - rhs simplifies to zero by unconditional steps."""
    try:
        return bool(_numerator(lhs.sym - rhs.sym) == 0)
    except (_TooHard, ZeroDivisionError):
        return False


def nonzero_factors(table: ExprTable, expr: Expr, root: Expr | None = None) -> list[Expr]:
    """Split an expression, the root put in, into the factors that must not vanish.

    Factors that cannot vanish are left out: numbers, and exponentials.
    """
    try:
        sym = expr.sym
        if root is not None and expr.holds_unknown:
            sym = _numerator(_substitute(expr, root))
            sym = _common_factor_out(sym)
    except (_TooHard, ZeroDivisionError):
        return [expr]
    found = []
    for factor in ex.factors(sym):
        base, _ = ex.base_and_exponent(factor)
        node = table.intern(base)
        if node is not None and node.head != ex.EXP and node.holds_symbols:
            found.append(node)
    return found


def _common_factor_out(sym: Sym) -> Sym:
    """Take the symbols that all terms of a sum share out of it."""
    if not ex.is_sum(sym):
        return sym
    shared: dict[Sym, Sym] | None = None
    for term in sym.args:
        powers = dict(map(ex.base_and_exponent, ex.factors(term)))
        powers = {base: e for base, e in powers.items() if ex.is_rational(e) and e > 0}
        if shared is None:
            shared = powers
        else:
            shared = {b: min(e, powers[b]) for b, e in shared.items() if b in powers}
    common = ex.ONE
    for base, exponent in (shared or {}).items():
        if not ex.is_rational(base):
            common *= base**exponent
    if common == ex.ONE:
        return sym
    return common * ex.canonical(se.Add(*[term / common for term in sym.args]))


def _substitute(expr: Expr, root: Expr) -> Sym:
    """Rebuild a side with the root in the unknown's place."""
    head = expr.head
    if head == ex.UNKNOWN:
        return root.sym
    if not expr.holds_unknown:
        return expr.sym
    parts = [_substitute(child, root) for child in expr.children]
    if head == ex.ADD:
        return se.Add(*parts)
    if head == ex.MUL:
        product = ex.ONE
        for part in parts:
            product = product * part
        return ex.canonical(product)
    if head == ex.POW:
        base, exponent = parts
        if ex.is_rational(exponent) and abs(exponent) > _PROOF_POWER:
            raise _TooHard
        if exponent == ex.HALF or exponent == -ex.HALF:
            return _positive_root(_rational_form(base)) ** (exponent * 2)
        if exponent.is_integer:
            return _rational_form(base) ** exponent
        return _positive_power(_rational_form(base), exponent)
    inner = _rational_form(parts[0])
    return _BUILDERS[head](inner)


def _rational_form(sym: Sym) -> Sym:
    numerator, denominator = _fraction(sym)
    return numerator / denominator


def _positive_root(sym: Sym) -> Sym:
    """sqrt, with even powers of parameters taken out: parameters are positive."""
    outside, inside = ex.ONE, ex.ONE
    for factor in ex.factors(sym):
        base, exponent = ex.base_and_exponent(factor)
        if base.is_Symbol and exponent.is_integer and exponent % 2 == 0:
            outside *= base ** (exponent / 2)
        else:
            inside *= factor
    return outside * ex.square_root(inside)


def _positive_power(sym: Sym, exponent: Sym) -> Sym:
    """Raise to a power; (c**3)**(1/3) = c and (b**(1/a))**a = b, for parameters are positive."""
    outside, inside = ex.ONE, ex.ONE
    for factor in ex.factors(sym):
        base, power = ex.base_and_exponent(factor)
        is_positive = base.is_Symbol or (power != 1 and ex.is_positive_number(base))
        if is_positive and _is_real(power):
            outside *= base ** (power * exponent)
        else:
            inside *= factor
    return outside * ex.power(inside, exponent)


def _is_real(sym: Sym) -> bool:
    """Whether this is made of real numbers and parameters by sums, products and whole powers."""
    if ex.is_sum(sym) or ex.is_product(sym):
        return all(map(_is_real, sym.args))
    base, exponent = ex.base_and_exponent(sym)
    if exponent != 1:
        return bool(exponent.is_integer and _is_real(base))
    return bool(sym.is_Symbol or ex.is_rational(sym) or ex.is_positive_number(sym))


_BUILDERS: Final = {
    ex.FUNCTION_TOKENS["exp"]: ex.exponential,
    ex.FUNCTION_TOKENS["log"]: ex.logarithm,
    ex.FUNCTION_TOKENS["sin"]: ex.sine,
    ex.FUNCTION_TOKENS["cos"]: ex.cosine,
    ex.FUNCTION_TOKENS["asin"]: ex.arcsine,
    ex.FUNCTION_TOKENS["acos"]: ex.arccosine,
    ex.FUNCTION_TOKENS["abs"]: se.Abs,
    ex.FUNCTION_TOKENS["tan"]: se.tan,
    ex.FUNCTION_TOKENS["atan"]: se.atan,
}


def _numerator(sym: Sym) -> Sym:
    return _fraction(sym)[0]


def _fraction(sym: Sym) -> tuple[Sym, Sym]:
    """Write over one denominator, both parts expanded; functions and roots stay as they are."""
    if ex.is_sum(sym):
        numerator, denominator = ex.ZERO, ex.ONE
        for term in sym.args:
            n, d = _fraction(term)
            if d == denominator:
                numerator = numerator + n
            else:
                numerator, denominator = numerator * d + n * denominator, denominator * d
        return _expanded(numerator), _expanded(denominator)
    if ex.is_product(sym):
        numerator, denominator = ex.ONE, ex.ONE
        for factor in sym.args:
            n, d = _fraction(factor)
            numerator, denominator = numerator * n, denominator * d
        return _expanded(numerator), _expanded(denominator)
    base, exponent = ex.base_and_exponent(sym)
    if exponent != 1 and exponent.is_integer:
        n, d = _fraction(base)
        if exponent < 0:
            n, d, exponent = d, n, -exponent
        if exponent > 12:
            raise _TooHard
        return _expanded(n**exponent), _expanded(d**exponent)
    return sym, ex.ONE


def _expanded(sym: Sym) -> Sym:
    """Expand, within bounds that are checked before the work is done."""
    terms = 0
    for term in ex.addends(sym):
        product = 1
        for factor in ex.factors(term):
            base, exponent = ex.base_and_exponent(factor)
            if ex.is_sum(base) and exponent.is_integer and exponent > 0:
                product *= len(base.args) ** int(exponent)
            if product > _PROOF_TERMS:
                raise _TooHard
        terms += product
    if terms > _PROOF_TERMS:
        raise _TooHard
    return se.expand(sym)
