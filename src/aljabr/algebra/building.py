"""Values that grow no further than their bounds, while a text is read.

Every piece of work is bounded before it is done: numbers by their digits, powers by their
exponents, trees by their depth and size.
"""

from __future__ import annotations

import math
from typing import Final

import symengine as se

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.functions import REAL
from aljabr.algebra.points import sign_of
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import NEGATIVE
from aljabr.algebra.typed import ParseError

MAX_DEPTH: Final = 50
"""Levels of the tree. Each prints as one bracket at the most, so what is printed parses again."""
MAX_SIZE: Final = 10_000
"""Nodes of the tree: acosh(acosh(...)) is three times as long at each level."""
MAX_EXPONENT: Final = 1_000


class Builder:
    """Makes values in a table, and notes what must hold of them."""

    def __init__(self, table: ExprTable | None = None, is_real: bool = False) -> None:
        self.table = ExprTable() if table is None else table
        self.is_real = is_real  # odd roots of negative numbers are real, no even one is of them
        self.has_odd_roots = False  # some that are not principal ones
        self._domain: list[Sym] = []
        self._positive: list[Sym] = []
        self._real: list[tuple[KindName, Sym]] = []
        self._powers: list[tuple[Sym, Sym]] = []
        self._depths: dict[Expr, int] = {}

    def domain(self) -> tuple[Expr, ...]:
        """Return what may not vanish, each once; of numbers those that are not proved not to."""
        return tuple({self.intern(sym, 1): None for sym in self._domain})

    def positive(self) -> tuple[Expr, ...]:
        """Return what was read as if it were positive, each once."""
        return tuple({self.intern(sym, 1): None for sym in self._positive})

    def real(self) -> tuple[tuple[str, Expr], ...]:
        """Return what must hold for every part to be real, each once."""
        found = ((kind, self.intern(sym, 1)) for kind, sym in self._real)
        return tuple(dict.fromkeys(found))

    def powers(self) -> tuple[tuple[Expr, Expr], ...]:
        """Return bases with their exponents, where both hold the unknown, each once."""
        found = ((self.intern(base, 1), self.intern(power, 1)) for base, power in self._powers)
        return tuple(dict.fromkeys(found))

    def asks(self, kind: KindName, sym: Sym) -> None:
        """Note what must hold of a value for what is made of it to be real."""
        if kind == "unit" or not ar.is_positive_number(sym):
            self._real.append((kind, sym))

    def asks_of_function(self, name: str, argument: Sym, base: Sym | None, column: int) -> None:
        """Note what must hold for a function to be defined, and to be real."""
        if name == "atan" and not self.is_real:
            self.nonzero(1 + argument**2, "atan is undefined here", column)
        if name in REAL:
            kind, part_fn = REAL[name]
            self.asks(kind, part_fn(argument))
        if base is not None:
            self.asks("positive", base)

    def intern(self, sym: Sym, column: int) -> Expr:
        expr = self.table.intern(sym)
        if expr is None:
            if ar.is_undefined(sym):
                raise ParseError("the value is undefined or out of bounds", column)
            raise self._too_long(column)
        return expr

    def _too_long(self, column: int) -> ParseError:
        return ParseError(f"a number grows past {self.table.max_digits} digits", column)

    def checked(self, sym: Sym, column: int) -> Sym:
        """Return a value as the table writes it; refuse one that is out of bounds."""
        expr = self.intern(sym, column)
        if expr.size > MAX_SIZE:
            raise ParseError(f"written out, this has more than {MAX_SIZE:,} parts", column)
        if self._depth_of(expr, column) > MAX_DEPTH:
            raise ParseError(f"nested deeper than {MAX_DEPTH} levels", column)
        return expr.sym

    def _depth_of(self, expr: Expr, column: int) -> int:
        """Count the levels of a tree; refuse powers that grew as parts were joined."""
        if expr not in self._depths:
            if expr.head == tk.POW and expr.children[1].is_number:
                _check_exponent(expr.children[1].sym, column)
            depths = [self._depth_of(child, column) for child in expr.children]
            self._depths[expr] = 1 + max(depths, default=0)
        return self._depths[expr]

    def nonzero(self, sym: Sym, what: str, column: int) -> Sym:
        """Note that a value may not vanish; `what` is wrong if it is zero."""
        if sym == 0:
            raise ParseError(what, column)
        if ar.is_rational(sym):
            return sym
        expr = self.intern(sym, column)
        is_sure = None
        if not expr.holds_symbols:
            is_sure = Signs(self.table).decides(Condition("nonzero", expr))
        if is_sure is False:
            raise ParseError(what, column)
        if not is_sure:
            self._domain.append(sym)
        return sym

    def product(self, parts: list[Sym], column: int) -> Sym:
        """Multiply at once, so that a long product costs no more than its length."""
        if len(parts) == 1:
            return parts[0]
        product = se.Mul(*parts)
        self.checked(product, column)
        return product

    def power(self, base: Sym, exponent: Sym, column: int) -> Sym:
        """Raise to a power; e^2000 is a number like any other, and stays as it is."""
        if all(ar.X in each.free_symbols for each in (base, exponent)):
            self._powers.append((base, exponent))
            self._positive.append(base)
            return self.checked(self._broken_power(base, exponent, column), column)
        if base == 0 and not ar.is_rational(exponent):
            self.nonzero(exponent, "zero to a power that is not positive", column)
            self.asks("positive", exponent)
            return ar.ZERO
        if ar.is_rational(exponent) and base != ar.EULER:
            _check_exponent(exponent, column)
            if exponent <= 0:
                self.nonzero(base, "zero to a power that is not positive", column)
            if ar.is_rational(base) and _digits(base) * abs(int(exponent.p)) > 20 * ar.MAX_DIGITS:
                raise self._too_long(column)
        elif not ar.is_positive_number(base):
            self.nonzero(base, "zero to a power that may not be positive", column)
        if exponent.is_integer:
            return self.checked(ar.power(base, exponent), column)
        if not ar.is_rational(exponent) and base.free_symbols:
            self._positive.append(base)  # a^x*b^x is taken for (a*b)^x
        if not ar.is_rational(exponent) or int(exponent.q) % 2 == 0:
            weak = ar.is_rational(exponent) and exponent > 0
            is_letter = not ar.is_rational(exponent)
            if ar.is_rational(base) and base < 0 and is_letter:  # (-2)^n is real for a whole n
                self.asks("real", ar.power(base, exponent))
            else:
                self.asks("root" if weak else "positive", base)
        elif self.is_real and not base.free_symbols and sign_of(base) < 0:
            self.has_odd_roots = True
            sign = ar.MINUS_ONE ** int(exponent.p)
            return self.checked(sign * ar.power(ar.negate(base), exponent), column)
        return self.checked(self._broken_power(base, exponent, column), column)

    def _broken_power(self, base: Sym, exponent: Sym, column: int) -> Sym:
        """Raise to a power that is not whole; SymEngine makes u^(-p) of (1/u)^p.

        For a negative u that is another root, to be turned back for numbers; of anything else it is
        noted that it must be positive.
        """
        inner = base
        if exponent in (ar.HALF, -ar.HALF):  # numbers come out first
            inner = ar.times(
                *(each for each in ar.factors(base) if not ar.is_positive_number(each))
            )
        below, power = ar.base_and_exponent(inner)
        value = ar.power(base, exponent)
        if power != ar.MINUS_ONE:
            return value
        expr = self.intern(below, column)
        if expr.holds_symbols:
            self._positive.append(below)
        elif Signs(self.table).of(expr) == NEGATIVE:
            value = value * ar.exponential(2 * ar.PI * ar.IMAGINARY * exponent)
        return value


def _check_exponent(exponent: Sym, column: int) -> None:
    if abs(int(exponent.p)) > MAX_EXPONENT or int(exponent.q) > MAX_EXPONENT:
        raise ParseError(f"the exponent is larger than {MAX_EXPONENT}", column)


def _digits(number: Sym) -> int:
    return math.ceil(math.log10(max(abs(int(number.p)), int(number.q), 1) + 1))
