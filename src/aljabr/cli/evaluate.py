"""`aljabr evaluate`: a file of equations, over all cores, that goes on where it was stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from aljabr.algebra.parse import ParseError
from aljabr.answer.solution import Remark, Solution
from aljabr.cli.output import say, visible
from aljabr.errors import UserError
from aljabr.ledger import cluster
from aljabr.ledger.files import LineFile, parse_json
from aljabr.solver.processes import cores
from aljabr.solver.registry import DEFAULT, load
from aljabr.solver.solve import DEFAULT_BUDGET, check_budget

if TYPE_CHECKING:
    from aljabr.solver.pool import Answer

Record = dict[str, Any]


@dataclass(frozen=True)
class Evaluate:
    """Solve a file of equations, one a line, and sum up."""

    file: Annotated[tyro.conf.Positional[Path], tyro.conf.arg(metavar="FILE")]
    """Plain text with an equation a line, or JSON lines with a field "eq"."""
    json: Path | None = None
    """Write a JSON record per equation to this file instead of printing answers; if it holds the
    first of them already, go on after these."""
    overwrite: bool = False
    """Start that file anew, whatever it holds."""
    processes: int = cores()
    """Equations solved at a time; each takes a core."""
    on: str = ""
    """Where to solve: here by default; "ray" or "ray:ADDRESS" for a cluster."""
    budget: float = DEFAULT_BUDGET
    """Seconds to spend on an equation at the most."""
    agent: Annotated[str, tyro.conf.arg(metavar="AGENT")] = DEFAULT
    """Who leads, as in `aljabr solve`."""

    def run(self) -> None:
        """Solve them; a record is written as soon as it and those before it are there."""
        from rich.console import Console
        from rich.progress import track

        from aljabr.solver import remote
        from aljabr.solver.pool import Pool
        from aljabr.solver.worker import Request

        check_budget(self.budget)
        if self.processes < 1:
            raise UserError("processes must be at least 1")
        if self.on:
            cluster.check(self.on)
        texts = read_equations(self.file)
        agent = load(self.agent)
        console = Console(stderr=True, highlight=False, markup=False)
        with ExitStack() as stack:
            out = self._output(stack)
            records = [] if out is None or self.overwrite else self._kept(out, texts)
            left = texts[len(records) :]
            if records:
                console.print(f"going on after {len(records):,} of {len(texts):,} equations")
            requests = [Request(text, None, self.budget) for text in left]
            if self.on:
                answers = remote.answers(requests, agent, self.on)
            else:
                # Forked now: the bar has a thread.
                pool = stack.enter_context(Pool(agent, min(self.processes, len(left))))
                answers = pool.answers(requests)
            if out is not None:
                out.clear() if self.overwrite else out.cut()
            followed = track(
                answers, "solving", len(texts), len(records),
                console=console, disable=not console.is_terminal,
            )  # fmt: skip
            # Left to the collector, the bar would wait for its thread while Python ends.
            stack.callback(followed.close)  # type: ignore[attr-defined]
            try:
                for text, answer in zip(left, followed, strict=True):
                    record = self._record(text, answer)
                    records.append(record)
                    if out is None:
                        say(f"{visible(text)}  ->  {_answer(record)}")
                    else:
                        out.append(record)
            except KeyboardInterrupt:
                again = "" if out is None else "; the same command goes on"
                console.print(f"stopped after {len(records):,} of {len(texts):,} equations{again}")
                raise
        say(summary(records))

    def _output(self, stack: ExitStack) -> LineFile | None:
        """Open the file of the records; nothing in it changes yet."""
        if self.json is None:
            if self.overwrite:
                raise UserError("there is nothing to overwrite without --json")
            return None
        if self.json.exists() and self.json.samefile(self.file):
            raise UserError(f"{self.json} is the file of the equations")
        return stack.enter_context(LineFile(self.json))

    def _kept(self, out: LineFile, texts: list[str]) -> list[Record]:
        """Return the records that are there; refuse what are not the first ones of this work."""
        found = out.read()
        made = {"agent": self.agent, "budget": self.budget}
        for number, record in enumerate(found):
            if number == len(texts):
                reason = f"{len(found):,} records, and there are {len(texts):,} equations"
            elif record.get("equation") != texts[number] or not _is_whole(record):
                reason = f"something else than equation {number + 1} of {self.file}"
            else:
                differing = [name for name, each in made.items() if record.get(name) != each]
                if not differing:
                    continue
                reason = f"records of another {differing[0]}"
            raise UserError(
                f"{out.path} holds {reason}; choose another file, or start it anew with --overwrite"
            )
        return found

    def _record(self, text: str, answer: Answer) -> Record:
        if isinstance(answer, ParseError):
            failed = Solution(text, "", "unsolved", note=Remark(str(answer))).to_json()
            record = {**failed, "error": str(answer)}
        else:
            record = answer.to_json()
        return {**record, "agent": self.agent, "budget": self.budget}


def _is_whole(record: Record) -> bool:
    """Whether a record that was read has what the summary asks for."""
    status, seconds = record.get("status"), record.get("seconds")
    return isinstance(status, str) and isinstance(seconds, int | float)


def _answer(record: Record) -> str:
    if record.get("error"):
        return f"error: {record['error']}"
    roots = [f"{record['unknown']} = {root['value']}" for root in record["roots"]]
    return " or ".join(roots) or str(record["status"]).replace("_", " ")


def summary(records: list[Record]) -> str:
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
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"cannot read {file}: it is not UTF-8 text") from None
    texts = list(_equations(file, text))
    if not texts:
        raise UserError(f"there are no equations in {file}")
    return texts


def _equations(file: Path, text: str) -> Iterator[str]:
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("{") and '"' in line:
            yield _field(line, f"{file}, line {number}")
        else:
            yield line


def _field(line: str, place: str) -> str:
    """Return the equation of a JSON record."""
    try:
        found = parse_json(line)["eq"]
    except (ValueError, KeyError):
        raise UserError(f"{place}: no JSON with a field 'eq'") from None
    if not isinstance(found, str):
        raise UserError(f"{place}: the field 'eq' is no text")
    try:
        found.encode("utf-8")
    except UnicodeEncodeError:
        raise UserError(f"{place}: the field 'eq' holds half a character") from None
    return found
