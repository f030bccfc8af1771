"""Tasks, and how they ended, wherever they were run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

Task = Callable[[], Any]
"""Something to run elsewhere: picklable, as must be what it returns."""
POLL: Final = 0.5
"""Seconds after which a runner is heard of although no task has ended."""


def is_over(deadline: float | None, grace: float = 0.0) -> bool:
    """Whether a time of `time.monotonic()`, and some seconds of grace, have passed."""
    return deadline is not None and time.monotonic() >= deadline + grace


class Outcome(NamedTuple):
    """How a task ended."""

    task: int
    """Its number."""
    result: Any
    error: str
    """A traceback or the exit status of a process that died; empty if all went well."""
