"""`linkly serve`."""

from __future__ import annotations

import signal
from typing import Annotated

import typer

from engine.requests import check_range
from linkly_cli.exit_codes import ExitCode
from linkly_cli.invocation import Invocation


def serve(
    ctx: typer.Context,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", help="Port; if it is taken, the next free one; 0: any.")] = 60606,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            help="What clients have to send; on an address other machines reach, one is made if none is given.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Answer agents, and linkly on other machines, over HTTP.

    MCP clients connect to /mcp; /health tells monitors how it is. Other machines use it with --endpoint or --remote.
    """
    from linkly_cli.mcp.run_http import run_http

    invocation: Invocation = ctx.obj
    check_range("port", port, 0, 65535)
    if run_http(invocation, host, port, token) == signal.SIGINT:
        invocation.exit_status = ExitCode.INTERRUPTED
