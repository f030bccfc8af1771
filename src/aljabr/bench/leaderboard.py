"""The leaderboard: results by one protocol, whose claims are played again before they count.

A results file says of every equation of a track which actions solve it, and how many transitions
were played for that. The actions are replayed in the environment; only what ends solved is solved.
How many transitions were played cannot be seen from a file: it is the claim that stays one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from aljabr.algebra.parse import parse
from aljabr.bench.inference import wilson
from aljabr.bench.submissions import (
    BUDGETS,
    MAX_STEPS,
    MOST,
    PROTOCOL,
    TRAINING,
    Record,
    Row,
    Submission,
    equations,
)
from aljabr.game.games import PAPER
from aljabr.game.graph import StateGraph
from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from aljabr.play.lanes import make_lanes
from aljabr.search.orders import a_star

EXPANSIONS: Final = MOST // PAPER.num_actions
"""How many states A* may expand: so few that it cannot play more than the budget."""

# -- replay ----------------------------------------------------------------------------------------


class Replay:
    """The environment of a track, in which claims are played again."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._lanes = make_lanes(1, equations=texts, max_steps=MAX_STEPS, game="paper")

    def objection(self, row: Row) -> str:
        """Return why a claimed derivation does not count, or nothing."""
        lanes, lane = self._lanes, np.zeros(1, np.intp)
        lanes.restart(lane, np.array(lanes.add([row.equation])))
        for number, action in enumerate(row.actions or (), start=1):
            if not lanes.masks()[0, action]:
                return f"action {number} is illegal"
            outcome = lanes.advance(np.array([action]))
            if outcome.terminated[0] and number < len(row.actions or ()):
                return f"the episode ends with action {number}"
            if outcome.solved[0]:
                return ""
        return "it does not end solved"


# -- the score -------------------------------------------------------------------------------------


class Line(NamedTuple):
    """Successes of one equation over the runs, or of one run over the equations."""

    name: str
    solved: tuple[int, ...]
    """By the budgets."""
    trials: int

    def cells(self) -> list[str]:
        """Write the rates with Wilson's intervals."""
        bounds = [wilson(each, self.trials) for each in self.solved]
        digits = 2 if self.trials < 200 else 3
        return [
            f"{each}/{self.trials} ({low:.{digits}f}–{high:.{digits}f})"
            for each, (low, high) in zip(self.solved, bounds, strict=True)
        ]


@dataclass(frozen=True)
class Score:
    """What a submission is worth."""

    submission: Submission
    lines: tuple[Line, ...]
    """By equation on the fixed track, where runs are the trials; else by run."""
    refused: tuple[str, ...]
    """Claims that did not hold, each with its reason; they count as unsolved."""

    @property
    def rates(self) -> tuple[float, ...]:
        """The shares of all that was asked that are solved, by the budgets."""
        asked = sum(line.trials for line in self.lines)
        totals = zip(*(line.solved for line in self.lines), strict=True)
        return tuple(sum(each) / asked for each in totals)

    def to_json(self) -> Record:
        """Return the score as a record."""
        submission = self.submission
        return {
            "protocol": PROTOCOL, "track": submission.track, "method": submission.method,
            "runs": len(submission.runs), "rates": dict(zip(BUDGETS, self.rates, strict=True)),
            "lines": [
                {"name": line.name, "trials": line.trials,
                 **{budget: {"solved": solved, "interval": list(wilson(solved, line.trials))}
                    for budget, solved in zip(BUDGETS, line.solved, strict=True)}}
                for line in self.lines
            ],
            "refused": list(self.refused),
        }  # fmt: skip

    def to_text(self) -> str:
        """Write the score as a table for a terminal."""
        submission = self.submission
        head = ["", *(f"{name}, ≤ {most:,}" for name, most in BUDGETS.items())]
        rows = [head, *([line.name, *line.cells()] for line in self.lines)]
        rows.append(["all", *(f"{rate:.3f}" for rate in self.rates)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        table = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
        trained = max(run.training_transitions for run in submission.runs)
        claims = sum(row.actions is not None for run in submission.runs for row in run.rows)
        held = f"{claims - len(self.refused)} of {claims} claimed derivations hold"
        return "\n".join(
            [f"{submission.track}: {submission.method}, runs: {len(submission.runs)},"
             f" at most {trained:,} transitions to train", *table, held, *self.refused]
        )  # fmt: skip


def score(submission: Submission) -> Score:
    """Play every claimed derivation again, and count."""
    texts = equations(submission.track)
    replay = Replay(texts)
    refused = []
    solved: dict[tuple[str, int], int] = {}  # transitions, by equation and seed
    for run in submission.runs:
        for row in run.rows:
            if row.actions is None:
                continue
            objection = replay.objection(row)
            if objection:
                refused.append(f"seed {run.seed}, {row.equation}: {objection}")
            else:
                solved[row.equation, run.seed] = row.transitions
    seeds = [run.seed for run in submission.runs]

    def line(name: str, keys: list[tuple[str, int]]) -> Line:
        spent = [solved[key] for key in keys if key in solved]
        counts = tuple(sum(each <= most for each in spent) for most in BUDGETS.values())
        return Line(name, counts, len(keys))

    if submission.track == "fixed":
        lines = [line(text, [(text, seed) for seed in seeds]) for text in texts]
    else:
        lines = [line(f"seed {seed}", [(text, seed) for text in texts]) for seed in seeds]
    return Score(submission, tuple(lines), tuple(refused))


# -- a results file, made --------------------------------------------------------------------------


def example(track: str) -> Record:
    """Return what A* submits: it learns nothing, and searches every equation anew."""
    rows = []
    for text in equations(track):
        graph = StateGraph()
        found = a_star(graph, graph.add(parse(text)), EXPANSIONS)
        size = len(graph)
        played = int((graph.mask[:size] & (graph.next[:size] >= 0)).sum())
        actions = None if found.path is None else [move.action for move in found.path]
        rows.append({"equation": text, "transitions": played, "actions": actions})
    return {
        "protocol": PROTOCOL, "track": track, "method": "A*",
        "made_with": provenance(),
        "runs": [{"seed": 0, "training_transitions": 0, "rows": rows}],
    }  # fmt: skip


def board(scores: Sequence[Score]) -> str:
    """Write scores as a table in Markdown, the best of each track first."""
    head = ["track", "method", "runs", "training", *(f"{n}, ≤ {m:,}" for n, m in BUDGETS.items())]
    order = list(TRAINING)
    ranked = sorted(
        scores, key=lambda each: (order.index(each.submission.track), [-r for r in each.rates])
    )
    rows = []
    for each in ranked:
        submission = each.submission
        trained = max(run.training_transitions for run in submission.runs)
        whole = [f"{rate:.3f}" for rate in each.rates]
        if len(each.lines) == 1:
            whole = each.lines[0].cells()
        rows.append([submission.track, submission.method, str(len(submission.runs)),
                     f"{trained:,}", *whole])  # fmt: skip
    return page.table(head, rows)
