"""Numbers as people write them: 2.5 and 2,5, 1.5e-3, 1½, 30%; always exact."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.typed import ParseError, Token

NUMBER: Final = (
    r"(?:\d+(?:(?:[.,']|\{,\})\d+)+|\d+\.?|\.\d+)(?:[eE][-+]?\d+)?(?:[¼½¾⅐-⅞])?(?:\s*\\?[%‰])?"
    r"|[¼½¾⅐-⅞](?:\s*\\?[%‰])?"
)
"""A pattern of what may be one number; `read` says whether it is."""
_PARTS: Final = re.compile(
    r"(?P<digits>[\d.,']*)(?:[eE](?P<exponent>[-+]?\d+))?(?P<vulgar>[¼½¾⅐-⅞])?"
    r"(?:\s*\\?(?P<part>[%‰]))?"
)
_THOUSANDS: Final = re.compile(r"[1-9]\d?\d?,\d{3}")
_GROUPS: Final = re.compile(r"\d{1,3}(?:[.,']\d{3})+(?:[.,]\d+)?")
_PER: Final = {"%": 100, "‰": 1000}


def read(text: str, start: int, end: int) -> Token:
    """Make a token of a number; refuse what can be read in two ways."""
    plain = text[start:end].replace("{,}", ",")  # LaTeX's decimal comma
    if plain.isdecimal():
        return whole(plain, start + 1, end)
    token = Token("number", plain, start + 1, end)
    parts = _split(token.text)
    digits, exponent, column = parts["digits"] or "", parts["exponent"] or "", token.column
    num_digits = sum(map(str.isdigit, digits))
    is_long = len(exponent) > 9 or abs(int(exponent or 0)) > 2 * ar.MAX_DIGITS
    if num_digits > ar.MAX_DIGITS or is_long:
        raise ParseError(f"the number has more than {ar.MAX_DIGITS} digits", column)
    if len(re.findall("[.,']", digits)) > 1 or "'" in digits:
        hint = _without_separators(digits)
        raise ParseError(f"too many separators in '{digits}'", column, f"write {hint}")
    if _THOUSANDS.fullmatch(digits):
        plain, point = digits.replace(",", ""), digits.replace(",", ".")
        raise ParseError(f"'{digits}' can be read in two ways", column, f"write {plain} or {point}")
    if parts["vulgar"] and (exponent or not re.fullmatch(r"\d*", digits)):
        raise ParseError("a fraction behind a decimal", column, "a mixed number is 1½")
    if exponent[:1] in ("-", "+") and re.match(r"[^\W\d_]", text[end : end + 1]):
        apart = f"{digits}*{token.text[len(digits)]} {exponent[0]} {exponent[1:]}*{text[end]}"
        message = f"'{token.text}{text[end]}' can be read in two ways"
        raise ParseError(message, column, f"write {token.text}*{text[end]} or {apart}")
    return token


def _without_separators(digits: str) -> str:
    """Guess which number was meant: 1,234.5 has thousands and a decimal point."""
    if not _GROUPS.fullmatch(digits):
        return "one decimal point"
    *_, last = re.findall("[.,']", digits)
    before, _, behind = digits.rpartition(last)
    plain = re.sub("[.,']", "", before)
    return f"{plain}{behind}" if last in before or last == "'" else f"{plain}.{behind}"


def whole(digits: str, column: int, end: int) -> Token:
    """Make a token of digits alone."""
    if len(digits) > ar.MAX_DIGITS:
        raise ParseError(f"the number has more than {ar.MAX_DIGITS} digits", column)
    return Token("number", digits, column, end)


def value(text: str) -> Fraction:
    """Return the number that a token of `read` stands for."""
    if text.isdecimal():
        return Fraction(int(text))
    parts = _split(text)
    before, _, behind = (parts["digits"] or "0").replace(",", ".").partition(".")
    number = Fraction(int(before + behind or "0"), 10 ** len(behind))
    number *= Fraction(10) ** int(parts["exponent"] or 0)
    if parts["vulgar"]:
        above, _, below = unicodedata.normalize("NFKC", parts["vulgar"]).partition("\u2044")
        number += Fraction(int(above), int(below))
    return number / _PER.get(parts["part"] or "", 1)


def has_decimals(text: str) -> bool:
    """Whether a number is written with a point, a comma or a power of ten, and is not whole."""
    parts = _split(text)
    return not parts["part"] and not parts["vulgar"] and value(text).denominator != 1


def is_percentage(text: str) -> bool:
    return _split(text)["part"] is not None


def _split(text: str) -> dict[str, str | None]:
    match = _PARTS.fullmatch(text)
    assert match is not None, text
    return match.groupdict()
