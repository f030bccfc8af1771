"""What the command line says, and how it ends: one sentence for a mistake, no control characters.

Where it prints what it was given, characters that would move a cursor or turn the reading direction
are written as escapes.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from aljabr.errors import UserError, escaped


class OutputError(Exception):
    """Standard output takes no more."""


def visible(text: str) -> str:
    """Write control characters as escapes, line ends too."""
    return escaped(text)


def has_control(text: str) -> bool:
    """Whether there is a character that must not reach a terminal."""
    return visible(text) != text


def shown(text: str) -> str:
    """Write control characters as escapes, but for line ends."""
    return "\n".join(map(visible, text.split("\n")))


def say(text: str) -> None:
    """Print some lines."""
    try:
        print(shown(text))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror) from None


def tell(sentence: object) -> None:
    """Print a sentence about a mistake, if somebody listens."""
    with suppress(OSError):
        print(f"aljabr: {visible(str(sentence))}", file=sys.stderr, flush=True)


def dumps(record: dict[str, Any]) -> str:
    """Write a record in one line of JSON that a terminal may show."""
    text = json.dumps(record, ensure_ascii=False)
    if not has_control(text):
        return text
    return "".join(json.dumps(each)[1:-1] if has_control(each) else each for each in text)


def as_typed(word: str) -> str:
    """Undo what `run` does to a word that starts with a dash, so that columns are the user's."""
    return word[1:] if word.startswith(" -") and word not in sys.argv else word


# -- beginning and end -----------------------------------------------------------------------------


def guarded(work_fn: Callable[[], None]) -> int:
    """Do the work of a command; return its exit status, having told what went wrong."""
    status = 2
    try:
        _open_streams()
        work_fn()
        status = 0
    except SystemExit as leaving:  # usage is told by who parses the flags
        status = leaving.code if isinstance(leaving.code, int) else 0
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        status = _CLOSED
    except OutputError as error:
        tell(f"cannot write to standard output: {error}")
    except UserError as error:
        tell(error)
    except MemoryError:
        tell(_NO_MEMORY)
    except ImportError as error:
        if not any(sign in str(error) for sign in _UNMAPPED):
            raise
        tell(_NO_MEMORY)
    except OSError as error:  # a full disk, a folder that may not be written to
        place = "" if error.filename is None else f"{error.filename}: "
        tell(f"{place}{error.strerror or error}")
    return _flush(status)


_NO_MEMORY: Final = "there is not enough memory"
_UNMAPPED: Final = ("failed to map", "cannot allocate", "Cannot allocate")
"""What the loader says of a library for which there is no memory."""
_CLOSED: Final = 1
"""The exit status where the reader has left: aljabr evaluate FILE | head"""


def _open_streams() -> None:
    """Put something in the place of standard streams that are closed, lest files come there."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        raise UserError("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _flush(status: int) -> int:
    """Write out what is left, here and not when nobody can catch it any more."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return status or _CLOSED
        if not status:
            tell(f"cannot write to standard output: {error.strerror}")
        return status or 2
