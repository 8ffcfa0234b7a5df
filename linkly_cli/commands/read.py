"""`linkly read`."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.models import ReadResult
from engine.requests import ReadRequest
from linkly_cli import options
from linkly_cli.invocation import Invocation


def read(
    ctx: typer.Context,
    doc_ids: options.DocIds = [],  # noqa: B006 - typer copies it
    offset: Annotated[int, typer.Option(metavar="LINE", help="First line to show.")] = 1,
    limit: Annotated[int, typer.Option(metavar="N", help="Lines to show, 1 to 500.")] = 200,
) -> None:
    """Print the text of documents, with line numbers."""
    invocation: Invocation = ctx.obj
    ids = invocation.doc_ids(doc_ids, command="read")
    result = invocation.answers().read(ReadRequest(doc_ids=ids, offset=offset, limit=limit))
    entries = invocation.settle(result.documents, several=len(ids) > 1)
    invocation.render(ReadResult(entries))
