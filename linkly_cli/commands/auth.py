"""`linkly auth set-endpoint|set-key|status|logout`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from linkly_cli.invocation import Invocation


def set_endpoint(
    ctx: typer.Context,
    url: Annotated[
        str,
        typer.Argument(metavar="URL", help="Address of a linkly serve, such as http://host:60606.", show_default=False),
    ],
) -> None:
    """Store the address of another machine's server, for --remote."""
    from linkly_cli.remote.credentials import Credentials

    invocation: Invocation = ctx.obj
    kept = Credentials.load(invocation.directory)
    changed = kept.at(url)
    changed.store()
    invocation.print_values({"endpoint": changed.endpoint, "key": changed.masked_key or "none"})
    if kept.key is not None and changed.key is None:
        invocation.say("The key was that of the former endpoint and is forgotten. Next: linkly auth set-key KEY")


def set_key(
    ctx: typer.Context,
    key: Annotated[
        str,
        typer.Argument(
            metavar="KEY", help="The token of that server; - reads it from standard input.", show_default=False
        ),
    ],
) -> None:
    """Store the token of another machine's server, for --remote."""
    from linkly_cli.remote.credentials import Credentials
    from linkly_cli.tokens import check_token

    invocation: Invocation = ctx.obj
    given = invocation.environment.stdin.readline().strip() if key == "-" else key
    changed = replace(Credentials.load(invocation.directory), key=check_token(given))
    changed.store()
    invocation.print_values({"endpoint": changed.endpoint or "none", "key": changed.masked_key})


def status(ctx: typer.Context) -> None:
    """Show what is stored; of the key, its end."""
    from linkly_cli.remote.credentials import Credentials

    invocation: Invocation = ctx.obj
    kept = Credentials.load(invocation.directory)
    invocation.print_values(
        {"endpoint": kept.endpoint or "none", "key": kept.masked_key or "none", "path": str(kept.path)}
    )


def logout(ctx: typer.Context) -> None:
    """Delete the stored address and token."""
    from linkly_cli.remote.credentials import forget

    invocation: Invocation = ctx.obj
    there = forget(invocation.directory)
    invocation.say("Endpoint and key are deleted." if there else "Nothing was stored.")
    invocation.print_values({})
