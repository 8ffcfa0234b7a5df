"""MCP by HTTP: Streamable HTTP at `/mcp`, `GET /health` for monitors, `GET /status` for a linkly elsewhere.

Every request stands alone, without sessions: a client survives a restart of the server, and clients that never say
good-bye leave nothing behind.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.errors import LinklyError
from linkly_cli.mcp.guard import Access, Guard
from linkly_cli.mcp.server import make_server
from linkly_cli.version import version

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

    from linkly_cli.mcp.responder import Responder
    from linkly_cli.mcp.threads import Crew

MAX_BODY = 2 * 1024**2
"""Bytes of a request; the longest query the engine accepts fits in, however it is escaped."""


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
    return Guard(Starlette(routes=routes, lifespan=lambda _app: manager.run()), access)


def _health(responder: Responder) -> dict[str, Any]:
    try:
        found = responder.answers().status(version())
    except LinklyError:
        return {"version": version(), "doc_count": 0, "index_status": "error"}
    return {"version": version(), "doc_count": found.documents, "index_status": found.index_status}
