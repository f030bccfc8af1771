"""Write the examples in the description of the API, as a server answers them.

python -m benchmarks.api_examples
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from aljabr.serve.bodies import Choice, Derivation, Equation
from benchmarks.serving import ask, running

FILE = Path("src/aljabr/serve/examples.json")
NAMES = ("solve", "hint", "check", "practice", "look", "read", "methods", "health")
BODIES: dict[str, Any] = {
    **dict.fromkeys(("solve", "look", "read"), Equation),
    **dict.fromkeys(("hint", "check"), Derivation), "practice": Choice,
}  # fmt: skip


def body(name: str) -> Any:
    """Return the example of a body; None for what is asked without one."""
    return BODIES[name].model_json_schema()["examples"][0] if name in BODIES else None


def main() -> None:
    """Ask, and write what comes."""
    with running("--processes", 2) as server:
        found = {name: asyncio.run(ask(server.port, f"/api/{name}", body(name))) for name in NAMES}
    assert all(answer.status == 200 for answer in found.values())
    records = {name: answer.record for name, answer in found.items()}
    FILE.write_text(json.dumps(records, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
