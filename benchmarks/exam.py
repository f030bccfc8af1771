"""The examination: every class of `exam`, solved by us and by SymPy, judged by one checker.

    python -m benchmarks.exam                                 the validation split
    python -m benchmarks.exam --split test --processes 2      the test split: the figures we state
    python -m benchmarks.exam --classes radicals hyperbolic --limit 30 --takers search
    python -m benchmarks.exam --render                        only write the page

Takers are our solver (`search`), our policy alone (`greedy`), and SymPy's `solve` and `solveset`,
each with the same seconds an equation. An answer counts if it is complete, says so, and is right
(`benchmarks.examining`); nothing of the solver is used to judge. Failures are named for the
validation split only. What is done is written down, and the same command goes on where it was
stopped; of another commit only what SymPy says is kept. Writes `benchmarks/results/exam.json` and
the figures of `docs/exam.md`, unless some classes only or a limit were asked for; exits with status
1 if an answer of ours is wrong.
"""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, Literal

import tyro

from aljabr.answer.solution import Solution
from aljabr.ledger import files, page
from aljabr.ledger.provenance import provenance
from aljabr.tasks.written import Known
from benchmarks import examining, sets, sympy_sets
from benchmarks.comparing import COMPLETE, INCOMPLETE, UNCLEAR, UNSOLVED, VERDICTS, WRONG
from benchmarks.generalise import quantiles, wilson
from benchmarks.splits import Record, SplitOptions, recorded

RESULTS: Final = Path("benchmarks/results/exam.json")
UNFINISHED: Final = RESULTS.parent / "unfinished"
PAGE: Final = Path("docs/exam.md")
TAKERS: Final = ("search", "greedy", "solve", "solveset")
OURS: Final = TAKERS[:2]
NUM_EXAMPLES: Final = 12

Taker = Literal["search", "greedy", "solve", "solveset"]

# -- taking ----------------------------------------------------------------------------------------


def taken(budget: float, seed: int, asked: Sequence[tuple[Known, str]]) -> list[Record]:
    """Return the verdicts on equations, each asked of one taker."""
    peer = _peer(budget)
    return [_one(taker, budget, f"{seed}:{known.text}", known, peer) for known, taker in asked]


@lru_cache
def _peer(budget: float) -> sympy_sets.Peer:
    """Return the process that asks SymPy, one for each of ours; it ends with it."""
    return sympy_sets.Peer(budget)


def _one(taker: str, budget: float, seed: str, known: Known, peer: sympy_sets.Peer) -> Record:
    if taker not in OURS:
        return sympy_sets.judge(known, peer, taker, seed)
    started = time.perf_counter()
    try:
        if taker == "search":
            ((solution, seconds),) = sets.searched(budget, [known.text])
        else:
            ((solution, seconds),) = sets.greedy([known.text])
    except Exception as reason:  # a defect of the solver: it is counted, and the run goes on
        seconds = time.perf_counter() - started
        return {"verdict": UNCLEAR, "seconds": seconds, "answer": f"crashed: {reason!r}"}
    verdict = examining.judge(known, written_out(solution), random.Random(seed))
    if seconds > budget + 0.5 and verdict in (COMPLETE, INCOMPLETE):
        verdict = UNSOLVED  # too late
    answer = ", ".join(root.value for root in solution.roots) or solution.status
    return {"verdict": verdict, "seconds": seconds, "answer": answer}


def written_out(solution: Solution) -> Solution:
    """Put the pieces that a long root is made of in the places of their names."""
    values: dict[str, str] = {}

    def put_in(text: str) -> str:
        return re.sub(r"u_\d+", lambda name: f"({values.get(name[0], name[0])})", text)

    for each in solution.definitions:
        values[each.name] = put_in(each.value)
    roots = tuple(replace(root, value=put_in(root.value)) for root in solution.roots)
    return replace(solution, roots=roots) if values else solution


# -- measuring -------------------------------------------------------------------------------------


def chosen(options: Options) -> list[tuple[Known, str]]:
    """Return the equations that were asked for, each with its class."""
    from aljabr.tasks.exercises import draw

    drawn = draw("exam", options.split, options.seed)
    seen: Counter[str] = Counter()
    found = []
    for known, kind in zip(drawn.known, drawn.kinds, strict=True):
        if options.classes and kind not in options.classes:
            continue
        seen[kind] += 1
        if not options.limit or seen[kind] <= options.limit:
            found.append((known, kind))
    return found


def sat(options: Options, asked: Sequence[tuple[Known, str]]) -> list[Record]:
    """Let all takers sit the examination, as far as they have not; return verdicts by taker."""
    import sympy

    commit = provenance()["commit"]
    versions = {taker: commit if taker in OURS else sympy.__version__ for taker in TAKERS}
    path = UNFINISHED / f"exam {options.split} {options.seed} {options.budget:g}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    done: dict[tuple[str, str], Record] = {}
    for line in map(json.loads, lines):
        if line["version"] == versions[line["taker"]]:
            done[line["equation"], line["taker"]] = line["record"]
    seen: Counter[str] = Counter()
    sitting: list[list[str]] = []
    for _, kind in asked:
        seen[kind] += 1
        all_sit = not options.peers or seen[kind] <= options.peers
        sitting.append([taker for taker in options.takers if all_sit or taker in OURS])
    waiting = [
        (known, taker)
        for taker in options.takers
        for (known, _), takers in zip(asked, sitting, strict=True)
        if taker in takers and (known.text, taker) not in done
    ]
    work = partial(taken, options.budget, options.seed)
    with path.open("a", encoding="utf-8") as file:
        found = sets.spread(work, waiting, options.processes)
        for (known, name), record in zip(waiting, found, strict=True):
            done[known.text, name] = record
            line = {"equation": known.text, "taker": name, "version": versions[name]}
            file.write(json.dumps({**line, "record": record}, ensure_ascii=False) + "\n")
            file.flush()
    return [
        {taker: done[known.text, taker] for taker in takers}
        for (known, _), takers in zip(asked, sitting, strict=True)
    ]


def measure(options: Options) -> Record:
    """Let all takers sit the examination, and count by class."""
    asked = chosen(options)
    found = sat(options, asked)
    by_class: dict[str, list[Record]] = {}
    for (_, kind), one in zip(asked, found, strict=True):
        by_class.setdefault(kind, []).append(one)
    record: Record = {
        "takers": list(options.takers),
        "classes": {kind: _counts(each, options.takers) for kind, each in sorted(by_class.items())},
        "whole": _counts(found, options.takers),
        "failures": [],
    }
    if options.split == "validation":
        record["failures"] = [
            {"class": kind, "taker": taker, "equation": known.text,
             "known": known.roots or known.status, **one[taker]}
            for (known, kind), one in zip(asked, found, strict=True)
            for taker in one
            if taker in OURS and one[taker]["verdict"] != COMPLETE
        ]  # fmt: skip
    return record


def _counts(found: Sequence[Record], takers: Sequence[str]) -> Record:
    counts: Record = {"n": len(found)}
    for taker in takers:
        records = [one[taker] for one in found if taker in one]
        verdicts = Counter(each["verdict"] for each in records)
        counts[taker] = {
            "n": len(records),
            "verdicts": {verdict: verdicts[verdict] for verdict in VERDICTS},
            "interval": wilson(verdicts[COMPLETE], len(records)),
            "seconds": quantiles([each["seconds"] for each in records]),
            "out_of_time": sum(each["answer"] == sympy_sets.OUT_OF_TIME for each in records),
        }
    if "solve" in takers and "solveset" in takers:
        both = [(one["solve"], one["solveset"]) for one in found if "solve" in one]
        counts["either"] = sum(
            COMPLETE in (each["verdict"] for each in pair) for pair in both
        ) / max(len(both), 1)
    return counts


# -- the page --------------------------------------------------------------------------------------


def render(record: Record) -> dict[str, str]:
    """Return the tables of the page."""
    run = record["runs"].get("test") or record["runs"].get("validation")
    named = record["runs"].get("validation")
    return {"rates": rates(run), "times": times(run), "failures": failures(named)}


def rates(run: Record | None) -> str:
    """Return the shares that are complete and right, a row a class."""
    if run is None:
        return "Not measured yet."
    titles = {"search": "aljabr", "greedy": "aljabr, greedy", "solve": "SymPy `solve`",
              "solveset": "SymPy `solveset`"}  # fmt: skip
    takers = run["takers"]
    head = ["class", "n", *(titles[taker] for taker in takers)]
    both = "either" in run["whole"]
    head += ["either of SymPy's"] * both + [
        "wrong: " + ", ".join(titles[taker] for taker in takers)
    ]
    rows = []
    for kind, one in {**run["classes"], "all": run["whole"]}.items():
        row = [kind, f"{one['n']:,}", *(_share(one, taker) for taker in takers)]
        if both:
            row.append(f"{one['either']:.3f}")
        wrong = [str(one[taker]["verdicts"][WRONG]) for taker in takers]
        rows.append([*row, ", ".join(wrong)])
    made, config = run["made_with"], run["config"]
    peers = (
        f" SymPy was asked the first {config['peers']} of each class." if config["peers"] else ""
    )
    return (
        f"{page.table(head, rows)}\n\nThe share that is complete and right, in brackets the 95 %"
        f" interval (Wilson).{peers} Split: {config['split']}. {config['budget']:g} s an equation."
        f" Measured {made['date']} at commit {made['commit']}, Python {made['python']},"
        f" SymPy {made['sympy']}, {made['machine']}."
    )


def _share(one: Record, taker: str) -> str:
    counts = one[taker]
    hits, (low, high) = counts["verdicts"][COMPLETE], counts["interval"]
    text = f"{hits / max(counts['n'], 1):.3f}"
    return f"**{text}** [{low:.3f}, {high:.3f}]" if taker == "search" else text


def times(run: Record | None) -> str:
    """Return median and 99 % times, a row a class."""
    if run is None:
        return "Not measured yet."
    takers = run["takers"]
    head = ["class", *(f"{taker}: {part}" for taker in takers for part in ("median", "99 %"))]
    rows = [
        [kind, *(f"{1000 * one[taker]['seconds'][part]:.0f} ms"
                 for taker in takers for part in ("median", "p99"))]
        for kind, one in {**run["classes"], "all": run["whole"]}.items()
    ]  # fmt: skip
    return page.table(head, rows)


def failures(run: Record | None) -> str:
    """Return some of the equations of the validation split that are not solved, by class."""
    if run is None:
        return "Not measured yet."
    lines = []
    missed = [one for one in run["failures"] if one["taker"] == "search"]
    for kind in sorted({one["class"] for one in missed}):
        for verdict in (WRONG, INCOMPLETE, UNSOLVED, UNCLEAR):
            texts = [f"`{one['equation']}`" for one in missed
                     if one["class"] == kind and one["verdict"] == verdict]  # fmt: skip
            if texts:
                shown = ", ".join(texts[:NUM_EXAMPLES])
                lines.append(f"- {kind}, {verdict} ({len(texts)}): {shown}")
    return "\n".join(lines) or "None."


# -- the command -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options(SplitOptions):
    """What to measure."""

    classes: tuple[str, ...] = ()
    """Classes; all by default."""
    limit: int = 0
    """Equations of each class; 0 for all."""
    takers: tuple[Taker, ...] = TAKERS
    """Who sits the examination."""
    peers: int = 0
    """Equations of each class that SymPy is asked; 0 for all."""
    out: Path = RESULTS
    """The results file."""
    unsolved: Path | None = None
    """A file for the equations of the validation split that we do not solve."""


def main() -> int:
    """Measure, write results and page."""
    options = tyro.cli(Options, description=__doc__)
    record = recorded(options.out)
    if options.render:
        page.write(PAGE, render(record))
        return 0
    run = measure(options)
    for kind, one in (*run["classes"].items(), ("all", run["whole"])):
        shares = {taker: one[taker]["verdicts"][COMPLETE] for taker in options.takers}
        wrong = {taker: one[taker]["verdicts"][WRONG] for taker in options.takers}
        late = {taker: one[taker]["out_of_time"] for taker in options.takers if taker not in OURS}
        print(f"{kind}: of {one['n']} complete and right {shares}, wrong {wrong}, late {late}")
    if options.unsolved is not None:
        files.write_text(options.unsolved, unsolved(run))
    if not (options.classes or options.limit):
        keep(options, record, run)
    ours = [taker for taker in options.takers if taker in OURS]
    return int(any(run["whole"][taker]["verdicts"][WRONG] for taker in ours))


def unsolved(run: Record) -> str:
    """List what we do not solve, a class after the other."""
    lines = []
    for kind, one in run["classes"].items():
        missed = [
            each for each in run["failures"] if each["class"] == kind and each["taker"] == "search"
        ]
        lines.append(f"\n== {kind}: {len(missed)} of {one['n']} not complete and right")
        lines += [f"{each['verdict']:22} {each['seconds']:5.2f} s  {each['equation']}    "
                  f"-> {each['answer'][:100]}    [{str(each['known'])[:120]}]"
                  for each in missed]  # fmt: skip
    return "\n".join(lines) + "\n"


def keep(options: Options, record: Record, run: Record) -> None:
    """Write a run into the results, and its figures into the page."""
    import sympy

    config = {"split": options.split, "budget": options.budget, "seed": options.seed,
              "processes": options.processes, "peers": options.peers}  # fmt: skip
    made = {**provenance(), "sympy": sympy.__version__}
    record["runs"][options.split] = {"config": config, **run, "made_with": made}
    files.write_text(options.out, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    if options.out == RESULTS:
        page.write(PAGE, render(record))


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    raise SystemExit(main())
