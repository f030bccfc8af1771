"""What can be set of a server; the flags of `aljabr serve` are made from this."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from aljabr.errors import UserError
from aljabr.solver.processes import cores

MAX_BODY: Final = 65_536
"""Bytes of a request's body at the most; a longer one is refused unread."""
MAX_HEAD: Final = 65_536
"""Bytes of a request's first line and headers at the most."""
MAX_TEXT: Final = 5_000
"""Characters of an equation or a line at the most."""
MAX_LINES: Final = 60
"""Lines of a derivation at the most."""
DEFAULT_BUDGET: Final = 5.0
SLOW: Final = 10.0
"""Seconds in which a client must have sent a request, or taken an answer."""
STOPPING: Final = 15.0
"""Seconds that requests under way have when the server is stopped."""


@dataclass(frozen=True)
class Settings:
    """How to serve."""

    host: str = "127.0.0.1"
    """The address to listen at; 0.0.0.0 for all of this machine's."""
    port: int = 8000
    """The port to listen at; 0 for one that is free."""
    processes: int = field(default_factory=cores)
    """Equations solved at a time; each takes a core."""
    waiting: int = 32
    """Requests that may wait for a process; the next is refused with 503."""
    max_budget: float = 10.0
    """Seconds that a request may ask for at the most, waiting included."""
    memory: int = 2048
    """Megabytes that a process may take before it is ended; 0 for no limit."""
    max_connections: int = 2_000
    """Open connections at the most; the next is closed at once."""
    allow_origin: str = ""
    """Another site whose pages may use the API from a browser, or * for any."""

    def check(self) -> None:
        """Refuse what cannot be meant."""
        if self.processes < 1:
            raise UserError("processes must be at least 1")
        if self.waiting < 0:
            raise UserError("waiting must be at least 0")
        if not 0 < self.max_budget <= 3600:
            raise UserError("max-budget must be a number of seconds from 0 to 3600")
        if not 0 <= self.port < 65_536:
            raise UserError("the port is a number from 0 to 65535")
        if self.memory and self.memory < 256:
            raise UserError("memory must be at least 256 megabytes, or 0 for no limit")
        if self.max_connections < 1:
            raise UserError("max-connections must be at least 1")
