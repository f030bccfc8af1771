"""How fast we solve, beside SymPy's `solve` on the same equations in one run.

    python -m benchmarks.peers                     measure, write the results and the page
    python -m benchmarks.peers --render            only write the page

Both are warm, one process, one core; SymPy's cache is cleared between equations, as ours keeps
nothing. The equations are drawn from a seed: school equations, literal formulas, and equations with
one function around the unknown, written as a textbook does. Times are compared where both give a
root; what a root is worth is not this benchmark's business (see `benchmarks.checker`). Each
equation is solved in turn by both, a few times, and the best time of each counts.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import sympy
import tyro
from sympy.core.cache import clear_cache

from aljabr import datasets, solve
from aljabr.ledger import page
from aljabr.ledger.jobs import SINGLE_THREADED
from aljabr.ledger.provenance import provenance

RESULTS = Path("benchmarks/results/peers.json")
PAGE = Path("docs/throughput.md")
QUANTILES = (0.5, 0.9, 0.99)
LETTERS = "abcdfghkmnpqrstuvw"
FORMS = (
    "{a}*sqrt({b}*x + {c}) = {d}",
    "sqrt(x + {b}) - {c} = {d}",
    "{a}*exp({b}*x) = {c}",
    "exp(x) - {a} = {b}",
    "log({a}*x + {b}) = {c}",
    "{a}*log(x) + {b} = {c}",
    "({a}*x + {b})^2 = {c}",
    "x^3 + {a} = {b}",
    "sin({a}*x) = 1/{b}",
    "{a}*cos(x) = 1",
    "abs({a}*x - {b}) = {c}",
    "{a}/(x + {b}) = {c}",
    "({a}*x + {b})/({c}*x + {d}) = {e}",
    "{a}^x = {b}",
)
FORMULAS = (
    "a*x + b = c", "a*(x - b) = c", "x/a + b = c", "a/x = b", "a*x + b*x = c", "a*b*x = c",
    "(x - a)/b = c", "a*x + b = c*x + d", "1/x + 1/a = 1/b", "a = b*(1 + c*x)", "a*x^2 = b",
    "a = b/x^2", "sqrt(x/a) = b", "a*(b + x)/2 = c", "a*x/(b + x) = c", "a + b/x = c",
)  # fmt: skip


def equations(seed: int, count: int) -> list[str]:
    """Draw equations: half of them school's, the others functions and literal formulas."""
    rng = random.Random(f"peers:{seed}")
    found = rng.sample(datasets.load("school", "validation", seed), count // 2)
    while len(found) < count:
        if rng.random() < 0.6:
            numbers = {name: rng.randint(2, 12) for name in "abcde"}
            found.append(rng.choice(FORMS).format(**numbers))
        else:
            names = dict(zip("abcd", rng.sample(LETTERS, 4), strict=True))
            text = rng.choice(FORMULAS)
            found.append(re.sub(r"[abcd]", lambda match, names=names: names[match[0]], text))  # type: ignore[misc]
    return found


def by_us(text: str) -> bool:
    """Solve; return whether there is a root."""
    return bool(solve(text, "x").roots)


def by_sympy(text: str) -> bool:
    """Let SymPy read and solve an equation of ours; return whether there is a root."""
    left, right = (side.replace("^", "**") for side in text.split("="))
    letters = {name: sympy.Symbol(name) for name in {*LETTERS, "x"}}
    sides = [sympy.sympify(side, locals=letters) for side in (left, right)]
    try:
        return bool(sympy.solve(sympy.Eq(*sides), letters["x"]))
    except NotImplementedError:  # SymPy's word for "not solved"
        return False


def best_seconds(run: Callable[[], bool], rounds: int) -> tuple[bool, float]:
    """Return whether a root was found, and the best time of some rounds."""
    best, found = float("inf"), False
    for _ in range(rounds):
        clear_cache()
        started = time.perf_counter()
        found = run()
        best = min(best, time.perf_counter() - started)
    return found, best


def measure(options: Options) -> dict[str, Any]:
    """Solve all equations with both, side by side."""
    by_us("3*x + 5 = 11")
    by_sympy("3*x + 5 = 11")
    rows: list[dict[str, Any]] = []
    for text in equations(options.seed, options.count):
        ours = best_seconds(lambda text=text: by_us(text), options.rounds)  # type: ignore[misc]
        theirs = best_seconds(lambda text=text: by_sympy(text), options.rounds)  # type: ignore[misc]
        rows.append({"equation": text, "ours": ours, "sympy": theirs})
    both = [row for row in rows if row["ours"][0] and row["sympy"][0]]
    return {
        "config": {**asdict(options), "render": False},
        "asked": len(rows),
        "solved": {name: sum(row[name][0] for row in rows) for name in ("ours", "sympy")},
        "both": len(both),
        "seconds": {
            name: [_quantile([row[name][1] for row in both], each) for each in QUANTILES]
            for name in ("ours", "sympy")
        },
        "made_with": {**provenance(), "sympy": sympy.__version__},
    }


def _quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return round(ordered[min(int(share * len(ordered)), len(ordered) - 1)], 5)


def render(record: dict[str, Any]) -> str:
    """Write the table."""
    rows = []
    for name, title in (("ours", "aljabr"), ("sympy", f"SymPy {record['made_with']['sympy']}")):
        times = [f"{1000 * each:.1f} ms" for each in record["seconds"][name]]
        rows.append([title, str(record["solved"][name]), *times])
    ratios = [
        f"{ours / theirs:.2f}"
        for ours, theirs in zip(*record["seconds"].values(), strict=True)
    ]  # fmt: skip
    rows.append(["ratio", "", *ratios])
    head = [f"of {record['asked']} equations", "solved", "median", "90 %", "99 %"]
    made = record["made_with"]
    return (
        f"{page.table(head, rows)}\n\nTimes on the {record['both']} that both solve, best of"
        f" {record['config']['rounds']}, one run, one core of {made['machine']}, commit"
        f" {made['commit']}; `python -m benchmarks.peers`."
    )


@dataclass(frozen=True)
class Options:
    """What to measure."""

    count: int = 240
    """Equations."""
    seed: int = 0
    """What they are drawn from."""
    rounds: int = 3
    """How often each is solved."""
    out: Path = RESULTS
    """The results file."""
    render: bool = False
    """Only write the page."""


def main() -> None:
    """Measure and write."""
    import os

    os.environ.update(SINGLE_THREADED)
    options = tyro.cli(Options, description=__doc__)
    if not options.render:
        record = measure(options)
        record["config"]["out"] = str(options.out)
        options.out.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        print(render(record))
    if options.out == RESULTS:
        record = json.loads(options.out.read_text(encoding="utf-8"))
        page.write(PAGE, {"peers": render(record)})


if __name__ == "__main__":
    main()
