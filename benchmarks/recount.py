"""Recount the page on curiosity: every figure from the result files, by other means.

    python -m benchmarks.recount

Shares no code with `aljabr.bench`: the files are read anew, intervals and curves come from SciPy,
exact tests from going through all outcomes, variances from the double integral of Greenwood's
covariance. Exits with status 1 if a figure of `docs/curiosity.md` differs, or if none was found.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tyro
from scipy import stats

Run = dict[str, Any]
MODULES = {"PPO-RND": "ppo-rnd", "PPO-ICM": "ppo-icm", "PPO-RIDE": "ppo-ride", "PPO-NGU": "ppo-ngu"}
OTHERS = {
    "exact episodic count": "ppo-count", "PPO-E3B": "ppo-e3b",
    "PPO, entropy 0.01": "ppo-entropy-0.01", "PPO, entropy 0.03": "ppo-entropy-0.03",
    "PPO, self-imitation": "ppo-imitation", "PPO": "ppo", "random play": "random",
}  # fmt: skip


def read(path: Path) -> list[Run]:
    """Read JSON lines."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [json.loads(line) for line in text.splitlines() if line.strip()]


class Book:
    """All runs of one budget."""

    def __init__(self, folder: Path, steps: int) -> None:
        self.steps = steps
        done = [r for r in read(folder / "curiosity.jsonl") if r["job"]["steps"] == steps]
        finished = {json.dumps(r["job"], sort_keys=True) for r in done}
        self.runs = [{**r["job"], "done": True, **r} for r in done]
        for r in read(folder / "curiosity-unfinished.jsonl"):
            key = json.dumps(r["job"], sort_keys=True)
            if r["job"]["steps"] == steps and key not in finished:
                self.runs.append({**r["job"], "done": False, "greedy": False, **r})

    def cell(self, preset: str, agent: str, equation: str) -> list[Run]:
        """Return the runs of one cell."""
        wanted = {"preset": preset, "agent": agent, "equation": equation}
        return [r for r in self.runs if all(r[key] == value for key, value in wanted.items())]

    def shared(self, preset: str, agent: str) -> list[str]:
        """Return the equations on which an agent and PPO have two finished runs each."""
        equations = {r["equation"] for r in self.runs}
        return sorted(
            e for e in equations
            if all(sum(r["done"] for r in self.cell(preset, a, e)) >= 2 for a in (agent, "ppo"))
        )  # fmt: skip

    def cut(self, run: Run) -> tuple[float, bool]:
        """Return the time of a run, and whether the equation was solved then."""
        first = run.get("first_solved")
        if first is not None:
            return float(min(first, self.steps)), True
        return float(self.steps if run["done"] else run["step"]), False


def exact(tables: list[tuple[int, int, int, int]]) -> float:
    """Go through all outcomes with the same margins; add up those no likelier than what was."""
    per_table = []
    for a, n, b, m in tables:
        support = range(max(0, a + b - m), min(a + b, n) + 1)
        per_table.append([(k, float(stats.hypergeom.pmf(k, n + m, a + b, n))) for k in support])
    chances: dict[int, float] = {}
    for outcome in itertools.product(*per_table):
        total = sum(k for k, _ in outcome)
        chances[total] = chances.get(total, 0.0) + math.prod(p for _, p in outcome)
    seen = chances[sum(a for a, *_ in tables)]
    return min(sum(p for p in chances.values() if p <= seen * (1 + 1e-7)), 1.0)


def mean_time(times: list[tuple[float, bool]], limit: int) -> tuple[float, float]:
    """Return the area under SciPy's survival curve up to a limit, and its variance."""
    data = stats.CensoredData(
        uncensored=[t for t, event in times if event], right=[t for t, event in times if not event]
    )
    curve = stats.ecdf(data).sf
    edges = np.unique([0.0, *[t for t, event in times if event], float(limit)])
    heights = np.array([float(curve.evaluate(edge)) for edge in edges[:-1]])
    heights[edges[:-1] == 0] = 1.0
    widths = np.diff(edges)
    # Cov(S(u), S(v)) = S(u) S(v) sum over events until min(u, v) of d / (n (n - d))
    growth = np.zeros(len(heights))
    total = 0.0
    for index, edge in enumerate(edges[:-1]):
        risk = sum(t >= edge for t, _ in times)
        events = sum(t == edge and event for t, event in times)
        if events and risk > events:
            total += events / (risk * (risk - events))
        growth[index] = total
    earlier = np.minimum.outer(np.arange(len(heights)), np.arange(len(heights)))
    weights = heights * widths
    variance = float(weights @ growth[earlier] @ weights)
    n = len(times)
    return float(weights.sum()), variance * n / (n - 1) if n > 1 else variance


def step_down(p_values: list[float]) -> list[float]:
    """Return Holm's corrected p-values by their definition."""
    ranked = sorted(range(len(p_values)), key=p_values.__getitem__)
    found = {}
    for place, index in enumerate(ranked):
        before = [(len(ranked) - j) * p_values[ranked[j]] for j in range(place + 1)]
        found[index] = min(1.0, max(before))
    return [found[index] for index in range(len(p_values))]


def compare(book: Book, preset: str, agent: str) -> dict[str, Any]:
    """Return all that the page says of an agent beside PPO."""
    tables, difference, variance = [], 0.0, 0.0
    equations = book.shared(preset, agent)
    for equation in equations:
        ours, theirs = (book.cell(preset, a, equation) for a in (agent, "ppo"))
        tables.append((sum(r["greedy"] for r in ours), len(ours),
                       sum(r["greedy"] for r in theirs), len(theirs)))  # fmt: skip
        for sign, runs in ((1, ours), (-1, theirs)):
            mean, spread = mean_time([book.cut(r) for r in runs], book.steps)
            difference, variance = difference + sign * mean, variance + spread
    difference, sd = difference / len(equations), math.sqrt(variance) / len(equations)
    half = float(stats.norm.ppf(0.975)) * sd
    p_time = 2 * float(stats.norm.sf(abs(difference) / sd)) if sd else float(difference == 0)
    return {
        "equations": len(equations), "sums": np.array(tables).sum(0).tolist(),
        "p": exact(tables), "steps": (difference, difference - half, difference + half),
        "p_time": p_time,
    }  # fmt: skip


# -- the page --------------------------------------------------------------------------------------


def rows(text: str) -> list[list[str]]:
    """Return the rows of all tables."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[each.strip() for each in line.strip("| ").split(" | ")] for line in lines]


def number(text: str) -> float:
    """Read a number as the page writes it."""
    return float(text.replace(",", "").replace("−", "-"))


def close(shown: str, value: float) -> bool:
    """Whether a number on the page is this one, as far as it is shown."""
    given = number(shown)
    if "." in shown or "e" in shown or abs(value) < 1:
        return math.isclose(given, value, rel_tol=0.06, abs_tol=0.0051 if value > 0.01 else 1e-12)
    return abs(given - value) <= 0.51


def differences(text: str, book: Book) -> tuple[int, list[str]]:
    """Return how many figures were recounted, and what differs."""
    table, wrong, counted = rows(text), [], 0
    names = {**MODULES, **OTHERS}
    for group, corrected in ((MODULES, True), (OTHERS, False)):
        shown = [r for r in table if len(r) == 7 and r[1] in group and " : " in r[3]]
        found = [compare(book, r[0], names[r[1]]) for r in shown]
        p_values = [p for each in found for p in (each["p"], each["p_time"])]
        p_values = step_down(p_values) if corrected else p_values
        for index, (row, each) in enumerate(zip(shown, found, strict=True)):
            sums = each["sums"]
            told = re.findall(r"[−\d,]+", row[5])
            checks = [
                row[2] == str(each["equations"]),
                row[3] == f"{sums[0]}/{sums[1]} : {sums[2]}/{sums[3]}",
                close(row[4], p_values[2 * index]),
                *[close(shown, value) for shown, value in zip(told, each["steps"], strict=True)],
                close(row[6], p_values[2 * index + 1]),
            ]
            counted += len(checks)
            if not all(checks):
                wrong.append(f"{' | '.join(row)}: {each}, {p_values[2 * index : 2 * index + 2]}")
    head: list[str] = []
    for row in table:
        if row[0].startswith("`") and "greedy at the end" in row[0]:
            head = [row[0].split("`")[1], *[each.strip("`") for each in row[1:]]]
        elif row[0].startswith("`"):
            head = ["", row[0].split("`")[1], *[each.strip("`") for each in row[1:]]]
        elif head and row[0] in names:
            is_time = head[0] == ""
            preset, equations = (head[1], head[2:]) if is_time else (head[0], head[1:])
            for equation, cell in zip(equations, row[1:], strict=False):
                found_cell = _cell(book, preset, names[row[0]], equation, cell, is_time)
                counted += found_cell is not None
                if found_cell is False:
                    wrong.append(f"{preset}, {row[0]}, {equation}: {cell}")
    return counted, wrong


def _cell(
    book: Book, preset: str, agent: str, equation: str, cell: str, is_time: bool
) -> bool | None:
    """Whether a cell is right; None where there is nothing to be recounted."""
    runs = book.cell(preset, agent, equation)
    if cell == "—" and not runs:
        return True
    if is_time:
        match = re.match(r"([\d,]+)(?: ± ([\d,]+))?, (\d+) of (\d+)$", cell)
        if match is None:
            return None
        times = [book.cut(r) for r in runs]
        mean, variance = mean_time(times, book.steps)
        half = float(stats.norm.ppf(0.975)) * math.sqrt(variance)
        return (
            close(match[1], mean) and (close(match[2], half) if match[2] else half < 0.51)
            and (int(match[3]), int(match[4])) == (sum(e for _, e in times), len(times))
        )  # fmt: skip
    match = re.match(r"(\d+)/(\d+) \(([\d.]+) to ([\d.]+)\)(?:, (\d+) unfinished)?$", cell)
    if match is None:
        return None
    solved = sum(r["greedy"] for r in runs)
    interval = stats.binomtest(solved, len(runs)).proportion_ci(method="wilson")
    return (
        (int(match[1]), int(match[2])) == (solved, len(runs))
        and abs(float(match[3]) - interval.low) < 0.0051
        and abs(float(match[4]) - interval.high) < 0.0051
        and int(match[5] or 0) == sum(not r["done"] for r in runs)
    )


@dataclass(frozen=True)
class Options:
    """What to recount."""

    results: Path = Path("benchmarks/results")
    """The folder of the results."""
    page: Path = Path("docs/curiosity.md")
    """The page."""
    steps: int = 3_000_000
    """The budget of the runs on the page."""


def main() -> int:
    """Recount, and say what differs."""
    options = tyro.cli(Options, description=__doc__)
    text = options.page.read_text(encoding="utf-8")
    counted, wrong = differences(text, Book(options.results, options.steps))
    for each in wrong:
        print(f"differs: {each}")
    print(f"{counted} figures recounted, {len(wrong)} differ")
    return 1 if wrong or not counted else 0


if __name__ == "__main__":
    raise SystemExit(main())
