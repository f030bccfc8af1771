"""The one job runner: tasks over processes, on this machine or (`cluster`) on a Ray cluster.

A process serves one task after the other, or a fresh one each. It ignores Ctrl-C, which is the
parent's to handle, and ends with its parent. A task that fails, or whose process dies, is reported
with its error; the others go on.
"""

from __future__ import annotations

import multiprocessing as mp
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import connection
from multiprocessing.connection import Connection
from typing import Any

from aljabr.ledger.outcomes import POLL, Outcome, Task, is_over

SINGLE_THREADED = {
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
}
"""One process per core: threads inside a process only get in each other's way."""


def run_tasks(
    tasks: Sequence[Task],
    processes: int,
    environment: dict[str, str] | None = None,
    *,
    fresh: bool = False,
    deadline: float | None = None,
    grace: float = 0.0,
    on: str = "",
) -> Iterator[Outcome | None]:
    """Run tasks and yield their outcomes as they end; None now and then while nothing has.

    Args:
        tasks: what to run, picklable; what they return must be too.
        processes: how many at a time; 0 to run them in this process, one after the other.
        environment: variables for the processes, beside those of `SINGLE_THREADED`.
        fresh: whether each task gets a process of its own.
        deadline: a time of `time.monotonic()` after which no task is started and the running ones
            are stopped.
        grace: seconds after the deadline that the running ones have to end by themselves.
        on: where: "" for this machine, "ray" for a cluster, which is started here if there is
            none, "ray:ADDRESS" for the cluster at an address. There, `processes` does not count.

    Whoever stops listening stops the running tasks.
    """
    if on:
        from aljabr.ledger import cluster  # which needs the extra `cluster`

        yield from cluster.run_tasks(
            tasks, on, {**SINGLE_THREADED, **(environment or {})},
            fresh=fresh, deadline=deadline, grace=grace,
        )  # fmt: skip
        return
    if processes == 0:
        for number, task in enumerate(tasks):
            yield None
            yield Outcome(number, task(), "")
        return
    waiting = list(enumerate(tasks))[::-1]
    idle: list[Worker] = []
    busy: dict[Connection, tuple[Worker, int]] = {}
    variables = {**SINGLE_THREADED, **(environment or {})}
    try:
        while waiting or busy:
            if is_over(deadline):
                waiting.clear()
            while waiting and len(busy) < processes:
                worker = _ready(idle, variables)
                number, task = waiting.pop()
                worker.connection.send(task)
                busy[worker.connection] = worker, number
            if is_over(deadline, grace):
                return
            remaining = POLL if deadline is None else deadline + grace - time.monotonic()
            ended = connection.wait(list(busy), max(min(POLL, remaining), 0.0))
            if not ended:
                yield None
            for each in ended:
                assert isinstance(each, Connection)
                worker, number = busy.pop(each)
                outcome = worker.receive(number)
                if fresh or worker.has_died:
                    worker.stop()
                else:
                    idle.append(worker)
                yield outcome
    finally:
        for worker in (*idle, *[worker for worker, _ in busy.values()]):
            worker.stop()


def _ready(idle: list[Worker], variables: dict[str, str]) -> Worker:
    """Return an idle worker that is alive, or a new one."""
    while idle:
        worker = idle.pop()
        if worker.process.is_alive():
            return worker
        worker.stop()
    return Worker(variables)


def _call(task: Task) -> Any:
    """Do what a task says."""
    return task()


class Worker:
    """A process that takes tasks and answers with their results."""

    def __init__(self, variables: dict[str, str], answer_fn: Callable[[Any], Any] = _call) -> None:
        context = mp.get_context("spawn")  # JAX does not survive a fork
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, answer_fn), daemon=True)
        with environment(variables):
            self.process.start()
        theirs.close()  # so that a process that dies is heard of
        self.has_died = False

    def receive(self, number: int) -> Outcome:
        """Take a task's outcome; a process that died leaves none."""
        try:
            result, error = self.connection.recv()
        except (EOFError, OSError):  # perhaps in the middle of its answer
            self.process.join()
            self.has_died = True
            result, error = None, f"the process died, exit status {self.process.exitcode}"
        return Outcome(number, result, error)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


def _serve(tasks: Connection, answer_fn: Callable[[Any], Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _follow_parent()
    while True:
        try:
            task = tasks.recv()
        except EOFError:
            return
        try:
            answer = answer_fn(task), ""
        except Exception:  # any failure of a task is reported to whoever runs it
            answer = None, traceback.format_exc()
        tasks.send(answer)


def _follow_parent() -> None:
    """End this process when its parent is gone, however that went."""
    parent = mp.parent_process()
    assert parent is not None
    sentinel = parent.sentinel

    def follow() -> None:
        connection.wait([sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


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
