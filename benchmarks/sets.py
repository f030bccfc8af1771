"""How often the solver gives all real roots of an equation, says so, and is right.

    python -m benchmarks.sets                                 the validation split of `sets`
    python -m benchmarks.sets --split test --processes 2      test splits: the figures we state
    python -m benchmarks.sets --mode greedy                   the policy alone, without search
    python -m benchmarks.sets --render                        only write the figures into the page

An answer to an equation of `sets` is compared with the known set (see `benchmarks.comparing`). It
is wrong if a root is none, if a root is missing though all are said to be there, or if none is said
to be there. In the other datasets (`--others`), all of whose roots nobody knows, it is counted how
many of the solved equations are said to be solved completely. Failures are named for the validation
split only. Writes `benchmarks/results/sets.json` and the figures of `docs/sets.md`; exits with
status 1 if an answer is wrong.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Literal

import tyro

from aljabr.ledger import files, page
from aljabr.search.policy import Policy
from aljabr.tasks.written import Known
from benchmarks.comparing import COMPLETE, INCOMPLETE, VERDICTS, WRONG, judge
from benchmarks.generalise import quantiles, wilson
from benchmarks.splits import Record, SplitOptions, recorded

RESULTS: Final = Path("benchmarks/results/sets.json")
PAGE: Final = Path("docs/sets.md")
OTHERS: Final = ("small", "large", "deep", "school", "symbolic")
"""Datasets in which only the claim of completeness is counted."""
NUM_EXAMPLES: Final = 8
CHUNK: Final = 8
"""Equations that a process takes at a time."""

Mode = Literal["search", "greedy"]

# -- solving ---------------------------------------------------------------------------------------


def searched(budget: float, texts: Sequence[str]) -> Iterator[tuple[Any, float]]:
    """Solve equations as a user does; yield each answer with its seconds."""
    from aljabr import solve

    for text in texts:
        started = time.perf_counter()
        yield solve(text, budget=budget), time.perf_counter() - started


def greedy(texts: Sequence[str], policy: Policy | None = None) -> Iterator[tuple[Any, float]]:
    """Let a policy alone solve equations, by its first choices; yield answers with seconds."""
    from aljabr.answer.writer import Writer
    from aljabr.expert.iteration import grown
    from aljabr.solver import registry

    policy = policy or registry.load()
    assert policy is not None
    for text in texts:
        started = time.perf_counter()
        judge, goal = grown(policy, text)
        yield Writer(text, judge).answer(goal), time.perf_counter() - started


def solver(mode: Mode, budget: float) -> Callable[[Sequence[str]], Iterator[tuple[Any, float]]]:
    """Return what solves equations in a mode."""
    return greedy if mode == "greedy" else partial(searched, budget)


def judged(mode: Mode, budget: float, seed: int, equations: Sequence[Known]) -> list[Record]:
    """Solve equations and compare each answer with the known set."""
    answers = solver(mode, budget)([known.text for known in equations])
    found = []
    for known, (solution, seconds) in zip(equations, answers, strict=True):
        verdict = judge(known, solution, random.Random(f"{seed}:{known.text}"))
        roots = [root.value for root in solution.roots]
        found.append({"verdict": verdict, "seconds": seconds, "roots": roots,
                      "status": solution.status})  # fmt: skip
    return found


def claimed(mode: Mode, budget: float, texts: Sequence[str]) -> list[Record]:
    """Solve equations and note which are said to be solved completely."""
    return [
        {
            "status": solution.status,
            "complete": bool(getattr(solution, "complete", False)),
            "seconds": seconds,
        }
        for solution, seconds in solver(mode, budget)(texts)
    ]


def spread(
    work: Callable[[Sequence[Any]], list[Record]], items: Sequence[Any], processes: int
) -> Iterator[Record]:
    """Do work in chunks, over several processes if asked; the results come in order."""
    chunks = [items[start : start + CHUNK] for start in range(0, len(items), CHUNK)]
    if processes == 1:
        yield from (record for chunk in chunks for record in work(chunk))
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from (record for records in pool.map(work, chunks) for record in records)


# -- measuring -------------------------------------------------------------------------------------


def measure(options: Options) -> Record:
    """Solve equations of `sets`, and count verdicts by kind."""
    from aljabr.tasks.exercises import draw

    drawn = draw("sets", options.split, options.seed)
    equations = drawn.known[: options.sample or None]
    work = partial(judged, options.mode, options.budget, options.seed)
    return summary(
        equations, drawn.kinds, list(spread(work, equations, options.processes)),
        show=options.split == "validation",
    )  # fmt: skip


def summary(
    equations: Sequence[Known], kinds: Sequence[str], found: Sequence[Record], show: bool
) -> Record:
    """Count verdicts, in all and by kind; name failures where that is allowed."""
    by_kind: dict[str, list[Record]] = {}
    named: list[Record] = []
    for known, kind, one in zip(equations, kinds, found, strict=False):
        by_kind.setdefault(kind, []).append(one)
        if show and one["verdict"] != COMPLETE:
            named.append(
                {"kind": kind, "verdict": one["verdict"], "equation": known.text,
                 "known": known.roots, "answer": one["roots"] or one["status"],
                 "where": one.get("where", "")}
            )  # fmt: skip
    return {
        "whole": _counts(found),
        "kinds": {kind: _counts(each) for kind, each in sorted(by_kind.items())},
        "failures": named,
    }


def _counts(found: Sequence[Record]) -> Record:
    verdicts = Counter(one["verdict"] for one in found)
    right = verdicts[COMPLETE]
    return {
        "n": len(found),
        "verdicts": {verdict: verdicts[verdict] for verdict in VERDICTS},
        "interval": wilson(right, len(found)),
        "seconds": quantiles([one["seconds"] for one in found]),
    }


def measure_claims(name: str, options: Options) -> Record:
    """Count how many of the solved equations of a dataset are said to be solved completely."""
    from aljabr.tasks import datasets

    texts = datasets.load(name, options.split, options.seed)[: options.sample or None]
    work = partial(claimed, options.mode, options.budget)
    found = list(spread(work, texts, options.processes))
    solved = [one for one in found if one["status"] != "unsolved"]
    complete = sum(one["complete"] for one in solved)
    return {"n": len(found), "solved": len(solved), "complete": complete,
            "interval": wilson(complete, len(solved)),
            "seconds": quantiles([one["seconds"] for one in found])}  # fmt: skip


# -- the page --------------------------------------------------------------------------------------


def render(record: Record) -> dict[str, str]:
    """Return the tables of the page."""
    runs = record["runs"]
    return {
        "sets": rates(runs.get("test/search/sets")),
        "greedy": rates(runs.get("test/greedy/sets")),
        "claims": _claims(runs),
        "failures": failures(runs.get("validation/search/sets")),
    }


def rates(run: Record | None) -> str:
    """Return the table of a run, a row a kind."""
    if run is None:
        return "Not measured yet."
    lines = {**run["kinds"], "all": run["whole"]}
    head = ["kind", "n", *VERDICTS[:4], "median", "99 %"]
    rows = [
        [kind, f"{one['n']:,}", _share(one["verdicts"][COMPLETE], one["n"], one["interval"])]
        + [f"{one['verdicts'][verdict]:,}" for verdict in VERDICTS[1:3]]
        + [f"{sum(one['verdicts'][verdict] for verdict in VERDICTS[3:]):,}"]
        + [_milliseconds(one["seconds"][part]) for part in ("median", "p99")]
        for kind, one in lines.items()
    ]
    return page.table(head, rows) + "\n\n" + _made_with(run)


def _claims(runs: Record) -> str:
    rows = []
    for name in OTHERS:
        run = runs.get(f"test/search/{name}")
        if run is not None:
            share = _share(run["complete"], run["solved"], run["interval"])
            rows.append([name, f"{run['n']:,}", f"{run['solved']:,}", share])
    head = ["test set", "n", "solved", "of them completely"]
    return page.table(head, rows) if rows else "Not measured yet."


def failures(run: Record | None) -> str:
    """Return some of the equations that a run does not get right, by kind."""
    if run is None:
        return "Not measured yet."
    lines = []
    for verdict in (WRONG, INCOMPLETE, *VERDICTS[3:]):
        missed = [one for one in run["failures"] if one["verdict"] == verdict]
        for kind in sorted({one["kind"] for one in missed}):
            texts = [f"`{one['equation']}`" for one in missed if one["kind"] == kind]
            shown = ", ".join(texts[:NUM_EXAMPLES])
            lines.append(f"- {verdict}, {kind} ({len(texts)}): {shown}")
    return "\n".join(lines) or "None."


def _share(hits: int, count: int, interval: Sequence[float]) -> str:
    return f"**{hits / max(count, 1):.3f}** [{interval[0]:.3f}, {interval[1]:.3f}]"


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def _made_with(run: Record) -> str:
    made, config = run["made_with"], run["config"]
    return (
        f"In brackets the 95 % interval (Wilson). {config['budget']:g} s an equation. Measured"
        f" {made['date']} at commit {made['commit']}, Python {made['python']}, {made['machine']}."
    )


# -- the command -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options(SplitOptions):
    """What to measure."""

    mode: Mode = "search"
    """The solver as it is, or the policy's first choice alone."""
    others: tuple[str, ...] = ()
    """Other datasets, in which claims of completeness are counted."""
    sample: int = 0
    """Equations of each; 0 for all."""
    budget: float = 2.0
    """Seconds an equation."""
    out: Path = RESULTS
    """The results file."""


def main() -> int:
    """Measure, write results and page."""
    options = tyro.cli(Options, description=__doc__)
    record = recorded(options.out)
    wrong = 0 if options.render else measure_all(options, record)
    if options.render or options.out == RESULTS:
        page.write(PAGE, render(record))
    return int(wrong > 0)


def measure_all(options: Options, record: Record) -> int:
    """Measure what was asked for, write each part as it is done; return how many are wrong."""
    from aljabr.ledger.provenance import provenance

    wrong = 0
    config = {"sample": options.sample, "budget": options.budget, "seed": options.seed,
              "processes": options.processes}  # fmt: skip
    for name in ("sets", *options.others):
        run = measure(options) if name == "sets" else measure_claims(name, options)
        key = f"{options.split}/{options.mode}/{name}"
        record["runs"][key] = {"config": config, **run, "made_with": provenance()}
        if name == "sets":
            wrong = run["whole"]["verdicts"][WRONG]
            print(f"{key}: {run['whole']}", flush=True)
        else:
            print(f"{key}: {run['complete']} of {run['solved']} solved are complete", flush=True)
        text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
        files.write_text(options.out, text)
    return int(wrong)


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    raise SystemExit(main())
