"""A solver that does on request what solvers should not do."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from pathlib import Path

from aljabr import Solution
from aljabr.solver.solve import solve


def stubborn(text: str, unknown: str | None, budget: float, agent: object) -> Solution:
    """Do what the first word says, and touch the file that the second one names; or solve."""
    word, _, mark = text.partition(" ")
    if mark.startswith("/"):
        Path(mark).touch()
    if word == "hang":
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True:
            try:
                time.sleep(60)
            except BaseException:  # no exception may free the caller, only a kill
                continue
    if word == "compute":  # in C, and nothing else may run
        ctypes.PyDLL(None).sleep(600)
    if word == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if word == "fail":
        raise ZeroDivisionError
    if word == "exhaust":
        raise MemoryError
    if word == "leave":
        os._exit(3)
    if word == "nap":
        time.sleep(0.05)
    if word in ("echo", "nap"):
        return Solution(text, str(os.getpid()), "unsolved", note=text)
    return solve(text, unknown, budget, agent)
