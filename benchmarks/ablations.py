"""What each part of the tree policy's training is worth, at a reduced scale.

    nice python -m benchmarks.ablations --work FOLDER      train the variants that are not done
    python -m benchmarks.ablations --render                only write the figures into the page

The variants of a seed share everything but what they leave out: the equations, the first round's
search (which no policy leads), the number of steps, the size of the network. Validation splits
only. Equations are also given with other letters, to networks that know letters by name and to
those that do not. Writes `benchmarks/results/ablations.json`; the folder keeps the examples of the
first round, so that a run that was stopped goes on.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean
from typing import Any, Final

import tyro

from aljabr.ledger import page

RESULTS: Final = Path("benchmarks/results/ablations.json")
PAGE: Final = Path("docs/generalising.md")
VARIANTS: Final = {
    "full": "full",
    "no pointer": "without pointer head",
    "named": "without renaming",
    "no curiosity": "without curiosity",
}
LETTERS: Final = {
    "same letters": "",
    "letters exchanged": "abcdefghij",
    "other letters": "mnpqrstuvwyz",
}
RENAMED: Final = {"large": 200, "symbolic": 200}
Record = dict[str, Any]


@dataclass(frozen=True)
class Options:
    """At what scale to train."""

    work: Path = Path("runs/ablations")
    """The folder of what is under way."""
    seeds: tuple[int, ...] = (0,)
    """A training each."""
    equations: int = 1_500
    """Equations searched in a round."""
    steps: int = 700
    """Gradient steps in a round."""
    batch: int = 128
    """States in a minibatch."""
    width: int = 48
    """Numbers per node."""
    blocks: int = 2
    """Transformer blocks."""
    out: Path = RESULTS
    """The results file."""
    render: bool = False
    """Only write the page."""


def configure(variant: str, seed: int, options: Options) -> Any:
    """Return the hyperparameters of a variant."""
    from aljabr.expert.gather import GatherConfig
    from aljabr.expert.iteration import ExpertConfig
    from aljabr.expert.tree import TreeConfig

    shape = TreeConfig(
        width=options.width, num_blocks=options.blocks, hidden=2 * options.width,
        pointer=variant != "no pointer", named=variant == "named",
    )  # fmt: skip
    return ExpertConfig(
        rounds=2, first_equations=options.equations, equations=options.equations,
        fit_steps=options.steps, batch_size=options.batch,
        curiosity=0.0 if variant == "no curiosity" else GatherConfig.curiosity, seed=seed,
        processes=1, tree=shape,
    )  # fmt: skip


# -- other letters ---------------------------------------------------------------------------------


def renamed(text: str, letters: str, rng: random.Random) -> str:
    """Give the parameters of an equation other letters, drawn without repetition."""
    if not letters:
        return text
    names = sorted(set(re.findall(r"\b[a-wyz]\b", text)))
    drawn = dict(zip(names, rng.sample(letters, len(names)), strict=True))
    return re.sub(r"\b[a-wyz]\b", lambda match: drawn[match[0]], text)


def rename_all(texts: Sequence[str], letters: str) -> list[str]:
    """Rename equations, each in its own way, always the same."""
    rng = random.Random(f"ablations:{letters}")
    return [renamed(text, letters, rng) for text in texts]


# -- training and measuring ------------------------------------------------------------------------


def train(variant: str, seed: int, options: Options) -> Record:
    """Train a variant for two rounds and measure it after each."""
    from aljabr.expert import iteration
    from aljabr.expert.fit import Fit
    from aljabr.expert.gather import gather_parallel
    from aljabr.expert.lessons import Examples
    from aljabr.tasks import datasets

    started = time.perf_counter()
    config = configure(variant, seed, options)
    mix = datasets.training_mix(config.data_seed)
    stored = options.work / f"examples-{seed}-{config.equations}.npz"
    searched = options.work / f"searched-{seed}-{config.equations}.json"
    if not searched.exists():
        options.work.mkdir(parents=True, exist_ok=True)
        first = gather_parallel(iteration.draw(mix, config, 0), None, config, 0, print)
        first.examples.save(stored)
        searched.write_text(json.dumps(_counts(first)), encoding="utf-8")
    examples = Examples.load(stored)
    fit = Fit(config)
    rounds = []
    for number in range(config.rounds):
        if number:
            texts = iteration.draw(mix, config, number)
            found = gather_parallel(
                texts, fit.policy, config, 1000 * number, print, met=examples.met()
            )
            if len(found.examples) > len(examples):  # as in `expert`
                examples = Examples(examples.forest.num_plain)
            examples.merge(found.examples)
            counts = _counts(found)
        else:
            counts = json.loads(searched.read_text(encoding="utf-8"))
        fit.run(examples, print)
        rounds.append({"search": counts, "examples": len(examples),
                       "greedy": iteration.validate(fit.policy, config)})  # fmt: skip
        print(variant, seed, rounds[-1], flush=True)
    return {
        "variant": variant, "seed": seed, "config": asdict(config), "rounds": rounds,
        "letters": _by_letters(fit.policy), "seconds": round(time.perf_counter() - started),
    }  # fmt: skip


def _counts(found: Any) -> Record:
    return {"tried": found.tried, "solved": found.solved, "examples": len(found.examples),
            "seconds": round(found.seconds)}  # fmt: skip


def _by_letters(policy: Any) -> dict[str, dict[str, float]]:
    from aljabr.expert import iteration
    from aljabr.tasks import datasets

    measured: dict[str, dict[str, float]] = {}
    for name, size in RENAMED.items():
        texts = datasets.load(name, "validation")[:size]
        measured[name] = {}
        for title, letters in LETTERS.items():
            solved, _ = iteration.solved_by(policy, rename_all(texts, letters))
            measured[name][title] = mean(map(float, solved))
    return measured


def curiosity_effect(size: int = 80, before: int = 240, seed: int = 0) -> Record:
    """Let the shipped policy lead the same searches with curiosity and without; compare.

    What is known beforehand comes from searches of other training equations.
    """
    from aljabr.expert.gather import GatherConfig, gather
    from aljabr.solver import registry
    from aljabr.tasks import datasets

    mix = datasets.training_mix()
    rng = random.Random(f"ablations:{seed}")
    drawn = {name: rng.sample(mix[name], (before + size) // 2) for name in ("large", "symbolic")}
    policy: Any = registry.load()
    without = GatherConfig(curiosity=0.0, processes=1)
    earlier = [text for texts in drawn.values() for text in texts[size // 2 :]]
    texts = [text for texts in drawn.values() for text in texts[: size // 2]]
    met = gather(earlier, policy, without, seed).examples.met()
    found: Record = {
        "equations": size, "before": before, "seed": seed, "weight": GatherConfig.curiosity,
    }  # fmt: skip
    for title, config in {"with": GatherConfig(processes=1), "without": without}.items():
        searched = gather(texts, policy, config, seed, met)
        known = searched.examples.met()
        found[title] = {"expanded": searched.expanded, "examples": len(searched.examples),
                        "outlines": len(known), "new": len(known.keys() - met.keys())}  # fmt: skip
    return found


# -- the page --------------------------------------------------------------------------------------


def render(record: Record) -> dict[str, str]:
    """Return the tables of the page: what each variant solves, and what other letters do."""
    runs: list[Record] = record["runs"]
    config = runs[0]["config"]
    seeds = sorted({run["seed"] for run in runs})
    sets = list(runs[0]["rounds"][-1]["greedy"])
    rows, letter_rows = [], []
    for variant, title in VARIANTS.items():
        alike = [run for run in runs if run["variant"] == variant]
        if not alike:
            continue
        for number in range(config["rounds"]):
            parts = [run["rounds"][number] for run in alike]
            tried, solved = (
                sum(part["search"][key] for part in parts) for key in ("tried", "solved")
            )
            rows.append(
                [title if not number else "", str(number + 1), f"{solved}/{tried}",
                 f"{mean(part['examples'] for part in parts):,.0f}"]
                + [_spread([part["greedy"][name] for part in parts]) for name in sets]
            )  # fmt: skip
        letter_rows.append(
            [title]
            + [_spread([run["letters"][name][kind] for run in alike])
               for name in RENAMED for kind in LETTERS]
        )  # fmt: skip
    tree = config["tree"]
    seconds = mean(run["seconds"] for run in runs)
    scale = (
        f"Scale: width {tree['width']}, {tree['num_blocks']} blocks, {config['rounds']} rounds of"
        f" {config['equations']:,} equations and {config['fit_steps']} steps of"
        f" {config['batch_size']} states, {len(seeds)} seed{'s' if len(seeds) > 1 else ''};"
        f" {seconds / 60:.0f} minutes a run on one busy core;"
        f" commit {record['made_with']['commit']}."
    )
    effect = record["curiosity"]
    sides = [
        f"{effect[title]['new']:,} new outlines {title} curiosity"
        f" ({effect[title]['expanded']:,} states expanded)"
        for title in ("with", "without")
    ]
    met = (
        f"After {effect['before']} other training equations, the examples of {effect['equations']}"
        f" searches led by the shipped policy hold {sides[0]}, and {sides[1]}."
    )
    head = ["variant", "round", "found by search", "examples", *sets]
    letter_head = ["variant", *[f"{name}, {kind}" for name in RENAMED for kind in LETTERS]]
    return {
        "ablations": scale + "\n\n" + page.table(head, rows),
        "letters": page.table(letter_head, letter_rows),
        "curiosity": met,
    }


def _spread(values: Sequence[float]) -> str:
    """Write a mean; with several seeds, the least and the most beside it."""
    if len(values) == 1:
        return f"{values[0]:.3f}"
    return f"{mean(values):.3f} ({min(values):.3f}–{max(values):.3f})"


def main() -> None:
    """Train what is missing, write results and page."""
    options = tyro.cli(Options, description=__doc__)
    if not options.render:
        run_all(options)
    page.write(PAGE, render(json.loads(options.out.read_text(encoding="utf-8"))))


def run_all(options: Options) -> None:
    """Train the variants that the results do not hold yet; then measure what curiosity finds."""
    from aljabr.ledger.provenance import provenance

    record: Record = {"runs": []}
    if options.out.exists():
        record = json.loads(options.out.read_text(encoding="utf-8"))
    for seed in options.seeds:
        for variant in VARIANTS:
            wanted = json.loads(json.dumps(asdict(configure(variant, seed, options))))
            done = [(run["variant"], run["config"]) for run in record["runs"]]
            if (variant, wanted) in done:
                continue
            record["runs"].append(json.loads(json.dumps(train(variant, seed, options))))
            record["made_with"] = provenance()
            _write(options.out, record)
    record["curiosity"] = {**curiosity_effect(), "made_with": provenance()}
    _write(options.out, record)


def _write(path: Path, record: Record) -> None:
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
