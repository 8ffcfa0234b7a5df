"""`linkly completions`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from linkly_cli.invocation import Invocation


class Shell(StrEnum):
    """Shells there is a completion script for."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


def completions(
    ctx: typer.Context, shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh, fish or powershell.")]
) -> None:
    """Print the completion script of a shell."""
    from linkly_cli.shipped import completion_script

    invocation: Invocation = ctx.obj
    invocation.environment.stdout.write(completion_script(shell))
