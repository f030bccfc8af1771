"""Where requests are brought to a desk, and answers taken back: busy, late and left are handled."""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from aljabr.serve import pages
from aljabr.serve.desk import GRACE, Busy, Desk
from aljabr.serve.messages import Reply, Task, dumps, error_object
from aljabr.serve.settings import Settings
from aljabr.serve.work import answerer, failed, warm
from aljabr.solver.processes import Died
from aljabr.solver.serving import Defect, Overdue
from aljabr.solver.worker import reason

READING: Final = 1.0
"""Seconds in which a text is read while somebody types it."""
log = logging.getLogger("aljabr.serve")


class Counter:
    """Two desks: one for solving, and one, of a single process, for reading as people type."""

    def __init__(self, settings: Settings) -> None:
        answer_fn = answerer(settings.memory)
        self.settings = settings
        self.desk = Desk(answer_fn, settings.processes, settings.waiting)
        self.reader = Desk(answer_fn, 1, settings.waiting)

    def open(self, reads: bool = True) -> None:
        """Load everything, then start the processes; without people who type, no reader."""
        warm()
        gc.collect()
        gc.freeze()  # a collection writes to what it looks at, and so ends the sharing of pages
        self.desk.start()
        if reads:
            self.reader.start()

    def close(self) -> None:
        self.desk.close()
        self.reader.close()

    def budget(self, asked: float) -> float:
        """Return the seconds that a request gets."""
        return min(asked, self.settings.max_budget)

    async def ask(self, task: Task) -> Reply:
        """Have a task done; raise `Busy`."""
        desk = self.reader if task.kind == "read" else self.desk
        try:
            reply = await desk.ask(task, task.budget)
        except Overdue:
            late = "stopped at the deadline"
            return failed(task._replace(budget=task.budget + GRACE), late)
        except Died as death:
            return failed(task, reason(death.status))
        if isinstance(reply, Defect):
            log.error("a task failed: %s %r\n%s", task.kind, task.asked, reply.trace)
            raise RuntimeError("a task failed")
        assert isinstance(reply, Reply)
        return reply

    async def answer(self, request: Request, task: Task) -> Response:
        """Answer a request; if the client leaves, its process is free again."""
        asking = asyncio.ensure_future(self.ask(task))
        leaving = asyncio.ensure_future(_left(request))
        try:
            await asyncio.wait((asking, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                return Response(status_code=499)  # nobody will see it
            reply = asking.result()
        except Busy as busy:
            return self.refusal(task, busy)
        finally:
            asking.cancel()
            leaving.cancel()
        kind = "application/json" if task.form == "json" else "text/html; charset=utf-8"
        return Response(reply.body, reply.status, media_type=kind)

    def refusal(self, task: Task, busy: Busy) -> Response:
        """Say when to come again."""
        again, problem = refused(busy)
        if task.form == "json":
            return Response(dumps(problem), 503, again, "application/json")
        return Response(pages.mistake(task, problem), 503, again, "text/html; charset=utf-8")


def refused(busy: Busy) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the header and the object that say when to come again."""
    seconds = f"{busy.seconds} second{'s' if busy.seconds > 1 else ''}"
    problem = error_object("too many requests at a time", None, f"try again in {seconds}")
    return {"Retry-After": str(busy.seconds)}, problem


async def _left(request: Request) -> None:
    """Wait until the client is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
