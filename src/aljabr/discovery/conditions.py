"""When a lemma holds: what it divides by may not be zero, said of the letters where that is known.

A name is taken out of what may not be zero: by what it stands for if that is rational, else by an
equation that it satisfies. If f(u) = 0, then c*u + d is not zero if f(-d/c) is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.laurent import Coefficients
from aljabr.algebra.prover import factors_of, value_of
from aljabr.game.programs import Program

Relations = Mapping[Sym, Coefficients]
"""Polynomials that names are roots of."""

LONGEST: Final = 1_000
"""Characters of what is still said of the letters; what is longer is said of the names."""


def conditions(left: Sym, program: Program, roots: Iterable[Sym]) -> tuple[Sym, ...]:
    """Return what may not be zero."""
    defined = program.definitions
    found: dict[Sym, None] = {}
    powers = laurent.coefficients(left)
    divided = [*([] if not powers else [powers[max(powers)]]), *program.asked]
    for value in (*(value for name, value in defined if name not in program.covered), *roots):
        divided += divisors(value)
    while divided:
        each = divided.pop(0)
        factors = list(_factors(_without_names(each, defined, program.relations)))
        if any(len(str(factor)) > LONGEST for factor in factors):
            factors = list(_factors(each))
        for factor in factors:
            base, exponent = ar.base_and_exponent(factor)
            if exponent.is_integer:
                found[factor] = None
            else:
                divided.append(base)
    return tuple(found)


def divisors(sym: Sym) -> Iterator[Sym]:
    """Yield what an expression divides by."""
    base, exponent = ar.base_and_exponent(sym)
    if exponent != 1 and ar.is_rational(exponent) and exponent < 0:
        yield base
    for each in sym.args:
        yield from divisors(each)


def _factors(sym: Sym) -> Iterator[Sym]:
    """Yield what cannot be taken apart in a numerator, numbers left out."""
    found = factors_of(sym)
    if found is None:
        if not ar.is_rational(sym):
            yield sym
        return
    yield from (factor for factor, exponent in found[1] if exponent > 0 and factor.free_symbols)


def _without_names(sym: Sym, defined: list[tuple[Sym, Sym]], relations: Relations) -> Sym:
    """Return something in letters that is zero if this is; as far as that is known."""
    for name, value in reversed(defined):
        base, exponent = ar.base_and_exponent(sym)
        if ar.is_rational(exponent) and not exponent.is_integer:
            sym = base
        if name not in sym.free_symbols:
            continue
        relation = relations.get(name) or _relation(value)
        if relation is None:
            sym = _simple(sym.subs({name: value}))
            continue
        found = _numerator_in(sym, name)
        if found is None or not set(found) <= {0, 1}:
            return sym
        if 1 not in found:
            sym = found[0]
            continue
        point = ar.negate(found.get(0, ar.ZERO)) / found[1]
        sym = _simple(ar.add(*[each * point**power for power, each in relation.items()]))
    return sym


def _numerator_in(sym: Sym, name: Sym) -> Coefficients | None:
    factors = factors_of(sym)
    if factors is None:
        return laurent.coefficients(sym, name)
    product = ar.ONE
    for factor, exponent in factors[1]:
        if exponent > 0:
            product = product * factor
    return laurent.coefficients(product, name)


def _relation(value: Sym) -> Coefficients | None:
    """Return the equation u^n = v of a value that is a root, perhaps times a number."""
    radicals = [each for each in ar.factors(value) if not _is_whole(each)]
    if not radicals:
        return _of_sum(value)
    degree = 1
    for each in radicals:
        degree *= int(ar.base_and_exponent(each)[1].q)
    return {0: _simple(ar.negate(ar.expand(value**degree))), degree: ar.ONE}


def _of_sum(value: Sym) -> Coefficients | None:
    """Return the equation of a sum whose terms are numbers times one root."""
    if not ar.is_sum(value):
        return None
    radicals = {each for term in value.args for each in ar.factors(term)
                if not _is_whole(each) and each.free_symbols}  # fmt: skip
    if len(radicals) != 1:
        return None
    (radical,) = radicals
    factor = ar.expand(value / radical)
    degree = int(ar.base_and_exponent(radical)[1].q)
    power = ar.expand(factor**degree)
    if factor.free_symbols or not ar.is_rational(power):
        return None
    return {0: _simple(ar.negate(power * radical**degree)), degree: ar.ONE}


def _is_whole(factor: Sym) -> bool:
    return bool(ar.base_and_exponent(factor)[1].is_integer)


def _simple(sym: Sym) -> Sym:
    found = value_of(sym)
    return sym if found is None else found
