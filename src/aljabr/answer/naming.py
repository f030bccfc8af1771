"""Closed forms in answers: what constants and names stand for, piece by piece.

The root of a lemma is a constant or a name while the equation is being solved. A reader is told
what it is: written out if that is short, else by definitions, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aljabr.algebra import algebraic
from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.forms import Forms
from aljabr.answer.derivation import Derivation
from aljabr.game import formulas
from aljabr.game.lemmas import Values
from aljabr.game.programs import Program, put_in

SHORT: Final = 45
"""What has at most so many nodes is written out."""


class Naming:
    """What the answer to one equation calls things."""

    def __init__(self, table: ExprTable, is_real: bool) -> None:
        self.table = table
        self.is_real = is_real
        self.program = Program()
        self._closed: dict[Sym, Sym] = {}

    def value(self, derivation: Derivation) -> Sym:
        """Return the right side of a derivation's end, by the names of the program."""
        known: Values = {}
        for line in derivation.lines:
            opening = line.action.rule.opening
            opened = None if opening is None else opening(line.before.lhs, line.before.rhs)
            if opened is not None and opened.used is not None and opened.used.names:
                roots = self.program.use(opened.used.lemma, opened.used.values, known)
                known |= dict(zip(opened.used.names, roots, strict=True))
        return put_in(derivation.end.rhs.sym, known)

    def are_of_letters(self, conditions: Iterable[Condition]) -> bool:
        """Whether conditions hold neither the unknown nor names, so that a reader can try them."""
        names = {name for name, _ in self.program.definitions}
        return not any(
            each.expr.holds_unknown or ar.NAME_MARK in str(each.expr.sym)
            or names & each.expr.sym.free_symbols
            for each in conditions
        )  # fmt: skip

    def shown(self, expr: Expr) -> Expr:
        """Write an expression without constants that only we know."""
        found = {each.sym for each in expr.walk() if each.head == tk.ALGEBRAIC}
        whole = expr.head == tk.ALGEBRAIC
        sym = expr.sym
        if found:
            sym = put_in(sym, {each: self._of(each, whole) for each in found})
        named = {name for name, _ in self.program.definitions} & sym.free_symbols
        if named:
            written = self._written_out(sym)
            if written is not None and len(written.tokens) <= SHORT:
                return written
            if sym in named:
                sym = dict(self.program.definitions)[sym]
        return expr if sym == expr.sym else self.table.intern(sym) or expr

    def _of(self, constant: Sym, whole: bool) -> Sym:
        """Return the closed form of a constant; a name for it if it is a part only."""
        if constant not in self._closed:
            form = formulas.closed_form(constant, self.is_real)
            if form is None:
                return constant
            real = algebraic.by_cosine(constant.name) if self.is_real else None
            self._closed[constant] = self._taken_over(*form) if real is None else real
        value = self._closed[constant]
        return value if whole else self.program.define(value)

    def _taken_over(self, found: formulas.Closed, root: Sym) -> Sym:
        """Put the definitions of another program into ours."""
        known: Values = {}
        for name, value in found.program.needed([root]):
            known[name] = self.program.define(put_in(value, known))
        return put_in(root, known)

    def _written_out(self, sym: Sym) -> Expr | None:
        values: Values = {}
        for name, value in self.program.needed([sym]):
            values[name] = put_in(value, values)
            if len(str(values[name])) > 20 * SHORT:
                return None
        written = self.table.intern(put_in(sym, values))
        if written is None or written.holds_symbols or len(written.tokens) > SHORT:
            return written
        return Forms(self.table).simplest(written)

    def definitions(self, shown: list[Expr]) -> list[tuple[Sym, Expr]]:
        """Return the definitions that some expressions need."""
        found = self.program.needed([each.sym for each in shown] or [ar.ZERO])
        values = [(name, self.table.intern(value)) for name, value in found]
        return [(name, value) for name, value in values if value is not None]
