"""The command tree as plain values, so that no writer has to know typer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import typer
from typer.core import TyperArgument, TyperGroup, TyperOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typer._click.core import Command as TyperTree
    from typer._click.core import Parameter

PROGRAM = "linkly"
GLOBAL_PANEL = "Global options"


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """A positional argument; a repeatable one takes all words that are left."""

    metavar: str
    help: str
    choices: tuple[str, ...]
    repeatable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An option. `metavar` is empty for a switch, `off_names` undo it; `default` is empty if there is none to show."""

    names: tuple[str, ...]
    off_names: tuple[str, ...]
    metavar: str
    choices: tuple[str, ...]
    default: str
    help: str
    is_global: bool
    repeatable: bool

    @property
    def all_names(self) -> tuple[str, ...]:
        """Every way to write it."""
        return self.names + self.off_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command or a group of them, without what is hidden. `path` is empty for the program itself."""

    path: tuple[str, ...]
    summary: str
    description: tuple[str, ...]
    panel: str
    arguments: tuple[Argument, ...]
    options: tuple[Option, ...]
    commands: tuple[Command, ...]

    @property
    def name(self) -> str:
        """As it is typed: `linkly library add`."""
        return " ".join((PROGRAM, *self.path))

    @property
    def page(self) -> str:
        """Name of its manual page: `linkly-library-add`."""
        return "-".join((PROGRAM, *self.path))

    def walk(self) -> Iterator[Command]:
        """This command and all below it, in the order of the help page."""
        yield self
        for command in self.commands:
            yield from command.walk()


def read_tree(command: TyperTree) -> Command:
    """The values of a whole command tree, from what `typer.main.get_command` returns."""
    return _command(command, ())


def _command(command: TyperTree, path: tuple[str, ...]) -> Command:
    context = typer.Context(command, info_name=path[-1] if path else PROGRAM, **command.context_settings)
    parameters = [one for one in command.get_params(context) if not getattr(one, "hidden", False)]
    below = command.commands.items() if isinstance(command, TyperGroup) else ()
    paragraphs = _paragraphs(command.help or "")
    return Command(
        path=path,
        summary=_first_sentence(paragraphs[0]) if paragraphs else "",
        description=paragraphs,
        panel=getattr(command, "rich_help_panel", None) or "",
        arguments=tuple(_argument(one) for one in parameters if isinstance(one, TyperArgument)),
        options=tuple(_option(one) for one in parameters if isinstance(one, TyperOption)),
        commands=_by_panel(tuple(_command(one, (*path, name)) for name, one in below if not one.hidden)),
    )


def _by_panel(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """Panels in the order they first occur, as the help page has them."""
    panels = list(dict.fromkeys(command.panel for command in commands))
    return tuple(sorted(commands, key=lambda command: panels.index(command.panel)))


def _argument(parameter: TyperArgument) -> Argument:
    return Argument(
        metavar=parameter.metavar or (parameter.name or "").upper(),
        help=_one_line(parameter.help or ""),
        choices=_choices(parameter),
        repeatable=parameter.nargs == -1,
    )


def _option(parameter: TyperOption) -> Option:
    choices = _choices(parameter)
    return Option(
        names=tuple(sorted(parameter.opts, key=len)),
        off_names=tuple(parameter.secondary_opts),
        metavar="" if parameter.is_flag else parameter.metavar or "|".join(choices) or "VALUE",
        choices=choices,
        default=_default(parameter),
        help=_one_line(parameter.help or ""),
        is_global=parameter.rich_help_panel == GLOBAL_PANEL or "--help" in parameter.opts,
        repeatable=parameter.multiple,
    )


def _choices(parameter: Parameter) -> tuple[str, ...]:
    return tuple(str(getattr(one, "value", one)) for one in getattr(parameter.type, "choices", ()))


def _default(parameter: TyperOption) -> str:
    """What counts if the option is not given, where the help page would say it too."""
    value = parameter.default
    if isinstance(parameter.show_default, str):
        return parameter.show_default
    if not parameter.show_default or value is None or value in ("", [], ()):
        return ""
    if parameter.is_flag:
        names = parameter.opts if value else parameter.secondary_opts
        return names[-1] if parameter.secondary_opts else ""
    return str(value.value if isinstance(value, Enum) else value)


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(_one_line(part) for part in re.split(r"\n\s*\n", text.strip()) if part.strip())


def _one_line(text: str) -> str:
    """Line breaks are not ours, and `\\[` is how rich's markup writes a bracket."""
    return " ".join(text.replace("\\[", "[").split())


def _first_sentence(paragraph: str) -> str:
    return re.split(r"(?<=\.)\s", paragraph, maxsplit=1)[0]
