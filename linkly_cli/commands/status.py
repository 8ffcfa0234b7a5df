"""`linkly status`."""

from __future__ import annotations

import typer

from linkly_cli.invocation import Invocation
from linkly_cli.version import version


def status(ctx: typer.Context) -> None:
    """Show what is indexed, and what failed and why."""
    invocation: Invocation = ctx.obj
    invocation.render(invocation.answers().status(version()))
