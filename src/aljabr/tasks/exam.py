"""School and first-year mathematics, class by class, with all real roots: the makers of `exam`.

Each class is a chapter of a textbook. Equations are spelled as people do (see `spelling`); roots
are known by how an equation is made, never from the solver.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from aljabr.tasks import (
    angles,
    curriculum,
    exponents,
    hyperbolic,
    identities,
    inverses,
    literal,
    logs,
    moduli,
    multiples,
    rooted,
    waves,
)
from aljabr.tasks.factored import Draw
from aljabr.tasks.spelling import spelled
from aljabr.tasks.written import Known

Maker = Callable[[Draw], Known | None]

NUMERIC: Final[dict[str, Maker]] = {
    "quadratics": curriculum.quadratics,
    "rational": curriculum.rational,
    "absolute values": moduli.absolute_values,
    "radicals": rooted.radicals,
    "exponentials, one base": exponents.one_base,
    "exponentials, several bases": exponents.several_bases,
    "quadratics in powers": exponents.in_powers,
    "logarithms": logs.logarithms,
    "logarithms, several bases": logs.mixed_logarithms,
    "trigonometry, linear": angles.linear_waves,
    "trigonometry, quadratic": angles.quadratic_waves,
    "multiple angles": multiples.multiple_angles,
    "sums and products of waves": waves.sums,
    "a cos + b sin": waves.amplitudes,
    "sec, csc, cot and tan": waves.reciprocals,
    "inverse functions": inverses.inverse_functions,
    "hyperbolic": hyperbolic.hyperbolic,
}
"""The classes with numbers only, and roots."""


def _spelled(make: Maker) -> Maker:
    def spell(rng: Draw) -> Known | None:
        known = make(rng)
        text = None if known is None else spelled(rng, known.text)
        return None if known is None or text is None else replace(known, text=text)

    return spell


MAKERS: Final[dict[str, Maker]] = {
    **NUMERIC,
    "formulas": literal.formulas,
    "every value": identities.identities,
    "no value": identities.without_roots(tuple(NUMERIC.values())),
}
KINDS: Final[dict[str, tuple[Maker, int]]] = {
    name: (_spelled(make), 100 // len(MAKERS)) for name, make in MAKERS.items()
}
"""Each class's maker, and its share of a hundred."""
