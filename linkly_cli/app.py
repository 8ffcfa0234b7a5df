"""The command tree. Global options belong to every command, so that they work before and after its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup, TyperOption

_PANEL = "Global options"
_REMOTE_PANEL = "Another machine"
_HELP_NAMES = {"help_option_names": ["-h", "--help"]}


def _store(ctx: typer.Context, param: TyperOption, value: Any) -> Any:
    """Keep a global option where it was given; the place that lacks it must not undo that."""
    invocation = ctx.find_root().obj
    if value is not None and value is not False and invocation is not None:
        if param.name == "json":
            invocation.format = "json"
        else:
            setattr(invocation, str(param.name), value)
    return value


def _print_version(ctx: typer.Context, param: TyperOption, value: bool) -> None:  # noqa: ARG001, FBT001 - typer's signature
    if value:
        from linkly_cli.version import version

        typer.echo(f"linkly {version()}")
        raise typer.Exit


def _global_options() -> list[TyperOption]:
    """Fresh option objects, the same for every command."""
    return [
        _flag("--json", "Print JSON, the same as --format json."),
        _option("--format", "NAME", "Print in this format: terminal, markdown, json, plain, or a plug-in's."),
        _flag("--exit-code", "Exit 0 if something was found, 1 if not, 2 on any failure."),
        _option("--data-dir", "DIR", "Keep the index here.  \\[env var: LINKLY_DATA_DIR]"),
        _flag("--quiet", "No remarks and no progress on standard error."),
        _flag("--debug", "Show where in the program an error came from."),
    ]


def _flag(name: str, text: str, panel: str = _PANEL) -> TyperOption:
    return TyperOption(
        param_decls=[name], is_flag=True, default=False, help=text, callback=_store, expose_value=False,
        rich_help_panel=panel,
    )  # fmt: skip


def _option(name: str, metavar: str, text: str, panel: str = _PANEL) -> TyperOption:
    return TyperOption(
        param_decls=[name], metavar=metavar, type=str, help=text, callback=_store, expose_value=False,
        rich_help_panel=panel,
    )  # fmt: skip


def _remote_options() -> list[TyperOption]:
    """Fresh option objects, the same for every command that another machine can answer."""
    return [
        _option("--endpoint", "URL", "Ask the linkly serve at this address.", _REMOTE_PANEL),
        _option("--token", "TOKEN", "What that server wants to be shown.", _REMOTE_PANEL),
        _flag("--remote", "Ask the server that linkly auth stored.", _REMOTE_PANEL),
    ]


def _version_option() -> TyperOption:
    return TyperOption(
        param_decls=["-V", "--version"], is_flag=True, default=False, help="Print the version.", is_eager=True,
        callback=_print_version, expose_value=False, rich_help_panel=_PANEL,
    )  # fmt: skip


class Command(TyperCommand):
    """A command that takes the global options too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += [*_global_options(), _version_option()]


class RemoteCommand(Command):
    """A command that another machine can answer."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params[-len(_global_options()) - 1 : 0] = _remote_options()


class Group(TyperGroup):
    """A group of commands that takes the global options too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += [*_global_options(), _version_option()]


class Commands(Mapping[str, TyperCommand | TyperGroup]):
    """The commands of a group by name, each imported and built when it is first looked at.

    Building all of them takes as long as importing typer; one run needs one of them.
    """

    def __init__(self, builders: Mapping[str, Callable[[str], TyperCommand | TyperGroup]]) -> None:
        self._builders = builders
        self._built: dict[str, TyperCommand | TyperGroup] = {}

    def __getitem__(self, name: str) -> TyperCommand | TyperGroup:
        if name not in self._built:
            self._built[name] = self._builders[name](name)
        return self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._builders)

    def __len__(self) -> int:
        return len(self._builders)


def _command(
    place: str, panel: str | None = None, kind: type[Command] = Command
) -> Callable[[str], TyperCommand | TyperGroup]:
    """Builds the command whose function is at `module:function` below `linkly_cli.commands`."""

    def build(name: str) -> TyperCommand | TyperGroup:
        module, _, function = place.partition(":")
        single = typer.Typer(add_completion=False)
        run = getattr(import_module(f"linkly_cli.commands.{module}"), function)
        single.command(name, cls=kind, rich_help_panel=panel, context_settings=_HELP_NAMES)(run)
        command: TyperCommand = typer.main.get_command(single)  # type: ignore[assignment]
        return command

    return build


def _group(text: str, panel: str, places: Mapping[str, str]) -> Callable[[str], TyperCommand | TyperGroup]:
    """Builds a group of commands."""
    return lambda name: _make_group(name, text, {sub: _command(place) for sub, place in places.items()}, panel)


def _make_group(
    name: str, text: str, builders: Mapping[str, Callable[[str], TyperCommand | TyperGroup]], panel: str | None = None
) -> Group:
    commands: Any = Commands(builders)  # typer declares a dict and uses it as a mapping
    return Group(
        name=name,
        help=text,
        commands=commands,
        no_args_is_help=True,
        rich_help_panel=panel,
        context_settings=_HELP_NAMES,
    )


_READ, _INDEX, _AGENTS, _PROGRAM = "Find and read", "Index", "Agents and other machines", "This program"
_LIBRARY = {"add": "library:add", "remove": "library:remove", "rename": "library:rename", "set": "library:change"}
_MODEL = {"list": "model:list_models", "use": "model:use", "download": "model:download"}
_AUTH = {
    "set-endpoint": "auth:set_endpoint",
    "set-key": "auth:set_key",
    "status": "auth:status",
    "logout": "auth:logout",
}
_CONFIG = {"get": "config:get", "set": "config:set_value", "list": "config:list_values", "path": "config:path"}

app = _make_group(
    "linkly",
    "Find and read the documents on your own disk.\n\nBegin with: linkly index ~/Documents",
    {
        "search": _command("search:search", _READ, RemoteCommand),
        "outline": _command("outline:outline", _READ, RemoteCommand),
        "grep": _command("grep:grep", _READ, RemoteCommand),
        "read": _command("read:read", _READ, RemoteCommand),
        "list-libraries": _command("list_libraries:list_libraries", _READ, RemoteCommand),
        "explore": _command("explore:explore", _READ, RemoteCommand),
        "find-paths": _command("find_paths:find_paths", _READ, RemoteCommand),
        "list": _command("list:list_documents", _READ),
        "index": _command("index:index", _INDEX),
        "library": _group("Add, remove and change libraries.", _INDEX, _LIBRARY),
        "status": _command("status:status", _INDEX, RemoteCommand),
        "doctor": _command("doctor:doctor", _PROGRAM, RemoteCommand),
        "auth": _group("Remember another machine's server, for --remote.", _AGENTS, _AUTH),
        "mcp": _command("mcp:mcp", _AGENTS),
        "serve": _command("serve:serve", _AGENTS),
        "model": _group("Choose the model for search by meaning.", _INDEX, _MODEL),
        "config": _group("Read and change settings.", _PROGRAM, _CONFIG),
        "completions": _command("completions:completions", _PROGRAM),
        "man": _command("man:man", _PROGRAM),
    },
)
