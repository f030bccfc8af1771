"""Interned expressions: the one door to SymEngine.

An `Expr` is a node of SymPy's n-ary expression tree. SymEngine does the arithmetic; the functions
below (`multiply`, `square_root`, `exponential`, ...) add the automatic simplifications that SymPy
makes and SymEngine does not, so that both agree on the tree. An `ExprTable` keeps one `Expr` per
value: equal expressions are the same object, and all that is known of an expression (its size,
whether it holds the unknown, its place among its siblings) is read off its preorder tokens, which
are joined once from the children's.

Inside the house the unknown is always the symbol `x`; `parse` and `printing` exchange it with the
letter the user chose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import attrgetter
from typing import Any, Final

import symengine as se
from symengine.lib import symengine_wrapper as sw

Sym = Any  # a SymEngine expression; the package has no type information

X: Final[Sym] = se.Symbol("x")
ZERO: Final[Sym] = se.Integer(0)
ONE: Final[Sym] = se.Integer(1)
MINUS_ONE: Final[Sym] = se.Integer(-1)
HALF: Final[Sym] = se.Rational(1, 2)

# -- tokens: one byte per node -------------------------------------------------------------------

PAD: Final = 0
UNKNOWN: Final = 1
_LETTERS = "abcdefghijklmnopqrstuvwyz"
SYMBOL_TOKENS: Final = {letter: 2 + i for i, letter in enumerate(_LETTERS)}
OTHER_SYMBOL: Final = 27
_SMALL = 10
_SMALL_ZERO = 28 + _SMALL  # integers -10 ... 10 have a token each: 28 ... 48
LARGE_POSITIVE, LARGE_NEGATIVE = 49, 50
POSITIVE_HALF, NEGATIVE_HALF, POSITIVE_FRACTION, NEGATIVE_FRACTION = 51, 52, 53, 54
PI, EULER, IMAGINARY = 55, 56, 57
POW, MUL, ADD = 58, 59, 60
FUNCTIONS: Final = ("exp", "log", "sin", "cos", "asin", "acos", "abs", "tan", "atan")
FUNCTION_TOKENS: Final = {name: 61 + i for i, name in enumerate(FUNCTIONS)}
NUM_TOKENS: Final = 61 + len(FUNCTIONS)
EXP: Final = FUNCTION_TOKENS["exp"]
LOG: Final = FUNCTION_TOKENS["log"]
COS: Final = FUNCTION_TOKENS["cos"]
FUNCTION_NAMES: Final = {token: name for name, token in FUNCTION_TOKENS.items()}

MAX_DIGITS: Final = 40
"""Numbers with more digits than this (in numerator or denominator) are out of bounds."""
_LARGEST = 10**MAX_DIGITS
_LARGEST_POWER = 4 * MAX_DIGITS  # of a number; 2 to a higher power is out of bounds
MAX_POWER: Final = 1_000
"""exp(n*log(u)) is not multiplied out for an n beyond this."""

# In the tokens of sqrt(u**2) and sqrt(exp(u)): powers of powers that stay so.
POWER_OF_POWER: Final = bytes((POW, POW))
POWER_OF_EXP: Final = bytes((POW, EXP))

_UNARY_TOKENS: Final = {
    sw.Log: LOG,
    sw.Sin: FUNCTION_TOKENS["sin"],
    sw.Cos: FUNCTION_TOKENS["cos"],
    sw.ASin: FUNCTION_TOKENS["asin"],
    sw.ACos: FUNCTION_TOKENS["acos"],
    sw.Abs: FUNCTION_TOKENS["abs"],
    sw.Tan: FUNCTION_TOKENS["tan"],
    sw.ATan: FUNCTION_TOKENS["atan"],
}


class Expr:
    """One node of an expression tree; equal expressions of a table are the same object."""

    __slots__ = ("children", "head", "id", "sym", "tokens")

    def __init__(self, id: int, sym: Sym, children: tuple[Expr, ...], tokens: bytes) -> None:
        self.id = id
        self.sym = sym
        self.children = children
        self.tokens = tokens  # preorder, one byte per node
        self.head = tokens[0]  # the token of this node

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.tokens)

    @property
    def complexity(self) -> int:
        """Nodes plus edges of the tree: C(ax + b) = 9."""
        return 2 * len(self.tokens) - 1

    @property
    def holds_unknown(self) -> bool:
        return UNKNOWN in self.tokens

    @property
    def holds_symbols(self) -> bool:
        return min(self.tokens) <= OTHER_SYMBOL

    @property
    def holds_parameters(self) -> bool:
        return any(UNKNOWN < token <= OTHER_SYMBOL for token in self.tokens)

    @property
    def is_number(self) -> bool:
        """Whether this is a rational number."""
        return 28 <= self.tokens[0] <= NEGATIVE_FRACTION

    def walk(self) -> Iterator[Expr]:
        """Yield every node in preorder, repetitions included."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def __repr__(self) -> str:
        return f"Expr({self.sym})"


class ExprTable:
    """The interned expressions of one computation, numbered in order of appearance."""

    def __init__(self) -> None:
        self.exprs: list[Expr] = []
        # None for what is undefined; no entry for what `intern` rewrites before it keeps it.
        self._by_sym: dict[Sym, Expr | None] = {}

    def __len__(self) -> int:
        return len(self.exprs)

    def intern(self, sym: Sym) -> Expr | None:
        """Return the one `Expr` of a value; None if it is undefined or a number is too large."""
        expr = self._by_sym.get(sym, _MISSING)
        return self._add(sym) if expr is _MISSING else expr

    @classmethod
    def rebuild(
        cls, heads: list[int], num_children: list[int], children: list[int], leaves: dict[int, str]
    ) -> ExprTable:
        """Make a table from the parts of its nodes, children before parents, ids unchanged."""
        table = cls()
        start = 0
        for id, (head, count) in enumerate(zip(heads, num_children, strict=True)):
            nodes = [table.exprs[child] for child in children[start : start + count]]
            start += count
            sym = rebuild(head, [node.sym for node in nodes]) if nodes else _leaf(head, leaves[id])
            tokens = _HEADS[head] + b"".join([node.tokens for node in nodes])
            table._store(sym, tuple(nodes), tokens)
        return table

    def _add(self, sym: Sym) -> Expr | None:
        kind = type(sym)
        if kind is sw.Add:
            args = sym.args
            if type(args[0]) is sw.Complex and args[0].real_part() != 0:
                args = (args[0].real_part(), args[0].imaginary_part() * se.I, *args[1:])
            return self._add_node(sym, ADD, args, in_order=False)
        if kind is sw.Mul:
            args = sym.args
            if type(args[0]) is sw.Complex:
                args = _split_imaginary(args)
            elif len(args) == 2 and type(args[1]) is sw.Add and isinstance(args[0], sw.Rational):
                return self.intern(canonical(sym))
            return self._add_node(sym, MUL, args, in_order=False)
        if kind is sw.Pow:
            args = sym.args
            base = type(args[0])
            if base is sw.Exp1:
                return self._add_node(sym, EXP, args[1:])
            if base is sw.Pow and isinstance(args[1], sw.Integer):
                return self.intern(args[0] ** args[1])  # as it comes out of (1/sqrt(u**2))**2
            return self._add_node(sym, POW, args)
        if kind in _UNARY_TOKENS:
            return self._add_node(sym, _UNARY_TOKENS[kind], sym.args)
        if kind is sw.Symbol:
            name = sym.name
            head = UNKNOWN if name == "x" else SYMBOL_TOKENS.get(name, OTHER_SYMBOL)
            return self._store(sym, (), bytes((head,)))
        if kind is sw.Complex:
            return self._add_complex(sym)
        if isinstance(sym, sw.Rational):
            return self._add_number(sym)
        if kind in _CONSTANTS:
            return self._store(sym, (), bytes((_CONSTANTS[kind],)))
        self._by_sym[sym] = None  # an infinity, or not a number
        return None

    def _add_node(
        self, sym: Sym, head: int, args: Iterable[Sym], in_order: bool = True
    ) -> Expr | None:
        known = self._by_sym
        nodes: list[Expr] = []
        as_it_stands = True
        for arg in args:
            node = known.get(arg)
            if node is None:
                node = self.intern(arg)
                if node is None:
                    known[sym] = None
                    return None
                if arg not in known:
                    as_it_stands = False
            nodes.append(node)
        if not as_it_stands:  # a part was rewritten, so the whole may simplify: exp(2*(a + b))
            return self.intern(rebuild(head, [node.sym for node in nodes]))
        if not in_order:
            nodes.sort(key=_tokens_of)
        tokens = _HEADS[head] + b"".join([node.tokens for node in nodes])
        if not in_order:
            if head == MUL and POSITIVE_HALF in tokens and _num_radicals(nodes) > 1:
                return self.intern(canonical(sym))
            if len(tokens.translate(None, _SHARED_TOKENS)) < len(tokens) and any(
                left.tokens == right.tokens for left, right in pairwise(nodes)
            ):
                nodes.sort(key=lambda node: (node.tokens, str(node.sym)))
        return self._store(sym, tuple(nodes), tokens)

    def _store(self, sym: Sym, children: tuple[Expr, ...], tokens: bytes) -> Expr:
        exprs = self.exprs
        self._by_sym[sym] = expr = Expr(len(exprs), sym, children, tokens)
        exprs.append(expr)
        return expr

    def _add_number(self, sym: Sym) -> Expr | None:
        numerator, denominator = int(sym.p), int(sym.q)
        if abs(numerator) >= _LARGEST or denominator >= _LARGEST:
            self._by_sym[sym] = None
            return None
        return self._store(sym, (), _HEADS[_number_token(numerator, denominator)])

    def _add_complex(self, sym: Sym) -> Expr | None:
        """Show a + b*I as SymPy does: a sum, with b*I a product."""
        real, imaginary = sym.real_part(), sym.imaginary_part()
        if real == 0:
            return self._add_node(sym, MUL, (imaginary, se.I), in_order=False)
        return self._add_node(sym, ADD, (real, imaginary * se.I), in_order=False)


_CONSTANTS: Final = {type(se.pi): PI, sw.Exp1: EULER, type(se.I): IMAGINARY}
_HEADS: Final = [bytes((token,)) for token in range(NUM_TOKENS)]
_RADICALS: Final = frozenset(
    bytes((number, POSITIVE_HALF)) for number in range(_SMALL_ZERO - _SMALL, POSITIVE_HALF)
)
_MISSING: Any = object()
# Siblings stand in the order of their tokens (SymEngine's is that of a hash table); where tokens
# are shared by several values, their text decides.
_tokens_of = attrgetter("tokens")
_SHARED_TOKENS: Final = bytes(
    (OTHER_SYMBOL, LARGE_POSITIVE, LARGE_NEGATIVE, POSITIVE_FRACTION, NEGATIVE_FRACTION)
)


def _num_radicals(nodes: list[Expr]) -> int:
    return sum([node.tokens[1:] in _RADICALS for node in nodes])


def _split_imaginary(args: tuple[Sym, ...]) -> tuple[Sym, ...]:
    """Write the factor b*I of a product as two factors."""
    if args[0].real_part() == 0:
        return (args[0].imaginary_part(), se.I, *args[1:])
    return args


def _number_token(numerator: int, denominator: int) -> int:
    if denominator == 1:
        if -_SMALL <= numerator <= _SMALL:
            return _SMALL_ZERO + numerator
        return LARGE_POSITIVE if numerator > 0 else LARGE_NEGATIVE
    if denominator == 2 and abs(numerator) == 1:
        return POSITIVE_HALF if numerator > 0 else NEGATIVE_HALF
    return POSITIVE_FRACTION if numerator > 0 else NEGATIVE_FRACTION


def number_tokens(numbers: Iterable[int]) -> list[bytes]:
    """Return the one-token trees of some integers."""
    return [bytes((_number_token(number, 1),)) for number in numbers]


# -- arithmetic with SymPy's automatic simplifications -------------------------------------------


def is_rational(sym: Sym) -> bool:
    return isinstance(sym, sw.Rational)


def is_undefined(sym: Sym) -> bool:
    """Whether this is an infinity or not a number."""
    return isinstance(sym, sw.NaN | sw.Infinity | sw.NegativeInfinity | sw.ComplexInfinity)


def is_exponential(sym: Sym) -> bool:
    return type(sym) is sw.Pow and type(sym.args[0]) is sw.Exp1


def is_sine(sym: Sym) -> bool:
    return type(sym) is sw.Sin


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
    return _CONSTANTS.get(type(base)) in (PI, EULER)


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
            outside *= se.I ** (coefficient / se.I * 2)
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
    sign, function = _without_sign(sym)
    if type(function) in _COFUNCTIONS:
        inner = function.args[0]
        if type(inner) is _COFUNCTIONS[type(function)]:
            return sign * square_root(ONE - inner.args[0] ** 2)
    return canonical(sym)


_COFUNCTIONS: Final = {sw.Sin: sw.ACos, sw.Cos: sw.ASin}


def _without_sign(sym: Sym) -> tuple[Sym, Sym]:
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


# -- storage -------------------------------------------------------------------------------------


def rebuild(head: int, children: list[Sym]) -> Sym:
    """Make an expression of a node's token and its children's values."""
    if head == ADD:
        return se.Add(*children)
    if head == MUL:
        return se.Mul(*children)
    if head == POW:
        return children[0] ** children[1]
    return _BY_TOKEN[head](children[0])


def rebuilt(sym: Sym) -> Sym:
    """Make a sum or product afresh: of b*sqrt(u**2)*sqrt(u**2) SymEngine makes no proper b*u**2."""
    if type(sym) is sw.Add:
        return se.Add(*[rebuilt(term) for term in sym.args])
    return se.Mul(*sym.args) if type(sym) is sw.Mul else sym


def _leaf(head: int, text: str) -> Sym:
    if head in _CONSTANT_SYMS:
        return _CONSTANT_SYMS[head]
    if head <= OTHER_SYMBOL:
        return se.Symbol(text)
    return se.Rational(*map(int, text.split("/"))) if "/" in text else se.Integer(int(text))


_CONSTANT_SYMS: Final = {PI: se.pi, EULER: se.E, IMAGINARY: se.I}
_BY_TOKEN: Final = {
    token: getattr(se, "Abs" if name == "abs" else name) for name, token in FUNCTION_TOKENS.items()
}
