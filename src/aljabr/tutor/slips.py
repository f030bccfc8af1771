"""The usual slips: what a line becomes if a rule is used wrongly in just one place.

A slip is named only if it explains a line exactly: the line before, with the slip, must be the line
that was written, but for a factor without the unknown. Some slips are seen in the text as it was
typed (signs, brackets), others in the expression (powers, logarithms, fractions).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr
from aljabr.algebra.printing import expr_text
from aljabr.errors import UserError
from aljabr.tutor.typed_slips import in_text

MAX_TRIED: Final = 400
"""Slips that are tried for one line."""


class Slip(NamedTuple):
    """A way to go wrong, and what the line before becomes by it."""

    kind: str
    sentence: str
    difference: Sym
    """The left side less the right side."""


def slips(text: str, equation: Equation, read_fn: Callable[[str], Equation]) -> Iterator[Slip]:
    """Yield slips, those that are seen best first.

    Args:
        text: the equation as it was typed.
        equation: the same as it was read.
        read_fn: reads such a text.
    """
    for kind, sentence, changed in in_text(text):
        try:
            found = read_fn(changed)
        except (UserError, RuntimeError):  # what is undefined by now was not meant
            continue
        yield Slip(kind, sentence, found.lhs.sym - found.rhs.sym)
    yield from _of_sides(equation)
    for kind, sentence, sym in _in_tree(equation):
        yield Slip(kind, sentence, sym)


# -- in both sides ---------------------------------------------------------------------------------


def _of_sides(equation: Equation) -> Iterator[Slip]:
    """Yield slips in what is done to both sides."""
    left, right = equation.lhs.sym, equation.rhs.sym
    numbers = list(dict.fromkeys(_numbers(equation.lhs) + _numbers(equation.rhs)))[:8]
    letters = [
        each for each in (equation.lhs, equation.rhs) for each in each.walk() if each.is_parameter
    ]
    numbers += [each.sym for each in dict.fromkeys(letters)][:4]
    yield from _unlike(equation)
    yield from _inverse(equation)
    below = [ar.rational(int(each.q)) for each in numbers if ar.is_rational(each) and each.q > 1]
    for number in dict.fromkeys(below):
        said = f"Both sides must be multiplied by {number}, every term of them."
        for one, other in ((left * number, right), (left, right * number)):
            yield Slip("one_side", said, one - other)
    for number in numbers:
        said = f"Both sides must be divided by {number}, every term of them."
        for one, other in ((left / number, right), (left, right / number)):
            yield Slip("one_side", said, one - other)
        yield from _not_every_term(left, right, number)
        said = f"Both sides must be multiplied by {number}, every term of them."
        for one, other in ((left * number, right), (left, right * number)):
            yield Slip("one_side", said, one - other)
        yield from _not_every_term(left, right, 1 / number)
    terms = ar.addends(left), ar.addends(right)
    if left != 0 and right != 0:
        said = "Both sides must be turned over, or none."
        yield Slip("fraction", said, left - 1 / right)
        (above, below), (over, under) = _fraction(equation.lhs), _fraction(equation.rhs)
        said = "Both sides must be multiplied by the denominators."
        if below != 1 or under != 1:
            yield Slip("fraction", said, above * over - below * under)
    ways = [_squares(side) for side in terms]
    for one in ways[0]:
        for other in ways[1]:
            if (one, other) != (ways[0][0], ways[1][0]):
                yield Slip("expansion", "A sum is not squared term by term.", one - other)
    yield Slip("one_side", "Both sides must be squared.", left**2 - right)
    yield Slip("one_side", "Both sides must be squared.", left - right**2)
    if max(map(len, terms)) > 1:
        roots = [ar.add(*(_root(each, _HALF) for each in side)) for side in terms]
        yield Slip("root", "The root of a sum is not the sum of the roots.", roots[0] - roots[1])
    base, exponent = ar.base_and_exponent(left)
    if ar.is_rational(exponent) and exponent != 1:
        said = f"A power is not undone by a division by {exponent}."
        if exponent.q > 1:
            said = f"A root is undone by a power, not by a multiplication by {1 / exponent}."
        yield Slip("power", said, base - right / exponent)
        yield Slip("one_side", "The root must be taken on both sides.", base - right)
    if equation.lhs.head in (tk.LOG, tk.EXP, tk.SIN, tk.COS, tk.TAN):
        said = f"{expr_text(equation.lhs, equation.unknown)} is undone on both sides."
        yield Slip("one_side", said, equation.lhs.children[0].sym - right)


def _unlike(equation: Equation) -> Iterator[Slip]:
    """Yield sums in which a number is added to what stands before the unknown."""
    sides = equation.lhs.sym, equation.rhs.sym
    for side, other in (sides, sides[::-1]):
        terms = ar.addends(side)
        numbers = [each for each in terms if ar.is_rational(each)]
        for term in terms if numbers else ():
            factor = term.args[0] if ar.is_product(term) else ar.ONE
            if ar.X not in term.free_symbols or not ar.is_rational(factor):
                continue
            said = f"{numbers[0]} and {factor} cannot be added: they belong to different terms."
            joined = side - term - numbers[0] + term / factor * (factor + numbers[0])
            yield Slip("unlike", said, joined - other)


def _inverse(equation: Equation) -> Iterator[Slip]:
    """Yield what comes of undoing a product by something else than a division."""
    left, right = equation.lhs.sym, equation.rhs.sym
    factors = [each.sym for each in equation.lhs.children] if equation.lhs.head == tk.MUL else []
    for factor in factors:
        if ar.X in factor.free_symbols or factor == -1:
            continue
        turned = 1 / factor
        is_divided = bool(ar.is_rational(factor) and turned.is_integer)
        said = f"What is multiplied by {factor} is divided by it on the other side."
        if is_divided:
            said = f"What is divided by {turned} is multiplied by it on the other side."
        values = [right - factor, right + factor, right * factor, right - turned, right + turned]
        if right != 0:
            values.append(factor / right)
        for value in values:
            yield Slip("inverse", said, left / factor - value)


_HALF: Final = ar.rational(1, 2)


def _root(term: Sym, exponent: Sym) -> Sym:
    """Take a root of a term as if what is inside were not negative."""
    found = ar.ONE
    for each in term.args if ar.is_product(term) else (term,):
        base, power = ar.base_and_exponent(each)
        found = found * (base ** (power * exponent) if not ar.is_rational(each) else each**exponent)
    return found


def _squares(terms: tuple[Sym, ...]) -> list[Sym]:
    """Return a sum squared, then squared term by term, with or without the signs."""
    found = [ar.add(*terms) ** 2]
    if len(terms) > 1:
        found.append(ar.add(*(each**2 for each in terms)))
        found.append(ar.add(*(_sign(each) * each**2 for each in terms)))
    return found


def _sign(term: Sym) -> Sym:
    number = term.args[0] if ar.is_product(term) else term
    return ar.MINUS_ONE if ar.is_rational(number) and number < 0 else ar.ONE


def _not_every_term(left: Sym, right: Sym, number: Sym) -> Iterator[Slip]:
    verb = "divided" if not (1 / number).is_integer else "multiplied"
    shown = number if verb == "divided" else 1 / number
    said = f"Every term must be {verb} by {shown}."
    sides = ar.addends(left), ar.addends(right)
    whole = (left - right) / number
    for sign, side in ((1, sides[0]), (-1, sides[1])):
        for term in side:
            if len(side) > 1:
                yield Slip("one_side", said, whole - sign * term / number + sign * term)


def _numbers(expr: Expr) -> list[Sym]:
    """Return the numbers in a sum and its products, but for exponents."""
    if expr.is_number:
        return [] if expr.sym in (0, 1, -1) else [expr.sym]
    if expr.head in (tk.ADD, tk.MUL):
        return [number for each in expr.children for number in _numbers(each)]
    if expr.head == tk.POW and expr.children[1].sym == -1:
        return _numbers(expr.children[0])
    return []


# -- in the tree -----------------------------------------------------------------------------------


def _in_tree(equation: Equation) -> Iterator[tuple[str, str, Sym]]:
    for side, other, sign in ((equation.lhs, equation.rhs, 1), (equation.rhs, equation.lhs, -1)):
        for kind, said, changed in _changed(side, equation.unknown):
            yield kind, said, sign * (changed - other.sym)


def _changed(expr: Expr, unknown: str) -> Iterator[tuple[str, str, Sym]]:
    """Yield an expression with one slip somewhere in it."""
    for kind, template, sym in _here(expr):
        yield kind, template.format(expr_text(expr, unknown)), sym
    for place, child in enumerate(expr.children):
        for kind, said, sym in _changed(child, unknown):
            parts = [each.sym for each in expr.children]
            parts[place] = sym
            try:
                yield kind, said, ar.rebuild(expr.head, parts)
            except RuntimeError:  # SymEngine's, for what is undefined
                continue


def _here(expr: Expr) -> Iterator[tuple[str, str, Sym]]:
    children = [each.sym for each in expr.children]
    inner = expr.children[0] if expr.children else expr
    parts = [each.sym for each in inner.children]
    if expr.head == tk.POW:
        yield from _of_power(expr, inner, parts)
    elif expr.head == tk.LOG and inner.head == tk.ADD:
        yield "logarithm", "{} is not a sum of logarithms.", ar.add(*map(ar.logarithm, parts))
    elif expr.head == tk.LOG and inner.head == tk.MUL:
        yield (
            "logarithm",
            "{} is a sum of logarithms, not a product.",
            ar.times(*map(ar.logarithm, parts)),
        )
        yield from _taken_out(expr, inner, "logarithm")
    elif expr.head == tk.EXP and inner.head == tk.ADD:
        yield "power", "{} is a product of powers, not a sum.", ar.add(*map(ar.exponential, parts))
    elif expr.head in (tk.SIN, tk.COS, tk.TAN, tk.ABS) and inner.head == tk.ADD:
        each = [ar.rebuild(expr.head, [part]) for part in parts]
        yield "function", "{} is not the sum of what it is for each term.", ar.add(*each)
    elif expr.head in (tk.SIN, tk.COS, tk.TAN) and inner.head == tk.MUL:
        yield from _taken_out(expr, inner, "function")
    elif expr.head == tk.ADD:
        yield from _of_sum(expr, children)
    elif expr.head == tk.MUL:
        yield from _of_product(expr, children)


def _taken_out(expr: Expr, inner: Expr, kind: str) -> Iterator[tuple[str, str, Sym]]:
    for number in (each.sym for each in inner.children if each.is_number):
        rest = ar.rebuild(expr.head, [inner.sym / number])
        yield kind, "The factor inside {} is no factor in front of it.", number * rest


def _of_power(expr: Expr, base: Expr, parts: list[Sym]) -> Iterator[tuple[str, str, Sym]]:
    exponent = expr.children[1]
    if base.head == tk.ADD and exponent.is_number:
        kind = "expansion" if exponent.sym.is_integer and exponent.sym > 0 else "root"
        kind = "fraction" if exponent.sym == -1 else kind
        said = "{} is not the sum of what it is for each term."
        yield kind, said, ar.add(*(each**exponent.sym for each in parts))
        yield kind, said, ar.add(*(_root(each, exponent.sym) for each in parts))
    if exponent.is_number and exponent.sym.is_integer and base.holds_unknown and exponent.sym > 1:
        for other in (1, -1, 2, -2):
            if exponent.sym + other > 0:
                yield "power", "The exponent of {} is wrong.", base.sym ** (exponent.sym + other)
        yield "power", "{} is a power, not a product.", base.sym * exponent.sym
    if exponent.head == tk.ADD:
        each = [base.sym**part.sym for part in exponent.children]
        yield "power", "{} is a product of powers, not a sum.", ar.add(*each)


def _of_sum(expr: Expr, children: list[Sym]) -> Iterator[tuple[str, str, Sym]]:
    logs = [each for each in expr.children if each.head == tk.LOG]
    if len(logs) > 1:
        rest = [each.sym for each in expr.children if each.head != tk.LOG]
        inside = ar.add(*(each.children[0].sym for each in logs))
        said = "A sum of logarithms is the logarithm of the product, not of the sum."
        yield "logarithm", said, ar.add(ar.logarithm(inside), *rest)
        said = "A sum of logarithms is not their product."
        yield "logarithm", said, ar.add(ar.times(*(each.sym for each in logs)), *rest)
    tops = [(each, *_fraction(each)) for each in expr.children]
    broken = [(each, above, below) for each, above, below in tops if below != 1]
    for number, (one, above, below) in enumerate(broken):
        for other, above_too, below_too in broken[number + 1 :]:
            rest = [each for each in children if each not in (one.sym, other.sym)]
            joined = (above + above_too) / (below + below_too)
            said = "Fractions are not added by their numerators and denominators."
            yield "fraction", said, ar.add(joined, *rest)
            if above == above_too:
                yield "fraction", said, ar.add(above / (below + below_too), *rest)
            said = "Fractions must have one denominator before they are added."
            yield "fraction", said, ar.add((above + above_too) / (below * below_too), *rest)
    kinds = (tk.ADD, tk.LOG)
    powers = [each for each in expr.children if each.holds_unknown and each.head not in kinds]
    for one in powers:
        for other in powers:
            if one.id < other.id:
                rest = [each for each in children if each not in (one.sym, other.sym)]
                said = "Terms of different powers are not added."
                yield "power", said, ar.add(one.sym * other.sym, *rest)


def _of_product(expr: Expr, children: list[Sym]) -> Iterator[tuple[str, str, Sym]]:
    above, below = _fraction(expr)
    if below != 1:
        said = "Only factors can be cancelled in {}, not terms."
        for term in ar.addends(above):
            for bottom in ar.addends(below):
                if term in (bottom, below):
                    top = above - term
                    yield "cancelling", said, top / (below - bottom) if below != bottom else top
                    yield "cancelling", said, (top + 1) / (below - bottom + 1)
                    if below == bottom:
                        yield "cancelling", said, top + 1
    insides = [each.children[0].sym for each in expr.children if each.head == tk.LOG]
    divided = [each.children[0].children[0].sym for each in expr.children if _is_divided_log(each)]
    if len(insides) == len(divided) == 1:
        said = "A quotient of logarithms is not the logarithm of the quotient."
        yield "logarithm", said, ar.logarithm(insides[0] / divided[0])
    for place, child in enumerate(expr.children):
        others = children[:place] + children[place + 1 :]
        if child.head == tk.LOG and len(others) == 1 and ar.is_rational(others[0]):
            said = "A factor in front of a logarithm is an exponent inside it."
            yield "logarithm", said, ar.logarithm(others[0] * child.children[0].sym)
        if child.head == tk.POW and len(others) == 1 and child.children[1].holds_unknown:
            base, exponent = (each.sym for each in child.children)
            said = "In {} the power belongs to its base alone."
            yield "power", said, (others[0] * base) ** exponent


def _is_divided_log(expr: Expr) -> bool:
    return (
        expr.head == tk.POW and expr.children[0].head == tk.LOG and bool(expr.children[1].sym == -1)
    )


def _fraction(expr: Expr) -> tuple[Sym, Sym]:
    """Split a product into numerator and denominator."""
    factors = [each.sym for each in expr.children] if expr.head == tk.MUL else [expr.sym]
    below = ar.ONE
    above = ar.ONE
    for each in factors:
        base, exponent = ar.base_and_exponent(each)
        if ar.is_rational(each):
            above, below = above * each.p, below * each.q
        elif ar.is_rational(exponent) and exponent < 0:
            below = below * base ** (-exponent)
        else:
            above = above * each
    return above, below
