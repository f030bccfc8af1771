"""Examples for the page, by class."""

from __future__ import annotations

from typing import Final, NamedTuple


class Sample(NamedTuple):
    """An equation, and what to solve for if that is not plain."""

    equation: str
    unknown: str = ""


_TEXTS: Final[dict[str, tuple[str, ...]]] = {
    "Linear": ("3x + 5 = 11", "2(x - 1) = 3(x + 2)", "x/2 + x/3 = 10"),
    "Fractions": ("(x + 3)/(x - 1) = x", "1/x + 1/(x + 1) = 3/2", "2,5x = 30% x + 11"),
    "Quadratic": ("x^2 - 5x + 6 = 0", "x^2 + x = 1", "x^2 + 4 = 0"),
    "Higher degree": ("x^3 = 4x", "x^4 - 5x^2 + 4 = 0", "x^3 - 6x^2 + 11x = 6"),
    "Roots": ("sqrt(x + 3) = x - 3", "sqrt(x) + 2 = 0", "∛x = -2"),
    "Absolute values": ("|x - 3| = 2", "|2x + 1| = |x - 4|"),
    "Exponentials": ("e^(2x) = 5", "2^x = 32", "e^(2x) - 3e^x + 2 = 0"),
    "Logarithms": ("ln x = 2", "log(x, 2) = 5", "ln(x) + ln(x - 1) = ln 6"),
    "Trigonometric": ("sin x = 1/2", "tan(2x) = 1", "2cos(x)^2 = 1"),
    "Formulas": ("a x + b = c", "c + d/(a x + b) = 0"),
}
SAMPLES: Final[dict[str, list[Sample]]] = {
    **{name: [Sample(text) for text in texts] for name, texts in _TEXTS.items()},
    "Physics": [
        Sample("v = u + a t", "t"),
        Sample("E = m v^2/2", "v"),
        Sample("1/f = 1/a + 1/b", "b"),
    ],
}
