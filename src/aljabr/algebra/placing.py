"""What stands beside what: cos x (2 sin x - 1), sin x/2, 5 2^x, 1 1/2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from aljabr.algebra.typed import ParseError, Token


@dataclass(frozen=True)
class Place:
    """A piece of a text."""

    text: str
    tokens: Sequence[Token]
    position: int

    def is_power_apart(self) -> bool:
        """Whether this is a power of a number behind a blank, and so a factor: 5 2^x, a 2^x."""
        before, token = self.tokens[self.position - 1 : self.position + 1]
        if token.kind != "number" or before.end == token.column - 1:
            return False
        digits = self.typed()
        if before.kind == "number" and (len(digits) == 3 or not digits.isdecimal()):
            return False  # 10 000^2, 1 ½^2
        return self.tokens[self.position + 1].kind in ("^", "superscript")

    def typed(self, ahead: int = 0) -> str:
        """Return what was typed here, or some places further on."""
        token = self.tokens[self.position + ahead]
        return self.text[token.column - 1 : token.end]

    def bracketed(self) -> Iterator[Token]:
        """Yield the tokens of the bracket."""
        depth = 0
        for token in self.tokens[self.position :]:
            depth += (token.kind == "(") - (token.kind == ")")
            yield token
            if depth == 0:
                return


def ends_argument(place: Place, start: int, unknown: str) -> bool:
    """Whether a bracket stands beside the function: cos x (2 sin x - 1), not sin 2(x + 1).

    It does, if there is a function in it, or it stands apart from the unknown; else it may belong
    to the argument, which begins at column `start`.
    """
    before, token = place.tokens[place.position - 1 : place.position + 1]
    if before.kind == "number" and place.tokens[place.position - 2].kind != "^":
        return False
    is_apart = before.end < token.column - 1 and before.text == unknown
    if is_apart or any(each.kind == "function" for each in place.bracketed()):
        return True
    inner = place.text[start - 1 : before.end]
    message = f"'{inner}(...' can be read in two ways"
    hint = f"write ({inner})*(...) or ({inner}*(...)) behind the function"
    raise ParseError(message, token.column, hint)


def refuse_number(place: Place) -> NoReturn:
    """Say how to write a number behind another one, or behind a letter."""
    before, token = place.tokens[place.position - 1 : place.position + 1]
    if before.kind != "number":
        message = f"unexpected '{place.typed()}'"
        raise ParseError(message, token.column, "write * before a number")
    first, second = place.typed(-1), place.typed()
    hint = f"write {first}*{second} or {first}{second}"
    if place.tokens[place.position + 1].kind == "/":  # 1 1/2
        second += f"/{place.typed(2)}"
        hint = f"write {first} + {second} or {first}*{second}"
    raise ParseError("two numbers side by side", token.column, hint)


def refuse_slash(text: str, tokens: list[Token], position: int, start: int) -> None:
    """Refuse sin x/2, typed without blanks: it may be sin(x/2), or half of sin(x)."""
    before, slash, after = tokens[position - 1 : position + 2]
    if after.kind == "number" and before.end == slash.column - 1 and slash.end == after.column - 1:
        inside, number = text[start - 1 : before.end], text[after.column - 1 : after.end]
        hint = f"put brackets: ({inside}/{number}) or ({inside})/{number}"
        raise ParseError(f"'{inside}/{number}' can be read in two ways", start, hint)
