"""Measure how much faster a file of equations is solved over several processes.

    python -m benchmarks.evaluate                        1,500 school equations, 3 rounds
    python -m benchmarks.evaluate --equations 60 --rounds 1 --out /tmp/results

Solves equations of the school dataset's training split with one process and with several, in
turn, so that both see the same noise: in a pool whose processes are warm, and as the whole command
`aljabr evaluate FILE --json OUT`, cold start included. The best of the rounds counts, for noise
only ever slows. Writes `benchmarks/results/evaluate.json` and the figures of `docs/solving.md`, and
exits with status 1 if the target is missed or the number of processes changes an answer; `--render`
only writes the page.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import tyro

from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from aljabr.solver.pool import Answer, Pool
from aljabr.solver.processes import cores
from aljabr.solver.registry import load
from aljabr.solver.worker import Request
from aljabr.tasks import datasets

RESULTS: Final = Path("benchmarks/results")
PAGE: Final = Path("docs/solving.md")
TARGET: Final = 1.8
"""How many times as fast two processes must be, on two cores."""
WARM_UP: Final = 8
"""Equations per process that are solved before the clock is started."""


@dataclass(frozen=True)
class Options:
    """What to measure."""

    equations: int = 1500
    """School equations to solve: enough that the start of the command is a small part."""
    processes: int = 2
    """How many are compared with one."""
    rounds: int = 3
    """How often each is measured."""
    budget: float = 5.0
    """Seconds an equation."""
    seed: int = 0
    """Of the dataset."""
    out: Path = RESULTS
    """The folder of the results."""
    render: bool = False
    """Only write the page."""


def pooled(texts: list[str], processes: int, budget: float) -> tuple[float, list[Answer]]:
    """Return the seconds that a warm pool takes, and the answers."""
    requests = [Request(text, None, budget) for text in texts]
    with Pool(load(), processes) as pool:
        list(pool.answers(requests[: WARM_UP * processes]))
        started = time.perf_counter()
        answers = list(pool.answers(requests))
        return time.perf_counter() - started, answers


def commanded(file: Path, processes: int, budget: float) -> float:
    """Return the seconds of the whole command."""
    command = [
        sys.executable, "-m", "aljabr", "evaluate", str(file), "--json", f"{file}.jsonl",
        "--overwrite", "--processes", str(processes), "--budget", str(budget),
    ]  # fmt: skip
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - started


def essence(answer: Answer) -> Any:
    """Return an answer without the time it took."""
    return str(answer) if isinstance(answer, ValueError) else {**answer.to_json(), "seconds": 0}


def measure(options: Options) -> dict[str, Any]:
    """Solve the equations with one process and with several, in turn."""
    texts = datasets.load("school", "train", options.seed)[: options.equations]
    counts = (1, options.processes)
    pools: dict[int, list[float]] = {count: [] for count in counts}
    commands: dict[int, list[float]] = {count: [] for count in counts}
    found: dict[int, list[Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "equations.txt"
        file.write_text("\n".join(texts) + "\n", encoding="utf-8")
        for number in range(options.rounds):
            for count in counts:
                seconds, answers = pooled(texts, count, options.budget)
                pools[count].append(round(seconds, 3))
                found[count] = list(map(essence, answers))
                commands[count].append(round(commanded(file, count, options.budget), 3))
            print(f"round {number + 1}: pool {_last(pools)} s, command {_last(commands)} s")
    config = {**asdict(options), "out": str(options.out), "equations": len(texts)}
    return {
        "config": config,
        "cores": cores(),
        "pool_seconds": {str(count): each for count, each in pools.items()},
        "command_seconds": {str(count): each for count, each in commands.items()},
        "same_answers": found[1] == found[options.processes],
        "made_with": provenance(),
    }


def _last(seconds: dict[int, list[float]]) -> str:
    return ", ".join(f"{each[-1]:.2f}" for each in seconds.values())


def speedup(record: dict[str, Any], name: str) -> float:
    """Return how many times as fast the several processes were as the one, at their best."""
    best: dict[str, float] = {count: min(each) for count, each in record[name].items()}
    return best["1"] / best[str(record["config"]["processes"])]


def render(record: dict[str, Any]) -> str:
    """Write the figures."""
    config, many = record["config"], record["config"]["processes"]
    head = [f"{config['equations']} school equations", "1 process", f"{many} processes", "faster"]
    rows = [
        [title, *[f"{min(record[name][str(count)]):.2f} s" for count in (1, many)],
         f"{speedup(record, name):.2f} ×"]
        for name, title in (("pool_seconds", "in processes that are warm"),
                            ("command_seconds", "the whole command, cold"))
    ]  # fmt: skip
    made = record["made_with"]
    return (
        f"{page.table(head, rows)}\n\nThe best of {config['rounds']} rounds, on {made['machine']},"
        f" commit {made['commit']}; `python -m benchmarks.evaluate`."
    )


def main() -> int:
    """Measure, write, judge."""
    options = tyro.cli(Options, description=__doc__)
    path = options.out / "evaluate.json"
    if options.render:
        page.write(PAGE, {"evaluate": render(json.loads(path.read_text(encoding="utf-8")))})
        return 0
    record = measure(options)
    options.out.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    if options.out == RESULTS:
        page.write(PAGE, {"evaluate": render(record)})
    print(render(record))
    missed: list[str] = []
    if options.processes == 2:
        measured = {"warm": "pool_seconds", "whole": "command_seconds"}
        missed += [f"{TARGET} times as fast, {title}" for title, name in measured.items()
                   if speedup(record, name) < TARGET]  # fmt: skip
    if not record["same_answers"]:
        missed.append("the same answers")
    if missed:
        print(f"missed: {', '.join(missed)}")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
