"""What the other conditions say of one: that it goes without saying, or that less will do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.expr import Expr
from aljabr.algebra.forms import Forms
from aljabr.algebra.points import sign_of
from aljabr.algebra.prover import factors_of
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import NEGATIVE, POSITIVE, is_real, square_root_in

STRICT: Final[dict[KindName, KindName]] = {"root": "positive", "minus_root": "negative"}
"""Kinds that allow zero, with those that do not."""
BOUNDS: Final = (*STRICT, *STRICT.values())
"""Kinds that say on which side of zero something is."""
_OPPOSITE: Final[dict[KindName, KindName]] = {
    "root": "minus_root",
    "minus_root": "root",
    "positive": "negative",
    "negative": "positive",
}
Plainly = Callable[[Forms, Condition], Iterable[Condition]]


def divisors(forms: Forms, condition: Condition) -> list[Condition]:
    """Return that nothing is zero by which a condition divides: without it, it says nothing."""
    found = [each.children[0] for each in condition.expr.walk() if each.head == tk.POW
             and each.children[1].is_number and each.children[1].sym < 0]  # fmt: skip
    factors = [one for each in found if each.holds_symbols for one in forms.vanishing_factors(each)]
    return [Condition("nonzero", each) for each in dict.fromkeys(factors)]


def follows(forms: Forms, condition: Condition, others: Iterable[Condition]) -> bool:
    """Whether x ≥ -1, x ≠ 0 or x^2 ≥ 1 follows from x ≥ 1: a sum differs from it by a number.

    Or each of its factors does.
    """
    if condition.kind not in ("nonzero", *BOUNDS):
        return False
    bounds = [each for each in others if each.kind in BOUNDS]
    if any(_is_beyond(condition, each) for each in bounds):
        return True
    found = factors_of(condition.expr.sym) if bounds and is_real(condition.expr) else None
    if found is None or len(found[1]) < 2 or _sides(condition) != (1,) or found[0] < 0:
        return False
    if any(exponent < 0 for _, exponent in found[1]):
        return False
    odd = [forms.table.intern(factor) for factor, exponent in found[1] if exponent % 2]
    parts = [Condition(condition.kind, each) for each in odd if each is not None]
    even = condition.kind == "root" or all(exponent % 2 for _, exponent in found[1])
    return even and len(parts) == len(odd) and all(
        any(_is_beyond(part, each) for each in bounds) for part in parts
    )  # fmt: skip


def _sides(condition: Condition) -> tuple[int, ...]:
    """Return on which sides of zero a condition holds."""
    if condition.kind == "nonzero":
        return 1, -1
    return (1,) if condition.kind in ("root", "positive") else (-1,)


def _is_beyond(weak: Condition, strong: Condition) -> bool:
    """Whether a bound is no nearer than another: both are about the same sum, but for a number."""
    (side,) = _sides(strong)
    scale = side * _scale(weak.expr.sym, strong.expr.sym)
    for each in _sides(weak):
        gap = ar.expand(each * weak.expr.sym - scale * strong.expr.sym)
        if not gap.free_symbols and sign_of(gap) > 0:
            return True
        if gap == 0 and (strong.kind in STRICT.values() or weak.kind in STRICT):
            return True
    return False


def _scale(one: Sym, two: Sym) -> Sym:
    """Return how many times as steep one sum is as another, where both are lines; else 1."""
    letters = two.free_symbols
    if len(letters) != 1 or one.free_symbols != letters:
        return ar.ONE
    (letter,) = letters
    above, below = ar.expand(one).diff(letter), ar.expand(two).diff(letter)
    if not (ar.is_rational(above) and ar.is_rational(below)) or below == 0:
        return ar.ONE
    return abs(above / below) or ar.ONE


def shortened(forms: Forms, conditions: list[Condition], plainly_fn: Plainly) -> list[Condition]:
    """Shorten conditions one after the other, each by what the rest says."""
    for number, condition in enumerate(conditions):
        others = [*conditions[:number], *conditions[number + 1 :]]
        found = [
            each for one in _given(forms, condition, others) for each in plainly_fn(forms, one)
        ]
        if found and _length(found) < _length([condition]):
            found += divisors(forms, condition)
            again = [*conditions[:number], *found, *conditions[number + 1 :]]
            return shortened(forms, list(dict.fromkeys(again)), plainly_fn)
    return conditions


def _length(conditions: Iterable[Condition]) -> int:
    return sum(len(each.expr.tokens) for each in conditions)


def _given(forms: Forms, condition: Condition, others: list[Condition]) -> list[Condition]:
    """Say the same where others hold; nothing if nothing simpler is known."""
    if condition.kind not in BOUNDS:
        return []
    signs = Signs(forms.table, others, real=True)
    ways = (_without_square, _by_larger, _without_known_factors)
    return next((found for way in ways if (found := way(forms, condition, others, signs))), [])


def _without_square(
    forms: Forms, condition: Condition, others: list[Condition], signs: Signs
) -> list[Condition]:
    """Write u for sqrt(u^2) where u is not negative."""
    known: dict[Sym, Sym] = {}
    for each in condition.expr.walk():
        base = _base_of_square(each) if each.head == tk.POW else None
        base_expr = None if base is None else forms.table.intern(base)
        if base_expr is None or not is_real(base_expr):
            continue
        said = Condition("root", base_expr)
        if signs.decides(said) or follows(forms, said, others):
            known[each.sym] = base_expr.sym
    again = forms.table.intern(ar.replaced(condition.expr.sym, known)) if known else None
    return [] if again is None else [Condition(condition.kind, again)]


def _base_of_square(root: Expr) -> Sym | None:
    """Return u of sqrt(u^2), u/v of sqrt(u^2/v^2)."""
    if root.children[1].sym != ar.HALF:
        return None
    inside = root.children[0]
    bases = []
    for factor in inside.children if inside.head == tk.MUL else (inside,):
        if factor.head != tk.POW or not factor.children[1].sym.is_integer:
            return None
        half, odd = divmod(int(factor.children[1].sym), 2)
        if odd:
            return None
        bases.append(ar.power(factor.children[0].sym, ar.rational(half)))
    return ar.times(*bases)


def _by_larger(
    forms: Forms, condition: Condition, _: list[Condition], signs: Signs
) -> list[Condition]:
    """Say of u + k*sqrt(w) > 0 that u > 0, and w ≥ 0, where u^2 is more than k^2*w."""
    expr = condition.expr
    roots = [each for each in expr.children if square_root_in(each)] if expr.head == tk.ADD else []
    if len(roots) != 1:
        return []
    split = square_root_in(roots[0])
    assert split is not None
    factor, inside = split
    rest = forms.table.intern(expr.sym - roots[0].sym)
    if rest is None or not (is_real(rest) and is_real(inside)):
        return []
    gap = forms.table.intern(ar.expand(rest.sym**2 - factor**2 * inside.sym))
    if gap is None or signs.of(gap) != POSITIVE:
        return []
    return [Condition(condition.kind, rest), Condition("root", inside)]


def _without_known_factors(
    forms: Forms, condition: Condition, _: list[Condition], signs: Signs
) -> list[Condition]:
    """Say of (a - 1)*(a + 1) ≥ 0 that a - 1 ≥ 0, where a + 1 is positive."""
    found = factors_of(condition.expr.sym) if is_real(condition.expr) else None
    if found is None or len(found[1]) < 2 or any(exponent % 2 == 0 for _, exponent in found[1]):
        return []
    kind, left = condition.kind, [ar.rational(1 if found[0] > 0 else -1)]
    for factor, exponent in found[1]:
        known = forms.table.intern(factor)
        sign = None if known is None else signs.of(known)
        if sign == NEGATIVE:
            kind = _OPPOSITE[kind]
        elif sign != POSITIVE:
            left.append(ar.power(factor, ar.rational(exponent)))
    again = forms.table.intern(ar.times(*left))
    if len(left) in (1, len(found[1]) + 1) or again is None:
        return []
    return [Condition(kind, again)]
