"""Measure how much faster a gathering round is on two nodes of a Ray cluster than on one.

    python -m benchmarks.cluster                       600 equations, 3 rounds
    python -m benchmarks.cluster --equations 60 --rounds 1 --out /tmp/results

Starts a real cluster on this machine: a head that runs no tasks, and nodes of one core each. The
same equations are searched on one node and on two, in turn, so that both see the same noise; their
processes are warm, and the best of the rounds counts, for noise only ever slows. At the end one of
two nodes is killed in the middle of a round. What is found must be the same each time, and the same
as without a cluster. Writes `benchmarks/results/cluster.json` and the figures of `docs/scaling.md`,
and exits with status 1 if the target is missed or anything was lost; `--render` only writes the
page. Needs the extras `train` and `cluster`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import tyro

from aljabr.expert.gather import GatherConfig, Gathered, gather_parallel
from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from aljabr.solver.registry import load
from aljabr.tasks import datasets

RESULTS: Final = Path("benchmarks/results")
PAGE: Final = Path("docs/scaling.md")
TARGET: Final = 1.7
"""How many times as fast two nodes must be, on two cores."""
_MEMORY: Final = {"object_store_memory": 80 * 2**20}


@dataclass(frozen=True)
class Options:
    """What to measure."""

    equations: int = 600
    """Equations searched in a round."""
    chunk: int = 10
    """Equations a task."""
    max_expanded: int = 250
    """States a search may expand."""
    rounds: int = 3
    """How often each is measured."""
    seed: int = 0
    """Of the dataset."""
    out: Path = RESULTS
    """The folder of the results."""
    render: bool = False
    """Only write the page."""


class Nodes:
    """A cluster on this machine, of as many nodes as are wanted at a time."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        head = {"num_cpus": 0, **_MEMORY}
        self.cluster: Any = Cluster(initialize_head=True, head_node_args=head)
        self.nodes: list[Any] = []

    @property
    def address(self) -> str:
        return f"ray:{self.cluster.address}"

    def resize(self, count: int) -> None:
        """Add nodes, or take some away."""
        while len(self.nodes) > count:
            self.cluster.remove_node(self.nodes.pop())
        while len(self.nodes) < count:
            self.nodes.append(self.cluster.add_node(num_cpus=1, **_MEMORY))
        self.cluster.wait_for_nodes()

    def kill(self) -> None:
        """End a node as a machine does that loses its power."""
        self.cluster.remove_node(self.nodes.pop(), allow_graceful=False)

    def close(self) -> None:
        import ray

        ray.shutdown()  # this process first: a node in use is not taken away
        self.cluster.shutdown()


def essence(found: Gathered) -> dict[str, Any]:
    """Return what a round found, without the time it took."""
    digest = sha256(repr(found.examples.steps).encode())
    for each in found.examples.actions:
        digest.update(each.tobytes())
    counts = {name: found.counts[name] for name in ("tried", "solved", "expanded")}
    return {**counts, "examples": len(found.examples), "digest": digest.hexdigest()[:16]}


def measure(options: Options) -> dict[str, Any]:
    """Search the equations on one node and on two, in turn, then with a node that dies."""
    texts = datasets.load("small", "train", options.seed)[: options.equations]
    policy = load()

    def search(on: str, count: int, advance_fn: Callable[..., None] = lambda *_: None) -> Gathered:
        config = GatherConfig(max_expanded=options.max_expanded, processes=1, on=on)
        return gather_parallel(
            texts[:count], policy, config, options.seed, lambda _: None,
            chunk=options.chunk, advance_fn=advance_fn,
        )  # fmt: skip

    here = essence(search("", len(texts)))
    nodes = Nodes()
    seconds: dict[int, list[float]] = {1: [], 2: []}
    found = []
    try:
        for number in range(options.rounds):
            for count in seconds:
                nodes.resize(count)
                search(nodes.address, 2 * count * options.chunk)  # processes start, and import
                started = time.perf_counter()
                found.append(essence(search(nodes.address, len(texts))))
                seconds[count].append(round(time.perf_counter() - started, 3))
            print(f"round {number + 1}: {seconds[1][-1]:.2f} s, {seconds[2][-1]:.2f} s", flush=True)
        nodes.resize(2)
        killed_at: list[int] = []

        def advance(_: str, done: int, whole: int) -> None:
            if not killed_at and done >= whole // 4:
                killed_at.append(done)
                nodes.kill()

        after = essence(search(nodes.address, len(texts), advance))
    finally:
        nodes.close()
    return {
        "config": {**asdict(options), "out": str(options.out), "equations": len(texts)},
        "seconds": {str(count): each for count, each in seconds.items()},
        "found": here,
        "same": all(each == here for each in found),
        "killed_after": killed_at[0] if killed_at else None,
        "same_after_a_kill": bool(killed_at) and after == here,
        "made_with": provenance(),
    }


def speedup(record: dict[str, Any]) -> float:
    """Return how many times as fast two nodes were, at their best."""
    return float(min(record["seconds"]["1"]) / min(record["seconds"]["2"]))


def render(record: dict[str, Any]) -> str:
    """Write the figures."""
    config, made, found = record["config"], record["made_with"], record["found"]
    head = [f"a gathering round of {config['equations']} equations", "seconds, best", "median"]
    rows = []
    for count, title in (("1", "one node"), ("2", "two nodes")):
        times = sorted(record["seconds"][count])
        rows.append([title, f"{times[0]:.1f}", f"{times[len(times) // 2]:.1f}"])
    same = "the same" if record["same"] else "NOT the same"
    kept = "the same again" if record["same_after_a_kill"] else "NOT the same"
    return (
        f"{page.table(head, rows)}\n\n"
        f"Two nodes are {speedup(record):.2f} times as fast as one. What is found"
        f" ({found['solved']} of {found['tried']} solved, {found['examples']:,} examples)"
        f" is {same} as without a cluster, and {kept} where one of two nodes is killed after"
        f" {record['killed_after']}"
        f" equations. Nodes of one core each, on {made['machine']}, {made['cpu']}; the best of"
        f" {config['rounds']} rounds; commit {made['commit']}, {made['date']};"
        f" `python -m benchmarks.cluster`."
    )


def main() -> int:
    """Measure, write, judge."""
    options = tyro.cli(Options, description=__doc__)
    path = options.out / "cluster.json"
    if options.render:
        page.write(PAGE, {"cluster": render(json.loads(path.read_text(encoding="utf-8")))})
        return 0
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    record = measure(options)
    options.out.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    if options.out == RESULTS:
        page.write(PAGE, {"cluster": render(record)})
    print(render(record))
    missed = [f"{TARGET} times as fast"] if speedup(record) < TARGET else []
    missed += ["the same results"] if not record["same"] else []
    missed += ["the same results after a kill"] if not record["same_after_a_kill"] else []
    if missed:
        print(f"missed: {', '.join(missed)}")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
