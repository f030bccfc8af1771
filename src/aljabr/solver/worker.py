"""A killable process around the solver: the deadline that nothing inside can swallow."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from aljabr.answer.solution import Domain, Remark, Solution
from aljabr.answer.writer import Detail
from aljabr.errors import UserError
from aljabr.search.policy import Policy
from aljabr.solver import processes
from aljabr.solver.processes import Died, Process
from aljabr.solver.registry import DEFAULT
from aljabr.solver.serving import NO_MEMORY, Defect, Overdue
from aljabr.solver.solve import DEFAULT_BUDGET, check_budget, solve

GRACE: Final = 0.25
"""Seconds beyond its budget after which a solver that has not answered is killed."""

Agent = str | Policy | None
Solve = Callable[..., Solution]
"""Called with a text, the unknown, a budget, the agent; domain and detail if they are asked for."""


class Request(NamedTuple):
    """What is asked."""

    text: str
    unknown: str | None = None
    budget: float = DEFAULT_BUDGET
    domain: Domain | None = None
    detail: Detail | None = None


class Worker:
    """Solves equations one after the other in a process of its own.

    Use it as a context manager. A solver that outstays its budget is killed and replaced, and its
    equation is answered with `unsolved`; so is one whose process dies over it. Threads may share a
    worker: they are served in turn. A child that the program forks gets a process of its own.
    """

    def __init__(self, agent: Agent = DEFAULT, solve_fn: Solve = solve) -> None:
        self._answer_fn = partial(_answer, solve_fn, agent)
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._is_closed = False

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the process, for the first request would wait for it."""
        with self._lock:
            if self._process is None:
                self._start()

    def close(self) -> None:
        """Kill the process, also while a thread waits for its answer; there will be no other."""
        self._is_closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._stop()

    def renew(self) -> None:
        """Forget the process, in a child that was forked."""
        self._lock = threading.Lock()
        self._process = None

    def solve(
        self,
        text: str,
        unknown: str | None = None,
        budget: float = DEFAULT_BUDGET,
        domain: Domain | None = None,
        detail: Detail | None = None,
    ) -> Solution:
        """Solve, or raise the solver's own `ParseError`."""
        check_budget(budget)
        with self._lock:
            try:
                answer = self._ask(Request(text, unknown, budget, domain, detail), budget + GRACE)
            except Overdue:
                note, seconds = Remark("stopped at the deadline"), budget + GRACE
                answer = Solution(text, unknown or "", "unsolved", note=note, seconds=seconds)
                self._stop()
            except Died as death:
                answer = Solution(
                    text, unknown or "", "unsolved", note=Remark(reason(death.status))
                )
                self._stop()
            except BaseException:  # such as Ctrl-C: nobody may get the answer to this question
                self._stop()
                raise
        if isinstance(answer, Defect):
            raise RuntimeError(f"the solver failed on {text!r}:\n{answer.trace}")
        if isinstance(answer, UserError):
            raise answer
        assert isinstance(answer, Solution)
        return answer

    def _ask(self, request: Request, seconds: float) -> Any:
        """Ask the process, and another one if it has died before it took the request."""
        if self._process is not None:
            try:
                return self._process.ask(request, seconds)
            except Died as death:
                if death.taken:
                    raise
            self._stop()
        return self._start().ask(request, seconds)

    def _start(self) -> Process:
        if not self._is_closed:
            self._process = processes.start(self._answer_fn)
            processes.renew_when_forked(self)
        if self._process is None or self._is_closed:  # the latter only now, perhaps
            self._stop()
            raise RuntimeError("the worker is closed")
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()


def _answer(solve_fn: Solve, agent: Agent, request: Request) -> Any:
    """Solve, in the process; mistakes of the user's are answers, too."""
    text, unknown, budget, domain, detail = request
    given = {"domain": domain, "detail": detail}
    asked = {name: each for name, each in given.items() if each is not None}
    try:
        return solve_fn(text, unknown, budget, agent, **asked)
    except UserError as error:
        return error


def reason(status: int) -> str:
    """Say why a process is gone."""
    if status < 0:
        return f"the solver was ended by signal {-status}"
    if status == NO_MEMORY:
        return "there was not enough memory"
    return "the solver's process is gone"
