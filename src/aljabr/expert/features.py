"""States as small graphs of distinct sub-expressions: what the tree policy sees.

Node 0 stands for the equation; the others are the distinct sub-expressions of lhs then rhs, in
preorder. Equal sub-expressions are one node, so parameters need no names: all of them look alike
and are told apart by being different nodes. Whatever reads only kinds, counts and relations is
therefore blind to renaming, for any number of parameters.

A node is a row of bytes (`COLUMNS`), a pair of nodes a byte of relation bits. The four term
actions point at nodes through `term_nodes`, in the order of the graph's terms.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain
from math import log2
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.game.graph import Ids, StateGraph

MAX_NODES: Final = 96
"""The most nodes of a state; of a larger one the deepest are left out."""
BUCKETS: Final = (8, 16, 24, 32, 48, 64, MAX_NODES)
"""Batches are padded to these numbers of nodes, so that few shapes are ever compiled."""

# -- what a byte means ----------------------------------------------------------------------------

KINDS: Final = (
    "equation", "add", "mul", "pow", *tk.FUNCTIONS,
    "number", "parameter", "unknown", "pi", "euler", "imaginary",
)  # fmt: skip
_KIND: Final = {name: code for code, name in enumerate(KINDS)}
VALUES: Final = ("none", "other", "-1/2", "1/2", *map(str, range(-3, 6)))
"""Numbers that are told apart exactly; the others are known by sign and size."""
_VALUE: Final = {name: code for code, name in enumerate(VALUES)}
NUM_LETTERS: Final = tk.OTHER_SYMBOL + 1

COLUMNS: Final = (
    "kind",  # one of KINDS
    "value",  # one of VALUES
    "letter",  # the token of a parameter; read by networks that know names only
    "positive",  # a number's sign
    "negative",
    "integer",
    "numerator",  # log2(1 + |p|), up to 8 bits
    "numerator_digits",  # the same, up to 40 digits
    "denominator",
    "denominator_digits",
    "holds_unknown",
    "holds_parameters",
    "size",  # logarithms of counts, from here on; of node 0: the size of both sides
    "height",
    "num_children",  # of node 0: how often the right side holds the unknown
    "num_unknowns",  # of node 0: how often the left side does
    "lhs_count",  # occurrences in the left side; of node 0: its size
    "rhs_count",
    "is_lhs",
    "is_rhs",
)
NUM_COLUMNS: Final = len(COLUMNS)
NUM_CATEGORIES: Final = 3
"""The first columns name categories; the others are numbers."""
_COLUMN: Final = {name: index for index, name in enumerate(COLUMNS)}
_FLAGS: Final = ("positive", "negative", "integer", "holds_unknown", "holds_parameters")
SCALES: Final = np.array(
    [1.0 if name in (*_FLAGS, "is_lhs", "is_rhs") else 1.0 / 64.0
     for name in COLUMNS[NUM_CATEGORIES:]],
    np.float32,
)  # fmt: skip
"""What the numeric columns are multiplied by."""
_LOGS: Final = bytes(min(255, round(32 * log2(1 + count))) for count in range(1024))
_LOG_TABLE: Final = np.frombuffer(_LOGS, np.uint8)

# A relation byte at [i, j] says what j is to i.
CHILD, PARENT, EXPONENT, POWER, DESCENDANT, ANCESTOR, SIBLING, SELF = (1 << bit for bit in range(8))
NUM_RELATIONS: Final = 8


class TreeBatch(NamedTuple):
    """States side by side, padded; B states, N nodes, T terms, A actions."""

    nodes: Any  # uint8 [B, N, NUM_COLUMNS]
    relations: Any  # uint8 [B, N, N]
    node_mask: Any  # bool [B, N], True where there is a node
    term_nodes: Any  # int16 [B, T], the node of each term, -1 where there is none
    mask: Any  # bool [B, A], True where legal: the first A columns of the graph's


# -- what is known of an expression ---------------------------------------------------------------


def _row(expr: Expr, height: int) -> bytes:
    """Write all of a node that does not depend on the state."""
    head, tokens = expr.head, expr.tokens
    letter = head if tk.UNKNOWN < head <= tk.OTHER_SYMBOL else 0
    value = _VALUE["other"] if expr.sym in ar.FREE else 0  # a free symbol: it has yet to be chosen
    num_unknowns = tokens.count(tk.UNKNOWN)
    holds_parameters = len(tokens.translate(None, _PARAMETERS)) < len(tokens)
    return bytes(
        (
            _KIND_OF_HEAD[head],
            *(_number(int(expr.sym.p), int(expr.sym.q), letter) if expr.is_number
              else (value, letter, 0, 0, 0, 0, 0, 0, 0)),
            num_unknowns > 0,
            holds_parameters,
            _log(len(tokens)),
            _log(height),
            _log(len(expr.children)),
            _log(num_unknowns),
            0, 0, 0, 0,  # these depend on the state
        )
    )  # fmt: skip


def _number(numerator: int, denominator: int, letter: int) -> tuple[int, ...]:
    """Return the columns from `value` to `denominator_digits`."""
    text = str(numerator) if denominator == 1 else f"{numerator}/{denominator}"
    value = _VALUE.get(text, _VALUE["other"])
    logs = log2(1 + abs(numerator)), log2(1 + denominator)
    sizes = [min(255, round(scale * log)) for log in logs for scale in (32, 1.9)]
    return value, letter, numerator > 0, numerator < 0, denominator == 1, *sizes


def _log(count: int) -> int:
    return _LOGS[count] if count < 1024 else 255


def _equation_row(lhs: bytes, rhs: bytes) -> bytes:
    """Write node 0, from the tokens of both sides."""
    return _EQUATION_START + bytes(
        (
            _log(len(lhs) + len(rhs)),
            0,
            _log(rhs.count(tk.UNKNOWN)),
            _log(lhs.count(tk.UNKNOWN)),
            _log(len(lhs)),
            _log(len(rhs)),
            0,
            0,
        )
    )


_EQUATION_START: Final = bytes(COLUMNS.index("size"))
_PARAMETERS: Final = bytes(range(tk.UNKNOWN + 1, tk.OTHER_SYMBOL + 1))
_KIND_OF_HEAD: Final = {
    tk.ADD: _KIND["add"], tk.MUL: _KIND["mul"], tk.POW: _KIND["pow"],
    tk.UNKNOWN: _KIND["unknown"],
    **dict.fromkeys(range(tk.UNKNOWN + 1, tk.OTHER_SYMBOL + 1), _KIND["parameter"]),
    **dict.fromkeys(range(tk.OTHER_SYMBOL + 1, tk.PI), _KIND["number"]),
    tk.PI: _KIND["pi"], tk.ALGEBRAIC: _KIND["pi"],
    tk.EULER: _KIND["euler"], tk.IMAGINARY: _KIND["imaginary"],
    **{token: _KIND[name] for name, token in tk.FUNCTION_TOKENS.items()},
}  # fmt: skip


class _Known:
    """What was found out about the expressions of one table, by id."""

    LIMIT = 300_000

    def __init__(self) -> None:
        self.walks: dict[int, tuple[int, ...]] = {}  # the nodes in preorder
        self.parts: dict[int, tuple[int, ...]] = {}  # the same without repetition
        self.children: dict[int, tuple[int, ...]] = {}
        self.rows: dict[int, bytes] = {}
        self.heights: dict[int, int] = {}

    def forget_if_full(self) -> None:
        if len(self.walks) > self.LIMIT:
            self.__init__()  # type: ignore[misc]

    def add(self, expr: Expr) -> None:
        walks, id = self.walks, expr.id
        walk = [id]
        height = 0
        for child in expr.children:
            if child.id not in walks:
                self.add(child)
            walk += walks[child.id]
            height = max(height, self.heights[child.id])
        parts = dict.fromkeys(walk)
        walks[id] = tuple(walk)
        self.parts[id] = walks[id] if len(parts) == len(walk) else tuple(parts)
        self.children[id] = tuple([child.id for child in expr.children])
        self.heights[id] = height + 1
        self.rows[id] = _row(expr, height + 1)


_KNOWN: WeakKeyDictionary[ExprTable, _Known] = WeakKeyDictionary()


# -- encoding -------------------------------------------------------------------------------------


def bucket(num_nodes: int) -> int:
    """Return the number of nodes a batch is padded to."""
    return next(size for size in BUCKETS if size >= num_nodes)


class _Pairs:
    """Pairs of nodes of a batch, gathered one state at a time."""

    def __init__(self) -> None:
        self.targets = array("i")
        self.counts = array("i")

    def extend(self, lists: list[tuple[int, ...]], index: dict[int, int]) -> None:
        self.counts.extend(map(len, lists))
        self.targets.extend(map(index.__getitem__, chain.from_iterable(lists)))


def encode(graph: StateGraph, ids: Ids | Sequence[int]) -> TreeBatch:
    """Encode some states of a graph.

    Args:
        graph: The graph.
        ids: The states' ids, [B].
    """
    states = np.asarray(ids, np.int64)
    known = _KNOWN.setdefault(graph.table, _Known())
    known.forget_if_full()
    exprs, walks = graph.table.exprs, known.walks
    parts, children = known.parts, known.children
    rows: list[bytes] = []
    sizes: list[int] = []
    below, edges, counts = _Pairs(), _Pairs(), _Pairs()
    roots: list[int] = []
    terms: list[int] = []
    term_rows = graph.term_ids[states].tolist()
    num_terms = (graph.term_ids[states] >= 0).sum(1)
    # While the padded size is not known, node k of state b has the number MAX_NODES * b + k.
    for state, (left, right) in enumerate(graph.sides[states].tolist()):
        first = MAX_NODES * state
        if left < 0:  # the dead end has no sides
            rows.append(bytes(NUM_COLUMNS))
            sizes.append(1)
            counts.counts.extend((0, 0))
            roots += (first, first)
            continue
        for side in (left, right):
            if side not in walks:
                known.add(exprs[side])
        order: Sequence[int] = list(dict.fromkeys(parts[left] + parts[right]))
        whole = len(order) < MAX_NODES
        if not whole:
            order = _shallowest(order, left, right, children)
        index = dict(zip(order, range(first + 1, first + MAX_NODES), strict=False))
        rows.append(_equation_row(exprs[left].tokens, exprs[right].tokens))
        rows += map(known.rows.__getitem__, order)
        sizes.append(len(order) + 1)
        roots += (index[left], index[right])
        lists = (
            list(map(parts.__getitem__, order)),
            list(map(children.__getitem__, order)),
            [walks[left], walks[right]],
        )
        for pairs, each in zip((below, edges, counts), lists, strict=True):
            pairs.extend(each if whole else _only(index, each), index)
        found = term_rows[state][: num_terms[state]]
        # A term whose node was left out points at the equation.
        terms += map(index.__getitem__, found) if whole else [index.get(t, first) for t in found]
    return _assemble(graph, states, rows, np.array(sizes), below, edges, counts, roots,
                     (np.array(terms, np.int64), num_terms))  # fmt: skip


def _shallowest(
    order: Sequence[int], left: int, right: int, children: dict[int, tuple[int, ...]]
) -> list[int]:
    """Keep as many nodes as there is room for, by their distance from the equation."""
    kept = {left: None, right: None}
    level = [left, right]
    while len(kept) < MAX_NODES - 1:
        level = [child for id in level for child in children[id]]
        kept.update(dict.fromkeys(level))
    room = set(list(kept)[: MAX_NODES - 1])
    return [id for id in order if id in room]


def _only(index: dict[int, int], lists: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return [tuple(id for id in each if id in index) for each in lists]


def _assemble(
    graph: StateGraph,
    ids: npt.NDArray[np.int64],
    rows: list[bytes],
    sizes: npt.NDArray[np.int64],
    below: _Pairs,
    edges: _Pairs,
    counts: _Pairs,
    roots: list[int],
    terms: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]],
) -> TreeBatch:
    """Put what was gathered into padded arrays."""
    batch, width = len(ids), bucket(int(sizes.max(initial=1)))
    node_mask = np.arange(width) < sizes[:, None]
    nodes = np.zeros((batch, width, NUM_COLUMNS), np.uint8)
    nodes[node_mask] = np.frombuffer(b"".join(rows), np.uint8).reshape(-1, NUM_COLUMNS)
    state, place = np.nonzero(node_mask[:, 1:])
    numbers = MAX_NODES * state + place + 1  # of all nodes but the equations'

    lanes = np.arange(batch)
    root_places = np.array(roots, np.int64).reshape(batch, 2) % MAX_NODES
    _count_occurrences(nodes, counts)
    for side, name in enumerate(("is_lhs", "is_rhs")):
        nodes[lanes, root_places[:, side], _COLUMN[name]] = root_places[:, side] > 0

    relations = np.zeros((batch, width, width), np.uint8)
    relations[:, 0, 1:] = DESCENDANT * node_mask[:, 1:]
    relations[:, 1:, 0] = ANCESTOR * node_mask[:, 1:]
    for side in range(2):
        relations[lanes, 0, root_places[:, side]] |= CHILD
        relations[lanes, root_places[:, side], 0] |= PARENT
    flat = relations.reshape(-1)
    there, back, _ = _flat_pairs(below, numbers, width)
    flat[there] |= DESCENDANT
    flat[back] |= ANCESTOR
    there, back, sources = _flat_pairs(edges, numbers, width)
    flat[there] |= CHILD
    flat[back] |= PARENT
    lengths = np.array(edges.counts, np.int64)
    ranks = np.arange(len(there)) - np.repeat(lengths.cumsum() - lengths, lengths)
    kinds = nodes[sources // MAX_NODES, sources % MAX_NODES, 0]
    exponents = (ranks == 1) & (kinds == _KIND["pow"])
    flat[there[exponents]] |= EXPONENT
    flat[back[exponents]] |= POWER
    is_child = (relations & CHILD).astype(np.float32)
    relations |= SIBLING * (is_child.swapaxes(1, 2) @ is_child > 0).astype(np.uint8)
    diagonal = np.arange(width)
    relations[:, diagonal, diagonal] = SELF * node_mask

    limit = graph.game.num_terms if width == MAX_NODES else min(width, graph.game.num_terms)
    term_nodes = np.full((batch, limit), -1, np.int16)
    term_nodes[np.arange(limit) < terms[1][:, None]] = terms[0] % MAX_NODES
    num_actions = min(graph.game.num_actions, graph.game.count_actions(limit))
    return TreeBatch(nodes, relations, node_mask, term_nodes, graph.mask[ids, :num_actions])


def _flat_pairs(
    pairs: _Pairs, numbers: npt.NDArray[np.int64], width: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return where a matrix holds some pairs, and the pairs turned round; and their sources."""
    sources = np.repeat(numbers, pairs.counts)
    targets = np.array(pairs.targets, np.int64)
    state, row = np.divmod(sources, MAX_NODES)
    column = targets - MAX_NODES * state
    base = width * state
    return (base + row) * width + column, (base + column) * width + row, sources


def _count_occurrences(nodes: npt.NDArray[np.uint8], counts: _Pairs) -> None:
    """Fill in how often each node stands in each side."""
    batch, width = nodes.shape[:2]
    lengths = np.array(counts.counts, np.int64).reshape(-1, 2)
    sides = np.repeat(np.tile([0, 1], batch), lengths.reshape(-1))
    targets = np.array(counts.targets, np.int64) * 2 + sides
    found = np.bincount(targets, minlength=2 * MAX_NODES * batch)
    found = found.reshape(batch, MAX_NODES, 2)[:, 1:width]
    first = _COLUMN["lhs_count"]
    nodes[:, 1:, first : first + 2] = _LOG_TABLE[np.minimum(found, 1023)]
