"""`linkly man`."""

from __future__ import annotations

from typing import Annotated

import typer

from linkly_cli.invocation import Invocation


def man(
    ctx: typer.Context,
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="[COMMAND]...", help="Command whose page to show, such as search or library add.",
                       show_default=False),
    ] = None,
) -> None:  # fmt: skip
    """Show a manual page: in the pager at a terminal, otherwise as text."""
    from linkly_cli.reference.tree import read_tree
    from linkly_cli.shipped import show_page

    invocation: Invocation = ctx.obj
    show_page(read_tree(ctx.find_root().command), command or [], invocation.environment)
