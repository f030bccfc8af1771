"""Requests at one end, processes at the other: a free one serves, some requests wait, others go.

    async with Desk(answer_fn, processes=2, waiting=32) as desk:
        reply = await desk.ask(task, budget=5.0)

Waiting counts: a request has its budget from the moment it comes, and what is left of it is what
its process gets. A process that outstays that is killed, and so is one whose asker has left. The
next is a fork of this program, which must have no threads, and is there within milliseconds.
"""

from __future__ import annotations

import asyncio
import math
import os
import pickle
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol, Self

from aljabr.solver import processes
from aljabr.solver.processes import START, Died, Process
from aljabr.solver.serving import READY, TAKEN, Overdue

GRACE: Final = 0.25
"""Seconds beyond its budget after which a process that has not answered is killed."""
SHARE: Final = 0.5
"""The part of its budget that a request may wait; what is left must be worth a try."""
MOST: Final = 2_000
"""Requests after which a process is replaced, lest memory creeps."""


class Task(Protocol):
    """What is asked."""

    def within(self, budget: float) -> Any:
        """Return the same, to be done in so many seconds."""


class Busy(Exception):
    """Too many others wait; says after how many seconds it is worth asking again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Desk:
    """Serves requests by several processes. Use it as an asynchronous context manager."""

    def __init__(self, answer_fn: Callable[[Any], Any], processes: int, waiting: int) -> None:
        self._answer_fn = answer_fn
        self._waiting = waiting
        self._queue: deque[asyncio.Future[_Slot]] = deque()
        self._slots = [_Slot(answer_fn) for _ in range(processes)]
        self._free = list(self._slots)
        self._usual = 0.1  # seconds that a request takes, as it was of late

    def start(self) -> None:
        """Start the processes; they are forked if nobody has started threads yet."""
        for slot in self._slots:
            slot.start()

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill the processes."""
        for slot in self._slots:
            slot.stop()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [slot.process.pid for slot in self._slots if slot.process is not None]

    @property
    def is_full(self) -> bool:
        """Whether the next request would be refused."""
        return not self._free and len(self._queue) >= self._waiting

    @property
    def num_busy(self) -> int:
        return len(self._slots) - len(self._free)

    @property
    def num_waiting(self) -> int:
        return len(self._queue)

    async def ask(self, task: Task, budget: float) -> Any:
        """Return the answer; raise `Busy`, `Overdue` or `Died`.

        Who stops waiting for it (a cancelled task) frees the process.
        """
        deadline = time.monotonic() + budget
        slot = await self._take(SHARE * budget)
        began = time.monotonic()
        try:
            return await slot.ask(task, deadline)
        finally:
            self._usual += 0.05 * (time.monotonic() - began - self._usual)
            self._give(slot)

    async def _take(self, patience: float) -> _Slot:
        """Return a free process, or the next to be, in the order of asking."""
        if self._free:
            return self._free.pop()
        if self.is_full:
            raise self.busy()
        turn: asyncio.Future[_Slot] = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            async with asyncio.timeout(patience):
                return await turn
        except BaseException as error:  # too late, or the asker has left
            with suppress(ValueError):
                self._queue.remove(turn)
            if turn.done() and not turn.cancelled():
                self._give(turn.result())
            if isinstance(error, TimeoutError):
                raise self.busy() from None
            raise

    def _give(self, slot: _Slot) -> None:
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(slot)
                return
        self._free.append(slot)

    def busy(self) -> Busy:
        """Return what a request is told that cannot wait."""
        seconds = self._usual * (len(self._queue) + 1) / max(len(self._slots), 1)
        return Busy(max(1, math.ceil(seconds)))


class _Slot:
    """A process and its successors, one at a time; its channel is read by the event loop."""

    def __init__(self, answer_fn: Callable[[Any], Any]) -> None:
        self._answer_fn = answer_fn
        self.process: Process | None = None
        self._is_ready = False
        self._taken = False
        self._count = 0
        self._data = bytearray()
        self._message: asyncio.Future[Any] | None = None

    def start(self) -> None:
        if self.process is None:
            self.process = processes.start(self._answer_fn)
            self._is_ready, self._count, self._data = False, 0, bytearray()

    def stop(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            with suppress(RuntimeError):  # where the loop has ended, nobody listens
                asyncio.get_running_loop().remove_reader(process.channel.source)
            process.end()

    async def ask(self, task: Task, deadline: float) -> Any:
        """Ask the process, and another one if it has died before it took the request."""
        try:
            for is_last in (False, True):
                try:
                    answer = await self._ask(task, deadline)
                    break
                except Died as death:
                    if death.taken or is_last:
                        raise
                    self.stop()
        except BaseException:  # also where the asker has left: nobody may get this answer
            self.stop()
            self.start()
            raise
        self._count += 1
        if self._count >= MOST:
            self.stop()
            self.start()
        return answer

    async def _ask(self, task: Task, deadline: float) -> Any:
        self.start()
        assert self.process is not None
        self._taken = False
        try:
            if not self._is_ready:
                await self._greet(self.process)
            left = max(deadline - time.monotonic(), 0.01)
            async with asyncio.timeout(left + GRACE):
                await self._send(pickle.dumps(task.within(left)))
                return await self._receive()
        except TimeoutError:
            raise Overdue from None
        except (EOFError, BrokenPipeError):
            raise Died(self.process.status(), self._taken) from None

    async def _greet(self, process: Process) -> None:
        asyncio.get_running_loop().add_reader(process.channel.source, self._read)
        async with asyncio.timeout(START):
            if process.greeting is not None:
                await self._send(process.greeting)
            found = await self._receive()
        if found != READY:
            raise RuntimeError(f"a process does not start:\n{found}")
        self._is_ready = True

    async def _send(self, data: bytes) -> None:
        assert self.process is not None
        sink = self.process.channel.sink
        left = memoryview(len(data).to_bytes(8, "big") + data)
        while left:
            try:
                left = left[os.write(sink, left) :]
            except BlockingIOError:
                await _writable(sink)

    async def _receive(self) -> Any:
        self._message = asyncio.get_running_loop().create_future()
        self._deliver()
        try:
            return await self._message
        finally:
            self._message = None

    def _read(self) -> None:
        """Read what there is; called by the event loop."""
        assert self.process is not None
        data = os.read(self.process.channel.source, 1 << 20)
        if data:
            self._data += data
            self._deliver()
        else:
            asyncio.get_running_loop().remove_reader(self.process.channel.source)
            self._is_ready = False
            if self._message is not None and not self._message.done():
                self._message.set_exception(EOFError())

    def _deliver(self) -> None:
        """Hand over a message if it is whole and somebody waits; note that a task was taken."""
        while len(self._data) >= 8 and self._message is not None and not self._message.done():
            end = 8 + int.from_bytes(self._data[:8], "big")
            if len(self._data) < end:
                return
            found = pickle.loads(self._data[8:end])
            del self._data[:end]
            if found == TAKEN:
                self._taken = True
            else:
                self._message.set_result(found)


async def _writable(descriptor: int) -> None:
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    loop.add_writer(descriptor, _wake, ready)
    try:
        await ready
    finally:
        loop.remove_writer(descriptor)


def _wake(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)
