"""`aljabr serve` and `aljabr mcp`: the doors for browsers, programs and assistants."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

from aljabr.cli.output import say
from aljabr.errors import UserError
from aljabr.serve.settings import Settings


@dataclass(frozen=True)
class Serve(Settings):
    """Serve a page and an API on this machine."""

    def run(self) -> None:
        """Serve until stopped."""
        _needs("fastapi", "jinja2", "uvicorn")
        from aljabr.serve.server import serve

        serve(self, say)


@dataclass(frozen=True)
class Mcp:
    """Offer solving, hints and checking to an assistant, over standard input and output (MCP)."""

    processes: int = 1
    """Equations solved at a time; each takes a core."""
    max_budget: float = 30.0
    """Seconds that an assistant may ask for at the most."""

    def run(self) -> None:
        """Serve until the assistant hangs up."""
        _needs("jinja2", "mcp")
        from aljabr.serve.assistant import serve

        serve(Settings(processes=self.processes, max_budget=self.max_budget))


def _needs(*packages: str) -> None:
    if any(find_spec(name) is None for name in packages):
        raise UserError("serving needs more packages: pip install 'aljabr[serve]'")
