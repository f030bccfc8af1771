"""What SymEngine does for us must be true: numbers put in before and after must agree."""

import cmath
import random

import pytest

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym

X, Y, Z = (ar.symbol(name) for name in "xyz")
HALVES = [ar.rational(1, 2), ar.rational(-1, 2), ar.rational(3, 2)]
THIRDS = [ar.rational(1, 3), ar.rational(-2, 3)]


def cancelling(rng: random.Random) -> Sym:
    """Draw u*(v + m) - u*v, of which only u*m is left when it is multiplied out."""
    one, two = (rng.choice([X, Y, Z, X * Y, Y + 1, X * Z + 2]) for _ in range(2))
    number = ar.rational(rng.choice([1, 2, 4, 9, 12, 50]), rng.choice([1, 1, 9, 7]))
    return one * (two + number) - one * two


def drawn(rng: random.Random) -> Sym:
    """Draw a sum in which what cancels stands under a root or below a line."""
    inside = cancelling(rng) / rng.choice([1, Y, Z**2, Y * (Z + 1)])
    power = inside ** rng.choice([*HALVES, *THIRDS, ar.rational(-1), ar.rational(-3)])
    piece = ar.rational(rng.choice([1, 3, 1]), rng.choice([1, 162])) * power
    beside = rng.choice([X, ar.rational(1, 3), Y * (X + 1)])
    return (beside - (beside - piece) + piece) ** rng.choice([1, 1, 2, 3])


def at(sym: Sym, values: dict[Sym, Sym]) -> complex:
    return complex(sym.subs(values).n(53, real=False))


@pytest.mark.parametrize("seed", range(300))
def test_expanding_loses_no_number(seed: int) -> None:
    rng = random.Random(seed)
    sym = drawn(rng)
    for _ in range(3):
        values = {letter: ar.rational(rng.randint(1, 60), 7) for letter in (X, Y, Z)}
        assert cmath.isclose(at(sym, values), at(ar.expand(sym), values), rel_tol=1e-7)


def test_expanding_is_what_it_was_where_nothing_cancels() -> None:
    assert ar.expand((X + 1) * (X + 2)) == X**2 + 3 * X + 2
    assert ar.expand(1 / (X * (Y + 1))) == 1 / (X * (Y + 1))
    assert str(ar.expand((Y + 1) ** -2)) == "(1 + 2*y + y**2)**(-1)"
    assert ar.expand(ar.sine(X * (Y + 1))) == ar.sine(X * (Y + 1))


def test_what_is_undefined_has_no_expression() -> None:
    undefined = ar.replaced(ar.IMAGINARY * X / (Y - 1), {Y: ar.ONE})
    assert str(undefined) == "nan"
