"""From what people type to an `Equation`, by our own grammar; nothing is ever evaluated as code.

    equation := sum [ "=" sum ]                      (= 0 if there is no sign)
    sum      := term { ("+" | "-") term }
    term     := factor { ("*" | "/") factor | factor }   from left to right: 1/2x is (1/2)x
    factor   := { "+" | "-" } power
    power    := atom { superscript } [ "^" factor ]
    atom     := number | symbol | constant | "(" sum ")" | "|" sum "|" | function argument

Letters side by side are a product (`ax` is a*x) unless they spell a function, `pi` or a Greek
letter. `e` is Euler's number only as the base of a power. `log` is the natural logarithm.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NoReturn

import symengine as se

from aljabr import expr as ex
from aljabr.equation import Equation, orient
from aljabr.expr import Expr, ExprTable, Sym

MAX_CHARACTERS: Final = 5_000
MAX_DEPTH: Final = 50
MAX_EXPONENT: Final = 1_000


class ParseError(ValueError):
    """A mistake in the text, with the column where it was seen."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"{message} at column {column}")
        self.message = message
        self.column = column

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, int]]:
        return ParseError, (self.message, self.column)


def parse(text: str, unknown: str | None = None, table: ExprTable | None = None) -> Equation:
    """Read an equation.

    Args:
        text: what a person typed.
        unknown: the letter to solve for; by default `x`, or the only letter there is.
        table: where to intern the sides; a new table by default.
    """
    tokens = _tokenize(text)
    letter = _choose_unknown(tokens, unknown)
    return _Parser(tokens, letter, ExprTable() if table is None else table).equation()


# -- tokens --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # number, symbol, constant, function, superscript, end, or the sign itself
    text: str
    column: int


_FUNCTION_WORDS: Final = (
    "arcsin arccos arctan asin acos atan sqrt cbrt sin cos tan exp log abs ln".split()
)
_GREEK: Final = (
    "alpha beta gamma delta epsilon zeta theta kappa lambda omega sigma rho tau phi psi mu nu xi"
).split()
_SAME: Final = str.maketrans(
    {"−": "-", "–": "-", "·": "*", "×": "*", "⋅": "*", "∗": "*", "•": "*", "÷": "/", "∕": "/",
     "⁄": "/", "＝": "="}
)  # fmt: skip
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_COMPARISONS: Final = "<>≤≥≠≈"
_PATTERN: Final = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<number>\d+\.\d*|\.\d+|\d+)"
    r"|(?P<superscript>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    r"|(?P<power>\*\*|\^)"
    r"|(?P<sign>[-+*/=,|])"
    r"|(?P<open>[(\[{])"
    r"|(?P<close>[)\]}])"
    r"|(?P<root>[√∛])"
    r"|(?P<word>[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    r"|(?P<subscript>_)",
)


_KINDS: Final = {"power": "^", "root": "root", "open": "(", "close": ")"}
_CLOSING: Final = {"(": ")", "[": "]", "{": "}", "|": "|"}


def _tokenize(text: str) -> list[_Token]:
    if len(text) > MAX_CHARACTERS:
        raise ParseError(f"the text is longer than {MAX_CHARACTERS:,} characters", MAX_CHARACTERS)
    plain = text.translate(_SAME)
    tokens: list[_Token] = []
    position = 0
    while position < len(plain):
        match = _PATTERN.match(plain, position)
        column = position + 1
        if match is None:
            _reject_character(plain[position], column)
        position = match.end()
        kind, piece = match.lastgroup, match.group()
        if kind == "space":
            continue
        if kind == "word":
            position = _split_word(plain, match.start(), position, tokens)
        elif kind == "number":
            if tokens and tokens[-1].kind == "symbol" and match.start() == _end(tokens[-1]):
                name = tokens[-1].text
                raise ParseError(f"write {name}*{piece}, {name}^{piece} or {name}_{piece}", column)
            if len(piece) > ex.MAX_DIGITS:
                raise ParseError(f"the number has more than {ex.MAX_DIGITS} digits", column)
            tokens.append(_Token("number", piece, column))
        elif kind == "superscript":
            tokens.append(_Token("superscript", piece.translate(_SUPERSCRIPTS), column))
        elif kind in _KINDS:
            tokens.append(_Token(_KINDS[kind], piece, column))
        elif kind == "subscript":
            raise ParseError("unexpected '_'", column)
        else:
            tokens.append(_Token(piece, piece, column))
    tokens.append(_Token("end", "", len(text) + 1))
    if len(tokens) == 1:
        raise ParseError("there is no equation: nothing but space", 1)
    return tokens


def _end(token: _Token) -> int:
    return token.column - 1 + len(token.text)


def _reject_character(character: str, column: int) -> NoReturn:
    if character in _COMPARISONS:
        raise ParseError(f"this is not an equation: '{character}'", column)
    if character == "±":
        raise ParseError("'±' stands for two equations: solve them one by one", column)
    raise ParseError(f"unexpected {character!r}", column)


def _split_word(text: str, start: int, end: int, tokens: list[_Token]) -> int:
    """Cut a run of letters into functions, constants and one-letter symbols; return its end."""
    position = start
    while position < end:
        column = position + 1
        for word in _FUNCTION_WORDS:
            if text.startswith(word, position):
                tokens.append(_Token("function", word, column))
                position += len(word)
                break
        else:
            if text.startswith("pi", position) or text[position] == "π":
                length = 1 if text[position] == "π" else 2
                tokens.append(_Token("constant", "pi", column))
                position += length
                continue
            word = next((g for g in _GREEK if text.startswith(g, position)), text[position])
            position += len(word)
            if position == end and end < len(text) and text[end] == "_":
                subscript = re.compile(r"_\w+").match(text, end)
                if subscript is None:
                    raise ParseError("unexpected '_'", end + 1)
                word += subscript.group()
                position = end = subscript.end()
            tokens.append(_Token("symbol", word, column))
    last = tokens[-1]
    if last.text == "log":  # log2(x), log10(x), log_3(x)
        base = re.compile(r"_?(\d+)(?=\s*\()").match(text, end)
        if base is not None:
            tokens[-1] = _Token("function", f"log {base.group(1)}", last.column)
            end = base.end()
    return end


def _choose_unknown(tokens: list[_Token], wanted: str | None) -> str:
    names = {
        token.text
        for token, after in zip(tokens, tokens[1:], strict=False)
        if token.kind == "symbol" and not _is_euler(token, after)
    }
    if wanted is not None:
        if wanted not in names:
            raise ParseError(f"the unknown {wanted} is not in the equation", 1)
        return wanted
    if "x" in names:
        return "x"
    if not names:
        return ""
    if len(names) > 1:
        listed = ", ".join(sorted(names))
        raise ParseError(f"which of {listed} is the unknown? choose one with --for", 1)
    return names.pop()


def _is_euler(token: _Token, after: _Token) -> bool:
    return token.text == "e" and after.kind in ("^", "superscript")


# -- grammar -------------------------------------------------------------------------------------


class _Parser:
    def __init__(self, tokens: list[_Token], unknown: str, table: ExprTable) -> None:
        self.tokens = tokens
        self.position = 0
        self.depth = 0
        self.bars: list[bool] = []  # open brackets, True for a bar
        self.unknown = unknown
        self.table = table
        self.domain: list[Sym] = []

    @property
    def token(self) -> _Token:
        return self.tokens[self.position]

    def take(self) -> _Token:
        token = self.token
        self.position += 1
        return token

    def close(self, opened: _Token) -> None:
        if self.token.text != _CLOSING[opened.text]:
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
        left, right = self.sum(), ex.ZERO
        if self.token.kind == "=":
            self.take()
            right = self.sum()
            if self.token.kind == "=":
                raise ParseError("a second '='", self.token.column)
        if self.token.kind != "end":
            self.unexpected()
        if not self.unknown:
            raise ParseError("there is no unknown in the equation", 1)
        lhs, rhs = self.intern(left, 1), self.intern(right, 1)
        domain = {self.intern(sym, 1): None for sym in self.domain}
        symbolic = tuple(each for each in domain if each.holds_symbols)
        return Equation(*orient(lhs, rhs), self.unknown, symbolic)

    def intern(self, sym: Sym, column: int) -> Expr:
        expr = self.table.intern(sym)
        if expr is None:
            if ex.is_undefined(sym):
                raise ParseError("the value is undefined", column)
            raise ParseError(f"a number grows past {ex.MAX_DIGITS} digits", column)
        return expr

    def checked(self, sym: Sym, column: int) -> Sym:
        return self.intern(sym, column).sym

    def nonzero(self, sym: Sym, what: str, column: int) -> Sym:
        if sym == 0:
            raise ParseError(what, column)
        if not ex.is_rational(sym):
            self.domain.append(sym)
        return sym

    def descend(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ParseError(f"nested deeper than {MAX_DEPTH} levels", self.token.column)

    def sum(self) -> Sym:
        self.descend()
        start = self.token.column
        terms = [self.term()]
        while self.token.kind in ("+", "-"):
            sign = self.take().kind
            term = self.term()
            terms.append(term if sign == "+" else ex.negate(term))
        self.depth -= 1
        return self.checked(se.Add(*terms), start)

    def term(self) -> Sym:
        product = self.factor()
        while True:
            token = self.token
            if token.kind == "*":
                self.take()
                product = ex.multiply(product, self.factor())
            elif token.kind == "/":
                self.take()
                divisor = self.nonzero(self.factor(), "division by zero", token.column)
                product = ex.multiply(product, ex.reciprocal(divisor))
            elif self.starts_operand():
                product = ex.multiply(product, self.power())
            else:
                return product
            product = self.checked(product, token.column)

    def starts_operand(self) -> bool:
        kind = self.token.kind
        if kind == "|":
            return not (self.bars and self.bars[-1])
        if kind == "number" and self.tokens[self.position - 1].kind != ")":
            self.unexpected()
        return kind in ("number", "symbol", "constant", "function", "root", "(")

    def factor(self) -> Sym:
        negative = False
        while self.token.kind in ("+", "-"):
            negative ^= self.take().kind == "-"
        value = self.power()
        return ex.negate(value) if negative else value

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
        if ex.is_rational(exponent):
            if abs(int(exponent.p)) > MAX_EXPONENT or int(exponent.q) > MAX_EXPONENT:
                raise ParseError(f"the exponent is larger than {MAX_EXPONENT}", column)
            if exponent <= 0:
                self.nonzero(base, "zero to a power that is not positive", column)
            if ex.is_rational(base) and _digits(base) * abs(int(exponent.p)) > 20 * ex.MAX_DIGITS:
                raise ParseError(f"a number grows past {ex.MAX_DIGITS} digits", column)
        return self.checked(ex.power(base, exponent), column)

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
        name = _SYNONYMS.get(token.text, token.text)
        self.descend()
        exponent: Sym | None = None
        if self.token.kind == "superscript":
            exponent = se.Integer(int(self.take().text))
        elif self.token.kind == "^":  # sin^2 x, sin^(-1) x
            self.take()
            exponent = self.atom() if self.token.kind != "-" else self.factor()
        if exponent == -1 and name in _INVERSES:
            name, exponent = _INVERSES[name], None
        argument, base = self.arguments(name)
        value = self.call(name, argument, base, token.column)
        self.depth -= 1
        return value if exponent is None else self.to_power(value, exponent, token.column)

    def arguments(self, name: str) -> tuple[Sym, Sym | None]:
        if self.token.kind != "(":
            return self.bare_argument(), None
        opened = self.take()
        self.bars.append(False)
        argument, base = self.sum(), None
        if self.token.kind == "," and name == "log":
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
        value = self.power()
        while self.starts_operand() and self.token.kind not in ("function", "|"):
            value = self.checked(ex.multiply(value, self.power()), self.token.column)
        return ex.negate(value) if negative else value

    def call(self, name: str, argument: Sym, base: Sym | None, column: int) -> Sym:
        if name.startswith("log"):
            self.nonzero(argument, "the logarithm of zero", column)
            if name != "log":
                base = se.Integer(int(name.split()[1]))
            value = ex.logarithm(argument)
            if base is not None:
                self.nonzero(base, "a logarithm to base zero", column)
                divisor = self.nonzero(
                    ex.logarithm(base), "a logarithm to base one", column
                )
                value = ex.multiply(value, ex.reciprocal(divisor))
            return self.checked(value, column)
        return self.checked(_CALLS[name](argument), column)


_SYNONYMS: Final = {"ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan"}
_INVERSES: Final = {"sin": "asin", "cos": "acos", "tan": "atan"}
_CALLS: Final[dict[str, Callable[[Sym], Sym]]] = {
    "sqrt": ex.square_root,
    "cbrt": lambda u: ex.power(u, se.Rational(1, 3)),
    "sin": ex.sine,
    "cos": ex.cosine,
    "tan": se.tan,
    "asin": ex.arcsine,
    "acos": ex.arccosine,
    "atan": se.atan,
    "exp": ex.exponential,
    "abs": se.Abs,
}


def _decimal(text: str) -> Sym:
    """Read a decimal as an exact rational."""
    whole, _, fraction = text.partition(".")
    return se.Rational(int(whole + fraction or "0"), 10 ** len(fraction))


def _digits(number: Sym) -> int:
    return math.ceil(math.log10(max(abs(int(number.p)), int(number.q), 1) + 1))
