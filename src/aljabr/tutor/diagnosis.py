"""Why a line is wrong: the slip that explains it, or what has become of the roots."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from typing import Any, Final, NamedTuple

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.points import Point
from aljabr.algebra.printing import expr_text
from aljabr.algebra.prover import factors_of
from aljabr.tutor.reading import Line
from aljabr.tutor.relating import product, ratio
from aljabr.tutor.slips import MAX_TRIED, slips
from aljabr.tutor.solving import holds_integers


class Reason(NamedTuple):
    """What is wrong, as a stable name and as a sentence."""

    kind: str
    sentence: str


def explain(
    table: ExprTable,
    before: Line,
    after: Line,
    read_fn: Callable[[str], Equation],
    deadline: float,
    is_part: bool = True,
) -> Reason | None:
    """Return the slip that leads from a line to another exactly, if there is one.

    Args:
        table: where expressions are kept.
        before: the line before.
        after: the line that is wrong.
        read_fn: reads an equation as a student types it.
        deadline: when to give up.
        is_part: whether the line has some roots, so that others may be missing.
    """
    if not before.cases or not after.cases or holds_integers(before) or holds_integers(after):
        return None
    written = product(after)
    if ratio(product(before), written) is not None:
        return None  # it is not what is written that differs, but where it holds
    dropped = _dropped(table, before, after, written) if is_part else None
    if dropped is not None:
        return dropped
    for place, (text, equation) in enumerate(zip(before.sources, before.cases, strict=True)):
        others = [each for number, each in enumerate(before.cases) if number != place]
        rest = ar.times(*(each.lhs.sym - each.rhs.sym for each in others))
        for slip in islice(slips(text, equation, read_fn), MAX_TRIED):
            if time.monotonic() > deadline:
                return None
            whole = slip.difference * rest
            if _may_be(table, whole, written) and ratio(whole, written) is not None:
                return Reason(slip.kind, slip.sentence)
    found = _in_both(table, before, written, read_fn, deadline) or _turned(before, after, written)
    if found is None and len(before.cases) == len(after.cases) == 1:
        found = _on_one_side(before.cases[0], after.cases[0])
    if found is None and len(before.cases) == 1 and not before.states_roots:
        found = _number(before.cases[0], written)
    return found


def _in_both(
    table: ExprTable,
    before: Line,
    written: Sym,
    read_fn: Callable[[str], Equation],
    deadline: float,
) -> Reason | None:
    """Whether one slip was made in both of two cases, as in those of a ±."""
    if len(before.cases) != 2:
        return None
    pairs = zip(before.sources, before.cases, strict=True)
    one, other = (islice(slips(*each, read_fn), MAX_TRIED) for each in pairs)
    for first, second in zip(one, other, strict=False):
        if time.monotonic() > deadline:
            return None
        whole = first.difference * second.difference
        is_same = first.kind == second.kind and _may_be(table, whole, written)
        if is_same and ratio(whole, written) is not None:
            return Reason(first.kind, first.sentence)
    return None


def _turned(before: Line, after: Line, written: Sym) -> Reason | None:
    """Whether all values have the wrong sign, or a product was split that is not zero."""
    whole = product(before)
    if after.states_roots and ratio(whole.subs({ar.X: ar.negate(ar.X)}), written) is not None:
        return Reason("sign", "The values have the wrong signs.")
    case = before.cases[0]
    if len(before.cases) > 1 or case.lhs.head != tk.MUL or case.rhs.sym == 0:
        return None
    factors = [each.sym - case.rhs.sym for each in case.lhs.children if each.holds_unknown]
    if len(factors) > 1 and ratio(ar.times(*factors), written) is not None:
        return Reason("product", "Only of a product that is zero one factor must be, too.")
    return None


def _on_one_side(before: Equation, after: Equation) -> Reason | None:
    """Whether a number was added to one side only."""
    sides = ((before.lhs, after.lhs), (before.rhs, after.rhs))
    for (one, other), (still, there) in (sides, sides[::-1]):
        added = ar.expand(other.sym - one.sym)
        numbers = [any(ar.is_rational(e) for e in ar.addends(side.sym)) for side in (one, other)]
        if still is there and ar.is_rational(added) and added != 0 and not all(numbers):
            said = "What is added to one side must be added to the other."
            return Reason("one_side", said)
    return None


def _may_be(table: ExprTable, one: Sym, other: Sym) -> bool:
    """Whether two values may be the same but for a factor, as far as two points tell."""
    exprs = table.intern(one), table.intern(other)
    if exprs[0] is None or exprs[1] is None:
        return False
    quotients = []
    for number, place in ((0, 0.7310585), (0, 2.4142135)):
        point = Point(number, _real(place))
        values = [point.value(each) for each in exprs if each is not None]
        if not all(each.is_finite() for each in values) or values[1] == 0:
            return True
        quotients.append(values[0] / values[1])
    return bool(
        (quotients[0] - quotients[1]).abs_lower() < 1e-9 * (1 + float(abs(quotients[0]).mid()))
    )


def _real(value: float) -> Any:
    table = ExprTable()
    expr = table.intern(ar.rational(round(value * 10**7), 10**7))
    assert expr is not None
    return Point(0).value(expr)


# -- a case that is missing ------------------------------------------------------------------------


def _dropped(table: ExprTable, before: Line, after: Line, written: Sym) -> Reason | None:
    """Whether the line is the one before without one of its factors."""
    whole = product(before)
    unknown = before.cases[0].unknown
    if len(before.cases) == 1 and len(after.cases) == 1:
        found = _one_sign(before.cases[0], written)
        if found is not None:
            return found
    parts = factors_of(whole)
    for factor, times in () if parts is None else parts[1]:
        expr = table.intern(factor)
        if expr is None or not expr.holds_unknown or times < 1:
            continue
        for count in range(1, times + 1):
            if ratio(whole / factor**count, written) is None:
                continue
            shown = expr_text(expr, unknown)
            case = before.cases[0]
            is_product = case.rhs.sym == 0 and case.lhs.head in (tk.MUL, tk.POW)
            if len(before.cases) == 1 and _is_even_power(case) and not case.rhs.holds_unknown:
                return Reason("one_sign", _TWO_SIGNS)
            if len(before.cases) == 1 and not is_product and _is_in_all(case, factor):
                said = f"Dividing by {shown} loses the case {shown} = 0."
                return Reason("division_by_zero", said)
            return Reason("lost_root", f"The case {shown} = 0 is missing.")
    return None


def _is_in_all(equation: Equation, factor: Sym) -> bool:
    """Whether a person sees a factor on both sides, or in every term if the right one is zero."""
    left, right = equation.lhs.sym, equation.rhs.sym
    parts = ar.addends(left) if right == 0 else (left, right)
    found = [factors_of(each) for each in parts]
    return all(each is not None and factor in [one for one, _ in each[1]] for each in found)


_TWO_SIGNS: Final = "A root has two signs: the other case is missing."


def _is_even_power(equation: Equation) -> bool:
    exponent = ar.base_and_exponent(equation.lhs.sym)[1]
    if not (ar.is_rational(exponent) and exponent.is_integer):
        return False
    return bool(exponent > 0 and exponent % 2 == 0)


def _one_sign(before: Equation, written: Sym) -> Reason | None:
    """Whether only one of the two signs of a root, or of an absolute value, was kept."""
    base, exponent = ar.base_and_exponent(before.lhs.sym)
    right = before.rhs.sym
    if _is_even_power(before):
        root = ar.power(right, 1 / exponent)
        forms = [root]
        if exponent == 2:
            forms.append(ar.square_root(right))
        for each in forms:
            for value in (each, ar.negate(each)):
                if ratio(base - value, written) is not None:
                    return Reason("one_sign", _TWO_SIGNS)
    if before.lhs.head == tk.ABS:
        inner = before.lhs.children[0].sym
        for value in (right, ar.negate(right)):
            if ratio(inner - value, written) is not None:
                return Reason("one_sign", "An absolute value has two cases: the other is missing.")
    return None


# -- a number that is wrong ------------------------------------------------------------------------


def _number(before: Equation, written: Sym) -> Reason | None:
    """Whether just one coefficient is wrong."""
    ours = _terms(ar.expand(before.lhs.sym - before.rhs.sym))
    theirs = _terms(ar.expand(written))
    if set(ours) != set(theirs) or len(ours) < 2:
        return None
    for wrong in ours:
        shares = {theirs[each] / ours[each] for each in ours if each != wrong}
        if len(shares) == 1:
            return Reason("arithmetic", "A number is wrong.")
    return None


def _terms(sym: Sym) -> dict[Sym, Sym]:
    found: dict[Sym, Sym] = {}
    for term in ar.addends(sym):
        number = ar.ONE
        if ar.is_rational(term):
            number, term = term, ar.ONE
        elif ar.is_product(term) and ar.is_rational(term.args[0]):
            number = term.args[0]
            term = term / number
        if term == 0 or number == 0:
            continue
        found[term] = found.get(term, ar.ZERO) + number
    return found
