"""Are the solver's answers true? Ask it thousands of equations and check every word it says.

    python -m benchmarks.checker                        1,500 generated equations, 300 of the splits
    python -m benchmarks.checker --count 20000 --sample 0 --processes 2     everything
    python -m benchmarks.checker --kinds branch near --splits none          some kinds only
    python -m benchmarks.checker --records answers.jsonl                    answers already given

The equations are drawn by `benchmarks.generated` and taken from the test splits of the datasets;
`benchmarks.checking` judges the answers, and shares no code with the package. A line of JSON is
written for each equation as it is checked, and the same command goes on where it was stopped. At
another commit everything is asked again; with `--also`, an answer that was judged at an earlier one
is not judged again if it has stayed the same, word for word. Writes `checker.json` and
`docs/checking.md`, and exits with status 1 if anything false or spurious was found; `--render` only
writes the page.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Literal

import mpmath  # type: ignore[import-untyped]
import tyro

from aljabr import Solution
from aljabr.algebra.parse import ParseError
from aljabr.answer.solution import Domain
from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from aljabr.solver.worker import Worker
from aljabr.tasks import datasets
from benchmarks.checking.claims import FALSE, NOTES, Answer, Report, answer_from
from benchmarks.checking.judge import Judge
from benchmarks.generated import Asked, generate

RESULTS: Final = Path("benchmarks/results")
PAGE: Final = Path("docs/checking.md")
MAX_EXAMPLES: Final = 50
"""Failing examples named in the results, of each kind."""
STATUSES: Final = ("solved", "no_solution", "all_values", "unsolved", "refused")

Key = tuple[str, str | None]
Lines = dict[Key, dict[str, Any]]


@dataclass(frozen=True)
class Options:
    """What to ask."""

    count: int = 1500
    """Generated equations."""
    seed: int = 0
    """Of the generated equations and of the samples."""
    kinds: tuple[str, ...] = ()
    """Kinds of generated equations (see `benchmarks.generated`); all by default."""
    splits: tuple[str, ...] = datasets.NAMES
    """Datasets whose test splits are asked; `none` for none."""
    sample: int = 60
    """Equations of each split; 0 for all."""
    domain: Literal["real", "complex", "auto"] = "auto"
    """Where roots are asked for; `auto`: as the solver does by default."""
    budget: float = 2.0
    """Seconds an equation."""
    patience: float = 60.0
    """Seconds that an answer is checked; after them no more points are tried."""
    processes: int = 1
    """How many equations are asked and checked at a time."""
    out: Path = RESULTS
    """The folder of the results."""
    also: tuple[str, ...] = ()
    """Earlier commits whose verdicts count where the answer is the same, word for word."""
    fresh: bool = False
    """Forget the lines of earlier runs."""
    records: Path | None = None
    """Judge these answers, a record of `aljabr solve --json` a line, and ask nothing."""
    render: bool = False
    """Only write the page."""


# -- asking ----------------------------------------------------------------------------------------


def asked(options: Options) -> list[Asked]:
    """Return the equations to ask, none of them twice."""
    found = list(generate(options.count, options.seed, options.kinds))
    for name in options.splits:
        if name == "none":
            continue
        known = datasets.answers(name, "test", 0)
        if 0 < options.sample < len(known):
            known = random.Random(f"checker:{name}:{options.seed}").sample(known, options.sample)
        found += [Asked(each.text, None, f"split {name}", each.roots) for each in known]
    return list({(each.text, each.unknown): each for each in found}.values())


def answer_of(solution: Solution) -> Answer:
    """Return what a solution prints."""
    return answer_from(solution.to_json())


def check(
    each: Asked,
    worker: Worker,
    budget: float,
    patience: float = 60.0,
    domain: Domain | None = None,
    before: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Ask an equation, judge the answer, and return the line about it.

    An answer that was judged before is not judged again.
    """
    line: dict[str, Any] = {"kind": each.kind, "text": each.text, "unknown": each.unknown}
    empty: dict[str, Any] = {"failures": {}, "notes": {}}
    started = time.monotonic()
    try:
        solution = worker.solve(each.text, each.unknown, budget, domain=domain)
    except ParseError as reason:
        return {**line, "status": "refused", "seconds": 0.0, "reason": str(reason), **empty}
    except RuntimeError as reason:
        empty["failures"] = {"crashed": str(reason)}
        return {**line, "status": "unsolved", "seconds": 0.0, **empty}
    asking = time.monotonic() - started
    answer = answer_of(solution)
    digest = sha256(json.dumps(asdict(answer), ensure_ascii=False).encode()).hexdigest()[:16]
    line["digest"] = digest
    if before is not None and before.get("digest") == digest and not before["failures"]:
        return {
            **before,
            "seconds": solution.seconds,
            "judged": before.get("judged", before["commit"]),
        }
    try:
        report = judge(each, answer, patience)
    except Exception as reason:  # a defect of the checker: it is counted, and the run goes on
        empty["failures"] = {"unread": repr(reason)}
        return {**line, "status": answer.status, "seconds": solution.seconds, **empty}
    line |= {"status": answer.status, "seconds": solution.seconds, "complete": answer.complete}
    line |= {"failures": report.failures, "notes": report.notes}
    line |= {"points": [report.tried, report.held, report.unclear]}
    line |= {"checking": round(time.monotonic() - started - asking, 3)}
    if report.failures or report.notes:
        line["answer"] = asdict(answer)
    return line


def judge(each: Asked, answer: Answer, patience: float = 60.0) -> Report:
    """Judge an answer to an equation."""
    return Judge(each.text, each.unknown, each.known, patience).judge(answer)


def judge_records(path: Path) -> int:
    """Judge answers already given, print what is wrong, and return how many are."""
    wrong = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        asked = Asked(record["equation"], record["unknown"], "record")
        failures = judge(asked, answer_from(record)).failures
        wrong += bool(failures)
        for kind, where in failures.items():
            print(f"{kind}: {asked.text}  ->  {where}", flush=True)
    return wrong


_workers: list[Worker] = []  # the one of this process


def _check_here(
    each: Asked,
    budget: float,
    patience: float,
    domain: Domain | None,
    before: dict[str, Any] | None,
) -> dict[str, Any]:
    if not _workers:
        _workers.append(Worker())
    return check(each, _workers[0], budget, patience, domain, before)


def lines(tasks: list[Asked], options: Options, earlier: Lines) -> Iterator[dict[str, Any]]:
    """Yield the line about each equation, as it is checked."""
    domain: Domain | None = None if options.domain == "auto" else options.domain
    limits = options.budget, options.patience, domain
    if options.processes < 2:
        with Worker() as worker:
            for each in tasks:
                yield check(each, worker, *limits, earlier.get((each.text, each.unknown)))
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(options.processes, mp_context=context) as pool:
        jobs = [
            pool.submit(_check_here, each, *limits, earlier.get((each.text, each.unknown)))
            for each in tasks
        ]
        for job in as_completed(jobs):
            yield job.result()


# -- lines and tables ------------------------------------------------------------------------------


def load(path: Path, options: Options, commit: str) -> tuple[Lines, Lines]:
    """Return the lines that earlier runs with this budget left: of this commit, and of others."""
    if options.fresh or not path.exists():
        return {}, {}
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    found = [line for line in found if line["budget"] == options.budget]
    ours = [line for line in found if line["commit"] == commit]
    others = [line for line in found if line["commit"] in options.also]
    return _by_key(ours), _by_key(others)


def _by_key(found: list[dict[str, Any]]) -> Lines:
    return {(line["text"], line["unknown"]): line for line in found}


def run(options: Options, commit: str) -> list[dict[str, Any]]:
    """Ask what has not been asked yet; return all lines of what is asked for."""
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / "checker.jsonl"
    done, earlier = load(path, options, commit)
    wanted = asked(options)
    waiting = [each for each in wanted if (each.text, each.unknown) not in done]
    print(
        f"{len(wanted)} equations, {len(wanted) - len(waiting)} of them checked before", flush=True
    )
    with path.open("w" if options.fresh else "a", encoding="utf-8") as file:
        for line in lines(waiting, options, earlier):
            line |= {"budget": options.budget, "commit": commit}
            done[line["text"], line["unknown"]] = line
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            for kind, where in line["failures"].items():
                print(f"{kind}: {line['text']}  ->  {where}", flush=True)
    return [done[each.text, each.unknown] for each in wanted]


def summary(found: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Count, for each class of equations and for all of them."""
    classes: dict[str, list[dict[str, Any]]] = {}
    for line in found:
        classes.setdefault(line["kind"], []).append(line)
    return {name: _counts(each) for name, each in [*classes.items(), ("all", found)] if each}


def _counts(found: list[dict[str, Any]]) -> dict[str, Any]:
    statuses = Counter(line["status"] for line in found)
    failures = Counter(kind for line in found for kind in line["failures"])
    seconds = sorted(line["seconds"] for line in found)
    return {
        "asked": len(found),
        **{status: statuses[status] for status in STATUSES},
        "complete": sum(line.get("complete", False) for line in found),
        **{kind: failures[kind] for kind in FALSE},
        **{note: sum(note in line["notes"] for line in found) for note in NOTES},
        "median_seconds": round(seconds[len(seconds) // 2], 4),
        "p99_seconds": round(seconds[min(len(seconds) * 99 // 100, len(seconds) - 1)], 4),
    }


def examples(found: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return failing equations by what is wrong, the shortest first.

    Of the test splits only those with a false answer are named.
    """
    named: dict[str, list[dict[str, Any]]] = {}
    for line in sorted(found, key=lambda each: len(each["text"])):
        notes = {} if line["kind"].startswith("split ") else line["notes"]
        for kind, where in (line["failures"] | notes).items():
            if len(named.setdefault(kind, [])) < MAX_EXAMPLES:
                named[kind].append(
                    {"equation": line["text"], "unknown": line["unknown"], "where": where,
                     "answer": line.get("answer")}
                )  # fmt: skip
    return named


HEADS: Final = {
    "asked": "asked", "solved": "solved", "complete": "complete", "no_solution": "no solution",
    "all_values": "every value", "unsolved": "unsolved", "refused": "refused",
    "false root": "false root", "undefined root": "undefined root", "unreal root": "unreal root",
    "spurious": "spurious", "void": "void", "false complete": "false “all roots”",
    "false no solution": "false “no solution”", "false every value": "false “every value”",
    "false exact": "false “exactly”", "false complex root": "false complex root",
    "false rejection": "false rejection", "false real": "false “real”",
    "false approx": "false digits", "false multiplicity": "false multiplicity",
    "unread": "unread", "crashed": "crashed", "narrow": "narrow", "edge": "edge",
    "complex root": "complex root", "unsearched": "unsearched", "unchecked": "unchecked",
}  # fmt: skip


def render(record: dict[str, Any]) -> dict[str, str]:
    """Return the figures of the page."""
    heads = {column: head for column, head in HEADS.items() if column in record["classes"]["all"]}
    rows = [
        [name, *[f"{counts[column]:,}" for column in heads],
         *[f"{1000 * counts[column]:.0f} ms" for column in ("median_seconds", "p99_seconds")]]
        for name, counts in record["classes"].items()
    ]  # fmt: skip
    made, options = record["made_with"], record["options"]
    note = (
        f"Seed {options['seed']}, {options['budget']:g} s to solve an equation and"
        f" {options.get('patience', 60):g} s to check it, commit {made['commit']}, {made['date']},"
        f" mpmath {record['mpmath']}."
    )
    if record.get("earlier"):
        note += (
            f" Of the answers, {record['earlier']:,} were judged at {', '.join(options['also'])}."
        )
    shown = []
    for kind, each in record["examples"].items():
        first = each[0]
        wanted = f" for {first['unknown']}" if first["unknown"] else ""
        equation = first["equation"].replace("|", r"\|")
        where = first["where"].strip().splitlines()[-1]  # of a trace, what was raised
        shown.append([kind, f"`{equation}`{wanted}", where.replace("|", r"\|")])
    listed = page.table(["what", "shortest example", "seen"], shown) if shown else "None."
    return {
        "classes": f"{page.table(['class', *heads.values(), 'median', '99 %'], rows)}\n\n{note}",
        "examples": listed,
    }


def main() -> int:
    """Ask, check, count, write."""
    options = tyro.cli(Options, description=__doc__)
    path = options.out / "checker.json"
    if options.records:
        return int(judge_records(options.records) > 0)
    if options.render:
        page.write(PAGE, render(json.loads(path.read_text(encoding="utf-8"))))
        return 0
    made = provenance()
    found = run(options, made["commit"])
    record = {
        "options": {**asdict(options), "out": str(options.out)},
        "classes": summary(found),
        "examples": examples(found),
        "earlier": sum("judged" in line for line in found),
        "mpmath": mpmath.__version__,
        "made_with": made,
    }
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    figures = render(record)
    if options.out == RESULTS:
        page.write(PAGE, figures)
    print(figures["classes"])
    return int(any(line["failures"] for line in found))


if __name__ == "__main__":
    raise SystemExit(main())
