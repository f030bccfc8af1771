"""Programs: names for pieces, one after the other, and what lemmas bring in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.laurent import Coefficients
from aljabr.game.lemmas import Lemma, Values


def put_in(sym: Sym, values: Values) -> Sym:
    """Put values in the places of letters, and simplify what becomes a number."""
    table = ExprTable()
    expr = table.intern(sym)
    return sym.subs(values) if expr is None else _rebuilt(expr, values)


def _rebuilt(expr: Expr, values: Values) -> Sym:
    if not expr.children:
        return values.get(expr.sym, expr.sym)
    parts = [_rebuilt(each, values) for each in expr.children]
    if expr.head == tk.POW:
        return ar.power(*parts)
    if expr.head == tk.MUL:
        product = ar.ONE
        for part in parts:
            product = ar.multiply(product, part)
        return product
    return ar.rebuild(expr.head, parts)


@dataclass
class Program:
    """Definitions, and the roots that they lead to."""

    definitions: list[tuple[Sym, Sym]] = field(default_factory=list)
    relations: dict[Sym, Coefficients] = field(default_factory=dict)
    """Polynomials that names are roots of, by a lemma."""
    asked: list[Sym] = field(default_factory=list)
    """What may not be zero for the lemmas that were put in."""
    covered: set[Sym] = field(default_factory=set)
    """Names that were defined by lemmas, whose conditions say all."""

    def define(self, value: Sym) -> Sym:
        """Give a name to a value; a letter, a number and what has a name already need none."""
        if not ar.times(*[each for each in ar.factors(value) if not ar.is_rational(each)]).args:
            return value
        known = next((name for name, each in self.definitions if each == value), None)
        if known is None:
            known = ar.symbol(f"{_LETTER}_{len(self.definitions) + 1}")
            self.definitions.append((known, value))
        return known

    def needed(self, roots: list[Sym]) -> list[tuple[Sym, Sym]]:
        """Return the definitions that some roots need."""
        wanted = set().union(*[root.free_symbols for root in roots])
        kept = []
        for name, value in reversed(self.definitions):
            if name in wanted:
                wanted |= value.free_symbols
                kept.append((name, value))
        return kept[::-1]

    def use(self, lemma: Lemma, of: Values, environment: Values | None = None) -> list[Sym]:
        """Put a lemma in, for what its letters stand for; return its roots."""
        known = environment or {}
        values = {each: self.define(put_in(value, known)) for each, value in of.items()}
        before = len(self.definitions)
        for name, value in lemma.definitions:
            values[name] = self.define(put_in(value, values))
        roots = [self.define(put_in(root, values)) for root in lemma.roots]
        relation = {power: put_in(each, values) for power, each in lemma.pattern.items()}
        self.covered |= {name for name, _ in self.definitions[before:]}
        self.asked += [put_in(each, values) for each in lemma.conditions]
        self.relations.update(dict.fromkeys(roots, relation) if relation else {})
        return roots


_LETTER: Final = "u"
