"""How fast agents train: steps per second, end to end, environment included.

    python -m benchmarks.training                      one core: PPO and PPO-RND, one member each
    python -m benchmarks.training --population 1 8 64  on JAX's default device, by population size
    python -m benchmarks.training --render             only write the figures into the page

Writes `benchmarks/results/training-core.json` or `benchmarks/results/training-population.json`,
and the section on speed of `docs/training.md`. The first updates, which compile and meet only new
states, are left out; the rate over the rest of the run is given as the best and the median of its
parts. Where the extra `peers` is installed, sb3-contrib's MaskablePPO plays the same game in the
same run.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import tyro

from aljabr.ledger import page
from aljabr.ledger.jobs import SINGLE_THREADED
from aljabr.ledger.provenance import provenance
from aljabr.tasks.datasets import FIXED

RESULTS = Path("benchmarks/results")
PAGE = Path("docs/training.md")
EQUATION = FIXED["nested"]
TARGETS = {"ppo": 15_000, "ppo-rnd": 10_000}
PEER = "MaskablePPO"

Record = dict[str, Any]


def rates(agent: Any, members: int, warm_up: int, parts: int, updates: int) -> Record:
    """Train a population and return its steps per second, all members together."""
    import jax

    from aljabr.flat.training import TrainConfig, start, timed

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
        **_summary(measured),
        "states": len(trainer.graph),
        "device": jax.devices()[0].device_kind,
    }


def peer_rates(warm_up: int = 1, parts: int = 5) -> Record | None:
    """Return the steps per second of sb3-contrib's MaskablePPO, as it comes, one environment."""
    if find_spec("sb3_contrib") is None:
        print("no comparison: sb3-contrib is not installed (pip install 'aljabr[peers]')")
        return None
    import gymnasium
    from sb3_contrib import MaskablePPO

    import aljabr.envs  # noqa: F401 (registers the environments)

    env = gymnasium.make("aljabr/Fixed-v0", equation=EQUATION)
    model = MaskablePPO("MlpPolicy", env, seed=0, device="cpu")
    measured = []
    for part in range(warm_up + parts):
        started = time.perf_counter()
        model.learn(model.n_steps, reset_num_timesteps=False)
        if part >= warm_up:
            measured.append(round(model.n_steps / (time.perf_counter() - started)))
    print(f"{PEER}: {max(measured):,} steps/s", flush=True)
    packages = ("sb3-contrib", "stable-baselines3", "torch", "gymnasium")
    return {
        "agent": PEER,
        "updates": {"warm_up": warm_up, "parts": parts, "per_part": 1},
        **_summary(measured),
        "packages": {name: version(name) for name in packages},
    }


def _summary(measured: list[int]) -> Record:
    return {"steps_per_second": measured, "best": max(measured), "median": median(measured)}


def measure_core(folder: Path) -> bool:
    """Measure one core and return whether the targets are met."""
    os.environ.update(SINGLE_THREADED)
    runs = [rates(agent, 1, 15, 10, 2) for agent in TARGETS]
    peer = peer_rates()
    ratios = {r["agent"]: round(r["best"] / peer["best"], 1) for r in runs} if peer else None
    if ratios:
        print(", ".join(f"{agent} is {ratio} × {PEER}" for agent, ratio in ratios.items()))
    _write(folder / "training-core.json", {"runs": runs, "peer": peer, "ratios": ratios})
    missed = [run["agent"] for run in runs if run["best"] < TARGETS[run["agent"]]]
    if missed:
        print(f"missed: {', '.join(missed)}")
    return not missed


def measure_populations(folder: Path, sizes: Sequence[int]) -> None:
    """Measure populations, writing after every size what there is."""
    runs: list[Record] = []
    for members in sizes:
        runs.append(rates("ppo", members, 4, 3, 2))
        _write(folder / "training-population.json", {"runs": runs})


def _write(path: Path, record: Record) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    record = {"equation": EQUATION, **record, "made_with": provenance()}
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


# -- the page --------------------------------------------------------------------------------------


def render(folder: Path = RESULTS) -> str:
    """Write the figures of the result files in Markdown."""
    core, populations = (
        json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        for path in (folder / "training-core.json", folder / "training-population.json")
    )
    lines = _core(core) if core else []
    return "\n".join(lines + (_populations(populations) if populations else []))


def _core(record: Record) -> list[str]:
    peer, ratios = record["peer"], record["ratios"] or {}
    lines = [
        f"One process on one core, `{record['equation']}`, environment included:",
        "",
        f"| agent | steps per second, best (median) | target | against {PEER} |",
        "|---|---|---|---|",
    ]
    for run in record["runs"]:
        ratio = f"{ratios[run['agent']]} ×" if run["agent"] in ratios else "—"
        lines.append(f"| {run['agent']} | {_rate(run)} | {TARGETS[run['agent']]:,} | {ratio} |")
    if peer:
        lines.append(f"| sb3-contrib's {PEER}, as it comes | {_rate(peer)} | | 1 × |")
    return [*lines, "", _made(record, peer["packages"] if peer else {}), ""]


def _populations(record: Record) -> list[str]:
    lines = [
        "By population size, `ppo`, all members in one vmapped update:",
        "",
        "| members | steps per second, best (median) | per member | device |",
        "|---|---|---|---|",
    ]
    for run in record["runs"]:
        each = f"{run['best'] / run['members']:,.0f}"
        lines.append(f"| {run['members']} | {_rate(run)} | {each} | {run['device']} |")
    return [*lines, "", _made(record), ""]


def _rate(run: Record) -> str:
    return f"{run['best']:,} ({run['median']:,.0f})"


def _made(record: Record, more: Record | None = None) -> str:
    made = record["made_with"]
    packages = {**made["packages"], **(more or {})}
    versions = ", ".join(f"{name} {each}" for name, each in sorted(packages.items()))
    return (
        f"{made['date']}, commit {made['commit']}, Python {made['python']}, {versions},"
        f" on {made['machine']}."
    )


@dataclass(frozen=True)
class Options:
    """What to measure."""

    population: tuple[int, ...] = ()
    """Sizes of populations, on JAX's default device; by default one member on one core."""
    render: bool = False
    """Only write the page."""
    out: Path = RESULTS
    """The folder of the results."""


def main() -> int:
    """Measure and write."""
    options = tyro.cli(Options, description=__doc__)
    met = True
    if options.population:
        measure_populations(options.out, options.population)
    elif not options.render:
        met = measure_core(options.out)
    if options.out == RESULTS:
        page.write(PAGE, {"training": render()})
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
