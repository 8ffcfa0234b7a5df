"""`linkly list-libraries`."""

from __future__ import annotations

import typer

from linkly_cli.invocation import Invocation


def list_libraries(ctx: typer.Context) -> None:
    """List the libraries with what they hold."""
    invocation: Invocation = ctx.obj
    invocation.render(invocation.answers().list_libraries())
