"""What a person typed, in LaTeX, as it stands: nothing is multiplied out, collected or reordered.

Reading an equation simplifies it, and an exercise must not lose its first steps by being shown.
Only common notations are set; of anything else None is returned, and the text is shown as it is.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from aljabr.algebra.lexer import tokenize
from aljabr.algebra.printing import symbol_latex
from aljabr.algebra.typed import ParseError, Token

_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_FUNCTIONS: Final = {
    **{name: f"\\{name}" for name in ("sin", "cos", "tan", "ln", "log", "exp")},
    **{f"{arc}{name}": f"\\arc{name}" for arc in ("a", "arc") for name in ("sin", "cos", "tan")},
}
_SIGNS: Final = {"+": "+", "-": "-", "=": "=", "*": r"\cdot"}


class _Strange(Exception):
    """A notation that is not set."""


class _Piece(NamedTuple):
    """A piece of LaTeX, and what it is without its brackets."""

    latex: str
    inside: str
    is_operand: bool = True


def typed_latex(text: str) -> str | None:
    """Write an equation in LaTeX as it was typed; None if it has a notation that is not set."""
    try:
        reader = _Reader(tokenize(text))
        found = reader.row("end")
    except (ParseError, _Strange):
        return None
    return found


class _Reader:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.position = 0

    @property
    def kind(self) -> str:
        return self.tokens[self.position].kind

    def take(self, kind: str | None = None) -> Token:
        token = self.tokens[self.position]
        if kind is not None and token.kind != kind:
            raise _Strange
        self.position += 1
        return token

    def row(self, end: str) -> str:
        """Read up to a token of some kind, which is taken."""
        pieces: list[_Piece] = []
        while self.kind != end:
            if self.kind in _SIGNS:
                sign = _SIGNS[self.take().kind]
                pieces.append(_Piece(sign, sign, is_operand=False))
            elif self.kind == "/":
                self.take()
                if not pieces or not pieces[-1].is_operand:
                    raise _Strange
                below = self.factor()
                fraction = rf"\frac{{{pieces.pop().inside}}}{{{below.inside}}}"
                pieces.append(_Piece(fraction, fraction))
            else:
                pieces.append(self.factor())
        if not pieces or not pieces[-1].is_operand:  # a bar that opens within bars, say
            raise _Strange
        self.take()
        return " ".join(piece.latex for piece in pieces)

    def factor(self) -> _Piece:
        """Read an atom with its power."""
        piece = self.atom()
        if self.kind == "superscript":
            latex = f"{piece.latex}^{{{self.take().text}}}"
        elif self.kind == "^":
            self.take()
            sign = "-" if self.kind == "-" and self.take() else ""
            latex = f"{piece.latex}^{{{sign}{self.atom().inside}}}"
        else:
            return piece
        if self.kind in ("^", "superscript", "degree"):
            raise _Strange
        return _Piece(latex, latex)

    def atom(self) -> _Piece:
        token = self.take()
        if token.kind == "number" and _NUMBER.fullmatch(token.text):
            return _Piece(token.text, token.text)
        if token.kind == "symbol":
            letter = symbol_latex(token.text)
            return _Piece(letter, letter)
        if token.kind == "constant":
            name = r"\pi" if token.text == "pi" else token.text
            return _Piece(name, name)
        if token.kind == "(" and token.text == "(":
            inside = self.row(")")
            return _Piece(rf"\left({inside}\right)", inside)
        if token.kind == "|":
            return self.enclosed(r"\left|{}\right|", "|")
        if token.kind == "function" and self.kind == "(":
            self.take()
            if token.text == "sqrt":
                return self.enclosed(r"\sqrt{{{}}}", ")")
            if token.text == "abs":
                return self.enclosed(r"\left|{}\right|", ")")
            if token.text in _FUNCTIONS:
                return self.enclosed(_FUNCTIONS[token.text] + r"\left({}\right)", ")")
        raise _Strange

    def enclosed(self, form: str, end: str) -> _Piece:
        latex = form.format(self.row(end))
        return _Piece(latex, latex)
