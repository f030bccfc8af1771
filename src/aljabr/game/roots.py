"""Roots among real numbers: of squares, of reciprocals, and sums of cube roots."""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.factoring import factored
from aljabr.game.identities import Rewritten, nodes_of, replaced, rule
from aljabr.game.reading import where_there_is
from aljabr.game.rules import Rule

_FRACTIONS: Final = (
    tk.POSITIVE_HALF, tk.NEGATIVE_HALF, tk.POSITIVE_FRACTION, tk.NEGATIVE_FRACTION,
)  # fmt: skip
_THIRD: Final = ar.rational(1, 3)
_INNER: Final = ar.symbol("w_0")
"""Stands for a root within a root while that is read."""


def _roots(lhs: Expr, rhs: Expr, degree: int) -> list[Expr]:
    """Return the roots around the unknown whose degree is a multiple of some number."""
    if not any(each in lhs.tokens or each in rhs.tokens for each in _FRACTIONS):
        return []
    found = nodes_of(lhs, rhs, tk.POW).values()
    powers = [each for each in found if each.children[1].is_number]
    return [each for each in powers if int(each.children[1].sym.q) % degree == 0]


# -- squares ---------------------------------------------------------------------------------------


def root_of_square(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """sqrt(c*u^2) = sqrt(c)*|u|, where c is positive."""
    values: dict[Sym, Sym] = {}
    for node in _roots(lhs, rhs, 2):
        inside, exponent = node.children
        number, base, power = _as_power(inside)
        whole = ar.expand(power * exponent.sym)
        if power and power % 2 == 0 and whole.is_integer:
            size = base if whole % 2 == 0 else ar.absolute(base)
            values[node.sym] = ar.multiply(ar.power(number, exponent.sym), ar.power(size, whole))
    return replaced(lhs, rhs, values)


def _as_power(expr: Expr) -> tuple[Sym, Sym, int]:
    """Return c, u and n of an expression c*u^n; n is 0 if it is none, or c is not positive."""
    factors = ar.factors(factored(expr))
    number = ar.times(*[each for each in factors if ar.is_rational(each)])
    others = [each for each in factors if not ar.is_rational(each)]
    if len(others) == 1 and number > 0:
        base, exponent = ar.base_and_exponent(others[0])
        if exponent.is_integer and exponent > 1:
            return number, base, int(exponent)
    return _by_inner_root(expr)


def _by_inner_root(expr: Expr) -> tuple[Sym, Sym, int]:
    """Read x + 3 - 4*sqrt(x - 1) as (sqrt(x - 1) - 2)^2."""
    for inner in expr.walk():
        is_root = inner.head == tk.POW and inner.children[1].sym == ar.HALF and inner.holds_unknown
        line = laurent.coefficients(inner.children[0].sym) if is_root else None
        if line is None or not {1} <= line.keys() <= {0, 1}:
            continue
        unknown = (_INNER**2 - (line.get(0) or ar.ZERO)) / line[1]
        by_root = expr.sym.subs({inner.sym: _INNER}).subs({ar.X: unknown})
        read = ExprTable().intern(ar.expand(by_root.subs({_INNER: ar.X})))
        if read is not None and laurent.coefficients(read.sym) is not None:
            factors = factored(read)
            base, exponent = ar.base_and_exponent(factors)
            if exponent == 2 and ar.X in base.free_symbols:
                return ar.ONE, base.subs({ar.X: inner.sym}), 2
    return ar.ONE, ar.ONE, 0


# -- reciprocals -----------------------------------------------------------------------------------


def reciprocal_roots(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """sqrt(1/u) = 1/sqrt(u), where both stand: then u is positive."""
    roots = {each.children[0].sym: each.children[1].sym for each in _roots(lhs, rhs, 2)
             if int(each.children[1].sym.q) == 2}  # fmt: skip
    values: dict[Sym, Sym] = {}
    positive: list[Sym] = []
    for inside, exponent in roots.items():
        others = [each for each in roots if each != inside and each not in positive]
        other = next((each for each in others if ar.expand(each * inside) == 1), None)
        if other is not None and inside not in positive:
            positive += [inside, other]
            values[inside**exponent] = other**-exponent
    return replaced(lhs, rhs, values, tuple(positive))


# -- cube roots ------------------------------------------------------------------------------------


def cubed_sum(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Of a + b + c = 0 follows a^3 + b^3 + c^3 = 3*a*b*c: cube roots are cubed away."""
    if len(_roots(lhs, rhs, 3)) < 2:
        return None
    terms = [(term, sign) for side, sign in ((lhs, 1), (rhs, -1))
             for term in (side.children if side.head == tk.ADD else (side,))]  # fmt: skip
    found = [_cube(term.sym, sign) for term, sign in terms if term.holds_unknown]
    rest = ar.add(*[sign * term.sym for term, sign in terms if not term.holds_unknown])
    cubes = [each for each in found if each is not None]
    if len(cubes) < len(found) or len(cubes) != (3 if rest == 0 else 2):
        return None
    cubes += [rest**3] if rest != 0 else []
    sides = ar.expand(ar.add(*cubes)) ** 3, 27 * ar.times(*cubes)
    return Rewritten((sides,), CUBED)


CUBED: Final = "if a + b + c = 0, then (a^3 + b^3 + c^3)^3 = 27*a^3*b^3*c^3"


def _cube(term: Sym, sign: int) -> Sym | None:
    """Return the cube of a number times a cube root."""
    cubes = [ar.expand(each**3) for each in ar.factors(term) if ar.X not in each.free_symbols]
    roots = [ar.base_and_exponent(each) for each in ar.factors(term) if ar.X in each.free_symbols]
    if len(roots) != 1 or roots[0][1] != _THIRD or not all(map(ar.is_rational, cubes)):
        return None
    return sign * ar.times(*cubes) * roots[0][0]


RULES: Final[tuple[Rule, ...]] = (
    rule("root_of_square", "write the root of a square as an absolute value", root_of_square,
         where_there_is(tk.POW), is_real=True),
    rule("reciprocal_roots", "write the root of the reciprocal by the root itself",
         reciprocal_roots, where_there_is(tk.POW), is_real=True),
    rule("cubed_sum", CUBED, cubed_sum,
         where_there_is(tk.POW), adds=True, is_real=True),
)  # fmt: skip
"""Over the real numbers."""
