"""A programme of runs: jobs over cores, a line of JSON per finished run, nothing done twice."""

from __future__ import annotations

import json
import multiprocessing as mp
import os
import platform
import subprocess
import time
import traceback
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

Job = dict[str, Any]
Result = dict[str, Any]

SINGLE_THREADED = {
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
}
"""One process per core: threads inside a process only get in each other's way."""


def provenance() -> dict[str, Any]:
    """Say what a result was made with."""
    packages = ("numpy", "symengine", "jax", "optax", "python-flint")
    return {
        "python": platform.python_version(),
        "packages": {name: version(name) for name in packages},
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "commit": _commit(),
        "date": time.strftime("%Y-%m-%d"),
    }


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def read_results(path: Path) -> list[Result]:
    """Read the finished runs of a results file."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def run_jobs(
    jobs: Iterable[Job],
    work_fn: Callable[[Job], Result],
    path: Path,
    processes: int,
    deadline: float | None = None,
) -> int:
    """Run the jobs not yet in the results file; return how many failed.

    Args:
        jobs: what to run; a job is known by its items.
        work_fn: a top-level function, run in a fresh single-threaded process.
        path: the results file, a JSON object per line.
        processes: how many at a time.
        deadline: a time of `time.monotonic()` after which no job is started and the running ones
            are stopped.
    """
    done = [result["job"] for result in read_results(path)]
    waiting = [job for job in jobs if job not in done]
    path.parent.mkdir(parents=True, exist_ok=True)
    os.environ.update(SINGLE_THREADED)
    context = mp.get_context("spawn")
    results: mp.Queue[tuple[Job, Result | None, str]] = context.Queue()
    running: dict[str, Any] = {}
    failed = 0
    while waiting or running:
        while waiting and len(running) < processes:
            job = waiting.pop(0)
            process = context.Process(target=_work, args=(work_fn, job, results), daemon=True)
            process.start()
            running[json.dumps(job)] = process
        remaining = 5.0 if deadline is None else deadline - time.monotonic()
        if remaining <= 0:
            break
        try:
            job, result, error = results.get(timeout=min(5.0, remaining))
        except mp.queues.Empty:  # type: ignore[attr-defined]
            failed += _reap(running)
            continue
        running.pop(json.dumps(job)).join()
        if result is None:
            failed += 1
            print(f"failed: {job}\n{error}", flush=True)  # noqa: T201
            continue
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"job": job, **result}) + "\n")
        print(f"{len(waiting) + len(running)} left; done: {job}", flush=True)  # noqa: T201
    for process in running.values():
        process.kill()
    return failed


def _reap(running: dict[str, Any]) -> int:
    """Drop processes that died without a word; return how many there were."""
    dead = [name for name, process in running.items() if process.exitcode not in (None, 0)]
    for name in dead:
        print(f"died: {name}, exit status {running.pop(name).exitcode}", flush=True)  # noqa: T201
    return len(dead)


def _work(work_fn: Callable[[Job], Result], job: Job, results: Any) -> None:
    started = time.perf_counter()
    try:
        result = work_fn(job)
        seconds = round(time.perf_counter() - started, 1)
        results.put((job, {**result, "seconds": seconds, "made_with": provenance()}, ""))
    except Exception:  # any failure of a run is reported, and fails the programme
        results.put((job, None, traceback.format_exc()))
