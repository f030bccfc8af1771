"""Does curiosity help: agents by presets on equations 3 to 6, many seeds, no early stop.

Fixed beforehand. Two primary outcomes: does the greedy policy solve the equation when training
ends, and how many steps does the first solution take (restricted mean, the budget being the limit).
Primary comparisons: each of the four modules with PPO, in each preset, over all equations at once.
A run that was cut off counts as unfinished: as not solved at the end, and as cut off at its step.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from aljabr.bench import table1
from aljabr.game.graph import StateGraph
from aljabr.ledger import files
from aljabr.ledger.results import Job, Result
from aljabr.ledger.runs import jsonable
from aljabr.ledger.schema import MADE_WITH, Schema, fits
from aljabr.tasks.datasets import FIXED

MODULES: Final = ("ppo-rnd", "ppo-icm", "ppo-ride", "ppo-ngu")
"""What is compared with PPO."""
PRESETS: Final = ("appendix", "ours-without-imitation", "ours")
BASELINES: Final = {
    "ppo-count": PRESETS,
    "ppo-e3b": PRESETS,
    "ppo-entropy-0.01": ("appendix",),  # ours has that entropy
    "ppo-entropy-0.03": PRESETS,
    "ppo-imitation": ("appendix",),  # with ours it is PPO
    "random": ("appendix",),  # plays without hyperparameters
    "a-star": ("appendix",),
}
"""What a referee asks for, with the presets where it is something of its own."""
AGENTS: Final = ("ppo", *MODULES, *BASELINES)
EQUATIONS: Final = tuple(FIXED.values())[2:]
"""Rows 3 to 6 of Table 1: chance solves the others."""
FIRST: Final = EQUATIONS[1:]
"""Those that are run first."""
NUM_TRIALS: Final = 30
FIRST_TRIALS: Final = 15
"""How many trials of the first equations come before all else."""
NUM_STEPS: Final = 3_000_000
EVAL_INTERVAL: Final = 100_000
DEVICE_CAPACITY: Final = 3_500_000
"""States a graph holds before it forgets, where many members play on one."""
MOST_KEPT: Final = 200_000
"""States of a graph that is worth keeping; a larger one takes long to read."""
KEEP_SECONDS: Final = 60.0
"""Seconds between two checkpoints of a run."""
SCHEMA: Final[Schema] = {
    "job": {"agent": str, "preset": str, "equation": str, "trial": int, "steps": int},
    "greedy": bool, "seconds": float, "made_with": MADE_WITH,
}  # fmt: skip
"""What the page asks of a run."""


def jobs(
    trials: int = NUM_TRIALS,
    steps: int = NUM_STEPS,
    agents: Sequence[str] = AGENTS,
    presets: Sequence[str] = PRESETS,
) -> list[Job]:
    """List the runs, the most telling first, so that a cut-off programme says most."""
    found = [
        {"agent": agent, "preset": preset, "equation": equation, "trial": trial, "steps": steps}
        for preset in presets
        for agent in agents
        if preset in BASELINES.get(agent, presets)
        for equation in EQUATIONS
        for trial in range(1 if agent == "a-star" else trials)
    ]
    return sorted(found, key=_urgency)


def _urgency(job: Job) -> tuple[Any, ...]:
    """Say what comes first: the primary comparison, the harder equations, the first trials."""
    appendix, late = job["preset"] == PRESETS[0], job["trial"] >= FIRST_TRIALS
    baseline, easier = job["agent"] in BASELINES, job["equation"] not in FIRST
    return late, easier, not appendix, baseline, job["trial"]


def groups(todo: Sequence[Job], members: int) -> list[list[Job]]:
    """Put trials of the same kind together, `members` at a time: always the same ones.

    The trials of a group follow each other; where some are done already, the others go apart.
    """
    found: dict[tuple[Any, ...], list[Job]] = {}
    for job in todo:
        size = 1 if job["agent"] == "a-star" else members
        kind = (job["agent"], job["preset"], job["equation"], job["steps"], job["trial"] // size)
        found.setdefault(kind, []).append(job)
    whole = [sorted(group, key=lambda job: int(job["trial"])) for group in found.values()]
    return [part for group in whole for part in _unbroken(group)]


def _unbroken(group: list[Job]) -> list[list[Job]]:
    parts = [group[:1]]
    for job in group[1:]:
        if job["trial"] == parts[-1][-1]["trial"] + 1:
            parts[-1].append(job)
        else:
            parts.append([job])
    return parts


def run_group(
    jobs: list[Job],
    folder: Path | None = None,
    stop_at: float | None = None,
    on_device: bool = False,
) -> list[Result] | None:
    """Train the trials of a group side by side; None if they were stopped on the way.

    Args:
        jobs: of one agent, preset and equation, with trials that follow each other.
        folder: where the run is kept, to go on from there.
        stop_at: a time of `time.time()` at which to keep the run and leave.
        on_device: whether to play on JAX's device; what is known of the game is then kept in the
            folder, for all runs on the equation.
    """
    if jobs[0]["agent"] == "a-star":
        return [table1.run_trial(jobs[0])]
    from aljabr.flat import training

    first, members = jobs[0], len(jobs)
    config = training.TrainConfig(
        agent=first["agent"],
        preset=first["preset"],
        equation=first["equation"],
        steps=first["steps"],
        seed=first["trial"],
        seeds=members,
        eval_interval=min(EVAL_INTERVAL, first["steps"]),
        on_device=on_device,
        capacity=DEVICE_CAPACITY if on_device else training.TrainConfig.capacity,
    )
    graphs = Graphs(folder if on_device else None, first["equation"])
    trainer = training.start(config, graphs.load())
    started = kept_at = time.perf_counter()
    points: list[dict[str, Any]] = []
    seconds_before = 0.0
    kept = folder and folder / f"{name(first, members)}.safetensors"
    if kept and kept.exists():
        card = trainer.restore(kept)
        points, seconds_before = card["points"], card["seconds"]
    for progress, due in training.run(trainer):
        if due:
            solved = trainer.solve_greedily()
            points.append({"step": progress.steps, "greedy": solved, **trainer.figures})
        now = time.perf_counter()
        stops = stop_at is not None and time.time() >= stop_at and trainer.steps < config.steps
        if kept and (stops or now - kept_at > KEEP_SECONDS):
            kept_at, seconds = now, seconds_before + now - started
            trainer.save(kept, {"jobs": jobs, "points": points, "seconds": seconds})
            graphs.save(trainer.graph)
        if stops:
            return None
    graphs.save(trainer.graph)
    if kept:
        for path in (kept, kept.with_suffix(".json")):
            path.unlink(missing_ok=True)
    return [
        {
            "greedy": points[-1]["greedy"][member],
            "first_solved": trainer.first_solved[member],
            "steps": trainer.steps,
            "states": len(trainer.graph),
            "points": _series(points, member),
            "config": described(config),
            "seconds_before": seconds_before,
        }
        for member in range(members)
    ]


def _series(points: list[dict[str, Any]], member: int) -> dict[str, list[Any]]:
    """Return what was seen of a member at each evaluation, name by name, to four digits."""
    names = points[0]
    return {name: [_short(point[name], member) for point in points] for name in names}


def _short(figures: Any, member: int) -> Any:
    figure = figures[member] if isinstance(figures, list) else figures
    return float(f"{figure:.4g}") if isinstance(figure, float) else figure


def described(config: Any) -> dict[str, Any]:
    """Return a configuration as it is in force: of the hyperparameters those of the agent."""
    kept: dict[str, Any] = jsonable(asdict(config))
    del kept["ppo"], kept["a2c"]
    kept["algorithm"] = jsonable(asdict(config.algorithm))
    if config.on_device:
        import jax

        kept["device"] = jax.devices()[0].device_kind
    return kept


class Graphs:
    """What is known of an equation's game, kept in a file from one run to the next."""

    def __init__(self, folder: Path | None, equation: str) -> None:
        self.path = folder and folder / "graphs" / f"{slug(equation)}.npz"
        self.size = 0

    def load(self) -> StateGraph | None:
        """Return what was kept, if anything."""
        if self.path is None or not self.path.exists():
            return None
        graph = StateGraph.load(self.path)
        self.size = len(graph)
        return graph

    def save(self, graph: StateGraph) -> None:
        """Keep a graph that has grown, but not one that will soon be forgotten."""
        if self.path is not None and 1.1 * self.size < len(graph) < MOST_KEPT:
            with files.replacing(self.path) as temporary:
                graph.save(temporary)
            self.size = len(graph)


def slug(equation: str) -> str:
    """Write an equation fit for a file's name."""
    return re.sub(r"[^0-9a-z]+", "-", equation).strip("-")


def name(job: Job, members: int) -> str:
    """Name the file that a group is kept in."""
    equation = slug(job["equation"])
    parts = (job["agent"], job["preset"], equation, job["trial"], members, job["steps"])
    return "-".join(map(str, parts))


# -- what is there ---------------------------------------------------------------------------------

UNFINISHED: Final[Schema] = {
    "job": SCHEMA["job"], "step": int, "first_solved": int | None,
}  # fmt: skip


def unfinished(folder: Path) -> list[Result]:
    """Return how far the runs have come that were cut off, from the cards of their checkpoints."""
    found: list[Result] = []
    for path in sorted(folder.glob("*.json")):
        card = files.parse_json(path.read_bytes())
        if not fits(card, {"jobs": [dict], "steps": int, "first_solved": [int | None]}):
            continue
        found += [
            {"job": job, "step": card["steps"], "first_solved": first}
            for job, first in zip(card["jobs"], card["first_solved"], strict=True)
        ]
    return found


def chosen(
    results: Sequence[Result], cut: Sequence[Result], steps: int
) -> tuple[list[Result], list[Result]]:
    """Return the finished and the unfinished runs of a budget; what is finished is not cut off."""
    finished = [each for each in results if each["job"]["steps"] == steps]
    done = [each["job"] for each in finished]
    return finished, [
        each for each in cut if each["job"]["steps"] == steps and each["job"] not in done
    ]


def score(result: Result) -> float:
    """Return the share of the budget that was left when the equation was first solved."""
    first, limit = result.get("first_solved"), result["job"]["steps"]
    return 0.0 if first is None else max(0.0, 1.0 - first / limit)


def shares(results: Sequence[Result]) -> tuple[float, float] | None:
    """Return the bonus's share at the first and at the last evaluation, means over the runs."""
    series = [run["points"]["bonus_share"]
              for run in results if fits(run, {"points": {"bonus_share": [float]}})]  # fmt: skip
    if not series:
        return None
    return float(np.mean([each[0] for each in series])), float(np.mean([s[-1] for s in series]))
