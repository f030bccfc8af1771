"""Is this value a root? Numerically at the test points, then exactly where provable.

Points can only refute for certain; agreement at all of them is called `numeric`. The exact proof
gives up when an expression outgrows its bounds, so nothing here is open-ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import Expr
from aljabr.algebra.points import Point, at_root, is_equal, is_zero, points_for
from aljabr.algebra.polynomials import TooHard
from aljabr.algebra.prover import Prover

_PROOF_POWER: Final = 100

# -- verdicts ------------------------------------------------------------------------------------


def root_at(lhs: Expr, rhs: Expr, root: Expr, number: int) -> bool | None:
    """Decide whether a value solves lhs = rhs at one parameter point."""
    point = at_root(root, number)
    return None if point is None else is_equal(point, lhs, rhs)


def solves_at(
    lhs: Expr, rhs: Expr, root: Expr, domain: Iterable[Expr], number: int
) -> tuple[Point | None, bool | None]:
    """Return a point with the root in place, and whether it solves lhs = rhs within its domain."""
    point = at_root(root, number)
    if point is None:
        return None, None
    if any(is_zero(point.value(each)) for each in domain):
        return point, False
    return point, is_equal(point, lhs, rhs)


def is_root(lhs: Expr, rhs: Expr, root: Expr) -> bool:
    """Whether a value solves lhs = rhs at some parameter point: the game's notion of solved.

    Points are drawn once and for all, so an equality at one of them is an identity on a region of
    parameters, not a coincidence.
    """
    return any(root_at(lhs, rhs, root, number) for number in points_for(lhs, rhs, root))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a claimed root."""

    verified: str | None
    """`exact` (proved symbolically), `numeric` (at every test point), or None (not a root)."""
    refuted: bool = False
    """Whether the value is certainly no root, at every test point."""


def check_root(
    lhs: Expr,
    rhs: Expr,
    root: Expr,
    conditions: Iterable[Condition] = (),
    domain: Iterable[Expr] = (),
) -> Verdict:
    """Check a claimed root wherever its conditions hold.

    The root passes if it holds at every test point where the conditions and the domain allow it,
    and there is at least one such point.
    """
    conditions, domain = list(conditions), list(domain)
    numbers = points_for(lhs, rhs, root)
    passed = failed = excused = 0
    for number in numbers:
        point, answer = solves_at(lhs, rhs, root, domain, number)
        if point is None:
            continue
        if answer:
            passed += 1
        elif answer is False:
            if any(each.holds_at(point) is False for each in conditions):
                excused += 1
            else:
                failed += 1
    if passed and not failed:
        return Verdict("exact" if proves_root(lhs, rhs, root) else "numeric")
    return Verdict(None, refuted=failed + excused == len(numbers))


# -- proof ---------------------------------------------------------------------------------------


def proves_root(lhs: Expr, rhs: Expr, root: Expr) -> bool:
    """Whether substitution into lhs - rhs simplifies to zero by unconditional steps.

    Parameters are positive reals; only square roots of what is then positive are simplified.
    """
    try:
        return Prover().is_zero(_substitute(lhs, root) - _substitute(rhs, root))
    except (TooHard, ZeroDivisionError):
        return False


def _substitute(expr: Expr, root: Expr) -> Sym:
    """Rebuild a side with the root in the unknown's place."""
    head = expr.head
    if head == tk.UNKNOWN:
        return root.sym
    if not expr.holds_unknown:
        return expr.sym
    parts = [_substitute(child, root) for child in expr.children]
    if head == tk.ADD:
        return ar.add(*parts)
    if head == tk.MUL:
        product = ar.ONE
        for part in parts:
            product = product * part
        return ar.canonical(product)
    if head == tk.POW:
        base, exponent = parts
        if ar.is_rational(exponent) and abs(exponent) > _PROOF_POWER:
            raise TooHard
        if exponent == ar.HALF or exponent == -ar.HALF:
            return _positive_root(_rational_form(base)) ** (exponent * 2)
        if exponent.is_integer:
            return base**exponent
        return _positive_power(_rational_form(base), exponent)
    inner = _rational_form(parts[0])
    return _BUILDERS[head](inner)


def _rational_form(sym: Sym) -> Sym:
    return sym if sym.is_Symbol or ar.is_rational(sym) else Prover().value(sym)


def _positive_root(sym: Sym) -> Sym:
    """sqrt, with even powers of parameters taken out: parameters are positive."""
    outside, inside = ar.ONE, ar.ONE
    for factor in ar.factors(sym):
        base, exponent = ar.base_and_exponent(factor)
        if base.is_Symbol and exponent.is_integer and exponent % 2 == 0:
            outside *= base ** (exponent / 2)
        else:
            inside *= factor
    return outside * ar.square_root(inside)


def _positive_power(sym: Sym, exponent: Sym) -> Sym:
    """Raise to a power; (c**3)**(1/3) = c and (b**(1/a))**a = b, for parameters are positive."""
    outside, inside = ar.ONE, ar.ONE
    for factor in ar.factors(sym):
        base, power = ar.base_and_exponent(factor)
        is_positive = base.is_Symbol or (power != 1 and ar.is_positive_number(base))
        if is_positive and _is_real(power):
            outside *= base ** (power * exponent)
        else:
            inside *= factor
    return outside * ar.power(inside, exponent)


def _is_real(sym: Sym) -> bool:
    """Whether this is made of real numbers and parameters by sums, products and whole powers."""
    if ar.is_sum(sym) or ar.is_product(sym):
        return all(map(_is_real, sym.args))
    base, exponent = ar.base_and_exponent(sym)
    if exponent != 1:
        return bool(exponent.is_integer and _is_real(base))
    return bool(sym.is_Symbol or ar.is_rational(sym) or ar.is_positive_number(sym))


_BUILDERS: Final = {
    tk.FUNCTION_TOKENS["exp"]: ar.exponential,
    tk.FUNCTION_TOKENS["log"]: ar.logarithm,
    tk.FUNCTION_TOKENS["sin"]: ar.sine,
    tk.FUNCTION_TOKENS["cos"]: ar.cosine,
    tk.FUNCTION_TOKENS["asin"]: ar.arcsine,
    tk.FUNCTION_TOKENS["acos"]: ar.arccosine,
    tk.FUNCTION_TOKENS["abs"]: ar.absolute,
    tk.FUNCTION_TOKENS["tan"]: ar.tangent,
    tk.FUNCTION_TOKENS["atan"]: ar.arctangent,
}
