"""What measurements of a split share: what is asked for, and what was measured before."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Record = dict[str, Any]


@dataclass(frozen=True)
class SplitOptions:
    """What to measure."""

    split: Literal["validation", "test"] = "validation"
    """Which split."""
    budget: float = 5.0
    """Seconds an equation."""
    processes: int = 1
    """Processes that solve."""
    seed: int = 0
    """Of the dataset and the points."""
    render: bool = False
    """Only write the page."""


def recorded(path: Path) -> Record:
    """Return what was measured before, by run."""
    found: Record = {"runs": {}}
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else found
