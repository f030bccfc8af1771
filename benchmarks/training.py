"""How fast agents train: steps per second, end to end, environment included.

    python -m benchmarks.training                      one core: PPO and PPO-RND, one member each
    python -m benchmarks.training --population 1 8 64  on JAX's default device, by population size

Writes `benchmarks/results/training-core.json` or `benchmarks/results/training-population.json`.
The first updates, which compile and meet only new states, are left out; the rate over the rest of
the run is given as the best and the median of its parts.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

from aljabr.bench.programme import SINGLE_THREADED, provenance
from aljabr.datasets import FIXED

RESULTS = Path("benchmarks/results")
EQUATION = FIXED["nested"]
TARGETS = {"ppo": 15_000, "ppo-rnd": 10_000}


def rates(agent: Any, members: int, warm_up: int, parts: int, updates: int) -> dict[str, Any]:
    """Train a population and return its steps per second, all members together."""
    import jax

    from aljabr.training import TrainConfig, start, timed

    trainer = start(TrainConfig(agent=agent, equation=EQUATION, seeds=members))
    for _ in range(warm_up):
        trainer.advance()
    measured = [round(timed(trainer, updates)) for _ in range(parts)]
    print(f"{agent:8} {members:4} members: {max(measured):,} steps/s", flush=True)
    return {
        "agent": agent,
        "members": members,
        "config": asdict(trainer.config),
        "updates": {"warm_up": warm_up, "parts": parts, "per_part": updates},
        "steps_per_second": measured,
        "best": max(measured),
        "median": median(measured),
        "states": len(trainer.graph),
        "device": str(jax.devices()[0]),
    }


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--population", type=int, nargs="*", default=[])
    parser.add_argument("--out", type=Path, default=RESULTS)
    options = parser.parse_args()
    if options.population:
        name = "training-population.json"
        runs = [rates("ppo", members, 4, 3, 2) for members in options.population]
    else:
        name = "training-core.json"
        os.environ.update(SINGLE_THREADED)
        runs = [rates(agent, 1, 15, 5, 5) for agent in TARGETS]
    record = {"equation": EQUATION, "runs": runs, "made_with": provenance()}
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / name).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0 if options.population else int(any(r["best"] < TARGETS[r["agent"]] for r in runs))


if __name__ == "__main__":
    raise SystemExit(main())
