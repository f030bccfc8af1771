"""The command line: `aljabr solve`, `evaluate`, `agents`, `data`, `train`, `traces`, `bench`.

A command is a dataclass: its fields are the flags, its `run` does the work. A user's mistake gets
one sentence and exit status 2. What takes long to load is loaded by the command that needs it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal

import tyro

from aljabr.algebra.parse import ParseError
from aljabr.answer.solution import Remark, Solution
from aljabr.errors import UserError, shown
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
    budget: float = DEFAULT_BUDGET
    """Seconds to spend at the most."""
    agent: Annotated[str, tyro.conf.arg(metavar="AGENT")] = DEFAULT
    """Who leads: a shipped agent, a checkpoint, a run's folder or name; "search" for nobody."""

    def run(self) -> None:
        """Solve and print."""
        check_budget(self.budget)
        with Worker(load(self.agent)) as worker:
            solution = worker.solve(_as_typed(self.equation), self.unknown or None, self.budget)
        if self.json:
            print(_dumps(solution.to_json()))
        elif self.latex:
            print(solution.to_latex())
        else:
            print(render(solution))


def _as_typed(word: str) -> str:
    """Undo what `main` does to a word that starts with a dash, so that columns are the user's."""
    return word[1:] if word.startswith(" -") and word not in sys.argv else word


def render(solution: Solution) -> str:
    """Write a solution for a terminal."""
    lines = [f"  {shown(solution.equation)}"]
    if solution.steps:
        equations = [f"{step.lhs} = {step.rhs}" for step in solution.steps]
        width = min(max(map(len, equations)), 60)
        lines += [
            f"{number:>3}. {equation:<{width}}   {step.note}"
            for number, (equation, step) in enumerate(
                zip(equations, solution.steps, strict=True), start=1
            )
        ]
    lines += ["", solution.sentence()]
    for root in solution.roots:
        if root.conditions:
            lines.append(f"  if {', '.join(root.conditions)}")
        lines.append(f"  verified: {_VERIFIED[root.verified]}")
    if solution.note:
        lines.append(f"  {solution.note}")
    return "\n".join(lines)


_VERIFIED = {
    "exact": "exactly, by substitution",
    "numeric": "numerically, to 300 digits",
}


@dataclass(frozen=True)
class Evaluate:
    """Solve a file of equations, one a line, and sum up."""

    file: Annotated[tyro.conf.Positional[Path], tyro.conf.arg(metavar="FILE")]
    """Plain text with an equation a line, or JSON lines with a field "eq"."""
    json: Path | None = None
    """Write a JSON record per equation to this file instead of printing answers."""
    budget: float = DEFAULT_BUDGET
    """Seconds to spend on an equation at the most."""
    agent: Annotated[str, tyro.conf.arg(metavar="AGENT")] = DEFAULT
    """Who leads, as in `aljabr solve`."""

    def run(self) -> None:
        """Solve them one by one; a record is written as soon as it is there."""
        from rich.console import Console
        from rich.progress import track

        check_budget(self.budget)
        texts = read_equations(self.file)
        records: list[dict[str, Any]] = []
        console = Console(stderr=True)
        try:
            out = None if self.json is None else self.json.open("w", encoding="utf-8")
        except OSError as error:
            raise UserError(f"cannot write {self.json}: {error.strerror}") from None
        with Worker(load(self.agent)) as worker:
            for text in track(texts, "solving", console=console, disable=not console.is_terminal):
                records.append(_evaluate(worker, text, self.budget))
                if out is None:
                    print(f"{shown(text)}  ->  {_answer(records[-1])}")
                else:
                    out.write(_dumps(records[-1]) + "\n")
        if out is not None:
            out.close()
        print(summary(records))


def _dumps(record: dict[str, Any]) -> str:
    """Write a record in one line; what would act on a terminal is escaped, as JSON allows."""
    text = json.dumps(record, ensure_ascii=False)
    return "".join(each if shown(each) == each else json.dumps(each)[1:-1] for each in text)


def _evaluate(worker: Worker, text: str, budget: float) -> dict[str, Any]:
    try:
        return worker.solve(text, None, budget).to_json()
    except ParseError as error:
        failed = Solution(text, "", "unsolved", note=Remark(str(error))).to_json()
        return {**failed, "error": str(error)}


def _answer(record: dict[str, Any]) -> str:
    if record.get("error"):
        return f"error: {record['error']}"
    roots = [f"{record['unknown']} = {root['value']}" for root in record["roots"]]
    return " or ".join(roots) or str(record["status"]).replace("_", " ")


def summary(records: list[dict[str, Any]]) -> str:
    """Count the answers by status."""
    counts = Counter("error" if "error" in record else record["status"] for record in records)
    seconds = sorted(record["seconds"] for record in records) or [0.0]
    parts = [f"{counts[status]} {status.replace('_', ' ')}" for status in sorted(counts)]
    median = seconds[len(seconds) // 2]
    return (
        f"{len(records)} equations: {', '.join(parts)};"
        f" {sum(seconds):.1f} s in all, median {1000 * median:.0f} ms, longest {seconds[-1]:.2f} s"
    )


def read_equations(file: Path) -> list[str]:
    """Read a text or JSON-lines file of equations; blank lines and #-comments do not count."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UserError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"cannot read {file}: it is not UTF-8 text") from None
    texts = []
    for number, line in enumerate(lines, start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("{") and '"' in line:
            try:
                line = json.loads(line)["eq"]
            except (json.JSONDecodeError, KeyError, TypeError):
                raise UserError(f"{file}, line {number}: no JSON with a field 'eq'") from None
        texts.append(str(line))
    if not texts:
        raise UserError(f"there are no equations in {file}")
    return texts


@dataclass(frozen=True)
class Agents:
    """List the shipped agents and what was measured of them."""

    json: bool = False
    """Print a JSON record a line."""

    def run(self) -> None:
        """Read the cards and print them."""
        records = [registry.describe(registry.find(name)) for name in registry.shipped()]
        print(*map(_dumps if self.json else registry.render, records), sep="\n" * (2 - self.json))


@dataclass(frozen=True)
class Data:
    """Generate a dataset of random equations and write its splits as text, an equation a line."""

    name: tyro.conf.Positional[Literal["small", "large", "school", "symbolic", "deep"]]
    """Small (depth < 4), large (depth < 5), school-type, with many parameters, or depth 5 and 6."""
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
        print(datasets.report(self.name, self.seed))


@dataclass(frozen=True)
class Traces:
    """Print what trained agents do on the fixed equations, step by step."""

    agent: str | None = None
    """A shipped agent, a checkpoint, a run's folder or name; by default every run's best."""

    def run(self) -> None:
        """Play and print."""
        from aljabr.solver.traces import traces

        for text in traces(self.agent):
            print(text, end="\n\n")


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
            failed = programme.run_jobs(jobs, work_fn, path, max(self.processes, 1), deadline)
        results = [r for r in programme.read_results(path) if r["job"]["steps"] == self.steps]
        if results:
            place = self.docs / f"{self.name}.md"
            page.write(place, {self.name: module.render(results)})
            if self.name == "curves":
                curves.plot(results, self.docs / "curves.png")
            print(f"{len(results)} runs in {place}")
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
    )


def main() -> None:
    """Run the command line."""
    # All our flags are long: what starts with a single dash is an equation such as -x = 3.
    arguments = [
        f" {word}" if word[:1] == "-" and word[:2] != "--" and word != "-h" else word
        for word in sys.argv[1:]
    ]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        command = tyro.cli(
            _commands(arguments),
            prog="aljabr",
            args=arguments,
            description="Solve equations, step by step, and train agents that do.",
        )
        command.run()
        sys.stdout.flush()
    except (ParseError, UserError) as error:
        print(f"aljabr: {shown(str(error))}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader has seen enough: aljabr evaluate FILE | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
