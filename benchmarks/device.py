"""How fast agents train where game and learning are on the device, cold and warm.

    python -m benchmarks.device --members 16 64        on JAX's default device
    python -m benchmarks.device --render               only write the figures into the page

Cold: from the first step on, compiling and starting processes left out, over as many updates as
`--cold` says. Warm: after more updates, the game's known part being kept, the rate over parts of
the run; the share of steps that were not known is given beside. `--fillers` says how many processes
compute what is not known. Writes `benchmarks/results/training-device.json` and its place in
`docs/training.md`.
"""

from __future__ import annotations

import json
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import tyro

from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from aljabr.tasks.datasets import FIXED

RESULTS = Path("benchmarks/results/training-device.json")
PAGE = Path("docs/training.md")
EQUATION = FIXED["nested"]
TARGETS = {16: 300_000, 64: 1_000_000}
"""Steps per second, warm, by members."""

Record = dict[str, Any]


def measure(
    agent: Any, members: int, cold: int, warm_up: int, parts: int, updates: int, fillers: int = 0
) -> Record:
    """Train a population on the device; return its steps per second, all members together."""
    import jax

    from aljabr.bench.curiosity import DEVICE_CAPACITY
    from aljabr.flat.fillers import FilledGraph
    from aljabr.flat.training import TrainConfig, start

    config = TrainConfig(
        agent=agent,
        preset="appendix",
        equation=EQUATION,
        seeds=members,
        on_device=True,
        fillers=fillers,
        capacity=DEVICE_CAPACITY,
    )
    with closing(start(config)) as first:
        first.advance()  # compiles
    with closing(start(config)) as trainer:
        if isinstance(trainer.graph, FilledGraph):
            trainer.graph.wait()

        def rate(count: int) -> tuple[float, float]:
            """Return steps per second and the share of them that was not known."""
            assert trainer.game is not None
            began, steps, misses = time.perf_counter(), trainer.steps, trainer.game.misses
            for _ in range(count):
                trainer.advance()
            played = (trainer.steps - steps) * members
            return played / (time.perf_counter() - began), (trainer.game.misses - misses) / played

        cold_rate, cold_misses = rate(cold)
        if warm_up:
            rate(warm_up)
        measured = [rate(updates) for _ in range(parts)]
        record = {
            "agent": agent, "members": members, "fillers": fillers,
            "cold": round(cold_rate),
            "cold_misses": cold_misses, "warm": [round(each) for each, _ in measured],
            "warm_misses": median(share for _, share in measured),
            "updates": {"cold": cold, "warm_up": warm_up, "parts": parts, "per_part": updates},
            "states": len(trainer.graph), "device": jax.devices()[0].device_kind,
        }  # fmt: skip
        print(f"{agent:8} {members:4} members: cold {cold_rate:,.0f}, warm {max(record['warm']):,}")
        return record


def render(path: Path = RESULTS) -> str:
    """Write the figures in Markdown."""
    if not path.exists():
        return "On the device: not measured yet (`python -m benchmarks.device`)."
    record = json.loads(path.read_text(encoding="utf-8"))
    rows = [
        [run["agent"], str(run["members"]), f"{run['cold']:,} ({run['cold_misses']:.1%})",
         f"{max(run['warm']):,}, median {median(run['warm']):,.0f} ({run['warm_misses']:.1%})",
         f"{TARGETS[run['members']]:,}" if run["members"] in TARGETS else "", run["device"]]
        for run in record["runs"]
    ]  # fmt: skip
    head = ["agent", "members", "steps per second, cold (not known)", "warm", "target", "device"]
    made = record["made_with"]
    return "\n".join(
        [
            f"Game and learning on the device, preset `appendix`, `{record['equation']}`:",
            "",
            page.table(head, rows),
            "",
            f"{made['date']}, commit {made['commit']}, on {made['machine']}.",
        ]
    )


@dataclass(frozen=True)
class Options:
    """What to measure."""

    members: tuple[int, ...] = (1, 16, 64)
    """Sizes of populations."""
    agents: tuple[str, ...] = ("ppo", "ppo-rnd")
    """Agents."""
    cold: int = 10
    """Updates that are counted as cold."""
    warm_up: int = 100
    """Updates between cold and warm."""
    parts: int = 5
    """Parts of the run that are measured warm."""
    updates: int = 5
    """Updates in each of them."""
    fillers: int = 0
    """Processes that compute what is not known of the game."""
    render: bool = False
    """Only write the page."""


def main() -> int:
    """Measure, writing after every size what there is; return 1 if a target is missed."""
    options = tyro.cli(Options, description=__doc__)
    runs: list[Record] = []
    if not options.render:
        for members in options.members:
            for agent in options.agents:
                runs.append(
                    measure(agent, members, options.cold, options.warm_up, options.parts,
                            options.updates, options.fillers)
                )  # fmt: skip
                record = {"equation": EQUATION, "runs": runs, "made_with": provenance()}
                RESULTS.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    page.write(PAGE, {"device": render()})
    missed = [run for run in runs if max(run["warm"]) < TARGETS.get(run["members"], 0)]
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
