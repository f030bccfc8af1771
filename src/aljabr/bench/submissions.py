"""Results files of the leaderboard: what they must hold, and how they are read.

    {"protocol": 1, "track": "fixed", "method": "PPO + RND",
     "runs": [{"seed": 0, "training_transitions": 6000000,
               "rows": [{"equation": "a*x + b = 0", "transitions": 2, "actions": [23, 14]}, ...]}]}

Whatever a file holds that the protocol does not know, or lacks, is told in one sentence.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from aljabr.errors import UserError
from aljabr.game.games import PAPER
from aljabr.ledger import files
from aljabr.search.path import MAX_DEPTH
from aljabr.tasks import datasets

PROTOCOL: Final = 1
"""The version of the protocol; scores of two versions do not compare."""
TRAINING: Final = {"fixed": 18_000_000, "small": 3_000_000, "large": 3_000_000}
"""The tracks, with the most transitions that a run may play before its test."""
MAX_STEPS: Final = MAX_DEPTH
"""The longest derivation."""
BUDGETS: Final = {"one episode": MAX_STEPS, "ten episodes": 10 * MAX_STEPS, "search": 50_000}
"""The most transitions that may be played on an equation of the test, by the name of the score."""
MOST: Final = BUDGETS["search"]
DATA_SEED: Final = 0
"""The seed of the random tracks' splits."""
MAX_RUNS: Final = 100
MAX_BYTES: Final = 50_000_000
"""The longest file that is read."""
MAX_METHOD: Final = 80
"""The longest name of a method."""

Record = dict[str, Any]


class Row(NamedTuple):
    """What is claimed of one equation."""

    equation: str
    transitions: int
    """Played on the equation at the test, failed attempts included."""
    actions: tuple[int, ...] | None
    """The actions that solve it, or None."""


class Run(NamedTuple):
    """One training and its test."""

    seed: int
    training_transitions: int
    rows: tuple[Row, ...]


class Submission(NamedTuple):
    """What a results file holds."""

    track: str
    method: str
    runs: tuple[Run, ...]


def equations(track: str) -> list[str]:
    """Return the equations that a track is scored on."""
    if track == "fixed":
        return list(datasets.FIXED.values())
    return datasets.load(track, "test", DATA_SEED)


def read(path: Path) -> Submission:
    """Read a results file; raise `UserError` where it breaks the protocol."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise UserError(f"{path} is longer than {MAX_BYTES:,} bytes")
    try:
        record = files.parse_json(data)
    except ValueError as error:  # of the encoding, too
        raise UserError(f"{path} is not JSON: {error}") from None
    try:
        return _submission(record)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def dumps(record: Record) -> str:
    """Write a results file, a row a line."""
    return json.dumps(record).replace('{"equation"', '\n  {"equation"') + "\n"


# -- what must be where ----------------------------------------------------------------------------


def _submission(record: Any) -> Submission:
    _check_names(record, ("protocol", "track", "method", "runs"), "the file", "made_with")
    _whole(record["protocol"], PROTOCOL, PROTOCOL, "the protocol")
    track, method = record["track"], record["method"]
    if not isinstance(track, str) or track not in TRAINING:
        raise UserError(f"there is no track {_short(track)}, only {', '.join(TRAINING)}")
    is_name = isinstance(method, str) and method.isprintable() and method.strip() == method
    if not is_name or not 0 < len(method) <= MAX_METHOD or set(method) & set("|`<>[]"):
        raise UserError(f"the method must be a plain name of up to {MAX_METHOD} characters")
    if not isinstance(record["runs"], list) or not 0 < len(record["runs"]) <= MAX_RUNS:
        raise UserError(f"there must be 1 to {MAX_RUNS} runs")
    known = equations(track)
    runs = tuple(
        _run(run, f"run {number}", known, TRAINING[track])
        for number, run in enumerate(record["runs"], start=1)
    )
    seeds = [run.seed for run in runs]
    for number, seed in enumerate(seeds, start=1):
        if seed in seeds[: number - 1]:
            raise UserError(f"run {number}: the seed {seed} is there twice")
    return Submission(track, method, runs)


def _run(record: Any, place: str, known: list[str], training: int) -> Run:
    _check_names(record, ("seed", "training_transitions", "rows"), place)
    seed = _whole(record["seed"], 0, 2**63 - 1, f"{place}: the seed")
    played = _whole(record["training_transitions"], 0, training, f"{place}: training_transitions")
    if not isinstance(record["rows"], list):
        raise UserError(f"{place}: the rows must be a list")
    rows: dict[str, Row] = {}
    allowed = set(known)
    for number, each in enumerate(record["rows"], start=1):
        row = _row(each, f"{place}, row {number}", allowed)
        if row.equation in rows:
            raise UserError(f"{place}, row {number}: {row.equation} is there twice")
        rows[row.equation] = row
    for text in known:
        if text not in rows:
            raise UserError(f"{place}: there is no row for {text}")
    return Run(seed, played, tuple(rows[text] for text in known))


def _row(record: Any, place: str, known: set[str]) -> Row:
    _check_names(record, ("equation", "transitions", "actions"), place)
    equation, actions = record["equation"], record["actions"]
    if not isinstance(equation, str) or equation not in known:
        raise UserError(f"{place}: {_short(equation)} is no equation of the track")
    transitions = _whole(record["transitions"], 0, MOST, f"{place}: transitions")
    if actions is None:
        return Row(equation, transitions, None)
    if not isinstance(actions, list) or not 0 < len(actions) <= MAX_STEPS:
        raise UserError(f"{place}: actions must be null, or a list of 1 to {MAX_STEPS}")
    chosen = tuple(
        _whole(each, 0, PAPER.num_actions - 1, f"{place}: an action") for each in actions
    )
    if transitions < len(chosen):
        raise UserError(f"{place}: fewer transitions than actions")
    return Row(equation, transitions, chosen)


def _check_names(record: Any, names: tuple[str, ...], place: str, free: str | None = None) -> None:
    """Refuse what is no object with just these names, and perhaps one that is free."""
    if not isinstance(record, dict):
        raise UserError(f"{place} must be an object")
    for name in names:
        if name not in record:
            raise UserError(f"{place} lacks {name!r}")
    for name in record:
        if name not in (*names, free):
            raise UserError(f"{place} holds {_short(name)}, which the protocol does not know")


def _whole(value: Any, least: int, most: int, what: str) -> int:
    """Return a whole number within bounds; neither True nor 1.0 is one."""
    if type(value) is not int or not least <= value <= most:
        bounds = f"{least}" if least == most else f"a whole number from {least} to {most:,}"
        raise UserError(f"{what} must be {bounds}")
    return value


def _short(value: Any) -> str:
    """Write what a user gave, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
