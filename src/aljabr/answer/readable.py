"""Conditions as they are written down last: x > 0 for x^3 > 0, b ≠ 1 for log(b) ≠ 0.

Each is exchanged for one that says the same, and left out if the others imply it: both by proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.content import without_number
from aljabr.algebra.expr import Expr
from aljabr.algebra.forms import Forms, with_powers
from aljabr.algebra.points import sign_of
from aljabr.algebra.prover import factors_of
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import NEGATIVE, POSITIVE, is_real, square_root_in
from aljabr.algebra.wholes import bound, ends
from aljabr.answer.stating import stated

_STRICT: Final[dict[KindName, KindName]] = {"root": "positive", "minus_root": "negative"}
_OPPOSITE: Final[dict[KindName, KindName]] = {
    "root": "minus_root",
    "minus_root": "root",
    "positive": "negative",
    "negative": "positive",
}
_COMPARED: Final = ("nonzero", *_STRICT, *_STRICT.values())
"""Kinds that compare with zero."""


def readable(
    forms: Forms, conditions: Iterable[Condition], is_real: bool = True
) -> tuple[Condition, ...]:
    """Return conditions that say the same, none of which the others imply."""
    left = list(dict.fromkeys(each for one in conditions for each in _plainly(forms, one)))
    if is_real:
        left = _beside_others(forms, left)
    for condition in sorted(left, key=lambda c: (c.kind == "nonzero", -len(c.expr.tokens))):
        others = [each for each in left if each != condition]
        signs = Signs(forms.table, others, real=True)
        if is_real and (signs.decides(condition) or follows(forms, condition, others)):
            left = others
    return tuple(left)


def follows(forms: Forms, condition: Condition, others: Iterable[Condition]) -> bool:
    """Whether x ≥ -1, x ≠ 0 or x^2 ≥ 1 follows from x ≥ 1: a sum differs from it by a number.

    Or each of its factors does.
    """
    if condition.kind not in _COMPARED:
        return False
    bounds = [each for each in others if each.kind in _COMPARED[1:]]
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
        if gap == 0 and (strong.kind in _STRICT.values() or weak.kind in _STRICT):
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


def _plainly(forms: Forms, condition: Condition) -> Iterator[Condition]:
    """Yield what a condition comes to."""
    expr = condition.expr
    squared = _squared(forms, condition) if condition.kind in _COMPARED else []
    if squared:
        yield from stated(forms, squared)
        return
    if condition.kind == "nonzero":
        for factor in _without_log(forms, expr):
            yield Condition("nonzero", factor)
        return
    found = _of_logarithm(forms, condition) if condition.kind in _COMPARED[1:] else []
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
    return stated(forms, [*asked, Condition(kind, less)])


def _beside_others(forms: Forms, conditions: list[Condition]) -> list[Condition]:
    """Shorten conditions one after the other, each by what the rest says."""
    for number, condition in enumerate(conditions):
        others = [*conditions[:number], *conditions[number + 1 :]]
        found = _given(forms, condition, others)
        if found is not None and _length(found) < _length([condition]):
            again = [*conditions[:number], *found, *conditions[number + 1 :]]
            return _beside_others(forms, list(dict.fromkeys(again)))
    return conditions


def _length(conditions: Iterable[Condition]) -> int:
    return sum(len(each.expr.tokens) for each in conditions)


def _given(
    forms: Forms, condition: Condition, others: list[Condition]
) -> tuple[Condition, ...] | None:
    """Say the same where others hold; None if nothing simpler is known."""
    if condition.kind not in _COMPARED[1:]:
        return None
    signs = Signs(forms.table, others, real=True)
    for way in (_without_square, _by_larger, _without_known_factors):
        found = way(forms, condition, others, signs)
        if found is not None:
            return tuple(again for each in found for again in _plainly(forms, each))
    return None


def _without_square(
    forms: Forms, condition: Condition, others: list[Condition], signs: Signs
) -> list[Condition] | None:
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
    return None if again is None else [Condition(condition.kind, again)]


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
) -> list[Condition] | None:
    """Say of u + k*sqrt(w) > 0 that u > 0, and w ≥ 0, where u^2 is more than k^2*w."""
    expr = condition.expr
    roots = [each for each in expr.children if square_root_in(each)] if expr.head == tk.ADD else []
    if len(roots) != 1:
        return None
    split = square_root_in(roots[0])
    assert split is not None
    factor, inside = split
    rest = forms.table.intern(expr.sym - roots[0].sym)
    if rest is None or not (is_real(rest) and is_real(inside)):
        return None
    gap = forms.table.intern(ar.expand(rest.sym**2 - factor**2 * inside.sym))
    if gap is None or signs.of(gap) != POSITIVE:
        return None
    return [Condition(condition.kind, rest), Condition("root", inside)]


def _without_known_factors(
    forms: Forms, condition: Condition, _: list[Condition], signs: Signs
) -> list[Condition] | None:
    """Say of (a - 1)*(a + 1) ≥ 0 that a - 1 ≥ 0, where a + 1 is positive."""
    found = factors_of(condition.expr.sym) if is_real(condition.expr) else None
    if found is None or len(found[1]) < 2 or any(exponent % 2 == 0 for _, exponent in found[1]):
        return None
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
        return None
    return [Condition(kind, again)]


def _shorter(forms: Forms, expr: Expr) -> Expr | None:
    """Return a sum multiplied out if that is shorter: not (c - b) + b."""
    if expr.head != tk.ADD or expr.holds_unknown:
        return None
    again = forms.table.intern(ar.expand(expr.sym))
    return again if again is not None and again.size < expr.size else None


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
        kind = _STRICT.get(kind, kind)
    return Condition(kind, base) if kind in _COMPARED[1:] else None


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
    if condition.kind not in _COMPARED[1:] or not expr.children:
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
        kind, end = _STRICT[kind], 0
    shifted = forms.table.intern(letter - end)
    return None if shifted is None else Condition(kind, shifted)
