"""The numbers at the edges of a picture: round ones, written alike."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

_SUPERSCRIPTS: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_FEW_DIGITS, _MANY_DIGITS = 4, 6


@dataclass(frozen=True, slots=True)
class Tick:
    """A number at its place."""

    value: float
    text: str


def ticks(low: float, high: float, count: int) -> list[Tick]:
    """Return the multiples of 1, 2 or 5 times a power of ten in an interval, so many or fewer."""
    least = (high - low) / count
    power = math.floor(math.log10(least))
    step, digit = next(
        (digit * 10.0**power, power + (digit == 10))
        for digit in (1, 2, 5, 10)
        if digit * 10.0**power >= least * (1 - 1e-9)
    )
    first, last = math.ceil(low / step), math.floor(high / step)
    values = [index * step for index in range(first, last + 1)]
    top = max(abs(low), abs(high))
    return [Tick(value, _written(value, top, digit)) for value in values]


def _written(value: float, top: float, digit: int) -> str:
    """Write a number down to a decimal place, as all numbers up to the largest are written."""
    power = math.floor(math.log10(top))
    is_handy = digit >= -4 and power < _MANY_DIGITS
    if is_handy or power - digit > _FEW_DIGITS:
        return signed(f"{value:.{max(-digit, 0)}f}")
    if value == 0:
        return "0"
    return signed(
        f"{value / 10.0**power:.{power - digit}f}·10{str(power).translate(_SUPERSCRIPTS)}"
    )


def number_text(value: float, digits: int = 4) -> str:
    """Write a number with so many digits, or with all of a whole number that is not long."""
    if value == round(value) and abs(value) < 10**_MANY_DIGITS:
        return signed(f"{value:.0f}")
    mantissa, _, power = f"{value:.{digits - 1}e}".partition("e")
    if -4 <= int(power) < max(_MANY_DIGITS, digits):
        text = f"{value:.{max(digits - 1 - int(power), 0)}f}"
        return signed(text.rstrip("0").rstrip(".") if "." in text else text)
    mantissa = mantissa.rstrip("0").rstrip(".")
    return signed(f"{mantissa}·10{str(int(power)).translate(_SUPERSCRIPTS)}")


def signed(text: str) -> str:
    """Write the sign as printers do; zero has none."""
    return text.lstrip("-") if not text.strip("-0.") else text.replace("-", "−")
