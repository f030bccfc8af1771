"""Numbers before expressions: b^2/4 - a*c is a quarter of b^2 - 4*a*c."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt, lcm

from flint import fmpz

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable, node
from aljabr.algebra.points import sign_of

_LARGEST = 10**ar.MOST_DIGITS


def without_number(form: Expr) -> tuple[Fraction, Expr]:
    """Split a product into its number and the rest, a number into its sign and its size."""
    if form.is_number and form.sym < 0:
        return Fraction(-1), leaf(Fraction(-int(form.sym.p), int(form.sym.q)))
    if form.head == tk.MUL and len(form.children) > 1:
        for place, child in enumerate(form.children):
            if child.is_number:
                rest = [*form.children[:place], *form.children[place + 1 :]]
                return Fraction(int(child.sym.p), int(child.sym.q)), node(tk.MUL, rest)
    return Fraction(1), form


def under_one_root(form: Expr) -> tuple[Fraction, Sym, Expr] | None:
    """Split cbrt(2)*cbrt(V/pi)/2 into a number before it, V/(4*pi), and the exponent 1/3.

    Roots of positive numbers of the same degree are put inside, and one over a number.
    """
    number, rest = without_number(form)
    factors = rest.children if rest.head == tk.MUL else (rest,)
    lettered = [each for each in factors if each.holds_symbols]
    if len(lettered) != 1 or lettered[0].head != tk.POW:
        return None
    base, exponent = lettered[0].children
    if base.head == tk.ADD or not exponent.is_number or exponent.sym.p != 1:
        return None
    degree = int(exponent.sym.q)
    others = [each.sym for each in factors if each is not lettered[0]]
    powers = [each**degree for each in others]
    if not all(map(ar.is_positive_number, others)) or any(map(_is_root, powers)):
        return None
    sign = number / abs(number)
    if abs(number.numerator) == 1:
        powers.append(ar.rational(1, number.denominator) ** degree)
    return sign if abs(number.numerator) == 1 else number, ar.times(*powers, base.sym), exponent


def _is_root(number: Sym) -> bool:
    return not ar.base_and_exponent(number)[1].is_integer


def without_content(form: Expr) -> tuple[Fraction, Expr]:
    """Split a sum into a positive number and one with whole coefficients that share no divisor."""
    if form.head != tk.ADD:
        return without_number(form)
    parts = [_term(child) for child in form.children]
    above, below = (gcd(*[n.numerator for n, _ in parts]), lcm(*[n.denominator for n, _ in parts]))
    content = Fraction(above, below)
    if content == 1 or any(not is_short(number / content) for number, _ in parts):
        return Fraction(1), form
    terms = [leaf(number / content) if rest is None else scaled(number / content, rest)
             for number, rest in parts]  # fmt: skip
    return content, node(tk.ADD, terms)


def without_constant(form: Expr) -> Sym:
    """Return what has the same sign as a form, without the positive constant before it."""
    if form.head == tk.MUL:
        constant = ar.times(*[each.sym for each in form.children if not each.holds_symbols])
        rest = ar.times(*[each.sym for each in form.children if each.holds_symbols])
        sign = sign_of(constant)
        return rest if sign > 0 else ar.negate(rest) if sign < 0 else form.sym
    number, _ = without_content(form)
    return ar.expand(form.sym / ar.rational(abs(number.numerator), number.denominator))


def _term(form: Expr) -> tuple[Fraction, Expr | None]:
    """Split a term into its number and the rest, if there is one."""
    if form.is_number:
        return Fraction(int(form.sym.p), int(form.sym.q)), None
    return without_number(form)


def without_square(base: Expr, exponent: Expr) -> tuple[Fraction, Expr]:
    """Split what stands under a square root into a number that comes out, and the rest.

    Under any other root it is left as it is.
    """
    if not exponent.is_number or int(exponent.sym.q) != 2:
        return Fraction(1), base
    number, rest = without_content(base)
    if number <= 0 or number == 1:
        return Fraction(1), base
    above, below = isqrt(number.numerator), isqrt(number.denominator)
    if (above**2, below**2) != (number.numerator, number.denominator):
        return Fraction(1), base
    return Fraction(above, below), rest


def opposite(form: Expr) -> Expr | None:
    """Return -u of a sum u that has a minus before each of its terms; None of anything else."""
    if form.head != tk.ADD:
        return None
    parts = [without_number(child) for child in form.children]
    if any(number >= 0 for number, _ in parts):
        return None
    return node(tk.ADD, [scaled(-number, rest) for number, rest in parts])


def scaled(number: Fraction, form: Expr) -> Expr:
    """Return a number times a form."""
    factors = form.children if form.head == tk.MUL else (form,)
    return form if number == 1 else node(tk.MUL, [leaf(number), *factors])


def is_short(number: Fraction) -> bool:
    """Whether a number is within the bounds of expressions."""
    return bool(max(abs(number.numerator), number.denominator) < _LARGEST)


def leaf(number: Fraction) -> Expr:
    """Return a number as an expression."""
    found = ExprTable().intern(ar.rational(number.numerator, number.denominator))
    assert found is not None
    return found


def lowest_root(number: int, degree: int) -> tuple[int, int]:
    """Write a root with the least degree: 4^(1/4) is 2^(1/2)."""
    for divisor in range(degree, 1, -1):
        if degree % divisor == 0:
            root = int(fmpz(number).root(divisor))
            if root**divisor == number:
                return root, degree // divisor
    return number, degree
