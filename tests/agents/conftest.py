"""The example library, indexed once, and servers over it in this process with the frozen clock of the harness."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from engine.resident import ResidentIndex
from engine.service import Engine
from harness import NOW, Linkly
from linkly_cli.mcp.guard import Access
from linkly_cli.mcp.http import make_app
from linkly_cli.mcp.responder import Reply, Responder
from linkly_cli.mcp.serving import Serving, listen
from linkly_cli.mcp.threads import Crew
from linkly_cli.mcp.tools import TOOLS

EXAMPLES = Path(__file__).parents[2] / "examples" / "library"


@pytest.fixture(scope="session")
def example_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with the example library, by keywords."""
    folder = tmp_path_factory.mktemp("agents")
    ran = Linkly(folder / "data", folder)("index", "--no-vectors", "--no-ocr", str(EXAMPLES))
    assert ran.status == 0, ran.err
    return folder / "data"


@pytest.fixture
def examples(example_data: Path, tmp_path: Path) -> Linkly:
    """The program over the example library."""
    return Linkly(example_data, tmp_path)


@pytest.fixture
def ask(example_data: Path) -> Callable[..., Reply]:
    """A tool call as the server answers it, without a transport."""
    responder = Responder(lambda: Engine.open(example_data), lambda: NOW)
    return lambda tool, **arguments: responder.reply(TOOLS[tool], arguments)


@pytest.fixture
def doc_id(examples: Linkly) -> Callable[[str], str]:
    """The id of the document in a file of the example library."""
    ran = examples("list", "--limit", "200", "--json")
    return {Path(one["path"]).name: one["doc_id"] for one in ran.json["documents"]}.__getitem__


@dataclass
class Http:
    """A server that runs in a thread."""

    url: str
    port: int
    headers: dict[str, str] = field(default_factory=dict)

    def request(
        self, method: str, path: str, body: str | bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the answer to a request."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, {**self.headers, **given})
        answer = connection.getresponse()
        with answer:
            content = answer.status, dict(answer.getheaders()), answer.read()
        connection.close()
        return content

    def post(self, message: Any, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """The answer to a JSON-RPC message."""
        body = message if isinstance(message, str | bytes) else json.dumps(message)
        kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        return self.request("POST", "/mcp", body, **{**kinds, **headers})

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result of a tool call."""
        status, _, body = self.post(
            {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        )
        assert status == 200, body
        return json.loads(body)["result"]


@contextmanager
def http_server(data_dir: Path, *, host: str = "127.0.0.1", token: str | None = None) -> Iterator[Http]:
    """A server with the frozen clock over a data directory."""
    index = ResidentIndex(data_dir)
    responder = Responder(index.engine, lambda: NOW)
    listener = listen("127.0.0.1", 0)
    serving = Serving(make_app(responder, Crew(8, "call"), Access.on(host, token)), listener)
    thread = threading.Thread(target=serving.run_until_stopped)
    thread.start()
    port = listener.getsockname()[1]
    try:
        yield Http(f"http://127.0.0.1:{port}", port)
    finally:
        serving.stop()
        thread.join(20)
        listener.close()
        index.close()


@pytest.fixture(scope="session")
def make_http_server() -> Callable[..., Any]:
    """Makes servers; each is a context manager."""
    return http_server


@pytest.fixture(scope="session")
def http(example_data: Path) -> Iterator[Http]:
    """A server over the example library, without a token."""
    with http_server(example_data) as server:
        yield server
