"""Patterns: a form with letters in it, and the values of the letters where an expression has it.

    sin(u + v)                  u is any addend, v the others
    k*log(u) + k*log(v)         k is what both have in common; other addends stay beside
    log(u*v)                    u is any factor, v the others

A letter stands for any expression, `a` and `b` for such as do not hold the unknown, and `k` for a
factor, which may be 1. Matching is by structure, up to the order of addends and factors.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.parse import parse

MARK: Final = "𝔽"
"""What the letters of patterns end in, so that they are none that was typed."""
FACTOR: Final = "k"
FREE: Final = "ab"
"""The letters for what does not hold the unknown."""

Values = dict[str, Sym]


def form(text: str) -> Expr:
    """Read a pattern."""
    table = ExprTable()
    sym = parse(f"{text} = x", "x", table).rhs.sym  # the side that holds the unknown comes first
    letters = {each: ar.symbol(f"{each}{MARK}") for each in sym.free_symbols}
    found = table.intern(ar.replaced(sym, letters))
    assert found is not None
    return found


def filled(form: Expr, values: Values) -> Sym:
    """Put values in the places of a pattern's letters."""
    if form.children:
        return ar.rebuild(form.head, [filled(each, values) for each in form.children])
    return values[_letter(form)] if _is_letter(form) else form.sym


def matches(form: Expr, expr: Expr) -> Iterator[tuple[Values, Sym]]:
    """Yield the values of the letters, and what of a sum stays beside the form."""
    if form.head == tk.ADD:
        if expr.head == tk.ADD:
            yield from _in_sum(form, expr)
        return
    for values in _match(form, expr, {}):
        yield values, ar.ZERO


def _is_letter(form: Expr) -> bool:
    return form.head == tk.OTHER_SYMBOL


def _letter(form: Expr) -> str:
    return str(form.sym).removesuffix(MARK)


def _bound(letter: str, value: Sym, values: Values) -> Iterator[Values]:
    """Give a letter a value, unless it has another one."""
    known = values.get(letter)
    if known is None:
        if letter not in FREE or ar.X not in value.free_symbols:
            yield {**values, letter: value}
    elif known == value or ar.expand(known - value) == 0:
        yield values


def _match(form: Expr, expr: Expr, values: Values) -> Iterator[Values]:
    """Yield the values with which an expression is the form, all of it."""
    if _is_letter(form):
        yield from _bound(_letter(form), expr.sym, values)
    elif form.head == tk.MUL:
        yield from _product(form, expr, values)
    elif form.head != expr.head:
        return
    elif form.head == tk.ADD:
        yield from _whole_sum(form, expr, values)
    elif form.children:
        found = [values]
        for inner, part in zip(form.children, expr.children, strict=True):
            found = [after for before in found for after in _match(inner, part, before)]
        yield from found
    elif form.sym == expr.sym:
        yield values


def _product(form: Expr, expr: Expr, values: Values) -> Iterator[Values]:
    """Match the functions of a product with factors; its letter is what is left."""
    number = _content(form)
    letters = [each for each in form.children if _is_letter(each)]
    functions = [each for each in form.children if not (_is_letter(each) or each.is_number)]
    factors = list(expr.children) if expr.head == tk.MUL else [expr]
    for found, rest in _assigned(functions, factors, values):
        left = ar.times(*[each.sym for each in rest]) / number
        if len(letters) == 2:
            for place, each in enumerate(rest):
                others = [other.sym for other in rest[:place] + rest[place + 1 :]]
                if others and not each.is_number:
                    for bound in _bound(_letter(letters[0]), each.sym, found):
                        yield from _bound(_letter(letters[1]), ar.times(*others), bound)
        elif letters:
            if functions or _divides(number, expr):
                yield from _bound(_letter(letters[0]), ar.expand(left), found)
        elif left == ar.ONE:
            yield found


def _divides(number: Sym, expr: Expr) -> bool:
    """Whether a multiple of a letter, such as 2*u, leaves no new fraction for it."""
    terms = expr.children if expr.head == tk.ADD else (expr,)
    return all((_content(each) / number).q == _content(each).q for each in terms)


def _content(term: Expr) -> Sym:
    factors = term.children if term.head == tk.MUL else (term,)
    return next((each.sym for each in factors if each.is_number), ar.ONE)


def _assigned(
    forms: list[Expr], parts: list[Expr], values: Values
) -> Iterator[tuple[Values, list[Expr]]]:
    """Match each form with a part of its own, and yield the parts that are left."""
    if not forms:
        yield values, parts
        return
    for place, part in enumerate(parts):
        for found in _match(forms[0], part, values):
            yield from _assigned(forms[1:], parts[:place] + parts[place + 1 :], found)


def _whole_sum(form: Expr, expr: Expr, values: Values) -> Iterator[Values]:
    """Match two letters, u + v, or a letter beside functions, with all of a sum."""
    letters = [each for each in form.children if _is_letter(each)]
    functions = [each for each in form.children if not _is_letter(each)]
    for found, rest in _assigned(functions, list(expr.children), values):
        if len(letters) == 2:
            for place, each in enumerate(rest):
                others = ar.add(*[other.sym for other in rest[:place] + rest[place + 1 :]])
                for bound in _bound(_letter(letters[0]), each.sym, found):
                    yield from _bound(_letter(letters[1]), others, bound)
        elif letters:
            if rest:
                yield from _bound(_letter(letters[0]), ar.add(*[e.sym for e in rest]), found)
        elif not rest:
            yield found


def _in_sum(form: Expr, expr: Expr) -> Iterator[tuple[Values, Sym]]:
    """Match a sum with some addends of another; a lone number or factor is taken off what is left.

    So 3 - 2*cos(u)^2 is 1 beside 2 - 2*cos(u)^2.
    """
    functions = [each for each in form.children if each.head == tk.MUL or each.size > 1]
    lone = [each for each in form.children if each not in functions]
    for values, rest in _assigned(functions, list(expr.children), {}):
        beside = ar.add(*[each.sym for each in rest])
        if not lone:
            yield values, beside
            continue
        taken = filled(lone[0], values)
        numbers = [each for each in rest if each.is_number]
        if any(each.sym == taken for each in rest) or (numbers and ar.is_rational(taken)):
            yield values, ar.add(beside, -taken)
