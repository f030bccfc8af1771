"""Expressions read as fractions of polynomials with whole coefficients.

What is no sum, product or whole power counts as a letter of its own: sin(a), sqrt(2), exp(b). An
identity between such fractions is one between the expressions, wherever both are defined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import symengine as se
from flint import fmpz, fmpz_mpoly_ctx

from aljabr import expr as ex
from aljabr.expr import Expr, ExprTable
from aljabr.printing import expr_text

Poly = Any  # python-flint's fmpz_mpoly; the package has no type information

MAX_TERMS: Final = 120
"""A polynomial with more terms is left as it is."""
MAX_EXPONENT: Final = 12


class TooHard(Exception):
    """The polynomials outgrow their bounds."""


class Reader:
    """Reads expressions as fractions over the letters of the first."""

    def __init__(self, table: ExprTable, simplest: Callable[[Expr], Expr]) -> None:
        self.table = table
        self.simplest = simplest
        self.atoms: list[Expr] = []
        self.context: Any = None
        self._numbers: dict[str, int] = {}  # an atom's text to its number

    def fraction(self, expr: Expr) -> tuple[Poly, Poly]:
        """Return numerator and denominator, cancelled."""
        if self.context is None:
            found = {expr_text(atom): atom for atom in self.find_atoms(expr)}
            texts = sorted(found, key=lambda text: (len(text) > 1, text.lower(), text))
            self.atoms = [found[text] for text in texts]
            self._numbers = {text: number for number, text in enumerate(texts)}
            names = [f"g{number}" for number in range(max(1, len(texts)))]
            self.context = fmpz_mpoly_ctx.get(names, "lex")
        numerator, denominator = self.read(expr)
        common = numerator.gcd(denominator)
        if common != 0:
            numerator, denominator = numerator / common, denominator / common
        if denominator.leading_coefficient() < 0:
            numerator, denominator = -numerator, -denominator
        return numerator, denominator

    def find_atoms(self, expr: Expr) -> Iterator[Expr]:
        if expr.is_number:
            return
        if expr.head in (ex.ADD, ex.MUL):
            for child in expr.children:
                yield from self.find_atoms(child)
        elif expr.head == ex.POW and expr.children[1].is_number:
            base, exponent = expr.children
            if exponent.sym.is_integer:
                yield from self.find_atoms(base)
            else:
                yield self.root(base, int(exponent.sym.q))
        else:
            yield self.atom(expr)[0]

    def atom(self, expr: Expr) -> tuple[Expr, int]:
        """Return a letter and how often it counts: log(8) is three times log(2)."""
        if not expr.children:
            return expr, 1
        if expr.head == ex.LOG and expr.children[0].is_number:
            number, times = _without_power(expr.children[0].sym)
            return node(ex.LOG, [self.leaf(number)]), times
        children = [child if child.holds_unknown else self.simplest(child)
                    for child in expr.children]  # fmt: skip
        return node(expr.head, children), 1

    def root(self, base: Expr, degree: int) -> Expr:
        inner = base if base.holds_unknown else self.simplest(base)
        return node(ex.POW, [inner, self.leaf(se.Rational(1, degree))])

    def leaf(self, number: Any) -> Expr:
        leaf = self.table.intern(se.sympify(number))
        if leaf is None:
            raise TooHard
        return leaf

    def read(self, expr: Expr) -> tuple[Poly, Poly]:
        one = self.context.constant(1)
        if expr.is_number:
            return one * int(expr.sym.p), one * int(expr.sym.q)
        if expr.head == ex.ADD:
            numerator, denominator = one * 0, one
            for child in expr.children:
                n, d = self.read(child)
                if d == denominator:
                    numerator = numerator + n
                else:
                    common = denominator.gcd(d)
                    numerator = _times(numerator, d / common) + _times(n, denominator / common)
                    denominator = _times(denominator, d / common)
            return numerator, denominator
        if expr.head == ex.MUL:
            numerator, denominator = one, one
            for child in expr.children:
                n, d = self.read(child)
                numerator, denominator = _times(numerator, n), _times(denominator, d)
            return numerator, denominator
        if expr.head == ex.POW and expr.children[1].is_number:
            return self.read_power(*expr.children)
        atom, times = self.atom(expr)
        return self.generator(atom) * times, one

    def read_power(self, base: Expr, exponent: Expr) -> tuple[Poly, Poly]:
        power, degree = int(exponent.sym.p), int(exponent.sym.q)
        if degree == 1:
            n, d = self.read(base)
        else:
            n, d = self.generator(self.root(base, degree)), self.context.constant(1)
        if power < 0:
            n, d, power = d, n, -power
        if power > MAX_EXPONENT or d == 0:
            raise TooHard
        numerator, denominator = n, d
        for _ in range(power - 1):
            numerator, denominator = _times(numerator, n), _times(denominator, d)
        return numerator, denominator

    def generator(self, atom: Expr) -> Poly:
        number = self._numbers.get(expr_text(atom))
        if number is None:
            raise TooHard
        return self.context.gens()[number]

    def atom_of(self, poly: Poly) -> Expr:
        """Return the letter that a polynomial of one letter is."""
        (exponents,) = poly.monoms()
        return next(atom for atom, exponent in zip(self.atoms, exponents, strict=False) if exponent)


def _times(left: Poly, right: Poly) -> Poly:
    if len(left) * len(right) > MAX_TERMS:
        raise TooHard
    return left * right


def _without_power(number: Any) -> tuple[Any, int]:
    """Write a number as a power: 8 as 2 to the 3, 1/9 as 3 to the -2."""
    p, q = int(number.p), int(number.q)
    if p < 1:
        return number, 1
    for exponent in range(max(p, q).bit_length(), 0, -1):
        roots = [_whole_root(each, exponent) for each in (p, q)]
        if None not in roots:
            above, below = roots
            return (se.Integer(below), -exponent) if above == 1 else (
                se.Rational(above, below), exponent)  # fmt: skip
    return number, 1


def _whole_root(number: int, degree: int) -> int | None:
    root = fmpz(number).root(degree)
    return int(root) if root**degree == number else None


def node(head: int, children: list[Expr]) -> Expr:
    """Make a node that no table holds."""
    if len(children) == 1 and head in (ex.ADD, ex.MUL):
        return children[0]
    sym = ex.rebuild(head, [child.sym for child in children])
    tokens = bytes((head,)) + b"".join([child.tokens for child in children])
    return Expr(-1, sym, tuple(children), tokens)
