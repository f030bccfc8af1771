"""The command line: `aljabr solve`, `evaluate`, `agents`, `data`, `train`, `discover`, ...

A command is a dataclass: its fields are the flags, its `run` does the work. A user's mistake gets
one sentence and exit status 2. What takes long to load is loaded by the command that needs it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from io import StringIO
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal

import tyro

from aljabr.answer.within import read_interval, within
from aljabr.cli.discover import Discover
from aljabr.cli.evaluate import Evaluate
from aljabr.cli.output import dumps, has_control, say, shown
from aljabr.errors import UserError
from aljabr.ledger.files import write_text
from aljabr.solver import registry
from aljabr.solver.registry import DEFAULT, load
from aljabr.solver.solve import DEFAULT_BUDGET, check_budget
from aljabr.solver.worker import Worker


@dataclass(frozen=True)
class Solve:
    """Solve an equation and show every step."""

    equation: Annotated[tyro.conf.Positional[str], tyro.conf.arg(metavar="EQUATION")]
    """What to solve, such as "3x + 5 = 11"; "= 0" is assumed if there is no sign."""
    # Not `str | None`: to check a union, tyro loads typeguard, a tenth of the start-up.
    unknown: Annotated[str, tyro.conf.arg(name="for", metavar="LETTER")] = ""
    """The letter to solve for (x by default, or the only letter there is)."""
    json: bool = False
    """Print one JSON record."""
    latex: bool = False
    """Print the derivation in LaTeX."""
    plot: Annotated[str, tyro.conf.arg(metavar="FILE.svg")] = ""
    """Draw both sides and the real roots into this file; for equations without parameters."""
    budget: float = DEFAULT_BUDGET
    """Seconds to spend at the most."""
    domain: Literal["real", "complex", "auto"] = "auto"
    """Which roots: the real ones, or all; by default real, unless the equation holds sqrt(-1)."""
    where: Annotated[str, tyro.conf.arg(metavar="INTERVAL")] = ""
    """List the roots in an interval, such as "0 <= x < 2pi" or "0° <= x < 360°"."""
    form: Literal["radicals", "decimal"] = "radicals"
    """How roots are written: exactly, or as decimal numbers."""
    method: Literal["auto", "formula"] = "auto"
    """Quadratics: by completing the square, or by the formula as one step."""
    full: bool = False
    """Spell out every lemma that is used."""
    lemmas: bool = True
    """Use the shipped lemmas; else those that are needed are discovered first."""
    agent: Annotated[str, tyro.conf.arg(metavar="AGENT")] = DEFAULT
    """Who leads: a shipped agent, a checkpoint, a run's folder or name; "search" for nobody."""

    def run(self) -> None:
        """Solve and print."""
        check_budget(self.budget)
        interval = read_interval(_as_typed(self.where)) if self.where else None
        if not self.lemmas:
            self._derive()
        with Worker(load(self.agent)) as worker:
            solution = worker.solve(
                _as_typed(self.equation),
                self.unknown or None,
                self.budget,
                None if self.domain == "auto" else self.domain,
                "full" if self.full else "brief" if self.method == "formula" else None,
            )
        if interval is not None:
            solution = within(solution, interval)
        if self.form == "decimal":
            solution = solution.decimal()
        if self.json:
            say(dumps(solution.to_json()))
        elif self.latex:
            say(solution.to_latex())
        else:
            say(solution.to_text())
        if self.plot:
            write_text(Path(_as_typed(self.plot)), solution.plot())

    def _derive(self) -> None:
        """Discover the lemmas that the equation needs."""
        from aljabr.algebra.parse import parse
        from aljabr.cli.discover import line
        from aljabr.discovery.deriving import derived
        from aljabr.discovery.records import record_of
        from aljabr.game import formulas

        equation = parse(_as_typed(self.equation), self.unknown or None)
        found = derived(equation, 60.0, lambda each: say(line(record_of(each, {}))))
        formulas.choose(found)


def _as_typed(word: str) -> str:
    """Undo what `_run` does to a word that starts with a dash, so that columns are the user's."""
    return word[1:] if word.startswith(" -") and word not in sys.argv else word


@dataclass(frozen=True)
class Agents:
    """List the shipped agents and what was measured of them."""

    json: bool = False
    """Print a JSON record a line."""

    def run(self) -> None:
        """Read the cards and print them."""
        records = [registry.describe(registry.find(name)) for name in registry.shipped()]
        write_fn = dumps if self.json else registry.render
        say(("\n" * (2 - self.json)).join(map(write_fn, records)))


@dataclass(frozen=True)
class Data:
    """Generate a dataset of random equations and write its splits as text, an equation a line."""

    name: tyro.conf.Positional[
        Literal["small", "large", "school", "symbolic", "sets", "open", "exam", "deep"]
    ]
    """Small (depth < 4), large (depth < 5), school-type, with many parameters, with all roots,
    polynomials that do not factor, class by class as in examinations, or depth 5 and 6."""
    seed: int = 0
    """What the split is drawn from."""
    out: Path = Path("data")
    """The folder to write to."""

    def run(self) -> None:
        """Generate, write, and print a report."""
        from aljabr.tasks import datasets

        try:
            datasets.write(self.name, self.seed, self.out)
        except OSError as error:
            raise UserError(f"cannot write to {self.out}: {error.strerror}") from None
        say(datasets.report(self.name, self.seed))


@dataclass(frozen=True)
class Traces:
    """Print what trained agents do on the fixed equations, step by step."""

    agent: str | None = None
    """A shipped agent, a checkpoint, a run's folder or name; by default every run's best."""

    def run(self) -> None:
        """Play and print."""
        from aljabr.solver.traces import traces

        for text in traces(self.agent):
            say(f"{text}\n")


@dataclass(frozen=True)
class Bench:
    """Run the paper's experiments, as far as they are not done yet, and write their page."""

    name: tyro.conf.Positional[Literal["table1", "curves"]]
    """Table 1 (the fixed equations) or the learning curves (the random ones)."""
    trials: int | None = None
    """Trials of each agent on each task; by default 10 for Table 1 and 3 for the curves."""
    steps: int = 3_000_000
    """Steps of a trial at the most."""
    processes: int = os.cpu_count() or 1
    """Runs at a time; each takes a core."""
    minutes: float | None = None
    """Stop after so long; the next call goes on."""
    render: bool = False
    """Run nothing, only write the page."""
    out: Path = Path("benchmarks/results")
    """The folder of the results."""
    docs: Path = Path("docs")
    """The folder of the page."""

    def run(self) -> None:
        """Run what is missing, write the page, and exit with status 1 if a run failed."""
        from aljabr.bench import curves, table1
        from aljabr.ledger import page
        from aljabr.ledger import results as programme

        module: ModuleType = {"table1": table1, "curves": curves}[self.name]
        path = self.out / f"{self.name}.jsonl"
        failed = 0
        if not self.render:
            _needs_training()
            trials = module.NUM_TRIALS if self.trials is None else self.trials
            deadline = None if self.minutes is None else time.monotonic() + 60 * self.minutes
            work_fn: Callable[[programme.Job], programme.Result] = module.run_trial
            if self.name == "curves":  # long runs, kept on the way
                work_fn = partial(curves.run_trial, folder=self.out / "unfinished")
            jobs = module.jobs(trials, self.steps)
            failed = programme.run_jobs(jobs, work_fn, path, max(self.processes, 1), deadline, say)
        results = [
            result
            for result in programme.read_results(path, module.SCHEMA)
            if result["job"]["steps"] == self.steps
        ]
        if results:
            place = self.docs / f"{self.name}.md"
            page.write(place, {self.name: module.render(results)})
            if self.name == "curves":
                curves.plot(results, self.docs / "curves.png")
            say(f"{len(results)} runs in {place}")
        elif not failed:
            raise UserError(f"there are no finished runs of {self.steps:,} steps in {path}")
        if failed:
            print(f"{failed} runs failed", file=sys.stderr)
            sys.exit(1)


def _needs_training() -> None:
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("jax", "optax")):
        raise UserError("training needs more packages: pip install 'aljabr[train]'")


@dataclass(frozen=True)
class TrainLater:
    """Train an agent on one equation or on a dataset; goes on where it was stopped."""

    def run(self) -> None:
        """Never called: stands in the list of commands for the one that takes long to load."""
        raise NotImplementedError


def _commands(arguments: list[str]) -> Any:
    """Return the commands, with the flags of training only if that is asked for."""
    train: Any = TrainLater
    if arguments[:1] == ["train"]:
        _needs_training()
        from aljabr.cli.session import Train, TrainExpert

        pairs = [*pairwise(arguments), *[tuple(word.split("=", 1)) for word in arguments]]
        train = TrainExpert if ("--agent", "expert") in pairs else Train
    return (
        Annotated[Solve, tyro.conf.subcommand("solve")]
        | Annotated[Evaluate, tyro.conf.subcommand("evaluate")]
        | Annotated[Agents, tyro.conf.subcommand("agents")]
        | Annotated[Data, tyro.conf.subcommand("data")]
        | Annotated[train, tyro.conf.subcommand("train")]
        | Annotated[Traces, tyro.conf.subcommand("traces")]
        | Annotated[Bench, tyro.conf.subcommand("bench")]
        | Annotated[Discover, tyro.conf.subcommand("discover")]
    )


def run(words: list[str]) -> None:
    """Run a command, given as typed."""
    # All our flags are long: what starts with a single dash is an equation such as -x = 3.
    arguments = [
        f" {word}" if word[:1] == "-" and word[:2] != "--" and word != "-h" else word
        for word in words
    ]
    told = StringIO()
    with ExitStack() as stack:
        if any(map(has_control, arguments)):  # whatever is said about them must not be shown raw
            stack.callback(lambda: print(end=shown(told.getvalue()), file=sys.stderr))
            stack.enter_context(redirect_stdout(told))
            stack.enter_context(redirect_stderr(told))
        command = tyro.cli(
            _commands(arguments),
            prog="aljabr",
            args=arguments,
            description="Solve equations, step by step, and train agents that do.",
        )
    command.run()
