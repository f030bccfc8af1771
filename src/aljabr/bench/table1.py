"""Table 1: seven agents on the six fixed equations.

Success is counted in two ways: greedy at the end of training (stopped early once the greedy
policy has solved the equation at five evaluations in a row), and solved at least once on the way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from statistics import mean
from typing import Final

from aljabr.bench.programme import Job, Result, read_results
from aljabr.datasets import FIXED
from aljabr.graph import StateGraph
from aljabr.parse import parse
from aljabr.search import a_star

AGENTS: Final = ("a-star", "a2c", "ppo", "ppo-icm", "ppo-ride", "ppo-ngu", "ppo-rnd")
TITLES: Final = ("A*", "A2C", "PPO", "PPO-ICM", "PPO-RIDE", "PPO-NGU", "PPO-RND")
NUM_TRIALS: Final = 10
NUM_STEPS: Final = 3_000_000
EVAL_INTERVAL: Final = 20_000
IN_A_ROW: Final = 5
A_STAR_BUDGET: Final = 20_000

_PAPER_ROWS: Final = (
    (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (1.0, 0.2, 0.1, 0.7, 0.6, 0.4, 1.0),
    (0.0, 0.0, 0.2, 0.5, 0.4, 0.5, 0.8),
    (0.0, 0.0, 0.0, 0.2, 0.0, 0.2, 0.4),
    (0.0, 0.0, 0.0, 0.1, 0.0, 0.3, 0.5),
)
PAPER: Final = dict(zip(FIXED.values(), _PAPER_ROWS, strict=True))
"""Table 1 of the paper, in the order of AGENTS."""


def jobs(trials: int = NUM_TRIALS, steps: int = NUM_STEPS) -> list[Job]:
    """List the runs, first trials first, so that a cut-off programme is as even as can be."""
    return [
        {"agent": agent, "equation": equation, "trial": trial, "steps": steps}
        for trial in range(trials)
        for agent in reversed(AGENTS)
        for equation in reversed(PAPER)
        if agent != "a-star" or trial == 0
    ]


def run_trial(job: Job) -> Result:
    """Run one trial."""
    return _search(job) if job["agent"] == "a-star" else _train(job)


def _search(job: Job) -> Result:
    graph = StateGraph()
    result = a_star(graph, graph.add(parse(job["equation"])), A_STAR_BUDGET)
    solved = result.path is not None
    length = len(result.path) if result.path is not None else None
    return {"greedy": solved, "once": solved, "expanded": result.expanded, "length": length}


def _train(job: Job) -> Result:
    from aljabr import training

    config = training.TrainConfig(
        agent=job["agent"],
        equation=job["equation"],
        steps=job["steps"],
        seed=job["trial"],
        eval_interval=EVAL_INTERVAL,
    )
    trainer = training.start(config)
    in_a_row, greedy = 0, False
    for _, due in training.run(trainer):
        if due:
            greedy = trainer.solves_greedily()
            in_a_row = in_a_row + 1 if greedy else 0
            if in_a_row == IN_A_ROW:
                break
    return {
        "greedy": greedy,
        "once": trainer.first_solved[0] is not None,
        "first_solved": trainer.first_solved[0],
        "steps": trainer.steps,
        "states": len(trainer.graph),
        "config": training.jsonable(asdict(config)),
    }


def render(results: Iterable[Result]) -> str:
    """Write the table in Markdown, ours beside the paper's."""
    cells: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        job = result["job"]
        cells.setdefault((job["equation"], job["agent"]), []).append(result)
    lines = [
        "| equation | " + " | ".join(TITLES) + " |",
        "|---|" + "---|" * len(TITLES),
    ]
    for equation, theirs in PAPER.items():
        row = [
            f"{_cell(cells.get((equation, agent), []))} ({paper:.2f})"
            for agent, paper in zip(AGENTS, theirs, strict=True)
        ]
        lines.append(f"| `{equation}` | " + " | ".join(row) + " |")
    return "\n".join(lines)


def _cell(results: list[Result]) -> str:
    if not results:
        return "—"
    greedy = mean(float(result["greedy"]) for result in results)
    once = mean(float(result["once"]) for result in results)
    error = math.sqrt(greedy * (1 - greedy) / len(results))
    return f"**{greedy:.2f}** ± {error:.2f}, once {once:.2f}, n={len(results)}"


def main(path: Path) -> str:
    """Render what has been run so far."""
    return render(read_results(path))
