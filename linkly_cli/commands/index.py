"""`linkly index`."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.requests import IndexRequest
from linkly_cli.exit_codes import ExitCode
from linkly_cli.invocation import Invocation
from linkly_cli.progress import announce, interruptible


def index(
    ctx: typer.Context,
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH or LIBRARY]...", help="What to bring up to date; nothing: every library.", show_default=False
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="Worker processes, 1 to 64.", show_default="one a core")
    ] = None,
    no_vectors: Annotated[bool, typer.Option("--no-vectors", help="Keywords only.")] = False,
    ocr: Annotated[bool, typer.Option("--ocr/--no-ocr", help="Read text from images and scans.")] = True,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Read every file again; ids stay.")] = False,
    prune: Annotated[
        bool, typer.Option("--prune", help="Drop documents whose root folder is missing or empty.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Compare contents, not sizes and times.")] = False,
) -> None:
    """Index folders, or bring what is indexed up to date.

    A folder that is new becomes a library named after it.
    """
    invocation: Invocation = ctx.obj
    environment = invocation.environment
    with interruptible(invocation) as interrupted, announce(invocation) as progress:
        request = IndexRequest(
            now=environment.clock(),
            timer=environment.timer,
            cwd=environment.cwd,
            targets=tuple(targets or ()),
            jobs=jobs,
            vectors=not no_vectors,
            ocr=ocr,
            rebuild=rebuild,
            prune=prune,
            dry_run=dry_run,
            verify=verify,
            progress=progress,
            stopped=interrupted,
        )
        result = invocation.engine().index(request)
    invocation.render(result)
    if result.interrupted:
        invocation.say("Interrupted. What was read is kept; to go on: linkly index")
        invocation.exit_status = ExitCode.INTERRUPTED
