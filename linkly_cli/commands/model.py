"""`linkly model list|use|download`."""

from __future__ import annotations

from typing import Annotated

import typer

from linkly_cli.invocation import Invocation

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="A model, as linkly model list shows them.", show_default=False)
]


def list_models(ctx: typer.Context) -> None:
    """Print the models that can make vectors; the one in use is marked."""
    from linkly_cli.settings import model_table

    invocation: Invocation = ctx.obj
    invocation.print_records("models", model_table(invocation.directory))


def use(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="A model; packaged: the one that comes with linkly.", show_default=False),
    ],
) -> None:
    """Choose the model that makes vectors. Until its vectors are complete, those of the last one answer."""
    from linkly_cli.settings import use_model

    invocation: Invocation = ctx.obj
    invocation.print_values(use_model(invocation.directory, name))
    invocation.say("Next: linkly index")


def download(ctx: typer.Context, name: Name) -> None:
    """Fetch the files of a model, so that it works offline from then on."""
    from linkly_cli.settings import download_model

    invocation: Invocation = ctx.obj
    invocation.say(f"Fetching {name}; this takes a while, and Ctrl-C ends it.")
    invocation.print_values(download_model(invocation.directory, name))
