"""`linkly grep`."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.errors import UsageError
from engine.models import DocumentMatches, Failure, GrepMode, GrepResult
from engine.requests import GrepRequest
from linkly_cli.invocation import Invocation

_HINT = 'linkly grep "EUR [0-9]+" 1044'


def grep(
    ctx: typer.Context,
    arguments: Annotated[
        list[str], typer.Argument(metavar="PATTERN DOC_ID...", help="RE2 pattern and ids; - reads ids, one a line.")
    ] = [],  # noqa: B006 - typer copies it
    pattern: Annotated[
        str | None, typer.Option("-e", "--regexp", metavar="PATTERN", help="The pattern, also one that begins with -.")
    ] = None,
    context: Annotated[int, typer.Option("-C", "--context", metavar="N", help="Lines around a match.")] = 3,
    before: Annotated[int | None, typer.Option("-B", "--before", metavar="N", help="Lines before a match.")] = None,
    after: Annotated[int | None, typer.Option("-A", "--after", metavar="N", help="Lines after a match.")] = None,
    ignore_case: Annotated[
        bool, typer.Option("-i", "--ignore-case", help="Upper and lower case are the same.")
    ] = False,
    mode: Annotated[GrepMode, typer.Option(help="Matching lines, or only their number.")] = GrepMode.CONTENT,
    limit: Annotated[int, typer.Option(metavar="N", help="Matches to show of each document, 1 to 100.")] = 20,
    offset: Annotated[int, typer.Option(metavar="N", help="Matches of each document to pass over.")] = 0,
    fuzzy_whitespace: Annotated[
        str | None,
        typer.Option(
            metavar="true|false",
            help="A space matches any white space, also a line end.",
            show_default="true for PDF, else false",
        ),
    ] = None,
) -> None:
    """Find lines in documents by regular expression."""
    invocation: Invocation = ctx.obj
    if pattern is None and not arguments:
        raise UsageError("No pattern given.", hint=_HINT)
    given = arguments if pattern is not None else arguments[1:]
    ids = invocation.doc_ids(given, command="grep PATTERN")
    request = GrepRequest(
        pattern=arguments[0] if pattern is None else pattern,
        doc_ids=ids,
        context=context,
        before=before,
        after=after,
        ignore_case=ignore_case,
        mode=mode,
        limit=limit,
        offset=offset,
        fuzzy_whitespace=parse_switch(fuzzy_whitespace),
    )
    result = invocation.answers().grep(request)
    entries = invocation.settle(result.documents, several=len(ids) > 1)
    seen = Seen()
    invocation.render(GrepResult(result.pattern, map(seen.look, entries)))
    invocation.found(seen.matches)


class Seen:
    """Remembers whether a document with matches has passed."""

    def __init__(self) -> None:
        self.matches = False

    def look(self, entry: DocumentMatches | Failure) -> DocumentMatches | Failure:
        """The entry itself."""
        self.matches = self.matches or (isinstance(entry, DocumentMatches) and entry.total_matches > 0)
        return entry


def parse_switch(value: str | None) -> bool | None:
    """True or False from `true` or `false`, None from nothing. Raises UsageError."""
    if value is None or value.lower() == "auto":
        return None
    if value.lower() not in {"true", "false"}:
        raise UsageError(f'Invalid fuzzy_whitespace: "{value}". Expected true or false.')
    return value.lower() == "true"
