"""Conditions as a reader wants them: a ≠ 0, c > 0; each once, and none that others imply.

A condition is dropped only if it is proved: it cannot fail, or the others imply it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym, X
from aljabr.algebra.conditions import Condition, KindName
from aljabr.algebra.content import opposite, scaled, without_content, without_number
from aljabr.algebra.expr import Expr, ExprTable, node
from aljabr.algebra.forms import Forms
from aljabr.algebra.points import Exact, sign_of
from aljabr.algebra.polynomials import TooHard
from aljabr.algebra.printing import expr_text
from aljabr.algebra.proof import put_in
from aljabr.algebra.prover import Prover
from aljabr.algebra.signs import Signs
from aljabr.algebra.signsets import (
    ANY,
    NEGATIVE,
    NONZERO,
    POSITIVE,
    is_real,
    of_sum,
    square_root_in,
)


def stated(
    forms: Forms, conditions: Iterable[Condition], root: Expr | None = None
) -> tuple[Condition, ...]:
    """Return conditions, simplest first, with the root in the unknown's place if one is given."""
    nonzero: dict[str, Expr] = {}
    others: dict[tuple[KindName, str], Condition] = {}
    for condition in conditions:
        expr = _with_root(forms, condition.expr, root)
        if condition.kind == "nonzero":
            for factor in forms.vanishing_factors(expr):
                if not is_never_real(forms, factor):  # and so not zero
                    nonzero[expr_text(factor)] = factor
            continue
        for said in _spelled(forms, condition.kind, expr):
            others[said.kind, expr_text(said.expr)] = said
    found = []
    for text, factor in sorted(nonzero.items(), key=lambda item: _rank(*item)):
        if any((strict, text) in others for strict in _STRICT.values()):
            continue
        for weak, strict in _STRICT.items():
            if others.pop((weak, text), None) is not None:  # u ≠ 0 and u ≥ 0
                others[strict, text] = Condition(strict, factor)
                break
        else:
            found.append(Condition("nonzero", factor))
    return (*found, *others.values())


_STRICT: dict[KindName, KindName] = {"root": "positive", "minus_root": "negative"}


def _rank(text: str, factor: Expr) -> tuple[bool, str]:
    return factor.head == tk.ADD, text.lower()


def _with_root(forms: Forms, expr: Expr, root: Expr | None) -> Expr:
    if root is None or not expr.holds_unknown:
        return expr
    if ar.INTEGER_MARK in str(root.sym):
        return forms.table.intern(put_in(expr, root)) or expr
    return forms.table.intern(ar.replaced(expr.sym, {X: root.sym})) or expr


def _shown(forms: Forms, expr: Expr) -> Expr:
    return expr if expr.holds_unknown else forms.simplest(expr)


def _spelled(forms: Forms, kind: KindName, expr: Expr) -> Iterator[Condition]:
    """Yield a condition in its simplest form, after what makes its expression real."""
    if kind in _REAL and not expr.holds_unknown and not _may_be_complex(forms, expr):
        real = reality(forms, expr)
        if real is not None:
            yield from real
            if kind in _ANY_REAL:
                return
    said = _said(forms, kind, expr)
    if said is not None:
        yield said


def _signs(forms: Forms, assumed: Iterable[Condition] = ()) -> Signs:
    return Signs(forms.table, assumed, among_real=forms.is_real)


def ask_more(forms: Forms, conditions: Iterable[Condition], root: Expr) -> bool:
    """Whether conditions at a root are stated by more than they ask: that something is real.

    Over the complex numbers log(e^u) = u, where u = sqrt(a), also for some a below zero.
    """
    if forms.is_real:
        return False
    asked = [(each.kind, _with_root(forms, each.expr, root)) for each in conditions]
    return any(kind in _REAL and not expr.holds_unknown and bool(reality(forms, expr))
               for kind, expr in asked)  # fmt: skip


def _may_be_complex(forms: Forms, expr: Expr) -> bool:
    """Whether a member of a family must not be real: then to ask for it would leave members out."""
    return not forms.is_real and ar.INTEGER_MARK in str(expr.sym)


_COMPARED: Final[tuple[KindName, ...]] = ("root", "minus_root", "positive", "negative")
"""Kinds that compare with zero."""
_ANY_REAL: Final[tuple[KindName, ...]] = ("log",)
"""Kinds for which it is enough that the expression is real."""
_REAL: Final[tuple[KindName, ...]] = ("log", "asin", "acos", "atan", "root")


def reality(forms: Forms, expr: Expr) -> list[Condition] | None:
    """Return conditions under which an expression is real; None if that is not known."""
    signs = _signs(forms)
    if signs.of(expr) is not None:
        return []
    if expr.head == tk.IMAGINARY:
        return None
    found: list[Condition] = []
    for child in expr.children:
        below = reality(forms, child)
        if below is None:
            return None
        found += below
    asked: Condition | None = None
    if expr.head == tk.POW and not expr.children[1].sym.is_integer:
        asked = _sign(forms, expr.children[0])
        if not expr.children[1].is_number or expr.children[1].sym < 0:
            asked = None if asked is None else Condition(_STRICT[asked.kind], asked.expr)
    elif expr.head == tk.LOG:
        asked = _sign(forms, expr.children[0])
        asked = None if asked is None else Condition(_STRICT[asked.kind], asked.expr)
    elif expr.head in (tk.ASIN, tk.ACOS):
        asked = Condition("unit", _shown(forms, expr.children[0]))
    if asked is None or (found and _signs(forms, found).decides(asked)):
        return found
    return [*found, asked]


def real_factor(forms: Forms, expr: Expr) -> Expr | None:
    """Return what must vanish for an expression that is not real to be real: d, of c + i*d.

    None if that is not known. Brackets are multiplied out if that helps.
    """
    signs = _signs(forms)
    if any(map(is_odd_power, expr.walk())):
        return None  # which is real for who reads it so
    for form in (forms.table.intern(ar.expand(expr.sym)), expr):
        terms = () if form is None else form.children if form.head == tk.ADD else (form,)
        strange = [each for each in terms if signs.of(each) is None]
        if len(strange) == 1:
            (term,) = strange
            factors = term.children if term.head == tk.MUL else (term,)
            unreal = [each for each in factors if signs.of(each) is None]
            if len(unreal) == 1 and _cannot_be_real(signs, unreal[0]):
                return forms.table.intern(ar.times(*[each.sym for each in factors
                                                     if each is not unreal[0]]))  # fmt: skip
    return None


def is_odd_power(expr: Expr) -> bool:
    """Whether this is a power with an odd denominator in its exponent, of anything but a number."""
    if expr.head != tk.POW or not ar.is_rational(expr.children[1].sym):
        return False
    is_odd = int(expr.children[1].sym.q) % 2 == 1 and not expr.children[1].sym.is_integer
    return is_odd and not ar.is_positive_number(expr.children[0].sym)


def is_never_real(forms: Forms, expr: Expr) -> bool:
    """Whether an expression is not real, whatever the parameters are."""
    factor = real_factor(forms, expr)
    nonzero = None if factor is None else Condition("nonzero", factor)
    return nonzero is not None and bool(_signs(forms).decides(nonzero))


def _cannot_be_real(signs: Signs, expr: Expr) -> bool:
    """Whether this is i, such a number, or an even root, a logarithm, an arc of what has none."""
    if expr.head in (tk.ASIN, tk.ACOS):  # of what is not real it is not real either
        return signs.decides(Condition("unit", expr.children[0])) is False
    if not expr.holds_symbols:
        value = Exact(0).value(expr)
        return value is not None and value.imag != 0
    inside = signs.of(expr.children[0]) if expr.head in (tk.POW, tk.LOG) else None
    if inside is None or not inside <= NEGATIVE:
        return False
    if expr.head == tk.LOG:
        return True
    exponent = expr.children[1]
    return exponent.is_number and int(exponent.sym.q) % 2 == 0


def is_impossible(forms: Forms, conditions: Iterable[Condition], root: Expr) -> bool:
    """Whether one of some conditions is proved never to hold at a root."""
    return impossible(forms, conditions, root) is not None


def never_hold(table: ExprTable, conditions: Iterable[Condition]) -> bool:
    """Whether what must not vanish has a product that is proved to be zero: a - |a|, a + |a|."""
    exprs = [each.expr for each in conditions if each.kind == "nonzero"]
    product = ar.expand(prod((each.sym for each in exprs), start=ar.ONE))
    known: dict[Sym, Sym] = {}
    for inner in (inner for each in exprs for inner in each.walk() if inner.children):
        inside = inner.children[0].sym
        if inner.head == tk.TAN:
            known[inner.sym] = ar.sine(inside) / ar.cosine(inside)
        elif inner.head == tk.ABS and is_real(inner.children[0]):
            known[inner.sym**2] = inside**2
    try:
        return bool(exprs) and Prover(table).is_zero(ar.replaced(product, known))
    except TooHard:
        return False


def impossible(forms: Forms, conditions: Iterable[Condition], root: Expr) -> Condition | None:
    """Return the first of some conditions that is proved never to hold at a root.

    What is compared with zero must be real for that: sqrt(a) + 1 < 0 holds for no a.
    """
    for each in conditions:
        expr = _with_root(forms, each.expr, root)
        real = real_only_if(_signs(forms), expr) if each.kind in _COMPARED else None
        signs = _signs(forms, [] if real is None else [real])
        if signs.decides(Condition(each.kind, expr)) is False:
            return each
    return None


def real_only_if(signs: Signs, expr: Expr) -> Condition | None:
    """Return a condition without which an expression is not real: u ≥ 0 of 1 + sqrt(u).

    None if none is known, or it is always real. Of what is not real a sum with what is, a product,
    a root and a logarithm are not either; and (c + sqrt(u))^2 is not, unless c is zero.
    """
    strange = [each for each in expr.children if signs.of(each) is None]
    if len(strange) != 1:
        return None if strange or signs.of(expr) is not None else _real_only_if(expr)
    (inner,) = strange
    others = [signs.of(each) for each in expr.children if each is not inner]
    if expr.head == tk.MUL and any(each is None or 0 in each for each in others):
        return None
    if expr.head == tk.POW and not (inner is expr.children[0] and _keeps_unreal(signs, expr)):
        return None
    return real_only_if(signs, inner) if expr.head in (tk.ADD, tk.MUL, tk.POW, tk.LOG) else None


def _real_only_if(expr: Expr) -> Condition | None:
    """Return when an even root, a logarithm or an arc of something real is real."""
    (inside, *exponents) = expr.children or (expr,)
    if expr.head == tk.LOG:
        return Condition("positive", inside)
    if expr.head in (tk.ASIN, tk.ACOS):
        return Condition("unit", inside)
    if expr.head != tk.POW or not ar.is_rational(exponents[0].sym):
        return None
    is_even = int(exponents[0].sym.q) % 2 == 0
    return Condition("root" if exponents[0].sym > 0 else "positive", inside) if is_even else None


def _keeps_unreal(signs: Signs, power: Expr) -> bool:
    """Whether a power is not real where its base is not: a root, or (c + sqrt(u))^2."""
    base, exponent = power.children
    if not ar.is_rational(exponent.sym):
        return False
    if abs(exponent.sym.p) == 1:
        return True
    rest = [signs.of(each) for each in base.children if square_root_in(each) is None]
    is_shifted = base.head == tk.ADD and len(rest) == len(base.children) - 1
    return exponent.sym == 2 and is_shifted and of_sum([each or ANY for each in rest]) <= NONZERO


def needed(forms: Forms, conditions: Iterable[Condition], root: Expr) -> list[Condition] | None:
    """Return what is left to ask of the parameters for a root.

    None if no parameters will do, or if it is not proved that a number is not zero: then the root
    is never one, or nobody knows. What must not be zero is judged last: 1/u^2 > 0 goes without
    saying where u ≠ 0 is said, not the other way round.
    """
    conditions = list(conditions)
    signs = _signs(forms)
    for condition in conditions:
        expr = _with_root(forms, condition.expr, root)
        is_number = condition.kind == "nonzero" and not expr.holds_symbols
        if is_number and not signs.decides(Condition("nonzero", expr)):
            return None
    left = list(stated(forms, conditions, root))
    for condition in sorted(left, key=lambda each: each.kind == "nonzero"):
        others = [each for each in left if each is not condition]
        answer = _signs(forms, others).decides(condition)
        if answer is False:
            return None
        if answer:
            left = others
    return left


def _said(forms: Forms, kind: KindName, expr: Expr) -> Condition | None:
    """Return a condition in its simplest form; None if it goes without saying."""
    if kind == "odd_power":
        return None  # the real root is meant
    if kind == "root":
        return _sign(forms, expr)
    if kind == "power":
        return _power(forms, expr)
    if kind == "positive" and expr.holds_symbols:
        sign = _sign(forms, expr)
        return None if sign is None else Condition(_STRICT[sign.kind], sign.expr)
    shown = _shown(forms, expr)
    if kind in ("asin", "atan", "unit") and expr.head != tk.ADD:
        number, rest = without_number(shown)
        if number < 0:  # the range is the same on both sides of zero
            shown = scaled(-number, rest)
    return Condition(kind, shown)


def _sign(forms: Forms, expr: Expr) -> Condition | None:
    """Say u ≥ 0 without a number in front; -u ≥ 0 as u ≤ 0; None if it goes without saying."""
    if (expr.head == tk.EXP and is_real(expr)) or (expr.is_number and expr.sym >= 0):
        return None
    number, rest = without_content(_shown(forms, expr))
    if rest.head == tk.MUL and rest.holds_symbols:  # positive constants go without saying
        letters = [each for each in rest.children if each.holds_symbols]
        sign = prod(sign_of(each.sym) for each in rest.children if not each.holds_symbols)
        number, rest = (number * sign, node(tk.MUL, letters)) if sign else (number, rest)
    turned = opposite(rest)
    if turned is not None:
        number, rest = -number, turned
    return Condition("root" if number > 0 else "minus_root", rest)


def _power(forms: Forms, expr: Expr) -> Condition | None:
    """Say that a real v of p*log(v) is positive or zero, which is enough; None for a number."""
    logs = [e for e in (expr.children if expr.head == tk.MUL else (expr,)) if e.head == tk.LOG]
    if len(logs) != 1 or not is_real(logs[0].children[0]):
        return Condition("log", _shown(forms, expr))
    base = logs[0].children[0]
    if base.holds_symbols:
        if _may_be_complex(forms, base):
            return Condition("log", _shown(forms, expr))
        return _sign(forms, base)
    is_positive = _signs(forms).of(base) == POSITIVE
    return None if is_positive else Condition("log", _shown(forms, expr))
