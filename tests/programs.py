"""Programs of their own, that tests start, wait for and look after."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ENOUGH = 30.0
"""Seconds in which what must happen happens, however busy the machine is."""
BEGIN = """
import os, signal, sys, threading, time
from stubborn import stubborn
from aljabr.solver.worker import Worker
"""


def is_gone(pid: int) -> bool:
    """Whether a process has ended; nobody may have asked for its exit status yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


def wait_until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + ENOUGH
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


def run(program: str, *arguments: object, **options: object) -> subprocess.Popen[str]:
    """Start a program that can import what this one can.

    That a program with threads forks is what some of them are about, and warned of since 3.12.
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    return subprocess.Popen(
        [sys.executable, "-Wignore:::__main__", "-c", BEGIN + program, *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, **options,
    )  # fmt: skip


def output(program: str, *arguments: object) -> str:
    """Run a program to its end; return what it printed."""
    process = run(program, *arguments)
    try:
        out, err = process.communicate(timeout=2 * ENOUGH)
    finally:
        process.kill()
    assert (process.returncode, err) == (0, "")
    return out
