"""Conditions as they are written down last: x > 0 for x^3 > 0, b ≠ 1 for log(b) ≠ 0.

Each is exchanged for one that says the same, and left out if the others imply it: both by proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.bounds import bounds_of
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.content import without_number
from aljabr.algebra.expr import Expr
from aljabr.algebra.forms import Forms, with_powers
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import is_real
from aljabr.algebra.wholes import bound, ends
from aljabr.answer.beside import BOUNDS, STRICT, divisors, follows, shortened
from aljabr.answer.stating import stated

_COMPARED: Final = ("nonzero", *BOUNDS)
"""Kinds that compare with zero."""


def readable(
    forms: Forms, conditions: Iterable[Condition], is_real: bool = True
) -> tuple[Condition, ...]:
    """Return conditions that say the same, none of which the others imply."""
    left = list(dict.fromkeys(each for one in conditions for each in _plainly(forms, one)))
    if is_real:
        left = shortened(forms, left, _plainly)
    for condition in sorted(left, key=lambda c: (c.kind == "nonzero", -len(c.expr.tokens))):
        others = [each for each in left if each != condition]
        signs = Signs(forms.table, others, real=True)
        if is_real and (
            signs.decides(condition)
            or follows(forms, condition, others)
            or _goes_without_saying(condition)
        ):
            asked = [each for each in divisors(forms, condition) if each not in others]
            left = [*others, *[each for each in asked if not signs.decides(each)]]
    return tuple(left)


def _goes_without_saying(condition: Condition) -> bool:
    """Whether something is never negative by what it lies between: 1 - sin(x)^2.

    Logarithms and tangents may be undefined.
    """
    is_plain = condition.kind == "root" and not {tk.LOG, tk.TAN} & {*condition.expr.tokens}
    bounds = bounds_of(condition.expr) if is_plain else None
    return bounds is not None and bounds.is_real and bool(bounds.low.value >= 0)


def _plainly(forms: Forms, condition: Condition) -> Iterator[Condition]:
    """Yield what a condition comes to."""
    expr = condition.expr
    is_root = expr.head == tk.POW and expr.children[1].sym == ar.HALF
    if condition.kind == "unit" and is_root:  # -1 ≤ sqrt(a) ≤ 1
        below = forms.table.intern(ar.expand(expr.children[0].sym - 1))
        if below is not None and is_real(expr.children[0]):
            both = [Condition("root", expr.children[0]), Condition("minus_root", below)]
            yield from stated(forms, [*both, *divisors(forms, condition)])
            return
    squared = _squared(forms, condition) if condition.kind in _COMPARED else []
    if squared:
        yield from stated(forms, squared)
        return
    if condition.kind == "nonzero":
        for factor in _without_log(forms, expr):
            yield Condition("nonzero", factor)
        return
    found = _of_logarithm(forms, condition) if condition.kind in BOUNDS else []
    if found:
        for each in found:
            yield from _plainly(forms, each)
        return
    again = _shorter(forms, expr) if condition.kind in _COMPARED else None
    if again is not None:
        yield from _plainly(forms, Condition(condition.kind, again))
        return
    counted = _counted(forms, condition)
    if counted is not None:
        yield counted
        return
    if expr.head == tk.POW and expr.children[1].sym.is_integer and is_real(expr.children[0]):
        base = _of_base(condition.kind, expr.children[0], int(expr.children[1].sym))
        if base is not None:
            yield from _plainly(forms, base)
            return
    yield condition


def _of_logarithm(forms: Forms, condition: Condition) -> tuple[Condition, ...]:
    """Say of log(u) ≥ 0 that u ≥ 1, of log(u) ≤ 0 that u ≤ 1, and u > 0; else nothing."""
    kind, expr = condition.kind, condition.expr
    if expr.head != tk.LOG or not is_real(expr.children[0]):
        return ()
    inside = expr.children[0]
    if inside.head == tk.EXP:
        return stated(forms, [Condition(kind, inside.children[0])])
    less = forms.table.intern(ar.expand(inside.sym - 1))
    if less is None:
        return ()
    is_lower = kind in ("minus_root", "negative")
    asked = [Condition("positive", inside)] if is_lower else []
    return stated(forms, [*asked, Condition(kind, less), *divisors(forms, condition)])


def _shorter(forms: Forms, expr: Expr) -> Expr | None:
    """Return a sum multiplied out if that is shorter: not (c - b) + b."""
    if expr.head != tk.ADD or expr.holds_unknown:
        return None
    again = forms.table.intern(ar.expand(expr.sym))
    if again is None or again.size >= expr.size:
        return None
    kept = divisors(forms, Condition("root", again))
    return again if set(divisors(forms, Condition("root", expr))) <= set(kept) else None


def _squared(forms: Forms, condition: Condition) -> list[Condition]:
    """Say of 2 - sqrt(u) ≥ 0 that 4 - u ≥ 0, and u ≥ 0; nothing of any other condition."""
    expr = condition.expr
    if expr.head != tk.ADD or len(expr.children) != 2:
        return []
    number, root = sorted(expr.children, key=lambda each: not each.is_number)
    factor, power = without_number(root)
    is_root = power.head == tk.POW and power.children[1].sym == ar.HALF
    if not (is_root and number.is_number and is_real(power.children[0])):
        return []
    inside = power.children[0]
    first, second = Fraction(int(number.sym.p), int(number.sym.q)), factor
    if first * second >= 0:
        return []
    one, two = (ar.rational(each.numerator, each.denominator)
                for each in (first * abs(first), second * abs(second)))  # fmt: skip
    found = forms.table.intern(ar.expand(one + two * inside.sym))
    asked = [] if condition.kind == "nonzero" else [Condition("root", inside)]
    return [] if found is None else [*asked, Condition(condition.kind, found)]


def _of_base(kind: KindName, base: Expr, exponent: int) -> Condition | None:
    """Say of u what is said of u^n; None if nothing simpler says it."""
    if exponent % 2 == 0:
        return Condition("nonzero", base) if kind == "positive" else None
    if exponent < 0:
        kind = STRICT.get(kind, kind)
    return Condition(kind, base) if kind in BOUNDS else None


def _without_log(forms: Forms, expr: Expr, seen: frozenset[Expr] = frozenset()) -> list[Expr]:
    """Return what may not vanish instead of log(u): u - 1; instead of log(exp(u)): u."""
    if tk.LOG not in expr.tokens or expr in seen:
        return [expr]
    seen = seen | {expr}
    if expr.head == tk.LOG and expr.children[0].head == tk.EXP:
        return _of_factors(forms, expr.children[0].children[0], seen)
    again = forms.table.intern(with_powers(expr))
    if again is not None and len(again.tokens) < len(expr.tokens):
        return _of_factors(forms, again, seen)
    if expr.head != tk.LOG:
        return [expr]
    less = forms.table.intern(ar.add(expr.children[0].sym, ar.MINUS_ONE))
    return [expr] if less is None else _of_factors(forms, less, seen)


def _of_factors(forms: Forms, expr: Expr, seen: frozenset[Expr]) -> list[Expr]:
    """Return what may not vanish instead of an expression that is new."""
    factors = forms.vanishing_factors(expr)
    return [one for each in factors for one in _without_log(forms, each, seen)]


def _counted(forms: Forms, condition: Condition) -> Condition | None:
    """Say of pi + 2*pi*n > 0, or of -n ≤ 0, that n ≥ 0: n is a whole number."""
    expr, is_lower = condition.expr, condition.kind in ("minus_root", "negative")
    if condition.kind not in BOUNDS or not expr.children:
        return None
    turned = forms.table.intern(ar.negate(expr.sym)) if is_lower else expr
    found = ends(condition) or (None if turned is None else bound(turned))
    if found is None or None not in found:
        return None
    (letter,) = expr.sym.free_symbols
    least, largest = found
    kind: KindName = "minus_root" if least is None else "root"
    end = largest if least is None else least
    if end in (1, -1) and (end == 1) == (kind == "root"):  # n > 0 reads better than n - 1 ≥ 0
        kind, end = STRICT[kind], 0
    shifted = forms.table.intern(letter - end)
    return None if shifted is None else Condition(kind, shifted)
