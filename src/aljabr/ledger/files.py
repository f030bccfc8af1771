"""Files that are whole, or say so: replaced in one move, or appended to line by line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from aljabr.errors import UserError

try:
    import fcntl
except ImportError:  # not on every system; there, two processes may get in each other's way
    fcntl = None  # type: ignore[assignment]


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a file to write to; when all went well, it takes the place of the other in one move.

    Of several processes that write the same file, the last one's stays.
    """
    temporary = path.with_name(f"{path.stem}.{os.getpid()}.tmp{path.suffix}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        os.replace(temporary, path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file, in one move; what is no file, such as a pipe, is only written to."""
    try:
        is_kept = path.is_file() or not path.exists()
        if not is_kept:
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None
    if is_kept:
        with replacing(path) as temporary:
            temporary.write_text(text, encoding="utf-8")


def claim(file: IO[Any], message: str) -> None:
    """Hold an open file for this process, or refuse with this message."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UserError(message) from None


def parse_json(text: str | bytes) -> Any:
    """Read JSON; whatever is wrong with it is a `ValueError`."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


class LineFile:
    """A file of JSON objects, one a line, for one process at a time to append to.

    Use it as a context manager. A last line that a crash has cut short does not count, and goes
    when the next is written. What is no file, such as a pipe, is only written to.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes]
        self._is_cut = False
        """Whether an unfinished last line is gone."""

    def __enter__(self) -> LineFile:
        is_kept = self.path.is_file() or not self.path.exists()
        try:
            self._file = self.path.open("ab+" if is_kept else "wb")
        except OSError as error:
            raise self._unwritable(error) from None
        try:
            if is_kept:
                claim(self._file, f"another process is writing {self.path}")
        except UserError:
            self._file.close()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        try:
            self._file.close()
        except OSError as error:
            raise self._unwritable(error) from None

    def read(self) -> list[dict[str, Any]]:
        """Return the records; raise `UserError` if a line is none."""
        return read_lines(self.path) if self._file.readable() else []

    def clear(self) -> None:
        """Drop all there is."""
        if self._file.readable():
            self._file.truncate(0)

    def append(self, record: dict[str, Any]) -> None:
        """Write a record, so that it is there whatever happens next."""
        line = json.dumps(record, ensure_ascii=False) + "\n"
        try:
            if not self._is_cut:
                self.cut()
            # What is half a character is written as JSON writes it.
            self._file.write(line.encode("utf-8", "backslashreplace"))
            self._file.flush()
        except OSError as error:
            raise self._unwritable(error) from None

    def cut(self) -> None:
        """Drop an unfinished last line."""
        if self._file.readable():
            self._file.seek(0)
            self._file.truncate(self._file.read().rfind(b"\n") + 1)
        self._is_cut = True

    def _unwritable(self, error: OSError) -> UserError:
        return UserError(f"cannot write {self.path}: {error.strerror}")


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Read a file of JSON objects, one a line; a last line that was cut short does not count."""
    try:
        *lines, _ = path.read_bytes().split(b"\n")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    records = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                record = parse_json(line)
            except ValueError:
                record = None
            if not isinstance(record, dict):
                raise UserError(f"{path}, line {number}: no JSON object")
            records.append(record)
    return records
