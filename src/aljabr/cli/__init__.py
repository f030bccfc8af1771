"""The command line: `aljabr solve`, `check`, `hint`, `practice`, `evaluate`, `train`, ..."""

from __future__ import annotations

import os
import sys

from aljabr.cli.output import guarded

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    status = guarded(_run)
    if status:
        sys.exit(status)


def _run() -> None:
    # One core a process: more threads would take memory, and in many processes each other's time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from aljabr.cli.commands import run  # here, for there may be no memory to load it

    run(sys.argv[1:])
