"""Expressions read as fractions of polynomials with whole coefficients.

What is no sum, product or whole power is written as a number times powers of *letters*: sin(a),
sqrt(2), exp(b) are letters of their own, and log(8) is three times log(2). An identity between such
fractions is one between the expressions, wherever both are defined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from flint import Ordering, fmpz, fmpz_mpoly_ctx

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable, node
from aljabr.algebra.printing import expr_text

Poly = Any  # python-flint's fmpz_mpoly; the package has no type information
Letters = list[tuple[Expr, int]]
"""Letters with their exponents: a product."""

MAX_TERMS: Final = 120
"""A polynomial with more terms is left as it is."""
MAX_EXPONENT: Final = 12


class TooHard(Exception):
    """The polynomials outgrow their bounds."""


def ring(names: tuple[str, ...]) -> tuple[Any, dict[str, Poly]]:
    """Return the polynomials in some letters: their context, and each letter as one of them."""
    context = fmpz_mpoly_ctx.get(names, Ordering.lex)
    return context, dict(zip(names, context.gens(), strict=True))


@lru_cache
def _letters(count: int) -> tuple[Any, tuple[Poly, ...]]:
    """Return the polynomials in so many letters without names."""
    context, letters = ring(tuple(f"g{number}" for number in range(count)))
    return context, tuple(letters.values())


def factored(poly: Poly) -> tuple[int, list[tuple[Poly, int]]]:
    """Return the content and the irreducible factors of a polynomial, with their exponents."""
    try:
        content, factors = poly.factor()
    except OverflowError:  # python-flint sorts the factors by numbers that may be too large for it
        raise TooHard from None
    return int(content), [(factor, int(times)) for factor, times in factors]


class Reader:
    """Reads expressions as fractions over the letters of the first."""

    max_terms = MAX_TERMS
    max_exponent = MAX_EXPONENT

    def __init__(self, table: ExprTable, simplest: Callable[[Expr], Expr]) -> None:
        self.table = table
        self.simplest = simplest
        self.atoms: list[Expr] = []
        self.context: Any = None
        self._generators: dict[Sym, Poly] = {}  # of each atom, by its value

    def fraction(self, expr: Expr) -> tuple[Poly, Poly]:
        """Return numerator and denominator, cancelled."""
        if self.context is None:
            self._begin(expr)
        return self._cancelled(*self.read(expr))

    def _begin(self, expr: Expr) -> None:
        found = {atom.sym: atom for atom in self.find_atoms(expr)}
        self.atoms = self.ordered(list(found.values()))
        self.context, letters = _letters(max(1, len(found)))
        values = [atom.sym for atom in self.atoms]
        self._generators = dict(zip(values, letters, strict=False))

    def ordered(self, atoms: list[Expr]) -> list[Expr]:
        """Return the letters in the order of their terms: plain ones first, by name."""
        texts = {atom: expr_text(atom) for atom in atoms}
        return sorted(atoms, key=lambda a: (len(texts[a]) > 1, texts[a].lower(), texts[a]))

    @staticmethod
    def _cancelled(numerator: Poly, denominator: Poly) -> tuple[Poly, Poly]:
        common = numerator.gcd(denominator)
        if common != 0:
            numerator, denominator = numerator / common, denominator / common
        if denominator.leading_coefficient() < 0:
            numerator, denominator = -numerator, -denominator
        return numerator, denominator

    def find_atoms(self, expr: Expr) -> Iterator[Expr]:
        if expr.is_number:
            return
        if expr.head in (tk.ADD, tk.MUL):
            for child in expr.children:
                yield from self.find_atoms(child)
        elif _is_whole_power(expr):
            yield from self.find_atoms(expr.children[0])
        else:
            for letter, _ in self.spell(expr)[1]:
                yield letter

    def spell(self, expr: Expr) -> tuple[Fraction | int, Letters]:
        """Write what is no sum, product or whole power as a number times powers of letters."""
        if expr.head == tk.POW and expr.children[1].is_number:
            base, exponent = expr.children
            return 1, [(self.root(base, int(exponent.sym.q)), int(exponent.sym.p))]
        if not expr.children:
            return 1, [(expr, 1)]
        if expr.head == tk.LOG and expr.children[0].is_number:
            number, times = _without_power(expr.children[0].sym)
            return times, [(node(tk.LOG, [self.leaf(number)]), 1)]
        return 1, [(node(expr.head, map(self.inner, expr.children)), 1)]

    def root(self, base: Expr, degree: int) -> Expr:
        return node(tk.POW, [self.inner(base), self.leaf(ar.rational(1, degree))])

    def inner(self, expr: Expr) -> Expr:
        """Write what stands inside a letter, so that equal letters look alike."""
        return expr if expr.holds_unknown else self.simplest(expr)

    def leaf(self, number: Sym) -> Expr:
        leaf = self.table.intern(number)
        if leaf is None:
            raise TooHard
        return leaf

    def read(self, expr: Expr) -> tuple[Poly, Poly]:
        one = self.context.constant(1)
        if expr.is_number:
            return one * int(expr.sym.p), one * int(expr.sym.q)
        if expr.head == tk.ADD:
            numerator, denominator = one * 0, one
            for child in expr.children:
                n, d = self.read(child)
                if d == denominator:
                    numerator = numerator + n
                else:
                    common = denominator.gcd(d)
                    numerator = self.multiplied(numerator, d / common) + self.multiplied(
                        n, denominator / common
                    )
                    denominator = self.multiplied(denominator, d / common)
            return numerator, denominator
        if expr.head == tk.MUL:
            numerator, denominator = one, one
            for child in expr.children:
                n, d = self.read(child)
                numerator, denominator = (
                    self.multiplied(numerator, n),
                    self.multiplied(denominator, d),
                )
            return numerator, denominator
        if _is_whole_power(expr):
            base, exponent = expr.children
            return self.raised(*self.read(base), int(exponent.sym))
        return self.read_spelled(*self.spell(expr))

    def read_spelled(self, times: Fraction | int, letters: Letters) -> tuple[Poly, Poly]:
        numerator = self.context.constant(times.numerator)
        denominator = self.context.constant(times.denominator)
        for letter, exponent in letters:
            n, d = self.raised(self.generator(letter), self.context.constant(1), exponent)
            numerator, denominator = self.multiplied(numerator, n), self.multiplied(denominator, d)
        return numerator, denominator

    def raised(self, n: Poly, d: Poly, exponent: int) -> tuple[Poly, Poly]:
        """Raise a fraction to a whole power."""
        if exponent < 0:
            n, d, exponent = d, n, -exponent
        if exponent > self.max_exponent or d == 0:
            raise TooHard
        numerator, denominator = n, d
        for _ in range(exponent - 1):
            numerator, denominator = self.multiplied(numerator, n), self.multiplied(denominator, d)
        return numerator, denominator

    def multiplied(self, left: Poly, right: Poly) -> Poly:
        if len(left) * len(right) > self.max_terms:
            raise TooHard
        return left * right

    def generator(self, atom: Expr) -> Poly:
        generator = self._generators.get(atom.sym)
        if generator is None:
            raise TooHard
        return generator

    def atom_of(self, poly: Poly) -> Expr:
        """Return the letter that a polynomial of one letter is."""
        (exponents,) = poly.monoms()
        return next(atom for atom, exponent in zip(self.atoms, exponents, strict=False) if exponent)


def _is_whole_power(expr: Expr) -> bool:
    return (
        expr.head == tk.POW and expr.children[1].is_number and bool(expr.children[1].sym.is_integer)
    )


def _without_power(number: Sym) -> tuple[Sym, int]:
    """Write a number as a power: 8 as 2 to the 3, 1/9 as 3 to the -2."""
    p, q = int(number.p), int(number.q)
    if p < 1:
        return number, 1
    for exponent in range(max(p, q).bit_length(), 0, -1):
        roots = [_whole_root(each, exponent) for each in (p, q)]
        if None not in roots:
            above, below = roots
            assert above is not None and below is not None  # noqa: PT018 (for the type checker)
            if above == 1:
                return ar.rational(below), -exponent
            return ar.rational(above, below), exponent
    return number, 1


def _whole_root(number: int, degree: int) -> int | None:
    root = fmpz(number).root(degree)
    return int(root) if root**degree == number else None
