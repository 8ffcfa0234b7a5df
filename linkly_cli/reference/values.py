"""What can be completed where a value is expected. The tree knows metavars; this table knows what they stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.config import SETTING_NAMES
from engine.models import DocType, Outcome

if TYPE_CHECKING:
    from linkly_cli.reference.tree import Argument, Command, Option

FORMATS = ("terminal", "markdown", "json", "plain")


class Kind(StrEnum):
    """How a value is completed; LIST: words separated by commas."""

    NOTHING = "nothing"
    WORDS = "words"
    LIST = "list"
    FILES = "files"
    FOLDERS = "folders"


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """The values a shell offers."""

    kind: Kind
    words: tuple[str, ...] = ()


_NOTHING = Values(kind=Kind.NOTHING)
_SETTINGS = Values(kind=Kind.WORDS, words=SETTING_NAMES)
_OPTIONS = {
    "--format": Values(kind=Kind.WORDS, words=FORMATS),
    "--type": Values(kind=Kind.LIST, words=tuple(map(str, DocType))),
    "--outcome": Values(kind=Kind.LIST, words=tuple(map(str, Outcome))),
}
_ARGUMENTS: dict[tuple[tuple[str, ...], str], Values] = {
    (("config", "get"), "NAME"): _SETTINGS,
    (("config", "set"), "NAME"): _SETTINGS,
}
_METAVARS = {"DIR": Values(kind=Kind.FOLDERS), "PATH": Values(kind=Kind.FILES)}
_WORDS = re.compile(r"\w+(?:\|\w+)+")


def option_values(option: Option) -> Values:
    """What to offer after an option."""
    known = next((_OPTIONS[name] for name in option.names if name in _OPTIONS), None)
    return known or _of(option.metavar, option.choices)


def argument_values(program: Command, command: Command, argument: Argument) -> Values:
    """What to offer for an argument of `command`; `program` is the root of its tree."""
    if command.path == ("man",):
        return Values(kind=Kind.WORDS, words=tuple("-".join(one.path) for one in program.walk() if one.path))
    return _ARGUMENTS.get((command.path, argument.metavar)) or _of(argument.metavar, argument.choices)


def _of(metavar: str, choices: tuple[str, ...]) -> Values:
    words = choices or (tuple(metavar.split("|")) if _WORDS.fullmatch(metavar) else ())
    if words:
        return Values(kind=Kind.WORDS, words=words)
    return next((values for word, values in _METAVARS.items() if re.search(rf"\b{word}\b", metavar)), _NOTHING)


def valued_names(program: Command) -> tuple[str, ...]:
    """Every name of an option that takes a value, in any command. No name is a switch elsewhere; a test holds it."""
    names = (name for one in program.walk() for option in one.options if option.metavar for name in option.names)
    return tuple(dict.fromkeys(names))
