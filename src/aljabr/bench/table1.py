"""Table 1: the paper's seven agents and PPO with our hyperparameters on the six fixed equations.

Success is counted in two ways: greedy at the end of training (stopped early once the greedy
policy has solved the equation at five evaluations in a row), and solved at least once on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from statistics import mean, median
from typing import Final

from aljabr.algebra.parse import parse
from aljabr.bench.inference import wilson
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


def _cells(results: Sequence[Result]) -> Cells:
    cells: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        job = result["job"]
        cells.setdefault((job["equation"], job["agent"]), []).append(result)
    return cells


def render(results: Sequence[Result], curious: Sequence[Result] = ()) -> str:
    """Write the page in Markdown: both notions of success, ours beside the paper's.

    Args:
        results: the runs of Table 1.
        curious: those of the test of curiosity.
    """
    cells = _cells(results)
    steps = f"{max(result['job']['steps'] for result in results):,}"
    trained = [result for result in results if fits(result, {"config": {"reward": str}})]
    rewards = sorted({result["config"]["reward"] for result in trained})
    preset = f", trained with the reward preset `{', '.join(rewards)}`" if rewards else ""
    return "\n".join(
        [
            "# Table 1: the six fixed equations",
            "",
            f"Eight agents{preset}, up to {steps} steps a trial."
            " Successes of the trials, their rate with Wilson's 95 % interval, and the paper's"
            " success rate."
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
            *_with_the_appendix(curious),
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


CURIOUS: Final = ("ppo", "ppo-icm", "ppo-ride", "ppo-ngu", "ppo-rnd")


def _with_the_appendix(curious: Sequence[Result]) -> list[str]:
    """Show what the modules do with the appendix's hyperparameters, from the test of curiosity."""
    of_preset = [run for run in curious if run["job"].get("preset") == "appendix"]
    cells = _cells([run for run in of_preset if run["job"]["agent"] in CURIOUS])
    equations = [equation for equation in PAPER if any(equation == known for known, _ in cells)]
    if not equations:
        return []
    rows = []
    for equation in equations:
        row = [f"`{equation}`"]
        for agent in CURIOUS:
            runs = cells.get((equation, agent), [])
            theirs = _theirs(equation, "ppo-appendix" if agent == "ppo" else agent)
            shown = f"{_greedy(runs)}, once {sum(_solved(run) for run in runs)}" if runs else "—"
            row.append(shown + theirs)
        rows.append(row)
    return [
        "## The appendix's hyperparameters for all",
        "",
        "The modules above have our hyperparameters. With the preset `appendix`, whoever plays:"
        " greedy at the end, and how many of the trials solved the equation at least once. These"
        " are the runs of [the test of curiosity](curiosity.md), which asks no equation that chance"
        " solves, and never stops early.",
        "",
        page.table(["equation", *[TITLES[agent] for agent in CURIOUS]], rows),
        "",
    ]


def _solved(run: Result) -> bool:
    return run["first_solved"] is not None


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
            theirs = _theirs(equation, agent) if paper else ""
            row.append((cell_fn(results) if results else "—") + theirs)
        lines.append(f"| `{equation}` | " + " | ".join(row) + " |")
    return lines


def _theirs(equation: str, agent: str) -> str:
    """Say what the paper has, if it has this agent."""
    rate = PAPER[equation].get(agent)
    return "" if rate is None else f"; paper {rate:.2f}"


def _rate(successes: list[bool], mark: str = "") -> str:
    low, high = wilson(sum(successes), len(successes))
    rate = f"{mark}{mean(map(float, successes)):.2f}{mark}"
    return f"{sum(successes)}/{len(successes)}, {rate} ({low:.2f}–{high:.2f})"


def _greedy(results: list[Result]) -> str:
    return _rate([result["greedy"] for result in results], "**")


def _once(results: list[Result]) -> str:
    return _rate([result["once"] for result in results])


def _how_soon(results: list[Result]) -> str:
    found = [r.get("first_solved", r.get("expanded")) for r in results if r["once"]]
    first = [steps for steps in found if isinstance(steps, int)]
    soon = f"{median(first):,.0f}" if first else "never"
    return f"{soon}, n={len(results)}"
