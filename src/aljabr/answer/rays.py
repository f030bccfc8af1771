"""Where every value on one side of a number is a root: |x - 2| = 2 - x holds for x ≤ 2.

A line that ends in 0 = 0 leads back from every value for which what it took away was not negative.
"""

from __future__ import annotations

from aljabr.algebra import tokens as tk
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
        if line.action.adds_roots and not _is_never_negative(line.before.lhs):
            return None
        asked += ways[0]
    if not any(each.expr.holds_unknown for each in asked):
        return None
    signs = Signs(forms.table)
    found = stated(forms, [*asked, *others])
    return tuple(each for each in found if not signs.decides(each))


def _is_never_negative(side: Expr) -> bool:
    """Whether this is an absolute value or a square root: then so is the other side."""
    if side.head == tk.ABS:
        return True
    return side.head == tk.POW and side.children[1].is_number and side.children[1].sym.q == 2


def lies_on(forms: Forms, conditions: tuple[Condition, ...], root: Expr) -> bool:
    """Whether a root satisfies conditions on the unknown, whatever the parameters are."""
    signs = Signs(forms.table)
    return all(signs.decides(each) is True for each in stated(forms, conditions, root))
