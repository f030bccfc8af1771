"""Characters to tokens: the alphabet of what people type, and where letters part.

Words are cut into functions, `pi`, Greek letters and one-letter symbols; characters that mean the
same are mapped one for one, so that a column is always the reader's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NoReturn

from aljabr.algebra import arithmetic as ar
from aljabr.errors import UserError

MAX_CHARACTERS: Final = 5_000


class ParseError(UserError):
    """A mistake in the text, with the column where it was seen if it has one."""

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message if column is None else f"{message} at column {column}")
        self.message = message
        self.column = column

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, int | None]]:
        return ParseError, (self.message, self.column)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text that means something."""

    kind: str  # number, symbol, constant, function, base, superscript, end, or the sign itself
    text: str
    column: int


_FUNCTION_WORDS: Final = (
    "arcsin arccos arctan asin acos atan sqrt cbrt sinh cosh tanh cosec cotan sin cos tan sec csc"
    " cot exp log abs ln"
).split()
_GREEK: Final = (
    "alpha beta gamma delta epsilon zeta theta kappa lambda omega sigma rho tau phi psi mu nu xi"
).split()
_NOT_TREATED: Final = (
    "arcsinh arccosh arctanh asinh acosh atanh coth sech csch arcsec arccsc arccot asec acsc acot"
    " floor ceil round trunc sign sgn min max mod gcd lcm factorial erf root sqr pow lim sum"
).split()
"""Names that, read letter by letter, would give another equation than the one that was meant."""
_SAME: Final[dict[int, str]] = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width forms
    **dict.fromkeys(map(ord, "−–—‐‑‒﹣"), "-"),
    **dict.fromkeys(map(ord, "·×⋅∗•∙✕"), "*"),
    **dict.fromkeys(map(ord, "÷∕⁄:∶"), "/"),
    **dict.fromkeys((*range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFEFF), " "),  # invisible
}
"""Characters that mean the same, one for one, so that columns stay."""
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_COMPARISONS: Final = "<>≤≥≠≈"
_NO_LETTERS: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹₀-₉¼½¾⅐-⅞"
_PATTERN: Final = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<number>\d+\.\d*|\.\d+|\d+)"
    r"|(?P<fraction>[¼½¾⅐-⅞])"
    r"|(?P<superscript>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    r"|(?P<power>\*\*|\^)"
    r"|(?P<sign>[-+*/=,|])"
    r"|(?P<open>[(\[{])"
    r"|(?P<close>[)\]}])"
    r"|(?P<root>[√∛])"
    rf"|(?P<word>[^\W\d_{_NO_LETTERS}]+)",
)
_SUBSCRIPT: Final = re.compile(rf"_(\d+|[^\W\d_{_NO_LETTERS}]+)|([₀-₉]+)")
_LOG_BASE: Final = re.compile(rf"_(\d+|[^\W\d_{_NO_LETTERS}])|([₀-₉]+)|(\d+)(?=\s*\()")


_KINDS: Final = {"power": "^", "root": "root", "open": "(", "close": ")"}
CLOSING: Final = {"(": ")", "[": "]", "{": "}", "|": "|"}


def tokenize(text: str) -> list[Token]:
    """Cut a text into tokens, the last of them `end`."""
    if len(text) > MAX_CHARACTERS:
        raise ParseError(f"the text is longer than {MAX_CHARACTERS:,} characters", MAX_CHARACTERS)
    plain = text.translate(_SAME)
    tokens: list[Token] = []
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
            tokens.append(_number(piece, column))
        elif kind == "fraction":
            tokens.append(Token("number", piece, column))
        elif kind == "superscript":
            tokens.append(Token("superscript", piece.translate(_SUPERSCRIPTS), column))
        elif kind in _KINDS:
            tokens.append(Token(_KINDS[kind], piece, column))
        else:
            tokens.append(Token(piece, piece, column))
    tokens.append(Token("end", "", len(text) + 1))
    if len(tokens) == 1:
        raise ParseError("the equation is empty", 1)
    return tokens


def _end(token: Token) -> int:
    return token.column - 1 + len(token.text)


def _number(text: str, column: int) -> Token:
    if len(text) > ar.MAX_DIGITS:
        raise ParseError(f"the number has more than {ar.MAX_DIGITS} digits", column)
    return Token("number", text, column)


def _reject_character(character: str, column: int) -> NoReturn:
    if character in _COMPARISONS:
        raise ParseError(f"this is not an equation: '{character}'", column)
    if character == "±":
        raise ParseError("'±' stands for two equations: solve them one by one", column)
    raise ParseError(f"unexpected {character!r}", column)


def _split_word(text: str, start: int, end: int, tokens: list[Token]) -> int:
    """Cut a run of letters into functions, constants and one-letter symbols; return its end."""
    position = start
    is_call = text.startswith("(", end)
    while position < end:
        column = position + 1
        if end - position < 10 and text[position:end].lower() in _NOT_TREATED and is_call:
            raise ParseError(f"the function {text[position:end]} is not known", column)
        function = None
        if end - position > 1:  # no function is one letter
            function = next((w for w in _FUNCTION_WORDS if _spells(text, position, w)), None)
        if function is not None:
            tokens.append(Token("function", function, column))
            position += len(function)
        elif text.startswith(("pi", "π"), position):
            tokens.append(Token("constant", "pi", column))
            position += 1 if text[position] == "π" else 2
        else:
            if not text[position].isalpha():
                _reject_character(text[position], column)
            word = next((g for g in _GREEK if text.startswith(g, position)), text[position])
            position += len(word)
            subscript = _SUBSCRIPT.match(text, position)
            if subscript is not None:
                word += f"_{_last_group(subscript)}"
                position = end = subscript.end()
            tokens.append(Token("symbol", word, column))
    if tokens[-1].text == "log":
        return _take_log_base(text, end, tokens)
    return end


def _spells(text: str, position: int, word: str) -> bool:
    """Whether a function's name stands here: sin, Sin, or SIN."""
    piece = text[position : position + len(word)]
    return piece in (word, word.capitalize()) or (piece == word.upper() and len(word) > 2)


def _last_group(match: re.Match[str]) -> str:
    return match.group(match.lastindex or 0).translate(_SUBSCRIPTS)


def _take_log_base(text: str, position: int, tokens: list[Token]) -> int:
    """Read the base of log2(x), log_3 x, log_b x; return where it ends."""
    base = _LOG_BASE.match(text, position)
    if base is None:
        return position
    name, column = _last_group(base), position + 1
    if name != "e":
        tokens.append(Token("base", name, column))
        tokens.append(_number(name, column) if name.isdigit() else Token("symbol", name, column))
    return base.end()
