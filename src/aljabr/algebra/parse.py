"""From what people type to an `Equation`, by our own grammar; nothing is ever evaluated as code.

    equation := sum [ "=" sum ]                      (= 0 if there is no sign)
    sum      := term { ("+" | "-") term }
    term     := factor { ("*" | "/") factor | factor }   from left to right: 1/2x is (1/2)x
    factor   := { "+" | "-" } power
    power    := atom { superscript } [ "^" factor ]
    atom     := number | symbol | constant | "(" sum ")" | "|" sum "|" | function argument

Letters side by side are a product (`ax` is a*x) unless they spell a function, `pi` or a Greek
letter. `e` is Euler's number only as the base of a power. `log` is the natural logarithm.

Every piece of work is bounded before it is done: the text by its length, the recursion by
`MAX_NESTING`, powers by `MAX_EXPONENT`, numbers by their digits.
"""

from __future__ import annotations

import math
import unicodedata
from itertools import pairwise
from typing import Final, NoReturn

import symengine as se

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation, orient
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.functions import CALLS, INVERSES, NO_INVERSES, RECIPROCALS, SYNONYMS
from aljabr.algebra.lexer import CLOSING, ParseError, Token, tokenize
from aljabr.algebra.signs import NEGATIVE, Signs

__all__ = ["ParseError", "parse"]

MAX_NESTING: Final = 100
"""Brackets, exponents and function calls inside each other."""
MAX_DEPTH: Final = 50
"""Levels of the tree. Each prints as one bracket at the most, so what is printed parses again."""
MAX_EXPONENT: Final = 1_000


def parse(text: str, unknown: str | None = None, table: ExprTable | None = None) -> Equation:
    """Read an equation.

    Args:
        text: what a person typed.
        unknown: the letter to solve for; by default `x`, or the only letter there is.
        table: where to intern the sides; a new table by default.
    """
    tokens = tokenize(text)
    letter = _choose_unknown(tokens, unknown)
    return _Parser(tokens, letter, ExprTable() if table is None else table).equation()


def _choose_unknown(tokens: list[Token], wanted: str | None) -> str:
    names = {
        token.text
        for token, after in pairwise(tokens)
        if token.kind == "symbol" and not _is_euler(token, after)
    }
    if wanted is not None:
        first, *rest = tokenize(wanted)  # as the equation's own letters are read: x₁ is x_1
        name = first.text
        if name not in names or len(rest) > 1:
            raise ParseError(f"the unknown {wanted!r} is not in the equation")
        return name
    if "x" in names:
        return "x"
    if not names:
        return ""
    if len(names) > 1:
        listed = ", ".join(sorted(names))
        raise ParseError(f"which of {listed} is the unknown? choose one with --for")
    return names.pop()


def _is_euler(token: Token, after: Token) -> bool:
    return token.text == "e" and after.kind in ("^", "superscript")


# -- grammar -------------------------------------------------------------------------------------


class _Parser:
    def __init__(self, tokens: list[Token], unknown: str, table: ExprTable) -> None:
        self.tokens = tokens
        self.position = 0
        self.depth = 0
        self.bars: list[bool] = []  # open brackets, True for a bar
        self.unknown = unknown
        self.table = table
        self.domain: list[Sym] = []
        self.positive: list[Sym] = []
        self.depths: dict[Expr, int] = {}

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    def take(self) -> Token:
        token = self.token
        self.position += 1
        return token

    def close(self, opened: Token) -> None:
        if self.token.text != CLOSING[opened.text]:
            if self.token.kind == "end":
                raise ParseError(f"'{opened.text}' is never closed", opened.column)
            self.unexpected()
        self.take()

    def unexpected(self) -> NoReturn:
        token = self.token
        if token.kind == "end":
            raise ParseError("the equation ends too soon", token.column)
        raise ParseError(f"unexpected '{token.text}'", token.column)

    def equation(self) -> Equation:
        left, right = self.sum(), ar.ZERO
        if self.token.kind == "=":
            self.take()
            right = self.sum()
            if self.token.kind == "=":
                raise ParseError("a second '='", self.token.column)
        if self.token.kind != "end":
            self.unexpected()
        if not self.unknown:
            raise ParseError("there is no unknown in the equation")
        lhs, rhs = self.intern(left, 1), self.intern(right, 1)
        domain = {self.intern(sym, 1): None for sym in self.domain}
        symbolic = tuple(each for each in domain if each.holds_symbols)
        positive = tuple({self.intern(sym, 1): None for sym in self.positive})
        return Equation(*orient(lhs, rhs), self.unknown, symbolic, positive)

    def intern(self, sym: Sym, column: int) -> Expr:
        expr = self.table.intern(sym)
        if expr is None:
            if ar.is_undefined(sym):
                raise ParseError("the value is undefined or out of bounds", column)
            raise ParseError(f"a number grows past {ar.MAX_DIGITS} digits", column)
        return expr

    def checked(self, sym: Sym, column: int) -> Sym:
        expr = self.intern(sym, column)
        if self.depth_of(expr, column) > MAX_DEPTH:
            raise ParseError(f"nested deeper than {MAX_DEPTH} levels", column)
        return expr.sym

    def depth_of(self, expr: Expr, column: int) -> int:
        """Count the levels of a tree; refuse powers that grew as parts were joined."""
        if expr not in self.depths:
            if expr.head == tk.POW and expr.children[1].is_number:
                _check_exponent(expr.children[1].sym, column)
            depths = [self.depth_of(child, column) for child in expr.children]
            self.depths[expr] = 1 + max(depths, default=0)
        return self.depths[expr]

    def nonzero(self, sym: Sym, what: str, column: int) -> Sym:
        if sym == 0:
            raise ParseError(what, column)
        if not ar.is_rational(sym):
            self.domain.append(sym)
        return sym

    def descend(self) -> None:
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise ParseError(f"nested deeper than {MAX_NESTING} levels", self.token.column)

    def sum(self) -> Sym:
        start = self.token.column
        return self.checked(se.Add(*self.addends()), start)

    def addends(self) -> list[Sym]:
        self.descend()
        terms = [self.term()]
        while self.token.kind in ("+", "-"):
            sign = self.take().kind
            term = self.term()
            terms.append(term if sign == "+" else ar.negate(term))
        self.depth -= 1
        return terms

    def term(self) -> Sym:
        """Read a product; a number in front of a sum is not distributed yet."""
        start = self.token.column
        parts = self.signed_power()
        while True:
            token = self.token
            if token.kind == "*":
                self.take()
                parts += self.signed_power()
            elif token.kind == "/":
                self.take()
                divisor = self.nonzero(self.divisor(), "division by zero", token.column)
                parts.append(ar.reciprocal(divisor))
            elif self.starts_operand():
                parts.append(self.power())
            else:
                return self.product(parts, start)

    def product(self, parts: list[Sym], column: int) -> Sym:
        """Multiply at once, so that a long product costs no more than its length."""
        if len(parts) == 1:
            return parts[0]
        product = se.Mul(*parts)
        self.checked(product, column)
        return product

    def divisor(self) -> Sym:
        """Read a factor; 2 and x + a stay apart in 1/(2*(x + a)), as it is printed."""
        opened = self.token
        if opened.kind != "(":
            return self.factor()
        self.take()
        self.bars.append(False)
        value = se.Add(*self.addends())
        self.close(opened)
        self.bars.pop()
        if self.token.kind in ("^", "superscript"):
            return self.raised(self.checked(value, opened.column))
        return value

    def starts_operand(self) -> bool:
        kind = self.token.kind
        if kind == "|":
            return not (self.bars and self.bars[-1])
        if kind == "number" and self.tokens[self.position - 1].kind != ")":
            self.unexpected()
        return kind in ("number", "symbol", "constant", "function", "root", "(")

    def factor(self) -> Sym:
        *sign, value = self.signed_power()
        return ar.negate(value) if sign else value

    def signed_power(self) -> list[Sym]:
        """Read a power, after a factor -1 if it is negative."""
        negative = False
        while self.token.kind in ("+", "-"):
            negative ^= self.take().kind == "-"
        value = self.power()
        return [ar.MINUS_ONE, value] if negative else [value]

    def power(self) -> Sym:
        euler = self.token.kind == "symbol" and _is_euler(
            self.token, self.tokens[self.position + 1]
        )
        base = self.take_euler() if euler else self.atom()
        return self.raised(base)

    def take_euler(self) -> Sym:
        self.take()
        return se.E

    def raised(self, base: Sym) -> Sym:
        """Apply the superscripts and the exponent that follow."""
        while self.token.kind == "superscript":
            token = self.take()
            base = self.to_power(base, se.Integer(int(token.text)), token.column)
        if self.token.kind == "^":
            column = self.take().column
            self.descend()
            exponent = self.factor()
            self.depth -= 1
            base = self.to_power(base, exponent, column)
        return base

    def to_power(self, base: Sym, exponent: Sym, column: int) -> Sym:
        if ar.is_rational(exponent):
            _check_exponent(exponent, column)
            if exponent <= 0:
                self.nonzero(base, "zero to a power that is not positive", column)
            if ar.is_rational(base) and _digits(base) * abs(int(exponent.p)) > 20 * ar.MAX_DIGITS:
                raise ParseError(f"a number grows past {ar.MAX_DIGITS} digits", column)
        elif base != 0 and not ar.is_positive_number(base):
            self.nonzero(base, "zero to a power that may not be positive", column)
        if not exponent.is_integer:
            return self.checked(self.of_reciprocal(base, exponent), column)
        return self.checked(ar.power(base, exponent), column)

    def of_reciprocal(self, base: Sym, exponent: Sym) -> Sym:
        """Raise to a power that is not whole; SymEngine makes u^(-p) of (1/u)^p.

        For a negative u that is another root, to be turned back for numbers; of anything else it is
        noted that it must be positive.
        """
        below, power = ar.base_and_exponent(base)
        value = ar.power(base, exponent)
        if power != ar.MINUS_ONE:
            return value
        expr = self.intern(below, 1)
        if expr.holds_symbols:
            self.positive.append(below)
        elif Signs(self.table).of(expr) == NEGATIVE:
            value = value * ar.exponential(2 * ar.PI * ar.IMAGINARY * exponent)
        return value

    def atom(self) -> Sym:
        token = self.token
        if token.kind == "number":
            self.take()
            return self.checked(_decimal(token.text), token.column)
        if token.kind == "symbol":
            self.take()
            return se.Symbol(self.inner_name(token.text))
        if token.kind == "constant":
            self.take()
            return se.pi
        if token.kind == "(" or token.kind == "|":
            return self.bracket()
        if token.kind == "root":
            self.take()
            self.descend()
            index = 2 if token.text == "√" else 3
            value = self.to_power(self.atom(), se.Rational(1, index), token.column)
            self.depth -= 1
            return value
        if token.kind == "function":
            return self.function()
        self.unexpected()

    def inner_name(self, name: str) -> str:
        """Exchange the unknown and x: inside, the unknown is always x."""
        if name == self.unknown:
            return "x"
        return self.unknown if name == "x" else name

    def bracket(self) -> Sym:
        opened = self.take()
        bar = opened.kind == "|"
        self.bars.append(bar)
        value = self.sum()
        self.close(opened)
        self.bars.pop()
        return self.checked(se.Abs(value), opened.column) if bar else value

    # -- functions -------------------------------------------------------------------------------

    def function(self) -> Sym:
        token = self.take()
        name = SYNONYMS.get(token.text, token.text)
        self.descend()
        exponent: Sym | None = None
        if self.token.kind == "superscript":
            exponent = se.Integer(int(self.take().text))
        elif self.token.kind == "^":  # sin^2 x, sin^(-1) x
            self.take()
            exponent = self.atom() if self.token.kind != "-" else self.factor()
        if exponent == -1 and name in INVERSES:
            name, exponent = INVERSES[name], None
        elif exponent == -1 and name in NO_INVERSES:
            raise ParseError(f"the function {name}^-1 is not known", token.column)
        base: Sym | None = None
        if self.token.kind == "base":
            self.take()
            base = self.atom()
        argument, second = self.arguments(takes_two=name == "log" and base is None)
        base = second if base is None else base
        value = self.call(name, argument, base, token.column)
        self.depth -= 1
        return value if exponent is None else self.to_power(value, exponent, token.column)

    def arguments(self, takes_two: bool) -> tuple[Sym, Sym | None]:
        if self.token.kind != "(":
            return self.bare_argument(), None
        opened = self.take()
        self.bars.append(False)
        argument, base = self.sum(), None
        if self.token.kind == "," and takes_two:
            self.take()
            base = self.sum()
        self.close(opened)
        self.bars.pop()
        return argument, base

    def bare_argument(self) -> Sym:
        """The argument of `sin 2x`: a product without signs, up to the next function."""
        negative = self.token.kind == "-"
        if negative:
            self.take()
        start = self.token.column
        parts = [self.power()]
        while self.starts_operand() and self.token.kind not in ("function", "|"):
            parts.append(self.power())
        return self.product([ar.MINUS_ONE, *parts] if negative else parts, start)

    def call(self, name: str, argument: Sym, base: Sym | None, column: int) -> Sym:
        if name == "log":
            self.nonzero(argument, "the logarithm of zero", column)
            value = ar.logarithm(argument)
            if base is not None:
                self.nonzero(base, "a logarithm to base zero", column)
                divisor = self.nonzero(ar.logarithm(base), "a logarithm to base one", column)
                value = ar.multiply(value, ar.reciprocal(divisor))
            return self.checked(value, column)
        if name in RECIPROCALS:
            above, below = RECIPROCALS[name]
            divisor = self.nonzero(below(argument), f"{name} is undefined here", column)
            return self.checked(ar.multiply(above(argument), ar.reciprocal(divisor)), column)
        if name == "tan":
            self.nonzero(ar.cosine(argument), "tan is undefined here", column)
        if name in ("sqrt", "cbrt"):
            exponent = ar.HALF if name == "sqrt" else ar.rational(1, 3)
            return self.checked(self.of_reciprocal(argument, exponent), column)
        return self.checked(CALLS[name](argument), column)


def _check_exponent(exponent: Sym, column: int) -> None:
    if abs(int(exponent.p)) > MAX_EXPONENT or int(exponent.q) > MAX_EXPONENT:
        raise ParseError(f"the exponent is larger than {MAX_EXPONENT}", column)


def _decimal(text: str) -> Sym:
    """Read a decimal, or a fraction such as ½, as an exact rational."""
    numerator, slash, denominator = unicodedata.normalize("NFKC", text).partition("⁄")
    if slash:
        return se.Rational(int(numerator), int(denominator))
    whole, _, fraction = text.partition(".")
    return se.Rational(int(whole + fraction or "0"), 10 ** len(fraction))


def _digits(number: Sym) -> int:
    return math.ceil(math.log10(max(abs(int(number.p)), int(number.q), 1) + 1))
