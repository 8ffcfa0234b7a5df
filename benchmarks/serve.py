"""How many calls a second `linkly serve` answers, and whether its memory stays.

    python -m benchmarks.serve [--data-dir DIR] [--calls N]

Eight clients, each with a connection of its own, first search by keywords and then list the libraries, alternately in
rounds, so that a machine whose speed drifts does not matter. The ratio of the two says what ranking and passages cost
beside the protocol. Without `--data-dir` the example library is indexed, without vectors, into a temporary one.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
CLIENTS = 8
ROUNDS = 5
QUERIES = (
    "engine oil pressure",
    "minutes of the meeting",
    "harbour tides",
    "ferry timetable",
    "budget",
    '"high water"',
)
TARGET_RATIO = 0.5
TARGET_MEMORY = 1.05
_HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


@contextmanager
def server(data_dir: str) -> Iterator[tuple[int, int]]:
    """A server of its own over a data directory; its process id and port."""
    command = [sys.executable, "-m", "linkly_cli", "--data-dir", data_dir, "--json", "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            endpoint = json.loads(process.stdout.readline())["mcp_endpoint"]
            yield process.pid, int(re.findall(r":(\d+)/", endpoint)[0])
        finally:
            process.terminate()


def call(connection: HTTPConnection, tool: str, arguments: dict[str, Any]) -> None:
    """One call. Raises RuntimeError unless it succeeds."""
    params = {"name": tool, "arguments": arguments}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    connection.request("POST", "/mcp", body, _HEADERS)
    answer = json.loads(connection.getresponse().read())
    if answer.get("result", {}).get("isError", True):
        raise RuntimeError(f"{tool}: {answer}")


def client(port: int, tool: str, calls: int) -> None:
    """One client's calls, one after the other."""
    connection = HTTPConnection("127.0.0.1", port)
    for number in range(calls):
        call(connection, tool, {"query": QUERIES[number % len(QUERIES)]} if tool == "search" else {})
    connection.close()


def calls_a_second(port: int, tool: str, calls: int) -> float:
    """What all clients together get, for `calls` calls of all of them."""
    began = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as clients:
        for done in [clients.submit(client, port, tool, calls // CLIENTS) for _ in range(CLIENTS)]:
            done.result()
    return calls / (time.perf_counter() - began)


def resident_bytes(pid: int) -> int:
    """Memory of a process that is in use, as Linux counts it."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text("ascii"))[0]) * 1024


def measure(data_dir: str, calls: int) -> None:
    """Print the figures of one server."""
    with server(data_dir) as (pid, port):
        for tool in ("search", "list_libraries"):
            calls_a_second(port, tool, 80)
        each = calls // (2 * ROUNDS)
        rates: dict[str, list[float]] = {"search": [], "list_libraries": []}
        after_1000 = done = 0
        for _ in range(ROUNDS):
            for tool, measured in rates.items():
                measured.append(calls_a_second(port, tool, each))
                done += each
                if done >= calls // 10 and not after_1000:
                    after_1000 = resident_bytes(pid)
        after_all = resident_bytes(pid)
    ratio = statistics.median(a / b for a, b in zip(rates["search"], rates["list_libraries"], strict=True))
    print("measure\tfigure\ttarget")
    for tool, measured in rates.items():
        print(f"{tool}, calls a second from {CLIENTS} clients\t{statistics.median(measured):.0f}\t")
    print(f"search beside list_libraries\t{ratio:.2f}\t≥ {TARGET_RATIO}")
    growth = f"{after_all / after_1000:.3f} of {after_1000 / 1e6:.0f} MB"
    print(f"memory after {calls:,} calls beside {calls // 10:,}\t{growth}\t≤ {TARGET_MEMORY}")


def main() -> None:
    """Index if need be, and measure."""
    parser = argparse.ArgumentParser(description="Calls a second and memory of linkly serve.")
    parser.add_argument("--data-dir", help="an index that is there; default: one of the example library")
    parser.add_argument("--calls", type=int, default=10_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data_dir = chosen.data_dir or f"{folder}/data"
        if chosen.data_dir is None:
            command = [sys.executable, "-m", "linkly_cli", "--data-dir", data_dir, "index", "--no-vectors", "--no-ocr"]
            subprocess.run([*command, str(ROOT / "examples" / "library")], cwd=ROOT, check=True, capture_output=True)
        measure(data_dir, chosen.calls)


if __name__ == "__main__":
    main()
