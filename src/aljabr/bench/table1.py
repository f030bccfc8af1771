"""Table 1: the paper's seven agents and PPO with our hyperparameters on the six fixed equations.

Success is counted in two ways: greedy at the end of training (stopped early once the greedy
policy has solved the equation at five evaluations in a row), and solved at least once on the way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from statistics import mean, median
from typing import Final

from aljabr.algebra.parse import parse
from aljabr.game.graph import StateGraph
from aljabr.ledger import page
from aljabr.ledger.provenance import describe
from aljabr.ledger.results import Job, Result
from aljabr.ledger.runs import jsonable
from aljabr.ledger.schema import MADE_WITH, Schema, fits
from aljabr.search.orders import a_star
from aljabr.tasks.datasets import FIXED

TITLES: Final = {
    "a-star": "A*",
    "a2c": "A2C",
    "ppo-appendix": "PPO, appendix",
    "ppo": "PPO",
    "ppo-icm": "PPO-ICM",
    "ppo-ride": "PPO-RIDE",
    "ppo-ngu": "PPO-NGU",
    "ppo-rnd": "PPO-RND",
}
NUM_TRIALS: Final = 10
NUM_STEPS: Final = 3_000_000
EVAL_INTERVAL: Final = 20_000
IN_A_ROW: Final = 5
A_STAR_BUDGET: Final = 20_000
SCHEMA: Final[Schema] = {
    "job": {"agent": str, "equation": str, "steps": int}, "greedy": bool, "once": bool,
    "seconds": float, "made_with": MADE_WITH,
}  # fmt: skip
"""What the page asks of a run."""

_PAPER_ROWS: Final = (
    (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (1.0, 0.2, 0.1, 0.7, 0.6, 0.4, 1.0),
    (0.0, 0.0, 0.2, 0.5, 0.4, 0.5, 0.8),
    (0.0, 0.0, 0.0, 0.2, 0.0, 0.2, 0.4),
    (0.0, 0.0, 0.0, 0.1, 0.0, 0.3, 0.5),
)
_PAPER_AGENTS: Final = (
    "a-star",
    "a2c",
    "ppo-appendix",
    "ppo-icm",
    "ppo-ride",
    "ppo-ngu",
    "ppo-rnd",
)
PAPER: Final = {
    equation: dict(zip(_PAPER_AGENTS, row, strict=True))
    for equation, row in zip(FIXED.values(), _PAPER_ROWS, strict=True)
}
"""Table 1 of the paper."""


def jobs(trials: int = NUM_TRIALS, steps: int = NUM_STEPS) -> list[Job]:
    """List the runs, first trials first, so that a cut-off programme is as even as can be."""
    return [
        {"agent": agent, "equation": equation, "trial": trial, "steps": steps}
        for trial in range(trials)
        for agent in reversed(TITLES)
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
    from aljabr.flat import training

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
        "config": jsonable(asdict(config)),
    }


Cells = Mapping[tuple[str, str], list[Result]]


def render(results: Sequence[Result]) -> str:
    """Write the page in Markdown: both notions of success, ours beside the paper's."""
    cells: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        job = result["job"]
        cells.setdefault((job["equation"], job["agent"]), []).append(result)
    steps = f"{max(result['job']['steps'] for result in results):,}"
    trained = [result for result in results if fits(result, {"config": {"reward": str}})]
    rewards = sorted({result["config"]["reward"] for result in trained})
    preset = f", trained with the reward preset `{', '.join(rewards)}`" if rewards else ""
    return "\n".join(
        [
            "# Table 1: the six fixed equations",
            "",
            f"Eight agents{preset}, up to {steps} steps a trial."
            " Mean ± standard error over the trials; in brackets the paper's success rate."
            " A2C and *PPO, appendix* have the hyperparameters of the paper's appendix; the other"
            " PPO agents share ours ([agents](agents.md)). Written by `aljabr bench table1`.",
            "",
            "**Greedy at the end.** A trial succeeds if the greedy policy solves the equation when"
            f" training ends. It ends early once that was so at {IN_A_ROW} evaluations in a row,"
            f" {EVAL_INTERVAL:,} steps apart. A* is deterministic: one trial, at most"
            f" {A_STAR_BUDGET:,} expansions.",
            "",
            *_table(cells, _greedy, PAPER),
            "",
            "**Solved at least once** at any time in training, again beside the paper's rates: it"
            f" does not say which of both its success means{_alike(cells)}:",
            "",
            *_table(cells, _once, PAPER),
            "",
            "**How soon.** Steps until the first solution, the median over the trials that found"
            " one (for A*: expansions), and the number of trials:",
            "",
            *_table(cells, _how_soon),
            "",
            *_presets(),
            "",
            describe(results),
            "",
        ]
    )


def _alike(cells: Cells) -> str:
    """Say which of our columns are the paper's, to its one digit, where success is *once*.

    Only agents that have what the paper says of them; those of ours have other hyperparameters.
    """
    same = [agent for agent in ("a2c", "ppo-appendix") if _is_alike(cells, agent)]
    if not same:
        return ""
    names = " and ".join(TITLES[agent] for agent in same)
    trials = min(len(cells[equation, agent]) for equation in PAPER for agent in same)
    return (
        f", and what {names} reaches here, with {trials} trials, is what the paper reports on all"
        " six, so that it may be this"
    )


def _is_alike(cells: Cells, agent: str) -> bool:
    ours = {
        equation: mean(float(result["once"]) for result in cells[equation, agent])
        for equation in PAPER
        if cells.get((equation, agent))
    }
    return len(ours) == len(PAPER) and all(
        abs(rate - PAPER[equation][agent]) < 0.05 for equation, rate in ours.items()
    )


def _presets() -> list[str]:
    """Say what each preset fixes, and whose it is."""
    from aljabr.flat import presets

    rows = [[f"{what}", *values] for what, *values in presets.table()]
    return [
        "## Presets",
        "",
        "An agent says who plays, a preset all the rest (`--agent ppo-rnd --preset appendix`). In"
        " the tables above *PPO, appendix* is `--agent ppo --preset appendix`, the other PPO agents"
        " are of the preset `ours`. Of `ours` and `ours-without-imitation` all is ours that differs"
        " from `appendix`. A2C has the appendix's hyperparameters whatever the preset. Runs of"
        " Table 1 stop early; those of [the test of curiosity](curiosity.md) never do.",
        "",
        page.table(["", *[f"`{name}`" for name in presets.PRESET_NAMES], "whose"], rows),
    ]


def _table(
    cells: Cells,
    cell_fn: Callable[[list[Result]], str],
    paper: Mapping[str, Mapping[str, float]] | None = None,
) -> list[str]:
    lines = ["| equation | " + " | ".join(TITLES.values()) + " |", "|---|" + "---|" * len(TITLES)]
    for equation in PAPER:
        row = []
        for agent in TITLES:
            results = cells.get((equation, agent), [])
            theirs = (
                f" ({paper[equation][agent]:.2f})" if paper and agent in paper[equation] else ""
            )
            row.append((cell_fn(results) if results else "—") + theirs)
        lines.append(f"| `{equation}` | " + " | ".join(row) + " |")
    return lines


def _rate(successes: list[bool]) -> str:
    rate = mean(map(float, successes))
    error = math.sqrt(rate * (1 - rate) / len(successes))
    return f"{rate:.2f} ± {error:.2f}"


def _greedy(results: list[Result]) -> str:
    return f"**{_rate([result['greedy'] for result in results])}**"


def _once(results: list[Result]) -> str:
    return _rate([result["once"] for result in results])


def _how_soon(results: list[Result]) -> str:
    found = [r.get("first_solved", r.get("expanded")) for r in results if r["once"]]
    first = [steps for steps in found if isinstance(steps, int)]
    soon = f"{median(first):,.0f}" if first else "never"
    return f"{soon}, n={len(results)}"
