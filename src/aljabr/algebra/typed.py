"""What was typed: a piece of it with its place, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from aljabr.errors import UserError, escaped


class ParseError(UserError):
    """A mistake in the text: what, in which column if it has one, and how to write it instead.

    Of a text of several lines, the line is told as well.
    """

    def __init__(
        self, message: str, column: int | None = None, hint: str = "", line: int | None = None
    ) -> None:
        message, hint = escaped(message), escaped(hint)  # they quote what was typed
        place = "" if line is None else f" in line {line}"
        place += "" if column is None else f" at column {column}"
        super().__init__(f"{message}{place}: {hint}" if hint else message + place)
        self.message = message
        self.column = column
        self.hint = hint
        self.line = line

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, int | None, str, int | None]]:
        return ParseError, (self.message, self.column, self.hint, self.line)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text that means something."""

    kind: str
    """number, symbol, constant, function, base, superscript, degree, root, fraction, end; `(` and
    `)` for every bracket, `|(` and `|)` for a bar that says its side; else the sign itself."""
    text: str
    column: int
    end: int
    """Where it ends in the text; what was typed is `text[column - 1 : end]`."""
