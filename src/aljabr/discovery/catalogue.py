"""The general equations that `aljabr discover` tries, in this order."""

from __future__ import annotations

from typing import Final

CATALOGUE: Final[dict[str, str]] = {
    "quadratic": "a x^2 + b x + c = 0",
    "depressed cubic": "x^3 + p x + q = 0",
    "cubic": "a x^3 + b x^2 + c x + d = 0",
    "biquadratic": "a x^4 + b x^2 + c = 0",
    "palindromic quartic": "a x^4 + b x^3 + c x^2 + b x + a = 0",
    "palindromic sextic": "a x^6 + b x^5 + c x^4 + d x^3 + c x^2 + b x + a = 0",
    "exponential pair": "a exp(k x) + b exp(-k x) + c = 0",
    "quadratic in sqrt": "a x + b sqrt(x) + c = 0",
    "quadratic in sin": "a sin(x)^2 + b sin(x) + c = 0",
    "quadratic in b^x": "a g^(2x) + b g^x + c = 0",
    "de Moivre's quintic": "x^5 + 5a x^3 + 5a^2 x + b = 0",
    "depressed quartic": "x^4 + p x^2 + q x + r = 0",
    "quartic": "a x^4 + b x^3 + c x^2 + d x + e = 0",
    "quintic": "a x^5 + b x^4 + c x^3 + d x^2 + e x + f = 0",
}
"""Names and equations; the last one has no line, and must stay open."""
EVERYTHING: Final = tuple(CATALOGUE)
