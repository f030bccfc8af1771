"""Agents by name: those shipped with the package, and those trained by the reader."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from aljabr.errors import UserError
from aljabr.expert import storage
from aljabr.flat import player
from aljabr.ledger import checkpoint
from aljabr.ledger.checkpoint import SHIPPED
from aljabr.ledger.schema import MADE_WITH, Schema, fits
from aljabr.search.policy import Policy

DEFAULT: Final = "expert"
"""The shipped agent that solves unless told otherwise."""
NO_AGENT: Final = "search"
"""The name that stands for search without learning."""


def find(name: str) -> Path:
    """Return an agent's checkpoint: shipped, a file, a run's folder or its name under runs/."""
    return checkpoint.find(Path(name))


def load(name: str = DEFAULT) -> Policy | None:
    """Return an agent by its name or place (see `find`); None for `search`."""
    if name == NO_AGENT:
        return None
    path = find(name)
    return _load(path, path.stat().st_mtime_ns)


@lru_cache
def _load(path: Path, modified: int) -> Policy:
    """Read a checkpoint once, and again when it was replaced."""
    return storage.load(path) if is_tree(path) else player.load(path)


def is_tree(path: Path) -> bool:
    """Whether a checkpoint holds a tree policy."""
    return checkpoint.read_card(path).get("agent") == "expert"


# -- what is shipped, by the cards -----------------------------------------------------------------


def shipped() -> dict[str, dict[str, Any]]:
    """Return the cards of the shipped agents by name."""
    return {path.stem: checkpoint.read_card(path) for path in sorted(SHIPPED.glob("*.safetensors"))}


def annotate(path: Path, figures: dict[str, dict[str, float]]) -> None:
    """Write what a benchmark measured into a checkpoint's card; its arrays stay as they are.

    Args:
        path: The checkpoint.
        figures: By dataset, then by what was measured on its test split, such as
            `{"small": {"greedy": 0.99, "sampled": 1.0, "search": 1.0}}`. A dataset that is
            measured again replaces what the card said of it.
    """
    known = checkpoint.read_card(path).get("test", {})
    checkpoint.update_card(path, {"test": {**known, **figures}})


def describe(path: Path) -> dict[str, Any]:
    """Say what a checkpoint's card and arrays tell of a tree policy."""
    card = {"test": {}, **checkpoint.read_card(path)}
    if not fits(card, _CARD) or not all(
        map(_are_rates, (card["validation"], *card["test"].values()))
    ):
        raise UserError(f"the card of {path} does not say how its agent was made")
    rounds = card["rounds"]
    tried = [each["searched"].rpartition("/")[2] for each in rounds]
    return {
        "name": path.stem,
        "default": path == SHIPPED / f"{DEFAULT}.safetensors",
        "kind": "tree policy, trained by expert iteration",
        "parameters": sum(each.size for each in storage.arrays(storage.load(path).params)),
        "bytes": path.stat().st_size,
        "rounds": len(rounds),
        "equations": sum(int(each) for each in tried if each.isdecimal()),
        "examples": rounds[-1]["examples"],
        "data_seed": card["config"]["data_seed"],
        "made_with": card["made_with"],
        "validation": card["validation"],
        "test": card["test"],
    }


def _are_rates(figures: Any) -> bool:
    """Whether these are numbers by name."""
    return isinstance(figures, dict) and all(fits(each, float) for each in figures.values())


_CARD: Final[Schema] = {
    "rounds": [{"searched": str, "examples": int}], "config": {"data_seed": int},
    "made_with": MADE_WITH, "validation": dict, "test": dict,
}  # fmt: skip


def render(record: dict[str, Any]) -> str:
    """Write a description for a terminal."""
    made = record["made_with"]
    lines = [
        record["name"] + (", the solver's default" if record["default"] else ""),
        f"  what     {record['kind']}",
        f"  size     {record['parameters']:,} parameters, {record['bytes'] / 1e6:.1f} MB",
        f"  learned  {record['examples']:,} states, found by {record['equations']:,} searches of"
        f" training equations (seed {record['data_seed']}) in {record['rounds']} rounds",
        f"  made     {made['date']}, commit {made['commit']}, on {made['machine']}",
        "",
    ]
    return "\n".join(lines + [f"  {line}" for line in _figures(record)])


def _figures(record: dict[str, Any]) -> list[str]:
    """Write a line per dataset: the greedy policy on validation, and what tests measured."""
    test: dict[str, dict[str, float]] = record["test"]
    measures = list(dict.fromkeys(name for each in test.values() for name in each))
    rows = [["solved of", "validation, greedy", *[f"test, {name}" for name in measures]]]
    for name in dict.fromkeys((*record["validation"], *test)):
        found = [record["validation"].get(name), *[test.get(name, {}).get(m) for m in measures]]
        rows.append([name, *["" if each is None else f"{each:.3f}" for each in found]])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        f"{row[0]:<{widths[0]}}  "
        + "  ".join(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]
