"""Random equations of every kind that the solver claims, to check its answers with.

    python -m benchmarks.generated --count 40 --seed 3 --kinds branch near

prints some. An equation is a text as a person types it: its maker joins texts, with brackets only
where they are needed, and products sometimes without a sign. Nothing here solves anything, and
nothing is imported from the package. What a maker knows of the roots (`Asked.known`) are candidates
only: whoever uses them puts them in first. The same seed gives the same equations.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import tyro

from benchmarks import hostile
from benchmarks.checking.borders import BOUNDED, PAIRED, ROOTED
from benchmarks.checking.phrases import FORMULAS, IDENTITIES, NAMED, NEVER, STYLED, UNDEFINED
from benchmarks.checking.writing import (
    ATOM,
    FUNCTIONS,
    LETTERS,
    PRODUCT,
    SUM,
    Draw,
    Hand,
    Text,
    X,
    apply,
    bars,
    beside,
    equal,
    hand,
    whole,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """An equation to solve."""

    text: str
    unknown: str | None
    """The letter to solve for; None if that goes without saying."""
    kind: str
    known: tuple[str, ...] = ()
    """Candidates for roots, by construction."""


# -- makers ----------------------------------------------------------------------------------------


def formula(rng: Draw) -> Asked:
    """Draw a formula of a book, or one like it, for any of its letters."""
    if rng.random() < 0.3:
        text = rng.choice(FORMULAS)
        letters = sorted(set(re.findall(r"\b[A-Za-z](?:_\w)?\b(?!\()", text)))
        return Asked(text, rng.choice(letters), "formula")
    cards = Hand(rng, rng.choice((LETTERS, "abcdklmn")), 0.9)
    wanted = rng.choice("tkmhrq")
    side = Text(wanted)
    for _ in range(rng.randint(1, 4)):
        size, kind = cards.letter(), rng.randrange(7)
        side = (side + size, size - side, beside(rng, size, side), side / size, size / side,
                beside(rng, size, side), side - size)[kind]  # fmt: skip
    other = cards.letter()
    for _ in range(rng.randint(0, 2)):
        size, kind = cards.size(), rng.randrange(3)
        other = (other + size, beside(rng, other, size), other / size)[kind]
    return Asked(equal(rng, other, side), wanted, "formula")


def linear(rng: Draw) -> str:
    """Draw an equation whose unknown stands in brackets within brackets, or in none."""
    cards = hand(rng)
    left = cards.nested(rng.choice((0, 0, 1, 1, 2, 3)))
    kind = rng.random()
    right = cards.coefficient() if kind < 0.5 else cards.nested(rng.choice((0, 0, 1, 2)))
    return equal(rng, left, right)


def rational(rng: Draw) -> str:
    """Draw an equation with the unknown below a bar."""
    cards = hand(rng)
    below, above = cards.linear(), rng.choice((cards.size, cards.linear))()
    left = above / below
    kind = rng.random()
    if kind < 0.25:
        left = left + cards.size()
    elif kind < 0.4:
        left = left + cards.size() / below
    elif kind < 0.5:
        left = cards.size() / (cards.size() + left)
    kind = rng.random()
    if kind < 0.4:
        return equal(rng, left, cards.coefficient())
    if kind < 0.7:
        return equal(rng, left, cards.size() / cards.linear())
    return equal(rng, left, cards.linear() / below if kind < 0.9 else Text("0"))


def cancelling(rng: Draw) -> str:
    """Draw a fraction with a common factor, so that a root may be cancelled away."""
    cards = hand(rng, 4)
    root, other, right = cards.size(), cards.size(), cards.size()
    factor = X - root
    kind = rng.randrange(8)
    if kind == 0:
        left = (X ** Text("2") - root ** Text("2")) / factor
    elif kind == 1:
        left = beside(rng, factor, X + other) / factor
    elif kind == 2:
        left = beside(rng, X, factor) / factor
    elif kind == 3:
        left, right = beside(rng, other, X) / factor, beside(rng, other, root) / factor
    elif kind == 4:
        left, right = X / factor, root / factor
    elif kind == 5:
        left = (beside(rng, other, X) - beside(rng, other, root)) / factor
    elif kind == 6:
        left, right = right / factor + other, right / factor + X
    else:
        left = beside(rng, other, factor) / beside(rng, factor, X + right)
    return equal(rng, left, right)


def called(rng: Draw, name: str, inside: Text) -> Text:
    """Write a function of something."""
    return bars(rng, inside) if name == "abs" else apply(name, inside)


def around(rng: Draw, cards: Hand, inner: Text) -> Text:
    """Put a multiple and a summand around a term, or neither."""
    kind = rng.random()
    term = inner if kind < 0.5 else beside(rng, cards.coefficient(), inner)
    if kind > 0.92:
        term = cards.size() / inner
    return term if rng.random() < 0.5 else term + cards.size()


def function(rng: Draw) -> str:
    """Draw a function of a linear inside."""
    cards = hand(rng, 4)
    inside = cards.linear() if rng.random() < 0.9 else cards.linear() / cards.linear()
    left = around(rng, cards, called(rng, rng.choice(FUNCTIONS), inside))
    return equal(rng, left, cards.coefficient() if rng.random() < 0.85 else Text("0"))


def composed(rng: Draw) -> str:
    """Draw functions within each other."""
    cards = hand(rng, 4)
    inner = cards.linear()
    for _ in range(rng.choice((2, 2, 2, 3))):
        inner = around(rng, cards, called(rng, rng.choice(FUNCTIONS), inner))
    return equal(rng, inner, cards.coefficient())


def power(rng: Draw) -> str:
    """Draw powers: of the unknown, to the unknown, with letters for exponents."""
    cards = hand(rng, 4)
    inside = cards.linear()
    exponent = rng.choice((Text(str(rng.randint(2, 7))), -Text(str(rng.randint(1, 5))),
                           Text(f"{rng.choice((1, 2, 3, 5, -1, -2))}/{rng.randint(2, 5)}", SUM),
                           Text(rng.choice("npq"))))  # fmt: skip
    base = rng.choice((Text(str(rng.randint(2, 10))), Text("1/2", PRODUCT), Text(rng.choice("bk"))))
    left = inside**exponent if rng.random() < 0.6 else base**inside
    return equal(rng, around(rng, cards, left), cards.coefficient())


def branch(rng: Draw) -> str:
    """Draw right sides with letters for which a principal branch holds or fails."""
    cards = Hand(rng, "abcd", 0.6)
    a = cards.letter()
    side = rng.choice(
        (a + whole(rng), a / Text("5"), a, -a, whole(rng) - a, apply("sqrt", a), a - cards.letter(),
         a ** Text("2") - Text("5"), -(a ** Text("2")), apply("sin", a), apply("exp", a),
         Text("2") + apply("cos", a), apply("log", a), beside(rng, Text("2"), a), -apply("exp", a),
         Text("pi/2", PRODUCT) + a, Text("pi") - a ** Text("2"), a / cards.letter(),
         beside(rng, a, cards.letter()), apply("abs", a), Text("1") / a)
    )  # fmt: skip
    name = rng.choice(("sqrt", "abs", "asin", "acos", "atan", "log", "exp", "sin", "cos", "tan",
                       "square", "cbrt"))  # fmt: skip
    left = called(rng, name, X if rng.random() < 0.5 else cards.linear())
    if rng.random() < 0.3:  # the same, with terms moved to the other side
        return equal(rng, left - side, whole(rng))
    return equal(rng, left if rng.random() < 0.7 else -left, side)


def tiny(rng: Draw) -> Text:
    """Draw a constant that is nearly zero."""
    kind = rng.randrange(8)
    if kind < 2:
        return apply("exp", -Text(str(rng.choice((40, 90, 100, 200, 700)))))
    if kind < 5:
        return Text("10") ** Text(str(-rng.choice((9, 15, 20, 30, 38, 39))), ATOM)
    if kind == 5:
        return (Text("1") / Text("7")) ** Text(str(rng.choice((20, 40, 45))))
    if kind == 6:
        return (Text("1") / Text("2")) ** Text(str(rng.choice((60, 100, 130))))
    return apply("sqrt", Text("10^30 + 1", SUM)) - Text("10") ** Text("15")


def near(rng: Draw) -> str:
    """Draw constants that nearly cancel, or nearly reach the edge of a branch."""
    little, inside = tiny(rng), X if rng.random() < 0.6 else X + whole(rng)
    edge = rng.choice(("0", "0", "1", "pi", "pi/2", "sqrt(2)", "log(3)", "exp(1)", "-1"))
    constant = Text(edge, ATOM if edge.isalnum() else PRODUCT)
    value = constant + little if rng.random() < 0.4 else constant - little
    if edge == "0":
        value = little if rng.random() < 0.5 else -little
    name = rng.choice(FUNCTIONS)
    left = called(rng, name, inside)
    kind = rng.random()
    if kind < 0.5:
        return equal(rng, left, value)
    if kind < 0.8:
        return equal(rng, left + constant, value)
    if kind < 0.9:
        return equal(rng, beside(rng, little, X) + constant, value)
    return equal(rng, X / little, value)


def extreme(rng: Draw) -> str:
    """Draw numbers of up to 40 digits, and large exponents."""

    def size() -> Text:
        kind = rng.random()
        if kind < 0.4:
            return Text(str(rng.randrange(10 ** rng.randint(5, 39))))
        if kind < 0.55:
            return Text(f"{rng.randrange(10 ** rng.randint(1, 9))}.{rng.randrange(10**9):09d}")
        if kind < 0.7:
            return Text("10") ** Text(str(rng.randint(5, 39)))
        if kind < 0.85:
            return Text("10") ** Text(f"-{rng.randint(5, 39)}")
        return Text(str(rng.randint(1, 9)))

    cards = Hand(rng, "ab", 0.3)
    kind = rng.random()
    if kind < 0.3:
        return equal(rng, beside(rng, size(), X) + size(), size())
    if kind < 0.45:
        return equal(rng, size() / (X + size()), size())
    if kind < 0.6:
        return equal(rng, X ** Text(str(rng.randint(2, 40))), size())
    if kind < 0.85:
        inside = beside(rng, size(), X) + cards.size()
        return equal(rng, called(rng, rng.choice(FUNCTIONS), inside), size())
    return equal(rng, beside(rng, cards.letter(), X) + size(), beside(rng, size(), X))


def fill(rng: Draw, phrase: str) -> str:
    """Put terms at the places of a phrase: L is linear in x, A, B and C are sizes."""
    cards = Hand(rng, "abcdfgh", rng.choice((0.0, 0.6, 1.0)))
    places = {"L": cards.linear(), "A": cards.size(), "B": cards.size(), "C": cards.size(),
              "N": Text(str(rng.randint(2, 9)))}  # fmt: skip
    return re.sub(r"[LABCN](?![a-z])", lambda found: places[found[0]].inside(ATOM), phrase)


def identity(rng: Draw) -> str:
    """Draw an equation that every value solves, where it is defined."""
    return fill(rng, rng.choice(IDENTITIES))


def contradiction(rng: Draw) -> str:
    """Draw an identity with something added to a side, or one of the plain impossible ones."""
    if rng.random() < 0.5:
        return fill(rng, rng.choice(NEVER))
    left, _, right = fill(rng, rng.choice(IDENTITIES)).partition(" = ")
    return f"{left} = {right} {rng.choice('+-')} {rng.choice('13abc')}"


def undefined(rng: Draw) -> str:
    """Draw an equation that is undefined for some values of its letters."""
    return fill(rng, rng.choice(UNDEFINED))


def planted(rng: Draw) -> Asked:
    """Draw an expression and set it equal to its value at a root."""
    cards = hand(rng, 3)
    inner = cards.linear()
    for _ in range(rng.randint(0, 2)):
        inner = around(rng, cards, called(rng, rng.choice(FUNCTIONS), inner))
    if rng.random() < 0.3:
        inner = inner + beside(rng, cards.size(), X)
    root = cards.coefficient()
    right = re.sub(r"\bx\b|(?<=\d)x\b", f"({root.text})", inner.text)
    right = re.sub(r"(?<=\d)\(", "*(", right)
    return Asked(f"{inner.text} = {right}", None, "planted", (root.text,))


def styled(rng: Draw) -> str:
    """Draw an equation typed as people type."""
    return fill(rng, rng.choice(STYLED))


def paired(rng: Draw) -> Asked:
    """Draw an equation whose letters are compared; now and then its unknown is one of many."""
    text, unknown = fill(rng, rng.choice(PAIRED)), rng.choice("xms")
    return Asked(re.sub(r"(?<![a-z])x(?![a-z])", unknown, text), unknown, "paired")


def named(rng: Draw) -> Asked:
    """Draw one of those that somebody has thought of."""
    text, unknown = rng.choice(NAMED)
    return Asked(text, unknown, "named")


KINDS: Final[dict[str, tuple[Callable[[Draw], str | Asked], int]]] = {
    "formula": (formula, 12),
    "linear": (linear, 12),
    "rational": (rational, 10),
    "cancelling": (cancelling, 5),
    "function": (function, 16),
    "composed": (composed, 8),
    "power": (power, 6),
    "branch": (branch, 10),
    "near": (near, 6),
    "extreme": (extreme, 4),
    "identity": (identity, 3),
    "contradiction": (contradiction, 4),
    "undefined": (undefined, 5),
    "planted": (planted, 5),
    "styled": (styled, 3),
    "rooted": (lambda rng: fill(rng, rng.choice(ROOTED)), 5),
    "bounded": (lambda rng: fill(rng, rng.choice(BOUNDED)), 5),
    "paired": (paired, 6),
    "named": (named, 1),
    **hostile.KINDS,
}
"""Each kind's maker, and its weight."""
MAX_TRIES: Final = 200
"""Draws in a row that may repeat earlier ones before a kind counts as spent."""
MAX_CHARACTERS: Final = 160


def draw(kind: str, rng: Draw) -> Asked | None:
    """Draw an equation of a kind; None if the text is no task."""
    made = KINDS[kind][0](rng)
    asked = made if isinstance(made, Asked) else Asked(made, None, kind)
    letters = set(re.findall(r"(?<![a-zA-Z_])[a-zA-Z](?![a-zA-Z_])", asked.text))
    if len(asked.text) > MAX_CHARACTERS or (asked.unknown or "x") not in {*letters, "x"}:
        return None
    return asked


def generate(count: int, seed: int, kinds: tuple[str, ...] = ()) -> Iterator[Asked]:
    """Draw equations, none of them twice; fewer than asked for where the kinds are spent.

    The first equations of a larger count are those of a smaller one.
    """
    rng = random.Random(f"generated:{seed}")
    open_kinds = list(kinds or KINDS)
    seen: set[tuple[str, str | None]] = set()
    if not kinds or "named" in kinds:
        open_kinds.remove("named")
        for text, unknown in NAMED[:count]:
            seen.add((text, unknown))
            yield Asked(text, unknown, "named")
    while len(seen) < count and open_kinds:
        kind = rng.choices(open_kinds, [KINDS[each][1] for each in open_kinds])[0]
        for _ in range(MAX_TRIES):
            asked = draw(kind, rng)
            if asked is not None and (asked.text, asked.unknown) not in seen:
                seen.add((asked.text, asked.unknown))
                yield asked
                break
        else:
            open_kinds.remove(kind)


@dataclass(frozen=True)
class Options:
    """What to draw."""

    count: int = 20
    """How many."""
    seed: int = 0
    """Of the draws."""
    kinds: tuple[str, ...] = ()
    """Which kinds; all by default."""


def main() -> None:
    """Print some equations."""
    options = tyro.cli(Options, description=__doc__)
    for asked in generate(options.count, options.seed, options.kinds):
        print(f"{asked.kind:14}{asked.text}" + (f"   for {asked.unknown}" if asked.unknown else ""))


if __name__ == "__main__":
    main()
