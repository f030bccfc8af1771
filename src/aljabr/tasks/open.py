"""Equations that need something new: polynomials of degree two to four, and in a kernel.

Symbolic ones have letters for coefficients, general or of a special form; numeric ones have roots
as they come, irrational mostly. None is made from its roots: what is known of an equation is the
polynomial that it comes down to (`Core`), by exact arithmetic on what is written. See `kernels`
for what the polynomials are in, `shapes` for how they are written, and `leading` for radicals and
fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aljabr.tasks import kernels, leading
from aljabr.tasks.factored import Draw, Sides, X, multiplied, nonzero
from aljabr.tasks.kernels import PLAIN, Kernel
from aljabr.tasks.leading import made
from aljabr.tasks.shapes import Letters, Shaper, Terms, product, shifted, terms
from aljabr.tasks.written import Known, number

Coefficients = list[int]

# -- symbolic ------------------------------------------------------------------------------------


def symbolic(degree: int) -> Callable[[Draw], Known | None]:
    """Return a maker of polynomials with letters for coefficients, such as a*x^2 + b*x = c."""

    def make(rng: Draw) -> Known | None:
        letters = Letters(rng)
        if degree == 2 and rng.random() < 0.12:
            sides = _product(rng, letters)
        else:
            sides = _general(rng, letters, degree)
        return made(PLAIN, sides, domain="complex", degree=degree) if letters.dealt else None

    return make


def _general(rng: Draw, letters: Letters, degree: int) -> Sides:
    """Draw a general polynomial; of higher degree the coefficients are shorter."""
    plain = {2: 0.45, 3: 0.6, 4: 0.75}[degree]
    drawn = [letters.coefficient(plain) for _ in range(degree)]
    if degree > 2 and rng.random() < 0.2:  # a term is missing
        drawn[rng.randrange(1, degree)] = number(0)
    lead = number(1) if rng.random() < 0.35 else letters.coefficient(plain)
    return _shaped(rng, letters, {power: each for power, each in enumerate([*drawn, lead])
                                  if not each.is_zero})  # fmt: skip


def _product(rng: Draw, letters: Letters) -> Sides:
    """Draw (x + a)*(b*x + c) = d."""
    factors = []
    for _ in range(2):
        slope = X if rng.random() < 0.5 else letters.coefficient(0.7) * X
        factors.append(slope + letters.coefficient(0.7))
    right = letters.coefficient()
    return factors[0] * factors[1], right * X if rng.random() < 0.2 else right


def _shaped(rng: Draw, letters: Letters, polynomial: Terms) -> Sides:
    return Shaper(rng, PLAIN, letters).sides(polynomial)


def special(rng: Draw) -> Known | None:
    """Draw a symbolic equation of a special form, such as x^3 + p*x + q = 0 or (x + a)^3 = b."""
    letters = Letters(rng)
    sides = rng.choice(_SPECIAL)(rng, letters)
    return made(PLAIN, sides, domain="complex", degree=None) if letters.dealt else None


def _depressed(rng: Draw, letters: Letters) -> Sides:
    degree = rng.choice((3, 3, 4))
    lead = number(1) if rng.random() < 0.75 else letters.coefficient()
    lower = [letters.coefficient(0.65) for _ in range(degree - 1)]
    return _shaped(rng, letters, {**dict(enumerate(lower)), degree: lead})


def _in_a_power(rng: Draw, letters: Letters) -> Sides:
    """Draw a*x^4 + b*x^2 + c = 0, or in x^3."""
    step = rng.choice((2, 2, 2, 3))
    lead = number(1) if rng.random() < 0.5 else letters.coefficient()
    lower = [letters.coefficient(), letters.coefficient()]
    return _shaped(rng, letters, {0: lower[0], step: lower[1], 2 * step: lead})


def _palindromic(rng: Draw, letters: Letters) -> Sides:
    half = [letters.coefficient(0.7) for _ in range(rng.choice((3, 3, 4)))]
    if rng.random() < 0.4:
        half[0] = number(1)
    whole = [*half, *reversed(half[:-1])]
    return _shaped(rng, letters, dict(enumerate(whole)))


def _shifted_power(rng: Draw, letters: Letters) -> Sides:
    """Draw (x + a)^3 = b, a*(x - b)^2 + c = d, also with a slope."""
    exponent = rng.choice((2, 2, 3, 3, 4))
    slope = X if rng.random() < 0.6 else letters.coefficient(0.5) * X
    shift = letters.coefficient(0.7)
    turned = shift.text[0] != "-" and rng.random() < 0.4
    power = (slope - shift if turned else slope + shift) ** exponent
    if rng.random() < 0.5:
        power = letters.coefficient(0.7) * power
    right = letters.coefficient(0.5)
    if rng.random() < 0.4:
        return power + letters.coefficient(0.7), right
    return (power, right) if rng.random() < 0.6 else (power - right, number(0))


def _de_moivre(rng: Draw, letters: Letters) -> Sides:
    """Draw x^5 + 5*a*x^3 + 5*a^2*x + b = 0."""
    kind = rng.random()
    base = letters.deal() if kind < 0.6 else number(nonzero(rng, 6))
    if kind < 0.3:
        base = number(rng.choice((2, 3, -1, -2, -3))) * base
    last = letters.coefficient(0.5 if letters.dealt else 1.0)
    square = (-base if base.text.startswith("-") else base) ** 2
    return _shaped(
        rng,
        letters,
        {5: number(1), 3: product(number(5), base), 1: product(number(5), square), 0: last},
    )


_SPECIAL: Final = (_depressed, _depressed, _in_a_power, _in_a_power, _palindromic, _palindromic,
                   _shifted_power, _shifted_power, _de_moivre)  # fmt: skip

# -- numeric -------------------------------------------------------------------------------------


def numeric(degree: int) -> Callable[[Draw], Known | None]:
    """Return a maker of polynomials with numbers, such as 3*x^2 - 5*x = 1."""

    def make(rng: Draw) -> Known | None:
        drawn = rng.choices(*zip(*_NUMERIC[degree], strict=True))[0](rng)
        shaper = Shaper(rng, PLAIN, Letters(rng))
        return made(PLAIN, shaper.sides(terms(drawn)), degree=degree)

    return make


def _any(*most: int) -> Callable[[Draw], Coefficients]:
    """Return a drawer of coefficients up to bounds, of either sign; those of 0 are zero."""

    def drawer(rng: Draw) -> Coefficients:
        lower = [nonzero(rng, each) if each else 0 for each in most[:-1]]
        return [*lower, rng.choice((1, 1, rng.randint(1, most[-1])))]

    return drawer


def _times(*factors: Callable[[Draw], Coefficients]) -> Callable[[Draw], Coefficients]:
    return lambda rng: multiplied([each(rng) for each in factors])


def _squared(factor: Callable[[Draw], Coefficients], *others: Callable[[Draw], Coefficients]
             ) -> Callable[[Draw], Coefficients]:  # fmt: skip
    def drawer(rng: Draw) -> Coefficients:
        twice = factor(rng)
        return multiplied([twice, twice, *(each(rng) for each in others)])

    return drawer


def _mirrored(rng: Draw) -> Coefficients:
    half = [rng.randint(1, 6), nonzero(rng, 12), nonzero(rng, 15)]
    return [*half, half[1], half[0]]


def _real(rng: Draw) -> Coefficients:
    """Draw a quadratic with real roots."""
    while True:
        c, b, a = (nonzero(rng, 20), nonzero(rng, 15), rng.choice((1, 1, rng.randint(2, 7))))
        if b * b >= 4 * a * c:
            return [c, b, a]


_LINE: Final = _any(9, 3)
_QUADRATIC: Final = _any(12, 9, 3)
_NUMERIC: Final = {
    2: ((_real, 75), (_any(20, 15, 7), 17), (_squared(_LINE), 4), (_any(60, 0, 5), 4)),
    3: ((_any(20, 15, 9, 5), 45), (_times(_LINE, _QUADRATIC), 30), (_any(20, 15, 0, 3), 15),
        (_squared(_LINE, _LINE), 10)),
    4: ((_any(15, 12, 12, 9, 3), 30), (_times(_QUADRATIC, _QUADRATIC), 20),
        (_times(_LINE, _any(9, 9, 6, 1)), 10), (_any(15, 0, 12, 0, 3), 15),
        (_any(15, 12, 12, 0, 2), 8), (_mirrored, 8), (_squared(_QUADRATIC), 4),
        (_squared(_LINE, _QUADRATIC), 5)),
}  # fmt: skip
"""How the coefficients of each degree are drawn, with weights."""

# -- in a kernel ---------------------------------------------------------------------------------


def within(
    *drawers: Callable[[Draw], Kernel], with_letter: Callable[[Draw, str], Kernel] | None = None
) -> Callable[[Draw], Known | None]:
    """Return a maker of polynomials in a kernel: quadratics mostly, numeric mostly.

    Args:
        drawers: draw the kernel.
        with_letter: draws a kernel with a letter in it, if there is one.
    """

    def make(rng: Draw) -> Known | None:
        letters = Letters(rng)
        kernel = rng.choice(drawers)(rng)
        if with_letter is not None and rng.random() < 0.08:
            kernel = with_letter(rng, letters.deal().text)
        polynomial = _polynomial(rng, kernel, letters)
        if polynomial is None:
            return None
        if kernel.is_invertible and max(polynomial) == 2 and rng.random() < 0.4:
            polynomial = shifted(polynomial, -1)
        return made(kernel, Shaper(rng, kernel, letters).sides(polynomial), degree=None)

    return make


def _polynomial(rng: Draw, kernel: Kernel, letters: Letters) -> Terms | None:
    degree = rng.choices((2, 3, 4), (80, 12, 8))[0]
    if degree == 2:
        drawn = _real(rng) if rng.random() < 0.75 else _any(12, 12, 6)(rng)
    else:
        drawn = rng.choices(*zip(*_NUMERIC[degree], strict=True))[0](rng)
    has_letters = kernel.has_letter or rng.random() < 0.12
    if not has_letters and rng.random() < 0.85 and not leading.has_root(drawn, kernel.allows):
        return None
    found = terms(drawn)
    if has_letters:
        for power in rng.sample(sorted(found), rng.randint(1, len(found))):
            found[power] = letters.coefficient(0.8)
    return found


# -- kinds ---------------------------------------------------------------------------------------

KINDS: Final[dict[str, tuple[Callable[[Draw], Known | None], int]]] = {
    "symbolic quadratics": (symbolic(2), 12),
    "symbolic cubics": (symbolic(3), 6),
    "symbolic quartics": (symbolic(4), 5),
    "special symbolic": (special, 9),
    "numeric quadratics": (numeric(2), 14),
    "numeric cubics": (numeric(3), 6),
    "numeric quartics": (numeric(4), 6),
    "in exponentials": (within(kernels.exponential, with_letter=kernels.exponential), 9),
    "in roots": (within(kernels.square_root, kernels.cube_root), 6),
    "in logarithms": (within(kernels.logarithm), 4),
    "in waves": (within(kernels.wave, with_letter=kernels.wave), 7),
    "in absolute values": (within(kernels.absolute_value), 3),
    "in reciprocal sums": (within(kernels.reciprocal_sum), 2),
    "in shifted powers": (within(kernels.shifted_power, with_letter=kernels.shifted_power), 3),
    "radicals": (leading.radicals, 4),
    "fractions": (leading.fractions, 4),
}
"""Each kind's maker, and its share of a hundred."""
