"""`aljabr serve`: a socket, the processes, and the loop that stands between them."""

from __future__ import annotations

import asyncio
import logging
import resource
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from aljabr.errors import UserError
from aljabr.serve.application import application
from aljabr.serve.counter import Counter
from aljabr.serve.settings import MAX_HEAD, SLOW, STOPPING, Settings

BACKLOG: Final = 2_048
_SPARE: Final = 100
"""Descriptors kept for other things than connections."""


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until stopped by Ctrl-C or SIGTERM; requests under way are answered first."""
    settings.check()
    with _listen(settings) as listener:
        counter = Counter(settings)
        config = _config(settings, counter)  # first, so that the processes share it
        try:
            counter.open()
            host, port = listener.getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            say(f"aljabr is at http://{shown}:{port}/ (Ctrl-C stops it)")
            _Server(config).run([listener])
        finally:
            counter.close()


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Of a socket that does not say TCP, asyncio lets every answer wait for its second packet.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "no such address"
        where = f"{settings.host}, port {settings.port}"
        listener.close()
        raise UserError(f"cannot listen at {where}: {reason}") from None
    return listener


def _config(settings: Settings, counter: Counter) -> uvicorn.Config:
    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.WARNING)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    most = min(settings.max_connections, _descriptors() - _SPARE)

    class Connection(_Connection):
        max_connections = most

    return uvicorn.Config(
        application(counter), http=Connection, ws="none", lifespan="on", loop="asyncio",
        access_log=False, log_config=None, server_header=False, backlog=BACKLOG,
        h11_max_incomplete_event_size=MAX_HEAD, timeout_keep_alive=int(SLOW),
        timeout_graceful_shutdown=int(STOPPING), proxy_headers=False,
    )  # fmt: skip


def _descriptors() -> int:
    """Raise the number of descriptors to what is allowed; return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
        soft = min(hard, 65_536)
    return soft


class _Server(uvicorn.Server):
    """A server that ends with status 0 when it was stopped."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)


class _Connection(H11Protocol):
    """A connection that is closed if no request comes in time, or if there are too many."""

    max_connections: int
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.max_connections:
            transport.abort()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _wait(self) -> None:
        """Begin to wait for the head of a request, if it is not there yet."""
        is_served = self.cycle is not None and not self.cycle.response_complete
        if is_served:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None
        elif self._waiting is None and not self.transport.is_closing():
            self._waiting = self.loop.call_later(SLOW, self._leave)

    def _leave(self) -> None:
        self._waiting = None
        is_served: Any = self.cycle is not None and not self.cycle.response_complete
        if not is_served:
            self.transport.close()
