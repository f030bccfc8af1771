"""Arrays in .npz files: written in one move, and read with a look at their sizes first."""

from __future__ import annotations

import zipfile
import zlib
from math import prod
from pathlib import Path
from typing import IO, Any, Final

import numpy as np

from aljabr.errors import UserError
from aljabr.ledger import files

Arrays = dict[str, Any]

_DAMAGE: Final = (
    zipfile.BadZipFile, zlib.error, OSError, ValueError, KeyError, EOFError, NotImplementedError,
    RuntimeError, OverflowError, MemoryError,
)  # fmt: skip
"""What reading raises where a file is cut short or has flipped bits."""
_INFLATION: Final = 1_100
"""No compressed byte becomes more than so many."""


def write(path: Path, arrays: Arrays) -> None:
    """Write arrays by name."""
    with files.replacing(path) as temporary:
        np.savez_compressed(temporary, **arrays)


def read(path: Path) -> Arrays:
    """Read arrays by name; a file that is damaged is told, and asks for no memory."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    with file:
        try:
            with zipfile.ZipFile(file) as archive:
                for info in archive.infolist():
                    with archive.open(info) as member:
                        _check(member, info, path.stat().st_size)
            with np.load(path) as data:
                return dict(data)
        except _DAMAGE:
            raise damaged(path) from None


def damaged(path: Path) -> UserError:
    """Say that a file is not what it was when it was written."""
    return UserError(f"cannot read {path}: it is damaged")


def _check(member: IO[bytes], info: zipfile.ZipInfo, size: int) -> None:
    """Compare what an array's header promises with what the file can hold."""
    version = np.lib.format.read_magic(member)
    if version != (1, 0):
        raise ValueError("this is not what NumPy writes for plain arrays")
    shape, _, dtype = np.lib.format.read_array_header_1_0(member)
    promised = member.tell() + prod(shape) * dtype.itemsize
    if promised != info.file_size or promised > _INFLATION * min(info.compress_size, size):
        raise ValueError("there is less than the header says")
