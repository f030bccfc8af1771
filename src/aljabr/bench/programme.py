"""A programme of runs: jobs over cores, a line of JSON per finished run, nothing done twice."""

from __future__ import annotations

import json
import multiprocessing as mp
import os
import platform
import signal
import subprocess
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from multiprocessing.connection import Connection, wait
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
    packages = ("aljabr", "numpy", "symengine", "jax", "optax", "python-flint")
    return {
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in packages},
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "commit": _commit(),
        "date": time.strftime("%Y-%m-%d"),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # run from a source tree without being installed
        return "unknown"


def _commit() -> str:
    given = os.environ.get("ALJABR_COMMIT")  # a copy knows it best: its history may be another's
    if given:
        return given
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"  # a copy without its history


def describe(results: Iterable[Result]) -> str:
    """Say in one paragraph what some results were made with."""
    made = [result["made_with"] for result in results]
    hours = sum(result["seconds"] for result in results) / 3600
    packages = {f"{name} {each}" for one in made for name, each in one["packages"].items()}
    commits, dates = {one["commit"] for one in made}, {one["date"] for one in made}
    return (
        f"{len(made)} runs, {hours:.1f} core hours, {_span(dates)}, commit {_span(commits, ', ')},"
        f" Python {_span({one['python'] for one in made}, ', ')}, {', '.join(sorted(packages))},"
        f" on {_span({one['machine'] for one in made}, '; ')}."
    )


def _span(values: set[str], between: str | None = None) -> str:
    """List some values, or the first and the last of them."""
    ordered = sorted(values)
    if between is None:
        return ordered[0] if len(ordered) == 1 else f"{ordered[0]} to {ordered[-1]}"
    return between.join(ordered)


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


@dataclass(frozen=True)
class _Running:
    job: Job
    process: Any
    answer: Connection


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
    running: dict[Connection, _Running] = {}
    failed = 0
    compiled = tempfile.TemporaryDirectory()
    try:
        while waiting or running:
            remaining = None if deadline is None else deadline - time.monotonic()
            if remaining is not None and remaining <= 0:
                tell_fn(f"out of time; {len(waiting) + len(running)} runs left")
                break
            while waiting and len(running) < processes:
                one = _start(work_fn, waiting.pop(0), compiled.name)
                running[one.answer] = one
            for answer in wait(list(running), remaining):
                assert isinstance(answer, Connection)
                one = running.pop(answer)
                result, error = _receive(one)
                left = len(waiting) + len(running)
                if result is None:
                    failed += 1
                    tell_fn(f"failed: {one.job}\n{error}")
                else:
                    _append(path, {"job": one.job, **result})
                    tell_fn(f"{left} left; {result['seconds']:.0f} s: {one.job}")
    finally:
        for one in running.values():
            one.process.kill()
            one.process.join()
        compiled.cleanup()
    return failed


def _start(work_fn: Callable[[Job], Result], job: Job, compiled: str) -> _Running:
    context = mp.get_context("spawn")  # JAX does not survive a fork
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(work_fn, job, theirs), daemon=True)
    # Runs differ in their seeds and equations only: most of them find their update compiled.
    with environment({**SINGLE_THREADED, "JAX_COMPILATION_CACHE_DIR": compiled}):
        process.start()
    theirs.close()  # so that a process that dies is heard of
    return _Running(job, process, ours)


@contextmanager
def environment(variables: dict[str, str]) -> Iterator[None]:
    """Set some variables of the environment for a while."""
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        for name in variables:
            if name in before:
                os.environ[name] = before[name]
            else:
                del os.environ[name]


def _receive(one: _Running) -> tuple[Result | None, str]:
    """Take a finished process's answer; one that died leaves none."""
    try:
        answer: tuple[Result | None, str] = one.answer.recv()
    except EOFError:
        one.process.join()
        answer = None, f"the process died, exit status {one.process.exitcode}"
    one.process.join()
    one.answer.close()
    return answer


def _work(work_fn: Callable[[Job], Result], job: Job, answer: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    started = time.perf_counter()
    try:
        result = work_fn(job)
        before = result.pop("seconds_before", 0.0)  # of a run that was stopped and went on
        seconds = round(before + time.perf_counter() - started, 1)
        answer.send(({**result, "seconds": seconds, "made_with": provenance()}, ""))
    except Exception:  # any failure of a run is reported, and fails the programme
        answer.send((None, traceback.format_exc()))
