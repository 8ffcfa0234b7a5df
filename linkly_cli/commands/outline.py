"""`linkly outline`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from engine.requests import OutlineRequest
from linkly_cli import options
from linkly_cli.invocation import Invocation


def outline(
    ctx: typer.Context,
    doc_ids: options.DocIds = [],  # noqa: B006 - typer copies it
    expand: Annotated[
        list[str] | None, typer.Option(metavar="NODES", help="Show these nodes with all below them, such as 2,3.1.")
    ] = None,
) -> None:
    """Show the sections of documents, with the lines they are on."""
    invocation: Invocation = ctx.obj
    nodes = tuple(node.strip() for given in expand or () for node in given.split(",") if node.strip())
    ids = invocation.doc_ids(doc_ids, command="outline")
    result = invocation.answers().outline(OutlineRequest(doc_ids=ids, expand=nodes))
    documents = tuple(invocation.settle(result.documents, several=len(ids) > 1))
    invocation.render(replace(result, documents=documents))
