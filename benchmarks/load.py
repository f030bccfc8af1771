"""A server under more load than it can serve: nothing lost, nothing wrong, nothing late.

    python -m benchmarks.load

School-type equations, whose answers are known without our solver, are asked over loopback by a
client on the same machine. First, in turn, the bare solver, a process a core, and the server with
as many processes, as fast as it answers; then for a minute four times what it can serve, with a few
equations that take all of their budget. Writes `benchmarks/results/load.json` and its figures into
`docs/serving.md`; exits with status 1 where a target is missed.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import tyro

from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from aljabr.solver.processes import cores
from aljabr.solver.solve import solve
from aljabr.tasks import datasets
from aljabr.tasks.written import Known
from benchmarks.serving import Answer, Connection, Server, running

HARD = "x^x^x = 4 + sin(x)*e^(x^2)"
"""Takes as long as it may."""
GRACE = 0.5
IDLE = 5.0
"""Seconds after which a connection is not used again."""
TARGETS = {"share": 0.8, "growth": 0.1}


@dataclass(frozen=True)
class Options:
    """How long, and how much."""

    seconds: float = 60.0
    """Of overload."""
    warm: float = 10.0
    """Seconds for a round of each of the two speeds, the bare solver's and the server's."""
    rounds: int = 3
    """Rounds of both, in turn; the best counts, for noise only ever slows."""
    factor: float = 4.0
    """How many times what can be served is asked for."""
    processes: int = cores()
    """Of the solver, and of the server."""
    budget: float = 5.0
    """Seconds that a request has."""
    hard: float = 0.01
    """The share of requests that take all of their budget, which is a second."""
    open: int = 400
    """Connections at the most."""
    out: Path = Path("benchmarks/results/load.json")
    """Where the result is written."""
    page: Path = Path("docs/serving.md")
    """The page of the figures."""


def equations() -> list[Known]:
    """Return what is asked."""
    return datasets.answers("school", "test", 0)


# -- speed -----------------------------------------------------------------------------------------


def bare(options: Options) -> float:
    """Return equations per second of the solver alone, in all processes together."""
    context = multiprocessing.get_context("fork")
    arguments = [(options.warm, number) for number in range(options.processes)]
    with context.Pool(options.processes) as pool:
        return sum(pool.starmap(_solve_for, arguments))


def _solve_for(seconds: float, seed: int) -> float:
    known = equations()
    random.Random(seed).shuffle(known)
    solve("2x = 4")
    started = time.perf_counter()
    for count, each in enumerate(cycle(known), start=1):
        solve(each.text)
        passed = time.perf_counter() - started
        if passed > seconds:
            return count / passed
    raise AssertionError


async def served(server: Server, options: Options) -> float:
    """Return requests per second, with as many connections as keep all processes at work."""
    known = cycle(equations())
    until = time.perf_counter() + options.warm
    count = 0

    async def client() -> None:
        nonlocal count
        async with Connection(server.port) as connection:
            while time.perf_counter() < until:
                each = next(known)
                answer = await connection.ask("/api/solve", {"equation": each.text})
                assert is_right(each, answer), (each, answer)
                count += 1

    began = time.perf_counter()
    await asyncio.gather(*[client() for _ in range(3 * options.processes)])
    return count / (time.perf_counter() - began)


def is_right(known: Known, answer: Answer) -> bool:
    """Whether an answer is the one that is known."""
    record = answer.record
    if answer.status != 200 or record["status"] != known.status:
        return False
    found = {Fraction(root["value"]) for root in record["roots"]}
    return found == set(map(Fraction, known.roots))


# -- overload --------------------------------------------------------------------------------------


class Overload:
    """Asks at a steady rate, whether answers come or not; keeps count of everything."""

    def __init__(self, server: Server, options: Options, rate: float) -> None:
        self.server, self.options, self.rate = server, options, rate
        self.rng = random.Random(0)
        self.counts: Counter[str] = Counter()
        self.late: list[float] = []
        """Of each answer that was served, how long after its budget it came."""
        self.memory: list[float] = []
        self.idle: list[tuple[float, Connection]] = []
        """Connections to be used again, each with when it was used last."""
        self.num_open = 0

    async def run(self) -> None:
        """Ask for as long as it is said."""
        known = cycle(equations())
        began = time.perf_counter()
        tasks: set[asyncio.Task[None]] = set()
        sent = 0
        while (passed := time.perf_counter() - began) < self.options.seconds:
            for _ in range(int(passed * self.rate) - sent):
                sent += 1
                task = asyncio.ensure_future(self.one(next(known)))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
            if passed > len(self.memory):
                self.memory.append(self.server.memory())
            await asyncio.sleep(0.005)
        await asyncio.gather(*tasks)
        for _, connection in self.idle:
            await connection.__aexit__()

    async def one(self, known: Known) -> None:
        """Ask once, and count what becomes of it."""
        if not self.idle and self.num_open >= self.options.open:
            self.counts["not asked: too many are open"] += 1
            return
        is_hard = self.rng.random() < self.options.hard
        budget = 1.0 if is_hard else self.options.budget
        body = {"equation": HARD if is_hard else known.text, "budget": budget}
        started = time.perf_counter()
        try:
            connection = await self._connection()
            answer = await asyncio.wait_for(connection.ask("/api/solve", body), budget + 30)
        except (OSError, EOFError, asyncio.IncompleteReadError, TimeoutError) as error:
            self.counts[f"lost: {type(error).__name__}"] += 1
            return
        seconds = time.perf_counter() - started
        self.idle.append((time.perf_counter(), connection))
        if answer.status == 503 and int(answer.headers["retry-after"]) > 0:
            self.counts["refused"] += 1
            return
        right = answer.record["status"] == "unsolved" if is_hard else is_right(known, answer)
        self.counts["served" if right else "wrong"] += 1
        self.late.append(seconds - budget)

    async def _connection(self) -> Connection:
        """Return an open connection; one that has long been idle the server may be closing."""
        while self.idle:
            used, connection = self.idle.pop()
            if time.perf_counter() - used < IDLE:
                return connection
            self.num_open -= 1
            await connection.__aexit__()
        self.num_open += 1
        return await Connection(self.server.port).__aenter__()

    def result(self) -> dict[str, Any]:
        """Sum up."""
        late = sorted(self.late)
        quarter = max(1, len(self.memory) // 4)
        early, end = self.memory[quarter : 2 * quarter] or [0.0], self.memory[-quarter:] or [0.0]
        return {
            "rate": round(self.rate, 1),
            "counts": dict(self.counts),
            "late_99": round(late[int(0.99 * (len(late) - 1))], 3) if late else None,
            "late_most": round(late[-1], 3) if late else None,
            "memory": {"early": round(median(early)), "end": round(median(end))},
        }


# -- result ----------------------------------------------------------------------------------------


def measure(options: Options) -> dict[str, Any]:
    """Measure all of it."""
    with running("--processes", options.processes) as server:
        rounds = [(bare(options), asyncio.run(served(server, options)))
                  for _ in range(options.rounds)]  # fmt: skip
        alone, speed = map(max, zip(*rounds, strict=True))
        overload = Overload(server, options, options.factor * speed)
        asyncio.run(overload.run())
        ends_well = server.stop() == 0
    asked = {name: str(each) if isinstance(each, Path) else each
             for name, each in asdict(options).items()}  # fmt: skip
    return {
        "options": asked,
        "bare": round(alone / options.processes, 1),
        "served": round(speed / options.processes, 1),
        "share": round(speed / alone, 3),
        "rounds": [[round(each, 1) for each in both] for both in rounds],
        "overload": overload.result(),
        "ends_well": ends_well,
        "made_with": provenance(),
    }


def misses(result: dict[str, Any]) -> list[str]:
    """Say which targets are missed."""
    overload, memory = result["overload"], result["overload"]["memory"]
    counts = overload["counts"]
    bad = {name: count for name, count in counts.items() if name not in ("served", "refused")}
    found = [f"{count} {name}" for name, count in bad.items() if not name.startswith("not asked")]
    if not counts.get("served") or not counts.get("refused"):
        found.append("there was no overload")
    if overload["late_99"] is None or overload["late_99"] > GRACE:
        found.append("more than 1 % late")
    if memory["end"] > (1 + TARGETS["growth"]) * memory["early"]:
        found.append("memory grows")
    if result["share"] < TARGETS["share"]:
        found.append(f"less than {TARGETS['share']:.0%} of the bare solver's speed")
    return found if result["ends_well"] else [*found, "it did not stop well"]


def render(result: dict[str, Any]) -> str:
    """Write the figures."""
    overload = result["overload"]
    counts, memory = Counter(overload["counts"]), overload["memory"]
    lost = sum(count for name, count in counts.items() if name.startswith("lost"))
    rows = [
        ["school equations per second and core, the bare solver", f"{result['bare']}", ""],
        ["the same through the API", f"{result['served']} ({result['share']:.0%})", "80 %"],
        [f"asked per second for {result['options']['seconds']:.0f} s", f"{overload['rate']}", ""],
        ["answered, all of them right", f"{counts['served']:,}", ""],
        ["refused with 503", f"{counts['refused']:,}", ""],
        ["wrong, lost", f"{counts['wrong']}, {lost}", "0, 0"],
        ["of 99 % of the answers, seconds beyond the budget", f"{overload['late_99']}", "0.5"],
        [
            "memory in the second and in the last quarter, medians",
            f"{memory['early']}, {memory['end']} MB",
            "+10 %",
        ],
    ]
    return page.table(["load", "measured", "target"], rows)


def main(options: Options) -> None:
    """Measure, write, and tell."""
    result = measure(options)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    page.write(options.page, {"load": render(result)})
    print(render(result))
    missed = misses(result)
    if missed:
        sys.exit("; ".join(missed))


if __name__ == "__main__":
    main(tyro.cli(Options))
