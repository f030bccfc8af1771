"""Whether the way back that a root was proved by is the only one.

Of u^2 = v^2 follows u = v where both are positive, and where both are negative. A root that is
shown to be one in one of these ways may be one in the other as well, under other conditions.
"""

from __future__ import annotations

from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import Expr
from aljabr.algebra.forms import Forms
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import NONPOSITIVE, ZERO
from aljabr.answer.derivation import Derivation
from aljabr.answer.stating import is_impossible


def has_others(forms: Forms, signs: Signs, derivation: Derivation, root: Expr) -> bool:
    """Whether a root may be one in several ways, each under its own conditions."""
    if not (derivation.leads_back and derivation.arcs_stand_alone):
        return True
    for ways in derivation.ways_back:
        if len(ways) > 1 and sum(not _is_vain(forms, signs, way, root) for way in ways) > 1:
            return True
    return False


def _is_vain(forms: Forms, signs: Signs, way: list[Condition], root: Expr) -> bool:
    """Whether a way leads back from nowhere, or from zero on both sides, as the other one does."""
    branches = [each for each in way if each.kind != "nonzero"]
    return is_impossible(forms, branches, root) or any(_is_edge(signs, each) for each in branches)


def _is_edge(signs: Signs, condition: Condition) -> bool:
    """Whether what is asked not to be negative is never positive."""
    sign = signs.of(condition.expr) if condition.kind in ("root", "acos") else None
    return sign is not None and sign != ZERO and sign <= NONPOSITIVE
