"""The figures of the cluster's page say what was measured, and that nothing was lost."""

import json

from benchmarks import cluster

RECORD = json.loads((cluster.RESULTS / "cluster.json").read_text("utf-8"))


def test_the_best_rounds_are_compared():
    record = RECORD | {"seconds": {"1": [3.0, 2.0], "2": [1.0, 9.0]}}
    assert cluster.speedup(record) == 2


def test_what_was_lost_is_said():
    said = cluster.render(RECORD)
    assert "is the same as without a cluster, and the same again" in said
    assert "NOT the same" in cluster.render(RECORD | {"same_after_a_kill": False})


def test_the_recorded_run_reached_its_target():
    assert cluster.speedup(RECORD) >= cluster.TARGET
    assert RECORD["same"]
    assert RECORD["same_after_a_kill"]
