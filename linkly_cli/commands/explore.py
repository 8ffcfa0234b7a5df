"""`linkly explore`."""

from __future__ import annotations

import typer

from engine.requests import ExploreRequest
from linkly_cli import options
from linkly_cli.invocation import Invocation


def explore(ctx: typer.Context, library: options.Library = None) -> None:
    """Show what a library, or everything, is about."""
    invocation: Invocation = ctx.obj
    request = ExploreRequest(now=invocation.environment.clock(), library=library)
    invocation.render(invocation.answers().explore(request))
