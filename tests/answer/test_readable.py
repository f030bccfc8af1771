"""Conditions as they are written down say the same as those they come from."""

import ast
import random
from math import pi

import pytest
from signed import HOLDS, POINTS, TINY, drawn, expr_of, value

from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.forms import Forms
from aljabr.algebra.printing import expr_text
from aljabr.answer.readable import readable

KINDS = ("root", "minus_root", "positive", "negative", "nonzero")
ROOTS = ("{}", "log({})", "sqrt(({})^2) + a", "a + sqrt({})", "b - sqrt({})", "a*sqrt({}) - b")
INSIDE = (
    "a",
    "a^2 - 1",
    "b^2 + 2",
    "a/b",
    "(a + b)^2/b^2",
    "b - 1",
    "a/(b - 1)",
    "sqrt(a^2*b^2)/(a*b)",
    "a + 2",
    "a*b",
    "a + b",
    "2*a - 3",
    "a^2*(b - 1)",
    "(a - 1)*(b + 2)",
    "a - a^2",
    "b*(1 + a/b)",
)


def written(line: str) -> str:
    """Return what is said for "kind text, kind text"."""
    table = ExprTable()
    asked = [each.strip().split(" ", 1) for each in line.split(",")]
    conditions = [Condition(kind, expr_of(text, table)) for kind, text in asked]
    return ", ".join(each.text() for each in readable(Forms(table), conditions))


SAID = """
    root log(a)                        | a ≥ 1
    positive log(a + 1)                | a > 0
    minus_root log(a)                  | a > 0, a ≤ 1
    root log(b*(1 + a/b))              | b ≠ 0, a + b - 1 ≥ 0
    root 1 - sin(a)^2                  |
    root 2 - sin(a) - cos(b)           |
    root 1 - 2*sin(a)                  | sin(a) ≤ 1/2
    unit sqrt(a)                       | a ≥ 0, a ≤ 1
    unit sqrt(a + 1)                   | a ≥ -1, a ≤ 0
    root a - 1, root a + 1             | a ≥ 1
    root a - 1, nonzero a              | a ≥ 1
    root a - 1, positive a             | a ≥ 1
    positive a - 1, root a - 1         | a > 1
    root a - 1, root (a - 1)*(a + 3)   | a ≥ 1
    root a - 1, root b - 1, positive (a + 1)*(b + 1) | a ≥ 1, b ≥ 1
    root a, root b + sqrt(a^2) - 3     | a ≥ 0, a + b - 3 ≥ 0
    root 4*a + 1, positive 2*a + 1     | a ≥ -1/4
    root 4*a + 1, root 2*a - 1         | a ≥ 1/2
    negative 4*a + 1, nonzero 3*a - 2  | a < -1/4
    root a^2 - 1, positive a + sqrt(a^2 - 1) | a ≥ 1
    root a^2 - 1, positive a - sqrt(a^2 - 1) | a ≥ 1
    root a^2 - 1, negative a - sqrt(a^2 - 1) | a ≤ -1
    positive a - sqrt(a^2 + 1)         | a - sqrt(a^2 + 1) > 0
    positive b, root b*(a - 2)         | b > 0, a ≥ 2
    negative b, root b*(a - 2)         | b < 0, a ≤ 2
    nonzero b, root a/b + b, root 2*b - sqrt((a + b^2)^2/b^2) | b ≠ 0, a/b + b ≥ 0, b - a/b ≥ 0
    root a, root a^2*b                 | a ≥ 0, a^2*b ≥ 0
    nonzero sqrt(a) + 1                |
    nonzero sqrt(a) + sqrt(b) + 2      |
    minus_root a - 1, nonzero a        | a ≤ 1, a ≠ 0
    root a^3*b, positive sqrt(a^6*b^2)/(a^3*b) | a^3*b ≥ 0, a ≠ 0, b ≠ 0
    root a, root a/b^2                 | a ≥ 0, b ≠ 0
    root a + b, root b*(1 + a/b)       | a + b ≥ 0, b ≠ 0
    positive b, root a/b               | b > 0, a ≥ 0
    root b, root b*(sqrt(a) - 1)^2     | b ≥ 0, (sqrt(a) - 1)^2*b ≥ 0
"""


@pytest.mark.parametrize("line", SAID.strip().splitlines())
def test_what_others_imply_is_not_said(line):
    asked, _, expected = (part.strip() for part in line.partition("|"))
    assert written(asked) == expected


def verdict(kind: str, tree: ast.expr, letters: dict[str, float]) -> bool | None:
    """Whether a condition holds, as it does not where it is undefined; None if rounding decides."""
    try:
        found = value(tree, letters)
    except (ZeroDivisionError, ValueError):  # ValueError: the logarithm of zero
        return False
    except OverflowError:
        return None
    if abs(found) < 1e3 * TINY:
        return None
    if kind == "nonzero":
        return True
    return abs(found.imag) < TINY * abs(found) and HOLDS[kind](found.real)


def all_hold(conditions: list[tuple[str, ast.expr]], letters: dict[str, float]) -> bool | None:
    verdicts = [verdict(kind, tree, letters) for kind, tree in conditions]
    return False if False in verdicts else None if None in verdicts else True


def parts(conditions: list[Condition]) -> list[tuple[str, ast.expr]]:
    texts = [(each.kind, expr_text(each.expr).replace("^", "**")) for each in conditions]
    return [(kind, ast.parse(text, mode="eval").body) for kind, text in texts]


@pytest.mark.parametrize("seed", range(600))
def test_what_is_written_says_the_same(seed):
    rng, table = random.Random(seed), ExprTable()
    texts = [rng.choice(INSIDE) for _ in range(rng.randint(1, 3))]
    texts += [text for text in [drawn(seed)] if set("ab") & set(text)]  # numbers may be complex
    texts.append(rng.choice(ROOTS).format(rng.choice(INSIDE)))
    # What log(u) ≠ 0 asks of u beside u ≠ 1 is asked for itself, wherever answers come from.
    kinds = [rng.choice(KINDS[:4] if "log" in text else KINDS) for text in texts]
    conditions = [
        Condition(kind, expr_of(text, table)) for kind, text in zip(kinds, texts, strict=True)
    ]
    before, after = parts(conditions), parts(list(readable(Forms(table), conditions)))
    points = [(a + 1 / 64, b + 1 / 128) for a, b in POINTS]
    zeros = [(a, b) for a in (-2, -1, 0, 1, 2.5) for b in (-2, -1, 0, 1, 3)]
    for a, b in (*points, *zeros):
        letters = {"a": a, "b": b, "pi": pi}
        one, two = all_hold(before, letters), all_hold(after, letters)
        assert one is None or two is None or one == two, (texts, letters)
