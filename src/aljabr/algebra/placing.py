"""Where a bracket belongs that stands behind a function without brackets: cos x (2 sin x - 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aljabr.algebra.typed import ParseError, Token


@dataclass(frozen=True)
class Place:
    """A bracket in a text."""

    text: str
    tokens: Sequence[Token]
    position: int

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


def refuse_slash(text: str, tokens: list[Token], position: int, start: int) -> None:
    """Refuse sin x/2, typed without blanks: it may be sin(x/2), or half of sin(x)."""
    before, slash, after = tokens[position - 1 : position + 2]
    if after.kind == "number" and before.end == slash.column - 1 and slash.end == after.column - 1:
        inside, number = text[start - 1 : before.end], text[after.column - 1 : after.end]
        hint = f"put brackets: ({inside}/{number}) or ({inside})/{number}"
        raise ParseError(f"'{inside}/{number}' can be read in two ways", start, hint)
