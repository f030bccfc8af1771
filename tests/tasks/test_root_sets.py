"""The dataset `sets`: its roots, and that there are no others, by arithmetic that is not ours.

Equations are read by Python's own grammar and evaluated with mpmath. Between the known roots the
difference of the sides is scanned: where it changes sign, or comes near zero, there must be a root.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import mpmath
import pytest

from aljabr.algebra.parse import parse
from aljabr.tasks import exercises, factored, formulas, periodic, sets
from aljabr.tasks.exercises import EXERCISES, draw
from aljabr.tasks.written import Known, letter, number, stand_in

WINDOW = 12
Difference = Callable[[mpmath.mpf], mpmath.mpf]
COMPARISONS: dict[str, Callable[[mpmath.mpf], bool]] = {
    "≥": lambda value: value >= 0,
    "≤": lambda value: value <= 0,
    ">": lambda value: value > 0,
}
FUNCTIONS = ("exp", "sin", "cos", "asin", "acos", "atan")


class Undefined(Exception):
    """There is no real value."""


@pytest.fixture(scope="module", autouse=True)
def few() -> Iterator[None]:
    """Draw a tenth of the training split."""
    for size in (2_000, 20_000):
        exercises.draw.cache_clear()
        EXERCISES["sets"].sizes["train"] = size
        if size == 2_000:
            yield


def real_root(value: mpmath.mpf, index: int = 2) -> mpmath.mpf:
    if value < 0 and index % 2 == 0:
        raise Undefined
    return mpmath.sign(value) * mpmath.root(abs(value), index)


def real_log(value: mpmath.mpf) -> mpmath.mpf:
    if value <= 0:
        raise Undefined
    return mpmath.log(value)


def real_tan(value: mpmath.mpf) -> mpmath.mpf:
    if abs(mpmath.cos(value)) < 1e-9:
        raise Undefined
    return mpmath.tan(value)


SCOPE = {
    "__builtins__": {},
    "N": mpmath.mpf,
    "pi": mpmath.pi,
    "abs": abs,
    "sqrt": real_root,
    "cbrt": lambda value: real_root(value, 3),
    "log": real_log,
    "tan": real_tan,
    **{name: getattr(mpmath, name) for name in FUNCTIONS},
}


def without_bars(text: str) -> str:
    """Write abs(...) for bars; one opens where an operand is still to come."""
    written = ""
    for character in text:
        opens = not written or written.rstrip()[-1] in "(+-*/"
        written += character if character != "|" else "abs(" if opens else ")"
    return written


def compiled(text: str) -> Callable[[dict[str, mpmath.mpf]], mpmath.mpf]:
    """Turn a text of our notation into a function of its letters, by Python's grammar."""
    text = without_bars(text)
    text = re.sub(r"(?<![A-Za-z\d])\d+", r"N(\g<0>)", text).replace("^", "**")
    code = compile(text, "<equation>", "eval")

    def value(point: dict[str, mpmath.mpf]) -> mpmath.mpf:
        try:
            result = eval(code, SCOPE, dict(point))
        except ZeroDivisionError:
            raise Undefined from None
        if isinstance(result, mpmath.mpc):
            raise Undefined
        return mpmath.mpf(result)

    return value


def holds(conditions: str, point: dict[str, mpmath.mpf]) -> bool:
    for each in filter(None, conditions.split(", ")):
        match = re.fullmatch(r"(.*) ([≥≤>]) 0", each)
        assert match is not None, each
        if not COMPARISONS[match[2]](compiled(match[1])(point)):
            return False
    return True


def roots_at(known: Known, point: dict[str, mpmath.mpf]) -> list[mpmath.mpf]:
    """Return the known roots within the window."""
    conditions = known.conditions or ("",) * len(known.roots)
    roots = []
    for text, condition in zip(known.roots, conditions, strict=True):
        if not holds(condition, point):
            continue
        value = compiled(text)
        members = range(-60, 61) if re.search(r"\bn\b", text) else [0]
        found = [value({**point, "n": mpmath.mpf(n)}) for n in members]
        roots += [root for root in found if abs(root) <= WINDOW or len(found) == 1]
    return sorted(roots)


def check(known: Known, rng: random.Random) -> None:
    """Check that roots are roots, and that the difference vanishes nowhere else in the window."""
    left, right = map(compiled, known.text.split(" = "))
    names = set(re.findall(r"\b[a-zA-Z]\b", known.text)) - {"x"}
    point = {name: mpmath.mpf(rng.choice((-1, 1)) * rng.uniform(0.3, 4)) for name in names}

    def difference(x: mpmath.mpf) -> mpmath.mpf:
        at = {**point, "x": x}
        return left(at) - right(at)

    roots = roots_at(known, point)
    for root in rng.sample(roots, min(len(roots), 8)):
        assert abs(difference(root)) < 1e-18 * (1 + abs(right({**point, "x": root}))), (known, root)
    for x in spurious(difference, roots):
        raise AssertionError(f"{known} also near {x} with {point}")


def spurious(difference: Difference, roots: list[mpmath.mpf]) -> Iterator[mpmath.mpf]:
    """Yield where a difference vanishes and no known root is: it changes sign there, or touches."""
    step = mpmath.mpf("0.0937")
    before: list[tuple[mpmath.mpf, mpmath.mpf]] = []
    for index in range(int(-WINDOW / step), int(WINDOW / step)):
        x = index * step + mpmath.mpf("0.0123")
        try:
            before = [*before[-2:], (x, difference(x))]
        except Undefined:
            before = []
        if len(before) < 3:
            continue
        (first, one), (second, two), (third, three) = before
        found = None
        if one * two < 0 and not any(first <= root <= second for root in roots):
            found = crossing(difference, first, second)
        elif abs(two) < min(abs(one), abs(three)) and one * two > 0 and two * three > 0:
            found = touching(difference, first, third)
        if found is None or any(abs(found - root) < 1e-4 for root in roots):
            continue
        if not is_gap(difference, found):
            yield found


def is_gap(difference: Difference, x: mpmath.mpf) -> bool:
    """Whether a difference is undefined at the simple fraction that a number is nearly."""
    plain = Fraction(str(mpmath.nstr(x, 20))).limit_denominator(1000)
    try:
        difference(mpmath.mpf(plain.numerator) / plain.denominator)
    except Undefined:
        return abs(x - mpmath.mpf(plain.numerator) / plain.denominator) < 1e-9
    return False


def crossing(difference: Difference, low: mpmath.mpf, high: mpmath.mpf) -> mpmath.mpf | None:
    """Return where a difference changes sign continuously; None at a pole."""
    start, sign = abs(difference(low)), mpmath.sign(difference(low))
    for _ in range(50):
        middle = (low + high) / 2
        try:
            value = difference(middle)
        except Undefined:
            return None
        low, high = (middle, high) if mpmath.sign(value) == sign else (low, middle)
    return low if abs(value) < min(start, 1e-6) else None


def touching(difference: Difference, low: mpmath.mpf, high: mpmath.mpf) -> mpmath.mpf | None:
    """Return the least distance from zero, if it is none."""
    for _ in range(60):
        third = (high - low) / 3
        try:
            left, right = abs(difference(low + third)), abs(difference(high - third))
        except Undefined:
            return None
        low, high = (low, high - third) if left < right else (low + third, high)
    return low if left < 1e-8 else None


@pytest.mark.parametrize("kind", sets.KINDS)
def test_roots_are_all_there_are(kind):
    rng = random.Random(0)
    drawn = [draw("sets", split, 0) for split in ("validation", "train")]
    equations = [
        known
        for each in drawn
        for known, its in zip(each.known, each.kinds, strict=True)
        if its == kind
    ]
    with mpmath.workdps(30):
        for known in equations[:30]:
            check(known, rng)


def test_a_missing_and_a_false_root_are_noticed():
    rng = random.Random(0)
    with mpmath.workdps(30):
        check(Known("x^2 = 4", "solved", ("2", "-2")), rng)
        check(Known("sin(x)*(x - 1) = 0", "solved", ("pi*n", "1")), rng)
        for false in (
            Known("x^2 = 4", "solved", ("2",)),
            Known("x^2 = 4", "solved", ("2", "-2", "3")),
            Known("sin(x) = 0", "solved", ("2*pi*n",)),
            Known("(x - 1)^2*(x + 2) = 0", "solved", ("-2",)),
            Known("(x - 3)*log(x - 5) = 0", "solved", ("6", "3")),
        ):
            with pytest.raises((AssertionError, Undefined)):
                check(false, rng)


def test_every_root_is_read_by_our_parser():
    for known in draw("sets", "validation", 0).known:
        for root in known.roots:
            parse(f"x = {root}")
        assert len(known.conditions) in (0, len(known.roots))
        assert (known.status == "no_solution") == (not known.roots)


def test_sets_of_every_size_are_met_and_families_and_none():
    known = draw("sets", "test", 0).known
    sizes = Counter(len(each.roots) for each in known)
    assert {0, 1, 2, 3, 4} <= set(sizes)
    assert sizes[0] > 30
    assert any("*n" in root for each in known for root in each.roots)
    assert any(each.conditions for each in known)


def test_shares_are_of_a_hundred():
    assert sum(share for _, share in sets.KINDS.values()) == 100


# -- exact parts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "right", "roots"),
    [
        (letter("x") ** 2, number(9), ("3", "-3")),
        (letter("x") ** 2, number(7), ("sqrt(7)", "-sqrt(7)")),
        (letter("x") ** 3, number(-5), ("-5^(1/3)",)),
        (letter("x") ** 2 + letter("x"), number(-1), ()),
        (letter("x") ** 4, number(5) * letter("x") ** 2, ("sqrt(5)", "-sqrt(5)", "0")),
        ((letter("x") ** 2 - number(4)) / (letter("x") - number(2)), number(0), ("-2",)),
        (number(2) * stand_in("|x|"), number(3), ("3/2",)),
    ],
)
def test_what_factors_is_solved_exactly(left, right, roots):
    known = factored.solve_factored((left, right))
    assert known is not None
    assert sorted(known.roots) == sorted(roots)


def test_what_takes_the_formula_is_no_task():
    x = letter("x")
    assert factored.solve_factored((x**2 + x, number(1))) is None
    assert factored.solve_factored((x + x, number(2) * x)) is None


@pytest.mark.parametrize(
    ("function", "value", "texts"),
    [
        ("sin", "1/2", ["pi/6 + 2*pi*n", "5*pi/6 + 2*pi*n"]),
        ("sin", "0", ["pi*n"]),
        ("cos", "-1", ["pi + 2*pi*n"]),
        ("tan", "-1", ["-pi/4 + pi*n"]),
        ("cos", "2", []),
    ],
)
def test_families_of_table_values(function, value, texts):
    assert [family.text for family in periodic.families(function, value)] == texts


def test_a_family_on_a_pole_is_none():
    line = periodic.Line(periodic.Fraction(1), periodic.Fraction(0))
    (family,) = periodic.families("sin", "1")
    assert periodic._texts([family.solved(line)], [line]) == []


def test_formulas_hold_letters_that_are_no_constants():
    rng = random.Random(0)
    for _ in range(200):
        known = formulas.formulas(rng)
        assert known is not None
        assert not set(re.findall(r"\b[a-z]\b", known.text)) & set("eijlno")
