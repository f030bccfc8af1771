"""What goes wrong on the user's side of the door."""

from unicodedata import category


class UserError(ValueError):
    """A mistake of the user's, told in one sentence."""


def escaped(text: str) -> str:
    """Write a user's text so that nothing in it acts on a terminal: controls are escaped."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escape(each) if category(each) in _ACTING else each for each in text)


_ACTING = ("Cc", "Cf", "Cs", "Zl", "Zp")  # controls, formats such as bidi, lone surrogates, lines


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
