"""Arguments and options that several commands share, with one wording each."""

from __future__ import annotations

from typing import Annotated

import typer

DocIds = Annotated[
    list[str],
    typer.Argument(
        metavar="DOC_ID...", help="Ids as search prints them; - reads them, one a line.", show_default=False
    ),
]
Library = Annotated[str | None, typer.Option("--library", metavar="NAME", help="Only this library.")]
Types = Annotated[
    list[str] | None,
    typer.Option("--type", metavar="TYPES", help="Only these types: pdf, docx, pptx, epub, md, txt, html, image."),
]
PathGlob = Annotated[
    str | None,
    typer.Option(
        "--path-glob", metavar="GLOB", help="Only paths that contain this; * any run, ? one character, \\[ab] a set."
    ),
]
ModifiedAfter = Annotated[
    str | None,
    typer.Option(
        "--modified-after", metavar="TIME", help="Only what changed at or after this: 2024-01-01, 2024-01-01T00:00:00Z."
    ),
]
ModifiedBefore = Annotated[
    str | None,
    typer.Option(
        "--modified-before",
        metavar="TIME",
        help="Only what changed at or before this; a bare date is its first second.",
    ),
]
Paths = Annotated[bool, typer.Option("-l", "--paths", help="Print paths only, one a line.")]
Null = Annotated[bool, typer.Option("-0", "--null", help="Print paths only, each ended by a NUL, for xargs -0.")]
