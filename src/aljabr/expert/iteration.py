"""Expert iteration (Anthony et al., 2017): search teaches the policy, the policy leads the search.

A round is `gather -> fit -> validate`. Search finds derivations of training equations; the shortest
ways in the graph it explored become targets (`examples`); the tree policy learns them, with the
steps to go as a second task; the next round's search follows the policy and reaches further. The
first round's search knows nothing but the size of equations, unless a teacher leads it; what it
found blindly is forgotten once a policy finds more. Curiosity decides what is explored beside the
way: a state comes sooner by w/sqrt(times its outline was met), in what was learned so far and in
the search itself (`examples.outline`).
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import jax
import numpy as np

from aljabr.algebra.parse import parse
from aljabr.answer.judge import Judge
from aljabr.answer.solution import Domain
from aljabr.answer.tree import Goal, Grower, at_sight
from aljabr.errors import UserError
from aljabr.expert import openings, storage, tree
from aljabr.expert.fit import Fit, FitConfig
from aljabr.expert.gather import (
    COUNTS,
    GATHER,
    Advance,
    GatherConfig,
    Gathered,
    Tell,
    gather_parallel,
)
from aljabr.expert.lessons import Examples
from aljabr.game.games import COMPLEX
from aljabr.game.graph import ISOLATED, VANISHED, StateGraph
from aljabr.ledger import arrays, checkpoint
from aljabr.ledger.checkpoint import Params
from aljabr.ledger.events import EventFile
from aljabr.ledger.jobs import run_tasks
from aljabr.ledger.provenance import provenance
from aljabr.ledger.runs import RunFolder
from aljabr.ledger.schema import fits
from aljabr.search.path import Goal as SearchGoal
from aljabr.search.policy import Policy
from aljabr.search.walks import walks
from aljabr.tasks import datasets

__all__ = ["ExpertConfig", "Fit", "draw", "gather_parallel", "solved_by", "train", "validate"]

FREE: Final = ("rounds", "processes", "on")
"""What may differ when a run goes on."""
SHARES: Final = {
    "small": 0.03, "large": 0.15, "school": 0.08, "symbolic": 0.12, "sets": 0.14, "open": 0.24,
    "exam": 0.24,
}  # fmt: skip
"""What each round's equations are drawn from."""
VALIDATION_SIZES: Final = {
    "small": 100, "large": 200, "school": 100, "symbolic": 200, "deep": 100, "sets": 200,
    "open": 200, "exam": 200,
}  # fmt: skip


@dataclass(frozen=True)
class ExpertConfig(FitConfig, GatherConfig):
    """Hyperparameters of expert iteration."""

    rounds: int = 3
    """Rounds of search and learning."""
    first_equations: int = 4_000
    """Training equations searched in the first round, slowly, as no policy leads."""
    teacher: str | None = None
    """An agent that leads the searches of the first round, by its name or place."""
    start: str | None = None
    """An agent whose weights to begin with, by its name or place; rules it lacks are new to it."""
    openings: int = 600
    """Open equations searched in a round, in the open game."""
    data_seed: int = 0
    """The seed of the datasets."""

    def check(self) -> None:
        """Refuse what cannot be trained, in one sentence."""
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise UserError(f"{name} must be at least {least}")
        if self.tree.game != "open":
            raise UserError("expert iteration searches the solver's game and the open one")
        if self.tree.width % self.tree.num_heads:
            raise UserError(f"{self.tree.num_heads} heads do not divide {self.tree.width}")


_LEAST: Final = {
    "rounds": 1, "first_equations": 20, "equations": 20, "max_expanded": 1, "extra": 0,
    "aside": 0, "curiosity": 0, "processes": 1, "fit_steps": 1, "batch_size": 8,
}  # fmt: skip


# -- validate ------------------------------------------------------------------------------------


def solved_by(
    policy: Policy, texts: Sequence[str], num_samples: int = 0, seed: int = 0
) -> tuple[list[bool], list[bool]]:
    """Return which equations the policy solves greedily, and in some samples.

    Solved is what has a tree of derivations with a root in it, or one that proves there is none.
    """
    greedy: list[bool] = []
    sampled: list[bool] = []
    for number, text in enumerate(texts):
        greedy.append(grown(policy, text)[1] is not None)
        rng = np.random.default_rng((seed, number))
        again = (grown(policy, text, rng)[1] is not None for _ in range(num_samples))
        sampled.append(any(again) if num_samples else greedy[-1])
    return greedy, sampled


def grown(
    policy: Policy,
    text: str,
    rng: np.random.Generator | None = None,
    domain: Domain = "real",
) -> tuple[Judge, Goal | None]:
    """Return the tree that a policy alone grows: greedily, or at random; None if it proves nothing.

    Every goal gets one walk.
    """
    graph = StateGraph(GATHER if domain == "real" else COMPLEX)
    judge = Judge(graph, parse(text, None, graph.table), domain)
    seen = at_sight(judge)
    if seen is not None:
        return judge, seen

    def walk(start: int, goal_fn: SearchGoal, deadline: float) -> None:
        if not (graph.flags[start] & (ISOLATED | VANISHED) and goal_fn(start, tuple)):
            walks(graph, [start], policy, [goal_fn], rng)

    goal = Grower(judge, walk, math.inf).grow()
    proves = goal is not None and (goal.has_root or goal.is_closed)
    return judge, goal if proves else None


def validate(policy: Policy, config: ExpertConfig) -> dict[str, float]:
    """Return the fraction of each validation split that the greedy policy solves."""
    tasks: list[tuple[str, partial[float]]] = []
    for name, size in VALIDATION_SIZES.items():
        texts = datasets.load(name, "validation", config.data_seed)[:size]
        parts = [texts[first : first + _PART] for first in range(0, len(texts), _PART)]
        tasks += [(name, partial(_greedily, policy, part)) for part in parts]
    if config.openings:
        parts = [openings.variants(60, seed=-1)[first : first + 5] for first in range(0, 60, 5)]
        tasks += [("openings", partial(openings.solved_greedily, policy, part)) for part in parts]
    found: dict[str, list[float]] = {}
    processes = 0 if config.processes == 1 else config.processes
    for outcome in run_tasks([task for _, task in tasks], processes):
        if outcome is not None:
            if outcome.error:
                raise RuntimeError(outcome.error)
            found.setdefault(tasks[outcome.task][0], []).append(outcome.result)
    names = [*VALIDATION_SIZES, *(["openings"] if config.openings else [])]
    return {name: float(np.mean(sorted(found[name]))) for name in names}


_PART: Final = 20  # equations of a validation split that a process plays; divides the splits


def _greedily(policy: Policy, texts: Sequence[str]) -> float:
    return float(np.mean(solved_by(policy, texts)[0]))


# -- the loop ------------------------------------------------------------------------------------


def draw(mix: dict[str, list[str]], config: ExpertConfig, number: int) -> list[str]:
    """Draw the equations of a round, counted from 0."""
    rng = np.random.default_rng((config.seed, number))
    equations = config.equations if number else config.first_equations
    texts: list[str] = []
    for name, share in SHARES.items():
        count = min(int(share * equations), len(mix[name]))
        texts += [mix[name][index] for index in rng.permutation(len(mix[name]))[:count]]
    return [texts[index] for index in rng.permutation(len(texts))]


def train(
    config: ExpertConfig,
    folder: Path,
    tell_fn: Tell = print,
    *,
    keep_seconds: float = 60.0,
    advance_fn: Advance = lambda *_: None,
    stop_fn: Callable[[], bool] = lambda: False,
) -> dict[str, Any]:
    """Run the rounds that are not done yet; return the card of the last one.

    Args:
        config: What to do.
        folder: Where the run lives; one that was stopped goes on from what is there.
        tell_fn: Gets a line at every stage, and now and then.
        keep_seconds: How often learning is written down.
        advance_fn: Hears how far a stage has come.
        stop_fn: Asked often; if it says so, all is written down and `KeyboardInterrupt` raised.
    """
    config.check()
    run = Run(config, folder)
    with run.folder.claimed({"agent": "expert", **asdict(config)}, FREE):
        run.take_up()
        _run_rounds(run, tell_fn, keep_seconds, advance_fn, stop_fn)
        return checkpoint.read_card(run.last)


def _run_rounds(
    run: Run,
    tell_fn: Tell,
    keep_seconds: float,
    advance_fn: Advance,
    stop_fn: Callable[[], bool],
) -> None:
    """Gather, fit and validate until there are as many rounds as asked for."""
    config = run.config
    events, made_with = EventFile(run.folder.path), provenance()
    fit = Fit(config, run.params)
    if run.history:
        tell_fn(f"going on after round {len(run.history)} of {run.last}")
    for number in range(len(run.history) + 1, config.rounds + 1):
        if len(run.searched) < number:
            texts = draw(datasets.training_mix(config.data_seed), config, number - 1)
            tell_fn(f"round {number}: searching {len(texts):,} equations")
            policy = run.leader(fit)
            seed = 10_000 * number + 1_000_000 * config.seed
            gathered = gather_parallel(
                texts, policy, config, seed, tell_fn,
                met=run.examples.met(), folder=run.chunks, advance_fn=advance_fn, stop_fn=stop_fn,
            )  # fmt: skip
            if config.openings:
                tell_fn(f"round {number}: searching {config.openings:,} open equations")
                gathered.examples.merge(
                    gather_parallel(
                        openings.variants(config.openings, seed),
                        policy if policy is not None and policy.game == "open" else None,
                        config, seed, tell_fn, folder=run.chunks / "open", advance_fn=advance_fn,
                        stop_fn=stop_fn, gather_fn=openings.gather, chunk=2,
                    ).examples
                )  # fmt: skip
            run.add(gathered)
        tell_fn(f"round {number}: learning {len(run.examples):,} examples")
        before = (number - 1) * config.fit_steps
        fit.run(
            run.examples, tell_fn,
            keep=run.learning, keep_seconds=keep_seconds, advance_fn=advance_fn, stop_fn=stop_fn,
            scalars_fn=lambda step, scalars, before=before: events.write(  # type: ignore[misc]
                before + step, {f"train/{name}": each for name, each in scalars.items()}
            ),
        )  # fmt: skip
        scores = validate(fit.policy, config)
        told = ", ".join(f"{name} {score:.3f}" for name, score in scores.items())
        tell_fn(f"round {number}: validation greedy {told}")
        counts = run.searched[-1]
        scalars = {
            "search/solved": counts["solved"] / counts["tried"],
            "search/expanded": counts["expanded"] / counts["tried"],
            "search/examples": len(run.examples),
            **{f"validation/{name}": score for name, score in scores.items()},
        }
        events.write(before + config.fit_steps, scalars)
        run.finish(fit.params, scores, made_with)


def _is_round(record: Any) -> bool:
    """Whether a card's record of a round has the figures by which the best one is told."""
    schema = {"searched": str, "examples": int, "validation": dict}
    return fits(record, schema) and all(fits(each, float) for each in record["validation"].values())


class Run:
    """A run's folder: which rounds are done, what was found in them, what is under way."""

    def __init__(self, config: ExpertConfig, path: Path) -> None:
        self.config = config
        self.folder = RunFolder(path)
        self.last, self.best = self.folder.last, self.folder.best
        self.learning = path / "learning.safetensors"
        self.examples_path = path / "examples.npz"
        self.chunks = path / "searched"
        self.examples = Examples(GATHER.num_plain)
        self.params: Params | None = None
        self.history: list[dict[str, Any]] = []

    @property
    def searched(self) -> list[dict[str, Any]]:
        """What the searches of each round came to."""
        found: list[dict[str, Any]] = self.examples.notes.get("rounds", [])
        return found

    def take_up(self) -> None:
        """Go on from what is in the folder."""
        if self.examples_path.exists():
            self.examples = Examples.load(self.examples_path)
            if not fits(self.examples.notes, {"rounds": [dict]}) or not fits(
                self.searched[-1], COUNTS
            ):
                raise arrays.damaged(self.examples_path)
        if self.last.exists():
            like = {"tree": tree.init(np.random.default_rng(0), self.config.tree)}
            stored, card = checkpoint.load(self.last, like)
            if not fits(card, {"rounds": list}) or not all(map(_is_round, card["rounds"])):
                raise UserError(f"{self.last} holds no run that can go on")
            self.params, self.history = stored["tree"], card["rounds"]
        elif self.config.start:
            policy = storage.load(checkpoint.find(Path(self.config.start)))
            if replace(policy.config, game=self.config.tree.game) != self.config.tree:
                raise UserError(f"the network of {self.config.start} has another shape")
            self.params = policy.params_for(self.config.tree)

    def leader(self, fit: Fit) -> Policy | None:
        """Return who leads the searches of a round: the teacher the first, then what is learned."""
        if not self.history and self.config.teacher:
            return storage.load(checkpoint.find(Path(self.config.teacher)))
        return fit.policy if self.params is not None or self.history else None

    def add(self, gathered: Gathered) -> None:
        """Keep what a round's searches found; the chunks are needed no more."""
        searched = [*self.searched, gathered.counts]
        was_blind = len(searched) == 2 and not (self.config.teacher or self.config.start)
        if was_blind and len(gathered.examples) > len(self.examples):  # its ways are long
            self.examples = Examples(GATHER.num_plain)
        self.examples.merge(gathered.examples)
        self.examples.notes = {"rounds": searched}
        self.learning.unlink(missing_ok=True)  # of the round before, if it was killed at its end
        self.examples.save(self.examples_path)
        shutil.rmtree(self.chunks, ignore_errors=True)

    def finish(self, params: Params, scores: dict[str, float], made_with: dict[str, Any]) -> None:
        """Keep a round's policy; as the best if none was better. A round is done with its last."""
        counts = self.searched[-1]
        record = {
            "searched": f"{counts['solved']}/{counts['tried']}",
            "examples": len(self.examples),
            "validation": scores,
        }
        self.history = [*self.history, record]
        card = {
            "agent": "expert", "config": asdict(self.config), "made_with": made_with,
            "rounds": self.history, "validation": scores,
            "rules": tree.known_rules(self.config.tree),
        }  # fmt: skip
        plain = {"tree": jax.tree.map(np.asarray, params)}
        if sum(scores.values()) >= max(sum(each["validation"].values()) for each in self.history):
            checkpoint.save(self.best, plain, card)
        checkpoint.save(self.last, plain, card)
        for path in (self.learning, self.learning.with_suffix(".json")):
            path.unlink(missing_ok=True)
