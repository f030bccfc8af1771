"""Is any answer false? Solve a dataset and compare with answers that nobody solved for.

    python -m benchmarks.answers                             a sample of every validation split
    python -m benchmarks.answers --split test --sample 0     whole test splits

An equation's known answer (see `aljabr.datasets.answers`) comes from its construction. A reported
root must satisfy the equation at random positive parameters that its conditions allow, and be the
known root where that is the only one; numbers are mpmath's, at 60 digits, and none of them passes
through `aljabr.algebra.verify`. "No solution" and "every value" must be the known answer.
A root whose conditions hold at none of the points is counted as unchecked. Of test equations only
those with a false answer are named. Writes `benchmarks/results/answers.json` and the figures of
`docs/generalising.md`, and exits with status 1 if any answer is false; `--render` only writes the
page.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import mpmath  # type: ignore[import-untyped]
import tyro

from aljabr import Solution, solve
from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from aljabr.tasks import datasets
from aljabr.tasks.written import Known

RESULTS = Path("benchmarks/results")
PAGE = Path("docs/generalising.md")
ALL_POSITIVE = "every parameter > 0"
COMPLETE = ("school", "symbolic")
"""Datasets whose known answer is the whole answer."""
NUM_POINTS = 60
TOLERANCE = mpmath.mpf(10) ** -25
Point = dict[str, Any]

# -- numbers, by Python's grammar and mpmath -------------------------------------------------------


def _near_real(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Drop a rounding error's imaginary part, which would choose the branch at random."""

    def call(value: Any) -> Any:
        value = mpmath.mpmathify(value)
        if abs(value.imag) < TOLERANCE * (1 + abs(value.real)):
            value = mpmath.mpmathify(value.real)
        return function(value)

    return call


SCOPE = {
    name: _near_real(getattr(mpmath, name))
    for name in ("sqrt", "exp", "log", "sin", "cos", "asin", "acos", "tan", "atan")
} | {"abs": abs, "pi": mpmath.pi, "N": mpmath.mpf, "__builtins__": {}}


def value_at(text: str, point: Point) -> Any:
    """Evaluate a text that this package printed; None where it is undefined."""
    program = re.sub(r"\d+(\.\d+)?", r"N('\g<0>')", text).replace("^", "**")
    try:
        value = eval(program, SCOPE, dict(point))
    except (ZeroDivisionError, ValueError, OverflowError):
        return None
    return value if mpmath.isfinite(value) else None


def residual(text: str, point: Point) -> Any:
    """Return how far the sides of an equation are apart, for their size; None if undefined."""
    left, right = (value_at(side, point) for side in text.split(" = "))
    if left is None or right is None:
        return None
    return abs(left - right) / (1 + abs(left) + abs(right))


def holds(condition: str, point: Point) -> bool:
    """Whether a condition, as a solution states it, is true at a point.

    Of complex values the real parts are compared, as principal branches are bounded.
    """
    if condition == ALL_POSITIVE:
        return all(value > 0 for value in point.values())
    texts = re.split(r" (≠|≥|≤|<|>|=) ", condition)
    values = []
    for text in texts[::2]:
        imaginary = re.fullmatch(r"Im\((.*)\)", text)
        value = value_at(imaginary[1] if imaginary else text, point)
        if value is None:
            return False
        values.append(mpmath.im(value) if imaginary else value)
    for (left, right), sign in zip(pairwise(values), texts[1::2], strict=True):
        difference = left - right
        if sign in "≠=":
            is_true = (abs(difference) > TOLERANCE) == (sign == "≠")
        else:
            rise = mpmath.re(difference) * (1 if sign in "≥>" else -1)
            is_real = abs(mpmath.im(difference)) < TOLERANCE
            is_true = rise > (-TOLERANCE if is_real else TOLERANCE)
        if not is_true:
            return False
    return True


def points(text: str, rng: random.Random) -> list[Point]:
    """Draw positive values for the letters of an equation, half of them small."""
    names = sorted(set(re.findall(r"\b[a-wyz]\b", text)))
    return [
        {name: mpmath.mpf(rng.uniform(0.05, 2.6 if number % 2 else 0.7)) for name in names}
        for number in range(NUM_POINTS if names else 1)
    ]


# -- judging ---------------------------------------------------------------------------------------


def judge(name: str, known: Known, solution: Solution, rng: random.Random) -> str:
    """Say what an answer is worth: right, unsolved, or what is false about it."""
    if solution.status == "unsolved":
        return "unsolved"
    if solution.status != "solved":
        return _judge_status(known, solution, rng)
    if known.status != "solved":
        return "false root" if known.status == "no_solution" else "not every value"
    verdicts = [_judge_root(name, known, root, rng) for root in solution.roots]
    worst = [each for each in verdicts if each != "right"]
    return worst[0] if worst else "right"


def _judge_status(known: Known, solution: Solution, rng: random.Random) -> str:
    if solution.status == known.status:
        return "right"
    if known.status != "solved":
        return f"false {solution.status}"
    for point in points(known.text, rng):  # the known root may hold elsewhere only
        at_root = {**point, "x": value_at(known.roots[0], point)}
        allowed = all(holds(each, point) for each in solution.conditions)
        if allowed and at_root["x"] is not None:
            apart = residual(known.text, at_root)
            if apart is not None and apart < TOLERANCE:
                return f"false {solution.status}"
    return "right"


def _judge_root(name: str, known: Known, root: Any, rng: random.Random) -> str:
    seen = 0
    for point in points(known.text, rng):
        if not all(holds(each, point) for each in root.conditions):
            continue
        value = value_at(root.value, point)
        apart = None if value is None else residual(known.text, {**point, "x": value})
        if apart is None or apart > TOLERANCE:
            return "false root"
        if name in COMPLETE:
            expected = value_at(known.roots[0], point)
            if expected is None or abs(value - expected) > TOLERANCE * (1 + abs(expected)):
                return "false root"
        seen += 1
    return "right" if seen else "unchecked"


def measure(name: str, split: str, sample: int, seed: int, budget: float) -> dict[str, Any]:
    """Solve a split, or a sample of it, and judge each answer."""
    rng = random.Random(f"answers:{name}:{split}:{seed}")
    known = datasets.answers(name, split, seed)
    if 0 < sample < len(known):
        known = rng.sample(known, sample)
    counts: Counter[str] = Counter()
    wrong, unsolved, seconds = [], [], []
    for each in known:
        solution = solve(each.text, budget=budget)
        seconds.append(solution.seconds)
        verdict = judge(name, each, solution, rng)
        counts[verdict] += 1
        if verdict in ("unsolved", "unchecked"):
            if split != "test":
                unsolved.append(f"{verdict}: {each.text}")
        elif verdict != "right":
            wrong.append({"equation": each.text, "verdict": verdict, "known": each.roots,
                          "answer": solution.sentence(),
                          "conditions": [r.conditions for r in solution.roots]})  # fmt: skip
    seconds.sort()
    return {
        "dataset": name,
        "split": split,
        "equations": len(known),
        "solved": counts["right"],
        "unsolved": counts["unsolved"],
        "unchecked": counts["unchecked"],
        "false_roots": counts["false root"] + counts["not every value"],
        "false_no_solutions": counts["false no_solution"],
        "false_all_values": counts["false all_values"],
        "median_seconds": round(seconds[len(seconds) // 2], 4),
        "p99_seconds": round(seconds[min(len(seconds) * 99 // 100, len(seconds) - 1)], 4),
        "wrong": wrong,
        "not_solved": unsolved,
    }


def render(record: dict[str, Any]) -> dict[str, str]:
    """Return the table of the page."""
    columns = ("equations", "solved", "unsolved", "unchecked", "false_roots",
               "false_no_solutions", "false_all_values")  # fmt: skip
    head = ["set", "equations", "right", "not solved", "unchecked", "false roots",
            "false “no solution”", "false “every value”", "median", "99 %"]  # fmt: skip
    rows = [
        [f"{run['dataset']}, {run['split']}", *[f"{run[column]:,}" for column in columns],
         *[f"{1000 * run[column]:.0f} ms" for column in ("median_seconds", "p99_seconds")]]
        for run in record["runs"]
    ]  # fmt: skip
    note = f"{record['budget']:g} s per equation, commit {record['made_with']['commit']}."
    for each in record["earlier"]:
        note += (
            f" An earlier run, at commit {each['commit']}, found {each['false']} false answers in"
            f" {each['equations']:,} ({each['split']})."
        )
    return {"answers": f"{page.table(head, rows)}\n\n{note}"}


def earlier(path: Path) -> list[dict[str, Any]]:
    """Sum up the runs that a new one replaces, so that no false answer is forgotten."""
    if not path.exists():
        return []
    record = json.loads(path.read_text(encoding="utf-8"))
    return [
        *record.get("earlier", []),
        {
            "commit": record["made_with"]["commit"],
            "split": record["runs"][0]["split"],
            "equations": sum(run["equations"] for run in record["runs"]),
            "false": sum(len(run["wrong"]) for run in record["runs"]),
        },
    ]


@dataclass(frozen=True)
class Options:
    """What to solve."""

    dataset: tuple[str, ...] = tuple(
        name for name in datasets.NAMES if name not in ("sets", "open")
    )
    """Names of datasets."""
    split: Literal["validation", "test"] = "validation"
    """Which split of each."""
    sample: int = 60
    """Equations of each; 0 for all."""
    seed: int = 0
    """Of the dataset, the sample and the points."""
    budget: float = 1.0
    """Seconds an equation."""
    out: Path = RESULTS
    """The folder of the results."""
    render: bool = False
    """Only write the page."""


def main() -> int:
    """Solve, judge, print and write."""
    options = tyro.cli(Options, description=__doc__)
    path = options.out / "answers.json"
    if options.render:
        page.write(PAGE, render(json.loads(path.read_text(encoding="utf-8"))))
        return 0
    runs = []
    with mpmath.workdps(60):
        for name in options.dataset:
            run = measure(name, options.split, options.sample, options.seed, options.budget)
            runs.append(run)
            print(
                f"{name:9} {run['solved']:5} of {run['equations']} solved,"
                f" {run['unsolved']} unsolved, {run['unchecked']} unchecked,"
                f" {run['false_roots']} false roots, {run['false_no_solutions']} false no solution,"
                f" {run['false_all_values']} false every value;"
                f" median {1000 * run['median_seconds']:.0f} ms, 99% {run['p99_seconds']:.2f} s",
                flush=True,
            )
            for text in run["not_solved"]:
                if text.startswith("unchecked"):
                    print(f"  {text}", flush=True)
            for each in run["wrong"]:
                print(f"  {each['verdict']}: {each['equation']}  ->  {each['answer']}", flush=True)
    record = {"seed": options.seed, "budget": options.budget, "runs": runs,
              "earlier": earlier(path), "made_with": provenance()}  # fmt: skip
    options.out.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if options.out == RESULTS:
        page.write(PAGE, render(record))
    return int(any(run["wrong"] for run in runs))


if __name__ == "__main__":
    raise SystemExit(main())
