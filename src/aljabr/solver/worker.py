"""A killable process around the solver: the deadline that nothing inside can swallow.

The process ends when its parent does, however that went: it closes the parent's end of its pipe,
which it inherits where it is forked, and a thread of its own waits for the parent to be gone; on
Linux the kernel does, too. It is forked where that is safe, for that is quick, and spawned where
the caller has threads.
"""

from __future__ import annotations

import multiprocessing as mp
import os
import signal
import sys
import threading
from functools import partial
from multiprocessing import connection
from multiprocessing.connection import Connection
from typing import Final

from aljabr.algebra.parse import ParseError
from aljabr.answer.solution import Remark, Solution
from aljabr.search.policy import Policy
from aljabr.solver.registry import DEFAULT
from aljabr.solver.solve import DEFAULT_BUDGET, check_budget, solve

GRACE: Final = 0.25
"""Seconds beyond its budget after which a solver that has not answered is killed."""
_START: Final = 10.0
"""Seconds that a process may take to start before its first answer counts as late."""


class Worker:
    """Solves equations one after the other in a process of its own.

    Use it as a context manager. A solver that outstays its budget is killed and replaced, and its
    equation is answered with `unsolved`. Threads may share one: they are served in turn.
    """

    def __init__(self, agent: str | Policy | None = DEFAULT) -> None:
        self._agent = agent
        self._lock = threading.Lock()
        self._process: mp.process.BaseProcess | None = None
        self._connection: Connection | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *exception: object) -> None:
        with self._lock:
            self._stop()

    def solve(
        self, text: str, unknown: str | None = None, budget: float = DEFAULT_BUDGET
    ) -> Solution:
        """Solve, or raise the solver's own `ParseError`."""
        check_budget(budget)
        with self._lock:
            return self._solve(text, unknown, budget)

    def _solve(self, text: str, unknown: str | None, budget: float) -> Solution:
        pipe = self._send((text, unknown, budget))
        if not pipe.poll(budget + GRACE):
            self._stop()
            return Solution(
                text, unknown or "", "unsolved", note=Remark("stopped at the deadline"),
                seconds=budget + GRACE,
            )  # fmt: skip
        try:
            answer = pipe.recv()
        except (EOFError, ConnectionResetError):
            status = self._exit_status()
            if status >= 0:  # it raised, and has printed its traceback: a defect, not an answer
                raise RuntimeError(f"the solver failed on {text!r}") from None
            note = Remark(f"the solver was ended by signal {-status}")
            return Solution(text, unknown or "", "unsolved", note=note)
        if isinstance(answer, ParseError):
            raise answer
        assert isinstance(answer, Solution)
        return answer

    def _send(self, request: tuple[str, str | None, float]) -> Connection:
        """Hand a request to the process; to a new one if the old one has died meanwhile."""
        if self._process is not None and not self._process.is_alive():
            self._stop()
        pipe = self._connection or self._start()
        try:
            pipe.send(request)
        except (BrokenPipeError, ConnectionResetError):
            self._stop()
            pipe = self._start()
            pipe.send(request)
        return pipe

    def _start(self) -> Connection:
        forks = "fork" in mp.get_all_start_methods() and threading.active_count() == 1
        context = mp.get_context("fork" if forks else "spawn")
        ours, theirs = context.Pipe()
        in_main = threading.current_thread() is threading.main_thread()
        arguments = theirs, ours if forks else None, in_main, self._agent
        process = context.Process(target=_serve, args=arguments, daemon=True)  # type: ignore[attr-defined]
        process.start()
        theirs.close()
        self._process, self._connection = process, ours
        if not ours.poll(_START) or ours.recv() != _READY:
            self._stop()
            raise RuntimeError("the solver's process does not start")
        return ours

    def _exit_status(self) -> int:
        """Wait for a process that has hung up; return its exit status, minus a signal's number."""
        process = self._process
        assert process is not None
        process.join()
        status = process.exitcode
        assert status is not None
        self._stop()
        return status

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None


_READY: Final = "ready"


def _serve(
    pipe: Connection, parents: Connection | None, in_main: bool, agent: str | Policy | None
) -> None:
    """Answer requests until the parent hangs up or is gone."""
    if parents is not None:  # forked: as long as this end is open here, nobody hangs up
        parents.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    _follow_parent(in_main)
    solve_fn = partial(solve, agent=agent)
    try:
        pipe.send(_READY)
        while True:
            text, unknown, budget = pipe.recv()
            try:
                answer: Solution | ParseError = solve_fn(text, unknown, budget)
            except ParseError as error:
                answer = error
            pipe.send(answer)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _follow_parent(in_main: bool) -> None:
    """End this process when its parent is gone: by SIGTERM, SIGHUP, SIGKILL or in peace.

    Args:
        in_main: whether the parent's main thread has started it; the kernel follows threads.
    """
    parent = mp.parent_process()
    assert parent is not None
    sentinel = parent.sentinel

    def follow() -> None:
        connection.wait([sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    if sys.platform == "linux" and in_main:
        # A long computation in C may keep the thread from running; the kernel asks nobody.
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


_PR_SET_PDEATHSIG: Final = 1
