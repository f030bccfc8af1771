"""What the policy thought and the search tried is told as it was."""

from __future__ import annotations

import json

import pytest

from aljabr import solve
from aljabr.tutor import look


@pytest.fixture(scope="module")
def record():
    return json.loads(json.dumps(look("x^2 - 5x + 6 = 0").to_json()))


def test_the_moves_of_a_state_have_probabilities(record):
    for state in record["states"]:
        shares = [move["probability"] for move in state["moves"]]
        assert all(0 <= share <= 1 for share in shares)
        assert sum(shares) <= 1.001
        assert sum(move["chosen"] for move in state["moves"]) == bool(state["moves"])


def test_the_states_are_those_of_the_line(record):
    equations = [state["equation"] for state in record["states"] if state["case"] == 0]
    assert equations[:2] == ["x^2 - 5*x + 6 = 0", "(x - 2)*(x - 3) = 0"]
    assert equations[-1] in {f"x = {root.value}" for root in solve("x^2 - 5x + 6 = 0").roots}


def test_the_tree_hangs_together(record):
    ids = [node["id"] for node in record["tree"]]
    assert ids == list(range(len(ids)))
    assert record["tree"][0]["parent"] is None
    assert all(node["parent"] in ids[: node["id"]] for node in record["tree"][1:])
    assert sum(node["on_line"] for node in record["tree"]) >= 3


def test_the_tree_is_bounded():
    found = look("x + sin(x) = 1", budget=1.0)
    assert (found.status, found.states) == ("unsolved", ())
    assert 0 < len(found.tree) <= 200


def test_what_is_seen_at_once_needs_no_search():
    found = look("x = x")
    assert (found.status, found.tree) == ("all_values", ())
