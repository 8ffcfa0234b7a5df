"""`linkly find-paths`."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from engine.requests import FindPathsRequest
from linkly_cli import options
from linkly_cli.invocation import Invocation


def find_paths(
    ctx: typer.Context,
    patterns: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A,B", help="Parts of folder names, at most 10; repeatable; \\, is a comma.", show_default=False
        ),
    ] = None,
    library: options.Library = None,
    limit: Annotated[int, typer.Option(metavar="N", help="Folders to show, 1 to 50.")] = 10,
) -> None:
    """Find folders by name, ready for search --path-glob."""
    invocation: Invocation = ctx.obj
    parts = tuple(part for given in patterns or () for part in split_patterns(given))
    result = invocation.answers().find_paths(FindPathsRequest(patterns=parts, library=library, limit=limit))
    invocation.render(result)
    invocation.found(bool(result.directories))


def split_patterns(given: str) -> list[str]:
    r"""The patterns between commas; `\,` is a comma, any other backslash itself."""
    parts = re.split(r"(?<!\\),", given)
    return [part.replace("\\,", ",") for part in parts if part]
