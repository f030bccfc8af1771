"""How well the shipped tree policy solves equations it has never seen, beside unlearned search.

    python -m benchmarks.generalise --sample 60              some of every validation split
    python -m benchmarks.generalise --split test             whole test splits: the figures we state
    python -m benchmarks.generalise --render                 only write the figures into the page
                                                             and the shipped policy's card

For every set: greedy play, ten samples, and the solver with a second per equation, timed in this
warm process. Then the policy's search beside best-first search on complexity and on the solver's
unlearned order, all with the same number of expansions, on the first equations of the set only
(`--compared`), since unlearned search takes long where it fails. What the results hold already with
the same settings is not measured again. Of test equations, failures are counted by class and never
named.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, median
from typing import Any, Final, Literal

import tyro

from aljabr.ledger import page

RESULTS: Final = Path("benchmarks/results/generalise.json")
PAGE: Final = Path("docs/generalising.md")
SETS: Final = ("small", "large", "deep", "school", "symbolic", "fixed")
BUDGET: Final = 1.0
EXPANSIONS: Final = 1_000
MANY_EXPANSIONS: Final = 20_000
"""For the fixed equations, whose rational one is hard without learning."""
FURTHER: Final = 4_000
"""States expanded after the first answer, in search of a shorter way."""
NUM_SAMPLES: Final = 10
NUM_EXAMPLES: Final = 5
SEARCHES: Final = ("guided", "complexity", "isolation")
MODES: Final = ("greedy", "samples", "search")
TARGETS: Final = {
    "small": (0.98, 0.995, 1.0),
    "large": (0.95, 0.98, 0.995),
    "deep": (0.80, 0.90, 0.97),
    "school": (0.99, 0.995, 0.999),
    "symbolic": (0.95, 0.98, 0.99),
}
"""What was asked for: greedy, ten samples, search."""

Record = dict[str, Any]


# -- measuring -------------------------------------------------------------------------------------


def wilson(hits: int, count: int, z: float = 1.959964) -> tuple[float, float]:
    """Return the 95 % interval of a rate (Wilson's)."""
    if not count:
        return 0.0, 1.0
    rate, square = hits / count, z * z / count
    centre = (rate + square / 2) / (1 + square)
    half = z / (1 + square) * math.sqrt(rate * (1 - rate) / count + square / (4 * count))
    low = 0.0 if hits == 0 else max(0.0, centre - half)
    high = 1.0 if hits == count else min(1.0, centre + half)
    return round(low, 4), round(high, 4)


def measure(texts: Sequence[str], show: bool) -> Record:
    """Let the policy solve a set of equations in every mode."""
    from aljabr import solve
    from aljabr.algebra.parse import parse
    from aljabr.expert import iteration
    from aljabr.flat.evaluation import classify
    from aljabr.solver import registry

    policy: Any = registry.load()
    classes = [classify(parse(text)) for text in texts]
    solve("a*x + b = 0")  # whatever is loaded late is loaded now
    searched, seconds, cpu = [], [], []
    for text in texts:
        wall, process = time.perf_counter(), time.process_time()
        searched.append(solve(text, budget=BUDGET).status != "unsolved")
        seconds.append(time.perf_counter() - wall)
        cpu.append(time.process_time() - process)
    greedy, sampled = iteration.solved_by(policy, texts, NUM_SAMPLES)
    solved = dict(zip(MODES, (greedy, sampled, searched), strict=True))
    return {
        "modes": {
            mode: {**rate(hits), "failures": failures(texts, classes, hits, show)}
            for mode, hits in solved.items()
        },
        "classes": dict(Counter(classes)),
        "seconds": {"wall": quantiles(seconds), "processor": quantiles(cpu)},
    }


def measure_searches(texts: Sequence[str]) -> Record:
    """Set the policy's search beside unlearned ones."""
    from aljabr.solver import registry

    policy = registry.load()
    return compare(
        {name: [search(text, name, policy, EXPANSIONS) for text in texts] for name in SEARCHES}
    )


def rate(hits: Sequence[bool]) -> Record:
    """Return a fraction with its interval."""
    solved = sum(hits)
    return {"n": len(hits), "solved": solved, "interval": wilson(solved, len(hits))}


def quantiles(seconds: Sequence[float]) -> Record:
    """Return the median, the 99th percentile and the most."""
    ordered = sorted(seconds)
    high = ordered[min(len(ordered) * 99 // 100, len(ordered) - 1)]
    return {
        "median": round(median(ordered), 4),
        "p99": round(high, 4),
        "max": round(ordered[-1], 4),
    }


def failures(
    texts: Sequence[str], classes: Sequence[str], hits: Sequence[bool], show: bool
) -> Record:
    """Count what was not solved by class; name a few where that is allowed."""
    missed: dict[str, list[str]] = {}
    for text, kind, hit in zip(texts, classes, hits, strict=True):
        if not hit:
            missed.setdefault(kind, []).append(text)
    return {
        kind: {"count": len(each), **({"examples": each[:NUM_EXAMPLES]} if show else {})}
        for kind, each in sorted(missed.items())
    }


def search(text: str, name: str, policy: Any, max_expanded: int) -> Record:
    """Search for a derivation that proves an answer, by one of the orders.

    "on" follows the policy like "guided", goes on after the first answer, and gives the shortest
    way in all that it explored.
    """
    from aljabr.algebra.parse import parse
    from aljabr.answer.judge import Judge
    from aljabr.expert.lessons import distances
    from aljabr.game.games import SOLVER
    from aljabr.game.graph import StateGraph
    from aljabr.search.best_first import Order, best_first
    from aljabr.search.orders import (
        ByPriority,
        Led,
        complexity_priority,
        depth_priority,
        isolation_priority,
    )

    capacity = max(200_000, 40 * max_expanded)  # 1,000 expansions never come near it
    graph = StateGraph(replace(SOLVER, capacity=capacity))
    judge = Judge(graph, parse(text, None, graph.table))
    if judge.at_sight() is not None:
        return {"expanded": 0, "states": 0, "length": 0}
    priorities = {"complexity": complexity_priority, "isolation": isolation_priority,
                  "breadth": depth_priority}  # fmt: skip
    order: Order = Led(graph, policy)
    if name in priorities:
        order = ByPriority(graph, priorities[name])
    result = best_first(
        graph, judge.start, order, judge.goal(), max_expanded=max_expanded, max_states=capacity,
        extra_fn=(lambda _: FURTHER) if name == "on" else None,
    )  # fmt: skip
    length = None if result.path is None else len(result.path)
    if name == "on" and result.goals:
        length = int(distances(graph, result.goals)[judge.start])
    return {"expanded": result.expanded, "states": len(graph), "length": length}


def compare(found: dict[str, list[Record]]) -> Record:
    """Set searches side by side; lengths where all of them found a derivation."""
    count = len(next(iter(found.values())))
    common = [
        index
        for index in range(count)
        if all(each[index]["length"] is not None for each in found.values())
    ]
    sides: Record = {"common": len(common)}
    for name, each in found.items():
        solved = [one["length"] is not None for one in each]
        sides[name] = {
            **rate(solved),
            "median_expanded": median(one["expanded"] for one in each),
            "mean_expanded": round(mean(one["expanded"] for one in each), 1),
            "median_states": median(one["states"] for one in each),
            "mean_length": round(mean(each[i]["length"] for i in common), 2) if common else None,
        }
    return sides


def measure_fixed() -> Record:
    """Compare greedy derivations of the six fixed equations with the shortest known."""
    from aljabr.algebra.parse import parse
    from aljabr.answer.judge import Judge
    from aljabr.game.games import SOLVER
    from aljabr.game.graph import StateGraph
    from aljabr.search.walks import walks
    from aljabr.solver import registry
    from aljabr.tasks.datasets import FIXED

    policy: Any = registry.load()
    rows = []
    for text in FIXED.values():
        graph = StateGraph(SOLVER)
        judge = Judge(graph, parse(text, None, graph.table))
        (walk,) = walks(graph, [judge.start], policy, [judge.goal()])
        sides = {
            name: search(text, name, policy, MANY_EXPANSIONS)
            for name in (*SEARCHES, "on", "breadth")
        }
        row = {"equation": text, "greedy": len(walk.path) if walk.arrived else None,
               "searches": sides}  # fmt: skip
        print(row, flush=True)
        rows.append(row)
    return {"equations": rows}


# -- the page --------------------------------------------------------------------------------------


def render(record: Record, split: str = "test") -> dict[str, str]:
    """Return the tables of the page."""
    sets = {name: record["runs"][f"{split}/{name}"] for name in TARGETS}
    searches = {name: record["runs"][f"{split}/{name}/searches"] for name in TARGETS}
    shown = {name: record["runs"].get(f"validation/{name}") for name in TARGETS}
    return {
        "solved": _solved(sets) + "\n\n" + _made_with(sets),
        "searches": _searches(searches),
        "fixed": _fixed(record["runs"]["fixed"]["equations"]),
        "seconds": _seconds(sets),
        "failures": _failures(sets),
        "examples": _examples(shown),
    }


def _solved(sets: dict[str, Record]) -> str:
    rows = []
    for name, run in sets.items():
        cells = []
        for mode, target in zip(MODES, TARGETS[name], strict=True):
            one = run["modes"][mode]
            low, high = one["interval"]
            missed = "" if one["solved"] >= target * one["n"] else ", missed"
            cells.append(
                f"**{one['solved'] / one['n']:.3f}** [{low:.3f}, {high:.3f}] (≥ {target:g}{missed})"
            )
        rows.append([name, f"{run['modes']['greedy']['n']:,}", *cells])
    return page.table(["test set", "n", "greedy", "10 samples", "search, 1 s"], rows)


def _made_with(sets: dict[str, Record]) -> str:
    made = [run["made_with"] for run in sets.values()]
    commits = ", ".join(sorted({one["commit"] for one in made}))
    return (
        f"In brackets the 95 % interval (Wilson) and what was asked for. Measured {made[0]['date']}"
        f" at commit {commits}, Python {made[0]['python']}, {made[0]['machine']}."
    )


def _searches(sets: dict[str, Record]) -> str:
    rows = []
    for name, run in sets.items():
        for number, kind in enumerate(SEARCHES):
            one = run[kind]
            rows.append(
                [
                    f"{name}, {one['n']:,}" if not number else "",
                    {"guided": "led by the policy", "complexity": "complexity",
                     "isolation": "solver's unlearned order"}[kind],
                    f"{one['solved'] / one['n']:.3f}",
                    f"{one['median_expanded']:g}",
                    f"{one['mean_expanded']:g}",
                    f"{one['median_states']:g}",
                    f"{one['mean_length']:.2f}",
                ]
            )  # fmt: skip
    head = ["test set, n", "search", "solved", "expanded, median", "mean", "states made, median",
            "steps, where all solve"]  # fmt: skip
    return page.table(head, rows)


def _fixed(rows: list[Record]) -> str:
    lines = []
    for row in rows:
        sides = row["searches"]
        known = [one["length"] for one in sides.values() if one["length"] is not None]
        known += [row["greedy"]] if row["greedy"] is not None else []
        proved = sides["breadth"]["length"] is not None
        lines.append(
            [f"`{row['equation']}`", "not solved" if row["greedy"] is None else str(row["greedy"]),
             f"{min(known)}{'' if proved else ' (not proved)'}"]
            + [_expansions(sides[name]) for name in (*SEARCHES, "on", "breadth")]
        )  # fmt: skip
    head = ["equation", "greedy, steps", "shortest known", "expanded: led by the policy",
            "complexity", "solver's unlearned order", "led by the policy, searching on",
            "breadth first"]  # fmt: skip
    return page.table(head, lines)


def _expansions(one: Record) -> str:
    if one["length"] is None:
        return f"not within {one['expanded']:,}"
    return f"{one['expanded']:,} ({one['length']} steps)"


def _seconds(sets: dict[str, Record]) -> str:
    rows = [
        [name]
        + [f"{1000 * run['seconds'][kind][part]:.0f} ms"
           for kind in ("wall", "processor") for part in ("median", "p99", "max")]
        for name, run in sets.items()
    ]  # fmt: skip
    head = ["test set", "median", "99 %", "longest", "processor: median", "99 %", "longest"]
    return page.table(head, rows)


def _failures(sets: dict[str, Record]) -> str:
    rows = []
    for name, run in sets.items():
        for kind, count in sorted(run["classes"].items()):
            missed = [
                run["modes"][mode]["failures"].get(kind, {"count": 0})["count"] for mode in MODES
            ]
            if any(missed):
                rows.append([name, kind, f"{count:,}", *map(str, missed)])
    return page.table(
        ["test set", "class", "equations", "greedy", "10 samples", "search, 1 s"], rows
    )


def _examples(shown: dict[str, Record | None]) -> str:
    lines = []
    for name, run in shown.items():
        for mode in MODES if run else ():
            assert run is not None
            count = run["modes"][mode]["n"]
            for kind, each in run["modes"][mode]["failures"].items():
                texts = ", ".join(f"`{text}`" for text in each["examples"])
                lines.append(f"- {name}, {mode}, {kind} ({each['count']} of {count}): {texts}")
    return "\n".join(lines) or "None."


# -- the command -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """What to measure."""

    split: Literal["validation", "test"] = "validation"
    """Which split of each set."""
    sample: int = 0
    """Equations of each set; 0 for all."""
    sets: tuple[str, ...] = SETS
    """Names of sets."""
    compared: int = 100
    """Equations of each set on which searches are compared."""
    minutes: float | None = None
    """Begin nothing after so many."""
    out: Path = RESULTS
    """The results file."""
    render: bool = False
    """Only write the page."""


def main() -> None:
    """Measure what the results do not hold yet, write results and page."""
    options = tyro.cli(Options, description=__doc__)
    record: Record = {"runs": {}}
    if options.out.exists():
        record = json.loads(options.out.read_text(encoding="utf-8"))
    if not options.render:
        measure_all(options, record)
    if options.render or options.out == RESULTS:
        page.write(PAGE, render(record))
        annotate(record)


def annotate(record: Record) -> None:
    """Write the figures of the test splits into the shipped policy's card."""
    from aljabr.ledger import checkpoint
    from aljabr.solver import registry

    names = {"greedy": "greedy", "sampled": "samples", "search": "search"}
    figures = {
        name: {
            shown: run["modes"][mode]["solved"] / run["modes"][mode]["n"]
            for shown, mode in names.items()
        }
        for name in SETS
        if (run := record["runs"].get(f"test/{name}")) is not None
    }
    registry.annotate(checkpoint.SHIPPED / f"{registry.DEFAULT}.safetensors", figures)


def measure_all(options: Options, record: Record) -> None:
    """Measure what was asked for, and write each part as it is done."""
    from aljabr.ledger import checkpoint
    from aljabr.ledger.provenance import provenance
    from aljabr.solver import registry
    from aljabr.tasks import datasets

    started = time.monotonic()
    weights = checkpoint.read_card(checkpoint.SHIPPED / f"{registry.DEFAULT}.safetensors")
    names = options.sets
    keys = [f"{options.split}/{name}" for name in names if name != "fixed"]
    keys += ["fixed"] * ("fixed" in names) + [f"{key}/searches" for key in keys]
    for key in keys:
        count = options.compared if key.endswith("searches") else options.sample
        config = {"count": count, "budget": BUDGET, "expansions": EXPANSIONS,
                  "samples": NUM_SAMPLES, "seed": 0, "agent": weights["made_with"]}  # fmt: skip
        if record["runs"].get(key, {}).get("config") == config:
            continue
        if options.minutes is not None and time.monotonic() - started > 60 * options.minutes:
            raise SystemExit(f"out of time before {key}")
        if key == "fixed":
            run = measure_fixed()
        else:
            texts = datasets.load(key.split("/")[1], options.split)[: count or None]
            show = options.split == "validation"
            run = measure_searches(texts) if key.endswith("searches") else measure(texts, show)
        record["runs"][key] = {"config": config, **run, "made_with": provenance()}
        if "modes" in run:
            solved = {mode: f"{one['solved']}/{one['n']}" for mode, one in run["modes"].items()}
            print(solved, run["seconds"]["wall"])
        print(f"{key}: done after {time.monotonic() - started:.0f} s", flush=True)
        text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
        options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main()
