"""The dataset `open`: that its cores are those of its equations, by arithmetic that is not ours.

Equations are read by Python's own grammar and evaluated with mpmath. Whatever Newton's method finds
to be a root must be a zero of the core; of a polynomial, every zero of the core must be a root.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import mpmath
import pytest

from aljabr.tasks import kernels, leading, shapes
from aljabr.tasks import open as open_tasks
from aljabr.tasks.exercises import EXERCISES, draw
from aljabr.tasks.factored import X
from aljabr.tasks.written import Known, coefficients, letter, number

FUNCTIONS = ("exp", "sin", "cos", "tan", "sqrt")


SCOPE = {
    "__builtins__": {}, "N": mpmath.mpf, "abs": lambda value: mpmath.fabs(value),
    "e": mpmath.e, "ln": mpmath.log, "cbrt": mpmath.cbrt,
    **{name: getattr(mpmath, name) for name in FUNCTIONS},
}  # fmt: skip


def compiled(text: str) -> Callable[[dict[str, Any]], Any]:
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    text = re.sub(r"(?<![A-Za-z\d])\d+", r"N(\g<0>)", text).replace("^", "**")
    code = compile(text, "<equation>", "eval")
    return lambda point: eval(code, SCOPE, dict(point))


def core_at(known: Known, point: dict[str, Any]) -> list[Any]:
    """Return the coefficients of the core, the highest first."""
    assert known.core is not None
    return [compiled(each)(point) for each in reversed(known.core.coefficients)]


def residual(polynomial: list[Any], value: Any) -> Any:
    """Return the value of a polynomial beside the size of its terms."""
    size = mpmath.polyval([abs(each) for each in polynomial], abs(value))
    return abs(mpmath.polyval(polynomial, value)) / size


def check(known: Known, rng: random.Random) -> int:
    """Compare an equation with its core; return how many of its roots were tried."""
    assert known.core is not None
    left, right = map(compiled, known.text.split(" = "))
    names = set(re.findall(r"\b[a-z]\b", known.text)) - {"x", "e"}
    point = {name: mpmath.mpf(rng.choice((-1, 1)) * rng.uniform(0.3, 4)) for name in names}
    polynomial, kernel = core_at(known, point), compiled(known.core.kernel)

    def difference(x: Any) -> Any:
        if abs(x) > 60:
            raise ValueError("too far to be a root we look for")
        at = {**point, "x": x}
        return left(at) - right(at)

    tried = 0
    for _ in range(12):
        start = mpmath.mpc(rng.uniform(-6, 6), rng.choice((0, rng.uniform(-3, 3))))
        try:
            x = mpmath.findroot(difference, start, maxsteps=40)
            value = kernel({**point, "x": x})
        except (ValueError, ZeroDivisionError):
            continue
        if "abs" in known.core.kernel and mpmath.im(x):
            continue
        assert residual(polynomial, value) < 1e-9, (known, point, x)
        tried += 1
    if known.core.kernel == "x" and "sqrt" not in known.text and known.core.domain == "complex":
        for zero in mpmath.polyroots(polynomial, 500, extraprec=300):
            values = [side({**point, "x": zero}) for side in (left, right)]
            assert abs(values[0] - values[1]) < 1e-9 * (1 + abs(values[0])), (known, zero)
            tried += 1
    return tried


@pytest.mark.parametrize("kind", open_tasks.KINDS)
def test_cores_vanish_at_the_roots(kind):
    rng = random.Random(0)
    drawn = draw("open", "validation", 0)
    equations = [k for k, its in zip(drawn.known, drawn.kinds, strict=True) if its == kind]
    with mpmath.workdps(30):
        tried = [check(known, rng) for known in equations[:12]]
    assert sum(map(bool, tried)) >= len(tried) / 3


def test_another_core_is_noticed():
    rng = random.Random(0)
    known = leading.made(kernels.PLAIN, (X**2 + letter("a") * X, number(3)))
    wrong = leading.made(kernels.PLAIN, (X**2 + letter("a") * X, number(4)))
    with mpmath.workdps(30):
        assert check(known, rng)
        with pytest.raises(AssertionError):
            check(Known(known.text, "solved", core=wrong.core), rng)


@pytest.mark.parametrize("split", ["validation", "test"])
def test_symbolic_polynomials_are_asked_for_complex_roots_and_the_rest_for_real_ones(split):
    drawn = draw("open", split, 0)
    for known, kind in zip(drawn.known, drawn.kinds, strict=True):
        assert (known.core.domain == "complex") == ("symbolic" in kind)
        if "symbolic" in kind:
            assert known.core.kernel == "x"
            assert set("abcdfgh") & set(known.text)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ((-1, 0, 1), "solved"),
        ((1, 0, 1), "no_solution"),
        ((4, 4, 1), "solved"),  # a double root
        ((-2, 1, 1), "solved"),
    ],
)
def test_the_status_says_whether_there_are_real_roots(text, status):
    sides = sum((number(c) * X**p for p, c in enumerate(text) if p and c), number(text[0]))
    assert leading.made(kernels.PLAIN, (sides, number(0))).status == status


def test_zeros_that_a_kernel_does_not_take_are_no_roots():
    rng = random.Random(0)
    root = kernels.square_root(rng)
    shaper = shapes.Shaper(rng, root, shapes.Letters(rng))
    for numbers, status in (((2, 3, 1), "no_solution"), ((2, -3, 1), "solved")):
        sides = shaper.sum(shapes.terms(numbers)), number(0)
        assert leading.made(root, sides).status == status
    fraction = (X**2 - number(1)) / (X - number(1)) + X**2, number(1) + number(1)
    assert leading.made(kernels.PLAIN, fraction).core.coefficients == ("-1", "1", "1")


def test_coefficients_are_those_of_the_powers_of_the_unknown():
    a, b = letter("a"), letter("b")
    sides = a * X**2 - (a - b) * X + number(3)
    assert coefficients(sides.numerator) == ("3", "-a + b", "a")


def test_shares_are_of_a_hundred():
    assert sum(share for _, share in open_tasks.KINDS.values()) == 100
    assert EXERCISES["open"].makers() is open_tasks.KINDS
