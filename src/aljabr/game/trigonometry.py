"""Identities of sine, cosine and tangent: everything by one function of one angle.

Each row applies where it leads to an equation in one function, and no simpler one does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.factoring import factored
from aljabr.algebra.points import sign_of
from aljabr.game import effects
from aljabr.game.circle import (
    FUNCTIONS,
    Circle,
    Poly,
    by_cosine,
    by_sine,
    circle_of,
    degree,
    plus,
    times,
    to_power,
)
from aljabr.game.harmonics import as_waves
from aljabr.game.identities import MAX_UNKNOWNS, Rewritten, changed, rule
from aljabr.game.rules import Rule

MAX_TANGENT: Final = 4
"""The highest power of a tangent that is made."""


def _read(lhs: Expr, rhs: Expr) -> Circle | None:
    """Read an equation, unless it is one between two sines or cosines."""
    if (effects.is_turning(lhs) and effects.is_turning(rhs)) or as_waves(lhs, rhs) is not None:
        return None
    count = lhs.tokens.count(tk.UNKNOWN) + rhs.tokens.count(tk.UNKNOWN)
    return circle_of(lhs, rhs) if 1 < count <= MAX_UNKNOWNS else None


def _below(circle: Circle) -> tuple[Sym, ...]:
    return tuple(circle.sym(each) for each in circle.below)


def _pure(found: Poly, place: int) -> bool:
    """Whether the other function stands in no term, or once in every one."""
    return len({powers[place] for powers in found}) <= 1


def _by_one(circle: Circle, place: int) -> Sym | None:
    """Write an equation by cosine (0) or sine (1) alone, but for a factor before all of it."""
    found = by_cosine(circle.above) if place == 0 else by_sine(circle.above)
    if not _pure(found, place):
        return None
    if not found or next(iter(found))[place] == 0:
        return circle.sym(found)
    if len(found) > 1 and any(key[1 - place] for key in found):
        alone = {((0, j) if place == 0 else (i, 0)): value for (i, j), value in found.items()}
        other = ar.sine(circle.angle) if place == 0 else ar.cosine(circle.angle)
        return ar.multiply(other, circle.sym(alone))
    return circle.sym(found)


def _functions(circle: Circle) -> set[Sym]:
    return {ar.sine(circle.angle), ar.cosine(circle.angle)}


def to_cosine(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """sin(u)^2 = 1 - cos(u)^2, and whatever else leads to cosines alone."""
    circle = _read(lhs, rhs)
    left = None if circle is None or len(circle.functions) < 2 else _by_one(circle, 0)
    if circle is None or left is None or not changed(lhs, rhs, left):
        return None
    return Rewritten(((left, ar.ZERO),), "write all by {0}", (ar.cosine(circle.angle),),
                     below=_below(circle))  # fmt: skip


def to_sine(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """cos(u)^2 = 1 - sin(u)^2, where that does better than the other way round."""
    circle = _read(lhs, rhs)
    if circle is None or len(circle.functions) < 2 or to_cosine(lhs, rhs):
        return None
    left = _by_one(circle, 1)
    if left is None or not changed(lhs, rhs, left) or _by_one(circle, 0) is not None:
        return None
    return Rewritten(((left, ar.ZERO),), "write all by {0}", (ar.sine(circle.angle),),
                     below=_below(circle))  # fmt: skip


def _mixed(lhs: Expr, rhs: Expr) -> Circle | None:
    """Read an equation that needs both sine and cosine."""
    circle = _read(lhs, rhs)
    if circle is None or len(circle.functions) < 2:
        return None
    return None if any(_by_one(circle, place) is not None for place in (0, 1)) else circle


def to_tangent(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Divide by the highest power of cos(u), which is zero at no root."""
    circle = _mixed(lhs, rhs)
    if circle is None:
        return None
    highest = degree(circle.above)
    if highest > MAX_TANGENT or len({(i + j) % 2 for i, j in circle.above}) > 1:
        return None
    one = {(2, 0): ar.ONE, (0, 2): ar.ONE}
    even: Poly = {}
    for (i, j), value in circle.above.items():
        even = plus(even, times({(i, j): value}, to_power(one, (highest - i - j) // 2)))
    top = even.get((highest, 0))
    if top is None:
        return None
    left = circle.sym(even, ar.tangent(circle.angle), ar.ONE)
    nonzero = () if ar.is_rational(top) else (top,)
    cosine = ar.cosine(circle.angle)
    return Rewritten(((left, ar.ZERO),), "divide by {0}: write all by {1}",
                     (cosine**highest, ar.tangent(circle.angle)), nonzero=nonzero,
                     below=(*_below(circle), cosine))  # fmt: skip


def one_wave(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """a*cos(u) + b*sin(u) = sqrt(a^2 + b^2)*cos(u - atan(b/a)), if a is positive."""
    circle = _mixed(lhs, rhs)
    if circle is None or {*circle.above} != {(1, 0), (0, 1), (0, 0)}:
        return None
    a, b, d = (circle.above[key] for key in ((0, 1), (1, 0), (0, 0)))
    angle = ar.arctangent(ar.expand(b / a))
    nonzero: tuple[Sym, ...] = ()
    if a.free_symbols or b.free_symbols:
        size = a * ar.square_root(1 + ar.expand(b / a) ** 2)
        nonzero = (a,)
    else:
        sign = sign_of(a)
        if sign == 0:
            return None
        size = sign * ar.square_root(ar.expand(a * a + b * b))
    if size == 0:  # of cos(u) + sqrt(-1)*sin(u)
        return None
    wave = ar.cosine(ar.expand(circle.angle) - angle)
    return Rewritten(((wave, ar.multiply(-d, 1 / size)),), "use {0} = {1}",
                     (circle.sym({(0, 1): a, (1, 0): b}), ar.multiply(size, wave)),
                     nonzero=nonzero, below=_below(circle))  # fmt: skip


def to_diagonal(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Where sine and cosine may change places: sin(u) + cos(u) = sqrt(2)*cos(u - pi/4).

    Where only the sign of one changes then: cos(u) - sin(u) = sqrt(2)*cos(u + pi/4).
    """
    circle = _mixed(lhs, rhs)
    if circle is None or degree(circle.above) < 2 or to_tangent(lhs, rhs) is not None:
        return None
    height = ar.square_root(ar.HALF)
    for turn in (height, -height):
        sine, cosine = {(1, 0): height, (0, 1): turn}, {(1, 0): -turn, (0, 1): height}
        found = by_cosine(_put_in(circle.above, sine, cosine))
        if not any(i for i, _ in found):
            angle = ar.expand(circle.angle) - ar.PI / 4 * (1 if turn == height else -1)
            left = circle.sym(found, cosine=ar.cosine(angle))
            return Rewritten(((left, ar.ZERO),), "write all by {0}", (ar.cosine(angle),),
                             below=_below(circle))  # fmt: skip
    return None


def _put_in(found: Poly, sine: Poly, cosine: Poly) -> Poly:
    """Put polynomials in the place of s and c."""
    total: Poly = {}
    for (i, j), value in found.items():
        product = times(to_power(sine, i), to_power(cosine, j))
        total = plus(total, times(product, {(0, 0): value}))
    return total


def one_angle(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """Write all by sine and cosine of one angle, over one denominator, where nothing else helps."""
    circle = _mixed(lhs, rhs)
    if circle is None or _has_better(lhs, rhs):
        return None
    left = circle.sym(circle.above)
    is_raw = circle.functions <= _functions(circle) and not circle.below
    if is_raw or not changed(lhs, rhs, left):
        return None
    return Rewritten(((left, ar.ZERO),), "write all by {0} and {1}",
                     (ar.sine(circle.angle), ar.cosine(circle.angle)),
                     below=_below(circle))  # fmt: skip


def half_angle(lhs: Expr, rhs: Expr) -> Rewritten | None:
    """sin(u) = 2*t/(1 + t^2), cos(u) = (1 - t^2)/(1 + t^2) by t = tan(u/2); u = pi on its own."""
    circle = _mixed(lhs, rhs)
    if circle is None or _has_better(lhs, rhs) or one_angle(lhs, rhs) is not None:
        return None
    highest = degree(circle.above)
    if highest > 3 or rhs.holds_unknown or _is_product(circle.sym(circle.above)):
        return None
    sine, cosine, below = {(1, 0): 2 * ar.ONE}, {(0, 0): ar.ONE, (2, 0): ar.MINUS_ONE}, {
        (0, 0): ar.ONE, (2, 0): ar.ONE,
    }  # fmt: skip
    total: Poly = {}
    for (i, j), value in circle.above.items():
        term = times(times(to_power(sine, i), to_power(cosine, j)), {(0, 0): value})
        total = plus(total, times(term, to_power(below, highest - i - j)))
    half = ar.tangent(ar.expand(circle.angle / 2))
    cases = (circle.sym(total, half, ar.ONE), ar.ZERO), (ar.cosine(circle.angle), ar.MINUS_ONE)
    return Rewritten(cases, "write all by {0}; that {1} = -1 is a case of its own",
                     (half, ar.cosine(circle.angle)), below=_below(circle))  # fmt: skip


def _has_better(lhs: Expr, rhs: Expr) -> bool:
    return any(row(lhs, rhs) is not None for row in (to_tangent, one_wave, to_diagonal))


@lru_cache(maxsize=1024)
def _is_product(sym: Sym) -> bool:
    expr = ExprTable().intern(sym)
    return expr is not None and ar.is_product(factored(expr))


def _occurs(look: object, term: Expr | None) -> bool:
    return any(token in look.tokens for token in FUNCTIONS)  # type: ignore[attr-defined]


RULES: Final[tuple[Rule, ...]] = (
    rule("as_waves", "write products and powers as sums", as_waves, _occurs),
    rule("to_cosine", "write all by the cosine", to_cosine, _occurs),
    rule("to_sine", "write all by the sine", to_sine, _occurs),
    rule("to_tangent", "write all by the tangent", to_tangent, _occurs),
    rule("one_wave", "write a sine and a cosine as one", one_wave, _occurs),
    rule("to_diagonal", "write all by the sum of sine and cosine", to_diagonal, _occurs),
    rule("one_angle", "write all by one angle", one_angle, _occurs),
    rule("half_angle", "write all by the tangent of half the angle", half_angle, _occurs, cost=1.0),
)
"""In the order in which they are tried, simple ones first."""
