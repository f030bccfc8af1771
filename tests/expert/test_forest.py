"""Forests: states come back as they went in, in any order."""

import numpy as np
from test_features import random_states

from aljabr.expert.features import encode
from aljabr.expert.forest import Forest


def test_a_forest_gives_back_what_it_took():
    graph, ids = random_states(4)
    forest = Forest(graph.game.num_plain)
    forest.append(encode(graph, ids[:10]))
    forest.append(encode(graph, ids[10:]))
    assert len(forest) == len(ids)
    chosen = np.array([12, 3, 3, 0, len(ids) - 1])
    found, expected = forest.take(chosen), encode(graph, ids[chosen])
    assert (forest.num_nodes(chosen) == expected.node_mask.sum(1)).all()
    for name in ("nodes", "relations", "node_mask"):
        assert (getattr(found, name) == getattr(expected, name)).all()
        assert getattr(found, name).dtype == getattr(expected, name).dtype
    for name in ("term_nodes", "mask"):
        one, other = getattr(found, name), getattr(expected, name)
        width = min(one.shape[1], other.shape[1])
        assert (one[:, :width] == other[:, :width]).all()
        assert one.dtype == other.dtype
