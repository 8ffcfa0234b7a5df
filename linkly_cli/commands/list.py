"""`linkly list`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from engine.models import ListSort
from engine.requests import Filter, ListRequest, parse_outcomes, parse_types
from linkly_cli import options
from linkly_cli.invocation import Invocation
from linkly_cli.paths_output import check_paths_only, print_paths


def list_documents(
    ctx: typer.Context,
    library: options.Library = None,
    path: Annotated[str | None, typer.Option(metavar="DIR", help="Only documents in or below this path.")] = None,
    types: options.Types = None,
    modified_after: options.ModifiedAfter = None,
    modified_before: options.ModifiedBefore = None,
    sort: Annotated[
        ListSort, typer.Option(help="Last changed first, last changed last, or by name.")
    ] = ListSort.RECENT,
    outcome: Annotated[
        list[str] | None,
        typer.Option(metavar="OUTCOMES", help="Only these, such as encrypted,corrupt.", show_default="all"),
    ] = None,
    limit: Annotated[int, typer.Option(metavar="N", help="Documents to show, 1 to 200.")] = 50,
    offset: Annotated[int, typer.Option(metavar="N", help="Documents to pass over.")] = 0,
    paths: options.Paths = False,
    null: options.Null = False,
) -> None:
    """List documents, one after another."""
    invocation: Invocation = ctx.obj
    check_paths_only(invocation, wanted=paths or null)
    chosen = Filter(
        library=library,
        doc_types=parse_types(types or ()),
        modified_after=modified_after,
        modified_before=modified_before,
    )
    below = None if path is None else os.path.realpath(os.path.join(invocation.environment.cwd, path))  # noqa: PTH118
    request = ListRequest(
        filter=chosen, path=below, sort=sort, outcomes=parse_outcomes(outcome or ()), limit=limit, offset=offset
    )
    result = invocation.engine().list_documents(request)
    if paths or null:
        print_paths(invocation, (document.path for document in result.documents), null=null)
    else:
        invocation.render(result)
    invocation.found(bool(result.documents))
