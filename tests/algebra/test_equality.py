"""Equality: what is proved holds without conditions, and what is not known is not claimed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
import symengine as se
from conftest import a, b, random_sym, read_sym
from flint import acb

from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equality import Equality, always_differ, compare, is_proved
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.points import ALL_POINTS, NUM_POINTS, Point, is_equal, with_some_unknown

POINTS = [with_some_unknown(number) for number in range(NUM_POINTS)]


def read(table: ExprTable, text: str) -> Expr:
    expr = table.intern(read_sym(text))
    assert expr is not None
    return expr


def known(table: ExprTable, left: str, right: str, points: list[Point]) -> Equality:
    """Compare either way round: the answer is the same."""
    one, other = read(table, left), read(table, right)
    found = compare(table, one, other, points)
    assert compare(table, other, one, points) is found
    assert is_proved(table, one, other) is is_proved(table, other, one)
    assert is_proved(table, one, other) is (found is Equality.PROVED)
    return found


PROVED = """
    sqrt(3 + 2*sqrt(2)) | 1 + sqrt(2)
    asin(3/5) | acos(4/5)
    (x + a)**2                              | x**2 + 2*a*x + a**2
    a/x + b                                 | (a + b*x)/x
    (a**2 - b**2)/(a - b)                   | a + b
    exp(a + b)                              | exp(a)*exp(b)
    (exp(a) + 1)*(exp(-a) + 1)              | exp(a) + exp(-a) + 2
    sqrt(2)*sqrt(3)                         | sqrt(6)
    sqrt(2)*(sqrt(3) + 1)                   | sqrt(6) + sqrt(2)
    sqrt(12)                                | 2*sqrt(3)
    sqrt(8*a)                               | 2*sqrt(2)*sqrt(a)
    sqrt(a)**2                              | a
    (sqrt(a) + 1)**2                        | a + 2*sqrt(a) + 1
    (sqrt(a) + sqrt(b))*(sqrt(a) - sqrt(b)) | a - b
    (1 + sqrt(2))*(sqrt(2) - 1)             | 1
    1/(sqrt(5) - 2)                         | sqrt(5) + 2
    1/(sqrt(2) + sqrt(3))                   | sqrt(3) - sqrt(2)
    1/(1 + 2**(1/3))                        | (1 - 2**(1/3) + 2**(2/3))/3
    2**(x + 1)                              | 2*2**x
    (2**x + 1)**2                           | 2**(2*x) + 2**(x + 1) + 1
    (a**(x/2) + 1)**2                       | a**x + 2*a**(x/2) + 1
    log(8)                                  | 3*log(2)
    sin((a + b)**2)                         | sin(a**2 + 2*a*b + b**2)
    sqrt((b/2 + d/c)/a)                     | sqrt((b*c + 2*d)/(2*a*c))
"""


def pairs(table: str) -> list[list[str]]:
    return [[part.strip() for part in line.split("|")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("left", "right"), pairs(PROVED))
def test_what_algebra_proves_is_proved_with_points_and_without(
    table: ExprTable, left: str, right: str
) -> None:
    assert known(table, left, right, POINTS) is Equality.PROVED
    assert known(table, left, right, []) is Equality.PROVED


AGREE = """
    sin(a)**2 + cos(a)**2 | 1
    sqrt(a**2)            | a
    sqrt(a*b)             | sqrt(a)*sqrt(b)
    log(a*b)              | log(a) + log(b)
    log(exp(a))           | a
    abs(a)                | a
    4**x                  | 2**(2*x)
"""


@pytest.mark.parametrize(("left", "right"), pairs(AGREE))
def test_what_holds_on_a_branch_or_by_other_means_agrees_and_is_not_proved(
    table: ExprTable, left: str, right: str
) -> None:
    assert known(table, left, right, POINTS) is Equality.AGREE
    assert known(table, left, right, []) is Equality.UNKNOWN


DIFFER = """
    (x + a)**2  | x**2 + a**2
    a           | b
    pi          | 355/113
    sqrt(a**2)  | -a
    log(x)      | log(x) + 2*pi*I
    sqrt(2)     | 14142135623730950488/10**19
"""


@pytest.mark.parametrize(("left", "right"), pairs(DIFFER))
def test_one_point_is_enough_to_tell_that_two_differ(
    table: ExprTable, left: str, right: str
) -> None:
    assert known(table, left, right, POINTS) is Equality.DIFFER
    assert known(table, left, right, POINTS[:1]) is Equality.DIFFER
    assert always_differ(read(table, left), read(table, right), POINTS)


def test_what_differs_at_some_points_differs_but_not_always(table: ExprTable) -> None:
    points = [Point(number) for number in ALL_POINTS]  # parameters of either sign
    assert known(table, "abs(a)", "a", points) is Equality.DIFFER
    assert not always_differ(read(table, "abs(a)"), read(table, "a"), points)


def test_where_no_point_tells_anything_nothing_is_known(table: ExprTable) -> None:
    tower = "exp(exp(exp(exp(exp(x + 9)))))"  # too large to be evaluated
    assert known(table, tower, f"{tower} + 1", POINTS) is Equality.UNKNOWN
    assert not always_differ(read(table, tower), read(table, f"{tower} + 1"), POINTS)
    assert known(table, tower, tower, POINTS) is Equality.PROVED


def test_what_is_too_large_is_not_proved(table: ExprTable) -> None:
    power = "(a + b + c + d + x)**{}"
    for exponent, expected in ((2, Equality.PROVED), (20, Equality.AGREE)):
        each = power.format(exponent)
        assert known(table, f"{each}*(a - b)", f"a*{each} - b*{each}", POINTS) is expected


# -- proofs are sound ------------------------------------------------------------------------------

ALIKE: list[Callable[[Sym, Sym], tuple[Sym, Sym]]] = [
    lambda u, v: (u * v, se.expand(u * v)),
    lambda u, v: ((se.sqrt(u) + v) ** 2, u + 2 * v * se.sqrt(u) + v**2),
    lambda u, v: (2 ** (u + v), 2**u * 2**v),
    lambda u, v: (se.sqrt(4 * u), 2 * se.sqrt(u)),
    # Not everywhere, so that a proof must know better.
    lambda u, v: (se.sqrt(u * v), se.sqrt(u) * se.sqrt(v)),
    lambda u, v: (se.sqrt(u / v), se.sqrt(u) / se.sqrt(v)),
    lambda u, v: (se.sqrt(1 / u), 1 / se.sqrt(u)),
    lambda u, v: (se.sqrt(u**2), u),
    lambda u, v: (se.sqrt(se.expand((u + v) ** 2)), u + v),
    lambda u, v: ((u**3) ** se.Rational(1, 3), u),
    lambda u, v: (se.log(se.exp(u)), u),
    lambda u, v: (se.asin(se.sin(u)), u),
    lambda u, v: ((a * b) ** u, a**u * b**u),
    lambda u, v: ((a**u) ** v, a ** (u * v)),
    lambda u, v: (se.sqrt(-u), se.I * se.sqrt(u)),
]
NUMBERS = [acb(0.7), acb(-1.3), acb(-0.4, 1.7)]


def test_what_is_proved_holds_for_parameters_of_either_sign_and_complex_numbers() -> None:
    rng = random.Random(3)
    outcomes: Counter[str] = Counter()
    while outcomes.total() < 1000:
        u, v = random_sym(rng, 2), random_sym(rng, 2)
        if u == 0 or v == 0:
            continue
        table = ExprTable()
        left, right = map(table.intern, rng.choice(ALIKE)(u, v))
        if left is None or right is None or left is right or max(left.size, right.size) > 60:
            continue
        if not is_proved(table, left, right):
            outcomes["open"] += 1
            continue
        outcomes["proved"] += 1
        for point in (Point(number, x) for number in (0, 1, *range(-12, 0)) for x in NUMBERS):
            assert is_equal(point, left, right) is not False, (left, right)
    assert min(outcomes["proved"], outcomes["open"]) > 100
