"""The characters that people type: which mean the same, which only look it, which are refused."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import Final, NoReturn

from aljabr.algebra.typed import ParseError

_KEPT = "ℓℵℶℷℸϖ"  # letters of their own


def _plain_letters() -> dict[int, str]:
    """Map mathematical letters and digits to plain ones: 𝑥 is x, 𝟛 is 3, µ is μ, ϕ is φ."""
    codes = (*range(0x1D400, 0x1D800), *range(0x2100, 0x2150), *range(0x3D0, 0x400), 0xB5)
    plain = {code: unicodedata.normalize("NFKC", chr(code)) for code in codes}
    return {
        code: letter
        for code, letter in plain.items()
        if len(letter) == 1 and letter.isalnum() and chr(code) not in _KEPT
    }


SAME: Final[dict[int, str]] = {
    **_plain_letters(),
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width forms
    **dict.fromkeys(map(ord, "−–—‐‑‒﹣"), "-"),
    **dict.fromkeys(map(ord, "·×⋅∗•∙✕"), "*"),
    **dict.fromkeys(map(ord, "÷∕⁄"), "/"),
    **dict.fromkeys(map(ord, "º˚∘"), "°"),
    **dict.fromkeys(map(ord, "∶："), ":"),
    **dict.fromkeys(map(ord, "＝﹦"), "="),
    **dict.fromkeys(map(ord, "‘’′ʹʼ＇"), "'"),
    ord("٫"): ".",
    **dict.fromkeys(  # invisible
        (*range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFEFF, 0x115F, 0x1160, 0x3164, 0xFFA0),
        " ",
    ),
}
"""Characters that mean the same, one for one, so that columns stay."""
SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789aehijklmnoprstuvx")
SUBSCRIPT_LETTERS: Final = "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
LETTER: Final = rf"[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹₀-₉¼½¾⅐-⅞{SUBSCRIPT_LETTERS}]"
"""A pattern of one letter."""

LATIN_TWINS: Final = str.maketrans(
    "аеорсхуіјѕһԁԛԝАВЕКМНОРСТХУІЈЅ" "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο" "ıɑɡ",
    "aeopcxyijshdqwABEKMHOPCTXYIJS" "ABEZHIKMNOPTYXo" "iag",
)  # fmt: skip
"""Letters of other alphabets, with the Latin ones that they look like."""
GREEK: Final = dict(
    zip(
        "αβγδεζηθικλμνξρστυφχψωΓΔΘΛΣΥΦΨΩ",
        (
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma"
            " tau upsilon phi chi psi omega Gamma Delta Theta Lambda Sigma Upsilon Phi Psi Omega"
        ).split(),
        strict=True,
    )
)
"""Greek letters and their names."""


def check_letters(columns: Mapping[str, int]) -> None:
    """Refuse letters that a reader cannot tell apart: х beside x, and α beside alpha.

    Args:
        columns: the names of the symbols, each with the column where it is first seen.
    """
    letters = {name.partition("_")[0] for name in columns}
    characters = {each for name in columns for each in name if each.isalpha()}
    twins = Counter(each.translate(LATIN_TWINS) for each in characters)
    for name, column in sorted(columns.items(), key=lambda item: item[1]):
        letter = name.partition("_")[0]
        if GREEK.get(letter) in letters:
            word = GREEK[letter]
            raise ParseError(f"'{letter}' and '{word}' are one letter", column, "write one of them")
        for each in name:
            twin = each.translate(LATIN_TWINS)
            if twin != each and (twins[twin] > 1 or any(map(str.isascii, characters))):
                message = f"the letter '{each}' ({script(each)}) looks like '{twin}'"
                raise ParseError(message, column, f"write {twin} or another letter")


def script(letter: str) -> str:
    """Name the alphabet of a letter."""
    return unicodedata.name(letter).split()[0].capitalize()


def refuse(character: str, column: int) -> NoReturn:
    """Say why a character has no place in an equation."""
    if character in _REASONS:
        message, hint = _REASONS[character]
        raise ParseError(message, column, hint)
    if unicodedata.category(character)[0] == "M":
        name = unicodedata.name(character, "of a letter").lower()
        raise ParseError(f"the mark '{name}' is not read", column, _ANOTHER_LETTER)
    quote = '"' if character == "'" else "'"
    raise ParseError(f"unexpected {quote}{character}{quote}", column)


_ANOTHER_LETTER: Final = "write x_1 or another letter"
_REASONS: Final = {
    "±": ("'±' stands for two equations", "solve them one by one"),
    "∓": ("'∓' stands for two equations", "solve them one by one"),
    "!": ("the factorial is not known", "write the number, 120 for 5!"),
    "'": ("a prime is not read", _ANOTHER_LETTER),
    "%": ("'%' is read after a number only", "write /100"),
    "‰": ("'‰' is read after a number only", "write /1000"),
    "∞": ("infinity is not a number", ""),
}
"""What is wrong with a character, and what to write instead."""
