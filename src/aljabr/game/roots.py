"""Roots among real numbers: of squares, of reciprocals, and sums of cube roots."""

from __future__ import annotations

from math import lcm
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.factoring import factored
from aljabr.game.guards import ZERO
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
    """sqrt(c*u^2) = sqrt(c)*|u|, cbrt(c*u^3) = cbrt(c)*u, where c is positive."""
    values: dict[Sym, Sym] = {}
    for node in _roots(lhs, rhs, 1):
        inside, exponent = node.children
        is_odd = int(exponent.sym.q) % 2 == 1
        if exponent.sym.is_integer or inside.head == tk.UNKNOWN:
            continue
        number, base, power = _as_power(inside)
        whole = ar.expand(power * exponent.sym)
        if power and (is_odd or power % 2 == 0) and whole.is_integer:
            size = base if is_odd or whole % 2 == 0 else ar.absolute(base)
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


# -- several roots, and what stands beside them ----------------------------------------------------


def odd_root_alone(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Isolate a root of odd degree that stands beside square roots, and raise to its power."""
    roots = _roots(lhs, rhs, 1)
    odd = [each for each in roots if int(each.children[1].sym.q) % 2 and _degree(each) > 1]
    if len(odd) != 1 or len(roots) == len(odd) or abs(odd[0].children[1].sym.p) != 1:
        return None
    node, degree = odd[0], _degree(odd[0])
    terms = [*ar.addends(lhs.sym), *(ar.negate(each) for each in ar.addends(rhs.sym))]
    factors = [ar.expand(each / node.sym) for each in terms]
    alone = [each for each in factors if ar.X not in each.free_symbols]
    others = [term for term, factor in zip(terms, factors, strict=True) if factor not in alone]
    if len(alone) != 1 or any(_holds(each, node.sym) for each in others) or degree > MAX_DEGREE:
        return None
    value = ar.expand(ar.power(ar.expand(-ar.add(*others) / alone[0]), ar.rational(degree)))
    inside = node.children[0].sym
    sides = (inside if node.children[1].sym > 0 else ar.reciprocal(inside)), value
    return Rewritten((sides,), "isolate {0}, and take the power of both sides", (node.sym,),
                     () if ar.is_rational(alone[0]) else (alone[0],))  # fmt: skip


MAX_DEGREE: Final = 5


def _degree(root: Expr) -> int:
    return int(root.children[1].sym.q)


def _holds(sym: Sym, part: Sym) -> bool:
    expr = ExprTable().intern(sym)
    return expr is None or any(each.sym == part for each in expr.walk())


def by_root(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Write x by a root of u = m*x + c, where no other root stands: x = (sqrt(u)^2 - c)/m."""
    if lhs.head == tk.MUL and rhs.tokens == ZERO:  # a product is zero as it stands
        return None
    roots = [each for each in _roots(lhs, rhs, 1) if _degree(each) > 1]
    bases = {each.children[0].sym for each in roots}
    line = laurent.coefficients(bases.pop()) if len(bases) == 1 else None
    if line is None or not {1} <= line.keys() <= {0, 1} or line == {1: ar.ONE}:
        return None
    inside, degree = roots[0].children[0].sym, lcm(*map(_degree, roots))
    unknown = (ar.X**degree - (line.get(0) or ar.ZERO)) / line[1]
    values = {each.sym: _INNER ** int(each.children[1].sym * degree) for each in roots}
    both = ar.add(lhs.sym, ar.negate(rhs.sym)).subs(values).subs({ar.X: unknown})
    read = ExprTable().intern(ar.expand(both.subs({_INNER: ar.X})))
    powers = None if read is None else laurent.coefficients(read.sym)
    if read is None or not powers or (degree == 2 and max(powers) == 2):  # squares are enough
        return None
    product = factored(read)
    if len([each for each in ar.factors(product) if ar.X in each.free_symbols]) < 2:
        return None
    root = ar.power(inside, ar.rational(1, degree))
    return Rewritten(((product.subs({ar.X: root}), ar.ZERO),), "write all by {0}", (root,))


RULES: Final[tuple[Rule, ...]] = (
    rule("root_of_square", "write the root of a square as an absolute value", root_of_square,
         where_there_is(tk.POW), is_real=True),
    rule("reciprocal_roots", "write the root of the reciprocal by the root itself",
         reciprocal_roots, where_there_is(tk.POW), is_real=True),
    rule("cubed_sum", CUBED, cubed_sum,
         where_there_is(tk.POW), adds=True, is_real=True),
    rule("odd_root_alone", "isolate a root of odd degree, and take the power of both sides",
         odd_root_alone, where_there_is(tk.POW), adds=True, is_real=True),
    rule("by_root", "write all by a root", by_root, where_there_is(tk.POW), is_real=True),
)  # fmt: skip
"""Over the real numbers."""
