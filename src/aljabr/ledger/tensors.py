"""Safetensors files read with NumPy, each size compared with the file before memory is asked for.

The format: eight bytes that give the length of a header in JSON, the header, the arrays' bytes. The
library that writes it reads it as well, but where memory is short it ends the process, or hangs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import numpy as np

from aljabr.ledger import files
from aljabr.ledger.schema import fits

KINDS: Final = {
    "BOOL": "?", "U8": "u1", "U16": "<u2", "U32": "<u4", "U64": "<u8", "I8": "i1", "I16": "<i2",
    "I32": "<i4", "I64": "<i8", "F16": "<f2", "F32": "<f4", "F64": "<f8",
}  # fmt: skip
"""The types of arrays that NumPy knows, by their names in the format."""
_LENGTH: Final = 8
_LONGEST: Final = 100_000_000


class Stored(NamedTuple):
    """Where an array stands in a file."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    start: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class TensorFile:
    """An open file: what is in it, and its arrays one by one."""

    def __init__(self, file: IO[bytes], arrays: dict[str, Stored], notes: dict[str, Any]) -> None:
        self._file = file
        self.arrays = arrays
        self.notes = notes

    def read(self, name: str) -> Any:
        """Read an array."""
        stored = self.arrays[name]
        self._file.seek(stored.start)
        found = np.fromfile(self._file, stored.dtype, stored.size)
        return found.reshape(stored.shape)


@contextmanager
def opened(path: Path) -> Iterator[TensorFile]:
    """Open a file; raise `ValueError` if it is damaged, or something else."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        length = int.from_bytes(file.read(_LENGTH), "little")
        if length > min(size - _LENGTH, _LONGEST):
            raise ValueError("the header is longer than the file")
        header = files.parse_json(file.read(length))
        if not isinstance(header, dict):
            raise ValueError("the header names no arrays")
        notes = header.pop("__metadata__", {})
        if not isinstance(notes, dict):
            raise ValueError("the header's notes are none")
        yield TensorFile(file, _arrays(header, _LENGTH + length, size), notes)


def _arrays(header: dict[str, Any], first: int, end: int) -> dict[str, Stored]:
    """Return where the arrays stand: one after the other, from the header to the end."""
    found, ends = {}, [(0, 0)]
    for name, entry in header.items():
        if not fits(entry, {"dtype": str, "shape": list, "data_offsets": [int]}):
            raise ValueError(f"the header does not say what {name} is")
        shape, offsets, kind = entry["shape"], entry["data_offsets"], KINDS.get(entry["dtype"])
        if kind is None or len(offsets) != 2 or not all(fits(n, int) and n >= 0 for n in shape):
            raise ValueError(f"the header does not say what {name} is")
        found[name] = Stored(np.dtype(kind), tuple(shape), first + offsets[0])
        if found[name].size * found[name].dtype.itemsize != offsets[1] - offsets[0]:
            raise ValueError(f"{name} is not as long as its shape")
        ends.append((offsets[0], offsets[1]))
    ends.sort()
    if any(one[1] != other[0] for one, other in pairwise(ends)) or first + ends[-1][1] != end:
        raise ValueError("the arrays are not all there is, one after the other")
    return found
