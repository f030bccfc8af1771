"""Runs of letters: functions, constants, Greek letters, products of letters, or a word.

The rule. A run of up to three letters is their product. A longer one, or three letters right before
a bracket, is a word and refused, unless it holds names (functions, `pi`, Greek letters) with no
more than two letters in a row beside them: `xsinx`, `2pirh`. What can be read in two ways is
refused with both: `tgx`, `log2x`, `spin`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from aljabr.algebra import alphabet, latex, numerals
from aljabr.algebra.alphabet import GREEK, LETTER
from aljabr.algebra.functions import INVERSES, NAMES, SHORT_NAMES
from aljabr.algebra.typed import ParseError, Token

MAX_LETTERS: Final = 3
"""Letters side by side that are a product; beside a name, one less."""


class Piece(NamedTuple):
    """A part of a run: a function, a constant or a symbol."""

    kind: str
    name: str
    typed: str

    @property
    def is_letter(self) -> bool:
        """Whether it is a single letter that may be part of a word; a Greek one is not."""
        return self.kind == "symbol" and len(self.typed) == 1 and self.typed not in GREEK


class Refusal(NamedTuple):
    """Why a run is not read, what to write instead, and where in the run that is seen."""

    message: str
    hint: str
    offset: int = 0


def _ambiguous(run: str, *readings: str) -> Refusal:
    return Refusal(f"'{run}' can be read in two ways", f"write {' or '.join(readings)}")


# -- the names -------------------------------------------------------------------------------------

_INSIDE: Final = sorted(NAMES - {"arsh", "arch", "arth"}, key=len, reverse=True)
"""Functions that are also found within a run, longest first."""
_INVERSES: Final = sorted((a for a in NAMES if a[0] == "a" and a[1:] in NAMES), key=len)[::-1]
_SHORT: Final = {
    **{name: name for name in SHORT_NAMES},
    **{"LN": "ln", "LG": "lg", "Lg": "lg", "Tg": "tg", "TG": "tg", "Ctg": "ctg", "CTG": "ctg"},
}
_PI: Final = ("pi", "π", "Pi", "PI")
_ALONE: Final = frozenset("eta chi iota upsilon mu nu xi".split())
"""Greek letters that are not looked for within a run."""
_GREEK_INSIDE: Final = sorted(
    (name for name in GREEK.values() if name not in _ALONE and name.islower()),
    key=len,
    reverse=True,
)
_TWO_LETTER_GREEK: Final = ("mu", "nu", "xi")
ARCCOT: Final = ("arccot has two meanings", "write atan(1/x) or pi/2 - atan(x)")
_ARCCOT_NAMES: Final = frozenset("acot arccot arcctg arccotg actg".split())
_INSTEAD: Final = {
    **{"plus": "+", "minus": "-", "times": "*", "over": "/", "divided": "/", "of": "*"},
    **{"equals": "=", "equal": "=", "is": "=", "squared": "^2", "cubed": "^3", "sqr": "^2"},
    **{"half": "1/2", "twice": "2*", "double": "2*", "percent": "%", "pow": "^", "root": "sqrt"},
    **dict.fromkeys(("deg", "degree", "degrees"), "°"),
    **{word: str(n) for n, word in enumerate("zero one two three four five six".split())},
    **{word: str(n) for n, word in enumerate("seven eight nine ten".split(), start=7)},
    **{"sine": "sin", "sinus": "sin", "cosine": "cos", "cosinus": "cos", "tangent": "tan"},
    **{"logarithm": "log"},
}
"""Words, with what to write instead."""
_WORDS: Final = frozenset(
    "if or to and the for let add all not are has get per cost costs sing sink since tank"
    " using logs".split()
)
"""Short words, and words that begin like a function."""
_UNKNOWN_FUNCTIONS: Final = frozenset(
    "floor ceil round trunc sign sgn min max mod gcd lcm factorial erf lim sum det arg".split()
)


def _whole(run: str) -> Piece | None:
    """Read a run as one name."""
    lower = run.lower()
    if lower in NAMES and run in _spellings(lower):
        return Piece("function", lower, run)
    if run in _PI:
        return Piece("constant", "pi", run)
    return Piece("symbol", run, run) if run in _GREEK_NAMES else None


def _spellings(name: str) -> tuple[str, ...]:
    """Return how a function is written: sin, Sin, SIN; but Acos may be A*cos."""
    if name in _INVERSES:
        return name, name.upper()
    return (name, name.capitalize(), name.upper()) if len(name) > 2 else (name, name.capitalize())


_GREEK_NAMES: Final = frozenset(GREEK.values())


# -- cutting ---------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _cut(run: str) -> tuple[Piece, ...] | Refusal:
    """Cut a run into names and letters, or say why not."""
    if len(run) == 1:
        return _letter(run, 0)
    whole = _whole(run)
    if whole is not None:
        return (whole,)
    refusal = _refused_at_sight(run)
    if refusal is not None:
        return refusal
    pieces: list[Piece] = []
    position = 0
    while position < len(run):
        piece = _name_at(run, position)
        if isinstance(piece, Refusal):
            return piece
        if piece is None:
            letter = _letter(run, position)
            if isinstance(letter, Refusal):
                return letter
            (piece,) = letter
        pieces.append(piece)
        position += len(piece.typed)
    return _refused_letters(run, pieces) or tuple(pieces)


def _refused_at_sight(run: str) -> Refusal | None:
    lower = run.lower()
    word = lower if len(run) > 2 else run  # IS is a product
    if lower in _ARCCOT_NAMES:
        return Refusal(*ARCCOT)
    if word in _INSTEAD:
        return _instead(run, _INSTEAD[word])
    if lower in _UNKNOWN_FUNCTIONS:
        return Refusal(f"the function {run} is not known", _or_product(run))
    if word in _WORDS:
        return _unknown_word(run)
    name, last = run[:-1], run[-1]
    if name in _SHORT or name in ("PI", "Pi"):
        called = f"{name}({last})" if name in _SHORT else f"{name}*{last}"
        return _ambiguous(run, called, "*".join(run))
    latin = run.translate(alphabet.LATIN_TWINS)
    if latin != run and _whole(latin) is not None:
        other = next(each for each, plain in zip(run, latin, strict=True) if each != plain)
        return Refusal(f"'{run}' holds {alphabet.script(other)} letters", f"write {latin}")
    return None


def _name_at(run: str, position: int) -> Piece | Refusal | None:
    """Return the name that starts here; of functions, only one that no other overlaps."""
    inverse = next((n for n in _INVERSES if run.startswith(n.capitalize(), position)), None)
    if inverse is not None:
        return _ambiguous(run, f"A*{inverse[1:]}(...)", f"{inverse}(...)")
    function = _function_at(run, position)
    if function is not None:
        end = position + len(function)
        for start in range(position + 1, end):
            other = _function_at(run, start)
            if other is not None and len(other) > 2 and start + len(other) > end:
                return Refusal(f"'{run}' can be read in two ways", "put * between its parts")
        return Piece("function", function, run[position:end])
    if run.startswith(("pi", "π"), position):
        typed = "π" if run[position] == "π" else "pi"
        return Piece("constant", "pi", typed)
    greek = next((name for name in _GREEK_INSIDE if run.startswith(name, position)), None)
    return None if greek is None else Piece("symbol", greek, greek)


def _function_at(run: str, position: int) -> str | None:
    for name in _INSIDE:
        if run[position : position + len(name)] in _spellings(name):
            return name
    return None


def _letter(run: str, position: int) -> tuple[Piece] | Refusal:
    letter = run[position]
    if letter == "π":
        return (Piece("constant", "pi", letter),)
    if unicodedata.decomposition(letter).startswith("<super>"):
        plain = unicodedata.normalize("NFKC", letter)
        return Refusal(f"'{letter}' is not read", f"write ^{plain}", position)
    if not letter.isalpha():
        return Refusal("", "", position)
    return (Piece("symbol", letter, letter),)


def _refused_letters(run: str, pieces: list[Piece]) -> Refusal | None:
    """Look at the letters between the names: too many of them are a word."""
    position = 0
    for number, piece in enumerate(pieces):
        before = number > 0 and pieces[number - 1].is_letter
        after = number + 1 < len(pieces) and pieces[number + 1].is_letter
        if piece.typed == "pi" and before and after:
            parts = (*run[:position], "pi", *run[position + 2 :])
            return _ambiguous(run, "*".join(parts), "*".join(run))
        position += len(piece.typed)
    marks = "".join("x" if piece.is_letter else " " for piece in pieces)
    spelled = [not piece.is_letter and piece.typed.isascii() for piece in pieces]
    for stretch in re.finditer("x+", marks):
        start, end = stretch.span()
        beside = any(spelled[max(start - 1, 0) : end + 1])
        if end - start > MAX_LETTERS - beside:
            return _unknown_word(run)
        letters = "".join(piece.typed for piece in pieces[start:end])
        for name in _TWO_LETTER_GREEK:
            if name in letters:
                first, _, rest = letters.partition(name)
                return _ambiguous(letters, "*".join((*first, name, *rest)), "*".join(letters))
    return None


def _unknown_word(run: str) -> Refusal:
    short = run if len(run) <= 20 else f"{run[:20]}..."
    return Refusal(f"the word '{short}' is not known", _or_product(run))


def _instead(run: str, hint: str) -> Refusal:
    return Refusal(f"the word '{run}' is not read", f"write {hint}")


def _or_product(run: str) -> str:
    if len(run) > 6:
        return "for a product put * between the letters"
    product = f"for a product write {'*'.join(run)}"
    name = _function_at(run, 0)
    if name is not None and run not in NAMES:
        return f"write {name}({run[len(name) :]}); {product}"
    if run.startswith(_TWO_LETTER_GREEK):
        return f"write {'*'.join((run[:2], *run[2:]))}; {product}"
    return product


# -- in the text -----------------------------------------------------------------------------------

_COMMAND = rf"\\(?:{'|'.join(sorted(latex.OPERANDS, key=len, reverse=True))})(?![A-Za-z])"
_OPERAND: Final = rf"(?:[^\W_⁰¹²³⁴-⁹]|[(\[{{√∛∜]|{_COMMAND})"
_POWER = r"(?>\s*(?:\^\s*(?>-?\d+|\{[^{}]*\}|\([^()]*\))|[⁻⁺]?[⁰¹²³⁴-⁹]+))"
_ARGUMENT: Final = re.compile(rf"{_POWER}?\s*{_OPERAND}")
_BAR: Final = re.compile(r"\s*\|")
_CALL: Final = re.compile(r"(?:\\left\s*)?\(")
_BRACKET: Final = re.compile(r"(?:\\left\s*)?[(\[{]")
_FUNCTION_CALL: Final = re.compile(rf"(?:\\left\s*)?\(\s*(?:{LETTER}|[\d.,]+)\s*(?:\\right\s*)?\)")
_SUBSCRIPT: Final = re.compile(
    rf"_(\d+|{LETTER}+)"
    rf"|_\{{\s*(?:(\d+)|\\?({LETTER}+))\s*\}}"
    rf"|_\{{\s*\\(?:{'|'.join(latex.NAMING)})\s*\{{\s*(\d+|{LETTER}+)\s*\}}\s*\}}"
    rf"|([₀-₉]+|[{alphabet.SUBSCRIPT_LETTERS}]+)"
)
_LOG_BASE: Final = re.compile(rf"_(\d+|{LETTER})|_\{{\s*(\d+|{LETTER})\s*\}}|([₀-₉]+)|_(?=[{{(])")
_ROOT_BASE: Final = re.compile(r"_(sqrt\s*\(|[√∛∜])")
_MINUS_ONE: Final = re.compile(rf"-1(?![\d.,])\s*{_OPERAND}")
_GLUED_BASE: Final = re.compile(r"(\d+)(?![.,]?\d)")


def read(text: str, start: int, end: int, tokens: list[Token]) -> int:
    """Append the tokens of a run of letters; return where it ends, with what belongs to it."""
    run = text[start:end]
    if run in ("ld", "lb") and _takes_argument(text, start, end):
        hint = f"write log_2(...) or {run[0]}*{run[1]}"
        raise ParseError(f"'{run}' can be read in two ways", start + 1, hint)
    if run in _SHORT and _takes_argument(text, start, end):
        return function(_SHORT[run], text, start, end, tokens)
    is_call = _CALL.match(text, end) is not None
    cut = _cut(run)
    if isinstance(cut, Refusal):
        if not cut.message:
            alphabet.refuse(run[cut.offset], start + cut.offset + 1)
        raise ParseError(cut.message, start + cut.offset + 1, cut.hint)
    if is_call:
        _check_call(text, start, end, cut)
    position = start
    for piece in cut:
        after = position + len(piece.typed)
        if piece.kind == "function":
            after = function(piece.name, text, position, after, tokens)
        elif piece.kind == "constant":
            tokens.append(Token("constant", piece.name, position + 1, after))
        else:
            after = symbol(piece.name, text, position, after, tokens)
        position = after
    return position


def _check_call(text: str, start: int, end: int, pieces: tuple[Piece, ...]) -> None:
    """Refuse foo(x) and f(x), which are no products."""
    run = text[start:end]
    if len(pieces) >= MAX_LETTERS and all(piece.is_letter for piece in pieces):
        hint = f"for a product write {'*'.join(run)}*(...)"
        raise ParseError(f"the function {run} is not known", start + 1, hint)
    name = pieces[-1].typed
    if name in ("f", "g", "h") and _FUNCTION_CALL.match(text, end):
        raise ParseError(f"the function {name} is not known", end, f"for a product write {name}*")


def symbol(name: str, text: str, start: int, end: int, tokens: list[Token]) -> int:
    """Append a symbol with the subscript that follows; return where it ends."""
    subscript = _SUBSCRIPT.match(text, end)
    if subscript is not None:
        name, end = f"{name}_{_last_group(subscript)}", subscript.end()
    elif text.startswith("_", end) and not text.startswith("__", end):
        raise ParseError("a subscript is a number or letters", end + 1, "write x_1 or x_max")
    tokens.append(Token("symbol", name, start + 1, end))
    return end


def function(name: str, text: str, start: int, end: int, tokens: list[Token]) -> int:
    """Append a function, a logarithm with the base that follows; return where it ends."""
    if name in INVERSES and _MINUS_ONE.match(text, end):
        typed = text[start:end]
        hint = f"write {typed}^-1(...) or {typed}(-1*...)"
        raise ParseError(f"'{typed}-1' can be read in two ways", start + 1, hint)
    tokens.append(Token("function", name, start + 1, end))
    if name == "lg":
        tokens.append(Token("base", "", end + 1, end))
        tokens.append(Token("number", "10", end + 1, end))
    return _take_base(text, end, tokens) if name == "log" else end


def _take_base(text: str, position: int, tokens: list[Token]) -> int:
    """Read the base of log2(x), log10 x, log_3 x, log_b x, log_(1/2)(x); return where it ends."""
    if _ROOT_BASE.match(text, position):
        tokens.append(Token("base", "", position + 1, position + 1))
        return position + 1
    base = _LOG_BASE.match(text, position) or _glued_base(text, position)
    if base is None:
        return position
    end = base.end()
    name = _last_group(base) if base.lastindex else ""
    if name == "e":
        return end
    tokens.append(Token("base", "", position + 1, position + 1))
    if name.isdecimal():
        tokens.append(numerals.whole(name, position + 1, end))
    elif name:
        _append_letter(name, position + 1, end, tokens)
    return end


def _append_letter(name: str, column: int, end: int, tokens: list[Token]) -> None:
    letter = _letter(name, 0)
    if isinstance(letter, Refusal):
        raise ParseError(letter.message or f"unexpected '{name}'", column, letter.hint)
    tokens.append(Token(letter[0].kind, letter[0].name, column, end))


def _glued_base(text: str, position: int) -> re.Match[str] | None:
    """Match the digits right behind a logarithm if they are its base: log2(x), log10 x."""
    digits = _GLUED_BASE.match(text, position)
    if digits is None:
        return None
    end, number = digits.end(), digits.group()
    if _BRACKET.match(text, end):
        return digits
    if text[end : end + 1].isspace() or text.startswith("|", end):
        return digits if _takes_argument(text, position, end, power=False) else None
    if _ARGUMENT.match(text, end) or text.startswith(("^", "**"), end):
        message = f"'log{number}' can be read in two ways"
        raise ParseError(message, position + 1, f"write log_{number}(...) or log({number}...)")
    return None


def _takes_argument(text: str, start: int, end: int, power: bool = True) -> bool:
    """Whether an operand follows, as behind the name of a function."""
    if _BAR.match(text, end):
        return text.count("|", 0, start) % 2 == 0  # it opens, or closes what has been opened
    if not power and _BARE_POWER.match(text, end):
        return False
    return _ARGUMENT.match(text, end) is not None


_BARE_POWER: Final = re.compile(r"\s*[\^⁰¹²³⁴-⁹⁻⁺]")


def _last_group(match: re.Match[str]) -> str:
    return match.group(match.lastindex or 0).translate(alphabet.SUBSCRIPTS)
