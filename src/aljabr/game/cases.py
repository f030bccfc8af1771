"""What a step splits into: cases that together lose no root.

A rule that undoes something with several values gives all of them: of u^2 = v follow u = sqrt(v)
and u = -sqrt(v), of sin(u) = v two families, of a product that is zero one case for each factor.
The first case is the successor in the graph; the others are goals of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr
from aljabr.algebra.factoring import factored
from aljabr.algebra.points import sign_of
from aljabr.algebra.printing import expr_text
from aljabr.algebra.signsets import is_real
from aljabr.game import effects
from aljabr.game.kernels import factored_in_root

MAX_ROOTS: Final = 12
"""The most roots of unity that are cases."""


class Split(NamedTuple):
    """A state, and its sides after the effect of a rule."""

    lhs: Expr
    rhs: Expr
    left: Sym
    right: Sym


Sides = tuple[Sym, Sym]
Cases = Callable[[Split], list[Sides]]
"""All cases of a step, the successor first."""


# -- the right side in several ways ---------------------------------------------------------------


def _of_values(values: Callable[[Split], list[Sym]]) -> Cases:
    """Make cases of the values that the right side can have; equal ones are one."""
    return lambda split: [(split.left, value) for value in dict.fromkeys(values(split))]


plus_minus: Final = _of_values(lambda split: [split.right, ar.negate(split.right)])
"""u^2 = v: u = sqrt(v), u = -sqrt(v)."""


def _turns(split: Split) -> Sym:
    """Return any number of whole turns, counted by a letter that is not used yet."""
    return ar.multiply(2 * ar.PI, _integer(split))


def _integer(split: Split) -> Sym:
    used = split.lhs.sym.free_symbols | split.rhs.sym.free_symbols
    return next((each for each in ar.INTEGERS if each not in used), ar.INTEGERS[-1])


def _families(opposite: Callable[[Sym], Sym]) -> Cases:
    """Make cases of an angle and another one of the same sine or cosine, each with its turns.

    They are one if they are whole turns apart, as pi and -pi are.
    """

    def values(split: Split) -> list[Sym]:
        angle, other, turns = split.right, opposite(split.right), _turns(split)
        are_one = ar.expand((other - angle) / (2 * ar.PI)).is_integer
        return [angle + turns] if are_one else [angle + turns, other + turns]

    return _of_values(values)


sine_families: Final = _families(lambda angle: ar.PI - angle)
cosine_families: Final = _families(ar.negate)
tangent_family: Final = _of_values(lambda split: [split.right + _turns(split) / 2])
logarithm_family: Final = _of_values(lambda split: [split.right + ar.IMAGINARY * _turns(split)])
"""Over the complex numbers."""


def without_abs(split: Split) -> list[Sides]:
    """|u| = v: u = v, u = -v; of u and -u the one with less to turn round."""
    left = min(split.left, ar.negate(split.left), key=_num_turned)
    return list(dict.fromkeys([(left, split.right), (left, ar.negate(split.right))]))


def _num_turned(sym: Sym) -> int:
    """Count the terms with the unknown and a minus sign."""
    with_unknown = [each for each in ar.addends(sym) if ar.X in each.free_symbols]
    return sum(str(each).startswith("-") for each in with_unknown)


# -- powers ----------------------------------------------------------------------------------------


def real_roots(split: Split) -> list[Sides]:
    """u^p = v over the real numbers: both signs for an even numerator of p.

    For an odd one the root of v if v is positive, minus the root of -v if it is negative: both, if
    the sign is not known.
    """
    exponent, value = split.lhs.children[1].sym, split.right
    if not ar.is_rational(exponent):
        return [(split.left, value)]
    if int(exponent.p) % 2 == 0:
        return plus_minus(split)
    sign = _sign(split.rhs, exponent)
    if abs(exponent.p) == 1 or int(exponent.q) % 2 == 0 or sign > 0:
        return [(split.left, value)]
    if sign < 0 and effects.has_real_root_of_opposite(split.rhs, exponent):
        return [(split.left, value)]
    opposite = split.left, effects.other_root(split.rhs, exponent)
    return [opposite] if sign < 0 else list(dict.fromkeys([(split.left, value), opposite]))


def _sign(side: Expr, exponent: Sym) -> int:
    """Return the sign of a side where it is known; 1 also of zero, and of the same power."""
    alike = side.head == tk.POW and side.children[1].sym == exponent
    if alike or (side.head == tk.EXP and is_real(side)) or side.sym == 0:
        return 1
    return sign_of(side.sym)


def complex_roots(split: Split) -> list[Sides]:
    """u^p = v over the complex numbers: the root of v times each root of unity."""
    exponent, value = split.lhs.children[1].sym, split.right
    count = abs(int(exponent.p)) if ar.is_rational(exponent) else 1
    if count > MAX_ROOTS:
        return [(split.left, value)]
    units = [ar.root_of_unity(number, count) for number in range(count)]
    return list(dict.fromkeys((split.left, ar.expand(value * unit)) for unit in units))


# -- products --------------------------------------------------------------------------------------


def zero_factors(split: Split) -> list[Sides]:
    """u*v = 0: u = 0, v = 0, simple ones first; 1 = 0 if no factor can be zero."""
    found = {base.sym: base for base in vanishing(split.lhs)}
    ordered = sorted(found.values(), key=lambda base: (len(base.tokens), expr_text(base)))
    return [(base.sym, ar.ZERO) for base in ordered] or [(ar.ONE, ar.ZERO)]


def contradiction(split: Split) -> list[Sides]:
    """What is never zero is not zero: 1 = 0."""
    return [(ar.ONE, ar.ZERO)]


def vanishing(expr: Expr) -> list[Expr]:
    """Return the factors that hold the unknown and may be zero, without their exponents."""
    found = []
    for factor in expr.children if expr.head == tk.MUL else (expr,):
        if not factor.holds_unknown or factor.head == tk.EXP:
            continue
        if factor.head == tk.POW:
            base, exponent = factor.children
            if base.holds_unknown and not (exponent.is_number and exponent.sym < 0):
                found.append(base)  # 2^x and 1/x are never zero
        else:
            found.append(factor)
    return found


def factor(side: Expr, operand: Sym = None) -> Sym:
    """Write a side over one denominator and as a product of what cannot be factored further."""
    if not side.holds_unknown:
        return side.sym
    return factored_in_root(side) or factored(side)
