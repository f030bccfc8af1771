"""Work as students write it, with a mistake or without, and what `check` says of it.

    python -m benchmarks.student_work                count, and print what is judged otherwise

The work is ours (`benchmarks/student_work.jsonl`), a line each: its lines, the number of the line
with the mistake or null, and what it shows. Unlike `benchmarks.students`, nothing of it is
generated: words, margins, arrows, cases, families, decimals and slips as a teacher meets them.
Exits with status 1 if right work is called wrong, or wrong work right.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import tyro

from aljabr import check
from aljabr.errors import UserError

WORK: Final = Path(__file__).with_suffix(".jsonl")
FALSE: Final = ("false alarm", "called right")
"""Verdicts that are worse than not to tell."""

Case = dict[str, Any]


@dataclass(frozen=True)
class Options:
    """What to check."""

    every: int = 1
    """Check every so many only."""
    budget: float = 5.0
    """Seconds for one derivation."""


def work(every: int = 1) -> list[Case]:
    """Read the work."""
    lines = WORK.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines[::every]]


def verdict(case: Case, budget: float = 5.0) -> str:
    """Say how a derivation is judged."""
    try:
        found = check(case["lines"], budget=budget)
    except UserError:
        return "refused"
    wrong = next((each.number for each in found.lines if each.verdict == "wrong"), None)
    is_unsure = any(each.verdict == "unsure" for each in found.lines)
    if case["wrong_line"] is None:
        return "false alarm" if wrong is not None else "unsure" if is_unsure else "right"
    if wrong is None:
        return "unsure" if is_unsure else "called right"
    return "found" if wrong == case["wrong_line"] else "other line"


def judged(options: Options) -> Iterator[tuple[Case, str]]:
    """Yield each derivation with how it is judged."""
    for case in work(options.every):
        yield case, verdict(case, options.budget)


def main() -> int:
    """Check, count, print."""
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for case, said in judged(tyro.cli(Options, description=__doc__)):
        is_right = case["wrong_line"] is None
        counts[is_right][said] += 1
        if said not in ("right", "found"):
            print(f"{said}: {' / '.join(case['lines'])}  ({case['why']})", flush=True)
    print("without a mistake:", dict(counts[True]))
    print("with a mistake:", dict(counts[False]))
    return int(any(said in FALSE for each in counts.values() for said in each))


if __name__ == "__main__":
    raise SystemExit(main())
