"""Lemmas: general equations that were solved before, and how an instance is recognised.

A lemma is a straight-line program: names for larger pieces, one after the other, then the roots.
Nobody writes one by hand: `aljabr discover` finds them, and the shipped ones are what it wrote.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from math import gcd
from pathlib import Path
from typing import Any, Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import laurent
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.laurent import Coefficients
from aljabr.algebra.parse import parse
from aljabr.algebra.prover import value_of

Values = dict[Sym, Sym]
"""What some letters stand for."""
Support = tuple[int, ...]
"""The powers of the unknown in a polynomial, the lowest 0, without a common factor."""


class Lemma:
    """A general equation, and all its roots by names and letters; read when it is used."""

    def __init__(
        self,
        name: str,
        left: Sym,
        definitions: Iterable[tuple[Sym, Sym]] = (),
        roots: Iterable[Sym] = (),
        conditions: Iterable[Sym] = (),
    ) -> None:
        """Keep a lemma for `left = 0`, in x and letters."""
        self.name = name
        self.left = left
        self.record: Mapping[str, Any] = {}
        """How it was found: lines, moves, expansions, seconds, seed."""
        self._parts = tuple(definitions), tuple(roots), tuple(conditions)

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Lemma:
        """Read a lemma back from its record."""
        lemma = cls(record["name"], read(record["equation"].removesuffix(" = 0")))
        lemma.record = record
        return lemma

    @cached_property
    def definitions(self) -> tuple[tuple[Sym, Sym], ...]:
        """Names with what they stand for, by letters and names before."""
        found = self.record.get("definitions", ())
        return tuple((ar.symbol(name), read(text)) for name, text in found) or self._parts[0]

    @cached_property
    def roots(self) -> tuple[Sym, ...]:
        """All roots, by letters and names."""
        return tuple(map(read, self.record.get("roots", ()))) or self._parts[1]

    @cached_property
    def conditions(self) -> tuple[Sym, ...]:
        """What may not be zero, in letters and names."""
        return tuple(map(read, self.record.get("conditions", ()))) or self._parts[2]

    @cached_property
    def pattern(self) -> Coefficients:
        return laurent.coefficients(self.left) or {}

    @cached_property
    def letters(self) -> frozenset[Sym]:
        return frozenset(self.left.free_symbols - {ar.X})

    @cached_property
    def support(self) -> Support:
        return tuple(self.pattern)

    def match(self, instance: Coefficients) -> Values | None:
        """Return what the letters stand for in a polynomial, or None; missing powers are zero."""
        top = max(self.pattern)
        if max(instance) != top or not instance.keys() <= self.pattern.keys():
            return None
        scale = instance[top] / self.pattern[top] if not self.pattern[top].free_symbols else ar.ONE
        wanted = {power: instance.get(power, ar.ZERO) / scale for power in self.pattern}
        values: Values = {}
        for power, each in self.pattern.items():
            letters = each.free_symbols
            if len(letters) == 1:
                (letter,) = letters
                factor = each / letter
                if ar.is_rational(factor) and letter not in values:
                    values[letter] = _simple(wanted[power] / factor)
        if len(values) < len(self.letters):
            return None
        for power, each in self.pattern.items():
            if not _is_zero(ar.replaced(each, values) - wanted[power]):
                return None
        if not any(value.free_symbols for value in values.values()):
            return values  # who computes with numbers will see what is zero
        own = [each for each in self.conditions if each.free_symbols <= self.letters]
        return None if any(_is_zero(ar.replaced(each, values)) for each in own) else values


def read(text: str) -> Sym:
    """Read an expression in x and letters."""
    equation = parse(f"y_0 = {text}", "y_0")
    return equation.rhs.sym.subs({ar.symbol("y_0"): ar.X}) if "x" in text else equation.rhs.sym


def _simple(sym: Sym) -> Sym:
    return sym if ar.is_rational(sym) or not sym.args else _value(sym)


def _value(sym: Sym) -> Sym:
    found = value_of(sym)
    return sym if found is None else found


def _is_zero(sym: Sym) -> bool:
    return bool(sym == 0 or value_of(sym) == 0)


class Library:
    """Lemmas, the special ones first."""

    def __init__(self, lemmas: Iterable[Lemma] = ()) -> None:
        self._by_degree: dict[int, list[Lemma]] = {}
        self.discover: Callable[[Support], bool] | None = None
        """Tries to find a lemma for polynomials with these powers; whether it did."""
        for lemma in lemmas:
            self.add(lemma)

    def __iter__(self) -> Iterator[Lemma]:
        return iter([each for found in self._by_degree.values() for each in found])

    def add(self, lemma: Lemma) -> None:
        """Keep a lemma; only one for a polynomial can be matched."""
        if lemma.pattern:
            found = self._by_degree.setdefault(max(lemma.pattern), [])
            found.append(lemma)
            found.sort(key=lambda each: len(each.letters))

    def match(self, instance: Coefficients) -> tuple[Lemma, Values] | None:
        """Return the lemma for a polynomial whose lowest power is 0."""
        for lemma in self._by_degree.get(max(instance), ()):
            values = lemma.match(instance)
            if values is not None:
                return lemma, values
        return None

    def find(self, instance: Coefficients) -> tuple[Lemma, Values] | None:
        """Return the lemma for a polynomial, after looking for one if there is none."""
        found = self.match(instance)
        if found is None and self.discover is not None and self.discover(tuple(instance)):
            found = self.match(instance)
        return found


def read_library(path: Path) -> Library:
    """Read the lemmas that `aljabr discover` wrote."""
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return Library([LINEAR, *[Lemma.of(record) for record in records if record["found"]]])


def shifted(found: Coefficients) -> Coefficients:
    """Multiply by a power of the unknown so that the lowest one is 0."""
    lowest = min(found)
    return {power - lowest: each for power, each in found.items()}


def common_power(found: Iterable[int]) -> int:
    """Return the greatest whole number that divides all powers."""
    return gcd(*found)


LINEAR: Final = Lemma(
    "linear", ar.symbol("a") * ar.X + ar.symbol("b"), (),
    (-ar.symbol("b") / ar.symbol("a"),), (ar.symbol("a"),),
)  # fmt: skip
"""What isolating does."""
