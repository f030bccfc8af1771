"""What reading has changed is said; how something is written is not a change."""

from __future__ import annotations

import pytest

from aljabr.algebra.parse import parse
from aljabr.answer.explain import is_turned, simplification

NOTES = r"""
    3x + 5 = 11                      |
    5 + x·3 = 11                     |
    x == 3                           |
    x:2 = 3                          |
    1½ x = 3                         |
    2E6 x = 4                        |
    1e3x = 2                         |
    3.x = 2                          |
    1.0x = 2                         |
    x + ٣ = ٧                        |
    2𝑎𝑥 = 𝟛                          |
    \frac{x}{2} = 3                  |
    \frac12 x = 3                    |
    $2 \cdot x_{1} = \sqrt{3}$       |
    \left(\alpha + 1\right) x^{2} = 1 |
    \sqrt[3]{x} = 2                  |
    ∛x = 2                           |
    cbrt(x) = 2                      |
    x^½ = 2                          |
    x^(1/2) = 2                      |
    √x = 2                           |
    lg x = 2                         |
    log10 x = 2                      |
    \log_{2} x = 2                   |
    tg x = 1                         |
    sec x = 2                        |
    asec x = 2                       |
    e^{2x} = 3                       |
    PI x = 2                         |
    2(x + 3) = 7                     | simplify
    \frac{x + x}{3} = 7              | simplify
    2,5x = 5                         | write the decimals as fractions
    0.5(x + 1) = 5                   | write the decimals as fractions
    1.5e-3 x = 3                     | write the decimals as fractions
    2{,}5 x = 5                      | write the decimals as fractions
    30% x = 6                        | write the percentages as fractions
    2,5% x + 0.1 = 6                 | write the decimals as fractions and the percentages as fractions
    sin(x) = sin 30°                 | write the degrees in radians
    \sin x = \sin 30^\circ           | write the degrees in radians
    sinh x = 2                       | write out sinh
    sh x = ctg a                     | write out sinh and cot
    arsinh x = 2                     | write out asinh
"""


# ruff: noqa: E501 - a table
@pytest.mark.parametrize("line", NOTES.strip().splitlines())
def test_notation_is_no_step(line):
    typed, note = (part.strip() for part in line.split("|", 1))
    unknown = "x_1" if "x_{1}" in typed else "x"
    assert simplification(typed, parse(typed, unknown)) == (note or None)


@pytest.mark.parametrize(
    ("typed", "unknown", "expected"),
    [
        ("5 = x", "x", True),
        ("5 == x", "x", True),
        ("5 ≟ x", "x", True),
        ("$5 = x$", "x", True),
        (r"\frac{5}{2} := \sqrt{x}", "x", True),
        ("x = 5", "x", False),
        ("x + 1", "x", False),
        ("x = 2x", "x", False),
        ("e + 2 = 2 e", "e", False),
        ("2 = e", "e", True),  # a letter, where it is no base
        ("2,5 = x₁", "x_1", True),
    ],
)
def test_an_unknown_on_the_right_is_turned(typed, unknown, expected):
    assert is_turned(typed, unknown) is expected


def test_a_long_equation_can_be_explained():
    typed = "+".join(["sin(x)"] + [f"x^{n}" for n in range(2, 700)])
    assert simplification(typed, parse(typed)) is None
