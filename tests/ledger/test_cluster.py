"""The job runner on a Ray cluster: every task ends once, as it does here, whatever dies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from aljabr.ledger import cluster
from aljabr.ledger.jobs import run_tasks

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="the extra `cluster` is missing")
HERE = Path(__file__).parent

PROGRAM = """
import json, sys, time
from functools import partial
from pathlib import Path
import ray
from ray.cluster_utils import Cluster
sys.path.insert(0, sys.argv[1])
import test_cluster
ray.cloudpickle.register_pickle_by_value(test_cluster)
from aljabr.ledger.jobs import run_tasks

folder = Path(sys.argv[2])
small = {"object_store_memory": 80 * 2**20}
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **small})
nodes = [cluster.add_node(num_cpus=1, **small) for _ in range(2)]
tasks = [partial(test_cluster.work, number, folder) for number in range(8)]
outcomes, killed = [], False
started = time.monotonic()
for outcome in run_tasks(tasks, 0, on=f"ray:{cluster.address}"):
    if outcome is not None:
        outcomes.append(outcome)
    if not killed and len(list(folder.glob("*.begun"))) >= 2:
        cluster.remove_node(nodes[0], allow_graceful=False)
        killed = True
    assert time.monotonic() - started < 300
print(json.dumps({
    "killed": killed,
    "outcomes": sorted([each.task, each.result, each.error.strip().splitlines()[-1:]]
                       for each in outcomes),
}))
ray.shutdown()
cluster.shutdown()
"""


def work(number: int, folder: Path) -> int:
    """Square a number, slowly; 5 is refused."""
    (folder / f"{number}-{time.time()}-{os.getpid()}.begun").touch()
    time.sleep(1.0)
    if number == 5:
        raise ValueError("no fives")
    return number**2


@needs_ray
def test_a_killed_node_loses_nothing_and_nothing_ends_twice(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(HERE), str(tmp_path)],
        capture_output=True, text=True, timeout=400, check=False,
        env={**os.environ, "RAY_DEDUP_LOGS": "0", "RAY_USAGE_STATS_ENABLED": "0"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-3000:]
    said = json.loads(ran.stdout.strip().splitlines()[-1])
    assert said["killed"]
    expected = [
        [number, None if number == 5 else number**2, ["ValueError: no fives"] * (number == 5)]
        for number in range(8)
    ]
    assert said["outcomes"] == expected
    begun = [path.name.split("-")[0] for path in tmp_path.glob("*.begun")]
    assert len(begun) > 8  # what was lost with its node was run again
    assert set(begun) == set(map(str, range(8)))


def test_what_is_no_cluster_is_refused_in_one_sentence(monkeypatch):
    with pytest.raises(ValueError, match="there is nothing called 'slurm' to run on"):
        list(run_tasks([], 1, on="slurm"))
    monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    with pytest.raises(ValueError, match=r"pip install 'aljabr\[cluster\]'"):
        list(run_tasks([], 1, on="ray"))


DOORS = """
import json, sys
from pathlib import Path
import ray
from aljabr.cli import commands
from aljabr.expert.gather import GatherConfig, gather_parallel

folder = Path(sys.argv[1])
texts = ["2x = 4", "x^2 = 9", "3x + 1 = = 2", "a x + b = 0", "sqrt(x) = 3"] * 7
(folder / "equations.txt").write_text("\\n".join(texts) + "\\n")
ray.init(num_cpus=2, object_store_memory=80 * 2**20, include_dashboard=False)
for name, words in (("here", ["--processes", "1"]), ("there", ["--on", "ray"])):
    commands.run(["evaluate", str(folder / "equations.txt"), "--json", str(folder / name),
                  "--budget", "20", *words])
found = {}
for on in ("", "ray"):
    config = GatherConfig(max_expanded=30, processes=1, on=on)
    gathered = gather_parallel(texts[:2] * 3 + texts[3:5], None, config, 0, lambda _: None, chunk=3)
    found[on or "here"] = [gathered.tried, gathered.solved, gathered.expanded,
                           len(gathered.examples)]
print(json.dumps(found))
"""


@needs_ray
def test_evaluating_and_gathering_are_the_same_on_a_cluster(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-c", DOORS, str(tmp_path)], capture_output=True, text=True, timeout=400,
        check=False, env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-3000:]
    found = json.loads(ran.stdout.strip().splitlines()[-1])
    assert found["here"] == found["ray"]
    here, there = (
        [json.loads(line) for line in (tmp_path / name).read_text().splitlines()]
        for name in ("here", "there")
    )
    assert len(here) == len(there) == 35
    for one, other in zip(here, there, strict=True):
        assert {**one, "seconds": 0} == {**other, "seconds": 0}
