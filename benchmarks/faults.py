"""What goes wrong with a server: killed processes, clients that leave, crawl, swarm, or babble.

    python -m benchmarks.faults

Each fault is done to one server, after the other; after each the next answer must be right. Writes
`benchmarks/results/faults.json` and its figures into `docs/serving.md`; exits with status 1 where
the server fell, or told of its insides.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import tyro

from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from benchmarks.babble import PATHS, body
from benchmarks.serving import Answer, Connection, Server, ask, children, running

HARD = "x^x^x = 4 + sin(x)*e^(x^2)"
INSIDES = (b"Traceback", b"site-packages", b'File "', b"aljabr/serve", b"/home/", b"/root/")
"""What no answer may hold."""


@dataclass(frozen=True)
class Options:
    """How often."""

    kills: int = 100
    """Processes that are killed in mid-request."""
    leavers: int = 300
    """Clients that hang up while their request is served."""
    slow: int = 100
    """Clients that send a byte now and then, until the server has enough."""
    open: int = 1_000
    """Connections that are open at a time, and ask nothing."""
    bodies: int = 100_000
    """Bodies that are no questions, mostly."""
    seed: int = 0
    """What bodies are drawn from."""
    processes: int = 2
    """Of the server."""
    out: Path = Path("benchmarks/results/faults.json")
    """Where the result is written."""
    page: Path = Path("docs/serving.md")
    """The page of the figures."""


async def is_well(server: Server) -> bool:
    """Whether the next answer is right; whoever is refused asks again."""
    for _ in range(60):
        answer = await ask(server.port, "/api/solve", {"equation": "x^2 - 5x + 6 = 0"})
        if answer.status != 503:
            return {root["value"] for root in answer.record["roots"]} == {"2", "3"}
        await asyncio.sleep(0.5)
    return False


async def busy(server: Server) -> int:
    """Return how many processes are at work."""
    return int((await ask(server.port, "/api/health")).record["busy"])


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 30.0) -> bool:
    """Wait for something; whether it came."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if await condition():
            return True
        await asyncio.sleep(0.01)
    return False


# -- the faults ------------------------------------------------------------------------------------


async def kills(server: Server, options: Options) -> Counter[str]:
    """Kill processes in mid-request: the request is answered, and so is the next."""
    found: Counter[str] = Counter()
    for _ in range(options.kills):
        asking = asyncio.ensure_future(
            ask(server.port, "/api/solve", {"equation": HARD, "budget": 10})
        )
        await until(lambda: _is_busy(server))
        await asyncio.sleep(0.02)
        for pid in children(server.process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        record = (await asyncio.wait_for(asking, 30)).record
        found["told" if "signal 9" in record["note"] else "not told"] += 1
        found["well after" if await is_well(server) else "not well"] += 1
    return found


async def _is_busy(server: Server) -> bool:
    return await busy(server) > 0


async def leavers(server: Server, options: Options) -> Counter[str]:
    """Hang up while a request is served, or waits: its process is free for the next."""
    found: Counter[str] = Counter()
    rng = random.Random(options.seed)

    async def one() -> None:
        async with Connection(server.port) as connection:
            data = json.dumps({"equation": HARD, "budget": 10}).encode()
            head = f"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Length: {len(data)}\r\n"
            sent = head.encode() + b"Content-Type: application/json\r\n\r\n" + data
            connection.writer.write(sent[: rng.choice((len(sent), len(sent), 40))])
            await connection.writer.drain()
            await asyncio.sleep(rng.uniform(0, 0.3))
            connection.writer.transport.abort()
            found["left"] += 1

    for _ in range(0, options.leavers, 10):
        await asyncio.gather(*[one() for _ in range(10)], return_exceptions=True)
    freed = await until(lambda: _is_idle(server), 8.0)  # sooner than their budgets would end
    found["freed" if freed else "not freed"] += 1
    return found


async def _is_idle(server: Server) -> bool:
    return await busy(server) == 0


async def slow(server: Server, options: Options) -> Counter[str]:
    """Send a byte now and then: others are served meanwhile, and the server ends it in time."""
    found: Counter[str] = Counter()
    head = b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{"
    starts = (head, head[:30], b"")

    async def one(number: int) -> None:
        async with Connection(server.port) as connection:
            connection.writer.write(starts[number % len(starts)])
            began = time.monotonic()
            with suppress(OSError):
                while time.monotonic() - began < 60:
                    with suppress(TimeoutError):
                        if not await asyncio.wait_for(connection.reader.read(4096), 1.0):
                            found["ended"] += 1
                            return
                    if starts[number % len(starts)]:
                        connection.writer.write(b" ")
                        await connection.writer.drain()
                found["never ended"] += 1
                return
            found["ended"] += 1

    async def others() -> None:
        for _ in range(10):
            found["served meanwhile" if await is_well(server) else "not well"] += 1
            await asyncio.sleep(0.5)

    await asyncio.gather(others(), *[one(number) for number in range(options.slow)])
    return found


async def crowd(server: Server, options: Options) -> Counter[str]:
    """Open many connections that ask nothing: who asks is served all the same."""
    found: Counter[str] = Counter()
    async with AsyncExitStack() as stack:
        for _ in range(options.open):
            await stack.enter_async_context(Connection(server.port))
            found["open"] += 1
        for _ in range(5):
            found["served meanwhile" if await is_well(server) else "not well"] += 1
    return found


async def babble(server: Server, options: Options) -> Counter[str]:
    """Send bodies that are hardly ever questions: each gets an answer that says what is wrong."""
    found: Counter[str] = Counter()
    numbers = iter(range(options.bodies))

    async def client() -> None:
        connection = await Connection(server.port).__aenter__()
        for number in numbers:
            rng = random.Random(f"{options.seed}:{number}")
            path, data = rng.choice(PATHS), body(rng)
            try:
                answer = await asyncio.wait_for(connection.ask(path, data), 60)
            except (OSError, EOFError):
                found["lost"] += 1
                connection = await Connection(server.port).__aenter__()
                continue
            found[judged(answer)] += 1
            if answer.headers.get("connection") == "close":
                await connection.__aexit__()
                connection = await Connection(server.port).__aenter__()
        await connection.__aexit__()

    await asyncio.gather(*[client() for _ in range(2 * options.processes)])
    return found


def judged(answer: Answer) -> str:
    """Say what is to be said of an answer to babble."""
    if any(word in answer.body for word in INSIDES):
        return "told of its insides"
    if answer.status == 200:
        return "answered"
    is_told = set(answer.record) == {"what", "column", "hint"} and answer.record["what"]
    if answer.status in (413, 422, 503, 504) and is_told:
        return f"refused with {answer.status}"
    return f"status {answer.status}"


FAULTS = {
    "processes killed in mid-request": kills,
    "clients that hang up": leavers,
    "clients that send a byte a second": slow,
    "open connections": crowd,
    "fuzzed bodies": babble,
}
GOOD = (
    "told", "well after", "left", "freed", "ended", "served meanwhile", "open", "answered",
    "refused with 413", "refused with 422", "refused with 503", "refused with 504",
)  # fmt: skip


# -- result ----------------------------------------------------------------------------------------


def measure(options: Options) -> dict[str, Any]:
    """Do all faults to one server."""
    results: dict[str, dict[str, int]] = {}
    flags = ("--processes", options.processes, "--max-connections", options.open + 500)
    with running(*flags) as server:
        for name, fault in FAULTS.items():
            found = asyncio.run(fault(server, options))
            found["well after" if asyncio.run(is_well(server)) else "not well"] += 1
            results[name] = dict(found)
        ends_well = server.stop() == 0
    asked = {name: str(each) if isinstance(each, Path) else each
             for name, each in asdict(options).items()}  # fmt: skip
    return {"options": asked, "faults": results, "ends_well": ends_well, "made_with": provenance()}


def misses(result: dict[str, Any]) -> list[str]:
    """Say what went wrong."""
    bad = [f"{name}: {count} {kind}" for name, found in result["faults"].items()
           for kind, count in found.items() if kind not in GOOD]  # fmt: skip
    return bad if result["ends_well"] else [*bad, "it did not stop well"]


def render(result: dict[str, Any]) -> str:
    """Write the figures."""
    rows = [
        [name, ", ".join(f"{count:,} {kind}" for kind, count in sorted(found.items()))]
        for name, found in result["faults"].items()
    ]
    return page.table(["fault", "what became of it"], rows)


def main(options: Options) -> None:
    """Measure, write, and tell."""
    result = measure(options)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    page.write(options.page, {"faults": render(result)})
    print(render(result))
    missed = misses(result)
    if missed:
        sys.exit("; ".join(missed))


if __name__ == "__main__":
    main(tyro.cli(Options))
