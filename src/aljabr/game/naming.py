"""Names for larger pieces without the unknown: after the last choice, states stay small."""

from __future__ import annotations

from dataclasses import dataclass, field

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.laurent import Coefficients
from aljabr.algebra.prover import value_of


@dataclass
class Naming:
    """Gives names to larger pieces."""

    used: set[Sym]
    names: list[tuple[Sym, Sym]] = field(default_factory=list)

    def fresh(self) -> Sym | None:
        letters = {str(each).rstrip(ar.MARKS) for each in self.used}
        found = next((each for each in ar.NAMES if str(each)[0] not in letters), None)
        if found is not None:
            self.used.add(found)
        return found

    def short(self, piece: Sym) -> Sym:
        """Return a piece by a name; a number, a letter or a multiple of one as it is."""
        piece = simple(piece)
        if len(piece.free_symbols) == 0 and ar.is_rational(piece):
            return piece
        rest = ar.times(*[f for f in ar.factors(piece) if not ar.is_rational(f)])
        if not rest.args:
            return piece
        for name, value in self.names:
            if value == piece:
                return name
            if ar.expand(value + piece) == 0:
                return -name
        name = self.fresh()
        if name is None:
            return piece
        self.names.append((name, piece))
        return name

    def shorter(self, found: Coefficients) -> Coefficients:
        return {power: self.short(each) for power, each in found.items()}


def simple(sym: Sym) -> Sym:
    """Return a value as one fraction, if it can be."""
    found = value_of(sym) if sym.args else sym
    return sym if found is None else found
