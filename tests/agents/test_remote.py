"""The command line asking another machine: the same bytes, the same errors, and what can go wrong on the way."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from engine.errors import LinklyError, UsageError
from engine.models import Failure
from harness import Linkly, Ran
from linkly_cli.hosts import shown_url
from linkly_cli.remote.credentials import Credentials
from linkly_cli.remote.endpoint import Endpoint
from linkly_cli.remote.errors import EndpointError, error_of
from linkly_cli.remote.wire import Wire, proxy_for
from linkly_cli.version import version

DocId = Callable[[str], str]
FORMATS = ("terminal", "markdown", "json", "plain")


@pytest.fixture
def far(tmp_path: Path) -> Linkly:
    """The program on a machine with nothing indexed."""
    return Linkly(tmp_path / "far", tmp_path)


def commands(doc_id: DocId) -> list[list[str]]:
    about, pdf, book = doc_id("about-the-association.md"), doc_id("engine-handbook.pdf"), doc_id("drei-ufer.epub")
    slides = doc_id("the-night-of-the-storm.pptx")
    return [
        ["search", "engine oil"],
        ["search", "qqzzxv", "--exit-code"],
        ["search", '"high water" -ferry', "--limit", "3"],
        ["search", "the", "--type", "pdf,md", "--library", "library", "--time-sort", "newest"],
        ["search", "the", "--path-glob", "*.pdf", "--modified-after", "2001-01-01", "--modified-before", "2031-01-01"],
        ["outline", about],
        ["outline", about, pdf, book, slides, "--expand", "1,1.1"],
        ["outline", about, "999999"],
        ["outline", "999998", "999999"],
        ["outline", about, "--expand", "77"],
        ["grep", "the", about],
        ["grep", "THE", pdf, book, "-i", "-C", "1", "-A", "0", "--limit", "2", "--offset", "1"],
        ["grep", "the oil", pdf, "-B", "2", "--fuzzy-whitespace", "true"],
        ["grep", "the", about, "--mode", "count", "--fuzzy-whitespace", "false"],
        ["grep", "the", about, "999999"],
        ["grep", "the", "999998", "999999"],
        ["grep", "the", "999999"],
        ["grep", "(?=x)", about],
        ["read", about],
        ["read", pdf, book, "--offset", "3", "--limit", "4"],
        ["read", about, "--offset", "9999"],
        ["read", "999999"],
        ["read", "abc", about],
        ["list-libraries"],
        ["explore"],
        ["find-paths", "--patterns", "minutes,t,a", "--limit", "2"],
        ["find-paths", "--patterns", "qqzzxv", "--exit-code"],
        ["status"],
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_another_machine_answers_with_the_same_bytes(
    http: Any, examples: Linkly, far: Linkly, doc_id: DocId, form: str
):
    for command in commands(doc_id):
        here = examples(*command, "--format", form, tty=form == "terminal")
        there = far(*command, "--format", form, "--endpoint", http.url, tty=form == "terminal")
        assert there == here, command


def test_long_lines_are_cut_around_the_same_match(
    make_http_server: Callable[..., Any], linkly: Linkly, far: Linkly, write: Callable[..., Path]
):
    write("docs/a.md", f"# A\n\n{'x ' * 3000}needle{' y' * 3000}\n")
    assert linkly("index", "docs", "--no-vectors").status == 0
    with make_http_server(linkly.data_dir) as server:
        for form in FORMATS:
            command = ["grep", "needle", "1", "--format", form]
            assert far(*command, "--endpoint", server.url) == linkly(*command)
            assert "needle" in linkly(*command).out


def test_paths_for_other_programs(http: Any, examples: Linkly, far: Linkly):
    assert far("search", "the", "-0", "--endpoint", http.url).out == examples("search", "the", "-0").out


def test_ids_from_standard_input(http: Any, examples: Linkly, far: Linkly):
    assert far("read", "-", "--endpoint", http.url, stdin="1\n2\n") == examples("read", "-", stdin="1\n2\n")
    for command in ("read", "outline"):
        assert far(command, "-", "--endpoint", http.url).out == examples(command, "-").out


@pytest.mark.parametrize(
    "option", [("--mode", "keyword"), ("--mode", "semantic"), ("--explain",), ("--offset", "1")], ids=" ".join
)
def test_what_the_tools_cannot_express_is_refused_by_name(http: Any, far: Linkly, option: tuple[str, ...]):
    ran = far("search", "tides", *option, "--endpoint", http.url)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"Error: {option[0]} cannot be used with --endpoint or --remote")


def test_no_index_there(make_http_server: Callable[..., Any], far: Linkly, linkly: Linkly):
    with make_http_server(linkly.data_dir) as server:
        for command in (["search", "x"], ["read", "1"], ["grep", "x", "1", "2"], ["list-libraries"], ["status"]):
            assert far(*command, "--endpoint", server.url) == linkly(*command)


# --- tokens and what is stored --------------------------------------------------------------------------------------


def test_tokens(make_http_server: Callable[..., Any], example_data: Path, far: Linkly):
    with make_http_server(example_data, token="correct-horse-battery") as server:
        without = far("list-libraries", "--endpoint", server.url)
        assert (without.status, without.out) == (1, "")
        assert without.err == (
            f"Error: {server.url}/mcp wants a token.\n"
            "Hint: --token TOKEN, or once: linkly auth set-key KEY, then --remote\n"
        )
        wrong = far("list-libraries", "--endpoint", server.url, "--token", "guess", "--json")
        assert (wrong.json["code"], "guess" in wrong.out) == ("token", False)
        right = far("list-libraries", "--endpoint", server.url, "--token", "correct-horse-battery")
        assert (right.status, right.err) == (0, "")
        assert far("auth", "set-endpoint", server.url).out == f"endpoint = {server.url}/mcp\nkey = none\n"
        stored = far("auth", "set-key", "-", stdin="correct-horse-battery\n")
        assert stored.out == f"endpoint = {server.url}/mcp\nkey = …tery\n"
        assert (far.data_dir / "remote.json").stat().st_mode & 0o777 == 0o600
        assert far("list-libraries", "--remote") == right


def test_what_is_stored(far: Linkly):
    assert far("list-libraries", "--remote").err == (
        "Error: No endpoint is stored.\nHint: linkly auth set-endpoint http://HOST:60606\n"
    )
    assert far("auth", "status", "--json").json["endpoint"] == "none"
    far("auth", "set-endpoint", "http://nas.lan:60606/")
    far("auth", "set-key", "short")
    path = far.data_dir / "remote.json"
    assert far("auth", "status").out == f"endpoint = http://nas.lan:60606/mcp\nkey = …\npath = {path}\n"
    assert json.loads(path.read_text()) == {"endpoint": "http://nas.lan:60606/mcp", "key": "short"}
    assert "forgotten" not in far("auth", "set-endpoint", "http://nas.lan:60606/mcp").err
    assert "forgotten" in far("auth", "set-endpoint", "http://other.lan:60606").err
    assert json.loads(path.read_text())["key"] is None
    assert far("auth", "logout").err == "Endpoint and key are deleted.\n"
    assert far("auth", "logout").err == "Nothing was stored.\n"


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"endpoint": 3, "key": null}', b"\xff"])
def test_a_damaged_store_says_how_to_mend_it(far: Linkly, content: bytes):
    far.data_dir.mkdir()
    (far.data_dir / "remote.json").write_bytes(content)
    ran = far("status", "--remote")
    assert (ran.status, "Hint: linkly auth logout" in ran.err) == (1, True)
    assert far("auth", "logout").status == 0


def keep(far: Linkly, endpoint: str, key: str) -> None:
    far.data_dir.mkdir(exist_ok=True)
    (far.data_dir / "remote.json").write_text(json.dumps({"endpoint": endpoint, "key": key}))


@pytest.mark.parametrize("key", ["sesame-open-up-now\n", "sesame\r\nX: y-sesame", "sesame sesame", "sésame"])
def test_a_stored_key_that_cannot_be_sent_is_not_shown(far: Linkly, key: str):
    keep(far, "http://127.0.0.1:9", key)
    ran = far("list-libraries", "--remote", "--debug")
    assert (ran.status, ran.out, "same" in ran.err) == (1, "", False)
    assert "cannot be sent. A token has 1 to 1000" in ran.err
    assert "Hint: linkly auth set-key KEY" in ran.err
    assert far("auth", "set-key", "other").status == 0


def test_a_stored_endpoint_with_an_account_is_refused_and_not_shown(far: Linkly):
    keep(far, "http://user:secret@127.0.0.1:9/mcp?token=secret", "k")
    ran = far("list-libraries", "--remote")
    assert (ran.status, "is damaged" in ran.err, "secret" in ran.err) == (1, True, False)
    assert "Hint: linkly auth set-endpoint" in ran.err
    shown = far("auth", "status")
    assert ("endpoint = http://127.0.0.1:9/mcp\n" in shown.out, "secret" in shown.out) == (True, False)
    assert far("auth", "set-endpoint", "http://127.0.0.1:9").status == 0


def test_a_header_that_cannot_be_sent_is_not_shown(http: Any):
    with pytest.raises(EndpointError, match="a header that HTTP cannot carry") as raised:
        Wire(Endpoint.parse(http.url), "sesame\nsesame", {}).get("/health")
    assert (raised.value.__cause__, "sesame" in str(raised.value)) == (None, False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--token", "t"), "--token goes with --endpoint."),
        (("--remote", "--endpoint", "http://a"), "--remote uses what is stored; it does not go with"),
        (
            ("--endpoint", "ftp://a"),
            'Invalid endpoint: "ftp://a": it has to begin with http:// or https:// and a host.',
        ),
        (("--endpoint", "http://u:secret@host"), 'Invalid endpoint: "http://host": a token goes after --token'),
        (("--endpoint", "http://host:port"), "Invalid endpoint: "),
        (("--endpoint", "http://h/mcp?x=1"), "nothing after the path"),
        (("--endpoint", "http://h?token=secret"), 'Invalid endpoint: "http://h": a token goes after --token'),
        (("--endpoint", "ftp://user:secret@h"), 'Invalid endpoint: "ftp://h": it has to begin with http://'),
        (("--endpoint", "//user:secret@h"), 'Invalid endpoint: "//h": it has to begin with http://'),
        (("--endpoint", "http://user:secret@h:999999"), 'Invalid endpoint: "http://h:999999": its host or port'),
        (("--endpoint", "http://user:secret"), 'Invalid endpoint: "http://user:…": its host or port'),
        (("--endpoint", "http://127.0.0.1:0"), "no server is at port 0"),
        (("--endpoint", "http://127.0.0.1", "--token", "a b"), "A token has 1 to 1000 letters"),
    ],
)
def test_options_that_do_not_fit(far: Linkly, arguments: tuple[str, ...], message: str):
    ran = far("list-libraries", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert "secret" not in ran.err


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("http://127.0.0.1:60606", "http://127.0.0.1:60606/mcp"),
        ("http://HOST:60606/mcp/", "http://host:60606/mcp"),
        ("https://files.example/linkly/mcp", "https://files.example:443/linkly/mcp"),
        ("http://[::1]:7/", "http://[::1]:7/mcp"),
    ],
)
def test_endpoints(typed: str, url: str):
    endpoint = Endpoint.parse(typed)
    assert str(endpoint) == url
    assert Endpoint.parse(url) == endpoint


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://h:7/a/b", "http://h:7/a/b"),
        ("https://[::1]:7/", "https://[::1]:7/"),
        ("user:secret@h/p", "h/p"),
        ("http://h/p#secret", "http://h/p"),
        ("http://a:se/cret@h", "http://h"),
        ("http://a:se?cret@h", "http://…"),
        ("http://[::1", "http://[::1"),
    ],
)
def test_urls_are_shown_without_secrets(url: str, shown: str):
    assert shown_url(url) == shown


def test_a_token_in_plain_text_is_warned_of(far: Linkly, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("linkly_cli.remote.wire.CONNECT_TIME", 0.01)
    ran = far("status", "--endpoint", "http://192.0.2.1:9", "--token", "t", "--quiet")
    assert "Warning" not in ran.err
    ran = far("status", "--endpoint", "http://192.0.2.1:9", "--token", "t")
    assert ran.err.startswith(
        "Warning: the token goes to 192.0.2.1 in plain text; https:// or a tunnel would hide it.\n"
    )


# --- what can go wrong on the way -----------------------------------------------------------------------------------


@contextmanager
def web_server(status: int, body: bytes, headers: dict[str, str] | None = None) -> Iterator[str]:
    """A server that answers everything alike."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST  # noqa: N815 - names of the base class

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def jsonrpc(result: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode()


def tool(tree: dict[str, Any]) -> bytes:
    return jsonrpc({**OURS, "content": [{"type": "text", "text": json.dumps(tree)}]})


OURS = {"serverInfo": {"name": "linkly", "version": "0"}}


@pytest.mark.parametrize(
    ("status", "body", "headers", "message"),
    [
        (200, b"<html>", {}, "answers, but not as a linkly server does (no JSON)."),
        (200, b"[]", {}, "(no JSON)."),
        (200, b"{}", {}, "(no JSON-RPC answer)."),
        (200, b'{"error": {"code": 1, "message": "no such thing"}}', {}, "(no such thing)."),
        (200, jsonrpc({"serverInfo": {"name": "other", "version": "1"}}), {}, "(another name)."),
        (200, jsonrpc(OURS), {}, "(a tool result without text)."),
        (200, jsonrpc({**OURS, "content": [{"type": "text", "text": "{}"}]}), {}, "(LibrariesResult lacks libraries)."),
        (200, tool({"status": "error"}), {}, "(Failure lacks code)."),
        (200, tool({"libraries": [{"documents": 2**63}]}), {}, "not as a linkly server does (LibrariesResult."),
        (404, b"", {}, "(status 404)."),
        (403, b"", {}, "does not go by the name 127.0.0.1."),
        (413, b"", {}, "does not accept a request that large."),
        (503, b"", {}, "is busy."),
        (307, b"", {"Location": "http://evil.example/mcp"}, "sends requests on to http://evil.example/mcp"),
    ],
)
def test_answers_of_other_servers(far: Linkly, status: int, body: bytes, headers: dict[str, str], message: str):
    with web_server(status, body, headers) as url:
        ran = far("list-libraries", "--endpoint", url)
    assert (ran.status, ran.out) == (1, "")
    assert message in ran.err
    assert "Hint: " in ran.err


def outline(depth: int) -> dict[str, Any]:
    node = {"id": "1", "title": "x", "level": 1, "start_line": 1, "end_line": 1}
    tree: dict[str, Any] = dict(node)
    for _ in range(depth):
        tree = {**node, "children": [tree]}
    document = {
        "doc_id": "1", "title": "x", "path": "/x", "doc_type": "md", "word_count": 1, "total_lines": 1,
        "has_outline": True, "nodes": [tree],
    }  # fmt: skip
    return {"status": "success", "documents": [document]}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("depth", [20, 62, 63, 150, 300])
def test_outlines_nested_too_deeply_are_refused(far: Linkly, form: str, depth: int):
    with web_server(200, tool(outline(depth))) as url:
        ran = far("outline", "1", "--endpoint", url, "--format", form)
    assert "bug" not in ran.out + ran.err
    assert (ran.status, "times)" in ran.out + ran.err) == ((0, False) if depth < 63 else (1, True))


def test_nobody_answers(far: Linkly, monkeypatch: pytest.MonkeyPatch):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        monkeypatch.setattr("linkly_cli.remote.wire.ANSWER_TIME", 0.05)
        ran = far("list-libraries", "--endpoint", f"http://127.0.0.1:{port}")
        assert ran.err.startswith(
            f"Error: http://127.0.0.1:{port}/mcp did not answer in time.\nHint: check the address"
        )
    ran = far("list-libraries", "--endpoint", f"http://127.0.0.1:{port}")
    assert ran.err == (
        f"Error: Nothing answers at http://127.0.0.1:{port}/mcp: connection refused.\n"
        f"Hint: on that machine: linkly serve --port {port}\n"
    )
    ran = far("list-libraries", "--endpoint", "http://host.invalid:1")
    assert 'The host "host.invalid" cannot be found.' in ran.err
    with web_server(200, b"") as url:
        ran = far("list-libraries", "--endpoint", url.replace("http", "https"))
    assert "No secure connection to" in ran.err


def test_a_connection_the_server_has_closed_is_made_again(http: Any, monkeypatch: pytest.MonkeyPatch):
    from linkly_cli.remote.session import Session
    from linkly_cli.remote.wire import Wire

    session = Session(Wire(Endpoint.parse(http.url), None, {}))
    session.call("list_libraries", {})
    session.wire._connection.sock.shutdown(socket.SHUT_RDWR)
    assert session.call("list_libraries", {})["status"] == "success"
    session.wire.close()


def test_errors_keep_their_codes():
    for kind in [one for one in LinklyError.__subclasses__() if "code" in vars(one)]:
        error = error_of(Failure(code=kind.code, message="m", hint="h", doc_id="7"))
        assert (type(error), error.as_failure()) == (kind, Failure(code=kind.code, message="m", hint="h", doc_id="7"))
    assert isinstance(error_of(Failure(code="invalid_pattern", message="m")), UsageError)
    assert error_of(Failure(code="from_the_future", message="m")).as_failure().code == "from_the_future"


def test_proxies():
    far = Endpoint.parse("http://files.example:60606")
    variables = {"http_proxy": "http://u:p%40@proxy.example:3128", "NO_PROXY": "intern.example, .lan"}
    assert proxy_for(far, variables).hostname == "proxy.example"
    assert proxy_for(far, {}) is None
    assert proxy_for(Endpoint.parse("https://files.example"), variables) is None
    for direct in ("http://127.0.0.1:1", "http://localhost", "http://nas.lan", "http://a.intern.example"):
        assert proxy_for(Endpoint.parse(direct), variables) is None
    assert proxy_for(far, {**variables, "no_proxy": "*"}) is None
    assert proxy_for(far, {"ALL_PROXY": "proxy:1"}).port == 1
    with pytest.raises(EndpointError, match="is not an HTTP proxy"):
        proxy_for(far, {"http_proxy": "socks5://proxy:1"})


@pytest.mark.parametrize(
    "value", ["http://proxy:abc", "http://[::1", "http://u:secret@proxy:99999999", "proxy:0", "http://a b", "http://"]
)
def test_a_malformed_proxy_is_named_by_its_variable(far: Linkly, value: str):
    ran = far("list-libraries", "--endpoint", "http://files.example:1", variables={"HTTP_PROXY": value})
    assert (ran.status, "secret" in ran.err) == (1, False)
    assert ran.err.startswith("Error: The variable HTTP_PROXY is not an HTTP proxy such as http://proxy:3128: ")
    assert "Hint: no_proxy=files.example goes without it" in ran.err


def test_a_proxy_is_asked_for_what_is_far(far: Linkly):
    body = jsonrpc({**OURS, "content": [{"type": "text", "text": '{"status": "success", "libraries": []}'}]})
    with web_server(200, body) as proxy:
        variables = {"http_proxy": proxy.replace("://", "://user:word@")}
        ran = far("list-libraries", "--endpoint", "http://files.example:1", variables=variables)
    assert (ran.status, ran.err) == (0, "")


# --- status and doctor ----------------------------------------------------------------------------------------------


def checks(ran: Ran) -> dict[str, bool]:
    return {check["name"]: check["ok"] for check in ran.json["checks"]}


def test_doctor(make_http_server: Callable[..., Any], http: Any, example_data: Path, far: Linkly, tmp_path: Path):
    well = far("doctor", "--endpoint", http.url, "--json")
    assert (well.status, checks(well)) == (0, {"endpoint": True, "token": True, "version": True, "index": True})
    assert well.json["checks"][2]["detail"] == f"{version()} on both machines"
    with make_http_server(tmp_path / "empty", token="t") as server:
        refused = far("doctor", "--endpoint", server.url, "--json")
        assert (refused.status, checks(refused)) == (1, {"endpoint": True, "token": False})
        empty = far("doctor", "--endpoint", server.url, "--token", "t")
        assert (empty.status, "linkly index ~/Documents" in empty.out) == (1, True)
    gone = far("doctor", "--endpoint", server.url, "--json")
    assert (gone.status, checks(gone)) == (1, {"endpoint": False})


def test_another_version_is_noticed(far: Linkly):
    body = jsonrpc(OURS)[:-1] + b', "version": "0", "doc_count": 3, "index_status": "idle"}'
    with web_server(200, body) as url:
        ran = far("doctor", "--endpoint", url, "--json")
    assert checks(ran) == {"endpoint": True, "token": True, "version": False, "index": True}


def test_an_endpoint_that_is_stored_is_checked_again(tmp_path: Path):
    kept = Credentials(path=tmp_path / "remote.json").at("http://nas.lan:60606")
    assert kept.require_endpoint() == Endpoint.parse("http://nas.lan:60606")
