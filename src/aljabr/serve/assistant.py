"""`aljabr mcp`: tools for language-model assistants, by the Model Context Protocol on stdio.

An assistant that can ask need not guess: roots come checked, and its own lines can be, too.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from aljabr.serve.counter import Counter
from aljabr.serve.desk import Busy
from aljabr.serve.messages import Kind, Task
from aljabr.serve.settings import DEFAULT_BUDGET, MAX_LINES, MAX_TEXT, Settings

INSTRUCTIONS: Final = (
    "Solve equations in one unknown exactly, with every step, instead of guessing. Use `check` on"
    " your own lines before you show them, `hint` to help a student without giving the answer away."
    " Write equations as people do: 2(x - 1) = 3x + 4, sqrt(x + 3) = x - 3, or in LaTeX."
)
Text = Annotated[str, Field(max_length=MAX_TEXT)]
Lines = Annotated[list[Text], Field(min_length=1, max_length=MAX_LINES)]
Domain = Literal["real", "complex"] | None
Budget = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Record = dict[str, Any]
_READS: Final = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


def serve(settings: Settings) -> None:
    """Serve until standard input ends."""
    settings.check()
    counter = Counter(settings)
    try:
        counter.open(reads=False)
        anyio.run(server(counter).run_stdio_async)
    finally:
        counter.close()


def server(counter: Counter) -> MCPServer[Any]:
    """Return the tools."""
    tools: MCPServer[Any] = MCPServer("aljabr", instructions=INSTRUCTIONS, log_level="WARNING")

    async def ask(kind: Kind, budget: float = DEFAULT_BUDGET, **asked: Any) -> Record:
        fields = {name.rstrip("_"): each for name, each in asked.items() if each}
        try:
            reply = await counter.ask(Task(kind, fields, "json", counter.budget(budget)))
        except Busy as busy:
            raise ToolError(f"busy: try again in {busy.seconds} s") from None
        record: Record = json.loads(reply.body)
        if reply.status != 200:
            place = f" at column {record['column']}" if record["column"] else ""
            hint = f": {record['hint']}" if record["hint"] else ""
            raise ToolError(record["what"] + place + hint)
        return record

    @tools.tool(annotations=_READS)
    async def solve(
        equation: Text,
        unknown: str | None = None,
        domain: Domain = None,
        budget: Budget = DEFAULT_BUDGET,
    ) -> Record:
        """Solve an equation in one unknown: all roots, each verified, with every step.

        Says which roots hold under which conditions, whether they are all, and which candidates
        are no roots. `unknown` is the letter to solve for (x by default); `domain` is real or
        complex; `budget` is in seconds.
        """
        return await ask("solve", budget, equation=equation, for_=unknown, domain=domain)

    @tools.tool(annotations=_READS)
    async def hint(lines: Lines, unknown: str | None = None, domain: Domain = None) -> Record:
        """Give the next step only, from the last line of a derivation, the equation first."""
        return await ask("hint", lines=lines, for_=unknown, domain=domain)

    @tools.tool(annotations=_READS)
    async def check(lines: Lines, unknown: str | None = None, domain: Domain = None) -> Record:
        """Check the lines of a derivation, the equation first.

        Each line is right, wrong or unsure; the first wrong one is named with the reason and a
        value that shows it.
        """
        return await ask("check", lines=lines, for_=unknown, domain=domain)

    @tools.tool(annotations=_READS)
    async def methods() -> Record:
        """List the steps that the solver knows, each with an example."""
        return await ask("methods")

    return tools
