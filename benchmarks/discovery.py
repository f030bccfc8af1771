"""Does curiosity help discovery? Blind and curious searches for lines of general equations.

    python -m benchmarks.discovery --processes 16           all variants, ten seeds each
    python -m benchmarks.discovery --variants blind "coarse 3" --seeds 3 --expansions 2000
    python -m benchmarks.discovery --render                 only write the page and the figure

A run is a variant and a seed, which draws the order of moves that seem equal: it goes through the
catalogue, and what it has found is a lemma for what comes next; without lemmas, every equation is a
run from nothing. Each equation is written as soon as it is done, so that the same command goes on
where it was stopped. Writes `benchmarks/results/discovery.jsonl`, a line for each equation of each
run, beside those of other runs that are there, the figures of `docs/open.md` and the README, and
`docs/open.svg`; exits with status 1 if a run failed.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import tyro

from aljabr.discovery.catalogue import CATALOGUE
from aljabr.errors import UserError
from aljabr.ledger import files, page
from aljabr.ledger.jobs import run_tasks
from benchmarks import discovery_page
from benchmarks.discovery_page import Record

RESULTS: Final = Path("benchmarks/results/discovery.jsonl")
PAGE: Final = Path("docs/open.md")
README: Final = Path("README.md")
FIGURE: Final = Path("docs/open.svg")
NEVER: Final = "quintic"
"""What has no line."""


@dataclass(frozen=True)
class Variant:
    """A way to search."""

    settings: dict[str, Any] = field(default_factory=dict)
    """Fields of `Settings`, beside the seed and the limits."""
    lemmas: bool = True
    """Whether what was found is used for what comes next."""
    policy: str = ""
    """Who leads, of the shipped policies; the seed then draws the letters of the equations."""


VARIANTS: Final = {
    "blind": Variant({"curiosity": 0.0}),
    "random": Variant({"curiosity": 0.0, "cost": "random"}),
    "coarse 1": Variant({"curiosity": 1.0, "bonus": "coarse"}),
    "coarse 3": Variant({"curiosity": 3.0, "bonus": "coarse"}),
    "coarse 10": Variant({"curiosity": 10.0, "bonus": "coarse"}),
    "fine 3": Variant({"curiosity": 3.0, "bonus": "fine"}),
    "prediction 3": Variant({"curiosity": 3.0, "bonus": "prediction"}),
    "learned": Variant(policy="open"),
    "blind, no lemmas": Variant({"curiosity": 0.0}, lemmas=False),
    "coarse 3, no lemmas": Variant({"curiosity": 3.0, "bonus": "coarse"}, lemmas=False),
    "prediction 3, no lemmas": Variant({"curiosity": 3.0, "bonus": "prediction"}, lemmas=False),
}
"""Cost and bonus by name, and the weight of the bonus; or a policy that has learned an order."""


@dataclass(frozen=True)
class Options:
    """What to run."""

    variants: tuple[str, ...] = ()
    """Names of variants; all by default."""
    equations: tuple[str, ...] = ()
    """Names of equations; by default all of the catalogue but the general quintic."""
    seeds: int = 10
    """Runs of each variant."""
    expansions: int = 20_000
    """States to expand for an equation at the most."""
    minutes: float = 20.0
    """Minutes for an equation at the most; enough for all expansions, else time decides."""
    processes: int = 1
    """Runs at a time."""
    stop: float = 0.0
    """Minutes after which to stop, and to write what is done; 0 for never."""
    work: Path = Path("benchmarks/results/unfinished/discovery")
    """The folder of what is under way."""
    out: Path = RESULTS
    """The results file."""
    render: bool = False
    """Only write the page and the figure."""


@dataclass(frozen=True)
class Job:
    """A run: equations one after the other."""

    variant: str
    seed: int
    names: tuple[str, ...]
    expansions: int
    minutes: float

    def file(self, folder: Path) -> Path:
        """Return where the run writes."""
        name = f"{self.variant} {self.seed} {self.expansions} {self.minutes:g}"
        if not VARIANTS[self.variant].lemmas:
            name += f" {self.names[0]}"
        return folder / f"{name}.jsonl".replace(" ", "-").replace(",", "")


def jobs(options: Options) -> Iterator[Job]:
    """Yield the runs, first seeds first, so that what is done at any time can be compared."""
    for name in (*options.variants, *options.equations):
        if name not in (CATALOGUE if name in options.equations else VARIANTS):
            raise UserError(f"there is no '{name}'")
    names = options.equations or tuple(name for name in CATALOGUE if name != NEVER)
    for seed in range(options.seeds):
        for variant in options.variants or VARIANTS:
            runs = [names] if VARIANTS[variant].lemmas else [(name,) for name in names]
            for each in runs:
                yield Job(variant, seed, each, options.expansions, options.minutes)


# -- one run ---------------------------------------------------------------------------------------


def work(job: Job, folder: Path) -> None:
    """Discover what a run has not tried yet, and write each equation when it is done."""
    with files.LineFile(job.file(folder)) as out:
        done = out.read()
        for name in job.names[len(done) :]:
            done.append(discover(job, name, [each for line in done for each in line["records"]]))
            out.append(done[-1])


def discover(job: Job, name: str, before: list[Record]) -> Record:
    """Look for one equation's line, with the lemmas that these records hold."""
    from aljabr.algebra.parse import parse
    from aljabr.discovery.discoverer import Discoverer, Settings
    from aljabr.discovery.records import record_of
    from aljabr.expert.openings import with_other_letters
    from aljabr.game.lemmas import LINEAR, Lemma, Library
    from aljabr.ledger.provenance import provenance
    from aljabr.solver import registry

    variant = VARIANTS[job.variant]
    left = parse(CATALOGUE[name], "x").lhs.sym
    policy = registry.load(variant.policy) if variant.policy else None
    if policy is not None:
        left = with_other_letters(left, random.Random(f"{name}:{job.seed}"))
    # Read back from records, so that a run that was stopped goes on as if it had not been.
    library = Library([LINEAR, *[Lemma.of(record) for record in before]])
    settings = Settings(
        max_expanded=job.expansions, seconds=60 * job.minutes, seed=job.seed,
        **variant.settings,
    )  # fmt: skip
    discoverer = Discoverer(library, settings, policy=policy)
    found = discoverer.discover(name, left)
    made = [*discoverer.found_on_the_way, found]
    return {
        "variant": job.variant, "seed": job.seed, "equation": name,
        "found": found.lemma is not None, "expanded": found.expanded,
        "seconds": round(found.seconds, 1), "moves": found.moves,
        "expansions": job.expansions, "minutes": job.minutes, "settings": asdict(settings),
        "records": [record_of(each, {}) for each in made if each.lemma is not None],
        "made_with": provenance(),
    }  # fmt: skip


# -- all runs --------------------------------------------------------------------------------------


def run_all(options: Options) -> int:
    """Do what is not done; return how many runs failed."""
    wanted = list(jobs(options))
    left = [job for job in wanted if len(_done(job, options.work)) < len(job.names)]
    print(f"{len(left)} of {len(wanted)} runs to do", flush=True)
    options.work.mkdir(parents=True, exist_ok=True)
    failed, waiting = 0, len(left)
    tasks = [partial(work, job, options.work) for job in left]
    deadline = time.monotonic() + 60 * options.stop if options.stop else None
    for outcome in run_tasks(tasks, options.processes, fresh=True, deadline=deadline):
        if outcome is None:
            continue
        job, waiting = left[outcome.task], waiting - 1
        if outcome.error:
            failed += 1
            print(f"failed: {job.variant}, seed {job.seed}\n{outcome.error}", flush=True)
            continue
        told = ", ".join(f"{line['equation']} {line['expanded'] if line['found'] else '–'}"
                         for line in _done(job, options.work))  # fmt: skip
        print(f"{waiting} left; {job.variant}, seed {job.seed}: {told}", flush=True)
    if waiting:
        print(f"out of time; {waiting} runs left", flush=True)
    lines = [line for job in wanted for line in _done(job, options.work)]
    for line in lines:
        del line["records"]
    ours = {_run_of(line) for line in lines}
    before = files.read_lines(options.out) if options.out.exists() else []
    lines = [*(line for line in before if _run_of(line) not in ours), *lines]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    files.write_text(options.out, text)
    return failed


def _run_of(line: Record) -> tuple[Any, ...]:
    return tuple(line[name] for name in ("variant", "seed", "equation", "expansions"))


def _done(job: Job, folder: Path) -> list[Record]:
    path = job.file(folder)
    return files.read_lines(path) if path.exists() else []


def main() -> int:
    """Run, write results, page and figure."""
    options = tyro.cli(Options, description=__doc__)
    failed = 0 if options.render else run_all(options)
    lines = files.read_lines(options.out)
    figures = discovery_page.render(lines)
    if options.out == RESULTS:
        page.write(PAGE, figures)
        page.write(README, {"discovery": discovery_page.short(lines)})
        files.write_text(FIGURE, discovery_page.figure(lines))
    else:
        print("\n\n".join(figures.values()))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
