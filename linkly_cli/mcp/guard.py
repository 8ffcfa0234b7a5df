"""Who may ask: what an HTTP request has to be before the server looks into it."""

from __future__ import annotations

import hmac
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

from linkly_cli.hosts import host_of, is_address, is_loopback

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_AT_A_TIME = 128
"""Requests being answered, or waiting for a thread, at a time."""
SENDING_TIME = 30.0
"""Seconds a client may pause before its request is complete."""
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The rules of one server. `names`: host names it goes by; `addresses`: any numeric address will do as well.

    A page in a browser can make its own name mean this machine (DNS rebinding), so a request must name the server as
    its owner does. Numeric addresses cannot be rebound.
    """

    names: frozenset[str]
    addresses: bool
    token: str | None

    @classmethod
    def on(cls, host: str, token: str | None) -> Access:
        """The rules of a server that listens at `host`."""
        if is_loopback(host):
            return cls(names=_LOOPBACK | {host.lower()}, addresses=False, token=token)
        own = socket.gethostname().lower()
        return cls(names=_LOOPBACK | {host.lower(), own, f"{own}.local"}, addresses=True, token=token)

    def refusal(self, headers: Headers) -> PlainTextResponse | None:
        """The answer to a request that may not be served; None for one that may."""
        if not self._knows(host_of(headers.get("host", ""))):
            return PlainTextResponse("This server does not go by that Host.\n", 421)
        origin = headers.get("origin")
        if origin is not None and not self._trusts(origin):
            return PlainTextResponse("Requests from that Origin are not accepted.\n", 403)
        if self.token is not None and not _has_token(headers.get("authorization", ""), self.token):
            return PlainTextResponse("Unauthorized\n", 401, {"WWW-Authenticate": "Bearer"})
        return None

    def _knows(self, host: str) -> bool:
        return host in self.names or (self.addresses and is_address(host))

    def _trusts(self, origin: str) -> bool:
        scheme, separator, rest = origin.partition("://")
        return bool(separator) and scheme in {"http", "https"} and self._knows(host_of(rest))


def _has_token(authorization: str, token: str) -> bool:
    """In constant time: how long the comparison takes says nothing about the token."""
    scheme, _, given = authorization.partition(" ")
    same = hmac.compare_digest(given.strip().encode(), token.encode())
    return same and scheme.lower() == "bearer"


class Guard:
    """Lets requests through to an application that keep the rules, and only so many at a time."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have the application answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._access.refusal(Headers(scope=scope))
        if refusal is None and self._inside >= MAX_AT_A_TIME:
            refusal = PlainTextResponse("Too many requests at a time; try again.\n", 503, {"Retry-After": "1"})
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        self._inside += 1
        try:
            await self._app(scope, _in_time(receive), send)
        finally:
            self._inside -= 1


def _in_time(receive: Receive) -> Receive:
    """The same, but a client that pauses within its request counts as gone: it would hold a place for ever."""
    complete = False

    async def receive_in_time() -> Message:
        nonlocal complete
        if complete:
            return await receive()
        message: Message = {"type": "http.disconnect"}
        with anyio.move_on_after(SENDING_TIME):
            message = await receive()
        complete = not message.get("more_body", False)
        return message

    return receive_in_time
