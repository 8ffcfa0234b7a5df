"""`linkly search`."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.models import SearchMode, TimeSort
from engine.requests import Filter, SearchRequest, parse_types
from linkly_cli import options
from linkly_cli.invocation import Invocation
from linkly_cli.paths_output import check_paths_only, print_paths


def search(
    ctx: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help='Words; "a phrase" in quotes; -word excludes.')],
    limit: Annotated[int, typer.Option(metavar="N", help="Hits to show, 1 to 50.")] = 20,
    offset: Annotated[int, typer.Option(metavar="N", help="Hits to pass over.")] = 0,
    types: options.Types = None,
    library: options.Library = None,
    path_glob: options.PathGlob = None,
    modified_after: options.ModifiedAfter = None,
    modified_before: options.ModifiedBefore = None,
    time_sort: Annotated[TimeSort, typer.Option(help="Order of the hits that relevance selected.")] = TimeSort.DEFAULT,
    mode: Annotated[SearchMode, typer.Option(help="Keywords, meaning, or both.")] = SearchMode.HYBRID,
    explain: Annotated[bool, typer.Option("--explain", help="Show the ranks and scores behind each hit.")] = False,
    paths: options.Paths = False,
    null: options.Null = False,
) -> None:
    """Find documents, best first.

    Then look inside them: linkly outline ID, linkly grep PATTERN ID, linkly read ID.
    """
    invocation: Invocation = ctx.obj
    check_paths_only(invocation, wanted=paths or null)
    chosen = Filter(
        library=library,
        doc_types=parse_types(types or ()),
        path_glob=path_glob,
        modified_after=modified_after,
        modified_before=modified_before,
    )
    request = SearchRequest(
        query=query, limit=limit, offset=offset, filter=chosen, time_sort=time_sort, mode=mode, explain=explain
    )
    result = invocation.answers().search(request)
    if paths or null:
        print_paths(invocation, (hit.path for hit in result.results), null=null)
    else:
        invocation.render(result)
    invocation.found(bool(result.results))
