"""The command line: `aljabr solve`, `check`, `hint`, `evaluate`, `methods`, `train`, ...

A command is a dataclass: its fields are the flags, its `run` does the work. A user's mistake gets
one sentence and exit status 2. What takes long to load is loaded by the command that needs it.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

import tyro

from aljabr.answer.within import read_interval, within
from aljabr.answer.writer import Detail
from aljabr.cli.bench import Bench, needs_training
from aljabr.cli.discover import Discover
from aljabr.cli.evaluate import Evaluate
from aljabr.cli.output import as_typed, dumps, has_control, say, shown
from aljabr.cli.plot import Plot
from aljabr.cli.serve import Mcp, Serve
from aljabr.cli.submit import SubmitCheck
from aljabr.cli.tutor import CheckCommand, HintCommand, PracticeCommand
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
    """How roots are written: exactly (three real ones of a cubic by cosines), or in decimals."""
    method: Literal["auto", "formula"] = "auto"
    """Quadratics: by completing the square, or by the formula as one step."""
    steps: Literal["brief", "school", "full"] = "school"
    """How much is told: no moving of terms; as in school; or every step, and every lemma."""
    full: bool = False
    """The same as --steps full."""
    language: Literal["en", "de"] = "en"
    """What sentences are written in."""
    lemmas: bool = True
    """Use the shipped lemmas; else those that are needed are discovered first."""
    agent: Annotated[str, tyro.conf.arg(metavar="AGENT")] = DEFAULT
    """Who leads: a shipped agent, a checkpoint, a run's folder or name; "search" for nobody."""

    def run(self) -> None:
        """Solve and print."""
        check_budget(self.budget)
        interval = read_interval(as_typed(self.where)) if self.where else None
        if not self.lemmas:
            self._derive()
        with Worker(load(self.agent)) as worker:
            solution = worker.solve(
                as_typed(self.equation),
                self.unknown or None,
                self.budget,
                None if self.domain == "auto" else self.domain,
                self._detail(),
            )
        if interval is not None:
            solution = within(solution, interval)
        solution = solution.in_language(self.language)
        if self.form == "decimal":
            solution = solution.decimal()
        if self.json:
            say(dumps(solution.to_json()))
        elif self.latex:
            say(solution.to_latex())
        else:
            say(solution.to_text())
        if self.plot:
            write_text(Path(as_typed(self.plot)), solution.plot())

    def _detail(self) -> Detail:
        if self.full or self.steps == "full":
            return "full"
        return "formula" if self.method == "formula" and self.steps == "school" else self.steps

    def _derive(self) -> None:
        """Discover the lemmas that the equation needs."""
        from aljabr.algebra.parse import parse
        from aljabr.cli.discover import line
        from aljabr.discovery.deriving import derived
        from aljabr.discovery.records import record_of
        from aljabr.game import formulas

        equation = parse(as_typed(self.equation), self.unknown or None)
        found = derived(equation, 60.0, lambda each: say(line(record_of(each, {}))))
        formulas.choose(found)


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
class Methods:
    """List the steps that the solver knows, each with an example that it works itself."""

    game: Literal["real", "complex", "open", "places"] = "real"
    """Which: those for real roots, for all roots, the open moves that find lemmas, or the
    identities that are used at one place of an equation."""
    json: bool = False
    """Print a JSON record a line."""
    language: Literal["en", "de"] = "en"
    """What sentences are written in."""

    def run(self) -> None:
        """Work the examples and print them."""
        from aljabr.answer.methods import methods

        found = methods(self.game)
        if self.json:
            say("\n".join(dumps(each.in_language(self.language).to_json()) for each in found))
        else:
            say("\n\n".join(each.to_text(self.language) for each in found))


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
class TrainLater:
    """Train an agent on one equation or on a dataset; goes on where it was stopped."""

    def run(self) -> None:
        """Never called: stands in the list of commands for the one that takes long to load."""
        raise NotImplementedError


def _commands(arguments: list[str]) -> Any:
    """Return the commands, with the flags of training only if that is asked for."""
    train: Any = TrainLater
    default: Any = tyro.conf.subcommand("train")
    if arguments[:1] == ["train"]:
        needs_training()
        from aljabr.cli.session import Train, TrainExpert

        pairs = [*pairwise(arguments), *[tuple(word.split("=", 1)) for word in arguments]]
        train = TrainExpert if ("--agent", "expert") in pairs else Train
        if train is Train:  # the preset's hyperparameters are the defaults of the flags
            given = [each[1] for each in pairs if each[0] == "--preset" and len(each) == 2]
            default = tyro.conf.subcommand("train", default=Train.of(*given[-1:]))
    return (
        Annotated[Solve, tyro.conf.subcommand("solve")]
        | Annotated[Evaluate, tyro.conf.subcommand("evaluate")]
        | Annotated[Methods, tyro.conf.subcommand("methods")]
        | Annotated[Agents, tyro.conf.subcommand("agents")]
        | Annotated[Data, tyro.conf.subcommand("data")]
        | Annotated[train, default]
        | Annotated[Traces, tyro.conf.subcommand("traces")]
        | Annotated[Plot, tyro.conf.subcommand("plot")]
        | Annotated[Bench, tyro.conf.subcommand("bench")]
        | Annotated[SubmitCheck, tyro.conf.subcommand("submit-check")]
        | Annotated[Discover, tyro.conf.subcommand("discover")]
        | Annotated[HintCommand, tyro.conf.subcommand("hint")]
        | Annotated[CheckCommand, tyro.conf.subcommand("check")]
        | Annotated[PracticeCommand, tyro.conf.subcommand("practice")]
        | Annotated[Serve, tyro.conf.subcommand("serve")]
        | Annotated[Mcp, tyro.conf.subcommand("mcp")]
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
