"""Sums of arcs: if asin(u) + atan(v) = w, the sine of both sides' difference is zero.

Angle sums make it an equation without arcs. It has the roots of the first and perhaps others, which
are told by putting them in.
"""

from __future__ import annotations

from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arcs import ARCS, Turn, multiple_of_arc, sum_of_turns
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr
from aljabr.game.identities import Rewritten, nodes_of, replaced, rule
from aljabr.game.reading import where_there_is
from aljabr.game.rules import Rule


def sine_of_difference(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Take the sine of left less right, where the unknown stands in arcs alone, more than one."""
    if not any(token in lhs.tokens or token in rhs.tokens for token in ARCS):
        return None
    if lhs.holds_parameters or rhs.holds_parameters or to_arcsine(lhs, rhs) is not None:
        return None
    total: Turn = ar.ZERO, ar.ONE
    count = 0
    for side, sign in ((lhs, 1), (rhs, -1)):
        for term in side.children if side.head == tk.ADD else (side,):
            turn = _turn(term, sign)
            if turn is None:
                return None
            count += term.holds_unknown
            total = sum_of_turns(total, turn)
    left = ar.expand(total[0])
    if (count < 2 and not _is_multiple(lhs, rhs)) or ar.X not in left.free_symbols:
        return None  # also where it is true for every value: that would prove nothing
    return Rewritten(((left, ar.ZERO),), "take the sine of the difference of both sides")


def _is_multiple(lhs: Expr, rhs: Expr) -> bool:
    return lhs.head == tk.MUL and not rhs.holds_unknown and not rhs.holds_symbols


def _turn(term: Expr, sign: int) -> Turn | None:
    """Return sine and cosine of a term: a multiple of an arc, or free of the unknown."""
    if not term.holds_unknown and not any(each in term.tokens for each in ARCS):
        return sign * ar.sine(term.sym), ar.cosine(term.sym)
    found = multiple_of_arc(term)
    return None if found is None else (sign * found[0], found[1])


def to_arcsine(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """acos(u) = pi/2 - asin(u), where both stand."""
    if not (tk.ASIN in lhs.tokens + rhs.tokens and tk.ACOS in lhs.tokens + rhs.tokens):
        return None
    sines, cosines = (
        {each.children[0].sym for each in nodes_of(lhs, rhs, head).values()}
        for head in (tk.ASIN, tk.ACOS)
    )
    both = sorted(sines & cosines, key=str)
    values = {ar.arccosine(each): ar.PI / 2 - ar.arcsine(each) for each in both}
    return replaced(lhs, rhs, values)


def of_opposites(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """atan(-u) = -atan(u), asin(-u) = -asin(u), acos(-u) = pi - acos(u), where both stand."""
    if sum((lhs.tokens + rhs.tokens).count(token) for token in ARCS) < 2:
        return None
    nodes = nodes_of(lhs, rhs, *ARCS)
    values: dict[Sym, Sym] = {}
    for sym, node in nodes.items():
        opposite = ar.rebuild(node.head, [ar.negate(node.children[0].sym)])
        if opposite in nodes and opposite not in values:
            values[sym] = -opposite if node.head != tk.ACOS else ar.PI - opposite
    return replaced(lhs, rhs, values)


RULES: Final[tuple[Rule, ...]] = (
    rule("to_arcsine", "write the arccosine by the arcsine", to_arcsine, where_there_is(tk.ACOS)),
    rule("opposite_arcs", "write the arc of the opposite by the arc itself", of_opposites,
         where_there_is(*ARCS)),
    rule("sine_of_difference", "take the sine of the difference of both sides",
         sine_of_difference, where_there_is(*ARCS), cost=0.5, adds=True),
)  # fmt: skip
