"""Lemmas for one equation, from nothing: what `aljabr solve --no-lemmas` does first."""

from __future__ import annotations

import time
from collections.abc import Callable

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.parse import parse
from aljabr.discovery.catalogue import CATALOGUE
from aljabr.discovery.discoverer import Discoverer, Discovery, Settings
from aljabr.game import formulas
from aljabr.game.lemmas import LINEAR, Library

CURIOSITY = 3.0


def derived(
    equation: Equation, seconds: float, tell_fn: Callable[[Discovery], None] = lambda _: None
) -> Library:
    """Discover the polynomials of the catalogue, easier ones first, until one fits an equation."""
    deadline = time.monotonic() + seconds
    library = Library([LINEAR])
    table = ExprTable()
    lhs, rhs = table.intern(equation.lhs.sym - equation.rhs.sym), table.intern(ar.ZERO)
    if lhs is None or rhs is None:
        return library
    opening = formulas.by_lemma(is_real=False, library_fn=lambda: library)
    for name, text in CATALOGUE.items():
        left = parse(text, "x", ExprTable()).lhs.sym
        if laurent.coefficients(left) is None:
            continue
        formulas.choose(library)
        if opening(lhs, rhs) is not None or time.monotonic() > deadline:
            break
        settings = Settings(seconds=deadline - time.monotonic(), curiosity=CURIOSITY)
        found = Discoverer(library, settings).discover(name, left)
        tell_fn(found)
        if found.lemma is not None:
            library.add(found.lemma)
    library.discover = None
    return library
