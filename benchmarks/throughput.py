"""How fast the game is: new and known transitions, memory, cold start, beside plain SymPy.

    python -m benchmarks.throughput

One process, one core; each speed is the best of a few rounds, all in one run, because the reference
machine is noisy and noise only ever slows; medians are kept beside. Writes
`benchmarks/results/throughput.json` and `docs/throughput.md`, and exits with status 1 where a
target is missed.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import tyro

from aljabr.algebra.parse import parse
from aljabr.game.games import PAPER
from aljabr.game.graph import DEAD, StateGraph
from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from aljabr.play.environments import AlgebraVectorEnv
from aljabr.play.lanes import Lanes, make_lanes
from aljabr.search.orders import a_star
from aljabr.tasks import datasets
from tests import oracle

LANES = 512
ROUNDS = 8
RESULTS = Path("benchmarks/results/throughput.json")
PAGE = Path("docs/throughput.md")
TARGETS = {"new": 20_000, "known": 1_000_000, "bytes": 2_500, "cold": 1.0}


def equations() -> list[str]:
    """Return what the walks start from: the six fixed equations and the small test split."""
    return [*datasets.FIXED.values(), *datasets.load("small", "test", 0)]


def walk(lanes: Lanes, rng: np.random.Generator) -> None:
    """Take one uniformly random legal step in every lane, restarting where a game ends."""
    mask = lanes.masks()
    actions = (rng.random(mask.shape) * mask).argmax(1)
    outcome = lanes.advance(actions)
    done = np.flatnonzero(outcome.terminated | outcome.truncated)
    lanes.restart(done, lanes.draw(rng, len(done)))


def start_walk(num_lanes: int, capacity: int, rng: np.random.Generator) -> Lanes:
    """Put lanes at random starts over a fresh graph."""
    graph = StateGraph(replace(PAPER, capacity=capacity))
    lanes = make_lanes(num_lanes, equations=equations(), graph=graph)
    lanes.restart(np.arange(num_lanes), lanes.draw(rng, num_lanes))
    return lanes


def new_transitions(seed: int, num_states: int = 30_000) -> tuple[float, float]:
    """Return new transitions per second of a random walk, and their share of all steps."""
    rng = np.random.default_rng(seed)
    lanes = start_walk(LANES, 10 * num_states, rng)
    known = (lanes.graph.next[1 : len(lanes.graph)] >= 0).sum()
    steps = 0
    started = time.perf_counter()
    while len(lanes.graph) < num_states:
        walk(lanes, rng)
        steps += LANES
    seconds = time.perf_counter() - started
    rows = lanes.graph.next[1 : len(lanes.graph)]
    dead = (lanes.graph.flags[1 : len(lanes.graph)] & DEAD) != 0  # their rows come filled
    new = int((rows[~dead] >= 0).sum() - known)
    return new / seconds, new / steps


def search_transitions(num_states: int = 30_000) -> float:
    """Return new transitions per second of A* from the same starts, every action of a state."""
    graph = StateGraph(replace(PAPER, capacity=10 * num_states))
    starts = [graph.add(parse(text)) for text in equations()]
    started = time.perf_counter()
    for start in starts:
        a_star(graph, start, max_expanded=20)
        if len(graph) > num_states:
            break
    seconds = time.perf_counter() - started
    live = (graph.flags[: len(graph)] & DEAD) == 0
    return float((graph.next[: len(graph)][live] >= 0).sum()) / seconds


def oracle_transitions(seed: int, seconds: float = 3.0) -> float:
    """Return transitions per second of the same walk in plain SymPy, encoding and mask included."""
    rng = random.Random(seed)
    texts = equations()
    count = 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        equation = parse(rng.choice(texts))
        lhs, rhs = oracle.to_sympy(equation.lhs), oracle.to_sympy(equation.rhs)
        for _ in range(20):
            found = sorted(oracle.terms(lhs, rhs), key=str)[:10]
            actions = [(rule, None) for rule in oracle.PLAIN]
            actions += [(rule, term) for term in found for rule in oracle.WITH_TERM]
            legal = [each for each in actions if oracle.is_legal(lhs, rhs, *each)]
            after = oracle.apply(lhs, rhs, *rng.choice(legal))
            count += 1
            if after is None:
                break
            lhs, rhs = after
            sizes = len(oracle.preorder(lhs)), len(oracle.preorder(rhs))
            if max(sizes) > 50 or not oracle.holds_unknown(lhs):
                break
    return count / (time.perf_counter() - started)


def known_transitions(seed: int, num_steps: int = 200) -> float:
    """Return steps per second of the vector environment over transitions it has seen.

    A random run is recorded and played again, so that every transition is known.
    """
    graph = StateGraph()
    envs = AlgebraVectorEnv(LANES, equations=equations(), graph=graph)
    rng = np.random.default_rng(seed)
    recorded = []
    _, info = envs.reset(seed=seed)
    for _ in range(num_steps):
        mask = info["action_mask"]
        recorded.append((rng.random(mask.shape) * mask).argmax(1))
        *_, info = envs.step(recorded[-1])
    num_states = len(graph)
    best = 0.0
    for _ in range(ROUNDS):
        envs.reset(seed=seed)
        started = time.perf_counter()
        for actions in recorded:
            envs.step(actions)
        best = max(best, num_steps * LANES / (time.perf_counter() - started))
    if len(graph) != num_states:
        raise RuntimeError("the replay met a transition it had not seen")
    return best


def bytes_per_state(num_states: int = 1_000_000) -> float:
    """Return the growth of this process's memory per state of a random walk's graph."""
    rng = np.random.default_rng(0)
    lanes = start_walk(LANES, 2 * num_states, rng)
    before = resident_bytes()
    while len(lanes.graph) < num_states:
        walk(lanes, rng)
    return (resident_bytes() - before) / len(lanes.graph)


def resident_bytes() -> int:
    """Return the peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def cold_start() -> list[float]:
    """Return the seconds of some cold `aljabr solve` processes."""
    command = [sys.executable, "-m", "aljabr", "solve", "a*x+b=0"]
    seconds = []
    for _ in range(2 * ROUNDS):
        started = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds.append(time.perf_counter() - started)
    return sorted(seconds)


def measure() -> dict[str, Any]:
    """Run everything and return the record."""
    new, plain, search = [], [], []
    for seed in range(ROUNDS):  # side by side, so that both see the same noise
        new.append(new_transitions(seed))
        plain.append(oracle_transitions(seed))
        search.append(search_transitions())
    memory = subprocess.run(
        [sys.executable, "-m", "benchmarks.throughput", "--memory"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    cold = cold_start()
    return {
        "new_per_second": [round(rate) for rate, _ in new],
        "new_share": round(float(np.mean([share for _, share in new])), 3),
        "search_per_second": [round(rate) for rate in search],
        "oracle_per_second": [round(rate, 1) for rate in plain],
        "known_per_second": round(known_transitions(0)),
        "bytes_per_state": round(float(memory.stdout)),
        "cold_solve_seconds": [round(each, 3) for each in cold],
        "config": {"lanes": LANES, "rounds": ROUNDS, "states": 1_000_000, "seeds": ROUNDS},
        "made_with": provenance(),
    }


def render(record: dict[str, Any]) -> str:
    """Write the page."""
    new: list[int] = record["new_per_second"]
    plain: list[float] = record["oracle_per_second"]
    search: list[int] = record["search_per_second"]
    known: int = record["known_per_second"]
    memory: int = record["bytes_per_state"]
    cold: list[float] = record["cold_solve_seconds"]
    fastest, reference = max(new), max(plain)
    rows = [
        ("new transitions per second, encoding and mask included",
         f"{fastest:,} (median {median(new):,.0f})", "≥ 20,000", f"{fastest / reference:,.0f} ×"),
        ("the same in A* from the same equations",
         f"{max(search):,} (median {median(search):,.0f})", "",
         f"{max(search) / reference:,.0f} ×"),
        ("known transitions per second, vector environment, 512 lanes",
         f"{known:,}", "≥ 1,000,000", f"{known / reference:,.0f} ×"),
        ("bytes per state at 10⁶ states, expressions and arrays included",
         f"{memory:,}", "≤ 2,500", ""),
        ("seconds of a cold `aljabr solve \"a*x+b=0\"`",
         f"{cold[0]:.2f} (median {median(cold):.2f})", "≤ 1", ""),
        ("transitions per second in plain SymPy (`tests/oracle.py`), same walk",
         f"{reference:,.0f} (median {median(plain):,.0f})", "", "1 ×"),
    ]  # fmt: skip
    table = [f"| {name} | {value} | {target} | {ratio} |" for name, value, target, ratio in rows]
    return _PAGE.format(table="\n".join(table), **record)


_PAGE = """# Throughput

| what | measured | target | against plain SymPy |
|---|---|---|---|
{table}

The best of {config[rounds]} rounds or more, since noise only ever slows; medians beside. One
process on one core of {made_with[machine]}; Python
{made_with[python]}, commit {made_with[commit]}, versions {made_with[packages]}. A new
transition applies an action to both sides, interns the result, encodes it and lists its legal
actions; the walks are uniformly random over the legal actions, from the six fixed equations and the
100 equations of the small test split, and {new_share:.0%} of their steps are new. Such walks drift
towards the longest states the game allows; A* stays among short ones.

Reproduce with `make bench`, which writes this page and `benchmarks/results/throughput.json`. The
reference machine is noisy: compare ratios, which are measured side by side in one run.
"""


@dataclass(frozen=True)
class Options:
    """What to measure."""

    memory: bool = False
    """Only the memory per state, in this process."""


def main() -> int:
    """Measure, write, judge."""
    options = tyro.cli(Options, description=__doc__)
    if options.memory:
        print(bytes_per_state())
        return 0
    record = measure()
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    page.write(PAGE, {"throughput": render(record)})
    print(render(record))
    met = {
        "new": max(record["new_per_second"]) >= TARGETS["new"],
        "known": record["known_per_second"] >= TARGETS["known"],
        "bytes": record["bytes_per_state"] <= TARGETS["bytes"],
        "cold": median(record["cold_solve_seconds"]) <= TARGETS["cold"],
    }
    missed = [name for name, reached in met.items() if not reached]
    if missed:
        print(f"missed: {', '.join(missed)}")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
