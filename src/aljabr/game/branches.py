"""What the steps ask of the roots: that divisors do not vanish, that values are principal ones.

An inverse function gives one value of several, its principal one. A root is kept by such a step if
what was undone is that value; the functions here say so as `Condition`s. Those of the last section
look back: what a root after the step must satisfy to be one before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.game import effects
from aljabr.game.cases import MAX_ROOTS

Conditions = Callable[[ExprTable, Equation, "Expr | None"], "list[Condition]"]


def no_conditions(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    return []


# -- division ------------------------------------------------------------------------------------


def divisor_is_nonzero(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    assert term is not None
    divisor = ar.ONE
    for factor in term.children if term.head == tk.MUL else (term,):
        if not (factor.is_number or factor.head == tk.EXP or is_reciprocal(factor)):
            divisor *= factor.sym
    vanishing = table.intern(divisor)
    return [] if vanishing is None or vanishing.is_number else [Condition("nonzero", vanishing)]


def is_reciprocal(factor: Expr) -> bool:
    """Whether this is a negative power."""
    if factor.head != tk.POW:
        return False
    exponent = factor.children[1]
    return exponent.is_number and bool(exponent.sym < 0)


# -- inverse functions ---------------------------------------------------------------------------


def logs_are_principal(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    found = []
    lhs = equation.lhs
    never_zero = lhs.head == tk.EXP or (lhs.head == tk.POW and lhs.children[0].is_number)
    if not never_zero:
        found.append(Condition("nonzero", lhs))
    for side in (lhs, equation.rhs):
        result = table.intern(effects.log(side))
        if result is not None and result.sym != ar.logarithm(side.sym):
            found.append(Condition("log", result))
    return found


def inverses_are_principal(
    kind: KindName, effect: Callable[[Expr], Sym], branch: Callable[[Sym], Sym] | None = None
) -> Conditions:
    """Ask of what an inverse function leaves of each side that it is a value of that function.

    On another branch, which is its own inverse, the left side must lead back to the principal one.
    """

    def conditions(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
        found: list[Condition] = []
        if kind == "root" and branch is None and equation.rhs.sym == 0:
            return found  # u**2 = 0 and u = 0 have the same roots
        for side, turn in ((equation.lhs, branch), (equation.rhs, None)):
            value = effect(side)
            if turn is not None:
                value = turn(value)
            elif _IS_PRINCIPAL[kind](side, value):
                continue
            result = table.intern(value)
            if result is not None:
                found.append(Condition(kind, result))
        return found

    return conditions


def _is_principal_root(root: Sym, power: Sym = 2) -> bool:
    """Whether a root of some power is the principal one at sight: a positive number times sqrt(u).

    The power is a number of at least 1, or at most -1.
    """
    rest = [f for f in ar.factors(root) if not ar.is_positive_number(f)]
    if len(rest) != 1:
        return not rest
    if root == ar.ZERO or (power == 2 and ar.is_positive_number(rest[0] / ar.IMAGINARY)):
        return True
    exponent = ar.base_and_exponent(rest[0])[1]
    # u**(-1/2), which SymEngine makes of sqrt(1/u), is the other root where u < 0.
    return bool(ar.is_rational(exponent) and -1 < power * exponent <= 1)


_IS_PRINCIPAL: Final[dict[KindName, Callable[[Expr, Sym], bool]]] = {
    "root": lambda side, value: _is_principal_root(value),
    "asin": lambda side, value: bool(value == ar.arcsine(side.sym)),
    "acos": lambda side, value: bool(value == ar.arccosine(side.sym)),
}

# -- powers --------------------------------------------------------------------------------------
# Of u**p = v follows u = v**(1/p) if -pi < Im(p*log(u)) <= pi, and the other way round if
# -pi < Im(log(v)/p) <= pi. For an odd p and a negative v the same is asked of -u and -v.


def powers_are_principal(
    table: ExprTable, equation: Equation, term: Expr | None
) -> list[Condition]:
    """Say which roots of u**p = v taking the principal root of v keeps."""
    base, exponent = equation.lhs.children
    p, value = exponent.sym, equation.rhs
    if value.sym == 0:
        return []
    found = []
    if not exponent.is_number:
        found.append(Condition("nonzero", exponent))
    if value.holds_symbols and not (exponent.is_number and p > 0):
        found.append(Condition("nonzero", value))
    root = effects.power_root(value, p)
    sign = -1 if effects.has_real_root_of_opposite(value, p) else 1
    if ar.is_rational(p) and -1 < p < 1:
        # Nothing is lost. But who reads u**(1/3) as the real root, also of a negative number, sees
        # more roots than there are principal ones.
        is_odd_root = int(p.q) % 2 == 1
        found += powers_were_principal(table, equation, None) if is_odd_root else []
        asked = [base] if is_odd_root and int(p.p) % 2 == 0 else []
    else:
        at_sight = _is_principal_root(sign * root, p) if ar.is_rational(p) else _is_whole(value)
        asked = [base] if at_sight else [base, *filter(None, [table.intern(root)])]
    kind: KindName = "odd_power" if effects.is_odd(p) else "power"
    for each in asked:
        inside = ar.negate(each.sym) if sign < 0 else each.sym
        logarithm = table.intern(p * ar.principal_log(inside))
        if logarithm is not None:
            found.append(Condition(kind, logarithm))
    return found


def _is_whole(value: Expr) -> bool:
    """Whether SymEngine leaves a power of this as it is."""
    return value.head not in (tk.POW, tk.EXP)


def powers_were_principal(
    table: ExprTable, equation: Equation, term: Expr | None
) -> list[Condition]:
    """Say which roots u = v**(1/p) are roots of u**p = v."""
    exponent, value = equation.lhs.children[1], equation.rhs
    if value.sym == 0 or (exponent.is_number and abs(exponent.sym) >= 1):
        return []
    logarithm = table.intern(ar.principal_log(value.sym) / exponent.sym)
    found = [] if exponent.is_number and exponent.sym > 0 else [Condition("nonzero", value)]
    return found if logarithm is None else [*found, Condition("power", logarithm)]


def real_powers_were_principal(
    table: ExprTable, equation: Equation, term: Expr | None
) -> list[Condition]:
    """Say the same over the real numbers: u**(1/5) = v for any v, u**(1/4) = v for none below 0."""
    exponent = equation.lhs.children[1].sym
    found = powers_were_principal(table, equation, term)
    if not ar.is_rational(exponent):
        return found
    nonzero = [each for each in found if each.kind == "nonzero"]
    is_any = abs(exponent.p) == 1 and int(exponent.q) % 2
    return nonzero if is_any or found == nonzero else [*nonzero, Condition("root", equation.rhs)]


# -- where rules split into cases ------------------------------------------------------------------


def base_is_real(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    """Ask of u**p = v that u is real, and positive or zero if p is a letter."""
    base, exponent = equation.lhs.children
    if exponent.is_number:
        return [Condition("real", base)]
    return [Condition("nonzero", exponent), Condition("root", base)]


def insides_are_real(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    """Ask of |u| = |v| that u and v are real."""
    sides = (equation.lhs, equation.rhs)
    return [Condition("real", each.children[0]) for each in sides if each.head == tk.ABS]


def others_are_nonzero(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    """Ask of the factors without the unknown that they do not vanish."""
    lhs, product = equation.lhs, ar.ONE
    for factor in lhs.children if lhs.head == tk.MUL else (lhs,):
        base = factor.children[0] if factor.head == tk.POW else factor
        if not base.holds_unknown and factor.head != tk.EXP:
            product *= base.sym
    rest = table.intern(product)
    is_sure = rest is None or (rest.is_number and rest.sym != 0)
    return [] if rest is None or is_sure else [Condition("nonzero", rest)]


def side_has_log(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    """Ask of the left side that it has a logarithm."""
    return [each for each in logs_are_principal(table, equation, term) if each.kind == "nonzero"]


def powers_of_numbers(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    """Ask nothing of u**p = v where all roots of unity are cases."""
    exponent = equation.lhs.children[1].sym
    if ar.is_rational(exponent) and abs(int(exponent.p)) <= MAX_ROOTS:
        return []
    return powers_are_principal(table, equation, term)


# -- absolute values -----------------------------------------------------------------------------


def value_is_positive(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    return [Condition("root", equation.rhs)]


# -- looking back --------------------------------------------------------------------------------
# Both sides had a function applied to them. What follows for the roots is that the sides are equal
# if both are values of its inverse; squares and cosines are the same of -u and -v.


def sides_are(kind: KindName, sign: int = 1) -> Conditions:
    """Ask of both sides, or of their opposites, that the inverse function leads back to them."""

    def conditions(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
        found = []
        for side in (equation.rhs, equation.lhs):
            turned = side if sign > 0 else table.intern(ar.negate(side.sym))
            if turned is not None and not _IS_VALUE[kind](turned):
                found.append(Condition(kind, turned))
        return found

    return conditions


def _is_inverse(token: int, odd: bool = True) -> Callable[[Expr], bool]:
    """Return whether a side is a value of an inverse function at sight, or minus one if odd."""

    def is_value(side: Expr) -> bool:
        sign, _ = ar.without_sign(side.sym)
        if sign != 1 and not odd:
            return False
        inner = side if sign == 1 else next(c for c in side.children if not c.is_number)
        return inner.head == token

    return is_value


_IS_VALUE: Final[dict[KindName, Callable[[Expr], bool]]] = {
    "root": lambda side: _is_principal_root(side.sym),
    "log": _is_inverse(tk.LOG, odd=False),
    "asin": _is_inverse(tk.ASIN),
    "acos": _is_inverse(tk.ACOS, odd=False),
    "atan": _is_inverse(tk.ATAN),
}


def factor_is_nonzero(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    """Ask of what both sides were multiplied or divided by that it does not vanish."""
    assert term is not None
    return [] if term.is_number else [Condition("nonzero", term)]


def sides_are_nonzero(table: ExprTable, equation: Equation, term: Expr | None) -> list[Condition]:
    """Ask of both sides that they have a logarithm."""
    return [Condition("nonzero", side) for side in (equation.lhs, equation.rhs)]
