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


def of_arcs(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """sin(2*asin(u)) = 2*u*sqrt(1 - u^2), and any sine, cosine or tangent of sums of arcs."""
    if not any(token in lhs.tokens or token in rhs.tokens for token in ARCS):
        return None
    values: dict[Sym, Sym] = {}
    for sym, node in nodes_of(lhs, rhs, tk.SIN, tk.COS, tk.TAN).items():
        inside = node.children[0]
        terms = [(term, 1) for term in (inside.children if inside.head == tk.ADD else (inside,))]
        if any(term.holds_parameters for term, _ in terms):
            continue
        turn = _sum_of(terms)
        below = ar.ZERO if turn is None else turn[1] if node.head == tk.TAN else _size(terms)
        if turn is not None and below != 0:  # tan(asin(u) + acos(u)) is nowhere defined
            values[sym] = turn[1 if node.head == tk.COS else 0] / below
    return replaced(lhs, rhs, values)


def isolated_arc(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Isolate an arc, and take the sine, cosine or tangent of both sides: asin(u) = v, u = sin(v).

    The unknown stands in arcs alone, more than one. What has the fewest roots is taken.
    """
    terms = _terms(lhs, rhs)
    found = []
    for place, (term, sign) in enumerate(terms):
        negative, sym = ar.without_sign(term.sym)
        arc = term if negative == 1 else next(each for each in term.children if each.sym == sym)
        if not term.holds_unknown or arc.head not in ARCS:
            continue
        way = -1 if (negative == 1) == (sign == 1) else 1
        others = [(each, way * s) for k, (each, s) in enumerate(terms) if k != place]
        rest = _sum_of(others)
        if rest is None:
            return None
        inside = arc.children[0].sym
        if arc.head == tk.ATAN:
            still = ar.cosine(ar.add(*[each.sym for each, _ in others if not each.holds_unknown]))
            sides = (inside * rest[1] / still, rest[0] / still) if still != 0 else (
                inside * rest[1], rest[0])  # fmt: skip
        else:
            sides = inside * _size(others), rest[0 if arc.head == tk.ASIN else 1]
        left, right = map(ar.expand, sides)
        if left != right:  # where it is true for every value, that would prove nothing
            found.append(Rewritten(((left, right),), _SAID[arc.head], (arc.sym,)))
    return min(found, key=_num_roots, default=None)


_SAID: Final = {
    tk.ASIN: "isolate {0}, and take the sine of both sides",
    tk.ACOS: "isolate {0}, and take the cosine of both sides",
    tk.ATAN: "isolate {0}, and take the tangent of both sides",
}


def _num_roots(found: Rewritten) -> tuple[int, int]:
    text = str(found.sides)
    return text.count("sqrt"), len(text)


def _terms(lhs: Expr, rhs: Expr) -> list[tuple[Expr, int]]:
    """Return the terms of left less right, where several arcs hold the unknown; else none."""
    if not any(token in lhs.tokens or token in rhs.tokens for token in ARCS):
        return []
    if lhs.holds_parameters or rhs.holds_parameters or to_arcsine(lhs, rhs) is not None:
        return []
    found = [(term, sign) for side, sign in ((lhs, 1), (rhs, -1))
             for term in (side.children if side.head == tk.ADD else (side,))]  # fmt: skip
    return found if sum(term.holds_unknown for term, _ in found) > 1 else []


def _sum_of(terms: list[tuple[Expr, int]]) -> Turn | None:
    """Return sine and cosine of a sum of arcs and numbers, perhaps times something positive."""
    total: Turn = ar.ZERO, ar.ONE
    for term, sign in terms:
        turn = _turn(term, sign)
        if turn is None:
            return None
        total = sum_of_turns(total, turn)
    return total


def _size(terms: list[tuple[Expr, int]]) -> Sym:
    """Return by what the sine and cosine of a sum are too large: sqrt(1 + u^2) for each atan(u)."""
    size = ar.ONE
    for term, _ in terms:
        arc = term.children[-1] if term.head == tk.MUL else term
        if arc.head == tk.ATAN:
            number = term.children[0].sym if term.head == tk.MUL else ar.ONE
            square = ar.expand(1 + arc.children[0].sym ** 2)
            size = size * ar.power(square, abs(number) / 2)
    return size


def sine_of_difference(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Take the sine of left less right, where no arc can be isolated."""
    terms = _terms(lhs, rhs) or ([(lhs, 1), (rhs, -1)] if _is_multiple(lhs, rhs) else [])
    total = _sum_of(terms) if terms and isolated_arc(lhs, rhs) is None else None
    left = ar.ZERO if total is None else ar.expand(total[0])
    if ar.X not in left.free_symbols:  # also where it is true for every value
        return None
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
    rule("of_arcs", "write functions of arcs without them", of_arcs, where_there_is(*ARCS)),
    rule("isolated_arc", "isolate an arc, and take its function of both sides", isolated_arc,
         where_there_is(*ARCS), adds=True),
    rule("sine_of_difference", "take the sine of the difference of both sides",
         sine_of_difference, where_there_is(*ARCS), cost=0.5, adds=True),
)  # fmt: skip
