"""Features: equal parts are one node, names do not matter, and any number can be seen."""

from dataclasses import replace

import numpy as np
import pytest

from aljabr.algebra import tokens as tk
from aljabr.algebra.parse import parse
from aljabr.expert import features
from aljabr.expert.features import BUCKETS, COLUMNS, KINDS, MAX_NODES, VALUES, encode
from aljabr.game.games import PAPER, SOLVER
from aljabr.game.graph import DEAD_END, StateGraph

EQUATIONS = [
    "a*x + b = 0",
    "e + (a*x + b)/(c*x + d) = 0",
    "sin((x - a)/c) + c = 0",
    "sqrt(b*x + a) = c",
    "x^x = 2^x",
    "3*x = 5*x + 22/7",
    "2*x = 3",
]


def make_graph(*texts):
    graph = StateGraph(SOLVER)
    return graph, [graph.add(parse(text)) for text in texts]


def encode_one(text):
    graph, ids = make_graph(text)
    return encode(graph, ids)


def column(batch, name, state=0):
    return batch.nodes[state, batch.node_mask[state], COLUMNS.index(name)]


def random_states(seed=0, num_steps=6, game=SOLVER):
    """Return a graph and the states met on random walks."""
    graph = StateGraph(game)
    ids = np.array([graph.add(parse(text)) for text in EQUATIONS], np.int32)
    rng = np.random.default_rng(seed)
    met = [ids]
    for _ in range(num_steps):
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in graph.mask[ids]])
        after = graph.step(ids, actions)
        ids = np.where(graph.mask[after].any(1), after, ids)
        met.append(ids)
    return graph, np.unique(np.concatenate(met))


def nodes_of(graph, id):
    """Return the expressions of the nodes 1, 2, ..., found in the plain way."""
    equation = graph.equation(id)
    return list(dict.fromkeys([*equation.lhs.walk(), *equation.rhs.walk()]))


def test_equal_sub_expressions_are_one_node():
    batch = encode_one("x + sin(x) = x*a + sin(x)")
    kinds = [KINDS[kind] for kind in column(batch, "kind")]
    assert kinds[0] == "equation"
    assert sorted(kinds[1:]) == ["add", "add", "mul", "parameter", "sin", "unknown"]
    x = kinds.index("unknown")
    counts = [2 ** (int(column(batch, f"{side}_count")[x]) / 32) - 1 for side in ("lhs", "rhs")]
    assert counts == pytest.approx([2, 2], abs=0.05)


def test_relations_are_those_of_the_tree():
    graph, ids = random_states()
    batch = encode(graph, ids)
    for row, id in enumerate(ids):
        nodes = nodes_of(graph, id)
        equation = graph.equation(id)
        children = [[equation.lhs, equation.rhs], *[list(node.children) for node in nodes]]
        below = [set(nodes), *[set(node.walk()) - {node} for node in nodes]]
        all_nodes = [None, *nodes]
        for i, one in enumerate(all_nodes):
            for j, other in enumerate(all_nodes):
                siblings = any(one in each and other in each for each in children)
                expected = (
                    features.SELF
                    if i == j
                    else features.CHILD * (other in children[i])
                    | features.PARENT * (one in children[j])
                    | features.DESCENDANT * (other in below[i])
                    | features.ANCESTOR * (one in below[j])
                    | features.SIBLING * siblings
                    | features.EXPONENT * (other is not None and other is exponent_of(one))
                    | features.POWER * (one is not None and one is exponent_of(other))
                )
                assert batch.relations[row, i, j] == expected
        assert batch.node_mask[row].sum() == len(all_nodes)
        assert not batch.relations[row, len(all_nodes) :].any()
        assert not batch.relations[row, :, len(all_nodes) :].any()


def exponent_of(node):
    return node.children[1] if node is not None and node.head == tk.POW else None


def test_terms_point_at_their_nodes():
    graph, ids = random_states(1)
    batch = encode(graph, ids)
    for row, id in enumerate(ids):
        nodes = nodes_of(graph, id)
        terms = graph.term_ids[id][graph.term_ids[id] >= 0]
        pointed = batch.term_nodes[row][batch.term_nodes[row] >= 0]
        assert [nodes[node - 1].id for node in pointed] == terms.tolist()
        width = batch.mask.shape[1]
        assert (batch.mask[row] == graph.mask[id, :width]).all()
        assert not graph.mask[id, width:].any()


def test_the_papers_cap_cuts_the_actions_here_too():
    graph, ids = random_states(1, game=PAPER)
    batch = encode(graph, ids)
    assert batch.mask.shape[1] == 50
    assert batch.term_nodes.shape[1] == graph.game.num_terms


def test_parameters_differ_by_their_letter_only():
    batches = [encode_one(text) for text in ("a*x + b = c*sin(x)", "q*x + alpha = z*sin(x)")]
    letter = COLUMNS.index("letter")
    plain = [np.delete(batch.nodes[0], letter, 1) for batch in batches]
    # Siblings stand in the order of their names, so that the nodes may come in another order.
    sort = [each[np.lexsort(each.T)] for each in plain]
    assert (sort[0] == sort[1]).all()


@pytest.mark.parametrize(
    ("number", "value", "sign", "integer"),
    [("3", "3", 1, 1), ("-3", "-3", -1, 1), ("1/2", "1/2", 1, 0), ("6", "other", 1, 1),
     ("22/7", "other", 1, 0), ("-22/7", "other", -1, 0), (str(10**30), "other", 1, 1)],
)  # fmt: skip
def test_numbers_are_seen_by_sign_and_size(number, value, sign, integer):
    batch = encode_one(f"sin(x) = {number}")
    row = batch.nodes[0, batch.node_mask[0]][-1]
    seen = dict(zip(COLUMNS, row.tolist(), strict=True))
    assert KINDS[seen["kind"]] == "number"
    assert VALUES[seen["value"]] == value
    assert seen["positive"] - seen["negative"] == sign
    assert seen["integer"] == integer


def test_numbers_of_different_size_look_different():
    texts = [f"sin(x) = {number}" for number in [*range(6, 20), 100, 10**6, 10**12, 10**30]]
    graph, ids = make_graph(*texts)
    rows = encode(graph, ids).nodes[:, 3]
    assert len(np.unique(rows, axis=0)) == len(texts)


def test_a_state_does_not_depend_on_its_company():
    graph, ids = random_states(2)
    together = encode(graph, ids)
    for row, id in enumerate(ids):
        alone = encode(graph, [id])
        size = alone.nodes.shape[1]
        assert (together.nodes[row, :size] == alone.nodes[0]).all()
        assert (together.relations[row, :size, :size] == alone.relations[0]).all()
        assert (together.node_mask[row].sum()) == alone.node_mask[0].sum()


def test_the_dead_end_is_a_lone_node_without_actions():
    graph, ids = make_graph("2*x = 3")
    batch = encode(graph, [DEAD_END, *ids])
    assert batch.node_mask[0].sum() == 1
    assert not batch.mask[0].any()
    assert (batch.term_nodes[0] == -1).all()


def test_widths_are_those_of_the_buckets():
    graph, ids = random_states(3)
    for id in ids:
        batch = encode(graph, [id])
        assert batch.nodes.shape[1] in BUCKETS
        assert batch.nodes.shape[1] >= batch.node_mask.sum()


def test_of_a_large_state_the_deepest_nodes_are_left_out():
    letters = "abcdefghijklmnopqrstuvwz"
    text = " + ".join(f"sin({p}*{q})" for p in letters[:12] for q in letters[12:18])
    graph = StateGraph(replace(PAPER, num_actions=1200, max_length=400))
    batch = encode(graph, [graph.add(parse(f"{text} + x = cos(exp(y))"))])
    assert batch.node_mask.sum() == MAX_NODES
    kinds = [KINDS[kind] for kind in column(batch, "kind")]
    assert kinds.count("sin") == 72
    assert kinds.count("mul") < 72
    assert kinds.count("parameter") == 0
    num_terms = (graph.term_ids[1] >= 0).sum()
    assert (batch.term_nodes[0, :num_terms] >= 0).all()
    assert (batch.term_nodes[0] == 0).any()


def test_what_is_known_is_dropped_with_the_table():
    graph, ids = make_graph("a*x + b = 0", "2*x = 3")
    before = encode(graph, ids[1:])
    kept = graph.forget(np.array(ids[1:], np.int32))
    after = encode(graph, kept)
    for one, other in zip(before, after, strict=True):
        assert (one == other).all()
