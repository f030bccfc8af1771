"""Is this zero? Fractions over letters of which more is known than that they are letters."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Final

from flint import fmpz

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import separation
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.content import without_square
from aljabr.algebra.expr import Expr, ExprTable, node
from aljabr.algebra.polynomials import MAX_EXPONENT, Letters, Poly, Reader, TooHard, factored
from aljabr.algebra.printing import expr_text

_WHOLE: Final = frozenset(ar.INTEGERS)
"""Letters of families, which are the same in both of two numbers that are compared."""


class Prover(Reader):
    """Reads expressions over letters whose powers it knows.

    Whole numbers under a root are taken apart into primes, and exponents into terms, so that
    sqrt(2)*sqrt(3) = sqrt(6) and exp(a + b) = exp(a)*exp(b); then roots are powers of what they are
    roots of: sqrt(u)**2 = u. All of this holds without conditions.
    """

    max_terms = 300

    def __init__(self, table: ExprTable | None = None) -> None:
        super().__init__(ExprTable() if table is None else table, self._as_fraction)
        self._shares: dict[tuple[str, str], int] = {}  # of base and exponent, in how many

    def _as_fraction(self, expr: Expr) -> Expr:
        """Write what stands inside a letter as one fraction, if it can be."""
        if not expr.children:
            return expr
        value = value_of(expr.sym)
        return expr if value is None else self.leaf(value)

    def inner(self, expr: Expr) -> Expr:
        return self.simplest(expr)

    def ordered(self, atoms: list[Expr]) -> list[Expr]:
        return atoms

    def is_zero(self, sym: Sym) -> bool:
        """Whether a value is proved to be zero."""
        number = ar.expand(sym) if sym.free_symbols <= _WHOLE else sym
        if not number.free_symbols and separation.is_zero(number):
            return True
        expr = self.table.intern(sym)
        if expr is None:
            return False
        if tk.IMAGINARY in expr.tokens and ar.expand(sym) == 0:  # i is no letter to SymEngine
            return True
        self._begin(expr)
        above, below = (self._reduced(each)[0] for each in self.read(expr))
        return bool(above == 0 and below != 0)

    def value(self, sym: Sym) -> Sym:
        """Return a value as one fraction, cancelled and multiplied out."""
        if not sym.free_symbols and separation.is_zero(sym):
            return ar.ZERO
        expr = self.table.intern(sym)
        if expr is None:
            raise TooHard
        above, below = self.fraction(expr)
        if below == 0:
            raise ZeroDivisionError
        return self._sum(above) / self._sum(below)

    def factors(self, sym: Sym) -> tuple[Fraction, list[tuple[Sym, int]]]:
        """Return a value as a number times powers of factors that cannot be taken apart."""
        expr = self.table.intern(sym)
        if expr is None:
            raise TooHard
        number, found = Fraction(1), []
        for poly, sign in zip(self.fraction(expr), (1, -1), strict=True):
            if poly == 0:
                raise ZeroDivisionError
            content, factors = factored(poly)
            number *= Fraction(int(content)) ** sign
            found += [(self._sum(factor), sign * int(times)) for factor, times in factors]
        return number, found

    def fraction(self, expr: Expr) -> tuple[Poly, Poly]:
        numerator, denominator = super().fraction(expr)
        if not any(map(_is_root, self.atoms)):
            return numerator, denominator
        reduced, below = self._reduced(numerator)
        divisor, above = self._reduced(denominator)
        return self._cancelled(self.multiplied(reduced, above), self.multiplied(divisor, below))

    def _begin(self, expr: Expr) -> None:
        for each in expr.walk() if tk.EXP in expr.tokens or tk.POW in expr.tokens else ():
            if _is_power_of(each):
                for part, coefficient in self._terms(each):
                    place = _base_text(each), str(part)
                    self._shares[place] = lcm(self._shares.get(place, 1), int(coefficient.q))
        super()._begin(expr)

    def find_atoms(self, expr: Expr) -> Iterator[Expr]:
        for atom in super().find_atoms(expr):
            yield atom
            if _is_root(atom) and not atom.children[0].is_number:
                yield from self.find_atoms(atom.children[0])

    def spell(self, expr: Expr) -> tuple[Fraction | int, Letters]:
        if _is_power_of(expr):
            return self._powers(expr)
        if _is_root(expr):
            exponent = expr.children[1]
            outside, inside = without_square(self.inner(expr.children[0]), exponent)
            return outside ** int(exponent.sym.p), self._roots(inside, exponent.sym)
        if not expr.children or expr.head == tk.LOG:
            return super().spell(expr)
        # Of sin(b - a) SymEngine makes -sin(a - b).
        sign, sym = ar.without_sign(ar.rebuild(expr.head, [self.inner(expr.children[0]).sym]))
        return int(sign), [(self.leaf(sym), 1)]

    def _powers(self, expr: Expr) -> tuple[int, Letters]:
        """Write b**(c1*t1 + c2*t2 + ...) as a product of powers of b**(t/q)."""
        times, found = 1, []
        base = self.leaf(ar.EULER) if expr.head == tk.EXP else expr.children[0]
        for part, coefficient in self._terms(expr):
            shares = self._shares.get((_base_text(expr), str(part)), int(coefficient.q))
            exponent = int(coefficient * shares)
            if part != 1 or shares > 1:
                inside = self.leaf(part / shares)
                letter = (
                    node(tk.EXP, [inside])
                    if expr.head == tk.EXP and part != 1
                    else node(tk.POW, [base, inside])
                )
                found.append((letter, exponent))
            elif not base.children and not base.is_number:
                found.append((base, exponent))
            elif base.is_number and base.sym.is_integer and 0 < exponent <= MAX_EXPONENT:
                times *= int(base.sym) ** exponent
            else:
                raise TooHard
        return times, found

    def _terms(self, expr: Expr) -> Iterator[tuple[Sym, Sym]]:
        """Yield the terms of an exponent, each as what it is and its rational coefficient."""
        for term in ar.addends(ar.expand(self.inner(expr.children[-1]).sym)):
            if ar.is_rational(term):
                yield ar.ONE, term
                continue
            number = term.args[0] if ar.is_product(term) else ar.ONE
            coefficient = number if ar.is_rational(number) else ar.ONE
            yield term / coefficient, coefficient

    def _roots(self, base: Expr, power: Sym) -> Letters:
        """Write a power of c*u, with a rational c > 0, as powers of roots of primes and of u."""
        number, rest = _positive_content(base.sym)
        found: Letters = []
        for whole, sign in ((int(number.p), 1), (int(number.q), -1)):
            for prime, times in fmpz(whole).factor() if whole > 1 else ():
                letter = self.root(self.leaf(ar.rational(int(prime))), int(power.q))
                found.append((letter, sign * int(power.p) * int(times)))
        if rest != 1:
            found.append((self.root(self.leaf(rest), int(power.q)), int(power.p)))
        return found

    def _reduced(self, poly: Poly) -> tuple[Poly, Poly]:
        """Replace whole powers of roots; return a polynomial and what it is to be divided by."""
        below = self.context.constant(1)
        for number, atom in reversed([*enumerate(self.atoms)]):
            if not _is_root(atom):
                continue
            degree = int(atom.children[1].sym.q)
            if poly.degrees()[number] < degree:
                continue
            poly, divisor = self._without_root(poly, number, degree, atom.children[0])
            below = self.multiplied(below, divisor)
        return poly, below

    def _without_root(self, poly: Poly, number: int, degree: int, base: Expr) -> tuple[Poly, Poly]:
        n, d = self.read(base)
        most = poly.degrees()[number] // degree
        parts: dict[int, dict[Any, Any]] = {}
        for exponents, coefficient in poly.terms():
            whole, rest = divmod(int(exponents[number]), degree)
            lowered = (*exponents[:number], rest, *exponents[number + 1 :])
            parts.setdefault(whole, {})[lowered] = coefficient
        total = self.context.constant(0)
        for whole, terms in parts.items():
            above = self.raised(n, n, whole)[0] if whole else self.context.constant(1)
            left = most - whole
            beside = self.raised(d, d, left)[0] if left else self.context.constant(1)
            part = self.context.from_dict(terms)
            total += self.multiplied(self.multiplied(part, above), beside)
        return total, self.raised(d, d, most)[0]

    def _sum(self, poly: Poly) -> Sym:
        terms = []
        for exponents, coefficient in poly.terms():
            term = ar.rational(int(coefficient))
            for atom, exponent in zip(self.atoms, exponents, strict=False):
                if exponent:
                    term = term * atom.sym ** int(exponent)
            terms.append(term)
        return ar.add(*terms)


@lru_cache(maxsize=2048)
def value_of(sym: Sym) -> Sym | None:
    """Return a value as one fraction; None of what divides by zero or is too hard."""
    try:
        return Prover(ExprTable()).value(sym)
    except (TooHard, ZeroDivisionError):
        return None


@lru_cache(maxsize=2048)
def factors_of(sym: Sym) -> tuple[Fraction, tuple[tuple[Sym, int], ...]] | None:
    """Return a value as a number times powers of factors; None of what is zero or too hard."""
    try:
        number, found = Prover(ExprTable()).factors(sym)
    except (TooHard, ZeroDivisionError):
        return None
    return number, tuple(found)


def _is_root(expr: Expr) -> bool:
    return (
        expr.head == tk.POW and expr.children[1].is_number and not expr.children[1].sym.is_integer
    )


def _positive_content(sym: Sym) -> tuple[Sym, Sym]:
    """Split a value into a positive rational number and the rest."""
    number = sym.args[0] if ar.is_product(sym) else sym
    if not ar.is_rational(number) or number == 0:
        return ar.ONE, sym
    return abs(number), sym / abs(number)


def _is_power_of(expr: Expr) -> bool:
    """Whether this is exp(u), or a power whose exponent is no number."""
    return expr.head == tk.EXP or (expr.head == tk.POW and not expr.children[1].is_number)


def _base_text(expr: Expr) -> str:
    return expr_text(expr.children[0]) if expr.head == tk.POW else "e"
