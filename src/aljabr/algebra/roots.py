"""All roots of an equation between fractions of polynomials with numbers only, by FLINT's balls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from flint import acb, arb, fmpz_poly

from aljabr.algebra import algebraic
from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import PRECISION, Exact
from aljabr.algebra.polynomials import Poly, Reader, TooHard
from aljabr.algebra.prover import Prover, factors_of

MAX_DEGREE: Final = 60


@dataclass(frozen=True)
class Polynomial:
    """What vanishes at the roots of an equation and nowhere else: factors with their exponents."""

    factors: tuple[tuple[Any, int], ...]
    """Irreducible polynomials (FLINT's `fmpz_poly`) with their exponents."""

    @cached_property
    def count_real(self) -> int:
        """How many different real roots there are."""
        return sum(len(_real_roots(factor)) for factor, _ in self.factors)

    @cached_property
    def count(self) -> int:
        """How many different roots there are."""
        return sum(int(factor.degree()) for factor, _ in self.factors)

    def names(self, real: bool) -> set[str]:
        """Return the factors as texts; only those with real roots, if only these are asked for."""
        return {
            str(factor if factor.leading_coefficient() > 0 else -factor)
            for factor, _ in self.factors
            if not real or _real_roots(factor)
        }

    def has_root(self, name: str) -> bool:
        """Whether a constant (see `algebraic`) is a root."""
        coefficients, _ = algebraic.polynomial_of(name)
        wanted = fmpz_poly(list(coefficients))
        return any(factor in (wanted, -wanted) for factor, _ in self.factors)


def _real_roots(poly: Any) -> list[arb]:
    if poly.degree() == 1:
        return [arb(0)]
    return [root for root, _ in poly.complex_roots() if root.imag == 0]


@lru_cache(maxsize=4096)
def has_no_real_root(sym: Sym) -> bool:
    """Whether this is a polynomial in x with numbers that is zero for no real number."""
    table = ExprTable()
    expr, zero = table.intern(sym), table.intern(ar.ZERO)
    found = None if expr is None or zero is None else polynomial(table, expr, zero)
    return found is not None and found.count_real == 0


def discriminant(expr: Expr) -> int | None:
    """Return b^2 - 4*a*c of a quadratic with whole numbers; None of anything else."""
    poly = _numerator(ExprTable(), expr)
    if poly is None or poly.degree() != 2:
        return None
    c, b, a = (int(each) for each in poly.coeffs())
    return b * b - 4 * a * c


def polynomial(
    table: ExprTable, lhs: Expr, rhs: Expr, domain: Iterable[Expr] = ()
) -> Polynomial | None:
    """Return what vanishes at the roots of lhs = rhs; None unless there are numbers and x only.

    Factors of what may not vanish are left out.
    """
    if lhs.holds_parameters or rhs.holds_parameters:
        return None
    difference = table.intern(lhs.sym - rhs.sym)
    numerator = None if difference is None else _numerator(table, difference)
    if numerator is None or numerator == 0 or numerator.degree() > MAX_DEGREE:
        return None
    found = [(factor, int(times)) for factor, times in numerator.factor()[1]]
    for each in domain:
        excluded = _numerator(table, each)
        if excluded is None:
            return None
        found = [(factor, times) for factor, times in found if excluded % factor != 0]
    return Polynomial(tuple(found))


class _Reader(Reader):
    """Reads powers up to the degree whose roots are counted: x^20, of one letter, is not hard."""

    max_exponent = MAX_DEGREE


def _numerator(table: ExprTable, expr: Expr) -> Any | None:
    """Return the numerator of a fraction in x with numbers, as one of FLINT's polynomials."""
    reader = _Reader(table, lambda inner: inner)
    try:
        poly: Poly = reader.fraction(expr)[0]
    except TooHard:
        return None
    if any(atom.head != tk.UNKNOWN for atom in reader.atoms):
        return None
    if not reader.atoms:
        return fmpz_poly([int(poly.coeffs()[0])] if len(poly) else [])
    coefficients = {int(exponents[0]): int(each) for exponents, each in poly.terms()}
    most = max(coefficients, default=0)
    if most > MAX_DEGREE:
        return None
    return fmpz_poly([coefficients.get(power, 0) for power in range(most + 1)])


def most_roots(lhs: Expr, rhs: Expr) -> int | None:
    """Return how many roots an equation of polynomials with numbers has at most; None of others."""
    if any(each.holds_parameters or not _is_polynomial(each) for each in (lhs, rhs)):
        return None
    if rhs.sym != 0:
        return max(_degree(lhs), _degree(rhs))
    factors = lhs.children if lhs.head == tk.MUL else (lhs,)
    return sum(_degree(each.children[0] if each.head == tk.POW else each) for each in factors)


def _degree(expr: Expr) -> int:
    if expr.head == tk.POW and expr.holds_unknown:
        return _degree(expr.children[0]) * int(expr.children[1].sym)
    degrees = [_degree(each) for each in expr.children]
    if expr.head == tk.MUL:
        return sum(degrees)
    return 1 if expr.head == tk.UNKNOWN else max(degrees, default=0)


def multiplicity(
    table: ExprTable, lhs: Expr, rhs: Expr, root: Expr, nonzero: Iterable[Expr] = ()
) -> int | None:
    """Return how often a value is a root of a polynomial equation; None of any other equation.

    Where letters stand, it must be as often for all their values at which some expressions are
    not zero: of x*(x - a) nobody knows, for a may be zero.
    """
    count = _multiplicity(table, lhs, rhs, root)
    letters = lhs.holds_parameters or rhs.holds_parameters
    if count is None or not letters:
        return count
    value = lhs.sym - rhs.sym
    for _ in range(count):
        value = value.diff(ar.X)
    found = factors_of(ar.replaced(value, {ar.X: root.sym}))
    known = [factor for each in nonzero for factor, _ in (factors_of(each.sym) or (0, ()))[1]]
    sure = {*known, *(ar.expand(-each) for each in known)}
    vanishing = [] if found is None else [each for each, exponent in found[1] if exponent > 0]
    return count if found is not None and all(each in sure for each in vanishing) else None


def _multiplicity(table: ExprTable, lhs: Expr, rhs: Expr, root: Expr) -> int | None:
    """Return how often a value is a root, where roots do not happen to meet."""
    if not (_is_polynomial(lhs) and _is_polynomial(rhs)):
        return None
    if root.head == tk.ALGEBRAIC:
        found = polynomial(table, lhs, rhs)
        times = [] if found is None else [each for factor, each in found.factors
                 if Polynomial(((factor, 1),)).has_root(root.sym.name)]  # fmt: skip
        return times[0] if times else None
    if not (_is_rational(lhs) and _is_rational(rhs) and _is_rational(root)):
        return _by_derivatives(table, lhs.sym - rhs.sym, root)
    try:
        factors = Prover(table).factors(lhs.sym - rhs.sym)[1]
        holding = [times for factor, times in factors if times > 0
                 and Prover(table).is_zero(ar.replaced(factor, {ar.X: root.sym}))]  # fmt: skip
    except (TooHard, ZeroDivisionError):
        return None
    return holding[0] if len(holding) == 1 else None


def _is_rational(expr: Expr) -> bool:
    """Whether nothing stands here but letters, fractions, sums, products and whole powers."""
    return all(each.head in (tk.ADD, tk.MUL) or not each.children
               or (each.head == tk.POW and each.children[1].sym.is_integer)
               for each in expr.walk())  # fmt: skip


def _by_derivatives(table: ExprTable, total: Sym, root: Expr) -> int | None:
    """Count the derivatives that are proved to be zero at a root; None unless the next is not."""
    for count in range(MAX_DEGREE):
        value = table.intern(ar.replaced(total, {ar.X: root.sym}))
        if value is None:
            return None
        try:
            if not Prover(table).is_zero(value.sym):
                return count if _is_nonzero(value) and count else None
        except TooHard:
            return None
        total = total.diff(ar.X)
    return None


def _is_nonzero(value: Expr) -> bool:
    """Whether something is certainly not zero at a point."""
    ball = Exact(0, precision=16 * PRECISION).value(value)
    return ball.is_finite() and not ball.contains(acb(0))


def _is_polynomial(expr: Expr) -> bool:
    """Whether this is a polynomial in the unknown."""
    if not expr.holds_unknown or expr.head == tk.UNKNOWN:
        return True
    if expr.head == tk.POW:
        exponent = expr.children[1].sym
        return bool(exponent.is_integer and exponent > 0) and _is_polynomial(expr.children[0])
    return expr.head in (tk.ADD, tk.MUL) and all(map(_is_polynomial, expr.children))
