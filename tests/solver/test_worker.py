"""A process that can be killed stands between a hanging solver and its caller."""

from __future__ import annotations

import os
import signal
import time

import pytest

from aljabr import ParseError
from aljabr.solver.solve import solve
from aljabr.solver.worker import GRACE, Worker


def stubborn(text: str, unknown: str | None, budget: float, agent: object):
    """Hang on one equation, die or fail on another, and solve the rest."""
    if text == "hang":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            try:
                time.sleep(60)
            except BaseException:  # no exception may free the caller, only a kill
                continue
    if text == "die":
        os.kill(os.getpid(), signal.SIGKILL)  # as a machine short of memory would
    if text == "fail":
        raise ZeroDivisionError
    return solve(text, unknown, budget, agent)


@pytest.fixture
def worker(monkeypatch):
    monkeypatch.setattr("aljabr.solver.worker.solve", stubborn)
    with Worker() as worker:
        yield worker


def test_a_worker_solves_one_equation_after_the_other():
    with Worker() as worker:
        assert worker.solve("2x = 4").roots[0].value == "2"
        process = worker._process
        assert worker.solve("3t = a", "t").roots[0].value == "a/3"
        assert worker._process is process
    assert not process.is_alive()


def test_a_solver_that_hangs_is_killed_and_replaced(worker):
    started = time.monotonic()
    answer = worker.solve("hang", None, 0.3)
    elapsed = time.monotonic() - started
    assert answer.status == "unsolved"
    assert answer.note == "stopped at the deadline"
    assert 0.3 + GRACE <= elapsed < 5
    assert worker.solve("2x = 4").status == "solved"


def test_a_solver_that_dies_is_replaced(worker):
    answer = worker.solve("die", "x")
    assert (answer.status, answer.unknown) == ("unsolved", "x")
    assert answer.note == "the solver was ended by signal 9"
    assert worker.solve("2x = 4").status == "solved"


def test_a_defect_of_the_solver_is_not_an_answer(worker):
    with pytest.raises(RuntimeError, match="the solver failed on 'fail'"):
        worker.solve("fail")
    assert worker.solve("2x = 4").status == "solved"


def test_a_parse_error_travels_and_the_worker_goes_on(worker):
    with pytest.raises(ParseError, match=r"^unexpected '=' at column 5$") as caught:
        worker.solve("x = = 2")
    assert caught.value.column == 5
    assert worker.solve("2x = 4").status == "solved"


def test_leaving_kills_the_process(worker):
    worker.solve("2x = 4")
    process = worker._process
    worker.__exit__(None, None, None)
    assert not process.is_alive()
