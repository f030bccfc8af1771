"""Whether the way back that a root was proved by is the only one.

Of u^2 = v^2 follows u = v where both are positive, and where both are negative. A root that is
shown to be one in one of these ways may be one in the other as well, under other conditions.
"""

from __future__ import annotations

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import Expr
from aljabr.algebra.forms import Forms
from aljabr.algebra.proof import put_in
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import NONNEGATIVE, NONPOSITIVE, ZERO
from aljabr.answer.derivation import Derivation
from aljabr.answer.stating import is_impossible, real_only_if


def has_others(forms: Forms, signs: Signs, derivation: Derivation, root: Expr) -> bool:
    """Whether a root may be one in several ways, each under its own conditions."""
    if not (derivation.leads_back and derivation.arcs_stand_alone):
        return True
    for ways in derivation.ways_back:
        if len(ways) > 1 and sum(not _is_vain(forms, signs, way, root) for way in ways) > 1:
            return True
    return False


def only_at_zero(forms: Forms, derivation: Derivation, root: Expr) -> list[Condition] | None:
    """Return what must not be zero for no way to lead back to a candidate; None if one may.

    x = -sqrt(y) with x ≥ 0 is a root for y = 0 only.
    """
    asked: list[Condition] = []
    for way in derivation.backward() if derivation.ways_back_are_all else ():
        branches = [each for each in way if each.kind != "nonzero"]
        if is_impossible(forms, branches, root):
            continue
        edge = next(filter(None, (_edge(forms, each, root) for each in branches)), None)
        if edge is None or ar.INTEGER_MARK in str(edge.expr.sym):
            return None
        asked.append(edge)
    return asked


def _edge(forms: Forms, condition: Condition, root: Expr) -> Condition | None:
    """Return what is zero where a condition holds at a root at all: u, of -u ≥ 0 for a root u."""
    expr = forms.table.intern(put_in(condition.expr, root))
    if expr is None or condition.kind not in ("root", "minus_root", "acos"):
        return None
    real = real_only_if(Signs(forms.table), expr)
    sign = Signs(forms.table, [] if real is None else [real]).of(expr)
    wanted = NONNEGATIVE if condition.kind == "minus_root" else NONPOSITIVE
    return Condition("nonzero", expr) if sign is not None and sign <= wanted else None


def _is_vain(forms: Forms, signs: Signs, way: list[Condition], root: Expr) -> bool:
    """Whether a way leads back from nowhere, or from zero on both sides, as the other one does."""
    branches = [each for each in way if each.kind != "nonzero"]
    return is_impossible(forms, branches, root) or any(_is_edge(signs, each) for each in branches)


def _is_edge(signs: Signs, condition: Condition) -> bool:
    """Whether what is asked not to be negative is never positive."""
    sign = signs.of(condition.expr) if condition.kind in ("root", "acos") else None
    return sign is not None and sign != ZERO and sign <= NONPOSITIVE
