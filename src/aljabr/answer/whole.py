"""What a tree proves as a whole: the roots, whether they are all, or that there are none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.equality import is_proved
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import digits
from aljabr.algebra.roots import most_roots, polynomial
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import is_real
from aljabr.answer import families
from aljabr.answer.asking import of_equation
from aljabr.answer.finding import Finding
from aljabr.answer.halves import joined
from aljabr.answer.judge import Judge
from aljabr.answer.rays import lies_on
from aljabr.answer.readable import readable
from aljabr.answer.solution import Remark, Status
from aljabr.answer.stating import is_odd_power, never_hold, stated
from aljabr.answer.tree import Goal


@dataclass(frozen=True, slots=True)
class Whole:
    """The answer that a tree gives."""

    status: Status
    complete: bool
    roots: list[Finding] = field(default_factory=list)
    not_real: list[Finding] = field(default_factory=list)
    conditions: tuple[Condition, ...] = ()
    note: Remark = field(default_factory=Remark)
    among_real: bool = False

    def has(self, table: ExprTable, value: Expr) -> bool:
        """Whether a value is one of the roots."""
        return any(is_proved(table, value, root.value) for root in self.roots if root.value)


def whole(judge: Judge, goal: Goal) -> Whole:
    """Put the ends of all lines together."""
    findings = goal.findings
    values = [each for each in findings if each.verdict == "all_values"]
    place = _place(judge, values)
    if place is not None and (not goal.cases or _is_all(judge, goal, place)):
        conditions = _joined(place, stated(judge.forms, goal.conditions))
        return Whole("all_values", not _is_partial(judge), conditions=conditions)
    table = judge.graph.table
    of = {
        verdict: families.different(table, [each for each in findings if each.verdict == verdict])
        for verdict in ("root", "not_real")
    }
    certified = _certified(judge, of["root"])
    complete = goal.is_closed and not values if certified is None else certified
    complete = (
        complete
        and not _is_partial(judge)
        and not any(_is_narrow(judge, each) for each in findings)
    )
    members = [one for each in of["root"] for one in families.narrowed(judge.forms, each)]
    apart = joined(judge.forms, families.different(table, members))
    roots = _in_order(families.united(judge.forms, apart))
    not_real = families.united(judge.forms, of["not_real"])
    count = len(roots) + len(not_real)
    if _are_some(judge, count) or _is_periodic(judge) or judge.reads_roots_as_real:
        not_real = []  # who reads of some takes them for all
    asked = [*goal.conditions, *_of_contradictions(findings), *_of_unreal(of["not_real"])]
    if certified or judge.linear is not None:
        asked = [] if roots else asked
    asked += _enough(of["root"])
    conditions = stated(judge.forms, asked)
    odd = odd_roots(judge)
    if odd is None or never_hold(table, conditions):  # then nothing is said
        complete, conditions, odd = False, (), ()
    if roots and (complete or not judge.seems_identity()):
        said = conditions if complete else ()  # they are of the claim that these are all
        conditions = tuple(each for each in said if not _is_said(judge, each, roots))
        conditions = _joined(conditions, (*_of_parameters(judge), *odd))
        note = Remark() if complete else _others(judge, goal)
        return Whole("solved", complete, roots, not_real, conditions, note)
    if not complete or any(families.integers(each.expr) for each in conditions):
        return Whole("unsolved", False, not_real=not_real)  # for some whole numbers only
    among_real = judge.is_real and (bool(of["not_real"]) or _uses_reals(findings))
    note = _why(findings)
    conditions = _joined(conditions, (*_of_parameters(judge), *odd))
    return Whole("no_solution", True, [], not_real, conditions, note, among_real)


def odd_roots(judge: Judge) -> tuple[Condition, ...] | None:
    """Return what must not be negative for odd roots without the unknown to be principal ones.

    Steps and proofs take them for that, so that more is not said. None if it is negative.
    """
    if not judge.is_real:
        return ()
    nodes = {each for side in judge.sides for each in side.walk() if not each.holds_unknown}
    asked = [Condition("root", each.children[0]) for each in nodes if is_odd_power(each)]
    signs = Signs(judge.graph.table)
    left = [each for each in asked if not signs.decides(each)]
    return stated(judge.forms, left) if all(each.expr.holds_symbols for each in left) else None


def _place(judge: Judge, values: list[Finding]) -> tuple[Condition, ...] | None:
    """Return where every value is a root, if that is one place: x > 0 or x < 0 is x ≠ 0."""
    if len(values) != 2:
        return values[0].conditions if len(values) == 1 else None
    one, other = (readable(judge.forms, each.conditions, judge.is_real) for each in values)
    ours = [each for each in one if each not in other]
    theirs = [each for each in other if each not in one]
    if not ours or not theirs:
        return other if ours else one
    side, opposite = ours[0], theirs[0]
    is_line = len(ours) == len(theirs) == 1 and side.expr == opposite.expr and judge.is_real
    kinds = {side.kind, opposite.kind}
    if not is_line or not is_real(side.expr) or kinds not in _SIDES:
        return None
    rest = tuple(each for each in one if each is not side)
    return (*rest, Condition("nonzero", side.expr)) if kinds == _SIDES[0] else rest


_SIDES: Final[list[set[KindName]]] = [
    {"positive", "negative"},
    {"positive", "minus_root"},
    {"root", "negative"},
    {"root", "minus_root"},
]
"""What holds on both sides of zero, and in all but the first at zero, too."""


def _is_all(judge: Judge, goal: Goal, place: tuple[Condition, ...]) -> bool:
    """Whether all roots lie where every value is one."""
    roots = [each.value for each in goal.findings if each.verdict == "root" and each.value]
    return goal.is_closed and all(lies_on(judge.forms, place, root) for root in roots)


def _in_order(roots: list[Finding]) -> list[Finding]:
    """Return roots in ascending order, if they are numbers."""
    values = [digits(each.value) for each in roots if each.value and not each.value.holds_symbols]
    if len(values) < len(roots) or any(isinstance(each, tuple) for each in values):
        return roots
    return [root for _, _, root in sorted(zip(values, range(len(roots)), roots, strict=True))]


def _is_partial(judge: Judge) -> bool:
    """Whether there may be more than is read: for a whole exponent, or where a base is negative."""
    return judge.has_letter_exponent or judge.reads_unknown_as_positive


def _is_narrow(judge: Judge, found: Finding) -> bool:
    """Whether a root is given where it is known to be one, but may be one elsewhere, too.

    What is not real lies in no range that a reader would know of.
    """
    kinds = {each.kind for each in found.conditions if ar.INTEGER_MARK in str(each.expr.sym)}
    ranges = set() if judge.is_real else {"asin", "acos", "atan", "unit"}
    return found.narrow or bool(kinds & ({"log", "power"} | ranges))


def _certified(judge: Judge, roots: list[Finding]) -> bool | None:
    """Whether these are all roots of a polynomial equation with numbers; None of any other.

    Where parts as typed must be real, as in e^(log(x)) = -2, it may have fewer roots than that.
    """
    found = polynomial(judge.graph.table, *judge.sides, judge.equation.domain)
    if found is None or any(each.value is None or each.value.holds_symbols for each in roots):
        return None
    are_all = len(roots) == (found.count_real if judge.is_real else found.count)
    return are_all or (None if judge.parts() else False)


def _are_some(judge: Judge, count: int) -> bool:
    """Whether a polynomial equation with numbers has, or may have, more roots than these."""
    found = polynomial(judge.graph.table, *judge.sides, judge.equation.domain)
    most = most_roots(*judge.sides) if found is None else found.count
    return most is not None and count < most


def _is_periodic(judge: Judge) -> bool:
    """Whether there are whole families over the complex numbers, of which real lines see one."""
    nodes = [each for side in judge.sides for each in side.walk() if each.holds_unknown]
    return any(each.head in (tk.EXP, tk.LOG) or (each.head == tk.POW and
               each.children[1].holds_unknown) for each in nodes)  # fmt: skip


def _joined(
    conditions: tuple[Condition, ...], others: tuple[Condition, ...]
) -> tuple[Condition, ...]:
    return tuple(dict.fromkeys((*conditions, *others)))


def _of_parameters(judge: Judge) -> tuple[Condition, ...]:
    """Return what must hold of the parameters for the equation to be real, or as it was read."""
    asked = (*judge.parts(), *judge.read_as())
    parts = [each for each in asked if not each.expr.holds_unknown]
    signs = Signs(judge.graph.table)
    open_ones = [each for each in parts if each.expr.holds_symbols and not signs.decides(each)]
    return stated(judge.forms, open_ones)


def _of_contradictions(findings: list[Finding]) -> list[Condition]:
    return [each for one in findings if one.verdict == "nothing" for each in one.conditions]


def _of_unreal(findings: list[Finding]) -> list[Condition]:
    """Return which parameters must not be zero for roots not to be real."""
    asked = [each for one in findings for each in one.conditions if each.kind == "nonzero"]
    return [each for each in asked if ar.INTEGER_MARK not in str(each.expr.sym)]


def _is_said(judge: Judge, condition: Condition, roots: list[Finding]) -> bool:
    """Whether every root asks for a condition itself, in so many words if they ask differently.

    What is asked of the members of a family says nothing of the others.
    """
    asked = {tuple(each for each in root.conditions if not families.integers(each.expr))
             for root in roots}  # fmt: skip
    if len(asked) > 1:
        return all(condition in each for each in asked)
    return all(Signs(judge.graph.table, each).decides(condition) is True for each in asked)


def _others(judge: Judge, goal: Goal) -> Remark:
    """Say that roots may be missing, and which cases stay open."""
    cases = [case.equation for case in goal.open_cases() if case.equation is not None]
    if not cases:
        return Remark("Other roots may exist.")
    shown = [of_equation("{}", Equation(each.lhs, each.rhs, judge.equation.unknown))
             for each in cases[:3]]  # fmt: skip
    verb = "is" if len(shown) == 1 else "are"
    text, latex = (" and ".join(each) for each in ([*shown], [each.latex for each in shown]))
    return Remark(
        f"Other roots may exist: {text} {verb} open.",
        f"Other roots may exist: {latex} {verb} open.",
    )


def _uses_reals(findings: list[Finding]) -> bool:
    """Whether a line ends because something is not real."""
    return any(
        each.verified or any(line.action.rule.is_real for line in each.derivation.lines)
        for each in findings
    )


def _enough(roots: list[Finding]) -> list[Condition]:
    """Return what roots ask of letters that is enough for them, and may not be needed."""
    asked = [each for root in roots if root.enough for each in root.conditions]
    return [each for each in asked if not families.integers(each.expr)]


def _why(findings: list[Finding]) -> Remark:
    """Say why there is no root, if one contradiction says it."""
    return findings[0].note if len(findings) == 1 and findings[0].verdict == "nothing" else Remark()
