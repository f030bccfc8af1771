"""A programme of runs: jobs over cores, a line of JSON per finished run, nothing done twice."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from aljabr.errors import UserError
from aljabr.ledger import files
from aljabr.ledger.jobs import run_tasks
from aljabr.ledger.provenance import provenance
from aljabr.ledger.schema import Schema, fits

Job = dict[str, Any]
Result = dict[str, Any]

# -- the results file ------------------------------------------------------------------------------


def read_results(path: Path, schema: Schema = None) -> list[Result]:
    """Read the finished runs of a results file; a line cut short by a crash does not count.

    Args:
        path: the file; where there is none, there are no results.
        schema: what a run must hold beside its job.
    """
    results = files.read_lines(path) if path.exists() else []
    for number, result in enumerate(results, start=1):
        if not fits(result, {"job": dict, **(schema or {})}):
            raise UserError(f"{path}, record {number}: no finished run")
    return results


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
    with tempfile.TemporaryDirectory() as compiled, files.LineFile(path) as out:
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
                out.append({"job": job, **outcome.result})
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
