"""Which equations are the same task: equal up to the names of their parameters.

Of equations with at most three parameters every renaming is tried. Beyond that, colours do it:
parameters start alike and are told apart by where they stand, until that tells no more apart. Equal
classes always get equal keys. Parameters that remain alike without being so may give two classes
one key; whoever keeps splits apart by keys then drops an equation too many, never one too few.
Sides may be exchanged, too.

A key is made of the equation alone, so that keys compare whatever was read before.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final, NamedTuple

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.algebra.parse import parse
from aljabr.tasks.families import Renamer

Key = bytes | str
_TRIED: Final = tuple(map(ar.symbol, "abc"))


class Read(NamedTuple):
    """What is known of an equation."""

    key: Key | None
    """The same for a whole class; None for an equation without x."""
    longest: int
    """The nodes of its longer side."""


class Classes:
    """Reads equations, and remembers what it read."""

    def __init__(self) -> None:
        self._renamer = Renamer(ExprTable())
        self._known: dict[str, Read] = {}
        self._structures: dict[Expr, bytes] = {}

    def key(self, text: str) -> Key | None:
        """Return the key of an equation's class; None for what is without x."""
        return self.read(text).key

    def read(self, text: str) -> Read:
        """Return the key of an equation's class, and the equation's length."""
        if text not in self._known:
            equation = parse(text, table=self._renamer.table)
            lhs, rhs = equation.lhs, equation.rhs
            key = self._key(lhs, rhs) if lhs.holds_unknown else None
            self._known[text] = Read(key, max(lhs.size, rhs.size))
        return self._known[text]

    def _key(self, lhs: Expr, rhs: Expr) -> Key:
        names = parameters(lhs) | parameters(rhs)
        if len(names) > len(_TRIED):
            return _coloured(lhs, rhs, sorted(names))
        if not names <= set("abc"):
            lhs, rhs = self._first_letters(lhs, rhs, sorted(names))
        images = zip(self._renamer.images(lhs), self._renamer.images(rhs), strict=True)
        return min(b"=".join(sorted(map(self._structure, sides))) for sides in images)

    def _structure(self, expr: Expr) -> bytes:
        """Write a tree in bytes, each node with the number of its children, each leaf whole."""
        known = self._structures.get(expr)
        if known is None:
            parts = [self._structure(child) for child in expr.children]
            own = bytes((expr.head, len(parts))) if parts else f"<{expr.sym}>".encode()
            known = self._structures[expr] = own + b"".join(parts)
        return known

    def _first_letters(self, lhs: Expr, rhs: Expr, names: list[str]) -> tuple[Expr, Expr]:
        symbols = dict(zip(map(ar.symbol, names), _TRIED, strict=False))
        return self._renamer.renamed(lhs, symbols), self._renamer.renamed(rhs, symbols)


def parameters(side: Expr) -> set[str]:
    """Return the names of the parameters in an expression."""
    if not side.holds_parameters:
        return set()
    return {str(node.sym) for node in side.walk() if tk.UNKNOWN < node.head <= tk.OTHER_SYMBOL}


# -- colours -------------------------------------------------------------------------------------


def _coloured(lhs: Expr, rhs: Expr, names: list[str]) -> str:
    """Write an equation with colours for parameters, refined until that tells no more apart."""
    colours = dict.fromkeys(names, 0)
    while True:
        texts: dict[Expr, str] = {}
        sides = sorted((_write(side, colours, texts), side.id, side) for side in (lhs, rhs))
        key = " = ".join(text for text, *_ in sides)
        if len(set(colours.values())) == len(names):
            return key
        places: dict[str, list[str]] = defaultdict(list)
        for side, other in ((lhs, rhs), (rhs, lhs)):
            _place(side, f"= {texts[other]}", texts, places)
        seen = {name: (colours[name], sorted(places[name])) for name in names}
        order = sorted(seen.values())
        refined = {name: order.index(seen[name]) for name in names}
        if len(set(refined.values())) == len(set(colours.values())):
            return key
        colours = refined


def _write(node: Expr, colours: dict[str, int], texts: dict[Expr, str]) -> str:
    """Write a tree, the terms of a sum and the factors of a product in the order of their text."""
    known = texts.get(node)
    if known is None:
        parts = [_write(child, colours, texts) for child in node.children]
        if node.head in (tk.ADD, tk.MUL):
            parts.sort()
        if parts:
            known = f"({node.head} {' '.join(parts)})"
        else:
            name = str(node.sym)
            known = f"[{colours[name]}]" if name in colours else name
        texts[node] = known
    return known


def _place(node: Expr, above: str, texts: dict[Expr, str], places: dict[str, list[str]]) -> None:
    """Note for each parameter what surrounds it, wherever it stands."""
    if not node.children:
        places[str(node.sym)].append(above)
        return
    for index, child in enumerate(node.children):
        if not child.holds_parameters:
            continue
        others = [texts[each] for i, each in enumerate(node.children) if i != index]
        if node.head in (tk.ADD, tk.MUL):
            others.sort()
        _place(child, f"({node.head} {' '.join(others)} {above})", texts, places)
