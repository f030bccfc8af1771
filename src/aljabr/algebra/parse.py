"""From what people type to an `Equation`, by our own grammar; nothing is ever evaluated as code.

    equation := sum [ "=" sum ]                      (= 0 if there is no sign)
    sum      := term { ("+" | "-") term }
    term     := factor { ("*" | "/") factor | factor }   from left to right: 1/2x is (1/2)x; no
                factor begins with a number, unless it is a power behind a blank: 5 2^x
    factor   := { "+" | "-" } power
    power    := atom { "°" } { superscript } [ "^" factor ]
    atom     := number | symbol | constant | "(" sum ")" | "|" sum "|" | root | fraction
              | function [ base ] [ exponent ] argument

`e` is Euler's number where it is once the base of a power, else a letter. `log` is the natural
logarithm. What letters mean is settled before, in `words`.

The text is bounded by its length, the recursion by `MAX_NESTING`, and what is made of it in
`building`.
"""

from __future__ import annotations

from typing import Final, NoReturn

import symengine as se

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import functions, numerals, words
from aljabr.algebra.alphabet import LATIN_TWINS
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.bars import paired
from aljabr.algebra.building import Builder
from aljabr.algebra.equation import Equation, orient
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.lexer import letters, tokenize
from aljabr.algebra.placing import Place, ends_argument, refuse_number, refuse_slash
from aljabr.algebra.typed import ParseError, Token

__all__ = ["ParseError", "parse"]

MAX_NESTING: Final = 100
"""Brackets, exponents and function calls inside each other."""
_MAX_LISTED: Final = 12
_CLOSING: Final = {"(": ")", "[": "]", "{": "}", "|": "|", "|(": "|)"}


def parse(
    text: str, unknown: str | None = None, table: ExprTable | None = None,
    may_lack: bool = False, real: bool = False,
) -> Equation:  # fmt: skip
    """Read an equation.

    Args:
        text: what a person typed.
        unknown: the letter to solve for; by default `x`, or the only letter there is.
        table: where to intern the sides; a new table by default.
        may_lack: whether the unknown that is given need not be there.
        real: whether odd roots of negative numbers are the real ones: cbrt(-8) = -2.
    """
    tokens = paired(tokenize(text))
    letter = unknown if unknown and may_lack else _choose_unknown(tokens, unknown)
    return _Parser(text, tokens, letter, Builder(table, real)).equation()


def _choose_unknown(tokens: list[Token], wanted: str | None) -> str:
    names = {*letters(tokens)}
    if wanted is not None:
        name = _letter(wanted)
        if name not in names:
            looks = wanted.strip().translate(LATIN_TWINS)
            alike = any(each.translate(LATIN_TWINS) == looks for each in names)
            hint = "the letter there looks the same, but is another" if alike else ""
            if any((each.kind, each.text) == ("constant", name) for each in tokens):
                hint = "e is Euler's number where it is the base of a power; take another letter"
            raise ParseError(f"the unknown {wanted[:20]!r} is not in the equation", hint=hint)
        return name
    if "x" in names or not names:
        return "x" if names else ""
    if len(names) > 1:
        first, rest = sorted(names)[:_MAX_LISTED], len(names) > _MAX_LISTED
        listed = ", ".join([*first, "..."] if rest else first)
        raise ParseError(f"which of {listed} is the unknown? choose one with --for")
    return names.pop()


def _letter(text: str) -> str | None:
    """Read a letter as the equation's own letters are read: x₁ is x_1; None if it is none."""
    try:
        first, *rest = tokenize(text)
    except ParseError:
        return None
    return first.text if first.kind == "symbol" and len(rest) == 1 else None


# -- grammar -------------------------------------------------------------------------------------


class _Parser:
    def __init__(self, text: str, tokens: list[Token], unknown: str, built: Builder) -> None:
        self.text = text
        self.tokens = tokens
        self.position = 0
        self.depth = 0
        self.opened: list[str] = []  # brackets, `log` for that of a logarithm
        self.unknown = unknown
        self.built = built

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    def take(self) -> Token:
        token = self.token
        self.position += 1
        return token

    def open(self, kind: str = "(") -> Token:
        self.opened.append(kind)
        return self.take()

    def close(self, opened: Token) -> None:
        if self.token.text != _CLOSING[opened.text]:
            if self.token.kind == "end":
                raise ParseError(f"'{self.typed(opened)}' is never closed", opened.column)
            self.unexpected()
        self.take()
        self.opened.pop()

    def typed(self, token: Token) -> str:
        return self.text[token.column - 1 : token.end]

    def unexpected(self, hint: str = "") -> NoReturn:
        token = self.token
        if token.kind == "end":
            raise ParseError("the equation ends too soon", token.column)
        raise ParseError(f"unexpected '{self.typed(token)}'", token.column, hint)

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
        lhs, rhs = self.built.intern(left, 1), self.built.intern(right, 1)
        built = self.built
        lhs, rhs = orient(lhs, rhs)
        limits = built.domain(), built.positive(), built.real()
        return Equation(lhs, rhs, self.unknown, *limits, built.has_odd_roots, built.powers())

    def descend(self) -> None:
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise ParseError(f"nested deeper than {MAX_NESTING} levels", self.token.column)

    def sum(self) -> Sym:
        start = self.token.column
        return self.built.checked(se.Add(*self.addends()), start)

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
                divisor = self.built.nonzero(self.divisor(), "division by zero", token.column)
                parts.append(ar.reciprocal(divisor))
            elif self.place().is_power_apart() or self.starts_operand():
                parts.append(self.power())
            else:
                return self.built.product(parts, start)

    def divisor(self) -> Sym:
        """Read a factor; what stays apart in it is printed so, as in 1/(2*(x + a))."""
        if self.token.kind != "(":
            return self.factor()
        column = self.token.column
        value = self.product_bracket()
        if self.token.kind in ("^", "superscript", "degree"):
            return self.raised(self.built.checked(value, column))
        return value

    def product_bracket(self) -> Sym:
        """Read a bracket, with 2 and x + a apart in 2*(x + a)."""
        opened = self.open()
        value = se.Add(*self.addends())
        self.close(opened)
        return value

    def starts_operand(self) -> bool:
        kind = self.token.kind
        if kind == "|":
            return self.opened[-1:] != ["|"]
        if kind == "number" and self.tokens[self.position - 1].kind != ")":
            refuse_number(self.place())
        return kind in _OPERANDS

    def place(self) -> Place:
        return Place(self.text, self.tokens, self.position)

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
        return self.raised(self.atom())

    def raised(self, base: Sym) -> Sym:
        """Apply the degrees, the superscripts and the exponent that follow."""
        while self.token.kind == "degree":
            base = self.built.checked(
                ar.times(base, ar.PI, ar.rational(1, 180)), self.take().column
            )
        while self.token.kind == "superscript":
            token = self.take()
            base = self.built.power(base, se.Integer(int(token.text)), token.column)
        if self.token.kind == "^":
            column = self.take().column
            self.descend()
            exponent = self.factor()
            self.depth -= 1
            base = self.built.power(base, exponent, column)
        return base

    def atom(self) -> Sym:
        token = self.token
        if token.kind == "number":
            return self.number()
        if token.kind == "symbol":
            self.take()
            return se.Symbol(self.inner_name(token.text))
        if token.kind == "constant":
            return se.pi if self.take().text == "pi" else se.E
        if token.kind in ("(", "|", "|("):
            return self.bracket()
        if token.kind == "root":
            return self.root()
        if token.kind == "fraction":
            return self.fraction()
        if token.kind == "function":
            return self.function()
        self.unexpected()

    def number(self) -> Sym:
        token = self.take()
        if "," in token.text and self.opened[-1:] == ["log"]:
            first, second = token.text.split(",")
            hint = f"write {first}.{second}, or '{first}, {second}' for a number and a base"
            raise ParseError(f"'{token.text}' can be read in two ways", token.column, hint)
        value = numerals.value(token.text)
        return self.built.checked(se.Rational(value.numerator, value.denominator), token.column)

    def inner_name(self, name: str) -> str:
        """Exchange the unknown and x: inside, the unknown is always x."""
        if name == self.unknown:
            return "x"
        return self.unknown if name == "x" else name

    def bracket(self) -> Sym:
        opened = self.open(self.token.kind)
        value = self.sum()
        self.close(opened)
        return value if opened.kind == "(" else self.built.checked(se.Abs(value), opened.column)

    def root(self) -> Sym:
        r"""Read √x, ∛x, \sqrt{x} or \sqrt[n]{x}."""
        token = self.take()
        self.descend()
        index: Sym = se.Integer(_ROOTS[token.text])
        if token.text == "√[":
            index = self.built.nonzero(self.bracket(), "a root with index zero", token.column)
        value = self.built.power(self.atom(), ar.reciprocal(index), token.column)
        self.depth -= 1
        return value

    def fraction(self) -> Sym:
        r"""Read \frac{x}{2}, or \frac12."""
        token = self.take()
        self.descend()
        above, below = self.argument(token), self.argument(token)
        self.built.nonzero(below, "division by zero", token.column)
        self.depth -= 1
        value = self.built.product([above, ar.reciprocal(below)], token.column)
        if self.token.kind in ("^", "superscript", "degree"):
            return self.built.checked(value, token.column)
        return value

    def argument(self, command: Token) -> Sym:
        """Read what stands in braces, or a single character, which needs none."""
        token = self.token
        if token.kind == "(":
            return self.product_bracket()
        is_long = token.kind == "number" and len(token.text) > 1
        if token.kind not in ("number", "symbol", "constant") or is_long:
            name = self.typed(command)
            message = f"{name} takes two arguments in braces"
            raise ParseError(message, token.column, f"write {name}{{...}}{{...}}")
        return self.atom()

    # -- functions -------------------------------------------------------------------------------

    def function(self) -> Sym:
        token = self.take()
        name = functions.SYNONYMS.get(token.text, token.text)
        self.descend()
        exponent, base = self.function_exponent(), None
        if self.token.kind == "base":
            self.take()
            base = self.atom()
            exponent = self.function_exponent() if exponent is None else exponent
        if exponent == -1 and name in functions.INVERSES:
            name, exponent = functions.INVERSES[name], None
        elif exponent == -1 and name == "cot":
            message, hint = words.ARCCOT
            raise ParseError(message, token.column, hint)
        argument, second = self.arguments(takes_two=token.text == "log" and base is None)
        base = second if base is None else base
        if name in functions.ROOTS:
            value = self.built.power(argument, functions.ROOTS[name], token.column)
        else:
            value = functions.value(
                name, argument, base, lambda sym, what: self.built.nonzero(sym, what, token.column)
            )
            value = self.built.checked(value, token.column)
            self.built.asks_of_function(name, argument, base, token.column)
        self.depth -= 1
        return value if exponent is None else self.built.power(value, exponent, token.column)

    def function_exponent(self) -> Sym | None:
        """Read the exponent of sin^2 x, sin^(-1) x, sin²x."""
        if self.token.kind == "superscript":
            return se.Integer(int(self.take().text))
        if self.token.kind != "^":
            return None
        self.take()
        return self.atom() if self.token.kind != "-" else self.factor()

    def arguments(self, takes_two: bool) -> tuple[Sym, Sym | None]:
        if self.token.kind != "(":
            return self.bare_argument(), None
        opened = self.open("log" if takes_two else "(")
        argument, base = self.sum(), None
        if self.token.kind == "," and takes_two:
            self.take()
            base = self.sum()
        self.close(opened)
        return argument, base

    def bare_argument(self) -> Sym:
        """The argument of `sin 2x`: a product without signs, up to the next function or bracket."""
        negative = self.token.kind == "-"
        if negative:
            self.take()
        start = self.token.column
        parts = [self.power()]
        while self.starts_operand() and self.token.kind not in ("function", "|", "|("):
            if self.token.kind == "(" and ends_argument(self.place(), start, self.unknown):
                break
            parts.append(self.power())
        if self.token.kind == "/" and any(each.free_symbols for each in parts):
            refuse_slash(self.text, self.tokens, self.position, start)
        return self.built.product([ar.MINUS_ONE, *parts] if negative else parts, start)


_OPERANDS: Final = ("number", "symbol", "constant", "function", "root", "fraction", "(", "|(")
_ROOTS: Final = {"√": 2, "∛": 3, "∜": 4, "√[": 2}
