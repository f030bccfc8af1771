"""Do two versions answer alike? Solve all test splits, keep the answers, compare.

    python -m benchmarks.golden --out new.jsonl                      solve and keep
    PYTHONPATH=../old/src python benchmarks/golden.py --out old.jsonl    the same by another version
    python -m benchmarks.golden --compare old.jsonl new.jsonl --commits OLD NEW

Comparing writes `benchmarks/results/golden.json`: how many answers differ in status, in roots, in
the number of steps, in conditions, and in how they were verified; the equations that differ in the
first three are counted, and named unless `--hide` says otherwise. Exits with status 1 if a status
or a root differs. Uses nothing of the package but `solve` and `datasets`, which every version has.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import tyro

RESULTS = Path("benchmarks/results/golden.json")
Record = dict[str, Any]


def equations() -> list[tuple[str, str]]:
    """Return all test equations, each with its dataset."""
    from aljabr import datasets

    return [(name, text) for name in datasets.NAMES for text in datasets.load(name, "test")]


def solved(budget: float, equation: tuple[str, str]) -> Record:
    """Solve one equation."""
    from aljabr import solve

    name, text = equation
    return {**solve(text, budget=budget).to_json(), "dataset": name, "text": text}


def record(out: Path, processes: int, budget: float) -> None:
    """Solve all test equations and write an answer a line, in order."""
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, context) as pool, out.open("w", encoding="utf-8") as file:
        for answer in pool.map(partial(solved, budget), equations(), chunksize=8):
            file.write(json.dumps(answer, ensure_ascii=False) + "\n")


# -- comparing -------------------------------------------------------------------------------------


def read(path: Path) -> list[Record]:
    """Read the answers of one version."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def differences(old: Record, new: Record) -> list[str]:
    """Name what differs between two answers to one equation."""
    views: dict[str, Callable[[Record], Any]] = {
        "status": lambda each: each["status"],
        "roots": lambda each: [root["value"] for root in each["roots"]],
        "number of steps": lambda each: len(each["steps"]),
        "steps": lambda each: each["steps"],
        "conditions": lambda each: [each["conditions"], *[r["conditions"] for r in each["roots"]]],
        "verified": lambda each: [root["verified"] for root in each["roots"]],
        "note": lambda each: each["note"],
    }
    return [name for name, view in views.items() if view(old) != view(new)]


def compare(old: Sequence[Record], new: Sequence[Record], hide: bool) -> Record:
    """Count in how many answers two versions differ, and in what."""
    if [each["text"] for each in old] != [each["text"] for each in new]:
        raise SystemExit("the versions were asked different equations")
    counts: Counter[str] = Counter()
    verified: Counter[str] = Counter()
    named = []
    for one, other in zip(old, new, strict=True):
        found = differences(one, other)
        counts.update(found)
        if "verified" in found and one["roots"] and other["roots"]:
            verified[f"{one['roots'][0]['verified']} to {other['roots'][0]['verified']}"] += 1
        if not hide and {"status", "roots", "number of steps"} & set(found):
            named.append({"equation": one["text"], "differs": found})
    return {
        "equations": len(old),
        "differ": dict(counts),
        "verified": dict(verified),
        "named": named,
    }


@dataclass(frozen=True)
class Options:
    """What to do."""

    out: Path | None = None
    """Solve, and write the answers to this file."""
    compare: tuple[Path, Path] | None = None
    """Compare the answers in two files."""
    commits: tuple[str, str] = ("", "")
    """The commits of the two."""
    hide: bool = False
    """Name no equation."""
    processes: int = 2
    """Processes that solve."""
    budget: float = 5.0
    """Seconds an equation."""


def main() -> int:
    """Solve or compare."""
    options = tyro.cli(Options, description=__doc__)
    if options.out is not None:
        record(options.out, options.processes, options.budget)
    if options.compare is None:
        return 0
    old, new = map(read, options.compare)
    result = {"commits": options.commits, **compare(old, new, options.hide)}
    RESULTS.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1, ensure_ascii=False))
    return int(bool({"status", "roots"} & result["differ"].keys()))


if __name__ == "__main__":
    raise SystemExit(main())
