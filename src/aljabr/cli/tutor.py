"""`aljabr hint`, `aljabr check` and `aljabr practice`: the tutor on the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import tyro

from aljabr.cli.output import as_typed, dumps, say
from aljabr.errors import UserError
from aljabr.solver import processes
from aljabr.solver.processes import Died
from aljabr.solver.serving import Defect, Overdue
from aljabr.solver.solve import DEFAULT_BUDGET, check_budget
from aljabr.solver.worker import GRACE
from aljabr.tutor.checking import check
from aljabr.tutor.hinting import Hint, hint
from aljabr.tutor.practising import LEVELS, practice
from aljabr.tutor.verdicts import Checked

DomainName = Literal["real", "complex", "auto"]
Letter = Annotated[str, tyro.conf.arg(name="for", metavar="LETTER")]
MAX_BYTES: Final = 1_000_000
"""The longest file that is read."""
_MARKS: Final = {"given": " ", "right": "✓", "wrong": "✗", "unsure": "?", "remark": "·"}


@dataclass(frozen=True)
class HintCommand:
    """Say what to do next, and no more."""

    lines: Annotated[tyro.conf.Positional[tuple[str, ...]], tyro.conf.arg(metavar="EQUATION")] = ()
    """An equation, or the lines of a derivation, each in quotes."""
    file: str = ""
    """A file with the lines instead; "-" for standard input."""
    more: bool = False
    """Show what the step leads to as well."""
    unknown: Letter = ""
    """The letter to solve for (x by default, or the only letter there is)."""
    json: bool = False
    """Print one JSON record."""
    budget: float = DEFAULT_BUDGET
    """Seconds to spend at the most."""
    domain: DomainName = "auto"
    """Which roots: the real ones, or all."""

    def run(self) -> None:
        """Look for the step and print it."""
        lines = _lines(self.lines, self.file)
        found: Hint = _within(hint, lines, self.unknown, self.domain, self.budget)
        if self.json:
            say(dumps(found.to_json()))
            return
        say("\n".join(filter(None, (found.note, found.sentence))))
        if self.more and found.equation is not None:
            say(f"  {found.equation}")


@dataclass(frozen=True)
class CheckCommand:
    """Check the lines of a derivation; the first wrong one is named, with the reason."""

    file: Annotated[tyro.conf.Positional[str], tyro.conf.arg(metavar="FILE")] = ""
    """A file with an equation a line, the first of which is given; "-" for standard input."""
    lines: tuple[str, ...] = ()
    """The lines themselves instead, each in quotes."""
    unknown: Letter = ""
    """The letter to solve for (x by default, or the only letter there is)."""
    json: bool = False
    """Print one JSON record."""
    budget: float = DEFAULT_BUDGET
    """Seconds to spend at the most, for all lines."""
    domain: DomainName = "auto"
    """Which roots: the real ones, or all."""

    def run(self) -> None:
        """Check and print; exit with status 1 if a line is wrong."""
        lines = _lines(self.lines, self.file)
        found: Checked = _within(check, lines, self.unknown, self.domain, self.budget)
        say(dumps(found.to_json()) if self.json else _shown(found))
        if found.first_wrong is not None:
            sys.exit(1)


@dataclass(frozen=True)
class PracticeCommand:
    """Set an exercise."""

    kind: Annotated[tyro.conf.Positional[str], tyro.conf.arg(metavar="KIND")] = ""
    """What to practise, such as "linear"; any by default. An unknown kind lists them all."""
    difficulty: int = 1
    """From 1 to 3."""
    seed: Annotated[int, tyro.conf.arg(metavar="SEED")] = -1
    """What it is drawn from; -1 for another one each time."""
    json: bool = False
    """Print one JSON record."""

    def run(self) -> None:
        """Draw and print."""
        seed = None if self.seed == -1 else self.seed
        found = practice(self.kind or None, self.difficulty, seed)
        say(dumps(found.to_json()) if self.json else found.equation)


assert LEVELS == 3, "the help of `difficulty` says so"


def _lines(words: tuple[str, ...], file: str) -> list[str]:
    """Return the lines that are given, one way or the other."""
    if bool(words) == bool(file):
        raise UserError("give either the lines or a file")
    if words:
        return [as_typed(word) for word in words]
    name = as_typed(file)
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1) if name == "-" else _read(Path(name))
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{name} is not a text in UTF-8") from None
    except OSError as error:
        raise UserError(f"cannot read {name}: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise UserError(f"{name} is longer than {MAX_BYTES:,} bytes")
    return text.splitlines()


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _shown(found: Checked) -> str:
    """Write the lines with their verdicts."""
    width = max(len(line.text) for line in found.lines)
    rows = []
    for line in found.lines:
        row = f"{line.number:3}. {_MARKS[line.verdict]} {line.text.ljust(width)}  {line.sentence}"
        rows.append(row.rstrip())
    return "\n".join(rows)


# -- in a process of its own -----------------------------------------------------------------------


def _within(
    function: Callable[..., Any], lines: list[str], unknown: str, domain: DomainName, budget: float
) -> Any:
    """Ask in a process that is killed when it outstays its budget."""
    check_budget(budget)
    process = processes.start(partial(_answer, function))
    chosen = None if domain == "auto" else domain
    try:
        answer = process.ask((lines, unknown or None, chosen, budget), budget + GRACE)
    except Overdue:
        raise UserError(f"there is no answer within {budget:g} seconds") from None
    except Died as death:
        raise UserError(f"the tutor ended with status {death.status}") from None
    finally:
        process.end()
    if isinstance(answer, Defect):
        raise RuntimeError(f"the tutor failed:\n{answer.trace}")
    if isinstance(answer, UserError):
        raise answer
    return answer


def _answer(function: Callable[..., Any], request: tuple[Any, ...]) -> Any:
    """Answer, in the process; mistakes of the user's are answers, too."""
    lines, unknown, domain, budget = request
    try:
        return function(lines, unknown, domain=domain, budget=budget)
    except UserError as error:
        return error
