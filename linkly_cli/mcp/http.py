"""MCP by HTTP: Streamable HTTP at `/mcp`, `GET /health` for monitors, `GET /status` for a linkly elsewhere.

Every request stands alone, without sessions: a client survives a restart of the server, and clients that never say
good-bye leave nothing behind.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from engine.errors import LinklyError
from linkly_cli.mcp.guard import Access, Guard
from linkly_cli.mcp.server import make_server
from linkly_cli.version import version

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from linkly_cli.mcp.responder import Responder
    from linkly_cli.mcp.threads import Crew

MAX_BODY = 2 * 1024**2
"""Bytes of a request; the longest query the engine accepts fits in, however it is escaped."""
_MAX_SWALLOWED = 64 * 1024**2
"""Bytes of a larger one that are read, so that its client comes to read why it is refused."""


def make_app(responder: Responder, crew: Crew, access: Access) -> ASGIApp:
    """The application behind its guard."""
    manager = StreamableHTTPSessionManager(
        make_server(responder, crew), json_response=True, stateless=True, max_request_body_size=MAX_BODY
    )

    async def health(request: Request) -> JSONResponse:
        state = await crew.run(partial(_health, responder))
        endpoint = request.url.replace(path="/mcp", query="", fragment="")
        return JSONResponse({**state, "mcp_endpoint": str(endpoint)})

    async def status(_request: Request) -> Response:
        return Response((await crew.run(responder.status)).text, media_type="application/json")

    routes = [
        Route("/mcp", StreamableHTTPASGIApp(manager), methods=["POST"]),
        Route("/health", health, methods=["GET"]),
        Route("/status", status, methods=["GET"]),
    ]
    return Guard(_with_a_limit(Starlette(routes=routes, lifespan=lambda _app: manager.run())), access)


def _with_a_limit(app: ASGIApp) -> ASGIApp:
    """The same; a request that says it is too large is read before it is refused, or its client sees only a reset."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        length = Headers(scope=scope).get("content-length", "") if scope["type"] == "http" else ""
        if not length.isdecimal() or int(length) <= MAX_BODY:
            await app(scope, receive, send)
            return
        await _swallow(receive)
        refusal = PlainTextResponse(f"The request is larger than {MAX_BODY} bytes.\n", 413, {"Connection": "close"})
        await refusal(scope, receive, send)

    return limited


async def _swallow(receive: Receive) -> None:
    size, more = 0, True
    while more and size < _MAX_SWALLOWED:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)


def _health(responder: Responder) -> dict[str, Any]:
    try:
        found = responder.answers().status(version())
    except LinklyError:
        return {"version": version(), "doc_count": 0, "index_status": "error"}
    return {"version": version(), "doc_count": found.documents, "index_status": found.index_status}
