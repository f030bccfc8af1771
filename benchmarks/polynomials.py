"""How often all complex roots of a polynomial with numbers are found and certified, and how soon.

    python -m benchmarks.polynomials                     1,000 each of degree 2, 3 and 4
    python -m benchmarks.polynomials --processes 2       by two processes
    python -m benchmarks.polynomials --count 30          only print what comes out of a few
    python -m benchmarks.polynomials --render            only write the figures into the page

Coefficients are whole numbers up to 100; degenerate polynomials are drawn on purpose: terms
missing, double and triple roots, perfect powers. The roots are mpmath's, of the polynomial without
its repeated factors, which fractions take out exactly. A root must be given for each of them, be
said to be one of all, agree to 15 digits with its decimals, and have the right multiplicity. Writes
`benchmarks/results/polynomials.json` and the figures of `docs/open_split.md`; exits with status 1
if an answer is wrong.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final

import mpmath  # type: ignore[import-untyped]
import tyro

from aljabr.ledger import files, page
from benchmarks import sets
from benchmarks.checking.polynomials import derivative, squarefree
from benchmarks.checking.rational import common
from benchmarks.checking.reading import Unread, read
from benchmarks.comparing import (
    COMPLETE,
    INCOMPLETE,
    UNCLEAR,
    UNSOLVED,
    VERDICTS,
    WRONG,
    evaluate,
    is_near,
)
from benchmarks.generalise import quantiles, wilson
from benchmarks.truth import DIGITS, number_of

RESULTS: Final = Path("benchmarks/results/polynomials.json")
PAGE: Final = Path("docs/open_split.md")
MOST: Final = 100
"""The largest coefficient."""
DEGREES: Final = (2, 3, 4)
MAX_DRAWS: Final = 60
"""Polynomials drawn for one that is new and small enough, at the most."""
NUM_EXAMPLES: Final = 20

Polynomial = list[int]
"""Coefficients, the constant first."""
Draw = random.Random
Record = dict[str, Any]

# -- drawing ---------------------------------------------------------------------------------------


def _some(rng: Draw, degree: int, most: int = MOST) -> Polynomial:
    lead = rng.randint(1, most) if rng.random() < 0.6 else 1
    return [*(rng.randint(-most, most) for _ in range(degree)), lead]


def _missing(rng: Draw, degree: int) -> Polynomial:
    drawn = _some(rng, degree)
    for power in rng.sample(range(degree), rng.randint(1, degree)):
        drawn[power] = 0
    return drawn


def _repeated(times: int) -> Callable[[Draw, int], Polynomial]:
    """Return a drawer of polynomials with a root that is there so many times."""

    def drawer(rng: Draw, degree: int) -> Polynomial:
        factor = [rng.randint(-9, 9), rng.choice((1, 1, 2, 3))]
        others = [_some(rng, degree - times, 9)] if degree > times else []
        return _product([factor] * min(times, degree) + others)

    return drawer


def _power(rng: Draw, degree: int) -> Polynomial:
    """Draw a perfect power, also of a quadratic."""
    if degree == 4 and rng.random() < 0.5:
        return _product([_some(rng, 2, 7)] * 2)
    return _repeated(degree)(rng, degree)


def _factored(rng: Draw, degree: int) -> Polynomial:
    return _product([_some(rng, 1, 9), _some(rng, degree - 1, 9)])


def _product(factors: Sequence[Polynomial]) -> Polynomial:
    total = [1]
    for factor in factors:
        longer = [0] * (len(total) + len(factor) - 1)
        for i, one in enumerate(total):
            for j, other in enumerate(factor):
                longer[i + j] += one * other
        total = longer
    return total


KINDS: Final[dict[str, tuple[Callable[[Draw, int], Polynomial], int]]] = {
    "general": (_some, 50),
    "terms missing": (_missing, 15),
    "a double root": (_repeated(2), 12),
    "a triple root": (_repeated(3), 6),
    "a perfect power": (_power, 7),
    "a rational root": (_factored, 10),
}
"""How polynomials are drawn, with shares of a hundred."""


def draw(degree: int, count: int, seed: int) -> list[tuple[str, Polynomial]]:
    """Draw polynomials of a degree, each with its kind, none twice."""
    rng = random.Random(f"polynomials:{degree}:{seed}")
    kinds, shares = list(KINDS), [share for _, share in KINDS.values()]
    found: dict[tuple[int, ...], str] = {}
    while len(found) < count:
        kind = rng.choices(kinds, shares)[0]
        for _ in range(MAX_DRAWS):  # of some kinds there are few
            drawn = tuple(KINDS[kind][0](rng, degree))
            if _fits(drawn, degree) and drawn not in found:
                found[drawn] = kind
                break
    return [(kind, list(drawn)) for drawn, kind in found.items()]


def _fits(drawn: Sequence[int], degree: int) -> bool:
    return len(drawn) == degree + 1 and max(map(abs, drawn)) <= MOST and any(drawn[:-1])


def text_of(polynomial: Polynomial) -> str:
    """Write a polynomial, equal to zero."""
    text = ""
    for power in reversed(range(len(polynomial))):
        coefficient = polynomial[power]
        if not coefficient:
            continue
        sign = "-" if coefficient < 0 else "+"
        size = "" if abs(coefficient) == 1 and power else str(abs(coefficient))
        base = "" if power == 0 else "x" if power == 1 else f"x^{power}"
        term = f"{size}*{base}" if size and base else size + base
        text += f" {sign} {term}" if text else f"{'-' * (sign == '-')}{term}"
    return f"{text} = 0"


# -- judging ---------------------------------------------------------------------------------------


def true_roots(polynomial: Polynomial) -> list[tuple[Any, int]]:
    """Return every root with its multiplicity."""
    layers = []
    rest = [Fraction(each) for each in polynomial]
    while len(rest) > 1:
        layers.append([number_of(each) for each in squarefree(rest)])
        rest = common(list(rest), derivative(rest))
    roots = mpmath.polyroots(layers[0][::-1], 400, extraprec=400)
    return [
        (root, sum(abs(mpmath.polyval(layer[::-1], root)) < 10**-20 for layer in layers))
        for root in roots
    ]


def judge(polynomial: Polynomial, record: Record) -> str:
    """Compare a record with the roots of a polynomial: one of the verdicts of `comparing`."""
    if record["status"] != "solved":
        return UNSOLVED if record["status"] == "unsolved" else WRONG
    try:
        with mpmath.workdps(DIGITS):
            return _compared(polynomial, record)
    except Unread:
        return UNCLEAR


def _compared(polynomial: Polynomial, record: Record) -> str:
    values: dict[str, Any] = {"i": mpmath.mpc(0, 1)}
    truth = true_roots(polynomial)
    met: set[int] = set()
    try:
        for each in record.get("definitions") or ():
            values[each["name"]] = evaluate(read(each["value"]), values, principal=True)
        found = [evaluate(read(root["value"]), values, principal=True) for root in record["roots"]]
    except ArithmeticError:
        return WRONG
    for value, root in zip(found, record["roots"], strict=True):
        near = [index for index, (each, _) in enumerate(truth) if is_near(value, each)]
        if not near or root["conditions"] or not _is_said_rightly(root, value, truth[near[0]][1]):
            return WRONG
        met.add(near[0])
    if len(met) == len(truth):
        return COMPLETE if record.get("complete") else INCOMPLETE
    return WRONG if record.get("complete") else INCOMPLETE


def _is_said_rightly(root: Record, value: Any, multiplicity: int) -> bool:
    """Whether the decimals and the multiplicity of a root are right, where they are said."""
    if root.get("multiplicity") not in (None, multiplicity):
        return False
    approx = root.get("approx")
    if approx is None:
        return True
    said = mpmath.mpc(*approx) if isinstance(approx, (list, tuple)) else mpmath.mpf(approx)
    return bool(abs(said - value) <= 10**-13 * (abs(value) + 10**-3))


# -- measuring -------------------------------------------------------------------------------------


def judged(budget: float, polynomials: Sequence[tuple[str, Polynomial]]) -> list[Record]:
    """Ask for all complex roots, and judge each record."""
    from aljabr import solve

    found = []
    for kind, polynomial in polynomials:
        text = text_of(polynomial)
        started = time.perf_counter()
        record = solve(text, budget=budget, domain="complex").to_json()
        seconds = time.perf_counter() - started
        verdict = judge(polynomial, record)
        found.append({"kind": kind, "verdict": verdict, "seconds": seconds, "equation": text,
                      "roots": [root["value"] for root in record["roots"]]})  # fmt: skip
    return found


def measure(options: Options) -> Record:
    """Ask polynomials of each degree, and count verdicts by kind."""
    rows: Record = {}
    everything: list[Record] = []
    for degree in DEGREES:
        drawn = draw(degree, options.count, options.seed)
        found = list(sets.spread(partial(judged, options.budget), drawn, options.processes))
        everything += found
        rows[f"degree {degree}"] = counts(found)
        print(f"degree {degree}: {rows[f'degree {degree}']}", flush=True)
    rows |= {kind: counts([one for one in everything if one["kind"] == kind]) for kind in KINDS}
    rows["all"] = counts(everything)
    failures = [one for one in everything if one["verdict"] != COMPLETE]
    return {"rows": rows, "failures": failures[:NUM_EXAMPLES]}


def counts(found: Sequence[Record]) -> Record:
    """Count verdicts and time."""
    verdicts = Counter(one["verdict"] for one in found)
    return {
        "n": len(found),
        "verdicts": {verdict: verdicts[verdict] for verdict in VERDICTS},
        "interval": wilson(verdicts[COMPLETE], len(found)),
        "seconds": quantiles([one["seconds"] for one in found] or [0.0]),
    }


def render(record: Record) -> dict[str, str]:
    """Return the table of the page."""
    rows = dict(record["rows"])
    return {"polynomials": sets.rates({**record, "whole": rows.pop("all"), "kinds": rows})}


# -- the command -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """What to ask."""

    count: int = 1000
    """Polynomials of each degree."""
    budget: float = 5.0
    """Seconds a polynomial."""
    processes: int = 1
    """Processes that solve."""
    seed: int = 0
    """Of the polynomials."""
    out: Path = RESULTS
    """The results file; written if `count` is as it is by default."""
    render: bool = False
    """Only write the page."""


def main() -> int:
    """Ask, judge, write results and page."""
    from aljabr.ledger.provenance import provenance

    options = tyro.cli(Options, description=__doc__)
    if options.render:
        page.write(PAGE, render(json.loads(options.out.read_text(encoding="utf-8"))))
        return 0
    run = measure(options)
    for each in run["failures"]:
        print(f"{each['verdict']}, {each['kind']}: {each['equation']}  ->  {each['roots']}")
    config = {"budget": options.budget, "seed": options.seed, "processes": options.processes,
              "count": options.count}  # fmt: skip
    record = {"config": config, **run, "made_with": provenance()}
    if options.count == Options.count:
        files.write_text(options.out, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
        if options.out == RESULTS:
            page.write(PAGE, render(record))
    print(render(record)["polynomials"])
    return int(run["rows"]["all"]["verdicts"][WRONG] > 0)


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    raise SystemExit(main())
