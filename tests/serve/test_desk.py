"""Processes behind a queue: deadlines, hang-ups, deaths, and who is served next."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from dataclasses import dataclass, replace

import pytest
from programs import is_gone

from aljabr.serve import desk as desks
from aljabr.serve.desk import Busy, Desk
from aljabr.solver.processes import Died
from aljabr.solver.serving import Defect, Overdue


@dataclass(frozen=True)
class Task:
    does: str
    value: float = 0.0
    budget: float = 0.0

    def within(self, budget: float) -> Task:
        return replace(self, budget=budget)


def answer(task: Task):
    if task.does == "sleep":
        time.sleep(task.value)
    elif task.does == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    elif task.does == "fail":
        raise ZeroDivisionError("of the task")
    elif task.does == "long":
        return "x" * int(task.value)
    return (task.does, os.getpid(), task.budget)


def with_desk(work_fn, processes=1, waiting=4):
    async def run():
        async with Desk(answer, processes, waiting) as desk:
            return await asyncio.wait_for(work_fn(desk), 60)

    return asyncio.run(run())


async def serves(desk) -> bool:
    return (await desk.ask(Task("ping"), 20.0))[0] == "ping"


def test_a_task_is_answered_by_a_process_within_what_is_left_of_its_budget():
    does, pid, budget = with_desk(lambda desk: desk.ask(Task("ping"), 20.0))
    assert does == "ping"
    assert pid != os.getpid()
    assert 0 < budget <= 20.0


def test_long_messages_arrive_whole():
    async def work(desk):
        found = [await desk.ask(Task("long", 300_000), 20.0) for _ in range(3)]
        return found, await desk.ask(Task("y" * 300_000), 20.0)

    found, (name, *_) = with_desk(work)
    assert found == ["x" * 300_000] * 3
    assert name == "y" * 300_000


def test_a_deadline_is_kept_by_killing():
    async def work(desk):
        await serves(desk)
        (pid,) = desk.pids
        started = time.monotonic()
        with pytest.raises(Overdue):
            await desk.ask(Task("sleep", 60), 0.3)
        late = time.monotonic() - started
        return pid, late, await serves(desk)

    pid, late, well = with_desk(work)
    assert is_gone(pid)
    assert late < 5
    assert well


def test_who_stops_waiting_frees_the_process():
    async def work(desk):
        await serves(desk)
        (pid,) = desk.pids
        asking = asyncio.ensure_future(desk.ask(Task("sleep", 60), 100.0))
        await asyncio.sleep(0.2)
        assert desk.num_busy == 1
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        return pid, desk.num_busy, await serves(desk)

    pid, busy, well = with_desk(work)
    assert is_gone(pid)
    assert busy == 0
    assert well


def test_a_process_that_dies_over_a_task_is_told_and_replaced():
    async def work(desk):
        with pytest.raises(Died) as death:
            await desk.ask(Task("die"), 20.0)
        return death.value.status, death.value.taken, await serves(desk)

    assert with_desk(work) == (-signal.SIGKILL, True, True)


def test_a_process_that_died_before_is_replaced_without_a_word():
    async def work(desk):
        await serves(desk)
        os.kill(desk.pids[0], signal.SIGKILL)
        await asyncio.sleep(0.1)
        return await serves(desk)

    assert with_desk(work)


def test_a_defect_of_the_task_is_an_answer():
    async def work(desk):
        return await desk.ask(Task("fail"), 20.0), await serves(desk)

    found, well = with_desk(work)
    assert isinstance(found, Defect)
    assert "of the task" in found.trace
    assert well


def test_so_many_may_wait_and_the_next_is_refused():
    async def work(desk):
        asking = [asyncio.ensure_future(desk.ask(Task("sleep", 0.5), 50.0)) for _ in range(3)]
        await asyncio.sleep(0.1)
        assert (desk.num_busy, desk.num_waiting) == (1, 2)
        with pytest.raises(Busy) as busy:
            await desk.ask(Task("ping"), 50.0)
        return busy.value.seconds, [each[0] for each in await asyncio.gather(*asking)]

    seconds, done = with_desk(work, waiting=2)
    assert seconds >= 1
    assert done == ["sleep"] * 3


def test_who_has_waited_half_of_its_budget_is_refused():
    async def work(desk):
        first = asyncio.ensure_future(desk.ask(Task("sleep", 1.5), 50.0))
        await asyncio.sleep(0.1)
        with pytest.raises(Busy):
            await desk.ask(Task("ping"), 0.4)
        return (await first)[0], desk.num_waiting, await serves(desk)

    assert with_desk(work) == ("sleep", 0, True)


def test_tasks_are_served_in_the_order_of_asking_and_those_that_left_are_skipped():
    async def work(desk):
        done = []

        async def one(number):
            await desk.ask(Task("sleep", 0.05), 50.0)
            done.append(number)

        asking = [asyncio.ensure_future(one(number)) for number in range(5)]
        await asyncio.sleep(0.02)
        asking[2].cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        return done, desk.num_busy

    assert with_desk(work) == ([0, 1, 3, 4], 0)


def test_a_turn_that_comes_when_its_task_has_just_left_goes_to_the_next():
    async def work(desk):
        async def leave(asking):
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

        for pause in (0.0, 0.001, 0.002, 0.003, 0.004, 0.005):
            first = asyncio.ensure_future(desk.ask(Task("sleep", 0.003), 50.0))
            second = asyncio.ensure_future(desk.ask(Task("ping"), 50.0))
            await asyncio.sleep(pause)
            await leave(second)
            await asyncio.gather(first, return_exceptions=True)
            assert desk.num_busy == 0
        return await serves(desk)

    assert with_desk(work)


def test_several_processes_work_at_a_time():
    async def work(desk):
        found = await asyncio.gather(*[desk.ask(Task("sleep", 0.5), 50.0) for _ in range(3)])
        return {pid for _, pid, _ in found}

    assert len(with_desk(work, processes=3)) == 3


def test_a_process_is_replaced_after_many_tasks(monkeypatch):
    monkeypatch.setattr(desks, "MOST", 3)

    async def work(desk):
        return [(await desk.ask(Task("ping"), 20.0))[1] for _ in range(7)]

    pids = with_desk(work)
    assert len(set(pids)) == 3
    assert all(is_gone(pid) for pid in pids[:6])


def test_no_process_outlives_its_desk():
    async def work(desk):
        await serves(desk)
        return desk.pids

    assert all(map(is_gone, with_desk(work, processes=2)))
