"""Markdown: as written, with its headings as the outline and its front matter as title and author."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from engine.extract.base import Limits, TextBuilder
from engine.extract.front_matter import read_front_matter
from engine.extract.markdown_headings import scan_headings
from engine.extract.text import read_text
from engine.models import DocType, OutlineSource

if TYPE_CHECKING:
    from pathlib import Path

    from markdown_it.token import Token

    from engine.documents import ExtractedDocument

_INLINE = MarkdownIt("commonmark").enable("strikethrough")
_MARKED_UP = re.compile(r"[\\`*_\[\]<>&!~]")
_CLOSING = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_ATTRIBUTES = re.compile(r"[ \t]*\{:?[ \t]*[#.][^{}]*\}[ \t]*$")
_REFERENCE_LINK = re.compile(r"!?\[([^\[\]]+)\]\[[^\[\]]*\]")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\))?")
_MARKS = re.compile(r"<[^<>]*>|\*\*?|__|~~|`")
_LONGEST_TITLE = 1000
_LONGEST_PARSED = 200
_MOST_MARKS = 40
"""Titles that are longer or have more of it lose their markup more roughly: the parser takes the square of both."""


class MarkdownExtractor:
    """Reads Markdown and MDX files. Their line numbers are the file's own."""

    doc_type = DocType.MD

    def extract(self, path: Path, limits: Limits) -> ExtractedDocument:
        """The text of `path` with headings outside code and quotes. Raises ExtractionError or OSError."""
        builder = TextBuilder()
        builder.add(read_text(path, limits))
        matter = read_front_matter(builder.lines)
        body = builder.lines[matter.length :] if matter.length else builder.lines
        for heading in scan_headings(body, matter.length + 1, jsx=path.suffix.lower() == ".mdx"):
            builder.heading(heading.level, heading_title(heading.source), heading.line)
            if len(builder.headings) >= limits.max_headings:
                break
        first = next((h.title for h in builder.headings if h.level == 1), None)
        return builder.build(
            self.doc_type,
            title=matter.title or first,
            author=matter.author,
            outline_source=OutlineSource.HEADINGS,
            limits=limits,
        )


def heading_title(source: str) -> str:
    """The text of a heading without its markup: closing #s, `{#id}`, emphasis, links, code marks, tags."""
    source = _ATTRIBUTES.sub("", _CLOSING.sub("", " ".join(source[:_LONGEST_TITLE].split())))
    if not _MARKED_UP.search(source):
        return source
    if len(source) > _LONGEST_PARSED or len(_MARKED_UP.findall(source)) > _MOST_MARKS:
        return _MARKS.sub("", _LINK.sub(r"\1", source)).strip() or source
    source = _REFERENCE_LINK.sub(r"\1", source)
    title = "".join(_plain(token) for block in _INLINE.parseInline(source) for token in block.children or ())
    return title if title.strip() else source


def _plain(token: Token) -> str:
    match token.type:
        case "softbreak" | "hardbreak":
            return " "
        case "html_inline":
            return ""
        case _:
            return token.content
