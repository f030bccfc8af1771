"""Random equations with many roots, none, or false ones, to check with whether all are given.

Each maker draws the text of one kind, for `benchmarks.generated`; nothing here solves anything.
Where roots are planted it is to have nice ones, not to know them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from benchmarks.checking.writing import (
    PRODUCT,
    Draw,
    Hand,
    Text,
    X,
    apply,
    bars,
    beside,
    equal,
    number,
    whole,
)  # fmt: skip

Maker = Callable[[Draw], str]
TWO: Final = Text("2")
SQUARE: Final = X**TWO


def digit(rng: Draw, most: int = 9) -> Text:
    """Draw a small whole number of either sign, that is not zero."""
    size = Text(str(rng.randint(1, most)))
    return size if rng.random() < 0.6 else -size


def shifted(rng: Draw, x: Text = X) -> Text:
    """Draw x - 3, 2*x + 1, 4 - x, or x alone."""
    kind = rng.random()
    if kind < 0.2:
        return x
    term = x if kind < 0.6 else beside(rng, Text(str(rng.randint(2, 6))), x)
    return digit(rng) - term if kind > 0.9 else term + digit(rng)


def multiplied(factors: list[Text]) -> Text:
    """Write a product, with powers for what is repeated."""
    product: Text | None = None
    for text in dict.fromkeys(each.text for each in factors):
        count = sum(each.text == text for each in factors)
        base = next(each for each in factors if each.text == text)
        factor = base ** Text(str(count)) if count > 1 else base
        product = factor if product is None else product * factor
    assert product is not None
    return product


def expanded(roots: list[int], lead: int) -> Text:
    """Write out the polynomial with whole roots."""
    poly = [lead]
    for root in roots:
        poly = [a - root * b for a, b in zip([0, *poly], [*poly, 0], strict=True)]
    return written(poly)


def written(poly: list[int]) -> Text:
    """Write a polynomial, the constant first in the list."""
    total: Text | None = None
    for degree in reversed(range(len(poly))):
        size, sign = abs(poly[degree]), poly[degree] < 0
        if size == 0:
            continue
        power = X ** Text(str(degree)) if degree > 1 else X
        term = Text(str(size)) if degree == 0 else power if size == 1 else Text(str(size)) * power
        signed = -term if sign else term
        total = signed if total is None else total - term if sign else total + term
    return total or Text("0")


# -- makers ----------------------------------------------------------------------------------------


def polynomial(rng: Draw) -> str:
    """Draw a polynomial: from its roots, of a power, at random, or with large coefficients."""
    kind = rng.random()
    if kind < 0.4:
        roots = [rng.randint(-6, 6) for _ in range(rng.choice((2, 2, 3, 3, 4, 5)))]
        left = expanded(roots, rng.choice((1, 1, 2, -3)))
    elif kind < 0.6:  # of a power of x
        inner = expanded([rng.randint(-9, 9) for _ in range(2)], 1)
        step = rng.choice((2, 2, 3, 4))
        left = Text(_with_powers(inner.text, step), inner.level)
    elif kind < 0.9:
        most = rng.choice((3, 9, 40))
        left = written([rng.randint(-most, most) for _ in range(rng.randint(3, 6))] + [1])
    else:
        left = written([rng.randint(-(10**9), 10**9) for _ in range(3)])
    if kind < 0.7 or rng.random() < 0.5:
        return equal(rng, left, Text("0"))
    return equal(rng, left, shifted(rng) if rng.random() < 0.5 else whole(rng))


def _with_powers(text: str, step: int) -> str:
    return re.sub(
        r"x(?:\^(\d+))?", lambda found: f"x^{step * int(found[1] or 1)}", text
    )  # fmt: skip


def _factor(rng: Draw) -> Text:
    kind = rng.random()
    if kind < 0.5:
        return shifted(rng)
    if kind < 0.65:
        return SQUARE + digit(rng)
    name = rng.choice(("sqrt", "log", "exp", "sin", "cos", "abs", "cbrt", "tan"))
    inside = apply(name, shifted(rng))
    return inside if rng.random() < 0.5 else inside - number(rng)


def product(rng: Draw) -> str:
    """Draw a product that is zero, or equal to another with a common factor."""
    factors = [_factor(rng) for _ in range(rng.choice((2, 2, 3)))]
    if rng.random() < 0.25:
        factors.append(rng.choice(factors))
    left = multiplied(factors)
    kind = rng.random()
    if kind < 0.6:
        return equal(rng, left, Text("0"))
    if kind < 0.9:
        return equal(rng, left, multiplied([rng.choice(factors), _factor(rng)]))
    return equal(rng, left / _factor(rng), Text("0"))


def absolute(rng: Draw) -> str:
    """Draw absolute values: on both sides, in sums, in each other."""
    one, two = bars(rng, shifted(rng)), apply("abs", shifted(rng))
    kind = rng.randrange(8)
    if kind == 0:
        return equal(rng, one, two)
    if kind == 1:
        return equal(rng, one, shifted(rng))
    if kind == 2:
        return equal(rng, one + two, Text(str(rng.randint(0, 12))))
    if kind == 3:
        return equal(rng, one - two, digit(rng))
    if kind == 4:
        inner = apply("abs", shifted(rng)) - Text(str(rng.randint(1, 9)))
        return equal(rng, apply("abs", inner), Text(str(rng.randint(0, 6))))
    if kind == 5:
        inner = SQUARE + digit(rng) if rng.random() < 0.5 else SQUARE - beside(rng, TWO, X)
        right = rng.choice((digit(rng), shifted(rng), two))
        return equal(rng, apply("abs", inner), right)
    if kind == 6:
        return equal(rng, beside(rng, X, apply("abs", shifted(rng))), digit(rng))
    return equal(rng, apply("abs", one - shifted(rng)), shifted(rng))


def extraneous(rng: Draw) -> str:
    """Draw fractions whose cleared equation has roots at which they are undefined."""
    root, other = digit(rng), digit(rng)
    below = X - root
    kind = rng.randrange(7)
    if kind == 0:
        return equal(rng, SQUARE / below, root**TWO / below)
    if kind == 1:
        both = beside(rng, below, X - other)
        return equal(rng, X / below + other / (X - other), digit(rng) / both)
    if kind == 2:
        return equal(rng, expanded([rng.randint(-4, 4) for _ in range(2)], 1) / below, shifted(rng))
    if kind == 3:
        return equal(rng, shifted(rng) / below, shifted(rng) / (X - other))
    if kind == 4:
        return equal(rng, digit(rng) / below + digit(rng) / (X - other), digit(rng))
    if kind == 5:
        return equal(rng, TWO / (SQUARE - root**TWO), Text("1") / below + digit(rng) / (X + root))
    return equal(rng, below / (SQUARE - root**TWO), whole(rng) / (X + other))


def radical(rng: Draw) -> str:
    """Draw radicals: several, of odd degree, in each other, with roots that squaring adds."""
    one, two = apply("sqrt", shifted(rng)), apply("sqrt", shifted(rng))
    kind = rng.randrange(9)
    if kind == 0:
        return equal(rng, one, shifted(rng))
    if kind == 1:
        return equal(rng, one + two, digit(rng))
    if kind == 2:
        return equal(rng, one - two, digit(rng, 4))
    if kind == 3:
        return equal(rng, one, two)
    if kind == 4:
        return equal(rng, one + two, apply("sqrt", shifted(rng)))
    if kind == 5:
        degree = Text(f"1/{rng.choice((3, 5, 7))}", PRODUCT)
        return equal(rng, shifted(rng) ** degree, rng.choice((digit(rng), shifted(rng))))
    if kind == 6:
        return equal(rng, apply("cbrt", shifted(rng)), apply("cbrt", SQUARE + digit(rng)))
    if kind == 7:
        return equal(rng, apply("sqrt", X + one), digit(rng))
    return equal(rng, apply("sqrt", SQUARE + digit(rng)), shifted(rng))


def exponent(rng: Draw) -> str:
    """Draw powers with negative or fractional exponents."""
    above, below = rng.randint(1, 5), rng.choice((1, 1, 2, 3, 3, 4, 5))
    text = f"{rng.choice(('', '-'))}{above}" + (f"/{below}" if below > 1 else "")
    power = shifted(rng) ** Text(text, PRODUCT)
    kind = rng.random()
    if kind < 0.5:
        return equal(rng, power, rng.choice((digit(rng), number(rng), Text("0"))))
    if kind < 0.7:
        half = Text("1/2" if rng.random() < 0.5 else "1/3", PRODUCT)
        base = X ** Text("2/3", PRODUCT) if half.text == "1/3" else X
        return equal(rng, base + beside(rng, digit(rng), X**half), digit(rng))
    if kind < 0.85:
        return equal(rng, X ** Text("-2") + beside(rng, digit(rng), X ** Text("-1")), digit(rng))
    number_below = rng.choice(("2", "3", "10", "1/2"))
    inside = rng.choice((SQUARE + digit(rng), shifted(rng), Text("1") / X))
    return equal(rng, Text(number_below, PRODUCT) ** inside, number(rng))


ANGLES: Final = ("0", "1", "-1", "1/2", "-1/2", "sqrt(2)/2", "-sqrt(3)/2", "1/3", "2", "-0.2")


def trigonometric(rng: Draw) -> str:
    """Draw equations with families of roots."""
    name = rng.choice(("sin", "cos", "tan"))
    text = rng.choice(ANGLES)
    value = Text(text, PRODUCT if "/" in text else 0 if text.startswith("-") else 3)
    inside = rng.choice((X, beside(rng, TWO, X), shifted(rng), X / Text("3"), SQUARE,
                         Text("1") / X, apply("sqrt", X), apply("exp", X), Text("pi") * X,
                         X + Text("pi/4", PRODUCT)))  # fmt: skip
    first, kind = apply(name, inside), rng.randrange(9)
    sine, cosine = apply("sin", X), apply("cos", X)
    if kind < 3:
        return equal(rng, first, value)
    if kind == 3:
        return equal(rng, first**TWO, value)
    if kind == 4:
        return equal(rng, apply("sin", beside(rng, TWO, X)), rng.choice((sine, cosine)))
    if kind == 5:
        return equal(rng, beside(rng, digit(rng), sine) + beside(rng, digit(rng), cosine), value)
    if kind == 6:
        u = apply(name, X)
        return equal(rng, beside(rng, TWO, u**TWO) + beside(rng, digit(rng, 3), u), digit(rng, 2))
    if kind == 7:
        return equal(rng, sine * rng.choice((cosine, apply("tan", X), X)), value)
    return equal(rng, rng.choice((sine**TWO, sine)), rng.choice((cosine, cosine**TWO)))


def twins(rng: Draw) -> str:
    """Draw the same function on both sides."""
    name = rng.choice(("sin", "cos", "tan", "exp", "log", "sqrt", "abs", "cbrt", "square",
                       "reciprocal", "atan", "asin", "acos"))  # fmt: skip
    inside = rng.choice((shifted, shifted, lambda rng: SQUARE + digit(rng)))
    left, right = apply(name, inside(rng)), apply(name, shifted(rng))
    if rng.random() < 0.15:
        right = -right
    return equal(rng, left, right)


def literal(rng: Draw) -> str:
    """Draw an equation with letters of either sign."""
    cards = Hand(rng, "abcd", 1.0)
    a, b, c = cards.letter(), cards.size(), cards.size()
    third, cosine = Text("1/3", PRODUCT), apply("cos", X)
    pairs = (
        (SQUARE, a), (a * SQUARE + b * X, c), (X ** Text("3"), a), (apply("abs", X - a), b),
        (apply("sqrt", X - a), b), (a / X, X / b), (apply("sin", a * X), Text("1/2", PRODUCT)),
        (apply("exp", a * X), b), (apply("log", a * X), b), ((X - a) * (X - b), Text("0")),
        (a / (X - b), c), (apply("abs", X), apply("abs", a)), (SQUARE, a**TWO),
        (a ** X, Text("2")), (apply("sqrt", a * X), X), (X ** Text("4") - a * SQUARE, Text("0")),
        (a * SQUARE, b), (a * apply("sqrt", X), b), ((X - a) ** third, b), (X**a, b), (a**X, b),
        (apply("abs", cosine + a), b), (apply("sin", beside(rng, a, cosine)), b),
        (apply("sqrt", X) + a, apply("sqrt", X + b)), (a / (b / (X - a)), Text("0")),
        (X * apply("abs", X), a), (apply("log", X - a), apply("log", b - X)),
        (a * X ** Text("3/5", PRODUCT), b),
    )  # fmt: skip
    return equal(rng, *rng.choice(pairs))


def huge(rng: Draw) -> Text:
    """Draw a very large or a very small number."""
    power = Text(str(rng.randint(6, 30)))
    if rng.random() < 0.5:
        return Text("10") ** power
    if rng.random() < 0.5:
        return Text("10") ** Text(f"-{power.text}")
    return Text(str(rng.randrange(10**6, 10**20)))


def scaled(rng: Draw) -> str:
    """Draw equations with roots that are far from each other, or very near."""
    one, two = huge(rng), huge(rng)
    kind = rng.randrange(7)
    if kind == 0:
        return equal(rng, SQUARE + beside(rng, one, X), digit(rng))
    if kind == 1:
        return equal(rng, (X - digit(rng)) ** TWO, Text("10") ** Text(f"-{rng.randint(4, 30)}"))
    if kind == 2:
        return equal(rng, apply("abs", beside(rng, one, X) - digit(rng)), two)
    if kind == 3:
        return equal(rng, (X - one) * (X - two), Text("0"))
    if kind == 4:
        return equal(rng, one / X + X, two)
    if kind == 5:
        return equal(rng, apply("sin", beside(rng, one, X)), Text("1/2", PRODUCT))
    return equal(rng, X ** Text("4"), one)


def below(rng: Draw) -> str:
    """Draw a division by something that holds the unknown, and may be zero at a root."""
    name = rng.choice(("sin", "cos", "log", "sqrt", "exp", "abs", "tan"))
    divisor = apply(name, shifted(rng)) if rng.random() < 0.6 else apply(name, X) - digit(rng, 2)
    above = rng.choice((shifted(rng), SQUARE - X, apply(name, X), apply("sin", X), digit(rng)))
    return equal(rng, above / divisor, rng.choice((Text("0"), digit(rng), shifted(rng))))


def logarithm(rng: Draw) -> str:
    """Draw logarithms: sums, at the edges of where they are defined, in each other."""
    one, two = apply("log", shifted(rng)), apply("log", shifted(rng))
    kind = rng.randrange(8)
    if kind == 0:
        return equal(rng, one + two, apply("log", Text(str(rng.randint(1, 12)))))
    if kind == 1:
        return equal(rng, one - two, rng.choice((digit(rng), Text("0"))))
    if kind == 2:
        return equal(rng, one, two)
    if kind == 3:
        return equal(rng, apply("log", SQUARE + digit(rng)), two)
    if kind == 4:
        return equal(rng, one**TWO + beside(rng, digit(rng, 4), one), digit(rng, 5))
    if kind == 5:
        return equal(rng, apply("log", apply("log", shifted(rng))), rng.choice((number(rng), X)))
    if kind == 6:
        return equal(rng, beside(rng, shifted(rng), one), Text("0"))
    return equal(rng, apply("log", shifted(rng)), beside(rng, TWO, two))


def nowhere(rng: Draw) -> str:
    """Draw sides that are undefined over large parts of the line, perhaps together everywhere."""
    makers: tuple[Callable[[], Text], ...] = (
        lambda: apply("sqrt", shifted(rng)), lambda: apply("log", shifted(rng)),
        lambda: apply("asin", shifted(rng)), lambda: apply("acos", X - digit(rng)),
        lambda: apply("sqrt", digit(rng) - SQUARE), lambda: apply("log", digit(rng) - SQUARE),
        lambda: shifted(rng) ** Text(f"{rng.choice((1, 3))}/4", PRODUCT),
        lambda: apply("sqrt", apply("sin", X)), lambda: apply("sqrt", -(SQUARE)),
    )  # fmt: skip
    one, two = rng.choice(makers)(), rng.choice(makers)()
    kind = rng.random()
    if kind < 0.4:
        return equal(rng, one, two)
    if kind < 0.6:
        return equal(rng, one + two, rng.choice((Text("0"), digit(rng), X)))
    if kind < 0.8:
        return equal(rng, one * two, rng.choice((Text("0"), digit(rng, 3))))
    return equal(rng, shifted(rng) + one, shifted(rng) + one)


KINDS: Final[dict[str, tuple[Maker, int]]] = {
    "polynomial": (polynomial, 6),
    "product": (product, 6),
    "absolute": (absolute, 6),
    "extraneous": (extraneous, 5),
    "radical": (radical, 6),
    "exponent": (exponent, 5),
    "trigonometric": (trigonometric, 8),
    "twins": (twins, 5),
    "literal": (literal, 6),
    "scaled": (scaled, 3),
    "below": (below, 4),
    "logarithm": (logarithm, 5),
    "nowhere": (nowhere, 5),
}
"""Each kind's maker, and its weight."""
