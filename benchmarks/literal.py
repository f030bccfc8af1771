"""What solving pays under the paper's literal reward, the drop in complexity.

    python -m benchmarks.literal --steps 300000 --trials 3
    python -m benchmarks.literal --render              only write the figures into the page

The reward of an episode is a sum that telescopes: the complexity of its first equation less that of
its last, whatever lies between. So what solving earns is known beforehand. Here it is computed, for
the first solution of A* and for the simplest of all that a longer search meets, beside the most
that is earned without solving; then PPO is trained with that reward. Writes
`benchmarks/results/literal.json` and its place in `docs/table1.md`.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tyro

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.bench.inference import wilson
from aljabr.game.graph import DEAD_END, VANISHED, StateGraph
from aljabr.ledger import files, page
from aljabr.ledger.provenance import provenance
from aljabr.search.best_first import best_first
from aljabr.search.orders import ByPriority, a_star, complexity_priority
from aljabr.tasks.datasets import FIXED

RESULTS = Path("benchmarks/results/literal.json")
PAGE = Path("docs/table1.md")

Record = dict[str, Any]


def earnings(equation: str, expansions: int) -> Record:
    """Return what solving an equation earns, and what can be had without."""
    graph = StateGraph()
    start = graph.add(parse(equation))
    first = a_star(graph, start, expansions)
    if first.path is None:
        raise ValueError(f"A* does not solve {equation} within {expansions} expansions")
    order = ByPriority(graph, complexity_priority)
    goals = best_first(
        graph, start, order, max_expanded=expansions, extra_fn=lambda _: expansions
    ).goals
    complexity = graph.complexity[: len(graph)].astype(int)
    vanished = (graph.flags[: len(graph)] & VANISHED) != 0
    is_open = ~vanished
    is_open[[DEAD_END, *goals]] = False
    begun, simplest = int(complexity[start]), min(goals, key=lambda goal: int(complexity[goal]))

    def earned(state: int) -> int:
        return begun - int(complexity[state])

    def easiest(chosen: Any) -> int:
        rows = np.flatnonzero(chosen)
        return int(rows[complexity[rows].argmin()])

    found = first.path[-1].state
    return {
        "equation": equation, "start": begun,
        "a_star": {"solution": _text(graph, found), "earns": earned(found)},
        "simplest": {"solution": _text(graph, simplest), "earns": earned(simplest)},
        "open": {"equation": _text(graph, easiest(is_open)), "earns": earned(easiest(is_open))},
        "vanished": {"equation": _text(graph, easiest(vanished)),
                     "earns": earned(easiest(vanished))} if vanished.any() else None,
    }  # fmt: skip


def _text(graph: StateGraph, state: int) -> str:
    return equation_text(graph.equation(state))


def trained(equation: str, steps: int, trials: int) -> Record:
    """Train the appendix's PPO with the paper's reward; return its successes."""
    from aljabr.flat import training

    config = training.TrainConfig(
        agent="ppo", preset="appendix", equation=equation, reward="paper", steps=steps,
        seeds=trials, eval_interval=steps,
    )  # fmt: skip
    trainer = training.start(config)
    for _ in training.run(trainer):
        pass
    greedy = sum(trainer.solves_greedily(member) for member in range(trials))
    once = sum(first is not None for first in trainer.first_solved)
    return {"greedy": greedy, "once": once, "steps": trainer.steps, "trials": trials}


# -- the page --------------------------------------------------------------------------------------


def render(path: Path = RESULTS) -> str:
    """Write the figures in Markdown."""
    record = json.loads(path.read_text(encoding="utf-8"))
    rows, made = record["rows"], record["made_with"]
    paying = [f"`{row['equation']}`" for row in rows if row["simplest"]["earns"] > 0]
    pays = f"only on {' and '.join(paying)}" if paying else "on none of the six"
    dearer = [row for row in rows if max(_without(row)) >= row["simplest"]["earns"]]
    runs = [row["ppo"] for row in rows if row["ppo"]]
    head = ["equation", "C at the start", "A*'s solution", "earns", "simplest solution met",
            "earns", "simplest equation met that is no solution", "earns", "x vanished", "earns",
            "PPO greedy", "once"]  # fmt: skip
    lines = [
        "## The paper's literal reward",
        "",
        "The tables above are of the reward `shaped`. The paper's, `paper`, is the drop in"
        " complexity alone. Over an episode it adds up (undiscounted) to the complexity at the"
        " start less that at the end, and doing nothing earns 0. So solving pays"
        f" {pays}: a solution holds all letters at once, and is mostly longer than what was asked."
        f" *Simplest* is of all that A* meets when it goes on for {record['expansions']:,}"
        f" expansions. On {len(dearer)} of {len(rows)} equations at least as much is had without"
        " solving.",
        "",
    ]
    if runs:
        lines += [
            "The last columns are PPO's successes with that reward, hyperparameters of the"
            f" `appendix`, {runs[0]['steps']:,} steps, with Wilson's 95 % intervals.",
            "",
        ]
    lines += [
        page.table(head, [_row(row) for row in rows]),
        "",
        f"Written by `python -m benchmarks.literal`, {made['date']}, commit {made['commit']},"
        f" Python {made['python']}, on {made['machine']}, {made['cpu']}.",
    ]
    return "\n".join(lines)


def _without(row: Record) -> list[int]:
    """Return what is earned without solving: by doing nothing, and in the two other ways."""
    return [0, row["open"]["earns"], *([row["vanished"]["earns"]] if row["vanished"] else [])]


def _row(row: Record) -> list[str]:
    cells = [f"`{row['equation']}`", str(row["start"])]
    for name, what in (("a_star", "solution"), ("simplest", "solution"), ("open", "equation"),
                       ("vanished", "equation")):  # fmt: skip
        each = row[name]
        cells += [f"`{each[what]}`", f"{each['earns']:+d}"] if each else ["—", "—"]
    return cells + [_rate(row["ppo"], name) for name in ("greedy", "once")]


def _rate(run: Record | None, name: str) -> str:
    if run is None:
        return "—"
    low, high = wilson(run[name], run["trials"])
    return f"{run[name]}/{run['trials']} ({low:.2f}–{high:.2f})"


@dataclass(frozen=True)
class Options:
    """What to compute."""

    expansions: int = 2_000
    """States that the search for simple solutions expands."""
    steps: int = 300_000
    """Steps of a trial of PPO; 0 for none."""
    trials: int = 3
    """Trials of PPO, side by side."""
    render: bool = False
    """Only write the page."""


def main() -> int:
    """Compute, write the file and the page."""
    options = tyro.cli(Options, description=__doc__)
    if not options.render:
        rows = []
        for equation in FIXED.values():
            row = earnings(equation, options.expansions)
            row["ppo"] = trained(equation, options.steps, options.trials) if options.steps else None
            rows.append(row)
            print(json.dumps(row, ensure_ascii=False), flush=True)
        record = {"expansions": options.expansions, "seeds": list(range(options.trials)),
                  "rows": rows, "made_with": provenance()}  # fmt: skip
        files.write_text(RESULTS, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    page.write(PAGE, {"literal": render()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
