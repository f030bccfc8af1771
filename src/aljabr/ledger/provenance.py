"""What a result was made with."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any


def provenance() -> dict[str, Any]:
    """Say what a result was made with."""
    packages = ("aljabr", "numpy", "symengine", "jax", "optax", "python-flint")
    return {
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in packages},
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "cpu": _cpu(),
        "commit": _commit(),
        "date": time.strftime("%Y-%m-%d"),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # run from a source tree without being installed
        return "unknown"


def _cpu() -> str:
    """Name the processor: results of the same seed differ from one model to another."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:  # another system than Linux
        return platform.processor() or "unknown"
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else "unknown"


def _commit() -> str:
    given = os.environ.get("ALJABR_COMMIT")  # a copy knows it best: its history may be another's
    if given:
        return given
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"  # a copy without its history


def describe(results: Iterable[dict[str, Any]]) -> str:
    """Say in one paragraph what some results were made with."""
    made = [result["made_with"] for result in results]
    hours = sum(result["seconds"] for result in results) / 3600
    packages = {f"{name} {each}" for one in made for name, each in one["packages"].items()}
    commits, dates = {one["commit"] for one in made}, {one["date"] for one in made}
    return (
        f"{len(made)} runs, {hours:.1f} core hours, {_span(dates)}, commit {_span(commits, ', ')},"
        f" Python {_span({one['python'] for one in made}, ', ')}, {', '.join(sorted(packages))},"
        f" on {_span({one['machine'] for one in made}, '; ')}."
    )


def _span(values: set[str], between: str | None = None) -> str:
    """List some values, or the first and the last of them."""
    ordered = sorted(values)
    if between is None:
        return ordered[0] if len(ordered) == 1 else f"{ordered[0]} to {ordered[-1]}"
    return between.join(ordered)
