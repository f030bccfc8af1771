"""The child's side of `processes`: it takes requests, answers them, and ends with its parent."""

from __future__ import annotations

import fcntl
import gc
import os
import pickle
import select
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final, NamedTuple, NoReturn

NO_MEMORY: Final = 12
"""The exit status of a process that ran out of memory."""
READY: Final = "ready"
TAKEN: Final = "taken"
_DESCRIPTORS: Final = 65_536  # more are not looked for

Answer = Callable[[Any], Any]
"""Makes an answer of a request."""


class Overdue(Exception):
    """The other side has not answered in time."""


class Defect(NamedTuple):
    """What is answered instead of an exception that nobody expected."""

    trace: str


# -- messages --------------------------------------------------------------------------------------


class Channel:
    """Messages through two descriptors, each whole and within its time."""

    def __init__(self, source: int, sink: int) -> None:
        self.source = source
        self.sink = sink

    def send(self, message: Any, deadline: float | None = None) -> None:
        """Send a message; raise `BrokenPipeError` if nobody will read it."""
        self.send_pickled(pickle.dumps(message), deadline)

    def send_pickled(self, data: bytes, deadline: float | None = None) -> None:
        """Send a message that is pickled already."""
        left = memoryview(len(data).to_bytes(8, "big") + data)
        while left:
            self._wait(self.sink, select.POLLOUT, deadline)
            with suppress(BlockingIOError):
                left = left[os.write(self.sink, left) :]

    def receive(self, deadline: float | None = None) -> Any:
        """Return the next message; raise `EOFError` if there will be none."""
        length = int.from_bytes(self._read(8, deadline), "big")
        return pickle.loads(self._read(length, deadline))

    def _read(self, length: int, deadline: float | None) -> bytes:
        data = bytearray()
        while len(data) < length:
            self._wait(self.source, select.POLLIN, deadline)
            piece = os.read(self.source, min(length - len(data), 1 << 20))
            if not piece:
                raise EOFError
            data += piece
        return bytes(data)

    @staticmethod
    def _wait(descriptor: int, event: int, deadline: float | None) -> None:
        poll = select.poll()
        poll.register(descriptor, event)
        left = None if deadline is None else 1000 * max(deadline - time.monotonic(), 0.0)
        events = poll.poll(left)
        if not events:
            raise Overdue
        if event == select.POLLOUT and events[0][1] & select.POLLERR:
            raise BrokenPipeError  # not left to the write: SIGPIPE may be set to end the program

    def close(self) -> None:
        os.close(self.source)
        os.close(self.sink)


# -- the child's side ------------------------------------------------------------------------------


def serve_forked(channel: Channel, lifeline: int, answer_fn: Answer) -> NoReturn:
    """Serve in a copy of the parent, which shares nothing with it but what is needed."""
    status = 1
    try:
        gc.freeze()  # nothing of the parent's is to be closed here by a collection
        signal.set_wakeup_fd(-1)
        for number in signal.valid_signals():
            if callable(signal.getsignal(number)):  # a handler is the parent's
                signal.signal(number, signal.SIG_DFL)
        kept = sorted((channel.source, channel.sink, lifeline))
        for below, above in pairwise((2, *kept, _DESCRIPTORS)):
            os.closerange(below + 1, above)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)
        _serve(channel, lifeline, answer_fn)
        status = 0
    except MemoryError:
        status = NO_MEMORY
    except BaseException:  # nothing may get into the parent's frames
        os.write(2, _trace().encode(errors="backslashreplace"))
    finally:
        os._exit(status)


def serve_spawned(source: int, sink: int, lifeline: int) -> None:
    """Serve in a fresh interpreter; the first message is the function that answers."""
    channel = Channel(source, sink)
    try:
        answer_fn = channel.receive()
    except EOFError:
        return
    except Exception:  # whatever unpickling a stranger's function raises
        channel.send(Defect(_trace()))
        return
    try:
        _serve(channel, lifeline, answer_fn)
    except MemoryError:
        os._exit(NO_MEMORY)


def _serve(channel: Channel, lifeline: int, answer_fn: Answer) -> None:
    """Answer requests until the parent hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    follow(lifeline)
    with suppress(EOFError, BrokenPipeError):
        channel.send(READY)
        while True:
            request = channel.receive()
            channel.send(TAKEN)
            try:
                answer = pickle.dumps(answer_fn(request))
            except MemoryError:
                raise
            except Exception:  # a defect of the function's: told to whoever has asked
                answer = pickle.dumps(Defect(_trace()))
            channel.send_pickled(answer)


def _trace() -> str:
    import traceback  # where it is needed: every start would wait for it

    return traceback.format_exc()


def follow(lifeline: int) -> None:
    """End this process when the other end of its lifeline is closed."""
    if hasattr(fcntl, "F_SETSIG"):
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)
        _leave_if_closed(lifeline, 0)  # before the kernel was told to look
    else:
        threading.Thread(target=_leave_if_closed, args=(lifeline, None), daemon=True).start()


def _leave_if_closed(lifeline: int, milliseconds: int | None) -> None:
    poll = select.poll()
    poll.register(lifeline, 0)
    if poll.poll(milliseconds):
        os._exit(1)
