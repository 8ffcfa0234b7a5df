"""MCP by standard input and output: one JSON-RPC message a line.

The `mcp` package has such a transport too. It answers nothing to a line that is not JSON, drops the calls that are
being worked on when input ends, and cannot end while its reader or writer is blocked; agents meet all three.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from linkly_cli.mcp.threads import Crew

if TYPE_CHECKING:
    from collections.abc import Iterator

    from anyio.abc import ObjectSendStream
    from mcp.server.lowlevel.server import Server

    from linkly_cli.environment import Environment

GRACE = 20.0
"""Seconds that calls being worked on have left when standard input ends."""
LAST_WORDS = 1.0
"""Seconds a client then has to read what is left."""
_LOOK_AGAIN = 0.2
"""Seconds between looks at whether somebody can still read the answers."""


@contextmanager
def private_streams(environment: Environment) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Standard input and output for the protocol alone.

    Meanwhile what any library prints goes to standard error, and what reads standard input finds it empty.
    """
    try:
        descriptors = environment.stdin.fileno(), environment.stdout.fileno()
    except OSError:
        yield environment.stdin.buffer, environment.stdout.buffer
        return
    environment.stdout.flush()
    stdin, stdout = descriptors
    source, sink = os.fdopen(os.dup(stdin), "rb"), os.fdopen(os.dup(stdout), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, stdin)
    os.close(nothing)
    os.dup2(environment.stderr.fileno(), stdout)
    try:
        yield source, sink  # not closed: a thread may be blocked in either until the process has ended
    finally:
        environment.stdout.flush()
        os.dup2(sink.fileno(), stdout)


class Conversation:
    """One client: its lines go to the server, the server's messages go back as lines."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source = source
        self._sink = sink
        self._reader, self._writer = Crew(1, "reader"), Crew(1, "writer")
        self._open: set[object] = set()
        self._answered = asyncio.Event()

    async def hold(self, server: Server[Any]) -> None:
        """Serve until input ends or nobody reads the output."""
        to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](0)
        async with anyio.create_task_group() as tasks:

            async def listen() -> None:
                async with to_server:
                    await self._listen(to_server)
                    with anyio.move_on_after(GRACE):
                        await self._all_answered()

            async def speak() -> None:
                async with from_server:
                    async for message in from_server:
                        if not await self._say(message.message):
                            tasks.cancel_scope.cancel()

            tasks.start_soon(listen)
            tasks.start_soon(speak)
            await server.run(incoming, outgoing, server.create_initialization_options())
            tasks.cancel_scope.deadline = anyio.current_time() + LAST_WORDS

    async def _listen(self, to_server: ObjectSendStream[SessionMessage | Exception]) -> None:
        while line := await self._reader.run(self._source.readline):
            if not line.strip():
                continue
            try:
                message = jsonrpc_message_adapter.validate_json(line, by_name=False)
            except ValidationError as exc:
                await self._say(_complaint(exc, line))
                continue
            self._note(message)
            await to_server.send(SessionMessage(message))

    def _note(self, message: JSONRPCMessage) -> None:
        """Remember which requests are open. One that was cancelled gets no answer."""
        if isinstance(message, JSONRPCRequest):
            self._open.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._close((message.params or {}).get("requestId"))

    def _close(self, request_id: object) -> None:
        if isinstance(request_id, int | str):
            self._open.discard(request_id)
            self._answered.set()

    async def _all_answered(self) -> None:
        while self._open and not _is_abandoned(self._sink):
            self._answered.clear()
            with anyio.move_on_after(_LOOK_AGAIN):
                await self._answered.wait()

    async def _say(self, message: JSONRPCMessage) -> bool:
        """Write a message; whether anybody can still read it."""
        line = message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
        try:
            await self._writer.run(lambda: _write(self._sink, line))
        except OSError:
            return False
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            self._close(message.id)
        return True


def _write(sink: BinaryIO, line: bytes) -> None:
    """All of a line: unbuffered streams may take a part only."""
    left = memoryview(line)
    while left:
        left = left[sink.write(left) :]
    sink.flush()


def _is_abandoned(sink: BinaryIO) -> bool:
    """Whether the other end of a pipe is closed, as far as this system can tell."""
    try:
        descriptor = sink.fileno()
    except (OSError, ValueError):
        return False
    if not hasattr(select, "poll"):
        return False
    poller = select.poll()
    poller.register(descriptor, 0)
    return any(events & (select.POLLERR | select.POLLHUP) for _, events in poller.poll(0))


def _complaint(exc: ValidationError, line: bytes) -> JSONRPCError:
    """What JSON-RPC answers to a line that is no message."""
    broken = any(error["type"] == "json_invalid" for error in exc.errors(include_url=False, include_input=False))
    error = (
        ErrorData(code=PARSE_ERROR, message="Parse error: the line is not valid JSON.")
        if broken
        else ErrorData(code=INVALID_REQUEST, message="Invalid request: the line is not a JSON-RPC 2.0 message.")
    )
    return JSONRPCError(jsonrpc="2.0", id=None if broken else _id_of(line), error=error)


def _id_of(line: bytes) -> int | str | None:
    """The id of a malformed request, None if it has none or may be an answer."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match message:
        case {"result": _} | {"error": _} | {"id": bool()}:
            return None
        case {"id": int() | str() as request_id}:
            return request_id
        case _:
            return None
