"""A policy's products by one thread.

They are small: more threads gain nothing, and on busy cores they wait for one another, so that an
equation takes ten times longer. NumPy itself has no word for this, but its OpenBLAS has.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np


class _Threads(NamedTuple):
    """How many threads OpenBLAS takes, to read and to set."""

    read_fn: Callable[[], int]
    write_fn: Callable[[int], None]


@contextmanager
def one_thread() -> Iterator[None]:
    """Have products made by one thread, and leave the number as it was."""
    threads = _threads()
    before = 1 if threads is None else threads.read_fn()
    if threads is None or before == 1:  # it is for who set it to one to set it back
        yield
        return
    threads.write_fn(1)
    try:
        yield
    finally:
        threads.write_fn(before)


@cache
def _threads() -> _Threads | None:
    """Find the OpenBLAS that came with NumPy; None if NumPy has another library."""
    folder = Path(np.__file__).parent
    for place in (folder.parent / "numpy.libs", folder / ".dylibs"):
        for path in place.glob("*openblas*"):
            library = ctypes.CDLL(str(path))  # loaded already: this is its handle
            for name in ("scipy_openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads"):
                if hasattr(library, name.format("set")):
                    found = (getattr(library, name.format(each)) for each in ("get", "set"))
                    return _Threads(*found)
    return None
