"""A killable process around the solver: the deadline that nothing inside can swallow."""

from __future__ import annotations

import multiprocessing as mp
from functools import partial
from multiprocessing.connection import Connection
from typing import Final

from aljabr.algebra.parse import ParseError
from aljabr.answer.solution import Solution
from aljabr.search.policy import Policy
from aljabr.solver.registry import DEFAULT
from aljabr.solver.solve import DEFAULT_BUDGET, solve

GRACE: Final = 0.25
"""Seconds beyond its budget after which a solver that has not answered is killed."""


class Worker:
    """Solves equations one after the other in a process of its own.

    Use it as a context manager. A solver that outstays its budget is killed and replaced, and its
    equation is answered with `unsolved`.
    """

    def __init__(self, agent: str | Policy | None = DEFAULT) -> None:
        self._agent = agent
        methods = mp.get_all_start_methods()
        self._context = mp.get_context("fork" if "fork" in methods else "spawn")
        self._process: mp.process.BaseProcess | None = None
        self._connection: Connection | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *exception: object) -> None:
        self._stop()

    def solve(
        self, text: str, unknown: str | None = None, budget: float = DEFAULT_BUDGET
    ) -> Solution:
        """Solve, or raise the solver's own `ParseError`."""
        connection = self._connection or self._start()
        connection.send((text, unknown, budget))
        if not connection.poll(budget + GRACE):
            self._stop()
            return Solution(
                text, unknown or "", "unsolved", note="stopped at the deadline",
                seconds=budget + GRACE,
            )  # fmt: skip
        try:
            answer = connection.recv()
        except EOFError:
            status = self._exit_status()
            if status >= 0:  # it raised, and has printed its traceback: a defect, not an answer
                raise RuntimeError(f"the solver failed on {text!r}") from None
            note = f"the solver was ended by signal {-status}"
            return Solution(text, unknown or "", "unsolved", note=note)
        if isinstance(answer, ParseError):
            raise answer
        assert isinstance(answer, Solution)
        return answer

    def _start(self) -> Connection:
        ours, theirs = self._context.Pipe()
        arguments = theirs, self._agent
        self._process = self._context.Process(target=_serve, args=arguments, daemon=True)  # type: ignore[attr-defined]
        self._process.start()
        theirs.close()
        self._connection = ours
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


def _serve(connection: Connection, agent: str | Policy | None) -> None:
    solve_fn = partial(solve, agent=agent)
    while True:
        try:
            text, unknown, budget = connection.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            answer: Solution | ParseError = solve_fn(text, unknown, budget)
        except ParseError as error:
            answer = error
        connection.send(answer)
