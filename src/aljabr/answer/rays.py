"""Where every value on one side of a number is a root: |x - 2| = 2 - x holds for x ≤ 2.

A line that ends in 0 = 0 leads back from every value for which what it took away was not negative.
"""

from __future__ import annotations

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import Expr
from aljabr.algebra.forms import Forms
from aljabr.algebra.signs import Signs
from aljabr.answer.derivation import Derivation
from aljabr.answer.stating import stated


def ray(
    forms: Forms, derivation: Derivation, others: list[Condition]
) -> tuple[Condition, ...] | None:
    """Return what a value must satisfy to be a root, after a line that ends in 0 = 0.

    None if it is not known, or if every value is one anyway.

    Args:
        forms: for how it is written.
        derivation: the line.
        others: what must hold for the equation to be defined.
    """
    if not derivation.leads_back:
        return None
    asked: list[Condition] = []
    for line, ways in zip(derivation.lines, derivation.ways_back, strict=True):
        if any(each.expr.holds_unknown for each in derivation.asked(line)):
            return None
        rule = line.action.rule
        if rule.adds and rule.opening is not None and rule.backward_in is None:
            return None  # from what such a step adds there is no way back
        two_ways = line.action.adds_roots and rule.backward_or is not None
        if two_ways and not _is_never_negative(line.before.lhs):
            return None
        asked += ways[0]
    if not any(each.expr.holds_unknown for each in asked):
        return None
    signs = Signs(forms.table)
    found = stated(forms, [*asked, *others])
    return _tightest([each for each in found if not signs.decides(each)])


def _tightest(conditions: list[Condition]) -> tuple[Condition, ...]:
    """Keep one bound from below and one from above, of those that are numbers."""
    bounds: dict[bool, tuple[Sym, Condition]] = {}
    others = []
    for each in conditions:
        found = laurent.coefficients(each.expr.sym) if each.kind == "root" else None
        if found is None or max(found, default=0) != 1 or min(found) < 0:
            others.append(each)
            continue
        slope, value = found[1], found.get(0) or ar.ZERO
        if not (ar.is_rational(slope) and ar.is_rational(value)):
            others.append(each)
            continue
        bound, is_lower = -value / slope, bool(slope > 0)
        known = bounds.get(is_lower)
        if known is None or (bound > known[0] if is_lower else bound < known[0]):
            bounds[is_lower] = bound, each
    return (*[bounds[side][1] for side in (True, False) if side in bounds], *others)


def _is_never_negative(side: Expr) -> bool:
    """Whether this is an absolute value or a square root: then so is the other side."""
    if side.head == tk.ABS:
        return True
    return side.head == tk.POW and side.children[1].is_number and side.children[1].sym.q == 2


def lies_on(forms: Forms, conditions: tuple[Condition, ...], root: Expr) -> bool:
    """Whether a root satisfies conditions on the unknown, whatever the parameters are."""
    signs = Signs(forms.table)
    return all(signs.decides(each) is True for each in stated(forms, conditions, root))
