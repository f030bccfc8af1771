"""What the API answers to the examples of its bodies, for its description."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any


@cache
def examples() -> dict[str, Any]:
    """Return an answer for each route."""
    file = resources.files("aljabr.serve").joinpath("examples.json")
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found
