"""Values of the parameters to try: small ones, zeros, huge and tiny ones, and the edges.

A point gives each letter a constant tree, so that an edge such as a = pi/2 is met exactly. Edges
are where something may go wrong: where a divisor vanishes, where a condition's sides are equal,
where an argument of a function leaves the principal branch; and just beside them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, islice, pairwise
from typing import Final

from benchmarks.checking.inverting import IMAGINARY, invert, occurrences
from benchmarks.checking.numeric import FAILURES, FLOATS, compiled
from benchmarks.checking.rational import Fractional, NotRational, rational_roots
from benchmarks.checking.reading import PI, Chain, Node, node, number, show, substituted
from benchmarks.checking.reals import Unclear, Undefined
from benchmarks.checking.values import Calculator, evaluate

Point = Mapping[str, Node]
Edge = tuple[Node, Node]
"""An expression, and a value of it at which something may change."""

SMALL: Final = tuple(map(Fraction, "0 1 -1 2 -2 3 -3 1/2 -1/2 1/3 -3/2 4 5 -7".split()))
WIDE: Final = tuple(
    map(Fraction, "9 10 -10 16 -20 21 30 100 -100 1000 -1000 -5/4 11/7 22/7 -355/113".split())
)
SCALES: Final = tuple(Fraction(10) ** exponent for exponent in (-30, -12, -6, -3, 3, 6, 12, 30))
NUM_SMALL: Final = 36
NUM_RANDOM: Final = 24
NUM_SCALED: Final = 12
NUM_EDGES: Final = 120
NUM_ASSIGNMENTS: Final = 2
"""How often the other letters are drawn for an edge and a letter."""


def some_fraction(rng: random.Random) -> Fraction:
    """Draw a number of either sign, from a thousandth to a thousand."""
    size = Fraction(round(10 ** rng.uniform(-3, 3), 6)).limit_denominator(10**6)
    return size * rng.choice((-1, 1)) or Fraction(1)


def plain_points(letters: list[str], rng: random.Random) -> Iterator[Point]:
    """Yield points that know nothing of the equation."""
    if not letters:
        yield {}
        return

    def point(*values: Fraction) -> Point:
        return dict(zip(letters, map(number, values), strict=True))

    yield point(*(rng.choice((1, 2, 3)) * Fraction(1) for _ in letters))
    if len(letters) == 1:
        scaled = [sign * scale for scale in SCALES for sign in (1, -1)]
        for value in (*SMALL, *WIDE, *scaled, *(some_fraction(rng) for _ in range(NUM_RANDOM))):
            yield point(value)
        yield from ({letters[0]: each} for each in (PI, node("neg", PI), node("/", PI, number(2))))
        return
    for _ in range(NUM_SMALL):
        yield point(*(rng.choice(SMALL) for _ in letters))
    for _ in range(NUM_RANDOM):
        yield point(*(some_fraction(rng) for _ in letters))
    for _ in range(NUM_SCALED):
        yield point(*(rng.choice(SCALES) * rng.choice(SMALL[1:]) for _ in letters))
    for _ in range(NUM_SCALED // 2):
        yield point(*(rng.choice((*SCALES, Fraction(1))) * some_fraction(rng) for _ in letters))
    for letter in letters:
        yield {**point(*(some_fraction(rng) for _ in letters)), letter: number(0)}
    for pair in islice(combinations(letters, 2), 12):
        for both in (number(rng.choice(SMALL[1:])), number(0)):
            yield {**point(*(some_fraction(rng) for _ in letters)), **dict.fromkeys(pair, both)}


# -- edges -----------------------------------------------------------------------------------------

_ZERO, _ONE, _MINUS = number(0), number(1), number(-1)
_HALF_PI: Final = node("/", PI, number(2))
_TURNS: Final = (_ZERO, _HALF_PI, node("neg", _HALF_PI), PI, number(4), number(-10))
_TARGETS: Final[dict[str, tuple[Node, ...]]] = {
    "log": (_ZERO, _ONE, _MINUS),
    "sqrt": (_ZERO, _MINUS),
    "abs": (_ZERO, _MINUS),
    "asin": (_ONE, _MINUS, _ZERO, number(2)),
    "acos": (_ONE, _MINUS, number(2)),
    "atan": (_ZERO,),
    "sin": _TURNS,
    "cos": _TURNS,
    "tan": _TURNS,
    "exp": (_ZERO, node("*", number(4), IMAGINARY), node("*", number(-4), IMAGINARY)),
}
"""At which values of its argument a function is watched."""


def edges_of(tree: Node) -> Iterator[Edge]:
    """Yield where a divisor of a tree vanishes, or an argument comes to an edge."""
    for each in tree.walk():
        if each.head == "/":
            yield each.children[1], _ZERO
        elif each.head == "^":
            yield from ((each.children[0], target) for target in (_ZERO, _MINUS, _ONE))
            yield from ((each.children[1], target) for target in (_ZERO, _MINUS))
        else:
            yield from ((each.children[0], target) for target in _TARGETS.get(each.head, ()))


def edges_of_conditions(conditions: Iterable[Chain]) -> Iterator[Edge]:
    """Yield where the sides of conditions are equal."""
    for chain in conditions:
        for left, right in pairwise(chain.sides):
            if not right.letters():
                yield left, right
            elif not left.letters():
                yield right, left
            else:
                yield node("-", left, right), _ZERO


def edge_points(
    edges: Iterable[Edge], letters: list[str], rng: random.Random, most: int = NUM_EDGES
) -> list[Point]:
    """Return points at edges, exactly where that is possible, and just beside them."""
    distinct = {(show(tree), show(target)): (tree, target) for tree, target in edges
                if tree.letters() and tree.letters() <= set(letters)}  # fmt: skip
    found: list[Point] = []
    waiting = [_points_at(edge, letters, rng) for edge in distinct.values()]
    while waiting and len(found) < most:  # in turn, so that every edge is met
        drawn = [(each, next(each, None)) for each in waiting]
        found += [point for _, point in drawn if point is not None]
        waiting = [each for each, point in drawn if point is not None]
    return found[:most]


def _points_at(edge: Edge, letters: list[str], rng: random.Random) -> Iterator[Point]:
    tree, target = edge
    own = sorted(tree.letters())
    rng.shuffle(own)
    for letter in own * NUM_ASSIGNMENTS:
        others = [name for name in letters if name != letter]
        rest = {name: number(rng.choice(SMALL) if rng.random() < 0.7 else some_fraction(rng))
                for name in others}  # fmt: skip
        for value in islice(solutions(tree, target, letter, rest), 3):
            yield from ({**rest, letter: each} for each in _beside(value, rng))
        if not others:
            return


def _beside(value: Node, rng: random.Random) -> Iterator[Node]:
    shift = number(Fraction(10) ** -rng.choice((1, 2, 3, 6, 12, 25)))
    yield from map(folded, (value, node("+", value, shift), node("-", value, shift)))


def folded(tree: Node) -> Node:
    """Return a constant as a number, if it is exactly one."""
    real, imaginary = evaluate(tree, {}, Calculator(50))
    return number(real) if isinstance(real, Fraction) and imaginary == 0 else tree


def solutions(tree: Node, target: Node, letter: str, rest: Point) -> Iterator[Node]:
    """Yield real values of a letter at which a tree has a given value."""
    for name, value in rest.items():
        tree, target = substituted(tree, name, value), substituted(target, name, value)
    if occurrences(tree, letter) == 1 and letter not in target.letters():
        yield from filter(is_real_constant, invert(tree, letter, target))
        return
    try:
        reader = Fractional(letter, {}, calculator := Calculator(50), [])
        above, _ = reader.read(node("-", tree, target))
        if not calculator.presumed:
            yield from map(number, rational_roots(above))
    except (NotRational, Undefined, Unclear):
        yield from map(number, sign_changes(node("-", tree, target), letter))


def is_real_constant(tree: Node) -> bool:
    """Whether a tree without letters has a value, and that is real."""
    try:
        return Calculator(50).sign(evaluate(tree, {}, Calculator(50))[1]) == 0
    except (Undefined, Unclear):
        return False


def sign_changes(tree: Node, letter: str) -> list[Fraction]:
    """Return about where a real function of a letter changes its sign, by halving intervals."""
    try:
        function = compiled(tree, FLOATS, letter, {})
    except FAILURES:
        return []

    def at(x: float) -> float | None:
        try:
            value = complex(function(complex(x)))
            return value.real if abs(value.imag) < 1e-12 * (1 + abs(value)) else None
        except FAILURES:
            return None

    found: list[Fraction] = []
    starts = [0.37 * step - 10.003 for step in range(55)]
    for low, high in pairwise(starts):
        first, last = at(low), at(high)
        if first is None or last is None or first * last >= 0:
            continue
        for _ in range(50):
            middle = (low + high) / 2
            value = at(middle)
            if value is None:
                break
            low, high = (middle, high) if value * first > 0 else (low, middle)
        found.append(Fraction(low))
    return found
