"""Characters to tokens: plain text and LaTeX, each token with the column where it was typed.

Characters that mean the same are mapped one for one, and everything else is read where it stands,
so that a column is always the reader's own. Letters are the matter of `words`, digits that of
`numerals`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Final, NoReturn

from aljabr.algebra import alphabet, latex, numerals, words
from aljabr.algebra.functions import NAMES, SHORT_NAMES
from aljabr.algebra.typed import ParseError, Token

__all__ = ["MAX_CHARACTERS", "ParseError", "Token", "letters", "tokenize"]

MAX_CHARACTERS: Final = 5_000

_DEGREE = r"(?:°|\\circ(?![A-Za-z])|\\degree(?![A-Za-z]))"
_PATTERN: Final = re.compile(
    r"(?P<space>[\s$]+|\{\s*\})"
    rf"|(?P<number>{numerals.NUMBER})"
    r"|(?P<superscript>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    rf"|(?P<degree>\^\s*\{{\s*{_DEGREE}\s*\}}|(?:\^\s*)?{_DEGREE})"
    r"|(?P<power>\*\*|\^)"
    r"|(?P<comparison><=|>=|=>|=<|=/=|!=|<>|~=|[<>≤≥≠≈≦≧⩽⩾∼≃≅∝→⇒⟹⇔⟺])"
    r"|(?P<equals>:=|=:|={1,3}|[≡≟≔≕≝≜⩵])"
    r"|(?P<sign>[-+*/:,|])"
    r"|(?P<open>[(\[{])"
    r"|(?P<close>[)\]}])"
    r"|(?P<root>[√∛∜])"
    r"|(?P<command>\\(?:[A-Za-z]+|[^A-Za-z]))"
    rf"|(?P<word>{alphabet.LETTER}+)",
)
_DERIVATIVE: Final = re.compile(
    r"(?<![A-Za-z\\])(?:d[a-z]?\s*/\s*d[a-z](?![a-z])"
    r"|\\[dt]?frac\s*\{\s*d[a-z]?\s*\}\s*\{\s*d\s*[a-z]\s*\})"
)
_KINDS: Final = {"power": "^", "equals": "=", "open": "(", "close": ")"}
_NAMED: Final = re.compile(rf"\s*\{{\s*({alphabet.LETTER}+)\s*\}}")
_BAR: Final = re.compile(r"\s*(?:\||\\vert(?![A-Za-z]))")
_INDEX: Final = re.compile(r"\s*\[")
_DIGIT: Final = re.compile(r"\s*(\d)")


def tokenize(text: str, is_typed: bool = True) -> list[Token]:
    """Cut a text into tokens, the last of them `end`; what we have printed may be of any length."""
    if is_typed and len(text) > MAX_CHARACTERS:
        raise ParseError(f"the text is longer than {MAX_CHARACTERS:,} characters", MAX_CHARACTERS)
    plain = text.translate(alphabet.SAME)
    derivative = _DERIVATIVE.search(plain)
    if derivative is not None:
        hint = "for a quotient write * and brackets"
        raise ParseError("derivatives are not read", derivative.start() + 1, hint)
    tokens: list[Token] = []
    position = 0
    while position < len(plain):
        position = _take(plain, position, tokens)
    tokens.append(Token("end", "", len(text) + 1, len(text)))
    if len(tokens) == 1:
        raise ParseError("the equation is empty", 1)
    tokens = _with_euler(tokens)
    columns = letters(tokens)
    alphabet.check_letters(columns)
    _check_powers_of_ten(tokens, columns)
    return tokens


def letters(tokens: Sequence[Token]) -> dict[str, int]:
    """Return the names of the symbols, each with the column where it is first seen."""
    return {token.text: token.column for token in reversed(tokens) if token.kind == "symbol"}


def _with_euler(tokens: list[Token]) -> list[Token]:
    """Read e as Euler's number, everywhere if it is once the base of a power: e^x = e."""
    places = [place for place, each in enumerate(tokens) if (each.kind, each.text) == _E]
    if not any(tokens[place + 1].kind in ("^", "superscript") for place in places):
        return tokens
    return [replace(each, kind="constant") if place in places else each
            for place, each in enumerate(tokens)]  # fmt: skip


_E: Final = ("symbol", "e")


def _take(text: str, start: int, tokens: list[Token]) -> int:
    """Append what stands here; return where it ends."""
    match = _PATTERN.match(text, start)
    if match is None:
        alphabet.refuse(text[start], start + 1)
    kind, piece, end = match.lastgroup, match.group(), match.end()
    if kind == "space":
        return end
    if kind == "word":
        return words.read(text, start, end, tokens)
    if kind == "command":
        return _command(piece[1:], text, start, end, tokens)
    if kind == "comparison":
        _refuse_comparison(piece, piece, start + 1)
    if kind == "number":
        tokens.append(_number(text, start, end, tokens))
    elif kind == "superscript":
        digits = piece.translate(alphabet.SUPERSCRIPTS)
        numerals.whole(digits.lstrip("-+"), start + 1, end)
        tokens.append(Token(kind, digits, start + 1, end))
    elif kind == "degree":
        if text[end : end + 1] in ("C", "F", "K"):
            raise ParseError("units are not read", start + 1, "write the number alone")
        tokens.append(Token(kind, "°", start + 1, end))
    elif kind == "sign":
        sign = "/" if piece == ":" else piece
        tokens.append(Token(sign, sign, start + 1, end))
    else:
        assert kind is not None
        tokens.append(Token(_KINDS.get(kind, kind), piece, start + 1, end))
    return end


def _number(text: str, start: int, end: int, tokens: list[Token]) -> Token:
    in_fraction = len(tokens) > 1 and tokens[-2].kind == "fraction"  # \\frac x2
    if tokens and tokens[-1].kind == "symbol" and tokens[-1].end == start and not in_fraction:
        name, piece = tokens[-1].text, text[start:end]
        hint = f"write {name}*{piece}, {name}^{piece} or {name}_{piece}"
        raise ParseError("a number right behind a letter", start + 1, hint)
    return numerals.read(text, start, end)


def _refuse_comparison(sign: str, typed: str, column: int) -> NoReturn:
    if sign in _JOINING:
        raise ParseError(f"'{typed}' joins two equations", column, "write one of them, with '='")
    raise ParseError(f"this is not an equation: '{typed}'", column)


_JOINING: Final = ("=>", "→", "⇒", "⟹", "⇔", "⟺")


def _check_powers_of_ten(tokens: list[Token], names: Container[str]) -> None:
    """Refuse 2e-3 beside a letter e: it may be 2*e - 3."""
    for token in tokens:
        if token.kind == "number":
            found = re.fullmatch(r"(.*)([eE])([-+])(\d+).*", token.text, re.DOTALL)
            if found is not None and found[2] in names:
                first, letter, sign, rest = found.groups()
                hint = f"write {first}*10^({sign}{rest}) or {first}*{letter} {sign} {rest}"
                raise ParseError(f"'{token.text}' can be read in two ways", token.column, hint)


# -- LaTeX -----------------------------------------------------------------------------------------


def _command(name: str, text: str, start: int, end: int, tokens: list[Token]) -> int:
    """Append what a command of LaTeX stands for; return where it ends."""
    column = start + 1
    if name in latex.SKIPPED:
        return end
    if name in latex.SIZES:
        bar = _BAR.match(text, end)
        if bar is None or name not in latex.OPENING | latex.CLOSING:
            return end
        kind = "|(" if name in latex.OPENING else "|)"
        tokens.append(Token(kind, kind, column, bar.end()))
        return bar.end()
    if name in latex.SIGNS:
        kind = latex.SIGNS[name]
        sign = _BRACKETS.get(name, kind)
        tokens.append(Token(kind, sign, column, end))
    elif name in latex.FRACTIONS:
        tokens.append(Token("fraction", name, column, end))
        return _digits_of_fraction(text, end, tokens)
    elif name == "sqrt":
        tokens.append(Token("root", "√[" if _INDEX.match(text, end) else "√", column, end))
    elif name == "pi":
        tokens.append(Token("constant", "pi", column, end))
    elif name in latex.LETTERS:
        return words.symbol(latex.LETTERS[name], text, start, end, tokens)
    elif name in NAMES or name in SHORT_NAMES:
        return words.function(name, text, start, end, tokens)
    elif name in latex.NAMING:
        return _named(name, text, start, end, tokens)
    elif name in latex.REFUSED:
        sign = latex.REFUSED[name]
        if sign in _JOINING or sign in "<>≤≥≠≈":
            _refuse_comparison(sign, text[start:end], column)
        alphabet.refuse(sign, column)
    else:
        raise ParseError(f"the command '\\{name}' is not known", column)
    return end


_BRACKETS: Final = {"lbrace": "{", "rbrace": "}", "{": "{", "}": "}", "lbrack": "[", "rbrack": "]"}


def _digits_of_fraction(text: str, position: int, tokens: list[Token]) -> int:
    r"""Take the digits of \frac12 one by one, as LaTeX does."""
    for _ in range(2):
        digit = _DIGIT.match(text, position)
        if digit is None:
            break
        position = digit.end()
        tokens.append(numerals.whole(digit[1], digit.start(1) + 1, position))
    return position


def _named(command: str, text: str, start: int, end: int, tokens: list[Token]) -> int:
    r"""Read \operatorname{arsinh} and \mathrm{e}: a function, or a single letter."""
    match = _NAMED.match(text, end)
    if match is None:
        raise ParseError(f"the command '\\{command}' is not known here", start + 1)
    name = match[1]
    if len(name) == 1 and name.isascii():
        return words.symbol(name, text, start, match.end(), tokens)
    if name in NAMES or name in SHORT_NAMES:
        return words.function(name, text, start, match.end(), tokens)
    raise ParseError(f"the name '{name}' is not known", match.start(1) + 1)
