"""EPUB books: the chapters in reading order, with the table of contents as the outline."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from engine.documents import ExtractedDocument, Heading
from engine.extract.base import ExtractionError, Limits, TextBuilder, tidy
from engine.extract.container import open_container
from engine.extract.epub_package import BOOK, Entry, Item, Package, parse_page, read_package, refuse_protected
from engine.extract.html_text import HtmlWriter
from engine.extract.html_tree import clean, remove, text_length
from engine.models import DocType, Outcome, OutlineSource, Place, PlaceMark
from engine.text.encoding import foreign_content

if TYPE_CHECKING:
    from pathlib import Path

    from lxml import etree

    from engine.extract.container import Container

_NAMED_IN_REASON = 5
# A navigation document with no more text than this beside its lists is nothing but the table of contents.
_ONLY_CONTENTS = 200


class EpubExtractor:
    """Reads EPUB 2 and 3 files. All text of a chapter is content; nothing is left out as boilerplate."""

    doc_type = DocType.EPUB

    def extract(self, path: Path, limits: Limits) -> ExtractedDocument:
        """The book in `path`. Raises ExtractionError (ENCRYPTED, CORRUPT, TOO_LARGE, UNSUPPORTED) or OSError."""
        if path.stat().st_size > limits.max_file_size:
            raise ExtractionError(Outcome.TOO_LARGE, f"larger than {limits.max_file_size >> 20} MB")
        with open_container(path, limits, BOOK) as container:
            refuse_protected(container)
            package = read_package(container)
            book = _Book(package)
            for item in package.spine:
                book.add(container, item)
        return book.build(limits)


class _Book:
    """The text so far, where each file and anchor begins, and what could not be read."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._builder = TextBuilder()
        self._missing = list(package.missing)
        self._starts: dict[str, int] = {}
        self._anchors: dict[str, dict[str, int]] = {}
        self._entries: dict[str, list[Entry]] = defaultdict(list)
        for entry in package.contents:
            if entry.path is not None:
                self._entries[_key(entry.path)].append(entry)

    def add(self, container: Container, item: Item) -> None:
        """Append a chapter."""
        root = self._read(container, item.path)
        if root is None:
            return
        if item.is_nav and len(self._package.spine) > 1:
            navs = list(root.iter("nav"))
            remove(navs)
            clean(root)
            if navs and text_length(root) <= _ONLY_CONTENTS:
                return
        clean(root)
        self._write(root, item.path)

    def _read(self, container: Container, path: str) -> etree._Element | None:
        try:
            data = container.read(path)
        except KeyError:
            self._missing.append(path)
            return None
        except ExtractionError as exc:
            if exc.outcome is not Outcome.CORRUPT:
                raise
            self._missing.append(path)
            return None
        if foreign_content(data):
            self._missing.append(path)
            return None
        return parse_page(data)

    def _write(self, root: etree._Element, path: str) -> None:
        builder, key = self._builder, _key(path)
        entries = self._entries[key]
        builder.blank()
        start, known = builder.next_line, len(builder.headings)
        mark = len(builder.places)
        writer = HtmlWriter(builder, {e.fragment for e in entries if e.fragment})
        writer.write(root)
        self._starts.setdefault(key, start)
        self._anchors.setdefault(key, writer.anchors)
        if builder.next_line > start:
            title = entries[0].title if entries else next((h.title for h in builder.headings[known:]), None)
            builder.places[mark:] = self._places(entries, title, key)

    def _places(self, entries: list[Entry], title: str | None, key: str) -> list[PlaceMark]:
        """Where chapters begin in a file: at its start, and at the anchors of its other entries of the same level."""
        chapters = {self._starts[key]: title}
        top = min((e.level for e in entries), default=0)
        for entry in entries[1:]:
            if entry.level == top and entry.fragment in self._anchors[key]:
                chapters.setdefault(self._anchors[key][entry.fragment], entry.title)
        named = [(line, tidy(title)) for line, title in sorted(chapters.items())]
        return [PlaceMark(line=line, place=Place(chapter=title)) for line, title in named if title]

    def build(self, limits: Limits) -> ExtractedDocument:
        """The finished document. Raises ExtractionError (CORRUPT) if no chapter could be read."""
        if self._missing and not self._builder.lines:
            raise ExtractionError(Outcome.CORRUPT, self._reason())
        source = OutlineSource.HEADINGS
        if contents := self._contents():
            self._builder.headings, source = contents, OutlineSource.CONTENTS
        return self._builder.build(
            DocType.EPUB,
            title=self._package.title,
            author=self._package.author,
            outline_source=source,
            outcome=Outcome.PARTIAL if self._missing else Outcome.OK,
            reason=self._reason() if self._missing else None,
            limits=limits,
        )

    def _contents(self) -> list[Heading]:
        """The table of contents as headings; a group without a target begins where the entry after it does."""
        headings: list[Heading] = []
        following = 0
        for entry in reversed(self._package.contents):
            line = self._line(entry) if entry.path is not None else following
            title = tidy(entry.title)
            if line and title:
                headings.append(Heading(level=entry.level, title=title, line=line))
                following = line
        return headings[::-1]

    def _line(self, entry: Entry) -> int:
        key = _key(entry.path or "")
        return self._anchors.get(key, {}).get(entry.fragment) or self._starts.get(key, 0)

    def _reason(self) -> str:
        names = list(dict.fromkeys(self._missing))
        more = f" and {len(names) - _NAMED_IN_REASON} more" if len(names) > _NAMED_IN_REASON else ""
        return f"missing or unreadable: {', '.join(names[:_NAMED_IN_REASON])}{more}"


def _key(path: str) -> str:
    return path.casefold()
