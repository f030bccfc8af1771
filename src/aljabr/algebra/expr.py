"""Interned expressions.

An `Expr` is a node of SymPy's n-ary expression tree. An `ExprTable` keeps one `Expr` per value:
equal expressions are the same object, and all that is known of an expression (its size, whether it
holds the unknown, its place among its siblings) is read off its preorder tokens, which are joined
once from the children's.

Inside the house the unknown is always the symbol `x`; `parse` and `printing` exchange it with the
letter the user chose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import attrgetter
from typing import Any, Final

import symengine as se
from symengine.lib import symengine_wrapper as sw

from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import (
    ALGEBRAIC_MARK,
    CONSTANTS,
    MOST_DIGITS,
    Sym,
    canonical,
    leaf,
    rebuild,
)

_UNARY_TOKENS: Final = {
    sw.Log: tk.LOG,
    sw.Sin: tk.FUNCTION_TOKENS["sin"],
    sw.Cos: tk.FUNCTION_TOKENS["cos"],
    sw.ASin: tk.FUNCTION_TOKENS["asin"],
    sw.ACos: tk.FUNCTION_TOKENS["acos"],
    sw.Abs: tk.FUNCTION_TOKENS["abs"],
    sw.Tan: tk.FUNCTION_TOKENS["tan"],
    sw.ATan: tk.FUNCTION_TOKENS["atan"],
}


class Expr:
    """One node of an expression tree; equal expressions of a table are the same object."""

    __slots__ = ("children", "head", "holds_unknown", "id", "is_number", "sym", "tokens")

    def __init__(self, id: int, sym: Sym, children: tuple[Expr, ...], tokens: bytes) -> None:
        self.id = id
        self.sym = sym
        self.children = children
        self.tokens = tokens  # preorder, one byte per node
        self.head = tokens[0]  # the token of this node
        self.is_number = self.head in tk.NUMBERS  # a rational one
        self.holds_unknown = tk.UNKNOWN in tokens

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.tokens)

    @property
    def complexity(self) -> int:
        """Nodes plus edges of the tree: C(ax + b) = 9."""
        return 2 * len(self.tokens) - 1

    @property
    def holds_symbols(self) -> bool:
        return min(self.tokens) <= tk.OTHER_SYMBOL

    @property
    def holds_parameters(self) -> bool:
        return any(tk.UNKNOWN < token <= tk.OTHER_SYMBOL for token in self.tokens)

    @property
    def is_parameter(self) -> bool:
        """Whether this is a letter other than the unknown."""
        return tk.UNKNOWN < self.head <= tk.OTHER_SYMBOL

    def walk(self) -> Iterator[Expr]:
        """Yield every node in preorder, repetitions included."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def __repr__(self) -> str:
        return f"Expr({self.sym})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process part by part; there it is in no table."""
        leaf_text = "" if self.children else str(self.sym)
        return _arrived, (self.head, leaf_text, self.children)


def node(head: int, children: Iterable[Expr]) -> Expr:
    """Make a node that no table holds; a sum or product of one part is that part."""
    children = tuple(children)
    if len(children) == 1 and head in (tk.ADD, tk.MUL):
        return children[0]
    sym = rebuild(head, [child.sym for child in children])
    return Expr(-1, sym, children, tk.HEADS[head] + b"".join([each.tokens for each in children]))


def _arrived(head: int, leaf_text: str, children: tuple[Expr, ...]) -> Expr:
    """Make a node from its parts."""
    return node(head, children) if children else Expr(-1, leaf(head, leaf_text), (), tk.HEADS[head])


class ExprTable:
    """The interned expressions of one computation, numbered in order of appearance."""

    def __init__(self, max_digits: int = MOST_DIGITS) -> None:
        self.exprs: list[Expr] = []
        self.max_digits = max_digits
        self._largest = 10**max_digits
        # None for what is undefined; no entry for what `intern` rewrites before it keeps it.
        self._by_sym: dict[Sym, Expr | None] = {}

    def __len__(self) -> int:
        return len(self.exprs)

    def intern(self, sym: Sym) -> Expr | None:
        """Return the one `Expr` of a value; None if it is undefined or a number is too large."""
        expr = self._by_sym.get(sym, _MISSING)
        return self._add(sym) if expr is _MISSING else expr

    @classmethod
    def rebuild(
        cls, heads: list[int], num_children: list[int], children: list[int],
        leaves: dict[int, str], max_digits: int = MOST_DIGITS,
    ) -> ExprTable:  # fmt: skip
        """Make a table from the parts of its nodes, children before parents, ids unchanged."""
        table = cls(max_digits)
        start = 0
        for id, (head, count) in enumerate(zip(heads, num_children, strict=True)):
            nodes = [table.exprs[child] for child in children[start : start + count]]
            start += count
            sym = rebuild(head, [node.sym for node in nodes]) if nodes else leaf(head, leaves[id])
            tokens = tk.HEADS[head] + b"".join([node.tokens for node in nodes])
            table._store(sym, tuple(nodes), tokens)
        return table

    def _add(self, sym: Sym) -> Expr | None:
        kind = type(sym)
        if kind is sw.Add:
            args = sym.args
            if type(args[0]) is sw.Complex and args[0].real_part() != 0:
                args = (args[0].real_part(), args[0].imaginary_part() * se.I, *args[1:])
            return self._add_node(sym, tk.ADD, args, in_order=False)
        if kind is sw.Mul:
            args = sym.args
            if type(args[0]) is sw.Complex:
                args = _split_imaginary(args)
            elif len(args) == 2 and type(args[1]) is sw.Add and isinstance(args[0], sw.Rational):
                return self.intern(canonical(sym))
            return self._add_node(sym, tk.MUL, args, in_order=False)
        if kind is sw.Pow:
            args = sym.args
            base = type(args[0])
            if base is sw.Exp1:
                return self._add_node(sym, tk.EXP, args[1:])
            if base is sw.Pow and isinstance(args[1], sw.Integer):
                return self.intern(args[0] ** args[1])  # as it comes out of (1/sqrt(u**2))**2
            return self._add_node(sym, tk.POW, args)
        if kind in _UNARY_TOKENS:
            return self._add_node(sym, _UNARY_TOKENS[kind], sym.args)
        if kind is sw.Symbol:
            name = sym.name
            head = tk.UNKNOWN if name == "x" else tk.SYMBOL_TOKENS.get(name, tk.OTHER_SYMBOL)
            head = tk.ALGEBRAIC if name.endswith(ALGEBRAIC_MARK) else head
            return self._store(sym, (), bytes((head,)))
        if kind is sw.Complex:
            return self._add_complex(sym)
        if isinstance(sym, sw.Rational):
            return self._add_number(sym)
        if kind in CONSTANTS:
            return self._store(sym, (), bytes((CONSTANTS[kind],)))
        self._by_sym[sym] = None  # an infinity, or not a number
        return None

    def _add_node(
        self, sym: Sym, head: int, args: Iterable[Sym], in_order: bool = True
    ) -> Expr | None:
        known = self._by_sym
        nodes: list[Expr] = []
        as_it_stands = True
        for arg in args:
            node = known.get(arg)
            if node is None:
                node = self.intern(arg)
                if node is None:
                    known[sym] = None
                    return None
                if arg not in known:
                    as_it_stands = False
            nodes.append(node)
        if not as_it_stands:  # a part was rewritten, so the whole may simplify: exp(2*(a + b))
            return self.intern(rebuild(head, [node.sym for node in nodes]))
        if not in_order:
            nodes.sort(key=_tokens_of)
        tokens = tk.HEADS[head] + b"".join([node.tokens for node in nodes])
        if not in_order:
            if head == tk.MUL and tk.POSITIVE_HALF in tokens and _num_radicals(nodes) > 1:
                return self.intern(canonical(sym))
            if len(tokens.translate(None, tk.SHARED)) < len(tokens) and any(
                left.tokens == right.tokens for left, right in pairwise(nodes)
            ):
                nodes.sort(key=lambda node: (node.tokens, str(node.sym)))
        return self._store(sym, tuple(nodes), tokens)

    def _store(self, sym: Sym, children: tuple[Expr, ...], tokens: bytes) -> Expr:
        exprs = self.exprs
        self._by_sym[sym] = expr = Expr(len(exprs), sym, children, tokens)
        exprs.append(expr)
        return expr

    def _add_number(self, sym: Sym) -> Expr | None:
        numerator, denominator = int(sym.p), int(sym.q)
        if abs(numerator) >= self._largest or denominator >= self._largest:
            self._by_sym[sym] = None
            return None
        return self._store(sym, (), tk.HEADS[tk.number_token(numerator, denominator)])

    def _add_complex(self, sym: Sym) -> Expr | None:
        """Show a + b*I as SymPy does: a sum, with b*I a product."""
        real, imaginary = sym.real_part(), sym.imaginary_part()
        if real == 0:
            return self._add_node(sym, tk.MUL, (imaginary, se.I), in_order=False)
        return self._add_node(sym, tk.ADD, (real, imaginary * se.I), in_order=False)


_MISSING: Any = object()
# Siblings stand in the order of their tokens (SymEngine's is that of a hash table); where tokens
# are shared by several values, their text decides.
_tokens_of = attrgetter("tokens")


def _num_radicals(nodes: list[Expr]) -> int:
    return sum([node.tokens[1:] in tk.RADICALS for node in nodes])


def _split_imaginary(args: tuple[Sym, ...]) -> tuple[Sym, ...]:
    """Write the factor b*I of a product as two factors."""
    if args[0].real_part() == 0:
        return (args[0].imaginary_part(), se.I, *args[1:])
    return args
