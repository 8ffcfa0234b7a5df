"""`linkly mcp`."""

from __future__ import annotations

import typer

from linkly_cli.invocation import Invocation


def mcp(ctx: typer.Context) -> None:
    """Answer agents over MCP on standard input and output.

    A client starts this itself; its settings take the program, linkly, and the argument, mcp. It ends when standard
    input does.
    """
    from linkly_cli.mcp.run_stdio import run_stdio

    invocation: Invocation = ctx.obj
    if invocation.environment.stdin.isatty():
        invocation.say("Waiting for an MCP client on standard input, not for a person; Ctrl-C ends it.")
    run_stdio(invocation)
