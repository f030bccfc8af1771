"""`aljabr submit-check`: score a results file by the protocol of the leaderboard."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from aljabr.cli.output import as_typed, dumps, say
from aljabr.errors import UserError
from aljabr.ledger import files


@dataclass(frozen=True)
class SubmitCheck:
    """Check a results file of the leaderboard: every claimed derivation is played again."""

    file: Annotated[tyro.conf.Positional[str], tyro.conf.arg(metavar="FILE")]
    """The file, as docs/leaderboard.md describes it."""
    example: Literal["", "fixed", "small", "large"] = ""
    """Write the file first: what A* does on this track."""
    json: bool = False
    """Print one JSON record."""

    def run(self) -> None:
        """Score and print; exit with status 1 if a claim does not hold."""
        from aljabr.bench import leaderboard, submissions

        path = Path(as_typed(self.file))
        if self.example:
            if path.exists():
                raise UserError(f"{path} is there already")
            record = leaderboard.example(self.example)
            files.write_text(path, submissions.dumps(record))
        score = leaderboard.score(submissions.read(path))
        say(dumps(score.to_json()) if self.json else score.to_text())
        if score.refused:
            sys.exit(1)
