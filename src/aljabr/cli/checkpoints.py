"""`aljabr bench checkpoints`: every flat agent, trained on the six fixed equations.

Each run is one of `aljabr train`, in a process and a folder of its own: it leaves the same files,
and goes on from its last checkpoint.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from aljabr.cli.session import Session, Train, run_name
from aljabr.flat.training import FREE, TrainConfig, start
from aljabr.ledger import checkpoint
from aljabr.ledger.jobs import run_tasks
from aljabr.ledger.runs import RunFolder
from aljabr.tasks.datasets import FIXED

AGENTS: Final = (
    "a2c", "ppo", "ppo-rnd", "ppo-icm", "ppo-ride", "ppo-ngu", "ppo-count", "ppo-e3b",
    "ppo-entropy-0.01", "ppo-entropy-0.03", "ppo-imitation",
)  # fmt: skip
"""All that learn, each under one name."""


def configurations(
    steps: int, agents: Sequence[Any] = (), presets: Sequence[str] = ()
) -> list[TrainConfig]:
    """List the runs, the easiest equations first."""
    return [
        replace(Train.of(preset).config, agent=agent, equation=equation, steps=steps)
        for equation in FIXED.values()
        for preset in presets or ("ours",)
        for agent in agents or AGENTS
    ]


def train(config: TrainConfig, folder: Path) -> str:
    """Train one agent to the end, from where it was; return what to say of it."""
    run = RunFolder(folder)
    with run.claimed(asdict(config), FREE):
        session = Session(start(config), run, Console(quiet=True), 60.0)
        session.resume()
        session.train()
    return session.summary(True).splitlines()[-1]


def train_all(
    configs: Sequence[TrainConfig],
    runs: Path,
    processes: int,
    deadline: float | None,
    tell_fn: Callable[[str], None],
) -> int:
    """Train what is not finished yet; return how many runs failed.

    Args:
        configs: the runs.
        runs: the folder of their folders.
        processes: how many at a time.
        deadline: a time of `time.monotonic()` after which all are stopped.
        tell_fn: gets a line for every run that ended.
    """
    folders = [runs / run_name(config) for config in configs]
    todo = [
        (config, folder)
        for config, folder in zip(configs, folders, strict=True)
        if _steps(folder) < config.steps
    ]
    left, failed = len(todo), 0
    with tempfile.TemporaryDirectory() as compiled:  # what one has compiled, the next one finds
        tasks = [partial(train, config, folder) for config, folder in todo]
        variables = {"JAX_COMPILATION_CACHE_DIR": compiled}
        for outcome in run_tasks(tasks, processes, variables, fresh=True, deadline=deadline):
            if outcome is None:
                continue
            left -= 1
            if outcome.error:
                failed += 1
                tell_fn(f"failed: {todo[outcome.task][1]}\n{outcome.error}")
            else:
                tell_fn(f"{left} left; {outcome.result}")
    if left:
        tell_fn(f"out of time; {left} runs left")
    finished = len(configs) - len(todo) + len(tasks) - left - failed
    tell_fn(f"{finished} of {len(configs)} agents are trained, in {runs}")
    return failed


def _steps(folder: Path) -> int:
    """Return how far a run has come."""
    path = folder / "last.safetensors"
    if not path.exists() or not (folder / "best.safetensors").exists():
        return 0
    return int(checkpoint.read_card(path)["steps"])
