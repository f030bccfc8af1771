"""How soon the page is painted without its script, and how large it is.

    python -m benchmarks.paint

Every example of the page, and the page without an equation, in Chromium, which must be there.
Writes `benchmarks/results/paint.json` and its figures into `docs/serving.md`; exits with status 1
where a target is missed.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

import tyro

from aljabr.ledger import page
from aljabr.ledger.provenance import provenance
from aljabr.serve.samples import SAMPLES
from benchmarks import chromium
from benchmarks.serving import Server, ask, running

TARGETS = {"seconds": 1.0, "bytes": 60_000}
PAINTED = """
const found = performance.getEntriesByName("first-contentful-paint")[0];
return found ? found.startTime : null;
"""


@dataclass(frozen=True)
class Options:
    """What to measure."""

    out: Path = Path("benchmarks/results/paint.json")
    """Where the result is written."""
    page: Path = Path("docs/serving.md")
    """The page of the figures."""
    most: int = 1000
    """Examples that are opened at the most."""


def places(most: int) -> list[str]:
    """Return what is opened."""
    samples = [each for group in SAMPLES.values() for each in group]
    found = [urlencode({"equation": each.equation, "for": each.unknown}) for each in samples]
    return ["", *[f"?{each}" for each in found]][:most]


def size(server: Server, place: str) -> int:
    """Return the bytes of a page with its files."""
    body = asyncio.run(ask(server.port, "/" + place)).body
    files = re.findall(rb'(?:href|src)="(static/[^"]+)"', body)
    parts = [asyncio.run(ask(server.port, "/" + each.decode())).body for each in files]
    return len(body) + sum(map(len, parts))


def painted(driver: Any, url: str) -> float:
    """Return the seconds from asking for a page to its first paint."""
    chromium.look(driver, 1100, 800, script=False)
    driver.get(url)
    chromium.look(driver, 1100, 800, script=True)  # to be asked when it was painted
    for _ in range(200):
        found = driver.execute_script(PAINTED)
        if found is not None:
            return float(found) / 1000
        time.sleep(0.01)
    raise RuntimeError(f"{url} was not painted")


def measure(options: Options) -> dict[str, Any]:
    """Open every page once to warm up, then once to measure."""
    driver = chromium.start()
    try:
        with running() as server:
            painted(driver, server.url)
            found = [(place, size(server, place), painted(driver, server.url + place))
                     for place in places(options.most)]  # fmt: skip
    finally:
        driver.quit()
    seconds, sizes = [each[2] for each in found], [each[1] for each in found]
    return {
        "pages": len(found),
        "seconds": {"median": median(seconds), "longest": max(seconds)},
        "bytes": {"median": median(sizes), "largest": max(sizes)},
        "made_with": provenance(),
    }


def render(result: dict[str, Any]) -> str:
    """Write the figures."""
    seconds, sizes = result["seconds"], result["bytes"]
    return page.table(
        ["page and its files", "median", "most", "target"],
        [
            ["first paint without script", f"{seconds['median']:.2f} s",
             f"{seconds['longest']:.2f} s", "1 s"],
            ["size", f"{sizes['median'] / 1000:.1f} kB", f"{sizes['largest'] / 1000:.1f} kB",
             "60 kB"],
        ],
    )  # fmt: skip


def main(options: Options) -> None:
    """Measure, write, and tell."""
    if not chromium.is_there():
        sys.exit("there is no Chromium with its driver on this machine")
    result = measure(options)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    page.write(options.page, {"paint": render(result)})
    print(render(result))
    late = result["seconds"]["longest"] > TARGETS["seconds"]
    if late or result["bytes"]["largest"] > TARGETS["bytes"]:
        sys.exit("a target is missed")


if __name__ == "__main__":
    main(tyro.cli(Options))
