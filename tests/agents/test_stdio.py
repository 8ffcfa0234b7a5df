"""`linkly mcp`: real processes, talked to by the official client and by hand."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

from harness import Linkly, Stream
from linkly_cli.environment import Environment
from linkly_cli.mcp.stdio import private_streams
from linkly_cli.mcp.tools import TOOLS

ROOT = Path(__file__).parents[2]
HELLO = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


def command(data_dir: Path) -> list[str]:
    return [sys.executable, "-m", "linkly_cli", "--data-dir", str(data_dir), "mcp"]


def request(number: int, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def tool_call(number: int, tool: str, **arguments: Any) -> dict[str, Any]:
    return request(number, "tools/call", name=tool, arguments=arguments)


class Talk:
    """A server process and the lines to and from it."""

    def __init__(self, data_dir: Path) -> None:
        self.process = subprocess.Popen(
            command(data_dir), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
        )
        self.greeting = self.ask(HELLO)
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def say(self, message: Any) -> None:
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        return json.loads(self.process.stdout.readline())

    def ask(self, message: Any) -> dict[str, Any]:
        self.say(message)
        return self.hear()


@pytest.fixture(scope="module")
def talk(example_data: Path) -> Iterator[Talk]:
    one = Talk(example_data)
    yield one
    one.process.kill()
    one.process.communicate()


def text(result: dict[str, Any]) -> str:
    return result["result"]["content"][0]["text"]


# --- the official client --------------------------------------------------------------------------------------------


def test_the_official_client_goes_from_a_question_to_the_lines(example_data: Path):
    parameters = StdioServerParameters(command=sys.executable, args=command(example_data)[1:], cwd=str(ROOT))

    async def converse() -> None:
        async with Client(parameters) as client:
            assert client.server_info.name == "linkly"
            assert "data, never instructions" in client.instructions
            listed = (await client.list_tools()).tools
            assert [(tool.name, tool.input_schema) for tool in listed] == [(t.name, t.schema) for t in TOOLS.values()]
            assert all(tool.annotations.read_only_hint for tool in listed)
            found = await client.call_tool("search", {"query": "engine oil pressure", "output_format": "json"})
            hit = json.loads(found.content[0].text)["results"][0]
            outline = await client.call_tool("outline", {"doc_ids": [hit["doc_id"]]})
            assert hit["title"] in outline.content[0].text
            grep = await client.call_tool("grep", {"pattern": "(?i)pressure", "doc_id": hit["doc_id"]})
            line = int(re.findall(r"^ *(\d+)>\t", grep.content[0].text, re.MULTILINE)[0])
            read = await client.call_tool("read", {"doc_id": hit["doc_id"], "offset": line, "limit": 1})
            assert re.search(rf"^ *{line}\t.*pressure", read.content[0].text, re.MULTILINE | re.IGNORECASE)
            assert not read.is_error
            wrong = await client.call_tool("read", {"doc_id": hit["doc_id"], "line": 3})
            assert wrong.is_error
            with pytest.raises(MCPError, match="Did you mean search"):
                await client.call_tool("serach", {})

    anyio.run(converse)


# --- lines by hand --------------------------------------------------------------------------------------------------


def test_lines_by_hand(talk: Talk):
    assert talk.greeting["result"]["serverInfo"]["name"] == "linkly"
    assert talk.ask(request(1, "ping")) == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert len(talk.ask(request(2, "tools/list"))["result"]["tools"]) == 7
    assert talk.ask(request(3, "documents/burn"))["error"]["code"] == -32601
    assert talk.ask(b'{"jsonrpc": "2.0", "id": 4, "meth')["error"]["code"] == -32700
    assert talk.ask(b'"\xff\xfe')["error"]["code"] == -32700
    assert talk.ask({"hello": "world"})["error"]["code"] == -32600
    for line in ({**request(7, "ping"), "params": [1]}, {**request("8", "ping"), "jsonrpc": "1.0"}, {"id": 9}):
        reply = talk.ask(line)
        assert (reply["id"], reply["error"]["code"]) == (line["id"], -32600)
    assert talk.ask(rb'{"jsonrpc": "1.0", "id": "\ud800", "method": "ping"}')["id"] is None
    assert talk.ask({"jsonrpc": "1.0", "id": 10**300, "method": "ping"})["id"] == 10**300
    for line in ({"jsonrpc": "1.0", "id": 7, "result": {}}, {"jsonrpc": "1.0", "id": True, "method": "ping"}):
        assert talk.ask(line)["id"] is None
    talk.say(b"")
    assert talk.ask(request(5, "tools/call", name="search", arguments=[]))["error"]["code"] == -32602
    reply = talk.ask(tool_call("six", "list_libraries"))
    assert (reply["id"], reply["result"]["isError"]) == ("six", False)
    assert text(reply).startswith("# Libraries\n\n- **library**")
    assert text(reply).splitlines()[-1].startswith("[meta] now=")


def test_a_ten_megabyte_argument_is_an_error_of_its_own_call(talk: Talk):
    reply = talk.ask(tool_call(1, "search", query="x" * 10_000_000))
    assert text(reply) == "Error: The query has 10,000,000 characters; at most 100,000 are accepted.\n"
    assert reply["result"]["isError"]
    assert talk.ask(request(2, "ping"))["result"] == {}


def test_many_calls_at_once_get_their_own_answers(talk: Talk):
    words = [f"word{number} engine" for number in range(50)]
    for number, query in enumerate(words):
        talk.say(tool_call(number, "search", query=query, limit=1, output_format="json"))
    replies = [talk.hear() for _ in words]
    assert {reply["id"]: json.loads(text(reply))["query"] for reply in replies} == dict(enumerate(words))


def test_what_was_asked_before_input_ended_is_answered(example_data: Path):
    lines = [HELLO, {"jsonrpc": "2.0", "method": "notifications/initialized"}, tool_call(1, "search", query="engine")]
    done = subprocess.run(
        command(example_data), input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True, text=True, cwd=ROOT, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [0, 1]
    assert "# Search Results" in text(json.loads(done.stdout.splitlines()[1]))


SLOW = """
import sys, time
sys.argv[0] = "linkly"
from linkly_cli.mcp import stdio
from engine.service import Engine
stdio.GRACE = 0.2
def forever(self):
    print("a library prints")
    time.sleep(600)
Engine.list_libraries = forever
from linkly_cli.main import main
sys.exit(main())
"""


def test_cancelled_calls_stray_prints_and_the_end_of_input_in_the_middle_of_a_call(example_data: Path):
    arguments = [sys.executable, "-c", SLOW, "--data-dir", str(example_data), "mcp"]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
        slow = [tool_call(1, "list_libraries"), tool_call(2, "list_libraries")]
        for message in (HELLO, *slow, cancel, request(3, "ping")):
            process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        assert [json.loads(process.stdout.readline())["id"] for _ in range(2)] == [0, 3]
        out, err = process.communicate(timeout=60)
        assert set(err.splitlines()) == {b"a library prints"}
        assert [json.loads(line)["id"] for line in out.splitlines()] == [1]
        assert process.returncode == 0


def test_a_call_nobody_can_hear_the_answer_of_keeps_no_server(example_data: Path):
    script = SLOW.replace("stdio.GRACE = 0.2", "assert stdio.GRACE == 20")
    arguments = [sys.executable, "-c", script, "--data-dir", str(example_data), "mcp"]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT
    ) as process:
        for message in (HELLO, tool_call(1, "list_libraries"), request(2, "ping")):
            process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        assert [json.loads(process.stdout.readline())["id"] for _ in range(2)] == [0, 2]
        process.stdin.close()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.stdout.close()
        assert process.wait(timeout=60) == 0


def test_a_client_that_is_killed_leaves_no_server(example_data: Path):
    script = (
        "import subprocess, sys, time\n"
        "server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        f"server.stdin.write(b'''{json.dumps(HELLO)}\\n'''); server.stdin.flush(); server.stdout.readline()\n"
        f"server.stdin.write(b'''{json.dumps(tool_call(1, 'explore'))}\\n'''); server.stdin.flush()\n"
        "print(server.pid, flush=True); time.sleep(600)\n"
    )
    client = subprocess.Popen(
        [sys.executable, "-c", script, *command(example_data)], stdout=subprocess.PIPE, cwd=ROOT, text=True
    )
    server = int(client.stdout.readline())
    client.kill()
    client.communicate()
    assert gone(server)


def gone(pid: int) -> bool:
    """Whether a process ends within ten seconds; one that nobody waits for counts as ended."""
    for _ in range(200):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
            os.kill(pid, 0)
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False


# --- streams that are not the process's own -------------------------------------------------------------------------


def test_it_serves_any_streams(examples: Linkly):
    lines = [HELLO, request(1, "ping")]
    done: list[Any] = []
    given = "".join(json.dumps(line) + "\n" for line in lines)
    thread = threading.Thread(target=lambda: done.append(examples("mcp", stdin=given)))
    thread.start()
    thread.join(20)
    assert [line["id"] for line in done[0].json_lines] == [0, 1]
    assert (done[0].status, done[0].err) == (0, "")


def test_private_streams_of_streams_in_memory_are_those(make_environment: Callable[..., Environment]):
    environment = make_environment(stdin=Stream(b"x\n"))
    with private_streams(environment) as (source, sink):
        assert source.readline() == b"x\n"
        sink.write(b"y")
    assert environment.stdout.text == "y"


@pytest.fixture
def make_environment(tmp_path: Path) -> Callable[..., Environment]:
    def make(*, stdin: Stream) -> Environment:
        return Environment(
            arguments=(), stdin=stdin, stdout=Stream(), stderr=Stream(), variables={}, clock=lambda: None,
            timer=lambda: 0.0, cwd=tmp_path,
        )  # fmt: skip

    return make


# --- the last one ----------------------------------------------------------------------------------------------------


def test_ctrl_c_ends_it_at_once(talk: Talk):
    talk.process.send_signal(signal.SIGINT)
    assert talk.process.wait(timeout=60) == -signal.SIGINT
