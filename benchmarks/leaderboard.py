"""The leaderboard's page: all results files of a folder, checked and scored.

    python -m benchmarks.leaderboard            makes A*'s files where they are missing
    python -m benchmarks.leaderboard --render   only checks what is there, and writes the page

The files are in `benchmarks/results/leaderboard`. Exits with status 1 if a file claims what does
not hold. Writes its place in `docs/leaderboard.md`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import tyro

from aljabr.bench import leaderboard, submissions
from aljabr.bench.submissions import TRAINING, Submission
from aljabr.ledger import files, page
from aljabr.ledger.results import read_results

RESULTS = Path("benchmarks/results")
PAGE = Path("docs/leaderboard.md")


def render(folder: Path = RESULTS) -> tuple[str, list[str]]:
    """Return the figures in Markdown, and the claims that do not hold."""
    paths = sorted((folder / "leaderboard").glob("*.json"))
    scores = [leaderboard.score(submissions.read(path)) for path in paths]
    reference = next(
        each.submission
        for each in scores
        if (each.submission.track, each.submission.method) == ("fixed", "A*")
    )
    lines = [
        leaderboard.board(scores),
        "",
        "A* on the six fixed equations, states expanded (those of [Table 1](table1.md)) and"
        " transitions played:",
        "",
        page.table(["equation", "expansions", "transitions", "steps"], _rows(reference, folder)),
        "",
        "Written by `python -m benchmarks.leaderboard`.",
    ]
    return "\n".join(lines), [each for score in scores for each in score.refused]


def _rows(reference: Submission, folder: Path) -> list[list[str]]:
    """Return A*'s figures by equation; expansions are those of Table 1's results."""
    expanded = {
        result["job"]["equation"]: result["expanded"]
        for result in read_results(folder / "table1.jsonl")
        if result["job"]["agent"] == "a-star"
    }
    return [
        [f"`{row.equation}`", str(expanded[row.equation]), f"{row.transitions:,}",
         str(len(row.actions or ()))]
        for row in reference.runs[0].rows
    ]  # fmt: skip


@dataclass(frozen=True)
class Options:
    """What to do."""

    render: bool = False
    """Only write the page."""


def main() -> int:
    """Make what is missing, and write the page; return 1 if a claim does not hold."""
    options = tyro.cli(Options, description=__doc__)
    for track in TRAINING:
        path = RESULTS / "leaderboard" / f"a-star-{track}.json"
        if not options.render and not path.exists():
            files.write_text(path, submissions.dumps(leaderboard.example(track)))
            print(f"{path} is written", flush=True)
    figures, refused = render()
    page.write(PAGE, {"leaderboard": figures})
    print("\n".join(refused) or "every claim holds")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
