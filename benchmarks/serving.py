"""A server to measure: started as a user starts it, and asked over plain sockets."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STARTING = 60.0


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs."""

    port: int
    process: subprocess.Popen[str]

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def pids(self) -> list[int]:
        """Its own number, and those of its processes."""
        return [self.process.pid, *children(self.process.pid)]

    def memory(self) -> float:
        """Return the megabytes that it takes, shared ones counted once."""
        found = 0
        for pid in self.pids:
            with suppress(OSError):
                text = Path(f"/proc/{pid}/smaps_rollup").read_text()
                found += int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1])  # type: ignore[index]
        return found / 1024

    def stop(self) -> int:
        """Stop it as Ctrl-C does; return its exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)


def children(pid: int) -> list[int]:
    """Return the processes that one has started."""
    with suppress(OSError):
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return [int(each) for each in text.split()]
    return []


@contextmanager
def running(*flags: object, log: Path | None = None) -> Iterator[Server]:
    """Start a server at a free port, and end it."""
    words = [sys.executable, "-m", "aljabr", "serve", "--port", "0", *map(str, flags)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with open(log or os.devnull, "w") as errors:
        process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found is None:
                raise RuntimeError(f"the server does not start: {line!r}")
            yield Server(int(found[1]), process)
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def record(self) -> Any:
        return json.loads(self.body)


class Connection:
    """One connection that is kept open. Use it as an asynchronous context manager."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def __aenter__(self) -> Connection:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()

    async def ask(self, path: str, body: Any = None, method: str = "") -> Answer:
        """Send a request, JSON if there is a body; return the answer."""
        data = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        verb = method or ("GET" if body is None else "POST")
        head = f"{verb} {path} HTTP/1.1\r\nHost: localhost\r\n"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + data)
        return await self.read()

    async def read(self) -> Answer:
        """Return the next answer."""
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
        pairs = (line.partition(": ") for line in lines if line)
        headers = {name.lower(): value for name, _, value in pairs}
        body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        return Answer(int(first.split()[1]), headers, body)


async def ask(port: int, path: str, body: Any = None, method: str = "") -> Answer:
    """Ask once, on a connection of its own."""
    async with Connection(port) as connection:
        return await connection.ask(path, body, method)
