"""The API: JSON in, the JSON of the command line out."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from aljabr.serve.bodies import Choice, Derivation, Equation, Mistake
from aljabr.serve.counter import READING, Counter
from aljabr.serve.messages import Kind, Task, dumps
from aljabr.serve.settings import DEFAULT_BUDGET

TITLE: Final = "aljabr"
ABOUT: Final = (
    "Solves equations and shows every step; gives hints, checks the lines of a derivation, and"
    " looks into its own search. Every root is checked before it is given."
)


@cache
def installed() -> str:
    """Return the version of this package."""
    try:
        return version("aljabr")
    except PackageNotFoundError:  # run from a source tree without being installed
        return "unknown"


_GOOD: Final[dict[str, Any]] = {
    "description": "The answer.",
    "content": {"application/json": {"schema": {"type": "object"}}},
}
_MISTAKES: Final = {
    413: "The body is too long.",
    422: "The request, or the equation in it, cannot be read.",
    503: "Too many requests; the header Retry-After says when to ask again.",
    504: "There was not enough time.",
}
RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    200: _GOOD,
    **{status: {"model": Mistake, "description": told} for status, told in _MISTAKES.items()},
}
"""What may come back; the examples are put in by `application`."""


def router(counter: Counter) -> APIRouter:
    """Return the routes of the API."""
    routes = APIRouter(prefix="/api", default_response_class=Response)

    async def answer(
        request: Request, kind: Kind, asked: dict[str, Any], budget: float
    ) -> Response:
        return await counter.answer(request, Task(kind, asked, "json", counter.budget(budget)))

    @routes.post("/solve", responses=RESPONSES)
    async def solve(request: Request, body: Equation) -> Response:
        """Solve an equation and show every step."""
        return await answer(request, "solve", body.asked(), body.budget)

    @routes.post("/hint", responses=RESPONSES)
    async def hint(request: Request, body: Derivation) -> Response:
        """Give the next step only, from an equation or from the last line of a derivation."""
        return await answer(request, "hint", body.asked(), body.budget)

    @routes.post("/check", responses=RESPONSES)
    async def check(request: Request, body: Derivation) -> Response:
        """Check the lines of a derivation: each is right, or the first wrong one is named."""
        return await answer(request, "check", body.asked(), body.budget)

    @routes.post("/practice", responses=RESPONSES)
    async def practice(request: Request, body: Choice) -> Response:
        """Draw an exercise of a class and a difficulty."""
        return await answer(request, "practice", body.asked(), DEFAULT_BUDGET)

    @routes.post("/look", responses=RESPONSES)
    async def look(request: Request, body: Equation) -> Response:
        """Say what the policy thought of each move, and what the search tried."""
        return await answer(request, "look", body.asked(), body.budget)

    @routes.post("/read", responses=RESPONSES)
    async def read(request: Request, body: Equation) -> Response:
        """Say how an equation is understood, without solving it."""
        return await answer(request, "read", body.asked(), min(body.budget, READING))

    @routes.get("/methods", responses=RESPONSES)
    async def methods(request: Request) -> Response:
        """List the steps that the solver knows, each with an example."""
        return await answer(request, "methods", {}, DEFAULT_BUDGET)

    @routes.get("/health", responses={200: _GOOD})
    async def health() -> Response:
        """Say that the server is up, and how busy it is."""
        desk = counter.desk
        record = {
            "status": "ok",
            "version": installed(),
            "processes": counter.settings.processes,
            "busy": desk.num_busy,
            "waiting": desk.num_waiting,
        }
        return Response(dumps(record), media_type="application/json")

    return routes
