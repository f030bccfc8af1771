"""Where a rule makes sense: guards, from the sides of a state. Cheap, and structural."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.bounds import never_equal
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.roots import has_no_real_root
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import NEGATIVE, POSITIVE
from aljabr.game import effects

Guard = Callable[[Expr, Expr], bool]
"""Whether a rule makes sense in a state with these sides."""

ZERO: Final = tk.number_tokens((0,))[0]
"""The tokens of a side that is zero."""

# -- other branches ------------------------------------------------------------------------------
# These guards keep a function from being applied to both sides only to be undone by another
# branch, which makes -v of any candidate v.


def is_open(lhs: Expr, rhs: Expr) -> bool:
    """Whether the state is other than `x = something without x`."""
    return lhs.head != tk.UNKNOWN or rhs.holds_unknown


def may_be_squared(lhs: Expr, rhs: Expr) -> bool:
    """Whether the state is open, a square undoes something, and no root is multiplied by a letter.

    Of a*sqrt(x) = b squared, nobody knows where the sides have the same sign.
    """
    sides = (lhs, rhs)
    return (
        is_open(lhs, rhs)
        and any(map(_has_root, sides))
        and not any(map(_is_root_times_letter, sides))
    )


def _has_root(side: Expr) -> bool:
    """Whether the unknown stands under a root or in an absolute value."""
    if tk.POW not in side.tokens and tk.ABS not in side.tokens:
        return False
    return any(
        each.holds_unknown
        and (
            each.head == tk.ABS
            or (each.head == tk.POW and each.children[1].is_number
                and not each.children[1].sym.is_integer)
        )
        for each in side.walk()
    )  # fmt: skip


def _is_root_times_letter(side: Expr) -> bool:
    if side.head != tk.MUL or not side.holds_parameters:
        return False
    free = any(each.holds_parameters and not each.holds_unknown for each in side.children)
    return free and any(
        each.head == tk.POW and each.holds_unknown and int(each.children[1].sym.q) == 2
        for each in side.children
        if each.head == tk.POW and each.children[1].is_number
    )


def is_even_power(lhs: Expr, rhs: Expr) -> bool:
    """Whether the left side is u**2, perhaps times something, and not zero: 0 has one root."""
    if lhs is rhs or rhs.tokens == ZERO:
        return False
    for factor in lhs.children if lhs.head == tk.MUL else (lhs,):
        if factor.head == tk.POW and factor.children[0].holds_unknown:
            exponent = factor.children[1].sym
            if exponent.is_integer and exponent % 2 == 0:
                return True
    return False


def has_even_power(lhs: Expr, rhs: Expr) -> bool:
    """Whether the left side is u**2 times a number, and the right one free or like it, not zero."""
    if lhs is rhs or rhs.tokens == ZERO or not _is_square(lhs):
        return False
    return not rhs.holds_unknown or _is_square(rhs)


def _is_square(side: Expr) -> bool:
    """Whether this is a number times even powers."""
    factors = side.children if side.head == tk.MUL else (side,)
    return all(each.is_number or is_even(each) for each in factors)


def is_even(factor: Expr) -> bool:
    return factor.head == tk.POW and bool(
        factor.children[1].sym.is_integer and factor.children[1].sym % 2 == 0
    )


def is_sine(lhs: Expr, rhs: Expr) -> bool:
    """Whether the left side alone is sin(u) or -sin(u)."""
    return _is_signed_sine(lhs) and not _is_signed_sine(rhs)


def _is_signed_sine(side: Expr) -> bool:
    if side.head == tk.MUL and len(side.children) == 2:
        return side.tokens[1] == _MINUS_ONE and side.tokens[2] == tk.SIN
    return side.head == tk.SIN


def is_cosine(lhs: Expr, rhs: Expr) -> bool:
    """Whether the left side alone is cos(u)."""
    return lhs.head == tk.COS != rhs.head


def is_turning(*tokens: int) -> Guard:
    """Return the guard of what undoes a sine or a cosine; the right side is free, or one too."""

    def guard(lhs: Expr, rhs: Expr) -> bool:
        inner = lhs.children[-1] if lhs.head == tk.MUL else lhs
        if inner.head not in tokens or lhs is rhs or not effects.is_turning(lhs):
            return False
        return not rhs.holds_unknown or effects.is_turning(rhs)

    return guard


# -- what undoes the left side -------------------------------------------------------------------
# These rules are legal only where the left side is just what they undo, and the right side is free
# of the unknown; there they are nearly always right, and elsewhere they add nothing to a search.


def has(*tokens: int) -> Guard:
    """Return the guard of what undoes a function, wherever it stands."""
    return lambda lhs, rhs: any(each in lhs.tokens or each in rhs.tokens for each in tokens)


def is_power(lhs: Expr, rhs: Expr) -> bool:
    """Whether the left side is a power of the unknown that no simpler rule undoes."""
    if lhs.head != tk.POW or lhs is rhs:
        return False
    if rhs.holds_unknown and not _is_root_or_alike(lhs, rhs):
        return False
    base, exponent = lhs.children
    if exponent.holds_unknown or not base.holds_unknown:
        return False
    if not exponent.is_number:
        return rhs.tokens != ZERO
    p = exponent.sym
    if rhs.tokens == ZERO and p < 0:
        return False
    return p not in _SIMPLE_POWERS and bool(effects.MAX_POWER * abs(p) >= 1)


def _is_root_or_alike(lhs: Expr, rhs: Expr) -> bool:
    """Whether a power on the left is a root, or the right side is a power alike."""
    exponent = lhs.children[1]
    is_root = exponent.is_number and int(exponent.sym.p) == 1
    return is_root or (rhs.head == tk.POW and rhs.children[1] is exponent)


def is_function(token: int) -> Guard:
    """Return the guard of what undoes a function on the left, perhaps also on the right."""
    return lambda lhs, rhs: lhs.head == token and (not rhs.holds_unknown or rhs.head == token)


def is_tangent(lhs: Expr, rhs: Expr) -> bool:
    """Whether the left side is tan(u), and the right one free or one, too."""
    if effects.tangent_of(lhs) is None or lhs is rhs:
        return False
    return not rhs.holds_unknown or effects.tangent_of(rhs) is not None


def is_absolute(lhs: Expr, rhs: Expr) -> bool:
    """Whether the left side is |u|."""
    return lhs.head == tk.ABS and lhs is not rhs


# -- products --------------------------------------------------------------------------------------


def is_sum_of_zero(lhs: Expr, rhs: Expr) -> bool:
    """Whether a sum with the unknown in several places is zero."""
    return rhs.tokens == ZERO and lhs.head == tk.ADD and lhs.tokens.count(tk.UNKNOWN) > 1


def is_never_zero(lhs: Expr, rhs: Expr) -> bool:
    """Whether a polynomial with numbers is zero and has no real root, or a sum of exponentials."""
    if rhs.tokens != ZERO or lhs.head != tk.ADD or not lhs.holds_unknown:
        return False
    if not lhs.tokens.translate(None, _OF_POLYNOMIALS) and not _has_exponential(lhs):
        return is_sum_of_zero(lhs, rhs) and has_no_real_root(lhs.sym)
    return _has_exponential(lhs) and _has_sign(lhs.sym)


def are_apart(lhs: Expr, rhs: Expr) -> bool:
    """Whether the sides, with the unknown at several places, are never equal for their bounds.

    Of an equation with one unknown that is isolated, more can be said than that.
    """
    count = lhs.tokens.count(tk.UNKNOWN) + rhs.tokens.count(tk.UNKNOWN)
    if count < 2 or not (lhs.tokens + rhs.tokens).translate(None, _OF_WHOLE_POLYNOMIALS):
        return False
    return never_equal(lhs, rhs) != 0


def _has_exponential(side: Expr) -> bool:
    """Whether the unknown stands in an exponent."""
    return any(each.head == tk.EXP or (each.head == tk.POW and each.children[1].holds_unknown)
               for each in side.children
               for each in (each.children if each.head == tk.MUL else (each,)))  # fmt: skip


@lru_cache(maxsize=4096)
def _has_sign(sym: Sym) -> bool:
    """Whether this is positive, or negative, for every real value of the unknown."""
    table = ExprTable()
    expr = table.intern(sym)
    return expr is not None and Signs(table).of(expr) in (POSITIVE, NEGATIVE)


_OF_POLYNOMIALS: Final = bytes((tk.ADD, tk.MUL, tk.POW, tk.UNKNOWN, *tk.NUMBERS))
_OF_WHOLE_POLYNOMIALS: Final = bytes(
    (tk.ADD, tk.MUL, tk.POW, tk.UNKNOWN, *range(tk.NUMBERS.start, tk.POSITIVE_HALF))
)


def is_product_of_zero(lhs: Expr, rhs: Expr) -> bool:
    """Whether a product, a power or an exponential is zero."""
    return rhs.tokens == ZERO and lhs.head in (tk.MUL, tk.POW, tk.EXP)


_SIMPLE_POWERS: Final = (2, -2, -1, ar.HALF, -ar.HALF)
_MINUS_ONE: Final = tk.number_tokens((-1,))[0][0]
