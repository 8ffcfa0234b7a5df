"""`linkly serve`: the protocol over HTTP, who may ask, ports and their files, and the end of it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from engine.errors import StorageError, UnavailableError, UsageError
from harness import Linkly
from linkly_cli.hosts import host_of, is_loopback
from linkly_cli.mcp.guard import MAX_AT_A_TIME, Access, Guard
from linkly_cli.mcp.http import MAX_BODY
from linkly_cli.mcp.port_files import PortFiles
from linkly_cli.mcp.responder import Reply
from linkly_cli.mcp.serving import listen
from linkly_cli.mcp.tokens import kept_token
from linkly_cli.tokens import check_token
from linkly_cli.version import version

ROOT = Path(__file__).parents[2]
Ask = Callable[..., Reply]


# --- the protocol ---------------------------------------------------------------------------------------------------


def test_the_official_client_goes_from_a_question_to_the_lines(http):
    async def converse(mode: str) -> None:
        async with Client(f"{http.url}/mcp", mode=mode) as client:
            assert len((await client.list_tools()).tools) == 7
            found = await client.call_tool("search", {"query": "engine oil pressure", "output_format": "json"})
            hit = json.loads(found.content[0].text)["results"][0]
            outline = await client.call_tool("outline", {"doc_ids": [hit["doc_id"]]})
            assert hit["title"] in outline.content[0].text
            grep = await client.call_tool("grep", {"pattern": "(?i)pressure", "doc_id": hit["doc_id"]})
            line = int(re.findall(r"^ *(\d+)>\t", grep.content[0].text, re.MULTILINE)[0])
            read = await client.call_tool("read", {"doc_id": hit["doc_id"], "offset": line, "limit": 1})
            assert re.search(rf"^ *{line}\t.*pressure", read.content[0].text, re.MULTILINE | re.IGNORECASE)

    for mode in ("auto", "legacy"):
        anyio.run(converse, mode)


def test_answers_are_those_without_a_transport(http, ask: Ask):
    for tool, arguments in (("search", {"query": "tides"}), ("read", {"doc_id": "999999"}), ("explore", {})):
        reply = ask(tool, **arguments)
        result = http.call(tool, **arguments)
        assert (result["content"], result["isError"]) == ([{"type": "text", "text": reply.text}], reply.failed)


def test_fifty_calls_at_once_get_their_own_answers(http):
    def query(number: int) -> str:
        result = http.call("search", query=f"word{number} engine", limit=1, output_format="json")
        return json.loads(result["content"][0]["text"])["query"]

    with ThreadPoolExecutor(50) as clients:
        assert list(clients.map(query, range(50))) == [f"word{number} engine" for number in range(50)]


def test_health(http):
    status, headers, body = http.request("GET", "/health")
    assert (status, headers["content-type"]) == (200, "application/json")
    assert json.loads(body) == {
        "version": version(), "doc_count": 27, "mcp_endpoint": f"{http.url}/mcp", "index_status": "idle",
    }  # fmt: skip


def test_health_of_a_damaged_index(make_http_server, tmp_path: Path):
    (tmp_path / "catalog.sqlite3").write_bytes(b"not a database" * 100)
    with make_http_server(tmp_path) as server:
        health = json.loads(server.request("GET", "/health")[2])
    assert (health["index_status"], health["doc_count"]) == ("error", 0)


def test_an_index_changed_by_another_process_is_seen(make_http_server, tmp_path: Path):
    linkly = Linkly(tmp_path / "data", tmp_path)
    (tmp_path / "docs").mkdir()
    with make_http_server(tmp_path / "data") as server:
        assert "Hint: linkly index ~/Documents" in server.call("search", query="lighthouse")["content"][0]["text"]
        assert json.loads(server.request("GET", "/health")[2])["doc_count"] == 0
        for number, word in enumerate(("lighthouse", "breakwater"), start=1):
            (tmp_path / "docs" / f"{word}.md").write_text(f"# {word}\n\nOld stones.\n", "utf-8")
            command = [
                sys.executable,
                "-m",
                "linkly_cli",
                "--data-dir",
                str(tmp_path / "data"),
                "index",
                "--no-vectors",
            ]
            subprocess.run([*command, str(tmp_path / "docs")], check=True, capture_output=True, cwd=ROOT)
            assert "Showing top 1 of 1" in server.call("search", query=word)["content"][0]["text"]
            assert json.loads(server.request("GET", "/health")[2])["doc_count"] == number
        assert server.call("search", query="stones")["content"][0]["text"] == linkly("search", "stones").out


# --- who may ask ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/mcp", "/health", "/status"])
def test_foreign_hosts_and_origins_are_refused(http, path: str):
    method = "POST" if path == "/mcp" else "GET"
    for host in (
        "localhost:1@evil.example",
        "localhost/evil.example",
        "evil.example",
        "evil.example:60606",
        "127.0.0.1.evil.example",
        "",
        "localhost.evil.example:80",
    ):
        assert http.request(method, path, Host=host)[0] == 421
    for origin in (
        "http://localhost:1@evil.example",
        "http://evil.example",
        "https://localhost.evil.example",
        "null",
        "file://",
        "http://",
    ):
        assert http.request(method, path, Origin=origin)[0] == 403
    for origin in ("http://localhost:5173", f"http://127.0.0.1:{http.port}", "https://[::1]:1"):
        assert http.request("GET", "/health", Origin=origin, Host="LOCALHOST:1")[0] == 200


def test_hosts_of_a_server_that_others_reach():
    access = Access.on("nas.lan", "t")
    assert is_loopback("127.9.9.9")
    assert is_loopback("::1")
    assert not is_loopback("0.0.0.0")
    for authority in ("192.168.1.7:60606", "[fe80::1]:60606", "nas.lan", "NAS.lan:60606", socket.gethostname()):
        assert access._knows(host_of(authority)), authority
    assert not access._knows("evil.example")


def test_a_token_is_needed_everywhere_and_never_shown(make_http_server, example_data: Path, capfd):
    with make_http_server(example_data, token="correct-horse") as server:
        call = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        for given in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic correct-horse"},
                      {"Authorization": "correct-horse"}, {"Authorization": "Bearer correct-hors"},
                      {"Authorization": "Bearer "}):  # fmt: skip
            for status, headers, body in (server.post(call, **given), server.request("GET", "/health", **given)):
                assert (status, headers["www-authenticate"], body) == (401, "Bearer", b"Unauthorized\n")
        for scheme in ("Bearer", "bearer"):
            assert server.post(call, Authorization=f"{scheme} correct-horse")[0] == 200
    printed = capfd.readouterr()
    assert "horse" not in printed.out + printed.err


def test_requests_that_are_too_large_or_of_the_wrong_kind_are_refused(http):
    filler = "x" * MAX_BODY
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {"filler": filler}}}
    assert http.post(message)[0] == 413
    longest = http.call("search", query="\u20ac" * 100_000, limit=1)
    assert not longest["isError"]
    assert http.post("{broken")[0] == 400
    assert http.request("GET", "/mcp")[0] == 405
    assert http.request("DELETE", "/mcp")[0] == 405
    assert http.request("GET", "/documents")[0] == 404


def test_the_client_of_a_request_that_is_too_large_can_read_why(http):
    status, headers, body = http.post(b"x" * 8 * MAX_BODY)
    assert (status, headers["connection"]) == (413, "close")
    assert body == b"The request is larger than 2097152 bytes.\n"
    head = f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: {MAX_BODY + 1}\r\n\r\n{'x' * MAX_BODY}"
    with socket.create_connection(("127.0.0.1", http.port), timeout=60) as connection:
        connection.sendall(f"{head}x".encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 413")


def test_a_client_that_pauses_within_its_request_is_given_up(http, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("linkly_cli.mcp.guard.SENDING_TIME", 0.05)
    head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    with socket.create_connection(("127.0.0.1", http.port), timeout=60) as connection:
        connection.sendall(head.encode())
        assert re.match(rb"HTTP/1\.1 [45]", connection.recv(4096))
    assert http.request("GET", "/health")[0] == 200


def test_too_many_requests_at_a_time_are_told_to_come_back():
    async def overrun() -> list[int]:
        release, statuses = anyio.Event(), []

        async def slow(_scope: Any, _receive: Any, send: Any) -> None:
            await release.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        guard = Guard(slow, Access.on("127.0.0.1", None))
        scope = {"type": "http", "headers": [(b"host", b"localhost")]}
        async with anyio.create_task_group() as tasks:
            for _ in range(MAX_AT_A_TIME + 1):
                tasks.start_soon(guard, scope, None, send)
            await anyio.wait_all_tasks_blocked()
            release.set()
        await guard(scope, None, send)
        return statuses

    assert anyio.run(overrun) == [503, *[200] * (MAX_AT_A_TIME + 1)]


# --- ports, files, tokens -------------------------------------------------------------------------------------------


def test_a_taken_port_is_passed_over():
    with listen("127.0.0.1", 0) as taken, listen("127.0.0.1", taken.getsockname()[1]) as other:
        assert taken.getsockname()[1] < other.getsockname()[1] <= taken.getsockname()[1] + 100


def test_hosts_and_ports_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(UsageError, match="is not an address of this machine"):
        listen("no such host", 0)
    with pytest.raises(UsageError, match="Cannot listen at"):
        listen("192.0.2.1", 60606)
    monkeypatch.setattr("linkly_cli.mcp.serving._PORTS_TRIED", 1)
    with listen("127.0.0.1", 0) as taken, pytest.raises(UnavailableError, match="No port from"):
        listen("127.0.0.1", taken.getsockname()[1])


def test_port_files(tmp_path: Path):
    data, home = tmp_path / "data", tmp_path / "home"
    shared = home / ".linkly" / "port"
    first = PortFiles(data, home)
    first.write(1)
    assert (json.loads((data / "port").read_text()), json.loads(shared.read_text())) == ({"port": 1}, {"port": 1})
    assert (data / "port").stat().st_mode & 0o777 == 0o600
    PortFiles(data, home).write(2)  # the first died without a word: nothing listens at port 1
    assert json.loads(shared.read_text()) == {"port": 2}
    first.remove()
    assert json.loads((data / "port").read_text()) == {"port": 2}


def test_the_shared_port_file_of_another_program_is_left_alone(tmp_path: Path):
    shared = tmp_path / ".linkly" / "port"
    shared.parent.mkdir()
    shared.write_text('{"port": 77}')
    files = PortFiles(tmp_path / "data", tmp_path)
    files.write(2)
    files.remove()
    assert shared.read_text() == '{"port": 77}'
    assert not (tmp_path / "data" / "port").exists()


def test_a_server_that_lives_keeps_the_shared_port_file(tmp_path: Path):
    with listen("127.0.0.1", 0) as living:
        port = living.getsockname()[1]
        PortFiles(tmp_path / "data", tmp_path).write(port)
        second = PortFiles(tmp_path / "data", tmp_path)
        second.write(port + 1)
        second.remove()
    assert json.loads((tmp_path / ".linkly" / "port").read_text()) == {"port": port}


def test_a_server_that_lives_keeps_the_port_file_of_its_data_directory(tmp_path: Path):
    own = tmp_path / "data" / "port"
    with listen("127.0.0.1", 0) as living:
        port = living.getsockname()[1]
        first, second = (PortFiles(tmp_path / "data", None) for _ in range(2))
        first.write(port)
        second.write(port + 1)
        second.remove()
        assert json.loads(own.read_text()) == {"port": port}
    second.write(port + 1)
    first.remove()
    assert json.loads(own.read_text()) == {"port": port + 1}


def test_where_no_port_file_can_be_written(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be written"):
        PortFiles(tmp_path / "file" / "data", None).write(1)
    PortFiles(tmp_path / "data", tmp_path / "file").write(1)  # the shared one is a convenience


def test_a_kept_token(tmp_path: Path):
    path = tmp_path / "data" / "token"
    token, new = kept_token(path)
    assert (new, len(token) >= 40, path.stat().st_mode & 0o777) == (True, True, 0o600)
    assert kept_token(path) == (token, False)
    path.write_bytes(b"\xff")
    with pytest.raises(StorageError, match="cannot be read"):
        kept_token(path)
    for wrong in ("", "a b", "ä", "a\n"):
        with pytest.raises(UsageError):
            check_token(wrong)


# --- the process ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "expected"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_it_and_its_files_go(example_data: Path, tmp_path: Path, number: int, expected: int):
    command = [sys.executable, "-m", "linkly_cli", "--data-dir", str(example_data), "serve", "--json"]
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        process = subprocess.Popen(
            [*command, "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
            env={**os.environ, "HOME": str(tmp_path)},
        )  # fmt: skip
        endpoint = json.loads(process.stdout.readline())["mcp_endpoint"]
    got = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/mcp", endpoint)[1])
    files = (example_data / "port", tmp_path / ".linkly" / "port")
    assert [json.loads(path.read_text()) for path in files] == [{"port": got}] * 2
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (expected, f"Port {port} is taken, so it is {got}.\nServing; Ctrl-C ends it.\n")
    assert not any(path.exists() for path in files)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--port", "65536"), "port must be from 0 to 65535, not 65536."),
        (("--token", "a b"), "A token has 1 to 1000 letters"),
        (("--host", "no such host"), '"no such host" is not an address of this machine'),
    ],
)
def test_wrong_options(examples: Linkly, arguments: tuple[str, ...], message: str):
    ran = examples("serve", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_a_token_is_made_for_other_machines_and_printed_once(examples: Linkly, monkeypatch: pytest.MonkeyPatch):
    from linkly_cli.mcp.serving import Serving

    monkeypatch.setattr(Serving, "run_until_stopped", lambda self: None)
    first, second = (examples("serve", "--host", "0.0.0.0", "--port", "0", "--quiet") for _ in range(2))
    token = (examples.data_dir / "token").read_text().strip()
    assert (first.status, second.status) == (0, 0)
    assert first.err == f"The token, shown this once: {token}\nIt is kept in {examples.data_dir / 'token'}.\n"
    assert second.err == f"The token is the one made earlier\nIt is kept in {examples.data_dir / 'token'}.\n"


def test_serving_every_address_says_one_that_others_reach(examples: Linkly, monkeypatch: pytest.MonkeyPatch):
    from linkly_cli.mcp.serving import Serving

    monkeypatch.setattr(Serving, "run_until_stopped", lambda self: None)
    every = examples("serve", "--host", "0.0.0.0", "--port", "0")
    assert f"Other machines reach it at http://{socket.gethostname()}:" in every.err
    assert "Other machines" not in examples("serve", "--port", "0").err
