"""What is proved of an expression's sign, for real parameters of either sign.

The sign of a real expression is a subset of {-1, 0, 1}: what it can be. None stands for an
expression that is not seen to be real. Numbers are decided by balls whose precision is raised until
they exclude zero, parameters by what is assumed of them, and the rest by the rules of signs; of
polynomials the factors are asked, too. What cannot be decided stays open: nothing is concluded from
values that were tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from math import prod
from typing import Final

from flint import acb

from aljabr.algebra import algebraic
from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.certain import PRECISION, number_holds, number_sign
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.content import without_constant
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import Exact, sign_of
from aljabr.algebra.prover import factors_of
from aljabr.algebra.signsets import (
    ANY,
    NEGATIVE,
    NONNEGATIVE,
    NONPOSITIVE,
    NONZERO,
    POSITIVE,
    ZERO,
    Sign,
    of_quadratic,
    of_sum,
    turned,
)
from aljabr.algebra.wholes import period_of, wholes

_SAYS: Final[dict[KindName, Sign]] = {
    "nonzero": NONZERO,
    "root": NONNEGATIVE,
    "minus_root": NONPOSITIVE,
    "positive": POSITIVE,
    "negative": NEGATIVE,
}


class Signs:
    """Decides signs under some assumptions."""

    def __init__(
        self, table: ExprTable, assumed: Iterable[Condition] = (), real: bool = False,
        among_real: bool = False,
    ) -> None:  # fmt: skip
        self.table = table
        self.among_real = among_real  # whether what is not real does not count
        self.real = real  # whether odd roots of what is negative are real, too
        self._assumed: dict[Sym, Sign] = {}
        self._ranges: set[tuple[KindName, Sym]] = set()
        self._known: dict[Sym, Sign | None] = {}
        for condition in assumed:
            self._assume(condition)

    def _assume(self, condition: Condition) -> None:
        says = _SAYS.get(condition.kind)
        if says is not None:
            sym = condition.expr.sym
            for each in dict.fromkeys((sym, without_constant(condition.expr))):  # of 2*a as of a
                for one, sign in ((each, says), (ar.negate(each), turned(says))):
                    self._assumed[one] = self._assumed.get(one, ANY) & sign
            if 0 not in says:
                self._assume_factors(condition.expr)
        else:
            self._ranges.add((condition.kind, condition.expr.sym))

    def _assume_factors(self, expr: Expr) -> None:
        """Assume of what a product consists of that it does not vanish, as the product does not."""
        for factor in expr.children if expr.head == tk.MUL else (expr,):
            base = factor.children[0] if factor.head == tk.POW else factor
            if base is not expr:
                self._assumed[base.sym] = self._assumed.get(base.sym, ANY) & NONZERO

    # -- decisions -------------------------------------------------------------------------------

    def decides(self, condition: Condition) -> bool | None:
        """Whether a condition always holds (True), never does (False), or neither is proved."""
        expr = condition.expr
        if (condition.kind, expr.sym) in self._ranges:
            return True
        says = _SAYS.get(condition.kind)
        if not expr.holds_symbols and self.of(expr) is None:
            return number_holds(condition)
        if says is not None:
            sign = self.of(expr)
            if sign is None:
                return self._is_nonzero(expr) or None if condition.kind == "nonzero" else None
            return True if sign <= says else None if sign & says else False
        if condition.kind in ("log", "power", "odd_power", "real"):
            return True if self.of(expr) is not None else None  # every real number will do
        return self._in_range(condition.kind, expr)

    def _is_nonzero(self, expr: Expr) -> bool:
        """Whether what may be complex is never zero."""
        if expr.head == tk.EXP:
            return True
        if expr.head == tk.MUL:
            return all(map(self._may_not_vanish, expr.children))
        if expr.head == tk.POW:
            return self._may_not_vanish(expr.children[0])
        if expr.head == tk.ADD and all(map(self._has_positive_real_part, expr.children)):
            return any(self.of(each) == POSITIVE for each in expr.children)
        return not expr.holds_symbols and number_sign(expr) == NONZERO

    def _has_positive_real_part(self, expr: Expr) -> bool:
        """Whether this is not negative, or a square root, or a positive multiple of one."""
        factors = expr.children if expr.head == tk.MUL else (expr,)
        others = [self.of(each) for each in factors if not _is_square_root(each)]
        is_one = len(others) > len(factors) - 2
        return is_one and all(each is not None and each <= NONNEGATIVE for each in others)

    def _may_not_vanish(self, expr: Expr) -> bool:
        sign = self.of(expr)
        return self._is_nonzero(expr) if sign is None else 0 not in sign

    def _in_range(self, kind: KindName, expr: Expr) -> bool | None:
        """Decide whether a real value lies in the range of an inverse function."""
        is_real = self.of(expr) is not None
        if wholes(Condition(kind, expr), is_real or self.among_real) == range(0):
            return False
        if not is_real:
            return None
        if kind == "atan" and expr.head == tk.ATAN:
            return True
        if kind == "unit" and ar.is_turning(expr.sym):
            return True
        if kind in ("asin", "acos") and expr.head == {"asin": tk.ASIN, "acos": tk.ACOS}[kind]:
            return True
        ends = _ENDS.get(kind, (-ar.PI / 2, ar.PI / 2))
        inside = []
        for difference in (expr.sym - ends[0], ends[1] - expr.sym):
            node = self.table.intern(difference)
            sign = None if node is None else self.of(node)
            wanted = POSITIVE if kind == "atan" else NONNEGATIVE
            if sign is not None and not sign & wanted:
                return False
            inside.append(sign is not None and sign <= wanted)
        return True if all(inside) else None

    # -- signs -----------------------------------------------------------------------------------

    def of(self, expr: Expr) -> Sign | None:
        """Return what the sign of an expression can be; None if it is not seen to be real."""
        sym = expr.sym
        if sym not in self._known:
            self._known[sym] = None  # no sign hangs on itself
            self._known[sym] = self._find(expr)
        return self._known[sym]

    def _find(self, expr: Expr) -> Sign | None:
        sign = self._by_rules(expr)
        if sign is not None and not expr.holds_symbols and len(sign) > 1:
            sign = sign & number_sign(expr)
        if sign is not None and len(sign) == 3 and expr.head == tk.ADD and expr.holds_symbols:
            sign = sign & self._by_factors(expr)
            sign = sign & self._by_root(expr)
        if sign is not None and 0 in sign and expr.head == tk.ADD and _has_no_whole_zero(expr.sym):
            sign = sign - ZERO
        if sign is not None and len(sign) > 1 and expr.children and _holds_whole(expr):
            sign = sign & _over_whole_numbers(expr) or sign
        return None if sign is None else sign & self._said_of(expr) or sign

    def _sum(self, expr: Expr, known: list[Sign]) -> Sign:
        """Return the sign of a sum; its numbers are taken together: pi/2 - 8 - exp(b) < 0."""
        numbers = [each for each in expr.children if not each.holds_symbols]
        if len(numbers) > 1 and expr.holds_symbols:
            number = self.table.intern(ar.add(*[each.sym for each in numbers]))
            sign = None if number is None else self.of(number)
            pairs = zip(expr.children, known, strict=True)
            if sign is not None:
                known = [sign, *[each for child, each in pairs if child.holds_symbols]]
        return of_sum(known)

    def _said_of(self, expr: Expr) -> Sign:
        """Return what is assumed of an expression, or of a positive multiple of it."""
        found = self._assumed.get(expr.sym)
        if found is None and self._assumed and expr.head == tk.ADD:
            found = self._assumed.get(without_constant(expr))
        return ANY if found is None else found

    def _by_rules(self, expr: Expr) -> Sign | None:
        head = expr.head
        if expr.is_number:
            return frozenset((int(expr.sym > 0) - int(expr.sym < 0),))
        if head in (tk.PI, tk.EULER):
            return POSITIVE
        if head == tk.ALGEBRAIC:
            if not algebraic.is_real(expr.sym.name):
                return None
            return POSITIVE if algebraic.value(expr.sym.name).real > 0 else NEGATIVE
        if expr.is_parameter or head == tk.UNKNOWN:
            return self._assumed.get(expr.sym, ANY)
        if head == tk.IMAGINARY:
            return None
        if head == tk.ABS:
            inside = self.of(expr.children[0])
            return NONNEGATIVE if inside is None or 0 in inside else POSITIVE
        if head in (tk.ASIN, tk.ACOS):
            return self._inverse(expr)
        if head == tk.COS and expr.children[0].head == tk.ATAN:
            return POSITIVE if self.of(expr.children[0]) is not None else None
        signs = [self.of(child) for child in expr.children]
        if None in signs:
            return None
        known: list[Sign] = [sign for sign in signs if sign is not None]
        if head == tk.ADD:
            return self._sum(expr, known)
        if head == tk.MUL:
            return frozenset(prod(each) for each in product(*known))
        if head == tk.POW:
            return self._power(expr, *known)
        return _FUNCTION_SIGNS[head](known[0])

    def _inverse(self, expr: Expr) -> Sign | None:
        """Return the sign of an arcsine or arccosine, which is real between -1 and 1."""
        inside = expr.children[0]
        if ("unit", inside.sym) in self._ranges:
            return (self.of(inside) or ANY) if expr.head == tk.ASIN else NONNEGATIVE
        sign, room = self.of(inside), self.table.intern(ar.ONE - inside.sym**2)
        if sign is None or room is None or not (self.of(room) or ANY) <= NONNEGATIVE:
            return None
        return sign if expr.head == tk.ASIN else NONNEGATIVE

    def _power(self, expr: Expr, base: Sign, exponent: Sign) -> Sign | None:
        power = expr.children[1]
        if power.is_number and power.sym.is_integer:
            if power.sym % 2 == 0:
                return POSITIVE if 0 not in base or power.sym < 0 else NONNEGATIVE
            return base - ZERO if power.sym < 0 else base
        if not base <= NONNEGATIVE:
            if power.sym in ar.INTEGERS and 0 not in base:
                return NONZERO
            if period_of(expr) is not None:  # (-1)^(2*n + 1), but not sqrt(cos(pi*n))
                return _real_over_whole_numbers(expr)
            if self.real and power.is_number and int(power.sym.q) % 2:
                even = int(power.sym.p) % 2 == 0
                return NONNEGATIVE if even else base
            return None
        if power.is_number and power.sym < 0:
            return POSITIVE  # zero has no such power
        return base if power.is_number else base | POSITIVE

    def _by_root(self, expr: Expr) -> Sign:
        """Compare a root with what is added to it: a - sqrt(a^2 + 1) is negative."""
        roots = [each for each in expr.children if _holds_root(each)]
        if len(roots) != 1:
            return ANY
        (root,) = roots
        rest, over = (self.table.intern(ar.expand(each)) for each in
                      (expr.sym - root.sym, root.sym**2 - (expr.sym - root.sym) ** 2))  # fmt: skip
        signs = [None if each is None else self.of(each) for each in (root, rest, over)]
        if None not in signs:
            of_root, of_rest, of_over = (each or ANY for each in signs)
            larger = of_root - ZERO if 1 in of_over else frozenset()
            smaller = of_rest - ZERO if -1 in of_over else frozenset()
            equal = (of_root & of_rest) | ZERO if 0 in of_over else frozenset()
            found = larger | smaller | equal
            if len(found) < 3:
                return found
        return ANY if rest is None else of_quadratic(root, rest)

    def _by_factors(self, expr: Expr) -> Sign:
        """Ask the factors of a polynomial: a^2 - 2*a*b + b^2 is a square."""
        found = factors_of(expr.sym)
        if found is None:
            return ANY
        number, factors = found
        if len(factors) == 1 and factors[0][1] == 1:
            return ANY
        total: Sign = frozenset((int(number > 0) - int(number < 0),))
        for factor, exponent in factors:
            node = self.table.intern(factor)
            sign = None if node is None else self.of(node)
            if sign is None:
                return ANY
            if exponent % 2 == 0:
                sign = POSITIVE if 0 not in sign else NONNEGATIVE
            total = frozenset(a * b for a in total for b in sign)
        return total


_ENDS: Final[dict[KindName, tuple[Sym, Sym]]] = {
    "acos": (ar.ZERO, ar.PI),
    "unit": (ar.MINUS_ONE, ar.ONE),
}


def _holds_root(term: Expr) -> bool:
    """Whether a term is a square root times something: a*sqrt(a^2 + 4)."""
    factors = term.children if term.head == tk.MUL else (term,)
    return any(map(_is_square_root, factors))


def _holds_whole(expr: Expr) -> bool:
    return expr.holds_symbols and any(each in expr.tokens for each in (tk.SIN, tk.COS, tk.TAN))


def _over_whole_numbers(expr: Expr) -> Sign:
    """Return the signs of cos(pi*(1 + 2*n)/3), and the like, for all whole numbers n."""
    return _real_over_whole_numbers(expr) or ANY


def _real_over_whole_numbers(expr: Expr) -> Sign | None:
    """Return the same; None unless each value is seen to be real."""
    period = period_of(expr)
    if period is None:
        return None
    (letter,) = expr.sym.free_symbols
    values = [expr.sym.subs({letter: ar.rational(n)}) for n in range(period)]
    is_known = all(each == 0 or sign_of(each) for each in values)
    return frozenset(map(sign_of, values)) if is_known else None


def _has_no_whole_zero(sym: Sym) -> bool:
    """Whether this is a multiple of 4*n + 1, or the like, for a letter n for whole numbers."""
    letters = sym.free_symbols
    if len(letters) != 1 or not letters <= set(ar.INTEGERS):
        return False
    (letter,) = letters
    slope = ar.expand(sym).diff(letter)
    if slope == 0 or slope.free_symbols:
        return False
    zero = ar.expand(-sym.subs({letter: ar.ZERO}) / slope)
    if ar.is_rational(zero):
        return not zero.is_integer
    expr = ExprTable().intern(zero)
    value = None if expr is None else Exact(0, precision=PRECISION).value(expr)
    if value is None or not value.is_finite():
        return False
    nearest = round(float(value.real.mid()))
    return not (value - nearest).contains(acb(0))


_FUNCTION_SIGNS: Final[dict[int, Callable[[Sign], Sign | None]]] = {
    tk.EXP: lambda sign: POSITIVE,
    tk.LOG: lambda sign: ANY if sign == POSITIVE else None,
    tk.SIN: lambda sign: ANY,
    tk.COS: lambda sign: ANY,
    tk.TAN: lambda sign: ANY,
    tk.ATAN: lambda sign: sign,
}


def _is_square_root(expr: Expr) -> bool:
    return expr.head == tk.POW and expr.children[1].sym == ar.HALF
