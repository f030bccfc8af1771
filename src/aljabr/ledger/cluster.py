"""The job runner's second backend: tasks on a Ray cluster, each with a core of its own.

A task whose process or node dies is run again, on another, some times; one that raises is not, and
is reported with its error. So every task ends once, with the result it has on one machine.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any, Final

from aljabr.errors import UserError
from aljabr.ledger.outcomes import POLL, Outcome, Task, is_over

RETRIES: Final = 5
"""How often a task is run again whose process or node died over it."""
AHEAD: Final = 2
"""Tasks handed over for every core there is: enough to keep them busy."""


def check(on: str) -> str:
    """Return the address in `ray` or `ray:ADDRESS`, empty for none; refuse anything else."""
    kind, _, address = on.partition(":")
    if kind != "ray":
        raise UserError(f"there is nothing called {on!r} to run on, only ray or ray:ADDRESS")
    if find_spec("ray") is None:
        raise UserError("a cluster needs more packages: pip install 'aljabr[cluster]'")
    return address


def connect(on: str) -> Any:
    """Return Ray, connected to a cluster; without an address, one is started on this machine."""
    address = check(on)
    import ray

    if not ray.is_initialized():
        try:
            ray.init(
                address=address or None,
                logging_level=logging.ERROR,
                log_to_driver=False,
                include_dashboard=False if not address else None,
            )
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise UserError(f"there is no cluster at {address}: {error}") from None
    return ray


def run_tasks(
    tasks: Sequence[Task],
    on: str,
    variables: dict[str, str],
    *,
    fresh: bool = False,
    deadline: float | None = None,
    grace: float = 0.0,
) -> Iterator[Outcome | None]:
    """Run tasks on a cluster; as `jobs.run_tasks`.

    Args:
        tasks: what to run.
        on: the cluster, such as `ray` or `ray:10.0.0.1:6379`.
        variables: of the environment of the tasks.
        fresh: whether each task gets a process of its own.
        deadline: a time of `time.monotonic()` after which no task is started and the running ones
            are stopped.
        grace: seconds after the deadline that the running ones have to end by themselves.
    """
    ray = connect(on)
    options: dict[str, Any] = {
        "num_cpus": 1, "max_retries": RETRIES, "retry_exceptions": False,
        "runtime_env": {"env_vars": variables},
    }  # fmt: skip
    if fresh:
        options["max_calls"] = 1
    remote = ray.remote(**options)(_answer)
    waiting = list(enumerate(tasks))[::-1]
    running: dict[Any, int] = {}
    try:
        while waiting or running:
            room = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
            if is_over(deadline):
                waiting.clear()
            while waiting and len(running) < room:
                number, task = waiting.pop()
                running[remote.remote(task)] = number
            if is_over(deadline, grace) or not running:
                return
            ended, _ = ray.wait(list(running), num_returns=1, timeout=POLL)
            if not ended:
                yield None
            for each in ended:
                yield _outcome(ray, running.pop(each), each)
    finally:
        for each in running:
            ray.cancel(each, force=True)


def _outcome(ray: Any, number: int, reference: Any) -> Outcome:
    try:
        result, error = ray.get(reference)
    except ray.exceptions.RayError as failure:  # the cluster gave it up
        result, error = None, str(failure)
    return Outcome(number, result, error)


def _answer(task: Task) -> tuple[Any, str]:
    """Run a task where it was sent; return its result, or its error."""
    try:
        return task(), ""
    except Exception:  # any failure of a task is reported to whoever runs it
        return None, traceback.format_exc()
