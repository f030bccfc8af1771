"""Derivations as they are written at school, with the slips that are made in them.

A maker draws numbers and writes down the lines, all roots, and for some lines what they become by
a slip. Nothing is solved here, and nothing is imported from the package: lines follow the textbook.
`benchmarks.students` puts the roots into every line before anybody is asked.

Kinds of slips: sign, moved (a term changes sides, but not its sign), distribution, division (by
what may be zero), dropped (a root), extraneous (a root kept that is none), one_sign, fraction,
rule (of powers, roots, logarithms), arithmetic.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

Draw = random.Random


@dataclass
class Work:
    """Lines, all roots as expressions, slips as (line, kind, what is written instead)."""

    lines: list[str]
    roots: list[str]
    slips: list[tuple[int, str, str]] = field(default_factory=list)
    letters: dict[str, int] = field(default_factory=dict)
    """Numbers for letters, to put roots into lines with."""
    unknown: str = "x"
    gained: str | None = None
    """A candidate that is no root, where one comes up."""


def whole(rng: Draw, low: int = 1, high: int = 12, but: tuple[int, ...] = ()) -> int:
    """Draw a whole number of either sign, not zero."""
    while True:
        number = rng.choice((-1, 1)) * rng.randint(low, high)
        if number not in but and number != 0:
            return number


def plus(number: int | Fraction | str) -> str:
    """Write a number as a further term."""
    text = str(number)
    return f" - {text[1:]}" if text.startswith("-") else f" + {text}"


def term(number: int, letter: str = "x") -> str:
    """Write a multiple of a letter."""
    return {1: letter, -1: f"-{letter}"}.get(number, f"{number}*{letter}")


def further(number: int, letter: str = "x") -> str:
    """Write a multiple of a letter as a further term."""
    return plus(term(number, letter))


def ratio(above: int, below: int) -> str:
    """Write a fraction in lowest terms."""
    return str(Fraction(above, below))


# -- linear ----------------------------------------------------------------------------------------


def two_steps(rng: Draw) -> Work:
    a, b, c = whole(rng, 2, 9), whole(rng), whole(rng, 1, 30)
    lines = [f"{term(a)}{plus(b)} = {c}", f"{term(a)} = {c - b}", f"x = {ratio(c - b, a)}"]
    slips = [
        (1, "moved", f"{term(a)} = {c + b}"),
        (1, "sign", f"{term(a)} = {b - c}"),
        (1, "arithmetic", f"{term(a)} = {c - b + rng.choice((-10, -1, 1, 2, 10))}"),
        (2, "arithmetic", f"x = {c - b - a}"),
        (2, "fraction", f"x = {ratio(a, c - b) if c != b else a}"),
        (2, "sign", f"x = {ratio(b - c, a)}"),
    ]
    return Work(lines, [ratio(c - b, a)], slips)


def both_sides(rng: Draw) -> Work:
    a, b, d = whole(rng, 2, 12), whole(rng), whole(rng, 1, 20)
    c = whole(rng, 1, 12, (a, -a))
    lines = [f"{term(a)}{plus(b)} = {term(c)}{plus(d)}", f"{term(a)}{further(-c)} = {d}{plus(-b)}",
             f"{term(a - c)} = {d - b}", f"x = {ratio(d - b, a - c)}"]  # fmt: skip
    slips = [
        (1, "moved", f"{term(a)}{further(c)} = {d}{plus(-b)}"),
        (1, "moved", f"{term(a)}{further(-c)} = {d}{plus(b)}"),
        (2, "arithmetic", f"{term(a - c + (1 if a - c != -1 else 2))} = {d - b}"),
        (2, "sign", f"{term(c - a)} = {d - b}"),
        (3, "arithmetic", f"x = {ratio(d - b + rng.choice((-1, 1, 3)), a - c)}"),
    ]
    return Work(lines, [ratio(d - b, a - c)], slips)


def bracket(rng: Draw) -> Work:
    a, b, c, d = whole(rng, 2, 9), whole(rng), whole(rng), whole(rng, 1, 30)
    lines = [f"{a}*(x{plus(b)}){plus(c)} = {d}", f"{term(a)}{plus(a * b)}{plus(c)} = {d}",
             f"{term(a)}{plus(a * b + c)} = {d}", f"{term(a)} = {d - a * b - c}",
             f"x = {ratio(d - a * b - c, a)}"]  # fmt: skip
    slips = [
        (1, "distribution", f"{term(a)}{plus(b)}{plus(c)} = {d}"),
        (1, "distribution", f"x{plus(a * b)}{plus(c)} = {d}"),
        (1, "sign", f"{term(a)}{plus(-a * b)}{plus(c)} = {d}"),
        (2, "arithmetic", f"{term(a)}{plus(a * b + c + 1)} = {d}"),
        (3, "moved", f"{term(a)} = {d + a * b + c}"),
    ]
    return Work(lines, [ratio(d - a * b - c, a)], slips)


def minus_bracket(rng: Draw) -> Work:
    a, b, c, d = rng.randint(2, 9), rng.randint(2, 9), whole(rng), whole(rng, 1, 30)
    while a == b:
        b = rng.randint(2, 9)
    lines = [f"{a}*x - {b}*(x{plus(c)}) = {d}", f"{a}*x - {b}*x{plus(-b * c)} = {d}",
             f"{term(a - b)}{plus(-b * c)} = {d}", f"{term(a - b)} = {d + b * c}",
             f"x = {ratio(d + b * c, a - b)}"]  # fmt: skip
    slips = [
        (1, "sign", f"{a}*x - {b}*x{plus(b * c)} = {d}"),
        (1, "distribution", f"{a}*x - {b}*x{plus(c)} = {d}"),
        (3, "moved", f"{term(a - b)} = {d - b * c}"),
        (4, "arithmetic", f"x = {ratio(d + b * c - 1, a - b)}"),
    ]
    return Work(lines, [ratio(d + b * c, a - b)], slips)


def with_fractions(rng: Draw) -> Work:
    a, b = rng.sample(range(2, 9), 2)
    c = whole(rng, 1, 12)
    lines = [f"x/{a} + x/{b} = {c}", f"{b}*x + {a}*x = {a * b * c}", f"{a + b}*x = {a * b * c}",
             f"x = {ratio(a * b * c, a + b)}"]  # fmt: skip
    slips = [
        (1, "fraction", f"2*x/({a + b}) = {c}"),
        (1, "fraction", f"{b}*x + {a}*x = {c}"),
        (1, "distribution", f"{b}*x + x = {a * b * c}"),
        (2, "arithmetic", f"{a + b + 1}*x = {a * b * c}"),
        (3, "fraction", f"x = {ratio(a + b, a * b * c)}"),
    ]
    return Work(lines, [ratio(a * b * c, a + b)], slips)


def quotient(rng: Draw) -> Work:
    a, b, c = whole(rng, 2, 9), whole(rng, 1, 9), whole(rng, 1, 9)
    d = rng.randint(2, 9)
    lines = [f"({term(a * d)}{plus(b * d)})/{d} = {c}", f"{term(a)}{plus(b)} = {c}",
             f"{term(a)} = {c - b}", f"x = {ratio(c - b, a)}"]  # fmt: skip
    slips = [
        (1, "fraction", f"{term(a)}{plus(b * d)} = {c}"),
        (1, "fraction", f"{term(a * d)}{plus(b)} = {c}"),
        (2, "moved", f"{term(a)} = {c + b}"),
    ]
    return Work(lines, [ratio(c - b, a)], slips)


# -- quadratic -------------------------------------------------------------------------------------


def by_factors(rng: Draw) -> Work:
    r = whole(rng, 1, 9)
    s = whole(rng, 1, 9, (r, -r))
    p, q = -(r + s), r * s
    lines = [f"x^2{further(p)}{plus(q)} = 0", f"(x{plus(-r)})*(x{plus(-s)}) = 0",
             f"x{plus(-r)} = 0 or x{plus(-s)} = 0", f"x = {r} or x = {s}"]  # fmt: skip
    slips = [
        (1, "sign", f"(x{plus(r)})*(x{plus(s)}) = 0"),
        (1, "arithmetic", f"(x{plus(-r)})*(x{plus(-s - 1)}) = 0"),
        (2, "dropped", f"x{plus(-r)} = 0"),
        (3, "dropped", f"x = {rng.choice((r, s))}"),
        (3, "sign", f"x = {r} or x = {-s}"),
    ]
    return Work(lines, [str(r), str(s)], slips)


def from_square(rng: Draw) -> Work:
    a, b = whole(rng, 1, 9), rng.randint(1, 9)
    lines = [f"(x{plus(a)})^2 = {b * b}", f"x{plus(a)} = {b} or x{plus(a)} = {-b}",
             f"x = {b - a} or x = {-b - a}"]  # fmt: skip
    slips = [
        (1, "one_sign", f"x{plus(a)} = {b}"),
        (1, "rule", f"x^2{plus(a * a)} = {b * b}"),
        (1, "rule", f"x{plus(a)} = {b * b}"),
        (2, "moved", f"x = {b + a} or x = {-b + a}"),
        (2, "dropped", f"x = {b - a}"),
    ]
    return Work(lines, [str(b - a), str(-b - a)], slips)


def squared_binomial(rng: Draw) -> Work:
    a, c = whole(rng, 1, 9), whole(rng, 1, 30)
    lines = [f"(x{plus(a)})^2 = x^2{plus(c)}", f"x^2{further(2 * a)}{plus(a * a)} = x^2{plus(c)}",
             f"{term(2 * a)} = {c - a * a}", f"x = {ratio(c - a * a, 2 * a)}"]  # fmt: skip
    slips = [
        (1, "distribution", f"x^2{further(a)}{plus(a * a)} = x^2{plus(c)}"),
        (1, "distribution", f"x^2{further(2 * a)}{plus(-a * a)} = x^2{plus(c)}"),
        (2, "moved", f"{term(2 * a)} = {c + a * a}"),
    ]
    return Work(lines, [ratio(c - a * a, 2 * a)], slips)


def divided(rng: Draw) -> Work:
    a, k = whole(rng, 1, 6), whole(rng, 2, 12)
    lines = [f"{term(a, 'x^2')} = {term(a * k)}", f"{term(a, 'x^2')}{further(-a * k)} = 0",
             f"{a}*x*(x{plus(-k)}) = 0", f"x = 0 or x = {k}"]  # fmt: skip
    slips = [
        (1, "division", f"{term(a)} = {a * k}"),
        (2, "division", f"x{plus(-k)} = 0"),
        (3, "dropped", f"x = {k}"),
        (3, "sign", f"x = 0 or x = {-k}"),
    ]
    return Work(lines, ["0", str(k)], slips)


def common_factor(rng: Draw) -> Work:
    a, b = whole(rng, 1, 9), whole(rng, 2, 9)
    lines = [f"x*(x{plus(a)}) = {b}*(x{plus(a)})", f"(x{plus(-b)})*(x{plus(a)}) = 0",
             f"x = {b} or x = {-a}"]  # fmt: skip
    slips = [
        (1, "division", f"x = {b}"),
        (2, "sign", f"x = {b} or x = {a}"),
        (2, "dropped", f"x = {-a}"),
    ]
    return Work(lines, [str(b), str(-a)] if b != -a else [str(b)], slips)


def cubic(rng: Draw) -> Work:
    k = rng.randint(1, 9)
    lines = [f"x^3 = {k * k}*x", f"x^3 - {k * k}*x = 0", f"x*(x^2 - {k * k}) = 0",
             f"x = 0 or x^2 = {k * k}", f"x = 0 or x = ±{k}"]  # fmt: skip
    slips = [
        (1, "division", f"x^2 = {k * k}"),
        (3, "dropped", f"x^2 = {k * k}"),
        (4, "one_sign", f"x = 0 or x = {k}"),
    ]
    return Work(lines, ["0", str(k), str(-k)], slips)


def completed(rng: Draw) -> Work:
    h, k = whole(rng, 1, 7), rng.choice((2, 3, 5, 6, 7, 10, 11))
    lines = [f"x^2{further(2 * h)}{plus(h * h - k)} = 0", f"x^2{further(2 * h)} = {k - h * h}",
             f"(x{plus(h)})^2 = {k}", f"x{plus(h)} = ±sqrt({k})",
             f"x = {-h} ± sqrt({k})"]  # fmt: skip
    slips = [
        (1, "moved", f"x^2{further(2 * h)} = {h * h - k}"),
        (2, "arithmetic", f"(x{plus(h)})^2 = {k + 1}"),
        (2, "distribution", f"(x{plus(2 * h)})^2 = {k}"),
        (3, "one_sign", f"x{plus(h)} = sqrt({k})"),
        (4, "moved", f"x = {h} ± sqrt({k})"),
    ]
    if k == h * h:
        return completed(rng)
    return Work(lines, [f"{-h} + sqrt({k})", f"{-h} - sqrt({k})"], slips)


def formula(rng: Draw) -> Work:
    a, r, s = rng.randint(2, 5), whole(rng, 1, 7), whole(rng, 1, 7)
    if r == s or r == -s:
        return formula(rng)
    b, c = -a * (r + s), a * r * s
    d = b * b - 4 * a * c
    lines = [f"{a}*x^2{further(b)}{plus(c)} = 0", f"x = ({-b} ± sqrt({d}))/{2 * a}",
             f"x = {r} or x = {s}"]  # fmt: skip
    slips = [
        (1, "sign", f"x = ({b} ± sqrt({d}))/{2 * a}"),
        (1, "fraction", f"x = {-b} ± sqrt({d})/{2 * a}"),
        (1, "one_sign", f"x = ({-b} + sqrt({d}))/{2 * a}"),
        (1, "arithmetic", f"x = ({-b} ± sqrt({b * b + 4 * a * abs(c) + 1}))/{2 * a}"),
        (2, "dropped", f"x = {r}"),
    ]
    return Work(lines, [str(r), str(s)], slips)


def named(rng: Draw) -> Work:
    a, b = rng.sample(range(1, 8), 2)
    s, p = a * a + b * b, a * a * b * b
    lines = [f"x^4 - {s}*x^2 + {p} = 0", "u = x^2", f"u^2 - {s}*u + {p} = 0",
             f"u = {a * a} or u = {b * b}", f"x^2 = {a * a} or x^2 = {b * b}",
             f"x = ±{a} or x = ±{b}"]  # fmt: skip
    slips = [
        (2, "sign", f"u^2 + {s}*u + {p} = 0"),
        (3, "dropped", f"u = {a * a}"),
        (5, "one_sign", f"x = {a} or x = ±{b}"),
        (5, "rule", f"x = ±{a * a + 1} or x = ±{b * b + 1}"),
    ]
    return Work(lines, [str(a), str(-a), str(b), str(-b)], slips)


MAKERS: Final[list[Callable[[Draw], Work]]] = [
    two_steps, both_sides, bracket, minus_bracket, with_fractions, quotient, by_factors,
    from_square, squared_binomial, divided, common_factor, cubic, completed, formula, named,
]  # fmt: skip
