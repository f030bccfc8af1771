"""A run's folder: claimed by one process at a time, made with one configuration.

Both kinds of training live in one: `config.json` says how the run was made, `last.safetensors` is
what it goes on from, `best.safetensors` is what it is worth.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aljabr.errors import UserError
from aljabr.ledger import checkpoint, files


class RunFolder:
    """Where a run keeps what it has done."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.last = path / "last.safetensors"
        self.best = path / "best.safetensors"
        self.config = path / "config.json"

    @contextmanager
    def claimed(self, config: dict[str, Any], free: Collection[str] = ()) -> Iterator[None]:
        """Hold the folder for a run of this configuration, or refuse in one sentence.

        Args:
            config: all that the run is made with.
            free: the names of what may differ when a run goes on.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = (self.path / "lock").open("a", encoding="utf-8")
        except OSError as error:
            raise UserError(f"cannot write to {self.path}: {error.strerror}") from None
        with lock:
            files.claim(lock, f"another process is at work in {self.path}")
            self._check(jsonable(config), free)
            yield

    def _check(self, ours: dict[str, Any], free: Collection[str]) -> None:
        theirs = self._stored()
        if theirs is not None:
            differing = differences(theirs, ours, free)
            if differing:
                raise UserError(
                    f"{self.path} was made with another configuration: {differing[0]}; choose"
                    " another folder with --out"
                )
        files.write_text(self.config, json.dumps(ours, indent=1) + "\n")

    def _stored(self) -> dict[str, Any] | None:
        try:
            if self.config.exists():
                stored = files.parse_json(self.config.read_bytes())
            elif self.last.exists():
                stored = checkpoint.read_card(self.last).get("config")
            else:
                return None
        except ValueError:
            stored = None
        if not isinstance(stored, dict):
            raise UserError(f"{self.path} holds no run that can go on")
        return stored


def differences(
    old: dict[str, Any], new: dict[str, Any], free: Collection[str] = (), prefix: str = ""
) -> list[str]:
    """Say in what two configurations differ, but for what is free to."""
    found = []
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name), new.get(name)
        if isinstance(before, dict) and isinstance(after, dict):
            found += differences(before, after, free, f"{prefix}{name}.")
        elif before != after and f"{prefix}{name}" not in free:
            found.append(f"{prefix}{name} was {before!r} and is {after!r}")
    return found


def jsonable(tree: Any) -> Any:
    """Return a structure as JSON would give it back."""
    if isinstance(tree, dict):
        return {str(key): jsonable(each) for key, each in tree.items()}
    return [jsonable(each) for each in tree] if isinstance(tree, list | tuple) else tree
