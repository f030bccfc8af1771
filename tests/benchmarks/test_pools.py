"""The benchmark of evaluation: it compares like with like, and says what it was made with."""

from __future__ import annotations

from benchmarks import evaluate
from benchmarks.evaluate import Options


def test_a_small_run_and_its_figures():
    record = evaluate.measure(Options(equations=3, rounds=1))
    assert record["same_answers"]
    assert record["config"]["equations"] == 3
    assert {"commit", "machine"} <= record["made_with"].keys()
    for name in ("pool_seconds", "command_seconds"):
        assert [len(each) for each in record[name].values()] == [1, 1]
    record["pool_seconds"] = {"1": [4.0, 3.0], "2": [2.0, 1.5]}
    assert evaluate.speedup(record, "pool_seconds") == 2.0
    lines = evaluate.render(record).splitlines()
    assert lines[0] == "| 3 school equations | 1 process | 2 processes | faster |"
    assert lines[2] == "| in processes that are warm | 3.00 s | 1.50 s | 2.00 × |"
