"""A training session at the terminal: `aljabr train`.

Progress on stderr, scalars for TensorBoard, a checkpoint now and then and at the end, the best
agent on validation kept apart. A session that was killed goes on from its last checkpoint.
"""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import tyro
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import equation_text
from aljabr.cli.output import say
from aljabr.errors import UserError
from aljabr.expert import iteration
from aljabr.expert.gather import Advance
from aljabr.expert.iteration import ExpertConfig
from aljabr.flat import training
from aljabr.flat.presets import PRESETS
from aljabr.flat.training import TrainConfig, Trainer
from aljabr.ledger.events import EventFile
from aljabr.ledger.provenance import provenance
from aljabr.ledger.runs import RunFolder
from aljabr.ledger.schema import Schema, fits
from aljabr.tasks.datasets import FIXED

LOG_SECONDS: Final = 2.0
"""Seconds between two points in TensorBoard."""


@dataclass(frozen=True)
class Train:
    """Train an agent on one equation or on a dataset; goes on where it was stopped.

    `--agent expert` trains the tree policy that leads the solver; see
    `aljabr train --agent expert --help`.
    """

    config: Annotated[TrainConfig, tyro.conf.arg(name="")]
    out: Path | None = None
    """The run's folder; by default runs/AGENT-TASK, or runs/AGENT-PRESET-TASK."""
    checkpoint_seconds: float = 60.0
    """Seconds between two checkpoints."""

    @classmethod
    def of(cls, preset: str = "ours") -> Train:
        """Return the command with a preset's hyperparameters as its defaults."""
        chosen: Any = preset if preset in PRESETS else "ours"
        fixed = PRESETS[chosen]
        return cls(
            TrainConfig(preset=chosen, ppo=fixed.ppo, reward=fixed.reward, encoding=fixed.encoding)
        )

    def run(self) -> None:
        """Train to the end, or until Ctrl-C."""
        folder = RunFolder(self.out or Path("runs") / run_name(self.config))
        console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
        with (
            closing(training.start(self.config)) as trainer,
            folder.claimed(asdict(self.config), training.FREE),
        ):
            session = Session(trainer, folder, console, self.checkpoint_seconds)
            session.resume()
            finished = session.train()
        say(session.summary(finished))
        if not finished:
            raise KeyboardInterrupt


@dataclass(frozen=True)
class TrainExpert:
    """Train the tree policy that leads the solver; goes on where it was stopped."""

    config: Annotated[ExpertConfig, tyro.conf.arg(name="")]
    agent: Literal["expert"] = "expert"
    """Who is trained; the other agents have other flags (`aljabr train --help`)."""
    out: Path = Path("runs/expert")
    """The run's folder."""
    checkpoint_seconds: float = 60.0
    """Seconds between two checkpoints while learning."""

    def run(self) -> None:
        """Train to the end, or until Ctrl-C."""
        console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
        try:
            with _interruptible() as interrupted, _stages(console) as advance_fn:
                card = iteration.train(
                    self.config, self.out, console.print,
                    keep_seconds=self.checkpoint_seconds, advance_fn=advance_fn,
                    stop_fn=lambda: bool(interrupted),
                )  # fmt: skip
        except KeyboardInterrupt:
            say(f"stopped: the same command goes on from {self.out}")
            raise
        best = self.out / "best.safetensors"
        say(f"finished after round {len(card['rounds'])}: {best}")
        say(f'use it: aljabr solve "3x + 5 = 11" --agent {self.out}')


@contextmanager
def _stages(console: Console) -> Iterator[Advance]:
    """Show in a terminal how far a stage has come."""
    columns = (
        TextColumn("{task.description}"), BarColumn(),
        TextColumn("{task.completed:,.0f}/{task.total:,.0f}, left"), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        line = bar.add_task("", total=None, visible=False)
        shown = ""

        def advance(stage: str, done: int, total: int) -> None:
            nonlocal shown
            if stage != shown:
                bar.reset(line, total=total, description=stage, visible=True)
                shown = stage
            bar.update(line, completed=done)

        yield advance


def run_name(config: TrainConfig) -> str:
    """Name a run by its agent, its preset and its task."""
    preset = "" if config.preset == "ours" else f"-{config.preset}"
    return f"{config.agent}{preset}-{task(config)}"


def task(config: TrainConfig) -> str:
    """Name what a run trains on, fit for a folder."""
    if config.equation is None:
        return str(config.dataset)
    text = equation_text(parse(config.equation))
    names = [name for name, each in FIXED.items() if equation_text(parse(each)) == text]
    return names[0] if names else re.sub(r"[^0-9A-Za-z]+", "-", text).strip("-")


_BEST: Final[Schema] = {"step": int, "validation": {"greedy": float}, "seed": int}


class Session:
    """A trainer with its folder: what is written there, and what is told on the way."""

    def __init__(
        self, trainer: Trainer, folder: RunFolder, console: Console, interval: float
    ) -> None:
        self.trainer = trainer
        self.folder = folder
        self.console = console
        self.interval = interval
        self.events = EventFile(folder.path)
        self.best: dict[str, Any] = {}
        """The card of the best agent so far, less what every card has."""
        self.made_with = provenance()

    def resume(self) -> None:
        """Go on from the last checkpoint, if there is one."""
        if self.folder.last.exists():
            card = self.trainer.restore(self.folder.last)
            best: Any = card.get("best")
            if best != {} and not fits(best, _BEST):
                raise UserError(f"{self.folder.last} holds no run that can go on")
            self.best = best
            self.console.print(f"going on from step {self.trainer.steps:,} of {self.folder.last}")

    def train(self) -> bool:
        """Train; return whether the end was reached."""
        trainer, seeds = self.trainer, self.trainer.config.seeds
        saved = logged = time.monotonic()
        since = {"steps": trainer.steps, "episodes": 0, "solved": 0}
        with _interruptible() as interrupted, self._bar() as (bar, line):
            for progress, due in training.run(trainer):
                since["episodes"] += progress.episodes
                since["solved"] += progress.solved
                now = time.monotonic()
                if due or now - logged > LOG_SECONDS:
                    rate = (progress.steps - since["steps"]) * seeds / (now - logged)
                    success = since["solved"] / max(since["episodes"], 1)
                    self.events.write(
                        progress.steps,
                        {
                            "train/success": success,
                            "train/coverage": trainer.coverage,
                            "train/steps_per_second": rate,
                            **{f"train/{name}": each for name, each in progress.scalars.items()},
                        },
                    )
                    bar.update(line, rate=f"{rate:,.0f}", success=f"{success:.2f}")
                    logged, since = now, {"steps": progress.steps, "episodes": 0, "solved": 0}
                bar.update(line, completed=progress.steps)
                if due:
                    self.validate()
                if due or interrupted or time.monotonic() - saved >= self.interval:
                    self.save()
                    saved = time.monotonic()
                if interrupted:
                    return False
        return True

    @contextmanager
    def _bar(self) -> Iterator[tuple[Progress, Any]]:
        columns = (
            TextColumn(self.trainer.config.agent),
            BarColumn(),
            TextColumn("{task.completed:,.0f}/{task.total:,.0f} steps"),
            TextColumn("{task.fields[rate]} steps/s, success {task.fields[success]}, left"),
            TimeRemainingColumn(),
        )
        hidden = not self.console.is_terminal
        with Progress(*columns, console=self.console, disable=hidden) as bar:
            total, done = self.trainer.config.steps, self.trainer.steps
            yield bar, bar.add_task("", total=total, completed=done, rate="-", success="-")

    def validate(self) -> None:
        """Evaluate every member and keep the best agent seen so far; of equals, the latest."""
        trainer = self.trainer
        found = [self._validate(member) for member in range(trainer.config.seeds)]
        member = max(range(len(found)), key=lambda each: sum(found[each].values()))
        figures = found[member]
        self.events.write(trainer.steps, {f"validation/{k}": v for k, v in figures.items()})
        told = ", ".join(f"{name} {value:.2f}" for name, value in figures.items())
        whose = f", best of {len(found)} members" if len(found) > 1 else ""
        self.console.print(
            f"step {trainer.steps:,}: validation {told}{whose}; coverage {trainer.coverage:.2f}"
        )
        if not self.best or sum(figures.values()) >= sum(self.best["validation"].values()):
            self.best = {
                "step": trainer.steps,
                "validation": figures,
                "seed": trainer.config.seed + member,
            }
            extra = {**self.best, "made_with": self.made_with}
            trainer.save_member(self.folder.best, member, extra)

    def _validate(self, member: int) -> dict[str, float]:
        if self.trainer.config.equation is not None:
            return {"greedy": float(self.trainer.solves_greedily(member))}
        equations = training.evaluation_equations(self.trainer.config, "validation")
        report = self.trainer.evaluate(equations, member)
        return {"greedy": report.greedy, "sampled": report.sampled}

    def save(self) -> None:
        """Write the checkpoint to go on from."""
        self.trainer.save(self.folder.last, {"best": self.best, "made_with": self.made_with})

    def summary(self, finished: bool) -> str:
        """Say how far the session came and what it left."""
        state = "finished" if finished else "stopped"
        lines = [f"{state} at step {self.trainer.steps:,}: {self.folder.last}"]
        if self.best:
            figures = [f"{name} {value:.2f}" for name, value in self.best["validation"].items()]
            lines.append(
                f"best at step {self.best['step']:,}, validation {', '.join(figures)}:"
                f" {self.folder.best}"
            )
        return "\n".join(lines)


@contextmanager
def _interruptible() -> Iterator[list[int]]:
    """Collect the first Ctrl-C, to stop between two updates; the second one stops at once."""
    received: list[int] = []

    def note(number: int, frame: Any) -> None:
        if received:
            raise KeyboardInterrupt
        received.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield received
    finally:
        signal.signal(signal.SIGINT, before)
