"""MCP as this client needs it: greeting, and calls of tools that answer in JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from linkly_cli.mcp.whole import WHOLE
from linkly_cli.version import version

if TYPE_CHECKING:
    from linkly_cli.remote.wire import Answer, Wire

PROTOCOL = "2025-06-18"
_PATH = "/mcp"


class Session:
    """Calls to one server, which is greeted before the first: that it is a linkly server is known from then on."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self._greeted = False
        self._last_id = 0

    def greet(self) -> str:
        """Begin the session; the version of the server. Raises EndpointError if it is something else than linkly."""
        client = {"name": "linkly", "version": version()}
        result = self._request("initialize", protocolVersion=PROTOCOL, capabilities={}, clientInfo=client)
        server = result.get("serverInfo")
        if not isinstance(server, dict) or server.get("name") != "linkly":
            raise self.wire.not_linkly("another name")
        self._post({"method": "notifications/initialized"})
        self._greeted = True
        return str(server.get("version", ""))

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The JSON object a tool answers with, every field in it, or the error object. Raises EndpointError."""
        if not self._greeted:
            self.greet()
        given = {name: value for name, value in arguments.items() if value is not None}
        result = self._request(
            "tools/call", name=tool, arguments={**given, "output_format": "json"}, _meta={WHOLE: True}
        )
        match result:
            case {"content": [{"type": "text", "text": str(text)}]}:
                return self._object(text)
            case _:
                raise self.wire.not_linkly("a tool result without text")

    def status(self) -> dict[str, Any]:
        """What `linkly status --json` prints on that machine. Raises EndpointError."""
        return self._object(self.wire.get("/status").body)

    def health(self) -> dict[str, Any]:
        """Version, number of documents and state of the index. Raises EndpointError."""
        health = self._object(self.wire.get("/health").body)
        if not health.keys() >= {"version", "doc_count", "index_status"}:
            raise self.wire.not_linkly("no health")
        return health

    def _request(self, method: str, **params: object) -> dict[str, Any]:
        self._last_id += 1
        answer = self._post({"id": self._last_id, "method": method, "params": params})
        match self._object(answer.body):
            case {"result": dict(result)}:
                return result
            case {"error": {"message": str(message)}}:
                raise self.wire.not_linkly(message)
            case _:
                raise self.wire.not_linkly("no JSON-RPC answer")

    def _post(self, message: dict[str, object]) -> Answer:
        return self.wire.post(_PATH, json.dumps({"jsonrpc": "2.0", **message}).encode())

    def _object(self, text: str | bytes) -> dict[str, Any]:
        try:
            tree = json.loads(text)
        except (ValueError, RecursionError):
            tree = None
        if not isinstance(tree, dict):
            raise self.wire.not_linkly("no JSON")
        return tree
