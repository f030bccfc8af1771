"""Several workers at once: answers in order, and nobody pays for a neighbour."""

from __future__ import annotations

import threading
import time

import pytest
from programs import ENOUGH, is_gone, output, wait_until
from stubborn import stubborn

from aljabr import Solution
from aljabr.solver import pool as pool_module
from aljabr.solver.pool import Pool
from aljabr.solver.worker import Request


@pytest.fixture
def pool():
    with Pool(processes=2, solve_fn=stubborn) as pool:
        yield pool


def pids(pool: Pool) -> list[int]:
    return [worker._process.pid for worker in pool._workers]


def test_answers_come_in_the_order_of_the_requests(pool):
    texts = [f"{'nap' if number % 5 == 0 else 'echo'} {number}" for number in range(60)]
    answers = list(pool.answers(map(Request, texts)))
    assert [answer.note for answer in answers] == texts
    assert len(set(pids(pool))) == 2


def test_an_answer_for_everybody_whatever_happens_to_the_neighbours(pool):
    late, dead = "stopped at the deadline", "the solver was ended by signal 9"
    table = {
        "2x = 4": "", "hang": late, "die": dead, "echo 1": "echo 1",
        "exhaust": "there was not enough memory", "compute": late, "t/2 = 3": "",
        "echo 2": "echo 2",
    }  # fmt: skip
    requests = [
        Request(text, None, 0.3 if note == late else ENOUGH) for text, note in table.items()
    ]
    requests.insert(2, Request("x = = 2"))
    answers = list(pool.answers(requests))
    assert str(answers.pop(2)) == "unexpected '=' at column 5"
    assert {answer.equation: answer.note for answer in answers} == table
    assert pool.solve("echo 3").note == "echo 3"


def test_requests_name_their_unknown(pool):
    first, second = pool.answers([Request("a t = b", "t"), Request("a t = b", "b")])
    assert (first.roots[0].value, second.roots[0].value) == ("b/a", "a*t")


def test_a_defect_is_raised_where_the_answer_is_read(pool):
    answers = pool.answers(map(Request, ["echo 1", "fail", "echo 2"]))
    assert next(answers).note == "echo 1"
    with pytest.raises(RuntimeError, match="the solver failed on 'fail'"):
        next(answers)
    assert pool.solve("echo 3").note == "echo 3"


def test_all_processes_are_at_work():
    with Pool(processes=2, solve_fn=stubborn) as pool:
        list(pool.answers(map(Request, ["echo"] * 2)))
        seen = set()
        for answer in pool.answers(map(Request, ["nap"] * 10)):
            seen.add(answer.unknown)  # the process that has answered
    assert len(seen) == 2


def test_requests_are_not_read_long_before_they_are_needed(pool, monkeypatch):
    monkeypatch.setattr(pool_module, "AHEAD", 3)
    read = []

    def requests():
        for number in range(1000):
            read.append(number)
            yield Request(f"echo {number}")

    answers = pool.answers(requests())
    assert [next(answers).note for _ in range(5)] == [f"echo {number}" for number in range(5)]
    assert len(read) <= 5 + 3 * 2 + 1


def test_who_stops_listening_stops_the_work(pool, tmp_path):
    marks = [tmp_path / f"mark{number}" for number in range(50)]
    answers = pool.answers(Request(f"nap {mark}") for mark in marks)
    next(answers)
    answers.close()
    assert pool.solve("echo").note == "echo"
    time.sleep(0.3)
    assert sum(mark.exists() for mark in marks) < 10


def test_threads_share_a_pool(pool):
    wrong = []

    def ask(name: int) -> None:
        for number in range(200):
            text = f"echo {name}.{number}"
            if pool.solve(text).note != text:
                wrong.append(text)

    threads = [threading.Thread(target=ask, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_closing_frees_who_waits(pool, tmp_path):
    started = pids(pool)
    marks = [tmp_path / "a", tmp_path / "b"]
    answers: list[Solution] = []

    def listen() -> None:
        answers.extend(pool.answers(Request(f"hang {mark}", None, 600) for mark in marks))

    thread = threading.Thread(target=listen)
    thread.start()
    wait_until(lambda: all(mark.exists() for mark in marks), "the requests are not taken")
    pool.close()
    thread.join(ENOUGH)
    assert not thread.is_alive()
    assert [answer.note for answer in answers] == ["the solver was ended by signal 9"] * 2
    assert all(map(is_gone, started))


def test_a_pool_of_a_program_that_forks():
    program = """
from aljabr.solver.pool import Pool
from aljabr.solver.worker import Request
with Pool(processes=2, solve_fn=stubborn) as pool:
    threading.Thread(target=pool.solve, args=("hang", None, 600), daemon=True).start()
    assert pool.solve("echo").note == "echo"
    time.sleep(0.2)  # a worker is not free
    child = os.fork()
    if child == 0:
        texts = [f"echo {number}" for number in range(10)]
        assert [answer.note for answer in pool.answers(map(Request, texts))] == texts
        assert len({worker._process.pid for worker in pool._workers}) == 2
        sys.exit()
    assert os.waitpid(child, 0)[1] == 0
    print(pool.solve("echo").note)
"""
    assert output(program) == "echo\n"
