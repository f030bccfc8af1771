"""What every request passes: sizes before reading, limits of time, headers, nothing of our insides.

Around the application, as plain ASGI: the body is read here, whole and within its limits, and what
goes wrong in there is told to the log, not to the client.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aljabr.serve.counter import refused
from aljabr.serve.desk import Busy, Desk
from aljabr.serve.messages import dumps, error_object
from aljabr.serve.settings import MAX_BODY, SLOW

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
SOLVING: Final = frozenset(f"/api/{name}" for name in "solve hint check practice look".split())
"""What needs a process for long."""
FAILED: Final = ("something went wrong on our side", "it has been noted")
"""All that is said of a defect, and the hint."""
log = logging.getLogger("aljabr.serve")


class _Refused(Exception):
    """A request that is not read to its end."""

    def __init__(self, status: int, what: str, hint: str = "") -> None:
        super().__init__(status)
        self.status = status
        self.what = what
        self.hint = hint


class Guard:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp, desk: Desk, slow: float = SLOW) -> None:
        self.app = app
        self.desk = desk
        self.slow = slow

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        has_started = False

        async def sending(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                known = {name for name, _ in message["headers"]}
                more = [each for each in HEADERS if each[0] not in known]
                message["headers"] = [*message["headers"], *more]
                await send(message)
                return
            async with asyncio.timeout(self.slow):  # whoever does not take the answer is left
                await send(message)

        try:
            body = await self._body(scope, receive)
            if self.desk.is_full and scope["path"] in SOLVING:  # soon, for others are served
                await _refuse(sending, self.desk.busy())
                return
            await self.app(scope, _replayed(body, receive), sending)
        except _Refused as refused:
            await _tell(sending, refused.status, refused.what, refused.hint)
        except TimeoutError:
            if not has_started:
                raise
            log.warning("a client did not take its answer")
        except Exception:  # a defect of ours: it is logged, and the client learns no more than that
            log.exception("an answer failed")
            if not has_started:
                await _tell(sending, 500, *FAILED)

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """Read the body; refuse one that says it is too long before anything is read."""
        given = dict(scope["headers"]).get(b"content-length", b"")
        too_long = f"the body is longer than {MAX_BODY:,} bytes"
        if given.isdigit() and (len(given) > 15 or int(given) > MAX_BODY):
            raise _Refused(413, too_long)
        body = bytearray()
        try:
            async with asyncio.timeout(self.slow):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise _Refused(400, "the client left")
                    body += message.get("body", b"")
                    if len(body) > MAX_BODY:
                        raise _Refused(413, too_long)
                    if not message.get("more_body"):
                        return bytes(body)
        except TimeoutError:
            raise _Refused(408, f"the request took longer than {self.slow:.0f} seconds") from None


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return what gives the body once, and then what comes."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return left.pop() if left else await receive()

    return replay


async def _tell(send: Send, status: int, what: str, hint: str = "") -> None:
    """Say what is wrong, and end the connection: there may be more to come that is not read."""
    await _send(send, status, error_object(what, None, hint), (b"connection", b"close"))


async def _refuse(send: Send, busy: Busy) -> None:
    again, problem = refused(busy)
    await _send(send, 503, problem, (b"retry-after", again["Retry-After"].encode()))


async def _send(send: Send, status: int, problem: Any, header: tuple[bytes, bytes]) -> None:
    body = dumps(problem)
    length = b"content-length", str(len(body)).encode()
    headers = [(b"content-type", b"application/json"), length, header]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
