"""`aljabr bench`: the paper's experiments, resumable, and their pages."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Annotated, Final, Literal

import tyro

from aljabr.cli.output import say
from aljabr.errors import UserError
from aljabr.ledger import cluster

GRACE: Final = 30.0
"""Seconds that a run has to keep itself when the time is over, before it is stopped."""


@dataclass(frozen=True)
class Bench:
    """Run the paper's experiments, as far as they are not done yet, and write their page."""

    name: tyro.conf.Positional[Literal["table1", "curves", "curiosity", "checkpoints"]]
    """Table 1 (the fixed equations), the learning curves (the random ones), whether curiosity
    helps (agents by presets), or no experiment: a trained checkpoint of every agent."""
    trials: int | None = None
    """Trials of each agent on each task; by default 10 for Table 1, 3 for the curves, 30 else."""
    steps: int = 3_000_000
    """Steps of a trial at the most."""
    processes: int = os.cpu_count() or 1
    """Runs at a time; each takes a core."""
    minutes: Annotated[float | None, tyro.conf.arg(aliases=["--stop"])] = None
    """Stop after so long; the next call goes on."""
    agents: tuple[str, ...] = ()
    """Of `curiosity` and `checkpoints`: only these agents, such as ppo ppo-rnd."""
    presets: tuple[str, ...] = ()
    """Of `curiosity`: only these presets; rllte is run only if it is named. Of `checkpoints`: these
    presets, by default ours."""
    members: int = 1
    """Of `curiosity`: trials that are trained side by side in one process."""
    device: Literal["cpu", "default"] = "cpu"
    """Of `curiosity`: the game on the CPU, or game and learning on JAX's default device."""
    on: str = ""
    """Where to run: here by default; "ray" or "ray:ADDRESS" for a cluster."""
    render: bool = False
    """Run nothing, only write the page."""
    out: Path = Path("benchmarks/results")
    """The folder of the results."""
    docs: Path = Path("docs")
    """The folder of the page."""
    runs: Path = Path("runs")
    """Of `checkpoints`: the folder of the runs."""

    def run(self) -> None:
        """Run what is missing, write the page, and exit with status 1 if a run failed."""
        if self.on:
            cluster.check(self.on)
        needs_training()  # for the page, too: it says what the presets are
        programme = {"curiosity": self._curiosity, "checkpoints": self._checkpoints}
        failed = programme.get(self.name, self._paper)()
        if failed:
            print(f"{failed} runs failed", file=sys.stderr)
            sys.exit(1)

    def _paper(self) -> int:
        """Run the paper's own experiments; return how many runs failed."""
        from aljabr.bench import curiosity, curves, table1
        from aljabr.ledger import page
        from aljabr.ledger import results as programme

        module: ModuleType = {"table1": table1, "curves": curves}[self.name]
        path = self.out / f"{self.name}.jsonl"
        failed = 0
        if not self.render:
            trials = module.NUM_TRIALS if self.trials is None else self.trials
            deadline = None if self.minutes is None else time.monotonic() + 60 * self.minutes
            work_fn: Callable[[programme.Job], programme.Result] = module.run_trial
            if self.name == "curves":  # long runs, kept on the way
                work_fn = partial(curves.run_trial, folder=self.out / "unfinished")
            jobs = module.jobs(trials, self.steps)
            failed = programme.run_jobs(
                jobs, work_fn, path, max(self.processes, 1), deadline, say, self.on
            )
        results = [
            result
            for result in programme.read_results(path, module.SCHEMA)
            if result["job"]["steps"] == self.steps
        ]
        if results:
            place = self.docs / f"{self.name}.md"
            render_fn: Callable[[list[programme.Result]], str] = module.render
            if self.name == "table1":  # which shows some runs of another programme, too
                curious = programme.read_results(self.out / "curiosity.jsonl", curiosity.SCHEMA)
                render_fn = partial(table1.render, curious=curious)
            page.write(place, {self.name: render_fn(results)})
            if self.name == "curves":
                curves.plot(results, self.docs / "curves.png")
            say(f"{len(results)} runs in {place}")
        elif not failed:
            raise UserError(f"there are no finished runs of {self.steps:,} steps in {path}")
        return failed

    def _curiosity(self) -> int:
        """Run the curiosity programme; return how many runs failed."""
        from aljabr.bench import curiosity, curiosity_page
        from aljabr.ledger import files, page
        from aljabr.ledger import results as programme

        self._check(curiosity.AGENTS)
        path, kept = self.out / "curiosity.jsonl", self.out / "unfinished" / "curiosity"
        listed = self.out / "curiosity-unfinished.jsonl"
        trials = curiosity.NUM_TRIALS if self.trials is None else self.trials
        failed = 0
        if not self.render:
            todo = curiosity.jobs(
                trials, self.steps, self.agents or curiosity.AGENTS,
                self.presets or curiosity.PRESETS,
            )  # fmt: skip
            done = [result["job"] for result in programme.read_results(path)]
            left = [job for job in todo if job not in done]
            groups = curiosity.groups(left, self.members)
            stop_at = None if self.minutes is None else time.time() + 60 * self.minutes
            deadline = None if self.minutes is None else time.monotonic() + 60 * self.minutes
            kept.mkdir(parents=True, exist_ok=True)
            is_cpu = self.device == "cpu"
            variables = {} if is_cpu else {
                "JAX_PLATFORMS": "", "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
                "XLA_FLAGS": os.environ.get("XLA_FLAGS", ""),
            }  # fmt: skip
            work_fn = partial(
                curiosity.run_group, folder=kept.resolve(), stop_at=stop_at, on_device=not is_cpu
            )
            failed = programme.run_groups(
                groups, work_fn, path, max(self.processes, 1), deadline, say, variables, GRACE,
                self.on,
            )  # fmt: skip
            cut = curiosity.unfinished(kept)
            lines = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in cut)
            files.write_text(listed, lines)
        done, cut = curiosity.chosen(
            programme.read_results(path, curiosity.SCHEMA),
            programme.read_results(listed, curiosity.UNFINISHED),
            self.steps,
        )
        if not done and not cut and not failed:
            raise UserError(f"there are no runs of {self.steps:,} steps in {path}")
        presets = [*curiosity.PRESETS, *sorted({each["job"]["preset"] for each in (*done, *cut)})]
        planned = curiosity.jobs(trials, self.steps, presets=list(dict.fromkeys(presets)))
        place = self.docs / "curiosity.md"
        page.write(place, {"curiosity": curiosity_page.render(planned, done, cut)})
        curiosity_page.plot(planned, done, cut, self.docs / "curiosity.png")
        say(f"{len(done)} of {len(planned)} runs finished, {len(cut)} begun, in {place}")
        return failed

    def _checkpoints(self) -> int:
        """Train every agent on every fixed equation; return how many runs failed."""
        from aljabr.cli import checkpoints

        if self.on or self.render or self.trials is not None:
            raise UserError("checkpoints are trained on this machine, one each, and have no page")
        self._check(checkpoints.AGENTS)
        deadline = None if self.minutes is None else time.monotonic() + 60 * self.minutes
        configs = checkpoints.configurations(self.steps, self.agents, self.presets)
        return checkpoints.train_all(configs, self.runs, max(self.processes, 1), deadline, say)

    def _check(self, agents: tuple[str, ...]) -> None:
        known = {"appendix", "ours", "ours-without-imitation", "rllte"}
        for what, given, allowed in (("agent", self.agents, set(agents)),
                                     ("preset", self.presets, known)):  # fmt: skip
            for each in given:
                if each not in allowed:
                    raise UserError(f"there is no {what} {each!r}: {', '.join(sorted(allowed))}")
        for name in ("members", "steps"):
            if getattr(self, name) < 1:
                raise UserError(f"{name} must be at least 1")


def needs_training() -> None:
    """Refuse, in one sentence, where the packages of the extra `train` are missing."""
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("jax", "optax")):
        raise UserError("training needs more packages: pip install 'aljabr[train]'")
