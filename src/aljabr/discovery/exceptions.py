"""The exceptions of a lemma: the equations that its conditions leave out, as general as before.

Where 3*a*c - b^2 may not be zero, the equation with c = b^2/(3*a) is left out: it is discovered on
its own, and matched before the general one.
"""

from __future__ import annotations

from collections.abc import Iterator

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.printing import sym_text
from aljabr.algebra.prover import value_of
from aljabr.game.lemmas import Lemma


def exceptions(lemma: Lemma) -> Iterator[tuple[str, Sym]]:
    """Yield the name and the left side of every equation that a lemma leaves out."""
    if not lemma.pattern:
        return
    top = lemma.pattern[max(lemma.pattern)]
    for condition in lemma.conditions:
        if condition == top or not condition.free_symbols <= lemma.letters:
            continue
        for letter in sorted(condition.free_symbols, key=str, reverse=True):
            value = _isolated(condition, letter)
            if value is None or letter not in lemma.pattern.values():
                continue
            left = laurent.coefficients(lemma.left.subs({letter: value}))
            if left and max(left) == max(lemma.pattern) and 0 in left:
                yield f"{lemma.name} with {sym_text(condition)} = 0", laurent.of(left)
            break


def _isolated(condition: Sym, letter: Sym) -> Sym | None:
    """Solve for a letter that stands there once, to the first power."""
    found = laurent.coefficients(condition, letter)
    if found is None or not found.keys() <= {0, 1} or 1 not in found:
        return None
    return ar.ZERO if 0 not in found else value_of(-found[0] / found[1])
