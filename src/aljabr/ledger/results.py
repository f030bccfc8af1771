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
    on: str = "",
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
        on: where to run: here, or as `jobs.run_tasks` says.
    """
    done = [result["job"] for result in read_results(path)]
    groups = [[job] for job in jobs if job not in done]
    one_fn = partial(_one, work_fn)
    return run_groups(groups, one_fn, path, processes, deadline, tell_fn, on=on)


def _one(work_fn: Callable[[Job], Result], jobs: list[Job]) -> list[Result]:
    return [work_fn(jobs[0])]


def run_groups(
    groups: list[list[Job]],
    work_fn: Callable[[list[Job]], list[Result] | None],
    path: Path,
    processes: int,
    deadline: float | None = None,
    tell_fn: Callable[[str], None] = print,
    environment: dict[str, str] | None = None,
    grace: float = 0.0,
    on: str = "",
) -> int:
    """Run groups of jobs that are run together; return how many jobs failed.

    Args:
        groups: the jobs of each task, none of which is done.
        work_fn: as for `run_jobs`, for a whole group; None if it stopped before the end.
        path: the results file.
        processes: how many groups at a time.
        deadline: as for `run_jobs`.
        tell_fn: gets a line for every group that ended.
        environment: more variables for the processes.
        grace: seconds after the deadline that a group has to keep itself and end.
        on: where to run.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    left, failed = sum(map(len, groups)), 0
    # Runs differ in their seeds and equations only: most of them find their update compiled.
    with tempfile.TemporaryDirectory() as compiled, files.LineFile(path) as out:
        tasks = [partial(_work, work_fn, group) for group in groups]
        variables = {"JAX_COMPILATION_CACHE_DIR": compiled, **(environment or {})}
        for outcome in run_tasks(
            tasks, processes, variables, fresh=True, deadline=deadline, grace=grace, on=on
        ):
            if outcome is None:
                continue
            group = groups[outcome.task]
            name = f"{len(group)} × {group[0]}" if len(group) > 1 else str(group[0])
            if outcome.error:
                failed, left = failed + len(group), left - len(group)
                tell_fn(f"failed: {name}\n{outcome.error}")
            elif outcome.result is not None:
                left -= len(group)
                for job, result in zip(group, outcome.result, strict=True):
                    out.append({"job": job, **result})
                tell_fn(f"{left} left; {outcome.result[0]['seconds']:.0f} s: {name}")
    if left:
        tell_fn(f"out of time; {left} runs left")
    return failed


def _work(
    work_fn: Callable[[list[Job]], list[Result] | None], jobs: list[Job]
) -> list[Result] | None:
    started = time.perf_counter()
    results = work_fn(jobs)
    if results is None:
        return None
    made_with = provenance()
    finished = []
    for result in results:
        before = result.pop("seconds_before", 0.0)  # of a run that was stopped and went on
        # Runs that went side by side share their time.
        seconds = round((before + time.perf_counter() - started) / len(jobs), 1)
        finished.append({**result, "seconds": seconds, "made_with": made_with})
    return finished
