"""The command reference, `docs/cli.md`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from linkly_cli.reference.examples import Example
from linkly_cli.reference.page import Definition, Paragraph, Style, manual_page, prose, synopsis
from linkly_cli.reference.plain_text import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from linkly_cli.reference.page import Block, Page, Section, Spans
    from linkly_cli.reference.tree import Command

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|])")
_SHARED = ("GLOBAL OPTIONS", "EXIT STATUS", "ENVIRONMENT")
_HEADINGS = {"ARGUMENTS": "Arguments", "OPTIONS": "Options", "COMMANDS": "Commands", "EXAMPLES": "Examples"}
_HEAD = """\
# Command reference

<!-- Generated from the command tree by python -m linkly_cli.reference; do not edit. -->

The same as `linkly COMMAND --help` and `linkly man COMMAND`. Output formats are in [output.md](output.md), JSON in
[json.md](json.md).
"""


def write_markdown(program: Command) -> str:
    """The reference of every command, with what they share once at the end."""
    commands = [command for command in program.walk() if command.path]
    parts = [_HEAD, _contents(commands), *(_chapter(program, command) for command in commands)]
    parts += [_shared(section) for section in manual_page(program, program).sections if section.title in _SHARED]
    return "\n".join(parts)


def _contents(commands: Iterable[Command]) -> str:
    lines = (f"- [{one.name}](#{one.page}): {_inline(prose(one.summary))}\n" for one in commands)
    shared = (f"- [{title.capitalize()}](#{title.lower().replace(' ', '-')})\n" for title in _SHARED)
    return "".join((*lines, *shared))


def _chapter(program: Command, command: Command) -> str:
    usage = f"```\n{text_of(synopsis(command))}\n```\n"
    described = "".join(f"\n{_inline(prose(paragraph))}\n" for paragraph in command.description)
    return f"## {command.name}\n\n{usage}{described}" + "".join(_own(manual_page(program, command)))


def _own(page: Page) -> Iterable[str]:
    """The sections that are this command's alone."""
    for section in page.sections:
        if section.title in _HEADINGS:
            yield f"\n{_HEADINGS[section.title]}:\n\n{_blocks(section)}"


def _shared(section: Section) -> str:
    return f"## {section.title.capitalize()}\n\n{_blocks(section)}"


def _blocks(section: Section) -> str:
    return "".join(map(_block, section.blocks))


def _block(block: Block) -> str:
    match block:
        case Paragraph(text=text):
            return f"{_inline(text)}\n"
        case Definition(term=term, text=text):
            return f"- `{text_of(term)}`: {_inline(text)}\n"
        case Example(purpose=purpose, line=line):
            return f"- {_SPECIAL.sub(_escaped, purpose)}\n  ```\n  {line}\n  ```\n"
        case _:
            assert_never(block)


def _inline(spans: Spans) -> str:
    return "".join(
        f"`{span.text}`" if span.style is Style.CODE else _SPECIAL.sub(_escaped, span.text) for span in spans
    )


def _escaped(match: re.Match[str]) -> str:
    return f"\\{match[1]}"
