"""Letters of other alphabets: fine alone, pointed out where they could be mistaken."""

from __future__ import annotations

import pytest

from aljabr.algebra.parse import ParseError, parse

CYRILLIC = "the letter '{}' (Cyrillic) looks like '{}' at column {}: write {} or another letter"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("х + x = 2", CYRILLIC.format("х", "x", 1, "x")),
        ("x + х = 2", CYRILLIC.format("х", "x", 5, "x")),
        ("аx = 3", CYRILLIC.format("а", "a", 1, "a")),
        ("x = с t", CYRILLIC.format("с", "c", 5, "c")),
        ("x_а + 1 = 2", CYRILLIC.format("а", "a", 1, "a")),
        ("Х - t = 2", CYRILLIC.format("Х", "X", 1, "X")),
        ("ο + x = 2", CYRILLIC.format("ο", "o", 1, "o").replace("Cyrillic", "Greek")),
        ("Α + x = 2", CYRILLIC.format("Α", "A", 1, "A").replace("Cyrillic", "Greek")),
        ("о + ο = 2", CYRILLIC.format("о", "o", 1, "o")),
        ("соs x = 1", "'соs' holds Cyrillic letters at column 1: write cos"),
        ("соѕ х = 1", "'соѕ' holds Cyrillic letters at column 1: write cos"),
        ("рі r^2 = 1", "'рі' holds Cyrillic letters at column 1: write pi"),
        ("α + 2 alpha = x", "'α' and 'alpha' are one letter at column 1: write one of them"),
        (r"\alpha x + α = 1", "'α' and 'alpha' are one letter at column 12: write one of them"),
    ],
)
def test_letters_that_look_alike_are_pointed_out(typed, message):
    with pytest.raises(ParseError) as caught:
        parse(typed)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("typed", "unknown"),
    [("5х = 10", "х"), ("sin х = 1", "х"), ("e^х = 1", "х"), ("ρ x = p", "x"), ("5ч = 10", "ч")],
)
def test_a_letter_that_cannot_be_mistaken_is_read(typed, unknown):
    assert parse(typed).unknown == unknown


def test_an_unknown_that_only_looks_the_same_is_pointed_out():
    message = (
        "the unknown 'х' is not in the equation: the letter there looks the same, but is another"
    )
    with pytest.raises(ParseError) as caught:
        parse("a x = 3", "х")
    assert str(caught.value) == message


def test_one_letter_in_two_guises_is_one():
    assert parse("µ + μ = 2").unknown == "μ"
    assert parse("𝑥 + x = 2").unknown == "x"
