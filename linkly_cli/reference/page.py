"""What a manual page says, before it is spelled in roff, as text or as Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from linkly_cli.reference.examples import EXAMPLES, Example

if TYPE_CHECKING:
    from collections.abc import Iterable

    from linkly_cli.reference.tree import Command, Option


class Style(Enum):
    """How a piece of text stands out: LITERAL is typed as it is, VARIABLE stands for something."""

    PLAIN = "plain"
    LITERAL = "literal"
    CODE = "code"
    VARIABLE = "variable"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text in one style."""

    text: str
    style: Style = Style.PLAIN


Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: Spans


@dataclass(frozen=True, slots=True)
class Definition:
    """A term and what it means."""

    term: Spans
    text: Spans


Block = Paragraph | Definition | Example


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what is below it."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The manual page of one command. Sections without content are left out."""

    name: str
    sections: tuple[Section, ...]


_EXIT_STATUS = (
    ("0", "Success, also when nothing was found."),
    ("1", "Failure. With `--exit-code`: nothing was found (search, grep, find-paths, list)."),
    ("2", "The command line was not understood. With `--exit-code`: any failure."),
    ("130", "Interrupted."),
)
_ENVIRONMENT = (
    ("LINKLY_DATA_DIR", "Where the index is kept, unless `--data-dir` says otherwise."),
    ("NO_COLOR", "No colours if set and not empty."),
    ("COLUMNS", "Width of the output in characters, instead of that of the terminal."),
    ("TERM", "No colours if it is `dumb`."),
)


def manual_page(program: Command, command: Command) -> Page:
    """The page of `command`; `program` is the root of its tree."""
    sections = (
        Section("NAME", (Paragraph((Span(f"{command.page} - {_phrase(command.summary)}"),)),)),
        Section("SYNOPSIS", (Paragraph(synopsis(command)),)),
        Section("DESCRIPTION", tuple(Paragraph(prose(text)) for text in command.description)),
        *_command_sections(command),
        Section("ARGUMENTS", tuple(Definition((_variable(a.metavar),), prose(a.help)) for a in command.arguments)),
        Section("OPTIONS", _options(o for o in command.options if not o.is_global)),
        Section("GLOBAL OPTIONS", _options(o for o in command.options if o.is_global)),
        Section("EXIT STATUS", _definitions(_EXIT_STATUS)),
        Section("ENVIRONMENT", _definitions(_ENVIRONMENT)),
        Section("EXAMPLES", EXAMPLES.get(" ".join(command.path), ())),
        Section("SEE ALSO", (Paragraph(_see_also(program, command)),)),
    )
    return Page(name=command.page, sections=tuple(section for section in sections if section.blocks))


def synopsis(command: Command) -> Spans:
    """The shape of the command line."""
    words = [_variable("[OPTION]..."), *(_variable(argument.metavar) for argument in command.arguments)]
    if command.commands:
        words += [_variable("COMMAND"), _variable("[ARGUMENT]...")]
    return (Span(command.name, Style.LITERAL), *(span for word in words for span in (Span(" "), word)))


def prose(text: str) -> Spans:
    """Running text, with what stands between backticks as code."""
    pieces = re.split(r"`([^`]+)`", text)
    return tuple(Span(piece, Style.CODE if i % 2 else Style.PLAIN) for i, piece in enumerate(pieces) if piece)


def _variable(text: str) -> Span:
    return Span(text, Style.VARIABLE)


def _phrase(sentence: str) -> str:
    """A sentence as the NAME section wants it: no capital, no full stop."""
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


def _definitions(pairs: Iterable[tuple[str, str]]) -> tuple[Definition, ...]:
    return tuple(Definition((Span(term, Style.LITERAL),), prose(text)) for term, text in pairs)


def _command_sections(command: Command) -> list[Section]:
    """The commands below this one; those of the program under the headings of its help page."""
    panels = dict.fromkeys(one.panel for one in command.commands)
    return [
        Section(
            f"COMMANDS: {panel.upper()}" if panel else "COMMANDS",
            _definitions(
                (" ".join(one.path[len(command.path) :]), one.summary) for one in command.commands if one.panel == panel
            ),
        )
        for panel in panels
    ]


def _options(options: Iterable[Option]) -> tuple[Definition, ...]:
    return tuple(Definition(_option_term(option), prose(_option_text(option))) for option in options)


def _option_term(option: Option) -> Spans:
    names: list[Span] = []
    for name in option.all_names:
        names += [Span(", "), Span(name, Style.LITERAL)]
    return (*names[1:], Span(" "), _variable(option.metavar)) if option.metavar else tuple(names[1:])


def _option_text(option: Option) -> str:
    return f"{option.help} Default: {option.default}." if option.default else option.help


def _see_also(program: Command, command: Command) -> Spans:
    """The program's page, and the pages of the commands around this one."""
    parent = _parent(program, command)
    beside = [one for one in parent.commands if one.panel == command.panel] if command.path else []
    pages = dict.fromkeys((program, parent, *beside, *command.commands))
    spans: list[Span] = []
    for one in pages:
        if one is not command:
            spans += [Span(", "), Span(one.page, Style.LITERAL), Span("(1)")]
    return tuple(spans[1:])


def _parent(program: Command, command: Command) -> Command:
    return next((one for one in program.walk() if command in one.commands), program)
