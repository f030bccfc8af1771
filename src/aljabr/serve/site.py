"""The pages: GET only, everything in the address, so that a link holds the equation."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from starlette.responses import RedirectResponse

from aljabr.errors import UserError
from aljabr.serve import pages
from aljabr.serve.counter import READING, Counter
from aljabr.serve.messages import Form, Kind, Task, error_object
from aljabr.serve.settings import DEFAULT_BUDGET, MAX_LINES, MAX_TEXT

_HTML: Final = "text/html; charset=utf-8"
_FOREVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}


def asked(query: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a form that are filled in."""
    query = {name: text.replace("\0", "\ufffd") for name, text in query.items()}
    found: dict[str, Any] = {}
    for name in ("equation", "for", "domain", "kind"):
        text = query.get(name, "").strip() if name != "equation" else query.get(name, "")
        if len(text) > MAX_TEXT:
            raise UserError(f"the text is longer than {MAX_TEXT:,} characters")
        if text.strip():
            found[name] = text
    lines = [line for line in query.get("lines", "").splitlines() if line.strip()]
    if len(lines) > MAX_LINES or any(len(line) > MAX_TEXT for line in lines):
        raise UserError(f"there are more than {MAX_LINES} lines, or one is too long")
    if lines:
        found["lines"] = lines
    for name, least, most in (("difficulty", 1, 10), ("seed", 0, 2**53)):
        text = query.get(name, "")
        if text.isascii() and text.isdecimal() and least <= int(text[:17]) <= most:
            found[name] = int(text)
    if found.get("domain") not in (None, "real", "complex"):
        del found["domain"]
    return found


def router(counter: Counter) -> APIRouter:
    """Return the routes of the pages."""
    routes = APIRouter(include_in_schema=False, default_response_class=Response)
    empty: dict[str, bytes] = {}

    async def answer(request: Request, kind: Kind, needed: str, seconds: float) -> Response:
        is_part = kind == "read" or "part" in request.query_params
        form: Form = "part" if is_part else "page"
        try:
            fields = asked(request.query_params)
        except UserError as error:
            task = Task(kind, {}, form)
            return Response(pages.mistake(task, error_object(str(error))), 422, media_type=_HTML)
        if needed not in fields and not ("lines" in fields and needed == "equation"):
            if kind not in empty:
                empty[kind] = pages.empty(kind)
            return Response(b"" if is_part else empty[kind], media_type=_HTML)
        return await counter.answer(request, Task(kind, fields, form, counter.budget(seconds)))

    @routes.get("/")
    async def solve(request: Request) -> Response:
        return await answer(request, "solve", "equation", DEFAULT_BUDGET)

    @routes.get("/hint")
    async def hint(request: Request) -> Response:
        return await answer(request, "hint", "equation", DEFAULT_BUDGET)

    @routes.get("/check")
    async def check(request: Request) -> Response:
        return await answer(request, "check", "lines", DEFAULT_BUDGET)

    @routes.get("/look")
    async def look(request: Request) -> Response:
        return await answer(request, "look", "equation", DEFAULT_BUDGET)

    @routes.get("/read")
    async def read(request: Request) -> Response:
        return await answer(request, "read", "equation", READING)

    @routes.get("/methods")
    async def methods(request: Request) -> Response:
        return await counter.answer(request, Task("methods", {}, "page"))

    @routes.get("/practice")
    async def practice(request: Request) -> Response:
        query = request.query_params
        if "difficulty" in query and not query.get("seed", "").isdecimal():
            chosen = {name: query[name] for name in ("kind", "difficulty") if query.get(name)}
            place = urlencode({**chosen, "seed": secrets.randbelow(1_000_000)})
            return RedirectResponse(f"practice?{place}", 303)
        return await answer(request, "practice", "seed", DEFAULT_BUDGET)

    @routes.get("/static/{name}")
    async def static(name: str) -> Response:
        if name not in pages.STATIC:
            return Response(status_code=404)
        data, kind = pages.static(name)
        return Response(data, headers=_FOREVER, media_type=kind)

    return routes
