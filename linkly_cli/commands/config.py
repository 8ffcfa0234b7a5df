"""`linkly config get|set|list|path`."""

from __future__ import annotations

from typing import Annotated

import typer

from linkly_cli.invocation import Invocation

Setting = Annotated[
    str, typer.Argument(metavar="NAME", help="A setting, as linkly config list shows them.", show_default=False)
]


def get(ctx: typer.Context, name: Setting) -> None:
    """Print the value of a setting."""
    from linkly_cli.settings import setting_values

    invocation: Invocation = ctx.obj
    invocation.print_values(setting_values(invocation.directory, name), bare=True)


def set_value(
    ctx: typer.Context,
    name: Setting,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="A number; sizes such as 200MB.", show_default=False)],
) -> None:
    """Change a setting."""
    from linkly_cli.settings import change_setting

    invocation: Invocation = ctx.obj
    invocation.print_values(change_setting(invocation.directory, name, value))


def list_values(ctx: typer.Context) -> None:
    """Print every setting with its value."""
    from linkly_cli.settings import setting_values

    invocation: Invocation = ctx.obj
    invocation.print_values(setting_values(invocation.directory))


def path(ctx: typer.Context) -> None:
    """Print where the settings are kept."""
    from engine.config import settings_path

    invocation: Invocation = ctx.obj
    invocation.print_values({"path": str(settings_path(invocation.directory))}, bare=True)
