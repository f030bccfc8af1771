"""Equations solved on a cluster, some at a time, answered in the order they were asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from aljabr.ledger.jobs import run_tasks
from aljabr.solver.pool import Answer, Pool
from aljabr.solver.worker import Agent, Request

CHUNK: Final = 16
"""Equations that go to a node together."""


def answers(requests: Sequence[Request], agent: Agent, on: str) -> Iterator[Answer]:
    """Yield the answers in the order of the requests.

    Args:
        requests: what is asked.
        agent: who leads; it travels with the requests.
        on: the cluster, such as `ray:ADDRESS`.
    """
    chunks = [requests[first : first + CHUNK] for first in range(0, len(requests), CHUNK)]
    tasks = [partial(_solve, list(chunk), agent) for chunk in chunks]
    found: dict[int, list[Answer]] = {}
    following = 0
    for outcome in run_tasks(tasks, 0, on=on):
        if outcome is None:
            continue
        if outcome.error:
            raise RuntimeError(outcome.error)
        found[outcome.task] = outcome.result
        while following in found:
            yield from found.pop(following)
            following += 1


def _solve(requests: list[Request], agent: Agent) -> list[Answer]:
    """Solve on a node, in a process that can be killed when its time is over."""
    with Pool(agent, 1) as pool:
        return list(pool.answers(requests))
