"""A process that can be killed stands between a hanging solver and its caller."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from programs import ENOUGH, is_gone, output, run, wait_until
from stubborn import stubborn

from aljabr import ParseError
from aljabr.errors import UserError
from aljabr.solver import processes
from aljabr.solver.registry import load
from aljabr.solver.solve import solve
from aljabr.solver.worker import GRACE, Worker


@pytest.fixture
def worker():
    with Worker(solve_fn=stubborn) as worker:
        yield worker


# -- answers ---------------------------------------------------------------------------------------


def test_a_worker_solves_one_equation_after_the_other(worker):
    assert worker.solve("2x = 4").roots[0].value == "2"
    process = worker._process
    assert worker.solve("3t = a", "t").roots[0].value == "a/3"
    assert worker._process is process
    worker.close()
    assert is_gone(process.pid)
    with pytest.raises(RuntimeError, match="the worker is closed"):
        worker.solve("2x = 4")


@pytest.mark.parametrize("what", ["hang", "compute"])
def test_a_solver_that_hangs_is_killed_and_replaced(worker, what):
    worker.solve("echo")
    pid = worker._process.pid
    started = time.monotonic()
    answer = worker.solve(what, None, 0.3)
    elapsed = time.monotonic() - started
    assert answer.status == "unsolved"
    assert answer.note == "stopped at the deadline"
    assert 0.3 + GRACE <= elapsed < ENOUGH
    assert is_gone(pid)
    assert worker.solve("2x = 4").status == "solved"


@pytest.mark.parametrize(
    ("what", "note"),
    [
        ("die", "the solver was ended by signal 9"),
        ("exhaust", "there was not enough memory"),
        ("leave", "the solver's process is gone"),
    ],
)
def test_a_solver_that_dies_is_replaced(worker, what, note):
    answer = worker.solve(what, "x")
    assert (answer.equation, answer.status, answer.unknown) == (what, "unsolved", "x")
    assert answer.note == note
    assert worker.solve("2x = 4").status == "solved"


def test_who_is_killed_between_requests_is_replaced_without_a_word(worker):
    for number in range(10):
        assert worker.solve(f"echo {number}").note == f"echo {number}"
        os.kill(worker._process.pid, signal.SIGKILL)  # and ends now, or in a moment


def test_who_is_killed_over_a_request_says_so(worker, tmp_path):
    worker.solve("echo")
    pid, mark = worker._process.pid, tmp_path / "mark"
    found = []
    thread = threading.Thread(target=lambda: found.append(worker.solve(f"hang {mark}", None, 600)))
    thread.start()
    wait_until(mark.exists, "the request is not taken")
    os.kill(pid, signal.SIGKILL)
    thread.join(ENOUGH)
    assert [answer.note for answer in found] == ["the solver was ended by signal 9"]
    assert worker.solve("2x = 4").status == "solved"


def test_who_is_stopped_is_killed_at_the_deadline_however_long_the_request(worker):
    worker.solve("echo")
    os.kill(worker._process.pid, signal.SIGSTOP)
    answer = worker.solve("x" * 10_000_000, None, 0.2)
    assert answer.note == "stopped at the deadline"
    assert worker.solve("2x = 4").status == "solved"


def test_long_texts_travel(worker):
    text = "echo " + "x" * 3_000_000
    assert worker.solve(text).note == text
    with pytest.raises(ParseError, match="longer than 5,000 characters"):
        worker.solve("x" * 3_000_000)


def test_a_defect_of_the_solver_is_not_an_answer(worker):
    with pytest.raises(RuntimeError, match=r"the solver failed on 'fail'(.|\n)*ZeroDivisionError"):
        worker.solve("fail")
    pid = worker._process.pid
    assert worker.solve("2x = 4").status == "solved"
    assert worker._process.pid == pid


def test_a_mistake_travels_and_the_worker_goes_on(worker):
    with pytest.raises(ParseError, match=r"^unexpected '=' at column 5$") as caught:
        worker.solve("x = = 2")
    assert caught.value.column == 5
    assert worker.solve("2x = 4").status == "solved"
    with (
        Worker("nobody") as other,
        pytest.raises(UserError, match="there is no checkpoint at nobody"),
    ):
        other.solve("2x = 4")


def test_a_policy_that_has_played_travels_to_a_fresh_process():
    policy = load()
    assert solve("2x = 4", agent=policy).status == "solved"
    found = []
    with Worker(policy) as worker:  # not from the main thread: nothing is forked
        thread = threading.Thread(target=lambda: found.append(worker.solve("2x = 4")))
        thread.start()
        thread.join()
    assert found[0].status == "solved"


def asked_by_a_thread(worker: Worker) -> Exception:
    """Return what a worker raises whose process is not forked, as there are threads."""
    raised = []

    def ask() -> None:
        with pytest.raises((RuntimeError, UserError)) as caught, worker:
            worker.solve("2x = 4")
        raised.append(caught.value)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    return raised[0]


def test_what_cannot_travel_is_a_defect_and_told():
    class Local:
        def __reduce__(self):
            return __import__, ("no_such_module",)

    error = asked_by_a_thread(Worker(Local()))
    assert isinstance(error, RuntimeError)
    assert "no_such_module" in str(error)


@pytest.mark.parametrize(
    ("interpreter", "kind", "message"),
    [
        (None, UserError, "cannot start a process: No such file or directory"),
        ("exec sleep 600", UserError, "a process does not start within 0 seconds"),
        ("exit 7", RuntimeError, "a process does not start: exit status 7"),
    ],
)
def test_a_process_that_does_not_start_is_told(interpreter, kind, message, tmp_path, monkeypatch):
    python = tmp_path / "python"
    if interpreter is not None:
        python.write_text(f"#!/bin/sh\n{interpreter}\n")
        python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setattr(processes, "START", 0.0 if "600" in str(interpreter) else ENOUGH)
    before = len(os.listdir("/dev/fd"))
    error = asked_by_a_thread(Worker())
    assert (type(error), str(error)) == (kind, message)
    assert len(os.listdir("/dev/fd")) == before


def test_nothing_stays_open():
    before = len(os.listdir("/dev/fd"))
    for _ in range(3):
        with Worker(solve_fn=stubborn) as worker:
            worker.solve("echo")
            worker.solve("die")
            worker.solve("hang", None, 0.05)
    worker = Worker(solve_fn=stubborn)
    worker.solve("echo")
    pid = worker._process.pid
    del worker  # nobody has closed it
    assert is_gone(pid)
    assert len(os.listdir("/dev/fd")) == before


# -- threads ---------------------------------------------------------------------------------------


def test_threads_that_share_a_worker_get_the_answers_to_their_own_questions(worker):
    wrong: list[str] = []

    def ask(name: int) -> None:
        for number in range(200):
            text = f"echo {name}.{number}"
            answer = worker.solve(text)
            if answer.equation != text or (answer.note != text and "signal 9" not in answer.note):
                wrong.append(f"{text}: {answer}")

    def kill() -> None:
        for _ in range(5):
            time.sleep(0.1)
            process = worker._process
            if process is not None:
                process.kill()

    askers = [threading.Thread(target=ask, args=(name,)) for name in range(8)]
    killer = threading.Thread(target=kill)
    for thread in (*askers, killer):
        thread.start()
    for thread in (*askers, killer):
        thread.join()
    assert wrong == []


def test_closing_frees_a_thread_that_waits(worker, tmp_path):
    mark = tmp_path / "mark"
    thread = threading.Thread(target=worker.solve, args=(f"hang {mark}", None, 600))
    thread.start()
    wait_until(mark.exists, "the request is not taken")
    worker.close()
    thread.join(ENOUGH)
    assert not thread.is_alive()


# -- programs of their own -------------------------------------------------------------------------

THREE = """
mark, threads, kernel = sys.argv[1], sys.argv[2] == "threads", sys.argv[3] == "kernel"
if not kernel:
    import fcntl
    del fcntl.F_SETSIG
if threads:
    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
workers = [Worker(solve_fn=stubborn) for _ in range(3)]
for worker in workers:  # each inherits what those before it have open
    worker.start()
workers[2].solve("echo")
for worker, what in zip(workers, ("hang", "compute" if kernel else "hang")):
    request = f"{what} {mark}{workers.index(worker)}", None, 600
    threading.Thread(target=worker.solve, args=request, daemon=True).start()
print(*[worker._process.pid for worker in workers], flush=True)
sys.stdin.readline()
"""
ENDS = {"leaves": "sys.exit()", "raises": "raise ZeroDivisionError"}


@pytest.mark.parametrize("threads", ["alone", "threads"])
@pytest.mark.parametrize("end", ["leaves", "raises", "SIGTERM", "SIGHUP", "SIGKILL"])
def test_workers_end_with_their_parent(end, threads, tmp_path):
    check_end(end, threads, "kernel", tmp_path)


def test_workers_end_with_their_parent_where_the_kernel_does_not_help(tmp_path):
    check_end("SIGKILL", "alone", "thread", tmp_path)


def check_end(end: str, threads: str, by: str, folder: Path) -> None:
    parent = run(THREE + ENDS.get(end, ""), folder / "mark", threads, by, stdin=subprocess.PIPE)
    pids = [int(word) for word in parent.stdout.readline().split()]
    assert len(pids) == 3, parent.communicate()
    wait_until(lambda: len(list(folder.glob("mark*"))) == 2, "the requests are not taken")
    assert not any(map(is_gone, pids))
    if end in ENDS:
        parent.stdin.write("\n")
        parent.stdin.flush()
    else:
        parent.send_signal(getattr(signal, end))
    parent.communicate(timeout=ENOUGH)  # nobody else holds its stdout
    wait_until(lambda: all(map(is_gone, pids)), f"{[pid for pid in pids if not is_gone(pid)]}")


def test_a_program_that_forks_shares_no_worker_with_its_child():
    program = """
worker, hanging = Worker(solve_fn=stubborn), Worker(solve_fn=stubborn)
worker.start(), hanging.start()
threading.Thread(target=hanging.solve, args=("hang", None, 600), daemon=True).start()
worker.solve("echo")
pid = worker._process.pid
time.sleep(0.2)  # the thread now holds the lock of the other worker
child = os.fork()
if child == 0:
    assert [worker.solve(f"echo {each}").note for each in "ab"] == ["echo a", "echo b"]
    assert hanging.solve("echo c").note == "echo c"
    assert worker._process.pid != pid
    sys.exit()  # by the front door, where much is tidied up
assert os.waitpid(child, 0)[1] == 0
assert worker.solve("echo d").note == "echo d"
print(worker._process.pid == pid)
"""
    assert output(program) == "True\n"


def test_a_child_that_outlives_the_program_does_not_keep_its_workers():
    program = """
worker = Worker(solve_fn=stubborn)
worker.solve("echo")
child = os.fork()
if child == 0:
    time.sleep(600)
print(child, worker._process.pid, flush=True)
sys.stdin.readline()
"""
    parent = run(program, stdin=subprocess.PIPE)
    child, pid = map(int, parent.stdout.readline().split())
    try:
        parent.kill()
        parent.wait()
        wait_until(lambda: is_gone(pid), "the worker is still there")
        assert not is_gone(child)
    finally:
        os.kill(child, signal.SIGKILL)
        parent.communicate()


def test_processes_of_multiprocessing_may_have_workers(tmp_path):
    program = """
import multiprocessing
def ask(name):
    with Worker(solve_fn=stubborn) as worker:
        return worker.solve(f"echo {name}").note
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(*pool.map(ask, "abc"), sep=", ")
"""
    assert output(program) == "echo a, echo b, echo c\n"


def test_a_program_may_have_handlers_and_wait_for_all_its_children():
    program = """
told = []
signal.signal(signal.SIGTERM, lambda *_: told.append("parent"))
signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a write to nobody would end the program
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody learns of exit statuses
with Worker(solve_fn=stubborn) as worker:
    pids = set()
    for number in range(3):
        assert worker.solve("echo").note == "echo"
        pids.add(worker._process.pid)
        os.kill(worker._process.pid, signal.SIGTERM)
        time.sleep(0.1)
    print(worker.solve("die").note)
print(told, len(pids))
"""
    assert output(program) == "the solver's process is gone\n[] 3\n"


def test_an_exception_out_of_a_signal_leaves_no_answer_behind():
    program = """
def alarm(*_):
    raise TimeoutError
signal.signal(signal.SIGALRM, alarm)
before = len(os.listdir("/dev/fd"))
with Worker(solve_fn=stubborn) as worker:
    for number in range(40):
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.0001 * number + 1e-6)
            worker.solve("x^x = 5", None, 0.05)
            signal.setitimer(signal.ITIMER_REAL, 0)
        except TimeoutError:
            pass
        if number % 2:  # else it is started anew under the next alarm
            assert worker.solve(f"echo {number}").note == f"echo {number}"
print(len(os.listdir("/dev/fd")) - before)
"""
    assert output(program) == "0\n"


def test_a_worker_does_not_hold_what_the_program_closes():
    program = """
worker = Worker(solve_fn=stubborn)
worker.solve("echo")
os.close(1)
sys.stdin.readline()
assert worker.solve("echo").note == "echo"
os._exit(0)
"""
    parent = run(program, stdin=subprocess.PIPE)
    readable, _, _ = select.select([parent.stdout], [], [], ENOUGH)
    try:
        assert readable
        assert parent.stdout.read() == ""
        parent.communicate("\n", timeout=ENOUGH)
        assert parent.returncode == 0
    finally:
        parent.kill()


def test_a_process_whose_parent_is_gone_before_it_looks_ends_too():
    program = """
from aljabr.solver import serving
read, write = os.pipe()
os.close(write)
serving.follow(read)
print("still here")
"""
    process = run(program)
    assert process.communicate(timeout=ENOUGH) == ("", "")
    assert process.returncode == 1


def test_a_program_without_standard_streams_has_workers(tmp_path):
    program = """
for descriptor in range(3):
    os.close(descriptor)
with Worker(solve_fn=stubborn) as first, Worker(solve_fn=stubborn) as second:
    notes = [worker.solve(f"echo {name}").note for worker in (first, second) for name in "ab"]
with open(sys.argv[1], "w") as file:
    file.write(str(notes))
"""
    process = run(program, tmp_path / "out")
    process.communicate(timeout=ENOUGH)
    assert (tmp_path / "out").read_text() == str(["echo a", "echo b"] * 2)
