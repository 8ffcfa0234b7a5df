"""`linkly library add|remove|rename|set`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from linkly_cli.invocation import Invocation

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the library.", show_default=False)]
Excludes = Annotated[
    list[str] | None,
    typer.Option(metavar="GLOB", help="Leave out paths that contain this; repeatable.", show_default=False),
]


def add(
    ctx: typer.Context,
    name: Name,
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Folders or files.", show_default=False)],
    description: Annotated[str, typer.Option(metavar="TEXT", help="What it holds.")] = "",
    exclude: Excludes = None,
    hidden: Annotated[bool, typer.Option("--hidden", help="Hidden files too.")] = False,
    no_ignore: Annotated[bool, typer.Option("--no-ignore", help="Pay no regard to ignore files.")] = False,
) -> None:
    """Make a library of folders. `linkly index NAME` then reads them."""
    from engine.store.records import Library

    invocation: Invocation = ctx.obj
    draft = Library(
        name=name,
        description=description,
        roots=tuple(paths),
        excludes=tuple(exclude or ()),
        hidden=hidden,
        no_ignore=no_ignore,
    )
    invocation.render(invocation.engine().add_library(draft, invocation.environment.cwd))
    invocation.say(f'Next: linkly index "{name}"')


def remove(ctx: typer.Context, name: Name) -> None:
    """Forget a library and the documents only it holds. No file is touched."""
    invocation: Invocation = ctx.obj
    removed = invocation.engine().remove_library(name)
    invocation.render(invocation.engine().list_libraries())
    documents = "1 document" if removed == 1 else f"{removed:,} documents"
    invocation.say(f'Library "{name}" removed, and {documents} from the index. The files are where they were.')


def rename(
    ctx: typer.Context,
    old: Annotated[str, typer.Argument(metavar="OLD", help="Present name.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="New name.", show_default=False)],
) -> None:
    """Give a library another name."""
    invocation: Invocation = ctx.obj
    cwd = invocation.environment.cwd
    invocation.render(invocation.engine().change_library(old, lambda library: replace(library, name=new), cwd))


def change(
    ctx: typer.Context,
    name: Name,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PATH]...", help="Folders instead of the present ones.", show_default=False),
    ] = None,
    description: Annotated[str | None, typer.Option(metavar="TEXT", help="What it holds.")] = None,
    exclude: Excludes = None,
    hidden: Annotated[bool | None, typer.Option("--hidden/--no-hidden", help="Hidden files too, or not.")] = None,
    no_ignore: Annotated[
        bool | None, typer.Option("--no-ignore/--ignore", help="Disregard ignore files, or not.")
    ] = None,
) -> None:
    """Change a library; what is not given stays. `linkly index NAME` then applies it."""
    from engine.store.records import Library

    def changed(library: Library) -> Library:
        return replace(
            library,
            roots=tuple(paths) if paths else library.roots,
            description=library.description if description is None else description,
            excludes=library.excludes if exclude is None else tuple(glob for glob in exclude if glob),
            hidden=library.hidden if hidden is None else hidden,
            no_ignore=library.no_ignore if no_ignore is None else no_ignore,
        )

    invocation: Invocation = ctx.obj
    invocation.render(invocation.engine().change_library(name, changed, invocation.environment.cwd))
    invocation.say(f'Next: linkly index "{name}"')
