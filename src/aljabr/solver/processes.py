"""A process that answers requests, and ends when its parent does.

It is forked where that is safe, for that is quick; where the caller has threads, it is a fresh
interpreter. Either way it holds one end of a pipe, its lifeline, whose other end is open in the
parent alone: however the parent ends, the kernel closes that end, and on Linux kills whoever
holds this one, whatever it is doing. Elsewhere a thread watches, which a long computation in C
may hold up. A child that the caller forks lets go of all that its parent has started.
"""

from __future__ import annotations

import fcntl
import os
import pickle
import signal
import sys
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, Protocol

from aljabr.errors import UserError
from aljabr.solver.serving import NO_MEMORY, TAKEN, Answer, Channel, Defect, Overdue, serve_forked

START: Final = 60.0
"""Seconds that a process may take to start; they are not those of its first request."""
_DYING: Final = 5.0
"""Seconds in which a process that has hung up is expected to be gone."""


def cores() -> int:
    """Return how many processes can run at a time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Died(Exception):
    """The process is gone; says with what exit status, and whether it had taken the request.

    Of a process ended by a signal the status is minus its number; 0 where nobody knows.
    """

    def __init__(self, status: int, taken: bool) -> None:
        super().__init__(status, taken)
        self.status = status
        self.taken = taken


class _Child(Protocol):
    """What `Popen` and `_Forked` have in common."""

    pid: int
    returncode: Any

    def wait(self, timeout: float | None = None) -> int: ...

    def kill(self) -> None: ...


class Process:
    """A child that answers requests one after the other. Made by `start`.

    Whoever cannot wait in `ask` may use the `channel`: it sends the `greeting`, if there is one,
    receives `READY`, then sends requests, and receives `TAKEN` and the answer for each.
    """

    def __init__(
        self, child: _Child, channel: Channel, lifeline: int, greeting: bytes | None
    ) -> None:
        self.pid = child.pid
        self._child = child
        self.channel = channel
        self._lifeline = lifeline
        self.greeting = greeting
        self._is_ready = False
        self._end = weakref.finalize(self, _end, child, channel, lifeline)
        self._end.atexit = False  # when this program ends, so do its lifelines

    def ask(self, request: Any, seconds: float) -> Any:
        """Return the answer to a request; raise `Died`, or `Overdue` after so many seconds."""
        taken = False
        try:
            if not self._is_ready:
                self._greet()
            deadline = time.monotonic() + seconds
            self.channel.send(request, deadline)
            taken = self.channel.receive(deadline) == TAKEN
            return self.channel.receive(deadline)
        except (EOFError, BrokenPipeError):
            raise Died(self.status(), taken) from None

    def _greet(self) -> None:
        """Wait until it is ready; what keeps it from that is no answer to the request."""
        deadline = time.monotonic() + START
        try:
            if self.greeting is not None:
                self.channel.send_pickled(self.greeting, deadline)
            found = self.channel.receive(deadline)
        except Overdue:
            raise UserError(f"a process does not start within {START:.0f} seconds") from None
        except (EOFError, BrokenPipeError):
            status = self.status()
            if status <= 0 or status == NO_MEMORY:
                raise Died(status, taken=False) from None
            raise RuntimeError(f"a process does not start: exit status {status}") from None
        if isinstance(found, Defect):
            raise RuntimeError(f"a process does not start:\n{found.trace}")
        self._is_ready, self.greeting = True, None

    def status(self) -> int:
        """Return the exit status of a process that has hung up."""
        from subprocess import TimeoutExpired

        try:
            return self._child.wait(_DYING)
        except TimeoutExpired:
            self._child.kill()
            return self._child.wait()

    def kill(self) -> None:
        """Kill it, also while another thread waits for its answer."""
        self._child.kill()

    def end(self) -> None:
        """Kill it and let go of it; nobody may be waiting for its answer."""
        self._end()

    def renew(self) -> None:
        """Let go of it, in a child that was forked: it is its parent's."""
        if self._end.detach() is not None:
            self.channel.close()
            os.close(self._lifeline)
            self._child.returncode = 0


def _end(child: _Child, channel: Channel, lifeline: int) -> None:
    with _uninterrupted():
        child.kill()
        child.wait()
        os.close(lifeline)
        channel.close()


def start(answer_fn: Answer) -> Process:
    """Start a process that answers with this function; nobody waits but the first request.

    Where the caller has threads, the function must be picklable.
    """
    in_main = threading.current_thread() is threading.main_thread()
    forks = in_main and threading.active_count() == 1
    greeting = None if forks else pickle.dumps(answer_fn)
    process: Process | None = None
    try:
        with _starting, _uninterrupted():
            requests, answers, lifeline = _pipe(), _pipe(), _pipe()
            ours = Channel(answers.read, requests.write)
            theirs = Channel(requests.read, answers.write)
            try:
                if forks:
                    child: _Child = _fork(theirs, lifeline.read, answer_fn)
                else:
                    child = _spawn(theirs, lifeline.read)
            except OSError as error:
                ours.close()
                os.close(lifeline.write)
                raise UserError(f"cannot start a process: {error.strerror}") from None
            finally:
                theirs.close()
                os.close(lifeline.read)
            os.set_blocking(ours.sink, False)
            process = Process(child, ours, lifeline.write, greeting)
            renew_when_forked(process)
        return process
    except BaseException:  # what a signal raises when signals are let in again
        if process is not None:
            process.end()
        raise


class _Pipe(NamedTuple):
    read: int
    write: int


def _pipe() -> _Pipe:
    """Make a pipe of other descriptors than the three standard ones, should these be closed."""
    found = os.pipe()
    above = [fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, 3) for each in found]
    for each in found:
        os.close(each)
    return _Pipe(*above)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold back what signals do: it must not come between a process and who knows of it.

    Blocking them is not enough: the kernel may hand a signal to a thread of NumPy's, and Python
    then calls its handler in the main thread all the same.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # no handler is called here
        return
    came: list[int] = []
    found = {number: signal.getsignal(number) for number in signal.valid_signals()}
    before = {number: handler for number, handler in found.items() if callable(handler)}
    raised = _handle(dict.fromkeys(before, lambda number, _: came.append(number)))
    try:
        yield
    finally:
        raised = _handle(before) or raised
    try:
        for number in came:
            signal.raise_signal(number)
        if raised is not None:
            raise raised
    finally:
        del raised  # else it would hold this frame, and so all that those below it hold


def _handle(handlers: Mapping[Any, Any]) -> BaseException | None:
    """Set the handlers of signals, all of them; return what an old one raises meanwhile."""
    left, raised = [*handlers.items()], None
    while left:
        try:
            signal.signal(*left[-1])
            left.pop()
        except BaseException as reason:  # whatever a handler of the program raises
            raised = reason
    try:
        return raised
    finally:
        del raised


def _spawn(theirs: Channel, lifeline: int) -> _Child:
    """Start a fresh interpreter; not by `multiprocessing`, which would run the main module."""
    import subprocess

    descriptors = theirs.source, theirs.sink, lifeline
    program = (
        "import sys; sys.path[:] = sys.argv[4:]; from aljabr.solver import serving;"
        " serving.serve_spawned(*map(int, sys.argv[1:4]))"
    )
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, descriptors), *sys.path],
        pass_fds=descriptors, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
    )  # fmt: skip


def _fork(theirs: Channel, lifeline: int, answer_fn: Answer) -> _Forked:
    pid = os.fork()
    if pid == 0:
        serve_forked(theirs, lifeline, answer_fn)
    return _Forked(pid)


class _Forked:
    """A child by its number, to be treated like a `Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._lock = threading.Lock()  # who kills must not kill a number that is free again

    def wait(self, timeout: float | None = None) -> int:
        """Return its exit status when it has ended; raise `TimeoutExpired`."""
        pause, waited = 0.0005, 0.0
        while (status := self._poll()) is None:
            if timeout is not None and waited > timeout:
                from subprocess import TimeoutExpired

                raise TimeoutExpired("fork", timeout)
            time.sleep(pause)
            waited, pause = waited + pause, min(2 * pause, 0.05)
        return status

    def kill(self) -> None:
        with self._lock:
            if self._poll_locked() is None:
                os.kill(self.pid, signal.SIGKILL)

    def _poll(self) -> int | None:
        with self._lock:
            return self._poll_locked()

    def _poll_locked(self) -> int | None:
        if self.returncode is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # the program waits for all its children itself
                pid, status = self.pid, 0
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


# -- in a child that the caller forks --------------------------------------------------------------


class Renewable(Protocol):
    """What must not be shared with a parent."""

    def renew(self) -> None:
        """Start anew, in a child."""


_starting = threading.RLock()
"""Held while a process is started and while the program forks: no end of a pipe goes astray."""
_renewables: Final[weakref.WeakSet[Renewable]] = weakref.WeakSet()


def renew_when_forked(thing: Renewable) -> None:
    """Let something start anew in every child that this program forks from now on."""
    _renewables.add(thing)


def _renew() -> None:
    global _starting
    _starting = threading.RLock()
    for each in list(_renewables):
        each.renew()


os.register_at_fork(
    before=lambda: _starting.acquire(),
    after_in_parent=lambda: _starting.release(),
    after_in_child=_renew,
)
