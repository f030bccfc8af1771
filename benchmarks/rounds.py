"""What the policy has learned after each round of expert iteration, class by class.

    python -m benchmarks.rounds                 train at a reduced scale, measure after each round
    python -m benchmarks.rounds --render        only write the figures into the page

The training begins with nothing: neither weights nor a teacher. After each round the policy alone
plays equations of every class of the examination's validation split, each step its first choice,
without search; an answer counts if it is complete and right, by the checker of `benchmarks.exam`.
The shipped policy, which has learned far longer, plays the same equations. Writes
`benchmarks/results/rounds.json` and the figures of `docs/exam.md`.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any, Final

import tyro

from aljabr.ledger import files, page
from aljabr.ledger.provenance import describe, provenance
from aljabr.search.policy import Policy
from benchmarks import examining, sets
from benchmarks.comparing import COMPLETE
from benchmarks.exam import PAGE, chosen, written_out
from benchmarks.exam import Options as Sitting

RESULTS: Final = Path("benchmarks/results/rounds.json")
Record = dict[str, Any]


@dataclass(frozen=True)
class Options:
    """At what scale to train, and what to ask."""

    rounds: int = 4
    """Rounds of search and learning."""
    equations: int = 2_000
    """Training equations searched in a round."""
    steps: int = 800
    """Gradient steps in a round."""
    batch: int = 128
    """States in a minibatch."""
    width: int = 64
    """Numbers per node."""
    blocks: int = 2
    """Transformer blocks."""
    asked: int = 40
    """Equations of each class."""
    processes: int = 1
    """Searches at a time."""
    out: Path = RESULTS
    """The results file."""
    render: bool = False
    """Only write the page."""


def policies(options: Options) -> Iterator[tuple[str, Policy]]:
    """Yield the policy after each round of a training from nothing, then the shipped one."""
    from aljabr.expert import iteration
    from aljabr.expert.fit import Fit
    from aljabr.expert.gather import gather_parallel
    from aljabr.expert.lessons import Examples
    from aljabr.expert.tree import TreeConfig
    from aljabr.solver import registry
    from aljabr.tasks import datasets

    shape = TreeConfig(width=options.width, num_blocks=options.blocks, hidden=2 * options.width)
    config = iteration.ExpertConfig(
        first_equations=options.equations, equations=options.equations, openings=0, tree=shape,
        fit_steps=options.steps, batch_size=options.batch, processes=options.processes,
    )  # fmt: skip
    mix = datasets.training_mix(config.data_seed)
    fit, examples, policy = Fit(config), None, None
    for number in range(options.rounds):
        texts = iteration.draw(mix, config, number)
        met = examples.met() if examples is not None else Counter[int]()
        found = gather_parallel(texts, policy, config, 1000 * number, print, met=met)
        if examples is None or len(found.examples) > len(examples):  # as in `expert`
            examples = Examples(found.examples.forest.num_plain)
        examples.merge(found.examples)
        fit.run(examples, print)
        policy = fit.policy
        yield f"round {number + 1}", policy
    shipped = registry.load()
    assert shipped is not None
    yield "shipped", shipped


def measured(policy: Policy, options: Options) -> dict[str, float]:
    """Return the share of each class that a policy alone solves, complete and right."""
    asked = chosen(Sitting(split="validation", limit=options.asked))
    answers = sets.greedy([known.text for known, _ in asked], policy)
    right, all_of = Counter[str](), Counter[str]()
    for (known, kind), (solution, _) in zip(asked, answers, strict=True):
        verdict = examining.judge(known, written_out(solution), random.Random(f"0:{known.text}"))
        right[kind] += verdict == COMPLETE
        all_of[kind] += 1
    return {kind: right[kind] / all_of[kind] for kind in sorted(all_of)}


def run(options: Options) -> Record:
    """Train and measure; return all figures."""
    found: Record = {}
    started = time.monotonic()
    for name, policy in policies(options):
        greedy = measured(policy, options)
        seconds, started = round(time.monotonic() - started), time.monotonic()
        found[name] = {"greedy": greedy, "seconds": seconds, "made_with": provenance()}
        print(name, {kind: round(share, 2) for kind, share in greedy.items()}, flush=True)
    scale = {name: value for name, value in vars(options).items() if name not in ("out", "render")}
    record = {"scale": scale, "policies": found}
    files.write_text(options.out, json.dumps(record, indent=1) + "\n")
    return record


def render(record: Record) -> dict[str, str]:
    """Return the table of the page, a row a class."""
    found, scale = record["policies"], record["scale"]
    kinds = list(next(iter(found.values()))["greedy"])
    rows = [[kind, *[f"{each['greedy'][kind]:.3f}" for each in found.values()]]
            for kind in kinds]  # fmt: skip
    means = [f"{mean(each['greedy'].values()):.3f}" for each in found.values()]
    note = (
        f"{scale['rounds']} rounds of {scale['equations']:,} equations and {scale['steps']} steps"
        f" of {scale['batch']} states; width {scale['width']}, {scale['blocks']} blocks;"
        f" {scale['asked']} equations of each class. {describe(list(found.values()))}"
    )
    return {"rounds": f"{page.table(['class', *found], [*rows, ['all', *means]])}\n\n{note}"}


def main() -> None:
    """Train, measure, write results and page."""
    options = tyro.cli(Options, description=__doc__)
    record = json.loads(options.out.read_text("utf-8")) if options.render else run(options)
    if options.out == RESULTS:
        page.write(PAGE, render(record))


if __name__ == "__main__":
    main()
