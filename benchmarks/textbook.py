"""Equations as textbooks, examination papers and other systems' tests set them, solved and judged.

    python -m benchmarks.textbook                       all of them
    python -m benchmarks.textbook --classes radical     some classes only
    python -m benchmarks.textbook --render              only write the figures into the page

The equations are ours (`benchmarks/textbook.jsonl`), a line each: its class, the text, the letter
to solve `for`, what to judge it `as` if the checker does not read such notation, and whether it
must be `refused`, for it can be read in two ways or holds a long number. Every answer is judged by
`benchmarks.checking`, which shares no code with the solver. Writes `textbook.json` and figures in
`docs/checking.md`; exits with status 1 if an answer is false, or a text is read that is to be
refused.
"""

from __future__ import annotations

import json
import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import tyro

from aljabr.errors import UserError
from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from aljabr.solver.worker import Worker
from benchmarks.checker import answer_of, judge
from benchmarks.checking.reading import Unread
from benchmarks.generated import Asked

EQUATIONS: Final = Path(__file__).with_suffix(".jsonl")
RESULTS: Final = Path("benchmarks/results/textbook.json")
PAGE: Final = Path("docs/checking.md")

Line = dict[str, Any]


@dataclass(frozen=True)
class Options:
    """What to ask."""

    classes: tuple[str, ...] = ()
    """Classes of equations; all by default, and only then the results are written."""
    budget: float = 5.0
    """Seconds an equation."""
    render: bool = False
    """Only write the figures into the page."""


def equations(classes: tuple[str, ...] = ()) -> list[Line]:
    """Read the equations of some classes, or of all."""
    lines = EQUATIONS.read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return [each for each in found if not classes or each["class"] in classes]


def check(line: Line, worker: Worker, budget: float) -> Line:
    """Ask an equation and judge the answer; `false` says what is wrong with it."""
    text: str = line["text"]
    unknown, wants = line.get("for"), line.get("refused", False)
    found: Line = {"class": line["class"], "text": text, "for": unknown, "false": {}}
    started = time.monotonic()
    try:
        solution = worker.solve(text, unknown, budget)
    except UserError as reason:
        false = {} if wants else {"refused": str(reason)}
        return found | {"outcome": "refused", "seconds": 0.0, "false": false}
    except RuntimeError as reason:
        return found | {"outcome": "unsolved", "seconds": 0.0, "false": {"crashed": str(reason)}}
    found |= {"seconds": round(time.monotonic() - started, 4), "said": solution.sentence()}
    decimals = solution.numeric_roots
    if solution.status == "unsolved":
        outcome = "decimals" if decimals is not None and decimals.complete else "unsolved"
    else:
        outcome = "complete" if solution.complete else "incomplete"
    found |= {"outcome": outcome, "note": str(solution.note)}
    if wants:
        return found | {"false": {"misread": "it can be read in two ways"}}
    try:
        report = judge(Asked(line.get("as") or text, unknown, line["class"]), answer_of(solution))
    except Unread as reason:
        return found | {"false": {"unread": str(reason)}}
    return found | {"false": dict(report.failures)}


OUTCOMES: Final = ("complete", "incomplete", "decimals", "unsolved", "refused")


def summary(found: list[Line]) -> dict[str, Line]:
    """Count the outcomes, for each class and for all."""
    classes: dict[str, list[Line]] = {}
    for line in found:
        classes.setdefault(line["class"], []).append(line)
    return {name: _counts(each) for name, each in [*classes.items(), ("all", found)]}


def _counts(lines: list[Line]) -> Line:
    seconds = sorted(line["seconds"] for line in lines)
    return {
        "equations": len(lines),
        **{name: sum(line["outcome"] == name for line in lines) for name in OUTCOMES},
        "false": sum(bool(line["false"]) for line in lines),
        "median": statistics.median(seconds),
        "99 %": seconds[int(0.99 * (len(seconds) - 1))],
    }


def render(result: Line) -> None:
    """Write the figures into the page."""
    head = ["class", "equations", *OUTCOMES, "false", "median", "99 %"]
    rows = [
        [name, *(f"{each[key]:,}" for key in ("equations", *OUTCOMES, "false")),
         *(f"{1000 * each[key]:.0f} ms" for key in ("median", "99 %"))]
        for name, each in result["classes"].items()
    ]  # fmt: skip
    left = [f"`{line['text']}`" for line in result["left"]]
    made = result["provenance"]
    page.write(PAGE, {"textbook": "\n\n".join([
        page.table(head, rows),
        f"Not complete: {', '.join(left)}.",
        f"{result['budget']} s per equation, commit {made['commit']}, {made['date']}; "
        "`python -m benchmarks.textbook`.",
    ])})  # fmt: skip


def main() -> int:
    """Ask, judge, and write what was found."""
    options = tyro.cli(Options, description=__doc__)
    if options.render:
        render(json.loads(RESULTS.read_text(encoding="utf-8")))
        return 0
    found = []
    with Worker() as worker:
        for line in equations(options.classes):
            one = check(line, worker, options.budget)
            found.append(one)
            if one["false"] or one["outcome"] in ("incomplete", "decimals", "unsolved"):
                what = f"FALSE {one['false']}" if one["false"] else one["outcome"]
                print(f"{one['class']}: {one['text']}  ->  {what}", flush=True)
    is_false = any(line["false"] for line in found)
    if options.classes:
        return int(is_false)
    left = [line for line in found if line["outcome"] in ("incomplete", "decimals", "unsolved")]
    result = {
        "budget": options.budget,
        "classes": summary(found),
        "left": left,
        "false": [line for line in found if line["false"]],
        "provenance": provenance(),
    }
    RESULTS.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    render(result)
    return int(is_false)


if __name__ == "__main__":
    raise SystemExit(main())
