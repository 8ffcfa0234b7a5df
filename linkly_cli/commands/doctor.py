"""`linkly doctor`."""

from __future__ import annotations

from pathlib import Path

import typer

import linkly_cli
from linkly_cli.exit_codes import ExitCode
from linkly_cli.invocation import Invocation


def doctor(ctx: typer.Context) -> None:
    """Check the installation and the index, with advice for what is wrong."""
    invocation: Invocation = ctx.obj
    result = invocation.answers().doctor(Path(linkly_cli.__file__))
    invocation.render(result)
    if result.issues:
        invocation.exit_status = ExitCode.FAILED
