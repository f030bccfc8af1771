"""A programme of runs: jobs over cores, a line of JSON per finished run, nothing done twice."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from aljabr.ledger.jobs import run_tasks
from aljabr.ledger.provenance import provenance

Job = dict[str, Any]
Result = dict[str, Any]

# -- the results file ------------------------------------------------------------------------------


def read_results(path: Path) -> list[Result]:
    """Read the finished runs of a results file; a line cut short by a crash does not count."""
    if not path.exists():
        return []
    *lines, _ = path.read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def _append(path: Path, result: Result) -> None:
    line = json.dumps(result) + "\n"
    with path.open("ab+") as file:
        _cut_back(file)
        file.write(line.encode())


def _cut_back(file: Any) -> None:
    """Drop an unfinished last line."""
    file.seek(0)
    whole = file.read().rpartition(b"\n")
    file.truncate(len(whole[0]) + len(whole[1]))
    file.seek(0, os.SEEK_END)


# -- running ---------------------------------------------------------------------------------------


def run_jobs(
    jobs: Iterable[Job],
    work_fn: Callable[[Job], Result],
    path: Path,
    processes: int,
    deadline: float | None = None,
    tell_fn: Callable[[str], None] = print,
) -> int:
    """Run the jobs not yet in the results file; return how many failed.

    Args:
        jobs: what to run; a job is known by its items.
        work_fn: a top-level function, run in a fresh single-threaded process.
        path: the results file, a JSON object per line.
        processes: how many at a time.
        deadline: a time of `time.monotonic()` after which no job is started and the running ones
            are stopped.
        tell_fn: gets a line for every run that ended.
    """
    done = [result["job"] for result in read_results(path)]
    waiting = [job for job in jobs if job not in done]
    path.parent.mkdir(parents=True, exist_ok=True)
    left, failed = len(waiting), 0
    # Runs differ in their seeds and equations only: most of them find their update compiled.
    with tempfile.TemporaryDirectory() as compiled:
        tasks = [partial(_work, work_fn, job) for job in waiting]
        environment = {"JAX_COMPILATION_CACHE_DIR": compiled}
        for outcome in run_tasks(tasks, processes, environment, fresh=True, deadline=deadline):
            if outcome is None:
                continue
            left -= 1
            job = waiting[outcome.task]
            if outcome.error:
                failed += 1
                tell_fn(f"failed: {job}\n{outcome.error}")
            else:
                _append(path, {"job": job, **outcome.result})
                tell_fn(f"{left} left; {outcome.result['seconds']:.0f} s: {job}")
    if left:
        tell_fn(f"out of time; {left} runs left")
    return failed


def _work(work_fn: Callable[[Job], Result], job: Job) -> Result:
    started = time.perf_counter()
    result = work_fn(job)
    before = result.pop("seconds_before", 0.0)  # of a run that was stopped and went on
    seconds = round(before + time.perf_counter() - started, 1)
    return {**result, "seconds": seconds, "made_with": provenance()}
