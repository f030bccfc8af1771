"""How often open equations are solved: all roots given, said to be all, and right.

    python -m benchmarks.open                                 the validation split of `open`
    python -m benchmarks.open --split test --processes 2      the test split: the figures we state
    python -m benchmarks.open --mode greedy                   the policy alone, without search
    python -m benchmarks.open --kinds "numeric cubics"        some kinds only, for looking
    python -m benchmarks.open --render                        only write the figures into the page

Symbolic polynomials are asked for all complex roots, the rest for all real ones. The records are
judged by `benchmarks.zeros`, which uses nothing of the solver; where that crashes, the verdict is
unclear. Failures are named for the validation split only. Writes `benchmarks/results/open.json` and
the figures of `docs/open_split.md`, unless some kinds only or a sample were asked for; exits with
status 1 if an answer is wrong.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import tyro

from aljabr.ledger import files, page
from aljabr.tasks.written import Known
from benchmarks import sets
from benchmarks.comparing import UNCLEAR, WRONG
from benchmarks.splits import Record, SplitOptions, recorded
from benchmarks.zeros import Verdict, judge

RESULTS: Final = Path("benchmarks/results/open.json")
PAGE: Final = Path("docs/open_split.md")

Mode = Literal["search", "greedy"]

# -- solving ---------------------------------------------------------------------------------------


def searched(budget: float, known: Known) -> Record:
    """Solve an equation as a user does; return the record."""
    from aljabr import solve

    return solve(known.text, budget=budget, domain=_domain(known)).to_json()


def greedy(known: Known) -> Record:
    """Let the policy alone solve an equation, by its first choices; return the record."""
    from aljabr.answer.writer import Writer
    from aljabr.expert.iteration import grown
    from aljabr.solver import registry

    policy = registry.load()
    assert policy is not None
    found, goal = grown(policy, known.text, domain=_domain(known))
    return Writer(known.text, found).answer(goal).to_json()


def _domain(known: Known) -> Any:
    assert known.core is not None
    return known.core.domain


def judged(mode: Mode, budget: float, seed: int, equations: Sequence[Known]) -> list[Record]:
    """Solve equations and judge each record."""
    return [_judged(greedy if mode == "greedy" else partial(searched, budget), seed, known)
            for known in equations]  # fmt: skip


def _judged(solve_fn: Callable[[Known], Record], seed: int, known: Known) -> Record:
    assert known.core is not None
    started = time.perf_counter()
    try:
        record = solve_fn(known)
    except Exception as reason:  # a defect of the solver: it is counted, and the run goes on
        verdict, record = Verdict(UNCLEAR, f"crashed: {reason!r}"), {"status": "crashed"}
        seconds = time.perf_counter() - started
    else:
        seconds = time.perf_counter() - started
        verdict = judge(known.text, known.core, record, random.Random(f"{seed}:{known.text}"))
    return {"verdict": verdict.name, "where": verdict.where, "seconds": seconds,
            "roots": [root["value"] for root in record.get("roots", ())],
            "status": record["status"]}  # fmt: skip


# -- measuring -------------------------------------------------------------------------------------


def measure(options: Options) -> Record:
    """Solve equations of `open`, and count verdicts by kind."""
    from aljabr.tasks.exercises import draw

    drawn = draw("open", options.split, options.seed)
    chosen = [(known, kind) for known, kind in zip(drawn.known, drawn.kinds, strict=True)
              if not options.kinds or kind in options.kinds]  # fmt: skip
    chosen = chosen[: options.sample or None]
    equations, kinds = [known for known, _ in chosen], [kind for _, kind in chosen]
    work = partial(judged, options.mode, options.budget, options.seed)
    found = list(sets.spread(work, equations, options.processes))
    return sets.summary(equations, kinds, found, show=options.split == "validation")


def render(record: Record) -> dict[str, str]:
    """Return the tables of the page."""
    runs = record["runs"]
    return {
        "search": sets.rates(runs.get("test/search")),
        "greedy": sets.rates(runs.get("test/greedy")),
        "failures": sets.failures(runs.get("validation/search")),
    }


# -- the command -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options(SplitOptions):
    """What to measure."""

    mode: Mode = "search"
    """The solver as it is, or the policy's first choice alone."""
    kinds: tuple[str, ...] = ()
    """Kinds of equations; all by default."""
    sample: int = 0
    """How many equations; 0 for all."""
    out: Path = RESULTS
    """The results file."""


def main() -> int:
    """Measure, write results and page."""
    options = tyro.cli(Options, description=__doc__)
    record = recorded(options.out)
    if options.render:
        page.write(PAGE, render(record))
        return 0
    run = measure(options)
    for each in run["failures"]:
        print(f"{each['verdict']}, {each['kind']}: {each['equation']}  ->  {each['answer']}")
        if each["where"]:
            print(f"    {each['where']}")
    for kind, counts in (*run["kinds"].items(), ("all", run["whole"])):
        print(f"{kind}: {counts['verdicts']}, {counts['seconds']}", flush=True)
    if not (options.kinds or options.sample):
        keep(options, record, run)
    return int(run["whole"]["verdicts"][WRONG] > 0)


def keep(options: Options, record: Record, run: Record) -> None:
    """Write a run into the results, and its figures into the page."""
    from aljabr.ledger.provenance import provenance

    config = {"budget": options.budget, "seed": options.seed, "processes": options.processes}
    made = {"config": config, **run, "made_with": provenance()}
    record["runs"][f"{options.split}/{options.mode}"] = made
    files.write_text(options.out, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    if options.out == RESULTS:
        page.write(PAGE, render(record))


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    raise SystemExit(main())
