"""Arithmetic with SymPy's automatic simplifications, over SymEngine's expressions.

SymEngine does the work; the functions below (`multiply`, `square_root`, `exponential`, ...) add the
automatic simplifications that SymPy makes and SymEngine does not, so that both agree on the tree.
Only this room imports SymEngine: what others need of it has a name here.
"""

from __future__ import annotations

from typing import Any, Final

import symengine as se
from symengine.lib import symengine_wrapper as sw

from aljabr.algebra import tokens as tk
from aljabr.algebra.expanding import expand as expand

Sym = Any  # a SymEngine expression; the package has no type information

X: Final[Sym] = se.Symbol("x")
ZERO: Final[Sym] = se.Integer(0)
ONE: Final[Sym] = se.Integer(1)
MINUS_ONE: Final[Sym] = se.Integer(-1)
HALF: Final[Sym] = se.Rational(1, 2)
PI: Final[Sym] = se.pi
EULER: Final[Sym] = se.E
IMAGINARY: Final[Sym] = se.I
INTEGER_MARK: Final = "ℤ"
INTEGER_NAMES: Final = tuple(letter + INTEGER_MARK for letter in "nkmjlpqr")
"""Letters that stand for any whole number; nobody can type the mark, and it is not printed."""
INTEGERS: Final[tuple[Sym, ...]] = tuple(map(se.Symbol, INTEGER_NAMES))
FREE_MARK: Final = "ℱ"
FREE: Final[tuple[Sym, ...]] = tuple(se.Symbol(letter + FREE_MARK) for letter in "ts")
"""Symbols whose value is still to be chosen."""
NAME_MARK: Final = "ℂ"
NAMES: Final[tuple[Sym, ...]] = tuple(se.Symbol(f"{letter}{NAME_MARK}") for letter in "pqrvmghk")
"""Names of larger pieces without the unknown; what they stand for belongs to a derivation."""
ALGEBRAIC_MARK: Final = "ℝ"
"""At the end of the name of a constant that is a root of a polynomial, see `algebraic`."""
MARKS: Final = INTEGER_MARK + FREE_MARK + NAME_MARK
"""What is not printed."""

MAX_DIGITS: Final = 40
"""Longer numbers are not read, and out of bounds in the paper's games."""
MOST_DIGITS: Final = 100
"""Elsewhere longer ones are out of bounds: a step may make products of what was typed."""
_LARGEST_POWER = 4 * MAX_DIGITS  # of a number; 2 to a higher power is out of bounds
MAX_POWER: Final = 1_000
"""exp(n*log(u)) is not multiplied out for an n beyond this."""

CONSTANTS: Final = {type(se.pi): tk.PI, sw.Exp1: tk.EULER, type(se.I): tk.IMAGINARY}
"""The tokens of constants, by the type of their value."""


# -- plain values --------------------------------------------------------------------------------


def symbol(name: str) -> Sym:
    return se.Symbol(name)


def rational(numerator: int, denominator: int = 1) -> Sym:
    """Return a whole number or a fraction."""
    return se.Rational(numerator, denominator)


def add(*terms: Sym) -> Sym:
    """Add terms as they are."""
    return se.Add(*terms)


def times(*factors: Sym) -> Sym:
    """Multiply factors as they are; a number is not distributed over a sum."""
    return se.Mul(*factors)


def replaced(sym: Sym, values: dict[Sym, Sym]) -> Sym:
    """Put values in the places of letters; what is undefined then has no expression."""
    try:
        return sym.subs(values)
    except RuntimeError:  # what SymEngine makes of an infinity times a complex number
        return se.nan


def principal_log(sym: Sym) -> Sym:
    """Return the logarithm, exp(number) included, as SymEngine writes it."""
    return se.log(sym)


def tangent(sym: Sym) -> Sym:
    """Return the tangent; by sine and cosine, where SymEngine would make a cotangent of it."""
    value = se.tan(sym)
    return sine(sym) / cosine(sym) if "cot(" in str(value) else value


def arctangent(sym: Sym) -> Sym:
    return se.atan(sym)


def absolute(sym: Sym) -> Sym:
    return se.Abs(sym)


def root_of_unity(number: int, count: int) -> Sym:
    """Return exp(2*pi*i*number/count), by its real and imaginary part."""
    angle = 2 * se.pi * se.Rational(number, count)
    return se.cos(angle) + se.I * se.sin(angle)


# -- what kind of value it is ---------------------------------------------------------------------


def is_rational(sym: Sym) -> bool:
    return isinstance(sym, sw.Rational)


def is_undefined(sym: Sym) -> bool:
    """Whether this is an infinity or not a number."""
    return isinstance(sym, sw.NaN | sw.Infinity | sw.NegativeInfinity | sw.ComplexInfinity)


def is_exponential(sym: Sym) -> bool:
    return type(sym) is sw.Pow and type(sym.args[0]) is sw.Exp1


def is_logarithm(sym: Sym) -> bool:
    return type(sym) is sw.Log


def is_sine(sym: Sym) -> bool:
    return type(sym) is sw.Sin


def is_turning(sym: Sym) -> bool:
    """Whether this is a sine or cosine, perhaps with a minus sign."""
    return type(without_sign(sym)[1]) in (sw.Sin, sw.Cos)


def is_arcsine(sym: Sym) -> bool:
    return type(sym) is sw.ASin


def is_sum(sym: Sym) -> bool:
    return type(sym) is sw.Add


def is_product(sym: Sym) -> bool:
    return type(sym) is sw.Mul


def addends(sym: Sym) -> tuple[Sym, ...]:
    return sym.args if type(sym) is sw.Add else (sym,)


def factors(sym: Sym) -> tuple[Sym, ...]:
    return sym.args if type(sym) is sw.Mul else (sym,)


def base_and_exponent(sym: Sym) -> tuple[Sym, Sym]:
    """Split a power; exp(u) counts as a whole."""
    if type(sym) is sw.Pow:
        base, exponent = sym.args
        if type(base) is not sw.Exp1:
            return base, exponent
    return sym, ONE


def multiply(left: Sym, right: Sym) -> Sym:
    """Multiply; a number times a sum is distributed, as in SymPy."""
    return canonical(left * right)


def canonical(sym: Sym) -> Sym:
    """Return what SymPy would make of a product; `intern` does the same."""
    if type(sym) is sw.Mul:
        args = sym.args
        if len(args) == 2 and type(args[1]) is sw.Add and isinstance(args[0], sw.Rational):
            return se.Add(*[args[0] * term for term in args[1].args])
        if sum(map(_is_radical, args)) > 1:
            return _merge_radicals(args)
    return sym


def _is_radical(sym: Sym) -> bool:
    return type(sym) is sw.Pow and isinstance(sym.args[0], sw.Integer) and sym.args[1] == HALF


def _merge_radicals(args: tuple[Sym, ...]) -> Sym:
    """sqrt(2)*sqrt(3) is sqrt(6)."""
    radicand, rest = ONE, ONE
    for factor in args:
        if _is_radical(factor):
            radicand *= factor.args[0]
        else:
            rest *= factor
    return canonical(rest * _sqrt_of_rational(radicand))


def negate(sym: Sym) -> Sym:
    return se.Add(*[-term for term in sym.args]) if type(sym) is sw.Add else -sym


def reciprocal(sym: Sym) -> Sym:
    return ONE / sym


def power(base: Sym, exponent: Sym) -> Sym:
    """Raise to a power, for the parser: square roots of numbers and exp(log) are simplified."""
    if exponent == HALF:
        return square_root(base)
    if exponent == -HALF:
        return ONE / square_root(base)
    if isinstance(base, sw.Rational) and (2 * exponent).is_integer:
        return square_root(base) ** (2 * exponent)
    if type(base) is sw.Exp1:
        return exponential(exponent)
    return canonical(base**exponent)


def square_root(sym: Sym) -> Sym:
    """Take sqrt; positive number factors come out, with their square part in front."""
    if isinstance(sym, sw.Rational):
        return _sqrt_of_rational(sym)
    if type(sym) is sw.Mul:
        outside, inside = ONE, ONE
        for factor in sym.args:
            if isinstance(factor, sw.Rational):
                outside *= _sqrt_of_rational(abs(factor))
                inside *= ONE if factor > 0 else MINUS_ONE
            elif type(factor) is sw.Complex and factor.real_part() == 0:
                size = abs(factor.imaginary_part())
                outside *= _sqrt_of_rational(size)
                inside *= factor / size
            elif is_positive_number(factor):
                outside *= square_root(factor)
            else:
                inside *= factor
        return canonical(outside * _sqrt_of_power(inside))
    return _sqrt_of_power(sym)


def _sqrt_of_power(sym: Sym) -> Sym:
    """sqrt(sqrt(u)) = u**(1/4), and sqrt(pi**2) = pi."""
    if type(sym) is sw.Pow:
        base, exponent = sym.args
        if is_positive_number(sym) or (isinstance(exponent, sw.Rational) and -1 < exponent < 1):
            return base ** (exponent / 2)
    return se.sqrt(sym)


def is_positive_number(sym: Sym) -> bool:
    """Whether this is pi or a rational power of e or of a positive whole number, at sight."""
    base = sym
    if type(sym) is sw.Pow:
        base, exponent = sym.args
        if not isinstance(exponent, sw.Rational):
            return False
    if isinstance(base, sw.Rational):
        return bool(base > 0)
    return CONSTANTS.get(type(base)) in (tk.PI, tk.EULER)


def _sqrt_of_rational(number: Sym) -> Sym:
    """sqrt(8) = 2*sqrt(2), sqrt(2/3) = sqrt(6)/3, sqrt(-4) = 2*I."""
    p, q = int(number.p), int(number.q)
    sign = ONE if p >= 0 else se.I
    outside, inside = _square_part(abs(p) * q)
    return sign * se.Rational(outside, q) * se.sqrt(se.Integer(inside))


def _square_part(n: int) -> tuple[int, int]:
    """Write n = outside**2 * inside, square factors of primes below 1000 taken out."""
    outside = 1
    divisor = 2
    while divisor < 1000 and divisor * divisor <= n:
        while n % (divisor * divisor) == 0:
            n //= divisor * divisor
            outside *= divisor
        divisor += 1
    return outside, n


def exponential(sym: Sym) -> Sym:
    """exp; exp(log(u)) = u, exp(c*log(u) + v) = u**c * exp(v), exp(I*pi) = -1."""
    outside, inside = ONE, ZERO
    for term in addends(sym):
        coefficient, rest = ONE, term
        if type(term) is sw.Mul and isinstance(term.args[0], sw.Number):
            coefficient = term.args[0]
            rest = term / coefficient
        if type(rest) is sw.Log and _keeps_branch(rest.args[0], coefficient):
            if abs(int(coefficient.p)) > MAX_POWER:
                return se.nan  # out of bounds; asked for 2**(10**15), SymEngine ends the process
            outside *= power(rest.args[0], coefficient)
        elif rest == se.pi and (coefficient / se.I * 2).is_integer:
            outside *= se.I ** (int(coefficient / se.I * 2) % 4)
        else:
            inside += term
    return canonical(outside * se.exp(inside))


def _keeps_branch(base: Sym, exponent: Sym) -> bool:
    """Whether SymEngine makes base**exponent, not u**(-1/2) of sqrt(1/u): wrong for u < 0."""
    if not isinstance(exponent, sw.Rational) or abs(exponent) > _LARGEST_POWER:
        return False
    return bool(exponent.is_integer or base_and_exponent(base)[1] != MINUS_ONE)


def logarithm(sym: Sym) -> Sym:
    """log; the logarithm of exp(number) is the number."""
    if is_exponential(sym) and isinstance(sym.args[1], sw.Rational):
        return sym.args[1]
    return se.log(sym)


def sine(sym: Sym) -> Sym:
    return _without_inverse(se.sin(sym))


def cosine(sym: Sym) -> Sym:
    return _without_inverse(se.cos(sym))


def _without_inverse(sym: Sym) -> Sym:
    """sin(acos(u)) = cos(asin(u)) = sqrt(1 - u**2)."""
    sign, function = without_sign(sym)
    if type(function) in _COFUNCTIONS:
        inner = function.args[0]
        if type(inner) is _COFUNCTIONS[type(function)]:
            return sign * square_root(ONE - inner.args[0] ** 2)
    return canonical(sym)


_COFUNCTIONS: Final = {sw.Sin: sw.ACos, sw.Cos: sw.ASin}


def without_sign(sym: Sym) -> tuple[Sym, Sym]:
    """Split -u into -1 and u."""
    if type(sym) is sw.Mul and len(sym.args) == 2 and sym.args[0] == MINUS_ONE:
        return MINUS_ONE, sym.args[1]
    return ONE, sym


def arcsine(sym: Sym) -> Sym:
    """asin, an odd function: asin(-u) = -asin(u)."""
    number = sym.args[0] if type(sym) is sw.Mul else sym
    if isinstance(number, sw.Rational) and number < 0:
        return -se.asin(-sym)
    return se.asin(sym)


def arccosine(sym: Sym) -> Sym:
    return se.acos(sym)


# -- from parts ------------------------------------------------------------------------------------


def rebuild(head: int, children: list[Sym]) -> Sym:
    """Make an expression of a node's token and its children's values."""
    if head == tk.ADD:
        return se.Add(*children)
    if head == tk.MUL:
        try:
            return se.Mul(*children)
        except RuntimeError:  # infinity times i: SymEngine gives way
            return se.nan
    if head == tk.POW:
        return children[0] ** children[1]
    return _BY_TOKEN[head](children[0])


def rebuilt(sym: Sym) -> Sym:
    """Make a sum or product afresh: of b*sqrt(u**2)*sqrt(u**2) SymEngine makes no proper b*u**2."""
    if type(sym) is sw.Add:
        return se.Add(*[rebuilt(term) for term in sym.args])
    return se.Mul(*sym.args) if type(sym) is sw.Mul else sym


def leaf(head: int, text: str) -> Sym:
    """Make the value of a leaf from its token and its text."""
    if head in _CONSTANT_SYMS:
        return _CONSTANT_SYMS[head]
    if head <= tk.OTHER_SYMBOL or head == tk.ALGEBRAIC:
        return se.Symbol(text)
    return se.Rational(*map(int, text.split("/"))) if "/" in text else se.Integer(int(text))


_CONSTANT_SYMS: Final = {tk.PI: se.pi, tk.EULER: se.E, tk.IMAGINARY: se.I}
_BY_TOKEN: Final = {
    token: getattr(se, "Abs" if name == "abs" else name)
    for name, token in tk.FUNCTION_TOKENS.items()
}
