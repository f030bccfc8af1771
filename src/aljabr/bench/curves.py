"""Learning curves: PPO and the four curiosity agents on the random datasets.

`test_greedy` and `test_10` over training, three trials each, as in the paper's figure: with our
hyperparameters, and with the appendix's, where A2C plays too. Ours have further trials on datasets
of other seeds; those with the appendix's have another seed each.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from aljabr.ledger.provenance import describe
from aljabr.ledger.results import Job, Result
from aljabr.ledger.runs import jsonable
from aljabr.ledger.schema import MADE_WITH, Schema

AGENTS: Final = ("ppo", "ppo-icm", "ppo-ride", "ppo-ngu", "ppo-rnd")
SERIES: Final = (
    *[(agent, "ours") for agent in AGENTS],
    *[(agent, "appendix") for agent in (*AGENTS, "a2c")],
)
"""Agents with their presets."""
DATASETS: Final = ("small", "large")
NUM_TRIALS: Final = 3
NUM_STEPS: Final = 3_000_000
EVAL_INTERVAL: Final = 250_000
NUM_VALIDATION: Final = 200
"""Validation equations played at each evaluation."""
_RATES: Final[Schema] = {"greedy": float, "sampled": float}
SCHEMA: Final[Schema] = {
    "job": {"agent": str, "dataset": str, "steps": int}, "config": {"reward": str},
    "points": [{"step": int, "test": _RATES, "validation": _RATES}],
    "seconds": float, "made_with": MADE_WITH,
}  # fmt: skip
"""What the page asks of a run."""


def jobs(trials: int = NUM_TRIALS, steps: int = NUM_STEPS) -> list[Job]:
    """List the runs, first trials first."""
    first = [
        {"agent": agent, "dataset": dataset, "trial": trial, "steps": steps}
        for trial in range(trials)
        for dataset in reversed(DATASETS)
        for agent in reversed(AGENTS)
    ]
    more = [
        {"agent": agent, "preset": preset, "dataset": dataset, "trial": trial, "steps": steps,
         "data_seed": trial}
        for trial in range(trials)
        for dataset in reversed(DATASETS)
        for agent, preset in reversed(SERIES)
        if preset != "ours" or trial > 0
    ]  # fmt: skip
    return [*first, *more]


def series(job: Job) -> tuple[Any, Any]:
    """Return the agent of a run with its preset."""
    return job["agent"], job.get("preset", "ours")


def run_trial(job: Job, folder: Path | None = None) -> Result:
    """Train once, evaluating on the validation and the test split on the way.

    Args:
        job: what to run.
        folder: where the run is kept after every evaluation, to go on from there if it is stopped.
    """
    from aljabr.flat import training

    config = training.TrainConfig(
        agent=job["agent"],
        preset=series(job)[1],
        dataset=job["dataset"],
        data_seed=job.get("data_seed", 0),
        steps=job["steps"],
        seed=job["trial"],
        eval_interval=EVAL_INTERVAL,
    )
    trainer = training.start(config)
    started = time.perf_counter()
    points: list[dict[str, Any]] = []
    seconds_before = 0.0
    kept = folder and folder / ("-".join(map(str, job.values())) + ".safetensors")
    if kept and kept.exists():
        card = trainer.restore(kept)
        points, seconds_before = card["points"], card["seconds"]
    validation = training.evaluation_equations(config, "validation")[:NUM_VALIDATION]
    test = training.evaluation_equations(config, "test")
    episodes = solved = 0
    for progress, due in training.run(trainer):
        episodes += progress.episodes
        solved += progress.solved
        if due:
            on_test, on_validation = trainer.evaluate(test), trainer.evaluate(validation)
            points.append(
                {
                    "step": progress.steps,
                    "train": solved / max(episodes, 1),
                    "coverage": trainer.coverage,
                    "test": asdict(on_test),
                    "validation": asdict(on_validation),
                }
            )
            episodes = solved = 0
            if kept:
                seconds = seconds_before + time.perf_counter() - started
                trainer.save(kept, {"points": points, "seconds": seconds})
    if kept:
        for path in (kept, kept.with_suffix(".json")):
            path.unlink(missing_ok=True)
    config_record = jsonable(asdict(config))
    return {"points": points, "config": config_record, "seconds_before": seconds_before}


def best(result: Result) -> dict[str, Any]:
    """Return the point of a run that was best on validation, as test figures must be chosen."""
    point: dict[str, Any] = max(
        result["points"],
        key=lambda p: (p["validation"]["sampled"] + p["validation"]["greedy"], p["step"]),
    )
    return point


def render(results: Sequence[Result]) -> str:
    """Write the page: figures at the end and at the best validation point, and the plot."""
    cells: dict[tuple[str, tuple[str, str]], list[Result]] = {}
    for result in results:
        cells.setdefault((result["job"]["dataset"], series(result["job"])), []).append(result)
    steps = f"{max(result['job']['steps'] for result in results):,}"
    rewards = sorted({result["config"]["reward"] for result in results})
    lines = [
        "# Learning curves on the random datasets",
        "",
        f"{steps} steps a trial, reward preset `{', '.join(rewards)}`. `test_greedy`: the fraction"
        " of the test equations that the greedy policy solves; `test_10`: solved at least once in"
        " 10 stochastic rollouts. Means over the trials, in brackets the least and the greatest;"
        " *seeds* are those of the datasets. [Presets](table1.md#presets) say with which"
        " hyperparameters."
        " The best point of a run is chosen on the validation split, never on the test split."
        " Written by `aljabr bench curves`.",
        "",
        "![Learning curves](curves.png)",
        "",
        "| dataset | preset | agent | trials | seeds | test_greedy, end | test_10, end"
        " | test_greedy, best by validation | test_10, best by validation |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for dataset in DATASETS:
        for agent, preset in SERIES:
            runs = cells.get((dataset, (agent, preset)), [])
            seeds = sorted({run["job"].get("data_seed", 0) for run in runs})
            shown = ", ".join(map(str, seeds)) or "—"
            groups = [run["points"][-1]["test"] for run in runs], [best(r)["test"] for r in runs]
            figures = [
                _spread([each[name] for each in group]) if group else "—"
                for group in groups
                for name in ("greedy", "sampled")
            ]
            row = [dataset, preset, agent, str(len(runs)), shown, *figures]
            lines.append(f"| {' | '.join(row)} |")
    lines += [
        "",
        "The paper reports, read off its figure, for its best agents (PPO-RND and PPO-RIDE):"
        " test_10 about 1.0 on small and 0.8 on large, test_greedy about 0.25 on both.",
        "",
        describe(results),
        "",
    ]
    return "\n".join(lines)


def _spread(numbers: list[float]) -> str:
    return f"{np.mean(numbers):.2f} ({min(numbers):.2f}–{max(numbers):.2f})"


def plot(results: Iterable[Result], path: Path) -> None:
    """Draw the curves: means over the trials, shaded from the least to the greatest."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, 2, figsize=(9, 6), sharex=True, sharey=True)
    everything = list(results)
    for row, dataset in enumerate(DATASETS):
        for column, (name, title) in enumerate((("greedy", "test_greedy"), ("sampled", "test_10"))):
            axis = axes[row][column]
            for agent, preset in SERIES:
                runs = [
                    run for run in everything
                    if series(run["job"]) == (agent, preset) and run["job"]["dataset"] == dataset
                ]  # fmt: skip
                if not runs:
                    continue
                steps = [point["step"] for point in runs[0]["points"]]
                rates = np.array([[p["test"][name] for p in run["points"]] for run in runs])
                is_ours = preset == "ours"
                colour = f"C{(*AGENTS, 'a2c').index(agent)}"
                axis.plot(
                    steps, rates.mean(0), color=colour, linestyle="-" if is_ours else "--",
                    label=agent if is_ours else f"{agent}, {preset}",
                )  # fmt: skip
                axis.fill_between(steps, rates.min(0), rates.max(0), color=colour, alpha=0.2)
            axis.set_title(f"{title}, {dataset}")
            axis.set_ylim(0, 1)
            axis.grid(alpha=0.3)
    most = max((axes[0][0], axes[1][0]), key=lambda axis: len(axis.lines))
    most.legend(fontsize=8)
    for axis in axes[1]:
        axis.set_xlabel("steps")
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
