"""Word documents (.docx), transitional and strict: headers, body, footers, notes and comments, read from the XML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.extract.base import ExtractionError, TextBuilder
from engine.extract.container import open_container
from engine.extract.docx_body import Block, Story, note_mark
from engine.extract.docx_chunks import WORD, Chunks
from engine.extract.docx_styles import Numbering, Styles, W
from engine.extract.ooxml import Package, comment_lead, sensible_title
from engine.models import DocType, Outcome, OutlineSource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from lxml.etree import _Element

    from engine.documents import ExtractedDocument
    from engine.extract.base import Limits


_DEEPEST = 3
"""Documents inside documents that are read."""


class DocxExtractor:
    """Reads Word documents: revisions as accepted, every header and footer once, a table row a line."""

    doc_type = DocType.DOCX

    def extract(self, path: Path, limits: Limits) -> ExtractedDocument:
        """The document in `path`. Raises ExtractionError or OSError."""
        try:
            with open_container(path, limits, WORD) as container:
                return _read(Package(container), limits)
        except RecursionError as exc:
            raise ExtractionError(Outcome.CORRUPT, "the document is nested too deeply") from exc


def _read(package: Package, limits: Limits, depth: int = 0) -> ExtractedDocument:
    main = package.main_part("word/document.xml", WORD)
    root = package.part(main, needed=True)
    if root is None or root.tag != f"{W}document":
        raise package.unlike(WORD)
    styles = Styles(_first(package, main, "styles"))
    chunks = Chunks(package, limits, lambda nested: _read(nested, limits, depth + 1), deeper=depth < _DEEPEST)
    story = Story(package, styles, Numbering(_first(package, main, "numbering"), styles), chunks.read)
    body = story.blocks(main, root)
    builder = TextBuilder()
    _write(builder, _margins(package, story, main, "header"))
    _write(builder, body)
    _write(builder, _margins(package, story, main, "footer"))
    for kind in story.notes:
        _write(builder, _notes(package, story, main, kind))
    _write(builder, _comments(package, story, main))
    title, author = package.properties()
    outcome, reason = package.shortcomings()
    return builder.build(
        DocType.DOCX,
        title=title or sensible_title(story.title),
        author=author,
        outline_source=OutlineSource.STYLES,
        outcome=outcome,
        reason=reason,
        limits=limits,
    )


def _first(package: Package, main: str, kind: str) -> _Element | None:
    """The part of a kind that a document has once."""
    return next((root for name in package.related(main, kind) if (root := package.part(name)) is not None), None)


def _write(builder: TextBuilder, blocks: Iterable[Block]) -> None:
    group = 0
    for block in blocks:
        if not block.group or block.group != group:
            builder.blank()
        for level, title in block.headings:
            builder.heading(level, title)
        builder.add(block.text)
        group = block.group


def _margins(package: Package, story: Story, main: str, kind: str) -> Iterator[Block]:
    """The blocks of all headers or footers; those with the same text only once."""
    seen: set[tuple[str, ...]] = set()
    for name in package.related(main, kind):
        root = package.part(name)
        blocks = [] if root is None else story.blocks(name, root)
        text = tuple(block.text for block in blocks)
        if text not in seen:
            seen.add(text)
            yield from blocks


def _notes(package: Package, story: Story, main: str, kind: str) -> Iterator[Block]:
    """The footnotes or endnotes in the order of their marks; those that nothing refers to come last."""
    for name in package.related(main, f"{kind}s"):
        root = package.part(name)
        notes = {} if root is None else {n.get(f"{W}id", ""): n for n in root.iter(W + kind) if not n.get(f"{W}type")}
        order = {note_id: place for place, note_id in enumerate(story.notes[kind], start=1)}
        for note_id in sorted(notes, key=lambda note_id: order.get(note_id, len(order) + len(notes))):
            mark = note_mark(kind, order[note_id]) if note_id in order else ""
            yield from _led_by(mark, story.blocks(name, notes[note_id]))


def _comments(package: Package, story: Story, main: str) -> Iterator[Block]:
    for name in package.related(main, "comments"):
        root = package.part(name)
        for comment in () if root is None else root.iter(f"{W}comment"):
            lead = comment_lead(comment.get(f"{W}author"), comment.get(f"{W}date"))
            yield from _led_by(lead, story.blocks(name, comment))


def _led_by(lead: str, blocks: list[Block]) -> Iterator[Block]:
    for block in blocks:
        yield Block(text=f"{lead} {block.text}".lstrip())
        lead = ""
