"""`linkly mcp` as a whole: streams, engine, server, and the end of it."""

from __future__ import annotations

import asyncio
import signal
import threading
from contextlib import closing
from typing import TYPE_CHECKING, BinaryIO

from engine.resident import ResidentIndex
from linkly_cli.mcp.logs import logged_to_standard_error
from linkly_cli.mcp.responder import Responder
from linkly_cli.mcp.server import make_server
from linkly_cli.mcp.stdio import Conversation, private_streams
from linkly_cli.mcp.threads import Crew

if TYPE_CHECKING:
    from linkly_cli.invocation import Invocation

CALLS_AT_A_TIME = 8


def run_stdio(invocation: Invocation) -> None:
    """Serve the client behind standard input and output until it leaves. Raises ConfigError before that."""
    environment = invocation.environment
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing is being written that Ctrl-C could spoil
    index = ResidentIndex(invocation.directory)
    with closing(index), logged_to_standard_error(invocation), private_streams(environment) as (source, sink):
        asyncio.run(_serve(Responder(index.engine, environment.clock), source, sink))


async def _serve(responder: Responder, source: BinaryIO, sink: BinaryIO) -> None:
    await Conversation(source, sink).hold(make_server(responder, Crew(CALLS_AT_A_TIME, "call")))
