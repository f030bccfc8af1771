"""The application: API and pages behind one guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from aljabr.serve import api, pages, site
from aljabr.serve.counter import Counter
from aljabr.serve.examples import examples
from aljabr.serve.guard import FAILED, Guard
from aljabr.serve.messages import Task, dumps, error_object


def application(counter: Counter) -> ASGIApp:
    """Return what answers requests."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        counter.close()

    app = FastAPI(
        title=api.TITLE, description=api.ABOUT, version=api.installed(), lifespan=lifespan,
        docs_url=None, redoc_url=None, openapi_url="/openapi.json",
    )  # fmt: skip
    app.include_router(api.router(counter))
    app.include_router(site.router(counter))
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Exception, _failed)
    _give_examples(app.openapi())
    origin = counter.settings.allow_origin
    if origin:
        app.add_middleware(
            CORSMiddleware, allow_origins=[origin], allow_methods=["GET", "POST"],
            allow_headers=["Content-Type"],
        )  # fmt: skip
    return Guard(app, counter.desk)


def _give_examples(description: dict[str, Any]) -> None:
    """Put an answer beside each route; FastAPI itself would leave out what is null."""
    for path, methods in description["paths"].items():
        for operation in methods.values():
            content = operation["responses"]["200"]["content"]["application/json"]
            content["example"] = examples()[path.removeprefix("/api/")]


async def _invalid(request: Request, error: Exception) -> Response:
    """Say what is wrong with the fields of a request."""
    assert isinstance(error, RequestValidationError)
    return Response(dumps(problem_of(error.errors()[0])), 422, media_type="application/json")


def problem_of(error: dict[str, Any]) -> dict[str, Any]:
    """Write the first complaint about a body as an error object."""
    place = error["loc"][1:]
    if error["type"] == "json_invalid":
        column = place[0] + 1 if place and isinstance(place[0], int) else None
        return error_object("the body is no JSON", column, str(error["ctx"]["error"]))
    said = error["msg"].removeprefix("Value error, ")
    what = f"{'.'.join(map(str, place))}: {said}" if place else said
    hint = "send a JSON object with Content-Type: application/json" if not place else ""
    return error_object(what[:300], None, hint)


_TOLD: Final = {
    404: "there is nothing here",
    405: "this is not done with this method",
    422: "the body is no JSON",
}


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = 422 if error.status_code == 400 else error.status_code  # nested too deep, say
    problem = error_object(_TOLD.get(status, "the request cannot be read"))
    headers = dict(error.headers or {})
    if request.url.path.startswith("/api"):
        return Response(dumps(problem), status, headers, "application/json")
    body = pages.mistake(Task("solve", {}, "page"), problem)
    return Response(body, status, headers, "text/html; charset=utf-8")


async def _failed(request: Request, error: Exception) -> Response:
    what, hint = FAILED
    return Response(dumps(error_object(what, None, hint)), 500, media_type="application/json")
