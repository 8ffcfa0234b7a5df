"""Manual pages as text, for pipes and for systems without `man`."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, assert_never

from linkly_cli.reference.examples import Example
from linkly_cli.reference.page import Definition, Paragraph, Style

if TYPE_CHECKING:
    from linkly_cli.reference.page import Block, Page, Spans

_INDENT = "    "
_NARROWEST = 40


def write_text(page: Page, width: int) -> str:
    """A page as text of `width` columns, or of 40 if that is more. Example lines are never broken."""
    width = max(width, _NARROWEST)
    sections = (
        "\n".join([section.title, *_spaced([_block(block, width) for block in section.blocks])])
        for section in page.sections
    )
    return "\n\n".join(sections) + "\n"


def _spaced(blocks: list[list[str]]) -> list[str]:
    """The lines of blocks, with an empty one before each block but the first."""
    return [line for index, block in enumerate(blocks) for line in (*([""] if index else []), *block)]


def _block(block: Block, width: int) -> list[str]:
    match block:
        case Paragraph(text=text):
            return _fill(text_of(text), _INDENT, width)
        case Definition(term=term, text=text):
            return [*_fill(text_of(term), _INDENT, width), *_fill(text_of(text), _INDENT * 2, width)]
        case Example(purpose=purpose, line=line):
            return [*_fill(purpose, _INDENT, width), f"{_INDENT * 2}{line}"]
        case _:
            assert_never(block)


def text_of(spans: Spans) -> str:
    """The text of spans, code between backticks."""
    return "".join(f"`{span.text}`" if span.style is Style.CODE else span.text for span in spans)


def _fill(text: str, indent: str, width: int) -> list[str]:
    return textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
