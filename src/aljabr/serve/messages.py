"""What is said between the program and its processes: tasks, and replies that are bytes."""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple

Kind = Literal["solve", "hint", "check", "practice", "look", "methods", "read"]
Form = Literal["json", "page", "part"]
"""An answer for a program, for a person, or a piece of a page."""


class Task(NamedTuple):
    """What is asked."""

    kind: Kind
    asked: dict[str, Any]
    """The fields of the request by their names in the API."""
    form: Form = "json"
    budget: float = 5.0

    @property
    def lines(self) -> list[str]:
        """The lines of a derivation, the equation first."""
        first = self.asked.get("equation")
        return [*([first] if first else []), *self.asked.get("lines", ())]

    def within(self, budget: float) -> Task:
        """Return the same, to be done in so many seconds."""
        return self._replace(budget=budget)


class Reply(NamedTuple):
    """What is answered."""

    status: int
    body: bytes


def error_object(what: str, column: int | None = None, hint: str = "") -> dict[str, Any]:
    """Return what is answered to a mistake."""
    return {"what": what, "column": column, "hint": hint}


def dumps(record: Any) -> bytes:
    """Write JSON."""
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace")
