"""Texts that hold together, and random pieces of equations: numbers, letters, linear terms."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Final

Draw = random.Random

# -- texts that hold together ----------------------------------------------------------------------

SUM, PRODUCT, POWER, ATOM = range(4)


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of an equation, and how tightly it holds together."""

    text: str
    level: int = ATOM

    def inside(self, level: int) -> str:
        """Return the text, in brackets if it holds together less tightly than asked."""
        return self.text if self.level >= level else f"({self.text})"

    def __add__(self, other: Text) -> Text:
        if other.text.startswith("-"):
            return Text(f"{self.text} - {other.text[1:]}", SUM)
        return Text(f"{self.text} + {other.text}", SUM)

    def __sub__(self, other: Text) -> Text:
        return Text(f"{self.text} - {other.inside(PRODUCT)}", SUM)

    def __neg__(self) -> Text:
        return Text(f"-{self.inside(PRODUCT)}", SUM)

    def __mul__(self, other: Text) -> Text:
        return Text(f"{self.inside(PRODUCT)}*{other.inside(POWER)}", PRODUCT)

    def __truediv__(self, other: Text) -> Text:
        return Text(f"{self.inside(PRODUCT)}/{other.inside(POWER)}", PRODUCT)

    def __pow__(self, other: Text) -> Text:
        base = "(e)" if self.text == "e" else self.inside(ATOM)  # e^x is Euler's number
        return Text(f"{base}^{other.inside(ATOM)}", POWER)


def beside(rng: Draw, left: Text, right: Text) -> Text:
    """Multiply, now and then without a sign, as people do."""
    bare = re.match(r"[a-z(]", right.text) and not re.search(r"\||\^|/", left.text + right.text)
    if not bare or rng.random() < 0.6:
        return left * right
    glue = "" if left.text.isdigit() else " "
    return Text(f"{left.inside(PRODUCT)}{glue}{right.inside(POWER)}", PRODUCT)


def apply(name: str, inside: Text) -> Text:
    """Write a function, by its name or by its sign."""
    if name == "square":
        return inside ** Text("2")
    if name == "reciprocal":
        return Text("1") / inside
    return Text(f"{name}({inside.text})")


def bars(rng: Draw, inside: Text) -> Text:
    """Write an absolute value."""
    plain = rng.random() < 0.5 and "|" not in inside.text
    return Text(f"|{inside.text}|") if plain else apply("abs", inside)


# -- draws -----------------------------------------------------------------------------------------

X: Final = Text("x")
LETTERS: Final = "abcdefghkmnpqrstuvwyz"
FUNCTIONS: Final = ("sqrt", "square", "abs", "exp", "log", "sin", "cos", "tan", "asin", "acos",
                    "atan", "reciprocal")  # fmt: skip


def whole(rng: Draw) -> Text:
    """Draw a whole number that is not zero, mostly small and mostly positive."""
    size = rng.randint(1, rng.choices((9, 30, 1000), (80, 15, 5))[0])
    return -Text(str(size)) if rng.random() < 0.3 else Text(str(size))


def number(rng: Draw) -> Text:
    """Draw a number: whole, a fraction, a decimal, a constant."""
    kind = rng.random()
    if kind < 0.7:
        return whole(rng)
    if kind < 0.82:
        return whole(rng) / Text(str(rng.randint(2, 12)))
    if kind < 0.9:
        return Text(f"{rng.randint(0, 20)}.{rng.randint(1, 99)}")
    return rng.choice((Text("pi"), Text("sqrt(2)"), Text("pi/3", PRODUCT), Text("exp(1)")))


class Hand:
    """The letters of one equation: new ones mostly, or those already used."""

    def __init__(self, rng: Draw, letters: str, share: float) -> None:
        self.rng, self.left, self.share = rng, rng.sample(letters, len(letters)), share
        self.used: list[str] = []

    def letter(self) -> Text:
        if self.used and (not self.left or self.rng.random() < 0.2):
            return Text(self.rng.choice(self.used))
        self.used.append(self.left.pop())
        return Text(self.used[-1])

    def size(self) -> Text:
        """Draw a letter or a number."""
        return self.letter() if self.rng.random() < self.share else number(self.rng)

    def coefficient(self) -> Text:
        """Draw a size, a multiple or a product of letters, of either sign."""
        rng, kind = self.rng, self.rng.random()
        if kind < 0.6 or self.share == 0:
            return self.size()
        if kind < 0.7:
            return -self.letter()
        if kind < 0.8:
            return beside(rng, self.size(), self.letter())
        if kind < 0.87:
            return self.letter() + self.size()
        if kind < 0.94:
            return self.size() / self.letter()
        return self.letter() - self.letter()

    def linear(self, x: Text = X) -> Text:
        """Draw a*x + b, x - 3, c - x/d, or x alone."""
        rng, kind = self.rng, self.rng.random()
        if kind < 0.12:
            return x
        term = x if kind < 0.3 else beside(rng, self.coefficient(), x)
        if kind > 0.9:
            term = x / self.size()
        last = rng.random()
        if last < 0.2:
            return term
        if last < 0.35:
            return self.coefficient() - term
        return term + self.size() if last < 0.75 else term - self.size()

    def nested(self, depth: int) -> Text:
        """Draw a sum with a bracket in it, as deep as asked."""
        if depth == 0:
            return self.linear()
        rng, inner = self.rng, self.nested(depth - 1)
        term = inner / self.size() if rng.random() < 0.2 else beside(rng, self.size(), inner)
        kind = rng.random()
        if kind < 0.3:
            return term
        other = self.size() if kind < 0.7 else beside(rng, self.size(), X)
        return other - term if kind > 0.9 else term + other


def hand(rng: Draw, most: int = 8) -> Hand:
    """Deal the letters of an equation: none, a few or many."""
    share = rng.choice((0.0, 0.4, 0.8, 1.0))
    return Hand(rng, "".join(rng.sample(LETTERS, rng.randint(1, most))), share)


def equal(rng: Draw, left: Text, right: Text) -> str:
    """Write an equation, its sides exchanged now and then."""
    if rng.random() < 0.12:
        left, right = right, left
    return f"{left.text} = {right.text}"
